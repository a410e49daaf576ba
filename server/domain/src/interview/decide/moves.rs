//! What a message did besides giving values: accept, reject, skip, later, don't know, why, done …

use super::{back, findings::reopened, negotiation, reply::ReplyParts, research, session};
use crate::interview::{Draft, Move, Next, Remark, listing, memory::Signals, obligation::CONFIRMED};
use protocol::interview::{
    Asking, FollowUp, InterviewEvent, NegotiationRound, Obligation, PendingQuestion, Resolution, Source, Status, UserResponse,
};
use serde_json::Value;

/// "Later" means a few turns, not the next one.
const LATER: u32 = 5;

/// More than this is not one message.
const MOST: usize = 20;

/// Each move once, in order.
pub(super) fn distinct(moves: Vec<Move>) -> Vec<Move> {
    let mut kept = Vec::new();
    for one in moves.into_iter().take(MOST) {
        if !kept.contains(&one) {
            kept.push(one);
        }
    }
    kept
}

pub(super) fn follow(
    draft: &mut Draft<'_>,
    moves: &[Move],
    asked: Option<&PendingQuestion>,
    said: &mut ReplyParts,
    signals: &mut Signals,
) {
    for one in moves {
        // Without a key a move is about what was asked last.
        let about = |key: &Option<String>| {
            key.clone().or_else(|| asked.map(|asked| asked.key.clone())).filter(|key| draft.view.obligation(key).is_some())
        };
        match one {
            Move::Accept { key } => accept(draft, about(key).as_deref(), asked, said),
            // A "no" that comes with the correction of another answer belongs to that one.
            Move::Reject { key: None } if corrects_another(moves, asked) => {}
            Move::Reject { key } => reject(draft, about(key).as_deref(), (asked, key.is_some()), said),
            Move::Skip { key } => {
                if let Some(key) = about(key).filter(|key| !is_left(said, key) && !put_off_too(moves, key, asked)) {
                    skip(draft, &key, said, signals);
                }
            }
            Move::Defer { key } => {
                if let Some(key) = about(key).filter(|key| !is_left(said, key)) {
                    defer(draft, &key, "to be answered later", said, signals);
                }
            }
            Move::DontKnow { key } => {
                if let Some(key) = about(key)
                    && !said.took.iter().any(|took| took.key == key)
                    && !is_left(said, &key)
                    && !put_off_too(moves, &key, asked)
                {
                    if !put_off(draft, &key, said) {
                        said.remarks.push(Remark::NotKnown { key: key.clone(), given_up: false });
                    }
                    said.avoid.push(key);
                }
            }
            Move::Withdraw { key } => withdraw(draft, key, said),
            Move::GoBack { key } => back::go_back(draft, key.as_deref(), asked, said),
            Move::Undo => back::undo(draft, asked, said),
            Move::TakeUp => back::take_up(draft, said),
            Move::Unclear { keys } if asked.is_none() && draft.view.offered => ask_what_to_change(draft, keys, said),
            Move::Repeat => remark(said, Remark::Repeated),
            Move::AskSummary => remark(said, Remark::Summary),
            Move::AskProgress => remark(said, Remark::Progress),
            Move::ToldAlready => told_already(draft, asked, said),
            Move::Pause => said.paused = true,
            Move::OtherLanguage => remark(said, Remark::OnlyEnglish),
            Move::AskWhy { key } => explain(about(key), said, |key| Remark::Why { key }),
            Move::AskMeaning { key } => explain(about(key), said, |key| Remark::Meaning { key }),
            Move::AskExamples { key } => {
                signals.preferences.push(("prefers_examples".into(), Value::Bool(true)));
                explain(about(key), said, |key| Remark::Examples { key });
            }
            Move::AskResearch { key } => {
                let key = about(key);
                research::by_word(draft, key, said);
            }
            Move::Done => said.finished = true,
            Move::Greeting => remark(said, Remark::Greeting),
            Move::Thanks => remark(said, Remark::Thanks),
            Move::SmallTalk => remark(said, Remark::SmallTalk),
            Move::Question => remark(said, Remark::Unanswerable),
            Move::Abuse => remark(said, Remark::Abuse),
            // The finding itself carries it.
            Move::Correct { .. } | Move::Overrule { .. } | Move::Unclear { .. } => {}
        }
    }
}

/// This message left it already.
fn is_left(said: &ReplyParts, key: &str) -> bool {
    let left = |one: &Remark| matches!(one, Remark::Skipped { key: of } | Remark::Deferred { key: of } | Remark::NegotiationDeferred { key: of } if of == key);
    said.remarks.iter().any(left)
}

/// "Let me think about that, move on": it is put off, which says more than that it is passed over or not known.
fn put_off_too(moves: &[Move], key: &str, asked: Option<&PendingQuestion>) -> bool {
    let about = |of: &Option<String>| of.as_deref().or(asked.map(|asked| asked.key.as_str())) == Some(key);
    moves.iter().any(|one| matches!(one, Move::Defer { key } if about(key)))
}

