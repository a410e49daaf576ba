use super::{
    calls::{PlaceLine, RemovePlaceByForm, read_places},
    form::PlaceForm,
};
use crate::{
    calls::{open, page_data},
    erased::Erase,
    pages::{admin::nav::AdminNav, interviews::fault_of_form},
    parts::{Alert, Fault},
    words::places as text,
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// All places of the tenant, and the form for a new one, or for the one that the address names.
#[component]
pub(crate) fn PlacesPage() -> impl IntoView {
    let query = use_query_map();
    let edited = Signal::derive(move || query.with(|query| query.get("edit").unwrap_or_default()));
    let page = page_data(edited, |_| Box::pin(read_places()));
    let (fault, saved) = (RwSignal::new(fault_of_form()), RwSignal::new(false));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || {
                let edited = edited.get();
                Suspend::new(async move {
                    match open::<Vec<PlaceLine>>(page.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(lines) => {
                            let none = lines.is_empty().then(|| view! { <div class="empty"><p>{text::NONE}</p></div> });
                            let known = lines.iter().find(|line| line.id.to_string() == edited).cloned();
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/places" />
                                    <h1>{text::TITLE}</h1>
                                    <p class="quiet">{text::WHAT}</p>
                                    <Alert fault=fault />
                                    <p role="status">{move || saved.get().then_some(text::SAVED)}</p>
                                    {none}
                                    <ul class="lines">{lines.into_iter().map(row).collect_view()}</ul>
                                    <PlaceForm known=known page=page fault=fault saved=saved />
                                </main>
                            }
                                .erase()
                        }
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

fn row(line: PlaceLine) -> AnyView {
    let mut around: Vec<String> = [line.city, line.region, line.country].into_iter().filter(|part| !part.is_empty()).collect();
    around.dedup();
    let aliases = (!line.aliases.is_empty()).then(|| view! { <span dir="auto">{text::aliases(&line.aliases)}</span> });
    let id = line.id.to_string();
    view! {
        <li class="line-row" data-testid="place">
            <div>
                <b dir="auto">{line.name.clone()}</b>
                <p class="small quiet facts">
                    <span>{text::kind(&line.kind).to_owned()}</span>
                    <span dir="auto">{around.join(", ")}</span>
                    {aliases}
                </p>
            </div>
            <a class="button small" href=format!("/admin/places?edit={id}#place-form") aria-label=text::edit(&line.name) data-testid="edit-place">
                {text::EDIT}
            </a>
            <details class="confirm">
                <summary class="button small" aria-label=text::remove(&line.name)>
                    {text::REMOVE}
                </summary>
                <p>{text::REMOVE_WHY}</p>
                <form method="post" action=RemovePlaceByForm::PATH>
                    <input type="hidden" name="place" value=id />
                    <button type="submit" class="button danger" data-testid="remove-place">
                        {text::remove(&line.name)}
                    </button>
                </form>
            </details>
        </li>
    }
    .erase()
}
