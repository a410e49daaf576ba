//! An interview with somebody who was invited: the way in, the conversation with one form, and the end.

use super::{
    document::document,
    reading::{conversation, summary},
};
use crate::{
    calls::CallFault,
    erased::Erase,
    pages::interviews::{
        acts,
        value::{
            WidgetForm, answered, chosen,
            dates::{DateFields, Span},
            display, entry,
            numbers::NumberFields,
        },
    },
    parts::escape_textarea,
    shell::Assets,
    words::{negotiation, open as text, widget},
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::interview::{
    Asking, InterviewCommand, InterviewView, Negotiation, ObjectiveDefinition, Obligation, ObligationTemplate, SessionStatus,
    WidgetAnswer, WidgetType,
};
use serde_json::Value;

/// The longest id of a message that a form carries.
const LONGEST_ID: usize = 40;
/// The form of the fields, which the button that confirms a value sends along.
const FIELDS: &str = "read-back-fields";
/// What the buttons of two values that are at odds send.
const HELD: &str = "held";
const PROPOSED: &str = "proposed";

/// The way in. `by` invites; `name` is what was given before, where that is no name. What is sent with one `key`
/// begins one interview.
#[must_use]
pub fn invitation_page(
    assets: &Assets,
    (token, key): (&str, &str),
    by: &str,
    definition: &ObjectiveDefinition,
    name: Option<&str>,
) -> String {
    let title = definition.display_name.clone();
    let promises = text::PROMISES.map(|line| view! { <li>{line}</li> }).collect_view();
    let minutes = crate::words::home::minutes(u32::try_from(definition.obligations.len()).unwrap_or(u32::MAX));
    let content = view! {
        <p class="quiet" dir="auto">{text::invited_by(by)}</p>
        <h1 dir="auto">{title.clone()}</h1>
        <p dir="auto">{definition.description.clone()}</p>
        <p class="quiet">{minutes}</p>
        <ul class="open-promises">{promises}</ul>
        {name.map(|_| fault(text::NAME_WRONG))}
        <form class="card open-form" method="post" action=format!("/invited/{token}/start")>
            <input type="hidden" name="key" value=key.to_owned() />
            <label class="field">
                <span>{text::NAME}</span>
                <input
                    name="name"
                    required
                    maxlength="80"
                    autocomplete="name"
                    dir="auto"
                    aria-describedby="name-hint"
                    value=name.unwrap_or_default().to_owned()
                />
            </label>
            <p id="name-hint" class="small quiet">{text::NAME_HINT}</p>
            <button type="submit" class="button primary">{text::START}</button>
        </form>
    }
    .erase();
    document(assets, &title, content)
}

/// The conversation so far, and the place to answer. `fault` is what was wrong with `draft`.
#[must_use]
pub fn interview_page(assets: &Assets, token: &str, view: &InterviewView, draft: &str, wrong: Option<&str>) -> String {
    let title = view.definition.display_name.clone();
    let content = if view.status == SessionStatus::Completed {
        view! {
            <h1>{text::THANKS}</h1>
            {summary(view)}
            {conversation(view, text::YOU)}
        }
        .erase()
    } else {
        let required = &view.completeness.required;
        view! {
            <h1 dir="auto">{title.clone()}</h1>
            <p class="small quiet">{text::progress(required.satisfied, required.total)}</p>
            {conversation(view, text::YOU)}
            {wrong.map(fault)}
            {if view.replying.is_some() {
                view! { <p role="status">{text::THINKING}</p> }.erase()
            } else {
                forms(token, view, draft)
            }}
        }
        .erase()
    };
    document(assets, &title, content)
}

fn fault(why: &str) -> AnyView {
    view! { <p class="alert" role="alert" dir="auto">{why.to_owned()}</p> }.erase()
}

fn forms(token: &str, view: &InterviewView, draft: &str) -> AnyView {
    let pending = view.answerable();
    let template = pending.and_then(|one| view.template(&one.key));
    let held = pending.and_then(|one| view.obligation(&one.key)).and_then(|one| one.value.as_ref());
    let confirms = pending.is_some_and(|one| one.kind == Asking::ReadBack);
    let (action, id) = (format!("/invited/{token}/say"), format!("guest-{}", view.messages.len()));
    let own = template.filter(|template| confirms || template.widget_type != WidgetType::Text);
    let own = own.map(|template| {
        let fields = widget_form(&action, &id, template, held);
        if confirms { confirm(template, fields) } else { fields }
    });
    let settling = view.open_negotiation().and_then(|one| settle(&action, &id, view.template(&one.key)?, one));
    let moves = widget::MOVES
        .map(|(label, says)| view! { <button type="submit" class="button small" name="text" value=says>{label}</button> })
        .collect_view();
    let (move_action, move_id) = (action.clone(), id.clone());
    let finish = (view.completeness.can_complete() && view.turn_count > 0).then(|| {
        view! {
            <form method="post" action=format!("/invited/{token}/finish")>
                <button type="submit" class="button" data-testid="finish">{text::FINISH}</button>
            </form>
        }
    });
    view! {
        {own}
        {settling}
        <form id="answer" class="card open-form" method="post" action=action>
            <input type="hidden" name="at" value=id />
            <label class="field">
                <span>{text::ANSWER}</span>
                <textarea name="text" rows="4" required maxlength="4000" dir="auto">{escape_textarea(draft.to_owned())}</textarea>
            </label>
            <button type="submit" class="button primary">{text::SEND}</button>
        </form>
        <form class="row" method="post" action=move_action aria-label=text::OTHER_MOVES>
            <input type="hidden" name="at" value=move_id />
            {moves}
        </form>
        {finish}
    }
    .erase()
}

/// A value that is read back: the button that confirms it, and the fields in which to choose otherwise.
fn confirm(template: &ObligationTemplate, fields: AnyView) -> AnyView {
    let moves = widget::CONFIRM.map(|(label, says)| {
        view! { <button type="submit" class="button primary" form=FIELDS formnovalidate name="text" value=says>{label}</button> }
    });
    view! {
        <section
            class="row open-confirm"
            aria-label=format!("{}: {}", widget::TO_CONFIRM, template.name())
            data-testid="read-back"
        >
            {moves.collect_view()}
            {fields}
        </section>
    }
    .erase()
}

/// Two values that are at odds: a button for each. Nothing where there are no words for any.
fn settle(action: &str, id: &str, template: &ObligationTemplate, one: &Obligation) -> Option<AnyView> {
    let buttons: Vec<AnyView> = [HELD, PROPOSED]
        .into_iter()
        .filter_map(|side| {
            let words = display(&find_side(one, side)?, Some(template));
            let button =
                view! { <button type="submit" class="choice" name="side" value=side dir="auto">{words.clone()}</button> };
            (!words.is_empty()).then(|| button.erase())
        })
        .collect();
    let question = negotiation::question(&template.name());
    (!buttons.is_empty()).then(|| {
        view! {
            <form class="row open-widget" method="post" action=action.to_owned() aria-label=question data-testid="settle">
                <input type="hidden" name="at" value=id.to_owned() />
                <input type="hidden" name="key" value=template.key.clone() />
                {buttons}
            </form>
        }
        .erase()
    })
}

/// One of two values that are, or were, at odds.
fn find_side(one: &Obligation, side: &str) -> Option<Value> {
    match side {
        HELD => acts::held(one),
        PROPOSED => one.negotiation.as_ref().and_then(Negotiation::proposed).cloned(),
        _ => None,
    }
}

/// The fields of a question that is answered with more than words, or of a value that is held, which they begin with.
fn widget_form(action: &str, id: &str, template: &ObligationTemplate, held: Option<&Value>) -> AnyView {
    let label = template.name();
    let send = || view! { <button type="submit" class="button">{text::SEND}</button> };
    let chosen = chosen(held);
    let fields = match template.widget_type {
        WidgetType::Choice => template
            .options
            .iter()
            .map(|one| {
                let (value, label) = (one.value.clone(), one.label.clone());
                let current = chosen.contains(&value).then_some("true");
                view! { <button type="submit" class="button" name="value" value=value aria-current=current dir="auto">{label}</button> }
                    .erase()
            })
            .collect_view()
            .erase(),
        WidgetType::Multiselect => {
            let boxes = template
                .options
                .iter()
                .map(|one| {
                    let (value, label) = (one.value.clone(), one.label.clone());
                    let checked = chosen.contains(&value);
                    view! {
                        <label class="check">
                            <input type="checkbox" name="values" value=value checked=checked />
                            <span dir="auto">{label}</span>
                        </label>
                    }
                    .erase()
                })
                .collect_view();
            view! { {boxes} {send()} }.erase()
        }
        WidgetType::Date => {
            let day = exact_day(held);
            view! { <input type="date" name="value" required aria-label=label.clone() value=day /> {send()} }.erase()
        }
        WidgetType::Number => {
            // One field holds no range.
            let number = NumberFields::from_value(held, None);
            let first = if number.is_range { String::new() } else { number.first };
            view! { <input type="text" inputmode="decimal" name="value" required aria-label=label.clone() value=first /> {send()} }
                .erase()
        }
        WidgetType::Text => {
            let words = escape_textarea(held.map(entry).unwrap_or_default());
            view! { <textarea name="value" rows="2" required dir="auto" aria-label=label.clone()>{words}</textarea> {send()} }.erase()
        }
    };
    view! {
        <form id=FIELDS class="row open-widget" method="post" action=action.to_owned() aria-label=label>
            <input type="hidden" name="at" value=id.to_owned() />
            <input type="hidden" name="key" value=template.key.clone() />
            {fields}
        </form>
    }
    .erase()
}

/// The day that a field begins with. Nothing where a month, a quarter or a year is held: sent as it is, the field would make a day of it.
fn exact_day(held: Option<&Value>) -> String {
    let DateFields { day, span, .. } = DateFields::from_value(held);
    if span == Span::Day { day } else { String::new() }
}

/// Of a page that was gone back to, after something else was sent from it.
#[must_use]
pub fn refuse_repeated() -> CallFault {
    CallFault::Refused(text::ANSWERED.into())
}

/// What a form of this page sends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Sent twice, it is taken once.
    pub at: String,
    pub text: String,
    pub key: String,
    pub value: String,
    pub values: Vec<String>,
    /// Which of two values that are at odds.
    pub side: String,
}