/// Something is corrected, and it is not what was asked or read back.
fn corrects_another(moves: &[Move], asked: Option<&PendingQuestion>) -> bool {
    let is_asked = |key: &String| asked.is_some_and(|asked| asked.key == *key);
    let mut corrected = moves.iter().filter_map(|one| if let Move::Correct { key } = one { Some(key) } else { None }).peekable();
    corrected.peek().is_some() && !corrected.any(is_asked)
}

/// Whether a move changes what is held, so that a wish to end beside it is no more than half of the message.
pub(super) const fn changes_values(one: &Move) -> bool {
    matches!(
        one,
        Move::Correct { .. } | Move::Overrule { .. } | Move::Withdraw { .. } | Move::GoBack { .. } | Move::Undo | Move::TakeUp
    )
}

/// The person wants to end: completes, or says what is missing and goes on; whoever wants to end all the same may leave it there.
/// What changed in the same message is seen first, and so is what stays open where nobody spoke of it yet: the end is offered.
pub(super) fn finish(draft: &mut Draft<'_>, said: &mut ReplyParts) {
    let offers_end = said.offers_end || !said.paused && leaves_unnamed(draft) || leaves_undecided(draft, said);
    if offers_end && draft.view.completeness.can_complete() {
        said.offers_end = true;
        said.finished = false;
    } else if session::complete(draft).is_err() {
        said.offers_end = false;
        said.finished = false;
        if !said.paused {
            said.remarks.push(Remark::NotYet { blockers: draft.view.completeness.blockers.clone() });
        }
    }
}

/// Whether optional answers are open that no offer to end has named, or a value changed since everything was read back. Whoever
/// wants to end "anyway" need not hear of them.
fn leaves_unnamed(draft: &Draft<'_>) -> bool {
    let view = &draft.view;
    let open = |one: &Obligation| one.value.is_none() && !matches!(one.status, Status::Satisfied | Status::Skipped);
    let is_unnamed = if view.recapped.is_some() { listing::is_outdated(view) } else { view.obligations.iter().any(open) };
    !view.offered && is_unnamed
}

/// Whether the choice between two values was put off, and no offer to end has named it since. That is heard by everybody.
fn leaves_undecided(draft: &Draft<'_>, said: &ReplyParts) -> bool {
    let now = said.remarks.iter().any(|one| matches!(one, Remark::NegotiationDeferred { .. }));
    now || !draft.view.offered && draft.view.obligations.iter().any(listing::is_undecided)
}

/// The person stops here for now. Where nothing is missing, ending is offered instead.
pub(super) fn pause(draft: &Draft<'_>, said: &mut ReplyParts) {
    if said.finished || draft.view.completeness.can_complete() {
        said.paused = false;
    } else {
        said.remarks.push(Remark::Paused { missing: draft.view.completeness.required.missing.clone() });
    }
}

/// "I told you already": what is held of it is read back; else something else is asked, and this another time.
fn told_already(draft: &mut Draft<'_>, asked: Option<&PendingQuestion>, said: &mut ReplyParts) {
    let asked = asked.filter(|asked| asked.kind == Asking::Question && !said.took.iter().any(|took| took.key == asked.key));
    let Some(key) = asked.map(|asked| asked.key.clone()) else {
        if said.took.is_empty() {
            remark(said, Remark::ToldAlready { key: None });
        }
        return;
    };
    match draft.view.obligation(&key).and_then(|one| one.value.clone()) {
        Some(value) => said.instead = Some(Next::ReadBack { key: key.clone(), value }),
        None => said.avoid.push(key.clone()),
    }
    remark(said, Remark::ToldAlready { key: Some(key) });
}

fn remark(said: &mut ReplyParts, remark: Remark) {
    if !said.remarks.contains(&remark) {
        said.remarks.push(remark);
    }
}

/// Asks once which answer should be another, among those that may be meant.
fn ask_what_to_change(draft: &Draft<'_>, keys: &[String], said: &mut ReplyParts) {
    let mut held: Vec<String> = keys.iter().filter(|key| draft.view.obligation(key).is_some()).cloned().collect();
    match said.remarks.iter_mut().find_map(|one| if let Remark::WhatToChange { keys } = one { Some(keys) } else { None }) {
        Some(keys) => keys.append(&mut held),
        None => said.remarks.push(Remark::WhatToChange { keys: held }),
    }
}

fn explain(key: Option<String>, said: &mut ReplyParts, what: impl Fn(String) -> Remark) {
    match key {
        Some(key) => remark(said, what(key)),
        None => remark(said, Remark::Unanswerable),
    }
}

