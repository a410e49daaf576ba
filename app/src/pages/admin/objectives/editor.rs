use super::{
    calls::{AskedLine, Checked, FaultLine, ObjectiveText, SaveObjective, check_objective, read_objective_text},
    place::place,
};
use crate::{
    browser,
    calls::{Answer, open},
    lean::{Effect, Lean},
    pages::{admin::nav::AdminNav, interviews::fault_of_form},
    parts::{Alert, id, named},
    words::{self, objectives as text},
};
use leptos::{html::Textarea, leptos_dom::helpers::TimeoutHandle, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_meta::Title;
use std::time::Duration;

/// One version of an objective, to be looked at and made another one of.
#[component]
pub(crate) fn ObjectivePage() -> impl IntoView {
    named(|id| Box::pin(read(id)), |shown, _| Ok(view! { <Editor shown=shown.open()? /> }.lean()))
}

async fn read(named: String) -> Answer {
    read_objective_text(id(&named)?).await
}

#[component]
fn Editor(shown: ObjectiveText) -> impl IntoView {
    let fault = RwSignal::new(fault_of_form());
    let ObjectiveText { line, text: definition, next_version, checked } = shown;
    let field = NodeRef::<Textarea>::new();
    let checked = RwSignal::new(checked);
    let (checking, drafted) = (RwSignal::new(false), RwSignal::new(false));
    let draft = format!("objective-draft-{}", line.id);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    // Answers that come late say nothing about what stands there by then.
    let turn = StoredValue::new(0_u32);
    let check = move || {
        let Some(typed) = field.get_untracked().map(|field| field.value()) else { return };
        turn.update_value(|turn| *turn += 1);
        let asked = turn.get_value();
        checking.set(true);
        spawn_local(async move {
            let answer = open::<Checked>(check_objective(typed).await);
            if turn.try_get_value() != Some(asked) {
                return;
            }
            checking.set(false);
            match answer {
                Ok(answer) => checked.set(answer),
                Err(broken) => fault.set(Some(broken.to_string())),
            }
        });
    };
    let (kept, original) = (draft.clone(), definition.clone());
    let on_input = move |_| {
        let Some(field) = field.get_untracked() else { return };
        let typed = field.value();
        let changed = typed != original;
        browser::keep(&kept, if changed { &typed } else { "" });
        drafted.set(changed);
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        timer.set_value(set_timeout_with_handle(check, Duration::from_millis(350)).ok());
    };
    let restore = draft.clone();
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        if let Some(kept) = browser::kept(&restore) {
            field.set_value(&kept);
            drafted.set(true);
            check();
        }
    });
    let back = definition.clone();
    let discard = move |_| {
        if let Some(field) = field.get_untracked() {
            field.set_value(&back);
        }
        browser::keep(&draft, "");
        drafted.set(false);
        check();
    };
    let go = Callback::new(move |at: usize| {
        if let Some(field) = field.get_untracked() {
            point(&field, at);
        }
    });
    let text_now = move || field.get_untracked().map(|field| field.value()).unwrap_or_default();
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
            <Alert fault=fault />
            <form method="post" action=SaveObjective::PATH class="editor">
                <input type="hidden" name="like" value=line.id.to_string() />
                <div class="editor-text">
                    <label class="field">
                        <span>{text::DEFINITION}</span>
                        <textarea
                            node_ref=field
                            name="text"
                            rows="30"
                            spellcheck="false"
                            autocomplete="off"
                            wrap="off"
                            aria-describedby="editor-state"
                            on:input=on_input
                            data-testid="definition"
                        >
                            {definition}
                        </textarea>
                    </label>
                    <div class="inline-form">
                        <label class="field">
                            <span>{text::AS_VERSION}</span>
                            <input name="version" required maxlength="200" value=next_version autocomplete="off" data-testid="version" />
                        </label>
                        <button type="submit" class="button primary" disabled=move || checked.with(|one| !one.faults.is_empty()) data-testid="save">
                            {text::SAVE}
                        </button>
                        {move || {
                            let discard = discard.clone();
                            drafted
                                .get()
                                .then(|| {
                                    view! {
                                        <button type="button" class="button" on:click=discard data-testid="discard">
                                            {text::DISCARD}
                                        </button>
                                    }
                                })
                        }}
                    </div>
                    <p class="small quiet">{text::SAVE_WHY}</p>
                </div>
                <div class="editor-side" tabindex="0" role="region" aria-label=text::SIDE>
                    <p id="editor-state" role="status" data-testid="editor-state">
                        {move || {
                            if checking.get() {
                                text::CHECKING.to_owned()
                            } else {
                                text::state(checked.with(|one| one.faults.len()), drafted.get())
                            }
                        }}
                    </p>
                    {move || {
                        let now = checked.get();
                        if now.faults.is_empty() {
                            preview(now).lean()
                        } else {
                            let text_now = text_now();
                            view! {
                                <ul class="faults" data-testid="faults">
                                    {now.faults.into_iter().map(|one| fault_row(one, &text_now, go)).collect_view()}
                                </ul>
                            }
                                .lean()
                        }
                    }}
                </div>
            </form>
        </main>
    }
    .lean()
}

fn fault_row(one: FaultLine, definition: &str, go: Callback<usize>) -> impl IntoView + use<> {
    let (at, line) = place(definition, &one.field);
    view! {
        <li>
            <button type="button" class="link" on:click=move |_| go.run(at)>
                {text::line(line)}
            </button>
            <span dir="auto">{one.message}</span>
            <code class="small">{one.field}</code>
        </li>
    }
    .lean()
}

/// How an interview with this definition would go.
fn preview(now: Checked) -> impl IntoView {
    let row = |one: AskedLine| {
        view! {
            <li>
                <p class="words" dir="auto">{one.prompt}</p>
                <p class="small quiet facts">
                    <span dir="auto">{one.name}</span>
                    {one.required.then(|| view! { <span>{words::known::REQUIRED}</span> })}
                    {one.last_resort.then(|| view! { <span>{text::LAST_RESORT}</span> })}
                    {(!one.options.is_empty()).then(|| view! { <span dir="auto">{one.options.join(" · ")}</span> })}
                </p>
            </li>
        }
    };
    view! {
        <h2>{text::PREVIEW}</h2>
        {now.greeting.map(|greeting| view! { <p class="words preview-greeting" dir="auto">{greeting}</p> })}
        <ol class="preview" data-testid="preview">{now.questions.into_iter().map(row).collect_view()}</ol>
        {now.enough.map(|enough| view! { <p class="small quiet">{enough}</p> })}
    }
    .lean()
}

/// Puts the caret at a byte of the text, and the line into sight.
fn point(field: &web_sys::HtmlTextAreaElement, at: usize) {
    let typed = field.value();
    let before = typed.get(..at).unwrap_or_default();
    let units = u32::try_from(before.encode_utf16().count()).unwrap_or(0);
    let line = typed[at.min(typed.len())..].split('\n').next().unwrap_or_default();
    let end = units + u32::try_from(line.encode_utf16().count()).unwrap_or(0);
    let _refused = field.focus();
    let _out_of_range = field.set_selection_range(units, end);
    let lines = i32::try_from(before.matches('\n').count()).unwrap_or(0);
    let all = i32::try_from(typed.matches('\n').count() + 1).unwrap_or(1).max(1);
    field.set_scroll_top((field.scroll_height() / all * lines - field.client_height() / 2).max(0));
}
