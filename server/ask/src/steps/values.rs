//! A query that finds nothing because of how a text is written: "closd" in place of "Closed". The one value that is meant is put in its
//! place, once, and the answer says so; of several it is asked which one is meant, where somebody can be asked.

use super::{Mending, query::to_table};
use crate::{
    Asks,
    memory::{steps_in, steps_read},
};
use domain::ask::{Attempt, StepOutcome, TextFilter, close_values, render_value, replace_value, text_filters};
use projects::{Caller, Extent, dispatch, query_with_tables};
use protocol::ask::{AskTable, Assumption, Clarification, ClarifyOption, PlanStep};
use serde_json::{Map, Value, json};

/// Texts of one query that are looked after, and values of a column that are looked through.
const MOST_FILTERS: usize = 4;
const MOST_VALUES: usize = 100;
const MOST_TABLES: usize = 10;
/// Values of one question.
const MOST_OFFERED: usize = 5;

/// A text that does not occur, with the values that may be meant, the likeliest first.
struct Unknown {
    filter: TextFilter,
    close: Vec<String>,
    /// Somebody said which one it is.
    is_settled: bool,
}

pub(super) async fn correct(
    asks: &Asks,
    caller: &Caller,
    (step, extent): (&PlanStep, Extent),
    (earlier, own_values, mending): (&[StepOutcome], &Map<String, Value>, Mending),
    mut outcome: StepOutcome,
) -> StepOutcome {
    let Some(sql) = outcome.sql.clone().filter(|_| is_nothing(&outcome.table)) else { return outcome };
    let mut unknown = find_unknown(asks, caller, step, text_filters(&sql)).await;
    unknown.retain_mut(|one| one.settle(own_values));
    if unknown.is_empty() {
        return outcome;
    }
    if mending.asks {
        outcome.unclear = unknown.iter().filter(|one| one.is_open()).map(ask_which).collect();
        if !outcome.unclear.is_empty() {
            return outcome;
        }
    }
    if unknown.iter().all(|one| one.is_settled || (mending.corrects && one.close.len() == 1)) {
        let corrected = put_in(&sql, &unknown);
        let (read, whole) = (steps_in(&corrected), steps_read(step));
        let is_read = |one: &&StepOutcome| one.is_ok() && read.contains(&one.number) && whole.contains(&one.number);
        let tables = earlier.iter().filter(is_read).map(|one| one.table.clone()).collect();
        if let (_, Ok(rows)) = query_with_tables(asks.projects(), caller, &corrected, tables, extent).await
            && !rows.rows.is_empty()
        {
            let error = unknown.iter().map(describe).collect::<Vec<_>>().join("; ");
            outcome.attempts.push(Attempt { sql, error });
            outcome.assumptions.extend(unknown.iter().map(assume));
            return StepOutcome { table: to_table(rows), sql: Some(corrected), ..outcome };
        }
    }
    for one in &unknown {
        outcome.warnings.push(format!("Step {}: {}.", step.number, describe(one)));
        outcome.assumptions.push(offer(one));
    }
    outcome.doubtful = true;
    outcome
}

/// No row, or one that counts and sums nothing.
fn is_nothing(table: &AskTable) -> bool {
    let is_empty = |value: &Value| value.is_null() || value.as_f64() == Some(0.0);
    match table.rows.as_slice() {
        [] => true,
        [one] => one.iter().all(is_empty),
        _ => false,
    }
}

async fn find_unknown(asks: &Asks, caller: &Caller, step: &PlanStep, filters: Vec<TextFilter>) -> Vec<Unknown> {
    if filters.is_empty() || step.tables.is_empty() {
        return Vec::new();
    }
    let full = |table: &String| match step.databases.first() {
        Some(database) if !table.contains('.') => format!("{database}.{table}"),
        _ => table.clone(),
    };
    let names: Vec<String> = step.tables.iter().take(MOST_TABLES).map(full).collect();
    let schema = dispatch(asks.projects(), caller, "lookup_schema", &json!({"tables": names})).await.unwrap_or_default();
    let mut unknown = Vec::new();
    for filter in filters.into_iter().take(MOST_FILTERS) {
        let mut known: Vec<String> = Vec::new();
        for table in schema["tables"].as_array().into_iter().flatten() {
            let Some(column) = column_of(table, &filter.column) else { continue };
            let wanted = json!({"database": table["database"], "table": table["table"], "column": column, "limit": MOST_VALUES});
            let found = dispatch(asks.projects(), caller, "get_sample_values", &wanted).await.unwrap_or_default();
            let values = found["values"].as_array().into_iter().flatten();
            known.extend(values.filter_map(|value| value.as_str().map(str::to_owned)));
        }
        let close = close_values(&filter.value, &known);
        if !close.is_empty() {
            unknown.push(Unknown { filter, close, is_settled: false });
        }
    }
    unknown
}

