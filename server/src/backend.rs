//! Everything a request needs, in one cheap handle.

mod open;
mod stores;

use crate::{
    calls::Definitions,
    config::Settings,
    engines::{Engines, Reading, Speech},
    live::Lives,
    models::{Notes, gateway},
    planting::plant,
    web::{
        Seats, Watches,
        identity::{Attempts, FirstStart, Tokens},
    },
};
use actors::live::{AnyDirectory, Common};
use actors::{AgreedClock, Clock, InterviewParts, Interviews, Library, Limits, SystemClock, SystemIds, Who};
use agents::{interview::model::ByModel, research::model::ByModel as JudgedByModel};
use anyhow::{Context, Result};
use ask::Asks;
use companies::Companies;
use domain::{
    IdSource, Shared, Stamp, WeakShared,
    account::{AccountStore, AuditLog, TenantRow},
    interview::objective,
    live::StreamChange,
    research::{PageReader, WebSearch},
    tools::ProjectChange,
};
use opportunities::Opportunities;
use projects::{Listener, Projects};
use protocol::{
    TenantId, Timestamp,
    account::{Account, Role},
};
use providers::model::Gateway;
use providers::{
    page::{Limits as PageLimits, Pages},
    search::{Patience, Searches},
    webhook::Webhooks,
};
use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};
use store::{Secrets, Store};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// How much longer than for one call to a model an engine is waited for. A turn of an interview has no more for all its calls.
const PATIENCE: Duration = Duration::from_secs(5);
/// The tenant of an installation that was not divided.
pub(crate) const DEFAULT_TENANT: &str = "default";

#[derive(Clone)]
pub(crate) struct Backend(Shared<Inner>);

impl AuditLog for Backend {
    fn accounts(&self) -> &dyn AccountStore {
        &self.0.store
    }

    fn id(&self) -> Uuid {
        Self::id(self)
    }

    fn now(&self) -> Timestamp {
        Self::now(self)
    }
}

/// Before the backend is there and once it is gone nobody is told.
impl Listener for BackendRef {
    fn project_changed(&self, change: ProjectChange) {
        if let Some(backend) = self.get() {
            backend.0.watches.project_changed(change);
        }
    }

    fn documents_changed(&self, tenant: TenantId) {
        if let Some(backend) = self.get() {
            backend.documents_changed(tenant);
        }
    }

    fn stream_changed(&self, change: StreamChange) {
        if let Some(backend) = self.get() {
            backend.lives().changed(change);
        }
    }
}

/// The backend for those whom it holds itself: set once it is there, and no reason for it to stay.
#[derive(Clone, Default)]
pub(crate) struct BackendRef(Arc<OnceLock<WeakShared<Inner>>>);

impl BackendRef {
    /// None before the backend is there and once it is gone.
    pub(crate) fn get(&self) -> Option<Backend> {
        self.0.get()?.upgrade().map(Backend)
    }
}

struct Inner {
    settings: Settings,
    store: Store,
    clock: Arc<AgreedClock>,
    interviews: Interviews,
    lives: Lives,
    pages: Arc<dyn PageReader>,
    search: Arc<Searches>,
    secrets: Secrets,
    models: Gateway,
    notes: Notes,
    tokens: Tokens,
    attempts: Attempts,
    first_start: FirstStart,
    seats: Seats,
    watches: Watches,
    leaving: CancellationToken,
    closing: CancellationToken,
    reading: Reading,
    speech: Speech,
    definitions: Definitions,
    projects: Projects,
    companies: Companies,
    asks: Asks,
    opportunities: Opportunities,
}

