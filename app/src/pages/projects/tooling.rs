use super::{
    calls::{ProjectPart, ToolsView},
    console::Console,
    frame::{frame, page},
    programs::Programs,
};
use crate::{lean::Lean, words::projects as text};
use leptos::prelude::*;

/// The tools of a project: tried out by administrators, and reached by other programs.
#[component]
pub(crate) fn ToolsPage() -> impl IntoView {
    page(ProjectPart::Tools, shown)
}

fn shown(view: ToolsView, _: Callback<()>) -> AnyView {
    let ToolsView { head, tools } = view;
    let project = head.card.id.to_string();
    let console = if head.may_administer {
        view! { <Console project=project.clone() tools=tools /> }.lean()
    } else {
        view! { <p class="quiet">{text::CONSOLE_ADMINS}</p> }.lean()
    };
    let body = view! {
        <section aria-labelledby="console">
            <h2 id="console">{text::CONSOLE}</h2>
            <p class="quiet">{text::CONSOLE_WHAT}</p>
            {console}
        </section>
        <Programs project=project name=head.card.name.clone() />
    }
    .lean();
    frame(&head, ProjectPart::Tools, body)
}
