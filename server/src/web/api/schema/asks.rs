//! Asks, as the API shows them.

use super::AskSchedule;
use ::ask::WholeAsk;
use domain::ask::AskRow;
use protocol::ask::{
    Answer, AskMode, AskStatus, AskTable, Assumption, Chart, Clarification, ClarifyAnswer, GuidedQuery, Lookup, ModeChoice,
    Offer, ProofNode, Redone, StepView, Verdict,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// An ask as lists show it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskLine {
    id: Uuid,
    project_id: Uuid,
    /// The conversation.
    session_id: Uuid,
    user_id: Uuid,
    question: String,
    #[schema(value_type = Option<String>, example = "exploratory")]
    mode: Option<AskMode>,
    #[schema(value_type = String, example = "completed")]
    status: AskStatus,
    #[schema(value_type = Option<String>)]
    verdict: Option<Verdict>,
    /// Its first 500 characters.
    answer: Option<String>,
    /// `built_in` or the model's name.
    engine: String,
    error: Option<String>,
    redo_of: Option<Uuid>,
    /// US dollars.
    cost: f64,
    #[schema(value_type = Option<Object>)]
    saved: Option<Value>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

impl AskLine {
    pub(crate) fn new(row: AskRow) -> Self {
        Self {
            id: row.id.0,
            project_id: row.project.0,
            session_id: row.conversation.0,
            user_id: row.user.0,
            question: row.question,
            mode: row.mode,
            status: row.status,
            verdict: row.verdict,
            answer: row.answer,
            engine: row.engine,
            error: row.error,
            redo_of: row.redo_of.map(|id| id.0),
            cost: row.usd,
            saved: row.saved.map(|saved| json!(saved)),
            created_at: row.created_at.to_rfc3339(),
            finished_at: row.finished_at.map(|at| at.to_rfc3339()),
        }
    }
}

/// An ask with its plan, its steps, its answer and what proves it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskWhole {
    id: Uuid,
    project_id: Uuid,
    session_id: Uuid,
    #[schema(value_type = Option<String>, example = "exploratory")]
    mode: Option<AskMode>,
    /// Why this mode.
    mode_why: Option<String>,
    question: String,
    /// How the question was read.
    reading: String,
    #[schema(value_type = String, example = "completed")]
    status: AskStatus,
    answer: Option<String>,
    /// The last one is the answer.
    #[schema(value_type = Vec<Object>)]
    tables: Vec<AskTable>,
    #[schema(value_type = Vec<Object>)]
    premises: Vec<ProofNode>,
    #[schema(value_type = Option<String>)]
    verdict: Option<Verdict>,
    /// `{verdict, premises, inferences}`
    #[schema(value_type = Option<Object>)]
    proof: Option<Value>,
    #[schema(value_type = Vec<Object>)]
    assumptions: Vec<Assumption>,
    /// What was asked back.
    #[schema(value_type = Vec<Object>)]
    clarify: Vec<Clarification>,
    /// Of those the ones that wait for an answer.
    #[schema(value_type = Vec<Object>)]
    open_questions: Vec<Clarification>,
    #[schema(value_type = Vec<Object>)]
    clarified: Vec<ClarifyAnswer>,
    /// The seed's plan.
    #[schema(value_type = Option<Object>)]
    plan: Option<Value>,
    #[schema(value_type = Vec<Object>)]
    steps: Vec<StepView>,
    #[schema(value_type = Vec<Object>)]
    lookups: Vec<Lookup>,
    engine: String,
    fell_back: Option<String>,
    #[schema(value_type = Option<Object>)]
    chart: Option<Chart>,
    follow_ups: Vec<String>,
    #[schema(value_type = Option<Object>)]
    guided: Option<GuidedQuery>,
    #[schema(value_type = Vec<Object>)]
    offers: Vec<Offer>,
    warnings: Vec<String>,
    /// `{input_tokens, output_tokens, usd}`
    #[schema(value_type = Object)]
    cost: Value,
    redo_of: Option<Uuid>,
    /// What is different from the ask that it does again, and the changed values that each difference comes from:
    /// `{id, question, verdict, answer, changed{}, differences[{name, was, now, because[]}]}`
    #[schema(value_type = Option<Object>)]
    redone: Option<Redone>,
    #[schema(value_type = Object)]
    facts: Value,
    /// The name by which it is kept, and what is expected of it.
    #[schema(value_type = Option<Object>)]
    saved: Option<Value>,
    /// When it is asked again by itself.
    schedule: Option<AskSchedule>,
    error: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

impl AskWhole {
    pub(crate) fn new(whole: WholeAsk) -> Self {
        let WholeAsk { row, view, answer, reading, schedule, redone } = whole;
        let view = std::sync::Arc::unwrap_or_clone(view);
        let (engine, status) = (view.engine().to_owned(), view.status());
        let has_answer = answer.is_some();
        let Answer { text, verdict, tables, premises, inferences, assumptions, chart, follow_ups, guided, offers, warnings } =
            answer.unwrap_or_default();
        let proof = json!({"verdict": verdict, "premises": premises, "inferences": inferences});
        let (mode, mode_why) = view.mode.map_or((None, None), |ModeChoice { mode, why }| (Some(mode), Some(why)));
        Self {
            id: view.id.0,
            project_id: view.project.0,
            session_id: view.conversation.0,
            mode,
            mode_why,
            question: view.request.question,
            reading,
            status,
            answer: has_answer.then_some(text),
            tables,
            premises,
            verdict,
            proof: has_answer.then_some(proof),
            assumptions,
            clarify: view.questions,
            open_questions: view.open_questions,
            clarified: view.clarified,
            plan: view.plan.map(|plan| json!(plan)),
            steps: view.steps,
            lookups: view.lookups,
            engine,
            fell_back: view.fell_back,
            chart,
            follow_ups,
            guided,
            offers,
            warnings,
            cost: json!(view.cost),
            redo_of: view.request.redo_of.map(|id| id.0),
            redone,
            facts: Value::Object(view.request.facts),
            saved: row.saved.map(|saved| json!(saved)),
            schedule: schedule.map(AskSchedule::new),
            error: view.error,
            created_at: row.created_at.to_rfc3339(),
            finished_at: row.finished_at.map(|at| at.to_rfc3339()),
        }
    }
}

/// What a proof came to when it was run again.
#[derive(ToSchema)]
pub(crate) struct RerunAnswer {
    same: bool,
    premises: Vec<RerunPremise>,
}

#[derive(ToSchema)]
pub(crate) struct RerunPremise {
    id: String,
    /// `same`, `changed` or `gone`.
    state: String,
    old: Option<Value>,
    new: Option<Value>,
}
