//! Runs at work (seed 002): one phase after the other, each in pieces that are stored when they are done.

mod checking;
mod exploring;
mod memory;
mod preparing;
mod saving;

use crate::{Projects, ProjectsRef};
use actors::{
    CommandFault, Who,
    live::{Directory, Doer, Live, Start},
};
use domain::{
    Failure, Refusal,
    account::{AuditEntry, AuditLog as _},
    runs::{Progress, Run, RunCommand, RunEffect, RunInput, Then},
    tools::{ProjectRow, ProjectState},
};
use memory::Memory;
use protocol::{
    RunId, Timestamp,
    account::Account,
    run::{Phase, RunRequest, RunStep, RunView},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::Mutex;

/// How long a piece of work lasts before what it came to is stored and shown.
const PIECE: Duration = Duration::from_millis(250);

pub(crate) type Runs = Directory<RunDoer>;

/// Does the phases of a run.
pub(crate) struct RunDoer {
    projects: ProjectsRef,
    /// What the run knows so far, which is stored too.
    memory: Arc<Mutex<Memory>>,
}

impl RunDoer {
    pub(crate) fn new(projects: ProjectsRef) -> Self {
        Self { projects, memory: Arc::default() }
    }
}

/// Every run has a memory of its own.
impl Clone for RunDoer {
    fn clone(&self) -> Self {
        Self::new(self.projects.clone())
    }
}

impl Doer for RunDoer {
    type Machine = Run;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: RunEffect, _now: Timestamp) -> Start<Self> {
        let job = match effect {
            RunEffect::Stop(job) => return Start::Cancel(job),
            RunEffect::Do(job) => job,
        };
        let Some(projects) = live.doer.projects.get() else { return Start::Nothing };
        let piece = Piece { projects, run: live.state.clone(), memory: live.doer.memory.clone(), phase: job.step };
        Start::later(job, async move {
            let progress =
                piece.work().await.unwrap_or_else(|failure| Progress { then: Then::Fail(failure.detail), ..Progress::default() });
            RunInput::Progressed { job, progress: Box::new(progress) }
        })
    }

    async fn input(_live: &mut Live<Self>, command: &RunCommand) -> Result<(RunInput, ()), CommandFault> {
        Ok((RunInput::Command(*command), ()))
    }
}

/// A piece of a phase's work.
struct Piece {
    projects: Projects,
    run: Run,
    memory: Arc<Mutex<Memory>>,
    phase: Phase,
}

impl Piece {
    async fn work(self) -> Result<Progress, Failure> {
        let memory = self.memory.clone();
        let mut memory = memory.lock().await;
        memory.load(&self.projects, &self.run).await?;
        match self.phase {
            Phase::Initialization => self.initialize(&mut memory).await,
            Phase::ContextLoading => self.load_context(&mut memory).await,
            Phase::SchemaDiscovery => self.survey(&mut memory).await,
            Phase::Exploration => self.explore(&mut memory).await,
            Phase::Analysis => self.analyse(&mut memory),
            Phase::Validation => self.validate(&mut memory).await,
            Phase::Recommendations => self.recommend(&mut memory),
            Phase::Saving => self.save(&mut memory).await,
        }
    }

    /// A step to be numbered when it is stored.
    fn step(&self, kind: &str) -> RunStep {
        RunStep {
            number: 0,
            kind: kind.to_owned(),
            phase: self.phase,
            at: self.projects.now(),
            area: None,
            thinking: None,
            purpose: None,
            sql: None,
            row_count: None,
            elapsed_ms: 0,
            message: None,
            status: "ok".to_owned(),
            error: None,
            insight_id: None,
            severity: None,
            validation_status: None,
            engine: "built_in".to_owned(),
        }
    }
}

/// Starts a run beside the call.
///
/// # Errors
/// 409 where the project is not ready; 422 where an area is not known.
pub async fn begin_run(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    request: RunRequest,
    audit: impl FnOnce(RunId) -> AuditEntry,
) -> Result<RunId, Failure> {
    may_run(project)?;
    let areas = preparing::areas(project);
    if let Some(unknown) = request.areas.iter().find(|id| !areas.is_empty() && areas.iter().all(|area| area.id != **id)) {
        let known: Vec<&str> = areas.iter().map(|area| area.id.as_str()).collect();
        let detail = format!("there is no area {unknown} in this project; its areas are {}", known.join(", "));
        return Err(Refusal::invalid("areas", detail).into());
    }
    let id = RunId(projects.id());
    let run = Run::new(project.tenant, who.user_id, id, project.id, request);
    projects.runs().open(run, RunInput::Request, Some(audit(id))).await?;
    Ok(id)
}

/// # Errors
/// 409 that names the state and what may follow it.
pub fn may_run(project: &ProjectRow) -> Result<(), Failure> {
    let state = project.state();
    if state == ProjectState::Ready {
        return Ok(());
    }
    let legal = state.next().map_or("none", ProjectState::name);
    let detail = format!("a run starts from the state ready, and this project is {}; legal next states: {legal}", state.name());
    Err(Failure::conflict(detail))
}

/// Stops a run; what it found so far is saved.
///
/// # Errors
/// 404; 409 where it is over.
pub async fn cancel_run(projects: &Projects, who: &Account, id: RunId) -> Result<(), Failure> {
    let cancelled = projects.runs().command(Who::server(who.tenant_id), id, RunCommand::Cancel).await;
    cancelled.map(|_| ()).map_err(fault)
}

/// Where a run is.
///
/// # Errors
/// 404, also for another tenant's.
pub async fn run_view(projects: &Projects, who: &Account, id: RunId) -> Result<Arc<RunView>, Failure> {
    projects.runs().view(Who::server(who.tenant_id), id).await.map(|viewed| viewed.view).map_err(fault)
}

fn fault(fault: CommandFault) -> Failure {
    match fault {
        CommandFault::NotFound => Failure::not_found("there is no such run"),
        other => other.into(),
    }
}

/// A run and everything in it goes on even if a phase has nothing to do.
const fn next() -> Then {
    Then::Next
}

/// The number of steps that a run may take for a phase's work after those it took.
fn steps_left(view: &RunView) -> usize {
    view.request.max_steps.saturating_sub(view.queries) as usize
}
