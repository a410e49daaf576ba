//! `discovery run --project-id <id>`: a run, or the drafting of a pack, in a process of its own.

use crate::{
    backend::{Backend, DEFAULT_TENANT},
    calls::AuditNote,
    config::Settings,
};
use anyhow::{Result, anyhow};
use clap::{Args, ValueEnum};
use domain::{Failure, FailureKind, tools::ProjectRow};
use protocol::{
    DiscoveryId, RunId, UserId,
    account::{Account, Role},
    run::{RunEvent, RunRequest, RunView},
    work::WorkStatus,
};
use serde_json::{Value, json};
use std::{process::ExitCode, sync::Arc, time::Duration};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Nothing was begun: the command line or the project's state is wrong.
pub(super) const REFUSED: u8 = 2;
/// What this process has, it has for so long after its last sign of life: a server notices soon when it ends.
pub(super) const LEASE: Duration = Duration::from_secs(15);
pub(super) const LOOK: Duration = Duration::from_millis(300);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    Discovery,
    PackGen,
}

#[derive(Args)]
pub(super) struct Run {
    /// The project's id, as its page and the API show it.
    #[arg(long)]
    project_id: String,
    /// A run that failed goes on at its first unfinished step; an id that nobody has is given to the new run.
    #[arg(long)]
    run_id: Option<Uuid>,
    #[arg(long, value_enum, default_value = "discovery")]
    mode: Mode,
    /// Steps of the exploration, 1 to 1000.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    max_steps: u32,
    /// Steps before a model may call it done; at most `--max-steps`.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1000))]
    min_steps: u32,
    /// Ids of areas with commas between them; all of the project's pack where none is named.
    #[arg(long, value_delimiter = ',')]
    areas: Vec<String>,
    /// What somebody wants to know.
    #[arg(long, default_value = "")]
    goal: String,
    /// The tenant that the project is of: an id or a slug.
    #[arg(long, default_value = DEFAULT_TENANT)]
    tenant: String,
}

pub(super) async fn run(what: Run, settings: Settings) -> Result<ExitCode> {
    let settings = Settings { beside: true, research_lease: LEASE.min(settings.research_lease), ..settings };
    let backend = Backend::start(settings, CancellationToken::new()).await?;
    let code = match work(&what, &backend).await {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("Error: {}", failure.detail);
            let is_refused = matches!(failure.kind, FailureKind::NotFound | FailureKind::Invalid | FailureKind::Conflict);
            if is_refused { ExitCode::from(REFUSED) } else { ExitCode::FAILURE }
        }
    };
    backend.store().close().await;
    Ok(code)
}

async fn work(what: &Run, backend: &Backend) -> Result<ExitCode, Failure> {
    if what.min_steps > what.max_steps {
        return Err(Failure::new(FailureKind::Invalid, "--min-steps is at most --max-steps"));
    }
    let who = account(&what.tenant, backend).await.map_err(|error| Failure::not_found(error.to_string()))?;
    let project = projects::found(backend.projects(), who.tenant_id, &what.project_id).await?;
    match what.mode {
        Mode::PackGen => draft_pack(backend, &who, project).await,
        Mode::Discovery => discover(what, backend, &who, &project).await,
    }
}

/// Whoever may run the command line is nobody whom the accounts know.
pub(super) async fn account(tenant: &str, backend: &Backend) -> Result<Account> {
    let tenant = match tenant.parse() {
        Ok(id) => backend.accounts().tenant(id).await?.ok_or_else(|| anyhow!("there is no tenant {tenant}"))?,
        Err(_) => backend.tenant(tenant).await?,
    };
    Ok(Account {
        user_id: UserId(Uuid::nil()),
        tenant_id: tenant.id,
        tenant_slug: tenant.slug,
        name: "command line".into(),
        email: String::new(),
        role: Role::Admin,
    })
}

