//! What each event does to the view of a pipeline.

use super::{
    AgentCall, Artifact, Boundary, Contract, Decision, DecisionRecord, Opportunity, OpportunityStatus, PipelineEvent,
    PipelineView, Produced, Rank, Revision, RevisionOutcome, Stage, StageStatus, StageView, contract::REJECTED,
};
use crate::{
    OpportunityId, Timestamp,
    live::{Live, Recorded, Topic},
    work::WorkStatus,
};

impl PipelineView {
    fn opportunity_mut(&mut self, id: OpportunityId) -> Option<&mut Opportunity> {
        self.opportunities.iter_mut().find(|one| one.id == id)
    }

    fn active_mut(&mut self) -> Option<&mut StageView> {
        self.stages.iter_mut().find(|stage| stage.status == StageStatus::InProgress)
    }

    fn count(&mut self, calls: &[AgentCall]) {
        self.calls += u32::try_from(calls.len()).unwrap_or(u32::MAX);
        for call in calls {
            self.cost.input_tokens += call.cost.input_tokens;
            self.cost.output_tokens += call.cost.output_tokens;
            self.cost.usd += call.cost.usd;
        }
        let tokens: u64 = calls.iter().map(|call| call.cost.input_tokens + call.cost.output_tokens).sum();
        if let Some(stage) = self.active_mut() {
            stage.tokens += tokens;
        }
    }

    /// Whose work the artifacts are now.
    fn credit(&mut self, calls: &[AgentCall]) {
        for (call, id) in calls.iter().flat_map(|call| call.made.iter().map(move |id| (call, *id))) {
            self.change(id, |one| one.credit(call));
        }
    }

    fn begin(&mut self, (stage, attempt): (Stage, u32), items: &[OpportunityId], at: Timestamp) {
        // A review is interrupted by what it sent back.
        for one in &mut self.stages {
            if one.stage == Stage::HumanReview && one.status == StageStatus::CheckpointReached {
                (one.status, one.finished_at) = (StageStatus::SentBack, Some(at));
            }
        }
        let mut begun = StageView::new(stage, attempt, StageStatus::InProgress);
        begun.items = items.to_vec();
        begun.started_at = Some(at);
        self.contract = match stage.boundary() {
            Some(boundary) => Contract::new(self.enter(boundary, items)),
            None => Contract::default(),
        };
        let received = if stage == Stage::OpportunityFraming { items.len() } else { self.contract.order.len() };
        begun.quality_flags.briefs_produced = count(received);
        self.stages.push(begun);
        self.todo = if stage == Stage::OpportunityFraming { items.to_vec() } else { Vec::new() };
        if stage == Stage::Exploration {
            self.explored = false;
        }
        for id in items {
            if let Some(one) = self.opportunity_mut(*id) {
                if stage == Stage::HumanReview {
                    one.guidance = None;
                    if one.status == OpportunityStatus::InProgress {
                        one.status = OpportunityStatus::InReview;
                    }
                } else {
                    one.waits_for = None;
                }
            }
        }
        self.settle();
    }

    /// Items with something to validate: what cannot be built has no specification. What an earlier attempt warned of is validated
    /// anew.
    fn enter(&mut self, boundary: Boundary, items: &[OpportunityId]) -> Vec<OpportunityId> {
        let mut entering = Vec::new();
        for id in items {
            if let Some(warnings) = self.opportunity_mut(*id).and_then(|one| one.warnings_at(boundary)) {
                warnings.retain(|warning| !warning.starts_with(REJECTED));
                entering.push(*id);
            }
        }
        entering
    }

    /// Once a contract is settled, what passed is what the stage works on.
    fn settle(&mut self) {
        let contract = &self.contract;
        let (rejections, retries) = (contract.rejections, contract.retries);
        let (passed, warnings) = (contract.passed(), contract.warnings());
        let Some(stage) = self.active_mut() else { return };
        let Some(boundary) = stage.stage.boundary() else { return };
        let flags = &mut stage.quality_flags;
        (flags.validation_rejections, flags.validation_retries) = (rejections, retries);
        if !self.contract.settled {
            return;
        }
        if let Some(stage) = self.active_mut() {
            stage.items.clone_from(&passed);
        }
        self.todo = passed;
        for (id, warning) in warnings {
            if let Some(one) = self.opportunity_mut(id) {
                one.warn(boundary, warning);
            }
        }
    }

