//! Questions and claims about a project's data, planned by rules over the tables that they are most likely about.

use super::{ProjectCatalog, queries, routing::dialect};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        answers::Held,
        planner::{Answers, Place, Plan, Unplanned, plan},
    },
};
use protocol::UserId;
use serde_json::Value;

/// A project with fewer tables is looked at whole.
const WHOLE: usize = 40;
/// Tables that are looked at otherwise, beside those that hang on them by keys.
const LIKELY: usize = 12;
/// Rows of an answer.
const ROWS: usize = 50;

pub(super) async fn planned(catalog: &ProjectCatalog, text: &str, claimed: Option<f64>) -> Result<Plan, Unplanned> {
    plan(text, claimed, &places(catalog, text).await)
}

/// What a sentence is to be said back where nothing could be planned.
pub(super) fn asked_back(why: &Unplanned) -> Option<String> {
    match why {
        Unplanned::NotAsked => None,
        Unplanned::Unclear(question, _) => Some(question.clone()),
        Unplanned::Unknown(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            Some(format!("What does {} stand for in the data?", words.join(", ")))
        }
    }
}

/// The answer in words, or none where the data says nothing.
///
/// # Errors
/// Of the query.
pub(super) async fn answered(
    projects: &Projects,
    catalog: &ProjectCatalog,
    by: UserId,
    plan: &Plan,
) -> Result<Option<String>, Failure> {
    let rows = queries::rows(projects, catalog, by, &plan.sql, ROWS).await?;
    let lines: Vec<String> = rows
        .rows
        .iter()
        .filter_map(|row| match (plan.answers, row.split_last()) {
            (Answers::Ranking, Some((figure, names))) => Some(format!("{} ({})", together(names), format_value(figure))),
            (_, Some(_)) if row.iter().all(Value::is_null) => None,
            (_, Some(_)) => Some(together(row)),
            (_, None) => None,
        })
        .collect();
    Ok((!lines.is_empty()).then(|| lines.join(", ")))
}

fn together(values: &[Value]) -> String {
    values.iter().filter(|value| !value.is_null()).map(format_value).collect::<Vec<_>>().join(" ")
}

/// Numbers to four places.
fn format_value(value: &Value) -> String {
    match value {
        Value::String(text) => match text.parse::<f64>() {
            Ok(number) if text.contains('.') && number.is_finite() => rounded(number),
            _ => text.clone(),
        },
        Value::Number(number) if number.is_f64() => number.as_f64().map_or_else(|| number.to_string(), rounded),
        other => other.to_string(),
    }
}

fn rounded(number: f64) -> String {
    format!("{number:.4}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Every table of a project.
pub(super) fn all_places(catalog: &ProjectCatalog) -> Vec<Place<'_>> {
    Held::databases(&catalog.held)
        .flat_map(|held| {
            let dialect = dialect(held);
            held.found.tables.iter().map(move |table| Place { database: &held.source.name, table, dialect })
        })
        .collect()
}

pub(super) async fn places<'a>(catalog: &'a ProjectCatalog, text: &str) -> Vec<Place<'a>> {
    let all = all_places(catalog);
    if all.len() <= WHOLE {
        return all;
    }
    let found = catalog.index.tables(text, LIKELY).await;
    let found = found.as_array().cloned().unwrap_or_default();
    let likely =
        |place: &Place<'_>| found.iter().any(|one| one["database"] == *place.database && one["table"] == *place.table.name);
    let chosen: Vec<Place<'a>> = all.iter().filter(|place| likely(place)).copied().collect();
    let hangs = |place: &Place<'_>| {
        chosen.iter().any(|one| {
            one.database == place.database
                && one.table.columns.iter().any(|column| {
                    column.foreign_key.as_ref().is_some_and(|key| key.table.eq_ignore_ascii_case(&place.table.name))
                })
        })
    };
    all.iter().filter(|place| likely(place) || hangs(place)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_told_as_people_write_them() {
        for (value, wanted) in [
            (json!(3), "3"),
            (json!(20.166_666_666), "20.1667"),
            (json!(2.0), "2"),
            (json!("12.50"), "12.5"),
            (json!("2023-01-02"), "2023-01-02"),
            (json!("007"), "007"),
        ] {
            assert_eq!(format_value(&value), wanted);
        }
        assert_eq!(
            asked_back(&Unplanned::Unknown(vec!["VIP".into()])).as_deref(),
            Some("What does \"VIP\" stand for in the data?")
        );
    }
}
