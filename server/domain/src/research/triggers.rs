//! When something is looked up (seed 000, Research Trigger Evaluator): the seed's four reasons, each as it is written there.

use protocol::{
    Confidence,
    interview::{Obligation, ObligationTemplate, Status},
    research::Trigger,
};

/// Below this, a value that was asked for twice is looked up.
const LOW: Confidence = Confidence::hundredths(60);
const ATTEMPTS: u32 = 2;

/// What a turn showed of an obligation beside its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occasion {
    /// The person asked to have it looked up.
    pub requested: bool,
    /// What was said of it is vague, or contradicts something else.
    pub ambiguous: bool,
}

/// Whether an obligation calls for research, and why. The person's wish comes first.
#[must_use]
pub fn trigger(template: &ObligationTemplate, one: &Obligation, occasion: Occasion) -> Option<Trigger> {
    let expertise = template.expertise_required.as_deref().is_some_and(|needed| !needed.trim().is_empty());
    let met = one.attempts > 0 || one.value.is_some();
    let open = !matches!(one.status, Status::Satisfied | Status::Skipped);
    if occasion.requested {
        Some(Trigger::UserRequest)
    } else if one.status == Status::Skipped {
        None
    } else if occasion.ambiguous {
        Some(Trigger::AmbiguousAnswer)
    } else if open && one.confidence < LOW && one.attempts >= ATTEMPTS {
        Some(Trigger::LowConfidence)
    } else if expertise && met {
        Some(Trigger::ComplexDomain)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn one(status: Status, confidence: u8, attempts: u32) -> Obligation {
        let value = (confidence > 0).then(|| json!({"market": "small businesses"}));
        Obligation { status, confidence: Confidence::hundredths(confidence), attempts, value, ..Obligation::default() }
    }

    #[test]
    fn the_seeds_four_reasons() {
        use Status::{Deferred, InProgress, Partial, Pending, Satisfied, Skipped};
        let (plain, requested, ambiguous) =
            (Occasion::default(), Occasion { requested: true, ambiguous: false }, Occasion { requested: false, ambiguous: true });
        let general = testkit::template("target_market");
        let special = ObligationTemplate { expertise_required: Some("data protection".into()), ..general.clone() };
        let blank = ObligationTemplate { expertise_required: Some(" ".into()), ..general.clone() };
        for (case, template, held, occasion, expected) in [
            ("the seed's example", &general, one(Partial, 45, 2), plain, Some(Trigger::LowConfidence)),
            ("asked once", &general, one(Partial, 45, 1), plain, None),
            ("just sure enough", &general, one(Partial, 60, 2), plain, None),
            ("just not sure enough", &general, one(Partial, 59, 2), plain, Some(Trigger::LowConfidence)),
            ("asked twice in vain", &general, one(InProgress, 0, 2), plain, Some(Trigger::LowConfidence)),
            ("given up", &general, one(Deferred, 0, 3), plain, Some(Trigger::LowConfidence)),
            ("satisfied by its own condition", &general, one(Satisfied, 30, 2), plain, None),
            ("not applicable", &general, one(Skipped, 0, 2), plain, None),
            ("never asked", &special, one(Pending, 0, 0), plain, None),
            ("expertise, first asked", &special, one(InProgress, 0, 1), plain, Some(Trigger::ComplexDomain)),
            ("expertise, value unasked", &special, one(Satisfied, 95, 0), plain, Some(Trigger::ComplexDomain)),
            ("expertise that is no word", &blank, one(InProgress, 0, 1), plain, None),
            ("expertise, not applicable", &special, one(Skipped, 0, 1), plain, None),
            ("the person asks", &general, one(Satisfied, 95, 0), requested, Some(Trigger::UserRequest)),
            ("the person asks about what was skipped", &general, one(Skipped, 0, 0), requested, Some(Trigger::UserRequest)),
            ("vague or contradictory", &general, one(Partial, 70, 1), ambiguous, Some(Trigger::AmbiguousAnswer)),
            ("vague and not sure", &general, one(Partial, 30, 3), ambiguous, Some(Trigger::AmbiguousAnswer)),
        ] {
            assert_eq!(trigger(template, &held, occasion), expected, "{case}");
        }
    }
}