impl Unknown {
    /// Takes what was said of it; false where it is meant as it is written.
    fn settle(&mut self, own_values: &Map<String, Value>) -> bool {
        let own = own_values.iter().find(|(name, _)| name.eq_ignore_ascii_case(&self.filter.value));
        let Some(value) = own.map(|(_, value)| render_value(value)) else { return true };
        let is_other = value != self.filter.value;
        self.close.retain(|one| *one != value);
        self.close.insert(0, value);
        self.is_settled = true;
        is_other
    }

    fn is_open(&self) -> bool {
        !self.is_settled && self.close.len() > 1
    }
}

fn ask_which(one: &Unknown) -> Clarification {
    let TextFilter { column, value, .. } = &one.filter;
    let option = |close: &String| ClarifyOption {
        value: close.clone(),
        label: close.clone(),
        meaning: format!("rows whose {column} is {close}"),
    };
    let as_written = ClarifyOption {
        value: value.clone(),
        label: format!("“{value}”, as it is written"),
        meaning: "nothing is found then".to_owned(),
    };
    Clarification {
        text: format!("No row has “{value}” as its {column}. Which one is meant?"),
        options: one.close.iter().take(MOST_OFFERED).map(option).chain([as_written]).collect(),
        about: value.clone(),
        ..Clarification::default()
    }
}

/// Its name as the table has it.
fn column_of<'schema>(table: &'schema Value, name: &str) -> Option<&'schema str> {
    let columns = table["columns"].as_array().into_iter().flatten();
    columns.filter_map(|column| column["name"].as_str()).find(|known| known.eq_ignore_ascii_case(name))
}

/// From the last to the first: the places before stay where they are.
fn put_in(sql: &str, unknown: &[Unknown]) -> String {
    unknown.iter().rev().fold(sql.to_owned(), |sql, one| {
        let value = one.close.first().map_or(one.filter.value.as_str(), String::as_str);
        replace_value(&sql, &one.filter.at, value)
    })
}

fn describe(one: &Unknown) -> String {
    let Unknown { filter: TextFilter { column, value, .. }, close, .. } = one;
    format!("no row has “{value}” as its {column}; there is {}", close.join(", "))
}

fn assume(one: &Unknown) -> Assumption {
    let Unknown { filter: TextFilter { column, value, .. }, close, .. } = one;
    let meant = close.first().cloned().unwrap_or_default();
    Assumption {
        name: value.clone(),
        text: format!("“{value}” was read as “{meant}”: no row has it as its {column}"),
        value: meant,
        alternatives: close.iter().skip(1).cloned().collect(),
    }
}

fn offer(one: &Unknown) -> Assumption {
    let Unknown { filter: TextFilter { column, value, .. }, close, .. } = one;
    Assumption {
        name: value.clone(),
        text: format!("“{value}” was looked for as it is written, and no row has it as its {column}"),
        value: value.clone(),
        alternatives: close.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_no_row_or_one_that_counts_nothing() {
        for (rows, wanted) in [
            (vec![], true),
            (vec![vec![json!(0), Value::Null]], true),
            (vec![vec![json!(0), json!("Kos")]], false),
            (vec![vec![json!(0)], vec![json!(0)]], false),
        ] {
            assert_eq!(is_nothing(&AskTable { rows: rows.clone(), ..AskTable::default() }), wanted, "{rows:?}");
        }
    }

    #[test]
    fn of_several_values_it_is_asked_which_one_is_meant_once() {
        let filter = text_filters("SELECT 1 FROM t WHERE a = 'closed'").remove(0);
        let mut one = Unknown { filter, close: vec!["CLOSED".into(), "Closed".into()], is_settled: false };
        assert!(one.is_open());
        let question = ask_which(&one);
        let values: Vec<&str> = question.options.iter().map(|option| option.value.as_str()).collect();
        assert_eq!((question.about.as_str(), values), ("closed", vec!["CLOSED", "Closed", "closed"]));
        let own_values = |value: &str| Map::from_iter([("Closed".to_owned(), json!(value))]);
        assert!(one.settle(&own_values("Closed")) && !one.is_open());
        assert_eq!(one.close, ["Closed", "CLOSED"]);
        assert_eq!((assume(&one).value.as_str(), assume(&one).alternatives), ("Closed", vec!["CLOSED".to_owned()]));
        assert!(!one.settle(&own_values("closed")), "it is meant as it is written");
    }

    #[test]
    fn every_value_is_put_into_its_own_place() {
        let sql = "SELECT 1 FROM t WHERE a = 'on' AND b = 'closd'";
        let close = ["Anchored", "Closed"];
        let unknown = |(filter, close): (TextFilter, &str)| Unknown { filter, close: vec![close.to_owned()], is_settled: false };
        let unknown: Vec<Unknown> = text_filters(sql).into_iter().zip(close).map(unknown).collect();
        assert_eq!(put_in(sql, &unknown), "SELECT 1 FROM t WHERE a = 'Anchored' AND b = 'Closed'");
    }
}
