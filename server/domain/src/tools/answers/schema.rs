//! Databases, tables and columns (seed 004, Schema Discovery Tools).

use super::{Held, named, nearest};
use crate::{
    Refusal,
    tools::{
        catalog::{Column, Table},
        file_format::{FileFormat, unpacked},
        warehouse::TenantFilter,
    },
};
use serde_json::{Map, Value, json};

/// Columns named in the description of a table that nobody described.
const NAMED: usize = 8;
/// Sample values of a column in a schema.
const SAMPLES: usize = 3;

#[must_use]
pub fn list_databases(held: &[Held]) -> Value {
    Held::databases(held)
        .map(|one| {
            json!({
                "name": one.source.name, "type": kind(one), "description": about(one),
                "tables": one.found.tables.len(), "status": one.source.status,
            })
        })
        .collect()
}

/// `sql` for servers and SQLite, the format for files.
fn kind(one: &Held) -> String {
    if one.source.subtype != "files" {
        return "sql".to_owned();
    }
    let path = &one.source.config["path"];
    let paths = path.as_array().map_or(std::slice::from_ref(path), Vec::as_slice).iter().filter_map(Value::as_str);
    let names = one.source.files.iter().map(|file| file.name.as_str()).chain(paths);
    of_files(names)
}

/// The ending that all files have, else the format that they have, else `files`.
fn of_files<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let told = |name: &'a str| {
        let (plain, _) = unpacked(name);
        let ending = plain.rsplit_once('.')?.1.to_lowercase();
        FileFormat::from_name(name).map(|format| (ending, format))
    };
    let told: Vec<Option<(String, FileFormat)>> = names.map(told).collect();
    match told.split_first() {
        Some((Some((ending, format)), others)) => {
            let of = |test: &dyn Fn(&(String, FileFormat)) -> bool| others.iter().all(|one| one.as_ref().is_some_and(test));
            if of(&|one| one.0 == *ending) {
                ending.clone()
            } else if of(&|one| one.1 == *format) {
                format.name().to_owned()
            } else {
                "files".to_owned()
            }
        }
        _ => "files".to_owned(),
    }
}

fn about(one: &Held) -> String {
    one.source.description.clone().unwrap_or_else(|| {
        let names: Vec<&str> = one.found.tables.iter().take(NAMED).map(|table| table.name.as_str()).collect();
        let more = if one.found.tables.len() > NAMED { " …" } else { "" };
        format!("Tables: {}{more}", names.join(", "))
    })
}

/// A table in a sentence: its description, else its columns.
#[must_use]
pub fn described(table: &Table) -> String {
    table.description.clone().filter(|text| !text.trim().is_empty()).unwrap_or_else(|| {
        let names: Vec<&str> = table.columns.iter().take(NAMED).map(|column| column.name.as_str()).collect();
        let more = if table.columns.len() > NAMED { " …" } else { "" };
        format!("Columns: {}{more}", names.join(", "))
    })
}

/// # Errors
/// Unknown, with the nearest names.
pub fn find_database<'a>(held: &'a [Held], name: &str) -> Result<&'a Held, Refusal> {
    let databases: Vec<&Held> = Held::databases(held).collect();
    named(databases.iter().copied(), name, |one| one.source.name.as_str()).ok_or_else(|| {
        let near = nearest(name, databases.iter().map(|one| one.source.name.as_str()));
        Refusal::unknown(format!("there is no database {name}{near}"))
    })
}

/// # Errors
/// Unknown, with the nearest names.
pub fn find_table<'a>(one: &'a Held, name: &str) -> Result<&'a Table, Refusal> {
    named(one.found.tables.iter(), name, |table| table.name.as_str()).ok_or_else(|| {
        let near = nearest(name, one.found.tables.iter().map(|table| table.name.as_str()));
        Refusal::unknown(format!("there is no table {name} in {}{near}", one.source.name))
    })
}

/// `database.table`, or `table` where only one database has it.
///
/// # Errors
/// Unknown, or in several databases.
pub fn named_table<'a>(held: &'a [Held], name: &str) -> Result<(&'a Held, &'a Table), Refusal> {
    for one in Held::databases(held) {
        let rest = name.get(one.source.name.len()..).and_then(|rest| rest.strip_prefix('.'));
        let prefix = name.get(..one.source.name.len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case(&one.source.name));
        if let (true, Some(table)) = (prefix, rest)
            && let Ok(table) = find_table(one, table)
        {
            return Ok((one, table));
        }
    }
    let mut found: Vec<(&Held, &Table)> = Vec::new();
    for one in Held::databases(held) {
        if let Some(table) = named(one.found.tables.iter(), name, |table| table.name.as_str()) {
            found.push((one, table));
        }
    }
    match found.as_slice() {
        [only] => Ok(*only),
        [] => {
            let names: Vec<String> = Held::databases(held)
                .flat_map(|one| one.found.tables.iter().map(|table| format!("{}.{}", one.source.name, table.name)))
                .collect();
            let plain = name.rsplit('.').next().unwrap_or(name).to_lowercase();
            let near = if names.iter().any(|known| known.to_lowercase().contains(&plain)) {
                nearest(&plain, names.iter().map(String::as_str).filter(|known| known.to_lowercase().contains(&plain)))
            } else {
                nearest(name, names.iter().map(String::as_str))
            };
            Err(Refusal::unknown(format!("there is no table {name}{near}")))
        }
        several => {
            let names: Vec<String> = several.iter().map(|(one, table)| format!("{}.{}", one.source.name, table.name)).collect();
            Err(Refusal::conflict(format!("{name} is a table of several databases: name one of {}", names.join(", "))))
        }
    }
}

