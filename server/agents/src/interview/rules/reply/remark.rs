//! Everything else that is answered before the question.

use super::{
    blockers, explain,
    plain::{listing, words},
    research,
    subject::Subject,
    talk, unclear,
    value::{IN_PASSING, in_words, is_brief},
    voice::Voice,
};
use domain::interview::{Next, Remark, ReplyPlan};
use serde_json::Value;
use std::mem::discriminant;

/// More than so many remarks make a speech.
const MOST: usize = 4;

pub(super) fn answers(plan: &ReplyPlan, voice: &Voice<'_>) -> Vec<String> {
    firsts(plan).filter_map(|remark| answer(plan, voice, remark)).take(MOST).collect()
}

fn answer(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let subject = |key| Subject::of(plan, key);
    let all = all_like(plan, remark);
    let said = match remark {
        Remark::Greeting | Remark::Thanks | Remark::SmallTalk | Remark::Abuse => return None,
        Remark::Why { key } => explain::why(plan, voice, subject(key)),
        Remark::Meaning { key } => explain::meaning(voice, subject(key)),
        Remark::Examples { key } => explain::examples(voice, subject(key)),
        Remark::Deferred { .. } => voice.word("deferred", &[("subject", &all)]),
        Remark::Skipped { .. } => voice.word("skipped", &[("subject", &all)]),
        Remark::NotKnown { key, given_up } => not_known(plan, voice, key, *given_up, &all),
        Remark::GivenUp { .. } => voice.word("given up", &[("subject", &all)]),
        Remark::Restored { key, value } => {
            voice.word("restored", &[("value", &brief(plan, key, value)), ("place", &subject(key).place())])
        }
        Remark::Settled { key, value } => {
            voice.word("settled", &[("value", &brief(plan, key, value)), ("place", &subject(key).place())])
        }
        Remark::Withdrawn { .. } => voice.word("withdrawn", &[("subject", &all)]),
        Remark::NegotiationDeferred { .. } => voice.word("undecided", &[("subject", &all)]),
        Remark::OutOfBounds { key } => out_of_bounds(voice, subject(key))?,
        Remark::WhatInstead { key } => return what_instead(plan, voice, key, &all),
        Remark::NoResearch { .. }
        | Remark::NothingToSearch
        | Remark::Researching { .. }
        | Remark::Researched { .. }
        | Remark::Found { .. } => research::about(plan, voice, remark, &all),
        Remark::NotYet { blockers } => blockers::not_yet(plan, voice, blockers),
        Remark::AnyTime { keys } => {
            let names: Vec<String> = keys.iter().take(64).map(|key| subject(key).the()).collect();
            // They were named in the sentence before.
            let named = names.len() > 1 && plan.remarks.iter().any(|one| matches!(one, Remark::NotYet { .. }));
            let all = if named { "these points".to_owned() } else { listing(&names, "and", 4) };
            voice.word("any time", &[("subject", &all)])
        }
        Remark::Repeated
        | Remark::Summary
        | Remark::Progress
        | Remark::Back { .. }
        | Remark::NothingToUndo
        | Remark::Paused { .. }
        | Remark::ToldAlready { .. }
        | Remark::WhatToChange { .. }
        | Remark::OnlyEnglish
        | Remark::Unanswerable => return talk::about(plan, voice, remark),
        Remark::NotUnderstood if !plan.took.is_empty() => return None,
        Remark::NotUnderstood => unclear::not_understood(plan, voice),
    };
    Some(said)
}

fn not_known(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, given_up: bool, all: &str) -> String {
    if !given_up && matches!(&plan.next, Next::Ask { key: next, .. } if next == key) {
        let rough = explain::rough(Subject::of(plan, key));
        return voice.word("not known", &[("rough", &rough)]);
    }
    // What was read back and is not known for sure is kept, and not left open.
    let kept = plan.held.iter().find(|held| held.key == key).and_then(|held| held.value.as_ref());
    if let Some(value) = kept {
        return voice.word("kept", &[("value", &brief(plan, key, value)), ("place", &Subject::of(plan, key).place())]);
    }
    voice.word("stays open", &[("subject", all)])
}

/// One sentence that names the bounds; the question comes after it.
fn out_of_bounds(voice: &Voice<'_>, subject: Subject<'_>) -> Option<String> {
    let bounds = words(&subject.template?.describe_bounds()?, 80);
    Some(voice.word("out of bounds", &[("subject", &subject.the()), ("bounds", &bounds)]))
}

/// When the question itself asks what is right, saying so before would be saying it twice.
fn what_instead(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, the: &str) -> Option<String> {
    match &plan.next {
        Next::Settle { key: next, .. } if next == key => None,
        Next::Ask { key: next, .. } if next == key => Some(voice.word("what I had wrong", &[("subject", the)])),
        _ => Some(voice.word("what I had wrong for later", &[("subject", the)])),
    }
}

/// The value in words, or what it is where it is too long to be said.
fn brief(plan: &ReplyPlan, key: &str, value: &Value) -> String {
    let value = in_words(Subject::of(plan, key), value, IN_PASSING);
    if is_brief(&value) { value } else { "your answer".to_owned() }
}

/// The remarks without those that an earlier one of the same kind speaks for.
pub(super) fn firsts(plan: &ReplyPlan) -> impl Iterator<Item = &Remark> {
    plan.remarks
        .iter()
        .enumerate()
        .filter(|(at, one)| !plan.remarks[..*at].iter().any(|before| speaks_for(before, one)))
        .map(|(_, one)| one)
}

fn speaks_for(before: &Remark, one: &Remark) -> bool {
    match (before, one) {
        (Remark::NotKnown { given_up, .. }, Remark::NotKnown { given_up: other, .. }) => given_up == other,
        (
            Remark::Why { .. }
            | Remark::Meaning { .. }
            | Remark::Examples { .. }
            | Remark::Found { .. }
            | Remark::Restored { .. }
            | Remark::Settled { .. }
            | Remark::OutOfBounds { .. },
            _,
        ) => before == one,
        _ => discriminant(before) == discriminant(one),
    }
}

/// The names of all obligations that the remarks of this kind are about.
fn all_like(plan: &ReplyPlan, remark: &Remark) -> String {
    let names: Vec<String> = plan
        .remarks
        .iter()
        .filter(|one| *one == remark || speaks_for(remark, one))
        .filter_map(key_of)
        .take(64)
        .map(|key| Subject::of(plan, key).the())
        .collect();
    listing(&names, "and", 4)
}

fn key_of(remark: &Remark) -> Option<&str> {
    match remark {
        Remark::Deferred { key }
        | Remark::Skipped { key }
        | Remark::NotKnown { key, .. }
        | Remark::GivenUp { key }
        | Remark::Withdrawn { key }
        | Remark::NegotiationDeferred { key }
        | Remark::Researching { key }
        | Remark::Researched { key }
        | Remark::WhatInstead { key } => Some(key),
        _ => None,
    }
}
