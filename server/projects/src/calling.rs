//! An operation of an API called as a step of an answer: what only reads, with the source's credentials, to its own address. Pages that
//! follow are fetched too, as many as [`MOST_PAGES`].

use crate::{Caller, Projects, add_source, credentials, project_catalog};
use domain::{
    Failure,
    research::PageFault,
    tools::{answers::get_operation_details, catalog::Operation},
};
use http::{HeaderMap, header::AUTHORIZATION};
use providers::{
    api::{ApiCall, NextPage, PageTurn, build_call},
    page::Reply,
};
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// The most that is read of an answer, with all its pages.
const LARGEST: usize = 4 * 1024 * 1024;
const MOST_PAGES: usize = 20;
/// A service that wants a longer pause is not asked again now.
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
/// Before one that failed is asked once more.
const PAUSE: Duration = Duration::from_millis(300);
/// What stands in place of a credential that an answer repeats.
const HIDDEN: &str = "•••";

/// What an operation answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Called {
    /// In the order in which they came; at least one.
    pub pages: Vec<Value>,
    /// The service has more pages than these.
    pub truncated: bool,
    /// In sentences.
    pub warnings: Vec<String>,
}

/// What the operation answered, as JSON. `rows` finds those of a page, which tells whether there may be another one.
///
/// # Errors
/// 404 for an API or operation that is not there; 422 for one that changes something, lacks an argument, or did not answer: with what to
/// do about it.
pub async fn call_operation(
    projects: &Projects,
    caller: &Caller,
    (api, operation): (&str, &str),
    wanted: &Map<String, Value>,
    rows: &(dyn Fn(&Value) -> usize + Sync),
) -> Result<Called, Failure> {
    let catalog = project_catalog(projects, caller.account.tenant_id, caller.project).await?;
    // Says what is near where it is not there.
    get_operation_details(&catalog.held, api, operation)?;
    let missing = || Failure::not_found(format!("there is no operation {operation} in {api}"));
    let held = catalog.held.iter().find(|one| one.source.name.eq_ignore_ascii_case(api)).ok_or_else(missing)?;
    let about = held.found.api.as_ref().ok_or_else(missing)?;
    let named = held.found.operations.iter().find(|one| one.name.eq_ignore_ascii_case(operation)).ok_or_else(missing)?;
    let described_at = held.source.config["url"].as_str();
    let first = build_call(about, described_at, named, wanted)?;
    let secrets = add_source::secrets(projects, &held.source).await?;
    let service = Service {
        projects,
        name: format!("{api}.{operation}"),
        operation: named,
        headers: credentials::headers(&held.source, &secrets)?,
        until: Instant::now() + projects.settings().query_ceiling.time,
        time: projects.settings().query_ceiling.time,
    };
    let again = |arguments: &Map<String, Value>| build_call(about, described_at, named, arguments).ok();
    service.pages(first, wanted, (&again, rows)).await
}

/// One operation of a service.
struct Service<'call> {
    projects: &'call Projects,
    name: String,
    operation: &'call Operation,
    headers: HeaderMap,
    /// All pages together have the time that a query has.
    until: Instant,
    time: Duration,
}

type Again<'call> = dyn Fn(&Map<String, Value>) -> Option<ApiCall> + Sync + 'call;

