//! Projects, their sources, and what is asked of them.

pub(crate) const TITLE: &str = "Projects";
pub(crate) const ABOUT: &str =
    "A project brings together databases, APIs, documents and skills, and lets you search and query them.";
pub(crate) const EMPTY_TITLE: &str = "No project yet";
pub(crate) const EMPTY: &str = "Give it a name below, then drop files on it or connect a database.";
pub(crate) const NEW: &str = "New project";
pub(crate) const NAME: &str = "Name";
pub(crate) const DESCRIPTION: &str = "What it is about";
pub(crate) const CREATE: &str = "Create project";

pub(crate) const PARTS: &str = "Parts of the project";
pub(crate) const SOURCES: &str = "Sources";
pub(crate) const SEARCH: &str = "Search";
pub(crate) const RUNS: &str = "Runs";
pub(crate) const QUERY: &str = "Query";
pub(crate) const SETTINGS: &str = "Settings";

pub(crate) const ADD: &str = "Add a source";
pub(crate) const ADD_WHAT: &str = "Data (CSV, JSON, Parquet, Arrow, SQLite), API descriptions (OpenAPI, GraphQL), documents (PDF, Word, PowerPoint, Excel, HTML, Markdown, text) or a skill's folder as .zip.";
pub(crate) const NO_SCRIPT: &str = "Uploading from this page needs JavaScript. Programs can upload over the HTTP API.";
pub(crate) const CONNECT: &str = "Connect a database or an API";
pub(crate) const CONNECT_OTHERS: &str = "Connect an API or a web page";
pub(crate) const NO_SOURCE_TITLE: &str = "Nothing is connected yet";
pub(crate) const NO_SOURCE: &str = "Drop a file above. A CSV file becomes a table you can query right away.";
pub(crate) const NO_SOURCE_READER: &str = "Members of the project can connect sources.";
pub(crate) const UNREACHABLE: &str = "Could not be reached last time. Showing what was found before.";
pub(crate) const READING: &str = "Reading …";
pub(crate) const FAILED: &str = "Could not be read";
pub(crate) const STOP_READING: &str = "Stop reading";
pub(crate) const READY: &str = "Ready";
pub(crate) const DOWN: &str = "Unreachable";
pub(crate) const READ_AT: &str = "read";
pub(crate) const TEST: &str = "Test";
pub(crate) const REFRESH: &str = "Refresh";
pub(crate) const REFRESH_ALL: &str = "Refresh all";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const WORKING: &str = "Working on it …";
pub(crate) const NOTES: &str = "Notes";

pub(crate) const FILTER: &str = "Filter";
pub(crate) const FILTER_BUTTON: &str = "Filter";
pub(crate) const SHOW_ALL: &str = "Show all";
pub(crate) const NOTHING_MATCHES: &str = "No matches. Try fewer words, or show all.";
pub(crate) const NOTHING_IN_IT: &str = "Nothing found in it.";
pub(crate) const BEFORE: &str = "Back";
pub(crate) const AFTER: &str = "Next";
pub(crate) const TABLE: &str = "Table";
pub(crate) const COLUMNS: &str = "Columns";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const WHAT: &str = "Contents";
pub(crate) const LEADS_TO: &str = "References";
pub(crate) const PARAMETERS: &str = "Parameters";
pub(crate) const IN: &str = "In";
pub(crate) const TYPE: &str = "Type";
pub(crate) const REQUIRED: &str = "required";
pub(crate) const DEPRECATED: &str = "deprecated";
pub(crate) const NO_PARAMETERS: &str = "No parameters.";
pub(crate) const TAKES: &str = "Input";
pub(crate) const ANSWERS: &str = "Output";
pub(crate) const BEGINNING: &str = "Preview";
pub(crate) const LINKS: &str = "Links";
pub(crate) const IN_FOLDER: &str = "in its folder";

pub(crate) const INFERRED: &str = "inferred";

pub(crate) const SEARCH_WHAT: &str = "Search tables, operations, documents and skills";
pub(crate) const SEARCH_HINT: &str = "In your own words: “which customers left”, “refund a payment”.";
pub(crate) const NO_HIT_TITLE: &str = "Nothing was found";
pub(crate) const NO_HIT: &str = "Try other words, or fewer. Each source also has its own page.";
pub(crate) const NOTHING_TO_SEARCH: &str = "There is nothing to search yet: add a source first.";

pub(crate) const SQL: &str = "Query";
pub(crate) const SQL_HINT: &str =
    "One SELECT statement, read-only. If several databases have the same table, write database.table.";
