//! An answer as a finding: a pipeline goes on from it, with its proof as evidence.

use super::{
    calls::AskAct,
    form::{PATH, fields},
    live::Asking,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::ask as text,
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
            </div>
        </details>
    }
    .erase()
}
