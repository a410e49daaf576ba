use super::{
    calls::{ObjectiveText, SaveObjective, check_objective, read_objective_text},
    list::activation,
};
use crate::{
    calls::Answer,
    erased::Erase,
    pages::{
        admin::{definition::Definition, nav::AdminNav},
        interviews::fault_of_form,
    },
    parts::{Alert, Icon, icon, id, named},
    words::{self, objectives as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// One version of an objective, to be looked at and made another one of.
#[component]
pub(crate) fn ObjectivePage() -> impl IntoView {
    named(|id| Box::pin(read(id)), |shown, _| Ok(view! { <Editor shown=shown.open()? /> }.erase()))
}

async fn read(named: String) -> Answer {
    read_objective_text(id(&named)?).await
}

#[component]
fn Editor(shown: ObjectiveText) -> impl IntoView {
    let fault = RwSignal::new(fault_of_form());
    let ObjectiveText { line, text: definition, next_version, checked, active } = shown;
    let saved = use_query_map().with_untracked(|query| query.get("saved").is_some());
    let saved = (saved && !line.active).then(|| {
        view! {
            <p class="alert note" role="status" data-testid="saved">
                {icon(Icon::Check)}
                <span>{text::saved(&line.version)}</span>
            </p>
        }
    });
    let activate = (!line.active).then(|| activation(&line, active.as_deref()));
    let fields = view! {
        <input type="hidden" name="like" value=line.id.to_string() />
        <label class="field">
            <span>{text::AS_VERSION}</span>
            <input name="version" required maxlength="200" value=next_version autocomplete="off" data-testid="version" />
        </label>
    }
    .erase();
    view! {
        <Title text=line.display_name.clone() />
        <main id="main" class="page editor-page" tabindex="-1">
            <AdminNav here="/admin/objectives" />
            <h1 dir="auto">{line.display_name.clone()}</h1>
            <p class="quiet facts">
                <span>{words::context(line.context_type)}</span>
                <span>{words::questions::version(&line.version)}</span>
                {line.active.then(|| view! { <span class="chip sure">{text::ACTIVE}</span> })}
            </p>
            {saved}
            {activate}
            <Alert fault=fault />
            <Definition
                definition=definition
                checked=checked
                draft=format!("objective-draft-{}", line.id)
                check=|text| Box::pin(check_objective(text))
                fault=fault
                whole=true
                action=SaveObjective::PATH
                fields=fields
                why=text::SAVE_WHY
            />
        </main>
    }
    .erase()
}
