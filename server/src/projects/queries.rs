//! One read-only query over a project: which database it is for, and what came of it.

use super::{
    Shelf,
    connections::{connected, of_fault},
    routing::routed,
    shelf,
};
use crate::{backend::Backend, web::Problem};
use domain::tools::{
    answers::Held,
    warehouse::{QueryLimits, Rows, WarehouseFault},
};
use protocol::{ProjectId, TenantId};
use serde_json::{Value, json};

/// # Errors
/// 422 with a sentence for whatever is not one query that reads one database of the project.
pub(crate) async fn run_query(
    backend: &Backend,
    tenant: TenantId,
    project: ProjectId,
    sql: &str,
    limit: usize,
) -> Result<Value, Problem> {
    let shelf = shelf(backend, tenant, project).await?;
    run(backend, &shelf, sql, limit).await
}

pub(super) async fn run(backend: &Backend, shelf: &Shelf, sql: &str, limit: usize) -> Result<Value, Problem> {
    let rows = rows(backend, shelf, sql, limit).await?;
    Ok(json!({
        "columns": rows.columns, "row_count": rows.rows.len(), "rows": rows.rows, "elapsed_ms": rows.elapsed_ms,
        "truncated": rows.truncated,
    }))
}

pub(super) async fn rows(backend: &Backend, shelf: &Shelf, sql: &str, limit: usize) -> Result<Rows, Problem> {
    let (one, sql) = routed(&shelf.held, sql)?;
    let database = connected(backend, &shelf.project, &one.source).await?;
    let limits = QueryLimits { rows: limit, filter: shelf.project.filter.clone(), ..QueryLimits::default() };
    database.query(&sql, &limits).await.map_err(|fault| of_fault(&with_names(fault, one)))
}

/// What a database says of a name it does not know is completed with the names it has.
fn with_names(fault: WarehouseFault, one: &Held) -> WarehouseFault {
    match fault {
        WarehouseFault::Invalid(detail) if detail.to_lowercase().contains("column") && !detail.contains("nearest") => {
            let tables: Vec<&str> = one.found.tables.iter().map(|table| table.name.as_str()).take(10).collect();
            WarehouseFault::Invalid(format!("{detail} (get_table_schema lists the columns of {})", tables.join(", ")))
        }
        fault => fault,
    }
}
