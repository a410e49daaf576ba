//! Which obligations belong together, and which words speak of them together.

use super::{
    super::{lexicon, text::stem},
    Kind, Slot,
    kind::kind_stem,
    stems,
};
use protocol::interview::{ObjectiveDefinition, ObligationTemplate};
use std::collections::HashMap;

pub(super) struct Topics {
    /// The topic of each obligation.
    pub(super) of: Vec<usize>,
    /// The words of each topic's part of the path.
    pub(super) names: Vec<Vec<String>>,
}

/// Obligations whose path begins alike (the first part, and numbers after it) are one topic.
pub(super) fn topics(definition: &ObjectiveDefinition) -> Topics {
    let mut names: Vec<(String, Vec<String>)> = Vec::new();
    let mut of = Vec::new();
    for template in &definition.obligations {
        let parts: Vec<&str> = template.field_path.split('.').collect();
        let mut until = usize::from(parts.len() > 1);
        while until + 1 < parts.len() && until > 0 && parts[until].bytes().all(|byte| byte.is_ascii_digit()) {
            until += 1;
        }
        let name = parts[..until].join(".");
        let at = names.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            let words = stems(&open_camel(&name), true);
            names.push((name, words));
            names.len() - 1
        });
        of.push(at);
    }
    Topics { of, names: names.into_iter().map(|(_, words)| words).collect() }
}

/// "MovingDay" → "Moving Day".
fn open_camel(name: &str) -> String {
    let mut open = String::with_capacity(name.len() + 4);
    let mut small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && small {
            open.push(' ');
        }
        small = letter.is_lowercase();
        open.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    open
}

/// The label, or the part of the path that belongs to this obligation alone.
pub(super) fn own_words(template: &ObligationTemplate) -> String {
    if let Some(label) = template.label.as_ref().filter(|label| !label.trim().is_empty()) {
        return label.clone();
    }
    let mut parts: Vec<&str> = template.field_path.split('.').collect();
    // "price per day" is a price.
    if let Some(per) = parts.iter().position(|part| *part == "per").filter(|at| *at > 0) {
        parts.truncate(per);
    }
    let mut skip = usize::from(parts.len() > 1);
    while skip > 0 && skip + 1 < parts.len() && parts[skip].bytes().all(|byte| byte.is_ascii_digit()) {
        skip += 1;
    }
    open_camel(&parts[skip..].join(" "))
}

/// In how many prompts of a topic each stem stands.
pub(super) fn nouns(definition: &ObjectiveDefinition, slots: &[Slot]) -> HashMap<(usize, String), usize> {
    let mut nouns: HashMap<(usize, String), usize> = HashMap::new();
    for (slot, template) in slots.iter().zip(&definition.obligations) {
        for word in stems(&template.prompt, true) {
            *nouns.entry((slot.topic, word)).or_default() += 1;
        }
    }
    nouns
}

pub(super) fn topic_words(
    definition: &ObjectiveDefinition,
    slots: &[Slot],
    topics: &Topics,
    nouns: &HashMap<(usize, String), usize>,
) -> HashMap<String, Vec<(usize, f32)>> {
    let mut words: HashMap<String, Vec<(usize, f32)>> = HashMap::new();
    let mut add = |word: &str, topic: usize, weight: f32| {
        // Where something begins or ends says nothing of what it is.
        if lexicon::FROM.contains(&word) || lexicon::TO.contains(&word) {
            return;
        }
        let entry = words.entry(word.to_owned()).or_default();
        match entry.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, known)) => *known = known.max(weight),
            None => entry.push((topic, weight)),
        }
    };
    for (topic, names) in topics.names.iter().enumerate() {
        for word in names {
            #[expect(clippy::cast_precision_loss, reason = "a few words")]
            add(word, topic, 2.5 / (names.len() as f32).max(1.0));
            for row in lexicon::ALIKE.iter().filter(|row| row.iter().any(|alike| stem(alike) == word)) {
                row.iter().for_each(|alike| add(stem(alike), topic, 1.2));
            }
        }
    }
    for topic in 0..topics.names.len() {
        // The topic's own thing, by its name or by most of its prompts.
        let thing = |word: &str| {
            topics.names[topic].iter().any(|name| name == word)
                || nouns.get(&(topic, word.to_owned())).is_some_and(|prompts| *prompts > 1)
        };
        for row in lexicon::AROUND.iter().filter(|row| thing(stem(row.thing))) {
            row.nouns.iter().for_each(|word| add(stem(word), topic, 1.3));
            row.words.iter().for_each(|word| add(stem(word), topic, 0.9));
        }
    }
    for (slot, template) in slots.iter().zip(&definition.obligations) {
        for word in &slot.named {
            add(word, slot.topic, 1.0);
        }
        for word in stems(&template.prompt, true) {
            // What several prompts of a topic speak of is what the topic is about.
            let noun = nouns.get(&(slot.topic, word.clone())).copied().unwrap_or(1) > 1 && kind_stem(&word).is_none();
            add(&word, slot.topic, if noun { 2.2 } else { 1.0 });
            if noun {
                for row in lexicon::ALIKE.iter().filter(|row| row.iter().any(|alike| stem(alike) == word)) {
                    row.iter().for_each(|alike| add(stem(alike), slot.topic, 1.4));
                }
            }
        }
        for choice in &template.options {
            if !matches!(slot.kind, Kind::Flag | Kind::Count | Kind::Measure) {
                for word in stems(&choice.label, true) {
                    add(&word, slot.topic, 1.0);
                }
            }
        }
    }
    for entry in words.values_mut() {
        #[expect(clippy::cast_precision_loss, reason = "a handful of topics")]
        let shared = entry.len() as f32;
        for (_, weight) in entry.iter_mut() {
            *weight /= shared * shared;
        }
    }
    words
}
