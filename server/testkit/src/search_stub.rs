//! A search service on this machine that speaks one provider's wire, strictly: what the provider would refuse, it refuses.

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinHandle};

/// The key that every stub accepts.
pub const SEARCH_KEY: &str = "key-of-the-stub-7f3a";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchWire {
    Searxng,
    SerpApi,
    Brave,
    Tavily,
    Serper,
}

/// Something to be found.
#[derive(Clone, Debug, Default)]
pub struct StubHit {
    pub url: String,
    pub title: String,
    pub snippet: String,
    /// As the provider writes dates.
    pub date: Option<String>,
}

impl StubHit {
    #[must_use]
    pub fn new(url: &str, title: &str, snippet: &str) -> Self {
        Self { url: url.into(), title: title.into(), snippet: snippet.into(), date: None }
    }

    #[must_use]
    pub fn dated(self, date: &str) -> Self {
        Self { date: Some(date.into()), ..self }
    }
}

/// An answer given instead of the usual one.
#[derive(Clone, Debug, Default)]
pub struct Canned {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
    pub delay: Duration,
}

impl Canned {
    #[must_use]
    pub fn new(status: u16, body: impl ToString) -> Self {
        Self { status, body: body.to_string(), ..Self::default() }
    }

    #[must_use]
    pub fn with(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.into()));
        self
    }

    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }
}

/// What the service was asked.
#[derive(Clone, Debug)]
pub struct SearchCall {
    pub method: String,
    pub path: String,
    pub query: BTreeMap<String, String>,
    pub headers: BTreeMap<String, String>,
    /// Null where there was none.
    pub body: Value,
}

/// The service; it ends when this is dropped.
pub struct SearchStub {
    pub base: String,
    state: Arc<Stub>,
    serving: JoinHandle<()>,
}

type Finder = dyn Fn(&SearchCall) -> Vec<StubHit> + Send + Sync;

struct Stub {
    wire: SearchWire,
    finder: Mutex<Arc<Finder>>,
    canned: Mutex<VecDeque<Canned>>,
    pace: Mutex<Pace>,
    asked: Mutex<Vec<SearchCall>>,
}

/// How long usual answers take.
#[derive(Clone, Copy, Default)]
struct Pace {
    /// So many come at once.
    quick: usize,
    /// What all others take.
    delay: Duration,
}

impl Pace {
    fn take_next(&mut self) -> Duration {
        match self.quick.checked_sub(1) {
            Some(left) => {
                self.quick = left;
                Duration::ZERO
            }
            None => self.delay,
        }
    }
}

impl SearchStub {
    pub async fn start(wire: SearchWire) -> Self {
        let state = Arc::new(Stub {
            wire,
            finder: Mutex::new(Arc::new(|_| Vec::new())),
            canned: Mutex::default(),
            pace: Mutex::default(),
            asked: Mutex::default(),
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let app = Router::new().fallback(answer).with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { base, state, serving }
    }

    /// What every search finds from now on.
    pub fn finds(&self, hits: Vec<StubHit>) {
        self.finding(move |_| hits.clone());
    }

    /// What a search finds from now on, by what it asks.
    pub fn finding(&self, finder: impl Fn(&SearchCall) -> Vec<StubHit> + Send + Sync + 'static) {
        *held(&self.state.finder) = Arc::new(finder);
    }

    /// The next answer; several wait in line.
    pub fn answers(&self, canned: Canned) {
        held(&self.state.canned).push_back(canned);
    }

    /// How long every usual answer takes from now on.
    pub fn takes(&self, delay: Duration) {
        self.takes_after(0, delay);
    }

    /// So many of the next usual answers come at once, and all others take so long.
    pub fn takes_after(&self, quick: usize, delay: Duration) {
        *held(&self.state.pace) = Pace { quick, delay };
    }

    pub fn requests(&self) -> Vec<SearchCall> {
        held(&self.state.asked).clone()
    }
}

impl Drop for SearchStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(State(stub): State<Arc<Stub>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 1_000_000).await.unwrap_or_default();
    let headers = parts.headers.iter().map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into()));
    let asked = SearchCall {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().map(pairs).unwrap_or_default(),
        headers: headers.collect(),
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
    };
    held(&stub.asked).push(asked.clone());
    let canned = held(&stub.canned).pop_front();
    let finder = held(&stub.finder).clone();
    let canned = canned.unwrap_or_else(|| usual(stub.wire, &asked, &finder(&asked)).after(held(&stub.pace).take_next()));
    tokio::time::sleep(canned.delay).await;
    let mut response = Response::new(Body::from(canned.body));
    *response.status_mut() = StatusCode::from_u16(canned.status).expect("a status");
    response.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
    for (name, value) in canned.headers {
        response.headers_mut().insert(HeaderName::from_static(name), value.parse().expect("a header"));
    }
    response
}

