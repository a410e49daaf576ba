//! The fields of a date and of a number. What is not entered that exactly has fields of its own, which a switch shows: the stylesheet
//! does so, so that they work without scripts.

use crate::{
    erased::Erase,
    pages::interviews::value::{
        dates::{DateFields, Span},
        numbers::{NumberFields, RANGE},
    },
    words::widget as text,
};
use leptos::prelude::*;
use protocol::{MONTHS, interview::ObligationTemplate};
use serde_json::Value;

/// A day; or a month, a quarter or a year.
pub(super) fn date_fields(id: String, label: &str, held: Option<&Value>) -> AnyView {
    let DateFields { day, span, month, quarter, year } = DateFields::from_value(held);
    let kinds = Span::ALL.into_iter().zip(text::SPANS).map(|(one, name)| (one.name(), name, one == span)).collect::<Vec<_>>();
    let quarters = ["Q1", "Q2", "Q3", "Q4"];
    view! {
        {span_switch(kinds)}
        <input id=id name="value" type="date" class="of-day" aria-label=label.to_owned() value=day required />
        {select_among("values[1]", "of-month", text::MONTH, &MONTHS, month)}
        {select_among("values[2]", "of-quarter", text::QUARTER, &quarters, quarter)}
        <input
            name="values[3]"
            type="text"
            class="of-year"
            inputmode="numeric"
            maxlength="4"
            autocomplete="off"
            placeholder=text::YEAR
            aria-label=text::YEAR
            value=year
        />
    }
    .erase()
}

/// One number; or from one to another; with the unit and the bounds of its question.
pub(super) fn number_fields(id: String, label: &str, template: &ObligationTemplate, held: Option<&Value>) -> AnyView {
    let NumberFields { first, is_range, last, unit } = NumberFields::from_value(held, template.unit.as_deref());
    let [min, max] = [&template.min, &template.max].map(|bound| bound.as_ref().map(ToString::to_string));
    let bounds_id = format!("{id}-bounds");
    let bounds = template.describe_bounds();
    let described = bounds.is_some().then(|| bounds_id.clone());
    let kinds = vec![("one", text::ONE_NUMBER, !is_range), (RANGE, text::RANGE, is_range)];
    view! {
        {span_switch(kinds)}
        <input
            id=id
            name="value"
            type="number"
            step="any"
            min=min.clone()
            max=max.clone()
            inputmode="decimal"
            aria-label=label.to_owned()
            aria-describedby=described.clone()
            value=first
            required
        />
        <span class="of-range quiet">{text::TO}</span>
        <input
            name="values[1]"
            type="number"
            class="of-range"
            step="any"
            min=min
            max=max
            inputmode="decimal"
            aria-label=text::last(label)
            aria-describedby=described
            value=last
        />
        {unit.map(|unit| view! { <span class="unit quiet" dir="auto">{unit}</span> })}
        {bounds
            .map(|bounds| {
                view! { <small id=bounds_id class="bounds quiet" data-testid="number-bounds" dir="auto">{text::allowed(&bounds)}</small> }
            })}
    }
    .erase()
}

/// Which of the fields hold: each with its name in the form, its name for people, and whether it is chosen.
fn span_switch(kinds: Vec<(&'static str, &'static str, bool)>) -> AnyView {
    let kinds = kinds
        .into_iter()
        .map(|(value, name, chosen)| {
            view! {
                <label>
                    <input type="radio" name="values[0]" value=value checked=chosen />
                    <span>{name}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="span-switch">
            <legend class="hidden">{text::HOW_EXACT}</legend>
            {kinds}
        </fieldset>
    }
    .erase()
}

/// A choice among names, counted from 1 on.
fn select_among(name: &'static str, class: &'static str, label: &'static str, names: &[&'static str], chosen: usize) -> AnyView {
    let options = names
        .iter()
        .zip(1_usize..)
        .map(|(name, place)| {
            let chosen = place == chosen;
            view! { <option selected=chosen value=place.to_string()>{*name}</option> }
        })
        .collect_view();
    view! {
        <select name=name class=class aria-label=label>
            <option value="">{label}</option>
            {options}
        </select>
    }
    .erase()
}
