//! Looking at transcripts: who reviews which, by what measure, and what came of it. The port keeps the rule that one person at a
//! time reviews a transcript: a reservation ends by itself, so that nobody has to be asked to give one back.

use super::SessionRow;
use crate::{Refusal, StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{
    SessionId, TenantId, Timestamp, UserId,
    interview::{ContextType, SessionStatus},
    review::{Review, ReviewState, Rubric},
};

/// A reservation ends after half an hour.
pub const LEASE: i64 = 30 * 60 * 1_000_000;
const COMMENT_LIMIT: usize = 5_000;

/// A transcript in the queue.
#[derive(Clone, Debug, PartialEq)]
pub struct QueuedRow {
    pub session: SessionRow,
    pub review: ReviewRow,
    /// How many messages the person interviewed did not like.
    pub dislikes: u32,
}

/// What is known of the review of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewRow {
    pub reserved_by: Option<UserId>,
    pub reserved_until: Option<Timestamp>,
    pub reviewed_by: Option<UserId>,
    pub reviewed_at: Option<Timestamp>,
    /// What it came to, once it was reviewed.
    pub review: Option<Review>,
}

impl ReviewRow {
    /// Who has it reserved at this moment.
    #[must_use]
    pub fn reserved(&self, now: Timestamp) -> Option<UserId> {
        self.reserved_by.filter(|_| self.reserved_until.is_some_and(|until| until > now))
    }

    #[must_use]
    pub fn state(&self, now: Timestamp) -> ReviewState {
        match (self.reserved(now), &self.review) {
            (Some(_), _) => ReviewState::Reserved,
            (None, Some(_)) => ReviewState::Reviewed,
            (None, None) => ReviewState::Open,
        }
    }
}

/// Which transcripts; newest first.
#[derive(Clone, Debug)]
pub struct ReviewQuery {
    pub tenant: TenantId,
    pub now: Timestamp,
    pub state: Option<ReviewState>,
    pub context_type: Option<ContextType>,
    pub status: Option<SessionStatus>,
    /// Only those with a message that was not liked.
    pub disliked: bool,
    /// At least 1.
    pub limit: u32,
    /// After the row with this update time and id, as the previous page ended.
    pub after: Option<(Timestamp, SessionId)>,
}

/// What a reviewer gives, if it makes sense.
///
/// # Errors
/// Every fault at its field.
pub fn checked(review: Review) -> Result<Review, Refusal> {
    let mut faults = Vec::new();
    for (name, points) in review.rubric.named() {
        if points.is_some_and(|points| !(1..=5).contains(&points)) {
            faults.push(crate::Fault::new(format!("rubric.{name}"), format!("{name} lies between 1 and 5")));
        }
    }
    if review.comment.chars().count() > COMMENT_LIMIT {
        faults.push(crate::Fault::new("comment", format!("a comment has at most {COMMENT_LIMIT} characters")));
    }
    if review.rubric == Rubric::default() && review.comment.trim().is_empty() {
        faults.push(crate::Fault::new("comment", "give points or say something"));
    }
    match faults.as_slice() {
        [] => Ok(review),
        [one] => Err(Refusal::faults(one.message.clone(), faults)),
        many => Err(Refusal::faults(format!("{} things are wrong with this review", many.len()), faults)),
    }
}

#[async_trait]
pub trait ReviewStore: Send + Sync {
    async fn review_queue(&self, query: ReviewQuery) -> Result<Vec<QueuedRow>, StoreFault>;
    async fn review(&self, tenant: TenantId, session: SessionId) -> Result<Option<QueuedRow>, StoreFault>;
    /// Reserves a transcript, or makes one's own reservation last longer. False while somebody else has it, or where there is none.
    async fn reserve(
        &self,
        tenant: TenantId,
        session: SessionId,
        by: UserId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreFault>;
    /// Gives a reservation of one's own back; false where there is none.
    async fn release(&self, tenant: TenantId, session: SessionId, by: UserId) -> Result<bool, StoreFault>;
    /// Keeps a review in the place of an earlier one and ends the reservation. False while somebody else has it.
    async fn save_review(
        &self,
        tenant: TenantId,
        session: SessionId,
        by: UserId,
        now: Timestamp,
        review: Review,
    ) -> Result<bool, StoreFault> {
        self.save_review_with(tenant, session, (by, now), review, None).await
    }
    /// The same together with a line of the audit, where it is kept.
    async fn save_review_with(
        &self,
        tenant: TenantId,
        session: SessionId,
        by: (UserId, Timestamp),
        review: Review,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::review::Verdict;
    use uuid::Uuid;

    #[test]
    fn a_reservation_ends_by_itself() {
        let me = UserId(Uuid::from_u128(1));
        let row = ReviewRow { reserved_by: Some(me), reserved_until: Some(Timestamp(10)), ..ReviewRow::default() };
        for (now, who, state) in
            [(9, Some(me), ReviewState::Reserved), (10, None, ReviewState::Open), (11, None, ReviewState::Open)]
        {
            assert_eq!((row.reserved(Timestamp(now)), row.state(Timestamp(now))), (who, state), "at {now}");
        }
    }

    #[test]
    fn every_fault_of_a_review_is_named() {
        let given = |tone, comment: &str| Review {
            verdict: Verdict::Good,
            rubric: Rubric { tone, questions: tone, ..Rubric::default() },
            comment: comment.into(),
        };
        assert!(checked(given(Some(5), "")).is_ok() && checked(given(None, "Fine")).is_ok());
        let fields = |review| {
            let faults = checked(review).expect_err("refused").faults;
            faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>()
        };
        assert_eq!(fields(given(Some(6), &"x".repeat(5_001))), ["rubric.questions", "rubric.tone", "comment"]);
        assert_eq!(fields(given(Some(0), "")), ["rubric.questions", "rubric.tone"]);
        assert_eq!(fields(given(None, " ")), ["comment"]);
    }
}
