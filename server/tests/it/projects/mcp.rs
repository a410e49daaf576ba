//! `/mcp` and `discovery mcp`, raw and with the official clients of Node and Python where they are installed.

use super::{full, made, shapes, tools::CALLS};
use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere};
use reqwest::Method;
use serde_json::{Value, json};
use std::process::Command;

/// `ask` and the tools of opportunities, for whoever is known.
const OF_PEOPLE: usize = 3;

pub(crate) async fn ask(api: &Api, path: &str, method: &str, parameters: Value) -> Answer {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters});
    let call = api.call(Method::POST, path).header("accept", "application/json, text/event-stream");
    Answer::fetch(call.header("mcp-protocol-version", "2025-06-18").json(&body)).await
}

#[tokio::test]
async fn the_tools_are_served_to_other_programs() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let path = format!("/mcp?project={project}");
        let begin = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        let begun = ask(&owner, &path, "initialize", begin).await.json(200);
        assert_eq!(begun["result"]["serverInfo"]["name"], "discovery", "{begun}");
        let listed = ask(&owner, &format!("/mcp/{project}"), "tools/list", json!({})).await.json(200);
        // And those of people.
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(CALLS.len() + OF_PEOPLE));
        for (name, arguments) in CALLS {
            let arguments: Value = serde_json::from_str(arguments).expect("JSON");
            let over_http = super::tool(&owner, &project, name, arguments.clone()).await.json(200);
            let answer = ask(&owner, &path, "tools/call", json!({"name": name, "arguments": arguments})).await.json(200);
            let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{name}: {answer}"));
            let told: Value = serde_json::from_str(text).expect("JSON");
            // Times of day and of queries differ.
            if !["run_query", "add_fact", "list_known_facts"].contains(name) {
                assert_eq!(told, over_http, "{name}");
            }
            assert!(answer["result"]["structuredContent"].is_object(), "{answer}");
        }
        let wrong = json!({"name": "list_tables", "arguments": {"database": "shp"}});
        let answer = ask(&owner, &path, "tools/call", wrong).await.json(200);
        assert_eq!(answer["result"]["isError"], true);
        assert!(answer["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("nearest: shop")), "{answer}");
    })
    .await;
}

#[tokio::test]
async fn nobody_and_another_tenant_are_refused() {
    everywhere(async |place| {
        let ((owner, _), (stranger, _)) = (place.tenant(), place.tenant());
        let project = made(&owner, "Mine").await;
        let path = format!("/mcp?project={project}");
        ask(&place.nobody(), &path, "tools/list", json!({})).await.problem(401);
        ask(&stranger, &path, "tools/list", json!({})).await.problem(404);
        ask(&owner, "/mcp", "tools/list", json!({})).await.problem(400);
        // A page of another origin, with somebody's cookie.
        let call =
            owner.call(Method::POST, &path).header("sec-fetch-site", "cross-site").header("origin", "https://evil.example");
        let answer = Answer::fetch(call.json(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))).await;
        assert_eq!(answer.status, 403);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_call_is_refused_as_everywhere() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Mine").await;
        let path = format!("/mcp/{project}");
        let send = async |body: String, version: &str| {
            let call = owner.call(Method::POST, &path).header("accept", "application/json, text/event-stream");
            let call = call.header("content-type", "application/json").header("mcp-protocol-version", version);
            Answer::fetch(call.body(body)).await
        };
        let good = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
        send("{not JSON".into(), "2025-06-18").await.problem(400);
        send(String::new(), "2025-06-18").await.problem(400);
        send(format!("\"{}\"", "x".repeat(5 << 20)), "2025-06-18").await.problem(413);
        send(good.clone(), "1999-01-01").await.problem(400);
        let no_request = send("{\"hello\": 1}".into(), "2025-06-18").await.json(400);
        assert_eq!((&no_request["error"]["code"], &no_request["id"]), (&json!(-32600), &json!(null)), "{no_request}");
        let plain = owner.call(Method::POST, &path).header("accept", "application/json, text/event-stream");
        Answer::fetch(plain.header("content-type", "text/plain").body(good.clone())).await.problem(415);
        Answer::fetch(owner.call(Method::POST, &path).header("content-type", "application/json").body(good)).await.problem(406);
        let got = Answer::fetch(owner.call(Method::GET, &path).header("accept", "text/event-stream")).await;
        assert_eq!(got.header("allow"), "POST");
        got.problem(405);
        for method in ["resources/list", "resources/templates/list", "prompts/list"] {
            let answer = ask(&owner, &path, method, json!({})).await;
            assert!(answer.text.contains("-32601"), "{method}: {}", answer.text);
        }
    })
    .await;
}

