//! What the agent says again of open answers, each with its name: "so your audience is dog owners, right?"

use super::super::{
    answer, lexicon,
    matching::{Placed, What},
    profile::{Kind, Plan},
    reading::named_by,
    text::{Sentence, Text},
    values::{Form, Spotted},
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// A longer value is a speech of the agent's own.
const LONGEST: usize = 30;
/// A name has no more words.
const LONGEST_NAME: usize = 5;
/// What closes a read-back and is no part of it.
const TAGS: &[&str] = &["right", "correct", "yes", "ok", "okay", "true", "yeah", "no"];

/// A name that stands before what is said of it.
struct Named {
    slot: usize,
    name: usize,
    value: usize,
}

pub(super) fn said_by_name(text: &Text<'_>, spots: &[Spotted], plan: &Plan) -> Vec<Placed> {
    let mut found: Vec<Placed> = Vec::new();
    for sentence in text.sentences.iter().take(24).filter(|sentence| !asks(text, sentence)) {
        let names = names(text, sentence, plan);
        for (at, one) in names.iter().enumerate() {
            let end = names.get(at + 1).map_or(sentence.words.end, |next| next.name);
            let slot = &plan.slots[one.slot];
            let words = value(text, one.value..end);
            // What only the other side can know is told, not said again.
            let theirs = !slot.fact || slot.asks;
            if let Some(spot) =
                spots.iter().find(|spot| theirs && words.contains(&spot.words.start) && measures(&spot.form, slot.widget))
            {
                found.push(Placed { named: true, unsure: false, score: 4.0, ..Placed::alone(one.slot, spot.clone()) });
                continue;
            }
            let open = slot.kind == Kind::Text || slot.kind == Kind::Category && words.len() < 7;
            let again = found.iter().any(|known| known.slot == one.slot);
            if slot.widget != WidgetType::Text || !open || again || words.is_empty() || words.len() > LONGEST {
                continue;
            }
            if !answer::is_noise(text.said(&words)) {
                found.push(Placed {
                    slot: one.slot,
                    words,
                    what: What::Form(Form::Given),
                    score: 4.0,
                    rival: 0.0,
                    named: true,
                    negated: false,
                    other: None,
                    unsure: false,
                });
            }
        }
    }
    found
}

fn measures(form: &Form, widget: WidgetType) -> bool {
    match form {
        Form::Number(_) | Form::Money(_) | Form::Percent(_) | Form::Duration(_) => widget == WidgetType::Number,
        Form::Date(day) => widget == WidgetType::Date && day.is_some(),
        _ => false,
    }
}

/// "Is your audience …?", "what is …?": nothing is said again.
fn asks(text: &Text<'_>, sentence: &Sentence) -> bool {
    let first = sentence.words.clone().find(|&at| !text.is_mark(at) && !lexicon::OPENERS.contains(text.word(at)));
    first.is_none_or(|at| {
        let word = text.word(at);
        text.word(sentence.words.end - 1) == "?"
            && (lexicon::AUXILIARIES.contains(&word)
                || lexicon::WH.contains(&word)
                || matches!(word, "can" | "could" | "would" | "will" | "may" | "might"))
    })
}

fn names(text: &Text<'_>, sentence: &Sentence, plan: &Plan) -> Vec<Named> {
    let mut found: Vec<Named> = Vec::new();
    for at in sentence.words.clone().skip(1) {
        let from = found.last().map_or(sentence.words.start, |last| last.value);
        let dash = text.word(at) == "-" && text.words[at].spaced && text.words.get(at + 1).is_some_and(|next| next.spaced);
        let links = dash || matches!(text.word(at), "is" | "are" | "was" | "were" | "be" | ":" | "=" | "as");
        let Some(name) = links.then(|| name(text, from, at)).flatten() else { continue };
        // "I have the audience as …", but not "the audience as a whole".
        let noted =
            |at: usize| matches!(text.word(at), "have" | "got" | "noted" | "recorded" | "i've" | "put" | "down" | "understood");
        if text.word(at) == "as" && !(sentence.words.start..name).any(noted) {
            continue;
        }
        if let Some(slot) = named_by(text, plan, &(name..at)) {
            found.push(Named { slot, name, value: at + 1 });
        }
    }
    found
}

/// Where the name before a link begins: behind a mark, a joining word or an article.
fn name(text: &Text<'_>, from: usize, link: usize) -> Option<usize> {
    let begins = |at: usize| {
        at == from
            || text.is_mark(at - 1)
            || matches!(text.before(at), "and" | "that" | "so" | "have" | "got" | "noted")
            || matches!(text.word(at), "your" | "the")
    };
    (from..link).rev().take(LONGEST_NAME).find(|&at| begins(at) && !text.is_mark(at))
}

/// Without what leads to a value and what closes it.
fn value(text: &Text<'_>, words: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = words;
    let marked = |at: usize| text.is_mark(at) && !matches!(text.word(at), ")" | "%" | "\"");
    let tagged = |at: usize| TAGS.contains(&text.word(at)) && text.word(at - 1) == ",";
    while end > start && (marked(end - 1) || end > start + 1 && tagged(end - 1) || matches!(text.word(end - 1), "and")) {
        end -= 1;
    }
    while start < end && (marked(start) || matches!(text.word(start), "that" | "a" | "an" | "the")) {
        start += 1;
    }
    start..end
}
