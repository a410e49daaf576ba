//! An ask as server-sent events: what happened so far, then whatever happens, until it is over or waits for a person.

use super::work_stream::Followed;
use crate::backend::Backend;
use actors::live::Subscription;
use async_trait::async_trait;
use domain::{Failure, ask::Ask};
use protocol::{
    AskId,
    account::Account,
    ask::{Answer, AskEvent, AskView, StepView},
    live::Recorded,
    work::{StepState, Work},
};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) struct FollowedAsk {
    pub(super) backend: Backend,
    pub(super) account: Account,
    pub(super) id: AskId,
}

#[async_trait]
impl Followed for FollowedAsk {
    type Machine = Ask;

    async fn follow(&self) -> Result<Subscription<Ask>, Failure> {
        ::ask::follow_ask(self.backend.asks(), &self.account, self.id).await
    }

    async fn events(&self, after: u64) -> Result<Vec<Recorded<AskEvent>>, Failure> {
        ::ask::ask_events(self.backend.asks(), &self.account, self.id, after).await
    }

    async fn view(&self) -> Result<Arc<AskView>, Failure> {
        ::ask::ask_view(self.backend.asks(), &self.account, self.id).await
    }

    fn work(view: &AskView) -> &Work {
        &view.work
    }

    fn is_last(event: &AskEvent) -> bool {
        matches!(event, AskEvent::Ended { .. } | AskEvent::Unclear { .. })
    }

    fn describe(event: &AskEvent) -> Vec<Value> {
        objects(event)
    }

    fn is_at_rest(view: &AskView) -> bool {
        view.work.status.is_over() || !view.open_questions.is_empty()
    }

    fn farewell(view: &AskView) -> Option<Value> {
        Some(json!({"type": "done", "ask_id": view.id, "session_id": view.conversation, "status": view.status()}))
    }
}

/// `type` is `ask`, `mode`, `lookup`, `fell_back`, `clarify`, `clarified`, `plan`, `step`, `table`, `premise`, `message`, `proof`,
/// `error` or `done`; which other fields there are depends on it.
#[derive(utoipa::ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct AskNews(Value);

fn objects(event: &AskEvent) -> Vec<Value> {
    match event {
        AskEvent::Requested { id, conversation, request, .. } => {
            vec![json!({"type": "ask", "ask_id": id, "session_id": conversation, "question": request.question})]
        }
        AskEvent::Started => vec![json!({"type": "ask", "status": "running"})],
        AskEvent::ModeChosen { choice } => vec![json!({"type": "mode", "mode": choice.mode, "why": choice.why})],
        AskEvent::Discovered { lookups, .. } => {
            let lookup = |one: &protocol::ask::Lookup| json!({"type": "lookup", "tool": one.tool, "arguments": one.arguments, "result": one.result, "elapsed_ms": one.elapsed_ms});
            lookups.iter().map(lookup).collect()
        }
        AskEvent::FellBack { why } => vec![json!({"type": "fell_back", "why": why})],
        AskEvent::Unclear { questions, .. } => vec![json!({"type": "clarify", "questions": questions})],
        AskEvent::Clarified { answers, .. } => vec![json!({"type": "clarified", "answers": answers})],
        AskEvent::Planned { plan, .. } => {
            let mut object = json!(plan);
            object["type"] = "plan".into();
            vec![object]
        }
        AskEvent::Stepped { step, .. } => vec![describe_step(step)],
        AskEvent::Concluded { answer, .. } => describe_answer(answer),
        AskEvent::Ended { error: Some(error), .. } => vec![json!({"type": "error", "detail": error})],
        AskEvent::Ended { error: None, status } => vec![json!({"type": "ask", "status": status})],
    }
}

fn describe_step(step: &StepView) -> Value {
    let status = match step.state {
        StepState::Waiting => "waiting",
        StepState::Running => "running",
        StepState::Done => "done",
        StepState::Failed => "failed",
    };
    json!({
        "type": "step", "number": step.number, "goal": step.goal, "action": step.action, "tool": step.tool, "sql": step.sql,
        "status": status, "row_count": step.table.as_ref().map(|table| table.row_count), "error": step.error,
        "failed_attempts": step.failed_attempts, "warnings": step.warnings, "elapsed_ms": step.elapsed_ms,
    })
}

/// Tables first, then what proves the answer, then the answer itself.
fn describe_answer(answer: &Answer) -> Vec<Value> {
    let typed = |mut object: Value, name: &str| {
        object["type"] = name.into();
        object
    };
    let mut objects: Vec<Value> = answer.tables.iter().map(|table| typed(json!(table), "table")).collect();
    objects.extend(answer.premises.iter().map(|premise| typed(json!(premise), "premise")));
    objects.push(json!({"type": "message", "content": answer.text}));
    objects.push(json!({
        "type": "proof", "verdict": answer.verdict, "premises": answer.premises, "inferences": answer.inferences,
        "assumptions": answer.assumptions, "warnings": answer.warnings,
    }));
    objects
}
