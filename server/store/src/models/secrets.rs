//! `secrets`: each under a key of its own, bound to its tenant and its id.

use super::keyring::{Keyring, open, seal};
use crate::{
    Store,
    columns::At,
    faults::fault,
    pools::{change, read},
};
use aes_gcm::{Aes256Gcm, Key, KeyInit, aead::Generate};
use async_trait::async_trait;
use domain::{StoreFault, models::SecretStore};
use protocol::{TenantId, Timestamp};
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use uuid::Uuid;
use zeroize::{Zeroize, Zeroizing};

/// The port of secrets. Clones share the keys.
#[derive(Clone)]
pub struct Secrets {
    store: Store,
    keys: Arc<Keyring>,
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    key_version: i64,
    wrapped_key: Vec<u8>,
    sealed: Vec<u8>,
}

#[derive(sqlx_macros::FromRow)]
struct Older {
    tenant_id: Uuid,
    id: String,
    key_version: i64,
    wrapped_key: Vec<u8>,
}

impl Store {
    #[must_use]
    pub fn secrets(&self, keys: Keyring) -> Secrets {
        Secrets { store: self.clone(), keys: Arc::new(keys) }
    }
}

impl Secrets {
    /// Wraps again with the newest key whatever an older one wrapped. Answers how many were, and how many no key here opens.
    pub async fn rewrap(&self) -> Result<(usize, usize), StoreFault> {
        const OLDER: &str = "SELECT tenant_id, id, key_version, wrapped_key FROM secrets WHERE key_version <> $1";
        const SQL: &str =
            "UPDATE secrets SET key_version = $4, wrapped_key = $5 WHERE tenant_id = $1 AND id = $2 AND key_version = $3";
        let newest = self.keys.newest();
        let older: Vec<Older> = read!(self.store, |on| sqlx::query_as(OLDER).bind(newest).fetch_all(on).await.map_err(fault)?);
        let (mut rewrapped, mut lost) = (0, 0);
        for row in older {
            let label = label(TenantId(row.tenant_id), &row.id);
            let key = self.keys.unwrap(row.key_version, &row.wrapped_key, &label);
            let Some(wrapped) = key.and_then(|key| self.keys.wrap(&key, &label)) else {
                lost += 1;
                continue;
            };
            change!(self.store, |on| {
                let query = sqlx::query(SQL).bind(row.tenant_id).bind(&row.id).bind(row.key_version);
                query.bind(newest).bind(wrapped).execute(on).await.map_err(fault)?;
            });
            rewrapped += 1;
        }
        Ok((rewrapped, lost))
    }
}

#[async_trait]
impl SecretStore for Secrets {
    async fn secret(&self, tenant: TenantId, id: &str) -> Result<Option<SecretString>, StoreFault> {
        const SQL: &str = "SELECT key_version, wrapped_key, sealed FROM secrets WHERE tenant_id = $1 AND id = $2";
        let record: Option<Record> =
            read!(self.store, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id).fetch_optional(on).await.map_err(fault)?);
        let Some(record) = record else { return Ok(None) };
        let label = label(tenant, id);
        let opened = self.keys.unwrap(record.key_version, &record.wrapped_key, &label).and_then(|key| {
            let cipher = Aes256Gcm::new_from_slice(&key).ok()?;
            let text = open(&cipher, &record.sealed, &label)?;
            std::str::from_utf8(&text).ok().map(SecretString::from)
        });
        let closed =
            || StoreFault::Corrupt(format!("the secret {id} was sealed with another key, for another tenant, or is damaged"));
        opened.map(Some).ok_or_else(closed)
    }

    async fn has_secret(&self, tenant: TenantId, id: &str) -> Result<bool, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM secrets WHERE tenant_id = $1 AND id = $2";
        let count: i64 =
            read!(self.store, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(id).fetch_one(on).await.map_err(fault)?);
        Ok(count > 0)
    }

    async fn save_secret(&self, tenant: TenantId, id: &str, secret: &SecretString, now: Timestamp) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO secrets (tenant_id, id, key_version, wrapped_key, sealed, updated_at) \
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, id) DO UPDATE SET key_version = excluded.key_version, \
            wrapped_key = excluded.wrapped_key, sealed = excluded.sealed, updated_at = excluded.updated_at";
        let label = label(tenant, id);
        let mut drawn = Key::<Aes256Gcm>::generate();
        let key = Zeroizing::new(drawn.to_vec());
        let sealed = seal(&Aes256Gcm::new(&drawn), secret.expose_secret().as_bytes(), &label);
        drawn.zeroize();
        let (Some(sealed), Some(wrapped)) = (sealed, self.keys.wrap(&key, &label)) else {
            return Err(StoreFault::Refused("the secret is too long to be sealed".into()));
        };
        change!(self.store, |on| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(id).bind(self.keys.newest()).bind(wrapped).bind(sealed);
            query.bind(At(now)).execute(on).await.map_err(fault)?;
        });
        Ok(())
    }

    async fn delete_secret(&self, tenant: TenantId, id: &str) -> Result<(), StoreFault> {
        const SQL: &str = "DELETE FROM secrets WHERE tenant_id = $1 AND id = $2";
        change!(self.store, |on| {
            sqlx::query(SQL).bind(tenant.0).bind(id).execute(on).await.map_err(fault)?;
        });
        Ok(())
    }
}

/// What a secret is bound to: it cannot be opened as another tenant's, nor under another id.
fn label(tenant: TenantId, id: &str) -> Vec<u8> {
    [b"discovery secret 1\0".as_slice(), tenant.0.as_bytes(), id.as_bytes()].concat()
}
