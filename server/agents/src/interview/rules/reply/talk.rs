//! Answers to what is said to the interviewer: where we are, what was turned back to, and that one may stop and return.

use super::{
    plain::{counted, listing, plain, small, words},
    product, recap,
    subject::Subject,
    unclear,
    value::{JUDGED, READ_BACK, in_words, shorten},
    voice::Voice,
};
use crate::interview::rules::language;
use domain::interview::{Next, Remark, ReplyPlan};

/// Answers that are named where it is asked which should be another.
const MOST_NAMED: usize = 6;

pub(super) fn about(plan: &ReplyPlan, voice: &Voice<'_>, remark: &Remark) -> Option<String> {
    let subject = |key| Subject::of(plan, key);
    Some(match remark {
        Remark::Repeated if matches!(plan.next, Next::Nothing) => return None,
        Remark::Repeated => voice.word("repeated", &[]),
        Remark::Summary => recap::summary(plan, voice),
        Remark::Progress if matches!(plan.next, Next::Close { .. }) => return None,
        Remark::Progress => how_far(plan, voice),
        Remark::Back { key } => {
            let the = subject(key).the();
            voice.word("back to", &[("subject", &the)])
        }
        Remark::NothingToUndo => voice.word("nothing to undo", &[]),
        Remark::Paused { missing } => paused(plan, voice, missing),
        Remark::ToldAlready { key } => told_already(plan, voice, key.as_deref()),
        Remark::WhatToChange { keys } => {
            let names: Vec<String> = keys.iter().map(|key| subject(key).the()).collect();
            match listing(&names, "or", MOST_NAMED) {
                choices if choices.is_empty() => voice.word("what to change", &[]),
                choices => voice.word("which to change", &[("choices", &choices)]),
            }
        }
        Remark::OnlyEnglish => match language::decline(&plan.said) {
            Some(declined) => declined,
            None => voice.word("only English", &[]),
        },
        Remark::Unanswerable if asks_how_far(&plan.said) => how_far(plan, voice),
        Remark::Unanswerable => match product::answer(&plan.said) {
            Some(answer) => told_again(voice, answer),
            None => unclear::answer_question(plan, voice),
        },
        _ => return None,
    })
}

/// What is asked once more is answered in fewer words.
fn told_again(voice: &Voice<'_>, answer: &str) -> String {
    let first = answer.split_inclusive(". ").next().unwrap_or(answer).trim_end();
    let short = small(first);
    if !voice.said_before(first) && !voice.said_before(&short) {
        return answer.to_owned();
    }
    voice.word("told again", &[("answer", &short)])
}

fn paused(plan: &ReplyPlan, voice: &Voice<'_>, missing: &[String]) -> String {
    let names: Vec<String> = missing.iter().take(64).map(|key| Subject::of(plan, key).the()).collect();
    let kept = voice.word("paused", &[]);
    let left = match names.len() {
        0 => return kept,
        1 => voice.word("one thing left", &[("subject", &names[0])]),
        _ => voice.word("things left", &[("subject", &listing(&names, "and", 5))]),
    };
    format!("{kept} {left}")
}

fn told_already(plan: &ReplyPlan, voice: &Voice<'_>, key: Option<&str>) -> String {
    let Some(key) = key else {
        return voice.word("asked again", &[]);
    };
    let subject = Subject::of(plan, key);
    match &plan.next {
        Next::ReadBack { key: next, .. } if next == key => voice.word("asked again though noted", &[]),
        Next::Ask { key: next, .. } if next == key => voice.word("missed", &[("subject", &subject.the())]),
        _ => voice.word("missed for now", &[("subject", &subject.the())]),
    }
}

/// How much of the interview lies ahead.
pub(super) fn how_far(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let (have, all) = plan.required;
    let left = all.saturating_sub(have) as usize;
    if left == 0 {
        return voice.word("essentials are there", &[]);
    }
    let number = counted(left);
    let points = if left == 1 { "essential point" } else { "essential points" };
    voice.word("how far", &[("number", &number), ("points", points)])
}

pub(super) fn asks_how_far(said: &str) -> bool {
    let said = plain(said, 200).to_lowercase();
    [
        "how many more", "how many questions", "how much longer", "how long will", "how long does", "almost done", "are we done",
        "nearly done", "much more is",
    ]
    .iter()
    .any(|one| said.contains(one))
}

/// An earlier answer, shown with the question: nobody said that it is wrong.
pub(super) fn once_more(plan: &ReplyPlan, voice: &Voice<'_>, key: &str, value: &serde_json::Value) -> Option<String> {
    let subject = Subject::of(plan, key);
    let back = plan
        .remarks
        .iter()
        .any(|one| matches!(one, Remark::Back { key: of } | Remark::ToldAlready { key: Some(of) } if of == key));
    back.then(|| {
        let (value, the) = (shorten(subject, in_words(subject, value, READ_BACK), JUDGED), subject.the());
        voice.word_anew("kept or changed", &[("value", &value), ("subject", &the)])
    })
}

/// Whether the last words of the person ask how it is going.
pub(super) fn asks_for_time(said: &str) -> bool {
    let said = words(said, 200).to_lowercase();
    [
        "think", "moment", "second", "minute", "hold on", "hang on", "hmm", "bear with", "wait", "tough question",
        "hard question", "good question", "difficult",
    ]
    .iter()
    .any(|one| said.contains(one))
        && said.split(' ').count() < 9
}
