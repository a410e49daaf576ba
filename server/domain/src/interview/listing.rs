//! Before the end everything known is read back as a list. A value that changes after that makes the list due again, unless the
//! reply that offers the end says the change by itself.

use protocol::interview::{InterviewView, NegotiationStatus, Obligation, Source, Status};

/// Whether the offer to end reads everything back: it never did, or a value has changed since that was not said in an offer.
#[must_use]
pub(super) fn is_due(view: &InterviewView) -> bool {
    let changes_now = |one: &Obligation| !one.past.is_empty() && one.value_seq > view.heard_seq;
    view.recapped.is_none() || !view.offered && outdated(view).any(|one| !changes_now(one))
}

/// Whether a value was told, replaced or taken back after the list, so that it differs from what was read back last. What is
/// offered since counts as read back: whoever asks this looks at that first.
#[must_use]
pub(super) fn is_outdated(view: &InterviewView) -> bool {
    outdated(view).next().is_some()
}

fn outdated(view: &InterviewView) -> impl Iterator<Item = &Obligation> {
    let listed = view.recapped;
    // Of the first list only the turn is kept: a value without a turn of its own came later if it came after all that was said
    // by then.
    let by_then = view.obligations.iter().filter(|one| turn_of(one).is_some_and(|turn| Some(turn) <= listed));
    let last = by_then.map(|one| one.value_seq).max().unwrap_or(0);
    let is_changed = move |one: &&Obligation| match turn_of(one) {
        _ if listed.is_none() || one.value == one.listed => false,
        Some(turn) => Some(turn) > listed && one.value.is_some(),
        None if one.value.is_none() => one.status != Status::Skipped,
        None => !one.past.is_empty() && one.value_seq > last,
    };
    view.obligations.iter().filter(is_changed)
}

/// Whether the message before this turn read everything back.
#[must_use]
pub(super) fn was_just_read_back(view: &InterviewView, turn: u32) -> bool {
    let changed_before = |one: &Obligation| !one.past.is_empty() && turn_of(one).is_some_and(|at| at + 1 == turn);
    view.recapped.is_some_and(|listed| listed + 1 >= turn || (view.offered && view.obligations.iter().any(changed_before)))
}

/// What an offer to end names: what is not answered, and what nobody decided between two values.
#[must_use]
pub(super) fn list_open(view: &InterviewView) -> Vec<String> {
    let open = |one: &&Obligation| !matches!(one.status, Status::Satisfied | Status::Skipped) || is_undecided(one);
    view.obligations.iter().filter(open).map(|one| one.key.clone()).collect()
}

/// Whether the choice between two values was put off: the held one stays for now, the other stands against it.
#[must_use]
pub(super) fn is_undecided(one: &Obligation) -> bool {
    let Some(open) = one.negotiation.as_ref().filter(|open| open.status == NegotiationStatus::Deferred) else { return false };
    let held = one.value.as_ref();
    let weighed = open.rounds.last().map(|round| &round.agent_proposal);
    held.is_some() && held == weighed && open.proposed().is_some_and(|other| Some(other) != held)
}

/// The turn in which a value was said or settled; a widget and a person's own hand leave none.
fn turn_of(one: &Obligation) -> Option<u32> {
    let heard = one.evidence.as_ref().map(|evidence| evidence.turn);
    heard.max(one.negotiated_turn.filter(|_| one.source == Some(Source::Negotiation)))
}
