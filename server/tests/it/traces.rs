//! Traces as an operator's collector gets them.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, eventually};
use axum::{Router, body::Bytes, extract::State, routing::post};
use reqwest::Method;
use std::sync::{Arc, Mutex};
use tokio::{net::TcpListener, task::JoinHandle};

/// Of the specification of trace contexts.
const TRACE: u128 = 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736;

/// Keeps what is exported to it.
struct Collector {
    base: String,
    batches: Arc<Mutex<Vec<Bytes>>>,
    serving: JoinHandle<()>,
}

impl Collector {
    async fn start() -> Self {
        let batches = Arc::<Mutex<Vec<Bytes>>>::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let app = Router::new().route("/v1/traces", post(keep)).with_state(batches.clone());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.expect("it serves") });
        Self { base, batches, serving }
    }

    fn has(&self, part: &[u8]) -> bool {
        let batches = self.batches.lock().expect("batches");
        batches.iter().any(|batch| batch.windows(part.len()).any(|window| window == part))
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn keep(State(batches): State<Arc<Mutex<Vec<Bytes>>>>, batch: Bytes) {
    batches.lock().expect("batches").push(batch);
}

#[tokio::test]
async fn a_request_is_a_span_of_its_callers_trace() {
    let (database, collector) = (Database::sqlite(), Collector::start().await);
    let settings = Settings::new(&database).with("DISCOVERY_OTLP_URL", &collector.base).with("DISCOVERY_LEAVE_SECONDS", "0");
    let mut server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let parent = format!("00-{TRACE:032x}-00f067aa0ba902b7-01");
    let call = api.call(Method::GET, "/api/v1/sessions").header("traceparent", parent).header("x-request-id", "traced-17");
    assert_eq!(Answer::fetch(call).await.status, 200);
    let session = api.open("project_discovery").await;
    api.say(&session, "The bakery Kornblume sells honey bread in seven villages").await;
    // Whatever waits is sent before it ends.
    server.ask_to_stop();
    assert!(server.ended().await.success());
    for part in [&TRACE.to_be_bytes()[..], b"GET /api/v1/sessions", b"traced-17", b"interview command", session.as_bytes()] {
        assert!(collector.has(part), "{}", String::from_utf8_lossy(part));
    }
    for part in [ADMIN.as_bytes(), b"Kornblume", b"honey bread"] {
        assert!(!collector.has(part), "{}", String::from_utf8_lossy(part));
    }
    let log = server.log();
    assert!(!log.contains("interview command") && !log.contains("collector"), "{log}");
}

#[tokio::test]
async fn a_collector_that_is_down_is_named_once_and_hinders_nobody() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_OTLP_URL", "http://127.0.0.1:1").with("DISCOVERY_LEAVE_SECONDS", "0");
    let mut server = Server::start(&settings.with("OTEL_BSP_SCHEDULE_DELAY", "50"));
    let api = Api::new(&server.base, Some(ADMIN));
    let warnings = || server.log().matches("the collector of traces does not take them").count();
    eventually("the collector is missed", async || {
        assert_eq!(api.get("/api/v1/sessions").await.status, 200);
        warnings() > 0
    })
    .await;
    for _ in 0..20 {
        assert_eq!(api.get("/api/v1/sessions").await.status, 200);
    }
    server.ask_to_stop();
    assert!(server.ended().await.success());
    assert_eq!(server.log().matches("the collector of traces does not take them").count(), 1);
}

#[test]
fn an_address_that_is_none_is_refused() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_OTLP_URL", "127.0.0.1:4318");
    let refused = settings.run(&["serve"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && why.contains("DISCOVERY_OTLP_URL") && why.contains("no address"), "{why}");
}
