//! One obligation in the place of several.
//!
//! The rule: the one that stays keeps its key, question and place. It gets the highest priority of all, is required if one of
//! them was, and waits for whatever any of them waited for; whoever waited for one of them waits for it. Where it holds no value
//! it takes theirs with evidence and confidence; the same value makes it surer; another value opens a negotiation. What does not
//! fit its widget stays readable with the obligation it belonged to. What is being looked up about one of them is looked up about the
//! one that stays.

use super::{findings::reopened, must_exist, structure};
use crate::{
    Refusal,
    interview::{
        Draft,
        value::{fitting, same},
    },
};
use protocol::interview::{InterviewEvent, NegotiationRound, ObjectiveDefinition, Obligation, Source, UserResponse};

pub(super) fn merge(draft: &mut Draft<'_>, keys: &[String], into: &str) -> Result<(), Refusal> {
    structure::must_be_quiet(draft)?;
    let mut merged: Vec<String> = Vec::new();
    for key in keys.iter().filter(|key| *key != into) {
        if !merged.contains(key) {
            merged.push(key.clone());
        }
    }
    if merged.is_empty() {
        return Err(Refusal::invalid("keys", "name at least one other question to merge"));
    }
    must_exist(draft, into)?;
    for key in &merged {
        must_exist(draft, key)?;
    }
    let definition = structure::checked(without(&draft.view.definition, &merged, into), "keys")?;
    structure::lay_aside(draft, &merged);
    let held: Vec<(String, Obligation)> =
        merged.iter().filter_map(|key| Some((draft.view.template(key)?.name(), draft.view.obligation(key)?.clone()))).collect();
    draft.push(InterviewEvent::Merged { key: into.to_owned(), merged: merged.clone(), definition });
    for (name, one) in held {
        bring(draft, into, &name, one);
    }
    structure::tidy(draft, |topic| merged.iter().any(|key| key == topic).then(|| into.to_owned()));
    Ok(())
}

fn without(definition: &ObjectiveDefinition, merged: &[String], into: &str) -> ObjectiveDefinition {
    let mut definition = definition.clone();
    let goes = |key: &String| merged.contains(key);
    let all = definition.obligations.iter().filter(|one| one.key == into || goes(&one.key));
    let priority = all.clone().map(|one| one.priority).max();
    let grounds: Vec<String> = all.flat_map(|one| one.dependencies.clone()).filter(|key| key != into && !goes(key)).collect();
    let stands_for = |keys: &[String]| {
        let mut out: Vec<String> = Vec::new();
        for key in keys {
            let key = if goes(key) { into } else { key.as_str() };
            if !out.iter().any(|known| known == key) {
                out.push(key.to_owned());
            }
        }
        out
    };
    for template in &mut definition.obligations {
        if template.key == into {
            template.dependencies = stands_for(&grounds);
            template.priority = priority.unwrap_or(template.priority);
        } else {
            template.dependencies = stands_for(&template.dependencies);
        }
    }
    definition.obligations.retain(|one| !goes(&one.key));
    definition.completion.required_obligations = stands_for(&definition.completion.required_obligations);
    definition
}

fn bring(draft: &mut Draft<'_>, into: &str, name: &str, one: Obligation) {
    let (Some(template), Some(value)) = (draft.view.template(into), one.value) else { return };
    let Ok(value) = fitting(template, &value) else { return };
    let held = draft.view.obligation(into).and_then(|target| target.value.clone());
    match held {
        Some(held) if !same(&held, &value) => {
            let mut negotiation = reopened(draft, into);
            negotiation.rounds.push(NegotiationRound {
                turn_number: draft.turn,
                agent_proposal: held,
                user_response: UserResponse::Modify,
                user_value: Some(value),
                agent_reasoning: format!("merged with {name}, which held this"),
                evidence: one.evidence,
            });
            draft.push(InterviewEvent::Negotiated { key: into.to_owned(), negotiation });
        }
        _ => draft.take(into, value, one.confidence, one.source.unwrap_or(Source::Manual), one.evidence),
    }
}
