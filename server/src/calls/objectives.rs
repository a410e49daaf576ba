//! The questions of the pages of objectives.

use super::{AuditNote, only_admins};
use crate::backend::Backend;
use app::{
    calls::CallFault,
    pages::admin::objectives::calls::{Checked, FaultLine, ObjectiveCalls, ObjectiveLine, ObjectiveText, QuestionLine},
};
use async_trait::async_trait;
use domain::{
    Failure, Fault,
    interview::{ObjectiveRow, objective, rehearsal},
};
use protocol::{
    ObjectiveId,
    account::Account,
    interview::{CollectionType, ObjectiveDefinition},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// More versions than a page needs to show.
const LINES: u32 = 500;
const TEXT_LIMIT: usize = 512 * 1024;

/// Checks the size of a definition or of a pool's questions. Each is stored whole.
pub(crate) fn within_bounds(field: &str, definition: &Value) -> Result<(), Failure> {
    if definition.to_string().len() <= TEXT_LIMIT {
        return Ok(());
    }
    let detail = format!("{field} has at most {} kB", TEXT_LIMIT / 1024);
    Err(Failure { faults: vec![Fault::new(field, detail.clone())], ..Failure::too_large(detail) })
}

pub(crate) struct ObjectiveDesk(pub Backend);

#[async_trait]
impl ObjectiveCalls for ObjectiveDesk {
    async fn lines(&self, who: &Account) -> Result<Vec<ObjectiveLine>, CallFault> {
        only_admins(who)?;
        let rows = self.0.objectives().objectives(who.tenant_id, LINES, None).await.map_err(Failure::from)?;
        Ok(rows.iter().map(line).collect())
    }

    async fn text(&self, who: &Account, id: ObjectiveId) -> Result<ObjectiveText, CallFault> {
        only_admins(who)?;
        let row = self.found(who, id).await?;
        let rows = self.0.objectives().objectives(who.tenant_id, LINES, None).await.map_err(Failure::from)?;
        let taken = |version: &str| rows.iter().any(|one| one.context_type == row.context_type && one.version == version);
        let text = serde_json::to_string_pretty(&row.config).map_err(|fault| CallFault::Broken(fault.to_string()))?;
        let active = rows.iter().find(|one| one.context_type == row.context_type && one.active);
        let active = active.map(|one| format!("{} {}", one.display_name, one.version));
        Ok(ObjectiveText { line: line(&row), next_version: next(&row.version, taken), checked: checked(&text), text, active })
    }

    async fn check(&self, who: &Account, text: String) -> Result<Checked, CallFault> {
        only_admins(who)?;
        Ok(checked(&text))
    }

    async fn save(&self, who: &Account, like: ObjectiveId, version: String, text: String) -> Result<ObjectiveId, CallFault> {
        only_admins(who)?;
        let like = self.found(who, like).await?;
        let version = version.trim().to_owned();
        if version.is_empty() || version.chars().count() > 200 {
            return Err(Failure::invalid("version", "a version has 1 to 200 characters").into());
        }
        let rows = self.0.objectives().objectives(who.tenant_id, LINES, None).await.map_err(Failure::from)?;
        if rows.iter().any(|one| one.context_type == like.context_type && one.version == version) {
            return Err(Failure::invalid("version", format!("there is a version {version} already: choose another name")).into());
        }
        let config: Value =
            serde_json::from_str(&text).map_err(|fault| Failure::invalid("config", format!("this is no JSON: {fault}")))?;
        let definition = objective::parse(&config).map_err(Failure::from)?;
        let now = self.0.now();
        let row = ObjectiveRow {
            id: ObjectiveId(self.0.id()),
            tenant: who.tenant_id,
            context_type: like.context_type,
            version,
            display_name: definition.display_name,
            config,
            active: false,
            built_in: false,
            created_at: now,
            updated_at: now,
        };
        let (id, detail) = (row.id, json!({"display_name": row.display_name, "version": row.version}));
        let audit = AuditNote { action: "objective.created", target: id.to_string(), about: None, detail }.entry_by(&self.0, who);
        self.0.objectives().insert_objective_with(row, Some(audit)).await.map_err(Failure::from)?;
        Ok(id)
    }

    async fn activate(&self, who: &Account, id: ObjectiveId) -> Result<(), CallFault> {
        only_admins(who)?;
        let row = self.found(who, id).await?;
        let audit = AuditNote { action: "objective.activated", target: id.to_string(), about: None, detail: json!({}) }
            .entry_by(&self.0, who);
        let activated = self.0.objectives().activate_objective_with(who.tenant_id, row.id, self.0.now(), Some(audit)).await;
        if activated.map_err(Failure::from)? { Ok(()) } else { Err(missing()) }
    }
}

impl ObjectiveDesk {
    async fn found(&self, who: &Account, id: ObjectiveId) -> Result<ObjectiveRow, CallFault> {
        self.0.objectives().objective(who.tenant_id, id).await.map_err(Failure::from)?.ok_or_else(missing)
    }
}

fn missing() -> CallFault {
    Failure::not_found("there is no such objective").into()
}

fn line(row: &ObjectiveRow) -> ObjectiveLine {
    let questions = row.config["obligations"].as_array().map_or(0, Vec::len);
    ObjectiveLine {
        id: row.id,
        context_type: row.context_type,
        version: row.version.clone(),
        display_name: row.display_name.clone(),
        active: row.active,
        built_in: row.built_in,
        questions: u32::try_from(questions).unwrap_or(u32::MAX),
        updated_at: row.updated_at,
    }
}

/// The version after this one: its middle number raised, as new questions call for, until it is free.
fn next(version: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbers: Option<Vec<u64>> = version.split('.').map(|part| part.parse().ok()).collect();
    match numbers.as_deref() {
        Some([major, minor, _]) => {
            (minor.saturating_add(1)..).map(|minor| format!("{major}.{minor}.0")).find(|one| !taken(one)).unwrap_or_default()
        }
        _ => (2..).map(|number| format!("{version}-{number}")).find(|one| !taken(one)).unwrap_or_default(),
    }
}

fn checked(text: &str) -> Checked {
    match read_definition(text) {
        Ok(config) => judged(&config),
        Err(faulty) => faulty,
    }
}

/// The JSON of a definition, or what is wrong with it.
pub(super) fn read_definition(text: &str) -> Result<Value, Checked> {
    let fault = |field: &str, message: String| Checked {
        faults: vec![FaultLine { field: field.to_owned(), message }],
        ..Checked::default()
    };
    if text.len() > TEXT_LIMIT {
        return Err(fault("config", format!("a definition has at most {} kB", TEXT_LIMIT / 1024)));
    }
    serde_json::from_str(text).map_err(|broken| fault("config", format!("this is no JSON: {broken}")))
}

/// What is wrong with a definition, or how an interview with it would go.
pub(super) fn judged(config: &Value) -> Checked {
    match objective::parse(config) {
        Ok(definition) => rehearsed(Arc::new(definition)),
        Err(refusal) => Checked {
            faults: refusal.faults.into_iter().map(|one| FaultLine { field: one.field, message: one.message }).collect(),
            ..Checked::default()
        },
    }
}

fn rehearsed(definition: Arc<ObjectiveDefinition>) -> Checked {
    let completion = &definition.completion;
    let template = |key: String| definition.obligations.iter().find(|one| one.key == key);
    let questions = rehearsal(&definition).into_iter().filter_map(template).map(|one| QuestionLine {
        name: one.name(),
        prompt: one.prompt.clone(),
        options: one.options.iter().map(|option| option.label.clone()).collect(),
        required: completion.required_obligations.contains(&one.key),
        last_resort: one.collection_type != CollectionType::DirectQuestion,
    });
    let greeting = Some(definition.phases.opening.message.trim().to_owned()).filter(|text| !text.is_empty());
    let enough = format!(
        "It is enough when {} answers are known, on average at {:.2} or surer, and the {} that are required are among them.",
        completion.min_obligations_satisfied,
        completion.min_confidence_score,
        completion.required_obligations.len()
    );
    Checked { faults: Vec::new(), greeting, questions: questions.collect(), enough: Some(enough) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_version_is_free() {
        let taken = |version: &str| version == "1.1.0";
        for (version, expected) in [("1.0.0", "1.2.0"), ("2.4.1", "2.5.0"), ("summer", "summer-2")] {
            assert_eq!(next(version, taken), expected);
        }
    }

    #[test]
    fn a_text_is_checked_or_rehearsed() {
        assert_eq!(checked("{").faults[0].field, "config");
        let faulty = checked(r#"{"displayName": "", "obligations": [{"key": "a"}]}"#);
        assert!(faulty.faults.len() > 2 && faulty.questions.is_empty(), "{faulty:?}");
        let built_in = objective::built_in().expect("sound");
        let sound = checked(&built_in[0].config.to_string());
        assert_eq!((sound.faults.len(), sound.questions.len()), (0, built_in[0].definition.obligations.len()));
    }
}
