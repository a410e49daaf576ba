//! Which phase an interview is in (seed 000, Session Phases).

use protocol::{
    Confidence,
    interview::{Completeness, Phase},
};

/// The phase that the score and the completion criteria call for.
///
/// With everything satisfied at 0.90 the seed's score never reaches 0.95, so meeting the criteria closes too.
#[must_use]
pub fn called_for(completeness: &Completeness, anything_known: bool) -> Phase {
    let score = completeness.score;
    if anything_known && (completeness.can_complete() || score >= Confidence::hundredths(95)) {
        Phase::Closing
    } else if score >= Confidence::hundredths(80) {
        Phase::Validation
    } else if score >= Confidence::hundredths(20) {
        Phase::Exploration
    } else {
        Phase::Opening
    }
}

/// A phase never goes back, except when something known was reopened.
#[must_use]
pub fn next(now: Phase, called_for: Phase, reopened: bool) -> Phase {
    if reopened { called_for } else { now.max(called_for) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(score: f64, blockers: &[&str]) -> Completeness {
        Completeness {
            score: Confidence::new(score),
            blockers: blockers.iter().map(|&b| b.to_owned()).collect(),
            ..Completeness::default()
        }
    }

    #[test]
    fn phases_follow_the_seeds_ranges() {
        for (score, phase) in [
            (0.0, Phase::Opening),
            (0.19, Phase::Opening),
            (0.20, Phase::Exploration),
            (0.79, Phase::Exploration),
            (0.80, Phase::Validation),
            (0.94, Phase::Validation),
            (0.95, Phase::Closing),
            (1.0, Phase::Closing),
        ] {
            assert_eq!(called_for(&at(score, &["still needed: x"]), true), phase, "{score}");
        }
    }

    #[test]
    fn meeting_the_criteria_closes_below_095() {
        assert_eq!(called_for(&at(0.9, &[]), true), Phase::Closing);
        assert_eq!(
            called_for(&at(0.0, &[]), false),
            Phase::Opening,
            "an objective without criteria is not closed before it began"
        );
    }

    #[test]
    fn never_back_unless_something_was_reopened() {
        assert_eq!(next(Phase::Validation, Phase::Exploration, false), Phase::Validation);
        assert_eq!(next(Phase::Validation, Phase::Exploration, true), Phase::Exploration);
        assert_eq!(next(Phase::Opening, Phase::Closing, false), Phase::Closing);
    }
}