    fn revise(&mut self, revisions: &[Revision]) {
        for revision in revisions {
            match &revision.outcome {
                RevisionOutcome::Replaced { artifact } => {
                    if let Some(one) = self.opportunity_mut(revision.item) {
                        one.replace(artifact);
                    }
                }
                RevisionOutcome::Split { parts } => self.split(revision.item, parts),
                RevisionOutcome::Skipped { .. } => {}
            }
            self.contract.revise(revision.item, &revision.outcome);
        }
        if let Some(cycle) = self.contract_log.last_mut() {
            cycle.revisions.extend(revisions.iter().cloned());
        }
        self.settle();
    }

    fn split(&mut self, item: OpportunityId, parts: &[(OpportunityId, Artifact)]) {
        let Some(at) = self.opportunities.iter().position(|one| one.id == item) else { return };
        let whole = self.opportunities[at].clone();
        self.opportunities[at].status = OpportunityStatus::Split;
        let last = self.opportunities.iter().rposition(|one| one.split_from == Some(item)).unwrap_or(at);
        for (number, (id, artifact)) in parts.iter().enumerate() {
            let status = OpportunityStatus::InProgress;
            let mut part = Opportunity { id: *id, split_from: Some(item), status, ..whole.clone() };
            part.replace(artifact);
            self.opportunities.insert(last + 1 + number, part);
        }
    }

    /// Ranks without a gap, once something lost its own.
    fn close_ranks(&mut self) {
        let standing = self.opportunities.iter_mut().filter(|one| one.status != OpportunityStatus::Split);
        let mut ranks: Vec<&mut Rank> = standing.filter_map(|one| one.rank.as_mut()).collect();
        ranks.sort_by_key(|rank| rank.rank);
        (1..).zip(ranks).for_each(|(number, rank)| rank.rank = number);
    }

    fn take(&mut self, made: &Produced) {
        let id = match made {
            Produced::Brief { id, brief, part_of } => {
                if let Some(one) = self.opportunity_mut(*id) {
                    one.brief = (**brief).clone();
                } else if let Some(whole) = part_of {
                    self.split(*whole, &[(*id, Artifact::Brief { brief: brief.clone() })]);
                    self.todo.retain(|one| one != whole);
                } else {
                    self.opportunities.push(Opportunity::new(*id, (**brief).clone()));
                }
                if let Some(stage) = self.active_mut() {
                    stage.items.retain(|one| Some(*one) != *part_of);
                    if !stage.items.contains(id) {
                        stage.items.push(*id);
                    }
                    stage.quality_flags.briefs_produced = count(stage.items.len());
                }
                *id
            }
            Produced::Solution { id, solution } => {
                self.change(*id, |one| one.solution = Some((**solution).clone()));
                *id
            }
            Produced::Feasibility { id, feasibility, spec } => {
                self.change(*id, |one| {
                    one.feasibility = Some((**feasibility).clone());
                    one.spec = spec.as_deref().cloned();
                    // What cannot be built has no place among what can.
                    one.rank = one.rank.take().filter(|_| spec.is_some());
                });
                if spec.is_none() {
                    self.close_ranks();
                }
                *id
            }
            Produced::Rank { id, rank } => {
                self.change(*id, |one| one.rank = Some((**rank).clone()));
                *id
            }
        };
        self.todo.retain(|one| *one != id);
    }

    fn change(&mut self, id: OpportunityId, change: impl FnOnce(&mut Opportunity)) {
        if let Some(one) = self.opportunity_mut(id) {
            change(one);
        }
    }

