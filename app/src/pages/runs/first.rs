use super::calls::StartRunByForm;
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::runs as text,
};
use leptos::{prelude::*, server_fn::ServerFn};

/// The first run of a project with one press. A plain form, so that it works without scripts.
#[component]
pub(crate) fn FirstRun(
    project: String,
    /// Of the project, where the page is not about it.
    #[prop(optional_no_strip)]
    name: Option<String>,
) -> impl IntoView {
    view! {
        <section class="card first-run" aria-labelledby="first-run" data-testid="first-run">
            <div>
                <h2 id="first-run">{text::FIRST_TITLE}</h2>
                {name.map(|name| view! { <p dir="auto">{name}</p> }.erase())}
                <p class="quiet">{text::FIRST}</p>
            </div>
            <form method="post" action=StartRunByForm::PATH>
                <input type="hidden" name="project" value=project />
                <button type="submit" class="button primary">
                    {icon(Icon::Search)}
                    {text::FIRST_BUTTON}
                </button>
            </form>
        </section>
    }
    .erase()
}
