//! What becomes of an interview that goes on with another objective or version: seen before it is done.

use super::value::fitting;
use crate::Refusal;
use protocol::{
    ObjectiveId,
    interview::{InterviewView, ObjectiveDefinition, ObligationTemplate, OriginLayer, Renamed},
};
use serde::Serialize;
use std::sync::Arc;

/// Where an interview is moved.
#[derive(Clone, Debug)]
pub struct Target {
    pub id: ObjectiveId,
    pub version: String,
    pub definition: Arc<ObjectiveDefinition>,
}

/// What maps, what is new, what is kept aside.
#[derive(Clone, Debug, PartialEq)]
pub struct Migration {
    /// With the questions that were added in the interview or came from pools.
    pub definition: Arc<ObjectiveDefinition>,
    pub mapped: Vec<Mapped>,
    pub renamed: Vec<Renamed>,
    /// Keys that the interview did not have.
    pub new: Vec<String>,
    /// Keys that are not asked any more; what was known stays readable.
    pub aside: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mapped {
    pub from: String,
    pub to: String,
    /// What is held fits the new question; true where nothing is held.
    pub fits: bool,
}

/// An obligation maps to the one with its key, else to the only new one with its field path.
///
/// # Errors
/// When the interview has this version already.
pub fn migration(view: &InterviewView, target: &Target) -> Result<Migration, Refusal> {
    if view.objective_id == target.id && view.objective_version == target.version {
        return Err(Refusal::conflict(format!("this interview has version {} already", target.version)));
    }
    let mut definition = target.definition.as_ref().clone();
    let (mut mapped, mut renamed, mut aside) = (Vec::new(), Vec::new(), Vec::new());
    for template in &view.definition.obligations {
        let to = if definition.obligations.iter().any(|one| one.key == template.key) {
            template.key.clone()
        } else if let Some(other) = by_path(view, &target.definition, template) {
            renamed.push(Renamed { from: template.key.clone(), to: other.key.clone() });
            other.key.clone()
        } else if template.origin_layer == Some(OriginLayer::Session) || template.pool_id.is_some() {
            definition.obligations.push(template.clone());
            if view.is_required(&template.key) {
                definition.completion.required_obligations.push(template.key.clone());
            }
            template.key.clone()
        } else {
            aside.push(template.key.clone());
            continue;
        };
        let held = view.obligation(&template.key).and_then(|one| one.value.as_ref());
        let fits = held.is_none_or(|value| {
            definition.obligations.iter().find(|one| one.key == to).is_some_and(|new| fitting(new, value).is_ok())
        });
        mapped.push(Mapped { from: template.key.clone(), to, fits });
    }
    let keys: Vec<String> = definition.obligations.iter().map(|one| one.key.clone()).collect();
    for template in &mut definition.obligations {
        template.dependencies.retain(|key| keys.contains(key));
    }
    let new = keys.into_iter().filter(|key| !mapped.iter().any(|one| one.to == *key)).collect();
    Ok(Migration { definition: Arc::new(definition), mapped, renamed, new, aside })
}

fn by_path<'a>(
    view: &InterviewView,
    target: &'a ObjectiveDefinition,
    template: &ObligationTemplate,
) -> Option<&'a ObligationTemplate> {
    let alone = view.definition.obligations.iter().filter(|one| one.field_path == template.field_path).count() == 1;
    let mut same = target.obligations.iter().filter(|one| one.field_path == template.field_path);
    let found = same.next().filter(|one| alone && view.template(&one.key).is_none())?;
    same.next().is_none().then_some(found)
}