    fn decide(&mut self, record: &DecisionRecord) {
        self.change(record.opportunity, |one| {
            match record.decision {
                Decision::Accepted => one.status = OpportunityStatus::Accepted,
                Decision::Rejected => one.status = OpportunityStatus::Rejected,
                Decision::Deferred => one.status = OpportunityStatus::Deferred,
                Decision::PriorityAdjusted => one.priority = record.adjusted_priority,
                Decision::Reopened => one.status = OpportunityStatus::InReview,
                Decision::SentBack => {
                    one.status = OpportunityStatus::InProgress;
                    one.waits_for = record.send_back_to_stage;
                    one.guidance = Some(record.reasoning.clone());
                }
            }
            one.decisions.push(record.clone());
        });
        // All was decided, and now something goes back, or its review goes on.
        if matches!(record.decision, Decision::SentBack | Decision::Reopened) && self.work.status == WorkStatus::Completed {
            (self.work.status, self.finished_at) = (WorkStatus::Running, None);
            let review = self.stages.iter_mut().rev().find(|one| one.stage == Stage::HumanReview);
            if let Some(review) = review.filter(|_| record.decision == Decision::Reopened) {
                (review.status, review.finished_at) = (StageStatus::CheckpointReached, None);
            }
        }
    }

    fn end_stage(&mut self, stage: Stage, status: StageStatus, at: Timestamp) {
        let ending = self.stages.iter_mut().rev().find(|one| one.stage == stage);
        if let Some(one) = ending {
            one.status = status;
            one.finished_at = (status != StageStatus::CheckpointReached).then_some(at);
        }
        self.todo.clear();
        self.contract = Contract::default();
    }
}

impl Live for PipelineView {
    type Event = PipelineEvent;
    type Progress = ();

    fn topic(&self) -> Topic {
        Topic::pipeline(self.id)
    }

    fn seq(&self) -> u64 {
        self.work.seq
    }

    fn apply(&mut self, recorded: &Recorded<PipelineEvent>) {
        self.work.record(recorded);
        let at = recorded.at;
        match &recorded.event {
            PipelineEvent::Requested { .. } => self.work = self.work.next(),
            PipelineEvent::Started => {
                self.started_at = self.started_at.or(Some(at));
                self.work.start();
            }
            PipelineEvent::StageBegan { stage, attempt, items } => self.begin((*stage, *attempt), items, at),
            PipelineEvent::Explored { findings, left_out, is_last } => {
                for finding in findings {
                    match self.findings.iter_mut().find(|one| one.id == finding.id) {
                        Some(one) => one.clone_from(finding),
                        None => self.findings.push(finding.clone()),
                    }
                }
                self.left_out.extend(left_out.iter().cloned());
                self.explored = *is_last;
                self.work.advance();
            }
            PipelineEvent::FellBack { why } => self.fell_back = Some(why.clone()),
            PipelineEvent::Produced { made, framed, calls, .. } => {
                made.iter().for_each(|one| self.take(one));
                self.framed += framed;
                self.credit(calls);
                self.count(calls);
                self.work.advance();
            }
            PipelineEvent::Validated { cycle, calls } => {
                self.contract_log.push(cycle.clone());
                self.contract.validate(&cycle.rejected);
                self.settle();
                self.count(calls);
                self.work.advance();
            }
            PipelineEvent::Revised { revisions, calls } => {
                self.revise(revisions);
                self.credit(calls);
                self.count(calls);
                self.work.advance();
            }
            PipelineEvent::StageEnded { stage, status } => self.end_stage(*stage, *status, at),
            PipelineEvent::SentBack { from_stage, way } => {
                // Not those of the stage: between a split and its settling the whole is among them.
                let items = self.contract.order.clone();
                self.end_stage(*from_stage, StageStatus::SentBack, at);
                for id in items {
                    self.change(id, |one| {
                        one.waits_for = Some(way.to_stage);
                        one.guidance = Some(way.guidance.clone());
                    });
                }
            }
            PipelineEvent::Decided { record } => self.decide(record),
            PipelineEvent::ExperimentReported { report } => {
                self.change(report.opportunity, |one| one.experiments.push(report.clone()));
            }
            PipelineEvent::Ended { status, error } => {
                self.work.status = *status;
                self.error.clone_from(error);
                self.finished_at = Some(at);
                let failed = *status != WorkStatus::Completed;
                for one in self.stages.iter_mut().filter(|one| failed && one.status == StageStatus::InProgress) {
                    (one.status, one.finished_at) = (StageStatus::Failed, Some(at));
                }
            }
        }
    }
}

fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}
