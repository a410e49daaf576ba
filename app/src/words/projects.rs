//! Projects, their sources, and what is asked of them.

pub(crate) const TITLE: &str = "Projects";
pub(crate) const ABOUT: &str = "A project holds databases, APIs, documents and skills, and finds its way in them.";
pub(crate) const EMPTY_TITLE: &str = "No project yet";
pub(crate) const EMPTY: &str = "Give one a name below; then drop files on it, or connect a database.";
pub(crate) const NEW: &str = "New project";
pub(crate) const NAME: &str = "Name";
pub(crate) const DESCRIPTION: &str = "What it is about";
pub(crate) const CREATE: &str = "Create project";

pub(crate) const PARTS: &str = "Parts of the project";
pub(crate) const SOURCES: &str = "Sources";
pub(crate) const SEARCH: &str = "Search";
pub(crate) const RUNS: &str = "Runs";
pub(crate) const QUERY: &str = "Query";
pub(crate) const TOOLS: &str = "Tools";
pub(crate) const SETTINGS: &str = "Settings";

pub(crate) const ADD: &str = "Add a source";
pub(crate) const ADD_WHAT: &str = "Data (CSV, JSON, Parquet, Arrow, SQLite), API descriptions (OpenAPI, GraphQL), documents (PDF, Word, PowerPoint, Excel, HTML, Markdown, text) or a skill's folder as .zip.";
pub(crate) const NO_SCRIPT: &str = "Uploading from this page needs scripts; programs upload over the HTTP API.";
pub(crate) const CONNECT: &str = "Connect a database or an API";
pub(crate) const CONNECT_OTHERS: &str = "Connect an API or a page of the web";
pub(crate) const NO_SOURCE_TITLE: &str = "Nothing is connected yet";
pub(crate) const NO_SOURCE: &str = "Drop a file on the place above. A CSV file is a table that can be asked at once.";
pub(crate) const NO_SOURCE_READER: &str = "Whoever may change the project connects its sources.";
pub(crate) const UNREACHABLE: &str = "Not reached when it was last read. What was found before still holds.";
pub(crate) const READING: &str = "Being read";
pub(crate) const FAILED: &str = "Could not be read";
pub(crate) const STOP_READING: &str = "Stop reading";
pub(crate) const READY: &str = "Ready";
pub(crate) const DOWN: &str = "Not reached";
pub(crate) const READ_AT: &str = "read";
pub(crate) const TEST: &str = "Test";
pub(crate) const REFRESH: &str = "Refresh";
pub(crate) const REFRESH_ALL: &str = "Refresh all";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const KEEP: &str = "Keep it";
pub(crate) const WORKING: &str = "Working on it …";
pub(crate) const NOTES: &str = "What was noticed";

pub(crate) const FILTER: &str = "Filter";
pub(crate) const FILTER_BUTTON: &str = "Filter";
pub(crate) const SHOW_ALL: &str = "Show all";
pub(crate) const NOTHING_MATCHES: &str = "Nothing has these words. Try fewer, or show all.";
pub(crate) const NOTHING_IN_IT: &str = "Nothing was found in it.";
pub(crate) const BEFORE: &str = "Back";
pub(crate) const AFTER: &str = "Next";
pub(crate) const TABLE: &str = "Table";
pub(crate) const COLUMNS: &str = "Columns";
pub(crate) const ROWS: &str = "Rows";
pub(crate) const WHAT: &str = "What is in it";
pub(crate) const LEADS_TO: &str = "Leads to";
pub(crate) const PARAMETERS: &str = "Parameters";
pub(crate) const IN: &str = "In";
pub(crate) const TYPE: &str = "Type";
pub(crate) const REQUIRED: &str = "required";
pub(crate) const DEPRECATED: &str = "deprecated";
pub(crate) const NO_PARAMETERS: &str = "It takes no parameters.";
pub(crate) const TAKES: &str = "What it takes";
pub(crate) const ANSWERS: &str = "What it answers";
pub(crate) const BEGINNING: &str = "Beginning";
pub(crate) const LINKS: &str = "Links";
pub(crate) const IN_FOLDER: &str = "in its folder";

