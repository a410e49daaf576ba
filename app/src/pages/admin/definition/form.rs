use super::{change, editor::Desk, question::Question};
use crate::{browser, erased::Erase, words::objectives as text};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The definition as a form: what holds for the whole, then the questions, one of them open at a time.
#[component]
pub(super) fn Form(desk: Desk) -> impl IntoView {
    let rows = move || {
        desk.turn.get();
        let count = desk.value.with_untracked(|value| change::questions(value).len());
        (0..count).map(|at| row(desk, at, count)).collect_view()
    };
    let add = move |_| {
        let Some(at) = desk.value.try_update(change::add) else { return };
        desk.opened.set(Some(at));
        restructured(desk, "q-prompt");
    };
    view! {
        <p class="note bad" hidden=move || desk.readable.get()>
            {text::UNREADABLE}
        </p>
        {desk.whole.then(|| view! { <Whole desk=desk /> })}
        <ol class="questions-form" data-testid="questions-form">{rows}</ol>
        <button type="button" class="button" on:click=add data-testid="add-question">
            {text::ADD_QUESTION}
        </button>
        <p class="small quiet">{text::REST_STAYS}</p>
    }
    .erase()
}

/// After questions came, went or moved: the text follows, and the focus goes where it belongs.
fn restructured(desk: Desk, focus: &'static str) {
    desk.turn.update(|turn| *turn += 1);
    desk.write.run(());
    browser::soon(move || browser::focus(focus));
}

fn row(desk: Desk, at: usize, count: usize) -> AnyView {
    let title = move || {
        desk.value.with(|value| {
            let [label, key] = ["label", "key"].map(|name| change::part(value, at, name));
            if label.is_empty() { key } else { label }
        })
    };
    let prompt = move || desk.value.with(|value| change::part(value, at, "prompt"));
    let faults = move || super::question::faults(desk, at).len();
    let opened = move || desk.opened.get() == Some(at);
    let toggle = move |_| desk.opened.update(|opened| *opened = (*opened != Some(at)).then_some(at));
    let shift = move |to: usize, focus: &'static str| {
        desk.value.update(|value| change::shift(value, at, to));
        desk.opened.update(|opened| {
            *opened = match *opened {
                Some(one) if one == at => Some(to),
                Some(one) if one == to => Some(at),
                other => other,
            }
        });
        desk.turn.update(|turn| *turn += 1);
        desk.write.run(());
        browser::soon(move || browser::focus(&format!("{focus}-{to}")));
    };
    let remove = move |_| {
        desk.value.update(|value| change::remove(value, at));
        desk.opened.set(None);
        restructured(desk, "main");
    };
    let number = at + 1;
    view! {
        <li data-testid="question-row">
            <div class="question-head">
                <button type="button" class="question-open" id=format!("open-{at}") aria-expanded=move || opened().to_string() on:click=toggle>
                    <b dir="auto">{move || format!("{number}. {}", title())}</b>
                    <span class="small quiet" dir="auto">
                        {prompt}
                    </span>
                    {move || (faults() > 0).then(|| view! { <span class="chip low">{text::faulty(faults())}</span> })}
                </button>
                <button
                    type="button"
                    class="button small"
                    id=format!("up-{at}")
                    aria-label=move || text::up(&title())
                    disabled={at == 0}
                    on:click=move |_| shift(at - 1, if at > 1 { "up" } else { "down" })
                >
                    "↑"
                </button>
                <button
                    type="button"
                    class="button small"
                    id=format!("down-{at}")
                    aria-label=move || text::down(&title())
                    disabled={number == count}
                    on:click=move |_| shift(at + 1, if number + 1 < count { "down" } else { "up" })
                >
                    "↓"
                </button>
            </div>
            {move || {
                opened()
                    .then(|| {
                        view! {
                            <Question desk=desk at=at />
                            <button type="button" class="button small danger" on:click=remove data-testid="remove-question">
                                {text::REMOVE_QUESTION}
                            </button>
                        }
                    })
            }}
        </li>
    }
    .erase()
}

const WHOLE: [(&str, &str); 4] = [
    ("displayName", text::WHOLE_NAME),
    ("description", text::WHOLE_DESCRIPTION),
    ("completion.minObligationsSatisfied", text::WHOLE_ENOUGH),
    ("completion.minConfidenceScore", text::WHOLE_SURE),
];

/// What holds for an objective as a whole.
#[component]
fn Whole(desk: Desk) -> impl IntoView {
    let on_input = move |event: web_sys::Event| {
        let Some(field) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) else { return };
        let Some(path) = field.get_attribute("data-path") else { return };
        desk.value.update(|value| change::set_whole(value, &path, &field.value()));
        desk.write.run(());
    };
    let fields = move || {
        desk.turn.get();
        let field = |(path, label): (&'static str, &'static str)| {
            let held = desk.value.with_untracked(|value| change::whole(value, path));
            let wrong = move || {
                desk.checked.with(|one| {
                    one.faults.iter().find(|fault| fault.field == format!("config.{path}")).map(|fault| fault.message.clone())
                })
            };
            let fault_id = format!("whole-{path}-fault");
            view! {
                <label class="field">
                    <span>{label}</span>
                    <input
                        data-path=path
                        value=held
                        autocomplete="off"
                        aria-invalid=move || wrong().map(|_| "true")
                        aria-describedby=fault_id.clone()
                    />
                </label>
                <p class="field-fault" id=fault_id>
                    {wrong}
                </p>
            }
            .erase()
        };
        WHOLE.map(field).collect_view()
    };
    view! {
        <div class="whole-form" on:input=on_input>
            {fields}
        </div>
    }
    .erase()
}
