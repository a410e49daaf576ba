//! Does the steps of a search.

use crate::{Companies, CompaniesRef, may_pass, memory::Memory};
use actors::{
    CommandFault,
    live::{Doer, Live, Start},
};
use domain::{
    StoreFault,
    companies::{CompanySearch, SearchCommand, SearchEffect, SearchInput, SearchStep, StepNews, StepResult},
};
use protocol::{Timestamp, companies::SearchLayer};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Calls to free providers that one search makes at once: what a crash loses of them is asked again.
const CALLS: usize = 4;
/// Before the store is tried once more.
const AGAIN: Duration = Duration::from_secs(1);

pub(crate) struct CompanyDoer {
    companies: CompaniesRef,
    memory: Shared,
}

impl CompanyDoer {
    pub(crate) fn new(companies: CompaniesRef) -> Self {
        Self { companies, memory: Shared::default() }
    }
}

/// Every search has a memory of its own.
impl Clone for CompanyDoer {
    fn clone(&self) -> Self {
        Self::new(self.companies.clone())
    }
}

/// The memory of one search, for the steps that go on side by side.
#[derive(Clone)]
pub(crate) struct Shared {
    memory: Arc<Mutex<Memory>>,
    calls: Arc<Semaphore>,
}

impl Default for Shared {
    fn default() -> Self {
        Self { memory: Arc::default(), calls: Arc::new(Semaphore::new(CALLS)) }
    }
}

impl Shared {
    pub(crate) fn held(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until this search may call one more free provider.
    pub(crate) async fn call(&self) -> Option<SemaphorePermit<'_>> {
        self.calls.acquire().await.ok()
    }
}

impl Doer for CompanyDoer {
    type Machine = CompanySearch;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: SearchEffect, now: Timestamp) -> Start<Self> {
        let step = match effect {
            SearchEffect::Stop(step) => return Start::Cancel(step),
            SearchEffect::Do(step) => step,
        };
        let Some(companies) = live.doer.companies.get() else { return Start::Nothing };
        let task = Task { companies, search: live.state.clone(), memory: live.doer.memory.clone(), step };
        if let Some(result) = task.at_once(now) {
            return Start::Now(SearchInput::Done { step, result: Box::new(result) });
        }
        Start::later(step, async move { SearchInput::Done { step, result: Box::new(task.work().await) } })
    }

    async fn input(_live: &mut Live<Self>, command: &SearchCommand) -> Result<(SearchInput, ()), CommandFault> {
        Ok((SearchInput::Command(*command), ()))
    }
}

/// One step under way.
pub(crate) struct Task {
    pub(crate) companies: Companies,
    pub(crate) search: CompanySearch,
    pub(crate) memory: Shared,
    step: SearchStep,
}

impl Task {
    /// The last step of a search that goes on from what is known.
    pub(crate) fn concluding(companies: Companies, search: CompanySearch, memory: Memory) -> Self {
        let memory = Shared { memory: Arc::new(Mutex::new(memory)), ..Shared::default() };
        Self { companies, search, memory, step: SearchStep::Conclude }
    }

    /// What takes no waiting: the first two layers without a model and without places that have to be read.
    fn at_once(&self, now: Timestamp) -> Option<StepResult> {
        let plan = &self.search.view.plan;
        if (plan.model.is_some() && !plan.understands_by_rules) || (plan.own_places && !self.memory.held().is_loaded) {
            return None;
        }
        let result = match self.step {
            SearchStep::Understand => self.understand_by_rules(None),
            SearchStep::Synthesize => {
                let understanding = self.memory.held().understanding.clone()?;
                self.synthesize_by_rules(&understanding, now, None)
            }
            _ => return None,
        };
        result.ok().inspect(|result| self.remember(result))
    }

    /// The store may be away for a moment; everything else that goes wrong ends the search.
    async fn work(self) -> StepResult {
        loop {
            match self.attempt().await {
                Ok(result) => {
                    self.remember(&result);
                    return result;
                }
                Err(fault) if may_pass(&fault) => {
                    tracing::warn!(search = %self.search.view.id, %fault, "a search waits for the store");
                    tokio::time::sleep(AGAIN).await;
                }
                Err(fault) => {
                    tracing::error!(search = %self.search.view.id, %fault, "a search failed");
                    let error = "the server failed on this search; it was logged under its id".to_owned();
                    return StepResult { kept: Vec::new(), news: StepNews::Failed(error) };
                }
            }
        }
    }

    async fn attempt(&self) -> Result<StepResult, StoreFault> {
        self.load().await?;
        match self.step {
            SearchStep::Understand => self.understand().await,
            SearchStep::Synthesize => self.synthesize().await,
            SearchStep::Ask { query, provider } => self.ask(query, provider).await,
            SearchStep::ReadPage(number) => self.read_page(number).await,
            SearchStep::Extract => self.extract().await,
            SearchStep::Conclude => self.conclude().await,
        }
    }

    /// What a server before this one, or the search that this one goes on from, has found.
    async fn load(&self) -> Result<(), StoreFault> {
        let view = &self.search.view;
        let known = view.plan.cached || view.plan.own_places || view.has(SearchLayer::Understanding);
        if !known || self.memory.held().is_loaded || (!view.plan.own_places && self.memory.held().understanding.is_some()) {
            return Ok(());
        }
        let parts = self.companies.store().company_trace(self.search.tenant, view.id).await?;
        let stored = Memory::read(&parts)?;
        let mut memory = self.memory.held();
        if !memory.is_loaded && memory.understanding.is_none() {
            *memory = stored;
        }
        memory.is_loaded = true;
        Ok(())
    }

    fn remember(&self, result: &StepResult) {
        let mut memory = self.memory.held();
        for part in &result.kept {
            if let Err(fault) = memory.add(part) {
                tracing::error!(%fault, part = part.name, "a part of a search cannot be read back");
            }
        }
    }
}
