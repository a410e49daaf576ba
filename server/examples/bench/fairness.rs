//! What one tenant's flood does to another one: the same small call alone and beside it, for each thing that there is little of.

use super::{client::TOKEN, server::Server, turns::spread};
use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use futures::{Stream, StreamExt as _, stream};
use protocol::models::Provider;
use reqwest::{Body, RequestBuilder};
use serde_json::{Value, json};
use std::{
    io,
    ops::Range,
    time::{Duration, Instant},
};
use testkit::{Behaviour, ModelStub};
use tokio::task::JoinSet;

const WARM: usize = 5;
const CALLS: usize = 100;
/// Until a flood has taken all that it gets.
const SETTLING: Duration = Duration::from_secs(3);
/// A lone time below this counts as this: what is left of it is the noise of the machine.
const LEAST: Duration = Duration::from_millis(50);

const EDGE: &str = "edge-0199c1e0";
const COUNT: &str = "SELECT COUNT(*) FROM numbers";
const ENDLESS: &str = "SELECT COUNT(*) FROM numbers a, numbers b, numbers c WHERE (a.n + b.n + c.n) % 7 = 3";
const SMALL: &str = "# Note\n\nHoney is harvested in July.\n";

pub(crate) async fn all() -> Result<()> {
    let server = Server::start(&[("DISCOVERY_ALLOW_PRIVATE_URLS", "true"), ("DISCOVERY_MAX_SOURCES", "100000")]).await?;
    let base = format!("http://{}", server.addr);
    let person = |token: &str| Person { http: reqwest::Client::new(), token: token.to_owned(), base: base.clone() };
    let (loud, quiet) = (person(TOKEN), person(&make_other_tenant(&server)?));
    let (wide, small) = (loud.project().await?, quiet.project().await?);
    queries((&loud, &wide), (&quiet, &small)).await?;
    documents((&loud, &wide), (&quiet, &small)).await?;
    uploads((&loud, &wide), (&quiet, &small)).await?;
    models(&loud, &quiet).await
}

/// The token of its administrator.
fn make_other_tenant(server: &Server) -> Result<String> {
    let (email, password) = ("ada@north.example", [("DISCOVERY_PASSWORD", "a password of the bench 0199")]);
    server.run(&["tenant", "create", "north", "--name", "The North"], &[])?;
    let user = ["user", "create", "--tenant", "north", "--email", email, "--name", "Ada", "--role", "admin"];
    server.run(&user, &password)?;
    server.run(&["token", "create", "--email", email, "--name", "bench", "--role", "admin"], &[])
}

/// Somebody, and a project of theirs.
type In<'a> = (&'a Person, &'a str);

async fn queries((loud, wide): In<'_>, (quiet, small): In<'_>) -> Result<()> {
    let numbers: String = std::iter::once("n\n".to_owned()).chain((0..20_000).map(|n| format!("{n}\n"))).collect();
    for (person, project) in [(loud, wide), (quiet, small)] {
        let upload = person.upload(project, "database", "files", "numbers.csv", stream_whole(numbers.clone()));
        upload.header("prefer", "wait=60").send().await?.error_for_status()?;
    }
    let flood = || {
        let (loud, path) = (loud.clone(), format!("/api/v1/projects/{wide}/query"));
        flood(12, move |_| loud.post(&path).json(&json!({"sql": ENDLESS})))
    };
    let path = format!("/api/v1/projects/{small}/query");
    measure("a count", "queries", |_| quiet.post(&path).json(&json!({"sql": COUNT})), flood).await
}

/// Read to their end.
async fn documents((loud, wide): In<'_>, (quiet, small): In<'_>) -> Result<()> {
    let flood = || {
        let (loud, wide, large) = (loud.clone(), wide.to_owned(), SMALL.repeat(60_000));
        flood(12, move |number| {
            let upload = loud.upload(&wide, "document", &format!("large {number}"), "large.md", stream_whole(large.clone()));
            upload.header("prefer", "wait=60")
        })
    };
    let call = |number: usize| {
        let upload = quiet.upload(small, "document", &format!("read {number}"), "note.md", stream_whole(SMALL));
        upload.header("prefer", "wait=60")
    };
    measure("a small document", "documents", call, flood).await
}

/// Taken, not yet read.
async fn uploads((loud, wide): In<'_>, (quiet, small): In<'_>) -> Result<()> {
    let flood = || {
        let (loud, wide) = (loud.clone(), wide.to_owned());
        flood(32, move |number| loud.upload(&wide, "document", &format!("slow {number}"), "slow.md", stream_slowly()))
    };
    let call = |number: usize| quiet.upload(small, "document", &format!("sent {number}"), "note.md", stream_whole(SMALL));
    measure("a small upload", "uploads", call, flood).await
}

/// A text that comes at once.
fn stream_whole(text: impl Into<Bytes>) -> impl Stream<Item = io::Result<Bytes>> + Send {
    let text: Bytes = text.into();
    stream::iter([Ok(text)])
}

