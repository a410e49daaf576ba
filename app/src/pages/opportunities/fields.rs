//! The fields of the forms of these pages, with what is wrong beside each.

use super::form::Wrong;
use crate::{erased::Erase, words::opportunities as text};
use leptos::prelude::*;
use protocol::opportunities::Stage;

/// A line under a field that says what is wrong with it; empty where nothing is.
pub(super) fn fault_line(wrong: RwSignal<Wrong>, field: &'static str, id: String) -> AnyView {
    view! {
        <p class="field-fault" role="alert" id=id>
            {move || wrong.try_get().flatten().filter(|(named, _)| *named == field).map(|(_, what)| what)}
        </p>
    }
    .erase()
}

/// Whether a field is wrong, in the words of `aria-invalid`. No memo: forms come and go with the state of a pipeline, and what asks a
/// memo after it went fails.
pub(super) fn is_wrong(wrong: RwSignal<Wrong>, field: &'static str) -> impl Fn() -> Option<&'static str> + Clone + Send + Sync {
    move || wrong.try_get().flatten().filter(|(named, _)| *named == field).map(|_| "true")
}

/// A text that has to be written.
pub(super) struct Written {
    pub(super) form: &'static str,
    pub(super) field: &'static str,
    pub(super) label: &'static str,
    pub(super) hint: Option<&'static str>,
    pub(super) is_needed: bool,
}

pub(super) fn written(of: &Written, wrong: RwSignal<Wrong>) -> AnyView {
    let Written { form, field, label, hint, is_needed } = *of;
    let (id, fault) = (format!("{form}-{field}"), format!("{form}-{field}-fault"));
    let invalid = is_wrong(wrong, field);
    let hint_id = format!("{form}-{field}-hint");
    let described = if hint.is_some() { format!("{hint_id} {fault}") } else { fault.clone() };
    let hint = hint.map(|hint| view! { <small class="quiet" id=hint_id>{hint}</small> }.erase());
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <textarea
                id=id
                name=format!("wish[{field}]")
                rows="3"
                maxlength="2000"
                dir="auto"
                aria-required=is_needed.then_some("true")
                aria-invalid=invalid
                aria-describedby=described
            ></textarea>
            {hint}
            {fault_line(wrong, field, fault)}
        </div>
    }
    .erase()
}

/// One of several, as buttons of which one is pressed in.
pub(super) fn choices(
    (form, field, legend): (&'static str, &'static str, &'static str),
    options: &[(&'static str, &'static str)],
    wrong: RwSignal<Wrong>,
) -> AnyView {
    let fault = format!("{form}-{field}-fault");
    let line = fault_line(wrong, field, fault.clone());
    let options: Vec<AnyView> = options
        .iter()
        .map(|(value, name)| {
            view! {
                <label class="check">
                    <input type="radio" name=format!("wish[{field}]") value=*value />
                    <span>{*name}</span>
                </label>
            }
            .erase()
        })
        .collect();
    view! {
        <fieldset class="choices" aria-describedby=fault>
            <legend>{legend}</legend>
            {options}
            {line}
        </fieldset>
    }
    .erase()
}

/// The stages that something can go back to.
pub(super) fn stage_choice(form: &'static str, ways: &[Stage], wrong: RwSignal<Wrong>) -> AnyView {
    let fault = format!("{form}-stage-fault");
    let invalid = is_wrong(wrong, "stage");
    let options: Vec<AnyView> =
        ways.iter().rev().map(|stage| view! { <option value=stage.name()>{text::stage(*stage)}</option> }.erase()).collect();
    view! {
        <div class="field">
            <label for=format!("{form}-stage")>{text::TO_STAGE}</label>
            <select id=format!("{form}-stage") name="wish[stage]" aria-invalid=invalid aria-describedby=fault.clone()>
                {options}
            </select>
            {fault_line(wrong, "stage", fault)}
        </div>
    }
    .erase()
}
