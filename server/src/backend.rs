//! Everything a request needs, in one cheap handle.

use crate::{
    config::Settings,
    engines::{Engines, Reading},
    models::Notes,
    web::{
        Seats,
        identity::{Attempts, FirstStart, Tokens},
    },
};
use actors::{Clock, Directory, Limits, Parts, SystemClock, SystemIds, Who};
use anyhow::{Context, Result};
use domain::{
    IdSource,
    account::{AccountStore, TenantRow},
    interview::{InterviewStore, ObjectiveRow, ObjectiveStore, PoolStore, ReviewStore, objective},
    models::{ModelStore, SecretStore},
    research::{PageReader, SourceStore},
};
use protocol::{
    ObjectiveId, TenantId, Timestamp,
    account::{Account, Role},
};
use providers::model::{Gateway, Parts as GatewayParts};
use providers::page::{Limits as PageLimits, Pages};
use std::sync::Arc;
use store::{Keyring, Secrets, Store};
use tokio_util::sync::CancellationToken;

/// The tenant of an installation that was not divided.
pub(crate) const DEFAULT_TENANT: &str = "default";

#[derive(Clone)]
pub(crate) struct Backend(Arc<Inner>);

struct Inner {
    settings: Settings,
    store: Store,
    interviews: Directory,
    pages: Arc<dyn PageReader>,
    secrets: Secrets,
    models: Gateway,
    notes: Notes,
    tokens: Tokens,
    attempts: Attempts,
    first_start: FirstStart,
    seats: Seats,
    leaving: CancellationToken,
    closing: CancellationToken,
    reading: Reading,
}

impl Backend {
    /// Opens the database, makes what every installation has, and starts the actors.
    pub(crate) async fn start(settings: Settings, closing: CancellationToken) -> Result<Self> {
        let store = Store::open(&settings.database_url).await.context("the database cannot be opened")?;
        let Engines { chosen, built_in, reading } = Engines::choose(&settings);
        let pages = Pages::new(settings.guard(), PageLimits::default()).map_err(anyhow::Error::msg)?;
        let (secrets, models) = models(&settings, &store).await?;
        let parts = Parts {
            store: Arc::new(store.clone()),
            engine: chosen,
            built_in,
            clock: Arc::new(SystemClock),
            ids: Arc::new(SystemIds),
            limits: Limits { idle: settings.idle, waiting: settings.waiting_per_interview, ..Limits::default() },
        };
        let interviews = Directory::start(parts).await?;
        let seats = Seats::new(settings.streams_per_person);
        let backend = Self(Arc::new(Inner {
            settings,
            store,
            interviews,
            secrets,
            models,
            notes: Notes::default(),
            tokens: Tokens::new(),
            pages: Arc::new(pages),
            attempts: Attempts::new(),
            first_start: FirstStart::new(),
            seats,
            leaving: CancellationToken::new(),
            closing,
            reading,
        }));
        let tenant = backend.default_tenant().await?;
        backend.plant_objectives(tenant.id).await?;
        Ok(backend)
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn interviews(&self) -> &Directory {
        &self.0.interviews
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.0.tokens
    }

    pub(crate) fn attempts(&self) -> &Attempts {
        &self.0.attempts
    }

    pub(crate) fn first_start(&self) -> &FirstStart {
        &self.0.first_start
    }

    /// Streams and sockets that are open.
    pub(crate) fn seats(&self) -> &Seats {
        &self.0.seats
    }

    /// Cancelled when the server was told to end: it is not ready for new work, and still does it.
    pub(crate) fn leaving(&self) -> &CancellationToken {
        &self.0.leaving
    }

    /// Cancelled when the server goes down: what would stay open for ever ends then.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.0.closing
    }

    /// How statements are understood.
    pub(crate) fn reading(&self) -> &Reading {
        &self.0.reading
    }

    pub(crate) fn accounts(&self) -> &dyn AccountStore {
        &self.0.store
    }

    pub(crate) fn objectives(&self) -> &dyn ObjectiveStore {
        &self.0.store
    }

    pub(crate) fn pools(&self) -> &dyn PoolStore {
        &self.0.store
    }

    pub(crate) fn reviews(&self) -> &dyn ReviewStore {
        &self.0.store
    }

