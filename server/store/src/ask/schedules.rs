//! Schedules of kept answers and what they send: `ask_schedules` and `ask_webhook_deliveries`. When they are due and how far a delivery
//! has come is written as for schedules of runs.

use crate::{
    Store,
    columns::{At, word},
    datum::Datum,
    faults::fault,
    insert::Statement,
    pools::{Pools, read},
    schedules::{
        Found, Settings,
        tables::{Tables, Timed, select},
    },
    watch::{STREAMS, of_list},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    ask::{AskResultRow, AskScheduleRow, AskScheduleStore, DueAskDelivery, LastAskResult, SavedAsk},
    runs::{Delivered, Firing, Starting},
};
use protocol::{AskId, AskResultId, AskScheduleId, ProjectId, TenantId, Timestamp, UserId, ask::Answer, work::WorkStatus};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

const ANSWERS: Tables = Tables {
    schedules: "ask_schedules",
    deliveries: "ask_webhook_deliveries",
    work: "ask_results",
    // When it was due before.
    starting: ", starting_due_at = next_run_at",
    resting: " AND NOT EXISTS (SELECT 1 FROM asks a JOIN projects p ON p.id = a.project_id \
              WHERE a.id = s.ask_id AND p.deleted_at IS NOT NULL)",
};

/// Whose a schedule is.
const PERSON: &str = "user_id";

/// Those of a project in the trash rest: nobody sees them and nothing is asked.
const SCHEDULE: &str = select!(
    "s.user_id, s.ask_id, s.starting_due_at, a.project_id, a.question, a.saved, r.state AS last_state, r.value AS last_value, \
     r.holds AS last_holds",
    "ask_schedules",
    "ask_results",
    "ask_webhook_deliveries",
    "JOIN asks a ON a.id = s.ask_id AND a.tenant_id = s.tenant_id \
     JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL"
);

#[derive(sqlx_macros::FromRow)]
struct Record {
    #[sqlx(flatten)]
    timed: Timed,
    user_id: Uuid,
    ask_id: Uuid,
    starting_due_at: Option<At>,
    project_id: Uuid,
    question: String,
    saved: Option<Json<SavedAsk>>,
    last_state: Option<String>,
    last_value: Option<Json<Value>>,
    last_holds: Option<bool>,
}

impl Record {
    fn row(self) -> Result<AskScheduleRow, StoreFault> {
        let timed = self.timed;
        let last = match (timed.last()?, self.last_state) {
            (Some((id, at, status)), Some(state)) => Some(LastAskResult {
                id: AskResultId(id),
                status: status.unwrap_or(WorkStatus::Pending),
                at,
                state: word(&state)?,
                value: self.last_value.map(|value| value.0).unwrap_or_default(),
                holds: self.last_holds,
            }),
            _ => None,
        };
        let saved = self.saved.map(|saved| saved.0).unwrap_or_default();
        let starting = timed.starting(AskResultId);
        Ok(AskScheduleRow {
            id: AskScheduleId(timed.id),
            tenant: TenantId(timed.tenant_id),
            user: UserId(self.user_id),
            ask: AskId(self.ask_id),
            project: ProjectId(self.project_id),
            question: self.question,
            name: saved.name,
            expected: saved.expected,
            enabled: timed.enabled,
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

fn settings(row: &AskScheduleRow) -> Settings<'_> {
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
        made: vec![(PERSON, Datum::id(row.user.0)), ("ask_id", Datum::id(row.ask.0))],
        own: Vec::new(),
    }
}

fn saved(row: &AskScheduleRow) -> Result<Value, StoreFault> {
    let saved = SavedAsk { name: row.name.clone(), expected: row.expected.clone() };
    serde_json::to_value(saved).map_err(|error| StoreFault::Refused(error.to_string()))
}

/// The name and what is expected are the ask's.
fn keeping<'a>(row: &AskScheduleRow, saved: &'a Value) -> Statement<'a> {
    Statement {
        sql: "UPDATE asks SET saved = $3 WHERE tenant_id = $1 AND id = $2".to_owned(),
        data: vec![Datum::id(row.tenant.0), Datum::id(row.ask.0), Datum::json(saved)],
    }
}

impl Store {
    /// The person's list of them is another, for this node and for all others. What is shown may be late, but not wrong: a fault is not
    /// worth undoing what was stored.
    async fn tell_ask_schedules(&self, user: UserId) {
        self.inner.listed.tell(Some(user));
        if let Pools::Postgres(pool) = self.pools() {
            let note = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(of_list(self.inner.node, user));
            if let Err(error) = note.execute(pool).await {
                tracing::debug!(%error, "other nodes do not hear of a schedule now");
            }
        }
    }
}

#[async_trait]
impl AskScheduleStore for Store {
    async fn insert_ask_schedule(&self, row: &AskScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        let saved = saved(row)?;
        self.write_schedule(&ANSWERS, settings(row), Some(keeping(row, &saved)), audit).await?;
        self.tell_ask_schedules(row.user).await;
        Ok(())
    }