/// A client that the protocol's makers publish.
enum Official {
    Python(String),
    Node,
}

const PYTHON: &str = include_str!("client.py");
const NODE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end/client.mjs");

impl Official {
    /// Those that are installed. `make test` installs the one of Node and says that it has to be there.
    fn installed() -> Vec<Self> {
        let python = std::env::var("DISCOVERY_TEST_PYTHON").unwrap_or_else(|_| "python3".into());
        let there = Command::new(&python).args(["-c", "import mcp.client.streamable_http, mcp.client.stdio"]).output();
        let mut found = Vec::new();
        if there.is_ok_and(|output| output.status.success()) {
            found.push(Self::Python(python));
        }
        let package = concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end/node_modules/@modelcontextprotocol/sdk/package.json");
        if std::path::Path::new(package).exists() {
            found.push(Self::Node);
        }
        let needed = std::env::var_os("DISCOVERY_TEST_MCP_CLIENT").is_some();
        assert!(!needed || !found.is_empty(), "no official client of MCP is installed: `.ci/setup test` does it");
        if found.is_empty() {
            eprintln!(
                "skipped: neither Python's package mcp (DISCOVERY_TEST_PYTHON) nor Node's in end2end/node_modules is there"
            );
        }
        found
    }

    /// What it says in the end; it has to end well.
    fn run(&self, way: &str, given: &[(&str, &str)]) -> String {
        let mut client = match self {
            Self::Python(python) => {
                let mut client = Command::new(python);
                client.args(["-c", PYTHON]);
                client
            }
            Self::Node => {
                let mut client = Command::new("node");
                client.arg(NODE);
                client
            }
        };
        let output = client.arg(way).env("MCP_CALLS", calls()).envs(given.iter().copied()).output().expect("it runs");
        assert!(output.status.success(), "{way}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

fn calls() -> String {
    shapes::calls().iter().map(|(name, arguments)| json!([name, arguments])).collect::<Value>().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_official_clients_read_every_answer_in_its_shape_both_ways() {
    let clients = Official::installed();
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let project = shapes::prepared(&Api::new(&server.base, Some(ADMIN))).await;
    let url = format!("{}/mcp?project={project}", server.base);
    let data = settings.data.to_string_lossy().into_owned();
    let given = [
        ("MCP_URL", url.as_str()),
        ("MCP_TOKEN", ADMIN),
        ("MCP_COMMAND", env!("CARGO_BIN_EXE_discovery")),
        ("MCP_PROJECT", &project),
        ("DISCOVERY_DATA_DIR", &data),
        ("DATABASE_URL", &settings.database_url),
    ];
    for client in clients {
        for way in ["http", "stdio"] {
            let said: Value = serde_json::from_str(&client.run(way, &given)).expect("JSON");
            let answers = said["answers"].as_array().expect("answers");
            // Over HTTP somebody is known, who may ask whole questions and begin pipelines too.
            let tools = CALLS.len() + if way == "http" { OF_PEOPLE } else { 0 };
            assert_eq!((said["tools"].as_u64(), answers.len()), (Some(tools as u64), CALLS.len()), "{way}");
            // What came out of the client, not what was put on the wire.
            let wrong: Vec<String> = answers
                .iter()
                .zip(CALLS)
                .flat_map(|(answer, (name, _))| {
                    assert_eq!(answer[0], *name, "{way}");
                    shapes::faults(&shapes::shape(name), &answer[1], &format!("{way} {name}"))
                })
                .collect();
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_tenant_sees_nothing_through_an_official_client() {
    if !Official::installed().iter().any(|client| matches!(client, Official::Node)) {
        return;
    }
    everywhere(async |place| {
        let ((owner, _), (stranger, _)) = (place.tenant(), place.tenant());
        let (project, own) = (full(&owner).await, made(&stranger, "Empty").await);
        let (forbidden, url) = (format!("{}/mcp?project={project}", place.base()), format!("{}/mcp?project={own}", place.base()));
        let secrets = json!(["100,000", "getPetById", "Liquidity", "How to read the books", "DOUBLE", "customer\""]).to_string();
        let token = stranger.token.clone().expect("a token");
        let given = [("MCP_URL", url.as_str()), ("MCP_FORBIDDEN", &forbidden), ("MCP_TOKEN", &token), ("MCP_SECRETS", &secrets)];
        assert_eq!(Official::Node.run("stranger", &given), format!("{} answers", CALLS.len()));
    })
    .await;
}