pub(crate) const RUN: &str = "Run query";
pub(crate) const RUNNING: &str = "Running …";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const CANCELLED: &str = "Cancelled.";
pub(crate) const KEYS: &str = "Ctrl Enter";
pub(crate) const DOWNLOAD: &str = "Download CSV";
pub(crate) const ANSWER: &str = "Query results";
pub(crate) const NO_ROWS: &str = "The query returned no rows.";
pub(crate) const FAULT_WHAT: &str = "Fix the statement above and run it again. The tables and columns are listed beside it.";
pub(crate) const TABLES: &str = "Tables";
pub(crate) const NO_TABLES_TITLE: &str = "No tables yet";
pub(crate) const NO_TABLES: &str = "Upload data or connect a database first.";
pub(crate) const TO_SOURCES: &str = "Go to sources";

pub(crate) const CONSOLE: &str = "Try a tool";
pub(crate) const CONSOLE_WHAT: &str =
    "The same tools that programs and language models use. You get exactly the answer they get.";
pub(crate) const CONSOLE_ADMINS: &str = "Only administrators can try tools.";
pub(crate) const TOOL: &str = "Tool";
pub(crate) const CHOOSE: &str = "Choose";
pub(crate) const RUN_TOOL: &str = "Run";
pub(crate) const NO_ARGUMENTS: &str = "No input needed.";
pub(crate) const AS_TABLE: &str = "As a table";
pub(crate) const AS_JSON: &str = "As JSON";
pub(crate) const AS_CURL: &str = "As a command";
pub(crate) const COPY: &str = "Copy";
pub(crate) const COPIED: &str = "Copied";
pub(crate) const PROGRAMS: &str = "Use these tools from other programs";
pub(crate) const PROGRAMS_HTTP: &str = "Address of the MCP server";
pub(crate) const PROGRAMS_TOKEN: &str = "Use an API token from your settings. Anyone who has it can do what you can do.";
pub(crate) const PROGRAMS_STDIO: &str = "On the server itself";
pub(crate) const PROGRAMS_CONFIG: &str = "Client configuration over HTTP";
pub(crate) const PROGRAMS_CONFIG_STDIO: &str = "Client configuration over stdio";
pub(crate) const TO_TOKENS: &str = "Create an API token";

pub(crate) const CONNECT_TITLE: &str = "Connect a source";
pub(crate) const CONNECT_WHAT: &str = "What is it?";
pub(crate) const CONNECT_ADMINS: &str = "Only administrators can connect databases.";
pub(crate) const CONNECT_SECRETS: &str = "Passwords and tokens are stored encrypted and never shown again.";
pub(crate) const CONNECT_READS: &str = "It is only read from. Use a read-only login.";
pub(crate) const CONNECT_SAVE: &str = "Connect";
pub(crate) const SOURCE_NAME: &str = "Name of the source";
pub(crate) const SOURCE_NAME_HINT: &str = "It prefixes the names of its tables.";
pub(crate) const SOURCE_ABOUT: &str = "Description (optional)";

pub(crate) const NAMING: &str = "Name and description";
pub(crate) const SAVE: &str = "Save";
pub(crate) const CHANGED_ELSEWHERE: &str = "This was changed elsewhere in the meantime. What you typed is still here.";
pub(crate) const ANSWERING: &str = "How questions are answered";
pub(crate) const WEB_SEARCH: &str = "Search the web for what the sources leave open";
pub(crate) const WEB_SEARCH_HINT: &str = "Your question is then sent to this server's search service.";
pub(crate) const WEB_SEARCH_NOBODY: &str = "No search service is set up on this server yet.";
pub(crate) const PATTERNS: &str = "What questions are mostly about";
pub(crate) const PATTERNS_HINT: &str =
    "One per line, such as sales or customer. A model gets matching tables up front and does not have to look for them.";
pub(crate) const THRESHOLD: &str = "How closely a table must match, 0 to 1";
pub(crate) const MOST_TABLES: &str = "Maximum tables";
pub(crate) const INTERVIEWS: &str = "Interviews about it";
pub(crate) const INTERVIEWS_WHAT: &str = "Interviews started here also ask the questions from this project's pools.";
pub(crate) const INTERVIEW_KIND: &str = "Kind";
pub(crate) const INTERVIEW_START: &str = "Start an interview";
pub(crate) const POOL_NEW: &str = "New pool for this project";
pub(crate) const DELETE_PROJECT: &str = "Delete the project";
pub(crate) const DELETE_FOREVER: &str = "Delete for good";
pub(crate) const DELETED_SOURCES: &str = "Recently deleted";
pub(crate) const DELETED_AT: &str = "deleted";
pub(crate) const RESTORE_SOURCE: &str = "Restore";
pub(crate) const REMOVE_SOURCE_WHY: &str = "What was found in it and its files are deleted at once. This cannot be undone.";
pub(crate) const DELETE_NOT_YOURS: &str = "Only its creator or an administrator can delete it.";
pub(crate) const READ_ONLY: &str = "You can view this project but not change it.";

