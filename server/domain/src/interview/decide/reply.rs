//! What a reply must say, and the reply itself.

use super::{
    Effect, Streamed,
    beside::{explained, passed_over, read_back_again, unanswered},
    summary,
    understood::held,
};
use crate::{
    Refusal,
    interview::{
        Draft, HeardTurn, Next, ProposedReply, Remark, ReplyPlan, Took, listing,
        next::{ask_instead, next},
    },
};
use protocol::{
    MessageId,
    interview::{Asking, Author, Completeness, Engine, FellBack, InterviewEvent, Message, PendingQuestion, Source, Status},
    models::Task,
    research::ResearchTask,
};

/// What of this turn goes into the reply.
#[derive(Clone, Debug, Default)]
pub(super) struct ReplyParts {
    pub opening: bool,
    pub text: String,
    pub took: Vec<Took>,
    pub remarks: Vec<Remark>,
    /// Keys that are not asked again at once.
    pub avoid: Vec<String>,
    /// What the agent said so far, newest last.
    pub earlier: Vec<String>,
    pub history: Vec<HeardTurn>,
    /// The person wants to end, and may.
    pub finished: bool,
    /// The wish to end came beside something else: the end is offered.
    pub offers_end: bool,
    /// What to ask was decided before the interview was interrupted.
    pub resumed: bool,
    /// The person leaves it here for now.
    pub paused: bool,
    /// What the person turned to, in place of what would be asked.
    pub instead: Option<Next>,
    /// What the engine that understood the message would reply.
    pub proposed: Option<ProposedReply>,
}

impl ReplyParts {
    /// Whether what the person wanted leads to nothing but the next question.
    pub(super) const fn is_silent(&self) -> bool {
        !self.finished && !self.paused && self.instead.is_none()
    }
}

/// Decides what the reply ends with, records what it asks, and says what it must say.
pub(super) fn plan(draft: &mut Draft<'_>, mut said: ReplyParts) -> ReplyPlan {
    if said.resumed
        && let Some(next) = asked_already(draft)
    {
        return words(draft, said, next);
    }
    let next = match said.instead.take() {
        Some(next) if !said.finished && !said.paused => next,
        _ if said.finished || said.paused || asks_what_to_change(&said) => Next::Nothing,
        _ => choose(draft, &said),
    };
    if let Next::ReadBack { key, .. } = &next {
        said.remarks.extend(found(draft, key));
    }
    let waits_for = if next == Next::Nothing && !said.finished && !said.paused { still_open(draft, &mut said) } else { None };
    let asked = match &next {
        Next::Ask { key, .. } => Some((key, Asking::Question)),
        Next::ReadBack { key, .. } => Some((key, Asking::ReadBack)),
        Next::Settle { key, .. } => Some((key, Asking::Negotiation)),
        Next::Close { .. } | Next::Nothing => None,
    };
    if let Some((key, kind)) = asked
        && !(kind == Asking::Question && explained(draft, &said.remarks).is_some_and(|(of, _)| of == *key))
        && unanswered(draft, &said).is_none_or(|(of, counts)| counts || of != *key)
        && passed_over(draft, &said).is_none_or(|of| of.key != *key)
    {
        let pending = draft.view.obligation(key).is_some_and(|one| matches!(one.status, Status::Pending | Status::Deferred));
        if kind == Asking::Question && pending {
            draft.set_status(key, Status::InProgress, Some("asked"));
        }
        draft.push(InterviewEvent::Asked { key: key.clone(), kind });
    } else if let Some(message_id) = draft.view.replying.filter(|_| !draft.view.planned) {
        let offer = matches!(next, Next::Close { .. }) || asks_what_to_change(&said);
        // What changed and is not in a list is said in the same reply.
        let lists = matches!(next, Next::Close { .. });
        let again = asked.is_some();
        draft.push(InterviewEvent::ReplyPlanned { message_id, offer, lists, again, waits_for });
    }
    words(draft, said, next)
}

