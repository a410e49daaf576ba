//! Pages that skills link to, fetched when somebody asks and kept for a while (seed 004, `resolve_skill_link`: results are cached).

use crate::Projects;
use domain::research::PageFault;
use moka::future::Cache;
use protocol::TenantId;
use std::{sync::Arc, time::Duration};

/// The most signs of a page.
const LONGEST: usize = 100_000;
/// All that is kept, in bytes.
const MOST: u64 = 32 * 1024 * 1024;
const KEPT: Duration = Duration::from_secs(3_600);

/// Each tenant has its own: whether a page was asked for is nobody else's business.
pub(super) struct LinkedPages {
    kept: Cache<(TenantId, String), Arc<str>>,
}

impl LinkedPages {
    pub(super) fn new() -> Self {
        let weight = |key: &(TenantId, String), text: &Arc<str>| u32::try_from(key.1.len() + text.len()).unwrap_or(u32::MAX);
        let kept = Cache::builder().max_capacity(MOST).weigher(weight).time_to_live(KEPT);
        Self { kept: kept.support_invalidation_closures().build() }
    }

    /// The text of a page. Of all who ask at once one fetches; what failed is tried again by the next.
    ///
    /// # Errors
    /// The guard's no, or what became of the page.
    pub(super) async fn text(&self, projects: &Projects, tenant: TenantId, url: &str) -> Result<Arc<str>, Arc<PageFault>> {
        let short = |text: String| Arc::<str>::from(text.chars().take(LONGEST).collect::<String>());
        let fetching = async { projects.linked_page(url).await.map(short) };
        self.kept.try_get_with((tenant, url.to_owned()), fetching).await
    }

    /// After a refresh pages are fetched anew.
    pub(super) fn forget(&self, tenant: TenantId) {
        if let Err(fault) = self.kept.invalidate_entries_if(move |(of, _), _| *of == tenant) {
            tracing::warn!(%fault, "pages that skills link to could not be let go");
        }
    }
}
