//! Whether the numbers in a model's sentences were read or checked (PRODUCT.md, Every number is re-queried). One that was not is taken
//! out of a text; a name with one is marked instead, for without it nobody could tell what it was about.

use super::{Answer, Claim, ClaimKind, Goal, Insight, Recommendation, Status, Survey, TableSurvey, digest};
use crate::opportunities::{Ground, blank};
use serde_json::{Value, json};
use std::{collections::BTreeSet, fmt::Write};

/// Rows of an answer that are looked through beside its digest, which is all that a model sees of a large one.
const MOST_ROWS: usize = 500;
/// Between numbers, so that no two are read as one.
const APART: &str = "; ";

/// What may stand in every sentence of a run: the numbers of its goal and of the project's profile.
#[must_use]
pub fn goal_numbers(goal: &Goal, profile: &Value) -> Ground {
    let mut known = String::new();
    write_numbers(&json!([goal.text, goal.description, goal.areas, profile]), &mut known);
    Ground::new(&[known.as_str()])
}

/// What recommendations may say: the numbers of the insights that they rest on.
#[must_use]
pub fn insight_numbers<'i>(insights: impl IntoIterator<Item = &'i Insight>) -> Ground {
    let mut known = String::new();
    for one in insights {
        let texts = json!([one.name, one.description, one.indicators, one.target_segment, one.affected_count, one.metrics]);
        write_numbers(&texts, &mut known);
        write_claims(&one.claims, &mut known);
    }
    Ground::new(&[known.as_str()])
}

/// After its claims were checked: a number is one of them, or in the steps that the insight follows from, in what was known of their
/// tables, or in the goal.
pub fn check_numbers(one: &mut Insight, goal: &Ground, sources: &[&Answer], survey: &Survey) {
    let own = source_numbers(one, sources, survey);
    let known = [&own, goal];
    one.unchecked = missing(&one.name, &known);
    let mut taken_out = BTreeSet::new();
    let texts = std::iter::once(&mut one.description).chain(&mut one.indicators).chain(&mut one.target_segment);
    for text in texts {
        *text = keep_known(text, &known, &mut taken_out);
    }
    one.indicators.retain(|text| !text.is_empty());
    one.target_segment = one.target_segment.take().filter(|text| !text.is_empty());
    for claim in &mut one.claims {
        // Its own number has a check of its own.
        let value = Ground::new(&[numbers_of_claim(claim.kind, claim.value).as_str()]);
        let text = keep_known(&claim.text, &[&value, &own, goal], &mut taken_out);
        claim.text = if text.is_empty() { claim.value.to_string() } else { text };
    }
    for challenge in one.challenges.iter_mut().filter(|challenge| !challenge.engine.is_empty()) {
        let query = Ground::new(&[challenge.sql.as_str()]);
        for text in [&mut challenge.question, &mut challenge.objection] {
            *text = keep_known(text, &[&query, &own, goal], &mut taken_out);
        }
    }
    let is_known = |number: f64| missing(&number.to_string(), &known).is_empty();
    one.metrics.retain(|_, value| value.as_f64().is_none_or(is_known));
    one.affected_count = one.affected_count.filter(|count| missing(&count.to_string(), &known).is_empty());
    one.taken_out = taken_out.into_iter().collect();
}

/// What it says of the data is held to its insights. What it proposes and hopes for nobody can check: that it says.
pub fn check_recommendation(one: &mut Recommendation, known: &[&Ground]) {
    let mut taken_out = BTreeSet::new();
    let texts = [&mut one.title, &mut one.description].into_iter().chain(&mut one.target_segment);
    for text in texts {
        *text = keep_known(text, known, &mut taken_out);
    }
    one.target_segment = one.target_segment.take().filter(|text| !text.is_empty());
    one.segment_size = one.segment_size.filter(|size| missing(&size.to_string(), known).is_empty());
    for name in ["metric", "reasoning"] {
        if let Some(Value::String(text)) = one.expected_impact.get_mut(name) {
            *text = keep_known(text, known, &mut taken_out);
        }
    }
    let hoped = one.expected_impact.get("estimated_improvement").and_then(Value::as_str);
    let proposals = one.actions.iter().chain(&one.success_metrics).map(String::as_str).chain(hoped);
    let proposed: BTreeSet<String> = proposals.flat_map(|text| missing(text, known)).collect();
    let mut reasoning = one.expected_impact.get("reasoning").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !proposed.is_empty() {
        let numbers = proposed.into_iter().collect::<Vec<_>>().join(", ");
        reasoning.push_str(&format!(" Proposed or hoped for by the model, and in no data: {numbers}."));
    }
    if !taken_out.is_empty() {
        let numbers = taken_out.into_iter().collect::<Vec<_>>().join(", ");
        reasoning.push_str(&format!(" Taken out, because no checked finding has it: {numbers}."));
    }
    one.expected_impact.insert("reasoning".to_owned(), json!(reasoning.trim()));
}

