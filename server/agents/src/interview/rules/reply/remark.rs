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
        Remark::Deferred { .. } => voice.say(
            &[
                "We can come back to {l} later.", "I will leave {l} for later.", "Let us return to {l} another time.",
                "Later will do for {l}.", "As you like; {l} will have its turn.",
            ],
            &[
                "We'll come back to {l} later.", "No rush, {l} can wait.", "I'll park {l} for now.", "Okay, {l} later.",
                "Sure, {l} gets its turn another time.",
            ],
            &[('l', &all)],
        ),
        Remark::Skipped { .. } => voice.say(
            &[
                "I will leave out {l}.", "Very well, we do without {l}.", "Then {l} will not be part of this.",
                "As you wish, {l} is passed over.", "We go on, then, and {l} stays blank.",
            ],
            &[
                "Okay, I'll leave out {l}.", "Fine, we'll do without {l}.", "No problem, I've dropped {l}.",
                "Sure, {l} is skipped.", "On we go, and {l} stays blank.",
            ],
            &[('l', &all)],
        ),
        Remark::NotKnown { key, given_up } => not_known(plan, voice, key, *given_up, &all),
        Remark::GivenUp { .. } => voice.say(
            &[
                "Let us do without {l} for now; you can add it whenever you like.",
                "Let us set {l} aside; you can come back to that at any time.",
                "We can leave {l} open; should something come to mind, tell me at any time.",
                "There is no need to settle {l} now.",
                "For the moment {l} stays blank; it can be filled in whenever it suits you.",
            ],
            &[
                "We can leave {l} open; add it whenever you like.",
                "Let's leave {l} open, you can come back to it any time.",
                "Okay, {l} can stay open for now.",
                "No need to settle {l} now.",
                "For now {l} stays blank; fill it in whenever it suits you.",
            ],
            &[('l', &all)],
        ),
        Remark::Restored { key, value } => with_value(
            plan,
            voice,
            key,
            value,
            &[
                "I have gone back to {v} {a}.",
                "Undone: I have {v} {a} again.",
                "That is put back: {v} {a}.",
                "It is as it was before, with {v} {a}.",
                "The earlier answer holds again: {v} {a}.",
            ],
            &[
                "Back to {v} {a}.", "Undone, it's {v} {a} again.", "I've put back {v} {a}.", "As it was before, then: {v} {a}.",
                "The old answer's back: {v} {a}.",
            ],
        ),
        Remark::Settled { key, value } => with_value(
            plan,
            voice,
            key,
            value,
            &[
                "Then we agree on {v} {a}.", "Good, I will use {v} {a}.", "Settled, then: {v} {a}.", "Very well, {v} {a}.",
                "It is decided: {v} {a}.",
            ],
            &[
                "Settled: {v} {a}.", "Okay, we'll go with {v} {a}.", "Good, {v} it is.", "Right, I'll use {v} {a}.",
                "Decided, then: {v} {a}.",
            ],
        ),
        Remark::Withdrawn { .. } => voice.say(
            &[
                "I have taken {l} out again.", "I no longer hold anything for {l}.", "Forgotten, as you wish: {l}.",
                "What I had for {l} is gone.", "My note on {l} is struck out.",
            ],
            &[
                "I've taken {l} out again.", "Okay, I've cleared {l}.", "Gone: I've removed {l}.", "What I had for {l} is gone.",
                "Sure, my note on {l} is struck out.",
            ],
            &[('l', &all)],
        ),
        Remark::NegotiationDeferred { .. } => voice.say(
            &[
                "We leave {l} undecided for now.",
                "Let us decide about {l} later.",
                "I keep both versions of {l} until you decide.",
                "There is time to make up your mind about {l}.",
                "As for {l}, nothing is decided yet.",
            ],
            &[
                "Let's leave {l} undecided for now.",
                "We can sort out {l} later.",
                "I'll keep both versions of {l} until you decide.",
                "There's time to make up your mind about {l}.",
                "As for {l}, nothing's decided yet.",
            ],
            &[('l', &all)],
        ),
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
            voice.say(
                &[
                    "Please tell me about {l} in any message, or enter it beside our conversation.",
                    "You can give {l} at any time, here or in the list beside our conversation.",
                    "Whenever you know more, a message about {l} is enough.",
                    "There is room for {l} in any of your messages.",
                    "Should {l} come to mind, tell me, or write it into the list on the side.",
                ],
                &[
                    "Just tell me {l} whenever you know, or fill it in on the side.",
                    "You can add {l} any time, here or on the side.",
                    "Whenever you know more, just write me {l}.",
                    "There's room for {l} in any message.",
                    "If {l} comes to mind, tell me or put it in the list on the side.",
                ],
                &[('l', &all)],
            )
        }
        Remark::Repeated
        | Remark::Summary
        | Remark::Progress
        | Remark::Back { .. }
        | Remark::NothingToUndo
        | Remark::Paused { .. }
        | Remark::ToldAlready { .. }
        | Remark::WhatToChange
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
        return voice.say(
            &[
                "That is no problem; {r}.", "You need not know it exactly; {r}.", "Please do not worry, {r}.",
                "Nobody expects precision: {r}.", "A guess is welcome, for {r}.",
            ],
            &[
                "No problem, {r}.", "No need to be exact, {r}.", "That's fine, {r}.", "Nobody's checking: {r}.",
                "Just guess, {r}.",
            ],
            &[('r', &rough)],
        );
    }
    // What was read back and is not known for sure is kept, and not left open.
    let kept = plan.held.iter().find(|held| held.key == key).and_then(|held| held.value.as_ref());
    if let Some(value) = kept {
        return with_value(
            plan,
            voice,
            key,
            value,
            &[
                "For now I keep {v} {a}, though not for certain.",
                "Until you know more, I keep {v} {a}.",
                "I leave {v} {a} as it is, marked as uncertain.",
                "It remains {v} {a}, until something better comes up.",
                "Then {v} stays {a}, as a guess.",
            ],
            &[
                "Okay, I'll keep {v} {a} for now, as a maybe.",
                "Fine, I'll stick with {v} {a} until you know more.",
                "I'll leave {v} {a}, marked as a maybe.",
                "It's still {v} {a} till something better comes up.",
                "Then {v} stays {a}, as a guess.",
            ],
        );
    }
    voice.say(
        &[
            "That is quite all right; we leave {l} open.",
            "Then {l} may stay open for now.",
            "I will leave {l} open; you can add it later.",
            "No harm is done; {l} can be filled in another time.",
            "Few people know everything, so {l} stays blank.",
        ],
        &[
            "That's fine, let's leave {l} open.",
            "No worries, {l} can stay open.",
            "Not knowing is fine; I'll leave {l} open.",
            "No harm done, {l} can be filled in another time.",
            "Nobody knows everything, so {l} stays blank.",
        ],
        &[('l', all)],
    )
}

