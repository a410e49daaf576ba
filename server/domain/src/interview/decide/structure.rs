//! What changing the definition of a running interview has in common: it is checked like any objective, and what waits for what
//! is brought up to date.

use super::{Effect, must_be_active, negotiation, research};
use crate::{
    Refusal,
    interview::{
        Draft,
        dependencies::{Graph, at},
        objective,
    },
};
use protocol::interview::{InterviewEvent, ObjectiveDefinition, Status};
use std::sync::Arc;

/// Not while a reply is being written: it may ask for what is not there any more.
pub(super) fn must_be_quiet(draft: &Draft<'_>) -> Result<(), Refusal> {
    must_be_active(draft)?;
    if draft.view.replying.is_some() {
        return Err(Refusal::conflict("a reply is being written: wait for it or stop it, then change the questions"));
    }
    Ok(())
}

/// The definition, if an interview can be held with it; the faults name the fields of `place`.
pub(super) fn checked(mut definition: ObjectiveDefinition, place: &str) -> Result<Arc<ObjectiveDefinition>, Refusal> {
    let most = u32::try_from(definition.obligations.len()).unwrap_or(u32::MAX);
    definition.completion.min_obligations_satisfied = definition.completion.min_obligations_satisfied.min(most);
    let config = serde_json::to_value(&definition).map_err(|fault| Refusal::invalid(place, fault.to_string()))?;
    objective::parse(&config).map_err(|mut refusal| {
        for fault in &mut refusal.faults {
            if let Some(rest) = fault.field.strip_prefix("config.obligations") {
                fault.field = format!("{place}{rest}");
            }
        }
        refusal
    })?;
    Ok(Arc::new(definition))
}

/// Creates what the definition has and the interview does not.
pub(super) fn create_missing(draft: &mut Draft<'_>) {
    let definition = draft.view.definition.clone();
    let resolved = resolved(draft);
    for (place, template) in definition.obligations.iter().enumerate() {
        if draft.view.obligation(&template.key).is_none() {
            draft.push(InterviewEvent::Created { key: template.key.clone(), dependencies_resolved: resolved[place] });
        }
    }
}

/// Updates whether obligations with changed dependencies may be asked; follow-ups move with their obligation.
pub(super) fn tidy(draft: &mut Draft<'_>, became: impl Fn(&str) -> Option<String>) {
    let definition = draft.view.definition.clone();
    let resolved = resolved(draft);
    for (place, template) in definition.obligations.iter().enumerate() {
        let Some(was) = draft.view.obligation(&template.key).map(|one| one.dependencies_resolved) else { continue };
        if was == resolved[place] {
            continue;
        }
        let known = |key: &&String| draft.view.obligation(key).is_some_and(|one| one.status == Status::Satisfied);
        let ground = template.dependencies.iter().find(|key| known(key) == resolved[place]);
        let (key, dependency) = (template.key.clone(), ground.unwrap_or(&template.key).clone());
        draft.push(if resolved[place] {
            InterviewEvent::DependencyResolved { key, dependency, all: true }
        } else {
            InterviewEvent::DependencyUnresolved { key, dependency }
        });
    }
    let mut memory = crate::interview::memory::updated(&draft.view, crate::interview::memory::Signals::default());
    for topic in &mut memory.recent_topics {
        if let Some(key) = became(topic) {
            *topic = key;
        }
    }
    if memory != *draft.view.memory {
        draft.keep_in_mind(memory);
    }
    draft.reopened = true;
    draft.recompute();
}

/// An open negotiation is put off before its obligation goes.
pub(super) fn lay_aside(draft: &mut Draft<'_>, keys: &[String]) {
    for key in keys {
        negotiation::lay_aside(draft, key);
    }
}

/// The same where nothing takes the obligation's place; nothing is looked up about it any more.
pub(super) fn give_up(draft: &mut Draft<'_>, keys: &[String], effects: &mut Vec<Effect>) {
    lay_aside(draft, keys);
    research::give_up(draft, keys, effects);
}

fn resolved(draft: &Draft<'_>) -> Vec<bool> {
    let view = &draft.view;
    Graph::new(&view.definition).all_before(|place| at(view, place).is_some_and(|one| one.status == Status::Satisfied))
}
