//! More values of a column than are kept with its table: asked of the database itself, through guard, filter and limits.

use super::{
    ProjectCatalog,
    connections::connected,
    profile::{quoted, table_name},
    routing::dialect,
};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        answers::{find_database, get_sample_values},
        warehouse::{QueryLimits, Rows, Warehouse, WarehouseFault},
    },
};
use serde_json::{Map, Value};
use std::time::Duration;
use warehouse::{STORED, samples_of};

/// Rows that values are taken from; also what shows that a column holds secrets.
const ROWS: usize = 1_000;
const TIME: Duration = Duration::from_secs(10);

/// `get_sample_values`. A database that does not answer leaves what is known of it.
///
/// # Errors
/// The database, the table or the column is unknown.
pub(super) async fn values(
    projects: &Projects,
    catalog: &ProjectCatalog,
    (database, table, column): (&str, &str, Option<&str>),
    limit: usize,
) -> Result<Value, Failure> {
    let mut answer = get_sample_values(&catalog.held, database, table, column, limit)?;
    if limit <= STORED {
        return Ok(answer);
    }
    let one = find_database(&catalog.held, database)?;
    let Ok(open) = connected(projects, &catalog.project, &one.source).await else { return Ok(answer) };
    let dialect = dialect(one);
    let from = table_name(dialect, answer["table"].as_str().unwrap_or_default());
    let limits = QueryLimits { rows: ROWS, time: TIME, filter: catalog.project.filter.clone(), ..QueryLimits::default() };
    if let Some(name) = answer["column"].as_str().map(str::to_owned) {
        let column = quoted(dialect, &name);
        let different = format!("SELECT DISTINCT {column} FROM {from} WHERE {column} IS NOT NULL ORDER BY 1 LIMIT {ROWS}");
        // Not every type can be compared.
        let any = format!("SELECT {column} FROM {from} WHERE {column} IS NOT NULL LIMIT {ROWS}");
        if let Some(rows) = run_first_valid(&*open, &[different, any], &limits).await {
            answer["values"] = samples_of(&name, &rows, 0, limit).into();
        }
    } else if let Some(rows) = run_first_valid(&*open, &[format!("SELECT * FROM {from} LIMIT {ROWS}")], &limits).await {
        let each = |(place, name): (usize, &String)| (name.clone(), Value::from(samples_of(name, &rows, place, limit)));
        let all: Map<String, Value> = rows.columns.iter().enumerate().map(each).collect();
        if let Some(samples) = answer["sample_values"].as_object_mut() {
            samples.iter_mut().for_each(|(name, values)| *values = all.get(name).cloned().unwrap_or_else(|| values.take()));
        }
    }
    Ok(answer)
}

async fn run_first_valid(database: &dyn Warehouse, queries: &[String], limits: &QueryLimits) -> Option<Rows> {
    for sql in queries {
        match database.query(sql, limits).await {
            Ok(rows) => return Some(rows),
            Err(WarehouseFault::Invalid(_)) => {}
            Err(fault) => {
                tracing::debug!(%fault, "values of a table could not be asked for");
                return None;
            }
        }
    }
    None
}
