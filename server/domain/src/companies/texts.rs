//! What searches and pages gave, as it is kept, and the texts that are read: all excerpts of an address, each text once (issue:
//! "results deduplicated by canonical URL and by text").

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

/// Which texts of an address are read. Kept with a search that read by it; searches before that read the longest one alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpts {
    /// Texts of one address.
    pub count: usize,
    /// Characters of all of them; the first one is read however long it is.
    pub characters: usize,
}

impl Excerpts {
    /// What searches read now.
    pub const ALL: Self = Self { count: 8, characters: 12_000 };
}

/// An address with all that was received of it.
struct Address<'a> {
    /// A page that was read first, then in the order in which they came.
    hits: Vec<&'a KeptHit>,
}

/// The results of all answers, each text once, in the order of the queries and of the providers. Search engines show other parts of a
/// page for other queries, so all of them are read; a page that was read comes before its results.
#[must_use]
pub fn merge(answers: &[KeptAnswer], pages: &[KeptHit], excerpts: Option<Excerpts>) -> Vec<KeptHit> {
    let mut merged: Vec<KeptHit> = Vec::new();
    for address in addresses(answers, pages) {
        match excerpts {
            Some(excerpts) => merged.extend(address.excerpts(excerpts)),
            None => merged.extend(address.longest()),
        }
    }
    let mut texts = HashSet::new();
    merged.retain(|hit| !hit.text.trim().is_empty() && texts.insert(words(&hit.text)));
    merged
}

fn addresses<'a>(answers: &'a [KeptAnswer], pages: &'a [KeptHit]) -> Vec<Address<'a>> {
    let mut ordered: Vec<&KeptAnswer> = answers.iter().collect();
    ordered.sort_by_key(|answer| (answer.query, answer.provider));
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut addresses: Vec<Address<'a>> = Vec::new();
    for hit in ordered.into_iter().flat_map(|answer| &answer.hits) {
        let place = *places.entry(canonical_url(&hit.url)).or_insert(addresses.len());
        match addresses.get_mut(place) {
            Some(address) => address.hits.push(hit),
            None => addresses.push(Address { hits: vec![hit] }),
        }
    }
    for page in pages {
        if let Some(address) = places.get(&canonical_url(&page.url)).and_then(|place| addresses.get_mut(*place)) {
            address.hits.insert(0, page);
        }
    }
    addresses
}

impl Address<'_> {
    /// Each text that no other one holds. Where a result has no date, that of the address.
    fn excerpts(&self, most: Excerpts) -> Vec<KeptHit> {
        let date = self.hits.iter().find_map(|hit| hit.published.clone());
        let mut kept: Vec<(String, &KeptHit)> = Vec::new();
        for hit in &self.hits {
            let text = format!(" {} ", words(&hit.text));
            if text.trim().is_empty() || kept.iter().any(|(other, _)| other.contains(&text)) {
                continue;
            }
            let place = kept.iter().position(|(other, _)| text.contains(other.as_str())).unwrap_or(kept.len());
            kept.retain(|(other, _)| !text.contains(other.as_str()));
            kept.insert(place.min(kept.len()), (text, hit));
        }
        let mut characters = 0;
        let mut fits = |hit: &KeptHit| {
            let length = hit.text.chars().count();
            let fits = characters == 0 || characters + length <= most.characters;
            characters += if fits { length } else { 0 };
            fits
        };
        let dated = |hit: &KeptHit| KeptHit { published: hit.published.clone().or_else(|| date.clone()), ..hit.clone() };
        kept.into_iter().map(|(_, hit)| hit).filter(|hit| fits(hit)).take(most.count).map(dated).collect()
    }

    /// The longest result, or the page that was read in its place.
    fn longest(&self) -> Option<KeptHit> {
        let (pages, results): (Vec<&KeptHit>, Vec<&KeptHit>) = self.hits.iter().partition(|hit| hit.from == "page");
        let mut results = results.into_iter();
        let mut longest = results.next()?.clone();
        for hit in results.filter(|hit| !hit.text.is_empty()) {
            if longest.text.len() < hit.text.len() {
                let published = hit.published.clone().or(longest.published);
                longest = KeptHit { published, ..hit.clone() };
            }
        }
        let Some(page) = pages.first() else { return Some(longest) };
        Some(KeptHit { published: page.published.clone().or(longest.published), ..(*page).clone() })
    }
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
        let page = |text: &str| KeptHit { from: "page".into(), ..hit("https://a.example/1", text) };
        let found = |pages: &[KeptHit], excerpts| -> Vec<String> {
            merge(&answers, pages, excerpts).into_iter().map(|hit| hit.text).collect()
        };
        assert_eq!(found(&[], Some(Excerpts::ALL)), ["short", "a longer text", "other words"]);
        let (alone, beside) = ([page("A longer text, in short.")], [page("the page")]);
        assert_eq!(found(&alone, Some(Excerpts::ALL)), ["A longer text, in short.", "other words"]);
        assert_eq!(found(&beside, Some(Excerpts::ALL)), ["the page", "short", "a longer text", "other words"]);
        // As searches read that have kept no bounds.
        assert_eq!(found(&[], None), ["a longer text", "other words"]);
        assert_eq!(found(&beside, None), ["the page", "other words"]);
    }

    #[test]
    fn an_address_has_so_many_excerpts_and_the_date_that_any_of_them_has() {
        let hits = |texts: &[String]| texts.iter().map(|text| hit("https://a.example/", text)).collect::<Vec<_>>();
        let many: Vec<String> = (0..20).map(|number| format!("Part {number} of the page.")).collect();
        let mut hits_of_many = hits(&many);
        hits_of_many[3].published = Some("2025-01-08".to_owned());
        hits_of_many[5].published = Some("2025-01-09".to_owned());
        let found = merge(&[answer(0, SearchProvider::Searxng, hits_of_many)], &[], Some(Excerpts::ALL));
        assert_eq!(found.iter().map(|hit| hit.text.as_str()).collect::<Vec<_>>(), many[..8]);
        assert_eq!((found[0].published.as_deref(), found[5].published.as_deref()), (Some("2025-01-08"), Some("2025-01-09")));

        let long: Vec<String> = (0..4).map(|number| format!("{number} {}", "word ".repeat(1_000))).collect();
        let found = merge(&[answer(0, SearchProvider::Searxng, hits(&long))], &[], Some(Excerpts::ALL));
        assert_eq!(found.len(), 2, "the characters of an address are bounded");
        let huge = hits(&["word ".repeat(9_000), "another".to_owned()]);
        assert_eq!(merge(&[answer(0, SearchProvider::Searxng, huge)], &[], Some(Excerpts::ALL)).len(), 1);

        // What a longer excerpt holds is read there, in the place of the first that it holds.
        let nested = ["In ADGM.", "Elsewhere.", "Acme opened in ADGM."].map(str::to_owned);
        let found = merge(&[answer(0, SearchProvider::Searxng, hits(&nested))], &[], Some(Excerpts::ALL));
        assert_eq!(found.iter().map(|hit| hit.text.as_str()).collect::<Vec<_>>(), ["Acme opened in ADGM.", "Elsewhere."]);
    }
}
