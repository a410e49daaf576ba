//! A web site on this machine: pages that read well, and pages that do everything a reader must not fall for.

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderName, HeaderValue, StatusCode},
    response::Response,
};
use flate2::{Compression, write::GzEncoder};
use futures::stream;
use std::{
    collections::{BTreeMap, HashMap},
    io::Write,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinHandle};

/// What one address answers.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub status: u16,
    pub headers: BTreeMap<&'static str, String>,
    pub body: Bytes,
    /// Sent again and again without end.
    pub endless: bool,
    /// Between two portions of the body.
    pub pace: Duration,
    /// The bytes of a portion.
    pub portion: usize,
    /// A header that has to come with a request, else the answer is 401.
    pub key: Option<(&'static str, String)>,
    /// The one method that it answers to, else 405.
    pub method: Option<&'static str>,
}

impl Leaf {
    #[must_use]
    pub fn new(kind: &str, body: impl Into<Bytes>) -> Self {
        let headers = BTreeMap::from([("content-type", kind.to_owned())]);
        Self {
            status: 200,
            headers,
            body: body.into(),
            endless: false,
            pace: Duration::ZERO,
            portion: 64 * 1024,
            key: None,
            method: None,
        }
    }

    #[must_use]
    pub fn html(body: &str) -> Self {
        Self::new("text/html; charset=utf-8", body.to_owned())
    }

    #[must_use]
    pub fn text(body: &str) -> Self {
        Self::new("text/plain; charset=utf-8", body.to_owned())
    }

    /// A page as sites are: a head, a menu, the article, a footer.
    #[must_use]
    pub fn article(title: &str, head: &str, paragraphs: &[&str]) -> Self {
        let text: String = paragraphs.iter().map(|paragraph| format!("<p>{paragraph}</p>\n")).collect();
        Self::html(&format!(
            "<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>{head}\
            <script>var menu = \"<div>not a text</div>\";</script><style>p {{ color: black }}</style></head>\
            <body><nav><ul><li><a href=/>Home</a><li><a href=/about>About us</a></ul></nav>\
            <main><article><h1>{title}</h1>{text}</article></main>\
            <aside class=advertisement>Buy now, only today</aside><footer>Imprint, cookies, privacy</footer></body></html>"
        ))
    }

    #[must_use]
    pub fn redirect(to: &str) -> Self {
        Self::new("text/plain", "moved").with("location", to).status(302)
    }

    #[must_use]
    pub fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    #[must_use]
    pub fn with(mut self, header: &'static str, value: &str) -> Self {
        self.headers.insert(header, value.into());
        self
    }

    /// Without a word about what it is.
    #[must_use]
    pub fn unsaid(mut self) -> Self {
        self.headers.remove("content-type");
        self
    }

    /// Only for whoever sends this header.
    #[must_use]
    pub fn behind(self, header: &'static str, value: &str) -> Self {
        Self { key: Some((header, value.to_owned())), ..self }
    }

    #[must_use]
    pub fn only(self, method: &'static str) -> Self {
        Self { method: Some(method), ..self }
    }

    /// Packed with gzip: a bomb where the body is long and always the same.
    #[must_use]
    pub fn packed(self) -> Self {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&self.body).expect("it is packed");
        let body = packer.finish().expect("it is packed").into();
        Self { body, ..self }.with("content-encoding", "gzip")
    }

    #[must_use]
    pub fn endless(self) -> Self {
        Self { endless: true, ..self }
    }

    /// A few bytes at a time.
    #[must_use]
    pub fn dripping(self, portion: usize, pace: Duration) -> Self {
        Self { portion, pace, ..self }
    }
}

/// The site; it ends when this is dropped. What it does not have is 404, robots.txt too.
pub struct WebSite {
    /// Without a slash at the end.
    pub base: String,
    state: Arc<Site>,
    serving: JoinHandle<()>,
}

#[derive(Default)]
struct Site {
    leaves: Mutex<HashMap<String, Leaf>>,
    visits: Mutex<Vec<(String, BTreeMap<String, String>)>>,
}

impl WebSite {
    pub async fn start() -> Self {
        let state = Arc::new(Site::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let app = Router::new().fallback(answer).with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { base, state, serving }
    }

    pub fn put(&self, path: &str, leaf: Leaf) {
        held(&self.state.leaves).insert(path.to_owned(), leaf);
    }

    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// How often a path was asked for.
    #[must_use]
    pub fn visits(&self, path: &str) -> usize {
        held(&self.state.visits).iter().filter(|(visited, _)| visited == path).count()
    }

    /// The headers of the last visit to a path.
    #[must_use]
    pub fn last_visit(&self, path: &str) -> Option<BTreeMap<String, String>> {
        held(&self.state.visits).iter().rev().find(|(visited, _)| visited == path).map(|(_, headers)| headers.clone())
    }
}

impl Drop for WebSite {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response {
    let path = request.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    let headers = request.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
    let came: BTreeMap<String, String> = headers.collect();
    held(&site.visits).push((path.clone(), came.clone()));
    let mut leaf = held(&site.leaves).get(&path).cloned().unwrap_or_else(|| Leaf::text("not here").status(404));
    if leaf.key.as_ref().is_some_and(|(name, value)| came.get(*name) != Some(value)) {
        leaf = Leaf::text("who is there?").status(401);
    } else if leaf.method.is_some_and(|method| method != request.method().as_str()) {
        leaf = Leaf::text("not so").status(405);
    }
    let Leaf { status, headers, body, endless, pace, portion, .. } = leaf;
    let whole = body.len() <= portion && !endless;
    let mut response = Response::new(if whole { Body::from(body) } else { portions(body, endless, pace, portion) });
    *response.status_mut() = StatusCode::from_u16(status).expect("a status");
    for (name, value) in headers {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_bytes(value.as_bytes()).expect("a header"));
    }
    response
}

fn portions(body: Bytes, endless: bool, pace: Duration, portion: usize) -> Body {
    Body::from_stream(stream::unfold(body.clone(), move |rest| {
        let body = body.clone();
        async move {
            let mut rest = if rest.is_empty() && endless { body } else { rest };
            if rest.is_empty() {
                return None;
            }
            tokio::time::sleep(pace).await;
            let next = rest.split_to(portion.min(rest.len()));
            Some((Ok::<_, std::convert::Infallible>(next), rest))
        }
    }))
}
