//! The HTTP API as a program uses it.

use super::{Feed, Turn, described};
use reqwest::{Method, RequestBuilder, header::HeaderMap};
use serde_json::{Value, json};

#[derive(Clone)]
pub(crate) struct Api {
    pub(crate) base: String,
    pub(crate) token: Option<String>,
    pub(crate) cookie: Option<String>,
    http: reqwest::Client,
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Api {
    pub(crate) fn new(base: &str, token: Option<&str>) -> Self {
        let http = client().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
        Self { base: base.to_owned(), token: token.map(str::to_owned), cookie: None, http }
    }

    /// One that keeps cookies, as a browser does.
    pub(crate) fn browser(base: &str) -> Self {
        let http = client().redirect(reqwest::redirect::Policy::none()).cookie_store(true);
        Self { base: base.to_owned(), token: None, cookie: None, http: http.build().expect("a client") }
    }

    /// With this cookie and no other.
    pub(crate) fn with_cookie(base: &str, cookie: &str) -> Self {
        Self { cookie: Some(cookie.to_owned()), ..Self::new(base, None) }
    }

    /// The same person at another server.
    pub(crate) fn at(&self, base: &str) -> Self {
        Self { base: base.to_owned(), ..self.clone() }
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.base));
        match (&self.token, &self.cookie) {
            (Some(token), _) => request.bearer_auth(token),
            (None, Some(cookie)) => request.header("cookie", cookie),
            (None, None) => request,
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::fetch(self.call(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Answer::fetch(self.call(Method::POST, path).json(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Answer {
        Answer::fetch(self.call(Method::PUT, path).json(body)).await
    }

    pub(crate) async fn patch(&self, path: &str, body: &Value) -> Answer {
        Answer::fetch(self.call(Method::PATCH, path).json(body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        Answer::fetch(self.call(Method::DELETE, path)).await
    }

    /// A new interview of a kind; its id.
    pub(crate) async fn open(&self, context: &str) -> String {
        let session = self.post("/api/v1/sessions", &json!({"context_type": context})).await.json(201);
        session["id"].as_str().expect("an id").to_owned()
    }

    /// The whole state of an interview.
    pub(crate) async fn session(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/sessions/{id}")).await.json(200)
    }

    pub(crate) async fn chat(&self, body: &Value) -> Answer {
        self.post("/api/discovery-chat", body).await
    }

    /// Says something in an interview and reads the turn to its end.
    pub(crate) async fn say(&self, session: &str, message: &str) -> Turn {
        Turn::parse(self.chat(&json!({"sessionId": session, "message": message})).await)
    }

    /// A stream of server-sent events that stays open.
    pub(crate) async fn feed(&self, path: &str, after: Option<u64>) -> Feed {
        let mut request = self.call(Method::GET, path);
        if let Some(after) = after {
            request = request.header("last-event-id", after);
        }
        Feed::new(request.send().await.expect("an answer"))
    }
}

impl Answer {
    pub(crate) async fn fetch(request: RequestBuilder) -> Self {
        Self::try_fetch(request).await.expect("an answer")
    }

    /// None when the connection broke. What the API answers is compared with what it says of itself.
    pub(crate) async fn try_fetch(request: RequestBuilder) -> Option<Self> {
        let (http, request) = request.build_split();
        let request = request.expect("a request");
        let (method, url) = (request.method().clone(), request.url().clone());
        let response = http.execute(request).await.ok()?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.ok()?;
        let base = url.origin().ascii_serialization();
        let faults = described::faults(&base, &method, url.path(), status, &headers, &text).await;
        assert!(faults.is_empty(), "{method} {url}: not as described: {faults:#?}");
        Some(Self { status, headers, text })
    }

    #[track_caller]
    pub(crate) fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        serde_json::from_str(&self.text).unwrap_or_else(|fault| panic!("{fault}: {}", self.text))
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        let header = self.headers.get(name).unwrap_or_else(|| panic!("no {name} in {:?}", self.headers));
        header.to_str().expect("a header of text")
    }

    /// The problem document of an answer that went wrong in this way.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!(self.header("content-type"), "application/problem+json", "{} {}", self.status, self.text);
        let problem = self.json(status);
        assert_eq!(problem["status"], status);
        for text in ["type", "title", "detail", "request_id"] {
            assert!(problem[text].as_str().is_some_and(|text| !text.is_empty()), "{text} is missing in {problem}");
        }
        assert_eq!(problem["request_id"], self.header("x-request-id"));
        if [429, 503].contains(&status) {
            assert!(self.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        }
        problem
    }
}

/// Answers are looked at as they came over the wire. No certificate is believed: nothing here is encrypted, and each client would read
/// all those of the system.
pub(super) fn client() -> reqwest::ClientBuilder {
    providers::tls::ready();
    let none: [reqwest::Certificate; 0] = [];
    reqwest::Client::builder().no_gzip().no_brotli().no_deflate().tls_certs_only(none)
}
