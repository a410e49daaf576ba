//! What was asked of projects' databases.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum QueryOutcome {
    Done,
    Refused,
    Invalid,
    Limit,
    Unreachable,
    Unusable,
}

/// One query of a project's database.
#[derive(Serialize, ToSchema)]
pub(crate) struct QueryLine {
    id: Uuid,
    project_id: Uuid,
    /// `null` where the query did not say which database it is for.
    source_id: Option<Uuid>,
    source: String,
    /// `null` for the command line, and for who was removed since.
    user_id: Option<Uuid>,
    /// The stream that it belongs to, as it is followed; `null` for a person's own question.
    subject: Option<String>,
    /// The first 500 signs.
    sql: String,
    /// Of the whole text.
    sql_sha256: String,
    outcome: QueryOutcome,
    rows: u64,
    /// Of the answer, as JSON.
    bytes: u64,
    /// What the database says that it charges for; `null` where it does not say.
    billed_bytes: Option<u64>,
    took_ms: u64,
    /// Why it was refused, or what went wrong.
    detail: String,
    #[schema(format = DateTime)]
    created_at: String,
}

/// What all queries of a day came to.
#[derive(Serialize, ToSchema)]
pub(crate) struct QueryDay {
    /// `YYYY-MM-DD` (UTC).
    #[schema(format = Date)]
    day: String,
    queries: u64,
    /// Of them those without an answer.
    failed_queries: u64,
    rows: u64,
    bytes: u64,
    billed_bytes: u64,
    took_ms: u64,
}
