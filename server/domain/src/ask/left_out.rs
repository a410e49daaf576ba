//! What a plan leaves out of its question: numbers and quoted words that stand in none of its parts.

use super::Draft;
use protocol::ask::{Clarification, ClarifyAnswer, ClarifyOption};
use serde_json::json;

/// A number of fewer digits counts or ranks.
const FEWEST_DIGITS: usize = 2;
const SHORTEST_QUOTE: usize = 2;
/// After one of these a number may be written otherwise in a query.
const UNITS: [&str; 8] = ["%", "percent", "k", "thousand", "m", "million", "bn", "billion"];
const LEAVE_OUT: &str = "leave it out";

/// None of what was asked back already.
#[must_use]
pub fn find_left_out(draft: &Draft, question: &str, clarified: &[(Clarification, ClarifyAnswer)]) -> Vec<String> {
    let held = json!([draft.plan.plan.steps, draft.nodes, draft.answer, draft.assumptions]).to_string().to_lowercase();
    let mut found = literals(question);
    found.retain(|one| {
        !held.contains(&one.to_lowercase()) && clarified.iter().all(|(asked, _)| !asked.about.contains(one.as_str()))
    });
    found
}

/// What they are to do is for the person to say.
#[must_use]
pub fn ask_left_out(words: &[String], reading: &str) -> Clarification {
    let named = words.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(" and ");
    let meaning =
        if reading.is_empty() { "it changes nothing then".to_owned() } else { format!("the answer is then: {reading}") };
    let option = ClarifyOption { value: LEAVE_OUT.to_owned(), label: format!("Leave {named} out"), meaning };
    Clarification {
        text: format!("The plan makes no use of {named}. What is meant by it?"),
        options: vec![option],
        about: words.join(", "),
        ..Clarification::default()
    }
}

fn literals(question: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut words = question.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let plain = word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '%').replace(',', "");
        let next =
            words.peek().map(|next| next.trim_end_matches(|sign: char| !sign.is_alphanumeric() && sign != '%').to_lowercase());
        let has_unit = next.is_some_and(|next| UNITS.contains(&next.as_str()));
        if plain.len() >= FEWEST_DIGITS && plain.bytes().all(|sign| sign.is_ascii_digit()) && !has_unit {
            found.push(plain);
        }
    }
    for (open, close) in [('“', '”'), ('"', '"')] {
        let mut rest = question;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((quote, after)) = after.split_once(close) else { break };
            if quote.chars().count() >= SHORTEST_QUOTE {
                found.push(quote.to_owned());
            }
            rest = after;
        }
    }
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ask::{AskPlan, PlanStep, PlanSteps, StepAction};

    fn draft(sql: &str) -> Draft {
        let step = PlanStep {
            number: 1,
            goal: "Count".into(),
            databases: Vec::new(),
            tables: Vec::new(),
            inputs: Vec::new(),
            depends_on: Vec::new(),
            action: StepAction::Query { sql: sql.into() },
        };
        let plan = AskPlan { plan: PlanSteps { steps: vec![step] }, ..AskPlan::default() };
        Draft { plan, ..Draft::default() }
    }

    #[test]
    fn numbers_and_quotes_that_no_part_of_a_plan_has_are_named() {
        let in_2023 = "SELECT COUNT(*) FROM orders WHERE day >= '2023-01-01' AND city = 'Oslo'";
        for (question, wanted) in [
            ("How many orders were there in 2023?", vec![]),
            ("How many orders were there in 2024?", vec!["2024"]),
            ("How many orders above 1,500 were there in 2023?", vec!["1500"]),
            ("How many orders from “Oslo” were there in 2023?", vec![]),
            ("How many orders from \"Bergen\" were there in 2023?", vec!["Bergen"]),
            ("The top 5 of 2023, more than 90 percent and 12 million?", vec![]),
        ] {
            assert_eq!(find_left_out(&draft(in_2023), question, &[]), wanted, "{question}");
        }
        let asked = ask_left_out(&["2024".to_owned()], "");
        let settled = [(asked, ClarifyAnswer::default())];
        assert!(find_left_out(&draft(in_2023), "And in 2024?", &settled).is_empty(), "it is asked once");
    }
}
