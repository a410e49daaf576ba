//! A reading as a plan: a query for each premise, an inference over them, and sentences with their values.

use super::{
    cell::{is_nothing, number, render},
    grid::{Grid, Holds},
    reading::{Condition, Measure, Premise, Reading, Test},
};
use domain::{
    ask::{AnswerTemplate, Draft, NodeDraft, NodeFrom, Pick},
    runs::sql::{quoted, table_reference, text},
    tools::{catalog::Class, warehouse::Dialect},
};
use protocol::ask::{AskPlan, DiscoveredContext, PlanStep, PlanSteps, StepAction};
use serde_json::Value;

/// Signs that are taken out of a text before it is read as a number; with more of them each value is named.
const MOST_SIGNS: usize = 4;

pub(super) fn draft(grid: &Grid<'_>, reading: &Reading) -> Draft {
    let table = format!("{}.{}", grid.database, grid.table);
    let confidence = (0.95 - reading.doubt * 0.3).clamp(0.5, 0.95);
    let (mut steps, mut nodes, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (number, premise) in (1_u32..).zip(&reading.premises) {
        let name = describe(grid, premise);
        values.push(format!("{name} is {{P{number}}}"));
        steps.push(PlanStep {
            number,
            goal: name.clone(),
            databases: vec![grid.database.to_owned()],
            tables: vec![table.clone()],
            inputs: Vec::new(),
            depends_on: Vec::new(),
            action: StepAction::Query { sql: query(grid, premise) },
        });
        let from = NodeFrom::Step { number, pick: Pick::Cell { row: 0, column: 0 } };
        nodes.push(NodeDraft { id: format!("P{number}"), name, from, confidence });
    }
    let formula = reading.formula.render();
    nodes.push(NodeDraft {
        id: "I1".to_owned(),
        name: "the claim".to_owned(),
        from: NodeFrom::Formula { expression: formula.clone() },
        confidence,
    });
    let values = values.join("; ");
    Draft {
        plan: AskPlan {
            reasoning: format!("The claim holds where {formula}: {}.", describe_all(grid, &reading.premises)),
            discovered_context: DiscoveredContext { tables: vec![table], ..DiscoveredContext::default() },
            plan: PlanSteps { steps },
        },
        nodes,
        answer: AnswerTemplate {
            text: format!("This is proven: {values}."),
            refuted: format!("This is refuted: {values}."),
            nothing: format!("This stays undecided, since a value is missing: {values}."),
        },
        verdict: Some("I1".to_owned()),
        reading: describe_all(grid, &reading.premises),
        confidence,
        ..Draft::default()
    }
}

fn describe_all(grid: &Grid<'_>, premises: &[Premise]) -> String {
    let all: Vec<String> = (1..).zip(premises).map(|(number, one)| format!("P{number} is {}", describe(grid, one))).collect();
    all.join(", ")
}

fn describe(grid: &Grid<'_>, premise: &Premise) -> String {
    let name = |column: usize| grid.headers[column].name.as_str();
    let what = match premise.measure {
        Measure::Count => "the number of rows".to_owned(),
        Measure::Distinct(column) => format!("the number of different values of {}", name(column)),
        Measure::Value(column) => name(column).to_owned(),
        Measure::Highest(column) => format!("the highest {}", name(column)),
        Measure::Lowest(column) => format!("the lowest {}", name(column)),
        Measure::Sum(column) => format!("the sum of {}", name(column)),
        Measure::Average(column) => format!("the average of {}", name(column)),
        Measure::Nth { column, is_high, place } => {
            format!("number {place} of {} from the {}", name(column), if is_high { "highest" } else { "lowest" })
        }
    };
    let filter: Vec<&str> = premise.filter.iter().map(|condition| condition.text.as_str()).collect();
    if filter.is_empty() { what } else { format!("{what} where {}", filter.join(" and ")) }
}

fn query(grid: &Grid<'_>, premise: &Premise) -> String {
    let name = |column: usize| quoted(grid.dialect, &grid.headers[column].name);
    let mut conditions: Vec<String> = premise.filter.iter().map(|condition| write_condition(grid, condition)).collect();
    if let Some((column, sums)) = &grid.aside {
        let column = name(*column);
        conditions.push(format!("({column} IS NULL OR {column} NOT IN ({}))", literals(grid.dialect, sums.iter())));
    }
    let (select, column, end) = match premise.measure {
        Measure::Count => ("COUNT(*)".to_owned(), None, String::new()),
        Measure::Distinct(column) => (format!("COUNT(DISTINCT {})", name(column)), Some(column), String::new()),
        Measure::Value(column) if is_text(grid, column) => (name(column), Some(column), String::new()),
        Measure::Value(column) => (figure(grid, premise, column), Some(column), String::new()),
        Measure::Highest(column) => (format!("MAX({})", figure(grid, premise, column)), Some(column), String::new()),
        Measure::Lowest(column) => (format!("MIN({})", figure(grid, premise, column)), Some(column), String::new()),
        Measure::Sum(column) => (format!("SUM({})", figure(grid, premise, column)), Some(column), String::new()),
        Measure::Average(column) => (format!("AVG({})", figure(grid, premise, column)), Some(column), String::new()),
        Measure::Nth { column, is_high, place } => {
            let order = if is_high { "DESC" } else { "ASC" };
            let figure = figure(grid, premise, column);
            let end = format!(" ORDER BY 1 {order} LIMIT 1 OFFSET {}", place.saturating_sub(1));
            (format!("DISTINCT {figure}"), Some(column), end)
        }
    };
    if let Some(column) = column {
        conditions.extend(without_nothing(grid, column));
    }
    let table = table_reference(grid.dialect, grid.database, grid.table);
    let filter = if conditions.is_empty() { String::new() } else { format!(" WHERE {}", conditions.join(" AND ")) };
    format!("SELECT {select} AS figure FROM {table}{filter}{end}")
}

fn is_text(grid: &Grid<'_>, column: usize) -> bool {
    matches!(grid.headers[column].holds, Holds::Texts | Holds::Truths)
}

/// Cells that say nothing take no part.
fn without_nothing(grid: &Grid<'_>, column: usize) -> Option<String> {
    let empty: Vec<&Value> =
        distinct(grid.rows.iter().map(|row| &row[column].value).filter(|value| is_nothing(value) && !value.is_null()));
    let name = quoted(grid.dialect, &grid.headers[column].name);
    if !empty.is_empty() {
        return Some(format!("{name} IS NOT NULL AND {name} NOT IN ({})", literals(grid.dialect, empty.into_iter())));
    }
    grid.rows.iter().any(|row| row[column].value.is_null()).then(|| format!("{name} IS NOT NULL"))
}

/// A column as a number: as it is, with the signs around the digits taken away, or value by value.
fn figure(grid: &Grid<'_>, premise: &Premise, column: usize) -> String {
    let header = &grid.headers[column];
    let name = quoted(grid.dialect, &header.name);
    if header.class == Class::Number && header.holds != Holds::Dates {
        return name;
    }
    let rows = premise.rows(grid);
    let values: Vec<&Value> = distinct(grid.rows.iter().map(|row| &row[column].value).filter(|value| !is_nothing(value)));
    if header.holds != Holds::Dates {
        let written: Option<Vec<_>> = values.iter().map(|value| number(value)).collect();
        let plain = written.filter(|all| all.iter().all(|one| one.scale == 1.0 && one.extra.is_some()));
        if let Some(all) = plain {
            let mut signs: Vec<String> = all.into_iter().flat_map(|one| one.extra.unwrap_or_default()).collect();
            signs.sort_by(|left, right| right.len().cmp(&left.len()).then(left.cmp(right)));
            signs.dedup();
            if signs.len() <= MOST_SIGNS {
                let replaced =
                    signs.iter().fold(name, |inner, sign| format!("REPLACE({inner}, {}, '')", text(grid.dialect, sign)));
                return format!("CAST({replaced} AS {})", double(grid.dialect));
            }
        }
    }
    let mut cases: Vec<(String, f64)> = Vec::new();
    for row in rows {
        let (value, key) = (&grid.rows[row][column].value, grid.key(row, column));
        let literal = literal(grid.dialect, value);
        if let Some(key) = key.filter(|_| cases.iter().all(|(known, _)| *known != literal)) {
            cases.push((literal, key));
        }
    }
    if cases.is_empty() {
        return "NULL".to_owned();
    }
    let cases: Vec<String> = cases.iter().map(|(value, key)| format!("WHEN {value} THEN {key}")).collect();
    format!("CASE {name} {} END", cases.join(" "))
}

const fn double(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Files => "DOUBLE",
        Dialect::Sqlite => "REAL",
        Dialect::Bigquery => "FLOAT64",
        Dialect::Clickhouse => "Float64",
        _ => "DOUBLE PRECISION",
    }
}

