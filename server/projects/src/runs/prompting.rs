//! What a language model is told in each phase of a run: the pack's or the project's own prompts, filled with what the run knows.

use super::{
    asking::{describe_tables, dialects},
    memory::Memory,
};
use crate::{ProjectCatalog, level_0};
use domain::{
    interview::EngineFault,
    models::ModelFault,
    packs::prompts::render,
    runs::{Area, Insight, Prompt},
};
use protocol::run::RunView;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is told of the profile of a project and of its tables, in characters.
const LONGEST_PROFILE: usize = 8_000;
const LONGEST_SURVEY: usize = 24_000;

type Variables = BTreeMap<&'static str, String>;

/// The explorer: the tables, what is known of their values, and the goal.
pub(super) fn exploration(memory: &Memory, view: &RunView, catalog: &ProjectCatalog) -> Prompt {
    let mut variables = common(memory, catalog);
    variables.insert("SCHEMA_INFO", level_0(catalog).text);
    let tables = survey(memory);
    let text = json!({
        "goal": view.request.goal, "max_steps": view.request.max_steps, "min_steps": view.request.min_steps,
        "profile_of_tables": tables,
    });
    Prompt { system: fill(memory, "exploration", &variables), text: format!("{text}\n\nBegin with your first action.") }
}

/// An area, with the digests of its steps.
pub(super) fn analysis(memory: &Memory, view: &RunView, catalog: &ProjectCatalog, area: &Area, digests: &[Value]) -> Prompt {
    let mut variables = common(memory, catalog);
    variables.insert("TOTAL_QUERIES", digests.len().to_string());
    variables.insert("QUERY_RESULTS", Value::from(digests.to_vec()).to_string());
    let text = json!({"goal": view.request.goal, "area": area.name, "tables": describe_tables(catalog)});
    Prompt { system: fill(memory, &format!("analysis_{}", area.id), &variables), text: text.to_string() }
}

/// An insight that somebody tries to refute.
pub(super) fn challenge(catalog: &ProjectCatalog, one: &Insight) -> Prompt {
    let claims: Vec<Value> = one
        .claims
        .iter()
        .map(|claim| {
            let verified = claim.check.as_ref().and_then(|check| check.verified);
            json!({"text": claim.text, "kind": claim.kind, "value": claim.value, "verified": verified, "query": claim.sql})
        })
        .collect();
    let text = json!({
        "finding": one.name, "description": one.description, "segment": one.target_segment, "claims": claims,
        "dialect": dialects(catalog), "tables": describe_tables(catalog),
    });
    Prompt { system: String::new(), text: text.to_string() }
}

/// All insights that a recommendation may rest on, with their verified numbers.
pub(super) fn recommendations(memory: &Memory, catalog: &ProjectCatalog, date: &str, summary: &str, sound: &[Value]) -> Prompt {
    let mut variables = common(memory, catalog);
    variables.insert("DISCOVERY_DATE", date.to_owned());
    variables.insert("INSIGHTS_SUMMARY", summary.to_owned());
    variables.insert("INSIGHTS_DATA", Value::from(sound.to_vec()).to_string());
    let text = json!({"goal": memory.goal.text}).to_string();
    Prompt { system: fill(memory, "recommendations", &variables), text }
}

/// The base context before the prompt itself.
fn fill(memory: &Memory, name: &str, variables: &Variables) -> String {
    let text = |name: &str| memory.prompts.get(name).map(|text| render(text, variables)).unwrap_or_default();
    format!("{}\n\n{}", text("base_context"), text(name)).trim().to_owned()
}

fn common(memory: &Memory, catalog: &ProjectCatalog) -> Variables {
    let areas: Vec<Value> =
        memory.wanted_areas().map(|area| json!({"id": area.id, "name": area.name, "description": area.description})).collect();
    let filter = catalog.project.filter.as_ref().map(|filter| json!(filter).to_string()).unwrap_or_else(|| "none".to_owned());
    let sources = domain::tools::answers::Held::databases(&catalog.held);
    BTreeMap::from([
        ("PREVIOUS_CONTEXT", if memory.context.is_empty() { "nothing yet".to_owned() } else { memory.context.clone() }),
        ("DATASET", sources.map(|one| one.source.name.clone()).collect::<Vec<_>>().join(", ")),
        ("PROFILE", cut(&catalog.project.profile.to_string(), LONGEST_PROFILE)),
        ("FILTER", filter),
        ("ANALYSIS_AREAS", Value::from(areas).to_string()),
        ("DIALECT", dialects(catalog)),
    ])
}

/// What the columns of the tables hold: the built-in profile, which the model begins from.
fn survey(memory: &Memory) -> Vec<Value> {
    let mut left = LONGEST_SURVEY;
    let mut tables = Vec::new();
    for table in &memory.survey.tables {
        let column = |one: &domain::runs::ColumnSurvey| {
            json!({
                "name": one.name, "role": one.role, "nulls": one.nulls, "distinct": one.distinct, "min": one.min, "max": one.max,
                "mean": one.mean, "top": one.top.iter().take(3).collect::<Vec<_>>(),
            })
        };
        let columns: Vec<Value> = table.columns.iter().map(column).collect();
        let whole = json!({"table": format!("{}.{}", table.database, table.name), "rows": table.rows, "columns": columns});
        let size = whole.to_string().len();
        if size > left {
            break;
        }
        left -= size;
        tables.push(whole);
    }
    tables
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most).chain(['…']).collect() }
}

/// Notes what a model's fault means for the rest of the run; what is said of it.
pub(super) fn judge_fault(memory: &mut Memory, fault: &EngineFault) -> String {
    match fault {
        EngineFault::Model(ModelFault::Unauthorized(_)) => {
            let why = format!("{fault}; enter a valid key and run again");
            memory.model.unusable = Some(why.clone());
            why
        }
        EngineFault::Model(ModelFault::BudgetSpent { .. } | ModelFault::Unpriced) => {
            memory.model.spent = true;
            memory.stopped_by.get_or_insert_with(|| "usd".to_owned());
            fault.to_string()
        }
        fault => fault.to_string(),
    }
}
