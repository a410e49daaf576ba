//! What the stages of a pipeline hand on, as the API shows it.

use protocol::opportunities::{
    Artifact, Brief, DecisionRecord, Effort, Evidence, ExperimentReport, Feasibility, Finding, Metric, Risk, Solution, Spec,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// Where something is known from.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpportunityEvidence {
    /// `insight`, `interview`, `research`, `company`, `ask`, `pasted`, or as its sender calls it.
    #[schema(example = "insight")]
    source_type: String,
    source_id: String,
    #[schema(format = DateTime)]
    retrieved_at: String,
    /// 0 to 1.
    confidence: f64,
    /// Its own words.
    quote: Option<String>,
    /// A page that shows it.
    link: Option<String>,
}

impl OpportunityEvidence {
    fn list(evidence: &[Evidence]) -> Vec<Self> {
        let show = |one: &Evidence| Self {
            source_type: one.source_type.clone(),
            source_id: one.source_id.clone(),
            retrieved_at: one.retrieved_at.to_rfc3339(),
            confidence: one.confidence,
            quote: one.quote.clone(),
            link: one.link.clone(),
        };
        evidence.iter().map(show).collect()
    }
}

/// Something that was found, before anybody made anything of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct PipelineFinding {
    id: String,
    title: String,
    description: String,
    evidence: Vec<OpportunityEvidence>,
    /// Where it was seen, as far as its source names that.
    surface: Option<String>,
    /// 0 to 1, as far as its source says so.
    impact: Option<f64>,
}

impl PipelineFinding {
    pub(crate) fn new(finding: &Finding) -> Self {
        Self {
            id: finding.id.clone(),
            title: finding.title.clone(),
            description: finding.description.clone(),
            evidence: OpportunityEvidence::list(&finding.evidence),
            surface: finding.surface.clone(),
            impact: finding.impact,
        }
    }
}

/// A problem worth solving.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpportunityBrief {
    affected_area: String,
    problem_statement: String,
    evidence: Vec<OpportunityEvidence>,
    /// What happens if nothing is done.
    counterfactual: String,
    explorer_coverage: String,
    stage_hints: Vec<String>,
    /// Ids of the findings it was framed from.
    findings: Vec<String>,
    validation_warnings: Vec<String>,
}

impl OpportunityBrief {
    pub(crate) fn new(brief: &Brief) -> Self {
        Self {
            affected_area: brief.affected_area.clone(),
            problem_statement: brief.problem_statement.clone(),
            evidence: OpportunityEvidence::list(&brief.evidence),
            counterfactual: brief.counterfactual.clone(),
            explorer_coverage: brief.explorer_coverage.clone(),
            stage_hints: brief.stage_hints.clone(),
            findings: brief.findings.clone(),
            validation_warnings: brief.validation_warnings.clone(),
        }
    }
}

/// A figure that shows whether it worked.
#[derive(Serialize, ToSchema)]
pub(crate) struct SuccessMetric {
    metric: String,
    /// With its unit; `null` is not known.
    baseline: Option<String>,
    /// A proposal.
    target: Option<String>,
}

/// What to do about it.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolutionBrief {
    proposed_solution: String,
    experiment_plan: String,
    success_metrics: Vec<SuccessMetric>,
    /// `experiment_first`, `build_with_metrics`, `build_direct`, or a sentence.
    build_experiment_decision: String,
    validation_warnings: Vec<String>,
}

impl SolutionBrief {
    pub(crate) fn new(solution: &Solution) -> Self {
        let show = |one: &Metric| SuccessMetric {
            metric: one.metric.clone(),
            baseline: one.baseline.clone(),
            target: one.target.clone(),
        };
        Self {
            proposed_solution: solution.proposed_solution.clone(),
            experiment_plan: solution.experiment_plan.clone(),
            success_metrics: solution.success_metrics.iter().map(show).collect(),
            build_experiment_decision: solution.build_experiment_decision.clone(),
            validation_warnings: solution.validation_warnings.clone(),
        }
    }
}

