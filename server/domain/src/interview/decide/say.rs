//! The person says something, or answers with a widget.

use super::{Effect, must_be_active, must_exist, reply, research, summary, understood};
use crate::{
    Refusal,
    interview::{
        Draft, Interview, MOST_GUEST_TURNS, Took,
        memory::{Signals, updated},
        reevaluate,
        value::{fitting, format_for_reading, same},
    },
};
use protocol::{
    Confidence, MessageId,
    interview::{
        Author, InterviewEvent, InterviewView, MESSAGE_LIMIT, Message, NegotiationStatus, Resolution, Source, WidgetAnswer,
    },
    voice::Spoken,
};
use serde_json::Value;

/// A widget's answer is as explicit as it gets, short of reading it back.
const BY_WIDGET: Confidence = Confidence::hundredths(98);
const CLIENT_ID_LIMIT: usize = 200;
const MESSAGES: usize = 5_000;

pub(super) fn say(
    draft: &mut Draft<'_>,
    interview: &Interview,
    text: String,
    client_message_id: Option<String>,
    widget: Option<WidgetAnswer>,
    spoken: Option<Spoken>,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    if let Some(id) = &client_message_id {
        if id.is_empty() || id.len() > CLIENT_ID_LIMIT {
            return Err(Refusal::invalid("clientMessageId", format!("clientMessageId has 1 to {CLIENT_ID_LIMIT} characters")));
        }
        let here = interview.view.messages.iter().map(|one| (one, true));
        let left = interview.view.branches.iter().flat_map(|branch| &branch.messages).map(|one| (one, false));
        if let Some((earlier, here)) = here.chain(left).find(|(one, _)| one.client_message_id.as_ref() == Some(id)) {
            let repeated = earlier.content == render_message(&text, widget.as_ref(), draft)
                && earlier.widget_key.as_deref() == widget.as_ref().map(|w| w.key.as_str())
                && (!here || widget.as_ref().is_none_or(|widget| was_taken(draft, widget)));
            // The same call again changes nothing; the caller gets the result of the first one.
            return if repeated { Ok(()) } else { Err(Refusal::conflict("this clientMessageId was used for another message")) };
        }
    }
    must_be_active(draft)?;
    if let Some(widget) = &widget {
        must_exist(draft, &widget.key)?;
    }
    if text.len() > MESSAGE_LIMIT {
        return Err(Refusal::too_large(format!(
            "a message has at most {MESSAGE_LIMIT} bytes of UTF-8, and this one has {}",
            text.len()
        )));
    }
    if text.trim().is_empty() && widget.is_none() {
        return Err(Refusal::invalid("message", "the message is empty"));
    }
    if draft.view.replying.is_some() {
        return Err(Refusal::conflict("a reply is being written: wait for it or stop it, then say this"));
    }
    room_for(&interview.view, 1)?;
    if interview.view.guest.is_some() && interview.view.turn_count >= MOST_GUEST_TURNS {
        return Err(Refusal::conflict(format!(
            "an interview by invitation has at most {MOST_GUEST_TURNS} answers: finish it, or ask the person who invited you"
        )));
    }
    let answer = widget.as_ref().map(|widget| widget_value(draft, widget)).transpose()?;

    // What a stopped reply ended.
    summary::of_a_range(draft);
    draft.turn = draft.view.turn_count + 1;
    let content = render_message(&text, widget.as_ref(), draft);
    let id = MessageId(draft.id());
    let message = Message {
        id,
        role: Author::User,
        content: content.clone(),
        turn: draft.turn,
        created_at: draft.stamp.now,
        client_message_id,
        widget_key: widget.as_ref().map(|widget| widget.key.clone()),
        engine: None,
        fell_back: None,
        stopped: false,
        imported: false,
        rewords: None,
        wordings: Vec::new(),
        feedback: None,
        spoken,
    };
    draft.push(InterviewEvent::MessageAdded { message });
    let reply = MessageId(draft.id());
    draft.push(InterviewEvent::ReplyStarted { message_id: reply, after: Vec::new(), rewords: None });
    match (widget, answer) {
        (Some(widget), Some(value)) => {
            let more = says_more(draft, &widget.key, &value, &text);
            let took = take_from_widget(draft, &widget.key, value);
            reevaluate::after_turn(draft, &interview.view);
            if more {
                // The value is taken; the rest of the message is understood before the reply.
                draft.recompute();
                effects.push(Effect::Understand { reply });
                return Ok(());
            }
            let signals = Signals { topics: vec![widget.key.clone()], ..Signals::default() };
            let memory = updated(&draft.view, signals);
            if memory != *draft.view.memory {
                draft.keep_in_mind(memory);
            }
            let before = &interview.view.messages;
            let (earlier, history) = (understood::earlier(before), understood::history_before(before, before.len()));
            let mut said =
                reply::ReplyParts { text: content, took: vec![took], earlier, history, ..reply::ReplyParts::default() };
            understood::give_up(draft, &mut said);
            draft.recompute();
            research::by_itself(draft, &interview.view, &[]);
            let plan = reply::plan(draft, said);
            effects.push(Effect::Reply { reply, plan: Box::new(plan) });
        }
        _ => effects.push(Effect::Understand { reply }),
    }
    Ok(())
}

