use super::{calls::read_models, form::ModelsForm, usage::Usage};
use crate::{
    calls::{open, page_data_once},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::Fault,
    words::models as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use protocol::models::{self, ModelsNote, ModelsView, Strength, TestView};

/// Which language models are chosen, and what they cost.
#[component]
pub(crate) fn ModelsPage() -> impl IntoView {
    let page = page_data_once(|_| Box::pin(read_models()));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<models::ModelsPage>(page.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(page) => {
                        view! {
                            <main id="main" class="page models" tabindex="-1">
                                <AdminNav here="/admin/models" />
                                <h1>{text::TITLE}</h1>
                                <p>{text::ABOUT}</p>
                                {answers(&page.view)}
                                {page.note.map(note)}
                                <ModelsForm view=page.view />
                                <Usage name=text::BY_DAY rows=page.days group=same />
                                <Usage name=text::BY_TASK rows=page.tasks group=text::task />
                            </main>
                        }
                            .erase()
                    }
                }
            })}
        </Suspense>
    }
    .erase()
}

/// A day is its own name.
fn same(day: String) -> String {
    day
}

/// What answers at this moment, and what to know about it.
fn answers(view: &ModelsView) -> AnyView {
    let rows = Strength::ALL
        .map(|strength| {
            let answers = view.choice(strength).answers.clone();
            view! {
                <li>
                    <b>{text::strength(strength)}</b>
                    ": "
                    {match answers {
                        Some(name) => view! { <code>{name}</code> }.erase(),
                        None => text::BUILT_IN.erase(),
                    }}
                </li>
            }
        })
        .collect_view();
    let warnings = view.warnings.iter().map(|warning| view! { <p class="small quiet">{warning.clone()}</p> }).collect_view();
    view! {
        <ul class="plain" data-testid="answers">{rows}</ul>
        {warnings}
    }
    .erase()
}

fn note(note: ModelsNote) -> impl IntoView {
    match note {
        ModelsNote::Saved => render_note("status", "note good", text::SAVED.into()),
        ModelsNote::Refused(faults) => render_note("alert", "note bad", faults.join(" ")),
        ModelsNote::Tested(tested) => {
            let class = if tested.ok { "note good" } else { "note bad" };
            render_note(if tested.ok { "status" } else { "alert" }, class, words(tested))
        }
    }
}

fn render_note(role: &'static str, class: &'static str, words: String) -> impl IntoView {
    view! {
        <p role=role class=class data-testid="note" dir="auto">
            {words}
        </p>
    }
    .erase()
}

fn words(tested: TestView) -> String {
    let model = tested.model.unwrap_or_else(|| text::NO_MODEL.into());
    match (tested.ok, tested.detail) {
        (false, Some(detail)) => text::failed(&model, tested.latency_ms, &detail),
        _ => text::answered(&model, tested.latency_ms, &tested.reply.unwrap_or_default()),
    }
}
