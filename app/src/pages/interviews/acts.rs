//! What each button does, as commands. The same names serve the live page and its plain forms.

use protocol::{
    MessageId,
    interview::{Feedback, InterviewCommand, InterviewView, Obligation, Phase, Rating, Resolution, SessionStatus, Status},
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
        // Without a value the server takes the one that the resolution names: what was proposed, or what is held.
        "accept" => Some(InterviewCommand::ResolveNegotiation { key, resolution: Resolution::UserAccepted, final_value: None }),
        "keep" => Some(InterviewCommand::ResolveNegotiation { key, resolution: Resolution::AgentAccepted, final_value: None }),
        "later" => Some(InterviewCommand::DeferNegotiation { key }),
        "settle" => Some(InterviewCommand::StartNegotiation {
            key,
            value: one.negotiation.as_ref().and_then(|open| open.proposed()).cloned(),
            reason: None,
        }),
        _ => None,
    }
}

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
    use super::beside;
    use protocol::interview::{Obligation, SessionStatus, Status};

    #[test]
    fn only_what_makes_sense_is_offered() {
        let of = |status, session| beside(&Obligation { status, ..Obligation::default() }, session);
        assert_eq!(of(Status::Pending, SessionStatus::Active), ["defer", "skip"]);
        assert_eq!(of(Status::Satisfied, SessionStatus::Active), ["reopen"]);
        assert_eq!(of(Status::Pending, SessionStatus::Completed), Vec::<&str>::new());
    }
}
