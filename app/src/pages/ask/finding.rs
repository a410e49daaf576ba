//! An answer as a finding: a new pipeline, or one that is there, goes on from it, with its proof as evidence.

use super::{
    calls::{AskAct, PipelineChoice},
    form::{PATH, fields},
    live::Asking,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::{ask as text, opportunities},
};
use leptos::prelude::*;
use protocol::ask::Answer;

pub(super) fn render(asking: Asking, answer: &Answer) -> AnyView {
    // What could not be answered is nothing to go on from.
    if answer.guided.is_some() {
        return ().erase();
    }
    let (id, project) = (asking.id, asking.peek(|view| view.project));
    view! {
        <details class="found-part" data-testid="finding">
            <summary>{text::MAKE_FINDING}</summary>
            <div class="found-body">
                <p class="small quiet">{text::MAKE_FINDING_WHY}</p>
                <form method="post" action=PATH class="row" on:submit=move |event| asking.desk.submit(event)>
                    {fields(AskAct::Finding, &[("ask", &id.to_string())])}
                    <button
                        type="submit"
                        class="button"
                        data-testid="begin-pipeline"
                        aria-disabled=move || asking.desk.is_busy.get().to_string()
                    >
                        {icon(Icon::Arrow)}
                        <span>{text::BEGIN_PIPELINE}</span>
                    </button>
                </form>
                <p class="small">
                    <a class="link" href=format!("/opportunities?project={project}&source=ask:{id}")>
                        {text::WITH_FINDINGS}
                    </a>
                </p>
                {move || asking.around.with(|around| add(asking, &around.pipelines))}
            </div>
        </details>
    }
    .erase()
}

/// A choice of the pipelines that take it; nothing where none does.
fn add(asking: Asking, pipelines: &[PipelineChoice]) -> AnyView {
    if pipelines.is_empty() {
        return ().erase();
    }
    let option = |one: &PipelineChoice| {
        let (year, month, day) = one.begun_at.date();
        let words = opportunities::from_sources(one.findings, &one.source);
        let words = format!("{words} · {} · {year:04}-{month:02}-{day:02}", opportunities::stage(one.stage));
        view! { <option value=one.id.to_string()>{words}</option> }.erase()
    };
    let options: Vec<AnyView> = pipelines.iter().map(option).collect();
    view! {
        <form
            method="post"
            action=PATH
            class="inline-form"
            on:submit=move |event| asking.desk.submit(event)
            data-testid="add-to-pipeline"
        >
            {fields(AskAct::Finding, &[("ask", &asking.id.to_string())])}
            <label class="field">
                <span>{text::ADD_TO_PIPELINE}</span>
                <select name="wish[pipeline]" aria-describedby="add-to-pipeline-why">
                    {options}
                </select>
            </label>
            <button type="submit" class="button" aria-disabled=move || asking.desk.is_busy.get().to_string()>
                {text::ADD_FINDING}
            </button>
        </form>
        <p class="small quiet" id="add-to-pipeline-why">
            {text::ADD_TO_PIPELINE_WHY}
        </p>
    }
    .erase()
}