/// Numbers are compared by the database; what a person wrote is named value by value.
fn write_condition(grid: &Grid<'_>, condition: &Condition) -> String {
    if let Test::Number { column, relation, value } = &condition.test
        && grid.headers[*column].class == Class::Number
    {
        let name = quoted(grid.dialect, &grid.headers[*column].name);
        let sign = if relation.sign() == "!=" { "<>" } else { relation.sign() };
        let holds = format!("{name} {sign} {value}");
        return if condition.is_negated { format!("({name} IS NULL OR NOT ({holds}))") } else { holds };
    }
    let plain = Condition { is_negated: false, ..condition.clone() };
    let parts: Vec<String> = condition
        .columns()
        .into_iter()
        .filter_map(|column| {
            let name = quoted(grid.dialect, &grid.headers[column].name);
            let values: Vec<&Value> = distinct(values_of(grid, &plain, column).into_iter());
            if values.is_empty() {
                return None;
            }
            let list = literals(grid.dialect, values.into_iter());
            Some(if condition.is_negated {
                format!("({name} IS NULL OR {name} NOT IN ({list}))")
            } else {
                format!("{name} IN ({list})")
            })
        })
        .collect();
    match (parts.len(), condition.is_negated) {
        (0, is_negated) => if is_negated { "1 = 1" } else { "1 = 0" }.to_owned(),
        (1, _) => parts.into_iter().next().unwrap_or_default(),
        (_, true) => format!("({})", parts.join(" AND ")),
        (_, false) => format!("({})", parts.join(" OR ")),
    }
}

/// The values of a column that meet the condition.
fn values_of<'g>(grid: &'g Grid<'_>, condition: &Condition, column: usize) -> Vec<&'g Value> {
    let holds = |row: &usize| match &condition.test {
        Test::Cells(cells) => cells.iter().any(|(of, rows)| *of == column && rows.contains(row)),
        Test::When { .. } => condition.holds_when(grid, *row, column),
        Test::Number { .. } => condition.holds(grid, *row),
    };
    (0..grid.rows.len()).filter(holds).map(|row| &grid.rows[row][column].value).filter(|value| !value.is_null()).collect()
}

fn distinct<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<&'v Value> {
    let mut all: Vec<&Value> = Vec::new();
    for value in values {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

fn literals<'v>(dialect: Dialect, values: impl Iterator<Item = &'v Value>) -> String {
    values.map(|value| literal(dialect, value)).collect::<Vec<_>>().join(", ")
}

fn literal(dialect: Dialect, value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => if *truth { "TRUE" } else { "FALSE" }.to_owned(),
        Value::Null => "NULL".to_owned(),
        // To the letter, with the space around it.
        Value::String(written) => text(dialect, written),
        other => text(dialect, &render(other)),
    }
}
