//! Transcripts in the queue of reviews.

use super::SessionLine;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A transcript with where it is in the queue.
#[derive(Serialize, ToSchema)]
pub(crate) struct QueuedTranscript {
    session: SessionLine,
    state: ReviewState,
    /// How many of its messages were not liked.
    dislikes: u32,
    /// Who is at it.
    reserved_by: Option<Uuid>,
    #[schema(format = DateTime)]
    reserved_until: Option<String>,
    review: Option<Review>,
    reviewed_by: Option<Uuid>,
    #[schema(format = DateTime)]
    reviewed_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReviewState {
    Open,
    Reserved,
    Reviewed,
}

/// What came of looking at a transcript.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"verdict": "mixed", "rubric": {"understanding": 4, "questions": 2}, "comment": "Asks the same thing twice"}))]
pub(crate) struct Review {
    verdict: Verdict,
    rubric: Rubric,
    comment: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Good,
    Mixed,
    Bad,
}

/// Points from 1 (bad) to 5 (good); what was not looked at has none.
#[derive(Serialize, ToSchema)]
pub(crate) struct Rubric {
    /// Was understood what was said?
    #[schema(minimum = 1, maximum = 5)]
    understanding: Option<u8>,
    /// Was asked what helps, once and clearly?
    #[schema(minimum = 1, maximum = 5)]
    questions: Option<u8>,
    /// Do the values say what the words say?
    #[schema(minimum = 1, maximum = 5)]
    evidence: Option<u8>,
    #[schema(minimum = 1, maximum = 5)]
    tone: Option<u8>,
}
