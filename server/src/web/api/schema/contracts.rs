//! What was rejected between two stages and what became of it, as the API shows it.

use super::opportunity_artifacts::show_artifact;
use protocol::{
    OpportunityId,
    opportunities::{Artifact, Boundary, Check, ContractCycle, PipelineView, Rejection, Revision, RevisionOutcome},
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// One cycle of a contract.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContractEvent {
    /// Always `INPUT_VALIDATION`.
    #[schema(value_type = String, example = "INPUT_VALIDATION")]
    r#type: &'static str,
    #[schema(value_type = String, example = "solution_validation")]
    stage: &'static str,
    attempt: u32,
    #[schema(value_type = String, example = "1-2")]
    boundary: &'static str,
    /// From 1.
    cycle: u32,
    #[schema(value_type = String, example = "SolutionDesigner")]
    consuming_agent: &'static str,
    #[schema(value_type = String, example = "OpportunityPM")]
    producing_agent: &'static str,
    accepted_items: Vec<Uuid>,
    rejected_items: Vec<InputRejection>,
    /// Ids of the verdict that are no items.
    ignored: Vec<String>,
    /// Why the verdict could not be used, so that all were accepted.
    failed: Option<String>,
    /// What the built-in validator would have rejected then.
    doubts: Vec<InputRejection>,
    revisions: Vec<ItemRevision>,
    /// Who validated: `built_in` or the model's name.
    engine: String,
    /// Of the prompt, or the edition of the rules, with which the items were made or revised; empty where it is not known.
    producer_version: String,
    #[schema(format = DateTime)]
    at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct InputRejection {
    item_id: Uuid,
    affected_area: String,
    rejection_reason: String,
    #[schema(value_type = String, example = "SolutionDesigner")]
    rejecting_agent: &'static str,
    suggested_improvement: String,
    #[schema(value_type = Vec<String>, example = json!(["several_issues"]))]
    checks: Vec<&'static str>,
}

/// What its producer made of a rejection.
#[derive(Serialize, ToSchema)]
pub(crate) struct ItemRevision {
    item_id: Uuid,
    /// As it was rejected.
    #[schema(value_type = Object)]
    before: Value,
    /// `replaced`, `split` or `skipped`.
    #[schema(value_type = String, example = "replaced")]
    outcome: &'static str,
    /// One where it was replaced, several where it was split, none where it was skipped.
    after: Vec<RevisedItem>,
    /// Why it was skipped.
    why: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RevisedItem {
    item_id: Uuid,
    #[schema(value_type = Object)]
    artifact: Value,
}

impl ContractEvent {
    /// Without a view no areas are known.
    pub(crate) fn new(cycle: &ContractCycle, view: Option<&PipelineView>) -> Self {
        let boundary = cycle.boundary;
        let reject = |one: &Rejection| InputRejection::new(one, boundary, view);
        Self {
            r#type: "INPUT_VALIDATION",
            stage: cycle.stage.name(),
            attempt: cycle.attempt,
            boundary: boundary.name(),
            cycle: cycle.cycle,
            consuming_agent: boundary.consumer().name(),
            producing_agent: boundary.producer().name(),
            accepted_items: cycle.accepted.iter().map(|id| id.0).collect(),
            rejected_items: cycle.rejected.iter().map(reject).collect(),
            ignored: cycle.ignored.clone(),
            failed: cycle.failed.clone(),
            doubts: cycle.doubts.iter().map(reject).collect(),
            revisions: cycle.revisions.iter().map(ItemRevision::new).collect(),
            engine: cycle.engine.clone(),
            producer_version: cycle.producer_version.clone(),
            at: cycle.at.to_rfc3339(),
        }
    }
}

impl InputRejection {
    fn new(one: &Rejection, boundary: Boundary, view: Option<&PipelineView>) -> Self {
        let item = view.and_then(|view| view.opportunity(one.item));
        Self {
            item_id: one.item.0,
            affected_area: item.map(|item| item.brief.affected_area.clone()).unwrap_or_default(),
            rejection_reason: one.reason.clone(),
            rejecting_agent: boundary.consumer().name(),
            suggested_improvement: one.suggestion.clone(),
            checks: one.checks.iter().copied().map(Check::name).collect(),
        }
    }
}

impl ItemRevision {
    pub(crate) fn new(revision: &Revision) -> Self {
        let part = |(id, artifact): (&OpportunityId, &Artifact)| RevisedItem { item_id: id.0, artifact: show_artifact(artifact) };
        let (outcome, after, why) = match &revision.outcome {
            RevisionOutcome::Replaced { artifact } => ("replaced", vec![part((&revision.item, artifact))], None),
            RevisionOutcome::Split { parts } => {
                ("split", parts.iter().map(|(id, artifact)| part((id, artifact))).collect(), None)
            }
            RevisionOutcome::Skipped { why } => ("skipped", Vec::new(), Some(why.clone())),
        };
        Self { item_id: revision.item.0, before: show_artifact(&revision.before), outcome, after, why }
    }
}
