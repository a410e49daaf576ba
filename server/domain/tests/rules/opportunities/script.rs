//! A pipeline on a stage with agents that do what a test tells them.

use domain::opportunities::{
    ItemRejection, Pipeline, PipelineCommand, PipelineEffect, PipelineInput, PipelineStep, StepNews, StepResult, Verdict,
    findings_of, items_of, next_steps, settle_verdict,
};
use protocol::{
    OpportunityId, PipelineId, ProjectId, TenantId, Timestamp, UserId,
    opportunities::{
        Agent, AgentCall, Artifact, Brief, CallOutcome, ContractCycle, Decision, DecisionRecord, Effort, Evidence, Feasibility,
        Finding, Metric, Opportunity, PipelineCost, PipelineSource, PipelineView, Produced, Purpose, Rank, Revision,
        RevisionOutcome, Risk, Severity, Solution, Spec, Stage,
    },
};
use std::collections::VecDeque;
use testkit::Stage as Scene;
use uuid::Uuid;

pub(crate) const BY: UserId = UserId(Uuid::from_u128(9));

/// What agents do, in the order they are asked; without a line they accept, and revise nothing.
#[derive(Default)]
pub(crate) struct Script {
    /// Verdicts by area: who is rejected. None is an answer that cannot be read.
    pub(crate) verdicts: VecDeque<Option<Vec<&'static str>>>,
    /// What a revision makes of an area: new areas; none skips it.
    pub(crate) revisions: VecDeque<Vec<&'static str>>,
    /// Areas that cannot be built.
    pub(crate) infeasible: Vec<&'static str>,
    /// What was validated, by area, call by call.
    pub(crate) validated: Vec<Vec<String>>,
    pub(crate) next_id: u128,
}

pub(crate) struct Play {
    pub(crate) scene: Scene<Pipeline>,
    pub(crate) script: Script,
}

pub(crate) fn finding(area: &str) -> Finding {
    Finding {
        id: area.into(),
        title: area.into(),
        description: format!("{area} fails"),
        evidence: Vec::new(),
        surface: None,
        impact: None,
    }
}

pub(crate) fn brief(area: &str) -> Brief {
    Brief {
        affected_area: area.into(),
        problem_statement: format!("{area} fails"),
        evidence: vec![Evidence {
            source_type: "pasted".into(),
            source_id: area.into(),
            retrieved_at: Timestamp(1),
            confidence: 0.5,
            quote: None,
            link: None,
        }],
        counterfactual: "It goes on".into(),
        explorer_coverage: "1 finding".into(),
        stage_hints: Vec::new(),
        findings: vec![area.into()],
        validation_warnings: Vec::new(),
    }
}

fn solution() -> Solution {
    Solution {
        proposed_solution: "Check the input".into(),
        experiment_plan: "Try it".into(),
        success_metrics: vec![Metric { metric: "failures".into(), baseline: None, target: None }],
        build_experiment_decision: "experiment_first".into(),
        validation_warnings: Vec::new(),
    }
}

fn spec(id: OpportunityId) -> Spec {
    Spec {
        opportunity_id: id.to_string(),
        approach: "A check before it is stored".into(),
        effort_estimate: Effort { low_days: 1.0, high_days: 3.0 },
        dependencies: Vec::new(),
        constraints: vec!["The form stays".into()],
        risks: vec![Risk { description: "Slower".into(), severity: Severity::Low, mitigation: "Measure".into() }],
        acceptance_criteria: vec!["No failure in 10 tries".into()],
        validation_warnings: Vec::new(),
    }
}

impl Play {
    /// With findings of these areas, each of which becomes a brief.
    pub(crate) fn begin(areas: &[&str], script: Script, model: Option<&str>) -> Self {
        let numbered = |(number, area): (usize, &&str)| Finding { id: format!("f{number}"), ..finding(area) };
        let findings = areas.iter().enumerate().map(numbered).collect();
        let source = PipelineSource { findings, ..PipelineSource::default() };
        Self::begin_at(source, (Stage::Exploration, Vec::new()), script, model)
    }

    pub(crate) fn begin_at(
        source: PipelineSource,
        start: (Stage, Vec<Opportunity>),
        script: Script,
        model: Option<&str>,
    ) -> Self {
        let place = (PipelineId(Uuid::from_u128(7)), ProjectId(Uuid::from_u128(6)), BY);
        let pipeline = Pipeline::new(TenantId(Uuid::from_u128(8)), place, source, start, model.map(str::to_owned));
        let mut scene = Scene::new(pipeline);
        scene.give(PipelineInput::Request).expect("taken");
        Self { scene, script }
    }

