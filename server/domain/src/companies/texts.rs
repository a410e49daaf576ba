//! What searches and pages gave, as it is kept, and the texts that are read: each address once, each text once (issue: "results
//! deduplicated by canonical URL and by text").

use super::FoundText;
use protocol::{SourceId, research::SearchProvider};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A provider's answer to a query, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptAnswer {
    pub query: u16,
    pub provider: SearchProvider,
    /// From where it was searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// How new results had to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freshness: Option<String>,
    pub hits: Vec<KeptHit>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// What the provider says of its answer: engines that did not respond.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A result, or a page that was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptHit {
    pub url: String,
    pub title: String,
    /// To the letter.
    pub text: String,
    /// `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// When it was found or read: RFC 3339.
    pub accessed: String,
    /// Where the whole text is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceId>,
    /// `search_result`, `page` or `document`.
    pub from: String,
}

impl KeptHit {
    #[must_use]
    pub fn text(&self) -> FoundText {
        FoundText { url: self.url.clone(), title: self.title.clone(), text: self.text.clone(), published: self.published.clone() }
    }
}

/// An address by which the same page is recognised: without scheme, "www.", fragment, trailing slash and what only counts visits.
#[must_use]
pub fn canonical_url(url: &str) -> String {
    let url = url.trim().split_once('#').map_or(url.trim(), |(page, _)| page);
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let (place, query) = rest.split_once('?').map_or((rest, ""), |(place, query)| (place, query));
    let (host, path) = place.split_once('/').unwrap_or((place, ""));
    let host = host.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let is_count = |name: &str| name.starts_with("utm_") || ["gclid", "fbclid", "msclkid", "ref"].contains(&name);
    let mut kept: Vec<&str> =
        query.split('&').filter(|part| !part.is_empty() && !is_count(part.split('=').next().unwrap_or(part))).collect();
    kept.sort_unstable();
    let path = path.trim_end_matches('/');
    if kept.is_empty() { format!("{host}/{path}") } else { format!("{host}/{path}?{}", kept.join("&")) }
}

/// The results of all answers, each address and each text once, in the order of the queries and of the providers. Of one address the
/// longest text is kept; a page that was read takes the place of its result.
#[must_use]
pub fn merge(answers: &[KeptAnswer], pages: &[KeptHit]) -> Vec<KeptHit> {
    let mut ordered: Vec<&KeptAnswer> = answers.iter().collect();
    ordered.sort_by_key(|answer| (answer.query, answer.provider));
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut merged: Vec<KeptHit> = Vec::new();
    for hit in ordered.into_iter().flat_map(|answer| &answer.hits) {
        match places.get(&canonical_url(&hit.url)) {
            Some(place) if merged[*place].text.len() < hit.text.len() => {
                let published = merged[*place].published.clone();
                merged[*place] = hit.clone();
                merged[*place].published = hit.published.clone().or(published);
            }
            Some(_) => {}
            None => {
                places.insert(canonical_url(&hit.url), merged.len());
                merged.push(hit.clone());
            }
        }
    }
    for page in pages {
        if let Some(place) = places.get(&canonical_url(&page.url)) {
            let published = page.published.clone().or_else(|| merged[*place].published.clone());
            merged[*place] = KeptHit { published, ..page.clone() };
        }
    }
    let mut texts = HashSet::new();
    merged.retain(|hit| !hit.text.trim().is_empty() && texts.insert(words(&hit.text)));
    merged
}

/// A text by its words alone.
fn words(text: &str) -> String {
    let lower = text.to_lowercase();
    lower.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(url: &str, text: &str) -> KeptHit {
        KeptHit {
            url: url.into(),
            title: String::new(),
            text: text.into(),
            published: None,
            accessed: String::new(),
            source: None,
            from: "search_result".into(),
        }
    }

    fn answer(query: u16, provider: SearchProvider, hits: Vec<KeptHit>) -> KeptAnswer {
        KeptAnswer { query, provider, location: None, freshness: None, hits, failed: None, notes: Vec::new() }
    }

    #[test]
    fn the_same_page_has_the_same_address() {
        for (url, wanted) in [
            ("https://www.Example.org/A/?utm_source=x&b=2&a=1#top", "example.org/A?a=1&b=2"),
            ("http://example.org/A?a=1&b=2", "example.org/A?a=1&b=2"),
            ("https://example.org", "example.org/"),
            ("https://example.org/?fbclid=7", "example.org/"),
            ("documents/7", "documents/7"),
        ] {
            assert_eq!(canonical_url(url), wanted, "{url}");
        }
    }

    #[test]
    fn each_address_and_each_text_is_read_once() {
        let answers = [
            answer(1, SearchProvider::Searxng, vec![hit("https://c.example/", "Other  words."), hit("https://d.example/", "")]),
            answer(
                0,
                SearchProvider::Searxng,
                vec![hit("https://a.example/1", "short"), hit("https://b.example/", "other words")],
            ),
            answer(0, SearchProvider::SerpApi, vec![hit("http://www.a.example/1/", "a longer text")]),
        ];
        let found = |pages: &[KeptHit]| -> Vec<String> { merge(&answers, pages).into_iter().map(|hit| hit.text).collect() };
        assert_eq!(found(&[]), ["a longer text", "other words"]);
        assert_eq!(found(&[hit("https://a.example/1", "the page")]), ["the page", "other words"]);
    }
}
