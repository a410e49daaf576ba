//! What the pages of queries, of searches and of documents show.

use super::views::SourceCard;
use serde::{Deserialize, Serialize};

/// Something that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// `table`, `operation`, `document`, `skill`.
    pub kind: String,
    pub name: String,
    /// The source it is in, or the section of a document.
    pub place: String,
    pub about: String,
    pub href: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchView {
    pub words: String,
    /// The kind that alone is shown; empty for all.
    #[serde(default)]
    pub kind: String,
    /// The best first.
    pub hits: Vec<Hit>,
    /// How many of each kind were found.
    #[serde(default)]
    pub kinds: Vec<(String, usize)>,
    /// What else there is to search for, where nothing was found.
    #[serde(default)]
    pub suggestions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueryView {
    pub sql: String,
    pub answer: Option<SqlAnswer>,
    /// Tables that can be queried, with their columns, as a query names them.
    pub tables: Vec<(String, Vec<String>)>,
    /// How many more there are.
    pub more: usize,
    /// Made from the project's tables.
    #[serde(default)]
    pub examples: Vec<QueryShown>,
    /// What everybody in the project keeps.
    #[serde(default)]
    pub saved: Vec<QueryShown>,
    /// One's own newest queries.
    #[serde(default)]
    pub history: Vec<String>,
}

/// A query under a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct QueryShown {
    pub name: String,
    pub sql: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SqlAnswer {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub elapsed_ms: u64,
    pub truncated: bool,
    /// What is wrong, in place of an answer.
    pub fault: Option<String>,
}

/// A document as a whole, or one page of a long one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentView {
    pub source: SourceCard,
    pub name: String,
    pub title: String,
    pub format: String,
    /// Where it is kept, if people can read it there.
    pub url: String,
    /// What is marked in it.
    pub words: String,
    pub contents: Vec<HeadingShown>,
    pub parts: Vec<PassageShown>,
    /// Counted from 0.
    pub page: usize,
    /// The number of the part that each page begins with.
    pub starts: Vec<usize>,
    /// How often each page has the words.
    pub matches: Vec<usize>,
}

/// A line of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HeadingShown {
    pub heading: String,
    pub level: u8,
    pub page: usize,
    /// The number of the part that begins with it.
    pub part: usize,
}

/// A section, or the next part of one that is longer than a page.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PassageShown {
    /// Its number in the document.
    pub part: usize,
    /// Empty where it goes on.
    pub heading: String,
    pub level: u8,
    /// Markdown, without the heading.
    pub text: String,
}
