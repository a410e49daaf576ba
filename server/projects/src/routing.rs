//! Which database of a project a query is for, by the names in it, and the query in that database's own names.

use super::connections::of_fault;
use domain::{
    Failure, FailureKind, Refusal, RefusalKind,
    tools::{
        answers::{Held, named_table, nearest},
        warehouse::{Dialect, WarehouseFault},
    },
};
use serde_json::Value;
use std::collections::BTreeSet;
use warehouse::guard::{tables_of, without_database};

/// The database that a query is for, and the query in that database's own names.
pub(super) fn routed<'a>(held: &'a [Held], sql: &str) -> Result<(&'a Held, String), Failure> {
    routed_beside(held, sql, &[])
}

fn routed_beside<'a>(held: &'a [Held], sql: &str, own: &[&str]) -> Result<(&'a Held, String), Failure> {
    let databases: Vec<&Held> = Held::databases(held).collect();
    if databases.is_empty() {
        return Err(Failure::new(FailureKind::Invalid, "the project has no database: add a source first"));
    }
    let names = read_names(&databases, sql)?;
    let mut candidates: Option<BTreeSet<usize>> = None;
    let mut qualified = false;
    for parts in names.iter().filter(|parts| !is_own(parts, own)) {
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
                    return Err(Failure::new(FailureKind::Invalid, detail));
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
        return Err(Failure::new(FailureKind::Invalid, detail));
    };
    let one = databases[*place];
    let source = if qualified { one.source.name.as_str() } else { "" };
    let catalog = enclosing(one).into_iter().next().filter(|_| matches!(dialect(one), Dialect::Postgres | Dialect::Redshift));
    let sql = match (source, catalog) {
        ("", None) => sql.to_owned(),
        (source, catalog) => {
            without_database(sql, dialect(one), source, &catalog.unwrap_or_default()).map_err(|fault| of_fault(&fault))?
        }
    };
    Ok((one, sql))
}

/// The same of a query that brings tables of these names along; none where it reads nothing else.
///
/// # Errors
/// 422 where it cannot be read, or reads a table that no database has.
pub(super) fn routed_or_alone<'a>(held: &'a [Held], sql: &str, own: &[&str]) -> Result<Option<(&'a Held, String)>, Failure> {
    let databases: Vec<&Held> = Held::databases(held).collect();
    // Steps of services and documents need no database.
    let read = match databases.as_slice() {
        [] => tables_of(sql, Dialect::Files).map_err(|fault| of_fault(&fault)),
        databases => read_names(databases, sql),
    };
    if read?.iter().all(|parts| is_own(parts, own)) {
        return Ok(None);
    }
    routed_beside(held, sql, own).map(Some)
}

fn is_own(parts: &[String], own: &[&str]) -> bool {
    matches!(parts, [only] if own.iter().any(|name| name.eq_ignore_ascii_case(only)))
}

/// The table that a query names first.
pub(super) fn first_table(held: &[Held], sql: &str) -> Option<String> {
    let databases: Vec<&Held> = Held::databases(held).collect();
    read_names(&databases, sql).ok()?.into_iter().next().map(|parts| parts.join("."))
}

/// The parts of the names of all tables that a query reads; none where it cannot be read.
pub(super) fn read_tables(held: &[Held], sql: &str) -> Vec<Vec<String>> {
    let databases: Vec<&Held> = Held::databases(held).collect();
    read_names(&databases, sql).unwrap_or_default()
}

