//! A Confluence on this machine: a server of one's own or the cloud, with one space, strict about the sign-in and the wire.

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// Who may read the stub.
pub const WIKI_USER: &str = "ann@example.com";
pub const WIKI_TOKEN: &str = "token-of-the-wiki-51c7";
/// The key of its space, and the space's number.
pub const WIKI_SPACE: &str = "ENG";
const SPACE_ID: &str = "98306";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WikiWire {
    /// Server and Data Center, below a path of its own.
    Server,
    /// Below `/wiki`, by the numbers of spaces.
    Cloud,
}

#[derive(Clone, Debug)]
struct WikiPage {
    title: String,
    storage: String,
    version: u64,
}

/// An answer given instead of the usual one.
#[derive(Clone, Debug)]
struct Instead {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

/// The wiki; it ends when this is dropped.
pub struct ConfluenceStub {
    /// What people would give as its address.
    pub address: String,
    state: Arc<Wiki>,
    serving: JoinHandle<()>,
}

struct Wiki {
    wire: WikiWire,
    /// Pages in one answer, whatever more is asked for.
    part: usize,
    pages: Mutex<BTreeMap<u64, WikiPage>>,
    instead: Mutex<VecDeque<Instead>>,
    asked: Mutex<Vec<String>>,
}

impl ConfluenceStub {
    pub async fn start(wire: WikiWire, part: usize) -> Self {
        let state = Arc::new(Wiki { wire, part, pages: Mutex::default(), instead: Mutex::default(), asked: Mutex::default() });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let app = Router::new().fallback(answer).with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { address: format!("{base}{}", context(wire)), state, serving }
    }

    /// A page, or a new version of it.
    pub fn put(&self, id: u64, title: &str, storage: &str) {
        let mut pages = held(&self.state.pages);
        let version = pages.get(&id).map_or(1, |page| page.version + 1);
        pages.insert(id, WikiPage { title: title.to_owned(), storage: storage.to_owned(), version });
    }

    pub fn remove(&self, id: u64) {
        held(&self.state.pages).remove(&id);
    }

