//! A service on this machine that answers with JSON: an API in the style of REST whose lists come in pages, and one of GraphQL that is
//! strict about what is asked for. Whatever goes wrong with services can be had in place of an answer.

mod graphql;
mod port;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinHandle};

/// Who may call the stub.
pub const API_TOKEN: &str = "token-of-the-port-77ae";

/// One call that came.
#[derive(Clone, Debug)]
pub struct ApiCalled {
    pub method: String,
    /// With its query.
    pub path: String,
    pub authorization: String,
    pub body: String,
}

/// An answer given in place of the usual one.
#[derive(Clone, Debug, Default)]
pub struct InsteadOf {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
    /// Before it is given.
    pub after: Duration,
}

/// The service; it ends when this is dropped.
pub struct ApiStub {
    /// Without a slash at the end. Its description is at `/openapi.json`, GraphQL at `/graphql`.
    pub base: String,
    state: Arc<Service>,
    serving: JoinHandle<()>,
}

#[derive(Default)]
struct Service {
    base: Mutex<String>,
    instead: Mutex<VecDeque<InsteadOf>>,
    calls: Mutex<Vec<ApiCalled>>,
    /// Before every answer.
    pace: Mutex<Duration>,
}

impl ApiStub {
    pub async fn start() -> Self {
        let state = Arc::new(Service::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        held(&state.base).clone_from(&base);
        let app = Router::new().fallback(answer).with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { base, state, serving }
    }

    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Answers the next call of an operation with this; several wait for their turn.
    pub fn instead(&self, status: u16, headers: &[(&'static str, &str)], body: &str) {
        let headers = headers.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        self.answering(InsteadOf { status, headers, body: body.to_owned(), after: Duration::ZERO });
    }

    pub fn answering(&self, instead: InsteadOf) {
        held(&self.state.instead).push_back(instead);
    }

    /// Takes so long for every answer from now on.
    pub fn takes(&self, time: Duration) {
        *held(&self.state.pace) = time;
    }

    /// How often a path was called, with any query.
    #[must_use]
    pub fn count(&self, path: &str) -> usize {
        held(&self.state.calls).iter().filter(|call| call.path.split('?').next() == Some(path)).count()
    }

    /// The calls of operations since the last time: not those for descriptions.
    pub fn take_calls(&self) -> Vec<ApiCalled> {
        std::mem::take(&mut *held(&self.state.calls))
    }
}

impl Drop for ApiStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(State(service): State<Arc<Service>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let path = head.uri.path_and_query().map(ToString::to_string).unwrap_or_default();
    let authorization = head.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    let body = to_bytes(body, 1 << 20).await.unwrap_or_default();
    let body = String::from_utf8_lossy(&body).into_owned();
    if path == "/openapi.json" {
        return json_of(&port::description(&held(&service.base)));
    }
    if path == "/graphql" && body.contains("__schema") {
        return json_of(&graphql::schema());
    }
    let called = ApiCalled { method: head.method.to_string(), path: path.clone(), authorization: authorization.clone(), body };
    held(&service.calls).push(called.clone());
    let (pace, instead) = (*held(&service.pace), held(&service.instead).pop_front());
    tokio::time::sleep(pace).await;
    if let Some(InsteadOf { status, headers, body, after }) = instead {
        tokio::time::sleep(after).await;
        return response(status, &headers, body);
    }
    if authorization != format!("Bearer {API_TOKEN}") {
        return response(401, &[("content-type", "application/json".into())], json!({"error": "who is there?"}).to_string());
    }
    let (path, query) = path.split_once('?').unwrap_or((&path, ""));
    match (head.method.as_str(), path) {
        ("POST", "/graphql") => json_of(&graphql::answer(&called.body)),
        (method, path) => match port::answer(method, path, query) {
            Some((value, link)) => {
                let mut headers = vec![("content-type", "application/json".to_owned())];
                headers.extend(link.map(|link| ("link", link)));
                response(200, &headers, value.to_string())
            }
            None => response(404, &[("content-type", "application/json".into())], json!({"error": "not here"}).to_string()),
        },
    }
}

fn json_of(value: &Value) -> Response {
    response(200, &[("content-type", "application/json".into())], value.to_string())
}

fn response(status: u16, headers: &[(&'static str, String)], body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    for (name, value) in headers {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_str(value).expect("a header"));
    }
    response
}
