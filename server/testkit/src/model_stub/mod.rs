//! A server on this machine that speaks the streaming wires of the language-model providers, with their faults.
//!
//! Which wire is spoken follows from the path, as with the real ones: `/v1/messages` (Anthropic), `/v1/chat/completions` (OpenAI and
//! compatible), `/v1beta/models/{m}:streamGenerateContent` (Gemini), `/model/{id}/converse-stream` (Bedrock).

mod behaviour;
mod bodies;
mod connection;
mod wire;

pub use behaviour::Behaviour;
pub use wire::Wire;

use domain::models::Provider;
use serde_json::Value;
use std::{
    collections::{HashMap, VecDeque},
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// What one call asked for.
#[derive(Clone, Debug)]
pub struct StubRequest {
    pub wire: Wire,
    pub path: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Value,
}

impl StubRequest {
    /// Everything the model was given to read, as one text.
    #[must_use]
    pub fn text(&self) -> String {
        self.wire.prompt(&self.body)
    }
}

type Answerer = dyn Fn(&StubRequest) -> Behaviour + Send + Sync;

/// Runs until it is dropped.
pub struct ModelStub {
    address: SocketAddr,
    script: Arc<Mutex<Script>>,
    serving: JoinHandle<()>,
}

struct Script {
    next: VecDeque<Behaviour>,
    always: Arc<Answerer>,
    requests: Vec<StubRequest>,
    hung_up: usize,
}

impl ModelStub {
    /// On a free port of this machine; says "ready" to everything until it is told otherwise.
    pub async fn start() -> io::Result<Self> {
        Self::start_at("127.0.0.1:0").await
    }

    pub async fn start_at(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let script = Arc::new(Mutex::new(Script {
            next: VecDeque::new(),
            always: Arc::new(|_| Behaviour::Says("ready".into())),
            requests: Vec::new(),
            hung_up: 0,
        }));
        let shared = script.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let script = shared.clone();
                tokio::spawn(connection::serve(stream, script));
            }
        });
        Ok(Self { address, script, serving })
    }

    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base URL to give for a provider.
    #[must_use]
    pub fn base_url(&self, provider: Provider) -> String {
        let path = match provider {
            Provider::Anthropic | Provider::OpenAi | Provider::Compatible => "/v1",
            Provider::Gemini => "/v1beta",
            Provider::Bedrock => "",
        };
        format!("http://{}{path}", self.address)
    }

    /// Takes the next call that way; several wait for their turn.
    pub fn next(&self, behaviour: Behaviour) {
        script(&self.script).next.push_back(behaviour);
    }

    /// Takes every call that way once the queue is empty.
    pub fn always(&self, behaviour: Behaviour) {
        self.answering(move |_| behaviour.clone());
    }

    /// Takes every call by what it asks once the queue is empty.
    pub fn answering(&self, answerer: impl Fn(&StubRequest) -> Behaviour + Send + Sync + 'static) {
        script(&self.script).always = Arc::new(answerer);
    }

    /// Every call so far, in order.
    #[must_use]
    pub fn requests(&self) -> Vec<StubRequest> {
        script(&self.script).requests.clone()
    }

    /// How many calls were given up by the caller before their end.
    #[must_use]
    pub fn hung_up(&self) -> usize {
        script(&self.script).hung_up
    }
}

impl Drop for ModelStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn script(script: &Mutex<Script>) -> MutexGuard<'_, Script> {
    script.lock().unwrap_or_else(PoisonError::into_inner)
}