    /// Answers the next request with this instead.
    pub fn instead(&self, status: u16, headers: &[(&'static str, &str)], body: &str) {
        let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        held(&self.state.instead).push_back(Instead { status, headers, body: body.to_owned() });
    }

    /// The requests since the last call of this: paths with queries.
    pub fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut *held(&self.state.asked))
    }
}

impl Drop for ConfluenceStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

const fn context(wire: WikiWire) -> &'static str {
    match wire {
        WikiWire::Server => "/confluence",
        WikiWire::Cloud => "/wiki",
    }
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(State(wiki): State<Arc<Wiki>>, request: Request) -> Response {
    let whole = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    held(&wiki.asked).push(whole);
    if let Some(Instead { status, headers, body }) = held(&wiki.instead).pop_front() {
        return response(status, &headers, body);
    }
    let login = request.headers().get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let basic = format!("Basic {}", STANDARD.encode(format!("{WIKI_USER}:{WIKI_TOKEN}")));
    // The cloud knows no personal access tokens.
    let right = login == basic || (wiki.wire == WikiWire::Server && login == format!("Bearer {WIKI_TOKEN}"));
    if !right {
        let page = "<!doctype html><html><body>Unauthorized</body></html>".to_owned();
        return response(401, &[("content-type", "text/html;charset=UTF-8".into())], page);
    }
    let query: BTreeMap<String, String> = request.uri().query().unwrap_or_default().split('&').filter_map(pair).collect();
    let Some(path) = request.uri().path().strip_prefix(context(wiki.wire)) else { return lost_page() };
    match wiki.wire {
        WikiWire::Server => first_interface(&wiki, path, &query),
        WikiWire::Cloud => second_interface(&wiki, path, &query),
    }
}

fn first_interface(wiki: &Wiki, path: &str, query: &BTreeMap<String, String>) -> Response {
    let of = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    let texts = of("expand").split(',').any(|part| part == "body.storage");
    if let Some(key) = path.strip_prefix("/rest/api/space/") {
        return if key == WIKI_SPACE { json_of(200, &json!({"id": 98306, "key": key, "type": "global"})) } else { no_space(key) };
    }
    if let Some(id) = path.strip_prefix("/rest/api/content/") {
        let pages = held(&wiki.pages);
        let page = id.parse().ok().and_then(|id| Some((id, pages.get(&id)?)));
        return page.map_or_else(|| no_space(id), |(id, page)| json_of(200, &first_page(id, page, texts)));
    }
    if path != "/rest/api/content" {
        return lost_page();
    }
    if of("spaceKey") != WIKI_SPACE {
        return json_of(200, &json!({"results": [], "start": 0, "limit": 25, "size": 0, "_links": {}}));
    }
    let (start, limit) = (of("start").parse().unwrap_or(0), of("limit").parse::<usize>().unwrap_or(25).min(wiki.part));
    let pages = held(&wiki.pages);
    let results: Vec<Value> = pages.iter().skip(start).take(limit).map(|(id, page)| first_page(*id, page, texts)).collect();
    let mut links = json!({"base": "http://wiki.example/confluence", "context": "/confluence"});
    if start + limit < pages.len() {
        let expand = of("expand");
        let next =
            format!("/rest/api/content?spaceKey={WIKI_SPACE}&type=page&expand={expand}&limit={limit}&start={}", start + limit);
        links["next"] = next.into();
    }
    json_of(200, &json!({"size": results.len(), "results": results, "start": start, "limit": limit, "_links": links}))
}

fn first_page(id: u64, page: &WikiPage, texts: bool) -> Value {
    let mut value = json!({
        "id": id.to_string(), "type": "page", "status": "current", "title": page.title,
        "version": {"by": {"type": "known", "username": "ann"}, "when": "2026-03-05T09:30:00.000+01:00", "number": page.version, "minorEdit": false},
        "_links": {"webui": format!("/display/{WIKI_SPACE}/{id}"), "self": format!("/rest/api/content/{id}")}, "_expandable": {"space": ""},
    });
    if texts {
        value["body"] = json!({"storage": {"value": page.storage, "representation": "storage", "_expandable": {}}});
    }
    value
}

fn second_interface(wiki: &Wiki, path: &str, query: &BTreeMap<String, String>) -> Response {
    let of = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
    let texts = of("body-format") == "storage";
    if path == "/api/v2/spaces" {
        let space = json!({"id": SPACE_ID, "key": WIKI_SPACE, "name": "Engineering", "type": "global", "status": "current"});
        let found: Vec<Value> = (of("keys") == WIKI_SPACE).then_some(space).into_iter().collect();
        return json_of(200, &json!({"results": found, "_links": {"base": "https://acme.atlassian.net/wiki"}}));
    }
    if let Some(id) = path.strip_prefix("/api/v2/pages/") {
        let pages = held(&wiki.pages);
        let page = id.parse().ok().and_then(|id| Some((id, pages.get(&id)?)));
        let missing =
            || json_of(404, &json!({"errors": [{"status": 404, "code": "NOT_FOUND", "title": "Not Found", "detail": null}]}));
        return page.map_or_else(missing, |(id, page)| json_of(200, &second_page(id, page, texts)));
    }
    if path != format!("/api/v2/spaces/{SPACE_ID}/pages") {
        return lost_page();
    }
    let (after, limit) = (of("cursor").parse::<u64>().unwrap_or(0), of("limit").parse::<usize>().unwrap_or(25).min(wiki.part));
    let pages = held(&wiki.pages);
    let rest: Vec<(&u64, &WikiPage)> = pages.iter().filter(|(id, _)| **id > after).collect();
    let results: Vec<Value> = rest.iter().take(limit).map(|(id, page)| second_page(**id, page, texts)).collect();
    let mut links = json!({"base": "https://acme.atlassian.net/wiki"});
    if let Some((last, _)) = rest.get(limit - 1).filter(|_| rest.len() > limit) {
        let format = if texts { "&body-format=storage" } else { "" };
        links["next"] = format!("/wiki/api/v2/spaces/{SPACE_ID}/pages?limit={limit}{format}&cursor={last}").into();
    }
    json_of(200, &json!({"results": results, "_links": links}))
}

fn second_page(id: u64, page: &WikiPage, texts: bool) -> Value {
    let mut value = json!({
        "id": id.to_string(), "status": "current", "title": page.title, "spaceId": SPACE_ID, "parentId": null, "body": {},
        "version": {"createdAt": "2026-03-05T08:30:00.000Z", "message": "", "number": page.version, "minorEdit": false, "authorId": "7"},
        "_links": {"webui": format!("/spaces/{WIKI_SPACE}/pages/{id}"), "tinyui": "/x/AwAG"},
    });
    if texts {
        value["body"] = json!({"storage": {"representation": "storage", "value": page.storage}});
    }
    value
}

fn no_space(key: &str) -> Response {
    json_of(
        404,
        &json!({"statusCode": 404, "data": {"authorized": false}, "message": format!("No space with key : {key}"), "reason": "Not Found"}),
    )
}

fn lost_page() -> Response {
    response(404, &[("content-type", "text/html".into())], "<html><body>Oops</body></html>".into())
}

fn json_of(status: u16, value: &Value) -> Response {
    response(status, &[("content-type", "application/json".into())], value.to_string())
}

fn response(status: u16, headers: &[(&'static str, String)], body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    for (name, value) in headers {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_str(value).expect("a header"));
    }
    response
}

/// One `name=value` of a query.
fn pair(part: &str) -> Option<(String, String)> {
    let (name, value) = part.split_once('=')?;
    Some((name.to_owned(), value.replace("%2C", ",").replace("%7E", "~")))
}
