use super::{
    calls::{InterviewCard, read_interviews, read_objectives},
    card::{InterviewCards, ObjectiveCards},
};
use crate::{
    calls::{open, page_data_once},
    lean::Lean,
    parts::{Fault, Icon, icon},
    words::list as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::interview::SessionStatus;

/// All of one's interviews. The filter lives in the address, so that it can be kept, shared and used without scripts.
#[component]
pub(crate) fn InterviewsPage() -> impl IntoView {
    let cards = page_data_once(|_| Box::pin(read_interviews()));
    let objectives = page_data_once(|_| Box::pin(read_objectives()));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                let objectives = open(objectives.await).unwrap_or_default();
                match open::<Vec<InterviewCard>>(cards.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.lean(),
                    Ok(cards) => {
                        view! {
                            <main id="main" class="page" tabindex="-1">
                                <h1>{text::TITLE}</h1>
                                <Listed cards=cards />
                                <section class="new-interview" aria-labelledby="new-name">
                                    <h2 id="new-name">{text::NEW}</h2>
                                    <ObjectiveCards cards=objectives />
                                </section>
                            </main>
                        }
                            .lean()
                    }
                }
            })}
        </Suspense>
    }
    .lean()
}

#[component]
fn Listed(cards: Vec<InterviewCard>) -> impl IntoView {
    if cards.is_empty() {
        return view! {
            <div class="empty">
                <h2>{text::EMPTY}</h2>
                <p>{text::EMPTY_WHY}</p>
            </div>
        }
        .lean();
    }
    let query = use_query_map();
    let state = Memo::new(move |_| query.with(|query| query.get("state").unwrap_or_default()));
    let typed = RwSignal::new(query.with_untracked(|query| query.get("q").unwrap_or_default()));
    let count = |status: SessionStatus| cards.iter().filter(|card| card.status == status).count();
    let tabs = [
        ("", text::ALL, cards.len()),
        ("active", text::OPEN, count(SessionStatus::Active)),
        ("completed", text::DONE, count(SessionStatus::Completed)),
    ]
    .map(|(name, label, count)| {
        let href = if name.is_empty() { "/interviews".to_owned() } else { format!("/interviews?state={name}") };
        view! {
            <a href=href aria-current=move || state.with(|state| state == name).then_some("true")>
                {label}
                <span class="count">{count.to_string()}</span>
            </a>
        }
    })
    .collect_view();
    let found = move || {
        let (state, wanted) = (state.get(), typed.get().trim().to_lowercase());
        let fits = |card: &&InterviewCard| {
            (state.is_empty() || card.status.name() == state) && card.title.to_lowercase().contains(&wanted)
        };
        cards.iter().filter(fits).cloned().collect::<Vec<_>>()
    };
    view! {
        <div class="filters">
            <nav class="tabs" aria-label=text::SHOW>
                {tabs}
            </nav>
            <form method="get" action="/interviews" role="search" on:submit=|event: leptos::ev::SubmitEvent| event.prevent_default()>
                <label class="field-with-icon">
                    {icon(Icon::Search)}
                    <input
                        type="search"
                        name="q"
                        aria-label=text::FILTER
                        placeholder=text::FILTER
                        value=typed.get_untracked()
                        on:input:target=move |event| typed.set(event.target().value())
                    />
                </label>
            </form>
        </div>
        {move || {
            let found = found();
            if found.is_empty() {
                view! {
                    <p class="quiet no-match">
                        {text::NO_MATCH} " " <a href="/interviews" on:click=move |_| typed.set(String::new())>
                            {text::CLEAR}
                        </a>
                    </p>
                }
                    .lean()
            } else {
                view! { <InterviewCards cards=found base="/interviews" person=false /> }.lean()
            }
        }}
    }
    .lean()
}
