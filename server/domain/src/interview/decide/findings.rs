//! Which of an engine's findings are taken, and how: at once, or as a proposal against what is held.

use super::{negotiation, reply::ReplyParts, unread::Unread};
use crate::{
    interview::{
        Draft, Finding, Manner, Move, Quote, Took,
        memory::{PASSED_OVER, Signals},
        obligation::AGREED,
        value::{fitting, is_within_bounds, normalize, refines, same},
    },
    voice,
};
use protocol::{
    Band, Confidence,
    interview::{
        Asking, Evidence, FollowUp, InterviewEvent, Message, Negotiation, NegotiationRound, NegotiationStatus, Obligation,
        PendingQuestion, Resolution, Source, Status, UserResponse, WidgetType,
    },
};
use serde_json::{Value, json};

/// A finding whose quote stands where it says and whose value fits.
pub(super) struct Sound {
    pub key: String,
    pub value: Value,
    pub confidence: Confidence,
    pub manner: Manner,
    pub evidence: Evidence,
}

/// Why a doubtful contradiction is asked about.
const DOUBTFUL: &str = "said otherwise before; now without being sure";

/// Drops what cannot be: unknown keys, quotes that are not in the turn they name, values that do not fit.
/// One message gives one value for one obligation: the surest, among equals the last.
pub(super) fn sound(draft: &Draft<'_>, findings: Vec<Finding>, unread: &Unread<'_>, history: &[&Message]) -> Vec<Sound> {
    let mut kept: Vec<Sound> = Vec::new();
    for finding in fitting_findings(draft, findings, unread, history) {
        match kept.iter_mut().find(|one| one.key == finding.key) {
            Some(one) if finding.confidence >= one.confidence => *one = finding,
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    kept
}

/// What was answered with a number beyond the bounds of its question.
pub(super) fn out_of_bounds(draft: &Draft<'_>, findings: &[Finding]) -> Vec<String> {
    let is_beyond = |finding: &&Finding| {
        let template = draft.view.template(&finding.key).filter(|_| finding.manner != Manner::Implied);
        let is_within = |value: &Value| template.is_none_or(|template| is_within_bounds(template, value));
        template.and_then(|template| normalize(template, &finding.value).ok()).is_some_and(|value| !is_within(&value))
    };
    let mut keys: Vec<String> = findings.iter().filter(is_beyond).map(|finding| finding.key.clone()).collect();
    keys.dedup();
    keys
}

fn fitting_findings(draft: &Draft<'_>, findings: Vec<Finding>, unread: &Unread<'_>, history: &[&Message]) -> Vec<Sound> {
    findings
        .into_iter()
        .filter_map(|finding| {
            let template = draft.view.template(&finding.key)?;
            let value = match (&finding.value, template.widget_type) {
                // Words from which no day follows are kept as words.
                (Value::String(words), WidgetType::Date) if !crate::interview::value::is_day(words) => json!({"text": words}),
                (value, _) => value.clone(),
            };
            let value = fitting(template, &value).ok()?;
            let Quote { turn, start, end } = finding.quote;
            let (said_in, start, end) = match turn {
                None => unread.locate(start, end)?,
                Some(index) => (history.get(index).copied()?, start, end),
            };
            let quote = said_in.content.get(start..end).filter(|quote| !quote.trim().is_empty())?;
            let evidence = Evidence {
                message_id: said_in.id,
                turn: unread.newest().turn,
                quote: quote.to_owned(),
                start: u32::try_from(start).ok()?,
                end: u32::try_from(end).ok()?,
                spoken: said_in.spoken.is_some(),
            };
            let confidence = said_in.spoken.map_or(finding.confidence, |spoken| finding.confidence.min(voice::most(spoken)));
            Some(Sound { key: finding.key, value, confidence, manner: finding.manner, evidence })
        })
        .collect()
}

pub(super) fn take(
    draft: &mut Draft<'_>,
    findings: Vec<Sound>,
    asked: Option<&PendingQuestion>,
    moves: &[Move],
    said: &mut ReplyParts,
    signals: &mut Signals,
) {
    for mut finding in findings {
        signals.topics.push(finding.key.clone());
        if agrees_in_doubt(draft, &finding, asked, moves) {
            finding.confidence = finding.confidence.max(AGREED);
        } else if matches!(finding.manner, Manner::Hedged | Manner::Vague) {
            signals.follow_ups.push(follow_up(draft, &finding));
        }
        one(draft, finding, asked, moves, said);
    }
}

/// "I think so", to a value that was read back: one read-back of a value is enough.
fn agrees_in_doubt(draft: &Draft<'_>, finding: &Sound, pending: Option<&PendingQuestion>, moves: &[Move]) -> bool {
    let read_back = pending.is_some_and(|one| one.key == finding.key && one.kind == Asking::ReadBack);
    let held = draft.view.obligation(&finding.key).and_then(|one| one.value.as_ref());
    let rejected = moves.iter().any(|one| matches!(one, Move::Reject { .. }));
    read_back && finding.manner == Manner::Hedged && !rejected && held.is_some_and(|held| same(held, &finding.value))
}

fn one(draft: &mut Draft<'_>, finding: Sound, asked: Option<&PendingQuestion>, moves: &[Move], said: &mut ReplyParts) {
    let Some(held) = draft.view.obligation(&finding.key) else { return };
    let read_back = asked.is_some_and(|asked| asked.key == finding.key && asked.kind == Asking::ReadBack);
    let rejected = moves.iter().any(|one| matches!(one, Move::Reject { .. }));
    let previous = held.value.clone().filter(|value| !same(value, &finding.value));
    let firm = held.status == Status::Satisfied || held.confidence.band() >= Band::High;
    let overruled = moves.contains(&Move::Overrule { key: finding.key.clone() });
    let corrected =
        overruled || finding.manner == Manner::Corrected || moves.contains(&Move::Correct { key: finding.key.clone() });
    // Everything was read back just now, and this was not right.
    let sure = finding.confidence.band() >= Band::High;
    let denied = draft.view.recapped.is_some_and(|turn| rejected || turn + 1 < draft.turn);
    let recapped = sure && asked.is_none() && draft.view.offered && denied;
    let settles = read_back || overruled || recapped;
    if held.negotiation.as_ref().is_some_and(Negotiation::is_active) {
        return in_negotiation(draft, finding, said);
    }
    match previous {
        Some(was) if firm && !settles && !refines(&was, &finding.value) => {
            let weak = finding.confidence.band() < Band::High && !corrected;
            match (weak, finding.manner) {
                (false, _) => propose(draft, &finding, was, "said otherwise before"),
                // What merely follows from other words is no reason to doubt what was said outright.
                (true, Manner::Implied) => {}
                (true, _) => propose(draft, &finding, was, DOUBTFUL),
            }
        }
        previous => {
            let taken = Took {
                key: finding.key.clone(),
                value: finding.value.clone(),
                previous: previous.clone(),
                confidence: finding.confidence,
                quote: Some(finding.evidence.quote.clone()),
            };
            if let Some(was) = &previous
                && (corrected || (settles && rejected))
            {
                settled_at_once(draft, &finding, was);
            }
            draft.take(&finding.key, finding.value, finding.confidence, Source::Message, Some(finding.evidence));
            said.took.push(taken);
        }
    }
}

/// A firm value is not overwritten by a sentence: *was → proposed*, and the person settles it.
fn propose(draft: &mut Draft<'_>, finding: &Sound, was: Value, reasoning: &str) {
    let mut negotiation = reopened(draft, &finding.key);
    negotiation.rounds.push(round(draft, finding, was, UserResponse::Modify, reasoning));
    draft.push(InterviewEvent::Negotiated { key: finding.key.clone(), negotiation });
}

/// Whether the newest word in it was said without being sure.
pub(super) fn is_doubtful(negotiation: &Negotiation) -> bool {
    negotiation.rounds.last().is_some_and(|round| round.agent_reasoning == DOUBTFUL)
}

/// The correction of a value that was just read back needs no further question (seed 000, Negotiation State, Example).
fn settled_at_once(draft: &mut Draft<'_>, finding: &Sound, was: &Value) {
    let mut negotiation = reopened(draft, &finding.key);
    negotiation.rounds.push(round(draft, finding, was.clone(), UserResponse::Reject, "corrected when it was read back"));
    negotiation.status = NegotiationStatus::Resolved;
    negotiation.final_value = Some(finding.value.clone());
    negotiation.resolution = Some(Resolution::UserAccepted);
    draft.push(InterviewEvent::Negotiated { key: finding.key.clone(), negotiation });
}

/// A value said while its negotiation is open settles it: the held one, the proposed one, or a third.
fn in_negotiation(draft: &mut Draft<'_>, finding: Sound, said: &mut ReplyParts) {
    let Some(one) = draft.view.obligation(&finding.key) else { return };
    let Some(mut open) = one.negotiation.clone() else { return };
    let is = |value: Option<&Value>| value.is_some_and(|value| same(value, &finding.value));
    let resolution = if is(one.value.as_ref()) {
        Resolution::AgentAccepted
    } else if is(open.proposed()) || open.proposed().is_none() {
        Resolution::UserAccepted
    } else {
        Resolution::Compromise
    };
    let was = one.value.clone().unwrap_or(Value::Null);
    let third = resolution == Resolution::Compromise;
    let new = third || open.proposed().is_none() && resolution == Resolution::UserAccepted;
    if third && finding.evidence.spoken || new && finding.confidence.band() < Band::High {
        // A third value that may have been misheard, or was not said for sure, is asked about like the second.
        return propose(draft, &finding, was, "said otherwise once more");
    }
    let response = if resolution == Resolution::AgentAccepted { UserResponse::Accept } else { UserResponse::Modify };
    open.rounds.push(round(draft, &finding, was, response, "settled in words"));
    negotiation::settle(draft, &finding.key, open, resolution, finding.value.clone(), Some(finding.evidence));
    said.remarks.push(crate::interview::Remark::Settled { key: finding.key, value: finding.value });
}

fn round(draft: &Draft<'_>, finding: &Sound, was: Value, response: UserResponse, reasoning: &str) -> NegotiationRound {
    NegotiationRound {
        turn_number: draft.turn,
        agent_proposal: was,
        user_response: response,
        user_value: Some(finding.value.clone()),
        agent_reasoning: reasoning.to_owned(),
        evidence: Some(finding.evidence.clone()),
    }
}

/// The obligation's negotiation opened again with its newest rounds; every event carries all of them.
pub(super) fn reopened(draft: &Draft<'_>, key: &str) -> Negotiation {
    let held = draft.view.obligation(key).and_then(|one| one.negotiation.as_ref());
    let rounds = held.map_or(&[][..], |one| &one.rounds[one.rounds.len().saturating_sub(negotiation::ROUNDS - 1)..]);
    Negotiation {
        status: NegotiationStatus::Active,
        rounds: rounds.to_vec(),
        final_value: None,
        resolution: None,
        by_hand: false,
    }
}

/// Each value that was spoken is read back: one at the end of this reply, the others in the turns after it.
pub(super) fn read_back_later(draft: &Draft<'_>, signals: &mut Signals) {
    let spoken = |one: &&Obligation| {
        let in_this_turn = |evidence: &Evidence| evidence.spoken && evidence.turn == draft.turn;
        one.status == Status::Partial && one.evidence.as_ref().is_some_and(in_this_turn)
    };
    let now = usize::from(draft.view.open_negotiation().is_none());
    for one in draft.view.obligations.iter().filter(spoken).skip(now) {
        signals.follow_ups.push(FollowUp {
            obligation_key: one.key.clone(),
            reason: PASSED_OVER.to_owned(),
            priority: draft.view.template(&one.key).map_or(5, |template| template.priority),
            scheduled_turn: Some(draft.turn + 1),
        });
    }
}

fn follow_up(draft: &Draft<'_>, finding: &Sound) -> FollowUp {
    let quote: String = finding.evidence.quote.chars().take(80).collect();
    FollowUp {
        obligation_key: finding.key.clone(),
        reason: format!("you said “{quote}”, without being sure"),
        priority: draft.view.template(&finding.key).map_or(5, |template| template.priority),
        scheduled_turn: Some(draft.turn + 4),
    }
}
