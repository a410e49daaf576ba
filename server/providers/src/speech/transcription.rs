//! `POST /audio/transcriptions`.

use super::{Patience, Place, wire::Wire};
use async_trait::async_trait;
use domain::voice::{Listener, Recording, Segment, SpeechFault, Transcriber, Transcript, certainty};
use rand::distr::{Alphanumeric, SampleString};
use reqwest::{Url, header::CONTENT_TYPE};
use serde::Deserialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest answer, in bytes: two minutes of speech are a few thousand words, each with its times.
const LARGEST: usize = 2 * 1024 * 1024;
const LONGEST_TEXT: usize = 16 * 1024;

/// A service that transcribes.
pub struct TranscribedBy {
    wire: Wire,
    url: Url,
    /// Some models know only the plain form of an answer; after the first refusal it is not asked for more.
    plain: AtomicBool,
}

impl TranscribedBy {
    /// # Errors
    /// In words: the address cannot be used.
    pub fn new(place: Place, patience: Patience) -> Result<Self, String> {
        let url = place.url("/audio/transcriptions")?;
        Ok(Self { wire: Wire::new(place, patience)?, url, plain: AtomicBool::new(false) })
    }

    async fn request_transcript(&self, recording: &Recording, plain: bool) -> Result<Transcript, SpeechFault> {
        let form = if plain { "json" } else { "verbose_json" };
        let boundary = Alphanumeric.sample_string(&mut rand::rng(), 40);
        let mut fields = vec![("model", self.wire.place.model.as_str()), ("response_format", form)];
        fields.extend(recording.language.as_deref().map(|language| ("language", language)));
        let body = multipart(&boundary, &fields, recording);
        let kind = format!("multipart/form-data; boundary={boundary}");
        let request = |http: &reqwest::Client| http.post(self.url.clone()).header(CONTENT_TYPE, &kind).body(body.clone());
        let answer = self.wire.ask(request, LARGEST).await?;
        let heard: Heard = serde_json::from_slice(&answer.bytes).map_err(|fault| SpeechFault::Malformed(fault.to_string()))?;
        Ok(heard.read(recording))
    }
}

#[async_trait]
impl Transcriber for TranscribedBy {
    fn listener(&self) -> Listener {
        Listener { model: self.wire.place.model.clone(), host: self.wire.place.host().to_owned() }
    }

    async fn transcribe(&self, recording: &Recording) -> Result<Transcript, SpeechFault> {
        let plain = self.plain.load(Ordering::Relaxed);
        match self.request_transcript(recording, plain).await {
            Err(SpeechFault::Refused { detail, .. }) if !plain && detail.contains("response_format") => {
                self.plain.store(true, Ordering::Relaxed);
                self.request_transcript(recording, true).await
            }
            answered => answered,
        }
    }
}

/// The body of a form with one file; services go by the ending of its name.
fn multipart(boundary: &str, fields: &[(&str, &str)], recording: &Recording) -> Vec<u8> {
    let mut body = Vec::with_capacity(recording.bytes.len() + 1_024);
    for (name, value) in fields {
        let part = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(part.as_bytes());
    }
    let (ending, kind) = (recording.container.extension(), recording.container.media_type());
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"speech.{ending}\"\r\nContent-Type: {kind}\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(&recording.bytes);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    body
}

#[derive(Deserialize)]
struct Heard {
    text: String,
    language: Option<String>,
    duration: Option<f64>,
    #[serde(default)]
    segments: Option<Vec<Measured>>,
}

#[derive(Deserialize)]
struct Measured {
    #[serde(default)]
    start: f64,
    #[serde(default)]
    end: f64,
    avg_logprob: Option<f64>,
    #[serde(default)]
    no_speech_prob: f64,
}

impl Heard {
    fn read(self, recording: &Recording) -> Transcript {
        let measured = self.segments.unwrap_or_default().into_iter().filter_map(|one| {
            Some(Segment { seconds: one.end - one.start, log_probability: one.avg_logprob?, no_speech: one.no_speech_prob })
        });
        let confidence = certainty(&measured.collect::<Vec<_>>());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a length of some minutes, not negative")]
        let told =
            self.duration.filter(|seconds| (0.0..86_400.0).contains(seconds)).map(|seconds| (seconds * 1_000.0).round() as u64);
        let language = self.language.filter(|name| name.len() <= 40 && !name.is_empty());
        Transcript {
            text: self.text.trim().chars().filter(|sign| !sign.is_control() || *sign == '\n').take(LONGEST_TEXT).collect(),
            language: language.or_else(|| recording.language.clone()),
            milliseconds: told.or_else(|| recording.milliseconds()),
            confidence,
        }
    }
}
