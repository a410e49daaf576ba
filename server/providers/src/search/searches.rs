//! The front: one's own documents always, then the configured providers in order until one answers.

use super::{Local, Patience, Settings};
use async_trait::async_trait;
use domain::research::{SearchFault, SearchRequest, SourceStore, WebSearch};
use protocol::{
    TenantId,
    research::{FailedSearch, Hit, SearchOutcome, SearchProvider},
};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The most of one's own documents beside an answer of the web.
const OWN: usize = 3;
/// How long it is believed that a tenant has documents or none: another node may have imported some.
const BELIEVED: Duration = Duration::from_secs(5);
/// The most tenants of which that is known at once.
const KNOWN: usize = 10_000;

pub struct Searches {
    local: Arc<dyn WebSearch>,
    web: Vec<Arc<dyn WebSearch>>,
    /// Which tenants have documents, and when that was looked up.
    documents: Mutex<HashMap<TenantId, (bool, Instant)>>,
}

impl Searches {
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn new(settings: &Settings, patience: Patience, store: Arc<dyn SourceStore>) -> Result<Self, String> {
        Ok(Self::from_parts(Arc::new(Local::new(store)), settings.providers(patience)?))
    }

    #[must_use]
    pub fn from_parts(local: Arc<dyn WebSearch>, web: Vec<Arc<dyn WebSearch>>) -> Self {
        Self { local, web, documents: Mutex::default() }
    }

    /// Every provider by itself: the configured ones in their order, one's own documents last. Their hits come with their texts to the
    /// letter.
    #[must_use]
    pub fn each(&self) -> Vec<Arc<dyn WebSearch>> {
        self.web.iter().chain([&self.local]).cloned().collect()
    }

    /// Documents of a tenant were imported or deleted here.
    pub fn documents_changed(&self, tenant: TenantId) {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner).remove(&tenant);
    }
}

#[async_trait]
impl WebSearch for Searches {
    fn providers(&self) -> Vec<SearchProvider> {
        self.web.iter().chain([&self.local]).flat_map(|one| one.providers()).collect()
    }

    async fn reaches(&self, tenant: TenantId) -> bool {
        if !self.web.is_empty() {
            return true;
        }
        let known = self.documents.lock().unwrap_or_else(PoisonError::into_inner).get(&tenant).copied();
        if let Some((any, _)) = known.filter(|(_, since)| since.elapsed() < BELIEVED) {
            return any;
        }
        let (any, now) = (self.local.reaches(tenant).await, Instant::now());
        let mut documents = self.documents.lock().unwrap_or_else(PoisonError::into_inner);
        if documents.len() >= KNOWN {
            documents.clear();
        }
        documents.insert(tenant, (any, now));
        any
    }

    /// The outcome names the provider that answered and those that failed before. Where no provider answers, the tenant's own
    /// documents are searched.
    async fn search(&self, wish: &SearchRequest) -> Result<SearchOutcome, SearchFault> {
        let own = self.local.search(wish).await;
        let mut failed = Vec::new();
        let mut retryable = false;
        for one in &self.web {
            let answer = one.search(wish).await;
            let (provider, outcome) = (name_of(&**one), if answer.is_ok() { "ok" } else { "failed" });
            metrics::counter!("discovery_searches", "provider" => provider, "outcome" => outcome).increment(1);
            match answer {
                Ok(answer) => {
                    failed.extend(own.as_ref().err().map(|fault| failure(&*self.local, fault)));
                    let own = own.map(|own| own.hits).unwrap_or_default();
                    return Ok(SearchOutcome { hits: together(own, answer.hits, wish), failed, ..answer });
                }
                Err(fault) => {
                    retryable |= fault.is_retryable();
                    let failure = failure(&**one, &fault);
                    tracing::warn!(
                        provider = failure.provider.name(),
                        detail = failure.detail,
                        "a search provider did not answer"
                    );
                    failed.push(failure);
                }
            }
        }
        match own {
            Ok(own) if failed.is_empty() || !own.hits.is_empty() => Ok(SearchOutcome { failed, ..own }),
            Ok(_) => Err(nobody(&failed, retryable)),
            Err(fault) if failed.is_empty() => Err(fault),
            Err(fault) => {
                failed.push(failure(&*self.local, &fault));
                Err(nobody(&failed, retryable || fault.is_retryable()))
            }
        }
    }
}

/// A few of one's own first, then the web's, no address twice.
fn together(own: Vec<Hit>, web: Vec<Hit>, wish: &SearchRequest) -> Vec<Hit> {
    let mut seen = HashSet::new();
    let mut hits: Vec<Hit> = own.into_iter().take(OWN).chain(web).collect();
    hits.retain(|hit| hit.url.as_ref().is_none_or(|url| seen.insert(url.clone())));
    hits.truncate(usize::from(wish.limit));
    // Whoever asks here reads the pages themselves and quotes from these.
    hits.iter_mut().for_each(|hit| hit.raw = None);
    hits
}

fn name_of(one: &dyn WebSearch) -> &'static str {
    one.providers().first().copied().unwrap_or(SearchProvider::Local).name()
}

fn failure(one: &dyn WebSearch, fault: &SearchFault) -> FailedSearch {
    let provider = one.providers().first().copied().unwrap_or(SearchProvider::Local);
    FailedSearch { provider, detail: fault.to_string() }
}

fn nobody(failed: &[FailedSearch], retryable: bool) -> SearchFault {
    let each = failed.iter().map(|one| format!("{}: {}", one.provider.label(), one.detail));
    SearchFault::NobodyAnswered { detail: each.collect::<Vec<_>>().join("; "), retryable }
}
