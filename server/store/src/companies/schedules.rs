//! Schedules of searches and what they send: `company_schedules` and `company_webhook_deliveries`. When they are due and how far a
//! delivery has come is written as for schedules of runs.

use super::parsed;
use crate::{
    Store,
    accounts::log,
    columns::{At, count, document, text},
    faults::fault,
    pools::{newest_first, read, transaction},
    schedules::{
        Found,
        tables::{Tables, Timed, select},
    },
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    companies::{CompanyScheduleRow, CompanyScheduleStore, DueCompanyDelivery, LastCompanySearch},
    runs::{Delivered, Firing, Starting},
};
use protocol::{CompanyScheduleId, CompanySearchId, TenantId, Timestamp, UserId};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

const SEARCHES: Tables = Tables {
    schedules: "company_schedules",
    deliveries: "company_webhook_deliveries",
    work: "company_searches",
    // When it was due before.
    starting: ", starting_due_at = next_run_at",
};

const SCHEDULE: &str = select!(
    "s.user_id, s.name, s.request, s.starting_due_at, r.companies AS last_companies",
    "company_schedules",
    "company_searches",
    "company_webhook_deliveries"
);

#[derive(sqlx::FromRow)]
struct Record {
    #[sqlx(flatten)]
    timed: Timed,
    user_id: Uuid,
    name: String,
    request: Json<Value>,
    starting_due_at: Option<At>,
    last_companies: Option<i32>,
}

impl Record {
    fn row(self) -> Result<CompanyScheduleRow, StoreFault> {
        let timed = self.timed;
        let last = match (timed.last()?, self.last_companies) {
            (Some((id, at, Some(status))), Some(companies)) => {
                Some(LastCompanySearch { id: CompanySearchId(id), status, at, new_companies: count(companies)? })
            }
            _ => None,
        };
        let starting = timed.starting(CompanySearchId);
        Ok(CompanyScheduleRow {
            id: CompanyScheduleId(timed.id),
            tenant: TenantId(timed.tenant_id),
            user: UserId(self.user_id),
            name: self.name,
            enabled: timed.enabled,
            request: parsed(self.request)?,
            webhook: timed.webhook(),
            next_run_at: timed.next_run_at.map(|at| at.0),
            starting_due: self.starting_due_at.filter(|_| starting.is_some()).map(|at| at.0),
            starting,
            last,
            skipped: timed.skipped(),
            delivery: timed.delivery()?,
            created_at: timed.created_at.0,
            updated_at: timed.updated_at.0,
            cron: timed.cron,
            timezone: timed.timezone,
        })
    }
}

fn request(row: &CompanyScheduleRow) -> Result<Value, StoreFault> {
    serde_json::to_value(&row.request).map_err(|error| StoreFault::Refused(error.to_string()))
}

fn secret_id(row: &CompanyScheduleRow) -> Option<&str> {
    row.webhook.as_ref().and_then(|webhook| webhook.secret_id.as_deref())
}

