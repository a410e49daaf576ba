//! What research needs of the world: somebody who searches, somebody who reads pages, somebody who keeps them.

use super::{PageFault, SearchFault};
use crate::{StoreFault, account::AuditEntry};
use async_trait::async_trait;
use protocol::{
    SourceId, TenantId, Timestamp, UserId,
    research::{SearchOutcome, SearchProvider, SourceRef},
};

/// What to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// Whose documents may be searched; no provider outside learns it.
    pub tenant: TenantId,
    pub query: String,
    /// The most hits wanted, 1 to 20.
    pub limit: u8,
    /// Only what was published then.
    pub freshness: Option<Freshness>,
    /// Two letters, e.g. `de`.
    pub language: Option<String>,
    /// Two letters, e.g. `AT`. Not every provider knows countries.
    pub country: Option<String>,
    /// When it is asked: "3 days ago" is counted from here.
    pub now: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    PastDay,
    PastWeek,
    PastMonth,
    PastYear,
    /// By days, both included.
    Between {
        from: Timestamp,
        to: Timestamp,
    },
}

/// Somebody who searches: one provider, or several of which the first that answers is heard.
#[async_trait]
pub trait WebSearch: Send + Sync {
    /// Who would be asked, in order.
    fn providers(&self) -> Vec<SearchProvider>;
    /// Whether there is anything for this tenant in which something could be found. Asked at every turn: it must cost next to
    /// nothing.
    async fn reaches(&self, _tenant: TenantId) -> bool {
        true
    }
    /// Finding nothing is an answer.
    async fn search(&self, request: &SearchRequest) -> Result<SearchOutcome, SearchFault>;
}

/// The most characters of a source's text. A longer page is cut, a longer document refused.
pub const LONGEST_TEXT: usize = 300_000;

/// A page as it was read: its main text, without menus and advertisements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The address after all redirects.
    pub url: String,
    /// What the page calls its own address, if that lies on the same host.
    pub canonical_url: Option<String>,
    pub title: String,
    /// At most [`LONGEST_TEXT`] characters.
    pub text: String,
    /// SHA-256 of the text, in hexadecimal.
    pub sha256: String,
    /// What the page says of itself; none where it says nothing that can be read.
    pub published_at: Option<Timestamp>,
    /// The text is longer than was kept.
    pub cut: bool,
}

#[async_trait]
pub trait PageReader: Send + Sync {
    /// Fetches a page of the web and takes its main text. Never leads into a private network, whoever wrote the address.
    async fn read(&self, url: &str) -> Result<Page, PageFault>;
}

/// A row of `research_sources`: never changed in its text, so that a quote stays where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRow {
    pub id: SourceId,
    pub tenant: TenantId,
    /// None for a document that was imported as text.
    pub url: Option<String>,
    pub title: String,
    pub text: String,
    /// SHA-256 of the text, in hexadecimal.
    pub sha256: String,
    pub accessed_at: Timestamp,
    pub published_at: Option<Timestamp>,
    /// Set for what somebody of the tenant brought in themselves: it is one of the tenant's documents.
    pub imported_at: Option<Timestamp>,
    /// Who did; none for research, and once that person is gone.
    pub imported_by: Option<UserId>,
}

/// The source as events name it.
#[must_use]
pub fn source_ref(row: &SourceRow) -> SourceRef {
    SourceRef {
        id: row.id,
        title: row.title.clone(),
        url: row.url.clone(),
        sha256: row.sha256.clone(),
        accessed_at: row.accessed_at,
        published_at: row.published_at,
    }
}

/// A source that a search of the full text found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMatch {
    pub source: SourceRef,
    /// The words around what was found.
    pub excerpt: String,
    pub imported: bool,
}

/// Keeps sources. Every method takes the tenant, and another tenant's source is simply not there.
#[async_trait]
pub trait SourceStore: Send + Sync {
    /// Keeps a source, and answers under which id. The same text under the same address is the source that is there already:
    /// only its time of access moves on, and a document it becomes if it is one now.
    async fn keep_source(&self, row: SourceRow) -> Result<SourceId, StoreFault> {
        self.keep_source_with(row, None).await
    }
    /// The same together with a line of the audit, where it was not there already.
    async fn keep_source_with(&self, row: SourceRow, deed: Option<AuditEntry>) -> Result<SourceId, StoreFault>;
    async fn source(&self, tenant: TenantId, id: SourceId) -> Result<Option<SourceRow>, StoreFault>;
    /// What was last read at an address.
    async fn source_at(&self, tenant: TenantId, url: &str) -> Result<Option<SourceRow>, StoreFault>;
    /// The tenant's documents, newest first, without their texts; at most `limit`, after the one with this time and id.
    async fn documents(
        &self,
        tenant: TenantId,
        limit: u32,
        after: Option<(Timestamp, SourceId)>,
    ) -> Result<Vec<SourceRow>, StoreFault>;
    async fn count_documents(&self, tenant: TenantId) -> Result<u64, StoreFault>;
    /// False if there is none.
    async fn delete_source(&self, tenant: TenantId, id: SourceId) -> Result<bool, StoreFault> {
        self.delete_source_with(tenant, id, None).await
    }
    /// The same together with a line of the audit, where there was one.
    async fn delete_source_with(&self, tenant: TenantId, id: SourceId, deed: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// Full text, best first. `words` are plain words as [`super::search_words`] gives them; a source must hold about half of
    /// them, in any form.
    async fn find_sources(&self, tenant: TenantId, words: &[String], limit: u32) -> Result<Vec<SourceMatch>, StoreFault>;
}