fn source_numbers(one: &Insight, sources: &[&Answer], survey: &Survey) -> Ground {
    let mut known = String::new();
    write_claims(&one.claims, &mut known);
    let found = one.challenges.iter().filter_map(|one| one.outcome.as_ref()?.found);
    found.for_each(|number| write_number(number, &mut known));
    sources.iter().for_each(|answer| write_answer(answer, &mut known));
    let is_read = |table: &&TableSurvey| {
        let name = table.name.rsplit('.').next().unwrap_or_default().to_lowercase();
        sources.iter().any(|answer| answer.sql.to_lowercase().contains(&name))
    };
    survey.tables.iter().filter(is_read).for_each(|table| write_numbers(&json!(table), &mut known));
    Ground::new(&[known.as_str()])
}

/// Numbers of the text that nothing knows, as they are written.
fn missing(text: &str, known: &[&Ground]) -> Vec<String> {
    let Some((first, others)) = known.split_first() else { return Vec::new() };
    let mut unknown = first.invented_numbers(text);
    for other in others {
        if !unknown.is_empty() {
            let also = other.invented_numbers(text);
            unknown.retain(|number| also.contains(number));
        }
    }
    unknown
}

/// Nothing, where they cannot be told from the rest of the text.
fn keep_known(text: &str, known: &[&Ground], taken_out: &mut BTreeSet<String>) -> String {
    let unknown = missing(text, known);
    let kept = blank(text, &unknown);
    taken_out.extend(unknown);
    if missing(&kept, known).is_empty() { kept } else { String::new() }
}

/// The headline says by its status what it is worth; of the others what was confirmed, and what their queries found.
fn write_claims(claims: &[Claim], into: &mut String) {
    for (at, claim) in claims.iter().enumerate() {
        let is_confirmed = claim.check.as_ref().is_some_and(|check| check.status == Status::Confirmed);
        let claimed = (at == 0 || is_confirmed).then_some(claim.value);
        let found = claim.check.as_ref().and_then(|check| check.verified);
        for number in claimed.into_iter().chain(found) {
            into.push_str(&numbers_of_claim(claim.kind, number));
        }
    }
}

/// 67 % and 0.67 are the same share.
fn numbers_of_claim(kind: ClaimKind, value: f64) -> String {
    let mut text = String::new();
    write_number(value, &mut text);
    if kind == ClaimKind::Share {
        write_number(value * 100.0, &mut text);
        write_number(value / 100.0, &mut text);
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "rows of an answer")]
fn write_answer(answer: &Answer, into: &mut String) {
    let rows = answer.rows.as_deref().unwrap_or_default();
    write_numbers(&digest(&answer.columns, rows), into);
    rows.iter().take(MOST_ROWS).flatten().for_each(|value| write_numbers(value, into));
    write_number(rows.len() as f64, into);
    for at in 0..answer.columns.len() {
        let column: Option<Vec<f64>> = rows.iter().map(|row| row.get(at).and_then(Value::as_f64)).collect();
        if let Some(column) = column.filter(|column| column.len() > 1) {
            write_number(column.iter().sum(), into);
        }
    }
    // What it was narrowed to; how many rows somebody wanted says nothing of the data.
    let mut is_limit = false;
    for word in answer.sql.split_whitespace() {
        if !is_limit {
            into.push_str(word);
            into.push_str(APART);
        }
        is_limit = ["limit", "offset"].iter().any(|limit| word.eq_ignore_ascii_case(limit));
    }
}

fn write_numbers(value: &Value, into: &mut String) {
    match value {
        Value::Number(number) => write_number(number.as_f64().unwrap_or_default(), into),
        Value::String(text) => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => write_number(number, into),
            _ => {
                into.push_str(text);
                into.push_str(APART);
            }
        },
        Value::Array(list) => list.iter().for_each(|one| write_numbers(one, into)),
        Value::Object(fields) => fields.values().for_each(|one| write_numbers(one, into)),
        Value::Null | Value::Bool(_) => {}
    }
}