    async fn change_ask_schedule(
        &self,
        row: &AskScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        let saved = saved(row)?;
        self.rewrite_schedule(&ANSWERS, settings(row), (was, retimed), Some(keeping(row, &saved)), audit).await?;
        self.tell_ask_schedules(row.user).await;
        Ok(())
    }

    async fn delete_ask_schedule(
        &self,
        tenant: TenantId,
        id: AskScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        let whose = self.ask_schedule(tenant, id).await?.map(|row| row.user);
        let is_gone = self.remove_schedule(&ANSWERS, (tenant, id.0), None, audit).await?;
        if let Some(user) = whose.filter(|_| is_gone) {
            self.tell_ask_schedules(user).await;
        }
        Ok(is_gone)
    }

    async fn ask_schedule(&self, tenant: TenantId, id: AskScheduleId) -> Result<Option<AskScheduleRow>, StoreFault> {
        self.find_schedule::<Record>(SCHEDULE, tenant, &[("id", id.0)]).await?.map(Record::row).transpose()
    }

    async fn schedule_of_ask(&self, tenant: TenantId, ask: AskId) -> Result<Option<AskScheduleRow>, StoreFault> {
        self.find_schedule::<Record>(SCHEDULE, tenant, &[("ask_id", ask.0)]).await?.map(Record::row).transpose()
    }

    async fn ask_schedules(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<AskScheduleRow>, StoreFault> {
        let records = self.list_schedules::<Record>(SCHEDULE, tenant, user.map(|user| (PERSON, user.0)), page).await?;
        records.into_iter().map(Record::row).collect()
    }

    async fn ask_schedules_version(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT updated_at, last_run_at, skipped_at FROM ask_schedules WHERE tenant_id = $1 AND user_id = $2";
        let rows: Vec<(At, Option<At>, Option<At>)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(user.0).fetch_all(on).await.map_err(fault)?);
        // Each time only ever grows, and so does their sum.
        let changed: i128 = rows.iter().map(|(changed, ..)| i128::from(changed.0.0)).sum();
        let ended = rows.iter().flat_map(|(_, last, skipped)| [last, skipped]).flatten();
        let ended: i128 = ended.map(|at| i128::from(at.0.0)).sum();
        Ok(format!("{}:{changed}:{ended}", rows.len()))
    }

    async fn count_ask_schedules(&self, tenant: TenantId, user: UserId) -> Result<u64, StoreFault> {
        self.number_of_schedules(&ANSWERS, tenant, (PERSON, user.0)).await
    }

    async fn due_ask_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<AskScheduleRow>, StoreFault> {
        self.list_due::<Record>((SCHEDULE, ""), now, limit).await?.into_iter().map(Record::row).collect()
    }

    async fn starting_ask_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<AskScheduleRow>, StoreFault> {
        self.list_starting::<Record>(SCHEDULE, before, limit).await?.into_iter().map(Record::row).collect()
    }

    async fn claim_ask_firing(
        &self,
        row: &AskScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing<AskResultId>,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        let found = Found { tenant: row.tenant, id: row.id.0, enabled: row.enabled, due: row.next_run_at };
        let is_claimed = self.write_firing(&ANSWERS, found, next, (firing, now)).await?;
        if is_claimed {
            self.tell_ask_schedules(row.user).await;
        }
        Ok(is_claimed)
    }

    async fn settle_ask_firing(
        &self,
        row: &AskScheduleRow,
        starting: Starting<AskResultId>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault> {
        self.write_settled_firing(&ANSWERS, (row.tenant, row.id.0), starting, refused).await?;
        self.tell_ask_schedules(row.user).await;
        Ok(())
    }

    async fn add_ask_result(&self, row: &AskResultRow, answer: Option<&Answer>) -> Result<(), StoreFault> {
        self.write_ask_result(row, answer).await
    }

    async fn ask_result(&self, tenant: TenantId, id: AskResultId) -> Result<Option<AskResultRow>, StoreFault> {
        self.find_ask_result(tenant, id).await
    }

    async fn ask_results(
        &self,
        tenant: TenantId,
        schedule: AskScheduleId,
        page: PageQuery,
    ) -> Result<Vec<AskResultRow>, StoreFault> {
        self.list_ask_results(tenant, schedule, page).await
    }

    async fn last_answer(&self, tenant: TenantId, schedule: AskScheduleId) -> Result<Option<Answer>, StoreFault> {
        self.find_last_answer(tenant, schedule).await
    }

    async fn due_ask_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueAskDelivery>, StoreFault> {
        self.list_due_deliveries(&ANSWERS, (now, limit), (AskScheduleId, AskResultId)).await
    }

    async fn claim_ask_delivery(&self, row: &DueAskDelivery, until: Timestamp) -> Result<bool, StoreFault> {
        self.write_claimed_delivery(&ANSWERS, row, until).await
    }

    async fn settle_ask_delivery(&self, row: &DueAskDelivery, ended: &Delivered, now: Timestamp) -> Result<(), StoreFault> {
        self.write_settled_delivery(&ANSWERS, row, ended, now).await
    }
}
