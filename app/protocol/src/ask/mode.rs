//! How a question is answered (seed 004, Execution Modes).

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskMode {
    /// A verdict with a formal proof.
    Auditable,
    /// Steps over the data.
    Exploratory,
    /// From facts and documents, without data.
    Knowledge,
}

impl AskMode {
    pub const ALL: [Self; 3] = [Self::Auditable, Self::Exploratory, Self::Knowledge];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auditable => "auditable",
            Self::Exploratory => "exploratory",
            Self::Knowledge => "knowledge",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// A mode with the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModeChoice {
    pub mode: AskMode,
    /// One sentence for people.
    pub why: String,
}
