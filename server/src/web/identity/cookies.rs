//! Browser sessions: `tower-sessions` over our own store, `axum-login` for who is signed in.

use super::{passwords::verify_password, tokens::digest};
use crate::backend::Backend;
use async_trait::async_trait;
use axum_login::{
    AuthUser, AuthnBackend,
    tower_sessions::{
        SessionStore,
        session::{Id, Record},
        session_store,
    },
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    Failure, FailureKind, StoreFault,
    account::{RightsLost, UserRow, WebSessionRow},
};
use protocol::{Timestamp, UserId, account::Account};
use std::fmt;
use thiserror::Error;
use time::OffsetDateTime;

pub(crate) type AuthSession = axum_login::AuthSession<Accounts>;

/// A person as the cookie knows them. Changing the password ends every session of theirs.
#[derive(Clone)]
pub(crate) struct Person {
    pub account: Account,
    password_hash: Vec<u8>,
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person").field("account", &self.account).finish_non_exhaustive()
    }
}

impl AuthUser for Person {
    type Id = UserId;

    fn id(&self) -> UserId {
        self.account.user_id
    }

    fn session_auth_hash(&self) -> &[u8] {
        &self.password_hash
    }
}

#[derive(Clone)]
pub(crate) struct Accounts(pub Backend);

pub(crate) struct Credentials {
    pub email: String,
    pub password: String,
}

#[derive(Debug, Error)]
#[error("{detail}")]
pub(crate) struct AccountFault {
    detail: String,
    /// Nothing is wrong: it did not come to its turn.
    is_busy: bool,
}

impl From<StoreFault> for AccountFault {
    fn from(fault: StoreFault) -> Self {
        Self { detail: fault.to_string(), is_busy: false }
    }
}

impl From<Failure> for AccountFault {
    fn from(failure: Failure) -> Self {
        Self { is_busy: failure.kind == FailureKind::Busy, detail: failure.detail }
    }
}

/// Whether a password did not come to its turn.
pub(super) fn is_busy(fault: &axum_login::Error<Accounts>) -> bool {
    matches!(fault, axum_login::Error::Backend(fault) if fault.is_busy)
}

impl AuthnBackend for Accounts {
    type User = Person;
    type Credentials = Credentials;
    type Error = AccountFault;

    async fn authenticate(&self, given: Credentials) -> Result<Option<Person>, AccountFault> {
        let row = self.0.accounts().user_by_email(&given.email.trim().to_lowercase()).await?;
        let hash = row.as_ref().and_then(|row| row.password_hash.clone());
        let right = verify_password(given.password, hash).await?;
        match row.filter(|_| right) {
            Some(row) => self.person(row).await,
            None => Ok(None),
        }
    }

    async fn get_user(&self, id: &UserId) -> Result<Option<Person>, AccountFault> {
        match self.0.accounts().user(*id).await? {
            Some(row) => self.person(row).await,
            None => Ok(None),
        }
    }
}

impl Accounts {
    async fn person(&self, row: UserRow) -> Result<Option<Person>, AccountFault> {
        let tenant = self.0.accounts().tenant(row.tenant).await?;
        let password_hash = row.password_hash.clone().unwrap_or_default().into_bytes();
        Ok(tenant.map(|tenant| Person { account: account(row, tenant.slug), password_hash }))
    }
}

pub(crate) fn account(row: UserRow, tenant_slug: String) -> Account {
    Account { user_id: row.id, tenant_id: row.tenant, tenant_slug, name: row.name, email: row.email, role: row.role }
}

/// Keeps browser sessions in our own database.
#[derive(Clone)]
pub(crate) struct CookieStore(pub Backend);

impl fmt::Debug for CookieStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieStore")
    }
}

#[async_trait]
impl SessionStore for CookieStore {
    async fn create(&self, record: &mut Record) -> session_store::Result<()> {
        // Always a new one: a session that was ended before would keep the id that somebody else may know.
        record.id = Id::default();
        // 128 random bits do not collide; a taken id is replaced all the same.
        while self.load(&record.id).await?.is_some() {
            record.id = Id::default();
        }
        self.save(record).await
    }

    async fn save(&self, record: &Record) -> session_store::Result<()> {
        let data = serde_json::to_string(&record.data).map_err(|fault| session_store::Error::Encode(fault.to_string()))?;
        let row = WebSessionRow { id: kept_id(&record.id), data, expires_at: micros(record.expiry_date) };
        self.0.accounts().save_web_session(row).await.map_err(|fault| session_store::Error::Backend(fault.to_string()))
    }

    async fn load(&self, id: &Id) -> session_store::Result<Option<Record>> {
        let row = self.0.accounts().web_session(&kept_id(id), self.0.now()).await;
        let Some(row) = row.map_err(|fault| session_store::Error::Backend(fault.to_string()))? else { return Ok(None) };
        let data = serde_json::from_str(&row.data).map_err(|fault| session_store::Error::Decode(fault.to_string()))?;
        let nanos = i128::from(row.expires_at.0) * 1_000;
        let expiry_date =
            OffsetDateTime::from_unix_timestamp_nanos(nanos).map_err(|fault| session_store::Error::Decode(fault.to_string()))?;
        Ok(Some(Record { id: *id, data, expiry_date }))
    }

    async fn delete(&self, id: &Id) -> session_store::Result<()> {
        let kept = kept_id(id);
        let deleted = self.0.accounts().delete_web_session(&kept).await;
        self.0.tokens().forget(RightsLost::SignIn(kept));
        deleted.map_err(|fault| session_store::Error::Backend(fault.to_string()))
    }
}

/// As the database knows a session: whoever reads it there cannot make a cookie of it.
pub(crate) fn kept_id(id: &Id) -> String {
    URL_SAFE_NO_PAD.encode(digest(id.to_string().as_bytes()))
}

pub(crate) fn micros(at: OffsetDateTime) -> Timestamp {
    Timestamp(i64::try_from(at.unix_timestamp_nanos() / 1_000).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_password_that_did_not_come_to_its_turn_is_for_later() {
        let failed = |kind| axum_login::Error::<Accounts>::Backend(Failure::new(kind, "a fault").into());
        assert!(is_busy(&failed(FailureKind::Busy)));
        assert!(!is_busy(&failed(FailureKind::Internal)) && !is_busy(&failed(FailureKind::Unavailable)));
    }
}
