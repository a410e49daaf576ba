//! Several obligations in the place of one, and obligations that are added.
//!
//! The rule of a split: the new ones stand where the old one stood, wait for what it waited for, have its priority, category and
//! collection where they name none of their own, and are required if it was; whoever waited for it waits for all of them. A value
//! that is given with one of them stands at once. Where none is given, the old value goes to the first that it fits, only half
//! sure, with its evidence, and is asked about. What is being looked up about the whole is given up.

use super::{Effect, must_exist, structure};
use crate::{
    Refusal,
    interview::{Draft, value::fitting},
};
use protocol::{
    Confidence,
    interview::{
        CollectionType, InterviewEvent, InterviewView, NewObligation, ObligationTemplate, OriginLayer, Source, WidgetType,
    },
};

const MOST: usize = 10;
/// Chosen by a person's own hand.
const BY_HAND: Confidence = Confidence::hundredths(98);
/// A value of the whole is a guess for a part of it.
const HALF_SURE: Confidence = Confidence::hundredths(50);
const PRIORITY: u8 = 5;

pub(super) fn split(draft: &mut Draft<'_>, key: &str, into: &[NewObligation], effects: &mut Vec<Effect>) -> Result<(), Refusal> {
    structure::must_be_quiet(draft)?;
    must_exist(draft, key)?;
    if !(2..=MOST).contains(&into.len()) {
        return Err(Refusal::invalid("into", format!("name 2 to {MOST} questions to split it into")));
    }
    let (Some(whole), Some(held)) = (draft.view.template(key).cloned(), draft.view.obligation(key).cloned()) else {
        return Ok(());
    };
    let mut taken: Vec<String> = Vec::new();
    let mut parts: Vec<ObligationTemplate> = Vec::new();
    for given in into {
        let mut part = template(&draft.view, given, &taken)?;
        part.dependencies.clone_from(&whole.dependencies);
        part.priority = given.priority.unwrap_or(whole.priority);
        part.category = given.category.clone().or_else(|| whole.category.clone());
        part.collection_type = whole.collection_type;
        part.field_path = given.field_path.clone().unwrap_or_else(|| format!("{}.{}", whole.field_path, part.key));
        taken.push(part.key.clone());
        parts.push(part);
    }
    let mut definition = draft.view.definition.as_ref().clone();
    let place = definition.obligations.iter().position(|one| one.key == key).unwrap_or(0);
    definition.obligations.splice(place..=place, parts.clone());
    let replaced = |keys: &[String]| -> Vec<String> {
        keys.iter().flat_map(|one| if one == key { taken.clone() } else { vec![one.clone()] }).collect()
    };
    for one in &mut definition.obligations {
        one.dependencies = replaced(&one.dependencies);
    }
    let required = &mut definition.completion.required_obligations;
    *required = replaced(required);
    for (given, key) in into.iter().zip(&taken) {
        if given.required && !required.contains(key) {
            required.push(key.clone());
        }
    }
    let definition = structure::checked(definition, "into")?;
    let values = into.iter().zip(&parts).map(|(given, part)| value(given, part)).collect::<Result<Vec<_>, _>>()?;
    structure::give_up(draft, std::slice::from_ref(&whole.key), effects);
    draft.push(InterviewEvent::Split { key: key.to_owned(), into: taken.clone(), definition });
    structure::create_missing(draft);
    if values.iter().all(Option::is_none) {
        let fits = |part: &ObligationTemplate| held.value.as_ref().and_then(|value| fitting(part, value).ok());
        if let Some((part, value)) = parts.iter().find_map(|part| Some((part, fits(part)?))) {
            let source = held.source.unwrap_or(Source::Manual);
            draft.take(&part.key, value, held.confidence.min(HALF_SURE), source, held.evidence.clone());
        }
    }
    for (part, value) in parts.iter().zip(values) {
        if let Some(value) = value {
            draft.take(&part.key, value, BY_HAND, Source::Manual, held.evidence.clone());
        }
    }
    structure::tidy(draft, |_| None);
    Ok(())
}

pub(super) fn add(draft: &mut Draft<'_>, given: &NewObligation) -> Result<(), Refusal> {
    structure::must_be_quiet(draft)?;
    let template = template(&draft.view, given, &[])?;
    let mut definition = draft.view.definition.as_ref().clone();
    definition.obligations.push(template.clone());
    structure::checked(definition, "obligation")?;
    let value = value(given, &template)?;
    let key = template.key.clone();
    draft.push(InterviewEvent::Extended { template: Box::new(template), required: given.required });
    structure::create_missing(draft);
    if let Some(value) = value {
        draft.take(&key, value, BY_HAND, Source::Manual, None);
    }
    structure::tidy(draft, |_| None);
    Ok(())
}

fn value(given: &NewObligation, template: &ObligationTemplate) -> Result<Option<serde_json::Value>, Refusal> {
    given.value.as_ref().filter(|value| !value.is_null()).map(|value| fitting(template, value)).transpose()
}

/// An obligation as somebody gave it, with a key of its own.
fn template(view: &InterviewView, given: &NewObligation, taken: &[String]) -> Result<ObligationTemplate, Refusal> {
    let known = |key: &str| view.obligation(key).is_some() || view.retired(key).is_some() || taken.iter().any(|one| one == key);
    let key = match given.key.trim() {
        "" => fresh(given.label.as_deref().unwrap_or(&given.prompt), known),
        key if known(key) => return Err(Refusal::invalid("key", format!("{key} is the key of another question"))),
        key => key.to_owned(),
    };
    let widget_type = match given.widget_type {
        Some(widget) => widget,
        None if given.options.is_empty() => WidgetType::Text,
        None => WidgetType::Choice,
    };
    Ok(ObligationTemplate {
        field_path: given.field_path.clone().unwrap_or_else(|| format!("added.{key}")),
        key,
        prompt: given.prompt.trim().to_owned(),
        collection_type: CollectionType::DirectQuestion,
        widget_type,
        options: given.options.clone(),
        unit: None,
        min: None,
        max: None,
        dependencies: Vec::new(),
        priority: given.priority.unwrap_or(PRIORITY),
        satisfied_when: None,
        category: given.category.clone(),
        expertise_required: None,
        max_attempts: None,
        label: given.label.clone(),
        description: None,
        why: None,
        examples: Vec::new(),
        rephrasings: Vec::new(),
        follow_up_strategy: None,
        pool_id: None,
        origin_layer: Some(OriginLayer::Session),
        origin_source_id: Some(view.id.0),
    })
}

/// A key made of the first words of a text, told apart by a number where it has to be.
fn fresh(text: &str, known: impl Fn(&str) -> bool) -> String {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).take(5);
    let mut stem = words.collect::<Vec<_>>().join("_");
    stem.truncate(80);
    if stem.is_empty() {
        stem.push_str("question");
    }
    let numbered = (2..).map(|number| format!("{stem}_{number}"));
    std::iter::once(stem.clone()).chain(numbered).find(|key| !known(key)).unwrap_or(stem)
}
