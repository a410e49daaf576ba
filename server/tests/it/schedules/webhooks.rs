//! Webhooks as the one who gets them sees them.

use super::{make_due, scheduled, shown};
use crate::{
    ground::{ADMIN, Api, Database, Server, Settings},
    projects::full,
};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use secrecy::SecretString;
use serde_json::{Value, json};
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::net::TcpListener;

/// Who waits to be told, and what came.
#[derive(Clone)]
pub(crate) struct Receiver {
    pub(crate) address: String,
    answers: StatusCode,
    pub(crate) came: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
}

impl Receiver {
    pub(crate) async fn open(answers: StatusCode) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let receiver = Self { address, answers, came: Arc::default() };
        let receive = async |State(to): State<Self>, headers: HeaderMap, body: Bytes| {
            to.came.lock().expect("a lock").push((headers, body));
            to.answers
        };
        let router = Router::new().route("/hook", post(receive)).with_state(receiver.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    pub(crate) fn count(&self) -> usize {
        self.came.lock().expect("a lock").len()
    }
}

/// A server that may send to the receiver, with a project whose schedule does.
struct Told {
    _server: Server,
    _database: Database,
    api: Api,
    project: String,
    schedule: String,
}

impl Told {
    async fn by(receiver: &Receiver, secret: Option<&str>) -> Self {
        let database = Database::sqlite();
        let settings = Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", &receiver.address);
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let project = full(&api).await;
        let mut webhook = json!({"url": format!("http://{}/hook", receiver.address)});
        if let Some(secret) = secret {
            webhook["secret"] = json!(secret);
        }
        let body = json!({"cron": "0 0 1 1 *", "discover": {"max_steps": 20}, "webhook": webhook});
        let schedule = scheduled(&api, &project, &body).await;
        make_due(&database.url, None, &project, &schedule).await;
        Self { _server: server, _database: database, api, project, schedule }
    }

    /// How telling it ended, within a minute and a half.
    async fn delivery(&self) -> Value {
        let begun = Instant::now();
        loop {
            let delivery = shown(&self.api, &self.project, &self.schedule).await["webhook"]["last_delivery"].clone();
            if matches!(delivery["status"].as_str(), Some("delivered" | "failed")) {
                return delivery;
            }
            assert!(begun.elapsed() < Duration::from_secs(90), "the webhook is not told: {delivery}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

#[tokio::test]
async fn a_webhook_is_told_once_with_a_signature_that_is_right() {
    let receiver = Receiver::open(StatusCode::NO_CONTENT).await;
    let told = Told::by(&receiver, Some("sesame")).await;
    let delivery = told.delivery().await;
    assert_eq!((&delivery["status"], &delivery["attempts"], &delivery["error"]), (&json!("delivered"), &json!(1), &Value::Null));
    let (headers, body) = receiver.came.lock().expect("a lock")[0].clone();
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    assert_eq!(header("content-type").as_deref(), Some("application/json"));
    let signature = providers::webhook::sign(&SecretString::from("sesame"), &body);
    assert_eq!(header("x-discovery-signature"), Some(signature));
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    let schedule = shown(&told.api, &told.project, &told.schedule).await;
    assert_eq!((&body["event"], &body["run"]["id"]), (&json!("run.completed"), &schedule["last_run"]["id"]), "{body}");
    let run = body["run"]["id"].as_str().expect("an id");
    assert_eq!(body["run"], told.api.get(&format!("/api/v1/runs/{run}")).await.json(200), "the run as the API shows it");
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(receiver.count(), 1);
}

#[tokio::test]
async fn a_webhook_that_fails_is_tried_three_times() {
    let receiver = Receiver::open(StatusCode::INTERNAL_SERVER_ERROR).await;
    let told = Told::by(&receiver, None).await;
    let delivery = told.delivery().await;
    assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("failed"), &json!(3)));
    assert!(delivery["error"].as_str().is_some_and(|why| why.contains("500")), "{delivery}");
    let came = receiver.came.lock().expect("a lock").clone();
    assert_eq!(came.len(), 3);
    assert!(came.iter().all(|(headers, body)| !headers.contains_key("x-discovery-signature") && *body == came[0].1));
}

#[tokio::test]
async fn a_webhook_leads_nowhere_else() {
    let receiver = Receiver::open(StatusCode::FOUND).await;
    let told = Told::by(&receiver, None).await;
    let elsewhere = json!({"cron": "0 0 1 1 *", "webhook": {"url": "http://127.0.0.1:9/hook"}});
    let path = format!("/api/v1/projects/{}/schedules", told.project);
    let problem = told.api.post(&path, &elsewhere).await.problem(422);
    assert_eq!(problem["errors"][0]["field"], "webhook.url", "only the one address was allowed: {problem}");
    let delivery = told.delivery().await;
    assert!(delivery["error"].as_str().is_some_and(|why| why.contains("302")), "{delivery}");
}

/// What is stored before the run begins is not lost with the server.
#[tokio::test]
async fn a_delivery_survives_its_server() {
    let receiver = Receiver::open(StatusCode::OK).await;
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", &receiver.address);
    let mut server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = full(&api).await;
    let webhook = json!({"url": format!("http://{}/hook", receiver.address)});
    let schedule = scheduled(&api, &project, &json!({"cron": "0 0 1 1 *", "webhook": webhook})).await;
    make_due(&database.url, None, &project, &schedule).await;
    for pause in [700, 1_500] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        server.kill();
        server = Server::start(&settings);
    }
    let told = Told { api: api.at(&server.base), _server: server, _database: database, project, schedule };
    assert_eq!(told.delivery().await["status"], "delivered");
    let runs = told.api.get(&format!("/api/v1/projects/{}/runs", told.project)).await.json(200);
    assert_eq!(runs["items"].as_array().map(Vec::len), Some(1), "one firing is one run: {runs}");
    let bodies: Vec<Bytes> = receiver.came.lock().expect("a lock").iter().map(|(_, body)| body.clone()).collect();
    assert!(!bodies.is_empty() && bodies.iter().all(|body| *body == bodies[0]));
}
