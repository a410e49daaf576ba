//! What hearing and speaking share: time limit, size limit, retries by rule, faults without secrets.

use super::Place;
use crate::{
    body::{self, Broken},
    search::retry_after::retry_after,
};
use backon::{ExponentialBuilder, Retryable};
use domain::voice::SpeechFault;
use reqwest::{Client, RequestBuilder, StatusCode, header::HeaderMap, redirect::Policy};
use secrecy::ExposeSecret;
use std::time::Duration;

/// The most characters of what a service says about a fault.
const LONGEST_DETAIL: usize = 300;

/// How often a service is asked again, and how long is waited between.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub retries: usize,
    /// Before the second attempt; doubled each time, with jitter.
    pub first_wait: Duration,
    /// Whoever wants a longer pause is not asked again: the person is told.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { retries: 2, first_wait: Duration::from_millis(300), longest_wait: Duration::from_secs(3) }
    }
}

pub(super) struct Answer {
    pub(super) headers: HeaderMap,
    pub(super) bytes: Vec<u8>,
}

/// One service over HTTP.
pub(super) struct Wire {
    pub(super) place: Place,
    http: Client,
    patience: Patience,
}

impl Wire {
    pub(super) fn new(place: Place, patience: Patience) -> Result<Self, String> {
        crate::tls::ready();
        // A redirect would take the key and what was said along to wherever it points.
        let http = Client::builder().redirect(Policy::none()).timeout(place.time).referer(false).build();
        let http = http.map_err(|fault| format!("the HTTP client cannot be made: {fault}"))?;
        Ok(Self { place, http, patience })
    }

    /// Asks until it answers with success, as often and as long as patience has it; at most `most` bytes are read.
    pub(super) async fn ask(&self, request: impl Fn(&Client) -> RequestBuilder, most: usize) -> Result<Answer, SpeechFault> {
        let schedule = ExponentialBuilder::default()
            .with_min_delay(self.patience.first_wait)
            .with_max_times(self.patience.retries)
            .with_jitter();
        let asked = (|| self.once(request(&self.http), most))
            .retry(schedule)
            .when(SpeechFault::is_retryable)
            .adjust(|fault, wait| self.pause(fault, wait));
        tokio::time::timeout(self.place.time, asked).await.unwrap_or(Err(SpeechFault::TimedOut))
    }

    async fn once(&self, request: RequestBuilder, most: usize) -> Result<Answer, SpeechFault> {
        let request = match &self.place.api_key {
            Some(key) => request.bearer_auth(key.expose_secret()),
            None => request,
        };
        let response = request.send().await.map_err(lost)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = body::read(response, most).await.map_err(|broken| match broken {
            Broken::TooLarge => SpeechFault::Malformed(format!("it is larger than {most} bytes")),
            Broken::Lost(fault) => lost(fault),
        })?;
        if status.is_success() { Ok(Answer { headers, bytes }) } else { Err(self.fault(status, &headers, &bytes)) }
    }

    fn fault(&self, status: StatusCode, headers: &HeaderMap, body: &[u8]) -> SpeechFault {
        let said: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
        let said = [&said["error"]["message"], &said["error"], &said["detail"]].into_iter().find_map(|part| part.as_str());
        let said = said.unwrap_or_else(|| status.canonical_reason().unwrap_or("no reason given"));
        // A service may repeat the key when it complains about it.
        let said = match self.place.api_key.as_ref().map(ExposeSecret::expose_secret).filter(|key| !key.is_empty()) {
            Some(key) => said.replace(key, "•••"),
            None => said.to_owned(),
        };
        let detail = said.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).take(LONGEST_DETAIL).collect();
        let retry_after = retry_after(headers);
        match status.as_u16() {
            429 => SpeechFault::Limited { retry_after, detail },
            503 if retry_after.is_some() => SpeechFault::Limited { retry_after, detail },
            status @ (408 | 500..=599) => SpeechFault::Failed { status, detail },
            status @ (400 | 413 | 415 | 422) => SpeechFault::Refused { status, detail },
            status => SpeechFault::Misconfigured { status, detail },
        }
    }

    /// Whether to ask again, and when.
    fn pause(&self, fault: &SpeechFault, wait: Option<Duration>) -> Option<Duration> {
        match fault {
            SpeechFault::Limited { retry_after: Some(after), .. } if *after > self.patience.longest_wait => None,
            SpeechFault::Limited { retry_after: Some(after), .. } => wait.map(|wait| wait.max(*after)),
            _ => wait,
        }
    }
}

fn lost(fault: reqwest::Error) -> SpeechFault {
    if fault.is_timeout() {
        return SpeechFault::TimedOut;
    }
    let fault = fault.without_url();
    let mut reason: &dyn std::error::Error = &fault;
    while let Some(deeper) = reason.source() {
        reason = deeper;
    }
    SpeechFault::Unreachable(reason.to_string())
}