fn asks_what_to_change(said: &ReplyParts) -> bool {
    said.remarks.iter().any(|one| matches!(one, Remark::WhatToChange { .. }))
}

/// Where a value comes from that only research proposes.
fn found(draft: &Draft<'_>, key: &str) -> Option<Remark> {
    let one = draft.view.obligation(key).filter(|one| one.source == Some(Source::Research))?;
    let proposed = |task: &&ResearchTask| {
        let about = task.asked.obligation_key.as_deref() == Some(key);
        about && task.effect.as_ref().is_some_and(|effect| effect.value_seq == one.value_seq && effect.value.is_some())
    };
    let task = draft.view.research.iter().find(proposed)?;
    let cited = task.findings().iter().find(|finding| finding.value == one.value)?;
    Some(Remark::Found { key: key.to_owned(), quote: cited.quote.clone(), title: cited.source.title.clone() })
}

/// Nothing may be asked any more, yet it is not enough: silence would leave the person waiting. Gives what is still waited for.
fn still_open(draft: &Draft<'_>, said: &mut ReplyParts) -> Option<String> {
    let Completeness { blockers, required, .. } = &*draft.view.completeness;
    if blockers.is_empty() {
        return None;
    }
    let waited_for = draft.view.asked.as_ref().filter(|asked| required.missing.contains(&asked.key)).map(|asked| &asked.key);
    let waits_for = waited_for.or(required.missing.first()).cloned();
    let left = |remark: &Remark| matches!(remark, Remark::Deferred { key } | Remark::NotKnown { key, .. } | Remark::GivenUp { key } if Some(key) == waits_for.as_ref());
    if said.remarks.iter().any(left) && asked_before(draft) {
        // It was said what is needed, and it is left open: that is that.
        said.remarks.retain(|remark| !left(remark));
        said.remarks.push(Remark::Paused { missing: required.missing.clone() });
        return waits_for;
    }
    if !said.remarks.iter().any(|remark| matches!(remark, Remark::NotYet { .. })) {
        said.remarks.push(Remark::NotYet { blockers: blockers.clone() });
    }
    if !required.missing.is_empty() {
        said.remarks.push(Remark::AnyTime { keys: required.missing.clone() });
    }
    waits_for
}

/// Whether the reply before asked for nothing either, and waited for an answer all the same.
fn asked_before(draft: &Draft<'_>) -> bool {
    let waits = |asked: &PendingQuestion| {
        let one = draft.view.obligation(&asked.key);
        asked.kind == Asking::Question && one.is_some_and(|one| one.status == Status::Deferred)
    };
    draft.view.asked.as_ref().is_some_and(waits)
}