/// As it is, and as people round it: to fewer places, and large ones to two digits ("1.2 million").
fn write_number(number: f64, into: &mut String) {
    if !number.is_finite() {
        return;
    }
    let _ = write!(into, "{number}{APART}");
    // A share of 0.067 is not 0.1.
    for (places, least) in [(0_usize, 1.0), (1, 1.0), (2, 0.01), (3, 0.001)] {
        if number.abs() >= least {
            let _ = write!(into, "{number:.places$}{APART}");
        }
    }
    if number.abs() >= 1_000.0 {
        let unit = 10_f64.powf(number.abs().log10().floor() - 1.0);
        let _ = write!(into, "{}{APART}", (number / unit).round() * unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::{Challenge, Check, Holds};

    fn claim(text: &str, kind: ClaimKind, value: f64, status: Status) -> Claim {
        let check = Some(Check { status, verified: None, error: None, elapsed_ms: 0 });
        Claim { text: text.into(), kind, value, sql: String::new(), check }
    }

    fn insight() -> Insight {
        let claims = vec![
            claim("30 of 999", ClaimKind::Count, 30.0, Status::Confirmed),
            claim("a quarter", ClaimKind::Share, 0.25, Status::Confirmed),
            claim("500 a day", ClaimKind::Mean, 500.0, Status::Rejected),
        ];
        Insight { claims, ..Insight::default() }
    }

    fn source() -> Answer {
        Answer {
            step: 1,
            sql: "SELECT shop, COUNT(*) AS n, AVG(amount) AS mean FROM orders WHERE amount > 15 GROUP BY shop LIMIT 77".into(),
            columns: ["shop", "n", "mean"].map(str::to_owned).into(),
            rows: serde_json::from_value(json!([["North", 30, 92.9666], ["South", 90, 1_234_567]])).expect("rows"),
        }
    }

    fn goal() -> Ground {
        goal_numbers(&Goal { text: "Plan the year 2024".into(), ..Goal::default() }, &json!({"staff": 41}))
    }

    #[test]
    fn a_number_is_known_from_claims_steps_and_the_goal_alone() {
        let (own, goal) = (source_numbers(&insight(), &[&source()], &Survey::default()), goal());
        for (text, expected) in [
            ("30 orders of North, worth 93 each, or 92.97", &[][..]),
            ("120 orders of the 2 shops", &[]),
            ("orders above 15", &[]),
            ("a quarter, which is 25 % or 0.25", &[]),
            ("1.2 million", &[]),
            ("41 people in 2024", &[]),
            ("8,298 never return", &["8,298"]),
            ("77 orders", &["77"]),
            ("47 % of them", &["47 %"]),
            ("500 a day", &["500"]),
        ] {
            assert_eq!(missing(text, &[&own, &goal]), expected, "{text}");
        }
    }

    #[test]
    fn what_nothing_bears_out_is_marked_in_a_name_and_taken_out_elsewhere() {
        let metrics = json!({"n": 30, "lift": 77}).as_object().cloned().expect("an object");
        let challenge = Challenge {
            question: "Without those above 96?".into(),
            sql: "SELECT COUNT(*) FROM orders WHERE amount < 96".into(),
            holds: Holds::AtLeast(0.0),
            objection: "64 carry it".into(),
            outcome: None,
            engine: "acme/large".into(),
        };
        let mut one = Insight {
            challenges: vec![challenge],
            name: "The shop North keeps 8298 more".into(),
            description: "It has 30 orders, 47 % more than 500.".into(),
            indicators: vec!["n: 30".into(), "lift: 77".into()],
            affected_count: Some(30),
            metrics,
            ..insight()
        };
        assert_eq!(one.status(), Status::Confirmed);
        check_numbers(&mut one, &goal(), &[&source()], &Survey::default());
        assert_eq!((one.status(), one.unchecked.join(" ")), (Status::NotChecked, "8298".to_owned()));
        assert_eq!(one.description, "It has 30 orders, … % more than ….");
        assert_eq!(one.indicators, ["n: 30", "lift: …"]);
        assert_eq!((one.claims[0].text.as_str(), one.claims[2].text.as_str()), ("30 of …", "500 a day"));
        assert_eq!((one.metrics.len(), one.affected_count), (1, Some(30)));
        let challenge = &one.challenges[0];
        assert_eq!((challenge.question.as_str(), challenge.objection.as_str()), ("Without those above 96?", "… carry it"));
        assert_eq!(one.taken_out, ["47 %", "500", "64", "77", "999"]);

        let mut one = Insight { name: "The shop North has 30 orders".into(), ..insight() };
        check_numbers(&mut one, &goal(), &[&source()], &Survey::default());
        assert_eq!((one.status(), one.unchecked.len()), (Status::Confirmed, 0));
    }

    #[test]
    fn a_recommendation_says_what_was_found_and_marks_what_it_hopes_for() {
        let impact = json!({"metric": "returns", "estimated_improvement": "+15%", "reasoning": "It was 30 of 8298"});
        let mut one = Recommendation {
            title: "Learn from the 30 orders of North".into(),
            description: "They are 64 % of all.".into(),
            segment_size: Some(642),
            expected_impact: impact.as_object().cloned().expect("an object"),
            ..Recommendation::default()
        };
        check_recommendation(&mut one, &[&insight_numbers([&insight()]), &goal()]);
        assert_eq!((one.title.as_str(), one.segment_size), ("Learn from the 30 orders of North", None));
        assert_eq!(one.description, "They are … % of all.");
        assert_eq!(one.expected_impact["estimated_improvement"], "+15%");
        let reasoning = one.expected_impact["reasoning"].as_str().expect("a text");
        assert!(reasoning.starts_with("It was 30 of … Proposed or hoped for by the model, and in no data: 15 %."), "{reasoning}");
        assert!(reasoning.ends_with("no checked finding has it: 64 %, 8298."), "{reasoning}");
    }
}
