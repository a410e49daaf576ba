//! Projects at work: what was found in their sources held in memory, files and databases reached, tools carried out.
//!
//! Rules and shapes stand in `domain::tools`; this is the wiring. It knows ports, files and databases, and nothing of HTTP or pages.

mod add_source;
mod address;
mod by_path;
mod calling;
mod confluence;
mod connections;
mod credentials;
mod dispatch;
mod facts;
mod file_tables;
mod files;
mod guessing;
mod incoming;
mod linked;
mod listing;
mod look;
mod material;
mod middleware;
mod pack;
mod packs;
mod parts;
mod plans;
mod prepare;
mod profile;
mod project_catalog;
mod project_secrets;
mod prompts;
mod queries;
mod query_log;
mod queues;
mod reader;
mod reading;
mod refresh;
mod resolving;
mod room;
mod routing;
mod runs;
pub mod sample;
mod sampled;
mod search;
mod settings_errors;
mod skill_folders;
mod skills;
mod source_reading;
mod source_settings;
mod source_trash;
mod sparks;
mod step_queries;
mod tables;
mod texts;
mod trash;
mod verify;

pub use add_source::{add_source, forget_all, try_given};
pub use calling::{Called, call_operation};
pub use connections::{count_databases, try_out};
pub use dispatch::{Caller, dispatch};
pub use files::{forget_left, sweep_files};
pub use incoming::{Incoming, Incomplete};
pub use listing::{LISTED, list_version, listed_version, mark};
pub use pack::{begin_pack, cancel_pack, pack_view};
pub use packs::{
    ListedPack, PromptSource, PromptText, change_pack, delete_pack, find_pack, find_prompt, import_pack, list_packs,
    project_pack, project_prompts, prompts_of, put_prompt, reset_prompt,
};
pub use prepare::{SourceDraft, no_kind};
pub use profile::{column_name, profile, table_name};
pub use project_catalog::ProjectCatalog;
pub use project_secrets::{MaskedSecret, delete_secret, list_secrets, put_secret};
pub use prompts::{level_0, preloaded, prompt};
pub use queries::run_query;
pub use query_log::forget_queries;
pub use queues::count_queues;
pub use reader::{read_by, serve as serve_reader};
pub use refresh::{read_through, refresh, refresh_source};
pub use room::{Room, no_room, read_room, upload_room};
pub use routing::dialect;
pub use runs::{
    ScheduleDraft, WAREHOUSE_KINDS, add_schedule, begin_run, begin_run_as, cancel_run, change_schedule, check_room, check_run,
    deliver_due, estimate_run, fire_due, follow_run, may_run, price_list, queue_position, remove_schedule, resume_run, run_areas,
    run_events, run_view, schedule, schedules,
};
pub use search::Index;
pub use skill_folders::places as places_of_skills;
pub use source_reading::cancel_reading;
pub use source_trash::{
    remove_source, remove_trashed_source, restore_source, sources_with_trash, trash_source, trashed_source, trashed_sources,
};
pub use sparks::{Spark, draw_sparks, known_spark, main_tables};
pub use step_queries::{Extent, query_rows, query_with_tables};
pub use tables::{
    FURTHEST_ROW, RowsWanted, TablePage, begin_profile, is_free, is_orderable, known_profile, set_conversion, shown_profile,
    table_rows,
};
pub use texts::keep_missing;
pub use trash::{
    TRASH_DAYS, empty_trash, open_streams, remove_project, remove_trashed_project, restore_project, stop_streams, trash_project,
    trashed_project,
};
pub use verify::verify_claim;

pub use actors::{live::Common, schedules::TimesDraft, webhooks::WebhookDraft};
pub use material::{ProjectMaterial, gather_material, known_facts, read_small_tables};
pub use middleware::{Middlewares, QueryContext};
pub use parts::{FilesDir, Listener, Parts, Settings};

