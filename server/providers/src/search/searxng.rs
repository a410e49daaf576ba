//! SearXNG, the metasearch that one runs oneself: no key, no country.

use super::{
    plain::{plain, verbatim},
    wire::{Answer, Dialect, Found, list, text},
};
use domain::research::{Freshness, SearchFault, SearchRequest, published, shortened};
use protocol::{
    Timestamp,
    research::{Hit, SearchProvider},
};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use secrecy::SecretString;
use serde_json::Value;

pub(super) struct Searxng {
    pub(super) base: Url,
}

impl Dialect for Searxng {
    fn provider(&self) -> SearchProvider {
        SearchProvider::Searxng
    }

    fn request(&self, http: &Client, wish: &SearchRequest) -> (RequestBuilder, Vec<String>) {
        let mut notes = Vec::new();
        let mut url = super::wire_url(&self.base, "search");
        {
            let mut query = url.query_pairs_mut();
            query
                .append_pair("q", &shortened(&wish.query, 400, 50))
                .append_pair("format", "json")
                .append_pair("pageno", &wish.page.max(1).to_string());
            if let Some(language) = &wish.language {
                query.append_pair("language", language);
            }
            match wish.freshness.map(|freshness| range(freshness, wish.now)) {
                Some(Some((range, exact))) => {
                    query.append_pair("time_range", range);
                    if !exact {
                        notes.push(format!("SearXNG knows no dates: searched in the last {range}"));
                    }
                }
                Some(None) => notes.push("SearXNG knows no dates: searched at any time".to_owned()),
                None => {}
            }
        }
        (http.get(url), notes)
    }

    fn freshness(&self, wish: &SearchRequest) -> Option<String> {
        wish.freshness.and_then(|freshness| range(freshness, wish.now)).map(|(range, _)| range.to_owned())
    }

    fn read(&self, answer: &Answer, _wish: &SearchRequest) -> Result<Found, SearchFault> {
        let results = list(&answer.body, "results")?;
        if !answer.body["results"].is_array() {
            return Err(SearchFault::Malformed("it holds no results".to_owned()));
        }
        let hit = |item: &Value| {
            Some(Hit {
                provider: SearchProvider::Searxng,
                url: Some(text(item, "url")?.to_owned()),
                title: plain(text(item, "title").unwrap_or_default()),
                snippet: plain(text(item, "content").unwrap_or_default()),
                raw: verbatim(text(item, "content")),
                published_at: text(item, "publishedDate").and_then(published),
                source: None,
            })
        };
        let notes = list(&answer.body, "unresponsive_engines")?.iter().filter_map(unresponsive).collect();
        Ok(Found { hits: results.iter().filter_map(hit).collect(), notes })
    }

    fn complaint<'a>(&self, status: StatusCode, body: &'a Value) -> Option<&'a str> {
        // Its refusal is a page in HTML; the reason is nearly always this one.
        match body {
            Value::Null if status == StatusCode::FORBIDDEN => {
                Some("the instance may not answer in JSON: add json to search.formats in its settings.yml")
            }
            _ => text(body, "error").or_else(|| text(body, "message")),
        }
    }

    fn secret(&self) -> Option<&SecretString> {
        None
    }
}

/// The range that covers what is wished, and whether it is exactly that. It has no dates, only ranges that end now.
fn range(freshness: Freshness, now: Timestamp) -> Option<(&'static str, bool)> {
    const DAY: i64 = 86_400_000_000;
    match freshness {
        Freshness::PastDay => Some(("day", true)),
        Freshness::PastWeek => Some(("week", true)),
        Freshness::PastMonth => Some(("month", true)),
        Freshness::PastYear => Some(("year", true)),
        Freshness::Between { from, .. } => {
            let days = (now.0 - from.0) / DAY;
            [(0, "day"), (6, "week"), (27, "month"), (364, "year")]
                .iter()
                .find(|(most, _)| days <= *most)
                .map(|(_, name)| (*name, false))
        }
    }
}

/// `["google", "timeout"]`, or only the name.
fn unresponsive(engine: &Value) -> Option<String> {
    match engine {
        Value::String(name) => Some(format!("{} did not respond", plain(name))),
        Value::Array(parts) => {
            let name = plain(parts.first()?.as_str()?);
            Some(match parts.get(1).and_then(Value::as_str) {
                Some(why) => format!("{name} did not respond: {}", plain(why)),
                None => format!("{name} did not respond"),
            })
        }
        _ => None,
    }
}
