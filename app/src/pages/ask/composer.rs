//! The box for a question. Enter sends it; what is written is kept until then.

use super::{
    calls::AskAct,
    form::{Desk, PATH, fields},
};
use crate::{
    browser,
    erased::{Effect, Erase},
    parts::{Icon, escape_textarea, icon},
    words::ask as text,
};
use leptos::{ev::KeyboardEvent, html::Textarea, prelude::*};
use protocol::ask::AskMode;

/// What the box begins with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) project: String,
    /// Empty where the question begins a conversation.
    pub(super) conversation: String,
    /// The ask that `/redo` does again; empty where there is none.
    pub(super) ask: String,
    pub(super) question: String,
    pub(super) mode: String,
    /// Questions to begin with.
    pub(super) suggestions: Vec<String>,
}

#[component]
pub(super) fn Composer(desk: Desk, first: Draft) -> impl IntoView {
    let Draft { project, conversation, ask, question, mode, suggestions } = first;
    let field = NodeRef::<Textarea>::new();
    let place = if conversation.is_empty() { &project } else { &conversation };
    let draft = StoredValue::new(format!("draft-ask-{place}"));
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        if let Some(kept) = draft.with_value(|draft| browser::draft(draft)).filter(|_| field.value().is_empty()) {
            field.set_value(&kept);
        }
    });
    let keep = move |_| {
        if let Some(field) = field.get_untracked() {
            draft.with_value(|draft| browser::keep_draft(draft, &field.value()));
        }
    };
    // What was taken is no draft any more.
    Effect::new(move |_| {
        if desk.taken.get() > 0 {
            draft.with_value(|draft| browser::keep_draft(draft, ""));
            if let Some(field) = field.get_untracked() {
                field.set_value("");
            }
        }
    });
    let keys = move |event: KeyboardEvent| {
        if event.key() != "Enter" || event.shift_key() || event.is_composing() {
            return;
        }
        event.prevent_default();
        let Some(field) = field.get_untracked().filter(|field| !field.value().trim().is_empty()) else { return };
        if let Some(form) = field.form() {
            let _refused = form.request_submit();
        }
    };
    let hidden = fields(AskAct::Start, &[("project", &project), ("conversation", &conversation), ("ask", &ask)]);
    let suggestions = suggested(desk, &project, &conversation, suggestions);
    view! {
        <div class="ask-box">
            <form class="box" method="post" action=PATH on:submit=move |event| desk.submit(event) data-testid="ask-form">
                {hidden}
                <textarea
                    node_ref=field
                    id="question"
                    name="wish[question]"
                    rows="2"
                    maxlength="2000"
                    dir="auto"
                    required
                    enterkeyhint="send"
                    aria-label=text::QUESTION
                    aria-describedby="question-hint"
                    placeholder=text::PLACEHOLDER
                    on:input=keep
                    on:keydown=keys
                >
                    {escape_textarea(question)}
                </textarea>
                <div class="box-end">
                    {modes(&mode)}
                    <button
                        type="submit"
                        class="round primary"
                        aria-label=text::SEND
                        data-testid="ask-send"
                        aria-disabled=move || desk.is_busy.get().to_string()
                    >
                        {icon(Icon::ArrowUp)}
                    </button>
                </div>
            </form>
            <p class="hint" id="question-hint">
                <span>{text::COMMANDS}</span>
                <span class="keys">{text::KEYS}</span>
                <span role="status">{move || desk.is_busy.get().then_some(text::SENDING)}</span>
            </p>
            {suggestions}
        </div>
    }
    .erase()
}

fn modes(chosen: &str) -> AnyView {
    let names = AskMode::ALL.map(|mode| (mode.name(), text::mode(mode)));
    let options: Vec<AnyView> = [("", text::AUTOMATIC)]
        .into_iter()
        .chain(names)
        .map(|(value, name)| {
            let is_chosen = value == chosen;
            view! {
                <option value=value selected=is_chosen>
                    {name}
                </option>
            }
            .erase()
        })
        .collect();
    view! {
        <select name="wish[mode]" aria-label=text::MODE data-testid="ask-mode">
            {options}
        </select>
    }
    .erase()
}

/// Questions that the project's tables can answer: a button each.
fn suggested(desk: Desk, project: &str, conversation: &str, all: Vec<String>) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let all: Vec<AnyView> = all
        .into_iter()
        .map(|question| {
            view! {
                <button type="submit" name="wish[question]" value=question.clone() class="button small wraps" data-testid="suggestion">
                    <span dir="auto">{question.clone()}</span>
                </button>
            }
            .erase()
        })
        .collect();
    view! {
        <form method="post" action=PATH class="following" on:submit=move |event| desk.submit(event)>
            <h3>{text::SUGGESTIONS}</h3>
            {fields(AskAct::Start, &[("project", project), ("conversation", conversation)])}
            <div class="row">{all}</div>
        </form>
    }
    .erase()
}
