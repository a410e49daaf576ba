//! Searches that are made again by themselves and tell what is new: what is kept of them, and the port to it. When they are due, who
//! takes them, and how a webhook is told are the same as for schedules of runs.

use crate::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::{Delivered, Delivery, DueDelivery, Firing, Skipped, Starting, Webhook},
};
use async_trait::async_trait;
use protocol::{CompanyScheduleId, CompanySearchId, TenantId, Timestamp, UserId, companies::CompanyRequest, work::WorkStatus};

/// Schedules of one person.
pub const MOST_COMPANY_SCHEDULES: u64 = 50;

/// When a person's search is made again: `company_schedules`.
#[derive(Clone, Debug, PartialEq)]
pub struct CompanyScheduleRow {
    pub id: CompanyScheduleId,
    pub tenant: TenantId,
    /// Whose it is, and in whose name it searches.
    pub user: UserId,
    pub name: String,
    pub cron: String,
    /// A name of the IANA time zone database.
    pub timezone: String,
    pub enabled: bool,
    /// What each of its searches asks for. Its `request_id` is empty: each search has one of its own.
    pub request: CompanyRequest,
    pub webhook: Option<Webhook>,
    /// None while it is not enabled.
    pub next_run_at: Option<Timestamp>,
    /// A search that is being started; it is none yet.
    pub starting: Option<Starting<CompanySearchId>>,
    /// When the one that is being started was due.
    pub starting_due: Option<Timestamp>,
    /// None where it made none, or none that is still kept.
    pub last: Option<LastCompanySearch>,
    /// The last time that it was due and started nothing.
    pub skipped: Option<Skipped>,
    /// What became of telling the webhook of the last search.
    pub delivery: Option<Delivery>,
    pub created_at: Timestamp,
    /// When its settings were changed.
    pub updated_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastCompanySearch {
    pub id: CompanySearchId,
    pub status: WorkStatus,
    /// When it was started.
    pub at: Timestamp,
    /// Those that the person had not been shown before.
    pub new_companies: u32,
}

impl CompanyScheduleRow {
    /// What the search that was due at this time is called. The same on every node: it is made once.
    #[must_use]
    pub fn request_id(&self, due: Timestamp) -> String {
        format!("schedule:{}:{}", self.id, due.to_rfc3339())
    }
}

/// A delivery of a search that is over.
pub type DueCompanyDelivery = DueDelivery<CompanyScheduleId, CompanySearchId>;

/// Keeps these schedules. What is the same as for schedules of runs is described at [`crate::runs::ScheduleStore`].
#[async_trait]
pub trait CompanyScheduleStore: Send + Sync {
    async fn insert_company_schedule(&self, row: &CompanyScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// # Errors
    /// [`StoreFault::Conflict`] where it was changed after `was`, or is gone.
    async fn change_company_schedule(
        &self,
        row: &CompanyScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault>;
    /// With its secret. False where there is none.
    async fn delete_company_schedule(
        &self,
        tenant: TenantId,
        id: CompanyScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    async fn company_schedule(&self, tenant: TenantId, id: CompanyScheduleId) -> Result<Option<CompanyScheduleRow>, StoreFault>;
    /// Newest first, of one person or of all.
    async fn company_schedules(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<CompanyScheduleRow>, StoreFault>;
    async fn count_company_schedules(&self, tenant: TenantId, user: UserId) -> Result<u64, StoreFault>;

    async fn due_company_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault>;
    async fn starting_company_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<CompanyScheduleRow>, StoreFault>;
    async fn claim_company_firing(
        &self,
        row: &CompanyScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing<CompanySearchId>,
        now: Timestamp,
    ) -> Result<bool, StoreFault>;
    async fn settle_company_firing(
        &self,
        row: &CompanyScheduleRow,
        starting: Starting<CompanySearchId>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault>;

    async fn due_company_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueCompanyDelivery>, StoreFault>;
    async fn claim_company_delivery(&self, row: &DueCompanyDelivery, until: Timestamp) -> Result<bool, StoreFault>;
    async fn settle_company_delivery(
        &self,
        row: &DueCompanyDelivery,
        ended: &Delivered,
        now: Timestamp,
    ) -> Result<(), StoreFault>;
}
