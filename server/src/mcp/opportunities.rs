//! Two tools for whoever is known: findings made into specifications, and the validators by themselves.

use crate::{
    backend::Backend,
    web::{
        api::{
            opportunities::validated,
            schema::{OpportunityWhole, PipelineWhole},
        },
        wording::read_value,
    },
};
use domain::{
    Failure,
    opportunities::{FindingDraft, LONGEST_DESCRIPTION, LONGEST_TITLE, MOST_FINDINGS, MOST_ITEMS, check_findings},
};
use projects::Caller;
use protocol::{
    AskId, CompanySearchId, RunId, SessionId,
    account::Role,
    opportunities::{Boundary, PipelineSource},
};
use rmcp::model::{Tool, ToolAnnotations};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use std::{sync::Arc, time::Duration};

const MAKE: &str = "make_specifications";
const VALIDATE: &str = "validate_artifacts";
const LOOK: Duration = Duration::from_millis(200);

pub(super) fn tools() -> [Tool; 2] {
    [make_tool(), validate_tool()]
}

fn make_tool() -> Tool {
    let id = |of: &str| json!({"type": "string", "format": "uuid", "description": of});
    let finding = json!({
        "type": "object", "required": ["title"],
        "properties": {
            "id": {"type": "string"},
            "title": {"type": "string", "maxLength": LONGEST_TITLE},
            "description": {"type": "string", "maxLength": LONGEST_DESCRIPTION},
            "evidence": {"type": "array", "items": {"type": "object"}},
        },
    });
    let schema = json!({
        "type": "object", "additionalProperties": false,
        "properties": {
            "run_id": id("A discovery run: its insights"), "session_id": id("An interview: its values"),
            "search_id": id("A search for companies"), "ask_id": id("An answer"),
            "findings": {"type": "array", "maxItems": MOST_FINDINGS, "items": finding},
        },
    });
    let about = "Make specifications of findings: briefs, solutions, feasibility and ranks, each validated by the stage that receives \
        it. Waits until people have to review them. Name at least one source.";
    tool(MAKE, about, &schema, false)
}

fn validate_tool() -> Tool {
    let schema = json!({
        "type": "object", "required": ["boundary", "items"], "additionalProperties": false,
        "properties": {
            "boundary": {"type": "string", "enum": ["1-2", "2-3", "3-4"]},
            "items": {"type": "array", "maxItems": MOST_ITEMS, "items": {"type": "object"}},
        },
    });
    let about = "Validate briefs (1-2), solutions (2-3) or specifications (3-4), or items of a title and a description, by rules: \
        what is rejected comes with its reason, a suggestion, and the names of the checks that failed.";
    tool(VALIDATE, about, &schema, true)
}

fn tool(name: &'static str, about: &'static str, schema: &Value, only_reads: bool) -> Tool {
    let hints = ToolAnnotations::new().read_only(only_reads).destructive(false).open_world(false);
    Tool::new(name, about, Arc::new(schema.as_object().cloned().unwrap_or_default())).with_annotations(hints)
}

/// None where it is no tool of these.
pub(super) async fn call(
    backend: &Backend,
    caller: &Caller,
    name: &str,
    given: &Map<String, Value>,
) -> Option<Result<Value, Failure>> {
    match name {
        MAKE => Some(make(backend, caller, given).await),
        VALIDATE => Some(validate(backend, given).await),
        _ => None,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    run_id: Option<RunId>,
    session_id: Option<SessionId>,
    search_id: Option<CompanySearchId>,
    ask_id: Option<AskId>,
    #[serde(default)]
    findings: Vec<FindingDraft>,
}

async fn make(backend: &Backend, caller: &Caller, given: &Map<String, Value>) -> Result<Value, Failure> {
    let Wanted { run_id, session_id, search_id, ask_id, findings } = read(given)?;
    let (all, account) = (backend.opportunities(), &caller.account);
    if account.role < Role::Member {
        return Err(Failure::forbidden("this takes the role member, yours is viewer"));
    }
    let findings = check_findings(findings, backend.now())?;
    let source = PipelineSource { run_id, session_id, search_id, ask_id, findings, experiment: None };
    let id = opportunities::begin_pipeline(all, account, caller.project, source).await?;
    loop {
        let view = opportunities::pipeline_view(all, account, id).await?;
        if view.work.status.is_over() || view.is_in_review() {
            let opportunities: Vec<OpportunityWhole> =
                view.listed().into_iter().map(|one| OpportunityWhole::new(one, view.id)).collect();
            return Ok(json!({"pipeline": PipelineWhole::new(&view), "opportunities": opportunities}));
        }
        tokio::time::sleep(LOOK).await;
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Items {
    boundary: Boundary,
    items: Vec<Map<String, Value>>,
}

async fn validate(backend: &Backend, given: &Map<String, Value>) -> Result<Value, Failure> {
    let Items { boundary, items } = read(given)?;
    Ok(json!(validated(backend, boundary, items).await?))
}

fn read<Wish: DeserializeOwned>(given: &Map<String, Value>) -> Result<Wish, Failure> {
    read_value(Value::Object(given.clone())).map_err(|fault| Failure::malformed(fault.message))
}