impl Service<'_> {
    async fn pages(
        &self,
        first: ApiCall,
        wanted: &Map<String, Value>,
        (again, rows): (&Again<'_>, &(dyn Fn(&Value) -> usize + Sync)),
    ) -> Result<Called, Failure> {
        let (mut called, mut call, mut arguments) = (Called::default(), first, wanted.clone());
        let (mut room, mut count) = (LARGEST, 0);
        loop {
            let reply = match self.reply(&call, room).await {
                Ok(reply) => reply,
                Err(fault) if called.pages.is_empty() => {
                    return Err(Failure::invalid("operation", self.hide(&self.advice(&fault))));
                }
                Err(fault) => {
                    let advice = self.hide(&self.advice(&fault));
                    called.warnings.push(format!("Only the first {} pages were read: {advice}.", called.pages.len()));
                    called.truncated = true;
                    return Ok(called);
                }
            };
            room = room.saturating_sub(reply.bytes.len());
            let page = self.read(&reply, &mut called.warnings)?;
            // A service that does not know the parameter answers the same again.
            if called.pages.last() == Some(&page) {
                return Ok(called);
            }
            let found = rows(&page);
            count += found;
            let turn = PageTurn {
                operation: self.operation,
                wanted,
                arguments: &arguments,
                answer: within(&page, &self.operation.name),
                rows: (found, count),
            };
            let link = reply.next.clone().map(NextPage::Address);
            let (next, is_bounded) = (link.or_else(|| turn.next()), turn.is_bounded());
            let may_be_none = matches!(&next, Some(NextPage::Numbered(_)));
            called.pages.push(page);
            let Some(next) = next else { return Ok(called) };
            if is_bounded || called.pages.len() == MOST_PAGES {
                called.truncated = !(is_bounded && may_be_none);
                return Ok(called);
            }
            match next {
                NextPage::Marked(next) | NextPage::Numbered(next) => {
                    let Some(built) = again(&next) else { return Ok(called) };
                    (call, arguments) = (built, next);
                }
                NextPage::Address(address) => match reply.url.join(&address) {
                    Ok(url) if url.origin() == reply.url.origin() => call = ApiCall::Get(url),
                    _ => {
                        called.warnings.push(format!("{} has a next page on another site, which was not read.", self.name));
                        called.truncated = true;
                        return Ok(called);
                    }
                },
            }
        }
    }

    /// What may pass is tried a second time: it only reads.
    async fn reply(&self, call: &ApiCall, room: usize) -> Result<Reply, PageFault> {
        let pause = match self.reply_once(call, room).await {
            Err(PageFault::Limited { retry_after }) if retry_after.is_none_or(|pause| pause <= LONGEST_PAUSE) => {
                retry_after.unwrap_or(PAUSE)
            }
            Err(PageFault::Status(500..) | PageFault::Unreachable(_)) => PAUSE,
            other => return other,
        };
        tokio::time::sleep(pause).await;
        self.reply_once(call, room).await
    }

    async fn reply_once(&self, call: &ApiCall, room: usize) -> Result<Reply, PageFault> {
        let limits = (room, self.until.saturating_duration_since(Instant::now()));
        let web = &self.projects.0.web;
        match call {
            ApiCall::Get(url) => web.call(url.as_str(), None, &self.headers, limits).await,
            ApiCall::Post(url, body) => web.call(url.as_str(), Some(body.clone()), &self.headers, limits).await,
        }
    }

    fn read(&self, reply: &Reply, warnings: &mut Vec<String>) -> Result<Value, Failure> {
        let name = &self.name;
        let text = self.hide(&String::from_utf8_lossy(&reply.bytes));
        let page: Value = serde_json::from_str(&text).map_err(|_| {
            Failure::invalid("operation", format!("{name} did not answer with JSON: look at the address of its source"))
        })?;
        if let Some(error) = page["errors"].as_array().and_then(|errors| errors.first()) {
            let why: String = error["message"].as_str().unwrap_or_default().chars().take(200).collect();
            let has_data = page["data"].as_object().is_some_and(|data| data.values().any(|value| !value.is_null()));
            if !has_data && error["message"].is_string() {
                let detail = format!("{name} refused: {why} (get_operation_details shows what it takes)");
                return Err(Failure::invalid("operation", detail));
            }
            if has_data {
                warnings.push(format!("{name} answered only in part: {why}."));
            }
        }
        Ok(page)
    }

    /// Without the credentials, which a service may repeat.
    fn hide(&self, text: &str) -> String {
        const SHORTEST: usize = 8;
        let mut text = text.to_owned();
        for (name, value) in &self.headers {
            let Ok(whole) = value.to_str() else { continue };
            let secret = if name == AUTHORIZATION { whole.split_once(' ').map_or(whole, |(_, secret)| secret) } else { whole };
            if secret.len() >= SHORTEST {
                text = text.replace(secret, HIDDEN);
            }
        }
        text
    }

    /// What went wrong, and what to do about it.
    fn advice(&self, fault: &PageFault) -> String {
        let name = &self.name;
        match fault {
            PageFault::Status(status @ (401 | 403)) if self.headers.is_empty() => {
                format!("{name} answered {status}: it wants to know who asks, so give its source a token, a password or a header")
            }
            PageFault::Status(status @ (401 | 403)) => {
                format!("{name} answered {status}: it does not take the credentials of its source, so set them anew")
            }
            PageFault::Status(404) => format!("{name} answered 404: nothing is there for these arguments, so look at them"),
            PageFault::Status(status @ 400..=499) => {
                format!("{name} answered {status}: it does not take these arguments; get_operation_details shows what it takes")
            }
            PageFault::Status(status) => format!("{name} failed with {status}, a second time too: ask again later"),
            PageFault::Limited { retry_after: Some(pause) } => {
                format!("{name} takes no more calls for {} s: ask again then", pause.as_secs())
            }
            PageFault::Limited { retry_after: None } => format!("{name} takes no more calls now: ask again in a minute"),
            PageFault::TimedOut => {
                format!("{name} did not answer within {} s: ask for less, or again later", self.time.as_secs())
            }
            PageFault::TooLarge(_) => {
                format!("{name} answers with more than {} MB: ask for less with its parameters", LARGEST / 1024 / 1024)
            }
            PageFault::Forbidden(why) => format!("{name} was not called: {why}; look at the address of its source"),
            PageFault::Unreachable(why) => format!("{name} cannot be reached ({why}): look at the address of its source"),
            fault => format!("{name} did not answer: {fault}"),
        }
    }
}

/// The answer within what GraphQL puts around it.
fn within<'page>(page: &'page Value, operation: &str) -> &'page Value {
    page["data"].get(operation).unwrap_or(page)
}
