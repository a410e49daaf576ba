//! The life cycle of an obligation (seed 000, Obligation Lifecycle and Confidence Scoring).

use super::condition::Condition;
use protocol::{
    Band, Confidence,
    interview::{Obligation, ObligationTemplate, Source, Status},
};
use serde_json::Value;

/// What a "yes" to a value read back makes it. What is chosen with a widget or by hand, or settled, is at least as sure; what is
/// only said never is.
pub const CONFIRMED: Confidence = Confidence::hundredths(96);
/// What "I think so" to a value read back makes it at least: it is asked about no more.
pub const AGREED: Confidence = Confidence::hundredths(80);

/// Whether one state may follow another directly: the seed's diagram, and the ways back.
///
/// A value that is given unasked still passes through `in_progress`, so the audit always reads like the diagram.
#[must_use]
pub const fn may_follow(from: Status, to: Status) -> bool {
    use Status::{Deferred, InProgress, Partial, Pending, Satisfied, Skipped};
    match from {
        Pending => matches!(to, InProgress),
        InProgress => matches!(to, Partial | Satisfied | Deferred | Skipped | Pending),
        Partial => matches!(to, InProgress | Satisfied | Deferred | Skipped | Pending),
        // Only a correction, a re-evaluation or a person's own hand leads back.
        Satisfied => matches!(to, InProgress | Partial | Pending),
        Deferred | Skipped => matches!(to, InProgress | Pending),
    }
}

/// The legal steps from one state to another, without the first; empty when they are the same.
#[must_use]
pub fn steps(from: Status, to: Status) -> Vec<Status> {
    if from == to {
        Vec::new()
    } else if may_follow(from, to) {
        vec![to]
    } else {
        vec![Status::InProgress, to]
    }
}

/// The state that a held value deserves: its own `satisfiedWhen`, else the confidence's band.
#[must_use]
pub fn deserved(template: &ObligationTemplate, confidence: Confidence, value: Option<&Value>) -> Status {
    if value.is_none() {
        return Status::InProgress;
    }
    let own = template.satisfied_when.as_deref().and_then(|text| Condition::parse(text).ok());
    let satisfied = own.map_or(confidence.band() >= Band::High, |condition| condition.holds(confidence, value));
    match (satisfied, confidence.band()) {
        (true, _) => Status::Satisfied,
        (false, Band::Low) => Status::InProgress,
        (false, _) => Status::Partial,
    }
}

/// What only research says, as long as the person has not said or accepted it.
#[must_use]
pub fn is_proposed(one: &Obligation) -> bool {
    one.source == Some(Source::Research) && one.confidence.band() < Band::High
}

/// Whether the person confirmed the value: read back, chosen or settled.
#[must_use]
pub fn is_confirmed(one: &Obligation) -> bool {
    one.confidence >= CONFIRMED
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_state_is_reached_by_legal_steps_from_every_other() {
        for from in Status::ALL {
            for to in Status::ALL {
                let mut at = from;
                for step in steps(from, to) {
                    assert!(may_follow(at, step), "{from:?} to {to:?}: {at:?} may not become {step:?}");
                    at = step;
                }
                assert_eq!(at, to, "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn the_seeds_diagram() {
        use Status::{Deferred, InProgress, Partial, Pending, Satisfied, Skipped};
        assert!(may_follow(Pending, InProgress));
        for to in [Partial, Satisfied, Deferred, Skipped] {
            assert!(may_follow(InProgress, to));
            assert!(!may_follow(Pending, to), "{to:?} is reached by way of in_progress");
        }
        assert!(!may_follow(Satisfied, Deferred));
        assert!(!may_follow(Skipped, Satisfied));
    }

    #[test]
    fn the_band_decides_unless_the_obligation_says_when() {
        let plain = testkit::template("x");
        let own = ObligationTemplate { satisfied_when: Some("confidence >= 0.8".into()), ..plain.clone() };
        let set = ObligationTemplate { satisfied_when: Some("value is set".into()), ..plain.clone() };
        for (template, confidence, status) in [
            (&plain, 0.40, Status::InProgress),
            (&plain, 0.41, Status::Partial),
            (&plain, 0.70, Status::Partial),
            (&plain, 0.71, Status::Satisfied),
            (&own, 0.71, Status::Partial),
            (&own, 0.79, Status::Partial),
            (&own, 0.80, Status::Satisfied),
            (&own, 0.30, Status::InProgress),
            (&set, 0.10, Status::Satisfied),
        ] {
            assert_eq!(deserved(template, Confidence::new(confidence), Some(&json!("v"))), status, "{confidence}");
        }
        assert_eq!(deserved(&set, Confidence::FULL, None), Status::InProgress);
    }
}
