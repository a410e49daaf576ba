//! Reviewing transcripts: reserving, giving back, judging. The API and the pages do it alike.

use super::{AuditNote, PAGE, interviews::card, only_admins};
use crate::{
    backend::{Backend, who},
    web::api::paging::{after, cut},
};
use app::{
    calls::{CallFault, Listed},
    pages::admin::review::calls::{KnownLine, QueuedCard, ReviewCalls, ReviewFilter, ReviewView},
};
use async_trait::async_trait;
use domain::{
    Failure,
    interview::{LEASE, QueuedRow, ReviewQuery, checked, value::format_for_reading},
};
use protocol::{
    SessionId, Timestamp, UserId,
    account::Account,
    review::{Review, ReviewState},
};
use serde_json::json;
use std::collections::HashMap;

/// How many transcripts others may have taken before the one that is left.
const LOOKS: u32 = 20;

/// Reserves the newest transcript that waits.
pub(crate) async fn hold_next(backend: &Backend, who: &Account) -> Result<Option<QueuedRow>, Failure> {
    only_admins(who)?;
    let query = ReviewQuery {
        tenant: who.tenant_id,
        now: backend.now(),
        state: Some(ReviewState::Open),
        context_type: None,
        status: None,
        disliked: false,
        limit: LOOKS,
        after: None,
    };
    for row in backend.reviews().review_queue(query).await? {
        if reserve(backend, who, row.session.id).await? {
            return Ok(backend.reviews().review(who.tenant_id, row.session.id).await?);
        }
    }
    Ok(None)
}

pub(crate) async fn hold_review(backend: &Backend, who: &Account, id: SessionId) -> Result<(), Failure> {
    only_admins(who)?;
    known(backend, who, id).await?;
    if reserve(backend, who, id).await? { Ok(()) } else { Err(already_reserved()) }
}

pub(crate) async fn release_review(backend: &Backend, who: &Account, id: SessionId) -> Result<(), Failure> {
    only_admins(who)?;
    known(backend, who, id).await?;
    if backend.reviews().release(who.tenant_id, id, who.user_id).await? {
        Ok(())
    } else {
        Err(Failure::conflict("you have not reserved this transcript"))
    }
}

pub(crate) async fn finish_review(backend: &Backend, who: &Account, id: SessionId, review: Review) -> Result<(), Failure> {
    only_admins(who)?;
    let row = known(backend, who, id).await?;
    let review = checked(review)?;
    let verdict = review.verdict;
    let detail = json!({"verdict": verdict});
    let audit = AuditNote { action: "transcript.reviewed", target: id.to_string(), about: Some(row.session.user), detail };
    let by = (who.user_id, backend.now());
    let kept = backend.reviews().save_review_with(who.tenant_id, id, by, review, Some(audit.entry_by(backend, who))).await?;
    if kept { Ok(()) } else { Err(already_reserved()) }
}

async fn reserve(backend: &Backend, who: &Account, id: SessionId) -> Result<bool, Failure> {
    let now = backend.now();
    Ok(backend.reviews().reserve(who.tenant_id, id, who.user_id, now, Timestamp(now.0 + LEASE)).await?)
}

async fn known(backend: &Backend, who: &Account, id: SessionId) -> Result<QueuedRow, Failure> {
    let row = backend.reviews().review(who.tenant_id, id).await?;
    row.ok_or_else(|| Failure::not_found("there is no such interview"))
}

fn already_reserved() -> Failure {
    Failure::conflict("somebody else is reviewing this transcript: take another one, or come back later")
}

pub(crate) struct ReviewDesk(pub Backend);

#[async_trait]
impl ReviewCalls for ReviewDesk {
    async fn queue(&self, account: &Account, filter: ReviewFilter) -> Result<Listed<QueuedCard>, CallFault> {
        only_admins(account)?;
        let now = self.0.now();
        let query = ReviewQuery {
            tenant: account.tenant_id,
            now,
            state: filter.state,
            context_type: None,
            status: None,
            disliked: filter.disliked,
            limit: PAGE + 1,
            after: after(filter.after.as_deref())?.map(|(at, id)| (at, SessionId(id))),
        };
        let rows = self.0.reviews().review_queue(query).await.map_err(Failure::from)?;
        let (rows, next) = cut(rows, PAGE, |row| (row.session.updated_at, row.session.id.0));
        let names = names(&self.0, account).await?;
        Ok(Listed { items: rows.into_iter().map(|row| queued(row, &names, account.user_id, now)).collect(), next })
    }

    async fn review(&self, account: &Account, id: SessionId) -> Result<ReviewView, CallFault> {
        only_admins(account)?;
        let row = known(&self.0, account, id).await?;
        let view = self.0.interviews().view(who(account), id).await.map_err(Failure::from)?.view;
        let names = names(&self.0, account).await?;
        let known = view.definition.obligations.iter().filter_map(|template| {
            let one = view.obligation(&template.key)?;
            Some(KnownLine::new(template, one, format_for_reading(template, one.value.as_ref()?)))
        });
        Ok(ReviewView {
            card: queued(row, &names, account.user_id, self.0.now()),
            known: known.collect(),
            messages: view.messages.clone(),
        })
    }

    async fn take_next(&self, who: &Account) -> Result<Option<SessionId>, CallFault> {
        Ok(hold_next(&self.0, who).await?.map(|row| row.session.id))
    }

    async fn reserve(&self, who: &Account, id: SessionId) -> Result<(), CallFault> {
        Ok(hold_review(&self.0, who, id).await?)
    }

    async fn release(&self, who: &Account, id: SessionId) -> Result<(), CallFault> {
        Ok(release_review(&self.0, who, id).await?)
    }

    async fn finish(&self, who: &Account, id: SessionId, review: Review) -> Result<(), CallFault> {
        Ok(finish_review(&self.0, who, id, review).await?)
    }
}

/// The names of the tenant's people.
pub(super) async fn names(backend: &Backend, who: &Account) -> Result<HashMap<UserId, String>, Failure> {
    let users = backend.accounts().users(who.tenant_id).await?;
    Ok(users.into_iter().map(|row| (row.id, row.name)).collect())
}

fn queued(row: QueuedRow, names: &HashMap<UserId, String>, me: UserId, now: Timestamp) -> QueuedCard {
    let review = row.review;
    let name = |id: UserId| names.get(&id).cloned().unwrap_or_default();
    QueuedCard {
        state: review.state(now),
        dislikes: row.dislikes,
        mine: review.reserved(now) == Some(me),
        reserved: review.reserved(now).map(name).zip(review.reserved_until),
        reviewed: review.reviewed_at.map(|at| (review.reviewed_by.map(name).unwrap_or_default(), at)),
        review: review.review,
        interview: card(row.session, names),
    }
}
