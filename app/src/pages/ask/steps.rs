//! The plan as a list of steps, each with where it is; what a model looked up before, folded.

use super::{copied::copy_button, live::Asking, table::table};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{ask as text, projects::took},
};
use leptos::prelude::*;
use protocol::{
    ask::{Lookup, StepView},
    work::StepState,
};

#[component]
pub(super) fn Steps(asking: Asking) -> impl IntoView {
    let numbers = Memo::new(move |_| asking.with(|view| view.steps.iter().map(|step| step.number).collect::<Vec<_>>()));
    let reasoning = Memo::new(move |_| {
        asking.with(|view| view.plan.as_ref().map(|plan| plan.reasoning.trim().to_owned()).filter(|why| !why.is_empty()))
    });
    let row = move |number: u32| {
        let step = Memo::new(move |_| asking.with(|view| view.steps.iter().find(|step| step.number == number).cloned()));
        view! { <li data-testid="step">{move || step.get().map(|step| render_step(&step))}</li> }.erase()
    };
    let lookups = Memo::new(move |_| asking.with(|view| view.lookups.clone()));
    let plan = move || {
        if numbers.with(Vec::is_empty) {
            return ().erase();
        }
        let why = reasoning.get().map(|why| view! { <p class="small quiet" dir="auto">{why}</p> }.erase());
        view! {
            <section aria-labelledby="plan-name" data-testid="plan">
                <h2 id="plan-name">{text::PLAN}</h2>
                {why}
                <ol class="steps card">
                    <For each=move || numbers.get() key=|number| *number children=row />
                </ol>
            </section>
        }
        .erase()
    };
    view! {
        {plan}
        {move || lookups.with(|lookups| looked_up(lookups))}
    }
    .erase()
}

fn render_step(step: &StepView) -> AnyView {
    let (class, shape, word) = text::step_state(step.state);
    let state = view! { <span class=class><span aria-hidden="true">{shape}</span> {word}</span> }.erase();
    let is_over = matches!(step.state, StepState::Done | StepState::Failed);
    let time = is_over.then(|| took(step.elapsed_ms));
    let rows = step.table.as_ref().map(|table| view! { <span>{text::rows(table.row_count)}</span> }.erase());
    let tool = step.tool.clone().map(|tool| view! { <span><code dir="auto">{tool}</code></span> }.erase());
    let again =
        (!step.failed_attempts.is_empty()).then(|| view! { <span>{text::attempts(step.failed_attempts.len())}</span> }.erase());
    view! {
        <details class="step" data-status=if step.state == StepState::Failed { "error" } else { "" }>
            <summary>
                <span class="n">{step.number}</span>
                <span class="what" dir="auto">
                    {step.goal.clone()}
                </span>
                <span class="n">{time}</span>
                <span class="small quiet facts">
                    <span>{text::action(&step.action)}</span>
                    {tool}
                    {rows}
                    {again}
                </span>
                <span class="marks">{state}</span>
            </summary>
            {details(step)}
        </details>
    }
    .erase()
}

/// Everything about a step that its row has no room for.
fn details(step: &StepView) -> AnyView {
    let sql = step.sql.as_deref().map(|sql| code(text::QUERY, sql));
    let error = step.error.clone().map(|error| view! { <p class="fault-line" dir="auto">{error}</p> }.erase());
    let attempts: Vec<AnyView> =
        step.failed_attempts.iter().map(|why| view! { <li dir="auto">{why.clone()}</li> }.erase()).collect();
    let attempts = (!attempts.is_empty())
        .then(|| view! { <div><h3>{text::FAILED_ATTEMPTS}</h3> <ol class="fixes">{attempts}</ol></div> }.erase());
    let table = step.table.as_ref().map(|rows| table(rows, text::rows_of_step(step.number), "step-table"));
    view! {
        <div class="step-body">{warnings(&step.warnings)} {sql} {error} {attempts} {table}</div>
    }
    .erase()
}

/// What checks found.
pub(super) fn warnings(all: &[String]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let all = all
        .iter()
        .map(|one| view! { <li dir="auto">{icon(Icon::Warning)} <span>{one.clone()}</span></li> }.erase())
        .collect_view();
    view! { <ul class="plain warnings" data-testid="warnings">{all}</ul> }.erase()
}

/// A text for machines under its name.
pub(super) fn code(name: &'static str, what: &str) -> AnyView {
    let what = what.to_owned();
    let copy = copy_button(what.clone(), name);
    view! {
        <div>
            <div class="row">
                <h3>{name}</h3>
                {copy}
            </div>
            <pre tabindex="0" role="group" aria-label=name dir="ltr">
                <code>{what}</code>
            </pre>
        </div>
    }
    .erase()
}

fn looked_up(lookups: &[Lookup]) -> AnyView {
    if lookups.is_empty() {
        return ().erase();
    }
    let count = text::lookups(lookups.len());
    let lines: Vec<AnyView> = lookups
        .iter()
        .map(|one| {
            let arguments = one.arguments.to_string();
            let arguments =
                (arguments != "{}" && arguments != "null").then(|| view! { <code dir="ltr">{arguments}</code> }.erase());
            view! {
                <li>
                    <p>
                        <code>{one.tool.clone()}</code>
                        " "
                        {arguments}
                    </p>
                    <p class="small quiet facts">
                        <span dir="auto">{one.result.clone()}</span>
                        <span>{took(one.elapsed_ms)}</span>
                    </p>
                </li>
            }
            .erase()
        })
        .collect();
    view! {
        <details class="found-part" data-testid="lookups">
            <summary>{count}</summary>
            <ol class="found-body lookups">{lines}</ol>
        </details>
    }
    .erase()
}
