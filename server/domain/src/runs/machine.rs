//! A run as a machine: phases one after the other, each in as many pieces of work as it takes, every piece stored with what it found.

use super::{DiscoveryRow, Kept, RunRow, RunRows};
use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{
        Append, Decision, Drafted, Machine, Rows, StoredEvent, StreamRow,
        work::{self, Resumed, StepEffect, StepJob},
    },
};
use protocol::{
    ProjectId, RunId, TenantId, UserId,
    live::{Kind, Live as _, Recorded},
    run::{InsightHead, Phase, RecommendationHead, RunCost, RunEvent, RunRequest, RunStep, RunType, RunView},
    work::WorkStatus,
};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Run {
    pub tenant: TenantId,
    pub by: UserId,
    pub view: RunView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunCommand {
    Cancel,
    /// Goes on with the first unfinished step of one that failed.
    Resume {
        by_command_line: bool,
    },
}

#[derive(Clone, Debug)]
pub enum RunInput {
    Request,
    Command(RunCommand),
    /// A piece of a phase's work came to its end.
    Progressed {
        job: RunJob,
        progress: Box<Progress>,
    },
}

pub type RunEffect = StepEffect<Phase>;
pub type RunJob = StepJob<Phase>;

/// What a piece of work came to.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Without numbers, phase and time: these are given when they are stored.
    pub steps: Vec<RunStep>,
    pub kept: Vec<Kept>,
    pub insights: Vec<InsightHead>,
    pub recommendations: Vec<RecommendationHead>,
    pub warnings: Vec<String>,
    /// What earlier runs and feedback tell this one.
    pub context: Option<String>,
    /// What a person would have to say for the goal to be clear.
    pub goal_questions: Vec<String>,
    /// What this piece took.
    pub spent: RunCost,
    pub then: Then,
}

#[derive(Clone, Debug, Default)]
pub enum Then {
    /// The phase has more to do.
    #[default]
    More,
    /// Its turn came: the phase begins.
    Start,
    /// The next phase begins.
    Next,
    /// Nothing can be found; in a sentence.
    Fail(String),
    /// All is saved.
    Save(Box<Saved>),
}

/// How a run ended, with what it found.
#[derive(Clone, Debug)]
pub struct Saved {
    pub status: WorkStatus,
    pub run_type: RunType,
    pub error: Option<String>,
    pub discovery: DiscoveryRow,
}

impl Run {
    /// One that is about to be asked for.
    #[must_use]
    pub fn new(tenant: TenantId, by: UserId, id: RunId, project: ProjectId, request: RunRequest) -> Self {
        Self { tenant, by, view: RunView::new(id, project, request) }
    }

    fn decided(&self, stamp: &Stamp<'_>, events: Vec<RunEvent>, effects: Vec<RunEffect>) -> Decision<Self> {
        let recorded = |(seq, event)| Recorded { seq, at: stamp.now, turn: 0, event };
        let events = (self.view.work.seq + 1..).zip(events).map(recorded).collect();
        Decision { drafted: RunDrafted { events, kept: Vec::new(), discovery: None }, effects }
    }

    fn next(&self, phase: Phase) -> RunEffect {
        RunEffect::Do(RunJob::new(self.view.work.generation, phase))
    }

    fn progressed(&self, phase: Phase, progress: Progress, stamp: &Stamp<'_>) -> Decision<Self> {
        let number = |(number, step)| RunEvent::Stepped { step: RunStep { number, phase, at: stamp.now, ..step } };
        let mut events: Vec<RunEvent> = (self.view.step_count + 1..).zip(progress.steps).map(number).collect();
        if !progress.insights.is_empty() {
            events.push(RunEvent::Found { insights: progress.insights });
        }
        if !progress.recommendations.is_empty() {
            events.push(RunEvent::Recommended { recommendations: progress.recommendations });
        }
        events.extend(progress.warnings.into_iter().map(|warning| RunEvent::Warned { warning }));
        events.extend(progress.context.map(|context| RunEvent::ContextLoaded { context }));
        if !progress.goal_questions.is_empty() {
            events.push(RunEvent::GoalDoubted { questions: progress.goal_questions });
        }
        if progress.spent != RunCost::default() {
            events.push(RunEvent::Spent { cost: self.view.cost.plus(&progress.spent) });
        }
        let (mut effects, mut discovery) = (Vec::new(), None);
        match progress.then {
            Then::More => effects.push(self.next(phase)),
            Then::Start => {
                events.push(RunEvent::Started);
                effects.push(self.next(phase));
            }
            Then::Next => {
                if let Some(next) = Phase::ALL.into_iter().find(|next| *next > phase) {
                    events.push(RunEvent::PhaseBegan { phase: next });
                    effects.push(self.next(next));
                }
            }
            Then::Fail(error) => events.push(failed(error)),
            Then::Save(saved) => {
                let Saved { status, run_type, error, discovery: row } = *saved;
                // Somebody may have cancelled it while it was saved.
                let (status, run_type, error) = match self.view.cancelling {
                    true => (WorkStatus::Cancelled, RunType::Partial, None),
                    false => (status, run_type, error),
                };
                events.push(RunEvent::Ended { status, run_type, error, discovery: Some(row.id) });
                discovery = Some(row);
            }
        }
        let mut decision = self.decided(stamp, events, effects);
        (decision.drafted.kept, decision.drafted.discovery) = (progress.kept, discovery);
        decision
    }
}

/// What is said of a run whose process of the command line ended before it did: with the last line that it wrote.
fn ended_process(view: &RunView) -> String {
    let last = view.steps.last().map(RunStep::describe).unwrap_or_else(|| "it had not begun".to_owned());
    format!("the command-line process that worked on it ended; its last line was: {last}. Resume it to go on")
}

