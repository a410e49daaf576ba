//! Facts: kept, listed, and found in texts.

use super::{Caller, material::facts_of_profile, missing, project_catalog};
use crate::Projects;
use domain::account::AuditLog as _;
use domain::{
    Failure,
    ask::KnownFact,
    tools::{Extracted, FactRow, checked_fact, extracted, fact_key, registry::Arguments},
};
use protocol::FactId;
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(super) async fn list(projects: &Projects, caller: &Caller, known: bool) -> Result<Value, Failure> {
    let rows = projects.project_store().facts(caller.account.tenant_id, caller.project).await?;
    let mut facts: Vec<Value> = rows.iter().filter(|row| row.value.is_some() == known).map(FactRow::to_json).collect();
    if known {
        let catalog = project_catalog(projects, caller.account.tenant_id, caller.project).await?;
        let updated_at = catalog.project.updated_at.to_rfc3339();
        // What somebody said of it since stands in the place of what an interview or the profile says.
        let is_said =
            |fact: &KnownFact| rows.iter().any(|row| row.value.is_some() && fact_key(&row.name) == fact_key(&fact.name));
        let further = facts_of_profile(&catalog.project.profile).into_iter().filter(|fact| !is_said(fact));
        facts.extend(further.map(|fact| {
            json!({
                "name": fact.name, "value": fact.value, "source": fact.source, "confidence": fact.confidence,
                "context": fact.quote, "updated_at": updated_at,
            })
        }));
    }
    Ok(facts.into())
}

pub(super) async fn add(projects: &Projects, caller: &Caller, given: &Arguments) -> Result<Value, Failure> {
    let name = checked_fact(given.text("name"), given.value("value"))?;
    let confidence = given.number("confidence").unwrap_or(1.0);
    if !(0.0..=1.0).contains(&confidence) {
        return Err(Failure::invalid("confidence", "confidence lies between 0 and 1"));
    }
    let source = given.maybe_text("source").unwrap_or("user").to_owned();
    let context = given.maybe_text("context").map(str::to_owned);
    let row = row(projects, caller, name, Some(given.value("value").clone()), source, confidence, context);
    save(projects, row.clone()).await?;
    Ok(row.to_json())
}

pub(super) async fn extract(projects: &Projects, caller: &Caller, text: &str, keep: bool) -> Result<Value, Failure> {
    const SURE: f64 = 0.8;
    let Extracted { facts, left_out } = extracted(text);
    let mut saved = 0;
    if keep && !facts.is_empty() {
        // What is said twice is kept as it is said last.
        // By name, so that two who keep the same ones do so in the same order.
        let mut rows: BTreeMap<String, FactRow> = BTreeMap::new();
        for one in &facts {
            let (value, context) = (Some(Value::String(one.value.clone())), Some(one.excerpt.clone()));
            let kept = row(projects, caller, one.name.clone(), value, "text".to_owned(), SURE, context);
            rows.insert(fact_key(&one.name), kept);
        }
        saved = rows.len();
        if !projects.project_store().save_facts(rows.into_values().collect()).await? {
            return Err(missing());
        }
    }
    let facts: Vec<Value> = facts
        .iter()
        .map(|one| json!({"name": one.name, "value": one.value, "confidence": SURE, "excerpt": one.excerpt}))
        .collect();
    Ok(json!({"facts": facts, "saved": saved, "left_out": left_out}))
}

pub(super) fn row(
    projects: &Projects,
    caller: &Caller,
    name: String,
    value: Option<Value>,
    source: String,
    confidence: f64,
    context: Option<String>,
) -> FactRow {
    let now = projects.now();
    FactRow {
        id: FactId(projects.id()),
        tenant: caller.account.tenant_id,
        project: caller.project,
        name,
        value,
        source,
        confidence,
        context,
        // The command line is nobody whom the accounts know.
        created_by: Some(caller.account.user_id).filter(|user| !user.0.is_nil()),
        created_at: now,
        updated_at: now,
    }
}

pub(super) async fn save(projects: &Projects, row: FactRow) -> Result<(), Failure> {
    if projects.project_store().save_fact(row).await? { Ok(()) } else { Err(missing()) }
}
