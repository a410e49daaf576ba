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
    packs::{
        DraftMaterial, Pack, PackCommand, PackEffect, PackGeneration, PackInput, PackJob, Survey, draft, survey_document,
        survey_table,
    },
    tools::{ProjectRow, ProjectState, SourceStatus, answers::Held},
};
use protocol::{
    ProjectId, TenantId, Timestamp,
    pack::{PackStep, PackView, SurveyedDocument, SurveyedTable},
};
use std::sync::Arc;

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
        let (tenant, project) = (live.state.tenant, live.state.view.project);
        let (tables, documents) = (live.state.tables.clone(), live.state.documents.clone());
        let work = async move {
            match step {
                PackStep::Survey => {
                    let result = survey(&projects, tenant, project).await.map_err(|failure| failure.detail);
                    PackInput::Surveyed { generation, result }
                }
                PackStep::Draft => {
                    let row = super::found(&projects, tenant, &project.to_string()).await;
                    let (drafted, note) = match row {
                        Ok(project) => {
                            let (pack, note) = drafted(&projects, project, tables, documents).await;
                            (Ok(pack), note)
                        }
                        Err(failure) => (Err(failure), None),
                    };
                    let written = drafted.and_then(|pack| {
                        serde_json::to_value(pack).map_err(|fault| Failure::new(FailureKind::Internal, fault.to_string()))
                    });
                    PackInput::Drafted { generation, result: written.map_err(|failure| failure.detail), note }
                }
            }
        };
        Start::later(PackJob { generation, step }, work)
    }

    async fn input(_live: &mut Live<Self>, command: &PackCommand) -> Result<(PackInput, ()), CommandFault> {
        Ok((PackInput::Command(*command), ()))
    }
}

/// By the tenant's model where there is one, else by the built-in rule; and who did it, or why not the model.
async fn drafted(
    projects: &Projects,
    project: ProjectRow,
    tables: Vec<SurveyedTable>,
    documents: Vec<SurveyedDocument>,
) -> (Pack, Option<String>) {
    let built_in = draft(&project, &tables, &documents);
    let material = DraftMaterial { project, tables, documents, built_in };
    match projects.0.parts.drafter.draft(&material).await {
        Ok(Some((model, pack))) => (pack, Some(format!("drafted by {model}"))),
        Ok(None) => (material.built_in, None),
        Err(fault) => {
            tracing::warn!(%fault, project = %material.project.id, "a model did not draft a pack");
            let note = format!("the language model could not draft it ({fault}), so the built-in rules did");
            (material.built_in, Some(note))
        }
    }
}

/// The tables of all databases of a project, and its documents.
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
    let surveyed = tables.map(|(one, table)| survey_table(&one.source.name, table, warehouse::is_secret));
    let documents = catalog.held.iter().flat_map(|one| &one.found.documents).map(survey_document);
    Ok(Survey::new(surveyed.collect()).with_documents(documents.collect()))
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
