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
    let slots = [('v', value.as_str()), ('V', whole.as_str()), ('a', place.as_str()), ('l', the.as_str())];
    if leaves_open(&took.value) {
        return voice.say(
            &[
                "Then {l} is open.",
                "I have noted that you do not mind about {l}.",
                "Any answer will do for {l}, then.",
                "So {l} may be anything.",
                "You leave {l} open, understood.",
            ],
            &[
                "Okay, {l} is open then.", "Fine, anything goes for {l}.", "Noted, you don't mind about {l}.",
                "So {l} can be anything.", "You're easy about {l}, got it.",
            ],
            &slots,
        );
    }
    let before = replaced(subject, took, &value);
    if !is_brief(&value) {
        return acknowledge_by_name(plan, voice, took, before.is_some(), &the);
    }
    if before.as_ref().is_some_and(|before| !is_brief(before)) {
        return voice.say(
            &[
                "I have changed {l} to {v}.",
                "From now on it is {v} {a}.",
                "{V} takes the place of what I had for {l}.",
                "Corrected: {v} {a}.",
                "Thank you, {l} now reads {v}.",
            ],
            &[
                "Okay, {l} is {v} now.", "{V} it is now, for {l}.", "Fixed: {v} {a}.", "Thanks, I've swapped {l} for {v}.",
                "From now on it's {v} {a}.",
            ],
            &slots,
        );
    }
    if let Some(before) = before {
        let slots = [slots[0], slots[1], slots[2], slots[3], ('p', before.as_str())];
        return voice.say(
            &[
                "Thank you for the correction: {v} instead of {p} {a}.",
                "I have changed {l} from {p} to {v}.",
                "{V} rather than {p}, then; I have corrected {l}.",
                "I stand corrected: {v}, and no longer {p}, {a}.",
                "Where I had {p}, it now says {v} {a}.",
            ],
            &[
                "Right, {v} rather than {p}.",
                "Okay, I've changed {l} from {p} to {v}.",
                "Thanks for putting me right: {v}, not {p}.",
                "{V} instead of {p}, it's changed.",
                "I've crossed out {p}, so {v} {a}.",
            ],
            &slots,
        );
    }
    if matches!(&plan.next, Next::Ask { key, .. } if *key == took.key) {
        return voice.say(
            &[
                "{V}: that is a useful start.",
                "So far I have {v} {a}.",
                "That gives me a first idea of {l}: {v}.",
                "Thank you, {v} is what I have so far.",
                "With {v} we have a start on {l}.",
            ],
            &[
                "{V}, okay, that's a start.", "So far I've got {v} {a}.", "That gives me a first idea: {v}.",
                "Okay, {v} to begin with.", "With {v} we've got something to go on.",
            ],
            &slots,
        );
    }
    if !is_sure(took) {
        return voice.say(
            &[
                "I have pencilled in {v} {a}.",
                "For the moment I take {v} {a}; we can be more exact later.",
                "Provisionally, then: {v} {a}.",
                "I will keep {v} {a} until we know better.",
                "Let me write down {v} {a} with a question mark behind it.",
            ],
            &[
                "I've pencilled in {v} {a}.",
                "Let's say {v} {a} for now.",
                "{V}, more or less; we can firm that up later.",
                "Okay, {v} for the time being.",
                "I'll go with {v} {a} unless you tell me otherwise.",
            ],
            &slots,
        );
    }
    if let Some(own) = own_words(subject, took, &value) {
        let slots = [slots[0], slots[1], slots[2], slots[3], ('q', own.as_str())];
        return voice.say(
            &[
                "From “{q}” I take {v} {a}.",
                "I understand “{q}” to mean {v}, and have noted that {a}.",
                "“{q}”: I have put that down as {v}.",
                "If you say “{q}”, then {v} fits best {a}.",
                "By “{q}” you mean {v}, I gather, and so it stands {a}.",
            ],
            &[
                "“{q}”, so that's {v} {a}.",
                "I'd call “{q}” {v}, so that's what I've noted.",
                "Okay, “{q}” goes down as {v}.",
                "I take “{q}” to mean {v}.",
                "Sounds to me like {v}, when you say “{q}”.",
            ],
            &slots,
        );
    }
    voice.say(
        &[
            "Thank you, I have noted {v} {a}.", "{V}, understood.", "I will work with {v} {a}, then.", "That is clear: {v} {a}.",
            "Understood, {v} {a}.", "So {v}; that is useful to know.",
        ],
        &[
            "Got it, {v}.", "Thanks, I've put down {v} {a}.", "{V}, that's clear.", "Okay, so {v} {a}.", "Good to know: {v}.",
            "Right, {v} {a}.",
        ],
        &slots,
    )
}

