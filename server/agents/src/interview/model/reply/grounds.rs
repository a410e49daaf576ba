//! What a sentence of a model rests on. Its numbers and names were said, are held or stand in the objective; what it calls noted was
//! taken; it promises nothing, repeats nothing, neither of its own nor of the person's, and is no data.

use super::{
    prompt::{Draft, is_list},
    speech,
};
use crate::interview::model::words::stems;
use domain::interview::{Next, Remark, ReplyPlan};
use std::collections::HashSet;

/// A sentence that was said so few messages ago is not said again.
const RECENT: usize = 5;
/// Shorter ones ("Thank you.") are nobody's pattern.
const SHORT: usize = 24;
/// A person hears so many of their own words in a row, and no more.
const QUOTED: usize = 6;

pub(super) struct Grounds {
    words: HashSet<String>,
    numbers: HashSet<String>,
    /// Words of numbers ("twelve") that were used.
    counted: HashSet<&'static str>,
    /// Words of what was taken or is held, and of what was decided to be said of it.
    stored: HashSet<String>,
    /// Whether anything of the message was taken or changed.
    changed: bool,
    recent: Vec<String>,
    /// The words of the message, and those of what has to be said but for the lists, which are said without the model.
    heard: String,
    required: String,
}

impl Grounds {
    pub(super) fn new(plan: &ReplyPlan, draft: &Draft) -> Self {
        let text = collect(plan, draft);
        Self {
            words: stems(&text),
            numbers: read_numbers(&text),
            counted: speech::find_counts(&text).into_iter().map(|(word, _)| word).collect(),
            stored: stems(&collect_stored(plan, draft)),
            changed: plan.took.iter().any(|took| !is_read_back(plan, &took.key)) || plan.remarks.iter().any(changes),
            recent: plan.earlier.iter().rev().take(RECENT).cloned().collect(),
            heard: speech::flatten(&plan.said),
            required: speech::flatten(&draft.texts().filter(|text| !is_list(text)).collect::<Vec<_>>().join(" ")),
        }
    }

    /// Whether a sentence may be said at all, as a statement or as a question.
    pub(super) fn carry(&self, sentence: &str) -> bool {
        !speech::is_data(sentence)
            && !speech::echoes(sentence)
            && !speech::promises(sentence)
            && read_numbers(sentence).iter().all(|number| self.numbers.contains(number))
            && speech::find_counts(sentence)
                .iter()
                .all(|(word, figure)| self.counted.contains(word) || self.numbers.contains(*figure))
            && speech::find_names(sentence).iter().all(|name| stems(name).is_subset(&self.words))
    }

    /// Whether a text says more of the message back, word by word, than a few words and what has to be said.
    pub(super) fn parrots(&self, text: &str) -> bool {
        speech::repeats(text, QUOTED + 1, &self.heard, &self.required)
    }

    /// Whether a statement claims no more than was stored, and is new.
    pub(super) fn carry_statement(&self, sentence: &str) -> bool {
        let repeated = sentence.chars().count() > SHORT && self.recent.iter().any(|earlier| earlier.contains(sentence));
        let claims = speech::claims(sentence);
        !repeated && (!claims || self.changed && speech::strip_claim(sentence).is_subset(&self.stored))
    }
}

/// Everything that may be spoken of.
fn collect(plan: &ReplyPlan, draft: &Draft) -> String {
    let definition = &plan.definition;
    let mut text = format!("{} {} {} ", plan.said, definition.display_name, definition.description);
    let mut add = |part: &str| {
        text.push_str(part);
        text.push('\n');
    };
    add(&definition.phases.opening.message);
    add(&definition.phases.exploration.message);
    // What the interviewer said counts as long as it stands in the conversation; it was checked then.
    plan.history.iter().for_each(|turn| add(&turn.text));
    for one in &definition.obligations {
        add(&one.name());
        add(&one.prompt);
        one.description.iter().chain(&one.why).chain(&one.examples).chain(&one.rephrasings).for_each(|part| add(part));
        one.describe_bounds().iter().for_each(|bounds| add(bounds));
        for option in &one.options {
            add(&option.label);
            add(&option.value);
            option.synonyms.iter().for_each(|part| add(part));
        }
    }
    plan.held.iter().flat_map(|one| one.value.iter().chain(&one.proposed)).for_each(|value| add(&value.to_string()));
    plan.took.iter().for_each(|took| add(&took.value.to_string()));
    draft.texts().for_each(add);
    text
}

/// What may be called noted.
fn collect_stored(plan: &ReplyPlan, draft: &Draft) -> String {
    let mut text = String::new();
    let mut add = |part: &str| {
        text.push_str(part);
        text.push('\n');
    };
    let name = |key: &str| plan.definition.obligations.iter().find(|one| one.key == key);
    for took in plan.took.iter().filter(|took| !is_read_back(plan, &took.key)) {
        add(&took.value.to_string());
        took.previous.iter().for_each(|value| add(&value.to_string()));
        if let Some(template) = name(&took.key) {
            add(&template.name());
            add(&template.prompt);
            // A choice is held by its value and spoken of by its label.
            let picked = template.options.iter().filter(|option| took.value.to_string().contains(option.value.as_str()));
            picked.for_each(|option| add(&option.label));
        }
    }
    for one in plan.held.iter().filter(|one| one.value.is_some() && !is_read_back(plan, &one.key)) {
        one.value.iter().for_each(|value| add(&value.to_string()));
        name(&one.key).iter().for_each(|template| add(&template.name()));
    }
    draft.before.iter().for_each(|(_, part)| add(part));
    text
}

/// What is still asked about is not noted yet.
fn is_read_back(plan: &ReplyPlan, key: &str) -> bool {
    matches!(&plan.next, Next::ReadBack { key: of, .. } | Next::Settle { key: of, .. } if of == key)
}

const fn changes(remark: &Remark) -> bool {
    matches!(
        remark,
        Remark::Deferred { .. }
            | Remark::Skipped { .. }
            | Remark::Restored { .. }
            | Remark::Withdrawn { .. }
            | Remark::Settled { .. }
            | Remark::NegotiationDeferred { .. }
    )
}

/// The runs of digits, and each number as a whole however its thousands are parted.
fn read_numbers(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    let is_part = |one: char| one.is_ascii_digit() || matches!(one, ',' | '.' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    for run in text.split(|one: char| !is_part(one)) {
        let parts: Vec<&str> = run.split(|one: char| !one.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
        let thousands = parts.len() > 1 && parts.iter().skip(1).all(|part| part.len() == 3);
        if thousands {
            found.insert(parts.concat());
        } else {
            // "01" of a date is the first.
            found.extend(parts.iter().map(|part| part.trim_start_matches('0').to_owned()));
        }
    }
    found
}
