//! Whether a sentence asks, and whether it asks what was decided.

use crate::interview::model::words::stems;
use domain::interview::{Next, ReplyPlan};
use protocol::interview::ObligationTemplate;
use std::collections::HashSet;

/// Sentences that ask without a question mark begin like this.
const REQUESTS: &[&str] = &[
    "tell me", "let me know", "give me", "send me", "show me", "share", "provide", "describe", "explain", "enter", "type",
    "confirm", "could you", "can you", "would you", "will you", "do you", "are you", "what", "which", "who", "where", "when",
    "how", "why", "i'd like to know", "i would like to know", "i need to know", "i need your", "i'd like you to",
    "i would like you to",
];
/// What may stand before it.
const LEADS: &[&str] =
    &["and", "so", "now", "then", "next", "also", "please", "but", "first", "just", "finally", "great", "thanks", "okay"];
/// So many of its telling words, in hundredths, a question shares with what was decided.
const SHARED: usize = 60;

pub(super) fn is_question(sentence: &str) -> bool {
    if sentence.contains(['?', '？', '؟']) {
        return true;
    }
    let low = sentence.to_lowercase().replace('’', "'");
    let mut rest = low.trim_start_matches(|one: char| !one.is_alphanumeric());
    while let Some(after) = LEADS
        .iter()
        .find_map(|lead| rest.strip_prefix(lead).filter(|after| after.starts_with([' ', ',', ':', ';', '-', '–', '—'])))
    {
        rest = after.trim_start_matches(|one: char| !one.is_alphanumeric());
    }
    REQUESTS.iter().any(|request| rest.strip_prefix(request).is_some_and(|after| !after.starts_with(char::is_alphanumeric)))
}

/// The words of the one question that was decided and may be asked in other words.
pub(super) struct Wanted {
    own: HashSet<String>,
    /// Words of what is known: they may stand in any question.
    known: HashSet<String>,
    /// Words that the person just used: a question may follow up on them.
    echoed: HashSet<String>,
    /// Of each other obligation, the words that are its own.
    others: Vec<HashSet<String>>,
}

impl Wanted {
    /// `None` where the words of the rules are used: for a value read back, a choice between two, the offer to finish.
    pub(super) fn of(plan: &ReplyPlan, by_rule: Option<&str>) -> Option<Self> {
        let Next::Ask { key, .. } = &plan.next else { return None };
        let template = plan.definition.obligations.iter().find(|one| one.key == *key)?;
        let mut own = vocabulary(template);
        own.extend(stems(by_rule?));
        let values = plan.took.iter().map(|took| &took.value).chain(plan.held.iter().filter_map(|one| one.value.as_ref()));
        let known = values.flat_map(|value| stems(&value.to_string())).collect();
        let others = plan
            .definition
            .obligations
            .iter()
            .filter(|one| one.key != *key)
            .map(|one| stems(&format!("{} {}", one.name(), one.prompt)).difference(&own).cloned().collect())
            .collect();
        Some(Self { own, known, echoed: stems(&plan.said), others })
    }

    /// Whether a question asks for this and for nothing else.
    pub(super) fn is_asked_by(&self, question: &str) -> bool {
        let marks = question.matches(['?', '？', '؟']).count();
        let said = stems(question);
        let shared = said.iter().filter(|word| self.own.contains(*word)).count();
        let is_old = |word: &String| self.known.contains(word) || self.echoed.contains(word);
        let telling = said.iter().filter(|word| self.own.contains(*word) || !is_old(word)).count();
        let of_another =
            |other: &HashSet<String>| said.iter().filter(|word| other.contains(*word) && !self.known.contains(*word)).count();
        let strayed = self.others.iter().map(of_another).max().unwrap_or(0);
        marks == 1 && shared > 0 && shared * 100 >= telling * SHARED && strayed < 2 && strayed < shared
    }
}

fn vocabulary(template: &ObligationTemplate) -> HashSet<String> {
    let mut text = format!("{} {} {}", template.name(), template.prompt, template.key.replace('_', " "));
    let more = template.description.iter().chain(&template.rephrasings).chain(&template.examples);
    let options = template.options.iter().flat_map(|option| [&option.label, &option.value]);
    for part in more.chain(options) {
        text.push(' ');
        text.push_str(part);
    }
    stems(&text)
}