pub(crate) const COLUMN: &str = "Column";
pub(crate) const SAMPLES: &str = "Some values";
pub(crate) const KEY: &str = "key";
pub(crate) const NULLABLE: &str = "may be empty";
pub(crate) const INFERRED: &str = "inferred";
pub(crate) const REFERENCED_BY: &str = "Tables that lead here";
pub(crate) const NO_REFERENCES: &str = "No other table leads here.";
pub(crate) const QUERY_TABLE: &str = "Query this table";
pub(crate) const PROFILE: &str = "Profile";
pub(crate) const PROFILE_WHAT: &str = "Counts, extremes and the most frequent values of every column. A file is read once from end to end; a server is asked for up to 40 columns within a minute.";
pub(crate) const PROFILE_DO: &str = "Compute the profile";
pub(crate) const PROFILE_AGAIN: &str = "Compute it again";
pub(crate) const PROFILE_BUSY: &str = "Reading the table …";
pub(crate) const PROFILE_NO_SCRIPT: &str = "The profile is computed with scripts; programs ask for it over the HTTP API.";
pub(crate) const FILLED: &str = "Filled";
pub(crate) const DISTINCT: &str = "Different";
pub(crate) const LEAST: &str = "Least";
pub(crate) const GREATEST: &str = "Greatest";
pub(crate) const FREQUENT: &str = "Most frequent, or how the values spread";

pub(crate) const SEARCH_WHAT: &str = "Search tables, operations, documents and skills";
pub(crate) const SEARCH_HINT: &str = "In your own words: “which customers left”, “refund a payment”.";
pub(crate) const NO_HIT_TITLE: &str = "Nothing was found";
pub(crate) const NO_HIT: &str = "Try other words, or fewer. What is in each source stands on its own page.";
pub(crate) const NOTHING_TO_SEARCH: &str = "There is nothing to search yet: add a source first.";

pub(crate) const SQL: &str = "Query";
pub(crate) const SQL_HINT: &str =
    "One SELECT statement; it only reads. A table that several databases have is written database.table.";
pub(crate) const RUN: &str = "Run query";
pub(crate) const RUNNING: &str = "Running …";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const CANCELLED: &str = "Cancelled.";
pub(crate) const KEYS: &str = "Ctrl Enter";
pub(crate) const DOWNLOAD: &str = "Download CSV";
pub(crate) const ANSWER: &str = "Answer of the query";
pub(crate) const NO_ROWS: &str = "The query answers no rows.";
pub(crate) const FAULT_WHAT: &str = "Mend the statement above and run it again; the tables and their columns stand beside it.";
pub(crate) const TABLES: &str = "Tables";
pub(crate) const NO_TABLES_TITLE: &str = "There is no table to ask yet";
pub(crate) const NO_TABLES: &str = "Upload data or connect a database first.";
pub(crate) const TO_SOURCES: &str = "To the sources";

pub(crate) const CONSOLE: &str = "Try a tool";
pub(crate) const CONSOLE_WHAT: &str =
    "What programs and language models ask of this project. An answer here is the very answer they get.";
pub(crate) const CONSOLE_ADMINS: &str = "Trying out tools takes an administrator.";
pub(crate) const TOOL: &str = "Tool";
pub(crate) const CHOOSE: &str = "Choose";
pub(crate) const RUN_TOOL: &str = "Run";
pub(crate) const NO_ARGUMENTS: &str = "It takes nothing.";
pub(crate) const AS_TABLE: &str = "As a table";
pub(crate) const AS_JSON: &str = "As JSON";
pub(crate) const AS_CURL: &str = "As a command";
pub(crate) const COPY: &str = "Copy";
pub(crate) const COPIED: &str = "Copied";
pub(crate) const PROGRAMS: &str = "Use these tools from other programs";
pub(crate) const PROGRAMS_WHAT: &str = "Every program that speaks the Model Context Protocol can use them.";
pub(crate) const PROGRAMS_HTTP: &str = "Over HTTP";
pub(crate) const PROGRAMS_TOKEN: &str =
    "The token is an API token of yours, from your settings. Whoever has it may do what you may.";
pub(crate) const PROGRAMS_STDIO: &str = "On the machine of the server";
pub(crate) const PROGRAMS_CONFIG: &str = "Configuration of a client that reaches servers over HTTP";
pub(crate) const PROGRAMS_CONFIG_STDIO: &str = "Configuration of a client that starts its servers";
pub(crate) const TO_TOKENS: &str = "Make an API token";

pub(crate) const CONNECT_TITLE: &str = "Connect a source";
pub(crate) const CONNECT_WHAT: &str = "What is it?";
pub(crate) const CONNECT_ADMINS: &str = "Databases are connected by administrators.";
pub(crate) const CONNECT_SECRETS: &str = "Passwords and tokens are kept sealed and never shown again.";
pub(crate) const CONNECT_READS: &str = "It is only read. Use a login that may do nothing else.";
pub(crate) const CONNECT_SAVE: &str = "Connect";
pub(crate) const SOURCE_NAME: &str = "Name of the source";
pub(crate) const SOURCE_NAME_HINT: &str = "It stands before the names of its tables.";
pub(crate) const SOURCE_ABOUT: &str = "Description (optional)";

