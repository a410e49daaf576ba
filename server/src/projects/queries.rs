//! One read-only query over a project: which database it is for, and what came of it.

use super::{
    Shelf,
    asked::{asking, ceiling, refused},
    connections::of_fault,
    shelf,
};
use crate::{backend::Backend, web::Problem};
use domain::{
    Refusal, RefusalKind,
    tools::{
        answers::{Held, named_table, nearest},
        warehouse::{Dialect, QueryLimits, Rows, WarehouseFault},
    },
};
use http::StatusCode;
use protocol::{ProjectId, UserId, account::Account};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use warehouse::guard::{tables_of, without_database};

/// # Errors
/// 422 with a sentence for whatever is not one query that reads one database of the project.
pub(crate) async fn run_query(
    backend: &Backend,
    who: &Account,
    project: ProjectId,
    sql: &str,
    limit: usize,
) -> Result<Value, Problem> {
    let shelf = shelf(backend, who.tenant_id, project).await?;
    run(backend, &shelf, who.user_id, sql, limit).await
}

pub(super) async fn run(backend: &Backend, shelf: &Shelf, by: UserId, sql: &str, limit: usize) -> Result<Value, Problem> {
    let rows = rows(backend, shelf, by, sql, limit).await?;
    Ok(json!({
        "columns": rows.columns, "row_count": rows.rows.len(), "rows": rows.rows, "elapsed_ms": rows.elapsed_ms,
        "truncated": rows.truncated,
    }))
}

pub(super) async fn rows(backend: &Backend, shelf: &Shelf, by: UserId, sql: &str, limit: usize) -> Result<Rows, Problem> {
    let (one, sql) = match routed(&shelf.held, sql) {
        Ok(routed) => routed,
        Err(problem) => {
            refused(backend, &shelf.project, by, sql, &problem.detail).await;
            return Err(problem);
        }
    };
    let database = asking(backend, &shelf.project, &one.source, by).await?;
    let limits = QueryLimits { rows: limit, filter: shelf.project.filter.clone(), ..ceiling(backend).clone() };
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

/// The database that a query is for, and the query in that database's own names.
fn routed<'a>(held: &'a [Held], sql: &str) -> Result<(&'a Held, String), Problem> {
    let databases: Vec<&Held> = Held::databases(held).collect();
    if databases.is_empty() {
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "the project has no database: add a source first"));
    }
    let names = read_names(&databases, sql)?;
    let mut candidates: Option<BTreeSet<usize>> = None;
    let mut qualified = false;
    for parts in &names {
        let (places, prefixed) = places(&databases, parts);
        qualified |= prefixed;
        if places.is_empty() {
            return Err(unknown(held, parts));
        }
        candidates = Some(match candidates {
            None => places,
            Some(before) => {
                let both: BTreeSet<usize> = before.intersection(&places).copied().collect();
                if both.is_empty() {
                    let of = |places: &BTreeSet<usize>| places.iter().next().map_or("", |at| databases[*at].source.name.as_str());
                    let (one, other) = (of(&before), of(&places));
                    let detail = format!(
                        "one query reads one database, and this one names tables of {one} and of {other}: ask each by itself"
                    );
                    return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail));
                }
                both
            }
        });
    }
    let candidates = candidates.unwrap_or_else(|| BTreeSet::from([0]));
    let mut places = candidates.iter();
    let (Some(place), None) = (places.next(), places.next()) else {
        let named = names.first().map(|parts| parts.join(".")).unwrap_or_default();
        let several: Vec<String> = candidates.iter().map(|at| format!("{}.{named}", databases[*at].source.name)).collect();
        let detail = format!("{named} is a table of several databases: name one of {}", several.join(", "));
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail));
    };
    let one = databases[*place];
    let sql = if qualified {
        without_database(sql, dialect(one), &one.source.name).map_err(|fault| of_fault(&fault))?
    } else {
        sql.to_owned()
    };
    Ok((one, sql))
}

/// Read as the first of the project's dialects that can read it; where none can, the first one's fault is told.
fn read_names(databases: &[&Held], sql: &str) -> Result<Vec<Vec<String>>, Problem> {
    let mut first = None;
    let mut tried = Vec::new();
    for dialect in databases.iter().map(|one| dialect(one)) {
        if tried.contains(&dialect) {
            continue;
        }
        tried.push(dialect);
        match tables_of(sql, dialect) {
            Ok(names) => return Ok(names),
            Err(fault) => first = first.or(Some(fault)),
        }
    }
    Err(of_fault(&first.unwrap_or_else(|| WarehouseFault::Invalid("there is no query".into()))))
}

/// The SQL that a database of a project speaks.
pub(crate) fn dialect(one: &Held) -> Dialect {
    let named = serde_json::from_value(Value::String(one.source.subtype.clone()));
    named.unwrap_or(if one.source.subtype == "mariadb" { Dialect::Mysql } else { Dialect::Files })
}

/// The databases that have a table of this name, and whether the name says which.
fn places(databases: &[&Held], parts: &[String]) -> (BTreeSet<usize>, bool) {
    let has = |one: &Held, name: &str| {
        // A table in another schema than the usual one is named with it, and may be named without.
        one.found.tables.iter().any(|table| {
            table.name.eq_ignore_ascii_case(name)
                || table.name.rsplit('.').next().is_some_and(|last| last.eq_ignore_ascii_case(name))
        })
    };
    if let [first, rest @ ..] = parts
        && !rest.is_empty()
    {
        let rest = rest.join(".");
        let named = databases.iter().position(|one| one.source.name.eq_ignore_ascii_case(first) && has(one, &rest));
        if let Some(place) = named {
            return (BTreeSet::from([place]), true);
        }
    }
    let whole = parts.join(".");
    let last = parts.last().map(String::as_str).unwrap_or_default();
    let found = |name: &str| -> BTreeSet<usize> {
        databases.iter().enumerate().filter(|(_, one)| has(one, name)).map(|(place, _)| place).collect()
    };
    let places = found(&whole);
    if !places.is_empty() || parts.len() == 1 {
        return (places, false);
    }
    // A schema that the catalog leaves out, as `public` in `public.orders`; the database knows.
    let system = matches!(parts[0].to_lowercase().as_str(), "public" | "main" | "information_schema" | "pg_catalog" | "dbo");
    if !system {
        return (BTreeSet::new(), false);
    }
    let places = found(last);
    if places.is_empty() { ((0..databases.len()).collect(), false) } else { (places, false) }
}

fn unknown(held: &[Held], parts: &[String]) -> Problem {
    let name = parts.join(".");
    let detail = match named_table(held, &name) {
        Err(Refusal { kind: RefusalKind::Unknown, detail, .. }) => detail,
        _ => {
            let tables = held.iter().flat_map(|one| one.found.tables.iter().map(|table| table.name.as_str()));
            format!("there is no table {name}{}", nearest(&name, tables))
        }
    };
    Problem::invalid("sql", detail)
}
