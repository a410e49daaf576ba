use super::{
    calls::{ProjectPart, ToolShown},
    console::Console,
    frame::frame,
    live::{Live, page},
    programs::Programs,
};
use crate::{
    erased::{Erase, Memo},
    words::projects as text,
};
use leptos::prelude::*;

/// The tools of a project: tried out by administrators, and reached by other programs.
#[component]
pub(crate) fn ToolsPage() -> impl IntoView {
    page(ProjectPart::Tools, render)
}

fn render(live: Live<Vec<ToolShown>>) -> AnyView {
    let Live { head, view, .. } = live;
    let (project, may_administer) = head.with_untracked(|head| (head.card.id.to_string(), head.may_administer));
    let name = Memo::new(move |_| head.with(|head| head.card.name.clone()));
    let console = if may_administer {
        let tools = view.get_untracked();
        view! { <Console project=project.clone() tools=tools /> }.erase()
    } else {
        view! { <p class="quiet">{text::CONSOLE_ADMINS}</p> }.erase()
    };
    let body = view! {
        <section aria-labelledby="console">
            <h2 id="console">{text::CONSOLE}</h2>
            <p class="quiet">{text::CONSOLE_WHAT}</p>
            {console}
        </section>
        {move || view! { <Programs project=project.clone() name=name.get() /> }}
    }
    .erase();
    frame(head, ProjectPart::Tools, body)
}
