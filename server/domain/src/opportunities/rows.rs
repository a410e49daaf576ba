//! What others query of a pipeline, from its state and the events that are stored with it.

use super::{CallRow, OpportunityRow, Pipeline, PipelineRow, PipelineRows, ValidationRow};
use protocol::{
    OpportunityId, TenantId,
    live::Recorded,
    opportunities::{
        AgentCall, Decision, Opportunity, OpportunityStatus, PipelineEvent, PipelineSource, PipelineView, Produced,
        RevisionOutcome, Stage, StageStatus, StageView,
    },
};
use std::collections::BTreeSet;

/// `pipeline` is the state after the events.
pub(super) fn rows(pipeline: &Pipeline, events: &[Recorded<PipelineEvent>]) -> PipelineRows {
    let view = &pipeline.view;
    let touched = touched(events, view);
    let mut stages: Vec<StageView> = view.stages.iter().filter(|stage| stage.attempt > 0).cloned().collect();
    // The unique index knows one attempt in progress: whatever ended is written first.
    stages.sort_by_key(|stage| stage.status == StageStatus::InProgress);
    PipelineRows {
        row: pipeline_row(pipeline),
        stages,
        opportunities: view
            .opportunities
            .iter()
            .filter(|one| touched.contains(&one.id))
            .map(|one| opportunity_row(pipeline.tenant, view, one))
            .collect(),
        calls: call_rows(view, events),
        validations: validation_rows(events),
    }
}

fn pipeline_row(pipeline: &Pipeline) -> PipelineRow {
    let view = &pipeline.view;
    let count = |wanted: &dyn Fn(&Opportunity) -> bool| {
        u32::try_from(view.opportunities.iter().filter(|one| wanted(one)).count()).unwrap_or(u32::MAX)
    };
    PipelineRow {
        id: view.id,
        tenant: pipeline.tenant,
        project: view.project,
        user: view.by,
        experiment_of: view.source.experiment.as_ref().map(|note| note.opportunity),
        source: sources(&view.source),
        status: view.status(),
        stage: view.stages.last().map_or(view.start, |stage| stage.stage),
        engine: view.engine().to_owned(),
        error: view.error.clone(),
        findings: u32::try_from(view.findings.len()).unwrap_or(u32::MAX),
        opportunities: count(&|one| one.status != OpportunityStatus::Split),
        undecided: count(&|one| one.status == OpportunityStatus::InReview),
        warned: count(&|one| one.status != OpportunityStatus::Split && one.warnings().next().is_some()),
        usd: view.cost.usd,
        created_at: view.work.requested_at,
        finished_at: view.finished_at,
        updated_at: view.work.updated_at,
    }
}

/// As evidence names them.
fn sources(source: &PipelineSource) -> String {
    let is_experiment = source.experiment.is_some();
    let named = [
        (source.run_id.is_some(), "insight"),
        (source.session_id.is_some(), "interview"),
        (source.search_id.is_some(), "company"),
        (source.ask_id.is_some(), "ask"),
        (!source.findings.is_empty() && !is_experiment, "pasted"),
        (is_experiment, "experiment"),
    ];
    named.into_iter().filter(|(is_there, _)| *is_there).map(|(_, name)| name).collect::<Vec<_>>().join(",")
}

fn opportunity_row(tenant: TenantId, view: &PipelineView, one: &Opportunity) -> OpportunityRow {
    // What was taken back counts no longer.
    let last = one.decisions.last().filter(|record| record.decision != Decision::Reopened);
    OpportunityRow {
        id: one.id,
        tenant,
        project: view.project,
        pipeline: view.id,
        affected_area: one.brief.affected_area.clone(),
        status: one.status,
        rank: one.rank.as_ref().map(|rank| rank.rank),
        priority: one.priority,
        is_warned: one.warnings().next().is_some(),
        decision: last.map(|record| record.decision),
        reasoning: last.map(|record| record.reasoning.clone()),
        updated_at: view.work.updated_at,
    }
}

