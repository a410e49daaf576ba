//! How promising a company is, with the reasons (the seed's `sivaScores`, Layer 7).

use serde::{Deserialize, Serialize};

/// Parts from 0 to 100; `overall` is weighted from them (COMPANIES.md, "Novelty, dates, scores").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SivaScores {
    pub quality: u8,
    pub timing: u8,
    pub likelihood: u8,
    /// What it would take: a high number is a bad one.
    pub effort: u8,
    /// `.30 quality + .30 timing + .25 likelihood + .15 (100 − effort)`, two decimals.
    pub overall: f64,
    pub tier: Tier,
    pub explanations: ScoreExplanations,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Tier {
    /// 70 and more.
    Hot,
    /// 45 and more.
    Warm,
    Cool,
}

impl Tier {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hot => "HOT",
            Self::Warm => "WARM",
            Self::Cool => "COOL",
        }
    }
}

/// Why each part is what it is. The points of a part add up to it, kept between 0 and 100.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScoreExplanations {
    pub quality: Vec<ScorePart>,
    pub timing: Vec<ScorePart>,
    pub likelihood: Vec<ScorePart>,
    pub effort: Vec<ScorePart>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScorePart {
    pub points: i32,
    /// Half a sentence: "the text itself names the place".
    pub reason: String,
}