impl Backend {
    /// Opens the database, makes what every installation has, and starts the actors.
    pub(crate) async fn start(settings: Settings, closing: CancellationToken) -> Result<Self> {
        let store = Store::open(&settings.database_url).await.context("the database cannot be opened")?;
        let clock = Arc::new(AgreedClock::new(Arc::new(SystemClock)));
        crate::clock::agree(&clock, &store).await;
        let Engines { built_in, researcher, reading } = Engines::choose(&settings)?;
        let speech = Speech::choose(&settings)?;
        let (secrets, models) = gateway(&settings, &store, &clock).await?;
        let pages: Arc<dyn PageReader> =
            Arc::new(Pages::new(settings.guard(), PageLimits::default()).map_err(anyhow::Error::msg)?);
        let search = Searches::new(&settings.search, Patience::default(), Arc::new(store.clone())).map_err(anyhow::Error::msg)?;
        let search = Arc::new(search);
        let library = Library {
            search: search.clone(),
            pages: pages.clone(),
            sources: Arc::new(store.clone()),
            researcher: Arc::new(JudgedByModel::new(Arc::new(models.clone()))),
            built_in: researcher,
        };
        // Only one process writes to an SQLite file: what the one before it left is its own.
        let node = if settings.is_alone() && !settings.beside { Uuid::nil() } else { SystemIds.next() };
        let limits = Limits {
            idle: settings.idle,
            waiting: settings.waiting_per_interview,
            lease: settings.research_lease,
            // The gateway gives up first, and knows why.
            patience: Limits::default().patience.max(settings.models.rule.time + PATIENCE),
            ..Limits::default()
        };
        let parts = InterviewParts {
            store: Arc::new(store.clone()),
            engine: Arc::new(ByModel::new(Arc::new(models.clone()))),
            built_in,
            turn: settings.models.rule.time + PATIENCE,
            analyst: Arc::new(ByModel::new(Arc::new(models.clone()))),
            library,
            node,
            clock: clock.clone(),
            ids: Arc::new(SystemIds),
            limits,
        };
        let interviews = Interviews::start(parts).await?;
        let own = BackendRef::default();
        let webhooks = Arc::new(Webhooks::new(settings.guard()).map_err(anyhow::Error::msg)?);
        let watches = Watches::default();
        store.tell_lists({
            let watches = watches.clone();
            move |whose| watches.interviews_changed(whose)
        });
        let projects = Projects::start(projects::Parts {
            settings: settings.of_projects(),
            store: Arc::new(store.clone()),
            accounts: Arc::new(store.clone()),
            secrets: Arc::new(secrets.clone()),
            query_log: Arc::new(store.clone()),
            runs: Arc::new(store.clone()),
            prices: Arc::new(store.clone()),
            schedules: Arc::new(store.clone()),
            webhooks: webhooks.clone(),
            packs: Arc::new(store.clone()),
            drafter: Arc::new(agents::packs::model::ByModel::new(Arc::new(models.clone()))),
            explorer: Arc::new(agents::runs::BuiltInExplorer),
            analyst: Arc::new(agents::runs::model::ModelAnalyst::new(Arc::new(models.clone()))),
            model: Arc::new(models.clone()),
            search: search.clone(),
            pages: pages.clone(),
            embedder: reading.embedder(),
            listener: Arc::new(own.clone()),
            live: Common { store: Arc::new(store.clone()), node, clock: clock.clone(), ids: Arc::new(SystemIds), limits },
        })
        .await?;
        let companies = Companies::start(companies::Parts {
            store: Arc::new(store.clone()),
            sources: Arc::new(store.clone()),
            prices: Arc::new(store.clone()),
            accounts: Arc::new(store.clone()),
            searchers: search.each(),
            pages: pages.clone(),
            readers: Arc::new(agents::companies::BuiltInReaders),
            analyst: Arc::new(agents::companies::model::ModelAnalyst::new(Arc::new(models.clone()))),
            schedules: Arc::new(store.clone()),
            webhooks: webhooks.clone(),
            secrets: Arc::new(secrets.clone()),
            live: Common { store: Arc::new(store.clone()), node, clock: clock.clone(), ids: Arc::new(SystemIds), limits },
        })
        .await?;
        let asks = Asks::start(ask::Parts {
            store: Arc::new(store.clone()),
            accounts: Arc::new(store.clone()),
            projects: projects.clone(),
            planner: Arc::new(agents::ask::rules::RulesPlanner),
            analyst: Arc::new(agents::ask::model::ModelPlanner::new(Arc::new(models.clone()))),
            schedules: Arc::new(store.clone()),
            webhooks,
            secrets: Arc::new(secrets.clone()),
            live: Common { store: Arc::new(store.clone()), node, clock: clock.clone(), ids: Arc::new(SystemIds), limits },
        })
        .await?;
        let opportunities = Opportunities::start(opportunities::Parts {
            store: Arc::new(store.clone()),
            accounts: Arc::new(store.clone()),
            runs: Arc::new(store.clone()),
            companies: Arc::new(store.clone()),
            projects: Arc::new(store.clone()),
            rules: Arc::new(agents::opportunities::rules::BuiltInAgents),
            analyst: Arc::new(agents::opportunities::model::ModelAgents::new(Arc::new(models.clone()))),
            live: Common { store: Arc::new(store.clone()), node, clock: clock.clone(), ids: Arc::new(SystemIds), limits },
        })
        .await?;
        let interviews_kind: Arc<dyn AnyDirectory> = Arc::new((*interviews).clone());
        let kinds = [companies.streams(), asks.streams(), opportunities.streams()];
        let lives = Lives::new([interviews_kind].into_iter().chain(projects.streams()).chain(kinds));
        let seats = Seats::new(settings.streams_per_person);
        let backend = Self(Shared::new(Inner {
            settings,
            store,
            clock,
            interviews,
            lives,
            secrets,
            models,
            notes: Notes::default(),
            tokens: Tokens::new(),
            pages,
            search,
            attempts: Attempts::new(),
            first_start: FirstStart::new(),
            seats,
            watches,
            leaving: CancellationToken::new(),
            closing,
            reading,
            speech,
            definitions: Definitions::default(),
            projects,
            companies,
            asks,
            opportunities,
        }));
        drop(own.0.set(backend.0.downgrade()));
        backend.store().tell_projects(move |change| {
            if let Some(backend) = own.get() {
                backend.projects().changed(change);
            }
        });
        backend.default_tenant().await?;
        backend.plant_objectives().await?;
        Ok(backend)
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn interviews(&self) -> &Interviews {
        &self.0.interviews
    }

    /// How statements are understood.
    pub(crate) fn reading(&self) -> &Reading {
        &self.0.reading
    }

    /// Who hears and who speaks.
    pub(crate) fn speech(&self) -> &Speech {
        &self.0.speech
    }

    /// What is kept in memory of projects.
    pub(crate) fn projects(&self) -> &Projects {
        &self.0.projects
    }

    /// Searches for companies.
    pub(crate) fn companies(&self) -> &Companies {
        &self.0.companies
    }

    /// Questions to projects.
    pub(crate) fn asks(&self) -> &Asks {
        &self.0.asks
    }

    /// Findings on their way to specifications.
    pub(crate) fn opportunities(&self) -> &Opportunities {
        &self.0.opportunities
    }

    pub(crate) fn definitions(&self) -> &Definitions {
        &self.0.definitions
    }

    /// Documents of a tenant were imported or deleted.
    pub(crate) fn documents_changed(&self, tenant: TenantId) {
        self.0.search.documents_changed(tenant);
    }

    /// Who is asked where something is looked up.
    pub(crate) fn search(&self) -> &dyn WebSearch {
        &*self.0.search
    }

    /// Reads pages of the web.
    pub(crate) fn pages(&self) -> &dyn PageReader {
        &*self.0.pages
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
        self.0.clock.now()
    }

    pub(crate) fn clock(&self) -> &AgreedClock {
        &self.0.clock
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

    /// Gives every tenant the built-in objectives that it does not have, and later versions of those it has.
    pub(crate) async fn plant_objectives(&self) -> Result<()> {
        let stamp = Stamp { now: self.now(), ids: &SystemIds };
        plant(self.objectives(), &objective::built_in()?, &stamp).await
    }
}

/// People see their own interviews, administrators the tenant's.
pub(crate) fn who(account: &Account) -> Who {
    Who { tenant: account.tenant_id, only: (account.role < Role::Admin).then_some(account.user_id), user: Some(account.user_id) }
}
