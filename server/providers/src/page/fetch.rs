//! Fetches a page, one redirect at a time.

use super::{Limits, robots::Robots};
use crate::{
    body::{self, Broken},
    guard::{Guard, Refused},
};
use backon::{ExponentialBuilder, Retryable};
use domain::research::PageFault;
use moka::future::Cache;
use reqwest::{
    Client, RequestBuilder, Response, StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE, ETAG, HeaderMap, LAST_MODIFIED, LINK, LOCATION, RETRY_AFTER},
};
use std::{sync::Arc, time::Duration};

/// How this product names itself to sites; robots.txt knows it as `DiscoveryEngine`.
const AGENT: &str =
    concat!("DiscoveryEngine/", env!("CARGO_PKG_VERSION"), " (reads pages that research cites; honours robots.txt)");
const MOST_REDIRECTS: usize = 5;
const LARGEST_ROBOTS: usize = 500 * 1024;
/// How long a site's robots.txt is believed.
const ROBOTS_KEPT: Duration = Duration::from_secs(3_600);
const MOST_SITES: u64 = 2_000;
/// Whoever wants a longer pause is not asked again now.
const LONGEST_WAIT: Duration = Duration::from_secs(3);
const WANTED: &str = "text/html, application/xhtml+xml, text/plain;q=0.9, text/markdown;q=0.9, */*;q=0.1";

/// What is sent along.
#[derive(Clone)]
pub(super) enum Sent {
    Nothing,
    Json(String),
}

/// What a service answered to one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// After redirects, which stay at its own origin.
    pub url: Url,
    /// Where it says that the next page is: `Link` with `rel="next"`, as it is written there.
    pub next: Option<String>,
    pub bytes: Vec<u8>,
}

/// What a page came as.
#[derive(Debug)]
pub(super) struct Got {
    /// After all redirects.
    pub(super) url: Url,
    pub(super) kind: Kind,
    /// By the header.
    pub(super) charset: Option<String>,
    pub(super) bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Html,
    Plain,
    Markdown,
    /// The site did not say.
    Unsaid,
}

pub(super) struct Fetcher {
    guard: Guard,
    http: Client,
    bytes: usize,
    robots: Cache<String, Arc<Robots>>,
}

impl Fetcher {
    pub(super) fn new(guard: Guard, limits: Limits) -> Result<Self, String> {
        let http = guard.client(AGENT, limits.connect, limits.whole)?;
        let robots = Cache::builder().max_capacity(MOST_SITES).time_to_live(ROBOTS_KEPT).build();
        Ok(Self { guard, http, bytes: limits.bytes, robots })
    }

    /// A page with everything before it. What may pass is tried a second time.
    pub(super) async fn page(&self, url: Url) -> Result<Got, PageFault> {
        let schedule = ExponentialBuilder::default().with_min_delay(Duration::from_millis(300)).with_max_times(1).with_jitter();
        let pause = |fault: &PageFault, wait: Option<Duration>| match fault {
            PageFault::Limited { retry_after: Some(after) } if *after > LONGEST_WAIT => None,
            PageFault::Limited { retry_after: Some(after) } => wait.map(|wait| wait.max(*after)),
            _ => wait,
        };
        (|| self.page_once(url.clone())).retry(schedule).when(PageFault::is_retryable).adjust(pause).await
    }