async fn discover(what: &Run, backend: &Backend, who: &Account, project: &ProjectRow) -> Result<ExitCode, Failure> {
    let all = backend.projects();
    let known = match what.run_id.map(RunId) {
        Some(id) => all.run_store().run(who.tenant_id, id).await?,
        None => None,
    };
    let id = match &known {
        Some(row) if row.project != project.id => {
            return Err(Failure::conflict("this run is one of another project"));
        }
        Some(row) => {
            projects::may_run(project)?;
            if row.status.is_over() {
                projects::resume_run(all, who, project, row.id, true).await?;
            }
            row.id
        }
        None => {
            let id = RunId(what.run_id.unwrap_or_else(|| backend.id()));
            let request = RunRequest {
                goal: what.goal.trim().to_owned(),
                areas: what.areas.clone(),
                max_steps: what.max_steps,
                min_steps: what.min_steps,
                by_command_line: true,
                ..RunRequest::default()
            };
            let audit = |run: RunId| {
                let detail = json!({"project": project.id});
                AuditNote { action: "run.started", target: run.to_string(), about: None, detail }.entry_by(backend, who)
            };
            projects::begin_run_as(all, who, project, id, request, audit).await?;
            id
        }
    };
    eprintln!("run {id}");
    let mut view = follow(backend, who, id).await?;
    // Its process had ended before it did, which is noticed only now.
    if view.work.status == WorkStatus::Failed && known.is_some_and(|row| !row.status.is_over()) {
        projects::resume_run(all, who, project, id, true).await?;
        view = follow(backend, who, id).await?;
    }
    let result = match view.discovery {
        Some(discovery) => result(backend, who, discovery).await?,
        None => json!({"run_id": id, "status": view.work.status, "run_type": view.run_type, "error": view.error}),
    };
    println!("{result}");
    if let Some(error) = &view.error {
        eprintln!("Error: {error}");
    }
    Ok(if view.work.status == WorkStatus::Completed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes every step as it comes, until the run is over.
async fn follow(backend: &Backend, who: &Account, id: RunId) -> Result<Arc<RunView>, Failure> {
    let mut seen = 0;
    loop {
        let view = projects::run_view(backend.projects(), who, id).await?;
        for recorded in projects::run_events(backend.projects(), who, id, seen).await? {
            seen = recorded.seq;
            match &recorded.event {
                RunEvent::Stepped { step } => eprintln!("{}", step.describe()),
                RunEvent::Warned { warning } => eprintln!("warning: {warning}"),
                RunEvent::PhaseBegan { phase } => eprintln!("phase {}", phase.name()),
                _ => {}
            }
        }
        if view.work.status.is_over() {
            return Ok(view);
        }
        tokio::time::sleep(LOOK).await;
    }
}

async fn result(backend: &Backend, who: &Account, id: DiscoveryId) -> Result<Value, Failure> {
    let row = backend.projects().run_store().discovery(who.tenant_id, id).await?;
    let row = row.ok_or_else(|| Failure::not_found("what the run found was deleted"))?;
    let mut result = row.result;
    if let (Value::Object(result), Value::Object(logs)) = (&mut result, row.logs) {
        result.extend(logs);
    }
    Ok(result)
}

async fn draft_pack(backend: &Backend, who: &Account, project: ProjectRow) -> Result<ExitCode, Failure> {
    let all = backend.projects();
    let audit = |row: &ProjectRow| {
        let detail = json!({"state": row.state().name()});
        AuditNote { action: "project.pack_asked", target: row.id.to_string(), about: None, detail }.entry_by(backend, who)
    };
    let project = projects::begin_pack(all, project, audit).await?;
    loop {
        let view = projects::pack_view(all, &project).await?;
        if view.work.status.is_over() {
            let row = projects::found(all, who.tenant_id, &project.id.to_string()).await?;
            println!(
                "{}",
                json!({"project_id": row.id, "state": row.state().name(), "pack": row.pack, "pack_error": row.pack_error})
            );
            let is_drafted = view.work.status == WorkStatus::Completed;
            return Ok(if is_drafted { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        tokio::time::sleep(LOOK).await;
    }
}
