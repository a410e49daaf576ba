//! Runs at work (seed 002): one phase after the other, each in pieces that are stored when they are done.

mod analysing;
mod asking;
mod checking;
mod delivering;
mod doubting;
mod estimating;
mod exploring;
mod firing;
mod memory;
mod modelled;
mod patience;
mod preparing;
mod profiling;
mod prompting;
mod recommending;
mod report;
mod saving;
mod scheduling;
mod sourcing;
mod tally;

pub use delivering::deliver_due;
pub use estimating::{WAREHOUSE_KINDS, check_run, estimate_run, price_list};
pub use firing::fire_due;
pub use scheduling::{ScheduleDraft, add_schedule, change_schedule, remove_schedule, schedule, schedules};

use crate::{Projects, ProjectsRef};
use actors::{
    CommandFault, Who,
    live::{Directory, Doer, Live, Start, Subscription},
};
use domain::{
    Failure, FailureKind, Refusal,
    account::{AuditEntry, AuditLog as _},
    live::StoredEvent,
    runs::{Area, Progress, Run, RunCommand, RunEffect, RunInput, Then, estimate_range},
    tools::{ProjectRow, ProjectState},
};
use memory::Memory;
use protocol::{
    RunId, TenantId, Timestamp,
    account::Account,
    live::Recorded,
    run::{Phase, RunEvent, RunRequest, RunStep, RunView},
    work::WorkStatus,
};
use std::{sync::Arc, time::Duration};
use tally::Tally;
use tokio::sync::Mutex;

