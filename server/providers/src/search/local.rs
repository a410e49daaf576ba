//! The tenant's own documents and the pages it has read, through the full-text index: works offline.

use async_trait::async_trait;
use domain::research::{SearchFault, SearchRequest, SourceStore, WebSearch, search_words};
use protocol::{
    TenantId,
    research::{Hit, SearchOutcome, SearchProvider},
};
use std::sync::Arc;

pub struct Local {
    store: Arc<dyn SourceStore>,
}

impl Local {
    #[must_use]
    pub fn new(store: Arc<dyn SourceStore>) -> Self {
        Self { store }
    }
}

#[async_trait]
impl WebSearch for Local {
    fn providers(&self) -> Vec<SearchProvider> {
        vec![SearchProvider::Local]
    }

    async fn reaches(&self, tenant: TenantId) -> bool {
        // Whoever cannot tell tries, and the attempt says what is wrong.
        self.store.has_documents(tenant).await.unwrap_or(true)
    }

    /// A time filter leaves out what is dated and lies outside; what is undated stays, for nobody knows.
    async fn search(&self, wish: &SearchRequest) -> Result<SearchOutcome, SearchFault> {
        let words = search_words(&wish.query);
        let found = self.store.find_sources(wish.tenant, wish.among, &words, u32::from(wish.limit)).await;
        let found = found.map_err(|fault| SearchFault::Unreachable(fault.to_string()))?;
        let hits = found.into_iter().map(|one| Hit {
            provider: SearchProvider::Local,
            url: one.source.url,
            title: one.source.title,
            snippet: one.excerpt,
            raw: None,
            published_at: one.source.published_at,
            source: Some(one.source.id),
        });
        let hits = hits.filter(|hit| hit.published_at.is_none_or(|at| super::within(wish, at))).collect();
        Ok(SearchOutcome { provider: SearchProvider::Local, hits, notes: Vec::new(), failed: Vec::new() })
    }
}
