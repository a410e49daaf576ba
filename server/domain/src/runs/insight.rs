//! What a run finds, with the numbers it claims and the queries that check them (seed 002, Phases 5 to 7).

use crate::tools::claim::Verdict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Insight {
    /// `churn-1`: the area and a number within it.
    pub id: String,
    pub analysis_area: String,
    /// One plain sentence.
    pub name: String,
    pub description: String,
    pub severity: Severity,
    /// How many rows it is about.
    pub affected_count: Option<u64>,
    pub risk_score: f64,
    /// From 0 to 1: how little chance alone explains it.
    pub confidence: f64,
    pub metrics: Map<String, Value>,
    pub indicators: Vec<String>,
    pub target_segment: Option<String>,
    /// Numbers of the steps whose queries it follows from.
    pub source_steps: Vec<u32>,
    /// The first is the headline.
    pub claims: Vec<Claim>,
    pub challenges: Vec<Challenge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chart: Option<Chart>,
    /// What kind of statement it is, and about what: the same finding has the same subject in every run.
    pub subject: String,
    /// It says that nothing differs: nothing is to be done about it.
    #[serde(default)]
    pub is_null_result: bool,
    /// The model that found it; empty where none did.
    #[serde(default)]
    pub engine: String,
    /// Numbers of its name that nothing bears out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<String>,
    /// Numbers that were taken out of its other texts, because nothing bears them out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_out: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    #[default]
    Low,
    Medium,
    High,
    Critical,
}

impl Severity {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

/// A number and the query that gives it, in one row with one column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    pub text: String,
    pub kind: ClaimKind,
    pub value: f64,
    pub sql: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    Count,
    Sum,
    Share,
    Mean,
    Median,
    Difference,
    Ratio,
    Extreme,
}

/// What the query of a claim came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    pub status: Status,
    pub verified: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub elapsed_ms: u64,
}

/// Whether a number holds. An absent number is never confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Confirmed,
    Adjusted,
    #[default]
    NotChecked,
    Error,
    Rejected,
}

impl Status {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Adjusted => "adjusted",
            Self::NotChecked => "not_checked",
            Self::Error => "error",
            Self::Rejected => "rejected",
        }
    }

    /// What a recommendation may rest on.
    #[must_use]
    pub const fn is_sound(self) -> bool {
        matches!(self, Self::Confirmed | Self::Adjusted)
    }
}

/// A number of the claim's kind, compared with what its query gives.
#[must_use]
pub fn compare(kind: ClaimKind, claimed: f64, found: Option<f64>) -> Status {
    let Some(found) = found.filter(|found| found.is_finite()) else { return Status::Rejected };
    // An absent or zero count is never confirmed: there is nothing of it.
    if matches!(kind, ClaimKind::Count | ClaimKind::Sum) && found == 0.0 {
        return Status::Rejected;
    }
    if kind == ClaimKind::Difference && claimed * found < 0.0 {
        return Status::Rejected;
    }
    // 67 % and 0.67 are the same share.
    let alike = |claimed: f64| Verdict::compare(claimed, found) == Verdict::Confirmed;
    let share = kind == ClaimKind::Share && (alike(claimed / 100.0) || alike(claimed * 100.0));
    match Verdict::compare(claimed, found) {
        Verdict::Confirmed => Status::Confirmed,
        _ if share => Status::Confirmed,
        // A difference or a share may be nought and still be a finding.
        Verdict::Rejected if claimed == 0.0 => Status::Confirmed,
        Verdict::Rejected | Verdict::Adjusted | Verdict::Error => {
            if found == 0.0 {
                Status::Rejected
            } else {
                Status::Adjusted
            }
        }
    }
}

/// An attempt to show that an insight does not hold: a query of its own, and what its number must be for the insight to stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Challenge {
    /// `Does it hold without the largest value?`
    pub question: String,
    pub sql: String,
    pub holds: Holds,
    /// What is said where it does not hold.
    pub objection: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The model that made it up; empty where none did.
    #[serde(default)]
    pub engine: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holds {
    AtLeast(f64),
    AtMost(f64),
    Between(f64, f64),
}

