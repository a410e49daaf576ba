//! What the pages of reviews ask of the backend.

#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use crate::{
    calls::{CallFault, Json, Listed, Packed},
    pages::interviews::{calls::InterviewCard, outcome::is_unsettled},
};
use async_trait::async_trait;
use leptos::prelude::*;
#[cfg(feature = "ssr")]
use protocol::review::Rubric;
use protocol::{
    Confidence, SessionId, Timestamp,
    account::Account,
    interview::{Evidence, Message, Obligation, ObligationTemplate},
    review::{Review, ReviewState},
};
use serde::{Deserialize, Serialize};

/// Which transcripts; empty for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewFilter {
    pub state: Option<ReviewState>,
    pub disliked: bool,
    pub after: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueuedCard {
    pub interview: InterviewCard,
    pub state: ReviewState,
    pub dislikes: u32,
    /// Who is at it, and until when.
    pub reserved: Option<(String, Timestamp)>,
    pub mine: bool,
    /// Who reviewed it, and when.
    pub reviewed: Option<(String, Timestamp)>,
    pub review: Option<Review>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewView {
    pub card: QueuedCard,
    pub messages: Vec<Message>,
    /// What came of it, in the order of the definition.
    pub known: Vec<KnownLine>,
}

/// A value that came of an interview, and the words that it was read from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownLine {
    pub key: String,
    pub name: String,
    pub value: String,
    pub confidence: Confidence,
    /// Two values were given, and nobody said which one holds.
    #[serde(default)]
    pub is_unsettled: bool,
    #[serde(default)]
    pub evidence: Option<Evidence>,
}

impl KnownLine {
    /// A value that is held, in words.
    #[must_use]
    pub fn new(template: &ObligationTemplate, one: &Obligation, value: String) -> Self {
        Self {
            key: template.key.clone(),
            name: template.name(),
            value,
            confidence: one.confidence,
            is_unsettled: is_unsettled(one),
            evidence: one.evidence.clone(),
        }
    }
}

/// Given in context on the server as `Arc<dyn ReviewCalls>`. For administrators.
#[async_trait]
pub trait ReviewCalls: Send + Sync {
    async fn queue(&self, who: &Account, filter: ReviewFilter) -> Result<Listed<QueuedCard>, CallFault>;
    async fn review(&self, who: &Account, id: SessionId) -> Result<ReviewView, CallFault>;
    /// Reserves the next one that waits, if there is one.
    async fn take_next(&self, who: &Account) -> Result<Option<SessionId>, CallFault>;
    async fn reserve(&self, who: &Account, id: SessionId) -> Result<(), CallFault>;
    async fn release(&self, who: &Account, id: SessionId) -> Result<(), CallFault>;
    async fn finish(&self, who: &Account, id: SessionId, review: Review) -> Result<(), CallFault>;
}

#[server(prefix = "/call", endpoint = "admin/reviews", input = Json, output = Json)]
pub async fn read_queue(filter: ReviewFilter) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ReviewCalls>()?.queue(&asker()?, filter).await?) }.await)
}

#[server(prefix = "/call", endpoint = "admin/review", input = Json, output = Json)]
pub async fn read_review(id: SessionId) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ReviewCalls>()?.review(&asker()?, id).await?) }.await)
}

/// Leads to the next transcript that waits, reserved; or back to the queue, where none is left.
#[server(prefix = "/call", endpoint = "form/review-next")]
pub async fn take_next_review() -> Result<(), CallFault> {
    let next = backend::<dyn ReviewCalls>()?.take_next(&asker()?).await?;
    leptos_axum::redirect(&next.map_or_else(|| "/admin/review".to_owned(), |id| format!("/admin/review/{id}")));
    Ok(())
}

/// `reserve` or `release`.
#[server(prefix = "/call", endpoint = "form/review-hold")]
pub async fn hold_review(id: SessionId, act: String) -> Result<(), CallFault> {
    let (calls, who) = (backend::<dyn ReviewCalls>()?, asker()?);
    if act == "release" {
        calls.release(&who, id).await?;
        leptos_axum::redirect("/admin/review");
    } else {
        calls.reserve(&who, id).await?;
        leptos_axum::redirect(&format!("/admin/review/{id}"));
    }
    Ok(())
}

/// The points of a rubric as a form sends them; empty where none were given.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Points {
    pub understanding: String,
    pub questions: String,
    pub evidence: String,
    pub tone: String,
}

/// Keeps the review; `act` is `next` to go on with the next transcript at once.
#[server(prefix = "/call", endpoint = "form/review")]
pub async fn finish_review(
    id: SessionId,
    verdict: String,
    #[server(default)] points: Points,
    #[server(default)] comment: String,
    #[server(default)] act: String,
) -> Result<(), CallFault> {
    let (calls, who) = (backend::<dyn ReviewCalls>()?, asker()?);
    let verdict = protocol::review::Verdict::ALL
        .into_iter()
        .find(|one| one.name() == verdict)
        .ok_or_else(|| CallFault::Refused(crate::words::review::NO_VERDICT.into()))?;
    let given = |text: &str| text.parse::<u8>().ok();
    let rubric = Rubric {
        understanding: given(&points.understanding),
        questions: given(&points.questions),
        evidence: given(&points.evidence),
        tone: given(&points.tone),
    };
    calls.finish(&who, id, Review { verdict, rubric, comment }).await?;
    let next = if act == "next" { calls.take_next(&who).await? } else { None };
    leptos_axum::redirect(&next.map_or_else(|| "/admin/review".to_owned(), |id| format!("/admin/review/{id}")));
    Ok(())
}
