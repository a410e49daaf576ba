//! What somebody thinks of something, as the API shows it.

use super::runs::at;
use domain::{
    companies::CompanyRating,
    runs::{FeedbackTarget, ProjectFeedback},
};
use protocol::{MessageId, Timestamp, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// What somebody thinks of a finding, an opportunity, a message or a company.
#[derive(Serialize, ToSchema)]
pub(crate) struct FeedbackEntry {
    /// `null` where it is kept with the message or the company.
    id: Option<Uuid>,
    #[schema(example = "insight")]
    target_type: &'static str,
    /// The `uuid` of a finding, the `id` of the others.
    target_id: String,
    name: String,
    #[schema(example = "like")]
    rating: &'static str,
    comment: Option<String>,
    user_id: Uuid,
    #[schema(format = DateTime)]
    at: String,
}

const fn rating(like: bool) -> &'static str {
    if like { "like" } else { "dislike" }
}

impl FeedbackEntry {
    pub(crate) fn new(row: ProjectFeedback) -> Self {
        Self {
            id: Some(row.id),
            target_type: match row.target_type {
                FeedbackTarget::Insight => "insight",
                FeedbackTarget::Recommendation => "recommendation",
                FeedbackTarget::Opportunity => "opportunity",
            },
            target_id: row.target,
            name: row.name,
            rating: rating(row.like),
            comment: row.comment,
            user_id: row.user.0,
            at: at(row.at),
        }
    }

    pub(crate) fn of_company(row: CompanyRating) -> Self {
        Self {
            id: None,
            target_type: "company",
            target_id: row.entity,
            name: row.name,
            rating: rating(row.like),
            comment: row.comment,
            user_id: row.user.0,
            at: at(row.at),
        }
    }

    pub(crate) fn of_message(
        message: MessageId,
        name: String,
        (like, comment): (bool, Option<String>),
        user: UserId,
        now: Timestamp,
    ) -> Self {
        Self {
            id: None,
            target_type: "message",
            target_id: message.to_string(),
            name,
            rating: rating(like),
            comment,
            user_id: user.0,
            at: at(now),
        }
    }
}
