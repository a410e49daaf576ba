//! An OpenAI-compatible `/embeddings` service in place of the model on this machine: what was said goes there.

use crate::body::{self, Broken};
use async_trait::async_trait;
use domain::embedding::{Embedder, EmbeddingFault, level};
use reqwest::{Client, StatusCode, Url, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::json;
use std::{
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant},
};

/// Texts of one request; services take 2,048 at most, small ones fewer.
const BATCH: usize = 128;
/// Vectors of 4,096 numbers for a batch, as decimal text, with room.
const LARGEST: usize = 32 << 20;
const PAUSE: Duration = Duration::from_millis(200);
/// After a fault nobody waits for it again for so long: a person waits once, not at every message.
const REST: Duration = Duration::from_secs(15);

/// Where the service is, and how long it may take.
#[derive(Clone, Debug)]
pub struct Place {
    /// Up to and without `/embeddings`.
    pub base_url: String,
    pub model: String,
    pub api_key: Option<SecretString>,
    /// For all texts of one question, with one further try.
    pub time: Duration,
}

pub struct Service {
    place: Place,
    url: Url,
    http: Client,
    dimension: OnceLock<usize>,
    failed: Mutex<Option<Instant>>,
}

impl Service {
    /// # Errors
    /// In words: the address cannot be used.
    pub fn new(place: Place) -> Result<Self, String> {
        let base = place.base_url.trim().trim_end_matches('/');
        let no_address = |fault| format!("{base} is no address: {fault}");
        // Without a host the path would become one.
        Url::parse(base).map_err(no_address)?;
        let url = Url::parse(&format!("{base}/embeddings")).map_err(no_address)?;
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(format!("{base} is no address that begins with https:// or http://"));
        }
        crate::tls::ready();
        // A redirect would take the key along to wherever it points.
        let http = Client::builder().redirect(Policy::none()).timeout(place.time).referer(false).build();
        let http = http.map_err(|fault| format!("the HTTP client cannot be made: {fault}"))?;
        Ok(Self { place, url, http, dimension: OnceLock::new(), failed: Mutex::default() })
    }

    /// The machine that answers.
    #[must_use]
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    fn failed(&self) -> MutexGuard<'_, Option<Instant>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rests(&self) -> bool {
        self.failed().is_some_and(|since| since.elapsed() < REST)
    }

    async fn all(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let answered = match self.once(batch).await {
                Err(fault) if fault.is_retryable() => {
                    tokio::time::sleep(PAUSE).await;
                    self.once(batch).await
                }
                answered => answered,
            };
            vectors.extend(answered?);
        }
        Ok(vectors)
    }

    async fn once(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        let body = json!({"model": self.place.model, "input": texts, "encoding_format": "float"});
        let mut request = self.http.post(self.url.clone()).json(&body);
        if let Some(key) = &self.place.api_key {
            request = request.bearer_auth(key.expose_secret());
        }
        let response = request.send().await.map_err(lost)?;
        let status = response.status();
        let bytes = body::read(response, LARGEST).await.map_err(|broken| match broken {
            Broken::TooLarge => EmbeddingFault::Malformed(format!("it is larger than {LARGEST} bytes")),
            Broken::Lost(fault) => lost(fault),
        })?;
        if !status.is_success() {
            return Err(refused(status, &bytes));
        }
        let answer: Answer = serde_json::from_slice(&bytes).map_err(|fault| EmbeddingFault::Malformed(fault.to_string()))?;
        self.read(answer, texts.len())
    }

    /// One vector for each text, all of one length for as long as this runs.
    fn read(&self, answer: Answer, expected: usize) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        let wrong = |what: String| EmbeddingFault::Malformed(what);
        let mut vectors: Vec<Option<Vec<f32>>> = vec![None; expected];
        for (place, one) in answer.data.into_iter().enumerate() {
            let index = one.index.unwrap_or(place);
            let slot = vectors.get_mut(index).ok_or_else(|| wrong(format!("a vector for text {index} of {expected}")))?;
            if slot.replace(one.embedding).is_some() {
                return Err(wrong(format!("two vectors for text {index}")));
            }
        }
        let mut vectors: Vec<Vec<f32>> = vectors.into_iter().flatten().collect();
        if vectors.len() != expected {
            return Err(wrong(format!("{} vectors for {expected} texts", vectors.len())));
        }
        for vector in &mut vectors {
            let dimension = *self.dimension.get_or_init(|| vector.len());
            if vector.is_empty() || vector.len() != dimension {
                return Err(wrong(format!("a vector of {} numbers among vectors of {dimension}", vector.len())));
            }
            level(vector);
        }
        Ok(vectors)
    }
}

#[derive(Deserialize)]
struct Answer {
    data: Vec<One>,
}

#[derive(Deserialize)]
struct One {
    index: Option<usize>,
    embedding: Vec<f32>,
}

/// What the service says of itself, its first characters, never the key.
fn refused(status: StatusCode, body: &[u8]) -> EmbeddingFault {
    let said: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let said = said["error"]["message"].as_str().or_else(|| said["error"].as_str()).unwrap_or_default();
    let why = format!("{} {}", status.as_u16(), said.chars().take(200).collect::<String>());
    let why = why.trim_end().to_owned();
    match status {
        StatusCode::REQUEST_TIMEOUT => EmbeddingFault::TimedOut,
        StatusCode::TOO_MANY_REQUESTS => EmbeddingFault::Unreachable(why),
        status if status.is_server_error() => EmbeddingFault::Unreachable(why),
        _ => EmbeddingFault::Refused(why),
    }
}

fn lost(fault: reqwest::Error) -> EmbeddingFault {
    if fault.is_timeout() {
        return EmbeddingFault::TimedOut;
    }
    let mut why = String::new();
    let mut cause: Option<&dyn std::error::Error> = Some(&fault);
    while let Some(one) = cause {
        why = one.to_string();
        cause = one.source();
    }
    EmbeddingFault::Unreachable(why)
}

#[async_trait]
impl Embedder for Service {
    fn name(&self) -> &str {
        &self.place.model
    }

    fn dimension(&self) -> Option<usize> {
        self.dimension.get().copied()
    }

    fn is_remote(&self) -> bool {
        true
    }

    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        // A text of nothing is refused by some services, and means nothing anyhow.
        let said: Vec<String> = texts.iter().filter(|text| !text.trim().is_empty()).cloned().collect();
        if self.rests() {
            return Err(EmbeddingFault::Unreachable("it did not answer a moment ago".into()));
        }
        let whole = tokio::time::timeout(self.place.time, self.all(&said)).await;
        let answered = whole.unwrap_or(Err(EmbeddingFault::TimedOut));
        *self.failed() = answered.as_ref().err().filter(|fault| fault.is_retryable()).map(|_| Instant::now());
        let mut vectors = answered?.into_iter();
        let nothing = || vec![0.0; self.dimension().unwrap_or_default()];
        let vector = |text: &String| if text.trim().is_empty() { nothing() } else { vectors.next().unwrap_or_else(nothing) };
        Ok(texts.iter().map(vector).collect())
    }
}
