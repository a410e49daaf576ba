//! What each button does, as commands. The same names serve the live page and its plain forms.

use protocol::{
    MessageId,
    interview::{
        Evidence, Feedback, InterviewCommand, InterviewView, Obligation, Phase, Rating, Resolution, SessionStatus, Status,
    },
};

/// The command of a named act, where it is possible now.
pub(crate) fn named(view: &InterviewView, key: &str, act: &str) -> Option<InterviewCommand> {
    if act == "complete" {
        return Some(InterviewCommand::Complete);
    }
    if act == "reassess" {
        return Some(InterviewCommand::Reevaluate { key: None });
    }
    if let Some(phase) = Phase::ALL.into_iter().find(|phase| phase_act(*phase) == act) {
        return Some(InterviewCommand::SetPhase { phase });
    }
    if act == "stop" {
        return view.replying.map(|message_id| InterviewCommand::StopReply { message_id });
    }
    if let Ok(message_id) = key.parse::<MessageId>() {
        return of_message(message_id, act);
    }
    let one = view.obligation(key)?;
    let key = key.to_owned();
    match act {
        "defer" => Some(InterviewCommand::Defer { key, reason: None }),
        "skip" => Some(InterviewCommand::Skip { key, reason: None }),
        "reopen" => Some(InterviewCommand::Reopen { key, reason: None }),
        "undo" => Some(InterviewCommand::Undo { key }),
        "look-up" => Some(InterviewCommand::Research { key: Some(key), task_type: None, query: None, priority: None }),
        // Without a value the server takes the one that the resolution names: what was proposed, or what is held.
        "accept" => Some(InterviewCommand::ResolveNegotiation { key, resolution: Resolution::UserAccepted, final_value: None }),
        "keep" => Some(InterviewCommand::ResolveNegotiation { key, resolution: Resolution::AgentAccepted, final_value: None }),
        "later" => Some(InterviewCommand::DeferNegotiation { key }),
        "settle" => Some(InterviewCommand::StartNegotiation {
            key,
            value: one.negotiation.as_ref().and_then(|open| open.proposed()).cloned(),
            reason: None,
        }),
        _ => act.strip_prefix(OVER).map(|over| InterviewCommand::KeepOver { key, over: over.to_owned() }),
    }
}

/// Begins the name of keeping a value over another that contradicts it; the other's key follows.
pub(crate) const OVER: &str = "over-";

/// What a button at a message does.
fn of_message(message_id: MessageId, act: &str) -> Option<InterviewCommand> {
    let rated = |rating| InterviewCommand::GiveFeedback { message_id, feedback: Some(Feedback { rating, comment: None }) };
    match act {
        "reword" => Some(InterviewCommand::Regenerate { message_id }),
        "restore" => Some(InterviewCommand::RestoreMessage { message_id }),
        "like" => Some(rated(Rating::Like)),
        "dislike" => Some(rated(Rating::Dislike)),
        _ => None,
    }
}

/// The name of going on to a phase.
pub(crate) const fn phase_act(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "phase-opening",
        Phase::Exploration => "phase-exploration",
        Phase::Validation => "phase-validation",
        Phase::Closing => "phase-closing",
    }
}

/// The value that a negotiation is about: the one that was held when it began.
pub(crate) fn held(one: &Obligation) -> Option<serde_json::Value> {
    let newest = one.negotiation.as_ref().and_then(|open| open.rounds.last()).map(|round| round.agent_proposal.clone());
    newest.filter(|value| !value.is_null()).or_else(|| one.value.clone())
}

/// Where the held value of a negotiation was said; nothing where it was not said.
pub(crate) fn held_words(one: &Obligation) -> Option<Evidence> {
    let held = held(one)?;
    if one.value.as_ref() == Some(&held) {
        return one.evidence.clone();
    }
    one.past.iter().rev().find(|past| past.value == held).and_then(|past| past.evidence.clone())
}

/// What takes back how a negotiation ended, where that is possible: the earlier value, or the question itself.
pub(crate) fn back_from(one: &Obligation) -> Option<&'static str> {
    let negotiation = one.negotiation.as_ref().filter(|negotiation| !negotiation.is_active())?;
    let changed = negotiation.resolution.is_some_and(|how| how != Resolution::AgentAccepted);
    match (changed, &one.value) {
        (true, held) => (*held == negotiation.final_value && !one.past.is_empty()).then_some("undo"),
        (false, Some(held)) => (negotiation.proposed() != Some(held)).then_some("settle"),
        (false, None) => None,
    }
}

/// The acts beside a value that make sense in its state.
pub(crate) fn beside(one: &Obligation, session: SessionStatus) -> Vec<&'static str> {
    let mut acts = Vec::new();
    let waiting = matches!(one.status, Status::Pending | Status::InProgress | Status::Partial);
    if session == SessionStatus::Active && waiting {
        acts.push("defer");
        acts.push("skip");
    }
    if matches!(one.status, Status::Satisfied | Status::Deferred | Status::Skipped) {
        acts.push("reopen");
    }
    if !one.past.is_empty() {
        acts.push("undo");
    }
    acts
}

#[cfg(test)]
mod tests {
    use super::{back_from, beside};
    use protocol::interview::{
        Negotiation, NegotiationRound, NegotiationStatus, Obligation, PastValue, Resolution, SessionStatus, Status, UserResponse,
    };
    use serde_json::{Value, json};

    #[test]
    fn only_what_makes_sense_is_offered() {
        let of = |status, session| beside(&Obligation { status, ..Obligation::default() }, session);
        assert_eq!(of(Status::Pending, SessionStatus::Active), ["defer", "skip"]);
        assert_eq!(of(Status::Satisfied, SessionStatus::Active), ["reopen"]);
        assert_eq!(of(Status::Pending, SessionStatus::Completed), Vec::<&str>::new());
    }

    fn settled(held: Value, past: &[Value], status: NegotiationStatus, ended: Option<(Resolution, Value)>) -> Obligation {
        let round = NegotiationRound {
            turn_number: 1,
            agent_proposal: json!("counter"),
            user_response: UserResponse::Modify,
            user_value: Some(json!("table")),
            agent_reasoning: String::new(),
            evidence: None,
        };
        let (resolution, final_value) = ended.unzip();
        let negotiation = Negotiation { status, rounds: vec![round], final_value, resolution, by_hand: true };
        let kept = |value: &Value| PastValue { value: value.clone(), ..past_value() };
        Obligation {
            value: Some(held),
            past: past.iter().map(kept).collect(),
            negotiation: Some(negotiation),
            ..Obligation::default()
        }
    }

    fn past_value() -> PastValue {
        serde_json::from_value(json!({"value": null, "confidence": 0.9})).expect("a value")
    }

    #[test]
    fn how_a_negotiation_ended_can_be_taken_back() {
        use NegotiationStatus::{Active, Deferred, Resolved};
        let (counter, table) = (json!("counter"), json!("table"));
        let changed = Some((Resolution::UserAccepted, table.clone()));
        let kept = Some((Resolution::AgentAccepted, counter.clone()));
        for (one, act) in [
            (settled(table.clone(), std::slice::from_ref(&counter), Resolved, changed.clone()), Some("undo")),
            (settled(json!("takeaway"), std::slice::from_ref(&table), Resolved, changed), None),
            (settled(counter.clone(), &[], Resolved, kept), Some("settle")),
            (settled(counter.clone(), &[], Deferred, None), Some("settle")),
            (settled(counter, &[], Active, None), None),
        ] {
            assert_eq!(back_from(&one), act, "{one:?}");
        }
    }
}
