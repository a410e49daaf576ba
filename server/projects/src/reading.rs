//! Reads a source, whatever it is: tables of a database, operations of an API, documents, skills.

use super::{
    by_path, confluence,
    connections::{is_sqlite, of_fault, open, settings},
    credentials, file_tables, reader, skills,
};
use crate::Projects;
use domain::{
    Failure, FailureKind,
    tools::{
        Api, Found, ProjectRow, ProjectSource, SourceKind,
        catalog::{ApiKind, Document, DocumentKind, Table},
        warehouse::TenantFilter,
    },
};
use providers::{api, document::DocumentFault};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Above this a document is not read, however large uploads may be.
const LARGEST_DOCUMENT: u64 = 64 * 1024 * 1024;
/// Of a table's or a column's name, in bytes: every list and every page carries them.
const LONGEST_NAME: usize = 1_000;
/// What GraphQL services answer with their own description to.
const INTROSPECTION: &str = include_str!("introspection.graphql");

/// What came of it.
pub(super) struct Read {
    /// More exact than what was said.
    pub(super) subtype: String,
    pub(super) found: Found,
    pub(super) warnings: Vec<String>,
}

/// What of the source is `known` may be taken over where it did not change.
///
/// # Errors
/// What is wrong with the source, in a sentence.
pub(super) async fn read(
    projects: &Projects,
    project: &ProjectRow,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    paths: &[PathBuf],
    known: &Found,
) -> Result<Read, Failure> {
    match source.kind {
        SourceKind::Database => tables(projects, project, source, secrets, paths).await,
        SourceKind::Api => operations(projects, source, secrets, paths).await,
        SourceKind::Document if confluence::is_one(source) => confluence::read(projects, source, secrets, &known.documents).await,
        SourceKind::Document => documents(projects, source, secrets, paths).await,
        SourceKind::Skill => skills::read(source, paths).await,
    }
}

/// Reaches a source that is no database, as far as is needed to know that it can be read.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub(super) async fn reach(
    projects: &Projects,
    project: &ProjectRow,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    paths: &[PathBuf],
) -> Result<(), Failure> {
    if confluence::is_one(source) {
        return confluence::test(projects, source, secrets).await;
    }
    read(projects, project, source, secrets, paths, &Found::default()).await.map(drop)
}

/// The files of a source with the names they are known by.
pub(super) fn named<'a>(source: &'a ProjectSource, paths: &'a [PathBuf]) -> impl Iterator<Item = (String, &'a PathBuf)> {
    paths.iter().enumerate().map(|(place, path)| {
        let own = || path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (source.files.get(place).map_or_else(own, |file| file.name.clone()), path)
    })
}

async fn tables(
    projects: &Projects,
    project: &ProjectRow,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    paths: &[PathBuf],
) -> Result<Read, Failure> {
    let settings = settings(projects, source, secrets, paths).await?;
    let subtype = if source.files.is_empty() && !by_path::names_files(source) {
        source.subtype.clone()
    } else if is_sqlite(source) {
        "sqlite".to_owned()
    } else {
        "files".to_owned()
    };
    let database = open(projects, &settings, project)?;
    database.test().await.map_err(|fault| of_fault(&fault))?;
    let mut tables = database.tables().await.map_err(|fault| of_fault(&fault))?;
    let mut warnings = file_tables::remarks(&settings, &tables);
    let remarks = warnings.len();
    if tables.is_empty() {
        warnings.push("It has no table.".to_owned());
    }
    let longest = |table: &Table| {
        let columns = table.columns.iter().map(|column| column.name.len()).max();
        columns.unwrap_or(0).max(table.name.len())
    };
    if let Some(table) = tables.iter().find(|table| longest(table) > LONGEST_NAME) {
        let (from, length): (String, usize) = (table.name.chars().take(60).collect(), longest(table));
        let detail =
            format!("the table {from} has a name or a column with a name of {length} bytes: {LONGEST_NAME} are the most");
        return Err(Failure::new(FailureKind::Invalid, detail));
    }
    for table in &mut tables {
        table.database.clone_from(&source.name);
        if table.row_count == Some(0) {
            warnings.push(format!("The table {} is empty.", table.name));
        }
    }
    // A hundred empty tables are one thing to know.
    if warnings.len() > remarks + 5 {
        let more = warnings.len() - remarks - 5;
        warnings.truncate(remarks + 5);
        warnings.push(format!("{more} more tables are empty."));
    }
    if let Some(filter) = &project.filter
        && let Some(unfiltered) = unfiltered(&tables, filter)
    {
        warnings.insert(0, unfiltered);
    }
    Ok(Read { subtype, found: Found { tables, ..Found::default() }, warnings })
}

