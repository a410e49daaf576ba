//! One tenant that takes all it can get keeps no other tenant waiting: of each thing that there is little of, the calls of the quiet one
//! are answered while those of the other wait. How long both take is measured by `cargo run --release -p server --example bench
//! fairness`.

mod flood;

use super::{made, upload, upload_preferring};
use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, eventually};
use bytes::Bytes;
use domain::models::Provider;
use flood::{Flood, count_queue};
use futures::future::join_all;
use reqwest::{Body, Method, RequestBuilder};
use serde_json::json;
use std::{
    io::{Read as _, Write as _},
    process::{Command, Stdio},
    time::Duration,
};
use testkit::{Behaviour, ModelStub};
use tokio_util::sync::CancellationToken;

/// Calls of the quiet tenant beside a flood.
const CALLS: usize = 30;
/// Beyond the calls that had a place: one may end between the answer and the count.
const FEW: usize = 2;
/// Never done in time.
const ENDLESS: &str = "SELECT COUNT(*) FROM numbers a, numbers b, numbers c WHERE (a.n + b.n + c.n) % 7 = 3";

async fn other_tenant(settings: &Settings, server: &Server) -> Api {
    let (create, person) = (["tenant", "create", "north", "--name", "The North"], "ada@north.example");
    assert!(settings.run(&create).status.success());
    let with_password = settings.clone().with("DISCOVERY_PASSWORD", "a long enough password");
    let made = ["user", "create", "--tenant", "north", "--email", person, "--name", "Ada", "--role", "admin"];
    let output = with_password.run(&made);
    assert!(output.status.success(), "{output:?}");
    let token = settings.run(&["token", "create", "--email", person, "--name", "tests", "--role", "admin"]);
    Api::new(&server.base, Some(String::from_utf8_lossy(&token.stdout).trim()))
}

/// A server with two tenants: the one that floods it, and the quiet one.
async fn start_with_two_tenants(settings: &Settings) -> (Server, Api, Api) {
    let server = Server::start(settings);
    let (loud, quiet) = (Api::new(&server.base, Some(ADMIN)), other_tenant(settings, &server).await);
    (server, loud, quiet)
}

/// A project with numbers in a file; the address of its queries.
async fn make_numbers(api: &Api) -> String {
    let project = made(api, "Shop").await;
    let numbers: String = std::iter::once("n\n".to_owned()).chain((0..20_000).map(|n| format!("{n}\n"))).collect();
    let fields = [("kind", "database"), ("name", "files")];
    upload(api, &project, &fields, &[("numbers.csv", numbers.as_bytes())]).await.json(201);
    format!("/api/v1/projects/{project}")
}

