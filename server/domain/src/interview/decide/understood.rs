//! An engine understood a message: what is taken of it, and what the reply must say.

use super::{
    Effect, again, beside,
    findings::{self, Sound},
    moves, negotiation, reply, research,
    unread::Unread,
};
use crate::{
    Refusal,
    interview::{
        Draft, Heard, HeardTurn, Held, Interview, Manner, Move, Remark, ReplyPlan, Took, Understanding, listing,
        memory::{PASSED_OVER, Signals, updated},
        next::rank,
        reevaluate,
    },
};
use protocol::{
    MessageId, Timestamp,
    interview::{
        Asking, Author, FellBack, FollowUp, InterviewEvent, InterviewView, Message, Obligation, PendingQuestion, Speaker, Status,
    },
    models::Task,
};

/// Every so many turns all answers are reassessed.
const REASSESSED: u32 = 5;
/// A read-back that was passed over is not repeated in the very next turn.
const AGAIN: u32 = 2;

/// How the reason begins for which a question is asked no more by itself.
pub(super) const GIVEN_UP: &str = "asked ";

/// Builds the input from which an engine understands the person's newest message, and what was left unread before it; `None` where there is no message yet.
#[must_use]
pub fn build_engine_input(interview: &Interview, now: Timestamp) -> Option<Heard> {
    let view = &interview.view;
    let unread = Unread::of_view(view)?;
    let history = earlier_messages(&view.messages, &unread).into_iter().filter_map(turn).collect();
    Some(Heard {
        tenant: interview.tenant,
        session: view.id,
        definition: view.definition.clone(),
        held: held(view),
        asked: waited_for(view, unread.oldest().turn).map(|asked| (asked.key.clone(), asked.kind)),
        history,
        text: unread.text(),
        memory: (*view.memory).clone(),
        today: now.date(),
        imported: false,
        ranked: rank(view, Heard::RANKED),
    })
}

/// What was said before that, newest last; no more than an engine reads.
fn earlier_messages<'a>(messages: &'a [Message], unread: &Unread<'_>) -> Vec<&'a Message> {
    let before = messages[..unread.at].iter().filter(|one| one.role != Author::System && !unread.contains(one.id));
    let mut newest: Vec<&Message> = before.rev().take(Heard::HISTORY).collect();
    newest.reverse();
    newest
}

/// What the agent's last message waits for. A read-back or a choice between two values is over when the next message
/// does not take it up; a question stays until it is answered, put off or replaced by another.
fn waited_for(view: &InterviewView, turn: u32) -> Option<&PendingQuestion> {
    view.asked.as_ref().filter(|asked| asked.kind == Asking::Question || asked.turn + 1 >= turn)
}

fn turn(message: &Message) -> Option<HeardTurn> {
    let speaker = match message.role {
        Author::User => Speaker::User,
        Author::Agent => Speaker::Agent,
        Author::System => return None,
    };
    Some(HeardTurn { id: message.id, speaker, text: message.content.clone() })
}

pub(in crate::interview) fn held(view: &InterviewView) -> Vec<Held> {
    view.obligations
        .iter()
        .map(|one| Held {
            key: one.key.clone(),
            status: one.status,
            value: one.value.clone(),
            confidence: one.confidence,
            turn: one.evidence.as_ref().map(|evidence| evidence.turn),
            value_seq: one.value_seq,
            proposed: one.negotiation.as_ref().filter(|one| one.is_active()).and_then(|one| one.proposed().cloned()),
        })
        .collect()
}

