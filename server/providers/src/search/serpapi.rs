//! SerpApi: Google's results. Its answer without results is a success with an `error` in it.

use super::{
    google::since,
    plain::{plain, verbatim},
    wire::{Answer, Dialect, Found, list, text},
};
use domain::research::{SearchFault, SearchRequest, relative, shortened};
use protocol::research::{Hit, SearchProvider};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

pub(super) struct SerpApi {
    pub(super) key: SecretString,
    pub(super) base: Url,
}

impl Dialect for SerpApi {
    fn provider(&self) -> SearchProvider {
        SearchProvider::SerpApi
    }

    fn request(&self, http: &Client, wish: &SearchRequest) -> (RequestBuilder, Vec<String>) {
        let mut url = super::wire_url(&self.base, "search.json");
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("engine", "google").append_pair("q", &shortened(&wish.query, 2_000, 300));
            if let Some(country) = &wish.country {
                query.append_pair("gl", &country.to_lowercase());
            }
            if let Some(location) = &wish.location {
                query.append_pair("location", location);
            }
            if wish.page > 1 {
                query.append_pair("start", &(u32::from(wish.page - 1) * 10).to_string());
            }
            if let Some(language) = &wish.language {
                query.append_pair("hl", language);
            }
            if let Some(freshness) = wish.freshness {
                query.append_pair("tbs", &since(freshness));
            }
            query.append_pair("api_key", self.key.expose_secret());
        }
        (http.get(url), Vec::new())
    }

    fn freshness(&self, wish: &SearchRequest) -> Option<String> {
        wish.freshness.map(since)
    }

    fn read(&self, answer: &Answer, wish: &SearchRequest) -> Result<Found, SearchFault> {
        let body = &answer.body;
        if let Some(error) = text(body, "error") {
            let empty = text(&body["search_metadata"], "status") == Some("Success")
                || error.to_lowercase().contains("hasn't returned any results");
            return if empty {
                Ok(Found::default())
            } else {
                Err(SearchFault::Failed { status: answer.status.as_u16(), detail: error.to_owned() })
            };
        }
        let hit = |item: &Value| {
            Some(Hit {
                provider: SearchProvider::SerpApi,
                url: Some(text(item, "link")?.to_owned()),
                title: plain(text(item, "title").unwrap_or_default()),
                snippet: plain(text(item, "snippet").unwrap_or_default()),
                raw: verbatim(text(item, "snippet")),
                published_at: text(item, "date").and_then(|date| relative(date, wish.now)),
                source: None,
            })
        };
        if !body["organic_results"].is_array() && !body["search_metadata"].is_object() {
            return Err(SearchFault::Malformed("it holds no results".to_owned()));
        }
        Ok(Found { hits: list(body, "organic_results")?.iter().filter_map(hit).collect(), notes: Vec::new() })
    }

    fn complaint<'a>(&self, _status: StatusCode, body: &'a Value) -> Option<&'a str> {
        text(body, "error")
    }

    fn secret(&self) -> Option<&SecretString> {
        Some(&self.key)
    }
}
