//! `/mcp` and `discovery mcp`, raw and with the official client of PyPI where Python has it.

use super::{full, made, tools::CALLS};
use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere};
use reqwest::Method;
use serde_json::{Value, json};
use std::process::Command;

async fn ask(api: &Api, path: &str, method: &str, parameters: Value) -> Answer {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters});
    let call = api.call(Method::POST, path).header("accept", "application/json, text/event-stream");
    Answer::of(call.header("mcp-protocol-version", "2025-06-18").json(&body)).await
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
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(CALLS.len()));
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
        let answer = Answer::of(call.json(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))).await;
        assert_eq!(answer.status, 403);
    })
    .await;
}

/// Python with the package `mcp`, where there is one.
fn official_client() -> Option<String> {
    let python = std::env::var("DISCOVERY_TEST_PYTHON").unwrap_or_else(|_| "python3".into());
    let there = Command::new(&python).args(["-c", "import mcp.client.streamable_http, mcp.client.stdio"]).output();
    there.ok().filter(|output| output.status.success()).map(|_| python)
}

const CLIENT: &str = include_str!("client.py");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_official_client_understands_both_ways() {
    let Some(python) = official_client() else {
        eprintln!("skipped: Python has no package mcp (DISCOVERY_TEST_PYTHON names another Python)");
        return;
    };
    let database = Database::sqlite();
    let settings = Settings::of(&database);
    let server = Server::start(&settings);
    let project = full(&Api::new(&server.base, Some(ADMIN))).await;
    let calls: Vec<Value> =
        CALLS.iter().map(|(name, arguments)| json!([name, serde_json::from_str::<Value>(arguments).expect("JSON")])).collect();
    let run = |way: &str| {
        let mut client = Command::new(&python);
        client.args(["-c", CLIENT, way]).env("MCP_URL", format!("{}/mcp?project={project}", server.base)).env("MCP_TOKEN", ADMIN);
        client.env("MCP_COMMAND", env!("CARGO_BIN_EXE_discovery")).env("MCP_PROJECT", &project);
        client.env("MCP_CALLS", json!(calls).to_string());
        client.env("DISCOVERY_DATA_DIR", &settings.data).env("DATABASE_URL", &settings.database_url).current_dir(&settings.data);
        let output = client.output().expect("it runs");
        assert!(output.status.success(), "{way}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let wanted = format!("{} tools, {} answers", CALLS.len(), CALLS.len());
    assert_eq!(run("http"), wanted);
    assert_eq!(run("stdio"), wanted);
}
