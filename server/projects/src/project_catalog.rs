//! A project's catalog and search index in memory: loaded when it is asked for, let go when nobody does, loaded anew when a source
//! changed, on whichever node.

use super::{missing, search::Index, skill_folders::ServerSkills};
use crate::Projects;
use domain::{
    Failure,
    tools::{ProjectChange, ProjectRow, SourceKind, answers::Held, catalog::Skill, project_version},
};
use moka::future::Cache;
use protocol::{ProjectId, TenantId};
use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// The most projects at once.
const MOST: u64 = 500;

/// What a project's tools are answered from.
pub struct ProjectCatalog {
    pub project: ProjectRow,
    pub held: Vec<Held>,
    /// The project's own, then those of the server's folders that have another name.
    pub skills: Vec<Held>,
    pub index: Index,
    /// Places of the tables that a model is told ahead, in the order of sources and tables.
    pub preloaded: Vec<usize>,
    of_server: Arc<ServerSkills>,
    /// Of the catalog, when loading began.
    version: u64,
}

impl ProjectCatalog {
    /// Where the project stood when this was read.
    pub fn mark(&self) -> String {
        project_version(&self.project, self.held.iter().map(|one| &one.source))
    }

    /// A skill of the server's folders that the project has no own one of the same name of, and where it is.
    pub(super) fn on_disk(&self, name: &str) -> Option<(&Skill, PathBuf)> {
        self.of_server.named(&self.held, name)
    }
}

pub(super) struct ProjectCatalogs {
    kept: Cache<(TenantId, ProjectId), Arc<ProjectCatalog>>,
    versions: Mutex<Versions>,
}

#[derive(Default)]
struct Versions {
    /// Moves with every change that is not known to be of one project.
    all: u64,
    of: HashMap<ProjectId, u64>,
}

impl ProjectCatalogs {
    pub(super) fn new(idle: Duration) -> Self {
        Self { kept: Cache::builder().max_capacity(MOST).time_to_idle(idle).build(), versions: Mutex::default() }
    }

    pub(super) fn changed(&self, change: ProjectChange) {
        let mut versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        match change {
            ProjectChange::Of { project, .. } => *versions.of.entry(project).or_default() += 1,
            ProjectChange::Runs { .. } | ProjectChange::Pipelines { .. } => {}
            ProjectChange::Missed => versions.all += 1,
        }
    }

    fn version(&self, id: ProjectId) -> u64 {
        let versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        versions.all + versions.of.get(&id).copied().unwrap_or_default()
    }

    pub(super) async fn get(&self, projects: &Projects, tenant: TenantId, id: ProjectId) -> Result<Arc<ProjectCatalog>, Failure> {
        let key = (tenant, id);
        let of_server = projects.0.skill_folders.current().await;
        let same =
            |catalog: &ProjectCatalog| catalog.version == self.version(id) && catalog.of_server.version >= of_server.version;
        loop {
            let before = self.kept.get(&key).await;
            if let Some(catalog) = before.as_ref().filter(|catalog| same(catalog)) {
                return Ok(catalog.clone());
            }
            if before.is_some() {
                self.kept.invalidate(&key).await;
            }
            // Of all who ask at once one loads. What changes meanwhile is seen by the version.
            let loading = async {
                let version = self.version(id);
                load(projects, (tenant, id), version, Arc::clone(&of_server), before).await.map(Arc::new)
            };
            let catalog = self.kept.try_get_with(key, loading).await.map_err(|failure| (*failure).clone())?;
            if same(&catalog) {
                return Ok(catalog);
            }
        }
    }
}

/// What did not change since is taken from the catalog before.
async fn load(
    projects: &Projects,
    (tenant, id): (TenantId, ProjectId),
    version: u64,
    of_server: Arc<ServerSkills>,
    before: Option<Arc<ProjectCatalog>>,
) -> Result<ProjectCatalog, Failure> {
    let store = projects.project_store();
    let project = store.project(tenant, id).await?.ok_or_else(missing)?;
    let mut held = Vec::new();
    for source in store.all_sources(tenant, id).await? {
        let same = before.iter().flat_map(|catalog| &catalog.held).find(|one| {
            one.source.id == source.id && one.source.updated_at == source.updated_at && one.source.status == source.status
        });
        let found = match same {
            Some(one) => one.found.clone(),
            // Of what was never read to the end nothing is offered.
            None if !source.status.is_known() => Arc::default(),
            // Deleted in between.
            None => match store.found_in(tenant, source.id).await? {
                Some(found) => Arc::new(found),
                None => continue,
            },
        };
        held.push(Held { source, found });
    }
    let own = held.iter().filter(|one| one.source.kind == SourceKind::Skill).cloned();
    let skills: Vec<Held> = own.chain([of_server.beside(&project, &held)]).collect();
    let index = Index::build(&held, &skills, projects.embedder()).await;
    let preloaded = match &project.context_preload {
        Some(settings) => index.preloaded(settings).await,
        None => Vec::new(),
    };
    Ok(ProjectCatalog { project, held, skills, index, preloaded, of_server, version })
}
