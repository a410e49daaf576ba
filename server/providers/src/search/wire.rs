//! One search provider over HTTP: what all of them share. Time limit, size limit, retries, faults without secrets.

use super::retry_after::retry_after;
use crate::body::{self, Broken};
use async_trait::async_trait;
use backon::{ExponentialBuilder, Retryable};
use domain::research::{SearchFault, SearchRequest, WebSearch};
use protocol::research::{Hit, SearchOutcome, SearchProvider};
use reqwest::{Client, RequestBuilder, StatusCode, header::HeaderMap, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::time::Duration;

/// The largest answer, in bytes.
const LARGEST: usize = 2 * 1024 * 1024;
/// The most characters of what a provider says about a fault.
const LONGEST_DETAIL: usize = 300;

/// How long and how often a provider is asked.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For one attempt.
    pub attempt: Duration,
    /// For all attempts together.
    pub whole: Duration,
    /// How often it is asked again.
    pub retries: usize,
    /// Before the second attempt; doubled each time, with jitter.
    pub first_wait: Duration,
    /// Whoever wants a longer pause is not asked again: the next provider is.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            attempt: Duration::from_secs(8),
            whole: Duration::from_secs(25),
            retries: 2,
            first_wait: Duration::from_millis(400),
            longest_wait: Duration::from_secs(4),
        }
    }
}

/// An answer, read to its end.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    /// Null where it is not JSON.
    pub(super) body: Value,
}

impl Answer {
    /// What it says about a fault, in the field where this provider says so, or its first characters.
    fn detail(&self, said: Option<&str>) -> String {
        said.map_or_else(|| self.status.canonical_reason().unwrap_or("no reason given").to_lowercase(), str::to_owned)
    }
}

/// What a provider found, and what people should know of it.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) hits: Vec<Hit>,
    pub(super) notes: Vec<String>,
}

/// What is special to one provider.
pub(super) trait Dialect: Send + Sync {
    fn provider(&self) -> SearchProvider;
    /// The request, and what of the wish could not be put into it.
    fn request(&self, http: &Client, wish: &SearchRequest) -> (RequestBuilder, Vec<String>);
    /// How it is told that only new results are wanted.
    fn freshness(&self, wish: &SearchRequest) -> Option<String>;
    /// Reads an answer with a status of success.
    fn read(&self, answer: &Answer, wish: &SearchRequest) -> Result<Found, SearchFault>;
    /// Where an answer with another status says why.
    fn complaint<'a>(&self, status: StatusCode, body: &'a Value) -> Option<&'a str>;
    /// How long to wait, where it says so in a way of its own.
    fn pause(&self, _headers: &HeaderMap) -> Option<Duration> {
        None
    }
    /// Never to be shown.
    fn secret(&self) -> Option<&SecretString>;
}

/// A provider as the port sees it.
pub(super) struct Wire<D> {
    dialect: D,
    http: Client,
    patience: Patience,
}

/// One client for all providers. Redirects are not followed: they would carry the key along.
pub(super) fn client(patience: Patience) -> Result<Client, String> {
    let agent = concat!("DiscoveryEngine/", env!("CARGO_PKG_VERSION"));
    crate::tls::ready();
    let client = Client::builder().user_agent(agent).redirect(Policy::none()).timeout(patience.attempt).referer(false);
    client.build().map_err(|fault| format!("the HTTP client cannot be made: {fault}"))
}

impl<D: Dialect> Wire<D> {
    pub(super) fn new(dialect: D, http: Client, patience: Patience) -> Self {
        Self { dialect, http, patience }
    }

    async fn once(&self, wish: &SearchRequest) -> Result<Found, SearchFault> {
        let (request, mut notes) = self.dialect.request(&self.http, wish);
        let response = request.send().await.map_err(lost)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = match body::read(response, LARGEST).await {
            Ok(bytes) => serde_json::from_slice(&bytes),
            Err(Broken::TooLarge) => return Err(SearchFault::Malformed(format!("it is larger than {LARGEST} bytes"))),
            Err(Broken::Lost(fault)) => return Err(lost(fault)),
        };
        let answer = Answer { status, headers, body: body.as_ref().cloned().unwrap_or(Value::Null) };
        if !status.is_success() {
            return Err(self.fault(&answer));
        }
        if let Err(fault) = body {
            return Err(SearchFault::Malformed(format!("it is not JSON: {fault}")));
        }
        let mut found = self.dialect.read(&answer, wish).map_err(|fault| self.without_secret(fault))?;
        found.hits.retain(|hit| hit.url.as_deref().is_some_and(|url| url.starts_with("http://") || url.starts_with("https://")));
        found.hits.truncate(usize::from(wish.limit));
        notes.append(&mut found.notes);
        Ok(Found { hits: found.hits, notes })
    }

