//! Human review: decisions, ways back, results of experiments.

use crate::{
    Opportunities,
    pipelines::{command, open, pipeline_view, stop_pipeline},
};
use domain::{
    Failure,
    account::AuditLog as _,
    opportunities::{PipelineCommand, expect_reportable},
};
use protocol::{
    OpportunityId, PipelineId,
    account::Account,
    opportunities::{
        Decision, DecisionRecord, ExperimentNote, ExperimentOutcome, ExperimentReport, Finding, Opportunity, PipelineSource,
        PipelineView, SendBack, Stage,
    },
};
use std::sync::Arc;

/// What a reviewer decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionWish {
    pub decision: Decision,
    pub reasoning: String,
    /// Only with [`Decision::PriorityAdjusted`]; 1 is the first.
    pub adjusted_priority: Option<u32>,
    /// Only with [`Decision::SentBack`].
    pub send_back_to_stage: Option<Stage>,
    /// Only with [`Decision::Reopened`]: the decision that the reviewer has seen, by its place in the history from 1.
    pub takes_back: Option<u32>,
}

/// What an experiment showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentWish {
    pub outcome: ExperimentOutcome,
    pub results: String,
    pub recommendation: Option<String>,
}

/// A stage back for all that is in the stage in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendBackWish {
    pub to_stage: Stage,
    pub guidance: String,
}

/// An opportunity with its pipeline.
///
/// # Errors
/// 404.
pub async fn find_opportunity(
    opportunities: &Opportunities,
    account: &Account,
    id: OpportunityId,
) -> Result<(Arc<PipelineView>, Opportunity), Failure> {
    let row = opportunities.store().opportunity(account.tenant_id, id).await?.ok_or_else(missing)?;
    let view = pipeline_view(opportunities, account, row.pipeline).await?;
    let one = view.opportunity(id).cloned().ok_or_else(missing)?;
    Ok((view, one))
}

/// Decides about an opportunity in review.
///
/// # Errors
/// 404; 409 where it is not in review, was decided, was decided again since, or cannot go back there; 422 where something is missing.
pub async fn decide_opportunity(
    opportunities: &Opportunities,
    account: &Account,
    id: OpportunityId,
    wish: DecisionWish,
) -> Result<Opportunity, Failure> {
    let (view, _) = find_opportunity(opportunities, account, id).await?;
    let record = DecisionRecord {
        opportunity: id,
        decision: wish.decision,
        reasoning: wish.reasoning,
        adjusted_priority: wish.adjusted_priority,
        send_back_to_stage: wish.send_back_to_stage,
        takes_back: wish.takes_back,
        by: account.user_id,
        at: opportunities.now(),
    };
    command(opportunities, account, view.id, PipelineCommand::Decide(record)).await?;
    find_opportunity(opportunities, account, id).await.map(|(_, one)| one)
}

/// Sends everything in the stage in progress one stage back.
///
/// # Errors
/// 404; 409 naming where it can go back to; 422 without guidance.
pub async fn send_back_pipeline(
    opportunities: &Opportunities,
    account: &Account,
    id: PipelineId,
    wish: SendBackWish,
) -> Result<(), Failure> {
    let way = SendBack { to_stage: wish.to_stage, guidance: wish.guidance, by: account.user_id };
    command(opportunities, account, id, PipelineCommand::SendBack(way)).await
}

/// What an experiment showed goes through the stages again, in a pipeline of its own.
///
/// # Errors
/// 404; 409 where there is no solution that could have been tested; 422 without results; 429 where too many are under way.
pub async fn report_experiment(
    opportunities: &Opportunities,
    account: &Account,
    id: OpportunityId,
    wish: ExperimentWish,
) -> Result<PipelineId, Failure> {
    let (view, one) = find_opportunity(opportunities, account, id).await?;
    let child = PipelineId(opportunities.id());
    let note = ExperimentNote {
        opportunity: id,
        pipeline: view.id,
        outcome: wish.outcome,
        results: wish.results.trim().to_owned(),
        recommendation: wish.recommendation.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
    };
    let report = ExperimentReport {
        opportunity: id,
        outcome: note.outcome,
        results: note.results.clone(),
        recommendation: note.recommendation.clone(),
        pipeline: child,
        by: account.user_id,
        at: opportunities.now(),
    };
    expect_reportable(&one, &report)?;
    let findings: Vec<Finding> = view.findings.iter().filter(|one_of| one.brief.findings.contains(&one_of.id)).cloned().collect();
    let source = PipelineSource { findings, experiment: Some(note), ..PipelineSource::default() };
    let mut carried = Opportunity::new(OpportunityId(opportunities.id()), one.brief.clone());
    carried.solution = one.solution;
    // Before the report is stored: it names the child, which has to be there whatever happens in between.
    open(opportunities, account, (child, view.project), source, (Stage::SolutionValidation, vec![carried])).await?;
    let reported = command(opportunities, account, view.id, PipelineCommand::ReportExperiment(report)).await;
    if reported.is_err() {
        // Somebody decided otherwise meanwhile: nothing names the child.
        drop(stop_pipeline(opportunities, account, child).await);
    }
    reported.map(|()| child)
}

fn missing() -> Failure {
    Failure::not_found("there is no such opportunity")
}
