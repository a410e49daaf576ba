//! Settings: the environment first, then `discovery.toml`, then what works with nothing set.

use crate::{extend::Build, models::Environment};
use anyhow::{Context, Result};
use domain::tools::warehouse::QueryLimits;
use projects::FilesDir;
use providers::{
    embedding::Place,
    guard::{Guard, Private},
    search, speech,
};
use secrecy::SecretString;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// `DISCOVERY_ADDR`.
    pub addr: SocketAddr,
    /// `DISCOVERY_DATA_DIR`.
    pub data_dir: PathBuf,
    /// `DISCOVERY_MODELS_DIR`: embedding models; `models` inside the data directory when not set.
    pub models_dir: PathBuf,
    /// `EMBEDDING_BASE_URL`, `EMBEDDING_MODEL`, `EMBEDDING_API_KEY`, `EMBEDDING_TIMEOUT_SECONDS`: a service in place of a model in
    /// that folder.
    pub embedding: Option<Place>,
    /// `DATABASE_URL`; SQLite inside the data directory when not set.
    pub database_url: String,
    /// `DISCOVERY_BOOTSTRAP_TOKEN`: an admin token of the tenant `default`.
    pub bootstrap_token: Option<String>,
    /// `DISCOVERY_SITE_DIR`: the built page; beside the binary when not set.
    pub site_dir: PathBuf,
    /// `DISCOVERY_SECURE_COOKIES=true` where the server stands behind HTTPS.
    pub secure_cookies: bool,
    /// A process of the command line, beside the server that has the database: what it works on is its own.
    pub beside: bool,
    /// `DISCOVERY_IDLE_SECONDS`: an interview that nobody follows so long leaves memory.
    pub idle: Duration,
    /// `DISCOVERY_LEAVE_SECONDS`: how long a server that is told to end says that it is not ready before it takes no more.
    pub leave: Duration,
    /// `DISCOVERY_STREAMS_PER_PERSON`: streams and sockets that one person may hold open.
    pub streams_per_person: usize,
    /// `DISCOVERY_SOCKET_SILENCE_SECONDS`: a socket from which nothing comes for so long is closed.
    pub socket_silence: Duration,
    /// `SEARXNG_URL`, `SERPAPI_KEY`, `BRAVE_API_KEY`, `TAVILY_API_KEY`, `SERPER_API_KEY`: who searches the web.
    pub search: search::Settings,
    /// `STT_BASE_URL`, `TTS_BASE_URL` and what belongs to them: who hears and who speaks.
    pub speech: speech::Settings,
    /// `DISCOVERY_ALLOW_PRIVATE_URLS`: which private addresses pages may be fetched from.
    pub private_urls: Private,
    /// `DISCOVERY_PAGE_PORTS`: the ports that pages may be fetched from.
    pub page_ports: Vec<u16>,
    /// `DISCOVERY_WAITING_PER_INTERVIEW`: commands and questions that may wait for one interview.
    pub waiting_per_interview: u32,
    /// `DISCOVERY_RESEARCH_LEASE_SECONDS`: how long a server has a research task to itself after its last sign of life.
    pub research_lease: Duration,
    /// `DISCOVERY_UPLOAD_MB`: the most of one upload, in bytes.
    pub upload_bytes: u64,
    /// `DISCOVERY_TENANT_MB`: the most that all uploaded files of a tenant take, in bytes.
    pub bytes_per_tenant: u64,
    /// `DISCOVERY_FILES_DIRS`: folders whose files administrators may name as sources, none when not set.
    pub files_dirs: Vec<FilesDir>,
    /// `DISCOVERY_SKILLS_DIRS`: folders of skills for every project, after `skills` in the data directory and the operator's own.
    pub skills_dirs: Vec<PathBuf>,
    /// Where whoever runs the server is at home.
    pub home: Option<PathBuf>,
    /// `DISCOVERY_QUERY_ROWS`, `DISCOVERY_QUERY_MB`, `DISCOVERY_QUERY_SECONDS`: the most of one query of a project's database.
    pub query_ceiling: QueryLimits,
    /// `DISCOVERY_QUERY_MINUTES`: how long all queries of a tenant may take in a day; no limit when 0 or not set.
    pub query_budget: Option<Duration>,
    /// What a custom build adds.
    pub extensions: Build,
    /// `DISCOVERY_MAX_PROJECTS`: projects that one tenant may have.
    pub projects_per_tenant: u64,
    /// `DISCOVERY_MAX_SOURCES`: sources that one project may have.
    pub sources_per_project: usize,
    /// Language models, their keys and limits.
    pub models: Environment,
    /// `DISCOVERY_METRICS_TOKEN`: who asks for `/metrics` has to have it; everybody may when not set.
    pub metrics_token: Option<SecretString>,
    /// `DISCOVERY_OTLP_URL`: the collector that traces are sent to; none are made when not set.
    pub otlp_url: Option<String>,
    /// `DISCOVERY_LOG`: a tracing filter.
    pub log: String,
    /// `DISCOVERY_LOG_FORMAT=json` for machines.
    pub log_json: bool,
}

