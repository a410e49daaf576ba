//! What was taken from the person's message, said back in one sentence: a short value in their words, a longer one by its name.

use super::{
    plain::{capital, counted, listing, words},
    subject::Subject,
    value::{IN_PASSING, as_said, in_words, is_blank, is_brief, is_picked},
    voice::Voice,
};
use domain::interview::{Next, Remark, ReplyPlan, Took, value::NO_PREFERENCE};
use protocol::Band;
use serde_json::Value;

/// More values than these are counted instead of named.
const NAMED: usize = 4;

pub(super) fn acknowledge(plan: &ReplyPlan, voice: &Voice<'_>) -> Option<String> {
    let taken: Vec<&Took> = plan.took.iter().filter(|one| is_to_be_said(plan, one)).collect();
    match taken.as_slice() {
        [] => None,
        [one] => Some(single(plan, voice, one)),
        several => Some(together(plan, voice, several)),
    }
}

/// A value that a remark or the question itself says is not said twice.
fn is_to_be_said(plan: &ReplyPlan, took: &Took) -> bool {
    let in_a_remark = plan
        .remarks
        .iter()
        .any(|one| matches!(one, Remark::Settled { key, .. } | Remark::Restored { key, .. } if *key == took.key));
    let in_the_question =
        matches!(&plan.next, Next::ReadBack { key, .. } | Next::Settle { key, proposed: Some(_), .. } if *key == took.key);
    !in_a_remark && !in_the_question && !is_blank(Subject::of(plan, &took.key), &took.value)
}

fn single(plan: &ReplyPlan, voice: &Voice<'_>, took: &Took) -> String {
    let subject = Subject::of(plan, &took.key);
    let value = as_said(plan, subject, &took.value, IN_PASSING);
    let (whole, place, the) = (capital(&value), subject.place(), subject.the());
    let slots = [("value", value.as_str()), ("Value", whole.as_str()), ("place", place.as_str()), ("subject", the.as_str())];
    if leaves_open(&took.value) {
        return voice.word("left to us", &slots);
    }
    let before = replaced(subject, took, &value);
    if !is_brief(&value) {
        return acknowledge_by_name(plan, voice, took, before.is_some(), &the);
    }
    if before.as_ref().is_some_and(|before| !is_brief(before)) {
        return voice.word("changed from something long", &slots);
    }
    if let Some(before) = before {
        let slots = [slots[0], slots[1], slots[2], slots[3], ("before", before.as_str())];
        return voice.word("corrected", &slots);
    }
    if matches!(&plan.next, Next::Ask { key, .. } if *key == took.key) {
        return voice.word("a start", &slots);
    }
    if !is_sure(took) {
        return voice.word("not sure yet", &slots);
    }
    if let Some(own) = own_words(subject, took, &value) {
        let slots = [slots[0], slots[1], slots[2], slots[3], ("quote", own.as_str())];
        return voice.word("own words", &slots);
    }
    voice.word("noted", &slots)
}

/// A value too long to be said back is named; its words are shown beside what the person wrote.
fn acknowledge_by_name(plan: &ReplyPlan, voice: &Voice<'_>, took: &Took, changed: bool, the: &str) -> String {
    let slots = [("subject", the)];
    if changed {
        return voice.word("changed by name", &slots);
    }
    if matches!(&plan.next, Next::Ask { key, .. } if *key == took.key) {
        return voice.word("a start by name", &slots);
    }
    if !is_sure(took) {
        return voice.word("not sure yet by name", &slots);
    }
    voice.word("noted by name", &slots)
}

/// "noted a as x and b as y, changed z from c to d, and pencilled in e for w"; what is too long to be said is named first.
fn together(plan: &ReplyPlan, voice: &Voice<'_>, taken: &[&Took]) -> String {
    let (mut sure, mut changed, mut rough) = (Vec::new(), Vec::new(), Vec::new());
    for took in &taken[..taken.len().min(NAMED)] {
        let subject = Subject::of(plan, &took.key);
        let value = as_said(plan, subject, &took.value, IN_PASSING);
        let before = replaced(subject, took, &value);
        let list = match before {
            Some(_) => &mut changed,
            None if is_sure(took) => &mut sure,
            None => &mut rough,
        };
        match before {
            _ if !is_brief(&value) => list.insert(0, subject.the()),
            Some(before) if is_brief(&before) => list.push(format!("{} from {before} to {value}", subject.the())),
            Some(_) => list.push(format!("{} to {value}", subject.the())),
            None => list.push(format!("{value} {}", subject.place())),
        }
    }
    let rest = match taken.len().saturating_sub(NAMED) {
        0 => String::new(),
        1 => "taken down one more point".to_owned(),
        more => format!("taken down {} more points", counted(more)),
    };
    let phrase = |verb: &str, items: &[String]| match listing(items, "and", NAMED) {
        said if said.is_empty() => said,
        said => format!("{verb} {said}"),
    };
    let parts: Vec<String> = [phrase("noted", &sure), phrase("changed", &changed), phrase("pencilled in", &rough), rest]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    let all = match parts.split_last() {
        Some((last, before @ [_, ..])) => format!("{}, and {last}", before.join(", ")),
        _ => parts.concat(),
    };
    voice.word("several", &[("taken", &all)])
}

fn leaves_open(value: &Value) -> bool {
    let says = |one: &Value| one.as_str() == Some(NO_PREFERENCE);
    says(value) || matches!(value, Value::Array(items) if items.iter().all(says) && !items.is_empty())
}

fn is_sure(took: &Took) -> bool {
    matches!(took.confidence.band(), Band::High | Band::VeryHigh)
}

/// The value before in words, where another took its place.
fn replaced(subject: Subject<'_>, took: &Took, value: &str) -> Option<String> {
    let before = took.previous.as_ref().filter(|one| !is_blank(subject, one))?;
    // The same word is no change because it is quoted this time.
    let now = in_words(subject, &took.value, IN_PASSING);
    Some(in_words(subject, before, IN_PASSING)).filter(|before| before != value && *before != now)
}

/// What the person said, where an option was understood that reads differently.
fn own_words(subject: Subject<'_>, took: &Took, value: &str) -> Option<String> {
    let quote = words(took.quote.as_deref()?, 60).replace(['“', '”', '"'], "'");
    let plain = |text: &str| text.to_lowercase();
    let usable = is_picked(subject) && took.value.is_string() && !quote.is_empty() && quote.split(' ').count() <= 5;
    (usable && !plain(&quote).contains(&plain(value)) && !plain(value).contains(&plain(&quote))).then_some(quote)
}