    pub(crate) fn view(&self) -> &PipelineView {
        &self.scene.machine.view
    }

    /// Does everything that is to be done until the pipeline rests, last effect first: order must not matter.
    pub(crate) fn run(&mut self) -> &mut Self {
        let mut effects: VecDeque<PipelineEffect> = self.scene.resume().map(|(_, effects)| effects).unwrap_or_default().into();
        self.work(&mut effects);
        self
    }

    fn work(&mut self, effects: &mut VecDeque<PipelineEffect>) {
        while let Some(effect) = effects.pop_back() {
            if let PipelineEffect::Do(step) = effect {
                effects.extend(self.step(step));
            }
        }
    }

    /// One step; what begins after it.
    pub(crate) fn step(&mut self, step: PipelineStep) -> Vec<PipelineEffect> {
        let news = self.news(step);
        self.give(step, StepResult { fell_back: None, news })
    }

    pub(crate) fn give(&mut self, step: PipelineStep, result: StepResult) -> Vec<PipelineEffect> {
        self.scene.give(PipelineInput::Done { step, result: Box::new(result) }).expect("taken").1
    }

    pub(crate) fn steps(&self) -> Vec<PipelineStep> {
        next_steps(self.view())
    }

    pub(crate) fn command(&mut self, command: PipelineCommand) -> Result<&mut Self, domain::Refusal> {
        let (_, effects) = self.scene.give(PipelineInput::Command(Box::new(command)))?;
        self.work(&mut effects.into());
        Ok(self)
    }

    pub(crate) fn decide(&mut self, area: &str, decision: Decision) -> Result<&mut Self, domain::Refusal> {
        let stage = (decision == Decision::SentBack).then_some(Stage::SolutionValidation);
        self.decide_at(area, decision, stage)
    }

    pub(crate) fn decide_at(
        &mut self,
        area: &str,
        decision: Decision,
        stage: Option<Stage>,
    ) -> Result<&mut Self, domain::Refusal> {
        let record = DecisionRecord {
            opportunity: self.id(area),
            decision,
            reasoning: format!("because of {area}"),
            adjusted_priority: (decision == Decision::PriorityAdjusted).then_some(1),
            send_back_to_stage: stage,
            takes_back: None,
            by: BY,
            at: Timestamp(0),
        };
        self.command(PipelineCommand::Decide(record))
    }

    pub(crate) fn id(&self, area: &str) -> OpportunityId {
        self.view().opportunities.iter().find(|one| one.brief.affected_area == area).expect("an area").id
    }

    pub(crate) fn areas(&self, ids: &[OpportunityId]) -> Vec<String> {
        let area = |id: &OpportunityId| self.view().opportunity(*id).expect("an item").brief.affected_area.clone();
        ids.iter().map(area).collect()
    }

    /// What a stage was about in its latest attempt.
    pub(crate) fn items(&self, stage: Stage) -> Vec<String> {
        self.areas(&self.view().latest(stage).expect("it was reached").items)
    }

    fn new_id(&mut self) -> OpportunityId {
        self.script.next_id += 1;
        OpportunityId(Uuid::from_u128(1_000 + self.script.next_id))
    }

    pub(crate) fn news(&mut self, step: PipelineStep) -> StepNews {
        let view = self.view().clone();
        let items: Vec<Opportunity> = items_of(&view, step).iter().filter_map(|id| view.opportunity(*id).cloned()).collect();
        match step {
            PipelineStep::Explore { .. } => StepNews::Explored { findings: view.source.findings.clone(), left_out: Vec::new() },
            PipelineStep::Frame { from, .. } => {
                let taken = findings_of(&view, from);
                let framed = view.findings[from as usize..from as usize + taken].to_vec();
                let made = framed
                    .iter()
                    .map(|finding| Produced::Brief { id: self.new_id(), brief: Box::new(brief(&finding.title)), part_of: None })
                    .collect();
                StepNews::Produced { made, framed: u32::try_from(taken).expect("few"), calls: vec![call()] }
            }
            PipelineStep::Produce { stage, .. } => {
                let made = items.iter().map(|one| self.made(stage, one)).collect();
                StepNews::Produced { made, framed: 0, calls: vec![call()] }
            }
            PipelineStep::Rank { .. } => {
                let rank = |(number, one): (u32, &Opportunity)| {
                    let rank = Rank {
                        rank: number,
                        rationale: String::new(),
                        dependencies: Vec::new(),
                        flags: Vec::new(),
                        score: 10.0 - f64::from(number),
                    };
                    Produced::Rank { id: one.id, rank: Box::new(rank) }
                };
                StepNews::Produced { made: (1..).zip(&items).map(rank).collect(), framed: 0, calls: vec![call()] }
            }
            PipelineStep::Validate { stage, attempt, cycle } => self.validated(&items, (stage, attempt, cycle)),
            PipelineStep::Revise { stage, .. } => {
                let revisions = items.iter().map(|one| self.revised(stage, one)).collect();
                StepNews::Revised { revisions, calls: items.iter().map(|_| call()).collect() }
            }
        }
    }