/// A filter that no table feels may be a misspelled one.
fn unfiltered(tables: &[Table], filter: &TenantFilter) -> Option<String> {
    let has = |table: &Table| filter.column_of(&table.columns).is_some();
    let felt = tables.is_empty() || tables.iter().any(has);
    (!felt).then(|| format!("No table has the column {}: nothing is filtered by the project's filter.", filter.column))
}

async fn operations(
    projects: &Projects,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    paths: &[PathBuf],
) -> Result<Read, Failure> {
    if !matches!(&*source.subtype, "" | "openapi" | "swagger" | "graphql") {
        return Err(Failure::invalid("type", format!("an API is openapi or graphql, not {}", source.subtype)));
    }
    let config = &source.config;
    let url = config["url"].as_str();
    let bytes = match (paths, &config["spec"], url) {
        ([path], _, _) => bytes(path, "file").await?,
        ([], Value::String(text), _) => text.clone().into_bytes(),
        ([], spec @ Value::Object(_), _) => spec.to_string().into_bytes(),
        ([], _, Some(url)) => described_at(projects, source, secrets, url).await?,
        ([], _, None) => {
            return Err(Failure::invalid("config", "an API needs config.url, config.spec, config.path or an uploaded file"));
        }
        _ => return Err(Failure::invalid("file", "an API is described by one file: make a source of each")),
    };
    let name = source.name.clone();
    let read = tokio::task::spawn_blocking(move || api::read(&name, &bytes)).await;
    let read = read.unwrap_or_else(|_| Err(api::ApiFault::Malformed("it could not be taken apart".into())));
    let read = read.map_err(|fault| Failure::invalid("file", fault.to_string()))?;
    let subtype = match read.kind {
        ApiKind::Openapi => "openapi",
        ApiKind::Graphql => "graphql",
    };
    let description = Some(read.description).filter(|text| !text.trim().is_empty()).or(Some(read.title));
    let server = read.servers.first().cloned().or_else(|| url.map(str::to_owned));
    let about = Api { kind: read.kind, url: server, description: description.filter(|text| !text.is_empty()) };
    let found = Found { api: Some(about), operations: read.operations, ..Found::default() };
    Ok(Read { subtype: subtype.to_owned(), found, warnings: read.warnings })
}

/// The description itself, or the introspection of a GraphQL service.
async fn described_at(
    projects: &Projects,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    url: &str,
) -> Result<Vec<u8>, Failure> {
    let (web, headers) = (&projects.0.web, credentials::headers(source, secrets)?);
    let got = if source.subtype == "graphql" {
        web.post_with(url, json!({"query": INTROSPECTION}).to_string(), &headers).await
    } else {
        web.get_with(url, &headers).await
    };
    Ok(got.map_err(|fault| credentials::fetch_problem(&fault, &headers))?.bytes)
}

