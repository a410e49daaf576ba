//! Research that does what a test tells it: a search, pages, a shelf of sources in memory, and somebody who judges.

use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::EngineFault,
    research::{
        Among, Claim, Judged, Material, Page, PageFault, PageReader, Researcher, SearchFault, SearchRequest, SourceMatch,
        SourceRow, SourceStore, WebSearch, source_ref,
    },
};
use protocol::{
    SourceId, TenantId, Timestamp,
    interview::Engine,
    research::{Hit, SearchOutcome, SearchProvider, Stance},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// What was asked of whom, so that a test sees what was asked twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visits {
    pub searches: Vec<String>,
    pub pages: Vec<String>,
    pub judged: usize,
}

/// All of it; clones share everything.
#[derive(Clone, Default)]
pub struct Research(Arc<Mutex<Script>>);

#[derive(Default)]
struct Script {
    visits: Visits,
    /// Title and text by address; a page without an entry answers 404.
    web: BTreeMap<String, (String, String)>,
    /// What every page calls its own address.
    canonical: Option<String>,
    search_faults: VecDeque<SearchFault>,
    page_faults: VecDeque<PageFault>,
    judge_fault: Option<EngineFault>,
    claims: Option<Vec<Claim>>,
    value: Option<Value>,
    stance: Option<Stance>,
    pace: Duration,
    panics: bool,
    /// How many judgements never come to an end.
    endless: u32,
    sources: Vec<SourceRow>,
    store_faults: VecDeque<StoreFault>,
}

impl Research {
    /// A page that every search finds.
    pub fn page(&self, url: &str, title: &str, text: &str) {
        self.script().web.insert(url.into(), (title.into(), text.into()));
    }

    /// Every page calls this its own address, whichever it is.
    pub fn all_call_themselves(&self, url: &str) {
        self.script().canonical = Some(url.into());
    }

    /// The next search goes wrong; called twice, the next two.
    pub fn search_fails(&self, fault: SearchFault) {
        self.script().search_faults.push_back(fault);
    }

    pub fn page_fails(&self, fault: PageFault) {
        self.script().page_faults.push_back(fault);
    }

    /// The next look at the shelf goes wrong.
    pub fn store_fails(&self, fault: StoreFault) {
        self.script().store_faults.push_back(fault);
    }

    pub fn judging_fails(&self, fault: EngineFault) {
        self.script().judge_fault = Some(fault);
    }

    pub fn judging_panics(&self) {
        self.script().panics = true;
    }

    /// The next judgement never comes to an end.
    pub fn judging_hangs(&self) {
        self.script().endless += 1;
    }

    /// Finds exactly this, whether it stands in a source or not.
    pub fn claims(&self, claims: Vec<Claim>) {
        self.script().claims = Some(claims);
    }

    /// What every source is to the held value, and which value it gives.
    pub fn says(&self, stance: Stance, value: Option<Value>) {
        let mut script = self.script();
        (script.stance, script.value) = (Some(stance), value);
    }

    /// Every step takes so long.
    pub fn takes(&self, pace: Duration) {
        self.script().pace = pace;
    }

    #[must_use]
    pub fn visits(&self) -> Visits {
        self.script().visits.clone()
    }

