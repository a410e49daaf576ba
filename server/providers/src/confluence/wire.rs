//! What Confluence answers, in both of its interfaces.

use super::{ConfluenceFault, Limits, Login, place::Place};
use crate::{
    body::{self, Broken},
    guard::{Guard, Refused},
    search::retry_after::retry_after,
};
use domain::research::PageFault;
use reqwest::{
    Client, Response, StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE, LOCATION},
};
use secrecy::ExposeSecret;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

const AGENT: &str = concat!("DiscoveryEngine/", env!("CARGO_PKG_VERSION"));
const CONNECT: Duration = Duration::from_secs(10);
/// How often a request that is asked to wait is made.
const TRIES: usize = 3;

#[derive(Debug, Deserialize)]
pub(super) struct Listing {
    pub(super) results: Vec<Entry>,
    #[serde(default, rename = "_links")]
    pub(super) links: Links,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Links {
    #[serde(default)]
    pub(super) next: Option<String>,
    #[serde(default)]
    pub(super) webui: Option<String>,
}

/// A page, or a space.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    id: Value,
    #[serde(default)]
    pub(super) title: String,
    #[serde(default)]
    pub(super) version: Version,
    #[serde(default)]
    body: Body,
    #[serde(default, rename = "_links")]
    pub(super) links: Links,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Version {
    #[serde(default)]
    pub(super) number: u64,
    #[serde(default, alias = "createdAt")]
    pub(super) when: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Body {
    #[serde(default)]
    storage: Option<Storage>,
}

#[derive(Debug, Deserialize)]
struct Storage {
    #[serde(default)]
    value: String,
}

impl Entry {
    /// Numbers in one interface, texts in the other.
    pub(super) fn id(&self) -> String {
        self.id.as_str().map_or_else(|| self.id.to_string(), str::to_owned)
    }

    pub(super) fn storage(&self) -> Option<&str> {
        self.body.storage.as_ref().map(|storage| storage.value.as_str())
    }
}

pub(super) struct Wire {
    guard: Guard,
    http: Client,
    limits: Limits,
}

impl Wire {
    pub(super) fn new(guard: Guard, limits: Limits) -> Result<Self, String> {
        let http = guard.client(AGENT, CONNECT, limits.answer)?;
        Ok(Self { guard, http, limits })
    }

    pub(super) async fn listing(&self, url: Url, login: &Login) -> Result<Listing, ConfluenceFault> {
        self.read(url, login).await
    }

    pub(super) async fn entry(&self, url: Url, login: &Login) -> Result<Entry, ConfluenceFault> {
        self.read(url, login).await
    }

    async fn read<T: for<'de> Deserialize<'de>>(&self, url: Url, login: &Login) -> Result<T, ConfluenceFault> {
        let mut tries = 0;
        loop {
            tries += 1;
            match self.once(&url, login).await {
                Err(ConfluenceFault::Limited { after: Some(after) }) if tries < TRIES && after <= self.limits.pause => {
                    tokio::time::sleep(after).await;
                }
                Err(ConfluenceFault::Status(502..=504)) if tries < TRIES => {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                read => {
                    let bytes = read?;
                    return serde_json::from_slice(&bytes).map_err(|fault| {
                        let page = bytes.trim_ascii_start().starts_with(b"<");
                        if page { ConfluenceFault::PageForPeople } else { ConfluenceFault::Answer(fault.to_string()) }
                    });
                }
            }
        }
    }

    async fn once(&self, url: &Url, login: &Login) -> Result<Vec<u8>, ConfluenceFault> {
        self.guard.permits(url).map_err(of_page)?;
        let request = self.http.get(url.clone()).header(ACCEPT, "application/json");
        let request = match login {
            Login::None => request,
            Login::User { name, token } => request.basic_auth(name, Some(token.expose_secret())),
            Login::Token(token) => request.bearer_auth(token.expose_secret()),
        };
        let response = request.send().await.map_err(lost)?;
        if let Some(peer) = response.remote_addr() {
            self.guard.permits_peer(peer).map_err(of_page)?;
        }
        if let Some(fault) = refusal(url, &response, login) {
            return Err(fault);
        }
        body::read(response, self.limits.bytes).await.map_err(|broken| match broken {
            Broken::TooLarge => ConfluenceFault::TooLarge(self.limits.bytes),
            Broken::Lost(fault) => lost(fault),
        })
    }
}

fn refusal(url: &Url, response: &Response, login: &Login) -> Option<ConfluenceFault> {
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let status = response.status();
    Some(match status {
        _ if status.is_success() => return None,
        _ if status.is_redirection() => {
            let place = url.join(header(LOCATION.as_str())).ok();
            // What stands behind the path may be a secret of the redirect.
            let place = place.map(|to| format!("{}{}", to.origin().ascii_serialization(), to.path()));
            ConfluenceFault::LeadsAway(place.unwrap_or_else(|| "another place".to_owned()))
        }
        StatusCode::UNAUTHORIZED if matches!(login, Login::None) => ConfluenceFault::NoSignIn,
        StatusCode::UNAUTHORIZED => ConfluenceFault::SignIn,
        StatusCode::FORBIDDEN if header("x-authentication-denied-reason").contains("CAPTCHA") => ConfluenceFault::Riddle,
        StatusCode::FORBIDDEN => ConfluenceFault::NotAllowed,
        StatusCode::NOT_FOUND if header(CONTENT_TYPE.as_str()).contains("json") => ConfluenceFault::NoSpace(String::new()),
        StatusCode::NOT_FOUND | StatusCode::GONE => ConfluenceFault::NotThere,
        StatusCode::TOO_MANY_REQUESTS => ConfluenceFault::Limited { after: retry_after(response.headers()) },
        StatusCode::SERVICE_UNAVAILABLE if retry_after(response.headers()).is_some() => {
            ConfluenceFault::Limited { after: retry_after(response.headers()) }
        }
        status => ConfluenceFault::Status(status.as_u16()),
    })
}

fn of_page(fault: PageFault) -> ConfluenceFault {
    match fault {
        PageFault::Forbidden(why) => ConfluenceFault::Forbidden(why),
        PageFault::BadAddress(why) => ConfluenceFault::Address(why),
        PageFault::TimedOut => ConfluenceFault::TimedOut,
        PageFault::Unreachable(why) => ConfluenceFault::Unreachable(why),
        other => ConfluenceFault::Unreachable(other.to_string()),
    }
}

fn lost(fault: reqwest::Error) -> ConfluenceFault {
    let mut reason: &dyn std::error::Error = &fault;
    loop {
        if let Some(Refused(fault)) = reason.downcast_ref() {
            return of_page(fault.clone());
        }
        let Some(deeper) = reason.source() else { break };
        reason = deeper;
    }
    if fault.is_timeout() { ConfluenceFault::TimedOut } else { ConfluenceFault::Unreachable(reason.to_string()) }
}

/// Where people read a page.
pub(super) fn shown_at(place: &Place, entry: &Entry) -> Option<String> {
    place.next(entry.links.webui.as_deref()?).ok().map(Into::into)
}
