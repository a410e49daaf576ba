//! Brave's own index.

use super::{
    google::day,
    plain::{plain, verbatim},
    wire::{Answer, Dialect, Found, list, text},
};
use domain::research::{Freshness, SearchFault, SearchRequest, published, relative, shortened};
use protocol::research::{Hit, SearchProvider};
use reqwest::{Client, RequestBuilder, StatusCode, Url, header::HeaderMap};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::time::Duration;

/// What a query may be at most.
const CHARACTERS: usize = 400;
const WORDS: usize = 50;
const MOST_RESULTS: u8 = 20;

pub(super) struct Brave {
    pub(super) key: SecretString,
    pub(super) base: Url,
}

impl Dialect for Brave {
    fn provider(&self) -> SearchProvider {
        SearchProvider::Brave
    }

    fn request(&self, http: &Client, wish: &SearchRequest) -> (RequestBuilder, Vec<String>) {
        let mut url = super::wire_url(&self.base, "res/v1/web/search");
        let short = shortened(&wish.query, CHARACTERS, WORDS);
        let whole = shortened(&wish.query, usize::MAX, usize::MAX) == short;
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("q", &short).append_pair("count", &wish.limit.clamp(1, MOST_RESULTS).to_string());
            query
                .append_pair("offset", &wish.page.saturating_sub(1).min(9).to_string())
                .append_pair("extra_snippets", "true")
                .append_pair("text_decorations", "false");
            if let Some(country) = &wish.country {
                query.append_pair("country", &country.to_uppercase());
            }
            if let Some(language) = &wish.language {
                query.append_pair("search_lang", own_name(language));
            }
            if let Some(freshness) = wish.freshness {
                query.append_pair("freshness", &since(freshness));
            }
        }
        let request = http.get(url).header("x-subscription-token", self.key.expose_secret()).header("accept", "application/json");
        let notes =
            if whole { Vec::new() } else { vec![format!("the query was cut to {WORDS} words and {CHARACTERS} characters")] };
        (request, notes)
    }

    fn freshness(&self, wish: &SearchRequest) -> Option<String> {
        wish.freshness.map(since)
    }

    fn read(&self, answer: &Answer, wish: &SearchRequest) -> Result<Found, SearchFault> {
        let body = &answer.body;
        if !body["web"].is_object() && text(body, "type") != Some("search") {
            return Err(SearchFault::Malformed("it holds no results".to_owned()));
        }
        let hit = |item: &Value| {
            let more = item["extra_snippets"].as_array().into_iter().flatten().filter_map(Value::as_str).take(5);
            // What stands in different snippets is no passage: an empty line is between them.
            let whole = text(item, "description").into_iter().chain(more).collect::<Vec<_>>().join("\n\n");
            let dated = text(item, "page_age").and_then(published);
            Some(Hit {
                provider: SearchProvider::Brave,
                url: Some(text(item, "url")?.to_owned()),
                title: plain(text(item, "title").unwrap_or_default()),
                snippet: plain(&whole),
                raw: verbatim(Some(&whole)),
                published_at: dated.or_else(|| text(item, "age").and_then(|age| relative(age, wish.now))),
                source: None,
            })
        };
        Ok(Found { hits: list(&body["web"], "results")?.iter().filter_map(hit).collect(), notes: Vec::new() })
    }

    fn complaint<'a>(&self, _status: StatusCode, body: &'a Value) -> Option<&'a str> {
        text(&body["error"], "detail").or_else(|| text(body, "message")).or_else(|| text(&body["error"], "code"))
    }

    /// `X-RateLimit-Remaining: 0, 1200` with `X-RateLimit-Reset: 1, 419704`: one number for the second, one for the month. The
    /// longest of those that are used up counts.
    fn pause(&self, headers: &HeaderMap) -> Option<Duration> {
        let numbers = |name: &str| -> Vec<Option<u64>> {
            let text = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
            text.split(',').map(|part| part.trim().parse().ok()).collect()
        };
        let used_up = numbers("x-ratelimit-remaining").into_iter().zip(numbers("x-ratelimit-reset"));
        used_up.filter_map(|(left, reset)| reset.filter(|_| left == Some(0))).max().map(Duration::from_secs)
    }

    fn secret(&self) -> Option<&SecretString> {
        Some(&self.key)
    }
}

fn since(freshness: Freshness) -> String {
    match freshness {
        Freshness::PastDay => "pd".to_owned(),
        Freshness::PastWeek => "pw".to_owned(),
        Freshness::PastMonth => "pm".to_owned(),
        Freshness::PastYear => "py".to_owned(),
        Freshness::Between { from, to } => format!("{}to{}", day(from), day(to)),
    }
}

/// It names a few languages in a way of its own.
fn own_name(language: &str) -> &str {
    match language {
        "ja" => "jp",
        "no" => "nb",
        "pt" => "pt-pt",
        "zh" => "zh-hans",
        other => other,
    }
}
