//! Values that cannot both hold, each with the words it came from, and the way to say which one does.

use super::{
    acts,
    forms::{ActByForm, ActOnResearch},
    known::to_known,
    negotiation::Quoted,
    panels::{Panel, opened},
    room::Room,
    value::display,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{self, known as text, research},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::{
    ResearchId,
    interview::{Conflict, InterviewCommand, Obligation},
    research::{ResearchTask, Stance},
};

/// Values that cannot both hold.
#[component]
pub(super) fn Conflicts(room: Room) -> impl IntoView {
    let conflicts = Memo::new(move |_| room.with(|view| view.conflicts.clone()));
    move || {
        let conflicts = conflicts.get();
        (!conflicts.is_empty()).then(|| opened(room, Panel::Conflicts(conflicts)))
    }
}

#[component]
pub(super) fn ConflictList(room: Room, conflicts: Vec<Conflict>) -> impl IntoView {
    let rows = conflicts.into_iter().map(|conflict| view! { <Row room=room conflict=conflict /> }).collect_view();
    view! {
        <details class="conflicts" open data-testid="conflicts">
            <summary>{icon(Icon::Warning)} {text::CONFLICTS}</summary>
            <ul>{rows}</ul>
        </details>
    }
    .erase()
}

#[component]
fn Row(room: Room, conflict: Conflict) -> impl IntoView {
    let Conflict { keys, explanation, research } = conflict;
    let beside = match (research, &keys[..]) {
        (Some(id), [key, ..]) => view! {
            <Against room=room id=id key=key.clone() />
            <p class="row small">{to_known(room, key.clone(), room.name(key))}</p>
        }
        .erase(),
        (None, [one, other]) => view! {
            <ul class="sides">
                <Side room=room key=one.clone() over=other.clone() />
                <Side room=room key=other.clone() over=one.clone() />
            </ul>
        }
        .erase(),
        _ => ().erase(),
    };
    view! {
        <li>
            <p dir="auto">{explanation}</p>
            {beside}
        </li>
    }
    .erase()
}

/// One of two values: in whose words, and the way to keep it.
#[component]
fn Side(room: Room, key: String, over: String) -> impl IntoView {
    let of = key.clone();
    let one = Memo::new(move |_| room.with(|view| view.obligation(&of).cloned().unwrap_or_default()));
    let template = room.template(&key);
    let name = room.name(&key);
    let act = format!("{}{over}", acts::OVER);
    let held = move || {
        let Obligation { key, value, evidence, source, .. } = one.get();
        // What nobody said came about in another way.
        let how = evidence.is_none().then_some(source).flatten().map(words::source);
        view! {
            <p class="value" dir="auto">{value.map(|value| display(&value, template.as_ref()))}</p>
            {evidence.map(|evidence| view! { <Quoted room=room key=key evidence=evidence /> })}
            {how.map(|how| view! { <span class="small quiet">{how}</span> })}
        }
    };
    let active = Memo::new(move |_| room.is_active());
    let testid = format!("conflict-{key}");
    view! {
        <li data-testid=testid>
            <p class="small">{to_known(room, key.clone(), name.clone())}</p>
            {held}
            {move || {
                let (key, act) = (key.clone(), act.clone());
                let (of, asked) = (key.clone(), act.clone());
                let go = move |event: SubmitEvent| {
                    event.prevent_default();
                    if let Some(command) = room.peek(|view| acts::named(view, &of, &asked)) {
                        room.perform(command);
                    }
                };
                (room.may_change && active.get())
                    .then(|| {
                        view! {
                            <form method="post" action=ActByForm::PATH on:submit=go>
                                <input type="hidden" name="id" value=room.id.to_string() />
                                <input type="hidden" name="key" value=key.clone() />
                                <button
                                    type="submit"
                                    name="act"
                                    value=act
                                    class="button small"
                                    aria-label=format!("{}: {name}", text::KEEP_THIS)
                                    data-testid=format!("keep-{key}")
                                >
                                    {icon(Icon::Check)}
                                    {text::KEEP_THIS}
                                </button>
                            </form>
                        }
                    })
            }}
        </li>
    }
    .erase()
}

/// What a person said and what research found against it, with the way to keep the answer.
#[component]
fn Against(room: Room, id: ResearchId, key: String) -> impl IntoView {
    let (answer, found) = room.peek(|view| {
        let one = view.obligation(&key);
        let quote = one.and_then(|one| one.evidence.as_ref()).map(|evidence| evidence.quote.clone());
        // What was set by hand has no words of its own.
        let answer = quote.or_else(|| Some(display(one?.value.as_ref()?, view.template(&key))));
        let against = |task: &ResearchTask| task.findings().iter().find(|one| one.stance == Stance::Contradicts).cloned();
        (answer, view.research_task(id).and_then(against))
    });
    view! {
        <dl class="against">
            {answer
                .map(|answer| {
                    view! {
                        <dt>{research::YOU_SAID}</dt>
                        <dd>
                            <q dir="auto">{answer}</q>
                        </dd>
                    }
                })}
            {found
                .map(|found| {
                    view! {
                        <dt dir="auto">{found.source.title}</dt>
                        <dd>
                            <q dir="auto">{found.quote}</q>
                        </dd>
                    }
                })}
        </dl>
        {room
            .may_change
            .then(|| {
                let keep = move |event: SubmitEvent| {
                    event.prevent_default();
                    room.perform(InterviewCommand::UndoResearch { id });
                };
                view! {
                    <form method="post" action=ActOnResearch::PATH on:submit=keep>
                        <input type="hidden" name="id" value=room.id.to_string() />
                        <input type="hidden" name="task" value=id.to_string() />
                        <button type="submit" name="act" value="undo" class="button small" data-testid="keep-mine">
                            {icon(Icon::Undo)}
                            {research::KEEP_MINE}
                        </button>
                    </form>
                }
            })}
    }
    .erase()
}
