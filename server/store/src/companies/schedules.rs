//! Schedules of searches and what they send: `company_schedules` and `company_webhook_deliveries`. When they are due and how far a
//! delivery has come is written as for schedules of runs.

use super::parsed;
use crate::{
    Store,
    columns::{At, count},
    datum::Datum,
    schedules::{
        Found, Settings,
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
use sqlx::types::Json;
use uuid::Uuid;

const SEARCHES: Tables = Tables {
    schedules: "company_schedules",
    deliveries: "company_webhook_deliveries",
    work: "company_searches",
    // When it was due before.
    starting: ", starting_due_at = next_run_at",
    // They are in no project.
    resting: "",
};

/// Whose a schedule of searches is.
const PERSON: &str = "user_id";

const SCHEDULE: &str = select!(
    "s.user_id, s.name, s.request, s.starting_due_at, r.companies AS last_companies",
    "company_schedules",
    "company_searches",
    "company_webhook_deliveries"
);

#[derive(sqlx_macros::FromRow)]
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

fn settings<'a>(row: &'a CompanyScheduleRow, request: &'a Value) -> Settings<'a> {
    Settings {
        id: row.id.0,
        tenant: row.tenant,
        cron: &row.cron,
        timezone: &row.timezone,
        enabled: row.enabled,
        webhook: row.webhook.as_ref(),
        next_run_at: row.next_run_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        made: vec![(PERSON, Datum::id(row.user.0))],
        own: vec![("name", Datum::text(&row.name)), ("request", Datum::json(request))],
    }
}

#[async_trait]
impl CompanyScheduleStore for Store {
    async fn insert_company_schedule(&self, row: &CompanyScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.write_schedule(&SEARCHES, settings(row, &request(row)?), None, audit).await
    }

    async fn change_company_schedule(
        &self,
        row: &CompanyScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        self.rewrite_schedule(&SEARCHES, settings(row, &request(row)?), (was, retimed), None, audit).await
    }

    async fn delete_company_schedule(
        &self,
        tenant: TenantId,
        id: CompanyScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.remove_schedule(&SEARCHES, (tenant, id.0), None, audit).await
    }

    async fn company_schedule(&self, tenant: TenantId, id: CompanyScheduleId) -> Result<Option<CompanyScheduleRow>, StoreFault> {
        self.find_schedule::<Record>(SCHEDULE, tenant, &[("id", id.0)]).await?.map(Record::row).transpose()
    }

    async fn company_schedules(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        let records = self.list_schedules::<Record>(SCHEDULE, tenant, user.map(|user| (PERSON, user.0)), page).await?;
        records.into_iter().map(Record::row).collect()
    }

    async fn count_company_schedules(&self, tenant: TenantId, user: UserId) -> Result<u64, StoreFault> {
        self.number_of_schedules(&SEARCHES, tenant, (PERSON, user.0)).await
    }

    async fn due_company_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault> {
        self.list_due::<Record>((SCHEDULE, ""), now, limit).await?.into_iter().map(Record::row).collect()
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
