//! Projects at work: what was found in their sources held in memory, files and databases reached, tools carried out.
//!
//! Rules and shapes stand in `domain::tools`; this is the wiring.

mod carry_out;
mod connections;
mod facts;
mod files;
mod intake;
mod pack;
mod plans;
mod profile;
mod queries;
mod reading;
mod refresh;
mod resolving;
mod routing;
mod search;
mod shelf;
mod skills;
mod upload;
mod verify;

pub(crate) use carry_out::{Caller, carry_out};
pub(crate) use connections::try_out;
pub(crate) use files::sweep_files;
pub(crate) use intake::{Given, add_source, forget_all, remove_source, try_given};
pub(crate) use pack::begin_pack;
pub(crate) use profile::{profile, table_name};
pub(crate) use queries::run_query;
pub(crate) use refresh::{read_through, refresh, refresh_source};
pub(crate) use routing::dialect;
pub(crate) use shelf::Shelf;
pub(crate) use upload::receive;
pub(crate) use verify::verify_claim;

use crate::{backend::Backend, config::Settings, web::Problem};
use anyhow::{Context, Result};
use connections::Connections;
use domain::tools::{ProjectChange, ProjectRow};
use files::LocalFiles;
use http::StatusCode;
use protocol::{ProjectId, TenantId};
use providers::page::Files;
use shelf::Shelves;
use std::sync::Arc;

/// What is kept in memory of all projects.
pub(crate) struct Projects {
    shelves: Shelves,
    connections: Connections,
    local: LocalFiles,
    web: Files,
}

impl Projects {
    /// # Errors
    /// The data directory cannot be written, or certificates cannot be read.
    pub(crate) fn open(settings: &Settings) -> Result<Self> {
        Ok(Self {
            shelves: Shelves::new(settings.idle),
            connections: Connections::new(settings.idle),
            local: LocalFiles::open(&settings.data_dir).context("the folder of files cannot be made")?,
            web: Files::new(settings.guard()).map_err(anyhow::Error::msg)?,
        })
    }

    /// Another node changed something, or this one did.
    pub(crate) fn changed(&self, change: ProjectChange) {
        self.shelves.changed(change);
    }
}

/// A project of this tenant by what stands in a path.
///
/// # Errors
/// 404, also for another tenant's.
pub(crate) async fn found(backend: &Backend, tenant: TenantId, id: &str) -> Result<ProjectRow, Problem> {
    let id: ProjectId = id.parse().map_err(|_| missing())?;
    backend.project_store().project(tenant, id).await?.ok_or_else(missing)
}

/// Keeps a new project, unless its tenant has as many as it may.
///
/// # Errors
/// 409 then, or the store's.
pub(crate) async fn insert(backend: &Backend, row: ProjectRow) -> Result<(), Problem> {
    let most = backend.settings().projects_per_tenant;
    if backend.project_store().count_projects(row.tenant).await? >= most {
        let detail = format!("a tenant has at most {most} projects (DISCOVERY_MAX_PROJECTS): delete some first");
        return Err(Problem::new(StatusCode::CONFLICT, detail));
    }
    Ok(backend.project_store().insert_project(row).await?)
}

/// What was found in a project's sources, ready to be searched.
///
/// # Errors
/// 404, or the store's.
pub(crate) async fn shelf(backend: &Backend, tenant: TenantId, id: ProjectId) -> Result<Arc<Shelf>, Problem> {
    backend.projects().shelves.get(backend, tenant, id).await
}

pub(crate) fn missing() -> Problem {
    Problem::not_found("there is no such project")
}
