//! The sentences of an answer: templates with values in their places.

use super::{listing::list_rows, proof::Proof};
use crate::ask::{Draft, StepOutcome, formula};
use protocol::ask::{AskTable, NodeStatus, Verdict};
use serde_json::Value;

/// Values of a list that a sentence names.
const NAMED: usize = 5;

pub(super) fn text(draft: &Draft, verdict: Option<Verdict>, proof: &Proof, outcome: Option<&StepOutcome>) -> String {
    if let Some(error) = outcome.and_then(|outcome| outcome.error.as_ref()) {
        return format!("This could not be answered: {}.", error.trim_end_matches('.'));
    }
    let template = &draft.answer;
    let is_empty = outcome.is_some_and(|outcome| {
        outcome.table.rows.is_empty() || outcome.table.rows.iter().all(|row| row.iter().all(Value::is_null))
    });
    let chosen = match verdict {
        Some(Verdict::Refuted) if !template.refuted.is_empty() => &template.refuted,
        Some(Verdict::Undecided) if !template.nothing.is_empty() => &template.nothing,
        None if is_empty && !template.nothing.is_empty() => &template.nothing,
        _ => &template.text,
    };
    let mut filled = fill(chosen, proof, outcome);
    if !filled.trim().is_empty() {
        for aside in draft.asides.iter().filter(|aside| is_true(&aside.when, proof)) {
            filled.push(' ');
            filled.push_str(&fill(&aside.text, proof, outcome));
        }
        return filled;
    }
    match verdict {
        Some(Verdict::Undecided) => "This could be neither proven nor refuted.".to_owned(),
        _ => "Nothing was found.".to_owned(),
    }
}

/// What cannot be worked out is not true.
fn is_true(expression: &str, proof: &Proof) -> bool {
    let value = |id: &str| proof.node(id).map(|node| node.value.clone());
    let truth = formula::parse(expression).and_then(|formula| formula.evaluate(&value));
    truth.is_ok_and(|truth| truth.as_bool() == Some(true))
}

/// Of an ask that ended at a limit: what it knows by then.
pub(super) fn describe_stopped(limit: &str, proof: &Proof) -> String {
    let found = proof.nodes.iter().filter(|node| node.status == NodeStatus::Resolved);
    let found: Vec<String> = found.take(NAMED).map(|node| format!("{}: {}", node.name, render_value(&node.value))).collect();
    let found = if found.is_empty() { "nothing that answers it".to_owned() } else { found.join("; ") };
    format!("This stopped at its limit of {limit}. What was found until then: {found}.")
}

/// Puts values into `{P1}`, `{I1}`, `{rows}` (how many) and `{found}` (the rows); other braces stay as they are.
fn fill(template: &str, proof: &Proof, outcome: Option<&StepOutcome>) -> String {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let end = after.find('}').filter(|end| after[..*end].chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_'));
        let value = end.and_then(|end| match &after[..end] {
            "rows" => outcome.map(|outcome| count_rows(&outcome.table)),
            "found" => outcome.map(|outcome| list_rows(&outcome.table)),
            id => proof.node(id).map(|node| render_value(&node.value)),
        });
        match (end, value) {
            (Some(end), Some(value)) => {
                rest = &after[end + 1..];
                // "{rows} rows" of one row.
                let is_one = after.starts_with("rows}") && value == "1";
                let plural = rest.strip_prefix(" rows").filter(|_| is_one);
                out.push_str(&value);
                if let Some(after) = plural {
                    out.push_str(" row");
                    rest = after;
                }
            }
            _ => {
                out.push('{');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Of rows that were cut off nobody knows how many there are.
pub(super) fn count_rows(table: &AskTable) -> String {
    let count = render_value(&table.row_count.into());
    let is_cut = table.truncated && table.row_count == table.rows.len() as u64;
    if is_cut { format!("more than {count}") } else { count }
}

/// As people write it: thousands with commas, at most four decimals, lists with their first five.
#[must_use]
pub fn render_value(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), render_number),
        Value::Array(list) => {
            let named: Vec<String> = list.iter().take(NAMED).map(render_value).collect();
            let more = list.len().saturating_sub(NAMED);
            if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
        }
        Value::Object(fields) => match fields.get("rows") {
            Some(rows) => format!("{} rows", render_value(rows)),
            None => value.to_string(),
        },
    }
}

fn render_number(number: f64) -> String {
    const PLACES: i32 = 4;
    let size = number.abs();
    // Of small numbers four digits that mean something.
    let places = if size > 0.0 && size < 1.0 {
        #[expect(clippy::cast_possible_truncation, reason = "the logarithm of a number has few digits")]
        let leading = -(size.log10().floor() as i32) - 1;
        (PLACES + leading).min(12)
    } else {
        PLACES
    };
    let places = usize::try_from(places).unwrap_or(0);
    let plain = format!("{number:.places$}");
    let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
    let decimals = decimals.trim_end_matches('0');
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if decimals.is_empty() { format!("{sign}{grouped}") } else { format!("{sign}{grouped}.{decimals}") }
}