/// One that takes ten seconds to come.
fn stream_slowly() -> impl Stream<Item = io::Result<Bytes>> + Send {
    let pieces = stream::iter(0..100).then(|_| tokio::time::sleep(Duration::from_millis(100)));
    pieces.map(|()| Ok(Bytes::from(SMALL)))
}

async fn models(loud: &Person, quiet: &Person) -> Result<()> {
    const PATH: &str = "/api/v1/admin/models/test";
    let stub = ModelStub::start().await?;
    stub.answering(|request| {
        if request.body["model"] == "slow" {
            Behaviour::Drips { pieces: vec!["ready".to_owned()], pause_ms: 1_000 }
        } else {
            Behaviour::Says("ready".to_owned())
        }
    });
    for (person, model) in [(loud, "slow"), (quiet, "quick")] {
        let choice = json!({"provider": "compatible", "model": model, "base_url": stub.base_url(Provider::Compatible),
            "api_key": "key", "price": {"input": 1.0, "output": 2.0}});
        let put = person.http.put(format!("{}/api/v1/admin/models", person.base)).bearer_auth(&person.token);
        put.json(&json!({"fast": choice})).send().await?.error_for_status()?;
    }
    let small = json!({"strength": "fast"});
    let flood = || {
        let (loud, small) = (loud.clone(), small.clone());
        flood(32, move |_| loud.post(PATH).json(&small))
    };
    measure("a call to a model", "calls", |_| quiet.post(PATH).json(&small), flood).await
}

/// Never refused, alone or beside the flood.
async fn measure(
    what: &str,
    others: &str,
    call: impl Fn(usize) -> RequestBuilder,
    flood: impl FnOnce() -> JoinSet<()>,
) -> Result<()> {
    time(&call, 0..WARM).await?;
    let mut alone = time(&call, WARM..WARM + CALLS).await?;
    let flood = flood();
    tokio::time::sleep(SETTLING).await;
    let beside = time(&call, WARM + CALLS..WARM + 2 * CALLS).await;
    drop(flood);
    let mut beside = beside.with_context(|| format!("{what} beside another tenant's {others}"))?;
    let (lone, shared) = (spread(&mut alone), spread(&mut beside));
    // Sorted by now.
    let p99 = |times: &[Duration]| times[times.len() * 99 / 100];
    let ratio = p99(&beside).as_secs_f64() / p99(&alone).max(LEAST).as_secs_f64();
    println!(
        "{what}: alone {lone}; beside another tenant's flood of {others} {shared}; p99 {ratio:.2} times its lone time, which counts \
         as {} ms at least (aim: at most 3)",
        LEAST.as_millis()
    );
    Ok(())
}

async fn time(call: &impl Fn(usize) -> RequestBuilder, numbers: Range<usize>) -> Result<Vec<Duration>> {
    let mut times = Vec::with_capacity(numbers.len());
    for number in numbers {
        let began = Instant::now();
        let answer = call(number).send().await?;
        let (status, text) = (answer.status(), answer.text().await?);
        times.push(began.elapsed());
        ensure!(status.is_success() && !text.contains("\"ok\":false"), "{status} {text}");
    }
    Ok(times)
}

/// So many calls at once, each made again when it is answered, until this is dropped.
fn flood(at_once: usize, call: impl Fn(usize) -> RequestBuilder + Clone + Send + 'static) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    for first in 0..at_once {
        let call = call.clone();
        tasks.spawn(async move {
            for number in (first..).step_by(at_once) {
                // Most are refused, which is what they are for.
                if let Ok(answer) = call(number).send().await {
                    drop(answer.bytes().await);
                }
            }
        });
    }
    tasks
}

#[derive(Clone)]
struct Person {
    http: reqwest::Client,
    token: String,
    base: String,
}

impl Person {
    fn post(&self, path: &str) -> RequestBuilder {
        self.http.post(format!("{}{path}", self.base)).bearer_auth(&self.token)
    }

    async fn project(&self) -> Result<String> {
        let made = self.post("/api/v1/projects").json(&json!({"name": "Fairness"})).send().await?.error_for_status()?;
        let made: Value = made.json().await?;
        Ok(made["id"].as_str().context("no id")?.to_owned())
    }

    /// A form with one file.
    fn upload(
        &self,
        project: &str,
        kind: &str,
        name: &str,
        file: &str,
        content: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> RequestBuilder {
        let field = |name: &str| format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"");
        let fields = format!("{}\r\n\r\n{kind}\r\n{}\r\n\r\n{name}\r\n", field("kind"), field("name"));
        let head = format!("{fields}{}; filename=\"{file}\"\r\n\r\n", field("file"));
        let body = stream_whole(head).chain(content).chain(stream_whole(format!("\r\n--{EDGE}--\r\n")));
        let request = self.post(&format!("/api/v1/projects/{project}/sources"));
        request.header("content-type", format!("multipart/form-data; boundary={EDGE}")).body(Body::wrap_stream(body))
    }
}
