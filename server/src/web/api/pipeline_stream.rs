//! A pipeline as server-sent events: what happened so far, then whatever happens, until it is over or waits for people.

use super::{
    schema::{
        ContractEvent, ItemRevision, OpportunityBrief, OpportunityDecision, OpportunityExperiment, PipelineFinding,
        SolutionBrief, SolutionFeasibility, TechnicalSpec,
    },
    work_stream::Followed,
};
use crate::backend::Backend;
use actors::live::Subscription;
use async_trait::async_trait;
use domain::{Failure, opportunities::Pipeline};
use protocol::{
    PipelineId,
    account::Account,
    live::Recorded,
    opportunities::{PipelineEvent, PipelineView, Produced, Stage, StageStatus},
    work::{Work, WorkStatus},
};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) struct FollowedPipeline {
    pub(super) backend: Backend,
    pub(super) account: Account,
    pub(super) id: PipelineId,
}

#[async_trait]
impl Followed for FollowedPipeline {
    type Machine = Pipeline;

    async fn follow(&self) -> Result<Subscription<Pipeline>, Failure> {
        ::opportunities::follow_pipeline(self.backend.opportunities(), &self.account, self.id).await
    }

    async fn events(&self, after: u64) -> Result<Vec<Recorded<PipelineEvent>>, Failure> {
        ::opportunities::pipeline_events(self.backend.opportunities(), &self.account, self.id, after).await
    }

    async fn view(&self) -> Result<Arc<PipelineView>, Failure> {
        ::opportunities::pipeline_view(self.backend.opportunities(), &self.account, self.id).await
    }

    fn work(view: &PipelineView) -> &Work {
        &view.work
    }

    fn is_last(event: &PipelineEvent) -> bool {
        let in_review = PipelineEvent::StageEnded { stage: Stage::HumanReview, status: StageStatus::CheckpointReached };
        matches!(event, PipelineEvent::Ended { .. }) || *event == in_review
    }

    fn describe(event: &PipelineEvent) -> Vec<Value> {
        objects(event)
    }

    fn is_at_rest(view: &PipelineView) -> bool {
        view.work.status.is_over() || view.is_in_review()
    }

    fn farewell(view: &PipelineView) -> Option<Value> {
        let is_in_review = view.is_in_review();
        Some(json!({"type": "done", "pipeline_id": view.id, "status": view.status(), "in_review": is_in_review}))
    }
}

/// `type` is `pipeline`, `stage`, `findings`, `fell_back`, `brief`, `solution`, `feasibility`, `rank`, `INPUT_VALIDATION`, `revised`,
/// `sent_back`, `decision`, `experiment`, `error` or `done`; which other fields there are depends on it.
#[derive(utoipa::ToSchema)]
#[schema(value_type = Object)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct PipelineNews(Value);

fn objects(event: &PipelineEvent) -> Vec<Value> {
    match event {
        PipelineEvent::Requested { id, project, start, .. } => {
            vec![json!({"type": "pipeline", "pipeline_id": id, "project_id": project, "status": "pending", "first_stage": start})]
        }
        PipelineEvent::Started => vec![json!({"type": "pipeline", "status": "running"})],
        PipelineEvent::StageBegan { stage, attempt, items } => vec![json!({
            "type": "stage", "stage": stage, "name": stage, "number": stage.number(), "attempt": attempt, "status": "in_progress",
            "items": items,
        })],
        PipelineEvent::Explored { findings, left_out, is_last } => {
            let findings: Vec<PipelineFinding> = findings.iter().map(PipelineFinding::new).collect();
            vec![json!({"type": "findings", "findings": findings, "left_out": left_out, "is_last": is_last})]
        }
        PipelineEvent::FellBack { why } => vec![json!({"type": "fell_back", "why": why})],
        PipelineEvent::Produced { made, .. } => made.iter().map(describe_made).collect(),
        PipelineEvent::Validated { cycle, .. } => vec![json!(ContractEvent::new(cycle, None))],
        PipelineEvent::Revised { revisions, .. } => {
            let revisions: Vec<ItemRevision> = revisions.iter().map(ItemRevision::new).collect();
            vec![json!({"type": "revised", "revisions": revisions})]
        }
        PipelineEvent::StageEnded { stage, status } => {
            vec![json!({"type": "stage", "stage": stage, "name": stage, "number": stage.number(), "status": status})]
        }
        PipelineEvent::SentBack { from_stage, way } => {
            let guidance = &way.guidance;
            vec![json!({"type": "sent_back", "from_stage": from_stage, "to_stage": way.to_stage, "guidance": guidance})]
        }
        PipelineEvent::Decided { record } => {
            let decision = OpportunityDecision::new(record);
            vec![json!({"type": "decision", "opportunity_id": record.opportunity, "decision": decision})]
        }
        PipelineEvent::ExperimentReported { report } => {
            let experiment = OpportunityExperiment::new(report);
            vec![json!({"type": "experiment", "opportunity_id": report.opportunity, "experiment": experiment})]
        }
        PipelineEvent::Ended { error: Some(error), .. } => vec![json!({"type": "error", "detail": error})],
        PipelineEvent::Ended { status, error: None } => {
            let status = if *status == WorkStatus::Cancelled { "stopped" } else { status.name() };
            vec![json!({"type": "pipeline", "status": status})]
        }
    }
}

fn describe_made(made: &Produced) -> Value {
    match made {
        Produced::Brief { id, brief, .. } => {
            json!({"type": "brief", "opportunity_id": id, "brief": OpportunityBrief::new(brief)})
        }
        Produced::Solution { id, solution } => {
            json!({"type": "solution", "opportunity_id": id, "solution": SolutionBrief::new(solution)})
        }
        Produced::Feasibility { id, feasibility, spec } => json!({
            "type": "feasibility", "opportunity_id": id, "feasibility": SolutionFeasibility::new(feasibility),
            "spec": spec.as_deref().map(TechnicalSpec::new),
        }),
        Produced::Rank { id, rank } => json!({
            "type": "rank", "opportunity_id": id, "rank": rank.rank, "rationale": rank.rationale, "flags": rank.flags,
            "dependencies": rank.dependencies, "score": rank.score,
        }),
    }
}