/// More than anybody reads; what was left behind counts as well.
pub(super) fn room_for(view: &InterviewView, more: usize) -> Result<(), Refusal> {
    let had = view.messages.len() + view.branches.iter().map(|branch| branch.messages.len()).sum::<usize>();
    if had + more <= MESSAGES {
        return Ok(());
    }
    Err(Refusal::conflict(format!(
        "an interview has at most {MESSAGES} messages, and this one has {had} already: finish it and begin another"
    )))
}

/// Whether the text says anything that the widget's value does not say.
fn says_more(draft: &Draft<'_>, key: &str, value: &Value, text: &str) -> bool {
    let Some(template) = draft.view.template(key) else { return false };
    let known: Vec<String> = words(&format_for_reading(template, value)).chain(words(&value.to_string())).collect();
    words(text).any(|word| !known.contains(&word))
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether this value is or was the obligation's; the message itself keeps only its words.
fn was_taken(draft: &Draft<'_>, widget: &WidgetAnswer) -> bool {
    let Ok(value) = widget_value(draft, widget) else { return false };
    draft
        .view
        .obligation(&widget.key)
        .is_some_and(|one| one.value.iter().chain(one.past.iter().map(|past| &past.value)).any(|known| same(known, &value)))
}

/// The words of the message: the text as it was typed, or the widget's value in words.
fn render_message(text: &str, widget: Option<&WidgetAnswer>, draft: &Draft<'_>) -> String {
    match widget {
        Some(widget) if text.trim().is_empty() => draft
            .view
            .template(&widget.key)
            .map_or_else(|| widget.value.to_string(), |template| format_for_reading(template, &widget.value)),
        _ => text.to_owned(),
    }
}

fn widget_value(draft: &Draft<'_>, widget: &WidgetAnswer) -> Result<Value, Refusal> {
    let template =
        draft.view.template(&widget.key).ok_or_else(|| Refusal::unknown(format!("there is nothing called {}", widget.key)))?;
    fitting(template, &widget.value).map_err(|mut refusal| {
        refusal.faults.iter_mut().for_each(|fault| fault.field = "widget.value".into());
        refusal
    })
}

/// A widget's answer is taken at once, also against a held value and in an open negotiation: it was chosen by hand.
fn take_from_widget(draft: &mut Draft<'_>, key: &str, value: Value) -> Took {
    let previous = draft.view.obligation(key).and_then(|one| one.value.clone()).filter(|held| !same(held, &value));
    draft.take(key, value.clone(), BY_WIDGET, Source::Widget, None);
    if let Some(mut negotiation) =
        draft.view.obligation(key).and_then(|one| one.negotiation.clone()).filter(|one| one.status != NegotiationStatus::Resolved)
    {
        negotiation.status = NegotiationStatus::Resolved;
        negotiation.final_value = Some(value.clone());
        negotiation.resolution = Some(Resolution::UserAccepted);
        draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
    }
    Took { key: key.to_owned(), value, previous, confidence: BY_WIDGET, quote: None }
}
