//! The form that begins a pipeline.

use super::{
    calls::{OpportunityAct, OpportunityWish, SourceChoice, SourcesOffered},
    fields::{fault_line, is_wrong},
    form::{Desk, PATH, Wrong, hidden_fields},
};
use crate::{
    browser,
    erased::{Effect, Erase},
    parts::{Icon, icon},
    words::opportunities as text,
};
use leptos::{ev::SubmitEvent, html::Textarea, prelude::*};

#[component]
pub(super) fn Begin(offered: SourcesOffered, source: String, fault: RwSignal<Option<String>>) -> impl IntoView {
    let desk = Desk::new(String::new(), fault, Callback::new(|()| {}));
    let wrong = RwSignal::new(None);
    let field = NodeRef::<Textarea>::new();
    let draft = StoredValue::new(format!("draft-findings-{}", offered.id));
    keep_draft(desk, field, draft);
    let invalid = is_wrong(wrong, "findings");
    let keep = move |_| {
        if let Some(field) = field.get_untracked() {
            draft.with_value(|draft| browser::keep_draft(draft, &field.value()));
        }
    };
    let submit = move |event: SubmitEvent| desk.submit_checked(event, check, wrong);
    view! {
        <section class="card start-run" aria-labelledby="begin-name">
            <h2 id="begin-name">{text::BEGIN}</h2>
            <form method="post" action=PATH on:submit=submit data-testid="begin-form">
                {hidden_fields(OpportunityAct::Begin, &[("project", offered.id.to_string())])}
                {sources(&offered, &source)}
                <div class="field">
                    <label for="begin-findings">{text::PASTED}</label>
                    <textarea
                        id="begin-findings"
                        name="wish[findings]"
                        rows="4"
                        maxlength="20000"
                        dir="auto"
                        node_ref=field
                        placeholder=text::PASTED_EXAMPLE
                        aria-invalid=invalid
                        aria-describedby="begin-findings-hint begin-findings-fault"
                        on:input=keep
                    ></textarea>
                    <small class="quiet" id="begin-findings-hint">
                        {text::PASTED_HINT}
                    </small>
                    {fault_line(wrong, "findings", "begin-findings-fault".to_owned())}
                </div>
                <p class="row">
                    <button
                        type="submit"
                        class="button primary"
                        data-testid="begin-button"
                        aria-disabled=move || desk.is_busy.get().to_string()
                    >
                        {icon(Icon::Arrow)}
                        {text::BEGIN_BUTTON}
                    </button>
                    <span role="status">{move || desk.is_busy.get().then_some(text::BEGINNING)}</span>
                </p>
                <p class="small quiet">{text::ENGINES}</p>
            </form>
        </section>
    }
    .erase()
}

/// What is pasted is kept until it was taken.
fn keep_draft(desk: Desk, field: NodeRef<Textarea>, draft: StoredValue<String>) {
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        if let Some(kept) = draft.with_value(|draft| browser::draft(draft)).filter(|_| field.value().is_empty()) {
            field.set_value(&kept);
        }
    });
    Effect::new(move |_| {
        if desk.taken.try_get().unwrap_or_default() > 0 {
            draft.with_value(|draft| browser::keep_draft(draft, ""));
        }
    });
}

fn check(wish: &OpportunityWish) -> Wrong {
    (wish.source.is_empty() && wish.findings.trim().is_empty()).then_some(("findings", text::NOTHING_CHOSEN))
}

fn sources(offered: &SourcesOffered, chosen: &str) -> AnyView {
    let groups = [
        (text::RUNS, &offered.runs),
        (text::INTERVIEWS, &offered.interviews),
        (text::ASKS, &offered.asks),
        (text::SEARCHES, &offered.searches),
    ];
    if groups.iter().all(|(_, choices)| choices.is_empty()) {
        return ().erase();
    }
    let option = |one: &SourceChoice| {
        let is_chosen = one.value == chosen;
        view! {
            <option value=one.value.clone() selected=is_chosen>
                {one.name.clone()}
            </option>
        }
        .erase()
    };
    let groups: Vec<AnyView> = groups
        .into_iter()
        .filter(|(_, choices)| !choices.is_empty())
        .map(|(name, choices)| {
            let options: Vec<AnyView> = choices.iter().map(option).collect();
            view! { <optgroup label=name>{options}</optgroup> }.erase()
        })
        .collect();
    view! {
        <label class="field">
            <span>{text::SOURCE}</span>
            <select name="wish[source]" data-testid="begin-source">
                <option value="">{text::NO_SOURCE}</option>
                {groups}
            </select>
        </label>
    }
    .erase()
}
