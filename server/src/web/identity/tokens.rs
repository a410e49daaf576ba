//! API tokens: shown once, kept as a hash, found fast, gone at once when revoked.

use super::cookies::account;
use crate::backend::Backend;
use anyhow::Result;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::Failure;
use domain::account::{AuditEntry, RightsLost, TokenRow, UserRow};
use protocol::{
    Timestamp, TokenId, UserId,
    account::{Account, Role},
};
use rand::RngCore;
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::broadcast;

/// Other nodes tell of what they take away, and this node knows of it at once. Only while they cannot be heard, and where the
/// command line revokes a token behind the back of a server on SQLite, it takes this long.
const REMEMBERED: Duration = Duration::from_secs(5);
/// What may wait for one listener; one that is slower looks at everything again.
const NEWS: usize = 256;

/// Tokens that were looked up a moment ago, and the news of rights that are lost.
pub(crate) struct Tokens {
    known: Mutex<Known>,
    lost: broadcast::Sender<RightsLost>,
}

#[derive(Default)]
struct Known {
    accounts: HashMap<Vec<u8>, Remembered>,
    /// Counts the losses: what was read before one is not remembered after it.
    losses: u64,
}

struct Remembered {
    since: Instant,
    account: Account,
    expires_at: Option<Timestamp>,
}

impl Tokens {
    pub(crate) fn new() -> Self {
        Self { known: Mutex::default(), lost: broadcast::channel(NEWS).0 }
    }

    /// Who a token stands for; `None` if it is not valid.
    pub(crate) async fn account(&self, backend: &Backend, token: &str) -> Result<Option<Account>, Failure> {
        let hash = digest(token.as_bytes());
        let losses = {
            let known = self.known();
            if let Some(one) = known.accounts.get(&hash)
                && one.since.elapsed() < REMEMBERED
                && one.expires_at.is_none_or(|until| backend.now() < until)
            {
                return Ok(Some(one.account.clone()));
            }
            known.losses
        };
        let Some(row) = backend.accounts().token_by_hash(&hash).await? else { return Ok(None) };
        let now = backend.now();
        if row.revoked_at.is_some() || row.expires_at.is_some_and(|until| until <= now) {
            return Ok(None);
        }
        let Some(user) = backend.accounts().user(row.user).await? else { return Ok(None) };
        let Some(tenant) = backend.accounts().tenant(row.tenant).await? else { return Ok(None) };
        let mut account = account(user, tenant.slug);
        account.role = account.role.min(row.role);
        // When it was used last is good to know and no reason to refuse: reading goes on when the disk is full.
        if let Err(fault) = backend.accounts().touch_token(row.id, now).await {
            tracing::debug!(%fault, "the use of a token could not be noted");
        }
        let mut known = self.known();
        if known.losses == losses {
            if known.accounts.len() > 10_000 {
                known.accounts.clear();
            }
            let since = Instant::now();
            known.accounts.insert(hash, Remembered { since, account: account.clone(), expires_at: row.expires_at });
        }
        Ok(Some(account))
    }

    /// Somebody lost a right, here or on another node.
    pub(crate) fn forget(&self, lost: RightsLost) {
        {
            let mut known = self.known();
            known.losses += 1;
            match &lost {
                RightsLost::Person(id) => known.accounts.retain(|_, one| one.account.user_id != *id),
                RightsLost::SignIn(_) => {}
                RightsLost::Anybody => known.accounts.clear(),
            }
        }
        // Nobody may be listening.
        drop(self.lost.send(lost));
    }

    /// Tells who may have lost a right.
    pub(crate) fn lost(&self) -> broadcast::Receiver<RightsLost> {
        self.lost.subscribe()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn digest(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// 256 random bits, as an address can say them.
pub(crate) fn make_secret() -> String {
    let mut random = [0; 32];
    rand::rng().fill_bytes(&mut random);
    URL_SAFE_NO_PAD.encode(random)
}

/// Makes a token for a person; the secret is returned and never kept.
pub(crate) async fn make_token(
    backend: &Backend,
    of: &Account,
    name: &str,
    role: Role,
    expires_at: Option<Timestamp>,
    audit: impl FnOnce(TokenId) -> AuditEntry,
) -> Result<(TokenId, String), Failure> {
    let name = super::checked_name(name)?;
    if role > of.role {
        return Err(Failure::forbidden(format!("a token cannot do more than you: your role is {}", of.role.name())));
    }
    if expires_at.is_some_and(|until| until <= backend.now()) {
        return Err(Failure::invalid("expires_at", "the token would have expired already: give a time to come"));
    }
    let secret = format!("dsc_{}", make_secret());
    let row = TokenRow { expires_at, ..row(backend, of, name, role, &secret) };
    let id = row.id;
    backend.accounts().insert_token_with(row, Some(audit(id))).await?;
    Ok((id, secret))
}

fn row(backend: &Backend, of: &Account, name: String, role: Role, secret: &str) -> TokenRow {
    TokenRow {
        id: TokenId(backend.id()),
        tenant: of.tenant_id,
        user: of.user_id,
        name,
        hash: digest(secret.as_bytes()),
        role,
        created_at: backend.now(),
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    }
}

const BOOTSTRAP: &str = "bootstrap";
const AUTOMATION: &str = "automation@localhost";

/// Makes the value of `DISCOVERY_BOOTSTRAP_TOKEN` an admin token of the default tenant; one set before is no longer valid.
pub(crate) async fn plant_bootstrap(backend: &Backend, secret: Option<&str>) -> Result<()> {
    let tenant = backend.default_tenant().await?;
    let hash = secret.map(|secret| digest(secret.as_bytes()));
    for earlier in backend.accounts().tokens(tenant.id).await? {
        if earlier.name == BOOTSTRAP && earlier.revoked_at.is_none() && Some(&earlier.hash) != hash.as_ref() {
            backend.accounts().revoke_token(tenant.id, earlier.id, None, backend.now()).await?;
        }
    }
    let (Some(secret), Some(hash)) = (secret, hash) else { return Ok(()) };
    if backend.accounts().token_by_hash(&hash).await?.is_some_and(|row| row.revoked_at.is_none()) {
        return Ok(());
    }
    let user = match backend.accounts().user_by_email(AUTOMATION).await? {
        Some(user) => user,
        None => {
            let user = UserRow {
                id: UserId(backend.id()),
                tenant: tenant.id,
                email: AUTOMATION.into(),
                name: "Automation".into(),
                role: Role::Admin,
                password_hash: None,
                created_at: backend.now(),
            };
            backend.accounts().insert_user(user.clone()).await?;
            user
        }
    };
    let of = account(user, tenant.slug);
    match backend.accounts().insert_token(row(backend, &of, BOOTSTRAP.into(), Role::Admin, secret)).await {
        Ok(()) => Ok(()),
        // The same value was used, revoked and is used again: one hash is one token for ever.
        Err(domain::StoreFault::Conflict) => anyhow::bail!("DISCOVERY_BOOTSTRAP_TOKEN was revoked earlier: choose another value"),
        Err(fault) => Err(fault.into()),
    }
}
