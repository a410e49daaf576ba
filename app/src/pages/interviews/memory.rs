use super::room::Room;
use crate::erased::{Erase, Memo};
use crate::words::{self, known as text};
use leptos::prelude::*;
use protocol::interview::{Style, WorkingMemory};

/// What the interviewer keeps in mind, for the curious.
#[component]
pub(crate) fn Memory(room: Room) -> impl IntoView {
    let memory = Memo::new(move |_| room.with(|view| (*view.memory).clone()));
    let looked_over = move || {
        room.with(|view| {
            let one = view.reevaluated.as_ref()?;
            words::room::done_by(&one.engine, one.fell_back.as_deref())
        })
        .map(|by| view! { <p class="small quiet" data-testid="looked-over">{format!("{} {by}", text::LOOKED_OVER)}</p> })
    };
    view! {
        <details class="memory" data-testid="memory">
            <summary>{text::MEMORY}</summary>
            <p class="small quiet">{text::MEMORY_WHY}</p>
            {looked_over}
            {move || view! { <Contents room=room memory=memory.get() /> }}
        </details>
    }
    .erase()
}

#[component]
fn Contents(room: Room, memory: WorkingMemory) -> impl IntoView {
    let named = |key: &str| room.name(key);
    let topics: Vec<_> = memory.recent_topics.iter().map(|topic| named(topic)).collect();
    let follow_ups: Vec<_> = memory
        .pending_follow_ups
        .iter()
        .map(|one| {
            let when = one.scheduled_turn.map(|turn| format!(" ({})", text::not_before(turn))).unwrap_or_default();
            format!("{}: {}{when}", named(&one.obligation_key), one.reason)
        })
        .collect();
    let relations: Vec<_> = memory
        .inferred_relationships
        .iter()
        .map(|one| format!("{} → {}: {} {}", named(&one.from), named(&one.to), one.kind.replace('_', " "), one.confidence))
        .collect();
    let preferences: Vec<_> = memory
        .user_preferences
        .iter()
        .map(|(name, value)| format!("{}: {}", name.replace('_', " "), super::value::say(value, None)))
        .collect();
    let style = match memory.conversation_style {
        Style::Formal => text::FORMAL,
        Style::Casual => text::CASUAL,
    };
    let list = |name: &'static str, rows: Vec<String>| {
        let rows = if rows.is_empty() { vec![text::EMPTY.to_owned()] } else { rows };
        view! {
            <dt>{name}</dt>
            <dd>
                <ul>{rows.into_iter().map(|row| view! { <li dir="auto">{row}</li> }).collect_view()}</ul>
            </dd>
        }
    };
    view! {
        <dl>
            {list(text::TOPICS, topics)} {list(text::FOLLOW_UPS, follow_ups)} {list(text::RELATIONS, relations)}
            {list(text::PREFERENCES, preferences)} {list(text::STYLE, vec![style.to_owned()])}
        </dl>
    }
    .erase()
}
