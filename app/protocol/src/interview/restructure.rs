//! What becomes of the obligations of an interview when its definition changes: merged, split, added, moved to another objective.

use super::{InterviewView, ObjectiveDefinition, Obligation, ObligationTemplate, WidgetType};
use crate::research::TaskStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{collections::HashMap, sync::Arc};

/// An obligation that is not asked for any more. It stays readable with what was known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Retired {
    pub template: ObligationTemplate,
    pub obligation: Obligation,
    /// The keys that took its place; none where it was kept aside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub became: Vec<String>,
}

/// An obligation with another key than before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renamed {
    pub from: String,
    pub to: String,
}

/// Something to ask for that somebody thought of while the interview was held.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewObligation {
    pub key: String,
    pub prompt: String,
    #[serde(alias = "fieldPath", skip_serializing_if = "Option::is_none")]
    pub field_path: Option<String>,
    #[serde(alias = "widgetType", skip_serializing_if = "Option::is_none")]
    pub widget_type: Option<WidgetType>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<super::Choice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
    /// Whether the interview can be finished without it.
    pub required: bool,
    /// What is known of it already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

fn only(keys: &[String]) -> Option<String> {
    if let [key] = keys { Some(key.clone()) } else { None }
}

impl InterviewView {
    #[must_use]
    pub fn retired(&self, key: &str) -> Option<&Retired> {
        self.retired.iter().find(|one| one.obligation.key == key)
    }

    /// Goes on with another definition. What it does not have is retired; what is new in it is created by events of its own.
    pub(super) fn redefine(&mut self, definition: Arc<ObjectiveDefinition>, became: &[String]) {
        let places: HashMap<&str, usize> =
            definition.obligations.iter().enumerate().map(|(place, template)| (template.key.as_str(), place)).collect();
        for obligation in std::mem::take(&mut self.obligations) {
            if places.contains_key(obligation.key.as_str()) {
                self.obligations.push(obligation);
            } else if let Some(template) = self.template(&obligation.key).cloned() {
                self.conflicts.retain(|conflict| !conflict.keys.contains(&obligation.key));
                if self.asked.as_ref().is_some_and(|asked| asked.key == obligation.key) {
                    self.asked = self.asked.take().zip(only(became)).map(|(asked, key)| super::PendingQuestion { key, ..asked });
                }
                if let Some(key) = only(became) {
                    // What was not looked up yet is looked up for the one that took its place.
                    let open = self.research.iter_mut().filter(|task| task.status != TaskStatus::Completed);
                    open.for_each(|task| task.rekey(&obligation.key, &key));
                }
                self.retired.push(Retired { template, obligation, became: became.to_vec() });
            }
        }
        self.obligations.sort_by_key(|one| places.get(one.key.as_str()).copied());
        self.definition = definition;
    }

    /// The obligations stand in the order of the definition.
    pub(super) fn create(&mut self, obligation: Obligation) {
        let place = self.definition.obligations.iter().position(|template| template.key == obligation.key);
        let place = place.unwrap_or(self.obligations.len()).min(self.obligations.len());
        self.obligations.insert(place, obligation);
    }

    pub(super) fn extend(&mut self, template: &ObligationTemplate, required: bool) {
        let definition = Arc::make_mut(&mut self.definition);
        definition.obligations.push(template.clone());
        if required {
            definition.completion.required_obligations.push(template.key.clone());
        }
    }

    /// The old key stays readable.
    pub(super) fn rename(&mut self, renamed: &[Renamed]) {
        for Renamed { from, to } in renamed {
            if let (Some(template), Some(obligation)) = (self.template(from).cloned(), self.obligation(from).cloned()) {
                self.retired.push(Retired { template, obligation, became: vec![to.clone()] });
            }
            if let Some(template) = Arc::make_mut(&mut self.definition).obligations.iter_mut().find(|one| one.key == *from) {
                template.key.clone_from(to);
            }
            if let Some(one) = self.obligations.iter_mut().find(|one| one.key == *from) {
                one.key.clone_from(to);
            }
            if let Some(asked) = self.asked.as_mut().filter(|asked| asked.key == *from) {
                asked.key.clone_from(to);
            }
            self.research.iter_mut().for_each(|task| task.rekey(from, to));
            let conflicts = self.conflicts.iter_mut().flat_map(|conflict| &mut conflict.keys);
            let follow_ups = Arc::make_mut(&mut self.memory).pending_follow_ups.iter_mut().map(|one| &mut one.obligation_key);
            for key in conflicts.chain(follow_ups).filter(|key| *key == from) {
                key.clone_from(to);
            }
        }
    }
}
