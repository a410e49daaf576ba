//! What a pipeline does next: which calls, and when a stage is over.

use protocol::{
    OpportunityId,
    opportunities::{Opportunity, OpportunityStatus, PipelineEvent, PipelineView, Stage, StageStatus},
    work::WorkStatus,
};

/// Items that one call of a model is about, and how many such calls run at once.
const ITEMS_A_CALL: usize = 4;
const CALLS_AT_ONCE: usize = 4;
/// Items that the built-in engine takes in one piece.
const ITEMS_A_PIECE: usize = 500;
/// Findings that one call frames.
const FINDINGS_A_CALL: usize = 40;
const FINDINGS_A_PIECE: usize = 5_000;

/// A piece of work. Items are named by the first of them, as they stood when it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PipelineStep {
    /// Gathers the findings.
    Explore {
        attempt: u32,
    },
    /// Frames findings from this number on.
    Frame {
        attempt: u32,
        from: u32,
    },
    /// Makes a stage's artifacts of these items.
    Produce {
        stage: Stage,
        attempt: u32,
        first: OpportunityId,
    },
    Validate {
        stage: Stage,
        attempt: u32,
        cycle: u32,
    },
    Revise {
        stage: Stage,
        attempt: u32,
        retry: u32,
        first: OpportunityId,
    },
    /// All items in one call.
    Rank {
        attempt: u32,
    },
}

/// Everything that can be done now.
#[must_use]
pub fn next_steps(view: &PipelineView) -> Vec<PipelineStep> {
    if !view.work.is_under_way() {
        return Vec::new();
    }
    let Some(active) = view.active() else { return Vec::new() };
    let (stage, attempt) = (active.stage, active.attempt);
    let contract = &view.contract;
    match stage {
        Stage::Exploration if !view.explored => vec![PipelineStep::Explore { attempt }],
        // Also in a later attempt: going back to exploration may find more.
        Stage::OpportunityFraming if !is_framed(view) => {
            vec![PipelineStep::Frame { attempt, from: view.framed }]
        }
        Stage::Exploration | Stage::HumanReview => Vec::new(),
        _ if !contract.revising.is_empty() => firsts(view, &contract.revising, 1)
            .map(|first| PipelineStep::Revise { stage, attempt, retry: contract.retries + 1, first })
            .collect(),
        _ if !contract.open.is_empty() => vec![PipelineStep::Validate { stage, attempt, cycle: contract.cycles + 1 }],
        Stage::Prioritization if !view.todo.is_empty() => vec![PipelineStep::Rank { attempt }],
        _ => firsts(view, &view.todo, ITEMS_A_CALL).map(|first| PipelineStep::Produce { stage, attempt, first }).collect(),
    }
}

/// Every finding so far is in a brief.
pub(super) fn is_framed(view: &PipelineView) -> bool {
    view.framed as usize >= view.findings.len()
}

/// The first items of the pieces that may run now.
fn firsts(view: &PipelineView, items: &[OpportunityId], of_model: usize) -> impl Iterator<Item = OpportunityId> {
    let at_once = if view.model.is_some() { CALLS_AT_ONCE } else { 1 };
    items.chunks(piece_size(view, of_model)).take(at_once).map(|piece| piece[0])
}

/// The same after a model is given up: its calls under way keep their items, and none of them is begun anew.
const fn piece_size(view: &PipelineView, of_model: usize) -> usize {
    if view.model.is_some() { of_model } else { ITEMS_A_PIECE }
}

fn has_model(view: &PipelineView) -> bool {
    view.model.is_some() && view.fell_back.is_none()
}

/// The items of a step, in their order; empty where it is not wanted any more.
#[must_use]
pub fn items_of(view: &PipelineView, step: PipelineStep) -> Vec<OpportunityId> {
    let Some(active) = view.active() else { return Vec::new() };
    let piece = |items: &[OpportunityId], first: OpportunityId, of_model: usize| {
        items.iter().copied().skip_while(|id| *id != first).take(piece_size(view, of_model)).collect()
    };
    match step {
        PipelineStep::Produce { stage, attempt, first } if (stage, attempt) == (active.stage, active.attempt) => {
            piece(&view.todo, first, ITEMS_A_CALL)
        }
        PipelineStep::Revise { stage, attempt, retry, first }
            if (stage, attempt, retry) == (active.stage, active.attempt, view.contract.retries + 1) =>
        {
            piece(&view.contract.revising, first, 1)
        }
        PipelineStep::Validate { .. } => view.contract.open.clone(),
        PipelineStep::Rank { .. } => view.todo.clone(),
        _ => Vec::new(),
    }
}