fn failed(error: String) -> RunEvent {
    RunEvent::Ended { status: WorkStatus::Failed, run_type: RunType::Failed, error: Some(error), discovery: None }
}

/// What one piece of work keeps more than once is kept as it was last: a database stores no row twice at once.
fn last_of_each(kept: Vec<Kept>) -> Vec<Kept> {
    let by_name: BTreeMap<String, serde_json::Value> = kept.into_iter().map(|one| (one.name, one.value)).collect();
    by_name.into_iter().map(|(name, value)| Kept { name, value }).collect()
}

/// Events with what else is stored with them.
#[derive(Clone, Debug)]
pub struct RunDrafted {
    pub events: Vec<Recorded<RunEvent>>,
    pub kept: Vec<Kept>,
    pub discovery: Option<DiscoveryRow>,
}

impl Drafted<RunEvent> for RunDrafted {
    fn events(&self) -> &[Recorded<RunEvent>] {
        &self.events
    }

    fn then(mut self, later: Self) -> Self {
        self.events.extend(later.events);
        self.kept.extend(later.kept);
        self.discovery = later.discovery.or(self.discovery);
        self
    }
}

impl Machine for Run {
    const KIND: Kind = Kind::Run;
    type View = RunView;
    type Event = RunEvent;
    type Progress = ();
    type Command = RunCommand;
    type Input = RunInput;
    type Effect = RunEffect;
    type Job = RunJob;
    type Drafted = RunDrafted;
    type After = ();

    fn read(row: &StreamRow, events: &[Recorded<RunEvent>]) -> Option<Self> {
        let RunEvent::Requested { id, project, by, request } = &events.first()?.event else { return None };
        let mut state = Self::new(row.tenant, *by, *id, *project, request.clone());
        events.iter().for_each(|event| state.apply(event));
        Some(state)
    }

    fn view(&self) -> &RunView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded<RunEvent>) {
        self.view.apply(recorded);
    }

    fn decide(&self, input: RunInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let view = &self.view;
        match input {
            RunInput::Request if view.work.generation > 0 => Err(Refusal::conflict("this run was asked for already")),
            RunInput::Request => {
                let (id, project, by, request) = (view.id, view.project, self.by, view.request.clone());
                Ok(self.decided(stamp, vec![RunEvent::Requested { id, project, by, request }], Vec::new()))
            }
            RunInput::Command(RunCommand::Resume { by_command_line }) => {
                if view.work.status != WorkStatus::Failed || view.discovery.is_some() {
                    let detail =
                        format!("this run is {}: only one that failed before it saved anything goes on", view.work.status.name());
                    return Err(Refusal::conflict(detail));
                }
                Ok(self.decided(stamp, vec![RunEvent::Resumed { by_command_line }], Vec::new()))
            }
            RunInput::Command(RunCommand::Cancel) if !view.work.is_under_way() => {
                Err(Refusal::conflict(format!("this run is {}: there is nothing to cancel", view.work.status.name())))
            }
            RunInput::Command(RunCommand::Cancel) if view.cancelling => Ok(self.decided(stamp, Vec::new(), Vec::new())),
            RunInput::Command(RunCommand::Cancel) => {
                let mut effects: Vec<RunEffect> = work::stop(view);
                effects.push(self.next(Phase::Saving));
                let mut events = vec![RunEvent::CancelRequested];
                if view.phase != Phase::Saving {
                    events.push(RunEvent::PhaseBegan { phase: Phase::Saving });
                }
                Ok(self.decided(stamp, events, effects))
            }
            RunInput::Progressed { job, progress } => {
                job.expect_next(view)?;
                Ok(self.progressed(job.step, *progress, stamp))
            }
        }
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        let resumed = work::resume(&self.view)?;
        if self.view.request.by_command_line && self.view.work.starts > 0 {
            return Some(self.decided(stamp, vec![failed(ended_process(&self.view))], Vec::new()));
        }
        Some(match resumed {
            // However often servers end while it waits for its turn: it did not begin.
            Resumed::Start(effect) if self.view.work.status == WorkStatus::Pending && !self.view.request.by_command_line => {
                self.decided(stamp, Vec::new(), vec![effect])
            }
            Resumed::Start(effect) => self.decided(stamp, vec![RunEvent::Started], vec![effect]),
            Resumed::GiveUp(why) => {
                let error = format!("{why}; start it anew with fewer steps, and tell the operator");
                self.decided(stamp, vec![failed(error)], Vec::new())
            }
        })
    }

    fn wanted(&self, job: RunJob) -> bool {
        job.is_next(&self.view)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: RunDrafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let view = &self.view;
        let stream = work::stream_row(view, (Kind::Run, view.id.0), self.tenant, view.project);
        let expected = stream.seq - drafted.events.len() as u64;
        let step = |event: &Recorded<RunEvent>| match &event.event {
            RunEvent::Stepped { step } => Some(step.clone()),
            _ => None,
        };
        let rows = RunRows {
            row: RunRow::new(self),
            steps: drafted.events.iter().filter_map(step).collect(),
            kept: last_of_each(drafted.kept),
            discovery: drafted.discovery,
        };
        let events = drafted.events.iter().map(StoredEvent::new).collect::<Result<_, _>>()?;
        Ok(Append { expected, events, stream, rows: Rows::Run(Box::new(rows)), audit: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_kept_twice_is_kept_as_it_was_last() {
        let one = |name: &str, value| Kept { name: name.to_owned(), value };
        let kept = vec![one("given_up", json!(["a"])), one("partial", json!(true)), one("given_up", json!([]))];
        assert_eq!(last_of_each(kept), [one("given_up", json!([])), one("partial", json!(true))]);
    }
}