/// One sentence that names the bounds; the question comes after it.
fn out_of_bounds(voice: &Voice<'_>, subject: Subject<'_>) -> Option<String> {
    let bounds = words(&subject.template?.describe_bounds()?, 80);
    Some(voice.say(
        &[
            "For {l}, the number has to be {b}.",
            "I can only note a number for {l} that is {b}.",
            "The number for {l} must be {b}.",
            "What I can take for {l} has to be {b}.",
            "That number does not fit: for {l} it must be {b}.",
        ],
        &[
            "For {l} it has to be {b}.",
            "I can only note a number for {l} that's {b}.",
            "That one doesn't fit: for {l} it has to be {b}.",
            "What works for {l} has to be {b}.",
            "The number for {l} needs to be {b}.",
        ],
        &[('l', &subject.the()), ('b', &bounds)],
    ))
}

/// When the question itself asks what is right, saying so before would be saying it twice.
fn what_instead(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, the: &str) -> Option<String> {
    match &plan.next {
        Next::Settle { key: next, .. } if next == key => None,
        Next::Ask { key: next, .. } if next == key => Some(voice.say(
            &[
                "I see, then I had {l} wrong.",
                "Thank you for telling me; I had misunderstood {l}.",
                "Then I must correct {l}.",
                "The mistake about {l} is mine.",
                "So {l} is not what I took it for.",
            ],
            &[
                "Ah, then I had {l} wrong.", "Thanks for saying so, I got {l} wrong.", "Oops, I misread {l}.",
                "My mistake about {l}.", "So {l} isn't what I thought.",
            ],
            &[('l', the)],
        )),
        _ => Some(voice.say(
            &[
                "I see that I had {l} wrong; please tell me the right version whenever you like.",
                "Then {l} needs correcting, and you can tell me how at any time.",
                "The mistake about {l} is mine; the right version is welcome whenever it suits you.",
                "I count {l} as wrong until you correct it.",
                "So {l} is not what I took it for, and can be put right at any time.",
            ],
            &[
                "So I had {l} wrong; just tell me what's right.",
                "Okay, {l} needs fixing; tell me how whenever you like.",
                "My mistake about {l}; put it right whenever it suits you.",
                "I'll count {l} as wrong till you fix it.",
                "So {l} isn't what I thought; set me straight any time.",
            ],
            &[('l', the)],
        )),
    }
}

fn with_value(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, value: &Value, formal: &[&str], casual: &[&str]) -> String {
    let subject = Subject::of(plan, key);
    let value =
        Some(in_words(subject, value, IN_PASSING)).filter(|value| is_brief(value)).unwrap_or_else(|| "your answer".to_owned());
    voice.say(formal, casual, &[('v', &value), ('a', &subject.place())])
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