    fn made(&self, stage: Stage, one: &Opportunity) -> Produced {
        let id = one.id;
        match stage {
            Stage::OpportunityFraming => Produced::Brief { id, brief: Box::new(one.brief.clone()), part_of: None },
            Stage::SolutionValidation => Produced::Solution { id, solution: Box::new(solution()) },
            _ => {
                let feasible = !self.script.infeasible.contains(&one.brief.affected_area.as_str());
                let feasibility = Feasibility { feasible, constraints: vec!["The law".into()], reasoning: String::new() };
                let spec = feasible.then(|| Box::new(spec(id)));
                Produced::Feasibility { id, feasibility: Box::new(feasibility), spec }
            }
        }
    }

    fn validated(&mut self, items: &[Opportunity], (stage, attempt, cycle): (Stage, u32, u32)) -> StepNews {
        let boundary = stage.boundary().expect("a boundary");
        self.script.validated.push(items.iter().map(|one| one.brief.affected_area.clone()).collect());
        let scripted = self.script.verdicts.pop_front().unwrap_or(Some(Vec::new()));
        let reject = |area: &str| ItemRejection {
            item: items.iter().find(|one| one.brief.affected_area == area).map_or(area.to_owned(), |one| one.id.to_string()),
            reason: format!("{area} is vague"),
            ..ItemRejection::default()
        };
        let verdict = scripted.map(|areas| Verdict { accepted: Vec::new(), rejected: areas.into_iter().map(reject).collect() });
        let failed = verdict.is_none().then(|| "no JSON".to_owned());
        let settled = settle_verdict(boundary, items, verdict);
        let cycle = ContractCycle {
            stage,
            attempt,
            boundary,
            cycle,
            at: Timestamp(0),
            accepted: settled.accepted,
            rejected: settled.rejected,
            ignored: settled.ignored,
            failed,
            doubts: Vec::new(),
            revisions: Vec::new(),
            engine: "scripted".into(),
            producer_version: String::new(),
        };
        StepNews::Validated { cycle: Box::new(cycle), calls: vec![call()] }
    }

    fn revised(&mut self, stage: Stage, one: &Opportunity) -> Revision {
        let before = one.artifact(stage.boundary().expect("a boundary")).expect("an artifact");
        let mut areas = self.script.revisions.pop_front().unwrap_or_default();
        // Only a brief can be split.
        if stage != Stage::SolutionValidation {
            areas.truncate(1);
        }
        let renamed = |area: &str| match &before {
            Artifact::Brief { .. } => Artifact::Brief { brief: Box::new(brief(area)) },
            other => other.clone(),
        };
        let outcome = match areas[..] {
            [] => RevisionOutcome::Skipped { why: "no JSON".into() },
            [area] => RevisionOutcome::Replaced { artifact: Box::new(renamed(area)) },
            _ => RevisionOutcome::Split { parts: areas.iter().map(|area| (self.new_id(), renamed(area))).collect() },
        };
        Revision { item: one.id, before, outcome }
    }
}

fn call() -> AgentCall {
    AgentCall {
        agent: Agent::OpportunityPm,
        purpose: Purpose::Produce,
        engine: "scripted".into(),
        prompt_version: "1".into(),
        items: 1,
        made: Vec::new(),
        item: None,
        outcome: CallOutcome::Used,
        error: None,
        cost: PipelineCost { input_tokens: 10, output_tokens: 1, usd: 0.0 },
        elapsed_ms: 1,
    }
}