fn usual(wire: SearchWire, asked: &SearchCall, hits: &[StubHit]) -> Canned {
    match wire {
        SearchWire::Searxng => searxng(asked, hits),
        SearchWire::SerpApi => serpapi(asked, hits),
        SearchWire::Brave => brave(asked, hits),
        SearchWire::Tavily => tavily(asked, hits),
        SearchWire::Serper => serper(asked, hits),
    }
}

fn is(asked: &SearchCall, method: &str, path: &str) -> bool {
    asked.method == method && asked.path == path
}

fn searxng(asked: &SearchCall, hits: &[StubHit]) -> Canned {
    if !is(asked, "GET", "/search") || asked.query.get("format").map(String::as_str) != Some("json") {
        return Canned::new(403, "<!doctype html><title>403 Forbidden</title>");
    }
    let ranges = ["day", "week", "month", "year"];
    if asked.query.get("time_range").is_some_and(|range| !ranges.contains(&range.as_str())) {
        return Canned::new(400, json!({"error": "Invalid time_range"}));
    }
    let result = |hit: &StubHit| {
        json!({"url": hit.url, "title": hit.title, "content": hit.snippet, "engine": "duckduckgo", "engines": ["duckduckgo"],
            "score": 1.0, "category": "general", "publishedDate": hit.date})
    };
    let results: Vec<_> = hits.iter().map(result).collect();
    Canned::new(200, json!({"query": asked.query.get("q"), "results": results, "unresponsive_engines": []}))
}

fn serpapi(asked: &SearchCall, hits: &[StubHit]) -> Canned {
    let query = |name: &str| asked.query.get(name).map(String::as_str);
    if !is(asked, "GET", "/search.json") || query("engine") != Some("google") {
        return Canned::new(400, json!({"error": "Unsupported `engine` search engine."}));
    }
    if query("api_key") != Some(SEARCH_KEY) {
        return Canned::new(
            401,
            json!({"error": "Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key"}),
        );
    }
    if query("tbs").is_some_and(|tbs| !tbs.starts_with("qdr:") && !tbs.starts_with("cdr:1,cd_min:")) {
        return Canned::new(400, json!({"error": "Unsupported `tbs` parameter."}));
    }
    if hits.is_empty() {
        return Canned::new(
            200,
            json!({
                "search_metadata": {"id": "1", "status": "Success"},
                "search_information": {"organic_results_state": "Fully empty"},
                "error": "Google hasn't returned any results for this query.",
            }),
        );
    }
    let result = |(position, hit): (usize, &StubHit)| {
        let mut result = json!({"position": position + 1, "title": hit.title, "link": hit.url, "snippet": hit.snippet});
        if let Some(date) = &hit.date {
            result["date"] = date.as_str().into();
        }
        result
    };
    let results: Vec<_> = hits.iter().enumerate().map(result).collect();
    Canned::new(200, json!({"search_metadata": {"id": "1", "status": "Success"}, "organic_results": results}))
}

