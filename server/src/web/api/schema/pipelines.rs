//! Pipelines, as the API shows them.

use super::{contracts::ContractEvent, opportunity_artifacts::PipelineFinding};
use domain::opportunities::{CallRow, PipelineRow, ProducerQuality};
use protocol::{
    Timestamp,
    opportunities::{ExperimentNote, PipelineCost, PipelineSource, PipelineView, QualityFlags, Stage, StageStatus, StageView},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A pipeline that was begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineBegun {
    pub pipeline_id: Uuid,
}

/// A pipeline as lists show it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineLine {
    id: Uuid,
    project_id: Uuid,
    /// Who began it.
    user_id: Uuid,
    /// The opportunity whose experiment it goes on from.
    experiment_of: Option<Uuid>,
    /// `pending`, `running`, `completed`, `failed` or `stopped`.
    #[schema(value_type = String, example = "running")]
    status: &'static str,
    /// Where it is.
    #[schema(value_type = String, example = "human_review")]
    stage: &'static str,
    /// `built_in` or the model's name.
    engine: String,
    error: Option<String>,
    findings: u32,
    opportunities: u32,
    /// In review, and nobody decided about them.
    undecided: u32,
    /// With warnings.
    warned: u32,
    /// US dollars.
    cost: f64,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

impl PipelineLine {
    pub(crate) fn new(row: PipelineRow) -> Self {
        Self {
            id: row.id.0,
            project_id: row.project.0,
            user_id: row.user.0,
            experiment_of: row.experiment_of.map(|id| id.0),
            status: row.status.name(),
            stage: row.stage.name(),
            engine: row.engine,
            error: row.error,
            findings: row.findings,
            opportunities: row.opportunities,
            undecided: row.undecided,
            warned: row.warned,
            cost: row.usd,
            created_at: row.created_at.to_rfc3339(),
            finished_at: row.finished_at.map(Timestamp::to_rfc3339),
        }
    }
}

/// A pipeline with its stages and what happened between them.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineWhole {
    id: Uuid,
    project_id: Uuid,
    /// `pending`, `running`, `completed`, `failed` or `stopped`.
    #[schema(value_type = String, example = "running")]
    status: &'static str,
    engine: String,
    /// Why the built-in engine went on in a model's place.
    fell_back: Option<String>,
    source: PipelineOrigin,
    /// The pipeline whose experiment it goes on from.
    parent: Option<Uuid>,
    /// The opportunity of that pipeline.
    experiment_of: Option<Uuid>,
    /// All six, each as its latest attempt.
    stages: Vec<PipelineStage>,
    /// Every attempt, in the order they began.
    attempts: Vec<PipelineStage>,
    contract_events: Vec<ContractEvent>,
    findings: Vec<PipelineFinding>,
    /// What could not be taken, and why.
    left_out: Vec<String>,
    token_usage: PipelineTokens,
    /// Calls of agents.
    calls: u32,
    error: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
}

/// What a pipeline goes on from.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineOrigin {
    run_id: Option<Uuid>,
    session_id: Option<Uuid>,
    search_id: Option<Uuid>,
    ask_id: Option<Uuid>,
    /// How many were sent along.
    findings: usize,
    experiment: Option<ReportedExperiment>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ReportedExperiment {
    opportunity_id: Uuid,
    pipeline_id: Uuid,
    #[schema(value_type = String, example = "not_met")]
    outcome: &'static str,
    results: String,
    recommendation: Option<String>,
}

/// One attempt at a stage; `pending` where nobody came yet.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineStage {
    #[schema(value_type = String, example = "opportunity_framing")]
    stage: &'static str,
    /// The same.
    #[schema(value_type = String, example = "opportunity_framing")]
    name: &'static str,
    /// 0 to 5.
    #[schema(maximum = 5)]
    number: u8,
    /// `pending`, `in_progress`, `checkpoint_reached`, `completed`, `failed` or `sent_back`.
    #[schema(value_type = String, example = "completed")]
    status: &'static str,
    /// From 1; 0 where nobody came yet, or the pipeline before this one did the stage.
    attempt: u32,
    #[schema(format = DateTime)]
    started_at: Option<String>,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    duration_ms: Option<i64>,
    /// Opportunities: accepted ones in their order, then those with a warning.
    items: Vec<Uuid>,
    quality_flags: StageFlags,
    metadata: StageMetadata,
    token_usage: StageTokens,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StageMetadata {
    quality_flags: StageFlags,
}

