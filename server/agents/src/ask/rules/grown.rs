//! How much a figure grew or fell from one time to another: the later one compared with the earlier one.

use super::{
    figures,
    listed::{is_listed, listed},
};
use domain::ask::{Material, Planned};
use protocol::ask::ModeChoice;

/// With less a measure was counted, or a name is said in part: whether its sum grew or its average is not known.
const SURE: f64 = 0.85;
/// The most words of a time: "the first quarter of 2024".
const LONGEST_TIME: usize = 5;

/// None where it is not asked so, or not read to its last word.
pub(super) fn plan(material: &Material<'_>, choice: &ModeChoice) -> Option<Planned> {
    let wordings = reword(material.question)?;
    let read = wordings.iter().find(|question| figures::is_read(&Material { question: question.as_str(), ..*material }))?;
    let planned = figures::plan(&Material { question: read.as_str(), ..*material }, choice.clone())?;
    let is_sure = !matches!(&planned, Planned::Draft(_, draft) if draft.confidence < SURE);
    is_sure.then_some(planned)
}

/// "How much did revenue grow from 2023 to 2024": the revenue in 2024 compared to 2023.
fn reword(question: &str) -> Option<[String; 2]> {
    let plain = question.trim().trim_end_matches(['?', '.', '!', ' ']);
    let lower = plain.to_ascii_lowercase();
    let lead = listed("growth_asking").iter().find(|lead| lower.starts_with(&format!("{lead} ")))?;
    let words: Vec<&str> = plain[lead.len()..].split_whitespace().collect();
    let small: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let verb = small.iter().position(|word| is_listed("growth", word)).filter(|verb| *verb > 0)?;
    let ends = match small.get(verb + 1)?.as_str() {
        "from" => "to",
        "between" => "and",
        _ => return None,
    };
    let end = verb + 2 + small[verb + 2..].iter().position(|word| word == ends)?;
    let (subject, from, to) = (words[..verb].join(" "), &words[verb + 2..end], &words[end + 1..]);
    let is_time = |time: &[&str]| (1..=LONGEST_TIME).contains(&time.len());
    (is_time(from) && is_time(to)).then_some(())?;
    let times = format!("in {} compared to {}", to.join(" "), from.join(" "));
    Some([format!("What was {subject} {times}"), format!("How many {subject} were there {times}")])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::rules::testing::{Project, queries};
    use protocol::ask::AskMode::Exploratory;

    #[test]
    fn growth_sets_the_later_time_beside_the_earlier_one() {
        let project = Project::new(&["orders(id KEY, total REAL: 10.5 / 12, placed_on DATE: 2023-01-02)"]);
        let side = |of: &str, year: u16| {
            format!("SUM(CASE WHEN placed_on >= '{year}-01-01' AND placed_on < '{}-01-01' THEN {of} ELSE 0 END)", year + 1)
        };
        let query = |of: &str| format!("SELECT {} AS figure, {} AS figure_2 FROM orders", side(of, 2024), side(of, 2023));
        for (question, wanted) in [
            ("How much did revenue grow from 2023 to 2024?", query("total")),
            ("By how much did the orders fall from 2023 to 2024?", query("1")),
            ("How much did the number of orders change between 2023 and 2024?", query("1")),
        ] {
            assert_eq!(queries(&project.plan(question, Exploratory)), [wanted], "{question}");
        }
    }

    #[test]
    fn what_has_no_two_times_is_read_otherwise() {
        for question in
            ["How much did revenue grow?", "How much did revenue grow from new orders", "Did revenue grow from 2023 to 2024?"]
        {
            assert_eq!(reword(question), None, "{question}");
        }
    }
}
