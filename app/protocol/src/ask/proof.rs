//! What proves an answer: premises that come from somewhere, and inferences from them (seed 004, AUDITABLE Mode).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A premise (`P1`) or an inference (`I1`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofNode {
    pub id: String,
    pub name: String,
    pub status: NodeStatus,
    /// A number, a text, a truth or a list; null where it could not be found out. Of a table with more than 50 rows
    /// `{rows, sha256}`.
    pub value: Value,
    pub source: ProofSource,
    /// From 0 to 1; of an inference that of its weakest support.
    pub confidence: f64,
    /// Of an inference, in the language of `domain::ask::formula`.
    #[serde(default)]
    pub formula: Option<String>,
    #[serde(default)]
    pub query: Option<String>,
    /// Words of a document, to the letter.
    #[serde(default)]
    pub quote: Option<String>,
    /// `{api, operation, arguments}` or `{tool, arguments}`
    #[serde(default)]
    pub call: Option<Value>,
    /// Where it comes from by name: a document, a database, a person's fact.
    #[serde(default)]
    pub origin: String,
    #[serde(default)]
    pub depends_on: Vec<String>,
    #[serde(default)]
    pub elapsed_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeStatus {
    Resolved,
    /// Nobody and nothing says it.
    Unresolved,
    /// Asking for it went wrong.
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofSource {
    Fact,
    Config,
    Document,
    Database,
    Api,
    Derived,
    User,
    /// A model's own knowledge: it never proves.
    Model,
    Unresolved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Proven,
    Refuted,
    Undecided,
}

impl Verdict {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AskTable {
    /// `step_1`, or `answer` for what is shown as the answer.
    pub name: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
    /// Of all rows, also of those that are not here.
    pub row_count: u64,
    #[serde(default)]
    pub truncated: bool,
}
