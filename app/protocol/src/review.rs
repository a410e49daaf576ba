//! What came of looking at a transcript.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Review {
    pub verdict: Verdict,
    #[serde(default)]
    pub rubric: Rubric,
    #[serde(default)]
    pub comment: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Good,
    Mixed,
    Bad,
}

impl Verdict {
    pub const ALL: [Self; 3] = [Self::Good, Self::Mixed, Self::Bad];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Mixed => "mixed",
            Self::Bad => "bad",
        }
    }
}

/// Points from 1 (bad) to 5 (good); what was not looked at has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rubric {
    /// Was understood what was said?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub understanding: Option<u8>,
    /// Was asked what helps, once and clearly?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub questions: Option<u8>,
    /// Do the values say what the words say?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tone: Option<u8>,
}

impl Rubric {
    pub const NAMES: [&str; 4] = ["understanding", "questions", "evidence", "tone"];

    #[must_use]
    pub fn named(&self) -> [(&'static str, Option<u8>); 4] {
        let [understanding, questions, evidence, tone] = Self::NAMES;
        [(understanding, self.understanding), (questions, self.questions), (evidence, self.evidence), (tone, self.tone)]
    }
}

/// Where a transcript is in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    Open,
    /// Somebody is at it.
    Reserved,
    Reviewed,
}

impl ReviewState {
    pub const ALL: [Self; 3] = [Self::Open, Self::Reserved, Self::Reviewed];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Reserved => "reserved",
            Self::Reviewed => "reviewed",
        }
    }
}
