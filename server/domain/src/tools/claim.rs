//! Checking a number that somebody claims (seed 002, Phase 6: Validation).

use serde_json::{Value, json};

/// How far a claim may lie from the truth, as a part of the claim.
const TOLERANCE: f64 = 0.2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the tolerance.
    Confirmed,
    /// Another number is true; it is given.
    Adjusted,
    /// There is nothing of what was claimed.
    Rejected,
    /// It could not be found out.
    Error,
}

impl Verdict {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Adjusted => "adjusted",
            Self::Rejected => "rejected",
            Self::Error => "error",
        }
    }

    /// Compares the number claimed with the number found.
    #[must_use]
    pub fn compare(claimed: f64, found: f64) -> Self {
        if (found - claimed).abs() <= TOLERANCE * claimed.abs() {
            Self::Confirmed
        } else if found == 0.0 {
            Self::Rejected
        } else {
            Self::Adjusted
        }
    }
}

/// The seed's validation block.
#[must_use]
pub fn validation(verdict: Verdict, verified: Option<f64>, original: f64, query: Option<&str>, reasoning: &str) -> Value {
    json!({
        "status": verdict.name(), "verified_count": verified.map(number), "original_count": number(original),
        "query": query, "reasoning": reasoning,
    })
}

/// Whole numbers without a point.
#[must_use]
pub fn number(of: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "checked to be whole and small")]
    if of.fract() == 0.0 && of.abs() < 9.0e15 { (of as i64).into() } else { of.into() }
}

/// What was found and how it compares, in a sentence.
#[must_use]
pub fn reasoning(verdict: Verdict, claimed: f64, found: f64) -> String {
    let (claimed, found) = (number(claimed), number(found));
    match verdict {
        Verdict::Confirmed => format!("The query finds {found}, which is within 20% of the {claimed} claimed."),
        Verdict::Adjusted => format!("The query finds {found}, not the {claimed} claimed."),
        Verdict::Rejected => format!("The query finds nothing of the {claimed} claimed."),
        Verdict::Error => "It could not be checked.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_said_in_a_sentence() {
        let sentence = reasoning(Verdict::Confirmed, 100.0, 110.0);
        assert_eq!(sentence, "The query finds 110, which is within 20% of the 100 claimed.");
    }

    #[test]
    fn verdicts_follow_the_seed() {
        for (claimed, found, verdict) in [
            (335.0, 336.0, Verdict::Confirmed),
            (100.0, 120.0, Verdict::Confirmed),
            (100.0, 80.0, Verdict::Confirmed),
            (100.0, 121.0, Verdict::Adjusted),
            (100.0, 79.0, Verdict::Adjusted),
            (100.0, 0.0, Verdict::Rejected),
            (0.0, 0.0, Verdict::Confirmed),
            (0.0, 3.0, Verdict::Adjusted),
            (-10.0, -11.0, Verdict::Confirmed),
        ] {
            assert_eq!(Verdict::compare(claimed, found), verdict, "{claimed} {found}");
        }
        assert_eq!((number(3.0), number(0.5)), (json!(3), json!(0.5)));
    }
}
