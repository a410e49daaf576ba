//! What projects are made of: settings, the ports to everything else, and who hears of what changes.

use crate::middleware::Middlewares;
use actors::live::Common;
use domain::{
    account::AccountStore,
    embedding::Embedder,
    live::StreamChange,
    models::{LanguageModel, SecretStore},
    packs::{PackDrafter, PackStore},
    research::{PageReader, WebSearch},
    runs::{Analyst, Explorer, RunStore, ScheduleStore, WebhookSender, prices::PriceStore},
    tools::{ProjectChange, ProjectStore, QueryLog, warehouse::QueryLimits},
};
use protocol::TenantId;
use providers::guard::Guard;
use std::{path::PathBuf, sync::Arc, time::Duration};

/// What the operator decides.
#[derive(Clone)]
pub struct Settings {
    /// Copies of uploaded files and the server's own skills lie beneath it.
    pub data_dir: PathBuf,
    /// Where whoever runs the server is at home.
    pub home: Option<PathBuf>,
    /// Folders of skills for every project.
    pub skills_dirs: Vec<PathBuf>,
    /// Folders whose files sources may name.
    pub files_dirs: Vec<FilesDir>,
    /// What nobody uses so long is let go.
    pub idle: Duration,
    /// Which addresses may be reached.
    pub guard: Guard,
    /// Whether databases are held to the guard.
    pub guards_databases: bool,
    /// The most of one upload, in bytes.
    pub upload_bytes: u64,
    /// The most that all uploaded files of a tenant take.
    pub bytes_per_tenant: u64,
    pub sources_per_project: usize,
    pub projects_per_tenant: u64,
    /// The time that a tenant's queries may take in a day.
    pub query_budget: Option<Duration>,
    /// The most that one query gets.
    pub query_ceiling: QueryLimits,
    /// No other process writes to the database.
    pub is_alone: bool,
    /// What a custom build adds to queries.
    pub middlewares: Middlewares,
}

/// A folder that files are named in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilesDir {
    /// By its slug; every tenant where nobody is named.
    pub tenant: Option<String>,
    pub folder: PathBuf,
}

/// Hears of changes on this node.
pub trait Listener: Send + Sync {
    fn project_changed(&self, change: ProjectChange);
    /// Documents of a tenant were added or deleted.
    fn documents_changed(&self, tenant: TenantId);
    /// A stream was deleted with what it was about, or is there again.
    fn stream_changed(&self, change: StreamChange);
}

pub struct Parts {
    pub settings: Settings,
    pub store: Arc<dyn ProjectStore>,
    pub accounts: Arc<dyn AccountStore>,
    pub secrets: Arc<dyn SecretStore>,
    pub query_log: Arc<dyn QueryLog>,
    pub runs: Arc<dyn RunStore>,
    /// What databases, searches and models cost.
    pub prices: Arc<dyn PriceStore>,
    pub schedules: Arc<dyn ScheduleStore>,
    pub webhooks: Arc<dyn WebhookSender>,
    pub packs: Arc<dyn PackStore>,
    /// Drafts packs with a language model, where a tenant has one.
    pub drafter: Arc<dyn PackDrafter>,
    /// Who explores where no model does.
    pub explorer: Arc<dyn Explorer>,
    /// Who judges in runs where a tenant has a language model.
    pub analyst: Arc<dyn Analyst>,
    pub model: Arc<dyn LanguageModel>,
    pub search: Arc<dyn WebSearch>,
    pub pages: Arc<dyn PageReader>,
    /// Where statements are understood by meaning, so is what is searched for.
    pub embedder: Option<Arc<dyn Embedder>>,
    pub listener: Arc<dyn Listener>,
    pub live: Common,
}
