use super::{
    chip::Took,
    listed::find_listed,
    marks::{Mark, pieces},
    negotiation::SettledHere,
    outbox::{Sending as State, Unsent},
    recap::{Recap, recap_list},
    room::{REWRITE, Room, known_id, message_id, words_id},
    threads::{Acts, Comment, Edit, Threads, Versions},
};
use crate::{
    erased::{Erase, Memo},
    parts::When,
    words::{composer, room as text},
};
use leptos::prelude::*;
use protocol::{
    MessageId,
    interview::{Author, Engine},
};
use std::{collections::HashMap, ops::Range};

/// One message with the words marked that values came from. Its text never changes; its marks do.
#[component]
pub(crate) fn Said(room: Room, id: MessageId, marks: Memo<HashMap<MessageId, Vec<Mark>>>, threads: Threads) -> impl IntoView {
    let Some(message) = room.peek(|view| view.messages.iter().find(|said| said.id == id).cloned()) else {
        return ().erase();
    };
    let mine = Memo::new(move |_| marks.with(|marks| marks.get(&id).cloned().unwrap_or_default()));
    let (class, who, testid) = match message.role {
        Author::User => ("turn user", text::YOU, "message-user"),
        Author::Agent => ("turn agent", text::AGENT, "message-agent"),
        Author::System => ("turn system", text::NOTE, "message-system"),
    };
    let may_act = room.may_change && !message.imported && message.role != Author::System;
    let rewrite = may_act && message.role == Author::User && room.wants(REWRITE, &id.to_string());
    let (editing, commenting) = (RwSignal::new(rewrite), RwSignal::new(false));
    let (content, edited) = (message.content.clone(), message.content.clone());
    let (role, wordings) = (message.role, message.wordings.clone());
    let by_agent = role == Author::Agent;
    let recap = if by_agent { room.peek(|view| Recap::read(view, &content)) } else { None };
    let options = if by_agent { room.peek(|view| cut(&content, find_listed(view, &content)?)) } else { None };
    let marked = move || {
        mine.with(|marks| pieces(&content, marks))
            .into_iter()
            .map(|piece| match piece.key {
                None => piece.text.erase(),
                Some(key) => view! { <MarkedWords room=room key=key words=piece.text /> }.erase(),
            })
            .collect_view()
    };
    let shown = match (recap, options) {
        (Some(Recap { before, lines, after }), _) => {
            let after = (!after.is_empty()).then_some(after);
            view! { {before} {recap_list(room, id, lines)} {after} }.erase()
        }
        (None, Some([before, options, after])) => view! { {before} <span class="listed">{options}</span> {after} }.erase(),
        (None, None) => marked.erase(),
    };
    let engine = message.engine.as_ref().map(|engine| match engine {
        Engine::BuiltIn => text::BUILT_IN.to_owned(),
        Engine::Model(name) => text::model(name),
    });
    // Said once: where it goes on, the line below the answer field says it.
    let fell_back = message.fell_back.clone().filter(|fell_back| {
        let before = room.peek(|view| {
            let earlier = view.messages.iter().rev().skip_while(|said| said.id != id).skip(1);
            earlier.into_iter().find(|said| said.role == Author::Agent).and_then(|said| said.fell_back.clone())
        });
        before.is_none_or(|before| before.reason != fell_back.reason)
    });
    let fell_back = fell_back.map(|fell_back| {
        view! {
            <p class="turn-meta" data-testid="fell-back">
                {text::fell_back(&fell_back.reason)}
            </p>
        }
    });
    let meta = view! {
        <div class="turn-meta">
            {may_act
                .then(|| {
                    view! { <Acts room=room threads=threads id=id role=role editing=editing commenting=commenting /> }
                })}
            <When at=message.created_at />
            {engine.map(|engine| view! { <span>{engine}</span> })}
            {message.stopped.then(|| view! { <span class="chip">{text::STOPPED}</span> })}
            {message.spoken.map(|_| view! { <span class="chip">{text::SPOKEN}</span> })}
            {message.imported.then(|| view! { <span class="chip">{text::IMPORTED}</span> })}
        </div>
    };
    view! {
        <article id=message_id(id) class=class tabindex="-1" data-testid=testid data-turn=message.turn.to_string()>
            <span class="hidden">{who}</span>
            <div class="words" dir="auto" hidden=move || editing.get()>
                {shown}
            </div>
            {move || editing.get().then(|| view! { <Edit room=room id=id content=edited.clone() editing=editing /> })}
            <Took room=room message=id marks=mine />
            {(role == Author::Agent).then(|| view! { <Comment room=room threads=threads id=id commenting=commenting /> })}
            <Versions room=room threads=threads id=id wordings=wordings />
            {meta}
            {fell_back}
        </article>
        <SettledHere room=room message=id />
    }
    .erase()
}

/// A text before, in and after a part of it.
fn cut(text: &str, part: Range<usize>) -> Option<[String; 3]> {
    let pieces = [text.get(..part.start)?, text.get(part.clone())?, text.get(part.end..)?];
    Some(pieces.map(str::to_owned))
}

/// Words that a value came from, leading to it.
#[component]
fn MarkedWords(room: Room, key: String, words: String) -> impl IntoView {
    let (name, target, id) = (room.name(&key), format!("#{}", known_id(&key)), words_id(&key));
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        room.show_known(&key);
    };
    view! {
        <a class="marked" id=id href=target title=name on:click=go>
            <mark>{words}</mark>
        </a>
    }
    .erase()
}

/// What the person said and the server has not confirmed yet.
#[component]
pub(crate) fn Sending(room: Room) -> impl IntoView {
    let outbox = room.outbox;
    view! {
        <For
            each=move || outbox.items.get()
            key=|one| (one.id.clone(), one.state.clone())
            children=move |one| view! { <UnsentTurn room=room unsent=one /> }
        />
    }
    .erase()
}

#[component]
fn UnsentTurn(room: Room, unsent: Unsent) -> impl IntoView {
    let (again, back, away) = (unsent.id.clone(), unsent.clone(), unsent.id.clone());
    let state = match unsent.state {
        State::Underway => view! { <p class="turn-meta">{composer::SENDING}</p> }.erase(),
        State::Waiting => {
            let why = move || if room.with(|view| view.replying.is_some()) { composer::AFTER_REPLY } else { composer::WAITING };
            view! { <p class="turn-meta">{why}</p> }.erase()
        }
        State::Refused(why) => view! {
            <div class="turn-meta refused" role="alert">
                <p>{why}</p>
                <p class="row">
                    <button type="button" class="button small" on:click=move |_| room.outbox.retry(room, &again)>
                        {composer::RETRY}
                    </button>
                    <button
                        type="button"
                        class="button small"
                        on:click=move |_| {
                            super::composer::put_back(&back.text);
                            room.outbox.discard(&back.id);
                        }
                    >
                        {composer::TAKE_BACK}
                    </button>
                    <button type="button" class="button small" on:click=move |_| room.outbox.discard(&away)>
                        {composer::DISCARD}
                    </button>
                </p>
            </div>
        }
        .erase(),
    };
    view! {
        <article class="turn user unsent" data-testid="message-unsent">
            <span class="hidden">{text::YOU}</span>
            <div class="words" dir="auto">
                {unsent.text}
            </div>
            {state}
        </article>
    }
    .erase()
}
