//! Asks at work (seed 004): a question is planned, its steps are carried out side by side, and the answer carries what proves it.
//!
//! The rules stand in `domain::ask`; this asks databases, documents, APIs and models. It knows ports and projects, and nothing of HTTP,
//! pages or SQL of the store.

mod built_in;
mod concluding;
mod delivering;
mod doer;
mod firing;
mod memory;
mod planning;
mod proving;
mod questions;
mod scheduling;
mod steps;
mod whole;

pub use actors::{schedules::TimesDraft, webhooks::WebhookDraft};
pub use delivering::deliver_due;
pub use firing::fire_due;
pub use proving::rerun_ask;
pub use questions::{
    RedoWish, SaveWish, ask_events, ask_view, await_ask, begin_ask, cancel_ask, clarify_ask, find_ask, follow_ask, redo_ask,
    save_ask,
};
pub use scheduling::{
    ScheduleDraft, ask_results, ask_schedules, ask_schedules_version, change_ask_schedule, find_ask_schedule,
    remove_ask_schedule, schedule_of_ask,
};
pub use whole::{WholeAsk, read_redone, whole_ask};

use actors::{
    live::{AnyDirectory, Common, Directory},
    webhooks::Posting,
};
use doer::AskDoer;
use domain::{
    Shared, StoreFault, WeakShared,
    account::{AccountStore, AuditLog},
    ask::{AskAnalyst, AskScheduleStore, AskStore, Planner},
    models::SecretStore,
    runs::WebhookSender,
    turns::Turns,
};
use projects::Projects;
use protocol::Timestamp;
use std::sync::{Arc, OnceLock};
use uuid::Uuid;

/// Steps of this server at once; of one tenant it is half of them.
const STEPS_AT_ONCE: usize = 32;
/// Of them those of one person, and those that read or keep many rows.
const OF_ONE_PERSON: usize = 4;
const WITH_MANY_ROWS: usize = 8;
/// People who have a step under way: as many as there are.
const PEOPLE: usize = 1_000_000;

pub(crate) type Streams = Directory<AskDoer>;

/// What asks are made of.
pub struct Parts {
    pub store: Arc<dyn AskStore>,
    pub accounts: Arc<dyn AccountStore>,
    pub projects: Projects,
    /// Plans without a model.
    pub planner: Arc<dyn Planner>,
    pub analyst: Arc<dyn AskAnalyst>,
    pub schedules: Arc<dyn AskScheduleStore>,
    pub webhooks: Arc<dyn WebhookSender>,
    pub secrets: Arc<dyn SecretStore>,
    pub live: Common,
}

/// All asks of this server. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Asks(Shared<Inner>);

/// The asks for those whom they hold themselves.
#[derive(Clone)]
pub(crate) struct AsksRef(WeakShared<Inner>);

impl AsksRef {
    /// None once they are gone.
    pub(crate) fn get(&self) -> Option<Asks> {
        self.0.upgrade().map(Asks)
    }
}

/// What a step waits for before it begins.
pub(crate) struct StepTurns {
    pub(crate) of_people: Arc<Turns>,
    pub(crate) of_tenants: Arc<Turns>,
    pub(crate) of_many_rows: Arc<Turns>,
}

struct Inner {
    parts: Parts,
    turns: StepTurns,
    /// Set once they are started.
    streams: OnceLock<Streams>,
}

impl Asks {
    /// # Errors
    /// When the actors cannot be started.
    pub async fn start(parts: Parts) -> Result<Self, actors::CommandFault> {
        let turns = StepTurns {
            of_people: Turns::new(PEOPLE, OF_ONE_PERSON),
            of_tenants: Turns::new(STEPS_AT_ONCE, STEPS_AT_ONCE / 2),
            of_many_rows: Turns::new(WITH_MANY_ROWS, WITH_MANY_ROWS / 2),
        };
        let asks = Self(Shared::new(Inner { parts, turns, streams: OnceLock::new() }));
        let own = AsksRef(asks.0.downgrade());
        let streams = Streams::start(asks.0.parts.live.with(AskDoer::new(own))).await?;
        drop(asks.0.streams.set(streams));
        Ok(asks)
    }

    /// Its kind of streams.
    #[must_use]
    pub fn streams(&self) -> Arc<dyn AnyDirectory> {
        Arc::new(self.directory().clone())
    }

    /// Steps under way and steps that wait, by what they wait for.
    #[must_use]
    pub fn count_queues(&self) -> [(&'static str, (usize, usize)); 3] {
        let StepTurns { of_people, of_tenants, of_many_rows } = &self.0.turns;
        [("asks", of_tenants.count()), ("asks_of_one_person", of_people.count()), ("asks_with_many_rows", of_many_rows.count())]
    }

    /// What is kept of asks.
    #[must_use]
    pub fn store(&self) -> &dyn AskStore {
        &*self.0.parts.store
    }

    pub(crate) fn schedules(&self) -> &dyn AskScheduleStore {
        &*self.0.parts.schedules
    }

    pub(crate) fn directory(&self) -> &Streams {
        let Some(streams) = self.0.streams.get() else { unreachable!("they are set before anybody has the asks") };
        streams
    }

    pub(crate) fn projects(&self) -> &Projects {
        &self.0.parts.projects
    }

    pub(crate) fn planner(&self) -> &dyn Planner {
        &*self.0.parts.planner
    }

    pub(crate) fn analyst(&self) -> &dyn AskAnalyst {
        &*self.0.parts.analyst
    }

    pub(crate) fn turns(&self) -> &StepTurns {
        &self.0.turns
    }
}

impl Posting for Asks {
    fn webhooks(&self) -> &dyn WebhookSender {
        &*self.0.parts.webhooks
    }

    fn secrets(&self) -> &dyn SecretStore {
        &*self.0.parts.secrets
    }
}

impl AuditLog for Asks {
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
