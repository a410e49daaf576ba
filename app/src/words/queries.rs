//! The pages of queries, of searches and of documents.

use super::projects::number;

pub(crate) const BEGIN: &str = "Start from a query";
pub(crate) const EXAMPLES: &str = "Examples";
pub(crate) const SAVED: &str = "Saved queries";
pub(crate) const HISTORY: &str = "Your recent queries";
pub(crate) const SAVE: &str = "Save query";
pub(crate) const SAVE_NAME: &str = "Name";
pub(crate) const SAVE_WHAT: &str = "Everyone in the project can open it. A query with the same name is replaced.";
pub(crate) const SAVE_BUTTON: &str = "Save";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const INSERT_WHAT: &str = "Choose a name to insert it.";

pub(crate) const NO_HIT_TRY: &str = "Search for something that is here:";
pub(crate) const KINDS: &str = "Kinds of results";
pub(crate) const ALL_KINDS: &str = "All";

pub(crate) const CONTENTS: &str = "Contents";
pub(crate) const FIND_IN: &str = "Search in this document";
pub(crate) const FIND: &str = "Search";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const NOT_IN_IT: &str = "Not found in this document.";
pub(crate) const PREVIOUS_MATCH: &str = "Previous match";
pub(crate) const NEXT_MATCH: &str = "Next match";
pub(crate) const ORIGINAL: &str = "Open the original";
pub(crate) const EMPTY_DOCUMENT: &str = "This document has no text.";
pub(crate) const READ_WHOLE: &str = "Read the whole document";

pub(crate) const DEVELOPERS: &str = "Developers";
pub(crate) const TOOLS_TITLE: &str = "Project tools";
pub(crate) const TOOLS_WHAT: &str = "Programs and language models use them to read this project. None of them changes your data.";
pub(crate) const BY_HTTP: &str = "HTTP";
pub(crate) const BY_HTTP_WHAT: &str = "Call one tool with a request and get JSON back.";
pub(crate) const BY_HTTP_CALL: &str = "Calling a tool";
pub(crate) const BY_MCP: &str = "MCP";
pub(crate) const BY_MCP_WHAT: &str = "Connect an assistant or editor that supports the Model Context Protocol.";
pub(crate) const BY_COMMAND: &str = "Command line";
pub(crate) const BY_COMMAND_WHAT: &str = "Ask the project from a terminal on the server.";
pub(crate) const BY_COMMAND_ASK: &str = "A question and its proof";

pub(crate) fn delete_query(name: &str) -> String {
    format!("{DELETE} {name}")
}

/// How many of a kind were found.
pub(crate) fn count_of_kind(kind: &str, count: usize) -> String {
    let kind = match kind {
        "table" => "Tables",
        "operation" => "Operations",
        "document" => "Documents",
        "skill" => "Skills",
        _ => ALL_KINDS,
    };
    format!("{kind} {}", number(count as u64))
}

pub(crate) fn place_of(at: usize, all: usize) -> String {
    format!("{} of {}", number(at as u64), number(all as u64))
}

pub(crate) fn page_of(page: usize, pages: usize) -> String {
    format!("Page {} of {}", number(page as u64), number(pages as u64))
}

/// What a group of tools is for.
pub(crate) fn group_what(name: &str) -> &'static str {
    match name {
        "schema" => "Find tables, their columns and how they are connected.",
        "api" => "Find operations of the connected APIs and what they take.",
        "documents" => "Find and read what the documents say.",
        "facts" => "Read and add what is known about the business.",
        "skills" => "Find instructions for recurring tasks.",
        _ => "Run read-only queries.",
    }
}