/// # Errors
/// The database is unknown.
pub fn list_tables(held: &[Held], database: &str) -> Result<Value, Refusal> {
    let one = find_database(held, database)?;
    Ok(one
        .found
        .tables
        .iter()
        .map(|table| {
            let mut line = json!({"name": table.name, "row_count": table.row_count, "description": described(table)});
            if table.estimated {
                line["estimated"] = true.into();
            }
            line
        })
        .collect())
}

/// # Errors
/// The database or the table is unknown.
pub fn get_table_schema(held: &[Held], database: &str, table: &str) -> Result<Value, Refusal> {
    let one = find_database(held, database)?;
    Ok(render_table_schema(one, find_table(one, table)?))
}

fn render_table_schema(one: &Held, table: &Table) -> Value {
    let mut samples = Map::new();
    for column in table.columns.iter().filter(|column| !column.samples.is_empty()) {
        samples.insert(column.name.clone(), column.samples.iter().take(SAMPLES).cloned().collect());
    }
    let mut schema = json!({
        "database": one.source.name, "table": table.name, "description": described(table),
        "columns": table.columns.iter().map(column).collect::<Vec<_>>(),
        "row_count": table.row_count, "sample_values": samples,
    });
    // Who asks with a query has to know that 12 % is 12, and which texts are no more.
    if !table.conversions.is_empty() {
        schema["conversions"] = json!(table.conversions);
    }
    schema
}

/// A row with its columns' names; what is nothing is left out.
fn named_values(table: &Table, row: &[Value]) -> Value {
    let named = table.columns.iter().zip(row).filter(|(_, value)| !value.is_null());
    Value::Object(named.map(|(column, value)| (column.name.clone(), value.clone())).collect())
}

fn column(of: &Column) -> Value {
    let mut shown = json!({"name": of.name, "type": of.data_type, "nullable": of.nullable});
    if of.primary_key {
        shown["primary_key"] = true.into();
    }
    if let Some(key) = &of.foreign_key {
        shown["foreign_key"] = format!("{}.{}", key.table, key.column).into();
        if !key.declared {
            shown["inferred"] = true.into();
        }
    }
    if let Some(description) = &of.description {
        shown["description"] = description.as_str().into();
    }
    shown
}

/// # Errors
/// The database, the table or the column is unknown.
pub fn get_sample_values(
    held: &[Held],
    database: &str,
    table: &str,
    column: Option<&str>,
    limit: usize,
) -> Result<Value, Refusal> {
    let one = find_database(held, database)?;
    let table = find_table(one, table)?;
    let some = |column: &Column| -> Value { column.samples.iter().take(limit).cloned().collect() };
    let Some(name) = column else {
        let all: Map<String, Value> = table.columns.iter().map(|column| (column.name.clone(), some(column))).collect();
        return Ok(json!({"database": one.source.name, "table": table.name, "sample_values": all}));
    };
    let column = named(table.columns.iter(), name, |column| column.name.as_str()).ok_or_else(|| {
        let near = nearest(name, table.columns.iter().map(|column| column.name.as_str()));
        Refusal::unknown(format!("there is no column {name} in {}{near}", table.name))
    })?;
    Ok(json!({"database": one.source.name, "table": table.name, "column": column.name, "values": some(column)}))
}

/// Several tables at once; each that is not there with what is near to it.
#[must_use]
pub fn lookup_schema(held: &[Held], names: &[&str], filter: Option<&TenantFilter>) -> Value {
    let (mut tables, mut missing) = (Vec::new(), Vec::new());
    for name in names {
        match named_table(held, name) {
            Ok((one, table)) => {
                let mut schema = render_table_schema(one, table);
                schema["sample_rows"] = table.sample_rows.iter().map(|row| named_values(table, row)).collect();
                let filtered = filter.and_then(|filter| Some((filter.column_of(&table.columns)?, &filter.value)));
                if let Some((column, value)) = filtered {
                    schema["filter"] = json!({"column": column.name, "value": value});
                }
                tables.push(schema);
            }
            Err(refusal) => missing.push(json!({"table": name, "error": refusal.detail})),
        }
    }
    json!({"tables": tables, "not_found": missing})
}

#[cfg(test)]
mod tests {
    use super::of_files;

    #[test]
    fn files_are_called_by_their_format_however_they_are_written_and_packed() {
        for (names, kind) in [
            (&["A.CSV.GZ"][..], "csv"),
            (&["a.csv.gzip", "b.csv.zstd", "c.CSV"], "csv"),
            (&["a.tsv"], "tsv"),
            (&["a.csv", "b.tsv"], "csv"),
            (&["a.parquet", "b.pq"], "parquet"),
            (&["sales/*.jsonl.zst"], "jsonl"),
            (&["a.csv", "b.parquet"], "files"),
            (&["a.csv", "folder"], "files"),
            (&["2024"], "files"),
            (&[], "files"),
        ] {
            assert_eq!(of_files(names.iter().copied()), kind, "{names:?}");
        }
    }
}