pub(super) fn understood(
    draft: &mut Draft<'_>,
    interview: &Interview,
    reply: MessageId,
    understanding: Understanding,
    fell_back: Option<&'static str>,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    if draft.view.replying != Some(reply) {
        return Err(Refusal::conflict("this reply is not being written any more"));
    }
    let messages = &interview.view.messages;
    let Some(unread) = Unread::of_view(&interview.view) else {
        return Err(Refusal::conflict("there is no message to understand"));
    };
    let message = unread.newest();
    draft.turn = message.turn;
    if let Some(reason) = fell_back {
        let fell_back = FellBack { task: Task::Understand, reason: reason.to_owned() };
        draft.push(InterviewEvent::FellBack { message_id: reply, fell_back });
    }
    let asked = waited_for(&draft.view, unread.oldest().turn).cloned();
    // The widget's answer is kept; the words beside it are about everything else.
    let widget = message.widget_key.as_deref();
    let understanding = beside_widget(understanding, widget);
    let offered_to_finish = draft.view.offered && widget.is_none() && understanding.findings.is_empty();
    let mut said = reply::ReplyParts {
        text: unread.text(),
        earlier: earlier(messages),
        history: history_before(messages, unread.at),
        proposed: understanding.proposed,
        ..reply::ReplyParts::default()
    };
    let mut signals = Signals { style: understanding.style, preferences: understanding.preferences, ..Signals::default() };

    let mut beyond = findings::out_of_bounds(draft, &understanding.findings);
    let sound = findings::sound(draft, understanding.findings, &unread, &earlier_messages(messages, &unread));
    beyond.retain(|key| sound.iter().all(|one| one.key != *key));
    let moves = moves::distinct(understanding.moves);
    let vague: Vec<String> = sound.iter().filter(|one| one.manner == Manner::Vague).map(|one| one.key.clone()).collect();
    if let Some(one) = widget.and_then(|key| draft.view.obligation(key)) {
        signals.topics.push(one.key.clone());
        said.took.extend(one.value.clone().map(|value| Took {
            key: one.key.clone(),
            value,
            previous: None,
            confidence: one.confidence,
            quote: None,
        }));
    }
    let read_back = asked.as_ref().filter(|asked| asked.kind == Asking::ReadBack);
    let passed_over = read_back.is_some_and(|asked| is_passed_over(asked, &sound, &moves));
    let gives_values = widget.is_some() || !sound.is_empty();
    findings::take(draft, sound, asked.as_ref(), &moves, &mut said, &mut signals);
    said.remarks.extend(beyond.into_iter().map(|key| Remark::OutOfBounds { key }));
    moves::follow(draft, &moves, asked.as_ref(), &mut said, &mut signals);
    if offered_to_finish && moves.contains(&Move::Accept { key: None }) {
        said.finished = true;
        // A "yes" to "shall I sum up?"; what the message before read back needs no second time.
        if !listing::was_just_read_back(&draft.view, draft.turn) {
            said.remarks.push(Remark::Summary);
        }
    }
    if let Some(asked) = read_back {
        read_back_again(draft, &asked.key, passed_over, &mut signals);
    }
    unsettled(draft, asked.as_ref(), &mut said);
    reevaluate::after_turn(draft, &interview.view);
    give_up(draft, &mut said);
    let nothing_changed = draft.len() == usize::from(fell_back.is_some());
    if said.took.is_empty() && said.remarks.is_empty() && said.is_silent() && nothing_changed {
        said.remarks.push(Remark::NotUnderstood);
    }

    findings::read_back_later(draft, &mut signals);
    let memory = updated(&draft.view, signals);
    if memory != *draft.view.memory {
        draft.keep_in_mind(memory);
    }
    if draft.turn.is_multiple_of(REASSESSED) {
        reevaluate::periodic(draft);
        again::look(draft, effects);
    }
    draft.recompute();
    research::by_itself(draft, &interview.view, &vague);
    if said.finished {
        said.offers_end = gives_values || moves.iter().any(moves::changes_values);
        moves::finish(draft, &mut said);
    }
    if said.paused {
        moves::pause(draft, &mut said);
    }
    let plan = reply::plan(draft, said);
    effects.push(Effect::Reply { reply, plan: Box::new(plan) });
    Ok(())
}

/// What was understood of the words beside a widget's answer, without what is about that answer.
fn beside_widget(mut understanding: Understanding, widget: Option<&str>) -> Understanding {
    if let Some(key) = widget {
        understanding.findings.retain(|finding| finding.key != key);
        understanding
            .moves
            .retain(|one| !matches!(one, Move::GoBack { .. } | Move::Undo | Move::TakeUp) && one.key() != Some(key));
    }
    understanding
}

/// Whether a message says nothing about the value that was read back.
fn is_passed_over(asked: &PendingQuestion, sound: &[Sound], moves: &[Move]) -> bool {
    let about = |one: &Move| match one.key() {
        Some(key) => key == asked.key,
        None => one.is_about_something(),
    };
    sound.iter().all(|finding| finding.key != asked.key) && !moves.iter().any(about)
}

