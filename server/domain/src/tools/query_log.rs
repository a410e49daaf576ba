//! What was asked of a project's databases: one line for each query, and sums of a day that outlive the lines.

use crate::{StoreFault, account::PageQuery};
use async_trait::async_trait;
use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp, UserId, live::Kind};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// One query and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryRecord {
    pub id: Uuid,
    pub tenant: TenantId,
    pub project: ProjectId,
    /// None where the query did not say which database it is for.
    pub source: Option<ProjectSourceId>,
    pub source_name: String,
    /// None for whoever may run the command line, and for who was removed since.
    pub user: Option<UserId>,
    /// The stream that it belongs to; none for a person's own question.
    pub subject: Option<(Kind, Uuid)>,
    /// As it was asked, at most [`LONGEST_SQL`] signs.
    pub sql: String,
    /// Of the whole text, as hexadecimal digits.
    pub sha256: String,
    pub outcome: QueryOutcome,
    pub rows: u64,
    /// Of the answer, as JSON.
    pub bytes: u64,
    /// What the database says that it charges for.
    pub billed_bytes: Option<u64>,
    pub took_ms: u64,
    /// Why it was refused, or what went wrong.
    pub detail: String,
    pub at: Timestamp,
}

/// How much of a query's text is kept.
pub const LONGEST_SQL: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryOutcome {
    Done,
    /// The guard, a filter or other middleware said no.
    Refused,
    /// The database says that it is wrong.
    Invalid,
    /// Time, a budget or another limit ended it, or nobody waited for it.
    Limit,
    Unreachable,
    Unusable,
}

impl QueryOutcome {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Invalid => "invalid",
            Self::Limit => "limit",
            Self::Unreachable => "unreachable",
            Self::Unusable => "unusable",
        }
    }
}

/// What all queries of a day came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuerySum {
    /// `YYYY-MM-DD` (UTC).
    pub day: String,
    pub queries: u64,
    /// Of them those without an answer.
    pub failed: u64,
    pub rows: u64,
    pub bytes: u64,
    pub billed_bytes: u64,
    pub took_ms: u64,
}

/// What one person's queries of one project came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryShare {
    pub project: ProjectId,
    /// None for whoever may run the command line, and for who was removed since.
    pub user: Option<UserId>,
    pub queries: u64,
    /// Of them those without an answer.
    pub failed: u64,
    pub rows: u64,
    pub took_ms: u64,
}

/// Which lines; what is not given does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryFilter {
    pub project: Option<ProjectId>,
    pub user: Option<UserId>,
    pub outcome: Option<QueryOutcome>,
    /// The id of a stream.
    pub subject: Option<Uuid>,
}

#[async_trait]
pub trait QueryLog: Send + Sync {
    /// The line, and what it adds to its day.
    async fn log_query(&self, record: QueryRecord) -> Result<(), StoreFault>;
    /// Newest first.
    async fn logged_queries(&self, tenant: TenantId, which: QueryFilter, page: PageQuery)
    -> Result<Vec<QueryRecord>, StoreFault>;
    /// By day, the newest first, at most `limit`, before the day `after`.
    async fn query_days(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        after: Option<String>,
        limit: u32,
    ) -> Result<Vec<QuerySum>, StoreFault>;
    /// What the lines from `since` on and before `until` came to, by project and person, the most queries first.
    async fn query_shares(
        &self,
        tenant: TenantId,
        since: Option<Timestamp>,
        until: Option<Timestamp>,
        limit: u32,
    ) -> Result<Vec<QueryShare>, StoreFault>;
    /// Removes lines from before this time, those that their tenant keeps no longer, and all but the newest `most` of each tenant and
    /// kind of subject.
    async fn forget_queries(&self, now: Timestamp, before: Timestamp, most: u32) -> Result<u64, StoreFault>;
}
