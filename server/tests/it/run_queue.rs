//! Runs of one project come one after the other: who waits is shown as waiting, keeps its place whatever dies, and there are not too
//! many of them (contract of runs, Together).

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings},
    projects::{made, upload},
    run_deaths::{hold, reached},
    runs::{begun, ended, repairs},
};
use serde_json::{Value, json};

/// Runs of a project that are not over.
const MOST_OPEN: usize = 20;

/// Status and place of each run, by the list.
async fn listed(api: &Api, path: &str, runs: &[&str]) -> Vec<(String, u64)> {
    let list = api.get(path).await.json(200);
    let items = list["items"].as_array().expect("runs");
    let one = |run: &&str| {
        let item = items.iter().find(|item| item["id"] == **run).unwrap_or_else(|| panic!("{run} is not in {list}"));
        (item["status"].as_str().expect("a status").to_owned(), item["queue_position"].as_u64().expect("a place"))
    };
    runs.iter().map(one).collect()
}

async fn shown(api: &Api, run: &str) -> (String, u64) {
    let state = api.get(&format!("/api/v1/runs/{run}")).await.json(200);
    (state["status"].as_str().expect("a status").to_owned(), state["queue_position"].as_u64().expect("a place"))
}

fn place(status: &str, position: u64) -> (String, u64) {
    (status.to_owned(), position)
}

#[tokio::test]
async fn whoever_waits_keeps_its_place_and_is_shown_as_waiting() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Workshop").await;
    // It fails without a table, and may go on once there is one.
    let failed = begun(&api, &project, &json!({})).await;
    assert_eq!(ended(&api, &failed).await["status"], "failed");
    let form = [("kind", "database"), ("name", "shop")];
    upload(&api, &project, &form, &[("repairs.csv", repairs().as_bytes())]).await.json(201);

    hold(&database, Some("exploration")).await;
    let first = begun(&api, &project, &json!({})).await;
    reached(&api, &first, "exploration").await;
    let last = begun(&api, &project, &json!({})).await;
    assert_eq!(shown(&api, &last).await, place("pending", 1));
    let again = api.post(&format!("/api/v1/runs/{failed}/resume"), &json!({})).await.json(202);
    assert_eq!((&again["status"], &again["queue_position"]), (&json!("pending"), &json!(1)), "older than the other that waits");
    let expected = [place("running", 0), place("pending", 1), place("pending", 2)];
    let runs = [first.as_str(), failed.as_str(), last.as_str()];
    assert_eq!(listed(&api, &format!("/api/v1/projects/{project}/runs"), &runs).await, expected);
    assert_eq!(listed(&api, "/api/v1/admin/runs", &runs).await, expected);
    assert_eq!(listed(&api, "/api/v1/admin/runs?status=pending", &runs[1..]).await, expected[1..]);
    let waiting = api.get(&format!("/api/v1/runs/{last}")).await.json(200);
    assert_eq!((&waiting["started_at"], &waiting["phases"][0]["state"]), (&Value::Null, &json!("waiting")));
    for (path, ahead) in [(format!("/projects/{project}/runs"), 2), (format!("/projects/{project}/runs/{last}"), 1)] {
        let page = api.get(&path).await;
        assert_eq!(page.text.matches("data-testid=\"ahead\"").count(), ahead, "{path}");
    }

    // No more than so many.
    let mut more = Vec::new();
    while more.len() < MOST_OPEN - runs.len() {
        more.push(begun(&api, &project, &json!({})).await);
    }
    let path = format!("/api/v1/projects/{project}/discover");
    let refused = api.post(&path, &json!({})).await;
    assert_eq!(refused.header("retry-after"), "30");
    assert!(refused.problem(429)["detail"].as_str().expect("a sentence").contains("20 runs"));
    for run in &more {
        api.post(&format!("/api/v1/runs/{run}/cancel"), &json!({})).await.json(202);
    }
    for run in &more {
        assert_eq!(ended(&api, run).await["status"], "cancelled");
    }

    server.kill();
    hold(&database, None).await;
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    let (one, two, three) = (ended(&api, &first).await, ended(&api, &failed).await, ended(&api, &last).await);
    for state in [&one, &two, &three] {
        assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("full")), "{state}");
    }
    assert!(one["finished_at"].as_str() <= two["finished_at"].as_str(), "{one} {two}");
    assert!(two["finished_at"].as_str() <= three["started_at"].as_str(), "{two} {three}");
    assert_eq!((&one["resumed"], &two["resumed"], &three["resumed"]), (&json!(true), &json!(true), &json!(false)));
}
