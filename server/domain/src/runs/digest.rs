//! The rows of an answer as a model reads them: small ones whole, larger ones by what their columns hold (seed 002, Phase 5).

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Answers up to this size are given whole.
const INLINE: usize = 20;
/// Rows at the beginning and at the end of a larger one.
const ENDS: usize = 5;
/// Most frequent values of a column.
const TOP: usize = 3;
/// Characters of one cell.
const LONGEST_CELL: usize = 200;

/// `{columns, row_count, rows}` up to 20 rows; else `{columns: [{name, nulls, quartiles | top}], row_count, first, last}`.
#[must_use]
pub fn digest(columns: &[String], rows: &[Vec<Value>]) -> Value {
    if rows.len() <= INLINE {
        return json!({"columns": columns, "row_count": rows.len(), "rows": rows.iter().map(|row| shorten(row)).collect::<Vec<_>>()});
    }
    let described: Vec<Value> = columns.iter().enumerate().map(|(at, name)| describe(name, at, rows)).collect();
    let first: Vec<Value> = rows.iter().take(ENDS).map(|row| shorten(row)).collect();
    let last: Vec<Value> = rows.iter().skip(rows.len() - ENDS).map(|row| shorten(row)).collect();
    json!({"columns": described, "row_count": rows.len(), "first": first, "last": last})
}

fn describe(name: &str, at: usize, rows: &[Vec<Value>]) -> Value {
    let values: Vec<&Value> = rows.iter().filter_map(|row| row.get(at)).filter(|value| !value.is_null()).collect();
    let nulls = rows.len() - values.len();
    let mut numbers: Vec<f64> = values.iter().filter_map(|value| value.as_f64()).collect();
    if !numbers.is_empty() && numbers.len() == values.len() {
        numbers.sort_by(f64::total_cmp);
        let at = |quarter: usize| numbers[(numbers.len() - 1) * quarter / 4];
        return json!({"name": name, "nulls": nulls, "quartiles": [at(0), at(1), at(2), at(3), at(4)]});
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(shorten_cell(value).to_string()).or_default() += 1;
    }
    let distinct = counts.len();
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let top: Vec<Value> = counts
        .into_iter()
        .take(TOP)
        .map(|(text, count)| json!({"value": serde_json::from_str::<Value>(&text).unwrap_or_default(), "count": count}))
        .collect();
    json!({"name": name, "nulls": nulls, "distinct": distinct, "top": top})
}

fn shorten(row: &[Value]) -> Value {
    Value::Array(row.iter().map(shorten_cell).collect())
}

fn shorten_cell(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > LONGEST_CELL => {
            Value::String(text.chars().take(LONGEST_CELL).chain(['…']).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_answers_are_whole_and_large_ones_are_described() {
        let columns = ["town".to_owned(), "n".to_owned()];
        let row = |number: usize| vec![if number.is_multiple_of(3) { json!("Hull") } else { json!("York") }, json!(number)];
        let small: Vec<Vec<Value>> = (0..20).map(row).collect();
        assert_eq!(digest(&columns, &small)["rows"].as_array().map(Vec::len), Some(20));
        let large: Vec<Vec<Value>> = (0..101).map(row).collect();
        let found = digest(&columns, &large);
        assert_eq!(found["row_count"], 101);
        assert_eq!(found["columns"][0]["top"][0], json!({"value": "York", "count": 67}));
        assert_eq!(found["columns"][1]["quartiles"], json!([0.0, 25.0, 50.0, 75.0, 100.0]));
        assert_eq!(found["first"].as_array().map(Vec::len), Some(5));
        assert_eq!(found["last"][4], json!(["York", 100]));
        let long = digest(&["t".to_owned()], &[vec![json!("x".repeat(500))]]);
        assert_eq!(long["rows"][0][0].as_str().map(|text| text.chars().count()), Some(201));
    }
}
