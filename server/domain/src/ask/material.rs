//! What the built-in planner is given, and the port to it.

use super::Draft;
use crate::tools::{catalog::Column, planner::Place};
use protocol::{
    Timestamp,
    ask::{AskMode, AskTable, Clarification, ClarifyAnswer, ModeChoice},
};
use serde_json::{Map, Value};

/// Everything that an answer without a model can be made of. Gathered before; planning itself asks nobody.
#[derive(Clone, Copy, Debug)]
pub struct Material<'ask> {
    pub question: &'ask str,
    /// Chosen by a person, a program or a redo: it is not chosen again.
    pub mode: Option<&'ask ModeChoice>,
    /// Tables that the question may be about, most likely first; of a small project all of them.
    pub places: &'ask [Place<'ask>],
    /// The rows of tables that are small enough to be read whole.
    pub small_tables: &'ask [SmallTable],
    /// What is known about the project: facts of the project, values of interviews, values of this ask. Later ones win.
    pub facts: &'ask [KnownFact],
    /// Of documents, most relevant first.
    pub passages: &'ask [Passage],
    /// The question before in the same conversation.
    pub earlier: Option<&'ask Earlier>,
    /// What was asked back in this ask, with the answers.
    pub clarified: &'ask [(Clarification, ClarifyAnswer)],
    /// Values that replace what was known or assumed, by name (redo).
    pub values: &'ask Map<String, Value>,
    pub now: Timestamp,
}

/// All rows of a small table: at most 500 rows of 60 columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SmallTable {
    pub database: String,
    pub table: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Value>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownFact {
    pub name: String,
    pub value: Value,
    /// `user`, the name of a document, `interview` …
    pub source: String,
    /// Where a text said it, to the letter.
    pub quote: Option<String>,
    pub confidence: f64,
}

impl KnownFact {
    /// Its value as it stands in a sentence.
    #[must_use]
    pub fn value_text(&self) -> String {
        self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned)
    }
}

/// A section of a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passage {
    pub document: String,
    pub section: String,
    /// The whole section, to the letter, as Markdown.
    pub text: String,
    /// From 0 to 1.
    pub relevance: f64,
}

/// A question that was answered before, with how.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Earlier {
    pub question: String,
    pub mode: Option<AskMode>,
    pub draft: Draft,
    pub answer: String,
    /// The columns of its table and its first rows; empty where it had none.
    pub table: AskTable,
}

/// What a planner comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Planned {
    Draft(ModeChoice, Box<Draft>),
    /// At most [`super::MOST_QUESTIONS`].
    Unclear(ModeChoice, Vec<Clarification>),
}

/// Plans without a model.
pub trait Planner: Send + Sync {
    fn plan(&self, material: &Material<'_>) -> Planned;

    /// Words of a question that name nothing in the data and that nothing known explains: what they mean can be looked up.
    fn find_unknown(&self, material: &Material<'_>) -> Vec<String>;
}
