//! What must be known before something can be asked (seed 000, Dependencies).

use protocol::interview::{InterviewView, ObjectiveDefinition, ObligationTemplate, Status};
use std::collections::HashSet;

/// Every key that `key` depends on, directly or through others; cycles end.
#[must_use]
pub fn closure<'a>(definition: &'a ObjectiveDefinition, key: &str) -> Vec<&'a str> {
    let mut open = direct(definition, key);
    if open.is_empty() {
        return open;
    }
    let mut found: Vec<&str> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            found.push(next);
            open.extend(direct(definition, next));
        }
    }
    found
}

fn direct<'a>(definition: &'a ObjectiveDefinition, key: &str) -> Vec<&'a str> {
    definition
        .obligations
        .iter()
        .find(|template| template.key == key)
        .map(|template| template.dependencies.iter().map(String::as_str).collect())
        .unwrap_or_default()
}

/// The keys that wait for `key`, directly or through others, in the order of the definition.
pub fn dependents<'a>(definition: &'a ObjectiveDefinition, key: &str) -> impl Iterator<Item = &'a str> {
    let waits = |found: &HashSet<&str>, template: &ObligationTemplate| {
        template.dependencies.iter().any(|one| one == key || found.contains(one.as_str()))
    };
    let mut found: HashSet<&str> = HashSet::new();
    loop {
        let before = found.len();
        for template in definition.obligations.iter().filter(|template| !template.dependencies.is_empty()) {
            if waits(&found, template) {
                found.insert(&template.key);
            }
        }
        if found.len() == before {
            break;
        }
    }
    definition.obligations.iter().map(|template| template.key.as_str()).filter(move |key| found.contains(key))
}

/// Whether nothing that `key` depends on is still to come. Unlike `dependencies_resolved`, which the seed ties to
/// `satisfied`, this counts what was skipped, deferred or given up as settled, so that an interview never stalls on it.
#[must_use]
pub fn settled(view: &InterviewView, key: &str) -> bool {
    closure(&view.definition, key).iter().all(|dependency| {
        view.obligation(dependency)
            .is_none_or(|one| matches!(one.status, Status::Satisfied | Status::Skipped | Status::Deferred) || one.value.is_some())
    })
}
