//! One read-only query over a project: which database it is for, and what came of it.

use super::{
    ProjectCatalog,
    connections::of_fault,
    project_catalog,
    query_log::{Requester, asking, ceiling, refused},
    routing::{dialect, routed},
};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        answers::Held,
        describe_unknown_function,
        warehouse::{Dialect, QueryLimits, Rows, WarehouseFault},
    },
};
use protocol::{ProjectId, UserId, account::Account};
use serde_json::{Value, json};

/// # Errors
/// 422 with a sentence for whatever is not one query that reads one database of the project.
pub async fn run_query(
    projects: &Projects,
    who: &Account,
    project: ProjectId,
    sql: &str,
    limit: usize,
) -> Result<Value, Failure> {
    let catalog = project_catalog(projects, who.tenant_id, project).await?;
    run(projects, &catalog, who.user_id, sql, limit).await
}

pub(super) async fn run(
    projects: &Projects,
    catalog: &ProjectCatalog,
    by: UserId,
    sql: &str,
    limit: usize,
) -> Result<Value, Failure> {
    let rows = rows(projects, catalog, by, sql, limit).await?;
    Ok(json!({
        "columns": rows.columns, "row_count": rows.rows.len(), "rows": rows.rows, "elapsed_ms": rows.elapsed_ms,
        "truncated": rows.truncated,
    }))
}

pub(super) async fn rows(
    projects: &Projects,
    catalog: &ProjectCatalog,
    by: impl Into<Requester>,
    sql: &str,
    limit: usize,
) -> Result<Rows, Failure> {
    rows_with_dialect(projects, catalog, by, sql, limit).await.1
}

/// The same with the dialect of the database that was asked; none where none was.
pub(super) async fn rows_with_dialect(
    projects: &Projects,
    catalog: &ProjectCatalog,
    by: impl Into<Requester>,
    sql: &str,
    limit: usize,
) -> (Option<Dialect>, Result<Rows, Failure>) {
    let by = by.into();
    let (one, sql) = match routed(&catalog.held, sql) {
        Ok(routed) => routed,
        Err(failure) => {
            refused(projects, &catalog.project, by, sql, &failure.detail).await;
            return (None, Err(failure));
        }
    };
    let database = match asking(projects, &catalog.project, &one.source, by).await {
        Ok(database) => database,
        Err(failure) => return (None, Err(failure)),
    };
    let limits = QueryLimits { rows: limit, filter: catalog.project.filter.clone(), ..ceiling(projects).clone() };
    (Some(dialect(one)), database.query(&sql, &limits).await.map_err(|fault| of_fault(&with_names(fault, one))))
}

/// What a database says of a name it does not know is completed with the names it has.
pub(super) fn with_names(fault: WarehouseFault, one: &Held) -> WarehouseFault {
    let instead = |detail: &str| describe_unknown_function(detail, dialect(one));
    let fault = match fault {
        WarehouseFault::Refused(detail) => return WarehouseFault::Refused(instead(&detail).unwrap_or(detail)),
        WarehouseFault::Invalid(detail) => match instead(&detail) {
            Some(instead) => return WarehouseFault::Invalid(instead),
            None => WarehouseFault::Invalid(detail),
        },
        other => other,
    };
    match fault {
        WarehouseFault::Invalid(detail) if detail.to_lowercase().contains("column") && !detail.contains("nearest") => {
            let tables: Vec<&str> = one.found.tables.iter().map(|table| table.name.as_str()).take(10).collect();
            WarehouseFault::Invalid(format!("{detail} (get_table_schema lists the columns of {})", tables.join(", ")))
        }
        fault => fault,
    }
}
