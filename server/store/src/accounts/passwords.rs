//! Passwords that change: by their owner, by an administrator's link, by the command line.

use super::{
    log,
    rights::{TELL, of_person},
};
use crate::{
    Store,
    columns::At,
    faults::fault,
    insert::Dialect,
    pools::{change, read, transaction},
    watch::RIGHTS,
};
use domain::{
    StoreFault,
    account::{AuditEntry, PasswordLink},
};
use protocol::{Timestamp, TokenId, UserId};
use uuid::Uuid;

const SET: &str = "UPDATE users SET password_hash = $2 WHERE id = $1";
const LINK: &str = "DELETE FROM password_links WHERE user_id = $1";
const SIGN_INS: &str = "DELETE FROM web_sessions WHERE data LIKE $1";

/// In a transaction; answers whether there is such a person. Other nodes hear of it at the commit.
macro_rules! set_password {
    ($on:expr, $dialect:expr, $node:expr, $id:expr, $hash:expr) => {{
        let set = sqlx::query(SET).bind($id.0).bind($hash).execute(&mut *$on).await.map_err(fault)?;
        let known = set.rows_affected() == 1;
        if known {
            sqlx::query(LINK).bind($id.0).execute(&mut *$on).await.map_err(fault)?;
            sqlx::query(SIGN_INS).bind(format!("%{}%", $id)).execute(&mut *$on).await.map_err(fault)?;
            if $dialect == Dialect::Postgres {
                sqlx::query(TELL).bind(RIGHTS).bind(of_person($node, $id)).execute(&mut *$on).await.map_err(fault)?;
            }
        }
        known
    }};
}

impl Store {
    pub(super) async fn change_password(
        &self,
        id: UserId,
        password_hash: &str,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        let node = self.inner.node;
        Ok(transaction!(self.pools(), |on, dialect| {
            let known = set_password!(on, dialect, node, id, password_hash);
            if let Some(audit) = audit.as_ref().filter(|_| known) {
                log!(&mut *on, audit);
            }
            known
        }))
    }

    pub(super) async fn put_password_link(&self, link: PasswordLink, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO password_links (user_id, hash, created_at, expires_at) VALUES ($1, $2, $3, $4) \
            ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at, \
            expires_at = excluded.expires_at";
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(link.user.0).bind(&link.hash).bind(At(link.created_at)).bind(At(link.expires_at));
            query.execute(&mut *on).await.map_err(fault)?;
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(super) async fn find_password_link(&self, hash: &[u8], now: Timestamp) -> Result<Option<UserId>, StoreFault> {
        const SQL: &str = "SELECT user_id FROM password_links WHERE hash = $1 AND expires_at > $2";
        let found: Option<Uuid> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(hash).bind(At(now)).fetch_optional(on).await.map_err(fault)?);
        Ok(found.map(UserId))
    }

    /// Uses up a link and sets the password as `AccountStore::use_password_link` does. All API tokens of the person end with it where
    /// there is a line of the audit for each, and the lines are written with it: all or nothing. `None` if the link does not hold.
    pub async fn reset_password(
        &self,
        hash: &[u8],
        password_hash: &str,
        now: Timestamp,
        end_tokens: Option<&(dyn Fn(TokenId) -> AuditEntry + Send + Sync)>,
        audit: Option<&AuditEntry>,
    ) -> Result<Option<UserId>, StoreFault> {
        const TAKE: &str = "DELETE FROM password_links WHERE hash = $1 AND expires_at > $2 RETURNING user_id";
        const END: &str = "UPDATE api_tokens SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL RETURNING id";
        let node = self.inner.node;
        Ok(transaction!(self.pools(), |on, dialect| {
            let query = sqlx::query_scalar(TAKE).bind(hash).bind(At(now));
            let of: Option<Uuid> = query.fetch_optional(&mut *on).await.map_err(fault)?;
            let of = match of.map(UserId) {
                Some(id) => set_password!(on, dialect, node, id, password_hash).then_some(id),
                None => None,
            };
            if let Some(id) = of {
                if let Some(audit) = audit {
                    log!(&mut *on, audit);
                }
                if let Some(describe) = end_tokens {
                    // The tokens that are open now: what was listed before may have changed.
                    let query = sqlx::query_scalar(END).bind(id.0).bind(At(now));
                    let ended: Vec<Uuid> = query.fetch_all(&mut *on).await.map_err(fault)?;
                    for token in ended {
                        let audit = describe(TokenId(token));
                        log!(&mut *on, audit);
                    }
                }
            }
            of
        }))
    }

    pub(super) async fn remove_expired_links(&self, now: Timestamp) -> Result<u64, StoreFault> {
        Ok(change!(self, |on| {
            let query = sqlx::query("DELETE FROM password_links WHERE expires_at <= $1").bind(At(now));
            query.execute(on).await.map_err(fault)?.rows_affected()
        }))
    }
}
