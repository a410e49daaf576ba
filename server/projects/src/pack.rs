//! Drafts a project's domain pack: asked for by a call, done beside it in steps that survive a restart.

use super::{project_catalog, source_reading::ended};
use crate::{Projects, ProjectsRef};
use actors::{
    CommandFault, Who,
    live::{Directory, Doer, Live, Start},
};
use domain::{
    Failure, FailureKind,
    account::AuditEntry,
    packs::{PackCommand, PackEffect, PackGeneration, PackInput, PackJob, Survey, draft},
    tools::{ProjectRow, ProjectState, SourceStatus, answers::Held},
};
use protocol::{
    ProjectId, TenantId, Timestamp,
    pack::{PackStep, PackView, SurveyedTable},
};
use std::sync::Arc;

/// Columns of a table that say what it is about.
const COLUMNS: usize = 12;

/// Does the steps of drafting a pack.
#[derive(Clone)]
pub(crate) struct PackDoer(pub(crate) ProjectsRef);

pub(crate) type Packs = Directory<PackDoer>;

impl Doer for PackDoer {
    type Machine = PackGeneration;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: PackEffect, _now: Timestamp) -> Start<Self> {
        let PackJob { generation, step } = match effect {
            PackEffect::Stop(job) => return Start::Cancel(job),
            PackEffect::Do(job) => job,
        };
        let Some(projects) = live.doer.0.get() else { return Start::Nothing };
        let (tenant, project, tables) = (live.state.tenant, live.state.view.project, live.state.tables.clone());
        let work = async move {
            match step {
                PackStep::Survey => {
                    let result = survey(&projects, tenant, project).await.map_err(|failure| failure.detail);
                    PackInput::Surveyed { generation, result }
                }
                PackStep::Draft => {
                    let row = super::found(&projects, tenant, &project.to_string()).await;
                    let result = row.map(|row| draft(&row, &tables)).map_err(|failure| failure.detail);
                    PackInput::Drafted { generation, result }
                }
            }
        };
        Start::later(PackJob { generation, step }, work)
    }

    async fn input(_live: &mut Live<Self>, command: &PackCommand) -> Result<(PackInput, ()), CommandFault> {
        Ok((PackInput::Command(*command), ()))
    }
}

/// The tables of all databases of a project.
async fn survey(projects: &Projects, tenant: TenantId, project: ProjectId) -> Result<Survey, Failure> {
    // What is being read belongs to it.
    for row in projects.project_store().all_sources(tenant, project).await? {
        if row.status == SourceStatus::Reading
            && let Err(failure) = ended(projects, &row).await
            && failure.kind != FailureKind::NotFound
        {
            return Err(failure);
        }
    }
    let catalog = project_catalog(projects, tenant, project).await?;
    let tables = Held::databases(&catalog.held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table)));
    let surveyed = tables.map(|(one, table)| SurveyedTable {
        database: one.source.name.clone(),
        name: table.name.clone(),
        description: domain::tools::answers::described(table),
        columns: table.columns.iter().map(|column| column.name.clone()).take(COLUMNS).collect(),
        rows: table.row_count,
    });
    Ok(Survey::new(surveyed.collect()))
}

/// Has a pack drafted beside the call; answers the project with its new state.
///
/// # Errors
/// 409 in any other state than the one before, and while one is being drafted.
pub async fn begin_pack(
    projects: &Projects,
    known: ProjectRow,
    audit: impl FnOnce(&ProjectRow) -> AuditEntry,
) -> Result<ProjectRow, Failure> {
    // One that an older release left in the middle may be begun anew: nobody works on it.
    if !matches!(known.state(), ProjectState::PackGenerationPending | ProjectState::PackGeneration) {
        let legal = known.state().next().map_or("none: it is its last state", ProjectState::name);
        let detail = format!(
            "a pack is generated from the state pack_generation_pending, and this project is {}; legal next states: {legal}",
            known.state().name()
        );
        return Err(Failure::conflict(detail));
    }
    let (tenant, project) = (known.tenant, known.id);
    let audit = audit(&ProjectRow { state: Some(ProjectState::PackGeneration), ..known });
    let packs = projects.packs();
    let empty = PackGeneration::new(tenant, project);
    match packs.open(empty, PackInput::Command(PackCommand::Request), Some(audit.clone())).await {
        Ok(_) => {}
        // It is not the project's first one.
        Err(CommandFault::Store(domain::StoreFault::Conflict)) => {
            packs.command_noting(Who::server(tenant), project, PackCommand::Request, audit).await.map_err(fault)?;
        }
        Err(other) => {
            // It may have been deleted meanwhile.
            super::found(projects, tenant, &project.to_string()).await?;
            return Err(fault(other));
        }
    }
    // As it began: it may be drafted by now.
    let row = super::found(projects, tenant, &project.to_string()).await?;
    Ok(ProjectRow { state: Some(ProjectState::PackGeneration), ..row })
}

/// Stops what is being drafted.
///
/// # Errors
/// 409 where nothing is.
pub async fn cancel_pack(projects: &Projects, known: &ProjectRow, audit: AuditEntry) -> Result<ProjectRow, Failure> {
    let cancelled = projects.packs().command_noting(Who::server(known.tenant), known.id, PackCommand::Cancel, audit).await;
    cancelled.map_err(fault)?;
    super::found(projects, known.tenant, &known.id.to_string()).await
}

/// Where the drafting of the project's newest pack is.
///
/// # Errors
/// The store's.
pub async fn pack_view(projects: &Projects, known: &ProjectRow) -> Result<Arc<PackView>, Failure> {
    match projects.packs().view(Who::server(known.tenant), known.id).await {
        Ok(viewed) => Ok(viewed.view),
        Err(CommandFault::NotFound) => Ok(Arc::new(PackView::new(known.id))),
        Err(other) => Err(other.into()),
    }
}

fn fault(fault: CommandFault) -> Failure {
    match fault {
        CommandFault::NotFound => Failure::not_found("no pack was asked for in this project"),
        other => other.into(),
    }
}
