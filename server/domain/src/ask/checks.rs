//! What is looked at after a step ran: results that are probably not what was meant.

use protocol::ask::AskTable;
use serde_json::Value;

/// Shares that should sum up to a hundred may miss it by so much.
const ROUNDING: f64 = 1.0;

/// Sentences for people.
#[must_use]
pub fn check_rows(number: u32, table: &AskTable) -> Vec<String> {
    let mut warnings = Vec::new();
    if table.truncated {
        warnings.push(format!("Step {number} has more rows than are kept: its figures are of the first {}.", table.rows.len()));
    }
    for (column, name) in table.columns.iter().enumerate() {
        let values = || table.rows.iter().filter_map(|row| row.get(column));
        if table.rows.len() > 1 && values().all(Value::is_null) {
            warnings.push(format!("Step {number}: {name} is empty in every row."));
        }
        let lower = name.to_lowercase();
        let is_share = ["share", "percent", "pct"].iter().any(|word| lower.contains(word));
        if is_share && table.rows.len() > 1 && !table.truncated {
            let sum: f64 = values().filter_map(Value::as_f64).sum();
            let whole = if sum <= 2.0 { 1.0 } else { 100.0 };
            if (sum - whole).abs() > ROUNDING * whole / 100.0 {
                warnings.push(format!("Step {number}: the values of {name} sum up to {sum:.1}, not to {whole}."));
            }
        }
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_probably_not_meant_is_said() {
        let table = |column: &str, values: &[Value], truncated: bool| AskTable {
            name: "step_1".into(),
            columns: vec![column.into()],
            rows: values.iter().map(|value| vec![value.clone()]).collect(),
            row_count: values.len() as u64,
            truncated,
        };
        for (table, wanted) in [
            (table("share", &[json!(40), json!(60)], false), None),
            (table("share", &[json!(0.4), json!(0.6)], false), None),
            (table("share_of_sales", &[json!(40), json!(30)], false), Some("sum up to 70.0")),
            (table("city", &[Value::Null, Value::Null], false), Some("city is empty")),
            (table("city", &[json!("Kos"), Value::Null], false), None),
            (table("city", &[json!("Kos")], true), Some("more rows than are kept")),
        ] {
            let warnings = check_rows(1, &table);
            assert_eq!(
                warnings.iter().any(|one| wanted.is_some_and(|wanted| one.contains(wanted))),
                wanted.is_some(),
                "{warnings:?}"
            );
            assert!(warnings.len() <= 1);
        }
    }
}