    async fn page_once(&self, url: Url) -> Result<Got, PageFault> {
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            self.guard.permits(&url)?;
            if !self.robots(&url).await?.allow(&url) {
                return Err(PageFault::Robots);
            }
            let response = self.ask(&url, WANTED).await?;
            if let Some(next) = redirect(&url, &response)? {
                url = next;
                continue;
            }
            let status = response.status();
            if !status.is_success() {
                return Err(refusal(status, &response));
            }
            let (kind, charset) = kind(&response)?;
            let bytes = body::read(response, self.bytes).await.map_err(|broken| self.broken(broken))?;
            return Ok(Got { url, kind, charset, bytes });
        }
        Err(PageFault::TooManyRedirects)
    }

    /// A file as it is, without asking the site's wishes. The headers go to the origin of the address and to no other.
    pub(super) async fn file(&self, url: Url, sent: Sent, headers: &HeaderMap) -> Result<(Url, Vec<u8>), PageFault> {
        let origin = url.origin();
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            self.guard.permits(&url)?;
            let request = match &sent {
                Sent::Nothing => self.http.get(url.clone()).header(ACCEPT, "*/*"),
                Sent::Json(body) => self.posted(&url, body),
            };
            let request = if url.origin() == origin { request.headers(headers.clone()) } else { request };
            let response = self.received(request).await?;
            if let Some(next) = redirect(&url, &response)? {
                url = next;
                continue;
            }
            let status = response.status();
            if !status.is_success() {
                return Err(refusal(status, &response));
            }
            let bytes = body::read(response, self.bytes).await.map_err(|broken| self.broken(broken))?;
            return Ok((url, bytes));
        }
        Err(PageFault::TooManyRedirects)
    }

    /// What a service answers to one call, of at most so many bytes. Only its own origin is asked: what another site says is not its
    /// answer.
    pub(super) async fn reply(&self, url: Url, sent: Sent, headers: &HeaderMap, most: usize) -> Result<Reply, PageFault> {
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            self.guard.permits(&url)?;
            let request = match &sent {
                Sent::Nothing => self.http.get(url.clone()).header(ACCEPT, "application/json"),
                Sent::Json(body) => self.posted(&url, body),
            };
            let response = self.received(request.headers(headers.clone())).await?;
            if let Some(next) = redirect(&url, &response)? {
                self.guard.permits(&next)?;
                if next.origin() != url.origin() {
                    let host = next.host_str().unwrap_or_default();
                    return Err(PageFault::Forbidden(format!("it sends on to {host}, which is another site")));
                }
                url = next;
                continue;
            }
            let status = response.status();
            if !status.is_success() {
                return Err(refusal(status, &response));
            }
            let next = next_link(response.headers());
            let bytes = body::read(response, most).await.map_err(|broken| match broken {
                Broken::TooLarge => PageFault::TooLarge(most),
                Broken::Lost(fault) => lost(fault),
            })?;
            return Ok(Reply { url, next, bytes });
        }
        Err(PageFault::TooManyRedirects)
    }

    fn posted(&self, url: &Url, body: &str) -> RequestBuilder {
        let request = self.http.post(url.clone()).header(CONTENT_TYPE, "application/json").body(body.to_owned());
        request.header(ACCEPT, "application/json")
    }

    /// What the site says of a file without sending it: its `ETag`, or when it was last changed. None where it says neither.
    pub(super) async fn version(&self, url: Url) -> Result<Option<String>, PageFault> {
        let mut url = url;
        for _ in 0..=MOST_REDIRECTS {
            self.guard.permits(&url)?;
            let response = self.received(self.http.head(url.clone()).header(ACCEPT, "*/*")).await?;
            if let Some(next) = redirect(&url, &response)? {
                url = next;
                continue;
            }
            let told = [ETAG, LAST_MODIFIED].iter().find_map(|name| response.headers().get(name)?.to_str().ok());
            return Ok(told.filter(|_| response.status().is_success()).map(str::to_owned));
        }
        Err(PageFault::TooManyRedirects)
    }

    /// The site's wishes, asked for once in a while. A site that has none allows everything; one that is broken allows nothing.
    async fn robots(&self, url: &Url) -> Result<Arc<Robots>, PageFault> {
        let site = url.origin().ascii_serialization();
        let asked = self.robots.try_get_with(site, async { self.robots_of(url).await.map(Arc::new) }).await;
        asked.map_err(|fault| (*fault).clone())
    }

    async fn robots_of(&self, url: &Url) -> Result<Robots, PageFault> {
        let mut url = url.join("/robots.txt").map_err(|fault| PageFault::BadAddress(fault.to_string()))?;
        for _ in 0..=MOST_REDIRECTS {
            self.guard.permits(&url)?;
            let response = self.ask(&url, "text/plain, */*;q=0.1").await?;
            if let Some(next) = redirect(&url, &response)? {
                url = next;
                continue;
            }
            return match response.status() {
                status if status.is_success() => match body::read(response, LARGEST_ROBOTS).await {
                    Ok(bytes) => Ok(Robots::parse(&String::from_utf8_lossy(&bytes))),
                    // Nobody writes so many rules.
                    Err(Broken::TooLarge) => Ok(Robots::default()),
                    Err(broken) => Err(self.broken(broken)),
                },
                status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => Err(refusal(status, &response)),
                _ => Ok(Robots::default()),
            };
        }
        Ok(Robots::default())
    }

    async fn ask(&self, url: &Url, accept: &str) -> Result<Response, PageFault> {
        self.received(self.http.get(url.clone()).header(ACCEPT, accept)).await
    }

    async fn received(&self, request: RequestBuilder) -> Result<Response, PageFault> {
        let response = request.send().await.map_err(lost)?;
        // The resolver saw to it already; this looks at what became of it.
        if let Some(peer) = response.remote_addr() {
            self.guard.permits_peer(peer)?;
        }
        Ok(response)
    }

    fn broken(&self, broken: Broken) -> PageFault {
        match broken {
            Broken::TooLarge => PageFault::TooLarge(self.bytes),
            Broken::Lost(fault) => lost(fault),
        }
    }
}