/// The command that an answer means: to say something, and nothing else.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read_answer(view: &InterviewView, answer: Answer) -> Result<InterviewCommand, CallFault> {
    let Answer { at, text, key, value, values, side } = answer;
    let id = Some(at).filter(|at| !at.is_empty() && at.len() <= LONGEST_ID && at.bytes().all(|byte| byte.is_ascii_graphic()));
    if !side.is_empty() {
        // Found also once it is settled, so that a form that is sent twice is the same answer twice.
        let value = view.obligation(&key).and_then(|one| find_side(one, &side));
        let value = value.ok_or_else(|| CallFault::Refused(crate::words::fault::NOT_NOW.into()))?;
        let widget = Some(WidgetAnswer { key, value });
        return Ok(InterviewCommand::Say { text: String::new(), client_message_id: id, widget, spoken: None });
    }
    match answered(view, WidgetForm { text, key, value, values })? {
        InterviewCommand::Say { text, widget, spoken, client_message_id: _ } => {
            Ok(InterviewCommand::Say { text, client_message_id: id, widget, spoken })
        }
        _ => Err(CallFault::Refused(crate::words::fault::NOT_NOW.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::exact_day;
    use serde_json::json;

    #[test]
    fn a_field_for_a_day_begins_only_with_a_day() {
        for (held, day) in [
            (json!("2027-06-30"), "2027-06-30"),
            (json!({"date": "2027-06-30", "text": "30 June 2027"}), "2027-06-30"),
            (json!({"date": "2027-06-01", "text": "June 2027"}), ""),
            (json!({"date": "2027-06-30", "text": "June 2027"}), ""),
            (json!({"date": "2027-06-30", "text": "Q2 2027"}), ""),
            (json!({"date": "2027-12-31", "text": "2027"}), ""),
        ] {
            assert_eq!(exact_day(Some(&held)), day, "{held}");
        }
        assert_eq!(exact_day(None), "");
    }
}