fn brave(asked: &SearchCall, hits: &[StubHit]) -> Canned {
    let refused = |status: u16, code: &str, detail: &str| {
        Canned::new(status, json!({"type": "ErrorResponse", "error": {"status": status, "code": code, "detail": detail}}))
    };
    if asked.headers.get("x-subscription-token").map(String::as_str) != Some(SEARCH_KEY) {
        return refused(401, "SUBSCRIPTION_TOKEN_INVALID", "The provided subscription token is invalid.");
    }
    let query = |name: &str| asked.query.get(name).map_or("", String::as_str);
    let q = query("q");
    let lengths = (1..=400).contains(&q.chars().count()) && q.split_whitespace().count() <= 50;
    let count = query("count").parse::<u8>().is_ok_and(|count| (1..=20).contains(&count));
    let offset = query("offset").parse::<u8>().is_ok_and(|offset| offset <= 9);
    let freshness = query("freshness");
    let fresh = ["", "pd", "pw", "pm", "py"].contains(&freshness)
        || freshness.split_once("to").is_some_and(|(from, to)| from.len() == 10 && to.len() == 10);
    if !(is(asked, "GET", "/res/v1/web/search") && lengths && count && offset && fresh) {
        return refused(422, "VALIDATION", "Unable to validate request parameter(s)");
    }
    let result = |hit: &StubHit| {
        let mut result = json!({"title": hit.title, "url": hit.url, "description": hit.snippet,
            "meta_url": {"hostname": "example.org"}, "extra_snippets": []});
        if let Some(date) = &hit.date {
            let field = if date.contains('T') { "page_age" } else { "age" };
            result[field] = date.as_str().into();
        }
        result
    };
    let results: Vec<_> = hits.iter().map(result).collect();
    Canned::new(200, json!({"type": "search", "web": {"type": "search", "results": results}}))
        .with("x-ratelimit-limit", "1, 15000")
        .with("x-ratelimit-remaining", "0, 14999")
        .with("x-ratelimit-reset", "1, 1419704")
}

fn tavily(asked: &SearchCall, hits: &[StubHit]) -> Canned {
    if asked.headers.get("authorization") != Some(&format!("Bearer {SEARCH_KEY}")) {
        return Canned::new(401, json!({"detail": {"error": "Unauthorized: missing or invalid API key."}}));
    }
    let results = asked.body["max_results"].as_u64();
    let range = asked.body["time_range"].as_str().is_none_or(|range| ["day", "week", "month", "year"].contains(&range));
    if !is(asked, "POST", "/search") || results.is_none_or(|results| results > 20) || !range || !asked.body["query"].is_string() {
        return Canned::new(400, json!({"detail": {"error": "Invalid request."}}));
    }
    let result = |hit: &StubHit| {
        json!({"title": hit.title, "url": hit.url, "content": hit.snippet, "score": 0.9, "raw_content": null,
            "published_date": hit.date})
    };
    let results: Vec<_> = hits.iter().map(result).collect();
    Canned::new(200, json!({"query": asked.body["query"], "results": results, "response_time": "1.24", "request_id": "r"}))
}

fn serper(asked: &SearchCall, hits: &[StubHit]) -> Canned {
    if asked.headers.get("x-api-key").map(String::as_str) != Some(SEARCH_KEY) {
        return Canned::new(401, json!({"message": "Unauthorized."}));
    }
    let tbs = asked.body["tbs"].as_str().is_none_or(|tbs| tbs.starts_with("qdr:") || tbs.starts_with("cdr:1,cd_min:"));
    if !is(asked, "POST", "/search") || !asked.body["q"].is_string() || !tbs {
        return Canned::new(400, json!({"message": "Invalid request."}));
    }
    let result = |(position, hit): (usize, &StubHit)| {
        let mut result = json!({"title": hit.title, "link": hit.url, "snippet": hit.snippet, "position": position + 1});
        if let Some(date) = &hit.date {
            result["date"] = date.as_str().into();
        }
        result
    };
    let results: Vec<_> = hits.iter().enumerate().map(result).collect();
    Canned::new(200, json!({"searchParameters": {"q": asked.body["q"]}, "organic": results, "credits": 1}))
}

/// The pairs of a query string.
fn pairs(query: &str) -> BTreeMap<String, String> {
    query.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, value)| (read(name), read(value))).collect()
}

fn read(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next().unwrap_or_default(), rest.next().unwrap_or_default()];
                let digits = std::str::from_utf8(&digits).expect("ASCII digits");
                u8::from_str_radix(digits, 16).expect("hexadecimal digits")
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).expect("UTF-8")
}
