//! Research beside the conversation: the steps of a task that are done outside, and whose turn it is.

use super::{
    InterviewDoer,
    engine::{fell_back, within},
};
use crate::{
    Clock, CommandFault,
    live::{Live, TRIES, Unfinished},
};
use domain::{
    IdSource, StoreFault,
    interview::{EngineFault, Input, StepResult},
    research::{
        Among, Freshness, Judged, Material, PageFault, PageReader, Researcher, SearchFault, SearchRequest, SourceRow,
        SourceStore, SourceText, WebSearch, claimable, next_release, source_ref, verified, without_fragment,
    },
};
use futures::{FutureExt, future::BoxFuture};
use protocol::{
    ResearchId, SessionId, SourceId, TenantId, Timestamp,
    interview::{Engine, ObligationTemplate},
    research::{Hit, PageRead, ResearchTask, SourceRef, Step},
};
use serde_json::Value;
use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};
use uuid::Uuid;

/// Between two attempts at the same, where nobody says how long to wait.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(8)];
/// Whoever wants to be left alone for longer is.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
const HITS: u8 = 10;
/// A page that was read since is not fetched again, in microseconds.
const FRESH: i64 = 86_400_000_000;

/// Those who search, read, keep and judge.
#[derive(Clone)]
pub struct Library {
    pub search: Arc<dyn WebSearch>,
    pub pages: Arc<dyn PageReader>,
    pub sources: Arc<dyn SourceStore>,
    pub researcher: Arc<dyn Researcher>,
    /// Judges when `researcher` cannot.
    pub built_in: Arc<dyn Researcher>,
}

/// One step of one task, with everything it needs.
pub(super) struct Doing {
    library: Library,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    patience: Duration,
    /// No step takes longer.
    time: Duration,
    node: Uuid,
    tenant: TenantId,
    session: SessionId,
    task: ResearchTask,
    template: Option<ObligationTemplate>,
    value: Option<Value>,
    /// The event that the value came with.
    about: u64,
}

impl Live<InterviewDoer> {
    /// The next step of a task that this node has.
    pub(super) fn research_step(&self, id: ResearchId) -> Option<BoxFuture<'static, Input>> {
        let view = &self.state.view;
        let task = view.research_task(id)?.clone();
        let key = task.asked.obligation_key.as_deref();
        let one = key.and_then(|key| view.obligation(key));
        let doing = Doing {
            library: self.doer.library.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            patience: self.doer.engines.patience,
            // A node that still has it must not be taken for dead.
            time: self.lease * 5 / 6,
            node: self.node,
            tenant: self.state.tenant,
            session: view.id,
            template: key.and_then(|key| view.template(key)).cloned(),
            value: one.and_then(|one| one.value.clone()),
            about: one.map_or(0, |one| one.value_seq),
            task,
        };
        Some(doing.done().boxed())
    }

    /// Sees whether anything could be looked up now, and who would answer.
    pub(super) async fn look_around(&mut self) {
        self.state.searchable = self.doer.library.search.reaches(self.state.tenant).await;
        self.doer.engines.learn_choice(self.state.tenant).await;
    }

    /// Takes up the research that is this node's turn; `None` when there is nothing to take up now.
    pub(super) async fn take_up_research(&mut self) -> Result<Vec<Unfinished<InterviewDoer>>, CommandFault> {
        let open = |live: &Self| !live.gone && live.state.view.research.iter().any(|task| !task.status.is_over());
        let mut tries = TRIES;
        while open(self) && !self.leaving.has_begun() {
            self.refresh_if_stale().await?;
            let (node, working) = (self.node, self.researching());
            let lease = i64::try_from(self.lease.as_micros()).unwrap_or(i64::MAX);
            if claimable(&self.state.view, node, &working, self.clock.now()).is_empty() {
                break;
            }
            match self.done_once(&Input::TakeUpResearch { node, working, lease }).await {
                Err(CommandFault::Store(StoreFault::Conflict)) if tries > 0 => tries -= 1,
                result => return result,
            }
        }
        Ok(Vec::new())
    }

    /// How long until something may be taken up that another node has.
    pub(super) fn research_release(&self) -> Option<Duration> {
        if self.gone || self.state.view.research.iter().all(|task| task.status.is_over()) {
            return None;
        }
        let now = self.clock.now();
        let release = next_release(&self.state.view, self.node, now)?;
        Some(Duration::from_micros(u64::try_from(release.0 - now.0).unwrap_or(0)).max(Duration::from_secs(1)))
    }

    /// Whether a task is still this node's.
    pub(super) fn has(&self, id: ResearchId) -> bool {
        self.state.has_research(id, self.node)
    }
}