fn begin_endless(api: &Api, project: &str, at_once: usize) -> Flood {
    let (api, path) = (api.clone(), format!("{project}/query"));
    Flood::begin(at_once, 1, move |_| {
        let (api, path) = (api.clone(), path.clone());
        Box::pin(async move { api.post(&path, &json!({"sql": ENDLESS})).await })
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_does_not_wait_for_another_tenants_queries() {
    const PLACES: usize = 4;
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_QUERY_SECONDS", "10");
    let (_server, loud, quiet) = start_with_two_tenants(&settings).await;
    let (wide, small) = (make_numbers(&loud).await, make_numbers(&quiet).await);
    let count = async |_: usize| {
        quiet.post(&format!("{small}/query"), &json!({"sql": "SELECT COUNT(*) FROM numbers"})).await.json(200);
    };
    count(0).await;
    let flood = begin_endless(&loud, &wide, 24);
    eventually("most of the flood waits", async || count_queue(&quiet, "queries").await.1 >= 16).await;
    // Each costs a process of a build for tests, beside two that take all processors.
    flood.beside(CALLS / 3, PLACES + FEW, count).await;
    let (served, refused) = flood.end().await;
    assert!(served > 0 && refused > served, "{served} had their turn, {refused} are to come again");
}

/// Processes that stand still until this is dropped.
#[derive(Default)]
struct Frozen(Vec<u32>);

impl Frozen {
    /// Those with this argument that move still; how many they were.
    fn add_all(&mut self, server: &Server, argument: &str) -> usize {
        let there = server.helper_ids(argument);
        self.0.retain(|pid| there.contains(pid));
        let before = self.0.len();
        for pid in there {
            // One that has ended meanwhile cannot be frozen.
            if !self.0.contains(&pid) && signal(pid, "-STOP").expect("kill runs") {
                self.0.push(pid);
            }
        }
        self.0.len() - before
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        for pid in &self.0 {
            // A panic while a test fails would end all tests.
            drop(signal(*pid, "-CONT"));
        }
    }
}

fn signal(pid: u32, signal: &str) -> std::io::Result<bool> {
    Ok(Command::new("kill").args([signal, &pid.to_string()]).output()?.status.success())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_comes_to_no_query_in_time_says_when_to_come_again() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_QUERY_SECONDS", "3"));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = make_numbers(&api).await;
    let flood = begin_endless(&api, &project, 16);
    eventually("most wait for their turn", async || count_queue(&api, "queries").await.1 >= 10).await;
    let sql = "SELECT COUNT(*) FROM numbers";
    let (plain, claim) = (json!({"sql": sql}), json!({"claim": "There are 20000 numbers", "claimed_value": 20_000, "sql": sql}));
    let ways = [
        ("query", Some(&plain)),
        ("tools/run_query", Some(&plain)),
        ("verify", Some(&claim)),
        ("tools/verify_claim", Some(&claim)),
        ("query.csv?sql=SELECT%20COUNT(*)%20FROM%20numbers", None),
    ];
    let calls = ways.map(|(way, body)| {
        let (api, path) = (&api, format!("{project}/{way}"));
        async move {
            match body {
                Some(body) => api.post(&path, body).await,
                None => api.get(&path).await,
            }
        }
    });
    let mut calls = std::pin::pin!(join_all(calls));
    let mut frozen = Frozen::default();
    // No query gets anywhere, so nobody's turn comes in time.
    let answers = loop {
        frozen.add_all(&server, "run-query");
        if let Ok(answers) = tokio::time::timeout(Duration::from_millis(20), &mut calls).await {
            break answers;
        }
    };
    for ((way, _), answer) in ways.iter().zip(answers) {
        assert_eq!(answer.status, 429, "{way}: {}", answer.text);
        answer.problem(429);
    }
    drop(frozen);
    flood.end().await;
    api.post(&format!("{project}/query"), &plain).await.json(200);
}

/// Uploads a small document.
async fn upload_note(api: &Api, project: &str, name: &str, preference: &str) -> Answer {
    let fields = [("kind", "document"), ("name", name)];
    upload_preferring(preference, api, project, &fields, &[("note.md", b"# Note\n\nHoney is harvested in July.\n")]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_document_does_not_wait_for_another_tenants_documents() {
    const PLACES: usize = 3;
    let database = Database::sqlite();
    let (server, loud, quiet) = start_with_two_tenants(&Settings::new(&database)).await;
    let (wide, small) = (made(&loud, "Shop").await, made(&quiet, "Shop").await);
    upload_note(&quiet, &small, "first", "wait=60").await.json(201);
    let flood = Flood::begin(12, usize::MAX, move |number| {
        let (api, project) = (loud.clone(), wide.clone());
        Box::pin(async move { upload_note(&api, &project, &format!("flood {number}"), "wait=60").await })
    });
    // Its readers stand still, as if its documents took for ever.
    let (mut frozen, mut calm) = (Frozen::default(), 0);
    eventually("no reader moves any more", async || {
        calm = if frozen.add_all(&server, "read-document") == 0 { calm + 1 } else { 0 };
        calm >= 10 && frozen.0.len() >= PLACES - 1
    })
    .await;
    assert_eq!(frozen.0.len(), PLACES - 1, "one place is left for somebody else");
    flood
        .beside(CALLS, PLACES, async |number| {
            let source = upload_note(&quiet, &small, &format!("note {number}"), "wait=60").await.json(201);
            assert_eq!(source["status"], "ready", "{source}");
        })
        .await;
    drop(frozen);
    let (served, refused) = flood.end().await;
    assert!(served >= 12 && refused == 0, "{served} read, {refused} refused");
}

/// How nice a process is to others.
fn read_niceness(pid: u32) -> i32 {
    let about = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    let (_, fields) = about.rsplit_once(')').expect("a name in parentheses");
    fields.split_whitespace().nth(16).and_then(|field| field.parse().ok()).expect("a number")
}

#[test]
fn a_large_document_leaves_the_processors_to_others() {
    let (own, name) = (read_niceness(std::process::id()), b"note.md");
    for (kilobytes, steps_back) in [(100, false), (200, false), (300, true), (2_000, true)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_discovery"));
        command.arg("read-document").env("MIMALLOC_ARENA_RESERVE", "65536");
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut input = process.stdin.take().expect("its input");
        let length = u32::try_from(name.len()).expect("a length").to_le_bytes();
        let file = [&length[..], name, "Honey...".repeat(128 * kilobytes).as_bytes()].concat();
        input.write_all(&file).expect("it takes the file");
        drop(input);
        // It cannot get rid of the rest of its answer, and stays.
        process.stdout.as_mut().expect("its output").read_exact(&mut [0]).expect("it begins to answer");
        assert_eq!(read_niceness(process.id()) > own, steps_back, "{kilobytes} kB");
        process.kill().expect("it is ended");
        process.wait().expect("it ends");
    }
}

const EDGE: &str = "edge-0199c1df";

/// A document of which more comes until `go`.
fn slow_upload(api: &Api, project: &str, number: usize, go: CancellationToken) -> RequestBuilder {
    let field =
        |name: &str, value: &str| format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    let file = format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"slow.md\"\r\n\r\n# Slow\n");
    let head = [field("kind", "document"), field("name", &format!("slow {number}")), file].concat();
    let body = async_stream::stream! {
        yield Ok::<Bytes, std::io::Error>(Bytes::from(head));
        while !go.is_cancelled() {
            tokio::time::sleep(Duration::from_millis(200)).await;
            yield Ok(Bytes::from("More of it comes. ".repeat(16)));
        }
        yield Ok(Bytes::from(format!("\r\n--{EDGE}--\r\n")));
    };
    let call = api.call(Method::POST, &format!("/api/v1/projects/{project}/sources"));
    let call = call.header("content-type", format!("multipart/form-data; boundary={EDGE}")).header("prefer", "wait=0");
    call.body(Body::wrap_stream(body))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upload_does_not_wait_for_another_tenants_uploads() {
    const PLACES: usize = 16;
    const PLACES_OF_ONE: usize = 4;
    const MORE: usize = 4;
    let database = Database::sqlite();
    let (_server, loud, quiet) = start_with_two_tenants(&Settings::new(&database)).await;
    let (wide, small) = (made(&loud, "Shop").await, made(&quiet, "Shop").await);
    let go = CancellationToken::new();
    let taking = {
        let (api, project, go) = (loud.clone(), wide.clone(), go.clone());
        Flood::begin(PLACES, 1, move |number| Box::pin(Answer::fetch(slow_upload(&api, &project, number, go.clone()))))
    };
    let all_came = async |count: usize| {
        let (under_way, waiting) = count_queue(&quiet, "uploads").await;
        under_way + waiting == count
    };
    eventually("the slow ones have come", async || all_came(PLACES).await).await;
    let waiting = Flood::begin(MORE, 1, move |number| {
        let (api, project) = (loud.clone(), wide.clone());
        Box::pin(async move { upload_note(&api, &project, &format!("note {number}"), "wait=0").await })
    });
    eventually("those behind them have come", async || all_came(PLACES + MORE).await).await;
    waiting
        .beside(CALLS, 0, async |number| {
            upload_note(&quiet, &small, &format!("note {number}"), "wait=0").await.json(201);
        })
        .await;
    eventually("who waited too long is to come again", async || waiting.refused() == MORE).await;
    assert_eq!(waiting.end().await, (0, MORE));
    go.cancel();
    assert_eq!(taking.end().await, (PLACES_OF_ONE, PLACES - PLACES_OF_ONE));
}

/// One small call, which goes well.
async fn try_model(api: &Api) -> Answer {
    let answer = api.post("/api/v1/admin/models/test", &json!({"strength": "fast"})).await;
    assert_eq!(answer.json(200)["ok"], true, "{}", answer.text);
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_to_a_model_does_not_wait_for_another_tenants_calls() {
    const PLACES: usize = 4;
    let (stub, database) = (ModelStub::start().await.expect("a free port"), Database::sqlite());
    stub.answering(|request| {
        if request.body["model"] == "slow" {
            Behaviour::Drips { pieces: vec!["ready".to_owned()], pause_ms: 2_000 }
        } else {
            Behaviour::Says("ready".to_owned())
        }
    });
    let settings = Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true");
    let (_server, loud, quiet) = start_with_two_tenants(&settings.with("DISCOVERY_MODEL_CONCURRENCY", &PLACES.to_string())).await;
    for (api, model) in [(&loud, "slow"), (&quiet, "quick")] {
        let choice = json!({"provider": Provider::Compatible, "model": model, "base_url": stub.base_url(Provider::Compatible),
            "api_key": "sk-0123456789", "price": {"input": 1.0, "output": 10.0}});
        api.put("/api/v1/admin/models", &json!({"fast": choice})).await.json(200);
    }
    try_model(&quiet).await;
    let flood = Flood::begin(16, usize::MAX, move |_| {
        let api = loud.clone();
        Box::pin(async move { try_model(&api).await })
    });
    eventually("most of the flood waits", async || count_queue(&quiet, "models").await.1 >= 8).await;
    flood
        .beside(CALLS, PLACES + FEW, async |_| {
            try_model(&quiet).await;
        })
        .await;
}
