//! `web_sessions`: the server's side of the cookie.

use super::rights::{TELL, of_sign_in};
use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    insert::Dialect,
    pools::{change, read, transaction},
    watch::RIGHTS,
};
use domain::{StoreFault, account::WebSessionRow};
use protocol::Timestamp;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: String,
    data: String,
    expires_at: At,
}

impl Store {
    pub(super) async fn put_web_session(&self, row: WebSessionRow) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO web_sessions (id, data, expires_at) VALUES ($1, $2, $3) \
            ON CONFLICT (id) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at";
        change!(self, |on| {
            let query = sqlx::query(SQL).bind(text(&row.id)).bind(text(&row.data)).bind(At(row.expires_at));
            query.execute(on).await.map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn find_web_session(&self, id: &str, now: Timestamp) -> Result<Option<WebSessionRow>, StoreFault> {
        const SQL: &str = "SELECT id, data, expires_at FROM web_sessions WHERE id = $1 AND expires_at > $2";
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(text(id)).bind(At(now)).fetch_optional(on).await.map_err(fault)?);
        Ok(record.map(|record| WebSessionRow { id: record.id, data: record.data, expires_at: record.expires_at.0 }))
    }

    pub(super) async fn remove_web_session(&self, id: &str) -> Result<(), StoreFault> {
        let note = of_sign_in(self.inner.node, id);
        transaction!(self.pools(), |on, dialect| {
            let gone = sqlx::query("DELETE FROM web_sessions WHERE id = $1").bind(text(id)).execute(&mut *on).await;
            if gone.map_err(fault)?.rows_affected() == 1 && dialect == Dialect::Postgres {
                sqlx::query(TELL).bind(RIGHTS).bind(note).execute(&mut *on).await.map_err(fault)?;
            }
        });
        Ok(())
    }

    pub(super) async fn remove_expired_web_sessions(&self, now: Timestamp) -> Result<u64, StoreFault> {
        Ok(change!(self, |on| {
            let query = sqlx::query("DELETE FROM web_sessions WHERE expires_at <= $1").bind(At(now));
            query.execute(on).await.map_err(fault)?.rows_affected()
        }))
    }
}