pub(crate) fn state(name: &str) -> &'static str {
    match name {
        "pack_generation_pending" => "Being prepared",
        "pack_generation" => "Its domain pack is being drafted",
        "pack_generation_done" => "Its domain pack is ready for review",
        _ => "Ready",
    }
}

pub(crate) fn kind(kind: &str) -> &'static str {
    match kind {
        "database" => "Database",
        "api" => "API",
        "document" => "Documents",
        _ => "Skills",
    }
}

pub(crate) fn subtype(name: &str) -> &str {
    match name {
        "postgres" => "PostgreSQL",
        "redshift" => "Redshift",
        "mysql" => "MySQL",
        "mariadb" => "MariaDB",
        "sqlite" => "SQLite",
        "bigquery" => "BigQuery",
        "snowflake" => "Snowflake",
        "clickhouse" => "ClickHouse",
        "trino" => "Trino",
        "databricks" => "Databricks",
        "openapi" => "OpenAPI",
        "graphql" => "GraphQL",
        "http" => "Web page",
        "inline" => "Text",
        "folder" => "Folder",
        "files" => "Files",
        "file" => "File",
        "confluence" => "Confluence",
        other => other,
    }
}

pub(crate) fn hit(kind: &str) -> &'static str {
    match kind {
        "table" => "Table",
        "operation" => "Operation",
        "document" => "Document",
        _ => "Skill",
    }
}

pub(crate) fn hits(count: usize) -> String {
    if count == 1 { "1 result".into() } else { format!("{count} results") }
}

pub(crate) fn about_source(what: &str, name: &str) -> String {
    format!("{what} {name}")
}

pub(crate) fn deleted_source(name: &str) -> String {
    format!("{name} is deleted.")
}

pub(crate) fn keeps_deleted_sources(days: u32) -> String {
    format!("Nothing uses them any more. They are kept for {days} days, and their files still take up storage until then.")
}

pub(crate) fn goes_with_project(sources: usize, names: &str) -> String {
    match sources {
        0 => "It has no sources.".into(),
        1 => format!("With it goes its source {names}, with files, secrets and facts."),
        count => format!("With it go its {count} sources ({names}), with files, secrets and facts."),
    }
}

pub(crate) fn count_of(count: usize, from: usize, shown: usize) -> String {
    let [first, last, all] = [from + 1, from + shown, count].map(|count| number(count as u64));
    if count <= shown { format!("{all} shown") } else { format!("{first} to {last} of {all}") }
}

pub(crate) fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub(crate) fn row_count(rows: Option<u64>, estimated: bool) -> String {
    let about = if estimated { "about " } else { "" };
    rows.map_or_else(|| "–".to_owned(), |rows| format!("{about}{}", number(rows)))
}

pub(crate) fn of_table(rows: &str, columns: usize) -> String {
    let column = if columns == 1 { "1 column".to_owned() } else { format!("{columns} columns") };
    let row = if rows == "1" { "row" } else { "rows" };
    if rows == "–" { column } else { format!("{rows} {row}, {column}") }
}

pub(crate) fn more_sections(count: usize) -> String {
    format!("and {count} more sections")
}

pub(crate) fn more_tables(count: usize) -> String {
    format!("and {} more; search finds them", number(count as u64))
}

pub(crate) fn took(elapsed_ms: u64) -> String {
    if elapsed_ms < 1_000 { format!("{elapsed_ms} ms") } else { format!("{}.{} s", elapsed_ms / 1_000, elapsed_ms % 1_000 / 100) }
}

pub(crate) fn rows(count: usize, elapsed_ms: u64, truncated: bool) -> String {
    let rows = if count == 1 { "1 row".to_owned() } else { format!("{} rows", number(count as u64)) };
    let more = if truncated { "; there are more, the download has up to 10,000" } else { "" };
    format!("{rows} in {}{more}", took(elapsed_ms))
}

pub(crate) fn group(name: &str) -> &'static str {
    match name {
        "schema" => "Databases",
        "api" => "APIs",
        "documents" => "Documents",
        "facts" => "Facts",
        "skills" => "Skills",
        _ => "Queries",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_read_easily() {
        assert_eq!([number(7), number(1_234), number(12_345_678)], ["7", "1,234", "12,345,678"]);
        assert_eq!([took(19), took(2_340)], ["19 ms", "2.3 s"]);
    }
}
