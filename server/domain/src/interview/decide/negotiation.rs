//! Two values for one obligation, until one holds (seed 000, Negotiation Protocol).

use super::{findings::reopened, must_be_active, must_exist};
use crate::{
    Refusal,
    interview::{Draft, Interview, reevaluate, value::fitting},
};
use protocol::{
    Confidence,
    interview::{Evidence, InterviewEvent, Negotiation, NegotiationRound, NegotiationStatus, Resolution, Source, UserResponse},
};
use serde_json::Value;

/// What was argued over and settled is known very well.
const SETTLED: Confidence = Confidence::hundredths(97);
pub(super) const ROUNDS: usize = 50;

/// The person disagrees with a held value, with or without another in its place.
pub(super) fn start(draft: &mut Draft<'_>, key: &str, value: Option<&Value>, reason: Option<&str>) -> Result<(), Refusal> {
    must_be_active(draft)?;
    must_exist(draft, key)?;
    let (Some(template), Some(one)) = (draft.view.template(key), draft.view.obligation(key)) else { return Ok(()) };
    let Some(held) = one.value.clone() else {
        return Err(Refusal::conflict(format!(
            "nothing is known of {} yet, so there is nothing to disagree with: set a value",
            template.name()
        )));
    };
    if one.negotiation.as_ref().is_some_and(Negotiation::is_active) {
        return Err(Refusal::conflict(format!("{} is being negotiated already: propose a value or settle it", template.name())));
    }
    let value = value.map(|value| fitting(template, value)).transpose()?;
    let mut negotiation = reopened(draft, key);
    negotiation.rounds.push(NegotiationRound {
        turn_number: draft.turn,
        agent_proposal: held,
        user_response: if value.is_some() { UserResponse::Modify } else { UserResponse::Reject },
        user_value: value,
        agent_reasoning: limited(reason.unwrap_or("disagreed by hand")),
        evidence: None,
    });
    draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
    draft.recompute();
    Ok(())
}

/// The person gives an alternative (seed 000, `submitUserValue`). One that was put off is open again, and asked about.
pub(super) fn propose(draft: &mut Draft<'_>, key: &str, value: &Value) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let mut negotiation = active(draft, key)?;
    if negotiation.rounds.len() >= ROUNDS {
        return Err(Refusal::conflict(format!("after {ROUNDS} rounds one value has to be chosen")));
    }
    let (Some(template), Some(one)) = (draft.view.template(key), draft.view.obligation(key)) else { return Ok(()) };
    let Some(held) = one.value.clone() else {
        return Err(Refusal::conflict(format!("nothing is known of {} any more: set a value", template.name())));
    };
    let value = fitting(template, value)?;
    negotiation.status = NegotiationStatus::Active;
    negotiation.rounds.push(NegotiationRound {
        turn_number: draft.turn,
        agent_proposal: held,
        user_response: UserResponse::Modify,
        user_value: Some(value),
        agent_reasoning: "another value was proposed".into(),
        evidence: None,
    });
    draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
    draft.recompute();
    Ok(())
}

pub(super) fn resolve(
    draft: &mut Draft<'_>,
    interview: &Interview,
    key: &str,
    resolution: Resolution,
    final_value: Option<&Value>,
) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let negotiation = active(draft, key)?;
    let (Some(template), Some(one)) = (draft.view.template(key), draft.view.obligation(key)) else { return Ok(()) };
    let held = one.value.clone();
    let value = match (final_value, resolution) {
        (Some(value), _) => fitting(template, value)?,
        (None, Resolution::UserAccepted) => negotiation.proposed().cloned().ok_or_else(|| {
            Refusal::invalid("final_value", format!("no other value for {} was proposed: give final_value", template.name()))
        })?,
        (None, Resolution::AgentAccepted) => held.clone().ok_or_else(|| {
            Refusal::invalid("final_value", format!("no value of {} is held: give final_value", template.name()))
        })?,
        (None, Resolution::Compromise) => {
            return Err(Refusal::invalid("final_value", "a compromise needs a final_value"));
        }
    };
    let evidence = negotiation
        .rounds
        .iter()
        .rev()
        .find(|round| round.user_value.as_ref() == Some(&value))
        .and_then(|round| round.evidence.clone());
    settle(draft, key, Negotiation { by_hand: true, ..negotiation }, resolution, value, evidence);
    reevaluate::after_turn(draft, &interview.view);
    draft.recompute();
    Ok(())
}

pub(super) fn defer(draft: &mut Draft<'_>, key: &str) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let negotiation = active(draft, key)?;
    if negotiation.is_active() {
        put_off(draft, key, negotiation);
        draft.recompute();
    }
    Ok(())
}

/// The held value stays, the disagreement is kept for later.
pub(super) fn put_off(draft: &mut Draft<'_>, key: &str, mut negotiation: Negotiation) {
    negotiation.status = NegotiationStatus::Deferred;
    draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
}

/// Puts an open negotiation off; whether there was one.
pub(super) fn lay_aside(draft: &mut Draft<'_>, key: &str) -> bool {
    let open = draft.view.obligation(key).and_then(|one| one.negotiation.clone()).filter(Negotiation::is_active);
    let found = open.is_some();
    if let Some(negotiation) = open {
        put_off(draft, key, negotiation);
    }
    found
}

/// The value that settled a disagreement is taken back: the disagreement stands again, for later.
pub(super) fn unsettle(draft: &mut Draft<'_>, key: &str) {
    let Some(one) = draft.view.obligation(key) else { return };
    let settled =
        one.negotiation.clone().filter(|negotiation| negotiation.final_value.is_some() && negotiation.final_value == one.value);
    if let Some(mut negotiation) = settled {
        negotiation.final_value = None;
        negotiation.resolution = None;
        put_off(draft, key, negotiation);
    }
}

/// The final value becomes the obligation's, known very well; the one before stays for undo.
pub(super) fn settle(
    draft: &mut Draft<'_>,
    key: &str,
    mut negotiation: Negotiation,
    resolution: Resolution,
    value: Value,
    evidence: Option<Evidence>,
) {
    negotiation.status = NegotiationStatus::Resolved;
    negotiation.final_value = Some(value.clone());
    negotiation.resolution = Some(resolution);
    draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
    draft.take(key, value, SETTLED, Source::Negotiation, evidence);
}

fn active(draft: &Draft<'_>, key: &str) -> Result<Negotiation, Refusal> {
    must_exist(draft, key)?;
    let open = draft
        .view
        .obligation(key)
        .and_then(|one| one.negotiation.clone())
        .filter(|one| one.status != NegotiationStatus::Resolved);
    open.ok_or_else(|| Refusal::conflict(format!("{key} is not being negotiated: start a negotiation first")))
}

fn limited(text: &str) -> String {
    text.chars().take(500).collect()
}
