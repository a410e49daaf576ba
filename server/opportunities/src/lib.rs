//! Opportunities at work (seed 003): findings are gathered, framed, designed for, assessed and ranked; each receiver validates what it
//! gets; people review.
//!
//! The rules stand in `domain::opportunities`; this asks agents and reads what other capabilities found. It knows ports and projects,
//! and nothing of HTTP, pages or SQL of the store.

mod agents;
mod contract;
mod doer;
mod gathering;
mod pipelines;
mod producing;
mod reviewing;

pub use pipelines::{add_answer, begin_pipeline, find_pipeline, follow_pipeline, pipeline_events, pipeline_view, stop_pipeline};
pub use reviewing::{
    DecisionWish, ExperimentWish, SendBackWish, decide_opportunity, find_opportunity, report_experiment, send_back_pipeline,
};

use actors::live::{AnyDirectory, Common, Directory};
use doer::PipelineDoer;
use domain::{
    Shared, WeakShared,
    account::{AccountStore, AuditLog},
    companies::CompanyStore,
    opportunities::{OpportunityAnalyst, OpportunityRules, OpportunityStore},
    runs::RunStore,
    tools::ProjectStore,
    turns::Turns,
};
use protocol::Timestamp;
use std::sync::{Arc, OnceLock};
use uuid::Uuid;

/// Pieces of work of this server at once; of one tenant it is half of them.
const STEPS_AT_ONCE: usize = 16;

pub(crate) type Streams = Directory<PipelineDoer>;

/// What pipelines are made of.
pub struct Parts {
    pub store: Arc<dyn OpportunityStore>,
    pub accounts: Arc<dyn AccountStore>,
    // Where findings come from.
    pub runs: Arc<dyn RunStore>,
    pub companies: Arc<dyn CompanyStore>,
    pub projects: Arc<dyn ProjectStore>,
    /// Judges without a model.
    pub rules: Arc<dyn OpportunityRules>,
    pub analyst: Arc<dyn OpportunityAnalyst>,
    pub live: Common,
}

impl Parts {
    pub(crate) fn sources(&self) -> gathering::Sources<'_> {
        gathering::Sources {
            runs: &*self.runs,
            companies: &*self.companies,
            projects: &*self.projects,
            opportunities: &*self.store,
            streams: &*self.live.store,
        }
    }
}

/// All pipelines of this server. Cheap to clone; all clones are the same.
#[derive(Clone)]
pub struct Opportunities(Shared<Inner>);

/// The pipelines for those whom they hold themselves.
#[derive(Clone)]
pub(crate) struct OpportunitiesRef(WeakShared<Inner>);

impl OpportunitiesRef {
    /// None once they are gone.
    pub(crate) fn get(&self) -> Option<Opportunities> {
        self.0.upgrade().map(Opportunities)
    }
}

struct Inner {
    parts: Parts,
    turns: Arc<Turns>,
    /// Set once they are started.
    streams: OnceLock<Streams>,
}

impl Opportunities {
    /// # Errors
    /// When the actors cannot be started.
    pub async fn start(parts: Parts) -> Result<Self, actors::CommandFault> {
        let turns = Turns::new(STEPS_AT_ONCE, STEPS_AT_ONCE / 2);
        let opportunities = Self(Shared::new(Inner { parts, turns, streams: OnceLock::new() }));
        let own = OpportunitiesRef(opportunities.0.downgrade());
        let streams = Streams::start(opportunities.0.parts.live.with(PipelineDoer::new(own))).await?;
        drop(opportunities.0.streams.set(streams));
        Ok(opportunities)
    }

    /// Its kind of streams.
    #[must_use]
    pub fn streams(&self) -> Arc<dyn AnyDirectory> {
        Arc::new(self.directory().clone())
    }

    /// Pieces of work: how many are under way and how many wait.
    #[must_use]
    pub fn count_queue(&self) -> (usize, usize) {
        self.0.turns.count()
    }

    /// What is kept of pipelines.
    #[must_use]
    pub fn store(&self) -> &dyn OpportunityStore {
        &*self.0.parts.store
    }

    /// The built-in agents.
    #[must_use]
    pub fn rules(&self) -> &Arc<dyn OpportunityRules> {
        &self.0.parts.rules
    }

    pub(crate) fn directory(&self) -> &Streams {
        let Some(streams) = self.0.streams.get() else { unreachable!("they are set before anybody has the pipelines") };
        streams
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.0.parts
    }

    pub(crate) fn turns(&self) -> &Arc<Turns> {
        &self.0.turns
    }
}

impl AuditLog for Opportunities {
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