/// A question that was only asked about is asked again, and that is no further attempt. When nothing else is left, what
/// the person did not know at once may be tried in other words.
fn choose(draft: &Draft<'_>, said: &ReplyParts) -> Next {
    let chosen = next(&draft.view, &said.avoid);
    if matches!(chosen, Next::Settle { .. }) {
        return chosen;
    }
    let missing = &draft.view.completeness.required.missing;
    if said.remarks.iter().any(|remark| matches!(remark, Remark::NotYet { .. })) && !missing.is_empty() {
        // A person who wants to end is asked only for what is still required.
        let rest = draft.view.obligations.iter().map(|one| one.key.clone()).filter(|key| !missing.contains(key));
        let needed = next(&draft.view, &said.avoid.iter().cloned().chain(rest).collect::<Vec<_>>());
        if needed != Next::Nothing {
            return needed;
        }
        if let Some(doubtful) = held_back(draft, missing) {
            return doubtful;
        }
    }
    if said.offers_end {
        return close(draft);
    }
    if said.remarks.contains(&Remark::Repeated)
        && let Some(next) = said_last(draft)
    {
        return next;
    }
    let ends = |remark: &Remark| matches!(remark, Remark::Progress | Remark::Summary);
    if draft.view.completeness.can_complete()
        && (said.remarks.contains(&Remark::Progress) || draft.view.offered && said.remarks.iter().any(ends))
    {
        return close(draft);
    }
    if let Some((key, counts)) = unanswered(draft, said)
        && let Some(one) = draft.view.obligation(key)
    {
        let attempt = if counts { one.attempts + 1 } else { one.attempts.max(1) };
        return Next::Ask { key: key.to_owned(), attempt, following_up: None };
    }
    if let Some(again) = read_back_again(draft, said) {
        return again;
    }
    if let Some(one) = passed_over(draft, said).filter(|_| matches!(chosen, Next::Ask { .. })) {
        return Next::Ask { key: one.key.clone(), attempt: one.attempts.max(1), following_up: None };
    }
    if let Some((key, kind)) = explained(draft, &said.remarks)
        && let Some(one) = draft.view.obligation(key)
    {
        match (kind, &one.value) {
            (Asking::Question, _) => return Next::Ask { key: key.to_owned(), attempt: one.attempts.max(1), following_up: None },
            (Asking::ReadBack, Some(value)) => return Next::ReadBack { key: key.to_owned(), value: value.clone() },
            _ => {}
        }
    }
    if chosen != Next::Nothing {
        return follow_proposal(draft, said, &chosen).unwrap_or(chosen);
    }
    let unknown = |key: &String| {
        said.remarks.iter().any(|remark| {
            matches!(remark, Remark::NotKnown { key: of, given_up: false } | Remark::Researching { key: of } if of == key)
                || matches!(remark, Remark::ToldAlready { key: Some(of) } if of == key)
        })
    };
    let avoid: Vec<String> = said.avoid.iter().filter(|key| !unknown(key)).cloned().collect();
    next(&draft.view, &avoid)
}

/// Where a plain question comes next, whoever understood the message may name another one that is open.
fn follow_proposal(draft: &Draft<'_>, said: &ReplyParts, chosen: &Next) -> Option<Next> {
    let Next::Ask { key, following_up: None, .. } = chosen else { return None };
    let wanted = said.proposed.as_ref()?.ask.as_ref().filter(|wanted| *wanted != key)?;
    let ends = said.remarks.iter().any(|remark| matches!(remark, Remark::NotYet { .. }));
    let just_said = said.took.iter().any(|took| took.key == *wanted);
    if ends || just_said { None } else { ask_instead(&draft.view, &said.avoid, key, wanted) }
}

/// Whether a proposed reply leads to what the reply ends with. A value is read back, and the end offered, in words of the rules,
/// which may follow on any statement; a choice between two values is no moment for other words.
fn leads_to(proposed: &ProposedReply, next: &Next) -> bool {
    match next {
        Next::Ask { key, .. } => proposed.ask.as_ref() == Some(key),
        Next::Nothing => proposed.ask.is_none(),
        Next::ReadBack { .. } | Next::Close { .. } => true,
        Next::Settle { .. } => false,
    }
}

/// A required value that was never sure, to be read back to a person who wants to end.
fn held_back(draft: &Draft<'_>, missing: &[String]) -> Option<Next> {
    missing.iter().find_map(|key| {
        let one = draft.view.obligation(key).filter(|one| one.status == Status::Partial)?;
        Some(Next::ReadBack { key: key.clone(), value: one.value.clone()? })
    })
}

/// The offer to finish.
fn close(draft: &Draft<'_>) -> Next {
    Next::Close { left: listing::list_open(&draft.view), recap: listing::is_due(&draft.view) }
}