/// Where the site sends on to.
fn redirect(url: &Url, response: &Response) -> Result<Option<Url>, PageFault> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let location = response.headers().get(LOCATION).and_then(|value| std::str::from_utf8(value.as_bytes()).ok());
    let location = location.ok_or_else(|| PageFault::Status(response.status().as_u16()))?;
    let mut next = url.join(location).map_err(|fault| PageFault::BadAddress(format!("the page leads to {fault}")))?;
    next.set_fragment(None);
    Ok(Some(next))
}

/// `<https://…?page=2>; rel="next"` among other links (RFC 8288).
fn next_link(headers: &HeaderMap) -> Option<String> {
    let links = headers.get_all(LINK).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split('<').skip(1));
    links
        .filter_map(|link| link.split_once('>'))
        .find(|(_, about)| {
            let mut about = about.split(';').map(|part| part.trim().trim_end_matches(',').to_ascii_lowercase());
            about.any(|part| matches!(part.as_str(), "rel=next" | "rel=\"next\""))
        })
        .map(|(address, _)| address.to_owned())
}

fn refusal(status: StatusCode, response: &Response) -> PageFault {
    let after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    match status.as_u16() {
        429 => PageFault::Limited { retry_after: after.map(Duration::from_secs) },
        503 if after.is_some() => PageFault::Limited { retry_after: after.map(Duration::from_secs) },
        status => PageFault::Status(status),
    }
}

fn kind(response: &Response) -> Result<(Kind, Option<String>), PageFault> {
    let Some(header) = response.headers().get(CONTENT_TYPE) else { return Ok((Kind::Unsaid, None)) };
    let header = String::from_utf8_lossy(header.as_bytes()).to_ascii_lowercase();
    let mut parts = header.split(';').map(str::trim);
    let kind = match parts.next().unwrap_or_default() {
        "text/html" | "application/xhtml+xml" => Kind::Html,
        "text/plain" => Kind::Plain,
        "text/markdown" | "text/x-markdown" => Kind::Markdown,
        "" => Kind::Unsaid,
        other => return Err(PageFault::Unsupported(other.chars().take(100).collect())),
    };
    let charset = parts.find_map(|part| part.strip_prefix("charset="));
    Ok((kind, charset.map(|charset| charset.trim_matches(['"', '\'', ' ']).to_owned())))
}

fn lost(fault: reqwest::Error) -> PageFault {
    let mut reason: &dyn std::error::Error = &fault;
    loop {
        if let Some(Refused(fault)) = reason.downcast_ref() {
            return fault.clone();
        }
        let Some(deeper) = reason.source() else { break };
        reason = deeper;
    }
    if fault.is_timeout() { PageFault::TimedOut } else { PageFault::Unreachable(reason.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_among_the_links() {
        for (link, wanted) in [
            (
                "<https://a.example/x?page=2>; rel=\"next\", <https://a.example/x?page=9>; rel=\"last\"",
                Some("https://a.example/x?page=2"),
            ),
            ("<https://a.example/x?a=1,2>; rel=prev, </x?page=3>; title=\"more\"; rel=next", Some("/x?page=3")),
            ("<https://a.example/x>; rel=\"last\"", None),
            ("nonsense", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(LINK, link.parse().expect("a header"));
            assert_eq!(next_link(&headers).as_deref(), wanted, "{link}");
        }
    }
}
