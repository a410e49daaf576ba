//! A speech service on this machine that speaks OpenAI's wire, strictly: what the service would refuse, it refuses.

use super::Canned;
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Multipart, State},
    http::{HeaderMap, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// The key that the stub accepts.
pub const SPEECH_KEY: &str = "key-of-the-speech-stub-5e77";
/// The model that hears; `plain-1` hears too, and answers in the plain form only.
pub const SPEECH_MODEL: &str = "whisper-1";
/// What every sentence sounds like: an MPEG frame's first bytes and the text.
const SOUND: &[u8] = b"\xff\xfb\x90\x00";

/// The service; it ends when this is dropped.
pub struct SpeechStub {
    /// For `STT_BASE_URL` and `TTS_BASE_URL`.
    pub base: String,
    state: Arc<Stub>,
    serving: JoinHandle<()>,
}

/// One call, by its fields; of a file its name, type and length.
pub type SpeechCall = BTreeMap<String, String>;

struct Stub {
    hears: Mutex<String>,
    canned: Mutex<VecDeque<Canned>>,
    asked: Mutex<Vec<SpeechCall>>,
}

impl SpeechStub {
    pub async fn start() -> Self {
        let hears = Mutex::new("We sell honey".to_owned());
        let state = Arc::new(Stub { hears, canned: Mutex::default(), asked: Mutex::default() });
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let app = Router::new()
            .route("/v1/audio/transcriptions", post(transcribe))
            .route("/v1/audio/speech", post(speak))
            .layer(DefaultBodyLimit::max(25 << 20))
            .with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { base, state, serving }
    }

    /// What it hears in every recording from now on.
    pub fn hears(&self, words: &str) {
        *held(&self.state.hears) = words.to_owned();
    }

    /// The next answer; several wait in line.
    pub fn answers(&self, canned: Canned) {
        held(&self.state.canned).push_back(canned);
    }

    #[must_use]
    pub fn requests(&self) -> Vec<SpeechCall> {
        held(&self.state.asked).clone()
    }
}

impl Drop for SpeechStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn refuse(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({"error": {"message": message, "type": "invalid_request_error"}}))).into_response()
}

/// What is checked before every call: a wrong key, or an answer that a test put in line.
async fn before(stub: &Stub, headers: &HeaderMap, call: SpeechCall) -> Option<Response> {
    held(&stub.asked).push(call);
    let key = headers.get("authorization").and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    if key != Some(SPEECH_KEY) {
        return Some(refuse(StatusCode::UNAUTHORIZED, &format!("Incorrect API key provided: {}", key.unwrap_or_default())));
    }
    let canned = held(&stub.canned).pop_front()?;
    tokio::time::sleep(canned.delay).await;
    let mut response = (StatusCode::from_u16(canned.status).unwrap_or_default(), canned.body).into_response();
    for (name, value) in canned.headers {
        response.headers_mut().insert(name, value.parse().expect("a header"));
    }
    Some(response)
}

async fn transcribe(State(stub): State<Arc<Stub>>, headers: HeaderMap, mut form: Multipart) -> Response {
    let mut call = SpeechCall::new();
    while let Ok(Some(field)) = form.next_field().await {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            call.insert("file".into(), field.file_name().unwrap_or_default().to_owned());
            call.insert("type".into(), field.content_type().unwrap_or_default().to_owned());
            call.insert("bytes".into(), field.bytes().await.map_or(0, |bytes| bytes.len()).to_string());
        } else {
            call.insert(name, field.text().await.unwrap_or_default());
        }
    }
    if let Some(response) = before(&stub, &headers, call.clone()).await {
        return response;
    }
    let of = |name: &str| call.get(name).map(String::as_str).unwrap_or_default();
    if !["webm", "ogg", "wav", "mp4"].iter().any(|ending| of("file").ends_with(&format!(".{ending}"))) {
        return refuse(StatusCode::BAD_REQUEST, "Unrecognized file format.");
    }
    let words = held(&stub.hears).clone();
    match (of("model"), of("response_format")) {
        ("plain-1", "verbose_json") => {
            refuse(StatusCode::BAD_REQUEST, "response_format 'verbose_json' is not compatible with model 'plain-1'.")
        }
        ("plain-1", _) => Json(json!({"text": words})).into_response(),
        (SPEECH_MODEL, "verbose_json") => {
            let segment = json!({"id": 0, "start": 0.0, "end": 2.0, "text": words, "avg_logprob": -0.25, "no_speech_prob": 0.01});
            Json(json!({"task": "transcribe", "language": "english", "duration": 2.0, "text": words, "segments": [segment]}))
                .into_response()
        }
        (SPEECH_MODEL, _) => Json(json!({"text": words})).into_response(),
        _ => refuse(StatusCode::NOT_FOUND, "The model does not exist or you do not have access to it."),
    }
}

async fn speak(State(stub): State<Arc<Stub>>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    let call = ["model", "input", "voice", "response_format"].map(|name| (name.to_owned(), text(name))).into();
    if let Some(response) = before(&stub, &headers, call).await {
        return response;
    }
    if text("input").is_empty() || text("input").chars().count() > 4_096 || text("voice").is_empty() {
        return refuse(StatusCode::BAD_REQUEST, "'$.input' is invalid");
    }
    ([(CONTENT_TYPE, "audio/mpeg")], [SOUND, text("input").as_bytes()].concat()).into_response()
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
