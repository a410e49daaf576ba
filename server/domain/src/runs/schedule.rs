//! Schedules: what is kept of them and of what they send, and the ports to both (contract of runs, Schedules).

use super::Timetable;
use crate::{
    StoreFault,
    account::{AuditEntry, PageQuery},
};
use async_trait::async_trait;
use protocol::{ProjectId, RunId, ScheduleId, TenantId, Timestamp, UserId, run::RunRequest, work::WorkStatus};
use secrecy::SecretString;
use thiserror::Error;
use uuid::Uuid;

/// Schedules of one project.
pub const MOST_SCHEDULES: u64 = 50;
/// How often a webhook is tried.
pub const WEBHOOK_TRIES: u32 = 3;
/// What is shown in place of the secret of a webhook. Sent back, it keeps the secret.
pub const MASK: &str = "********";

/// When a project is explored by itself: `discovery_schedules`.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduleRow {
    pub id: ScheduleId,
    pub tenant: TenantId,
    pub project: ProjectId,
    /// In whose name its runs are started; none once that person was removed.
    pub created_by: Option<UserId>,
    pub cron: String,
    /// A name of the IANA time zone database.
    pub timezone: String,
    pub enabled: bool,
    /// What each of its runs is to do.
    pub discover: RunRequest,
    pub webhook: Option<Webhook>,
    /// None while it is not enabled.
    pub next_run_at: Option<Timestamp>,
    /// A run that is being started; it is no run yet.
    pub starting: Option<Starting>,
    pub last_run: Option<LastRun>,
    /// The last time that it was due and started nothing.
    pub skipped: Option<Skipped>,
    /// What became of telling the webhook of the last run.
    pub delivery: Option<Delivery>,
    pub created_at: Timestamp,
    /// When its settings were changed.
    pub updated_at: Timestamp,
}

/// Where to send what became of each run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    pub url: String,
    /// Under which its secret is sealed in the store of secrets.
    pub secret_id: Option<String>,
}

/// `W` is what it starts: a run, or a search for companies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starting<W = RunId> {
    pub run: W,
    pub since: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRun {
    pub id: RunId,
    pub status: WorkStatus,
    /// When it was started.
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub at: Timestamp,
    /// A sentence for people.
    pub why: String,
}

/// How far a delivery to a webhook has come: `webhook_deliveries`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub state: DeliveryState,
    pub attempts: u32,
    /// Of the last attempt.
    pub error: Option<String>,
    pub at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryState {
    /// The run is not over, or the next attempt is still to come.
    Pending,
    Delivered,
    Failed,
    /// There was nothing to tell: only searches end like this.
    NothingNew,
}

impl DeliveryState {
    pub const ALL: [Self; 4] = [Self::Pending, Self::Delivered, Self::Failed, Self::NothingNew];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::NothingNew => "nothing_new",
        }
    }
}

/// What becomes of a schedule that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Firing<W = RunId> {
    /// A run with this id is about to be started; with a webhook, it is told of it under the second id.
    Start {
        run: W,
        delivery: Option<Uuid>,
    },
    Skip(String),
    /// It can start no run any more, as nobody is left in whose name.
    Disable(String),
}

impl<W> Firing<W> {
    /// With when it is due next. A timetable that cannot be read any more is switched off.
    #[must_use]
    pub fn timed(self, (cron, timezone): (&str, &str), now: Timestamp) -> (Self, Option<Timestamp>) {
        match Timetable::parse(cron, timezone) {
            Ok(timetable) => (self, timetable.next_after(now)),
            Err(refusal) => (Self::Disable(refusal.detail), None),
        }
    }
}

/// A delivery whose run is over and whose next attempt is due.
#[derive(Clone, Debug, PartialEq)]
pub struct DueDelivery<S = ScheduleId, W = RunId> {
    pub id: Uuid,
    pub tenant: TenantId,
    pub schedule: S,
    pub run: W,
    /// None where the schedule has none any more.
    pub webhook: Option<Webhook>,
    /// Attempts so far.
    pub attempts: u32,
    pub next_at: Timestamp,
}

/// How an attempt to deliver ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivered {
    Done,
    /// Nothing was sent, as there was nothing to tell.
    NothingNew,
    Again {
        why: String,
        at: Timestamp,
    },
    GivenUp {
        why: String,
    },
}

#[async_trait]
pub trait ScheduleStore: Send + Sync {
    async fn insert_schedule(&self, row: &ScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// Its settings; when it is due next only where `retimed`. A secret of before that it names no longer is removed.
    ///
    /// # Errors
    /// [`StoreFault::Conflict`] where it was changed after `was`, or is gone.
    async fn change_schedule(
        &self,
        row: &ScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault>;
    /// With its secret. False where there is none.
    async fn delete_schedule(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    async fn schedule(&self, tenant: TenantId, project: ProjectId, id: ScheduleId) -> Result<Option<ScheduleRow>, StoreFault>;
    /// Newest first.
    async fn schedules(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<ScheduleRow>, StoreFault>;
    async fn count_schedules(&self, tenant: TenantId, project: ProjectId) -> Result<u64, StoreFault>;

    /// Of all tenants, those that are due, the longest first.
    async fn due_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault>;
    /// Of all tenants, those whose run was to be started before this time and is not known to be.
    async fn starting_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault>;
    /// Takes a schedule that is due for this node, and stores when it is due next. False where another node took it, or it was
    /// changed.
    async fn claim_firing(
        &self,
        row: &ScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing,
        now: Timestamp,
    ) -> Result<bool, StoreFault>;
    /// The run that a schedule was starting is there, or could not be, and why.
    async fn settle_firing(&self, row: &ScheduleRow, starting: Starting, refused: Option<&str>) -> Result<(), StoreFault>;

    /// Of all tenants, the longest first.
    async fn due_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDelivery>, StoreFault>;
    /// Counts an attempt and keeps others from making it until then. False where another node makes it.
    async fn claim_delivery(&self, row: &DueDelivery, until: Timestamp) -> Result<bool, StoreFault>;
    async fn settle_delivery(&self, row: &DueDelivery, ended: &Delivered, now: Timestamp) -> Result<(), StoreFault>;
}

/// Why something could not be sent to the address of a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WebhookFault {
    #[error("this is no address of a webhook: {0}")]
    Address(String),
    /// The guard: private networks, other ports.
    #[error("nothing may be sent to this address: {0}")]
    Forbidden(String),
    #[error("no answer came in time")]
    TimedOut,
    #[error("the address cannot be reached: {0}")]
    Unreachable(String),
    /// Any answer but a 2xx, redirects among them.
    #[error("the address answered {0}; what is sent counts as received with a status from 200 to 299")]
    Status(u16),
}

impl WebhookFault {
    /// Whether it may go better the next time.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        !matches!(self, Self::Address(_) | Self::Forbidden(_))
    }
}

/// Sends to addresses that people wrote.
#[async_trait]
pub trait WebhookSender: Send + Sync {
    /// Whether anything may be sent there, as far as is known without asking there.
    async fn permits(&self, url: &str) -> Result<(), WebhookFault>;
    /// Posts a body of JSON, signed where there is a secret: `X-Discovery-Signature: sha256=` and the HMAC of the body in hex.
    async fn send(&self, url: &str, body: &str, secret: Option<&SecretString>) -> Result<(), WebhookFault>;
}
