//! For how long a tenant keeps interviews: as it chose, for ever unless it chose. Any node may carry it out, several at once.

use super::AuditEntry;
use crate::{Refusal, StoreFault};
use async_trait::async_trait;
use protocol::{AskId, CompanySearchId, SessionId, TenantId, Timestamp};

/// A hundred years.
pub const LONGEST_RETENTION: u32 = 36_500;
/// In microseconds.
const DAY: i64 = 86_400_000_000;

/// # Errors
/// When it is no time at all, or one that nobody means.
pub fn checked_retention(days: Option<u32>) -> Result<Option<u32>, Refusal> {
    match days {
        Some(days) if !(1..=LONGEST_RETENTION).contains(&days) => {
            Err(Refusal::invalid("days", format!("interviews are kept for 1 to {LONGEST_RETENTION} days, or for ever")))
        }
        days => Ok(days),
    }
}

/// What was last changed before this moment has been kept for so many days.
#[must_use]
pub fn kept_since(now: Timestamp, days: u32) -> Timestamp {
    Timestamp(now.0.saturating_sub(i64::from(days).saturating_mul(DAY)))
}

#[async_trait]
pub trait RetentionStore: Send + Sync {
    /// For how many days finished interviews are kept; `None` for ever.
    async fn retention(&self, tenant: TenantId) -> Result<Option<u32>, StoreFault>;
    /// Together with a line of the audit: both or neither. False if there is no such tenant.
    async fn set_retention(&self, tenant: TenantId, days: Option<u32>, audit: AuditEntry) -> Result<bool, StoreFault>;
    /// The tenants that keep interviews for a while only.
    async fn retentions(&self) -> Result<Vec<(TenantId, u32)>, StoreFault>;
    /// How many finished interviews were last changed before this time.
    async fn count_finished(&self, tenant: TenantId, before: Timestamp) -> Result<u64, StoreFault>;
    /// Removes at most `limit` of them with everything that belongs to them, while the tenant still keeps interviews for so many
    /// `days`; what others are removing at the same moment is left to them. `audit` is noted with their number in its detail,
    /// unless there were none.
    async fn remove_finished(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<SessionId>, StoreFault>;
    /// Removes at most `limit` finished searches for companies, likewise, with everything that belongs to them.
    async fn remove_searches(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<CompanySearchId>, StoreFault>;
    /// Removes at most `limit` asks that are over and that nobody saved, likewise, with everything that belongs to them.
    async fn remove_asks(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<AskId>, StoreFault>;
    /// Removes at most `limit` pages of the web that research last read before this time, likewise; answers how many. What was
    /// found in them keeps its quotes.
    async fn remove_pages(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<u64, StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_time() {
        assert_eq!(checked_retention(None).ok(), Some(None));
        assert_eq!(checked_retention(Some(30)).ok(), Some(Some(30)));
        for wrong in [0, LONGEST_RETENTION + 1] {
            assert_eq!(checked_retention(Some(wrong)).expect_err("refused").faults[0].field, "days");
        }
        assert_eq!(kept_since(Timestamp(3 * DAY + 5), 2), Timestamp(DAY + 5));
    }
}
