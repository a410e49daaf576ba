//! Speech: what is configured, and what was heard.

use serde::Serialize;
use utoipa::ToSchema;

/// How a message came that was spoken.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"confidence": 0.62}))]
pub(crate) struct SpokenMessage {
    /// How sure the transcriber was of the words; left out where it does not say.
    #[schema(minimum = 0.0, maximum = 1.0)]
    confidence: Option<f64>,
}

/// What was said, in words.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"text": "We sell honey", "language": "english", "duration_ms": 1840, "confidence": 0.62, "provider": "whisper-1"}))]
pub(crate) struct Transcription {
    text: String,
    /// As the transcriber names it, or the hint; `null` when neither is known.
    language: Option<String>,
    duration_ms: Option<u64>,
    /// From the transcriber's own measure of its words; `null` when it has none.
    #[schema(minimum = 0.0, maximum = 1.0)]
    confidence: Option<f64>,
    /// The model that wrote it down.
    provider: String,
}

/// What speech is configured, and where sound and words go.
#[derive(Serialize, ToSchema)]
pub(crate) struct VoiceView {
    /// `null`: recordings cannot be transcribed here.
    transcription: Option<SpeechPlace>,
    /// `null`: texts cannot be spoken here.
    speech: Option<SpeechPlace>,
    limits: VoiceLimits,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SpeechPlace {
    model: String,
    /// Of speech only.
    voice: Option<String>,
    /// The machine that hears or speaks.
    host: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct VoiceLimits {
    max_bytes: u64,
    max_seconds: u64,
    /// Of one text to be spoken.
    max_characters: u64,
    /// Of recordings; known by their first bytes.
    media_types: Vec<String>,
}

/// A text to be spoken.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"text": "Who is it for?"}))]
pub(crate) struct SpeechText {
    /// 1 to 4,096 characters.
    #[schema(max_length = 4_096)]
    text: String,
}