    fn fault(&self, answer: &Answer) -> SearchFault {
        let detail = answer.detail(self.dialect.complaint(answer.status, &answer.body));
        let status = answer.status.as_u16();
        let fault = match status {
            401 | 403 => SearchFault::Unauthorized(detail),
            // 432 and 433 say at one provider that the plan is used up.
            402 | 429 | 432 | 433 => {
                let retry_after = self.dialect.pause(&answer.headers).or_else(|| retry_after(&answer.headers));
                SearchFault::Limited { retry_after, detail }
            }
            503 if answer.headers.contains_key("retry-after") => {
                SearchFault::Limited { retry_after: retry_after(&answer.headers), detail }
            }
            408 | 500..=599 => SearchFault::Failed { status, detail },
            _ => SearchFault::Refused { status, detail },
        };
        self.without_secret(fault)
    }

    /// A provider may repeat the key when it complains about it.
    fn without_secret(&self, fault: SearchFault) -> SearchFault {
        let clean = |detail: String| -> String {
            let hidden = match self.dialect.secret().map(ExposeSecret::expose_secret).filter(|key| !key.is_empty()) {
                Some(key) => detail.replace(key, "•••"),
                None => detail,
            };
            hidden.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(LONGEST_DETAIL).collect()
        };
        match fault {
            SearchFault::Unreachable(detail) => SearchFault::Unreachable(clean(detail)),
            SearchFault::Limited { retry_after, detail } => SearchFault::Limited { retry_after, detail: clean(detail) },
            SearchFault::Unauthorized(detail) => SearchFault::Unauthorized(clean(detail)),
            SearchFault::Refused { status, detail } => SearchFault::Refused { status, detail: clean(detail) },
            SearchFault::Failed { status, detail } => SearchFault::Failed { status, detail: clean(detail) },
            SearchFault::Malformed(detail) => SearchFault::Malformed(clean(detail)),
            other @ (SearchFault::TimedOut | SearchFault::NobodyAnswered { .. }) => other,
        }
    }

    /// Whether to ask again, and when.
    fn pause(&self, fault: &SearchFault, wait: Option<Duration>) -> Option<Duration> {
        match fault {
            // Nothing said: it may be over in a moment.
            SearchFault::Limited { retry_after: Some(after), .. } if *after > self.patience.longest_wait => None,
            SearchFault::Limited { retry_after: Some(after), .. } => wait.map(|wait| wait.max(*after)),
            _ => wait,
        }
    }
}

#[async_trait]
impl<D: Dialect> WebSearch for Wire<D> {
    fn providers(&self) -> Vec<SearchProvider> {
        vec![self.dialect.provider()]
    }

    fn freshness_words(&self, wish: &SearchRequest) -> Option<String> {
        self.dialect.freshness(wish)
    }

    async fn search(&self, wish: &SearchRequest) -> Result<SearchOutcome, SearchFault> {
        let schedule = ExponentialBuilder::default()
            .with_min_delay(self.patience.first_wait)
            .with_max_times(self.patience.retries)
            .with_jitter();
        let asked =
            (|| self.once(wish)).retry(schedule).when(SearchFault::is_retryable).adjust(|fault, wait| self.pause(fault, wait));
        let found = tokio::time::timeout(self.patience.whole, asked).await.unwrap_or(Err(SearchFault::TimedOut))?;
        Ok(SearchOutcome { provider: self.dialect.provider(), hits: found.hits, notes: found.notes, failed: Vec::new() })
    }
}

/// The address stays out of it: one provider wants its key there.
fn lost(fault: reqwest::Error) -> SearchFault {
    if fault.is_timeout() {
        return SearchFault::TimedOut;
    }
    let fault = fault.without_url();
    let mut reason: &dyn std::error::Error = &fault;
    while let Some(deeper) = reason.source() {
        reason = deeper;
    }
    SearchFault::Unreachable(reason.to_string())
}

/// The texts of an answer's field that is a list.
pub(super) fn list<'a>(body: &'a Value, field: &str) -> Result<&'a [Value], SearchFault> {
    match &body[field] {
        Value::Array(items) => Ok(items),
        Value::Null => Ok(&[]),
        _ => Err(SearchFault::Malformed(format!("{field} is not a list"))),
    }
}

/// A text of a result, if it is there and says something.
pub(super) fn text<'a>(item: &'a Value, field: &str) -> Option<&'a str> {
    item[field].as_str().map(str::trim).filter(|text| !text.is_empty())
}
