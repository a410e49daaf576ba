//! What is known of a call while it runs: read from the wire's own events, so that it is known also when the call is cut short.

use domain::models::{ModelRequest, Usage};
use genai::chat::{ChatFrameSink, FrameCtx, RawFrameRef};
use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, Default)]
pub(super) struct Seen(Mutex<Known>);

#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The provider began to answer: from here on the call costs something.
    pub begun: bool,
    /// As the provider counts.
    pub input: Option<u64>,
    pub output: Option<u64>,
    /// Bytes of text received.
    pub received: usize,
    /// Text was handed on: the call cannot be repeated without saying it twice.
    pub told: bool,
    /// The model declined, in these words.
    pub refusal: Option<String>,
}

impl Seen {
    pub(super) fn known(&self) -> Known {
        self.lock().clone()
    }

    pub(super) fn received(&self, text: &str, told: bool) -> usize {
        let mut known = self.lock();
        known.begun = true;
        known.received += text.len();
        known.told |= told;
        known.received
    }

    /// The provider's last word on what was used.
    pub(super) fn used(&self, usage: Usage) {
        let mut known = self.lock();
        known.begun = true;
        (known.input, known.output) = (Some(usage.input), Some(usage.output));
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The tokens used, and whether some of them had to be guessed from the text.
    pub(super) fn usage(&self, request: &ModelRequest) -> (Usage, bool) {
        if !self.begun {
            return (Usage::default(), false);
        }
        // About four bytes make a token in most languages and tokenisers.
        let guess = |bytes: usize| bytes as u64 / 4 + 1;
        let usage = Usage {
            input: self.input.unwrap_or_else(|| guess(request.bytes())),
            output: self.output.unwrap_or_else(|| if self.received > 0 { guess(self.received) } else { 0 }),
        };
        (usage, self.input.is_none() || self.output.is_none())
    }
}

impl ChatFrameSink for Seen {
    fn on_frame(&self, _: &FrameCtx, frame: RawFrameRef<'_>) {
        let (starts, refuses, blocked) =
            (frame.event == Some("message_start"), frame.data.contains("\"refusal\""), frame.data.contains("\"blockReason\""));
        // Most events carry nothing but text, which is counted elsewhere.
        if !(starts || refuses || blocked) {
            self.lock().begun = true;
            return;
        }
        let event: Value = frame.json().unwrap_or_default();
        let mut known = self.lock();
        known.begun = true;
        if starts {
            known.input = event["message"]["usage"]["input_tokens"].as_u64();
        }
        if let Some(words) = event["choices"][0]["delta"]["refusal"].as_str().filter(|words| !words.is_empty()) {
            known.refusal.get_or_insert_default().push_str(words);
        }
        if let Some(reason) = event["promptFeedback"]["blockReason"].as_str() {
            known.refusal = Some(format!("the question was blocked: {reason}"));
        }
    }
}
