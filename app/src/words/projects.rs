//! Projects, their sources, and what is asked of them.

pub(crate) const TITLE: &str = "Projects";
pub(crate) const ABOUT: &str = "A project holds databases, APIs, documents and skills, and finds its way in them.";
pub(crate) const EMPTY: &str = "There is no project yet. Make one below, then drop your files on it.";
pub(crate) const NEW: &str = "New project";
pub(crate) const NAME: &str = "Name";
pub(crate) const DESCRIPTION: &str = "What it is about";
pub(crate) const CREATE: &str = "Create project";
pub(crate) const ADD: &str = "Add a source";
pub(crate) const ADD_WHAT: &str = "Data (CSV, JSON, Parquet, Arrow, SQLite), API descriptions (OpenAPI, GraphQL), documents (PDF, Word, PowerPoint, Excel, HTML, Markdown, text) or a skill's folder as .zip.";
pub(crate) const NO_SCRIPT: &str = "Uploading from this page needs scripts; programs upload over the HTTP API.";
pub(crate) const SOURCES: &str = "Sources";
pub(crate) const NO_SOURCE: &str = "Nothing is connected yet.";
pub(crate) const UNREACHABLE: &str = "It could not be reached when it was last read; what was found before still stands.";
pub(crate) const TEST: &str = "Test";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const SEARCH: &str = "Search";
pub(crate) const SEARCH_WHAT: &str = "Search tables, operations, documents and skills";
pub(crate) const NO_HIT: &str = "Nothing was found. Try other words.";
pub(crate) const SQL: &str = "Query";
pub(crate) const SQL_HINT: &str = "One SELECT statement. A table that several databases have is written database.table.";
pub(crate) const RUN: &str = "Run query";
pub(crate) const ANSWER: &str = "Answer of the query";
pub(crate) const PROGRAMS: &str = "Use these tools from other programs";
pub(crate) const PROGRAMS_HTTP: &str = "Over HTTP, with an API token of yours as bearer token:";
pub(crate) const PROGRAMS_STDIO: &str = "On the machine of the server, over standard input and output:";

pub(crate) fn state(name: &str) -> &'static str {
    match name {
        "pack_generation_pending" => "Being prepared",
        "pack_generation" => "Its domain pack is being drafted",
        "pack_generation_done" => "Its domain pack waits to be accepted",
        _ => "Ready",
    }
}

pub(crate) fn kind(kind: &str, subtype: &str) -> String {
    let kind = match kind {
        "database" => "Database",
        "api" => "API",
        "document" => "Document",
        _ => "Skill",
    };
    format!("{kind}, {subtype}")
}

pub(crate) fn hit(kind: &str) -> &'static str {
    match kind {
        "table" => "Table",
        "operation" => "Operation",
        "document" => "Document",
        _ => "Skill",
    }
}

pub(crate) fn test_of(name: &str) -> String {
    format!("Test {name}")
}

pub(crate) fn delete_of(name: &str) -> String {
    format!("Delete {name}")
}

pub(crate) fn found_in(name: &str) -> String {
    format!("Found in {name}")
}

pub(crate) fn more(count: usize) -> String {
    format!("and {count} more")
}

pub(crate) fn rows(count: usize, elapsed_ms: u64, truncated: bool) -> String {
    let rows = if count == 1 { "1 row".to_owned() } else { format!("{count} rows") };
    let more = if truncated { ", there are more" } else { "" };
    format!("{rows} in {elapsed_ms} ms{more}")
}
