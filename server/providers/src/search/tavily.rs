//! Tavily: a search made for programs.

use super::{
    google::day,
    plain::{plain, verbatim},
    wire::{Answer, Dialect, Found, list, text},
};
use domain::research::{Freshness, SearchFault, SearchRequest, published, shortened};
use protocol::research::{Hit, SearchProvider};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

const MOST_RESULTS: u8 = 20;

pub(super) struct Tavily {
    pub(super) key: SecretString,
    pub(super) base: Url,
}

impl Dialect for Tavily {
    fn provider(&self) -> SearchProvider {
        SearchProvider::Tavily
    }

    fn request(&self, http: &Client, wish: &SearchRequest) -> (RequestBuilder, Vec<String>) {
        let mut body = json!({
            "query": shortened(&wish.query, 400, 80), "topic": "general", "search_depth": "basic",
            "max_results": wish.limit.clamp(1, MOST_RESULTS),
        });
        match wish.freshness {
            Some(Freshness::PastDay) => body["time_range"] = "day".into(),
            Some(Freshness::PastWeek) => body["time_range"] = "week".into(),
            Some(Freshness::PastMonth) => body["time_range"] = "month".into(),
            Some(Freshness::PastYear) => body["time_range"] = "year".into(),
            Some(Freshness::Between { from, to }) => {
                body["start_date"] = day(from).into();
                body["end_date"] = day(to).into();
            }
            None => {}
        }
        let request = http.post(super::wire_url(&self.base, "search")).bearer_auth(self.key.expose_secret()).json(&body);
        (request, Vec::new())
    }

    fn freshness(&self, wish: &SearchRequest) -> Option<String> {
        Some(match wish.freshness? {
            Freshness::PastDay => "day".to_owned(),
            Freshness::PastWeek => "week".to_owned(),
            Freshness::PastMonth => "month".to_owned(),
            Freshness::PastYear => "year".to_owned(),
            Freshness::Between { from, to } => format!("{} to {}", day(from), day(to)),
        })
    }

    /// `response_time` is a number or a text, and nobody needs it: it is not read.
    fn read(&self, answer: &Answer, _wish: &SearchRequest) -> Result<Found, SearchFault> {
        if !answer.body["results"].is_array() {
            return Err(SearchFault::Malformed("it holds no results".to_owned()));
        }
        let hit = |item: &Value| {
            Some(Hit {
                provider: SearchProvider::Tavily,
                url: Some(text(item, "url")?.to_owned()),
                title: plain(text(item, "title").unwrap_or_default()),
                snippet: plain(text(item, "content").unwrap_or_default()),
                raw: verbatim(text(item, "content")),
                published_at: text(item, "published_date").and_then(published),
                source: None,
            })
        };
        Ok(Found { hits: list(&answer.body, "results")?.iter().filter_map(hit).collect(), notes: Vec::new() })
    }

    fn complaint<'a>(&self, _status: StatusCode, body: &'a Value) -> Option<&'a str> {
        text(&body["detail"], "error").or_else(|| text(body, "detail")).or_else(|| text(body, "error"))
    }

    fn secret(&self) -> Option<&SecretString> {
        Some(&self.key)
    }
}
