//! A tenant's objectives: `discovery_objectives`.

use crate::{
    Store,
    accounts::log,
    columns::{At, document, text, word},
    faults::fault,
    insert::Dialect,
    pools::{change, read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::{ObjectiveRow, ObjectiveStore},
};
use protocol::{ObjectiveId, TenantId, Timestamp, interview::ContextType};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

macro_rules! columns {
    () => {
        "id, tenant_id, context_type, version, display_name, config, active, built_in, created_at, updated_at"
    };
}

/// What a change gives a row, from the first place on.
macro_rules! changed {
    ($sql:expr, $row:expr) => {
        sqlx::query($sql)
            .bind($row.tenant.0)
            .bind($row.id.0)
            .bind(text(&$row.version))
            .bind(text(&$row.display_name))
            .bind(document(&$row.config))
            .bind(At($row.updated_at))
    };
}

/// Of two changes in one tenant the second waits for the first; SQLite has one writer anyway.
const LOCK: &str = "SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE";
const OF_VERSION: &str = "SELECT config FROM discovery_objectives \
    WHERE tenant_id = $1 AND context_type = $2 AND version = $3 AND display_name = $4 AND id <> $5";

/// Leaves with a conflict where another definition of the kind has this name and version.
macro_rules! sole_of_its_version {
    ($on:expr, $dialect:expr, $row:expr) => {
        if $dialect == Dialect::Postgres {
            sqlx::query(LOCK).bind($row.tenant.0).execute(&mut *$on).await.map_err(fault)?;
        }
        let same = sqlx::query_scalar(OF_VERSION)
            .bind($row.tenant.0)
            .bind($row.context_type.name())
            .bind(text(&$row.version))
            .bind(text(&$row.display_name))
            .bind($row.id.0);
        let same: Vec<Json<Value>> = same.fetch_all(&mut *$on).await.map_err(fault)?;
        if same.iter().any(|config| config.0 != $row.config) {
            return Err(StoreFault::Conflict);
        }
    };
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    context_type: String,
    version: String,
    display_name: String,
    config: Json<Value>,
    active: bool,
    built_in: bool,
    created_at: At,
    updated_at: At,
}

#[async_trait]
impl ObjectiveStore for Store {
    async fn insert_objective_with(&self, row: ObjectiveRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str =
            concat!("INSERT INTO discovery_objectives (", columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
        transaction!(self.pools(), |on, dialect| {
            if !row.built_in {
                sole_of_its_version!(on, dialect, row);
            }
            sqlx::query(SQL)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(row.context_type.name())
                .bind(text(&row.version))
                .bind(text(&row.display_name))
                .bind(document(&row.config))
                .bind(row.active)
                .bind(row.built_in)
                .bind(At(row.created_at))
                .bind(At(row.updated_at))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    async fn update_objective_with(&self, row: ObjectiveRow, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE discovery_objectives SET version = $3, display_name = $4, config = $5, updated_at = $6, \
            built_in = $7 WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, dialect| {
            if !row.built_in {
                sole_of_its_version!(on, dialect, row);
            }
            let query = changed!(SQL, row).bind(row.built_in);
            let known = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if let Some(audit) = audit.as_ref().filter(|_| known) {
                log!(&mut *on, audit);
            }
            known
        }))
    }

    async fn activate_objective_with(
        &self,
        tenant: TenantId,
        id: ObjectiveId,
        now: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const RETIRE: &str = "UPDATE discovery_objectives SET active = false, updated_at = $3 \
            WHERE tenant_id = $1 AND active AND id <> $2 \
            AND context_type = (SELECT context_type FROM discovery_objectives WHERE tenant_id = $1 AND id = $2)";
        const ACTIVATE: &str = "UPDATE discovery_objectives SET active = true, updated_at = $3 WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres {
                sqlx::query(LOCK).bind(tenant.0).execute(&mut *on).await.map_err(fault)?;
            }
            sqlx::query(RETIRE).bind(tenant.0).bind(id.0).bind(At(now)).execute(&mut *on).await.map_err(fault)?;
            let activated = sqlx::query(ACTIVATE).bind(tenant.0).bind(id.0).bind(At(now)).execute(&mut *on).await;
            let activated = activated.map_err(fault)?.rows_affected() == 1;
            if let Some(audit) = audit.as_ref().filter(|_| activated) {
                log!(&mut *on, audit);
            }
            activated
        }))
    }

    async fn objective(&self, tenant: TenantId, id: ObjectiveId) -> Result<Option<ObjectiveRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM discovery_objectives WHERE tenant_id = $1 AND id = $2");
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    async fn objectives_of(
        &self,
        tenant: TenantId,
        context: Option<ContextType>,
        limit: u32,
        after: Option<(Timestamp, ObjectiveId)>,
    ) -> Result<Vec<ObjectiveRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(concat!("SELECT ", columns!(), " FROM discovery_objectives WHERE tenant_id = "));
            sql.push_bind(tenant.0);
            if let Some(context) = context {
                sql.push(" AND context_type = ").push_bind(context.name());
            }
            if let Some((at, id)) = after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id.0).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    async fn active_objective(&self, tenant: TenantId, context: ContextType) -> Result<Option<ObjectiveRow>, StoreFault> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM discovery_objectives WHERE tenant_id = $1 AND context_type = $2 AND active");
        let record: Option<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(tenant.0).bind(context.name()).fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    async fn built_in_of_version(&self, context: ContextType, version: &str) -> Result<Vec<ObjectiveRow>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM discovery_objectives WHERE context_type = $1 AND version = $2 AND active AND built_in ORDER BY id"
        );
        let records: Vec<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(context.name()).bind(text(version)).fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    async fn renew_built_in(&self, row: ObjectiveRow, from: &str) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE discovery_objectives SET version = $3, display_name = $4, config = $5, updated_at = $6 \
            WHERE tenant_id = $1 AND id = $2 AND version = $7 AND active AND built_in \
            AND NOT EXISTS (SELECT 1 FROM discovery_objectives AS own WHERE own.tenant_id = $1 AND own.id <> $2 AND own.version = $3 \
                AND own.display_name = $4 AND own.context_type = discovery_objectives.context_type)";
        Ok(change!(self, |on| changed!(SQL, row).bind(text(from)).execute(on).await.map_err(fault)?.rows_affected()) == 1)
    }

    async fn tenants_without(&self, context: ContextType) -> Result<Vec<TenantId>, StoreFault> {
        const SQL: &str = "SELECT id FROM tenants WHERE NOT EXISTS (SELECT 1 FROM discovery_objectives AS held \
            WHERE held.tenant_id = tenants.id AND held.context_type = $1 AND (held.active OR held.built_in)) ORDER BY id";
        let ids: Vec<Uuid> = read!(self, |on| sqlx::query_scalar(SQL).bind(context.name()).fetch_all(on).await.map_err(fault)?);
        Ok(ids.into_iter().map(TenantId).collect())
    }
}

impl Record {
    fn row(self) -> Result<ObjectiveRow, StoreFault> {
        Ok(ObjectiveRow {
            id: ObjectiveId(self.id),
            tenant: TenantId(self.tenant_id),
            context_type: word(&self.context_type)?,
            version: self.version,
            display_name: self.display_name,
            config: self.config.0,
            active: self.active,
            built_in: self.built_in,
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}
