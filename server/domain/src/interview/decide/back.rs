//! Turning back in the conversation: to an earlier question, or before the last change.

use super::{negotiation, obligations, reply::ReplyParts, understood::GIVEN_UP};
use crate::interview::{Draft, Next, Remark};
use protocol::interview::{
    Asking, InterviewEvent, Negotiation, Obligation, ObligationTemplate, PendingQuestion, Resolution, Source, Status,
};

/// "Go back": the question before this one, or the one that is named, is asked again with what is held of it. Nobody said that
/// it is wrong, so nothing is changed.
pub(super) fn go_back(draft: &mut Draft<'_>, key: Option<&str>, asked: Option<&PendingQuestion>, said: &mut ReplyParts) {
    let here = asked.map(|asked| asked.key.as_str());
    let spoken_of = |one: &Obligation| one.last_attempt_turn.max(one.evidence.as_ref().map(|evidence| evidence.turn));
    let before = || {
        let open = |one: &&Obligation| here != Some(&one.key) && spoken_of(one).is_some();
        draft.view.obligations.iter().filter(open).max_by_key(|one| spoken_of(one)).map(|one| one.key.clone())
    };
    let key = key.map(str::to_owned).or_else(before).or_else(|| here.map(str::to_owned));
    let Some(one) = key.and_then(|key| draft.view.obligation(&key)) else {
        return said.remarks.push(Remark::Repeated);
    };
    // What is being settled, or was just answered anew, is open enough.
    if one.negotiation.as_ref().is_some_and(Negotiation::is_active) || said.took.iter().any(|took| took.key == one.key) {
        return;
    }
    let key = one.key.clone();
    said.instead = Some(match one.value.clone() {
        Some(value) => Next::ReadBack { key: key.clone(), value },
        None => ask_again(draft, &key, "reopened"),
    });
    if here != Some(&key) {
        said.remarks.push(Remark::Back { key });
    }
}

/// A question that was left is open again.
fn ask_again(draft: &mut Draft<'_>, key: &str, reason: &str) -> Next {
    let most = draft.view.template(key).map_or(1, ObligationTemplate::attempts_allowed);
    if draft.view.obligation(key).is_some_and(|one| one.status == Status::InProgress && one.attempts >= most) {
        draft.set_status(key, Status::Deferred, Some(reason));
    }
    if draft.view.obligation(key).is_some_and(|one| matches!(one.status, Status::Deferred | Status::Skipped)) {
        obligations::open_again(draft, key, false, reason);
    }
    let attempt = draft.view.obligation(key).map_or(1, |one| one.attempts + 1);
    Next::Ask { key: key.to_owned(), attempt, following_up: None }
}

/// "Undo that": what the newest answer changed is as it was before; of two values that are being weighed the held one stays.
pub(super) fn undo(draft: &mut Draft<'_>, asked: Option<&PendingQuestion>, said: &mut ReplyParts) {
    if let Some(key) = asked.filter(|asked| asked.kind == Asking::Negotiation).map(|asked| asked.key.as_str())
        && let Some(one) = draft.view.obligation(key)
        && let (Some(value), Some(open)) = (one.value.clone(), one.negotiation.clone().filter(Negotiation::is_active))
        && open.proposed().is_some()
    {
        let evidence = one.evidence.clone();
        negotiation::settle(draft, key, open, Resolution::AgentAccepted, value.clone(), evidence);
        return said.remarks.push(Remark::Settled { key: key.to_owned(), value });
    }
    let changed = newest(draft);
    let given = changed.iter().filter_map(|key| draft.view.obligation(key)).map(|one| one.value_seq).max();
    if let Some((key, seq)) = left(draft)
        && given.is_none_or(|given| given < seq)
    {
        return open(draft, &key, said);
    }
    if changed.is_empty() {
        return said.remarks.push(Remark::NothingToUndo);
    }
    for key in changed {
        take_back(draft, &key, said);
    }
}

/// "Don't skip it", "back to the one I skipped".
pub(super) fn take_up(draft: &mut Draft<'_>, said: &mut ReplyParts) {
    match left(draft) {
        Some((key, _)) => open(draft, &key, said),
        None => said.remarks.push(Remark::NothingToUndo),
    }
}

/// The question that the person put off or skipped last, and when; one that was asked too often was not left by them.
fn left(draft: &Draft<'_>) -> Option<(String, u64)> {
    let by_them = |one: &&Obligation| one.left_seq > 0 && one.reason.as_deref().is_none_or(|why| !why.starts_with(GIVEN_UP));
    let last = draft.view.obligations.iter().filter(by_them).max_by_key(|one| one.left_seq)?;
    Some((last.key.clone(), last.left_seq))
}

fn open(draft: &mut Draft<'_>, key: &str, said: &mut ReplyParts) {
    said.instead = Some(ask_again(draft, key, "taken up again"));
    said.remarks.push(Remark::Back { key: key.to_owned() });
}

/// What the newest answer gave: all that one message said, or the one value that came otherwise.
fn newest(draft: &Draft<'_>) -> Vec<String> {
    let held = || draft.view.obligations.iter().filter(|one| one.value.is_some() && one.value_seq > 0);
    let Some(last) = held().max_by_key(|one| one.value_seq) else { return Vec::new() };
    let message =
        |one: &Obligation| one.evidence.as_ref().filter(|_| one.source == Some(Source::Message)).map(|said| said.message_id);
    match message(last) {
        Some(id) => held().filter(|one| message(one) == Some(id)).map(|one| one.key.clone()).collect(),
        None => vec![last.key.clone()],
    }
}

fn take_back(draft: &mut Draft<'_>, key: &str, said: &mut ReplyParts) {
    let Some(one) = draft.view.obligation(key) else { return };
    if one.past.is_empty() {
        negotiation::lay_aside(draft, key);
        draft.push(InterviewEvent::ValueCleared { key: key.to_owned() });
        draft.set_status(key, Status::Pending, Some("answer withdrawn"));
        said.remarks.push(Remark::Withdrawn { key: key.to_owned() });
        if said.instead.is_none() {
            said.instead = Some(ask_again(draft, key, "answer withdrawn"));
        }
        return;
    }
    if !negotiation::lay_aside(draft, key) {
        negotiation::unsettle(draft, key);
    }
    draft.push(InterviewEvent::ValueRestored { key: key.to_owned() });
    draft.reopened = true;
    draft.settle(key, Some("an earlier value was restored"));
    let value = draft.view.obligation(key).and_then(|one| one.value.clone());
    said.remarks.extend(value.map(|value| Remark::Restored { key: key.to_owned(), value }));
}
