//! Speech: recordings become words, words become sound, by the services that the operator named. Neither is kept.

use super::schema::{SpeechText, Transcription, VoiceView};
use crate::{
    backend::Backend,
    calls::may_change,
    web::{
        body::{self, Body},
        identity::Identity,
        one_at_a_time::Turn,
        problem::Problem,
    },
};
use axum::{
    Json,
    body::Body as Raw,
    extract::{FromRequest, Multipart, Request, State, multipart::MultipartError},
    response::{IntoResponse, Response},
};
use domain::{
    Refusal,
    voice::{Container, LARGEST, LONGEST, MOST_CHARACTERS, Recording, SpeechFault, Unfit, language},
};
use http::{HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};

const CONTAINERS: [Container; 4] = [Container::WebM, Container::Ogg, Container::Wav, Container::Mp4];

#[utoipa::path(get, path = "/api/v1/voice", operation_id = "read_voice", tag = "voice", responses((status = 200, body = VoiceView, description = "Who hears and who speaks, where sound and words go, and the limits")))]
pub(super) async fn read(State(backend): State<Backend>, _identity: Identity) -> Json<Value> {
    let speech = backend.speech();
    let transcription = speech.transcriber.as_ref().map(|one| one.listener());
    let transcription = transcription.map(|one| json!({"model": one.model, "host": one.host, "voice": null}));
    let voice = speech.voice.as_ref().map(|one| one.speaker());
    let voice = voice.map(|one| json!({"model": one.model, "host": one.host, "voice": one.voice}));
    Json(json!({
        "transcription": transcription, "speech": voice,
        "limits": {
            "max_bytes": LARGEST, "max_seconds": LONGEST, "max_characters": MOST_CHARACTERS,
            "media_types": CONTAINERS.map(Container::media_type),
        },
    }))
}

/// A form with what was said.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "the fields are described; the form is read part by part")]
pub(super) struct SpokenFile {
    /// WebM, Ogg, WAV or MP4, at most 4 MB and two minutes.
    #[schema(value_type = String, format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
    /// Which language is spoken, like `de` or `en-GB`; without it the transcriber finds out.
    language: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/voice/transcribe", operation_id = "transcribe", tag = "voice", request_body(content = SpokenFile, content_type = "multipart/form-data"), responses((status = 200, body = Transcription, description = "What was said, in words"), (status = 403), (status = 413, description = "Over 4 MB or two minutes"), (status = 415, description = "Not a form, or not a WebM, Ogg, WAV or MP4"), (status = 422, description = "No file, an unknown language, or no words in it"), (status = 503, description = "No transcriber is configured, or it does not answer")))]
pub(super) async fn transcribe(
    State(backend): State<Backend>,
    identity: Identity,
    request: Request,
) -> Result<Json<Value>, Problem> {
    may_change(&identity.account)?;
    let recording = recording(request).await?;
    let Some(transcriber) = backend.speech().transcriber.clone() else {
        return Err(unconfigured("no transcriber is configured: type the answer, or set STT_BASE_URL on the server"));
    };
    // One at a time for each person: a recording costs more than sending it.
    let _turn = Turn::acquire(&format!("voice {}", identity.account.user_id)).await;
    let heard = transcriber.transcribe(&recording).await.map_err(|fault| problem("file", fault))?;
    if heard.text.is_empty() {
        return Err(Problem::invalid("file", "no words were heard: speak nearer to the microphone, or type the answer"));
    }
    Ok(Json(json!({
        "text": heard.text, "language": heard.language, "duration_ms": heard.milliseconds, "confidence": heard.confidence,
        "provider": transcriber.listener().model,
    })))
}

#[derive(Deserialize)]
pub(super) struct Text {
    text: String,
}

#[utoipa::path(post, path = "/api/v1/voice/speak", operation_id = "speak", tag = "voice", request_body = SpeechText, responses((status = 200, body = Vec<u8>, content_type = "audio/mpeg", description = "The text as sound; a repeated call is spoken again"), (status = 403), (status = 413, description = "Over 4,096 characters"), (status = 422), (status = 503, description = "No voice is configured, or it does not answer")))]
pub(super) async fn speak(
    State(backend): State<Backend>,
    identity: Identity,
    Body(Text { text }): Body<Text>,
) -> Result<Response, Problem> {
    may_change(&identity.account)?;
    let text = text.trim();
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Problem::invalid("text", "there is nothing in it to say"));
    }
    if text.chars().count() > MOST_CHARACTERS {
        return Err(Refusal::too_large(format!(
            "at most {MOST_CHARACTERS} characters are spoken at once: send it sentence by sentence"
        ))
        .into());
    }
    let Some(voice) = backend.speech().voice.clone() else {
        return Err(unconfigured("no voice is configured: let the browser speak, or set TTS_BASE_URL on the server"));
    };
    let _turn = Turn::acquire(&format!("speech {}", identity.account.user_id)).await;
    let audio = voice.speak(text).await.map_err(|fault| problem("text", fault))?;
    let kind = HeaderValue::from_str(&audio.media_type).unwrap_or(HeaderValue::from_static("audio/mpeg"));
    Ok(([(header::CONTENT_TYPE, kind)], audio.bytes).into_response())
}

