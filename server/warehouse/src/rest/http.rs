//! Calls with limits, and what becomes of refusals.

use crate::reach::{Names, Reach};
use domain::tools::warehouse::WarehouseFault;
use reqwest::{Client, Method, RequestBuilder, StatusCode, Url, redirect::Policy};
use serde_json::Value;
use std::{sync::Arc, time::Duration};
use tokio::sync::oneshot;

/// Of one answer.
const MOST_BYTES: usize = 64 << 20;
const CONNECTING: Duration = Duration::from_secs(10);
/// For taking a query, which is less than answering it.
const BEGINNING: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub(super) struct Http {
    client: Client,
    reach: Option<Arc<dyn Reach>>,
}

impl Http {
    pub(super) fn new(reach: Option<Arc<dyn Reach>>) -> Result<Self, WarehouseFault> {
        // The process's provider of cryptography; a second call finds the first one's in place.
        drop(rustls::crypto::ring::default_provider().install_default());
        let mut built = Client::builder().connect_timeout(CONNECTING).redirect(Policy::none()).no_proxy();
        if let Some(reach) = &reach {
            built = built.dns_resolver(Arc::new(Names(reach.clone())));
        }
        let built = built.build();
        let client = built.map_err(|error| WarehouseFault::Unusable(format!("there is no client for HTTP: {error}")))?;
        Ok(Self { client, reach })
    }

    pub(super) fn call(&self, method: Method, url: Url) -> RequestBuilder {
        self.client.request(method, url)
    }

    /// The answer's text, with what is no success as a fault.
    pub(super) async fn text(&self, request: RequestBuilder) -> Result<(StatusCode, String), WarehouseFault> {
        let request = request.build().map_err(|error| WarehouseFault::Unusable(format!("the call cannot be made: {error}")))?;
        let host = request.url().host_str().unwrap_or_default().to_owned();
        if let Some(reach) = &self.reach {
            // A number is not asked of the client's resolver.
            reach.addresses(&host, request.url().port_or_known_default().unwrap_or(443)).await?;
        }
        let broke =
            |error: reqwest::Error| WarehouseFault::Unreachable(format!("{host} cannot be reached: {}", error.without_url()));
        let mut answer = self.client.execute(request).await.map_err(&broke)?;
        let status = answer.status();
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(&broke)? {
            if bytes.len() + chunk.len() > MOST_BYTES {
                return Err(WarehouseFault::Limit("the answer is larger than it may be".to_owned()));
            }
            bytes.extend_from_slice(&chunk);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match status {
            status if status.is_success() => Ok((status, text)),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(WarehouseFault::Unreachable(format!("{host} refuses the login: {}", message(&text))))
            }
            StatusCode::TOO_MANY_REQUESTS => {
                Err(WarehouseFault::Limit(format!("{host} wants fewer queries: {}", message(&text))))
            }
            // ClickHouse answers a wrong query with 500, and says so in its own way.
            status if status.is_server_error() && !text.contains("DB::Exception") => {
                Err(WarehouseFault::Unreachable(format!("{host} is not well ({status}): {}", message(&text))))
            }
            _ => Err(WarehouseFault::Invalid(message(&text))),
        }
    }

    pub(super) async fn json(&self, request: RequestBuilder) -> Result<(StatusCode, Value), WarehouseFault> {
        let (status, text) = self.text(request).await?;
        let value = serde_json::from_str(&text).map_err(|_| WarehouseFault::Unreachable("the answer is no JSON".to_owned()))?;
        Ok((status, value))
    }

    /// Begins a query there. Whoever stops waiting before it has answered does not know yet what to end: the call goes on without
    /// them, and is ended as soon as it is known. `end` makes the call that ends it of the answer.
    pub(super) async fn begin<F>(&self, request: RequestBuilder, end: F) -> Result<(StatusCode, Value, Ending), WarehouseFault>
    where
        F: FnOnce(&Self, &Value) -> Result<Option<RequestBuilder>, WarehouseFault> + Send + 'static,
    {
        let (tell, told) = oneshot::channel();
        let http = self.clone();
        tokio::spawn(async move {
            let begun = async {
                let (status, answer) = http.json(request).await?;
                let ending = Ending(end(&http, &answer)?);
                Ok((status, answer, ending))
            };
            let begun = tokio::time::timeout(BEGINNING, begun).await;
            let begun = begun.unwrap_or_else(|_| Err(WarehouseFault::Limit("the query was not taken in time".to_owned())));
            // With nobody there the ending in it is dropped, and so it is ended.
            drop(tell.send(begun));
        });
        told.await.unwrap_or_else(|_| Err(WarehouseFault::Unreachable("the query was not begun".to_owned())))
    }
}

/// What an answer complains of, wherever it says so.
fn message(text: &str) -> String {
    let parsed: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let found = ["/error/message", "/message", "/error"].iter().find_map(|path| parsed.pointer(path)?.as_str());
    found.unwrap_or(text).chars().take(500).collect()
}

pub(super) fn url(text: &str) -> Result<Url, WarehouseFault> {
    let url = Url::parse(text).map_err(|error| WarehouseFault::Unusable(format!("{text} is no address: {error}")))?;
    if matches!(url.scheme(), "http" | "https") && url.has_host() {
        Ok(url)
    } else {
        Err(WarehouseFault::Unusable(format!("{text} is no address of the web")))
    }
}

/// An address below another one.
pub(super) fn below(base: &str, path: &str) -> Result<Url, WarehouseFault> {
    url(&format!("{}/{path}", base.trim_end_matches('/')))
}

/// A call that is made when this is dropped before it is told that all is done.
pub(super) struct Ending(Option<RequestBuilder>);

impl Ending {
    pub(super) const fn by(request: RequestBuilder) -> Self {
        Self(Some(request))
    }

    pub(super) fn not_needed(mut self) {
        self.0 = None;
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        let (Some(request), Ok(runtime)) = (self.0.take(), tokio::runtime::Handle::try_current()) else { return };
        runtime.spawn(async move {
            if let Err(error) = request.timeout(CONNECTING).send().await {
                tracing::warn!(error = %error.without_url(), "a query that nobody waits for could not be ended");
            }
        });
    }
}

/// How long to wait before it is asked again whether a query is done.
pub(super) async fn pause(round: u32) {
    tokio::time::sleep(Duration::from_millis(100 * u64::from(round.clamp(1, 20)))).await;
}
