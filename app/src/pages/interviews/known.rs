use super::{
    conflicts::Conflicts,
    memory::Memory,
    obligation::Row,
    room::{LOOK, Room, known_id},
};
use crate::{
    erased::{Erase, Memo},
    letters,
    parts::{Icon, icon},
    words::{known as text, research},
};
use leptos::prelude::*;
use leptos::tachys::view::any_view::AnyView;

/// What is known, by category: the other half of the conversation.
#[component]
pub(crate) fn Known(room: Room) -> impl IntoView {
    // Rows stay as they are until a question is added, merged or split.
    let keys = Memo::new(move |_| room.with(|view| view.obligations.iter().map(|one| one.key.clone()).collect::<Vec<_>>()));
    let groups = move || {
        keys.track();
        by_category(room)
            .into_iter()
            .map(|(category, keys)| view! { <Group room=room category=category keys=keys /> })
            .collect_view()
    };
    view! {
        <aside id="known" class="known" aria-label=text::TITLE tabindex="-1">
            <form id=LOOK method="get" hidden></form>
            <Research room=room />
            <NextBest room=room />
            <Conflicts room=room />
            {groups}
            <Memory room=room />
        </aside>
    }
    .erase()
}

fn by_category(room: Room) -> Vec<(String, Vec<String>)> {
    room.peek(|view| {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for template in &view.definition.obligations {
            let category =
                template.category.clone().filter(|name| !name.trim().is_empty()).unwrap_or_else(|| text::OTHER.to_owned());
            match groups.iter_mut().find(|(name, _)| *name == category) {
                Some((_, keys)) => keys.push(template.key.clone()),
                None => groups.push((category, vec![template.key.clone()])),
            }
        }
        groups
    })
}

#[component]
fn Group(room: Room, category: String, keys: Vec<String>) -> impl IntoView {
    let (wanted, total) = (keys.clone(), u32::try_from(keys.len()).unwrap_or(u32::MAX));
    let satisfied = Memo::new(move |_| {
        room.with(|view| {
            let known = wanted
                .iter()
                .filter(|key| view.obligation(key).is_some_and(|one| one.status == protocol::interview::Status::Satisfied));
            u32::try_from(known.count()).unwrap_or(u32::MAX)
        })
    });
    let title = letters::capital(&category).replace('_', " ");
    view! {
        <section class="group">
            <h2>
                <span dir="auto">{title}</span>
                <span class="quiet small">{move || text::progress(satisfied.get(), total)}</span>
            </h2>
            <ul>{keys.into_iter().map(|key| view! { <Row room=room key=key /> }).collect_view()}</ul>
        </section>
    }
    .erase()
}

/// What would raise the score most: where to go on if nothing else calls.
#[component]
fn NextBest(room: Room) -> impl IntoView {
    let best = Memo::new(move |_| room.with(|view| view.completeness.next_best.iter().take(3).cloned().collect::<Vec<_>>()));
    let notes = Memo::new(move |_| room.with(|view| view.completeness.notes.clone()));
    move || {
        let best = best.get();
        let rows = best
            .iter()
            .map(|one| {
                let key = one.key.clone();
                view! {
                    <li>
                        {to_known(room, key, one.label.clone())}
                        <span class="gain">{text::gain(one.gain.in_hundredths())}</span>
                    </li>
                }
            })
            .collect_view();
        let notes = notes.get();
        (!best.is_empty() || !notes.is_empty()).then(|| {
            view! {
                <section class="next-best" data-testid="next-best">
                    {(!best.is_empty()).then(|| view! { <h2>{text::NEXT_BEST}</h2> <ol>{rows}</ol> })}
                    {notes.into_iter().map(|note| view! { <p class="small quiet" dir="auto">{note}</p> }).collect_view()}
                </section>
            }
        })
    }
}

/// The way to what was looked up.
#[component]
fn Research(room: Room) -> impl IntoView {
    let count = Memo::new(move |_| room.with(|view| view.research.len()));
    view! {
        <p class="small research-link">
            <a href=format!("/interviews/{}/research", room.id) data-testid="research">
                {icon(Icon::Search)}
                {move || text_of(count.get())}
            </a>
        </p>
    }
    .erase()
}

fn text_of(tasks: usize) -> String {
    if tasks == 0 { research::TITLE.to_owned() } else { research::count(tasks) }
}

/// Leads to what is known of one thing, also where the panel lies behind the talk.
pub(super) fn to_known(room: Room, key: String, label: String) -> AnyView {
    let to = format!("#{}", known_id(&key));
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        room.show_known(&key);
    };
    view! {
        <a class="link" href=to dir="auto" on:click=go>
            {label}
        </a>
    }
    .erase()
}