/// How much was validated before a stage.
#[derive(Serialize, ToSchema)]
pub(crate) struct StageFlags {
    briefs_produced: u32,
    validation_rejections: u32,
    validation_retries: u32,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StageTokens {
    total: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineTokens {
    input_tokens: u64,
    output_tokens: u64,
    total: u64,
    /// US dollars.
    usd: f64,
}

impl PipelineTokens {
    fn new(cost: &PipelineCost) -> Self {
        let PipelineCost { input_tokens, output_tokens, usd } = *cost;
        Self { input_tokens, output_tokens, total: input_tokens + output_tokens, usd }
    }
}

impl PipelineWhole {
    pub(crate) fn new(view: &PipelineView) -> Self {
        let experiment = view.source.experiment.as_ref();
        let latest = |stage| view.latest(stage).map_or_else(|| PipelineStage::untouched(stage), PipelineStage::new);
        Self {
            id: view.id.0,
            project_id: view.project.0,
            status: view.status().name(),
            engine: view.engine().to_owned(),
            fell_back: view.fell_back.clone(),
            source: PipelineOrigin::new(&view.source),
            parent: experiment.map(|note| note.pipeline.0),
            experiment_of: experiment.map(|note| note.opportunity.0),
            stages: Stage::ALL.into_iter().map(latest).collect(),
            attempts: view.stages.iter().map(PipelineStage::new).collect(),
            contract_events: view.contract_log.iter().map(|cycle| ContractEvent::new(cycle, Some(view))).collect(),
            findings: view.findings.iter().map(PipelineFinding::new).collect(),
            left_out: view.left_out.clone(),
            token_usage: PipelineTokens::new(&view.cost),
            calls: view.calls,
            error: view.error.clone(),
            created_at: view.work.requested_at.to_rfc3339(),
            finished_at: view.finished_at.map(Timestamp::to_rfc3339),
        }
    }
}

impl PipelineOrigin {
    fn new(source: &PipelineSource) -> Self {
        let reported = |note: &ExperimentNote| ReportedExperiment {
            opportunity_id: note.opportunity.0,
            pipeline_id: note.pipeline.0,
            outcome: note.outcome.name(),
            results: note.results.clone(),
            recommendation: note.recommendation.clone(),
        };
        Self {
            run_id: source.run_id.map(|id| id.0),
            session_id: source.session_id.map(|id| id.0),
            search_id: source.search_id.map(|id| id.0),
            ask_id: source.ask_id.map(|id| id.0),
            findings: source.findings.len(),
            experiment: source.experiment.as_ref().map(reported),
        }
    }
}

impl StageFlags {
    const fn new(flags: &QualityFlags) -> Self {
        let QualityFlags { briefs_produced, validation_rejections, validation_retries } = *flags;
        Self { briefs_produced, validation_rejections, validation_retries }
    }
}

impl PipelineStage {
    fn untouched(stage: Stage) -> Self {
        Self::new(&StageView::new(stage, 0, StageStatus::Pending))
    }

    fn new(one: &StageView) -> Self {
        let took = one.started_at.zip(one.finished_at).map(|(from, to)| (to.0 - from.0) / 1_000);
        Self {
            stage: one.stage.name(),
            name: one.stage.name(),
            number: one.stage.number(),
            status: one.status.name(),
            attempt: one.attempt,
            started_at: one.started_at.map(Timestamp::to_rfc3339),
            finished_at: one.finished_at.map(Timestamp::to_rfc3339),
            duration_ms: took,
            items: one.items.iter().map(|id| id.0).collect(),
            quality_flags: StageFlags::new(&one.quality_flags),
            metadata: StageMetadata { quality_flags: StageFlags::new(&one.quality_flags) },
            token_usage: StageTokens { total: one.tokens },
        }
    }
}

/// A call of an agent, also where nothing came of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineCallLine {
    number: u32,
    #[schema(value_type = String, example = "solution_validation")]
    stage: &'static str,
    attempt: u32,
    /// Of a validation or a revision.
    cycle: Option<u32>,
    #[schema(value_type = String, example = "SolutionDesigner")]
    agent: &'static str,
    /// `produce`, `validate` or `revise`.
    #[schema(value_type = String, example = "validate")]
    purpose: &'static str,
    engine: String,
    /// Hash of the prompt, or of the rules' edition.
    prompt_version: String,
    /// How many items it was about.
    items: u32,
    item_id: Option<Uuid>,
    /// `used`, `malformed` or `failed`.
    #[schema(value_type = String, example = "used")]
    outcome: &'static str,
    error: Option<String>,
    token_usage: PipelineTokens,
    elapsed_ms: u64,
    #[schema(format = DateTime)]
    at: String,
}

impl PipelineCallLine {
    pub(crate) fn new(row: CallRow) -> Self {
        let call = row.call;
        Self {
            number: row.number,
            stage: row.stage.name(),
            attempt: row.attempt,
            cycle: row.cycle,
            agent: call.agent.name(),
            purpose: call.purpose.name(),
            engine: call.engine,
            prompt_version: call.prompt_version,
            items: call.items,
            item_id: call.item.map(|id| id.0),
            outcome: call.outcome.name(),
            error: call.error,
            token_usage: PipelineTokens::new(&call.cost),
            elapsed_ms: call.elapsed_ms,
            at: row.at.to_rfc3339(),
        }
    }
}

/// How often what a producer makes is rejected when it is first validated.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProducerQualityLine {
    #[schema(value_type = String, example = "1-2")]
    boundary: &'static str,
    #[schema(value_type = String, example = "OpportunityPM")]
    producing_agent: &'static str,
    engine: String,
    prompt_version: String,
    items: u64,
    rejected: u64,
    /// Rounds of revising that followed.
    retries: u64,
    /// 0 to 1.
    rejection_rate: f64,
}

impl ProducerQualityLine {
    #[expect(clippy::cast_precision_loss, reason = "a share of counts")]
    pub(crate) fn new(quality: ProducerQuality) -> Self {
        Self {
            boundary: quality.boundary.name(),
            producing_agent: quality.boundary.producer().name(),
            engine: quality.engine,
            prompt_version: quality.prompt_version,
            items: quality.items,
            rejected: quality.rejected,
            retries: quality.retries,
            rejection_rate: if quality.items == 0 { 0.0 } else { quality.rejected as f64 / quality.items as f64 },
        }
    }
}
