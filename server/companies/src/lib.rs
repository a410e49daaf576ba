//! Searches for companies at work (seed 001): layers one after the other, providers side by side, every answer kept when it is there.
//!
//! The rules stand in `domain::companies`; this asks whoever has to be asked. It knows ports and nothing of HTTP, pages or SQL.

mod asking;
mod concluding;
mod delivering;
mod doer;
mod firing;
mod judging;
mod measuring;
mod memory;
mod places;
mod recalling;
mod scheduling;
mod searching;
mod warming;

pub use actors::{schedules::TimesDraft, webhooks::WebhookDraft};
pub use delivering::deliver_due;
pub use firing::{fire_due, seen_ids};
pub use places::{add_place, change_place, known_places, own_places, remove_place};
pub use scheduling::{ScheduleDraft, add_schedule, change_schedule, find_schedule, remove_schedule, schedules};
pub use searching::{
    Searched, begin_search, cancel_search, find_search, follow_search, plan_search, replay_search, search, search_events,
    search_texts, search_view, trace_search,
};
pub use warming::warm_popular;

use actors::{
    live::{AnyDirectory, Common, Directory},
    webhooks::Posting,
};
use doer::CompanyDoer;
use domain::{
    Shared, StoreFault, WeakShared,
    account::{AccountStore, AuditLog},
    companies::{CompanyAnalyst, CompanyReaders, CompanyScheduleStore, CompanyStore},
    models::SecretStore,
    research::{PageReader, SourceStore, WebSearch},
    runs::{WebhookSender, prices::PriceStore},
    turns::Turns,
};
use protocol::{Timestamp, research::SearchProvider};
use std::sync::{Arc, OnceLock};
use uuid::Uuid;

/// Calls to providers at once; of one tenant it is half of them.
const CALLS_AT_ONCE: usize = 64;
/// Readings of texts at once: they take a processor each.
const READINGS_AT_ONCE: usize = 8;

pub(crate) type Searches = Directory<CompanyDoer>;

/// What searches are made of.
pub struct Parts {
    pub store: Arc<dyn CompanyStore>,
    pub sources: Arc<dyn SourceStore>,
    pub prices: Arc<dyn PriceStore>,
    pub accounts: Arc<dyn AccountStore>,
    /// Each provider by itself, in the order in which they are asked; one's own documents are one of them.
    pub searchers: Vec<Arc<dyn WebSearch>>,
    pub pages: Arc<dyn PageReader>,
    /// Finds companies without a model.
    pub readers: Arc<dyn CompanyReaders>,
    pub analyst: Arc<dyn CompanyAnalyst>,
    pub schedules: Arc<dyn CompanyScheduleStore>,
    pub webhooks: Arc<dyn WebhookSender>,
    pub secrets: Arc<dyn SecretStore>,
    pub live: Common,
}

/// All searches of this server. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Companies(Shared<Inner>);

/// The searches for those whom they hold themselves.
#[derive(Clone)]
pub(crate) struct CompaniesRef(WeakShared<Inner>);

impl CompaniesRef {
    /// None once they are gone.
    pub(crate) fn get(&self) -> Option<Companies> {
        self.0.upgrade().map(Companies)
    }
}

struct Inner {
    parts: Parts,
    calls: Arc<Turns>,
    readings: Arc<Turns>,
    recent: recalling::Recent,
    /// Set once they are started.
    searches: OnceLock<Searches>,
}

impl Companies {
    /// # Errors
    /// When the actors cannot be started.
    pub async fn start(parts: Parts) -> Result<Self, actors::CommandFault> {
        let inner = Inner {
            calls: Turns::new(CALLS_AT_ONCE, CALLS_AT_ONCE / 2),
            readings: Turns::new(READINGS_AT_ONCE, READINGS_AT_ONCE / 2),
            recent: recalling::Recent::default(),
            searches: OnceLock::new(),
            parts,
        };
        let companies = Self(Shared::new(inner));
        let own = CompaniesRef(companies.0.downgrade());
        let searches = Searches::start(companies.0.parts.live.with(CompanyDoer::new(own))).await?;
        drop(companies.0.searches.set(searches));
        Ok(companies)
    }

    /// Its kind of streams.
    #[must_use]
    pub fn streams(&self) -> Arc<dyn AnyDirectory> {
        Arc::new(self.searches().clone())
    }

    /// Calls to providers of searches and readings of texts: how many are under way and how many wait.
    #[must_use]
    pub fn count_queues(&self) -> [(&'static str, (usize, usize)); 2] {
        [("companies", self.0.calls.count()), ("company_readings", self.0.readings.count())]
    }

    /// What is kept of searches.
    #[must_use]
    pub fn store(&self) -> &dyn CompanyStore {
        &*self.0.parts.store
    }

    pub(crate) fn schedules(&self) -> &dyn CompanyScheduleStore {
        &*self.0.parts.schedules
    }

    pub(crate) fn searches(&self) -> &Searches {
        let Some(searches) = self.0.searches.get() else { unreachable!("they are set before anybody has the companies") };
        searches
    }

    pub(crate) fn recent(&self) -> &recalling::Recent {
        &self.0.recent
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0.parts
    }

    /// Whoever searches under this name.
    pub(crate) fn searcher(&self, provider: SearchProvider) -> Option<Arc<dyn WebSearch>> {
        self.0.parts.searchers.iter().find(|one| one.providers().contains(&provider)).cloned()
    }

    /// In the order in which they are asked.
    pub(crate) fn providers(&self) -> Vec<SearchProvider> {
        self.0.parts.searchers.iter().flat_map(|one| one.providers()).collect()
    }
}

impl Posting for Companies {
    fn webhooks(&self) -> &dyn WebhookSender {
        &*self.0.parts.webhooks
    }

    fn secrets(&self) -> &dyn SecretStore {
        &*self.0.parts.secrets
    }
}

impl AuditLog for Companies {
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

/// Whether trying again in a moment may help.
pub(crate) const fn may_pass(fault: &StoreFault) -> bool {
    matches!(fault, StoreFault::Unavailable(_))
}