fn accept(draft: &mut Draft<'_>, key: Option<&str>, asked: Option<&PendingQuestion>, said: &mut ReplyParts) {
    let Some(key) = key else { return };
    let Some(one) = draft.view.obligation(key) else { return };
    if let Some(negotiation) = one.negotiation.clone().filter(protocol::interview::Negotiation::is_active) {
        if let Some(value) = negotiation.proposed().cloned() {
            let evidence = negotiation.rounds.iter().rev().find_map(|round| round.evidence.clone());
            negotiation::settle(draft, key, negotiation, Resolution::UserAccepted, value.clone(), evidence);
            said.remarks.push(Remark::Settled { key: key.to_owned(), value });
        }
        return;
    }
    let read_back = asked.is_some_and(|asked| asked.key == key && asked.kind == Asking::ReadBack);
    if read_back && one.value.is_some() && one.confidence < CONFIRMED {
        draft.set_confidence(key, CONFIRMED, Source::Message, Some("confirmed by the person"));
    }
}

fn reject(draft: &mut Draft<'_>, key: Option<&str>, (asked, named): (Option<&PendingQuestion>, bool), said: &mut ReplyParts) {
    let Some(key) = key else {
        if asked.is_none() && draft.view.offered && said.took.is_empty() {
            ask_what_to_change(draft, &[], said);
        }
        return;
    };
    let Some(one) = draft.view.obligation(key) else { return };
    if said.took.iter().any(|took| took.key == key)
        || said.remarks.iter().any(|remark| matches!(remark, Remark::Settled { key: of, .. } if of == key))
    {
        return;
    }
    if let Some(negotiation) = one.negotiation.clone().filter(protocol::interview::Negotiation::is_active) {
        if asked.is_some_and(|asked| asked.key == key && asked.kind == Asking::Negotiation)
            && let Some(value) = one.value.clone()
        {
            let evidence = one.evidence.clone();
            negotiation::settle(draft, key, negotiation, Resolution::AgentAccepted, value.clone(), evidence);
            said.remarks.push(Remark::Settled { key: key.to_owned(), value });
        }
        return;
    }
    // "No" to a question is an answer or nothing; "no" to a value that was read back, or "my goal is wrong", opens a negotiation.
    let read_back = asked.is_some_and(|asked| asked.key == key && asked.kind == Asking::ReadBack);
    let about_value = read_back || named && asked.is_none_or(|asked| asked.key != key);
    if let Some(held) = one.value.clone().filter(|_| about_value) {
        let mut negotiation = reopened(draft, key);
        negotiation.rounds.push(NegotiationRound {
            turn_number: draft.turn,
            agent_proposal: held,
            user_response: UserResponse::Reject,
            user_value: None,
            agent_reasoning: if read_back { "rejected when it was read back".into() } else { "said to be wrong".into() },
            evidence: None,
        });
        draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
        said.remarks.push(Remark::WhatInstead { key: key.to_owned() });
    }
}

/// Where two values are at odds, "later", "skip" and "I don't know" leave the choice for later: the held one stays.
fn put_off(draft: &mut Draft<'_>, key: &str, said: &mut ReplyParts) -> bool {
    let open = negotiation::lay_aside(draft, key);
    if open {
        said.remarks.push(Remark::NegotiationDeferred { key: key.to_owned() });
    }
    open
}

/// What is answered already is not skipped in passing.
fn skip(draft: &mut Draft<'_>, key: &str, said: &mut ReplyParts, signals: &mut Signals) {
    if draft.view.is_required(key) {
        // What is required cannot be waved away in passing; it is put off and stays visible.
        return defer(draft, key, "skipped for now; it is required", said, signals);
    }
    if put_off(draft, key, said) || draft.view.obligation(key).is_none_or(|one| one.status == Status::Satisfied) {
        return;
    }
    draft.set_status(key, Status::Skipped, Some("skipped by the person"));
    said.remarks.push(Remark::Skipped { key: key.to_owned() });
    said.avoid.push(key.to_owned());
}

fn defer(draft: &mut Draft<'_>, key: &str, reason: &str, said: &mut ReplyParts, signals: &mut Signals) {
    if put_off(draft, key, said) || draft.view.obligation(key).is_none_or(|one| one.status == Status::Satisfied) {
        return;
    }
    draft.set_status(key, Status::Deferred, Some(reason));
    signals.follow_ups.push(FollowUp {
        obligation_key: key.to_owned(),
        reason: "you wanted to come back to it".into(),
        priority: draft.view.template(key).map_or(5, |template| template.priority),
        scheduled_turn: Some(draft.turn + LATER),
    });
    said.remarks.push(Remark::Deferred { key: key.to_owned() });
    said.avoid.push(key.to_owned());
}

fn withdraw(draft: &mut Draft<'_>, key: &str, said: &mut ReplyParts) {
    if draft.view.obligation(key).is_some_and(|one| one.value.is_some()) {
        negotiation::lay_aside(draft, key);
        draft.push(InterviewEvent::ValueCleared { key: key.to_owned() });
        draft.set_status(key, Status::Pending, Some("withdrawn by the person"));
        said.remarks.push(Remark::Withdrawn { key: key.to_owned() });
        said.avoid.push(key.to_owned());
    }
}
