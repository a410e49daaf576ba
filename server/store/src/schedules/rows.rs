//! The rows of schedules as people make, see and change them, whatever the schedules start.

use super::tables::Tables;
use crate::{
    Store,
    accounts::log,
    columns::{At, count},
    datum::Datum,
    faults::fault,
    insert::Statement,
    pools::{newest_first, read, transaction},
};
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::Webhook,
};
use protocol::{TenantId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder, postgres::PgRow, sqlite::SqliteRow};
use uuid::Uuid;

/// A column with its value.
pub(crate) type Column<'a> = (&'static str, Datum<'a>);

/// What is written of a schedule.
pub(crate) struct Settings<'a> {
    pub(crate) id: Uuid,
    pub(crate) tenant: TenantId,
    pub(crate) cron: &'a str,
    pub(crate) timezone: &'a str,
    pub(crate) enabled: bool,
    pub(crate) webhook: Option<&'a Webhook>,
    pub(crate) next_run_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    /// Of its kind, and never another.
    pub(crate) made: Vec<Column<'a>>,
    /// Of its kind, and changed with the others.
    pub(crate) own: Vec<Column<'a>>,
}

impl<'a> Settings<'a> {
    fn secret_id(&self) -> Option<&'a str> {
        self.webhook.and_then(|webhook| webhook.secret_id.as_deref())
    }

    /// What is changed, without when it is due next.
    fn changing(&mut self) -> Vec<Column<'a>> {
        let mut columns = std::mem::take(&mut self.own);
        columns.extend([
            ("cron", Datum::text(self.cron)),
            ("timezone", Datum::text(self.timezone)),
            ("enabled", Datum::flag(self.enabled)),
            ("webhook_url", Datum::maybe_text(self.webhook.map(|webhook| webhook.url.as_str()))),
            ("secret_id", Datum::maybe_text(self.secret_id())),
            ("updated_at", Datum::at(self.updated_at)),
        ]);
        columns
    }
}

/// Runs a statement of another table in the same transaction.
macro_rules! also {
    ($on:expr, $statement:expr) => {
        if let Some(statement) = $statement {
            let mut query = sqlx::query(AssertSqlSafe(statement.sql));
            for datum in statement.data {
                query = query.bind(datum);
            }
            query.execute(&mut *$on).await.map_err(fault)?;
        }
    };
}

impl Store {
    /// `beside` is written with it.
    pub(crate) async fn write_schedule(
        &self,
        tables: &Tables,
        mut row: Settings<'_>,
        beside: Option<Statement<'_>>,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        let mut columns = vec![("id", Datum::id(row.id)), ("tenant_id", Datum::id(row.tenant.0))];
        columns.append(&mut row.made);
        columns.extend(row.changing());
        columns.extend([("next_run_at", Datum::maybe_at(row.next_run_at)), ("created_at", Datum::at(row.created_at))]);
        let (names, data): (Vec<&str>, Vec<Datum<'_>>) = columns.into_iter().unzip();
        let places: Vec<String> = (1..=names.len()).map(|place| format!("${place}")).collect();
        let sql = format!("INSERT INTO {} ({}) VALUES ({})", tables.schedules, names.join(", "), places.join(", "));
        transaction!(self.pools(), |on, _dialect| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for datum in data {
                query = query.bind(datum);
            }
            query.execute(&mut *on).await.map_err(fault)?;
            also!(on, beside);
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(crate) async fn rewrite_schedule(
        &self,
        tables: &Tables,
        mut row: Settings<'_>,
        (was, retimed): (Timestamp, bool),
        beside: Option<Statement<'_>>,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        let schedules = tables.schedules;
        let secret = AssertSqlSafe(format!(
            "DELETE FROM secrets WHERE tenant_id = $1 AND id = (SELECT secret_id FROM {schedules} \
             WHERE tenant_id = $1 AND id = $2 AND updated_at = $3) AND id <> $4"
        ));
        let (tenant, id, kept) = (row.tenant.0, row.id, row.secret_id().unwrap_or_default());
        let mut columns = row.changing();
        if retimed {
            columns.push(("next_run_at", Datum::maybe_at(row.next_run_at)));
        }
        let changes: Vec<String> = columns.iter().zip(4..).map(|((name, _), place)| format!("{name} = ${place}")).collect();
        let sql = format!("UPDATE {schedules} SET {} WHERE tenant_id = $1 AND id = $2 AND updated_at = $3", changes.join(", "));
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(secret).bind(tenant).bind(id).bind(At(was)).bind(kept);
            query.execute(&mut *on).await.map_err(fault)?;
            let mut query = sqlx::query(AssertSqlSafe(sql)).bind(tenant).bind(id).bind(At(was));
            for (_, datum) in columns {
                query = query.bind(datum);
            }
            if query.execute(&mut *on).await.map_err(fault)?.rows_affected() != 1 {
                return Err(StoreFault::Conflict);
            }
            also!(on, beside);
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    /// With its secret, where it is in what `within` names.
    pub(crate) async fn remove_schedule(
        &self,
        tables: &Tables,
        (tenant, id): (TenantId, Uuid),
        within: Option<(&'static str, Uuid)>,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        let schedules = tables.schedules;
        let (column, owner) = within.unwrap_or(("id", id));
        let those = format!("FROM {schedules} WHERE tenant_id = $1 AND id = $2 AND {column} = $3");
        let secret = format!("DELETE FROM secrets WHERE tenant_id = $1 AND id = (SELECT secret_id {those})");
        let statements = [secret, format!("DELETE {those}")];
        Ok(transaction!(self.pools(), |on, _dialect| {
            let mut gone = 0;
            for sql in statements {
                let query = sqlx::query(AssertSqlSafe(sql)).bind(tenant.0).bind(id).bind(owner);
                gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            }
            if let Some(audit) = audit.as_ref().filter(|_| gone == 1) {
                log!(&mut *on, audit);
            }
            gone == 1
        }))
    }

    /// The one with these values. `select` is what its kind reads of a schedule.
    pub(crate) async fn find_schedule<R>(
        &self,
        select: &'static str,
        tenant: TenantId,
        with: &[(&'static str, Uuid)],
    ) -> Result<Option<R>, StoreFault>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(read!(self, |on| {
            let mut sql = QueryBuilder::new(select);
            sql.push("s.tenant_id = ").push_bind(tenant.0);
            for (column, value) in with {
                sql.push(" AND s.").push(*column).push(" = ").push_bind(*value);
            }
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        }))
    }

    /// Those with this value, or the tenant's, newest first.
    pub(crate) async fn list_schedules<R>(
        &self,
        select: &'static str,
        tenant: TenantId,
        with: Option<(&'static str, Uuid)>,
        page: PageQuery,
    ) -> Result<Vec<R>, StoreFault>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT * FROM (");
            sql.push(select).push("s.tenant_id = ").push_bind(tenant.0);
            if let Some((column, value)) = with {
                sql.push(" AND s.").push(column).push(" = ").push_bind(value);
            }
            sql.push(") AS listed WHERE 1 = 1");
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        }))
    }

    pub(crate) async fn number_of_schedules(
        &self,
        tables: &Tables,
        tenant: TenantId,
        (column, value): (&'static str, Uuid),
    ) -> Result<u64, StoreFault> {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {} WHERE tenant_id = $1 AND {column} = $2", tables.schedules));
        let number: i64 =
            read!(self, |on| sqlx::query_scalar(sql).bind(tenant.0).bind(value).fetch_one(on).await.map_err(fault)?);
        count(number)
    }
}