pub(crate) const NAMING: &str = "Name and description";
pub(crate) const SAVE: &str = "Save";
pub(crate) const CHANGED_ELSEWHERE: &str = "Changed elsewhere meanwhile; what you typed is still here.";
pub(crate) const ANSWERING: &str = "How questions are answered";
pub(crate) const WEB_SEARCH: &str = "Search the web for what the sources leave open";
pub(crate) const WEB_SEARCH_HINT: &str = "The question's words then go to the search service of this server.";
pub(crate) const WEB_SEARCH_NOBODY: &str = "No search service is set up on this server: nothing is searched for until one is.";
pub(crate) const PATTERNS: &str = "What questions are mostly about";
pub(crate) const PATTERNS_HINT: &str =
    "One on each line, like sales or customer. A model is told the tables near to these ahead, and need not look for them.";
pub(crate) const THRESHOLD: &str = "How near a table has to be, 0 to 1";
pub(crate) const MOST_TABLES: &str = "Tables at most";
pub(crate) const INTERVIEWS: &str = "Interviews about it";
pub(crate) const INTERVIEWS_WHAT: &str = "An interview that is begun here also asks the questions of the project's own pools.";
pub(crate) const INTERVIEW_KIND: &str = "Kind";
pub(crate) const INTERVIEW_START: &str = "Begin an interview";
pub(crate) const POOL_NEW: &str = "New pool for this project";
pub(crate) const DELETE_PROJECT: &str = "Delete the project";
pub(crate) const DELETE_FOREVER: &str = "Delete for good";
pub(crate) const DELETE_NOT_YOURS: &str = "Only who made it, or an administrator, deletes it.";
pub(crate) const READ_ONLY: &str = "You may look at this project, not change it.";

pub(crate) fn state(name: &str) -> &'static str {
    match name {
        "pack_generation_pending" => "Being prepared",
        "pack_generation" => "Its domain pack is being drafted",
        "pack_generation_done" => "Its domain pack waits to be accepted",
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
    if count == 1 { "1 place was found".into() } else { format!("{count} places were found") }
}

pub(crate) fn about_source(what: &str, name: &str) -> String {
    format!("{what} {name}")
}

pub(crate) fn goes_with_source(name: &str, summary: &str, files: usize) -> String {
    let files = match files {
        0 => "",
        1 => " and its uploaded file",
        _ => " and its uploaded files",
    };
    let what = if summary.is_empty() { String::new() } else { format!(" What was found in it goes too ({summary})") };
    let what = if what.is_empty() && !files.is_empty() { " With it goes".to_owned() } else { what };
    let end = if what.is_empty() { "" } else { "." };
    format!("Delete {name}?{what}{files}{end} This cannot be undone.")
}

pub(crate) fn goes_with_project(sources: usize, names: &str) -> String {
    match sources {
        0 => "It has no sources. This cannot be undone.".into(),
        1 => format!("With it goes its source {names}, with files, secrets and facts. This cannot be undone."),
        count => format!("With it go its {count} sources ({names}), with files, secrets and facts. This cannot be undone."),
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

pub(crate) fn more_columns(count: usize) -> String {
    format!("{count} more columns were left out: a minute, or 40 columns, was the limit.")
}

pub(crate) fn profiled(rows: u64, elapsed_ms: u64) -> String {
    let rows = if rows == 1 { "1 row".to_owned() } else { format!("{} rows", number(rows)) };
    format!("{rows}, in {}", took(elapsed_ms))
}

pub(crate) fn took(elapsed_ms: u64) -> String {
    if elapsed_ms < 1_000 { format!("{elapsed_ms} ms") } else { format!("{}.{} s", elapsed_ms / 1_000, elapsed_ms % 1_000 / 100) }
}

pub(crate) fn spread(marks: &[u8], middle: &str) -> String {
    match marks {
        [low, .., high] => format!("The middle value is {middle}; 90 % lie between {low} and {high} per cent of the way"),
        _ => String::new(),
    }
}

pub(crate) fn frequent(value: &str, count: u64) -> String {
    let value = if value.is_empty() { "“”" } else { value };
    format!("{value}: {}", number(count))
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

    #[test]
    fn what_goes_is_said() {
        assert_eq!(
            goes_with_source("shop", "1 table", 1),
            "Delete shop? What was found in it goes too (1 table) and its uploaded file. This cannot be undone."
        );
        assert_eq!(goes_with_source("x", "", 0), "Delete x? This cannot be undone.");
    }
}
