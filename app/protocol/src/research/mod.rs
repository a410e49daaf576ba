//! Research as both sides speak of it: what a search found, the sources that findings are cited from, and the tasks.

mod finding;
mod task;

pub use finding::{CitedFinding, Report, Stance};
pub use task::*;

pub use crate::work::{LEASE, Lease, StepState};

use crate::{SourceId, Timestamp, record::record};
use serde::{Deserialize, Serialize};

/// Who searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchProvider {
    Searxng,
    SerpApi,
    Brave,
    Tavily,
    Serper,
    /// The tenant's own documents and the pages it has read, through the full-text index.
    Local,
}

impl SearchProvider {
    /// In the order in which they are tried.
    pub const ALL: [Self; 6] = [Self::Searxng, Self::SerpApi, Self::Brave, Self::Tavily, Self::Serper, Self::Local];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Searxng => "searxng",
            Self::SerpApi => "serpapi",
            Self::Brave => "brave",
            Self::Tavily => "tavily",
            Self::Serper => "serper",
            Self::Local => "local",
        }
    }

    /// The name as people know it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Searxng => "SearXNG",
            Self::SerpApi => "SerpApi",
            Self::Brave => "Brave",
            Self::Tavily => "Tavily",
            Self::Serper => "Serper",
            Self::Local => "own documents",
        }
    }
}

/// One result of a search. It has an address or a source, or both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    pub provider: SearchProvider,
    /// The address, unless it is a document that was imported as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    pub title: String,
    /// What the provider shows of it, as plain text.
    pub snippet: String,
    /// The snippet to the letter, as the provider sent it: with its tags, entities and line ends. None where that is the same, and where
    /// nobody quotes from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// When it was published, where the provider says so in a way that can be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Timestamp>,
    /// Stored already: nothing has to be fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceId>,
}

record! {
    /// What a search came to.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SearchOutcome {
        /// Who answered.
        pub provider: SearchProvider,
        /// Best first.
        pub hits: Vec<Hit>,
        /// What people should know of this answer: engines that did not respond, a time filter that could not be applied.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub notes: Vec<String>,
        /// Who was asked before and failed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub failed: Vec<FailedSearch>,
    }
}

/// A provider that was asked and failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedSearch {
    pub provider: SearchProvider,
    pub detail: String,
}

record! {
    /// A stored source as events name it; the text stays in the store.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SourceRef {
        pub id: SourceId,
        pub title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub url: Option<String>,
        /// SHA-256 of the stored text, in hexadecimal.
        pub sha256: String,
        pub accessed_at: Timestamp,
        /// None is "undated".
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub published_at: Option<Timestamp>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn providers_are_written_by_their_names() {
        for provider in SearchProvider::ALL {
            assert_eq!(serde_json::to_value(provider).expect("a name"), provider.name());
        }
    }

    #[test]
    fn an_outcome_without_notes_is_short() {
        let outcome = SearchOutcome { provider: SearchProvider::Local, hits: Vec::new(), notes: Vec::new(), failed: Vec::new() };
        let text = serde_json::to_string(&outcome).expect("JSON");
        assert_eq!(text, r#"{"provider":"local","hits":[]}"#);
        assert_eq!(serde_json::from_str::<SearchOutcome>(&text).expect("an outcome"), outcome);
    }
}
