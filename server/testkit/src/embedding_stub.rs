//! An embedding service on this machine that speaks OpenAI's wire, strictly: what the service would refuse, it refuses.

use super::Canned;
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// The key that the stub accepts.
pub const EMBEDDING_KEY: &str = "key-of-the-embedding-stub-91c2";
/// The only model it has.
pub const EMBEDDING_MODEL: &str = "text-embedding-3-small";

/// Words that mean one of two things; a text has as much of each as it has of their words.
const MEANINGS: [&[&str]; 2] = [&["subscription", "monthly", "month"], &["products", "piece"]];

/// The service; it ends when this is dropped.
pub struct EmbeddingStub {
    /// For `EMBEDDING_BASE_URL`.
    pub base: String,
    state: Arc<Stub>,
    serving: JoinHandle<()>,
}

#[derive(Default)]
struct Stub {
    canned: Mutex<VecDeque<Canned>>,
    asked: Mutex<Vec<Vec<String>>>,
}

impl EmbeddingStub {
    pub async fn start() -> Self {
        let state = Arc::new(Stub::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}/v1", listener.local_addr().expect("an address"));
        let app = Router::new().route("/v1/embeddings", post(answer)).with_state(state.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { base, state, serving }
    }

    /// The next answer; several wait in line.
    pub fn answers(&self, canned: Canned) {
        held(&self.state.canned).push_back(canned);
    }

    /// The texts of each request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Vec<String>> {
        held(&self.state.asked).clone()
    }
}

impl Drop for EmbeddingStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(State(stub): State<Arc<Stub>>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let refuse = |status: StatusCode, message: &str| {
        (status, Json(json!({"error": {"message": message, "type": "invalid_request_error"}}))).into_response()
    };
    let key = headers.get("authorization").and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    if key != Some(EMBEDDING_KEY) {
        return refuse(StatusCode::UNAUTHORIZED, "Incorrect API key provided");
    }
    let texts: Option<Vec<String>> = body["input"]
        .as_array()
        .and_then(|input| input.iter().map(|text| text.as_str().filter(|text| !text.is_empty()).map(str::to_owned)).collect());
    let Some(texts) = texts.filter(|texts| (1..=2_048).contains(&texts.len())) else {
        return refuse(StatusCode::BAD_REQUEST, "'$.input' is invalid");
    };
    held(&stub.asked).push(texts.clone());
    let canned = held(&stub.canned).pop_front();
    if let Some(canned) = canned {
        tokio::time::sleep(canned.delay).await;
        return (StatusCode::from_u16(canned.status).unwrap_or_default(), canned.body).into_response();
    }
    if body["model"] != EMBEDDING_MODEL {
        return refuse(StatusCode::NOT_FOUND, "The model does not exist or you do not have access to it.");
    }
    // Last first: the index says which text a vector is of.
    let data: Vec<Value> = (0..texts.len())
        .rev()
        .map(|index| json!({"object": "embedding", "index": index, "embedding": vector(&texts[index])}))
        .collect();
    let usage = json!({"prompt_tokens": 1, "total_tokens": 1});
    Json(json!({"object": "list", "data": data, "model": EMBEDDING_MODEL, "usage": usage})).into_response()
}

/// Not of length 1: not every service's are.
fn vector(text: &str) -> [f32; 3] {
    let text = text.to_lowercase();
    let of = |words: &[&str]| {
        let count = text.split(|c: char| !c.is_alphabetic()).filter(|word| words.contains(word)).count();
        f32::from(u8::try_from(count).unwrap_or(u8::MAX)) * 2.0
    };
    [of(MEANINGS[0]), of(MEANINGS[1]), 0.1]
}

fn held<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
