//! Projects at work: what was found in their sources held in memory, files and databases reached, tools carried out.
//!
//! Rules and shapes stand in `domain::tools`; this is the wiring.

mod add_source;
mod address;
mod by_path;
mod confluence;
mod connections;
mod credentials;
mod dispatch;
mod facts;
mod file_tables;
mod files;
mod guessing;
mod linked;
mod look;
mod pack;
mod plans;
mod prepare;
mod profile;
mod project_catalog;
mod prompts;
mod queries;
mod query_log;
mod reader;
mod reading;
mod refresh;
mod resolving;
mod routing;
pub(crate) mod sample;
mod sampled;
mod search;
mod settings_errors;
mod skill_folders;
mod skills;
mod source_reading;
mod source_settings;
mod texts;
mod upload;
mod verify;

pub(crate) use add_source::{add_source, forget_all, remove_source, try_given};
pub(crate) use connections::try_out;
pub(crate) use dispatch::{Caller, dispatch};
pub(crate) use files::{forget_left, sweep_files};
pub(crate) use pack::{PackDoer, Packs, begin_pack, cancel_pack, pack_view};
pub(crate) use prepare::SourceDraft;
pub(crate) use profile::{profile, table_name};
pub(crate) use project_catalog::ProjectCatalog;
pub(crate) use prompts::{level_0, preloaded, prompt};
pub(crate) use queries::run_query;
pub(crate) use query_log::forget_queries;
pub(crate) use reader::{read_by, serve as serve_reader};
pub(crate) use refresh::{read_through, refresh, refresh_source};
pub(crate) use routing::dialect;
pub(crate) use skill_folders::places as places_of_skills;
pub(crate) use source_reading::{ReadingDoer, Readings, cancel_reading};
pub(crate) use texts::keep_missing;
pub(crate) use upload::receive;
pub(crate) use verify::verify_claim;

use crate::{backend::Backend, calls::PAGE, config::Settings, web::Watches};
use anyhow::{Context, Result};
use connections::Connections;
use domain::{
    Failure, StoreFault,
    tools::{ProjectChange, ProjectRow, project_version, projects_version},
};
use files::LocalFiles;
use linked::LinkedPages;
use project_catalog::ProjectCatalogs;
use protocol::{ProjectId, TenantId};
use providers::{confluence::Confluence, page::Files};
use query_log::Budgets;
use skill_folders::SkillFolders;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A document's reader and a file's engine have three turns each.
const READ_AT_ONCE: usize = 4;

/// What is kept in memory of all projects.
pub(crate) struct Projects {
    catalogs: ProjectCatalogs,
    connections: Connections,
    budgets: Budgets,
    local: LocalFiles,
    web: Files,
    wikis: Confluence,
    linked: LinkedPages,
    skill_folders: SkillFolders,
    /// Of sources that are read at once.
    turns: Semaphore,
    watches: Watches,
}

impl Projects {
    /// # Errors
    /// The data directory cannot be written, or certificates cannot be read.
    pub(crate) fn open(settings: &Settings, watches: Watches) -> Result<Self> {
        Ok(Self {
            catalogs: ProjectCatalogs::new(settings.idle),
            connections: Connections::new(settings.idle),
            budgets: Budgets::new(),
            local: LocalFiles::open(&settings.data_dir).context("the folder of files cannot be made")?,
            web: Files::new(settings.guard()).map_err(anyhow::Error::msg)?,
            wikis: Confluence::new(settings.guard(), Default::default()).map_err(anyhow::Error::msg)?,
            linked: LinkedPages::new(),
            skill_folders: SkillFolders::new(settings),
            turns: Semaphore::new(READ_AT_ONCE),
            watches,
        })
    }

    /// Another node changed something, or this one did.
    pub(crate) fn changed(&self, change: ProjectChange) {
        self.catalogs.changed(change);
        self.watches.project_changed(change);
    }
}

/// A project of this tenant by what stands in a path.
///
/// # Errors
/// 404, also for another tenant's.
pub(crate) async fn found(backend: &Backend, tenant: TenantId, id: &str) -> Result<ProjectRow, Failure> {
    let id: ProjectId = id.parse().map_err(|_| missing())?;
    backend.project_store().project(tenant, id).await?.ok_or_else(missing)
}

/// As many of a tenant's projects are listed on the first page, and one more, which tells that there is another page.
pub(crate) const LISTED: u32 = PAGE + 1;

/// Where the projects stand that were read as the first page.
pub(crate) fn listed_version(rows: &[ProjectRow]) -> String {
    projects_version(rows.iter().map(|row| row.updated_at))
}

/// The same, without reading them.
///
/// # Errors
/// The store's.
pub(crate) async fn list_version(backend: &Backend, tenant: TenantId) -> Result<String, StoreFault> {
    Ok(projects_version(backend.project_store().project_changes(tenant, LISTED).await?))
}

/// Where a project stands; empty where there is none.
///
/// # Errors
/// The store's.
pub(crate) async fn mark(backend: &Backend, tenant: TenantId, id: ProjectId) -> Result<String, StoreFault> {
    let store = backend.project_store();
    let Some(project) = store.project(tenant, id).await? else { return Ok(String::new()) };
    Ok(project_version(&project, &store.all_sources(tenant, id).await?))
}

/// Whether a tenant may have one project more.
///
/// # Errors
/// 409 where it may not, or the store's.
pub(crate) async fn room_for_another(backend: &Backend, tenant: TenantId) -> Result<(), Failure> {
    let most = backend.settings().projects_per_tenant;
    if backend.project_store().count_projects(tenant).await? >= most {
        let detail = format!("a tenant has at most {most} projects (DISCOVERY_MAX_PROJECTS): delete some first");
        return Err(Failure::conflict(detail));
    }
    Ok(())
}

/// What was found in a project's sources, ready to be searched.
///
/// # Errors
/// 404, or the store's.
pub(crate) async fn project_catalog(backend: &Backend, tenant: TenantId, id: ProjectId) -> Result<Arc<ProjectCatalog>, Failure> {
    backend.projects().catalogs.get(backend, tenant, id).await
}

pub(crate) fn missing() -> Failure {
    Failure::not_found("there is no such project")
}
