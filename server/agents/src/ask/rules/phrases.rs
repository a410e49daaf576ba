//! Phrases of a question that name nothing in the data: what they stand for is known, or has to be looked up.

use super::{guided, known, passages::terms, talk::words};
use domain::{
    ask::Material,
    tools::planner::{self, Unplanned},
};
use protocol::ask::AskMode;

/// With more unknown words a question is about something else.
const MOST: usize = 3;

/// Those that nothing known explains yet, the longest first.
pub(super) fn find_unknown(material: &Material<'_>) -> Vec<String> {
    // What is answered from knowledge looks for passages and facts anyway.
    if material.mode.is_some_and(|choice| choice.mode == AskMode::Knowledge) {
        return Vec::new();
    }
    let mut found = find(material);
    let explained: Vec<String> = found.iter().filter(|phrase| known::find(material, phrase).is_some()).cloned().collect();
    found.retain(|phrase| explained.iter().all(|whole| !whole.contains(phrase.as_str())));
    found
}

/// Each unknown word with the words that belong to it, then alone: "VIP customers", "VIP".
pub(super) fn find(material: &Material<'_>) -> Vec<String> {
    let question = material.question;
    let unknown = match planner::plan(question, None, material.places) {
        Ok(_) | Err(Unplanned::Unclear(..)) => Vec::new(),
        Err(Unplanned::Unknown(words)) => words,
        Err(Unplanned::NotAsked) => guided::unknown_words(question, material),
    };
    if unknown.is_empty() || unknown.len() > MOST {
        return Vec::new();
    }
    let ranges = words(question);
    let is_unknown = |at: usize| unknown.iter().any(|word| word.eq_ignore_ascii_case(&question[ranges[at].clone()]));
    let follows = |at: usize| at < ranges.len() && question[ranges[at - 1].end..ranges[at].start].trim().is_empty();
    let (mut whole, mut alone, mut at) = (Vec::new(), Vec::new(), 0);
    while at < ranges.len() {
        let first = at;
        at += 1;
        if !is_unknown(first) {
            continue;
        }
        while follows(at) && is_unknown(at) {
            at += 1;
        }
        let text = |end: usize| question[ranges[first].start..ranges[end - 1].end].to_owned();
        alone.push(text(at));
        if follows(at) && !terms(&question[ranges[at].clone()]).is_empty() {
            at += 1;
            whole.push(text(at));
        }
    }
    whole.append(&mut alone);
    whole
}

#[cfg(test)]
mod tests {
    use crate::ask::rules::{
        RulesPlanner,
        testing::{Project, fact},
    };
    use domain::ask::Planner as _;
    use protocol::ask::AskMode::{Exploratory, Knowledge};
    use serde_json::json;

    #[test]
    fn a_word_of_nothing_in_the_data_is_looked_up_with_its_noun() {
        let mut project = Project::new(&["customers(id KEY, name TEXT: Ada / Bo, spend REAL: 10 / 2000)"]);
        for (question, mode, wanted) in [
            ("How many VIP customers are there?", Exploratory, vec!["VIP customers", "VIP"]),
            ("How many customers are VIP?", Exploratory, vec!["VIP"]),
            ("How many customers are there?", Exploratory, vec![]),
            ("How many flurbish quux grumpy wobbly customers are there?", Exploratory, vec![]),
            ("How many VIP customers are there?", Knowledge, vec![]),
        ] {
            let found = project.give(question, mode, |material| RulesPlanner.find_unknown(material));
            assert_eq!(found, wanted, "{question}");
        }
        project.facts = vec![fact("VIP customers", json!("spend > 1000"), "user")];
        let question = "How many VIP customers are there?";
        let found = project.give(question, Exploratory, |material| RulesPlanner.find_unknown(material));
        assert_eq!(found, Vec::<String>::new(), "it is known");
    }
}