#[async_trait]
impl CompanyScheduleStore for Store {
    async fn insert_company_schedule(&self, row: &CompanyScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO company_schedules (id, tenant_id, user_id, name, cron, timezone, enabled, request, \
            webhook_url, secret_id, next_run_at, created_at, updated_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        let request = request(row)?;
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(SQL)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(row.user.0)
                .bind(text(&row.name))
                .bind(text(&row.cron))
                .bind(text(&row.timezone))
                .bind(row.enabled)
                .bind(document(&request))
                .bind(row.webhook.as_ref().map(|webhook| text(&webhook.url)))
                .bind(secret_id(row))
                .bind(row.next_run_at.map(At))
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

    async fn change_company_schedule(
        &self,
        row: &CompanyScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        const SECRET: &str = "DELETE FROM secrets WHERE tenant_id = $1 AND id = (SELECT secret_id FROM company_schedules \
            WHERE tenant_id = $1 AND id = $2 AND updated_at = $3) AND id <> $4";
        const SQL: &str = "UPDATE company_schedules SET name = $4, cron = $5, timezone = $6, enabled = $7, request = $8, \
            webhook_url = $9, secret_id = $10, updated_at = $11 WHERE tenant_id = $1 AND id = $2 AND updated_at = $3";
        const TIME: &str = "UPDATE company_schedules SET next_run_at = $3 WHERE tenant_id = $1 AND id = $2";
        let request = request(row)?;
        transaction!(self.pools(), |on, _dialect| {
            let secret = sqlx::query(SECRET).bind(row.tenant.0).bind(row.id.0).bind(At(was));
            secret.bind(secret_id(row).unwrap_or_default()).execute(&mut *on).await.map_err(fault)?;
            let changed = sqlx::query(SQL)
                .bind(row.tenant.0)
                .bind(row.id.0)
                .bind(At(was))
                .bind(text(&row.name))
                .bind(text(&row.cron))
                .bind(text(&row.timezone))
                .bind(row.enabled)
                .bind(document(&request))
                .bind(row.webhook.as_ref().map(|webhook| text(&webhook.url)))
                .bind(secret_id(row))
                .bind(At(row.updated_at))
                .execute(&mut *on)
                .await
                .map_err(fault)?
                .rows_affected();
            if changed != 1 {
                return Err(StoreFault::Conflict);
            }
            if retimed {
                let time = sqlx::query(TIME).bind(row.tenant.0).bind(row.id.0).bind(row.next_run_at.map(At));
                time.execute(&mut *on).await.map_err(fault)?;
            }
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    async fn delete_company_schedule(
        &self,
        tenant: TenantId,
        id: CompanyScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SECRET: &str = "DELETE FROM secrets WHERE tenant_id = $1 AND id = (SELECT secret_id FROM company_schedules \
            WHERE tenant_id = $1 AND id = $2)";
        const SQL: &str = "DELETE FROM company_schedules WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let mut gone = 0;
            for sql in [SECRET, SQL] {
                let query = sqlx::query(sql).bind(tenant.0).bind(id.0);
                gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            }
            if let Some(audit) = audit.as_ref().filter(|_| gone == 1) {
                log!(&mut *on, audit);
            }
            gone == 1
        }))
    }

    async fn company_schedule(&self, tenant: TenantId, id: CompanyScheduleId) -> Result<Option<CompanyScheduleRow>, StoreFault> {
        let record: Option<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SCHEDULE);
            sql.push("s.tenant_id = ").push_bind(tenant.0).push(" AND s.id = ").push_bind(id.0);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    async fn company_schedules(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT * FROM (");
            sql.push(SCHEDULE).push("s.tenant_id = ").push_bind(tenant.0);
            if let Some(user) = user {
                sql.push(" AND s.user_id = ").push_bind(user.0);
            }
            sql.push(") AS listed WHERE 1 = 1");
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    async fn count_company_schedules(&self, tenant: TenantId, user: UserId) -> Result<u64, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM company_schedules WHERE tenant_id = $1 AND user_id = $2";
        let number: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(user.0).fetch_one(on).await.map_err(fault)?);
        count(number)
    }

    async fn due_company_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        self.list_due::<Record>(SCHEDULE, now, limit).await?.into_iter().map(Record::row).collect()
    }

    async fn starting_company_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        self.list_starting::<Record>(SCHEDULE, before, limit).await?.into_iter().map(Record::row).collect()
    }

    async fn claim_company_firing(
        &self,
        row: &CompanyScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing<CompanySearchId>,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        let found = Found { tenant: row.tenant, id: row.id.0, enabled: row.enabled, due: row.next_run_at };
        self.write_firing(&SEARCHES, found, next, (firing, now)).await
    }

    async fn settle_company_firing(
        &self,
        row: &CompanyScheduleRow,
        starting: Starting<CompanySearchId>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault> {
        self.write_settled_firing(&SEARCHES, (row.tenant, row.id.0), starting, refused).await
    }

    async fn due_company_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueCompanyDelivery>, StoreFault> {
        self.list_due_deliveries(&SEARCHES, (now, limit), (CompanyScheduleId, CompanySearchId)).await
    }

    async fn claim_company_delivery(&self, row: &DueCompanyDelivery, until: Timestamp) -> Result<bool, StoreFault> {
        self.write_claimed_delivery(&SEARCHES, row, until).await
    }

    async fn settle_company_delivery(
        &self,
        row: &DueCompanyDelivery,
        ended: &Delivered,
        now: Timestamp,
    ) -> Result<(), StoreFault> {
        self.write_settled_delivery(&SEARCHES, row, ended, now).await
    }
}
