//! The prompts of a project: each with its text, where that comes from, and the way back to the default.

use super::{
    calls::{ProjectAct, ProjectDeed, ProjectPart, PromptShown},
    frame::{done, frame},
    live::{Live, page},
    saved::{Saved, Setting},
};
use crate::{
    erased::{Erase, Memo},
    feed::Reading,
    parts::Alert,
    words::packs as text,
};
use leptos::{prelude::*, task::spawn_local};

#[component]
pub(crate) fn ProjectPromptsPage() -> impl IntoView {
    page(ProjectPart::Prompts, render)
}

fn render(live: Live<Vec<PromptShown>>) -> AnyView {
    let (project, may_administer) = live.head.with_untracked(|head| (head.card.id.to_string(), head.may_administer));
    let names = Memo::new(move |_| live.view.with(|prompts| prompts.iter().map(|one| one.name.clone()).collect::<Vec<_>>()));
    let rows = move || {
        let row = |name: String| view! { <Prompt name=name project=project.clone() live=live may_administer=may_administer /> };
        names.get().into_iter().map(row).collect_view()
    };
    let body = view! {
        <p class="quiet">{text::PROMPTS_WHAT}</p>
        {(!may_administer).then(|| view! { <p class="quiet">{text::PROMPTS_ADMINS}</p> })}
        <div data-testid="prompts">{rows}</div>
    };
    frame(live.head, ProjectPart::Prompts, body.erase())
}

#[component]
fn Prompt(name: String, project: String, live: Live<Vec<PromptShown>>, may_administer: bool) -> impl IntoView {
    let own = name.clone();
    let prompt =
        Memo::new(move |_| live.view.with(|prompts| prompts.iter().find(|one| one.name == own).cloned()).unwrap_or_default());
    let origin = move || prompt.with(|prompt| text::origin(&prompt.origin));
    let variables = prompt.with_untracked(|prompt| {
        let written: Vec<String> = prompt.variables.iter().map(|name| format!("{{{{{name}}}}}")).collect();
        written.join(" ")
    });
    let body = if may_administer {
        edit(&name, project, live.reading, prompt)
    } else {
        view! { <pre class="words" dir="auto">{move || prompt.with(|prompt| prompt.text.clone())}</pre> }.erase()
    };
    view! {
        <details class="card prompt" data-testid=format!("prompt-{name}")>
            <summary>
                <code>{name.clone()}</code>
                " "
                <span class="chip">{origin}</span>
            </summary>
            <p class="small">
                <span class="quiet">{text::VARIABLES} ": "</span>
                <code>{variables}</code>
            </p>
            {body}
        </details>
    }
    .erase()
}

fn edit(name: &str, project: String, reading: Reading, prompt: Memo<PromptShown>) -> AnyView {
    let own = name.to_owned();
    let saved = Memo::new(move |_| Saved::from([("prompt", own.clone()), ("text", prompt.with(|prompt| prompt.text.clone()))]));
    let first = prompt.with_untracked(|prompt| prompt.text.clone());
    let fields = view! {
        <input type="hidden" name="prompt" value=name.to_owned() />
        <label class="field">
            <span>{text::TEXT}</span>
            <textarea name="text" rows="18" maxlength="50000" required dir="auto" class="code">
                {crate::parts::escape_textarea(first)}
            </textarea>
        </label>
    };
    let id = format!("prompt-{name}");
    let (deed, title) = (ProjectDeed::PutPrompt, name.to_owned());
    let form = Setting { id, title, project: project.clone(), deed, saved, reading }.render(fields.erase());
    let changed = Memo::new(move |_| prompt.with(|prompt| prompt.origin == "project"));
    let (fault, label, name) = (RwSignal::new(None::<String>), text::reset(name), name.to_owned());
    let reset = Callback::new(move |()| {
        let act = ProjectAct { name: name.clone(), ..ProjectAct::new(&project, ProjectDeed::ResetPrompt) };
        spawn_local(async move {
            let error = done::<String>(act).await.err().map(|error| error.to_string());
            // The page may be gone by now.
            let _gone = fault.try_set(error);
            reading.read();
        });
    });
    view! {
        {form}
        <Alert fault=fault />
        {move || {
            changed
                .get()
                .then(|| {
                    view! {
                        <p>
                            <button type="button" class="button" aria-label=label.clone() on:click=move |_| reset.run(())>
                                {text::RESET}
                            </button>
                        </p>
                    }
                        .erase()
                })
        }}
    }
    .erase()
}
