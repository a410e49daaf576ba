//! Before the end everything known is read back as a list. A value that changes after that makes the list due again.

use protocol::interview::{InterviewView, Obligation, Source, Status};

/// Whether the offer to end reads everything back: it never did, or a value has changed since.
#[must_use]
pub(super) fn is_due(view: &InterviewView) -> bool {
    let changes_now = |one: &Obligation| !one.past.is_empty() && one.value_seq > view.heard_seq;
    view.recapped.is_none() || view.obligations.iter().any(changes_now) || (!view.offered && is_outdated(view))
}

/// Whether a value was told, replaced or taken back after the list. What is offered since counts as read back: whoever asks this
/// looks at that first.
#[must_use]
pub(super) fn is_outdated(view: &InterviewView) -> bool {
    let Some(listed) = view.recapped else { return false };
    // Only the turn of the list is kept: a value without a turn of its own came later if it came after all that was said by then.
    let by_then = view.obligations.iter().filter(|one| turn_of(one).is_some_and(|turn| turn <= listed));
    let last = by_then.map(|one| one.value_seq).max().unwrap_or(0);
    let is_changed = |one: &Obligation| match turn_of(one) {
        Some(turn) => turn > listed && one.value.is_some(),
        None if one.value.is_none() => !one.past.is_empty() && one.status != Status::Skipped,
        None => !one.past.is_empty() && one.value_seq > last,
    };
    view.obligations.iter().any(is_changed)
}

/// Whether the message before this turn read everything back.
#[must_use]
pub(super) fn was_just_read_back(view: &InterviewView, turn: u32) -> bool {
    let changed_before = |one: &Obligation| !one.past.is_empty() && turn_of(one).is_some_and(|at| at + 1 == turn);
    view.recapped.is_some_and(|listed| listed + 1 >= turn || (view.offered && view.obligations.iter().any(changed_before)))
}

/// The turn in which a value was said or settled; a widget and a person's own hand leave none.
fn turn_of(one: &Obligation) -> Option<u32> {
    let heard = one.evidence.as_ref().map(|evidence| evidence.turn);
    heard.max(one.negotiated_turn.filter(|_| one.source == Some(Source::Negotiation)))
}
