//! A pipeline as a machine: explored, framed, designed, assessed, ranked, reviewed.

use super::{PipelineRows, PipelineStep, decide, follow_up, is_wanted, next_steps, rows};
use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{Append, Decision, Drafted as _, EventsDrafted, Machine, Rows, StreamRow},
};
use protocol::{
    OpportunityId, PipelineId, ProjectId, TenantId, UserId,
    live::{Kind, Live, Recorded},
    opportunities::{
        AgentCall, ContractCycle, DecisionRecord, ExperimentReport, Finding, Opportunity, PipelineEvent, PipelineSource,
        PipelineView, Produced, Revision, SendBack, Stage,
    },
    work::WorkStatus,
};

/// Begun as often as this without a result, it is given up: it may be what ends its server.
const MOST_STARTS: u32 = 5;
/// Findings in one event.
const PORTION: usize = 200;

#[derive(Clone, Debug)]
pub struct Pipeline {
    pub tenant: TenantId,
    pub view: PipelineView,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PipelineCommand {
    Stop,
    SendBack(SendBack),
    /// With what could not be taken of their source.
    AddFindings {
        findings: Vec<Finding>,
        left_out: Vec<String>,
    },
    /// Time and person are the decision's own; `at` is set when it is stored.
    Decide(DecisionRecord),
    ReportExperiment(ExperimentReport),
}

#[derive(Clone, Debug)]
pub enum PipelineInput {
    Request,
    Command(Box<PipelineCommand>),
    /// A step came to its end.
    Done {
        step: PipelineStep,
        result: Box<StepResult>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipelineEffect {
    Do(PipelineStep),
    Stop(PipelineStep),
}

/// What a step came to.
#[derive(Clone, Debug, Default)]
pub struct StepResult {
    /// Why the built-in engine goes on in place of the model.
    pub fell_back: Option<String>,
    pub news: StepNews,
}

#[derive(Clone, Debug, Default)]
pub enum StepNews {
    Explored {
        findings: Vec<Finding>,
        left_out: Vec<String>,
    },
    Produced {
        made: Vec<Produced>,
        /// Findings that are framed now.
        framed: u32,
        calls: Vec<AgentCall>,
    },
    Validated {
        cycle: Box<ContractCycle>,
        calls: Vec<AgentCall>,
    },
    Revised {
        revisions: Vec<Revision>,
        calls: Vec<AgentCall>,
    },
    /// Nothing came of the pipeline; in a sentence.
    Failed(String),
    /// Its result is there already.
    #[default]
    Nothing,
}

pub type PipelineDrafted = EventsDrafted<PipelineEvent>;

impl Pipeline {
    /// One that is about to begin.
    #[must_use]
    pub fn new(
        tenant: TenantId,
        place: (PipelineId, ProjectId, UserId),
        source: PipelineSource,
        start: (Stage, Vec<Opportunity>),
        model: Option<String>,
    ) -> Self {
        Self { tenant, view: PipelineView::new(place, source, start, model) }
    }

    fn drafted(&self, stamp: &Stamp<'_>, events: Vec<PipelineEvent>) -> PipelineDrafted {
        EventsDrafted::new(self.view.work.seq, stamp, events)
    }

    /// With what follows by itself, and what has to begin once these events are stored.
    fn follow(&self, stamp: &Stamp<'_>, done: Option<PipelineStep>, mut events: Vec<PipelineEvent>) -> Decision<Self> {
        let begun = next_steps(&self.view);
        let mut after = self.view.clone();
        self.drafted(stamp, events.clone()).events().iter().for_each(|event| after.apply(event));
        while let Some(event) = follow_up(&after) {
            after.apply(&Recorded { seq: after.work.seq + 1, at: stamp.now, turn: 0, event: event.clone() });
            events.push(event);
        }
        let stopped = begun
            .iter()
            .filter(|step| done != Some(**step) && !is_wanted(&after, **step))
            .map(|step| PipelineEffect::Stop(*step));
        let next = next_steps(&after).into_iter().filter(|step| !begun.contains(step)).map(PipelineEffect::Do);
        Decision { effects: stopped.chain(next).collect(), drafted: self.drafted(stamp, events) }
    }

    fn done(&self, step: PipelineStep, result: StepResult, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        if !is_wanted(&self.view, step) {
            return Err(Refusal::conflict("this step is not under way any more"));
        }
        let stage = self.view.active().map_or(Stage::Exploration, |active| active.stage);
        let mut events = Vec::new();
        events.extend(
            result
                .fell_back
                .filter(|_| self.view.fell_back.is_none() && self.view.model.is_some())
                .map(|why| PipelineEvent::FellBack { why }),
        );
        match result.news {
            StepNews::Explored { findings, left_out } => events.extend(portions(findings, left_out)),
            StepNews::Produced { made, framed, calls } => events.push(PipelineEvent::Produced { stage, made, framed, calls }),
            StepNews::Validated { cycle, calls } => events.push(PipelineEvent::Validated { cycle: *cycle, calls }),
            StepNews::Revised { revisions, calls } => events.push(PipelineEvent::Revised { revisions, calls }),
            StepNews::Failed(error) => {
                events.push(PipelineEvent::Ended { status: WorkStatus::Failed, error: Some(error) });
            }
            StepNews::Nothing => return Err(Refusal::conflict("this is not what the step was to find")),
        }
        Ok(self.follow(stamp, Some(step), events))
    }
}

fn portions(findings: Vec<Finding>, left_out: Vec<String>) -> Vec<PipelineEvent> {
    let mut rest = findings.into_iter().peekable();
    let mut left_out = Some(left_out);
    let mut events = Vec::new();
    loop {
        let findings: Vec<Finding> = rest.by_ref().take(PORTION).collect();
        let is_last = rest.peek().is_none();
        events.push(PipelineEvent::Explored { findings, left_out: left_out.take().unwrap_or_default(), is_last });
        if is_last {
            return events;
        }
    }
}

impl Machine for Pipeline {
    const KIND: Kind = Kind::Pipeline;
    type View = PipelineView;
    type Event = PipelineEvent;
    type Progress = ();
    type Command = PipelineCommand;
    type Input = PipelineInput;
    type Effect = PipelineEffect;
    type Job = PipelineStep;
    type Drafted = PipelineDrafted;
    type After = ();

    fn read(row: &StreamRow, events: &[Recorded<PipelineEvent>]) -> Option<Self> {
        let PipelineEvent::Requested { id, project, by, source, start, carried, model } = &events.first()?.event else {
            return None;
        };
        let place = (*id, *project, *by);
        let mut state = Self::new(row.tenant, place, (**source).clone(), (*start, carried.clone()), model.clone());
        events.iter().for_each(|event| state.apply(event));
        Some(state)
    }

    fn view(&self) -> &PipelineView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded<PipelineEvent>) {
        self.view.apply(recorded);
    }

    fn decide(&self, input: PipelineInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let view = &self.view;
        match input {
            PipelineInput::Request if view.work.generation > 0 => Err(Refusal::conflict("this pipeline was begun already")),
            PipelineInput::Request => {
                let requested = PipelineEvent::Requested {
                    id: view.id,
                    project: view.project,
                    by: view.by,
                    source: Box::new(view.source.clone()),
                    start: view.start,
                    carried: view.opportunities.clone(),
                    model: view.model.clone(),
                };
                // A chosen model that could not be used from the start.
                let fell_back = view.fell_back.clone().map(|why| PipelineEvent::FellBack { why });
                let events = std::iter::once(requested).chain(fell_back).collect();
                Ok(Decision { drafted: self.drafted(stamp, events), effects: Vec::new() })
            }
            PipelineInput::Command(command) => {
                let events = decide::decide(view, *command, stamp.now)?;
                // Before a server works on it nothing follows.
                if view.work.status == WorkStatus::Pending {
                    return Ok(Decision { drafted: self.drafted(stamp, events), effects: Vec::new() });
                }
                Ok(self.follow(stamp, None, events))
            }
            PipelineInput::Done { step, result } => self.done(step, *result, stamp),
        }
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        let work = &self.view.work;
        // What waits for people is not begun again.
        if !work.is_under_way() || self.view.is_in_review() {
            return None;
        }
        if work.starts >= MOST_STARTS {
            let error =
                format!("it was begun {MOST_STARTS} times without coming to an end; begin another one, and tell the operator");
            let ended = PipelineEvent::Ended { status: WorkStatus::Failed, error: Some(error) };
            return Some(Decision { drafted: self.drafted(stamp, vec![ended]), effects: Vec::new() });
        }
        let mut decision = self.follow(stamp, None, vec![PipelineEvent::Started]);
        // Whatever was under way elsewhere begins here anew.
        let mut after = self.view.clone();
        decision.drafted.events().iter().for_each(|event| after.apply(event));
        decision.effects = next_steps(&after).into_iter().map(PipelineEffect::Do).collect();
        Some(decision)
    }

    fn wanted(&self, step: PipelineStep) -> bool {
        is_wanted(&self.view, step)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: PipelineDrafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let (view, work) = (&self.view, &self.view.work);
        let open = !work.status.is_over();
        // Nobody has to look after what waits for people.
        let wake_at = (open && !view.is_in_review()).then_some(work.updated_at);
        let stream = StreamRow {
            id: view.id.0,
            tenant: self.tenant,
            kind: Kind::Pipeline,
            owner: None,
            project: Some(view.project),
            seq: work.seq,
            open,
            wake_at,
            updated_at: work.updated_at,
        };
        let expected = stream.seq - drafted.events().len() as u64;
        let rows: PipelineRows = rows::rows(self, drafted.events());
        Ok(Append { expected, events: drafted.stored()?, stream, rows: Rows::Pipeline(Box::new(rows)), audit: None })
    }
}

/// The opportunity of a view, or that it is not there.
///
/// # Errors
/// There is none of this id.
pub(super) fn find(view: &PipelineView, id: OpportunityId) -> Result<&Opportunity, Refusal> {
    view.opportunity(id).ok_or_else(|| Refusal::conflict("this pipeline has no such opportunity"))
}