/// Parsed in the first of the project's dialects that can parse it. Where none can, the first fault is returned.
fn read_names(databases: &[&Held], sql: &str) -> Result<Vec<Vec<String>>, Failure> {
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
pub fn dialect(one: &Held) -> Dialect {
    let named = serde_json::from_value(Value::String(one.source.subtype.clone()));
    named.unwrap_or(if one.source.subtype == "mariadb" { Dialect::Mysql } else { Dialect::Files })
}

/// Schemas that the catalog leaves out, and that every database of their kind has.
const SYSTEM: [&str; 5] = ["public", "main", "information_schema", "pg_catalog", "dbo"];

/// The databases that have a table of this name, and whether the name begins with the source's.
fn places(databases: &[&Held], parts: &[String]) -> (BTreeSet<usize>, bool) {
    let all = |by: &dyn Fn(&Held) -> bool| -> BTreeSet<usize> {
        databases.iter().enumerate().filter(|(_, one)| by(one)).map(|(place, _)| place).collect()
    };
    let whole = all(&|one| has_table(one, &parts.join("."), true));
    if !whole.is_empty() {
        return (whole, false);
    }
    if let [first, rest @ ..] = parts
        && !rest.is_empty()
    {
        let named = databases.iter().position(|one| one.source.name.eq_ignore_ascii_case(first) && has_relation(one, rest));
        if let Some(place) = named {
            return (BTreeSet::from([place]), true);
        }
    }
    (all(&|one| has_relation(one, parts)), false)
}

/// Whether a database has a table or view of this name, which may begin with schemas that the catalog leaves out.
fn has_relation(one: &Held, parts: &[String]) -> bool {
    let Some((last, schemas)) = parts.split_last() else { return false };
    if has_table(one, &parts.join("."), false) {
        return true;
    }
    let Some(schema) = schemas.last() else { return false };
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    let enclosing = enclosing(one);
    let around = schemas.iter().all(|schema| enclosing.iter().chain(&SYSTEM.map(str::to_owned)).any(|name| is(name, schema)));
    // The database says itself whether it has such a view of its own.
    let own = match dialect(one) {
        Dialect::Files | Dialect::Sqlite => false,
        Dialect::Postgres | Dialect::Redshift => is(schema, "information_schema") || is(schema, "pg_catalog"),
        _ => is(schema, "information_schema"),
    };
    let deeper = schemas.len() > 1 && is(&schemas[0], enclosing.first().map_or("", String::as_str));
    (around && (own || has_table(one, last, false))) || (deeper && has_table(one, &parts[1..].join("."), false))
}

/// A table in another schema than the usual one is named with it, and may be named without.
fn has_table(one: &Held, name: &str, whole: bool) -> bool {
    let same = |known: &str| known.eq_ignore_ascii_case(name);
    one.found.tables.iter().any(|table| same(&table.name) || (!whole && table.name.rsplit('.').next().is_some_and(same)))
}

/// The names that enclose the tables of a database: the catalog, then the schema.
fn enclosing(one: &Held) -> Vec<String> {
    let config = &one.source.config;
    let given = |field: &str| config[field].as_str().map(str::to_owned);
    let of_url = || {
        let (_, rest) = config["url"].as_str()?.split_once("://")?;
        let (_, path) = rest.split_once('/')?;
        Some(path.split('?').next().unwrap_or_default().to_owned())
    };
    let database = given("database").or_else(of_url);
    match dialect(one) {
        Dialect::Files => vec!["datafusion".to_owned(), "public".to_owned()],
        Dialect::Sqlite => vec!["main".to_owned()],
        Dialect::Postgres | Dialect::Redshift | Dialect::Mysql | Dialect::Clickhouse => database.into_iter().collect(),
        Dialect::Bigquery => given("project").into_iter().chain(config["datasets"][0].as_str().map(str::to_owned)).collect(),
        Dialect::Snowflake => given("database").into_iter().chain(given("schema")).collect(),
        Dialect::Trino => database.iter().flat_map(|path| path.split('.')).map(str::to_owned).collect(),
        Dialect::Databricks => given("catalog").into_iter().chain(given("schema")).collect(),
    }
}

fn unknown(held: &[Held], parts: &[String]) -> Failure {
    let name = parts.join(".");
    let detail = match named_table(held, &name) {
        Err(Refusal { kind: RefusalKind::Unknown, detail, .. }) => detail,
        _ => {
            let tables = held.iter().flat_map(|one| one.found.tables.iter().map(|table| table.name.as_str()));
            format!("there is no table {name}{}", nearest(&name, tables))
        }
    };
    Failure::invalid("sql", detail)
}