/// How long a piece of work lasts before what it came to is stored and shown.
const PIECE: Duration = Duration::from_millis(250);
/// Runs of one project that are not over.
const MOST_OPEN: u32 = 20;
/// What the engine without a model is called.
const BUILT_IN: &str = "built_in";
/// How often a run that waits looks whether it is its turn.
const LOOK: Duration = Duration::from_millis(300);
/// Before the store is tried once more.
const AGAIN: Duration = Duration::from_secs(1);

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
        let piece = Piece {
            projects,
            run: live.state.clone(),
            memory: live.doer.memory.clone(),
            phase: job.step,
            tally: Tally::default(),
        };
        Start::later(job, async move {
            let progress = piece.work().await;
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
    tally: Tally,
}

impl Piece {
    /// The store may be away for a moment; everything else that goes wrong ends the run.
    async fn work(self) -> Progress {
        let mut memory = self.memory.lock().await;
        loop {
            match self.attempt(&mut memory).await {
                Ok(progress) => {
                    memory.expect(&self.run, &progress);
                    if matches!(progress.then, Then::Fail(_)) {
                        *memory = Memory::default();
                    }
                    return progress;
                }
                Err(failure) if failure.kind == FailureKind::Unavailable && failure.cause.is_some() => {
                    tracing::warn!(run = %self.run.view.id, %failure, "a run waits for the store");
                    tokio::time::sleep(AGAIN).await;
                }
                Err(failure) => {
                    // Who resumes it begins with what is stored.
                    *memory = Memory::default();
                    return Progress { then: Then::Fail(failure.detail), ..Progress::default() };
                }
            }
        }
    }

    async fn attempt(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        memory.load(&self.projects, &self.run).await?;
        if self.phase != Phase::Saving && self.run.view.work.status == WorkStatus::Pending {
            self.wait_in_line().await?;
            self.take_turn(memory).await;
            return Ok(Progress { then: Then::Start, ..Progress::default() });
        }
        // A server that takes a run up waits until there is room for it.
        if memory.turn.is_none() && self.phase != Phase::Saving {
            self.take_turn(memory).await;
        }
        match self.phase {
            Phase::Initialization => self.initialize(memory).await,
            Phase::ContextLoading => self.load_context(memory).await,
            Phase::SchemaDiscovery => self.survey(memory).await,
            Phase::Exploration => self.explore(memory).await,
            Phase::Analysis => self.analyse(memory).await,
            Phase::Validation => self.validate(memory).await,
            Phase::Recommendations => self.recommend(memory).await,
            Phase::Saving => self.save(memory).await,
        }
    }

    /// Until no run of the project is under way, and none that waits is older.
    async fn wait_in_line(&self) -> Result<(), Failure> {
        let view = &self.run.view;
        while self.projects.run_store().runs_ahead(self.run.tenant, view.project, view.id).await? > 0 {
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    /// Of the runs of one tenant the oldest comes first.
    async fn take_turn(&self, memory: &mut Memory) {
        let age = self.run.view.work.requested_at.0;
        memory.turn = self.projects.0.run_turns.take_by_age(self.run.tenant.0.as_u128(), age).await.ok();
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
            engine: BUILT_IN.to_owned(),
            fix_history: Vec::new(),
            input_tokens: 0,
            output_tokens: 0,
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
    let id = RunId(projects.id());
    begin_run_as(projects, who, project, id, request, audit).await?;
    Ok(id)
}

/// The same with an id that was given to it before.
///
/// # Errors
/// As [`begin_run`]; 409 where there is such a run.
pub async fn begin_run_as(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    id: RunId,
    request: RunRequest,
    audit: impl FnOnce(RunId) -> AuditEntry,
) -> Result<(), Failure> {
    may_run(project)?;
    check_areas(projects, project, &request, "areas").await?;
    check_room(projects, project).await?;
    let estimate = match request.estimate {
        Some(known) => Some(known),
        // A run does not wait for what nobody can tell.
        None => estimate_run(projects, project, &request).await.ok().and_then(|estimate| estimate_range(&estimate)),
    };
    let run = Run::new(project.tenant, who.user_id, id, project.id, RunRequest { estimate, ..request });
    projects.runs().open(run, RunInput::Request, Some(audit(id))).await?;
    Ok(())
}

/// # Errors
/// 422 that names the field and the areas that the project has.
async fn check_areas(projects: &Projects, project: &ProjectRow, request: &RunRequest, field: &str) -> Result<(), Failure> {
    if request.areas.is_empty() {
        return Ok(());
    }
    let areas = preparing::areas(projects, project).await?;
    let Some(unknown) = request.areas.iter().find(|id| areas.iter().all(|area| area.id != **id)) else { return Ok(()) };
    let known: Vec<&str> = areas.iter().map(|area| area.id.as_str()).collect();
    let has = match known.as_slice() {
        [] => "it has none before its tables are known: connect a source first".to_owned(),
        known => format!("its areas are {}", known.join(", ")),
    };
    Err(Refusal::invalid(field, format!("there is no area {unknown} in this project; {has}")).into())
}

/// # Errors
/// 429 where too many runs of the project wait.
pub async fn check_room(projects: &Projects, project: &ProjectRow) -> Result<(), Failure> {
    if projects.run_store().open_runs(project.tenant, project.id).await? >= MOST_OPEN {
        let detail = format!("{MOST_OPEN} runs of this project wait already: cancel some, or wait until they are over");
        return Err(Failure { retry_after: Some(30), ..Failure::new(FailureKind::Busy, detail) });
    }
    Ok(())
}

/// What a run of the project may be about: the areas of its pack, else its tables.
///
/// # Errors
/// The store's.
pub async fn run_areas(projects: &Projects, project: &ProjectRow) -> Result<Vec<Area>, Failure> {
    preparing::areas(projects, project).await
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

/// Has a run that failed go on with its first unfinished step.
///
/// # Errors
/// 404; 409 where it did not fail, or saved what it found; 429 where too many runs of the project wait.
pub async fn resume_run(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    id: RunId,
    by_command_line: bool,
) -> Result<(), Failure> {
    check_room(projects, project).await?;
    let command = RunCommand::Resume { by_command_line };
    projects.runs().command(Who::server(who.tenant_id), id, command).await.map(|_| ()).map_err(fault)
}

/// Where a run is.
///
/// # Errors
/// 404, also for another tenant's.
pub async fn run_view(projects: &Projects, who: &Account, id: RunId) -> Result<Arc<RunView>, Failure> {
    let view = projects.runs().view(Who::server(who.tenant_id), id).await.map_err(fault)?.view;
    // One that is still at work in a deleted project is seen by nobody.
    projects.project_store().project(who.tenant_id, view.project).await?.ok_or_else(crate::missing)?;
    Ok(view)
}

/// How many runs of the project come before one that waits; 0 where it does not.
///
/// # Errors
/// The store's.
pub async fn queue_position(projects: &Projects, tenant: TenantId, view: &RunView) -> Result<u32, Failure> {
    if view.work.status != WorkStatus::Pending {
        return Ok(0);
    }
    Ok(projects.run_store().runs_ahead(tenant, view.project, view.id).await?)
}

/// What happens to a run from now on.
///
/// # Errors
/// 404, also for another tenant's.
pub async fn follow_run(projects: &Projects, who: &Account, id: RunId) -> Result<Subscription<Run>, Failure> {
    let joined = projects.runs().join(Who::server(who.tenant_id), id, None).await;
    joined.map(|joined| joined.subscription).map_err(fault)
}

/// What happened to it after this event.
///
/// # Errors
/// The store's.
pub async fn run_events(projects: &Projects, who: &Account, id: RunId, after: u64) -> Result<Vec<Recorded<RunEvent>>, Failure> {
    let stored = projects.0.parts.live.store.stored_events(who.tenant_id, id.0, after).await?;
    Ok(stored.iter().map(StoredEvent::read).collect::<Result<_, _>>()?)
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
    view.request.max_steps.saturating_sub(view.explored) as usize
}
