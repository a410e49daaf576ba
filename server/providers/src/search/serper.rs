//! Serper: Google's results in another wrapping.

use super::{
    google::since,
    plain::{plain, verbatim},
    wire::{Answer, Dialect, Found, list, text},
};
use domain::research::{SearchFault, SearchRequest, relative, shortened};
use protocol::research::{Hit, SearchProvider};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

pub(super) struct Serper {
    pub(super) key: SecretString,
    pub(super) base: Url,
}

impl Dialect for Serper {
    fn provider(&self) -> SearchProvider {
        SearchProvider::Serper
    }

    fn request(&self, http: &Client, wish: &SearchRequest) -> (RequestBuilder, Vec<String>) {
        // More than ten cost a second search.
        let mut body = json!({"q": shortened(&wish.query, 2_000, 300), "num": wish.limit.clamp(1, 10), "page": wish.page.max(1)});
        if let Some(country) = &wish.country {
            body["gl"] = country.to_lowercase().into();
        }
        if let Some(location) = &wish.location {
            body["location"] = location.as_str().into();
        }
        if let Some(language) = &wish.language {
            body["hl"] = language.as_str().into();
        }
        if let Some(freshness) = wish.freshness {
            body["tbs"] = since(freshness).into();
        }
        let request = http.post(super::wire_url(&self.base, "search")).header("x-api-key", self.key.expose_secret()).json(&body);
        (request, Vec::new())
    }

    fn freshness(&self, wish: &SearchRequest) -> Option<String> {
        wish.freshness.map(since)
    }

    fn read(&self, answer: &Answer, wish: &SearchRequest) -> Result<Found, SearchFault> {
        let body = &answer.body;
        if !body["organic"].is_array() && !body["searchParameters"].is_object() {
            return Err(SearchFault::Malformed("it holds no results".to_owned()));
        }
        let hit = |item: &Value| {
            Some(Hit {
                provider: SearchProvider::Serper,
                url: Some(text(item, "link")?.to_owned()),
                title: plain(text(item, "title").unwrap_or_default()),
                snippet: plain(text(item, "snippet").unwrap_or_default()),
                raw: verbatim(text(item, "snippet")),
                published_at: text(item, "date").and_then(|date| relative(date, wish.now)),
                source: None,
            })
        };
        Ok(Found { hits: list(body, "organic")?.iter().filter_map(hit).collect(), notes: Vec::new() })
    }

    fn complaint<'a>(&self, _status: StatusCode, body: &'a Value) -> Option<&'a str> {
        text(body, "message")
    }

    fn secret(&self) -> Option<&SecretString> {
        Some(&self.key)
    }
}
