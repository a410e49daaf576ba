//! Opportunities and what validators say, as the API shows them.

use super::opportunity_artifacts::{
    OpportunityBrief, OpportunityDecision, OpportunityExperiment, PipelineFinding, SolutionBrief, SolutionFeasibility,
    TechnicalSpec,
};
use domain::opportunities::{RejectedItem, ValidatedItems};
use protocol::{
    PipelineId,
    opportunities::{Agent, Opportunity, PipelineView, Producer, Stage},
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

/// One opportunity with all that the stages made of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpportunityWhole {
    id: Uuid,
    pipeline_id: Uuid,
    /// `in_progress`, `in_review`, `accepted`, `rejected`, `deferred` or `split`.
    #[schema(value_type = String, example = "in_review")]
    status: &'static str,
    brief: OpportunityBrief,
    solution: Option<SolutionBrief>,
    feasibility: Option<SolutionFeasibility>,
    /// `null` also where it is not feasible.
    spec: Option<TechnicalSpec>,
    /// From 1.
    rank: Option<u32>,
    /// A reviewer's, before the rank.
    priority: Option<u32>,
    rationale: Option<String>,
    /// Impact × confidence ÷ effort.
    score: Option<f64>,
    /// What a reviewer should see first.
    flags: Vec<String>,
    /// Opportunities that should be built before it.
    dependencies: Vec<Uuid>,
    /// Of all its artifacts.
    validation_warnings: Vec<String>,
    /// Who made its artifacts as they are now, and with what.
    producers: Vec<ArtifactProducer>,
    decisions: Vec<OpportunityDecision>,
    experiments: Vec<OpportunityExperiment>,
    /// The bundled one that it is a part of.
    split_from: Option<Uuid>,
    /// What the reviewer who sent it back wants.
    guidance: Option<String>,
    /// The stage that it was sent back to and that has not taken it up.
    #[schema(value_type = Option<String>)]
    waits_for: Option<&'static str>,
}

impl OpportunityWhole {
    pub(crate) fn new(one: &Opportunity, pipeline: PipelineId) -> Self {
        let rank = one.rank.as_ref();
        Self {
            id: one.id.0,
            pipeline_id: pipeline.0,
            status: one.status.name(),
            brief: OpportunityBrief::new(&one.brief),
            solution: one.solution.as_ref().map(SolutionBrief::new),
            feasibility: one.feasibility.as_ref().map(SolutionFeasibility::new),
            spec: one.spec.as_ref().map(TechnicalSpec::new),
            rank: rank.map(|rank| rank.rank),
            priority: one.priority,
            rationale: rank.map(|rank| rank.rationale.clone()),
            score: rank.map(|rank| rank.score),
            flags: rank.map(|rank| rank.flags.clone()).unwrap_or_default(),
            dependencies: rank.map(|rank| rank.dependencies.iter().map(|id| id.0).collect()).unwrap_or_default(),
            validation_warnings: one.warnings().cloned().collect(),
            producers: one.producers.iter().map(ArtifactProducer::new).collect(),
            decisions: one.decisions.iter().map(OpportunityDecision::new).collect(),
            experiments: one.experiments.iter().map(OpportunityExperiment::new).collect(),
            split_from: one.split_from.map(|id| id.0),
            guidance: one.guidance.clone(),
            waits_for: one.waits_for.map(Stage::name),
        }
    }
}

/// Who made one of the artifacts, and with what.
#[derive(Serialize, ToSchema)]
pub(crate) struct ArtifactProducer {
    /// `brief`, `solution`, `spec` or `rank`.
    #[schema(value_type = String, example = "brief")]
    artifact: &'static str,
    #[schema(value_type = String, example = "OpportunityPM")]
    producing_agent: &'static str,
    /// `built_in` or the model's name.
    engine: String,
    /// Hash of the prompt, or of the rules' edition.
    prompt_version: String,
}

impl ArtifactProducer {
    fn new(producer: &Producer) -> Self {
        let artifact = match producer.agent {
            Agent::OpportunityPm => "brief",
            Agent::SolutionDesigner => "solution",
            Agent::FeasibilityDesigner => "spec",
            Agent::TpmAgent => "rank",
        };
        Self {
            artifact,
            producing_agent: producer.agent.name(),
            engine: producer.engine.clone(),
            prompt_version: producer.prompt_version.clone(),
        }
    }
}

/// A specification with the chain that led to it.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpportunityExport {
    project_id: Uuid,
    engine: String,
    /// Those that its brief was framed from.
    findings: Vec<PipelineFinding>,
    opportunity: OpportunityWhole,
}

impl OpportunityExport {
    pub(crate) fn new(view: &PipelineView, one: &Opportunity) -> Self {
        let findings = view.findings.iter().filter(|finding| one.brief.findings.contains(&finding.id));
        Self {
            project_id: view.project.0,
            engine: view.engine().to_owned(),
            findings: findings.map(PipelineFinding::new).collect(),
            opportunity: OpportunityWhole::new(one, view.id),
        }
    }
}

/// What a receiver says about items that it was shown.
#[derive(Serialize, ToSchema)]
pub(crate) struct ItemsValidated {
    /// As they came.
    #[schema(value_type = Vec<Object>)]
    accepted_items: Vec<Map<String, Value>>,
    rejected_items: Vec<ItemRejected>,
    token_usage: ValidationTokens,
}

/// Rules use none.
#[derive(Serialize, ToSchema)]
pub(crate) struct ValidationTokens {
    input_tokens: u64,
    output_tokens: u64,
    total: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ItemRejected {
    /// Its `id` as it came, or the boundary's id field, or its place from 1.
    item_id: Value,
    affected_area: String,
    /// Quotes the words at fault.
    rejection_reason: String,
    #[schema(value_type = String, example = "SolutionDesigner")]
    rejecting_agent: &'static str,
    suggested_improvement: String,
    /// What failed.
    #[schema(value_type = Vec<String>, example = json!(["solution_for_problem"]))]
    checks: Vec<&'static str>,
}

impl ItemsValidated {
    pub(crate) fn new(validated: ValidatedItems) -> Self {
        let show = |one: RejectedItem| ItemRejected {
            item_id: one.item_id,
            affected_area: one.affected_area,
            rejection_reason: one.doubt.reason,
            rejecting_agent: one.agent.name(),
            suggested_improvement: one.doubt.suggestion,
            checks: one.doubt.checks.into_iter().map(protocol::opportunities::Check::name).collect(),
        };
        Self {
            accepted_items: validated.accepted,
            rejected_items: validated.rejected.into_iter().map(show).collect(),
            token_usage: ValidationTokens { input_tokens: 0, output_tokens: 0, total: 0 },
        }
    }
}
