//! `project_file_parts`: the bytes of files, reachable from every node; `project_files` says whose they are.

use crate::{
    Store,
    columns::At,
    faults::fault,
    insert::Dialect,
    large::end_piece,
    pools::{change, read, transaction},
};
use domain::StoreFault;
use protocol::{FileId, TenantId, Timestamp};
use uuid::Uuid;

/// The length of a part is read without its bytes.
const SUM: &str = "SELECT CAST(COALESCE(SUM(LENGTH(bytes)), 0) AS BIGINT) FROM project_file_parts WHERE tenant_id = $1";
/// Parts that one piece removes: to remove one takes much less than to write it.
const REMOVED_AT_ONCE: usize = 8;

impl Store {
    /// Adding up and adding are one: no two uploads fill the same room. False where it does not fit.
    pub(super) async fn write_part(
        &self,
        tenant: TenantId,
        (file, part): (FileId, u32),
        bytes: &[u8],
        most: u64,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        // SQLite has one writer anyway.
        const LOCK: &str = "SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE";
        const SQL: &str =
            "INSERT INTO project_file_parts (file_id, part, tenant_id, bytes, created_at) VALUES ($1, $2, $3, $4, $5)";
        let part = number(part)?;
        let piece = self.pools().begin_piece(tenant, bytes.len()).await?;
        let fits = transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres {
                sqlx::query(LOCK).bind(tenant.0).execute(&mut *on).await.map_err(fault)?;
            }
            let used: i64 = sqlx::query_scalar(SUM).bind(tenant.0).fetch_one(&mut *on).await.map_err(fault)?;
            if u64::try_from(used).unwrap_or_default().saturating_add(bytes.len() as u64) > most {
                return Ok(false);
            }
            let query = sqlx::query(SQL).bind(file.0).bind(part).bind(tenant.0).bind(bytes).bind(At(now));
            query.execute(&mut *on).await.map_err(fault)?;
            true
        });
        end_piece(piece).await;
        Ok(fits)
    }

    /// In pieces, which take turns with those that are written; answers how many parts there were. The first goes first: no source comes
    /// to have the file then, and what is left where this breaks off is lost.
    pub(super) async fn remove_parts(&self, tenant: TenantId, file: FileId) -> Result<u64, StoreFault> {
        const PARTS: &str = "SELECT part, CAST(LENGTH(bytes) AS BIGINT) FROM project_file_parts \
            WHERE file_id = $1 AND tenant_id = $2 ORDER BY part";
        const SQL: &str = "DELETE FROM project_file_parts WHERE file_id = $1 AND tenant_id = $2 AND part BETWEEN $3 AND $4 \
            AND NOT EXISTS (SELECT 1 FROM project_files f WHERE f.file_id = project_file_parts.file_id)";
        let parts: Vec<(i32, i64)> =
            read!(self, |on| sqlx::query_as(PARTS).bind(file.0).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        let mut removed = 0;
        for some in parts.chunks(REMOVED_AT_ONCE) {
            let (Some((first, _)), Some((last, _))) = (some.first(), some.last()) else { continue };
            let bytes: usize = some.iter().map(|(_, bytes)| usize::try_from(*bytes).unwrap_or_default()).sum();
            let piece = self.pools().begin_piece(tenant, bytes).await?;
            removed += change!(self, |on| {
                let query = sqlx::query(SQL).bind(file.0).bind(tenant.0).bind(*first).bind(*last);
                query.execute(on).await.map_err(fault)?.rows_affected()
            });
            end_piece(piece).await;
        }
        Ok(removed)
    }

    pub(super) async fn find_part(&self, tenant: TenantId, file: FileId, part: u32) -> Result<Option<Vec<u8>>, StoreFault> {
        const SQL: &str = "SELECT bytes FROM project_file_parts WHERE file_id = $1 AND part = $2 AND tenant_id = $3";
        Ok(read!(self, |on| {
            let query = sqlx::query_scalar(SQL).bind(file.0).bind(number(part)?).bind(tenant.0);
            query.fetch_optional(on).await.map_err(fault)?
        }))
    }

    pub(super) async fn sum_parts(&self, tenant: TenantId) -> Result<u64, StoreFault> {
        let sum: i64 = read!(self, |on| sqlx::query_scalar(SUM).bind(tenant.0).fetch_one(on).await.map_err(fault)?);
        Ok(u64::try_from(sum).unwrap_or_default())
    }

    pub(super) async fn sum_parts_by_tenant(&self, limit: u32) -> Result<Vec<(TenantId, u64)>, StoreFault> {
        // Also of those that have no file any more.
        const SQL: &str = "SELECT t.id, CAST(COALESCE(SUM(LENGTH(p.bytes)), 0) AS BIGINT) FROM tenants t \
            LEFT JOIN project_file_parts p ON p.tenant_id = t.id GROUP BY t.id ORDER BY 2 DESC, t.id LIMIT $1";
        let rows: Vec<(Uuid, i64)> =
            read!(self, |on| sqlx::query_as(SQL).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?);
        Ok(rows.into_iter().map(|(id, bytes)| (TenantId(id), u64::try_from(bytes).unwrap_or_default())).collect())
    }

    pub(super) async fn has_parts(&self, file: FileId) -> Result<bool, StoreFault> {
        const SQL: &str = "SELECT 1 FROM project_file_parts WHERE file_id = $1 AND part = 0";
        let found: Option<i32> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(file.0).fetch_optional(on).await.map_err(fault)?);
        Ok(found.is_some())
    }

    pub(super) async fn remove_lost_parts(&self, before: Timestamp) -> Result<u64, StoreFault> {
        const LOST: &str = "SELECT p.file_id, p.tenant_id FROM project_file_parts p \
            WHERE NOT EXISTS (SELECT 1 FROM project_files f WHERE f.file_id = p.file_id) \
            GROUP BY p.file_id, p.tenant_id HAVING MAX(p.created_at) < $1";
        let lost: Vec<(Uuid, Uuid)> =
            read!(self, |on| sqlx::query_as(LOST).bind(At(before)).fetch_all(on).await.map_err(fault)?);
        let mut removed = 0;
        for (file, tenant) in lost {
            // Those of other tenants are not kept by a turn that did not come.
            match self.remove_parts(TenantId(tenant), FileId(file)).await {
                Ok(parts) => removed += parts,
                Err(why) => tracing::warn!(error = %why, "parts of a lost file stay until the next time"),
            }
        }
        Ok(removed)
    }
}

