//! How long the texts of a definition may be: each interview keeps its own copy, and messages and prompts are made of them.

use crate::Fault;
use protocol::interview::{ObjectiveDefinition, ObligationTemplate};

/// What stands behind a number.
const UNIT: usize = 40;
/// Names that stand in lists: labels, categories, options and their synonyms.
const NAME: usize = 200;
/// Sentences: questions, examples, other wordings.
const SENTENCE: usize = 1_000;
/// Explanations: what is meant and why, goals and greetings of phases.
const PASSAGE: usize = 4_000;
/// Entries in a list of texts.
const ENTRIES: usize = 200;

pub(super) fn faults(definition: &ObjectiveDefinition, found: &mut Vec<Fault>) {
    bounded("config.displayName", &definition.display_name, NAME, found);
    bounded("config.description", &definition.description, PASSAGE, found);
    let phases = &definition.phases;
    let named = [
        ("opening", &phases.opening),
        ("exploration", &phases.exploration),
        ("validation", &phases.validation),
        ("closing", &phases.closing),
    ];
    for (name, phase) in named {
        bounded(&format!("config.phases.{name}.goal"), &phase.goal, PASSAGE, found);
        bounded(&format!("config.phases.{name}.message"), &phase.message, PASSAGE, found);
    }
    for template in &definition.obligations {
        obligation(template, found);
    }
}

fn obligation(template: &ObligationTemplate, found: &mut Vec<Fault>) {
    // The key is judged by itself; where it is overlong it does not stand in the names of other faults.
    let key: String = template.key.chars().take(60).collect();
    let field = |part: &str| format!("config.obligations.{key}.{part}");
    let texts = [
        ("prompt", Some(&template.prompt), SENTENCE),
        ("label", template.label.as_ref(), NAME),
        ("unit", template.unit.as_ref(), UNIT),
        ("category", template.category.as_ref(), NAME),
        ("expertiseRequired", template.expertise_required.as_ref(), NAME),
        ("poolId", template.pool_id.as_ref(), NAME),
        ("satisfiedWhen", template.satisfied_when.as_ref(), SENTENCE),
        ("description", template.description.as_ref(), PASSAGE),
        ("why", template.why.as_ref(), PASSAGE),
        ("followUpStrategy", template.follow_up_strategy.as_ref(), PASSAGE),
    ];
    for (part, text, most) in texts {
        if let Some(text) = text {
            bounded(&field(part), text, most, found);
        }
    }
    list(&field("examples"), &template.examples, SENTENCE, found);
    list(&field("rephrasings"), &template.rephrasings, SENTENCE, found);
    list(&field("dependencies"), &template.dependencies, NAME, found);
    let options = field("options");
    if template.options.len() > ENTRIES {
        found.push(Fault::new(options.as_str(), format!("{} options, at most {ENTRIES} are possible", template.options.len())));
    }
    for option in template.options.iter().take(ENTRIES) {
        bounded(&options, &option.value, NAME, found);
        bounded(&options, &option.label, NAME, found);
        list(&format!("{options}.synonyms"), &option.synonyms, NAME, found);
    }
}

fn list(field: &str, texts: &[String], most: usize, found: &mut Vec<Fault>) {
    if texts.len() > ENTRIES {
        found.push(Fault::new(field, format!("{} entries, at most {ENTRIES} are possible", texts.len())));
    }
    // One is enough to find it by.
    if let Some(text) = texts.iter().find(|text| text.chars().count() > most) {
        bounded(field, text, most, found);
    }
}

fn bounded(field: &str, text: &str, most: usize, found: &mut Vec<Fault>) {
    let long = text.chars().count();
    if long > most {
        let part = field.rsplit('.').next().unwrap_or(field);
        found.push(Fault::new(field, format!("{part} has {long} characters, at most {most} are possible")));
    }
}