/// The form's one file, with the hint.
async fn recording(request: Request) -> Result<Recording, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = body::read(body).await?;
    let mut form = Multipart::from_request(Request::from_parts(parts, Raw::from(bytes)), &()).await.map_err(|_| {
        let detail = "send a form with the recording: Content-Type: multipart/form-data with a part called file";
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail)
    })?;
    let broken = |fault: MultipartError| Problem::malformed(format!("the form cannot be read: {}", fault.body_text()));
    let (mut file, mut hint) = (None, None);
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        let value = field.bytes().await.map_err(broken)?;
        match name.as_str() {
            "file" if file.is_some() => return Err(Problem::invalid("file", "send one recording at a time")),
            "file" => file = Some(value.to_vec()),
            "language" if !value.is_empty() => hint = Some(hinted(&value)?),
            _ => {}
        }
    }
    let file = file.ok_or_else(|| Problem::invalid("file", "the form needs a part called file with the recording"))?;
    Recording::new(file, hint).map_err(unfit)
}

fn hinted(value: &[u8]) -> Result<String, Problem> {
    let hint = std::str::from_utf8(value).ok().and_then(language);
    hint.ok_or_else(|| Problem::invalid("language", "language is one like de or en-GB"))
}

fn unfit(unfit: Unfit) -> Problem {
    match unfit {
        Unfit::Empty => Problem::invalid("file", "the recording is empty: record it again"),
        Unfit::TooShort => Problem::invalid("file", "the recording is too short: keep the button pressed while you speak"),
        Unfit::TooLarge => Refusal::too_large(format!("a recording has at most {} kB: say it in parts", LARGEST / 1_000)).into(),
        Unfit::TooLong => Refusal::too_large(format!("a recording is at most {LONGEST} s long: say it in parts")).into(),
        Unfit::Foreign => {
            let detail = "the recording is no WebM, Ogg, WAV or MP4: record it in one of these";
            Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail)
        }
    }
}

/// Not configured, so a retry soon is useless.
fn unconfigured(detail: &str) -> Problem {
    Problem { retry_after: Some(3_600), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail) }
}

/// What a person can do about it; the rest is for the log.
fn problem(field: &str, fault: SpeechFault) -> Problem {
    tracing::warn!(%fault, "speech");
    let later = |seconds, detail: &str| Problem { retry_after: Some(seconds), ..unconfigured(detail) };
    match fault {
        SpeechFault::Refused { .. } if field == "file" => {
            Problem::invalid(field, "the transcriber cannot read this recording: record it again, or type the answer")
        }
        SpeechFault::Refused { .. } => Problem::invalid(field, "the voice refuses this text: read it instead"),
        SpeechFault::Misconfigured { .. } => {
            unconfigured("the speech service is set up wrongly: tell an administrator, and type meanwhile")
        }
        SpeechFault::Limited { retry_after, .. } => {
            let seconds = retry_after.map_or(10, |pause| u32::try_from(pause.as_secs()).unwrap_or(u32::MAX).clamp(1, 3_600));
            later(seconds, "the speech service is asked too much: try again in a while, or type")
        }
        SpeechFault::TimedOut | SpeechFault::Unreachable(_) | SpeechFault::Failed { .. } | SpeechFault::Malformed(_) => {
            later(5, "the speech service does not answer: try again in a moment, or type")
        }
    }
}
