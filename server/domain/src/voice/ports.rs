//! Who writes down what is said, and who says what is written.

use super::Recording;
use async_trait::async_trait;
use protocol::Confidence;
use std::time::Duration;
use thiserror::Error;

/// Where sound or words go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listener {
    /// The model's name, for people.
    pub model: String,
    /// The machine that it runs on.
    pub host: String,
}

/// Who speaks; words go there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    pub model: String,
    pub voice: String,
    pub host: String,
}

/// What was said, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    pub text: String,
    /// As the transcriber names it.
    pub language: Option<String>,
    pub milliseconds: Option<u64>,
    /// How sure the transcriber is of the words, where it measures that.
    pub confidence: Option<Confidence>,
}

#[async_trait]
pub trait Transcriber: Send + Sync {
    fn listener(&self) -> Listener;

    async fn transcribe(&self, recording: &Recording) -> Result<Transcript, SpeechFault>;
}

/// Sound as a browser plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audio {
    pub media_type: String,
    pub bytes: Vec<u8>,
}

#[async_trait]
pub trait Voice: Send + Sync {
    fn speaker(&self) -> Speaker;

    /// At most [`super::MOST_CHARACTERS`] at once.
    async fn speak(&self, text: &str) -> Result<Audio, SpeechFault>;
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SpeechFault {
    #[error("the speech service did not answer in time")]
    TimedOut,
    #[error("the speech service cannot be reached: {0}")]
    Unreachable(String),
    #[error("the speech service wants a pause: {detail}")]
    Limited { retry_after: Option<Duration>, detail: String },
    #[error("the speech service failed with {status}: {detail}")]
    Failed { status: u16, detail: String },
    /// A wrong key, model or address: an administrator has to look at it.
    #[error("the speech service is set up wrongly ({status}): {detail}")]
    Misconfigured { status: u16, detail: String },
    /// It cannot read what it was given.
    #[error("the speech service refused this ({status}): {detail}")]
    Refused { status: u16, detail: String },
    #[error("the speech service's answer cannot be used: {0}")]
    Malformed(String),
}

impl SpeechFault {
    /// Whether the same call may succeed a moment later.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::TimedOut | Self::Unreachable(_) | Self::Limited { .. } | Self::Failed { .. })
    }
}
