//! Checks a claim against the data.

use super::{Shelf, queries, shelf};
use crate::{backend::Backend, web::Problem};
use domain::tools::{
    answers::Held,
    claim::{Verdict, Written, reasoning, validation, write_query},
    warehouse::Rows,
};
use protocol::{ProjectId, TenantId};
use serde_json::Value;

/// Tables that are tried for a claim without SQL.
const TRIED: usize = 3;

/// The seed's validation block; that a query fails is an answer too.
///
/// # Errors
/// The project is not there.
pub(crate) async fn verify_claim(
    backend: &Backend,
    tenant: TenantId,
    project: ProjectId,
    claim: &str,
    claimed: f64,
    sql: Option<&str>,
) -> Result<Value, Problem> {
    let shelf = shelf(backend, tenant, project).await?;
    check(backend, &shelf, claim, claimed, sql).await
}

pub(super) async fn check(
    backend: &Backend,
    shelf: &Shelf,
    claim: &str,
    claimed: f64,
    sql: Option<&str>,
) -> Result<Value, Problem> {
    let (sql, how) = match sql {
        Some(sql) => (sql.to_owned(), String::new()),
        None => match written(shelf, claim).await {
            Some(Written { sql, reading }) => (sql, format!("Read as {reading}. ")),
            None => {
                let why =
                    "No table of the project has what the claim speaks of: say it with the words of the data, or give the SQL.";
                return Ok(validation(Verdict::Error, None, claimed, None, why));
            }
        },
    };
    let found = match queries::rows(backend, shelf, &sql, 1).await {
        Ok(rows) => first_number(&rows),
        Err(problem) if problem.status.is_client_error() => {
            let why = format!("{how}The query failed: {}.", problem.detail.trim_end_matches('.'));
            return Ok(validation(Verdict::Error, None, claimed, Some(&sql), &why));
        }
        Err(problem) => return Err(problem),
    };
    let Some(found) = found else {
        let why = format!("{how}The query answers no number.");
        return Ok(validation(Verdict::Error, None, claimed, Some(&sql), &why));
    };
    let verdict = Verdict::of(claimed, found);
    let why = format!("{how}{}", reasoning(verdict, claimed, found));
    Ok(validation(verdict, Some(found), claimed, Some(&sql), &why))
}

/// The first number of the first row; a sum over nothing is nothing.
fn first_number(rows: &Rows) -> Option<f64> {
    let row = rows.rows.first()?;
    let number = row.iter().find_map(|value| match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.parse().ok(),
        Value::Bool(truth) => Some(if *truth { 1.0 } else { 0.0 }),
        _ => None,
    });
    number.or_else(|| row.iter().all(Value::is_null).then_some(0.0))
}

/// Over the tables that the claim is most likely about.
async fn written(shelf: &Shelf, claim: &str) -> Option<Written> {
    let likely = shelf.index.tables(claim, TRIED).await;
    let likely = likely.as_array().cloned().unwrap_or_default();
    let mut tables: Vec<_> = likely
        .iter()
        .filter_map(|one| {
            let held = Held::databases(&shelf.held).find(|held| one["database"] == *held.source.name)?;
            let table = held.found.tables.iter().find(|table| one["table"] == *table.name)?;
            Some((held, table))
        })
        .collect();
    if tables.is_empty() {
        tables = Held::databases(&shelf.held)
            .flat_map(|held| held.found.tables.iter().map(move |table| (held, table)))
            .take(TRIED)
            .collect();
    }
    tables.into_iter().find_map(|(held, table)| {
        let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
        let name = format!("{}.{}", quoted(&held.source.name), quoted(&table.name));
        write_query(claim, table, &name)
    })
}
