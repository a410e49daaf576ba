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
    /// Which of them.
    pub among: Among,
    pub query: String,
    /// The most hits wanted, 1 to 20.
    pub limit: u8,
    /// Only what was published then.
    pub freshness: Option<Freshness>,
    /// Two letters, e.g. `de`.
    pub language: Option<String>,
    /// Two letters, e.g. `AT`. Not every provider knows countries.
    pub country: Option<String>,
    /// From where it is searched ("Abu Dhabi, United Arab Emirates"). Not every provider knows places.
    pub location: Option<String>,
    /// Which part of the results, from 1.
    pub page: u8,
    /// When it is asked: "3 days ago" is counted from here.
    pub now: Timestamp,
}

/// Which of a tenant's sources are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Among {
    #[default]
    All,
    /// All but the documents of projects.
    OutsideProjects,
    /// Only what somebody imported.
    Imported,
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
    /// How a provider is told that only new results are wanted, in its own words; none where it is told nothing.
    fn freshness_words(&self, _request: &SearchRequest) -> Option<String> {
        None
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
    /// What the page calls its own address, if that lies on the same host. Only a hint, see [`Page::address`].
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

impl Page {
    /// Under which address the page is kept that was asked for at `asked`: that one, without its fragment, unless the page came
    /// from another host. What a page calls its own address is not believed: sites that call every page by one name exist, and the
    /// text of one would be taken for another's.
    #[must_use]
    pub fn address(&self, asked: &str) -> String {
        let asked = without_fragment(asked);
        let read = without_fragment(&self.url);
        if whole_host(asked) == whole_host(read) { asked.to_owned() } else { read.to_owned() }
    }
}

/// The host with all its labels but "www": of a service's many sites each is its own.
fn whole_host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?']).next().unwrap_or(rest).to_lowercase();
    host.strip_prefix("www.").map_or(host.clone(), str::to_owned)
}

/// The same page, whichever part of it is meant.
#[must_use]
pub fn without_fragment(url: &str) -> &str {
    let url = url.trim();
    url.split_once('#').map_or(url, |(page, _)| page)
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
    async fn keep_source_with(&self, row: SourceRow, audit: Option<AuditEntry>) -> Result<SourceId, StoreFault>;
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
    /// Whether the tenant brought anything in, as a document or into a project.
    async fn has_documents(&self, tenant: TenantId) -> Result<bool, StoreFault> {
        Ok(self.count_documents(tenant).await? > 0)
    }
    /// False if there is none.
    async fn delete_source(&self, tenant: TenantId, id: SourceId) -> Result<bool, StoreFault> {
        self.delete_source_with(tenant, id, None).await
    }
    /// The same together with a line of the audit, where there was one.
    async fn delete_source_with(&self, tenant: TenantId, id: SourceId, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// Full text, best first. `words` are plain words as [`super::search_words`] gives them; a source must hold as many of them, in
    /// any form, as [`super::words_needed`] says.
    async fn find_sources(
        &self,
        tenant: TenantId,
        among: Among,
        words: &[String],
        limit: u32,
    ) -> Result<Vec<SourceMatch>, StoreFault>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_kept_under_the_address_it_was_asked_for() {
        for (asked, from, kept) in [
            ("https://a.example/x", "https://a.example/x", "https://a.example/x"),
            ("https://a.example/x?id=5#part", "https://a.example/x?id=5", "https://a.example/x?id=5"),
            ("http://a.example/x", "https://www.a.example/y", "http://a.example/x"),
            ("https://short.example/1", "https://a.example/x", "https://a.example/x"),
        ] {
            let page = Page {
                url: from.into(),
                canonical_url: Some("https://a.example/".into()),
                title: String::new(),
                text: String::new(),
                sha256: String::new(),
                published_at: None,
                cut: false,
            };
            assert_eq!(page.address(asked), kept, "{asked}");
        }
    }
}
