//! Claims of one number about tables that are too large to be read whole: "the total of orders is above 5,000". The figure is one query,
//! and the claim an inference over it.

use super::{
    doubts::{self, Rounds},
    figures, lead,
    listed::{is_listed, listed},
};
use domain::{
    ask::{AnswerTemplate, Draft, Material, NodeDraft, NodeFrom, Planned},
    tools::planner::{self, Answers, Plan},
};
use protocol::ask::ModeChoice;

/// A number as it is claimed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stated {
    number: f64,
    /// None where it is the number itself.
    sign: Option<&'static str>,
    places: i32,
}

impl Stated {
    /// What has to hold of the figure. A number is as exact as it is written.
    fn formula(self) -> String {
        match self.sign {
            Some(sign) if sign != "=" => format!("P1 {sign} {}", self.number),
            _ => format!("abs(P1 - {}) <= {}", self.number, 0.5 / 10_f64.powi(self.places) + 1e-9),
        }
    }
}

/// None where it is not read so.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let text = lead::strip(material.question);
    let stated = find_stated(text)?;
    let rounds = Rounds {
        plan: &|rest| planner::plan(rest.question, Some(stated.number), rest.places),
        draft: &|plan, _| (plan.answers == Answers::Figure && is_large(plan, material)).then(|| draft(plan, stated)),
        ask: &|_, _| None,
    };
    let planned = rounds.run(doubts::settle(text, material), material, choice)?;
    // A question that offers nothing to choose from may be about no claim of this kind.
    let is_open =
        matches!(&planned, Planned::Unclear(_, questions) if questions.iter().any(|question| question.options.len() < 2));
    (!is_open).then_some(planned)
}

/// What is small is read cell by cell, and what was not read so proves nothing.
fn is_large(plan: &Plan, material: &Material<'_>) -> bool {
    let is_small =
        |table: &String| material.small_tables.iter().any(|small| format!("{}.{}", small.database, small.table) == *table);
    !plan.tables.iter().any(is_small)
}

fn draft(plan: &Plan, stated: Stated) -> Draft {
    let mut draft = figures::draft(plan);
    let from = NodeFrom::Formula { expression: stated.formula() };
    draft.nodes.push(NodeDraft { id: "I1".to_owned(), name: "the claim".to_owned(), from, confidence: plan.confidence });
    draft.plan.reasoning = format!("The claim holds where {}; P1 is {}.", stated.formula(), plan.reading);
    let value = format!("{} is {{P1}}", plan.reading);
    draft.answer = AnswerTemplate {
        text: format!("This is proven: {value}."),
        refuted: format!("This is refuted: {value}."),
        nothing: format!("This stays undecided, since a value is missing: {value}."),
    };
    draft.verdict = Some("I1".to_owned());
    draft.answer_step = None;
    draft.follow_ups.clear();
    draft
}

/// The only number of a sentence that may be what is claimed: a year is one of the rows.
fn find_stated(text: &str) -> Option<Stated> {
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    let mut before = String::new();
    let words: Vec<&str> = lower.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let plain = word.trim_matches(|sign: char| !sign.is_alphanumeric()).replace(',', "");
        let is_year = plain.len() == 4 && plain.parse::<u16>().is_ok_and(|year| (1900..2100).contains(&year));
        if let Ok(number) = plain.parse::<f64>()
            && !is_year
            && number.is_finite()
        {
            let sign = bounds().find(|(phrase, _)| ends_with(&before, phrase)).map(|(_, sign)| sign);
            let is_exact = before.is_empty() || listed("exact").iter().any(|word| ends_with(&before, word));
            if words.get(at + 1).is_some_and(|next| is_listed("goes_on", next)) {
                return None;
            }
            // "Shop 29" is a value, and the planner has to read it as one.
            if sign.is_some() || is_exact {
                let places = plain.split_once('.').map_or(0, |(_, places)| i32::try_from(places.len()).unwrap_or(0));
                found.push(Stated { number, sign, places });
            }
        }
        before = format!("{before} {word}").trim_start().to_owned();
    }
    // "No more than" bounds, and denies nothing.
    let plain = bounds().fold(lower.clone(), |text, (phrase, _)| text.replace(phrase, ""));
    let is_denied = plain.split_whitespace().any(|word| is_listed("denied", word));
    match found.as_slice() {
        [one] if !is_denied => Some(*one),
        _ => None,
    }
}

/// Phrases before a number, with the sign of each.
fn bounds() -> impl Iterator<Item = (&'static str, &'static str)> {
    listed("bounds").iter().filter_map(|line| line.rsplit_once(' '))
}

/// With whole words.
fn ends_with(text: &str, phrase: &str) -> bool {
    text.strip_suffix(phrase).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::rules::testing::{Project, queries};
    use protocol::ask::AskMode::Auditable;

    #[test]
    fn a_number_that_is_claimed_of_a_large_table_is_an_inference_over_one_query() {
        let project = Project::new(&[
            "orders(id KEY, total REAL: 10.5 / 12, city TEXT: Oslo / Kobe, shop TEXT: shop 1 / shop 2, placed_on DATE: 2024-01-02, list_price REAL: 3, cost_price REAL: 2)",
        ]);
        for (claim, sql, formula) in [
            ("Is it true that there are more than 300 orders?", "SELECT COUNT(*) AS figure FROM orders", "P1 > 300"),
            ("There are 335 orders in Oslo", "SELECT COUNT(*) AS figure FROM orders WHERE city = 'Oslo'", "abs(P1 - 335) <= "),
            ("The average total is at most 12.5", "SELECT AVG(total) AS figure FROM orders", "P1 <= 12.5"),
            (
                "There are 30 orders with shop 29",
                "SELECT COUNT(*) AS figure FROM orders WHERE shop = 'shop 29'",
                "abs(P1 - 30) <= ",
            ),
            ("Verify that the sum of totals is 900", "SELECT SUM(total) AS figure FROM orders", "abs(P1 - 900) <= "),
        ] {
            let planned = project.plan(claim, Auditable);
            assert_eq!(queries(&planned), [sql], "{claim}: {planned:?}");
            let Planned::Draft(_, draft) = planned else { panic!("a draft") };
            let found = draft.nodes.iter().find_map(|node| match &node.from {
                NodeFrom::Formula { expression } => Some(expression.clone()),
                _ => None,
            });
            assert!(found.as_ref().is_some_and(|found| found.starts_with(formula)), "{claim}: {found:?}");
            assert_eq!(draft.verdict.as_deref(), Some("I1"));
        }
        // Two prices: nothing is assumed for a proof.
        let planned = project.plan("The average price of orders is 20", Auditable);
        assert!(matches!(&planned, Planned::Unclear(_, questions) if questions[0].options.len() == 2), "{planned:?}");
        for claim in [
            "Orders grew by 12 percent", "Most orders are from Oslo", "There are 3 orders and 5 cities",
            "There are not 335 orders in Oslo", "There are nearly 335 orders in Oslo",
        ] {
            assert!(queries(&project.plan(claim, Auditable)).is_empty(), "{claim}");
        }
    }
}