impl Holds {
    #[must_use]
    pub fn allows(self, number: f64) -> bool {
        match self {
            Self::AtLeast(least) => number >= least,
            Self::AtMost(most) => number <= most,
            Self::Between(least, most) => (least..=most).contains(&number),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    pub found: Option<f64>,
    /// None where the query failed.
    pub holds: Option<bool>,
    /// Why it could not be answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Outcome {
    #[must_use]
    pub fn new(found: Option<f64>, holds: Holds) -> Self {
        let error = found.is_none().then(|| "its query gave no number".to_owned());
        Self { found, holds: found.map(|found| holds.allows(found)), error }
    }

    #[must_use]
    pub const fn from_error(error: String) -> Self {
        Self { found: None, holds: None, error: Some(error) }
    }
}

/// A picture that says it: bars, or a line over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    pub kind: ChartKind,
    /// Of the values.
    pub label: String,
    pub points: Vec<(String, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    Bars,
    Line,
}

/// What to do about insights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recommendation {
    /// `rec-1`.
    pub id: String,
    pub category: String,
    pub title: String,
    pub description: String,
    /// From 1, which comes first, to 5.
    pub priority: u8,
    pub target_segment: Option<String>,
    pub segment_size: Option<u64>,
    pub expected_impact: Map<String, Value>,
    pub actions: Vec<String>,
    pub effort: String,
    pub success_metrics: Vec<String>,
    pub related_insight_ids: Vec<String>,
    pub confidence: f64,
}

impl Insight {
    /// The headline's status; where that was not checked, the worst of all, so that others do not vouch for it. A name that says more
    /// than was checked is not sound.
    #[must_use]
    pub fn status(&self) -> Status {
        let of = |claim: &Claim| claim.check.as_ref().map_or(Status::NotChecked, |check| check.status);
        let status = match self.claims.first().map(of) {
            Some(status) if status != Status::NotChecked => status,
            _ => self.claims.iter().map(of).max().unwrap_or_default(),
        };
        if status.is_sound() && !self.unchecked.is_empty() { Status::NotChecked } else { status }
    }

    /// Why it may not hold: the objections of challenges that it did not withstand.
    pub fn objections(&self) -> impl Iterator<Item = &str> {
        let fell = |one: &&Challenge| one.outcome.as_ref().is_some_and(|outcome| outcome.holds == Some(false));
        self.challenges.iter().filter(fell).map(|one| one.objection.as_str())
    }

    /// Why challenges could not be answered.
    pub fn challenge_errors(&self) -> impl Iterator<Item = &str> {
        self.challenges.iter().filter_map(|one| one.outcome.as_ref()?.error.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ClaimKind::{Count, Difference, Mean, Share};

    #[test]
    fn numbers_are_compared_as_what_they_are() {
        for (kind, claimed, found, expected) in [
            (Count, 100.0, Some(110.0), Status::Confirmed),
            (Count, 100.0, Some(130.0), Status::Adjusted),
            (Count, 100.0, Some(0.0), Status::Rejected),
            (Count, 0.0, Some(0.0), Status::Rejected),
            (Count, 100.0, None, Status::Rejected),
            (Share, 67.0, Some(0.67), Status::Confirmed),
            (Share, 0.67, Some(66.0), Status::Confirmed),
            (Share, 67.0, Some(0.4), Status::Adjusted),
            (Mean, -4.0, Some(-4.5), Status::Confirmed),
            (Difference, 5.0, Some(-5.0), Status::Rejected),
            (Difference, 5.0, Some(9.0), Status::Adjusted),
            (Mean, 5.0, Some(f64::NAN), Status::Rejected),
        ] {
            assert_eq!(compare(kind, claimed, found), expected, "{kind:?} {claimed} {found:?}");
        }
    }

    #[test]
    fn an_insight_has_the_status_of_its_headline_else_the_worst_of_its_claims() {
        let claim = |status: Option<Status>| Claim {
            text: String::new(),
            kind: Count,
            value: 1.0,
            sql: String::new(),
            check: status.map(|status| Check { status, verified: None, error: None, elapsed_ms: 0 }),
        };
        for (statuses, expected) in [
            (vec![Some(Status::Confirmed), Some(Status::Rejected)], Status::Confirmed),
            (vec![Some(Status::Adjusted), Some(Status::Confirmed)], Status::Adjusted),
            (vec![Some(Status::Error), Some(Status::Rejected)], Status::Error),
            (vec![None, Some(Status::Confirmed), Some(Status::Rejected)], Status::Rejected),
            (vec![None, Some(Status::Confirmed)], Status::NotChecked),
            (vec![Some(Status::NotChecked), Some(Status::Adjusted)], Status::NotChecked),
            (vec![Some(Status::NotChecked), Some(Status::Error)], Status::Error),
            (vec![None], Status::NotChecked),
            (vec![], Status::NotChecked),
        ] {
            let insight = Insight { claims: statuses.into_iter().map(claim).collect(), ..Insight::default() };
            assert_eq!(insight.status(), expected);
        }
    }
}
