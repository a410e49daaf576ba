use super::calls::{PoolText, RemovePool, SavePool, check_pool, read_pool_text};
use crate::{
    calls::Answer,
    erased::Erase,
    pages::{
        admin::{
            definition::{Definition, forget},
            nav::AdminNav,
        },
        interviews::fault_of_form,
    },
    parts::{Alert, id, named},
    words::{self, objectives::pools as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::{ProjectId, interview::ContextType};

/// Under which the browser keeps a pool that is not saved yet.
const NEW_DRAFT: &str = "pool-draft-";

/// One pool, or a new one.
#[component]
pub(crate) fn PoolPage() -> impl IntoView {
    named(|id| Box::pin(read(id)), |shown, _| Ok(view! { <Editor shown=shown.open()? /> }.erase()))
}

async fn read(named: String) -> Answer {
    read_pool_text(if named == "new" { None } else { Some(id(&named)?) }).await
}

#[component]
fn Editor(shown: PoolText) -> impl IntoView {
    let fault = RwSignal::new(fault_of_form());
    let PoolText { line, text: definition, checked, projects } = shown;
    let id = line.as_ref().map(|line| line.id.to_string()).unwrap_or_default();
    let name = line.as_ref().map(|line| line.name.clone()).unwrap_or_default();
    let title = line.as_ref().map_or_else(|| text::NEW.to_owned(), |line| line.display_name.clone());
    let display_name = line.as_ref().map(|line| line.display_name.clone()).unwrap_or_default();
    let kind = line.as_ref().and_then(|line| line.context_type);
    let active = line.as_ref().is_none_or(|line| line.active);
    let kinds = ContextType::ALL
        .map(|one| view! { <option value=one.name() selected={kind == Some(one)}>{words::context(one)}</option> })
        .collect_view();
    // A new pool is made for the project whose page led here.
    let asked = use_query_map().with_untracked(|query| query.get("project").and_then(|id| id.parse::<ProjectId>().ok()));
    let of = line.as_ref().map_or(asked, |line| line.project.as_ref().map(|(id, _)| *id));
    let projects = projects
        .into_iter()
        .map(|(id, name)| view! { <option value=id.to_string() selected={of == Some(id)}>{name}</option> })
        .collect_view();
    let fields = view! {
        <input type="hidden" name="id" value=id.clone() />
        <div class="field">
            <label for="pool-name">{text::NAME}</label>
            <input id="pool-name" name="name" required maxlength="200" value=name autocomplete="off" aria-describedby="pool-name-hint" data-testid="pool-name" />
            <small id="pool-name-hint" class="quiet">
                {text::NAME_HINT}
            </small>
        </div>
        <label class="field">
            <span>{text::DISPLAY}</span>
            <input name="display_name" maxlength="200" value=display_name autocomplete="off" data-testid="pool-display" />
        </label>
        <label class="field">
            <span>{text::KIND}</span>
            <select name="kind">
                <option value="" selected=kind.is_none()>
                    {text::ALL_KINDS}
                </option>
                {kinds}
            </select>
        </label>
        <label class="field">
            <span>{text::PROJECT}</span>
            <select name="project" data-testid="pool-project">
                <option value="" selected=of.is_none()>
                    {text::NO_PROJECT}
                </option>
                {projects}
            </select>
        </label>
        <label class="check">
            <input type="checkbox" name="active" value="on" checked=active />
            <span>{text::ACTIVE}</span>
        </label>
    }
    .erase();
    let remove = line.as_ref().map(|line| {
        view! {
            <details class="confirm">
                <summary class="button">{text::REMOVE}</summary>
                <p>{text::used(line.used)} ". " {text::REMOVE_WHY}</p>
                <form method="post" action=RemovePool::PATH>
                    <input type="hidden" name="id" value=id.clone() />
                    <button type="submit" class="button danger" data-testid="remove-pool">
                        {text::REMOVE_YES}
                    </button>
                </form>
            </details>
        }
    });
    let draft = format!("{NEW_DRAFT}{id}");
    let (saved, new) = (definition.clone(), id.is_empty());
    Effect::new(move |_| {
        if !new {
            forget(NEW_DRAFT, &saved);
        }
    });
    view! {
        <Title text=title.clone() />
        <main id="main" class="page editor-page" tabindex="-1">
            <AdminNav here="/admin/pools" />
            <h1 dir="auto">{title}</h1>
            {line.as_ref().map(|line| view! { <p class="quiet">{text::used(line.used)}</p> })}
            <Alert fault=fault />
            <Definition
                definition=definition
                checked=checked
                draft=draft
                check=|text| Box::pin(check_pool(text))
                fault=fault
                whole=false
                action=SavePool::PATH
                fields=fields
                why=text::SAVE_WHY
            />
            {remove}
        </main>
    }
    .erase()
}
