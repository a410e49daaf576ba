//! What the reading of a source does to its row, in the transaction of its events.

use super::sources::{serialize, value};
use crate::{
    columns::document,
    datum::Datum,
    insert::{Dialect, Statement},
};
use domain::{
    StoreFault,
    live::StreamRow,
    reading::{SourceRead, SourceRows},
    tools::{Found, ProjectSource, SourceStatus},
};
use serde_json::{Value, json};
use sqlx::types::Json;
use std::borrow::Cow;

/// The project has to be there, and of the source's tenant.
const INSERT: &str = "INSERT INTO project_sources (id, tenant_id, project_id, kind, subtype, name, name_key, description, config, \
    secrets, status, summary, warnings, files, created_by, created_at, updated_at) VALUES ($1, $2, \
    (SELECT id FROM projects WHERE id = $3 AND tenant_id = $2), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";

/// Its bytes came before; another tenant's file is none.
const INSERT_FILE: &str = "INSERT INTO project_files (file_id, source_id) \
    SELECT file_id, $1 FROM project_file_parts WHERE file_id = $2 AND part = 0 AND tenant_id = $3";

/// What was found is beside the row, which changes more often.
const INSERT_FOUND: &str = "INSERT INTO project_found (source_id, found) VALUES ($1, $2)";
const REPLACE_FOUND: &str = "UPDATE project_found SET found = $3 \
    WHERE source_id = (SELECT id FROM project_sources WHERE id = $1 AND tenant_id = $2)";

/// # Errors
/// What cannot be written as JSON.
pub(crate) fn statements<'a>(
    dialect: Dialect,
    stream: &'a StreamRow,
    rows: &'a [SourceRows],
) -> Result<Vec<Statement<'a>>, StoreFault> {
    let mut all = Vec::new();
    for row in rows {
        match row {
            SourceRows::Insert(row) => insert(row, &mut all)?,
            SourceRows::Found(status, read) => all.extend(found(dialect, stream, *status, read)?),
            SourceRows::Adopt => all.push(adopt(stream)),
            SourceRows::Reading => all.push(status(dialect, stream, SourceStatus::Reading, None)?),
            SourceRows::Blank(found) => all.extend(blank(dialect, stream, found)?),
            SourceRows::Ready => all.push(status(dialect, stream, SourceStatus::Ready, None)?),
            SourceRows::Failed(error) => all.push(status(dialect, stream, SourceStatus::Failed, Some(error))?),
            SourceRows::Unreachable(error) => all.push(status(dialect, stream, SourceStatus::Unreachable, Some(error))?),
        }
    }
    Ok(all)
}

fn insert<'a>(row: &'a ProjectSource, all: &mut Vec<Statement<'a>>) -> Result<(), StoreFault> {
    let data = vec![
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.project.0),
        Datum::text(row.kind.name()),
        Datum::text(&row.subtype),
        Datum::text(&row.name),
        Datum::Text(Some(row.name.to_lowercase().into())),
        Datum::maybe_text(row.description.as_deref()),
        Datum::json(&row.config),
        owned(&value(&row.secrets)?),
        Datum::text(row.status.name()),
        Datum::json(&row.summary),
        owned(&value(&row.warnings)?),
        owned(&value(&row.files)?),
        Datum::id(row.created_by.map(|user| user.0)),
        Datum::at(row.created_at),
        Datum::at(row.updated_at),
    ];
    all.push(Statement { sql: INSERT.to_owned(), data });
    let nothing = Datum::Text(Some(serialize(&Found::default())?.into()));
    all.push(Statement { sql: INSERT_FOUND.to_owned(), data: vec![Datum::id(row.id.0), nothing] });
    for file in &row.files {
        all.push(Statement {
            sql: INSERT_FILE.to_owned(),
            data: vec![Datum::id(row.id.0), Datum::id(file.id.0), Datum::id(row.tenant.0)],
        });
    }
    Ok(())
}

fn found<'a>(
    dialect: Dialect,
    stream: &'a StreamRow,
    status: SourceStatus,
    read: &'a SourceRead,
) -> Result<[Statement<'a>; 2], StoreFault> {
    let sql = format!(
        "UPDATE project_sources SET status = $3, error = NULL, subtype = $5, summary = $6, warnings = $7, \
         updated_at = {} WHERE id = $1 AND tenant_id = $2",
        later(dialect)
    );
    let mut data = head(stream, status);
    data.extend([Datum::text(&read.subtype), owned(&read.found.summary()), owned(&value(&read.warnings)?)]);
    Ok([Statement { sql, data }, replace_found(stream, (&*read.json).into())])
}

/// A NUL is escaped in it, so every database takes it as it is.
fn replace_found<'a>(stream: &StreamRow, json: Cow<'a, str>) -> Statement<'a> {
    let data = vec![Datum::id(stream.id), Datum::id(stream.tenant.0), Datum::Text(Some(json))];
    Statement { sql: REPLACE_FOUND.to_owned(), data }
}

/// The source has to be there: without it the stream would be of no kind, which it may not.
fn adopt(stream: &StreamRow) -> Statement<'_> {
    let sql = "UPDATE streams SET kind = (SELECT 'reading' FROM project_sources WHERE id = $1 AND tenant_id = $2) WHERE id = $1";
    Statement { sql: sql.to_owned(), data: vec![Datum::id(stream.id), Datum::id(stream.tenant.0)] }
}

fn blank<'a>(dialect: Dialect, stream: &'a StreamRow, found: &Found) -> Result<[Statement<'a>; 2], StoreFault> {
    let sql =
        format!("UPDATE project_sources SET summary = $3, updated_at = {} WHERE id = $1 AND tenant_id = $2", later(dialect));
    let data = vec![Datum::id(stream.id), Datum::id(stream.tenant.0), owned(&found.summary()), Datum::at(stream.updated_at)];
    Ok([Statement { sql, data }, replace_found(stream, serialize(found)?.into())])
}

/// What a source that is out of reach is warned of is its fault; what was found stays.
fn status<'a>(
    dialect: Dialect,
    stream: &'a StreamRow,
    status: SourceStatus,
    error: Option<&'a String>,
) -> Result<Statement<'a>, StoreFault> {
    let mut data = head(stream, status);
    data.push(Datum::maybe_text(error.map(String::as_str)));
    let mut set = format!("status = $3, error = $5, updated_at = {}", later(dialect));
    let mut summary = |words: &str| {
        set.push_str(", summary = $6");
        data.push(owned(&json!({"text": words})));
    };
    match status {
        SourceStatus::Reading => summary("it is being read"),
        SourceStatus::Failed => summary("it could not be read"),
        // What was found is as old as it was: its texts are known already.
        SourceStatus::Ready => {}
        SourceStatus::Unreachable => {
            set.push_str(", warnings = $6");
            data.push(owned(&value(&[error])?));
        }
    }
    Ok(Statement { sql: format!("UPDATE project_sources SET {set} WHERE id = $1 AND tenant_id = $2"), data })
}

fn head(stream: &StreamRow, status: SourceStatus) -> Vec<Datum<'_>> {
    vec![Datum::id(stream.id), Datum::id(stream.tenant.0), Datum::text(status.name()), Datum::at(stream.updated_at)]
}

/// As every database takes it.
fn owned<'a>(value: &Value) -> Datum<'a> {
    Datum::Json(Some(Json(Cow::Owned(document(value).0.into_owned()))))
}

/// The row changes with every such append, so that whoever holds an older one sees it.
const fn later(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "MAX(updated_at + 1, $4)",
        Dialect::Postgres => "GREATEST(updated_at + INTERVAL '1 microsecond', $4)",
    }
}