impl Doing {
    async fn done(self) -> Input {
        let (id, node) = (self.task.id, self.node);
        let result = match tokio::time::timeout(self.time, AssertUnwindSafe(self.step()).catch_unwind()).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => StepResult::Failed("it came upon something that it cannot handle".into()),
            Err(_) => self.took_too_long(),
        };
        Input::Researched { id, node, result }
    }

    fn took_too_long(&self) -> StepResult {
        match self.task.step() {
            Some(Step::Read) => self.unread("it took too long".into()),
            _ => StepResult::Failed("it took too long".into()),
        }
    }

    async fn step(&self) -> StepResult {
        match self.task.step() {
            Some(Step::Search) => self.search().await,
            Some(Step::Read) => match self.read().await {
                Ok(source) => StepResult::Read(PageRead { hit: self.place(), source: Some(source), fault: None }),
                Err(fault) => self.unread(fault),
            },
            Some(Step::Summarise) => self.judge().await,
            // The rest is done by rule.
            _ => StepResult::Failed("there is nothing left to do".into()),
        }
    }

    async fn search(&self) -> StepResult {
        let request = SearchRequest {
            tenant: self.tenant,
            among: Among::All,
            query: self.task.asked.query.clone(),
            limit: HITS,
            freshness: None::<Freshness>,
            language: None,
            country: None,
            location: None,
            page: 1,
            now: self.clock.now(),
        };
        let mut pauses = PAUSES.into_iter();
        loop {
            let fault = match self.library.search.search(&request).await {
                Ok(outcome) => return StepResult::Searched(outcome),
                Err(fault) => fault,
            };
            match pauses.next().filter(|_| fault.is_retryable()).and_then(|usual| pause(usual, asked_to_wait(&fault))) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return StepResult::Failed(fault.to_string()),
            }
        }
    }

    /// The place of the hit whose turn it is.
    fn place(&self) -> u32 {
        u32::try_from(self.task.reads.len()).unwrap_or(u32::MAX)
    }

    fn unread(&self, fault: String) -> StepResult {
        StepResult::Read(PageRead { hit: self.place(), source: None, fault: Some(fault) })
    }

    async fn read(&self) -> Result<SourceRef, String> {
        let hits = self.task.search.as_ref().map_or(&[][..], |search| &search.hits);
        let hit = hits.get(self.task.reads.len()).ok_or("there is no such result")?;
        let source = self.source(hit).await?;
        if self.task.sources().any(|known| known.id == source.id || known.sha256 == source.sha256) {
            return Err("it has the same text as another result".into());
        }
        Ok(source)
    }

    async fn source(&self, hit: &Hit) -> Result<SourceRef, String> {
        let (tenant, sources) = (self.tenant, &self.library.sources);
        if let Some(id) = hit.source {
            let row = patiently(|| sources.source(tenant, id)).await.map_err(|fault| fault.to_string())?;
            return row.as_ref().map(source_ref).ok_or_else(|| "it was deleted".into());
        }
        let url = hit.url.as_deref().ok_or("it has no address")?;
        let known = patiently(|| sources.source_at(tenant, without_fragment(url))).await.map_err(|fault| fault.to_string())?;
        if let Some(row) = known.filter(|row| row.accessed_at.0 > self.clock.now().0 - FRESH) {
            return Ok(source_ref(&row));
        }
        let page = self.page(url).await.map_err(|fault| fault.to_string())?;
        let row = SourceRow {
            id: SourceId(self.ids.next()),
            tenant,
            url: Some(page.address(url)),
            title: if page.title.trim().is_empty() { hit.title.clone() } else { page.title },
            text: page.text,
            sha256: page.sha256,
            accessed_at: self.clock.now(),
            published_at: page.published_at.or(hit.published_at),
            imported_at: None,
            imported_by: None,
        };
        let mut kept = source_ref(&row);
        kept.id = patiently(|| sources.keep_source(row.clone())).await.map_err(|fault| fault.to_string())?;
        Ok(kept)
    }

    async fn page(&self, url: &str) -> Result<domain::research::Page, PageFault> {
        match self.library.pages.read(url).await {
            Err(fault) if fault.is_retryable() => {
                let wait = if let PageFault::Limited { retry_after } = &fault { *retry_after } else { None };
                let Some(pause) = pause(PAUSES[0], wait) else { return Err(fault) };
                tokio::time::sleep(pause).await;
                self.library.pages.read(url).await
            }
            result => result,
        }
    }

    async fn judge(&self) -> StepResult {
        let mut sources = Vec::new();
        for source in self.task.sources() {
            match patiently(|| self.library.sources.source(self.tenant, source.id)).await {
                Ok(Some(row)) => sources.push(SourceText { source: source.clone(), text: row.text }),
                // Deleted since: nothing of it can be cited.
                Ok(None) => {}
                Err(fault) => return StepResult::Failed(fault.to_string()),
            }
        }
        let material = Material {
            tenant: self.tenant,
            session: self.session,
            asked: self.task.asked.clone(),
            template: self.template.clone(),
            value: self.value.clone(),
            sources,
        };
        let (chosen, fell_back) = match self.chosen(&material).await {
            Ok(chosen) => (chosen, None),
            Err(fault) => (None, fell_back(&fault, "judge_research")),
        };
        let (Judged { summary, claims }, engine) = match chosen {
            Some(judged) => judged,
            None => match within(self.patience, self.library.built_in.judge(&material)).await {
                Ok(judged) => (judged, Engine::BuiltIn),
                Err(fault) => return StepResult::Failed(fault.to_string()),
            },
        };
        let texts: Vec<(SourceId, &str)> = material.sources.iter().map(|one| (one.source.id, one.text.as_str())).collect();
        let (claims, dropped) = verified(claims, &texts);
        if dropped > 0 {
            metrics::counter!("discovery_research_quotes_dropped").increment(u64::from(dropped));
            tracing::warn!(dropped, engine = ?engine, "quotes that are not in their sources were dropped");
        }
        StepResult::Judged { summary, claims, dropped, engine, fell_back, about: self.about }
    }

    /// What the chosen engine makes of it; none where none is chosen. It leaves the built-in one time within the same step.
    async fn chosen(&self, material: &Material) -> Result<Option<(Judged, Engine)>, EngineFault> {
        let researcher = &self.library.researcher;
        let work = async {
            match researcher.engine(self.tenant).await? {
                Some(engine) => Ok(Some((researcher.judge(material).await?, engine))),
                None => Ok(None),
            }
        };
        within(self.patience.min(self.time * 3 / 4), work).await
    }
}

fn asked_to_wait(fault: &SearchFault) -> Option<Duration> {
    if let SearchFault::Limited { retry_after, .. } = fault { *retry_after } else { None }
}

/// How long to wait; none where that is too long.
fn pause(usual: Duration, asked: Option<Duration>) -> Option<Duration> {
    Some(asked.unwrap_or(usual)).filter(|pause| *pause <= LONGEST_PAUSE)
}

/// An interview that rested for so long is looked over when somebody opens it again, in microseconds.
const REST: i64 = 3_600_000_000;

/// Whether it rested.
pub(super) fn rested(updated: Timestamp, now: Timestamp) -> bool {
    now.0.saturating_sub(updated.0) >= REST
}

/// Asks the store again after a hiccup, which is no fault of the page or the task.
async fn patiently<T, F: Future<Output = Result<T, StoreFault>>>(ask: impl Fn() -> F) -> Result<T, StoreFault> {
    for pause in PAUSES {
        match ask().await {
            Err(fault) if fault.is_retryable() => tokio::time::sleep(pause).await,
            answer => return answer,
        }
    }
    ask().await
}