    async fn pass(&self) {
        let pace = self.script().pace;
        if !pace.is_zero() {
            tokio::time::sleep(pace).await;
        }
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl WebSearch for Research {
    fn providers(&self) -> Vec<SearchProvider> {
        vec![SearchProvider::Brave, SearchProvider::Local]
    }

    async fn search(&self, request: &SearchRequest) -> Result<SearchOutcome, SearchFault> {
        self.script().visits.searches.push(request.query.clone());
        self.pass().await;
        if let Some(fault) = self.script().search_faults.pop_front() {
            return Err(fault);
        }
        let hit = |(url, (title, _)): (&String, &(String, String))| Hit {
            provider: SearchProvider::Brave,
            url: Some(url.clone()),
            title: title.clone(),
            snippet: "a snippet".into(),
            raw: None,
            published_at: None,
            source: None,
        };
        let hits = self.script().web.iter().map(hit).collect();
        Ok(SearchOutcome { provider: SearchProvider::Brave, hits, notes: Vec::new(), failed: Vec::new() })
    }
}

#[async_trait]
impl PageReader for Research {
    async fn read(&self, url: &str) -> Result<Page, PageFault> {
        self.script().visits.pages.push(url.into());
        self.pass().await;
        let mut script = self.script();
        if let Some(fault) = script.page_faults.pop_front() {
            return Err(fault);
        }
        let (title, text) = script.web.get(url).cloned().ok_or(PageFault::Status(404))?;
        let sha256 = format!("hash of {text}");
        let canonical_url = script.canonical.clone();
        Ok(Page { url: url.into(), canonical_url, title, text, sha256, published_at: None, cut: false })
    }
}

#[async_trait]
impl Researcher for Research {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        Ok(Some(Engine::Model("researcher".into())))
    }

    async fn judge(&self, material: &Material) -> Result<Judged, EngineFault> {
        let endless = {
            let mut script = self.script();
            script.visits.judged += 1;
            script.endless.checked_sub(1).inspect(|left| script.endless = *left).is_some()
        };
        if endless {
            std::future::pending::<()>().await;
        }
        self.pass().await;
        let script = self.script();
        assert!(!script.panics, "on purpose");
        if let Some(fault) = &script.judge_fault {
            return Err(fault.clone());
        }
        let all = material.sources.iter().map(|one| Claim {
            claim: format!("{} says so", one.source.title),
            quote: one.text.clone(),
            source: one.source.id,
            stance: script.stance.unwrap_or(Stance::Informs),
            value: script.value.clone(),
        });
        Ok(Judged { summary: "What was found.".into(), claims: script.claims.clone().unwrap_or_else(|| all.collect()) })
    }
}

#[async_trait]
impl SourceStore for Research {
    async fn keep_source_with(&self, row: SourceRow, _deed: Option<AuditEntry>) -> Result<SourceId, StoreFault> {
        let mut script = self.script();
        if let Some(fault) = script.store_faults.pop_front() {
            return Err(fault);
        }
        let same = |known: &&SourceRow| (known.tenant, &known.url, &known.sha256) == (row.tenant, &row.url, &row.sha256);
        if let Some(known) = script.sources.iter().find(same) {
            return Ok(known.id);
        }
        let id = row.id;
        script.sources.push(row);
        Ok(id)
    }

    async fn source(&self, tenant: TenantId, id: SourceId) -> Result<Option<SourceRow>, StoreFault> {
        let mut script = self.script();
        if let Some(fault) = script.store_faults.pop_front() {
            return Err(fault);
        }
        Ok(script.sources.iter().find(|row| row.tenant == tenant && row.id == id).cloned())
    }

    async fn source_at(&self, tenant: TenantId, url: &str) -> Result<Option<SourceRow>, StoreFault> {
        let mut script = self.script();
        if let Some(fault) = script.store_faults.pop_front() {
            return Err(fault);
        }
        Ok(script.sources.iter().rfind(|row| row.tenant == tenant && row.url.as_deref() == Some(url)).cloned())
    }

    async fn documents(
        &self,
        tenant: TenantId,
        limit: u32,
        _after: Option<(Timestamp, SourceId)>,
    ) -> Result<Vec<SourceRow>, StoreFault> {
        let script = self.script();
        let own = script.sources.iter().filter(|row| row.tenant == tenant && row.imported_at.is_some());
        Ok(own.take(limit as usize).cloned().collect())
    }

    async fn count_documents(&self, tenant: TenantId) -> Result<u64, StoreFault> {
        Ok(self.documents(tenant, u32::MAX, None).await?.len() as u64)
    }

    async fn delete_source_with(&self, tenant: TenantId, id: SourceId, _deed: Option<AuditEntry>) -> Result<bool, StoreFault> {
        let mut script = self.script();
        let before = script.sources.len();
        script.sources.retain(|row| row.tenant != tenant || row.id != id);
        Ok(script.sources.len() < before)
    }

    async fn find_sources(
        &self,
        tenant: TenantId,
        among: Among,
        words: &[String],
        limit: u32,
    ) -> Result<Vec<SourceMatch>, StoreFault> {
        let script = self.script();
        let holds = |row: &&SourceRow| row.tenant == tenant && words.iter().any(|word| row.text.to_lowercase().contains(word));
        let wanted = |row: &&SourceRow| among != Among::Imported || row.imported_at.is_some();
        let found = script.sources.iter().filter(holds).filter(wanted).take(limit as usize);
        Ok(found
            .map(|row| SourceMatch { source: source_ref(row), excerpt: row.text.clone(), imported: row.imported_at.is_some() })
            .collect())
    }
}