use actors::{live::AnyDirectory, webhooks::Posting};
use anyhow::{Context, Result};
use connections::Connections;
use domain::{
    Failure, Shared, WeakShared,
    account::{AccountStore, AuditLog},
    embedding::Embedder,
    live::StreamChange,
    models::SecretStore,
    packs::PackStore,
    research::{Among, PageFault, SearchFault, SearchRequest},
    runs::{Analyst, Explorer, RunStore, ScheduleStore, WebhookSender},
    tools::{ProjectChange, ProjectRow, ProjectStore, QueryLog},
    turns::Turns,
};
use files::LocalFiles;
use linked::LinkedPages;
use pack::{PackDoer, Packs};
use project_catalog::ProjectCatalogs;
use protocol::{ProjectId, TenantId, Timestamp, research::SearchOutcome};
use providers::{confluence::Confluence, page::Files};
use query_log::Budgets;
use runs::{RunDoer, Runs};
use skill_folders::SkillFolders;
use source_reading::{ReadingDoer, Readings};
use sparks::Sparks;
use std::sync::{Arc, OnceLock};
use tables::Profiles;
use uuid::Uuid;

/// Of one tenant it is half of them: another tenant's small file does not wait.
const READ_AT_ONCE: usize = 6;

/// Runs of this server; of one tenant it is half of them.
const RUNS_AT_ONCE: usize = 4;

/// All projects of this server. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Projects(Shared<Inner>);

/// The projects for those whom they hold themselves.
#[derive(Clone)]
pub(crate) struct ProjectsRef(WeakShared<Inner>);

impl ProjectsRef {
    /// None once they are gone.
    pub(crate) fn get(&self) -> Option<Projects> {
        self.0.upgrade().map(Projects)
    }
}

struct Inner {
    parts: Parts,
    catalogs: ProjectCatalogs,
    connections: Connections,
    budgets: Budgets,
    sparks: Sparks,
    profiles: Profiles,
    local: LocalFiles,
    web: Files,
    wikis: Confluence,
    linked: LinkedPages,
    skill_folders: SkillFolders,
    /// Of sources that are read at once.
    turns: Arc<Turns>,
    /// Of uploads that come at once.
    uploads: Arc<Turns>,
    /// Of parts of files that are stored at once.
    keeping: Arc<Turns>,
    /// Of runs that go on at once.
    run_turns: Arc<Turns>,
    /// Set once they are started.
    streams: OnceLock<Streams>,
}

/// What of projects lives long.
struct Streams {
    packs: Packs,
    readings: Readings,
    runs: Runs,
}

impl Projects {
    /// # Errors
    /// The data directory cannot be written, certificates cannot be read, or the actors cannot be started.
    pub async fn start(parts: Parts) -> Result<Self> {
        let settings = &parts.settings;
        let inner = Inner {
            catalogs: ProjectCatalogs::new(settings.idle),
            connections: Connections::new(settings.idle),
            budgets: Budgets::new(),
            sparks: Sparks::new(),
            profiles: Profiles::new(),
            local: LocalFiles::open(&settings.data_dir).context("the folder of files cannot be made")?,
            web: Files::new(settings.guard.clone()).map_err(anyhow::Error::msg)?,
            wikis: Confluence::new(settings.guard.clone(), Default::default()).map_err(anyhow::Error::msg)?,
            linked: LinkedPages::new(),
            skill_folders: SkillFolders::new(settings),
            turns: Turns::new(READ_AT_ONCE, READ_AT_ONCE / 2),
            uploads: room::make_turns(),
            keeping: room::make_keeping(),
            run_turns: Turns::new(RUNS_AT_ONCE, RUNS_AT_ONCE / 2),
            streams: OnceLock::new(),
            parts,
        };
        let projects = Self(Shared::new(inner));
        let (live, own) = (&projects.0.parts.live, ProjectsRef(projects.0.downgrade()));
        let packs = Packs::start(live.with(PackDoer(own.clone()))).await?;
        let readings = Readings::start(live.with(ReadingDoer(own.clone()))).await?;
        let runs = Runs::start(live.with(RunDoer::new(own))).await?;
        anyhow::ensure!(projects.0.streams.set(Streams { packs, readings, runs }).is_ok(), "projects are started once");
        Ok(projects)
    }

    /// Its kinds of streams.
    #[must_use]
    pub fn streams(&self) -> [Arc<dyn AnyDirectory>; 3] {
        [Arc::new(self.packs().clone()), Arc::new(self.readings().clone()), Arc::new(self.runs().clone())]
    }

    fn packs(&self) -> &Packs {
        &self.started().packs
    }

    fn readings(&self) -> &Readings {
        &self.started().readings
    }

    fn runs(&self) -> &Runs {
        &self.started().runs
    }

    /// What is kept of runs.
    #[must_use]
    pub fn run_store(&self) -> &dyn RunStore {
        &*self.0.parts.runs
    }