fn number(part: u32) -> Result<i32, StoreFault> {
    i32::try_from(part).map_err(|_| StoreFault::Refused("a file has too many parts".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::large::LARGE;
    use domain::account::{AccountStore as _, TenantRow};
    use futures::FutureExt;

    #[tokio::test]
    async fn a_small_file_is_taken_while_large_ones_wait_for_their_turn() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("a.db").display());
        let store = Store::open(&url).await.expect("a database");
        let (loud, quiet) = (TenantId(Uuid::from_u128(1)), TenantId(Uuid::from_u128(2)));
        let another = store.pools().begin_piece(loud, LARGE + 1).await.expect("nobody else writes");
        let bytes = vec![0; LARGE + 1];
        // There is room for none of them, which is found out in the transaction.
        let part = |tenant, bytes| store.write_part(tenant, (FileId(Uuid::nil()), 0), bytes, 0, Timestamp(0));
        let mut large: Vec<_> = (0..3).map(|_| Box::pin(part(loud, &bytes[..]))).collect();
        assert!(large.iter_mut().all(|one| one.now_or_never().is_none()));
        assert!(!part(quiet, b"small").await.expect("it waits for none of them"));
        assert!(large.iter_mut().all(|one| one.now_or_never().is_none()), "they wait for their turn");
        drop(another);
        for one in large {
            assert!(!one.await.expect("in its turn"));
        }
        store.close().await;
    }

    #[tokio::test]
    async fn a_large_file_is_removed_in_its_turn_and_a_small_one_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("a.db").display());
        let store = Store::open(&url).await.expect("a database");
        let (loud, quiet) = (TenantId(Uuid::from_u128(1)), TenantId(Uuid::from_u128(2)));
        let row = TenantRow { id: quiet, slug: "quiet".into(), name: "Quiet".into(), created_at: Timestamp(0) };
        store.insert_tenant(row).await.expect("a tenant");
        let (large, small) = (FileId(Uuid::from_u128(3)), FileId(Uuid::from_u128(4)));
        let write = |part, bytes| store.write_part(quiet, part, bytes, u64::MAX, Timestamp(0));
        let bytes = vec![0; LARGE + 1];
        // One more than one piece removes.
        let parts = REMOVED_AT_ONCE + 1;
        for part in (0..).take(parts) {
            assert!(write((large, part), &bytes[..]).await.expect("it is kept"));
        }
        assert!(write((small, 0), b"small").await.expect("it is kept"));
        let another = store.pools().begin_piece(loud, LARGE + 1).await.expect("nobody else writes");
        let mut removing = Box::pin(store.remove_parts(quiet, large));
        tokio::select! {
            biased;
            _ = &mut removing => panic!("it does not wait for its turn"),
            removed = store.remove_parts(quiet, small) => assert_eq!(removed.expect("it waits for nothing"), 1),
        }
        let whole = u64::try_from(parts * bytes.len()).expect("a number");
        assert_eq!(store.sum_parts(quiet).await.expect("a sum"), whole, "nothing of it is gone yet");
        drop(another);
        assert_eq!(removing.await.expect("in its turn"), u64::try_from(parts).expect("a number"));
        assert_eq!(store.sum_parts(quiet).await.expect("a sum"), 0);
        store.close().await;
    }
}
