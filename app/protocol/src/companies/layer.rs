//! The layers of a search, and what each of them takes.

use crate::{record::record, work::StepState};
use serde::{Deserialize, Serialize};

/// The layers, in their order (seed 001, part A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchLayer {
    Understanding,
    Synthesis,
    Search,
    Extraction,
    Validation,
    Novelty,
    Scoring,
}

impl SearchLayer {
    pub const ALL: [Self; 7] =
        [Self::Understanding, Self::Synthesis, Self::Search, Self::Extraction, Self::Validation, Self::Novelty, Self::Scoring];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Understanding => "understanding",
            Self::Synthesis => "synthesis",
            Self::Search => "search",
            Self::Extraction => "extraction",
            Self::Validation => "validation",
            Self::Novelty => "novelty",
            Self::Scoring => "scoring",
        }
    }
}

/// What one layer took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LayerCost {
    pub elapsed_ms: u64,
    /// US dollars.
    #[serde(default)]
    pub usd: f64,
    /// Calls to a language model.
    #[serde(default)]
    pub llm_calls: u32,
    /// `built_in`, or the model's name; none for what takes no judgement.
    #[serde(default)]
    pub engine: Option<String>,
    /// Why the built-in engine did it in place of the model.
    #[serde(default)]
    pub fell_back: Option<String>,
    /// Further calls to a language model that a server died with: they were made, and nobody knows what they cost.
    #[serde(default)]
    pub lost_calls: u32,
}

record! {
    /// A layer with where it is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct LayerView {
        pub layer: SearchLayer,
        pub state: StepState,
        pub cost: LayerCost,
    }
}
