//! Sends traces to the operator's collector: OTLP over HTTP, in batches, from a thread of its own. Nobody waits for it; what does not
//! fit into its queue is dropped.

use crate::body::{self, Broken};
use async_trait::async_trait;
use opentelemetry::{Context, propagation::TextMapPropagator as _, trace::TracerProvider as _};
use opentelemetry_http::{Bytes, HeaderExtractor, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{SdkTracer, SdkTracerProvider},
};
use reqwest::{Client, Url, header::HeaderMap, redirect::Policy};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use tokio::runtime::Handle;

/// As the collector knows this program.
const SERVICE: &str = "discovery";
const TIME: Duration = Duration::from_secs(5);
/// A collector answers in a few bytes.
const LARGEST: usize = 64 << 10;
/// A collector that is down is down for every batch.
const QUIET: Duration = Duration::from_secs(60);
const PARENT: &str = "traceparent";

/// The way to a collector, until it is closed.
pub struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// `url` is the collector's, without `/v1/traces`. What is sent is sent on `runtime`, which must have a thread besides the one that
    /// closes this.
    ///
    /// # Errors
    /// In words: the address cannot be used.
    pub fn open(url: &str, runtime: Handle) -> Result<Self, String> {
        let base = url.trim().trim_end_matches('/');
        let address = Url::parse(base).map_err(|fault| format!("{base} is no address: {fault}"))?;
        if !matches!(address.scheme(), "http" | "https") || address.host_str().is_none_or(str::is_empty) {
            return Err(format!("{base} is no address that begins with https:// or http://"));
        }
        crate::tls::ready();
        // A redirect would take the collector's key along to wherever it points.
        let http = Client::builder().redirect(Policy::none()).timeout(TIME).referer(false).build();
        let http = http.map_err(|fault| format!("the HTTP client cannot be made: {fault}"))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Collector { http, runtime, warned: Mutex::default() })
            .with_endpoint(format!("{base}/v1/traces"))
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(TIME)
            .build()
            .map_err(|fault| fault.to_string())?;
        let resource = Resource::builder().with_service_name(SERVICE).build();
        Ok(Self { provider: SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build() })
    }

    #[must_use]
    pub fn tracer(&self) -> SdkTracer {
        self.provider.tracer(SERVICE)
    }

    /// Sends what waits. It blocks for a few seconds at most: not for a thread of the runtime.
    pub fn close(self) {
        if let Err(fault) = self.provider.shutdown() {
            tracing::warn!(%fault, "the last traces were not sent");
        }
    }
}

/// The trace that a caller has begun, if these headers name one.
#[must_use]
pub fn read_parent(headers: &HeaderMap) -> Option<Context> {
    headers.contains_key(PARENT).then(|| TraceContextPropagator::new().extract(&HeaderExtractor(headers)))
}

#[derive(Debug)]
struct Collector {
    http: Client,
    runtime: Handle,
    warned: Mutex<Option<Instant>>,
}

impl Collector {
    fn warn(&self, why: &str) {
        if take_turn(&mut self.warned.lock().unwrap_or_else(PoisonError::into_inner)) {
            tracing::warn!(why, "the collector of traces does not take them");
        }
    }
}

/// Whether a warning is due; if so, the next one is due later.
fn take_turn(warned: &mut Option<Instant>) -> bool {
    let is_due = warned.is_none_or(|at| at.elapsed() >= QUIET);
    if is_due {
        *warned = Some(Instant::now());
    }
    is_due
}

#[async_trait]
impl HttpClient for Collector {
    /// Whoever calls this has a thread without a runtime.
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let sent = self.runtime.spawn(send(self.http.clone(), request)).await;
        let answered = sent.unwrap_or_else(|stopped| Err(stopped.to_string()));
        match &answered {
            Ok(response) if response.status().is_success() => {}
            Ok(response) => self.warn(&format!("it answers {}", response.status())),
            Err(why) => self.warn(why),
        }
        answered.map_err(HttpError::from)
    }
}

async fn send(http: Client, request: Request<Bytes>) -> Result<Response<Bytes>, String> {
    let request = reqwest::Request::try_from(request).map_err(explain)?;
    let response = http.execute(request).await.map_err(explain)?;
    let (status, headers) = (response.status(), response.headers().clone());
    let body = body::read(response, LARGEST).await.map_err(|broken| match broken {
        Broken::TooLarge => format!("its answer is larger than {LARGEST} bytes"),
        Broken::Lost(fault) => explain(fault),
    })?;
    let mut answered = Response::new(Bytes::from(body));
    *answered.status_mut() = status;
    *answered.headers_mut() = headers;
    Ok(answered)
}

/// The innermost cause, without the address: it may hold a key.
fn explain(fault: reqwest::Error) -> String {
    let fault = fault.without_url();
    let mut why = String::new();
    let mut cause: Option<&dyn std::error::Error> = Some(&fault);
    while let Some(one) = cause {
        why = one.to_string();
        cause = one.source();
    }
    why
}

#[cfg(test)]
mod tests {
    use super::*;
    use opentelemetry::trace::TraceContextExt as _;
    use reqwest::header::HeaderValue;

    #[test]
    fn one_warning_is_given_for_many_faults() {
        let mut warned = None;
        assert_eq!([take_turn(&mut warned), take_turn(&mut warned), take_turn(&mut warned)], [true, false, false]);
        warned = warned.and_then(|at| at.checked_sub(QUIET));
        assert!(take_turn(&mut warned) && !take_turn(&mut warned));
    }

    #[test]
    fn a_callers_trace_is_read_from_its_header() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        let read = |parent: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(PARENT, HeaderValue::from_str(parent).expect("a value"));
            read_parent(&headers).expect("a context").span().span_context().trace_id().to_string()
        };
        assert_eq!(read(&format!("00-{TRACE}-00f067aa0ba902b7-01")), TRACE);
        assert_ne!(read("00-nonsense"), TRACE);
        assert!(read_parent(&HeaderMap::new()).is_none());
    }

    #[tokio::test]
    async fn only_an_address_is_opened() {
        for wrong in ["", "127.0.0.1:4318", "ftp://collector", "collector"] {
            assert!(Traces::open(wrong, Handle::current()).is_err(), "{wrong}");
        }
    }
}