async fn documents(
    projects: &Projects,
    source: &ProjectSource,
    secrets: &Map<String, Value>,
    paths: &[PathBuf],
) -> Result<Read, Failure> {
    let config = &source.config;
    let mut warnings = Vec::new();
    let mut read = Vec::new();
    let kind = if paths.is_empty() && config["url"].is_string() { DocumentKind::Http } else { DocumentKind::File };
    match (paths, config["content"].as_str(), config["url"].as_str()) {
        ([], Some(content), _) => {
            let format = config["format"].as_str().unwrap_or("markdown");
            let ending = match format.trim().to_lowercase().as_str() {
                "markdown" | "md" => "md",
                "html" => "html",
                "text" | "txt" | "plain" => "txt",
                _ => return Err(Failure::invalid("config.format", "the format of a text is one of markdown, html, text")),
            };
            let name = format!("{}.{ending}", source.name);
            let document = readable(source, name, content.as_bytes().to_vec()).await?;
            read.push(Document { kind: DocumentKind::Inline, ..document });
        }
        ([], None, Some(url)) => {
            let headers = credentials::headers(source, secrets)?;
            let got = projects.0.web.get_with(url, &headers).await;
            let got = got.map_err(|fault| credentials::fetch_problem(&fault, &headers))?;
            let name = if got.name.is_empty() { "page.html".to_owned() } else { got.name };
            read.push(Document { kind, ..readable(source, name, got.bytes).await? });
        }
        ([], None, None) => {
            return Err(Failure::invalid(
                "config",
                "a document needs config.content, config.url, config.path or an uploaded file",
            ));
        }
        (paths, _, _) => {
            for (name, path) in named(source, paths) {
                match of_file(source, name.clone(), path).await {
                    Ok(document) => read.push(Document { kind, ..document }),
                    // Of several files those that can be read are kept.
                    Err(failure) if paths.len() > 1 => warnings.push(format!("{name}: {}", failure.detail)),
                    Err(failure) => return Err(failure),
                }
            }
        }
    }
    if read.is_empty() {
        return Err(Failure::invalid("file", format!("none of the files can be read: {}", warnings.join("; "))));
    }
    let alone = read.len() == 1;
    let tags: Vec<String> =
        config["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    for document in &mut read {
        if alone {
            document.name.clone_from(&source.name);
            document.description = document.description.take().or_else(|| source.description.clone());
        }
        document.tags.extend(tags.iter().cloned());
    }
    let subtype = match kind {
        _ if config["content"].is_string() && paths.is_empty() => "inline",
        DocumentKind::Http => "http",
        _ => "file",
    };
    Ok(Read { subtype: subtype.to_owned(), found: Found { documents: read, ..Found::default() }, warnings })
}

async fn of_file(source: &ProjectSource, name: String, path: &Path) -> Result<Document, Failure> {
    let long = tokio::fs::metadata(path).await.is_ok_and(|about| about.len() > LARGEST_DOCUMENT);
    if long {
        let detail = format!("{name} is larger than {} MB", LARGEST_DOCUMENT / 1024 / 1024);
        return Err(Failure::too_large(detail));
    }
    let document = readable(source, name, bytes(path, "file").await?).await?;
    if !by_path::names_files(source) {
        return Ok(document);
    }
    let changed = by_path::changed(path).await;
    Ok(Document { last_updated: document.last_updated.or(changed), ..document })
}

async fn readable(source: &ProjectSource, name: String, bytes: Vec<u8>) -> Result<Document, Failure> {
    let field = if source.files.is_empty() { "config" } else { "file" };
    let read = reader::read(source.tenant, &name, bytes).await.map_err(|fault| of_document(&fault, &name, field))?;
    Ok(Document { name, ..read })
}

/// The one place that turns a document's fault into HTTP.
pub(super) fn of_document(fault: &DocumentFault, name: &str, field: &str) -> Failure {
    let detail = format!("{name}: {fault}");
    match fault {
        DocumentFault::Unknown | DocumentFault::Unsupported(_) => Failure::unsupported(detail),
        DocumentFault::TooLarge { .. } | DocumentFault::TooMuch => Failure::too_large(detail),
        DocumentFault::Busy => Failure { retry_after: Some(10), ..Failure::new(FailureKind::Busy, detail) },
        _ => Failure::invalid(field, detail),
    }
}

pub(super) async fn bytes(path: &Path, field: &str) -> Result<Vec<u8>, Failure> {
    tokio::fs::read(path).await.map_err(|fault| {
        tracing::error!(%fault, "an uploaded file cannot be read");
        Failure::invalid(field, "the file cannot be read")
    })
}