    pub(crate) fn sources(&self) -> &dyn SourceStore {
        &self.0.store
    }

    /// Reads pages of the web.
    pub(crate) fn pages(&self) -> &dyn PageReader {
        &*self.0.pages
    }

    pub(crate) fn records(&self) -> &dyn InterviewStore {
        &self.0.store
    }

    pub(crate) fn model_store(&self) -> &dyn ModelStore {
        &self.0.store
    }

    pub(crate) fn secrets(&self) -> &dyn SecretStore {
        &self.0.secrets
    }

    /// Every call to a language model goes through here.
    pub(crate) fn models(&self) -> &Gateway {
        &self.0.models
    }

    pub(crate) fn notes(&self) -> &Notes {
        &self.0.notes
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn now(&self) -> Timestamp {
        SystemClock.now()
    }

    pub(crate) fn id(&self) -> uuid::Uuid {
        SystemIds.next()
    }

    /// The tenant `default`, made if it is not there. Two nodes may start at once: the second finds the first one's.
    pub(crate) async fn default_tenant(&self) -> Result<TenantRow> {
        if let Some(tenant) = self.accounts().tenant_by_slug(DEFAULT_TENANT).await? {
            return Ok(tenant);
        }
        let row =
            TenantRow { id: TenantId(self.id()), slug: DEFAULT_TENANT.into(), name: "Default".into(), created_at: self.now() };
        match self.accounts().insert_tenant(row.clone()).await {
            Ok(()) => Ok(row),
            Err(domain::StoreFault::Conflict) => {
                self.accounts().tenant_by_slug(DEFAULT_TENANT).await?.context("the default tenant vanished while it was made")
            }
            Err(fault) => Err(fault.into()),
        }
    }

    /// # Errors
    /// In words, also when there is no such tenant.
    pub(crate) async fn tenant(&self, slug: &str) -> Result<TenantRow> {
        let tenant = self.accounts().tenant_by_slug(slug).await?;
        tenant.with_context(|| format!("there is no tenant {slug}: see `discovery tenant create`"))
    }

    /// Gives a tenant the built-in objectives that it does not have.
    pub(crate) async fn plant_objectives(&self, tenant: TenantId) -> Result<()> {
        for one in objective::built_in()? {
            if self.objectives().active_objective(tenant, one.context_type).await?.is_some() {
                continue;
            }
            let now = self.now();
            let row = ObjectiveRow {
                id: ObjectiveId(self.id()),
                tenant,
                context_type: one.context_type,
                version: one.version.into(),
                display_name: one.definition.display_name.clone(),
                config: one.config,
                active: true,
                built_in: true,
                created_at: now,
                updated_at: now,
            };
            match self.objectives().insert_objective(row).await {
                // Another node planted it at the same moment.
                Ok(()) | Err(domain::StoreFault::Conflict) => {}
                Err(fault) => return Err(fault.into()),
            }
        }
        Ok(())
    }
}

/// The keys that seal secrets, and the one way to language models.
async fn models(settings: &Settings, store: &Store) -> Result<(Secrets, Gateway)> {
    let keys = match &settings.models.secret_key {
        Some(keys) => Keyring::parse(keys).context("DISCOVERY_SECRET_KEY cannot be used")?,
        None => Keyring::in_folder(&settings.data_dir)?,
    };
    let secrets = store.secrets(keys);
    let (rewrapped, lost) = secrets.rewrap().await?;
    if rewrapped > 0 {
        tracing::info!(rewrapped, "secrets were wrapped with the newest secret key");
    }
    if lost > 0 {
        tracing::warn!(lost, "some secrets were sealed with a secret key that is not here: they must be entered again");
    }
    let parts = GatewayParts {
        models: Arc::new(store.clone()),
        secrets: Arc::new(secrets.clone()),
        ids: Arc::new(SystemIds),
        now: Arc::new(|| SystemClock.now()),
        defaults: settings.models.defaults.clone(),
        rule: settings.models.rule,
    };
    Ok((secrets, Gateway::new(parts).map_err(anyhow::Error::msg)?))
}

/// People see their own interviews, administrators the tenant's.
pub(crate) fn who(account: &Account) -> Who {
    Who { tenant: account.tenant_id, only: (account.role < Role::Admin).then_some(account.user_id) }
}