/// A value read back of which the person spoke of something else is read back once more, a little later.
fn read_back_again(draft: &Draft<'_>, key: &str, passed_over: bool, signals: &mut Signals) {
    let again = |one: &FollowUp| one.obligation_key == key && one.reason == PASSED_OVER;
    let once = draft.view.memory.pending_follow_ups.iter().any(again);
    if passed_over && !once && draft.view.obligation(key).is_some_and(|one| one.status == Status::Partial) {
        signals.follow_ups.push(FollowUp {
            obligation_key: key.to_owned(),
            reason: PASSED_OVER.to_owned(),
            priority: draft.view.template(key).map_or(5, |template| template.priority),
            scheduled_turn: Some(draft.turn + AGAIN),
        });
    } else {
        signals.taken_up.push(key.to_owned());
    }
}

/// Two values that the person does not choose between, asked as often as a question may be: the held one stays for now.
fn unsettled(draft: &mut Draft<'_>, asked: Option<&PendingQuestion>, said: &mut reply::ReplyParts) {
    let Some(PendingQuestion { key, kind: Asking::Negotiation, .. }) = asked else { return };
    let (Some(one), Some(template)) = (draft.view.obligation(key), draft.view.template(key)) else { return };
    let Some(open) = one.negotiation.clone().filter(protocol::interview::Negotiation::is_active) else { return };
    let since = open.rounds.last().map_or(0, |round| draft.turn.saturating_sub(round.turn_number));
    // What was said against it without being sure is asked about once.
    let most = if findings::is_doubtful(&open) { 1 } else { template.attempts_allowed() };
    // Who tells something else instead is asked once more.
    let tells = said.took.iter().any(|took| took.quote.is_some()) && said.took.iter().all(|took| took.key != *key);
    let most = most + u32::from(tells);
    // A person who asks something about it first has not left it.
    if since >= most && !beside::asks_back(&said.remarks) {
        negotiation::put_off(draft, key, open);
        said.remarks.push(Remark::NegotiationDeferred { key: key.clone() });
    }
}

/// Asked as often as it may be and still without a good answer: it is put off with a reason and never asked again by itself.
pub(super) fn give_up(draft: &mut Draft<'_>, said: &mut reply::ReplyParts) {
    let asks = beside::asks_back(&said.remarks);
    // A person who said something else has not failed to answer.
    let passed = beside::passed_over(draft, said).map(|one| one.key.clone());
    let exhausted = |one: &&Obligation| {
        one.status == Status::InProgress
            && passed.as_ref() != Some(&one.key)
            && draft.view.template(&one.key).is_some_and(|template| one.attempts >= template.attempts_allowed())
            && !(asks && draft.view.asked.as_ref().is_some_and(|asked| asked.key == one.key))
    };
    let keys: Vec<(String, u32)> =
        draft.view.obligations.iter().filter(exhausted).map(|one| (one.key.clone(), one.attempts)).collect();
    for (key, times) in keys {
        let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
        draft.set_status(&key, Status::Deferred, Some(&format!("{GIVEN_UP}{times} without an answer")));
        let known = said.remarks.iter_mut().find(|remark| matches!(remark, Remark::NotKnown { key: of, .. } if *of == key));
        match known {
            Some(Remark::NotKnown { given_up, .. }) => *given_up = true,
            _ if said.took.iter().any(|took| took.key == key) => {}
            _ => said.remarks.push(Remark::GivenUp { key: key.clone() }),
        }
        said.avoid.push(key);
    }
}

/// The conversation before a message, newest last.
pub(super) fn history_before(messages: &[Message], at: usize) -> Vec<HeardTurn> {
    let mut turns: Vec<HeardTurn> = messages[..at].iter().rev().filter_map(turn).take(ReplyPlan::HISTORY).collect();
    turns.reverse();
    turns
}

/// What the agent said, newest last; what was worded anew in all its wordings.
pub(super) fn earlier(messages: &[Message]) -> Vec<String> {
    let agent = messages.iter().rev().filter(|one| one.role == Author::Agent);
    let all = agent.flat_map(|one| std::iter::once(one).chain(one.wordings.iter().rev())).map(|one| one.content.clone());
    let mut earlier: Vec<String> = all.take(ReplyPlan::EARLIER).collect();
    earlier.reverse();
    earlier
}
