//! What sentences are looked at for: the words of the topic, of the value, and of the query.

use domain::{
    interview::value::format_for_reading,
    research::{Material, search_words},
};
use protocol::interview::{ObligationTemplate, WidgetType};
use serde_json::Value;
use std::collections::HashSet;

pub(in crate::research) struct Subject {
    /// The topic as people read it.
    pub(in crate::research) name: String,
    /// Its words.
    pub(in crate::research) topic: Vec<String>,
    /// The words of the held value.
    pub(in crate::research) said: Vec<String>,
    /// All words that a sentence may be chosen for.
    pub(in crate::research) words: HashSet<String>,
    pub(in crate::research) template: Option<ObligationTemplate>,
    pub(in crate::research) value: Option<Value>,
}

impl Subject {
    pub(in crate::research) fn of(material: &Material) -> Self {
        let template = material.template.clone();
        let name = template.as_ref().map_or_else(String::new, ObligationTemplate::name);
        let value = material.value.clone();
        let answer = template
            .as_ref()
            .zip(value.as_ref())
            .map(|(template, value)| format_for_reading(template, value))
            .unwrap_or_default();
        let (topic, said) = (roots(&name), roots(&answer));
        let words = roots(&material.asked.query).into_iter().chain(topic.iter().cloned()).chain(said.iter().cloned()).collect();
        Self { name, topic, said, words, template, value }
    }

    pub(in crate::research) fn widget(&self) -> WidgetType {
        self.template.as_ref().map_or(WidgetType::Text, |template| template.widget_type)
    }
}

/// The words of a text that say something, each as its root.
pub(in crate::research) fn roots(text: &str) -> Vec<String> {
    let mut seen = HashSet::new();
    search_words(text).into_iter().map(|word| root(&word)).filter(|root| seen.insert(root.clone())).collect()
}

/// A word without the endings that change its form and not its meaning.
pub(in crate::research) fn root(word: &str) -> String {
    let word = word.to_lowercase();
    let cut =
        |ending: &str, least: usize| word.strip_suffix(ending).filter(|rest| rest.chars().count() >= least).map(str::to_owned);
    if word.chars().any(|sign| sign.is_ascii_digit()) {
        return word;
    }
    cut("ies", 3)
        .map(|rest| rest + "y")
        .or_else(|| cut("sses", 2).map(|rest| rest + "ss"))
        .or_else(|| if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") { None } else { cut("s", 3) })
        .unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many_are_the_same_word() {
        for (one, many) in [("market", "Markets"), ("company", "companies"), ("business", "businesses"), ("café", "cafés")] {
            assert_eq!(root(one), root(many));
        }
        assert_eq!(root("2024s"), "2024s");
        assert_eq!(root("is"), "is");
    }
}
