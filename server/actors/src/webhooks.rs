//! Webhooks of schedules, whatever these start: how their secrets are sealed, and how one attempt at a delivery is made. How far a
//! delivery has come is stored before each attempt, so that a server that ends in between sends it neither too often nor never.

use domain::{
    Failure, Refusal, StoreFault,
    account::AuditLog,
    models::SecretStore,
    runs::{Delivered, DueDelivery, MASK, WEBHOOK_TRIES, Webhook, WebhookSender},
};
use futures::{StreamExt, stream};
use protocol::{TenantId, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use std::fmt::Display;

/// Deliveries of one look.
pub const LOOKED_AT: u32 = 50;
const AT_ONCE: usize = 4;
const LONGEST_URL: usize = 2_000;
const LONGEST_SECRET: usize = 500;
/// Microseconds after which another server may make an attempt that this one began.
const CLAIMED: i64 = 60_000_000;
/// Microseconds after the first and after the second attempt.
const PAUSES: [i64; 2] = [5_000_000, 20_000_000];

/// Whoever sends to webhooks.
pub trait Posting: AuditLog {
    fn webhooks(&self) -> &dyn WebhookSender;
    fn secrets(&self) -> &dyn SecretStore;
}

/// A webhook as somebody wrote it.
#[derive(Debug)]
pub struct WebhookDraft {
    pub url: String,
    /// `Some(None)` takes it away; [`MASK`] keeps it.
    pub secret: Option<Option<SecretString>>,
}

/// The webhook with its secret sealed under a new id of this folder, if it has a new one.
///
/// # Errors
/// 422 that names the field; else the store's.
pub async fn seal(
    posting: &impl Posting,
    (tenant, folder): (TenantId, &str),
    known: Option<&Webhook>,
    draft: WebhookDraft,
) -> Result<Webhook, Failure> {
    let url = draft.url.trim().to_owned();
    if url.chars().count() > LONGEST_URL {
        let detail = format!("the address of a webhook has at most {LONGEST_URL} characters");
        return Err(Refusal::invalid("webhook.url", detail).into());
    }
    let permitted = posting.webhooks().permits(&url).await;
    permitted.map_err(|fault| {
        let detail = format!("{fault}; a right one is \"https://hooks.example.com/discovery\"");
        Refusal::invalid("webhook.url", detail)
    })?;
    let known = known.and_then(|webhook| webhook.secret_id.clone());
    let secret_id = match draft.secret {
        None => known,
        Some(None) => None,
        Some(Some(secret)) if secret.expose_secret() == MASK => known,
        Some(Some(secret)) => {
            let length = secret.expose_secret().chars().count();
            if !(1..=LONGEST_SECRET).contains(&length) {
                let detail = format!("the secret of a webhook has 1 to {LONGEST_SECRET} characters; leave it out for none");
                return Err(Refusal::invalid("webhook.secret", detail).into());
            }
            let id = format!("{folder}/{}", posting.id());
            posting.secrets().save_secret(tenant, &id, &secret, posting.now()).await?;
            Some(id)
        }
    };
    Ok(Webhook { url, secret_id })
}

/// Removes the secret of a webhook that was not stored after all, unless it is the one of before.
pub async fn unseal(posting: &impl Posting, tenant: TenantId, webhook: Option<&Webhook>, known: Option<&Webhook>) {
    let id = |webhook: Option<&Webhook>| webhook.and_then(|webhook| webhook.secret_id.clone());
    let Some(sealed) = id(webhook).filter(|sealed| Some(sealed) != id(known).as_ref()) else { return };
    if let Err(fault) = posting.secrets().delete_secret(tenant, &sealed).await {
        tracing::warn!(%fault, "the secret of a webhook that was not stored could not be removed");
    }
}

/// Makes the attempts that are due, several side by side. One that fails keeps no other from being made.
pub async fn deliver_each<S: Copy + Display, W, Made: Future<Output = Result<(), Failure>>>(
    due: Vec<DueDelivery<S, W>>,
    deliver: impl Fn(DueDelivery<S, W>) -> Made,
) {
    let attempts = stream::iter(due).map(|row| (row.schedule, deliver(row)));
    attempts
        .for_each_concurrent(AT_ONCE, |(schedule, attempt)| async move {
            if let Err(failure) = attempt.await {
                tracing::warn!(%failure, %schedule, "a webhook could not be told");
            }
        })
        .await;
}

/// Until when an attempt that begins now is this server's.
pub fn claimed_until(posting: &impl Posting) -> Timestamp {
    Timestamp(posting.now().0 + CLAIMED)
}

/// Makes one attempt, once `claim` made it this server's. Returns how it ended, to be stored; none where another server makes it.
/// `body` is what to send, none where there is nothing to tell.
///
/// # Errors
/// The store's.
pub async fn deliver<S: Display + Sync, W: Display + Sync>(
    posting: &impl Posting,
    due: &DueDelivery<S, W>,
    claim: impl Future<Output = Result<bool, StoreFault>>,
    body: impl Future<Output = Result<Option<String>, Failure>>,
) -> Result<Option<Delivered>, Failure> {
    let Some(webhook) = &due.webhook else {
        return Ok(Some(Delivered::GivenUp { why: "the schedule had no webhook any more".to_owned() }));
    };
    if due.attempts >= WEBHOOK_TRIES {
        return Ok(Some(Delivered::GivenUp { why: "the server ended during the last attempt".to_owned() }));
    }
    if !claim.await? {
        return Ok(None);
    }
    let Some(body) = body.await? else { return Ok(Some(Delivered::NothingNew)) };
    let ended = attempt(posting, (due.tenant, due.attempts), webhook, &body).await?;
    if let Delivered::GivenUp { why } = &ended {
        tracing::info!(schedule = %due.schedule, run = %due.run, why, "a webhook was given up");
    }
    Ok(Some(ended))
}

async fn attempt(
    posting: &impl Posting,
    (tenant, attempts): (TenantId, u32),
    webhook: &Webhook,
    body: &str,
) -> Result<Delivered, Failure> {
    let Ok(secret) = secret(posting, tenant, webhook).await? else {
        return Ok(Delivered::GivenUp { why: "the secret of the webhook is gone: set it again".to_owned() });
    };
    let Err(fault) = posting.webhooks().send(&webhook.url, body, secret.as_ref()).await else { return Ok(Delivered::Done) };
    let why = domain::sentence(&fault.to_string());
    let pause = PAUSES.get(attempts as usize).filter(|_| fault.is_retryable());
    Ok(match pause {
        Some(pause) => Delivered::Again { why, at: Timestamp(posting.now().0 + pause) },
        None => Delivered::GivenUp { why },
    })
}

/// None where it has none; an error in the answer where it cannot be opened any more.
async fn secret(
    posting: &impl Posting,
    tenant: TenantId,
    webhook: &Webhook,
) -> Result<Result<Option<SecretString>, ()>, Failure> {
    let Some(id) = &webhook.secret_id else { return Ok(Ok(None)) };
    match posting.secrets().secret(tenant, id).await {
        Ok(Some(secret)) => Ok(Ok(Some(secret))),
        Ok(None) | Err(StoreFault::Corrupt(_)) => Ok(Err(())),
        Err(fault) => Err(fault.into()),
    }
}
