//! Kept answers that are asked for again by themselves: what is kept of them and of what came of it, and the port to both. When they
//! are due, who takes them, and how a webhook is told are the same as for schedules of runs.

use super::{Notice, PremiseState, State};
use crate::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::{Delivered, Delivery, DueDelivery, Firing, Skipped, Starting, Webhook},
};
use async_trait::async_trait;
use protocol::{
    AskId, AskResultId, AskScheduleId, ProjectId, TenantId, Timestamp, UserId,
    ask::{Answer, Verdict},
    work::WorkStatus,
};
use serde_json::Value;

/// Schedules of one person.
pub const MOST_ASK_SCHEDULES: u64 = 50;
/// Results that are kept of one schedule, the newest ones.
pub const MOST_RESULTS: u32 = 200;

/// When a kept answer is asked for again: `ask_schedules`. An ask has one at most; its name, and what is expected of it, are kept with
/// the ask.
#[derive(Clone, Debug, PartialEq)]
pub struct AskScheduleRow {
    pub id: AskScheduleId,
    pub tenant: TenantId,
    /// The asker, in whose name it is asked again.
    pub user: UserId,
    pub ask: AskId,
    pub project: ProjectId,
    pub question: String,
    pub name: String,
    pub expected: Option<Value>,
    pub cron: String,
    /// A name of the IANA time zone database.
    pub timezone: String,
    pub enabled: bool,
    pub webhook: Option<Webhook>,
    /// None while it is not enabled.
    pub next_run_at: Option<Timestamp>,
    /// A result that is being worked out; it is none yet.
    pub starting: Option<Starting<AskResultId>>,
    /// When the one that is being worked out was due.
    pub starting_due: Option<Timestamp>,
    pub last: Option<LastAskResult>,
    /// The last time that it was due and asked nothing.
    pub skipped: Option<Skipped>,
    /// What became of telling the webhook of the last result.
    pub delivery: Option<Delivery>,
    pub created_at: Timestamp,
    /// When its settings were changed.
    pub updated_at: Timestamp,
}

/// What is shown of the last result beside its schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct LastAskResult {
    pub id: AskResultId,
    pub status: WorkStatus,
    /// When it was begun.
    pub at: Timestamp,
    pub state: State,
    pub value: Value,
    pub holds: Option<bool>,
}

/// What a kept answer came to when it was asked for again: `ask_results`.
#[derive(Clone, Debug, PartialEq)]
pub struct AskResultRow {
    pub id: AskResultId,
    pub tenant: TenantId,
    pub schedule: AskScheduleId,
    /// Failed where the answer is gone.
    pub status: WorkStatus,
    /// When it should have been asked for.
    pub due_at: Timestamp,
    /// When it was there.
    pub at: Timestamp,
    pub state: State,
    /// The first value; nothing where the answer is gone.
    pub value: Value,
    /// The first 500 characters of the answer.
    pub text: String,
    pub verdict: Option<Verdict>,
    /// As it was then.
    pub expected: Option<Value>,
    pub holds: Option<bool>,
    /// Why the webhook is told of it; none where it is not.
    pub notice: Option<Notice>,
    /// Those that are not the same as the last time.
    pub premises: Vec<PremiseState>,
    /// Why it could not be answered.
    pub error: Option<String>,
}

/// A delivery of a result.
pub type DueAskDelivery = DueDelivery<AskScheduleId, AskResultId>;

/// Keeps these schedules and what came of them. What is the same as for schedules of runs is described at
/// [`crate::runs::ScheduleStore`].
#[async_trait]
pub trait AskScheduleStore: Send + Sync {
    /// With the name and what is expected, which are kept with the ask.
    ///
    /// # Errors
    /// [`StoreFault::Conflict`] where the ask has one already.
    async fn insert_ask_schedule(&self, row: &AskScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// # Errors
    /// [`StoreFault::Conflict`] where it was changed after `was`, or is gone.
    async fn change_ask_schedule(
        &self,
        row: &AskScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault>;
    /// With its secret and its results; the answer stays kept. False where there is none.
    async fn delete_ask_schedule(
        &self,
        tenant: TenantId,
        id: AskScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    async fn ask_schedule(&self, tenant: TenantId, id: AskScheduleId) -> Result<Option<AskScheduleRow>, StoreFault>;
    async fn schedule_of_ask(&self, tenant: TenantId, ask: AskId) -> Result<Option<AskScheduleRow>, StoreFault>;
    /// Newest first, of one person or of all.
    async fn ask_schedules(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<AskScheduleRow>, StoreFault>;
    /// The version of a person's list: equal as long as none was made, changed, deleted or asked for again.
    async fn ask_schedules_version(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault>;
    async fn count_ask_schedules(&self, tenant: TenantId, user: UserId) -> Result<u64, StoreFault>;

    async fn due_ask_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<AskScheduleRow>, StoreFault>;
    async fn starting_ask_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<AskScheduleRow>, StoreFault>;
    async fn claim_ask_firing(
        &self,
        row: &AskScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing<AskResultId>,
        now: Timestamp,
    ) -> Result<bool, StoreFault>;
    async fn settle_ask_firing(
        &self,
        row: &AskScheduleRow,
        starting: Starting<AskResultId>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault>;

    /// Of two results with the same id the first one stays. `answer` is what the next one is compared with, none where it is gone.
    async fn add_ask_result(&self, row: &AskResultRow, answer: Option<&Answer>) -> Result<(), StoreFault>;
    async fn ask_result(&self, tenant: TenantId, id: AskResultId) -> Result<Option<AskResultRow>, StoreFault>;
    /// Newest first.
    async fn ask_results(
        &self,
        tenant: TenantId,
        schedule: AskScheduleId,
        page: PageQuery,
    ) -> Result<Vec<AskResultRow>, StoreFault>;
    /// The last answer that could be given.
    async fn last_answer(&self, tenant: TenantId, schedule: AskScheduleId) -> Result<Option<Answer>, StoreFault>;

    async fn due_ask_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueAskDelivery>, StoreFault>;
    async fn claim_ask_delivery(&self, row: &DueAskDelivery, until: Timestamp) -> Result<bool, StoreFault>;
    async fn settle_ask_delivery(&self, row: &DueAskDelivery, ended: &Delivered, now: Timestamp) -> Result<(), StoreFault>;
}
