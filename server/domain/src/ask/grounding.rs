//! Whether an answer says more than its record holds: numbers and quotes (PRODUCT.md, Evidence or it is not shown).

use protocol::ask::{Answer, ProofNode};
use serde_json::{Value, json};

/// Quotes of fewer characters are names.
const SHORTEST_QUOTE: usize = 12;

/// Numbers and quotes of the text that neither the question nor the proof nor a table holds.
#[must_use]
pub fn unproven(text: &str, answer: &Answer, question: &str) -> Vec<String> {
    let nodes: Vec<Value> = answer.premises.iter().chain(&answer.inferences).map(said_by).collect();
    let record = json!([nodes, answer.tables, answer.assumptions, question]);
    let mut known = Vec::new();
    collect(&record, &mut known);
    #[expect(clippy::cast_precision_loss, reason = "numbers of rows are far below the limit")]
    known.extend(answer.tables.iter().flat_map(|table| [table.row_count as f64, table.rows.len() as f64]));
    let mut missing: Vec<String> = numbers(text)
        .into_iter()
        .filter(|number| !known.iter().any(|known| number.fits(*known)))
        .map(|number| number.text)
        .collect();
    let held = plain_words(&record.to_string());
    missing.extend(quotes(text).into_iter().filter(|quote| !held.contains(&plain_words(quote))));
    missing
}

/// How long a value took and how sure it is says nothing of what was asked.
fn said_by(node: &ProofNode) -> Value {
    let mut fields = json!(node);
    if let Some(fields) = fields.as_object_mut() {
        fields.retain(|name, _| name != "elapsed_ms" && name != "confidence");
    }
    fields
}

struct Number {
    text: String,
    value: f64,
    places: i32,
    factor: f64,
}

impl Number {
    /// Rounded to as many places as it is written with; also as a part of a hundred, or in thousands.
    fn fits(&self, known: f64) -> bool {
        let tolerance = 0.500_000_1 * 10_f64.powi(-self.places);
        [1.0, self.factor].into_iter().any(|factor| {
            (known * factor - self.value).abs() <= tolerance || (known.abs() * factor - self.value.abs()).abs() <= tolerance
        })
    }
}

/// Numbers as people write them. Those that count the lines of a list say nothing.
fn numbers(text: &str) -> Vec<Number> {
    let mut found = Vec::new();
    for line in text.lines() {
        let signs: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < signs.len() {
            let begins = signs[at].is_ascii_digit()
                && (at == 0 || !(signs[at - 1].is_alphanumeric() || matches!(signs[at - 1], '.' | ',' | '_')));
            if !begins {
                at += 1;
                continue;
            }
            let mut end = at;
            while end < signs.len()
                && (signs[end].is_ascii_digit()
                    || (matches!(signs[end], ',' | '.') && signs.get(end + 1).is_some_and(char::is_ascii_digit)))
            {
                end += 1;
            }
            let is_word = signs.get(end).is_some_and(|sign| sign.is_alphabetic());
            let is_item = signs[..at].iter().all(|sign| sign.is_whitespace())
                && matches!(signs.get(end), Some('.' | ')'))
                && signs.get(end + 1).is_none_or(|sign| sign.is_whitespace());
            let written: String = signs[at..end].iter().collect();
            let after: String = signs[end..].iter().take(10).collect();
            if !is_item
                && (!is_word || unit(&after) != 1.0)
                && let Ok(value) = written.replace(',', "").parse::<f64>()
            {
                let places = written.split_once('.').map_or(0, |(_, places)| i32::try_from(places.len()).unwrap_or(0));
                found.push(Number { text: written, value, places, factor: unit(&after) });
            }
            at = end.max(at + 1);
        }
    }
    found
}

/// By what a value is multiplied to be written with this unit.
fn unit(after: &str) -> f64 {
    let after = after.trim_start().to_lowercase();
    let word: String = after.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '%').collect();
    match word.as_str() {
        "%" | "percent" => 100.0,
        "k" | "thousand" => 1e-3,
        "m" | "million" => 1e-6,
        "bn" | "billion" => 1e-9,
        _ => 1.0,
    }
}

fn collect(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Number(number) => into.extend(number.as_f64()),
        Value::String(text) => into.extend(numbers(text).into_iter().map(|number| number.value)),
        Value::Array(list) => list.iter().for_each(|one| collect(one, into)),
        Value::Object(fields) => fields.values().for_each(|one| collect(one, into)),
        _ => {}
    }
}

/// In quotation marks, or as a quoted line.
fn quotes(text: &str) -> Vec<String> {
    let mut found: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix('>'))
        .map(|line| line.trim().to_owned())
        .filter(|line| line.chars().count() >= SHORTEST_QUOTE)
        .collect();
    for (open, close) in [('“', '”'), ('"', '"'), ('«', '»')] {
        let mut rest = text;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((quote, after)) = after.split_once(close) else { break };
            if quote.chars().count() >= SHORTEST_QUOTE && !quote.contains('\n') {
                found.push(quote.to_owned());
            }
            rest = after;
        }
    }
    found
}

fn plain_words(text: &str) -> String {
    let split = text.split(|sign: char| !sign.is_alphanumeric());
    split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ask::{AskTable, NodeStatus, ProofSource};

    #[test]
    fn every_number_and_quote_is_held_by_the_record() {
        let table = AskTable {
            name: "answer".into(),
            columns: vec!["share".into(), "total".into(), "text".into()],
            rows: vec![vec![json!(0.4567), json!(1_234_567.89), json!("the harbour law of 2003 demands it")]],
            row_count: 812,
            truncated: true,
        };
        let premise = ProofNode {
            id: "P1".into(),
            name: "captain".into(),
            status: NodeStatus::Resolved,
            value: json!("Ada"),
            source: ProofSource::Database,
            confidence: 0.85,
            formula: None,
            query: None,
            quote: None,
            call: None,
            origin: String::new(),
            depends_on: Vec::new(),
            elapsed_ms: 37,
        };
        let answer = Answer { tables: vec![table], premises: vec![premise], ..Answer::default() };
        for (text, missing) in [
            ("Ada has 37 ships and 85 % of the trade.", vec!["37", "85"]),
            ("There are 812 rows.", vec![]),
            ("It is 45.7 % of all.", vec![]),
            ("About 1.2 million, to be exact 1,234,567.89.", vec![]),
            ("1,234.6k", vec![]),
            ("1. First\n2) Second", vec![]),
            ("It is 47 %.", vec!["47"]),
            ("In 2019 there were 9,999.", vec!["2019", "9,999"]),
            ("As asked for 77", vec![]),
            ("> the harbour law of 2003 demands it", vec![]),
            ("“the harbour law demands nothing”", vec!["the harbour law demands nothing"]),
            ("P1 and covid19 are no numbers", vec![]),
        ] {
            assert_eq!(unproven(text, &answer, "77 ferries?"), missing, "{text}");
        }
    }
}