    fn pack_store(&self) -> &dyn PackStore {
        &*self.0.parts.packs
    }

    fn schedule_store(&self) -> &dyn ScheduleStore {
        &*self.0.parts.schedules
    }

    fn explorer(&self) -> Arc<dyn Explorer> {
        self.0.parts.explorer.clone()
    }

    fn analyst(&self) -> &dyn Analyst {
        &*self.0.parts.analyst
    }

    fn started(&self) -> &Streams {
        let Some(streams) = self.0.streams.get() else { unreachable!("they are set before anybody has the projects") };
        streams
    }

    /// Another node changed something, or this one did.
    pub fn changed(&self, change: ProjectChange) {
        self.0.catalogs.changed(change);
        self.0.parts.listener.project_changed(change);
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.0.parts.settings
    }

    fn project_store(&self) -> &dyn ProjectStore {
        &*self.0.parts.store
    }

    fn secrets(&self) -> &dyn SecretStore {
        &*self.0.parts.secrets
    }

    fn query_log(&self) -> &dyn QueryLog {
        &*self.0.parts.query_log
    }

    fn embedder(&self) -> Option<Arc<dyn Embedder>> {
        self.0.parts.embedder.clone()
    }

    fn documents_changed(&self, tenant: TenantId) {
        self.0.parts.listener.documents_changed(tenant);
    }

    fn stream_gone(&self, stream: Uuid) {
        self.0.parts.listener.stream_changed(StreamChange::Gone { stream });
    }

    /// It is there again: whoever has it in memory reads it anew.
    fn stream_restored(&self, stream: Uuid) {
        self.0.parts.listener.stream_changed(StreamChange::Grown { stream, seq: u64::MAX });
    }

    /// What the web and the tenant's own documents say to a question.
    async fn searched(&self, tenant: TenantId, query: &str) -> Result<SearchOutcome, SearchFault> {
        let (query, now) = (query.to_owned(), self.now());
        // A project knows its own documents, and those of another are none of its business.
        let among = Among::OutsideProjects;
        let request = SearchRequest {
            tenant,
            among,
            query,
            limit: 5,
            freshness: None,
            language: None,
            country: None,
            location: None,
            page: 1,
            now,
        };
        self.0.parts.search.search(&request).await
    }

    /// The text of a page that a skill links to.
    async fn linked_page(&self, url: &str) -> Result<String, PageFault> {
        self.0.parts.pages.read(url).await.map(|page| page.text)
    }
}

impl Posting for Projects {
    fn webhooks(&self) -> &dyn WebhookSender {
        &*self.0.parts.webhooks
    }

    fn secrets(&self) -> &dyn SecretStore {
        Self::secrets(self)
    }
}

impl AuditLog for Projects {
    fn accounts(&self) -> &dyn AccountStore {
        &*self.0.parts.accounts
    }

    fn id(&self) -> Uuid {
        self.0.parts.live.ids.next()
    }

    fn now(&self) -> Timestamp {
        self.0.parts.live.clock.now()
    }
}

/// A project of this tenant by what stands in a path.
///
/// # Errors
/// 404, also for another tenant's.
pub async fn found(projects: &Projects, tenant: TenantId, id: &str) -> Result<ProjectRow, Failure> {
    let id: ProjectId = id.parse().map_err(|_| missing())?;
    projects.project_store().project(tenant, id).await?.ok_or_else(missing)
}

/// Whether a tenant may have one project more.
///
/// # Errors
/// 409 where it may not, or the store's.
pub async fn room_for_another(projects: &Projects, tenant: TenantId) -> Result<(), Failure> {
    let most = projects.settings().projects_per_tenant;
    if projects.project_store().count_projects(tenant).await? >= most {
        let detail = format!("a tenant has at most {most} projects (DISCOVERY_MAX_PROJECTS): delete some first");
        return Err(Failure::conflict(detail));
    }
    Ok(())
}

/// What was found in a project's sources, ready to be searched.
///
/// # Errors
/// 404, or the store's.
pub async fn project_catalog(projects: &Projects, tenant: TenantId, id: ProjectId) -> Result<Arc<ProjectCatalog>, Failure> {
    projects.0.catalogs.get(projects, tenant, id).await
}

pub fn missing() -> Failure {
    Failure::not_found("there is no such project")
}