/// Opportunities that these events are about.
fn touched(events: &[Recorded<PipelineEvent>], view: &PipelineView) -> BTreeSet<OpportunityId> {
    let mut ids = BTreeSet::new();
    for recorded in events {
        match &recorded.event {
            PipelineEvent::Requested { carried, .. } => ids.extend(carried.iter().map(|one| one.id)),
            PipelineEvent::Produced { made, .. } => {
                for one in made {
                    match one {
                        Produced::Brief { id, part_of, .. } => ids.extend([Some(*id), *part_of].into_iter().flatten()),
                        Produced::Feasibility { id, spec: None, .. } => {
                            ids.insert(*id);
                            // Those behind it moved up.
                            ids.extend(view.opportunities.iter().filter(|one| one.rank.is_some()).map(|one| one.id));
                        }
                        Produced::Solution { id, .. } | Produced::Feasibility { id, .. } | Produced::Rank { id, .. } => {
                            ids.insert(*id);
                        }
                    }
                }
            }
            PipelineEvent::Validated { cycle, .. } => ids.extend(cycle.rejected.iter().map(|one| one.item)),
            PipelineEvent::Revised { revisions, .. } => {
                for revision in revisions {
                    ids.insert(revision.item);
                    if let RevisionOutcome::Split { parts } = &revision.outcome {
                        ids.extend(parts.iter().map(|(id, _)| *id));
                    }
                }
                // A round that ends in nothing leaves warnings.
                ids.extend(view.contract.rejected.iter().map(|one| one.item));
            }
            PipelineEvent::StageBegan { items, .. } => ids.extend(items.iter().copied()),
            PipelineEvent::Decided { record } => {
                ids.insert(record.opportunity);
            }
            _ => {}
        }
    }
    ids
}

fn call_rows(view: &PipelineView, events: &[Recorded<PipelineEvent>]) -> Vec<CallRow> {
    let of_event = |event: &PipelineEvent| -> Option<(Stage, u32, Option<u32>, Vec<AgentCall>)> {
        match event {
            PipelineEvent::Produced { stage, calls, .. } => {
                Some((*stage, view.latest(*stage).map_or(1, |one| one.attempt), None, calls.clone()))
            }
            PipelineEvent::Validated { cycle, calls } => Some((cycle.stage, cycle.attempt, Some(cycle.cycle), calls.clone())),
            PipelineEvent::Revised { calls, .. } => {
                view.contract_log.last().map(|cycle| (cycle.stage, cycle.attempt, Some(cycle.cycle), calls.clone()))
            }
            _ => None,
        }
    };
    let mut rows: Vec<CallRow> = Vec::new();
    for recorded in events {
        let Some((stage, attempt, cycle, calls)) = of_event(&recorded.event) else { continue };
        rows.extend(calls.into_iter().map(|call| CallRow { number: 0, stage, attempt, cycle, at: recorded.at, call }));
    }
    let before = view.calls - u32::try_from(rows.len()).unwrap_or(u32::MAX).min(view.calls);
    (before + 1..).zip(&mut rows).for_each(|(number, row)| row.number = number);
    rows
}

fn validation_rows(events: &[Recorded<PipelineEvent>]) -> Vec<ValidationRow> {
    let count = |items: usize| u32::try_from(items).unwrap_or(u32::MAX);
    let row = |recorded: &Recorded<PipelineEvent>| match &recorded.event {
        // Where there was no verdict nobody accepted anything.
        PipelineEvent::Validated { cycle, .. } if cycle.failed.is_none() => Some(ValidationRow {
            stage: cycle.stage,
            attempt: cycle.attempt,
            cycle: cycle.cycle,
            boundary: cycle.boundary,
            producer_engine: cycle.engine.clone(),
            producer_version: cycle.producer_version.clone(),
            items: count(cycle.accepted.len() + cycle.rejected.len()),
            rejected: count(cycle.rejected.len()),
        }),
        _ => None,
    };
    events.iter().filter_map(row).collect()
}