/// What the last reply ended with: a read-back, or the offer to finish. A question is repeated as any that was not answered.
fn said_last(draft: &Draft<'_>) -> Option<Next> {
    if draft.view.offered && draft.view.completeness.can_complete() {
        return Some(close(draft));
    }
    let asked = draft.view.asked.as_ref().filter(|asked| asked.kind == Asking::ReadBack && asked.turn + 1 >= draft.turn)?;
    let value = draft.view.obligation(&asked.key)?.value.clone()?;
    Some(Next::ReadBack { key: asked.key.clone(), value })
}

/// What this turn asks already, so that it is asked once.
pub(super) fn asked_already(draft: &Draft<'_>) -> Option<Next> {
    let asked = draft.view.asked.as_ref().filter(|asked| asked.turn == draft.turn)?;
    let one = draft.view.obligation(&asked.key)?;
    let key = asked.key.clone();
    Some(match asked.kind {
        Asking::Question => Next::Ask { key, attempt: one.attempts.max(1), following_up: None },
        Asking::ReadBack => Next::ReadBack { key, value: one.value.clone()? },
        Asking::Negotiation => {
            Next::Settle { key, was: one.value.clone()?, proposed: one.negotiation.as_ref()?.proposed().cloned() }
        }
    })
}

pub(super) fn words(draft: &Draft<'_>, said: ReplyParts, next: Next) -> ReplyPlan {
    let view = &draft.view;
    let proposed = said.proposed.filter(|one| leads_to(one, &next));
    ReplyPlan {
        tenant: draft.tenant,
        session: view.id,
        definition: view.definition.clone(),
        turn: draft.turn,
        phase: view.phase,
        entered: draft.entered,
        style: view.memory.conversation_style,
        preferences: view.memory.user_preferences.clone(),
        opening: said.opening,
        said: said.text,
        took: said.took,
        remarks: said.remarks,
        next,
        earlier: said.earlier,
        history: said.history,
        held: held(view),
        required: (view.completeness.required.satisfied, view.completeness.required.total),
        score: view.completeness.score,
        proposed,
    }
}

pub(super) fn replied(
    draft: &mut Draft<'_>,
    reply: MessageId,
    text: String,
    engine: Engine,
    fell_back: Option<&'static str>,
) -> Result<(), Refusal> {
    if draft.view.replying != Some(reply) {
        return Err(Refusal::conflict("this reply is not being written any more"));
    }
    let mut message = build_message(draft, reply, text, engine);
    if let Some(reason) = fell_back {
        let fell_back = FellBack { task: Task::Reply, reason: reason.to_owned() };
        message.fell_back.get_or_insert(fell_back);
    }
    let reworded = message.rewords.is_some();
    draft.push(InterviewEvent::MessageAdded { message });
    if !reworded {
        summary::of_a_range(draft);
    }
    Ok(())
}

/// Stops the reply under way. What was shown of it stays, marked as stopped; whether there was any.
pub(super) fn stop(draft: &mut Draft<'_>, reply: MessageId, streamed: Option<&Streamed>, effects: &mut Vec<Effect>) -> bool {
    let shown = streamed.filter(|streamed| streamed.reply == reply && !streamed.text.trim().is_empty());
    if let Some(Streamed { text, engine, .. }) = shown {
        let message = Message { stopped: true, ..build_message(draft, reply, text.clone(), engine.clone()) };
        draft.push(InterviewEvent::MessageAdded { message });
    }
    draft.push(InterviewEvent::ReplyStopped { message_id: reply });
    effects.push(Effect::Cancel { reply });
    shown.is_some()
}

fn build_message(draft: &Draft<'_>, id: MessageId, content: String, engine: Engine) -> Message {
    Message {
        id,
        role: Author::Agent,
        content,
        turn: draft.turn,
        created_at: draft.stamp.now,
        client_message_id: None,
        widget_key: None,
        engine: Some(engine),
        fell_back: draft.view.fell_back.clone(),
        stopped: false,
        imported: false,
        rewords: draft.view.rewording,
        wordings: Vec::new(),
        feedback: None,
        spoken: None,
    }
}