/// `/srv/data`, or `acme=/srv/acme` for one tenant.
fn files_dir(part: &Path) -> FilesDir {
    let text = part.to_string_lossy();
    match text.split_once('=').filter(|(slug, _)| !slug.is_empty() && !slug.contains('/')) {
        Some((slug, folder)) => FilesDir { tenant: Some(slug.trim().to_owned()), folder: folder.trim().into() },
        None => FilesDir { tenant: None, folder: text.trim().into() },
    }
}

impl Settings {
    pub(crate) fn read() -> Result<Self> {
        let file = config::Config::builder()
            // By its whole name: the program itself may lie beside it and is called `discovery`.
            .add_source(config::File::from(Path::new("discovery.toml")).required(false))
            .build()
            .context("discovery.toml cannot be read")?;
        let setting = |name: &str| -> Option<String> {
            std::env::var(name)
                .ok()
                .or_else(|| file.get_string(&name.to_lowercase()).ok())
                .filter(|value| !value.trim().is_empty())
        };
        let addr = setting("DISCOVERY_ADDR").unwrap_or_else(|| "127.0.0.1:3000".into());
        let data_dir = PathBuf::from(setting("DISCOVERY_DATA_DIR").unwrap_or_else(|| "./data".into()));
        let database_url =
            setting("DATABASE_URL").unwrap_or_else(|| format!("sqlite://{}", data_dir.join("discovery.db").display()));
        let number = |name: &str, usual: u64| match setting(name) {
            Some(text) => text.parse().with_context(|| format!("{name} is {text}, which is not a whole number")),
            None => Ok(usual),
        };
        let models_dir = setting("DISCOVERY_MODELS_DIR").map_or_else(|| data_dir.join("models"), PathBuf::from);
        let embedding = match setting("EMBEDDING_BASE_URL") {
            Some(base_url) => Some(Place {
                base_url,
                model: setting("EMBEDDING_MODEL").unwrap_or_else(|| "text-embedding-3-small".into()),
                api_key: setting("EMBEDDING_API_KEY").map(SecretString::from),
                time: Duration::from_secs(number("EMBEDDING_TIMEOUT_SECONDS", 5)?.clamp(1, 60)),
            }),
            None => None,
        };
        let private_urls = setting("DISCOVERY_ALLOW_PRIVATE_URLS").unwrap_or_default();
        let ports = setting("DISCOVERY_PAGE_PORTS").unwrap_or_else(|| "80,443".into());
        let page_ports: Result<Vec<u16>, _> = ports.split(',').map(|port| port.trim().parse()).collect();
        let models = Environment::read(&setting)?;
        // A model that may take its time is waited for; twice that leaves room for the built-in engine.
        let usual_lease = models.rule.time.as_secs().saturating_mul(2).max(180);
        // As every list of folders of this system: with colons.
        let folders = |name: &str| -> Vec<PathBuf> {
            let text = setting(name).unwrap_or_default();
            std::env::split_paths(&text).filter(|part| !part.to_string_lossy().trim().is_empty()).collect()
        };
        Ok(Self {
            files_dirs: folders("DISCOVERY_FILES_DIRS").iter().map(|part| files_dir(part)).collect(),
            skills_dirs: folders("DISCOVERY_SKILLS_DIRS"),
            home: std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from),
            search: search::Settings::read(setting).map_err(anyhow::Error::msg)?,
            speech: speech::Settings::read(setting).map_err(anyhow::Error::msg)?,
            private_urls: private_urls.parse().map_err(|fault| anyhow::anyhow!("DISCOVERY_ALLOW_PRIVATE_URLS: {fault}"))?,
            page_ports: page_ports
                .with_context(|| format!("DISCOVERY_PAGE_PORTS is {ports}, which is not a list like 80,443"))?,
            idle: Duration::from_secs(number("DISCOVERY_IDLE_SECONDS", 120)?),
            leave: Duration::from_secs(number("DISCOVERY_LEAVE_SECONDS", 2)?),
            streams_per_person: usize::try_from(number("DISCOVERY_STREAMS_PER_PERSON", 1_000)?)?,
            socket_silence: Duration::from_secs(number("DISCOVERY_SOCKET_SILENCE_SECONDS", 75)?.clamp(2, 3_600)),
            waiting_per_interview: u32::try_from(number("DISCOVERY_WAITING_PER_INTERVIEW", 64)?)?,
            research_lease: Duration::from_secs(number("DISCOVERY_RESEARCH_LEASE_SECONDS", usual_lease)?.clamp(1, 3_600)),
            upload_bytes: number("DISCOVERY_UPLOAD_MB", 512)?.clamp(1, 1_000_000) * 1024 * 1024,
            bytes_per_tenant: number("DISCOVERY_TENANT_MB", 20_480)?.clamp(1, 1_000_000_000) * 1024 * 1024,
            query_ceiling: QueryLimits {
                rows: usize::try_from(number("DISCOVERY_QUERY_ROWS", 10_000)?.clamp(1, 1_000_000))?,
                bytes: usize::try_from(number("DISCOVERY_QUERY_MB", 4)?.clamp(1, 256))? * 1_000_000,
                time: Duration::from_secs(number("DISCOVERY_QUERY_SECONDS", 30)?.clamp(1, 3_600)),
                filter: None,
            },
            query_budget: match number("DISCOVERY_QUERY_MINUTES", 0)? {
                0 => None,
                minutes => Some(Duration::from_secs(minutes.saturating_mul(60))),
            },
            extensions: Build::new(),
            projects_per_tenant: number("DISCOVERY_MAX_PROJECTS", 1_000)?,
            sources_per_project: usize::try_from(number("DISCOVERY_MAX_SOURCES", 500)?)?,
            models,
            addr: addr
                .parse()
                .with_context(|| format!("DISCOVERY_ADDR is {addr}, which is not an address like 127.0.0.1:3000"))?,
            data_dir,
            models_dir,
            embedding,
            database_url,
            beside: false,
            bootstrap_token: setting("DISCOVERY_BOOTSTRAP_TOKEN"),
            metrics_token: setting("DISCOVERY_METRICS_TOKEN").map(SecretString::from),
            site_dir: setting("DISCOVERY_SITE_DIR").map_or_else(site_beside_binary, PathBuf::from),
            secure_cookies: setting("DISCOVERY_SECURE_COOKIES").is_some_and(|value| value == "true" || value == "1"),
            otlp_url: setting("DISCOVERY_OTLP_URL"),
            log: setting("DISCOVERY_LOG").unwrap_or_else(|| "info,sqlx=warn,hyper=warn,tower_http=warn".into()),
            log_json: setting("DISCOVERY_LOG_FORMAT").is_some_and(|value| value == "json"),
        })
    }

    /// What of these is about projects.
    pub(crate) fn of_projects(&self) -> projects::Settings {
        projects::Settings {
            data_dir: self.data_dir.clone(),
            home: self.home.clone(),
            skills_dirs: self.skills_dirs.clone(),
            files_dirs: self.files_dirs.clone(),
            idle: self.idle,
            guard: self.guard(),
            guards_databases: self.private_urls != Private::Everything,
            upload_bytes: self.upload_bytes,
            bytes_per_tenant: self.bytes_per_tenant,
            sources_per_project: self.sources_per_project,
            projects_per_tenant: self.projects_per_tenant,
            query_budget: self.query_budget,
            query_ceiling: self.query_ceiling.clone(),
            is_alone: self.is_alone(),
            middlewares: self.extensions.middlewares(),
        }
    }

    /// No other server works on its database: a SQLite file has one at a time.
    pub(crate) fn is_alone(&self) -> bool {
        self.database_url.starts_with("sqlite")
    }

    /// What keeps addresses that others wrote out of private networks.
    pub(crate) fn guard(&self) -> Guard {
        Guard::new(self.private_urls.clone()).with_ports(&self.page_ports)
    }
}

/// `target/release/discovery` finds `target/site`; an installed binary finds `site` beside itself.
fn site_beside_binary() -> PathBuf {
    let beside = std::env::current_exe().ok().and_then(|binary| {
        let folder = binary.parent()?;
        [folder.join("site"), folder.join("../site")].into_iter().find(|site| site.join("manifest.json").is_file())
    });
    beside.unwrap_or_else(|| PathBuf::from("target/site"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_may_be_one_tenants() {
        let of = |text: &str| files_dir(Path::new(text));
        assert_eq!(of("/srv/data"), FilesDir { tenant: None, folder: "/srv/data".into() });
        assert_eq!(of("acme=/srv/acme"), FilesDir { tenant: Some("acme".into()), folder: "/srv/acme".into() });
        assert_eq!(of("/srv/a=b"), FilesDir { tenant: None, folder: "/srv/a=b".into() });
    }
}
