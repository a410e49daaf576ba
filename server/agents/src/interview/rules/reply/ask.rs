//! The one thing a reply ends with: a question that was not worded this way before, a read-back, a choice, or the offer to finish.

use super::{
    close, explain, frames,
    plain::{counted, small, words},
    subject::Subject,
    talk,
    value::{JUDGED, QUOTED, READ_BACK, as_said, first_words, in_words, is_picked, shorten},
    voice::Voice,
    wording::wording,
};
use domain::interview::{Next, Remark, ReplyPlan};
use serde_json::Value;

/// What was said before the question.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// A value was acknowledged.
    pub(super) acknowledged: bool,
    /// Something leads over to the question already.
    pub(super) led: bool,
    /// Nothing was said at all.
    pub(super) alone: bool,
}

pub(super) fn ask(plan: &ReplyPlan, voice: &Voice<'_>, context: Context) -> Option<String> {
    match &plan.next {
        Next::Ask { key, attempt, following_up } => {
            Some(question(plan, voice, Subject::of(plan, key), *attempt, following_up.as_deref(), context))
        }
        Next::ReadBack { key, value } => Some(
            talk::once_more(plan, voice, key, value).unwrap_or_else(|| read_back(plan, voice, Subject::of(plan, key), value)),
        ),
        Next::Settle { key, was, proposed } => Some(settle(voice, Subject::of(plan, key), was, proposed.as_ref())),
        Next::Close { left, recap } => Some(close::close(plan, voice, left, *recap)),
        Next::Nothing => close::word_nothing(plan, voice),
    }
}

fn question(
    plan: &ReplyPlan,
    voice: &Voice<'_>,
    subject: Subject<'_>,
    attempt: u32,
    following_up: Option<&str>,
    context: Context,
) -> String {
    // Options that were read aloud just now are not read again.
    let listed = is_picked(subject) && ["or", "and"].iter().any(|link| voice.said_lately(&subject.choices(link)));
    let named = explained(plan, subject.key) || listed;
    let asked = wording(voice, subject, attempt, named);
    let choices = (attempt > 1 && is_picked(subject) && !named).then(|| explain::form(voice, subject));
    let choices = choices.filter(|_| !subject.options().is_empty() && !asked.contains(&subject.choices("or")));
    let lead = if let Some(reason) = following_up {
        Some(coming_back(voice, subject, reason))
    } else {
        turning(plan, voice, subject, attempt, context)
    };
    let examples =
        (plan.prefers_examples() && !named && choices.is_none()).then(|| explain::led_by_examples(voice, subject)).flatten();
    let joined = if lead.is_none() && choices.is_none() && examples.is_none() && attempt <= 1 {
        joined(plan, voice, &asked, context)
    } else {
        asked
    };
    [lead, choices, examples, Some(joined)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Whether the form of an answer is explained in this reply already.
fn explained(plan: &ReplyPlan, key: &str) -> bool {
    plan.remarks.iter().any(|one| match one {
        Remark::Meaning { key: about } | Remark::Examples { key: about } => about == key,
        Remark::NotUnderstood => plan.took.is_empty(),
        _ => false,
    })
}

fn coming_back(voice: &Voice<'_>, subject: Subject<'_>, reason: &str) -> String {
    let the = subject.the();
    match quoted(reason) {
        Some(own) => voice.word("coming back to words", &[("quote", &own)]),
        None => voice.word("coming back", &[("subject", &the)]),
    }
}

/// The words between the first pair of quotation marks.
fn quoted(reason: &str) -> Option<String> {
    let marks = [('“', '”'), ('"', '"'), ('‘', '’'), ('\'', '\''), ('«', '»')];
    let (at, close) = marks
        .iter()
        .filter_map(|(open, close)| Some((reason.find(*open)? + open.len_utf8(), *close)))
        .min_by_key(|(at, _)| *at)?;
    let end = reason[at..].find(close)?;
    Some(first_words(&words(&reason[at..at + end], READ_BACK), QUOTED)).filter(|own| !own.is_empty())
}

/// A word on the way to another group of questions, or on how far we are; only now and then.
fn turning(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>, attempt: u32, context: Context) -> Option<String> {
    if context.led || !context.acknowledged || attempt > 1 {
        return None;
    }
    let from = plan.took.last().and_then(|took| Subject::of(plan, &took.key).category());
    if let (Some(from), Some(to)) = (from, subject.category())
        && from != to
    {
        let to = small(&words(to, 60));
        // A turn that was pointed out just now need not be pointed out again.
        let lately = [false, true]
            .into_iter()
            .flat_map(|casual| frames::list("turning to a category", casual))
            .any(|frame| voice.used_last(frame));
        if !voice.said_before(&to) && !lately {
            return Some(voice.word("turning to a category", &[("category", &to)]));
        }
    }
    let (have, all) = plan.required;
    let worth_saying = plan.turn % 6 == 5 && have >= 2 && have < all;
    worth_saying.then(|| voice.word("how much is there", &[("have", &counted(have as usize)), ("all", &counted(all as usize))]))
}

/// Now and then a question goes on from what was just said: "And who …?"
fn joined(plan: &ReplyPlan, voice: &Voice<'_>, asked: &str, context: Context) -> String {
    let opener = asked.split(' ').next().unwrap_or_default();
    let flows = matches!(
        opener,
        "What" | "Who" | "Whom" | "Which" | "How" | "When" | "Where" | "By" | "If" | "Roughly" | "About" | "In" | "On"
    );
    if context.alone || !context.acknowledged || !flows || plan.turn % 3 != 1 || voice.said_before(" And ") {
        return asked.to_owned();
    }
    format!("And {}", small(asked))
}

fn read_back(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>, value: &Value) -> String {
    let (value, place, the) =
        (shorten(subject, as_said(plan, subject, value, READ_BACK), JUDGED), subject.place(), subject.the());
    voice.word_anew("reading back", &[("value", &value), ("place", &place), ("subject", &the)])
}

fn settle(voice: &Voice<'_>, subject: Subject<'_>, was: &Value, proposed: Option<&Value>) -> String {
    let (the, was) = (subject.the(), shorten(subject, in_words(subject, was, READ_BACK), QUOTED));
    let Some(proposed) = proposed else {
        return voice.word_anew("what instead", &[("was", &was), ("subject", &the)]);
    };
    let now = shorten(subject, in_words(subject, proposed, READ_BACK), QUOTED);
    voice.word_anew("which of two", &[("was", &was), ("now", &now), ("subject", &the)])
}
