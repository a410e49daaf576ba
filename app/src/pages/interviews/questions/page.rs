use super::{
    calls::{AsideCard, QuestionCard, QuestionsView, read_questions},
    forms::{Add, Merge, Split},
    newer::Newer,
};
use crate::{
    calls::Answer,
    erased::Erase,
    pages::interviews::page::{fault_of_form, way_back},
    parts::{Alert, StatusIcon, id as named_id, named},
    words::{self, questions as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use protocol::{Band, interview::OriginLayer, interview::SessionStatus};

/// What one interview asks, where it came from, and how to change it.
#[component]
pub(crate) fn QuestionsPage() -> impl IntoView {
    named(|id| Box::pin(read(id)), |view, _| Ok(view! { <Questions view=view.open()? /> }.erase()))
}

async fn read(named: String) -> Answer {
    read_questions(named_id(&named)?).await
}

#[component]
fn Questions(view: QuestionsView) -> impl IntoView {
    let fault = RwSignal::new(fault_of_form());
    let QuestionsView { id, title, status, may_change, objective, version, questions, aside, newer } = view;
    let active = status == SessionStatus::Active && may_change;
    view! {
        <Title text=text::TITLE />
        <main id="main" class="page questions" tabindex="-1">
            {way_back(id)}
            <h1>{text::TITLE}</h1>
            <p class="quiet facts">
                <span dir="auto">{title}</span>
                <span dir="auto">{objective}</span>
                <span>{text::version(&version)}</span>
            </p>
            <Alert fault=fault />
            {(!active).then(|| view! { <p class="quiet">{text::CLOSED}</p> })}
            {newer.map(|newer| view! { <Newer id=id newer=newer active=active /> })}
            <section aria-labelledby="asked-name">
                <h2 id="asked-name">{text::ASKED}</h2>
                {if active {
                    view! { <Merge id=id questions=questions.clone() /> }.erase()
                } else {
                    view! { <ul class="lines">{questions.iter().cloned().map(row).collect_view()}</ul> }.erase()
                }}
            </section>
            {active
                .then(|| {
                    view! {
                        <Split id=id questions=questions />
                        <Add id=id />
                    }
                })}
            {(!aside.is_empty()).then(|| view! { <Aside aside=aside /> })}
        </main>
    }
    .erase()
}

fn row(one: QuestionCard) -> impl IntoView {
    view! { <li class="line-row">{about(one)}</li> }.erase()
}

/// A question with what is known of it and where it came from.
pub(super) fn about(one: QuestionCard) -> impl IntoView {
    let origin = origin(&one);
    view! {
        <span class="question">
            <StatusIcon status=one.status asking=false band=Band::High />
            <span class="question-about">
                <b dir="auto">{one.name}</b>
                <span class="small quiet" dir="auto">{one.prompt}</span>
                {one.value.map(|value| view! { <span class="small value" dir="auto">{value}</span> })}
            </span>
            <span class="question-end">
                {one.required.then(|| view! { <span class="chip">{words::known::REQUIRED}</span> })}
                {origin.map(|origin| view! { <span class="chip" dir="auto">{origin}</span> })}
            </span>
        </span>
    }
    .erase()
}

fn origin(one: &QuestionCard) -> Option<String> {
    if let Some(pool) = &one.pool {
        return Some(text::pool(pool));
    }
    let layer = match one.layer? {
        // Where nearly all come from need not be said of each.
        OriginLayer::BuiltIn => return None,
        OriginLayer::Tenant => text::TENANT,
        OriginLayer::Project => text::PROJECT,
        OriginLayer::Session => text::SESSION,
    };
    Some(layer.to_owned())
}

/// What is not asked any more, readable for ever.
#[component]
fn Aside(aside: Vec<AsideCard>) -> impl IntoView {
    view! {
        <section aria-labelledby="aside-name">
            <h2 id="aside-name">{text::ASIDE}</h2>
            <ul class="lines" data-testid="aside">{aside.into_iter().map(aside_row).collect_view()}</ul>
        </section>
    }
    .erase()
}

pub(super) fn aside_row(one: AsideCard) -> impl IntoView {
    let became = (!one.became.is_empty()).then(|| text::became(&one.became.join(", ")));
    view! {
        <li class="line-row">
            <div>
                <b dir="auto">{one.name}</b>
                <p class="small quiet facts">
                    {one.value.map(|value| view! { <span dir="auto">{value}</span> })}
                    {became.map(|became| view! { <span dir="auto">{became}</span> })}
                </p>
            </div>
        </li>
    }
    .erase()
}