/// How many findings a framing step takes.
#[must_use]
pub fn findings_of(view: &PipelineView, from: u32) -> usize {
    let most = if has_model(view) { FINDINGS_A_CALL } else { FINDINGS_A_PIECE };
    view.findings.len().saturating_sub(from as usize).min(most)
}

/// Whether its result still counts. A step that began with other pieces around it counts as long as its first item waits.
#[must_use]
pub fn is_wanted(view: &PipelineView, step: PipelineStep) -> bool {
    match step {
        PipelineStep::Produce { .. } | PipelineStep::Revise { .. } => {
            view.work.is_under_way() && !items_of(view, step).is_empty()
        }
        _ => next_steps(view).contains(&step),
    }
}

/// What follows by itself from where the pipeline is: a stage ends, the next one begins, all is decided.
#[must_use]
pub fn follow_up(view: &PipelineView) -> Option<PipelineEvent> {
    if !view.work.is_under_way() {
        return None;
    }
    if let Some(active) = view.active() {
        let is_over = next_steps(view).is_empty() && view.todo.is_empty();
        return is_over.then(|| PipelineEvent::StageEnded {
            stage: active.stage,
            status: if active.stage == Stage::HumanReview { StageStatus::CheckpointReached } else { StageStatus::Completed },
        });
    }
    let in_progress = |one: &&Opportunity| one.status == OpportunityStatus::InProgress && one.waits_for.is_none();
    let all = view.opportunities.iter().filter(in_progress).map(|one| one.id).collect();
    let Some(last) = view.stages.iter().rev().find(|stage| stage.attempt > 0) else { return Some(begin(view, view.start, all)) };
    match last.status {
        StageStatus::Completed if last.stage == Stage::HumanReview => Some(match waiting(view) {
            Some(stage) => begin(view, stage, Vec::new()),
            None => PipelineEvent::Ended { status: WorkStatus::Completed, error: None },
        }),
        StageStatus::Completed => last.stage.next().map(|next| {
            let coming = match next {
                Stage::Prioritization => last.items.iter().copied().filter(|id| has_spec(view, *id)).collect(),
                // Whatever is not ranked, since it cannot be built, is reviewed too.
                Stage::HumanReview => all,
                _ => last.items.clone(),
            };
            begin(view, next, coming)
        }),
        // Sent back, as a whole or some of it.
        StageStatus::SentBack | StageStatus::CheckpointReached => match waiting(view) {
            Some(stage) => Some(begin(view, stage, Vec::new())),
            None => is_decided(view)
                .then_some(PipelineEvent::StageEnded { stage: Stage::HumanReview, status: StageStatus::Completed }),
        },
        StageStatus::Pending | StageStatus::InProgress | StageStatus::Failed => None,
    }
}

/// The earliest stage that something waits for: what was sent back, or findings that came during review.
fn waiting(view: &PipelineView) -> Option<Stage> {
    let unframed = (!is_framed(view)).then_some(Stage::OpportunityFraming);
    view.opportunities.iter().filter_map(|one| one.waits_for).chain(unframed).min()
}

fn is_decided(view: &PipelineView) -> bool {
    view.is_in_review() && view.opportunities.iter().all(|one| one.status.is_decided())
}

/// The next attempt at a stage, with what comes from the stage before and what was sent back to this one meanwhile.
fn begin(view: &PipelineView, stage: Stage, coming: Vec<OpportunityId>) -> PipelineEvent {
    let attempt = view.latest(stage).map_or(0, |last| last.attempt) + 1;
    let is_returning = |one: &&Opportunity| one.waits_for == Some(stage) && !coming.contains(&one.id);
    let returning: Vec<OpportunityId> = view.opportunities.iter().filter(is_returning).map(|one| one.id).collect();
    PipelineEvent::StageBegan { stage, attempt, items: coming.into_iter().chain(returning).collect() }
}

fn has_spec(view: &PipelineView, id: OpportunityId) -> bool {
    view.opportunity(id).is_some_and(|one| one.spec.is_some())
}