/// Whether it can be built.
#[derive(Serialize, ToSchema)]
pub(crate) struct SolutionFeasibility {
    feasible: bool,
    constraints: Vec<String>,
    reasoning: String,
}

impl SolutionFeasibility {
    pub(crate) fn new(feasibility: &Feasibility) -> Self {
        Self {
            feasible: feasibility.feasible,
            constraints: feasibility.constraints.clone(),
            reasoning: feasibility.reasoning.clone(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SpecRisk {
    description: String,
    /// `low`, `medium` or `high`.
    #[schema(value_type = String)]
    severity: &'static str,
    mitigation: String,
}

/// Days of work of one person.
#[derive(Serialize, ToSchema)]
pub(crate) struct EffortRange {
    low_days: f64,
    high_days: f64,
}

/// What would be built.
#[derive(Serialize, ToSchema)]
pub(crate) struct TechnicalSpec {
    opportunity_id: String,
    approach: String,
    effort_estimate: EffortRange,
    dependencies: Vec<String>,
    constraints: Vec<String>,
    risks: Vec<SpecRisk>,
    acceptance_criteria: Vec<String>,
    validation_warnings: Vec<String>,
}

impl TechnicalSpec {
    pub(crate) fn new(spec: &Spec) -> Self {
        let show = |one: &Risk| SpecRisk {
            description: one.description.clone(),
            severity: one.severity.name(),
            mitigation: one.mitigation.clone(),
        };
        let Effort { low_days, high_days } = spec.effort_estimate;
        Self {
            opportunity_id: spec.opportunity_id.clone(),
            approach: spec.approach.clone(),
            effort_estimate: EffortRange { low_days, high_days },
            dependencies: spec.dependencies.clone(),
            constraints: spec.constraints.clone(),
            risks: spec.risks.iter().map(show).collect(),
            acceptance_criteria: spec.acceptance_criteria.clone(),
            validation_warnings: spec.validation_warnings.clone(),
        }
    }
}

/// Whichever of the three it is.
pub(crate) fn show_artifact(artifact: &Artifact) -> Value {
    match artifact {
        Artifact::Brief { brief } => json!(OpportunityBrief::new(brief)),
        Artifact::Solution { solution } => json!(SolutionBrief::new(solution)),
        Artifact::Spec { spec } => json!(TechnicalSpec::new(spec)),
    }
}

/// What a reviewer decided.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpportunityDecision {
    /// `accepted`, `rejected`, `deferred`, `sent_back`, `priority_adjusted` or `reopened`.
    #[schema(value_type = String, example = "accepted")]
    decision: &'static str,
    /// Empty only with `reopened`.
    reasoning: String,
    adjusted_priority: Option<u32>,
    #[schema(value_type = Option<String>)]
    send_back_to_stage: Option<&'static str>,
    /// With `reopened` where the request named it: the decision that was taken back, by its place in `decisions` from 1.
    takes_back: Option<u32>,
    user_id: Uuid,
    #[schema(format = DateTime)]
    created_at: String,
}

impl OpportunityDecision {
    pub(crate) fn new(record: &DecisionRecord) -> Self {
        Self {
            decision: record.decision.name(),
            reasoning: record.reasoning.clone(),
            adjusted_priority: record.adjusted_priority,
            send_back_to_stage: record.send_back_to_stage.map(protocol::opportunities::Stage::name),
            takes_back: record.takes_back,
            user_id: record.by.0,
            created_at: record.at.to_rfc3339(),
        }
    }
}

/// What an experiment showed.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpportunityExperiment {
    #[schema(value_type = String, example = "partially_met")]
    outcome: &'static str,
    results: String,
    recommendation: Option<String>,
    /// The pipeline that goes on from it.
    pipeline_id: Uuid,
    user_id: Uuid,
    #[schema(format = DateTime)]
    created_at: String,
}

impl OpportunityExperiment {
    pub(crate) fn new(report: &ExperimentReport) -> Self {
        Self {
            outcome: report.outcome.name(),
            results: report.results.clone(),
            recommendation: report.recommendation.clone(),
            pipeline_id: report.pipeline.0,
            user_id: report.by.0,
            created_at: report.at.to_rfc3339(),
        }
    }
}
