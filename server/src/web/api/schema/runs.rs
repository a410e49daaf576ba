//! Discovery runs, written and described in one place.

use protocol::{
    Timestamp,
    run::{ExplorerChoice, Phase, RunRequest, RunStep, RunType, RunView},
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// Where a run is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Run {
    id: Uuid,
    project_id: Uuid,
    #[schema(value_type = String, example = "running")]
    status: &'static str,
    #[schema(value_type = Option<String>, example = "full")]
    run_type: Option<RunType>,
    #[schema(value_type = String, example = "auto")]
    explorer: ExplorerChoice,
    goal: String,
    session_id: Option<Uuid>,
    schedule_id: Option<Uuid>,
    #[schema(value_type = String, example = "exploration")]
    phase: Phase,
    phases: Vec<RunPhase>,
    progress: RunProgress,
    /// The newest 200 steps.
    steps: Vec<Step>,
    cost: RunCost,
    /// `built_in`, or the name of the model that explores; `null` before anything was done.
    engine: Option<String>,
    /// What earlier runs and people's feedback told it.
    context: String,
    insights_found: usize,
    discovery_id: Option<Uuid>,
    error: Option<String>,
    warnings: Vec<String>,
    /// What somebody would have to say where nothing in the data answers to the goal.
    goal_questions: Vec<String>,
    /// How many runs of the project come before it while it is `pending`.
    queue_position: u32,
    /// It went on after a server had ended.
    resumed: bool,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    started_at: Option<String>,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RunPhase {
    #[schema(value_type = String, example = "exploration")]
    name: Phase,
    /// `waiting`, `running` or `done`.
    state: &'static str,
    #[schema(format = DateTime)]
    started_at: Option<String>,
    #[schema(format = DateTime)]
    ended_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RunProgress {
    #[schema(value_type = String, example = "exploration")]
    phase: Phase,
    step: u32,
    max_steps: u32,
}

/// What it took so far, and what it was expected to take. `null` is not known.
#[derive(Serialize, ToSchema)]
pub(crate) struct RunCost {
    input_tokens: u64,
    output_tokens: u64,
    llm_usd: Option<f64>,
    queries: u32,
    bytes_scanned: Option<u64>,
    warehouse_usd: Option<f64>,
    total_usd: Option<f64>,
    /// US dollars.
    estimate: Option<CostRange>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CostRange {
    low: f64,
    high: f64,
}

/// One attempt to mend a query.
#[derive(Serialize, ToSchema)]
pub(crate) struct Fix {
    attempt: u32,
    sql_before: String,
    /// What the database said.
    error: String,
    sql_after: String,
}

/// One step, of the seed's types.
#[derive(Serialize, ToSchema)]
pub(crate) struct Step {
    number: u32,
    #[serde(rename = "type")]
    #[schema(example = "query")]
    kind: String,
    #[schema(value_type = String, example = "exploration")]
    phase: Phase,
    #[schema(format = DateTime)]
    at: String,
    area: Option<String>,
    thinking: Option<String>,
    purpose: Option<String>,
    sql: Option<String>,
    row_count: Option<u64>,
    elapsed_ms: u64,
    message: Option<String>,
    /// `ok`, `error` or `skipped`.
    #[schema(example = "ok")]
    status: String,
    error: Option<String>,
    fix_history: Vec<Fix>,
    insight_id: Option<String>,
    severity: Option<String>,
    validation_status: Option<String>,
    engine: String,
    tokens: Tokens,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Tokens {
    #[serde(rename = "in")]
    input: u64,
    #[serde(rename = "out")]
    output: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RunBegun {
    pub run_id: Uuid,
    #[schema(example = "pending")]
    pub status: &'static str,
}

pub(super) fn at(time: Timestamp) -> String {
    time.to_rfc3339()
}

impl Run {
    pub(crate) fn new(view: &RunView, queue_position: u32) -> Self {
        let RunRequest { goal, explorer, max_steps, session_id, .. } = view.request.clone();
        let phase = |phase: Phase| {
            let span = view.phases.iter().find(|span| span.phase == phase);
            let state = match span {
                Some(span) if span.ended_at.is_none() => "running",
                Some(_) => "done",
                None => "waiting",
            };
            RunPhase {
                name: phase,
                state,
                started_at: span.map(|span| at(span.started_at)),
                ended_at: span.and_then(|span| span.ended_at).map(at),
            }
        };
        Self {
            id: view.id.0,
            project_id: view.project.0,
            status: view.work.status.name(),
            run_type: view.run_type,
            explorer,
            goal,
            session_id: session_id.map(|id| id.0),
            schedule_id: view.request.schedule_id.map(|id| id.0),
            phase: view.phase,
            phases: Phase::ALL.map(phase).into(),
            progress: RunProgress { phase: view.phase, step: view.explored.min(max_steps), max_steps },
            steps: view.steps.iter().cloned().map(Step::new).collect(),
            cost: RunCost::new(&view.cost, view.queries, view.request.estimate),
            engine: engine(view),
            context: view.context.clone(),
            insights_found: view.insights.len(),
            discovery_id: view.discovery.map(|id| id.0),
            error: view.error.clone(),
            warnings: view.warnings.clone(),
            goal_questions: view.goal_questions.clone(),
            queue_position,
            resumed: view.resumed,
            created_at: at(view.work.requested_at),
            started_at: view.started_at.map(at),
            finished_at: view.finished_at.map(at),
        }
    }
}

/// Where a model explores, some steps are the built-in engine's all the same.
fn engine(view: &RunView) -> Option<String> {
    let by_model = view.steps.iter().rev().find(|step| step.engine != "built_in");
    by_model.or(view.steps.last()).map(|step| step.engine.clone())
}

impl RunCost {
    pub(crate) fn new(of: &protocol::run::RunCost, queries: u32, estimate: Option<protocol::run::CostRange>) -> Self {
        Self {
            input_tokens: of.input_tokens,
            output_tokens: of.output_tokens,
            llm_usd: of.llm_usd,
            queries: of.queries.max(queries),
            bytes_scanned: of.bytes_scanned,
            warehouse_usd: of.warehouse_usd,
            total_usd: of.total_usd,
            estimate: estimate.map(|range| CostRange { low: range.low, high: range.high }),
        }
    }
}

impl Fix {
    fn new(of: protocol::run::Fix) -> Self {
        Self { attempt: of.attempt, sql_before: of.sql_before, error: of.error, sql_after: of.sql_after }
    }
}

impl Step {
    pub(crate) fn new(step: RunStep) -> Self {
        Self {
            number: step.number,
            kind: step.kind,
            phase: step.phase,
            at: at(step.at),
            area: step.area,
            thinking: step.thinking,
            purpose: step.purpose,
            sql: step.sql,
            row_count: step.row_count,
            elapsed_ms: step.elapsed_ms,
            message: step.message,
            status: step.status,
            error: step.error,
            fix_history: step.fix_history.into_iter().map(Fix::new).collect(),
            insight_id: step.insight_id,
            severity: step.severity,
            validation_status: step.validation_status,
            engine: step.engine,
            tokens: Tokens { input: step.input_tokens, output: step.output_tokens },
        }
    }
}

/// What a run found (the seed's DiscoveryResult).
#[derive(ToSchema)]
#[expect(dead_code, reason = "it only describes what is stored as it was found")]
pub(crate) struct Discovery {
    id: Uuid,
    run_id: Uuid,
    project_id: Uuid,
    domain: Option<String>,
    category: Option<String>,
    #[schema(example = "full")]
    run_type: String,
    goal: String,
    areas_requested: Vec<String>,
    total_steps: u32,
    duration_ms: i64,
    #[schema(value_type = Vec<Object>)]
    insights: Vec<Value>,
    #[schema(value_type = Vec<Object>)]
    recommendations: Vec<Value>,
    #[schema(value_type = Object)]
    summary: Value,
    #[schema(format = DateTime)]
    created_at: String,
    /// Every query with the first of its rows. Logs come only where one discovery is read.
    #[schema(value_type = Option<Vec<Object>>)]
    exploration_log: Option<Vec<Value>>,
    #[schema(value_type = Option<Vec<Object>>)]
    analysis_log: Option<Vec<Value>>,
    #[schema(value_type = Option<Vec<Object>>)]
    validation_log: Option<Vec<Value>>,
    #[schema(value_type = Option<Object>)]
    recommendation_log: Option<Value>,
    /// What earlier runs and people's feedback told this one.
    context: Option<String>,
}