/// A value too long to be said back is named; its words are shown beside what the person wrote.
fn acknowledge_by_name(plan: &ReplyPlan, voice: &Voice<'_>, took: &Took, changed: bool, the: &str) -> String {
    let slots = [('l', the)];
    if changed {
        return voice.say(
            &[
                "I have changed {l} to what you say now.",
                "Your new version replaces what I had for {l}.",
                "Thank you for the correction; {l} is up to date.",
                "I have rewritten {l}.",
                "That takes the place of my earlier note on {l}.",
            ],
            &[
                "Okay, I've updated {l}.",
                "Your new version's in for {l}.",
                "Thanks, I've rewritten {l}.",
                "Changed, {l} is up to date.",
                "Right, that replaces what I had for {l}.",
            ],
            &slots,
        );
    }
    if matches!(&plan.next, Next::Ask { key, .. } if *key == took.key) {
        return voice.say(
            &[
                "That gives me a first note on {l}.",
                "I have made a start on {l} with that.",
                "With that {l} begins to take shape.",
                "Thank you, that is a first answer for {l}.",
                "That is {l} so far.",
            ],
            &[
                "That's a first note on {l}.", "Okay, that's a start on {l}.", "I've got a bit for {l} now.",
                "Thanks, {l} is taking shape.", "Good, that gets {l} going.",
            ],
            &slots,
        );
    }
    if !is_sure(took) {
        return voice.say(
            &[
                "I have pencilled that in for {l}.",
                "For the moment I have that under {l}; we can be more exact later.",
                "Provisionally, I keep that for {l}.",
                "I take that as a first version of {l}.",
                "Until we know better, that is my note on {l}.",
            ],
            &[
                "I've pencilled that in for {l}.",
                "That'll do for {l} for now.",
                "Let's keep that for {l} until we know more.",
                "Okay, a rough version of {l} is down.",
                "That's my working note on {l}.",
            ],
            &slots,
        );
    }
    voice.say(
        &[
            "Noted under {l}.", "That goes down for {l}.", "Thank you, that answers {l}.", "I have written that down for {l}.",
            "That tells me {l}.", "I have put your words under {l}.",
        ],
        &[
            "Got it, that's {l} covered.", "That's down for {l}.", "Thanks, that answers {l}.",
            "Okay, I've written that under {l}.", "Good, {l} is in.", "Right, that's my note on {l}.",
        ],
        &slots,
    )
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
    voice.say(
        &[
            "Thank you, I have {d}.",
            "That helps: I have {d}.",
            "From that I have {d}.",
            "That answers several things; I have {d}.",
            "Thank you for all of that: I have {d}.",
        ],
        &[
            "Thanks, I've {d}.", "That's really useful: I've {d}.", "Okay, I've {d}.", "A lot in one go, thanks. I've {d}.",
            "Great, that means I've {d}.",
        ],
        &[('d', &all)],
    )
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
    Some(in_words(subject, before, IN_PASSING)).filter(|before| before != value)
}

/// What the person said, where an option was understood that reads differently.
fn own_words(subject: Subject<'_>, took: &Took, value: &str) -> Option<String> {
    let quote = words(took.quote.as_deref()?, 60).replace(['“', '”', '"'], "'");
    let plain = |text: &str| text.to_lowercase();
    let usable = is_picked(subject) && took.value.is_string() && !quote.is_empty() && quote.split(' ').count() <= 5;
    (usable && !plain(&quote).contains(&plain(value)) && !plain(value).contains(&plain(&quote))).then_some(quote)
}
