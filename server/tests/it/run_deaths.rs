//! Runs outlive servers: killed again and again on SQLite, taken over by another server on Postgres.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, eventually},
    runs::{begun, ended, workshop},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

/// Numbers without a gap, and no query that was answered asked twice.
fn check_steps(steps: &Value) {
    let steps = steps["items"].as_array().expect("steps");
    let numbers: Vec<u64> = steps.iter().filter_map(|step| step["number"].as_u64()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let asked: Vec<&str> = steps.iter().filter(|step| step["type"] == "query").filter_map(|step| step["sql"].as_str()).collect();
    let once: BTreeSet<&str> = asked.iter().copied().collect();
    assert_eq!(asked.len(), once.len(), "no query that was answered is asked twice");
}

/// What a run found, without what differs from run to run.
fn names(discovery: &Value) -> Vec<Value> {
    let one = |one: &Value| {
        let claims = one["validation"]["claims"].as_array().expect("claims").iter();
        json!([one["name"], one["affected_count"], claims.map(|claim| claim["verified"].clone()).collect::<Vec<_>>()])
    };
    discovery["insights"].as_array().expect("insights").iter().map(one).collect()
}

const PHASES: [&str; 8] = [
    "initialization", "context_loading", "schema_discovery", "exploration", "analysis", "validation", "recommendations", "saving",
];

/// Runs cannot leave this phase. None is let go.
pub(crate) async fn hold(database: &Database, phase: Option<&str>) {
    let next = |phase: &str| PHASES.into_iter().skip_while(|one| *one != phase).nth(1);
    let end = |phase: &str| next(phase).map_or("\"ended\"".to_owned(), |next| format!("\"phase_began\"%\"{next}\""));
    refuse(database, phase.map(end).as_deref()).await;
}

/// The database refuses events like this, and with them whatever is stored beside them.
pub(crate) async fn refuse(database: &Database, event: Option<&str>) {
    let table = if database.is_postgres() { " ON events" } else { "" };
    let trigger = event.map(|event| {
        let before = format!("CREATE TRIGGER held BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.event LIKE '%{event}%')");
        if database.is_postgres() {
            format!(
                "CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS \
                $$ BEGIN RAISE EXCEPTION 'held by a test'; END $$; {before} EXECUTE FUNCTION hold();"
            )
        } else {
            format!("{before} BEGIN SELECT RAISE(ABORT, 'held by a test'); END")
        }
    });
    database.execute(&format!("DROP TRIGGER IF EXISTS held{table}; {}", trigger.unwrap_or_default())).await;
}

/// A server with a run that explores a workshop's tables until it is let go: the server, its API, the project and the run.
pub(crate) async fn exploring(database: &Database) -> (Server, Api, String, String) {
    let server = Server::start(&Settings::new(database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = workshop(&api).await;
    hold(database, Some("exploration")).await;
    let run = begun(&api, &project, &json!({})).await;
    reached(&api, &run, "exploration").await;
    (server, api, project, run)
}

/// Waits until it is in this phase, for which it was held there.
pub(crate) async fn reached(api: &Api, run: &str, phase: &str) {
    eventually(&format!("it comes to {phase}"), async || {
        let state = api.get(&format!("/api/v1/runs/{run}")).await.json(200);
        state["status"] == "running" && state["phase"] == phase
    })
    .await;
}

#[tokio::test]
async fn twenty_kills_in_all_phases_change_nothing_of_what_is_found() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let mut server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = workshop(&api).await;
    let whole = begun(&api, &project, &json!({})).await;
    ended(&api, &whole).await;
    let latest = format!("/api/v1/projects/{project}/discoveries/latest");
    let whole = api.get(&latest).await.json(200);

    let mut kills = 0;
    for phases in [&PHASES[..], &PHASES[..], &PHASES[2..6]] {
        hold(&database, phases.first().copied()).await;
        let run = begun(&api.at(&server.base), &project, &json!({})).await;
        for (place, phase) in phases.iter().enumerate() {
            reached(&api.at(&server.base), &run, phase).await;
            // At its beginning, in the middle of its work, or when all of it is done and not stored.
            tokio::time::sleep(Duration::from_millis((kills * 97) % 400)).await;
            server.kill();
            hold(&database, phases.get(place + 1).copied()).await;
            server = Server::start(&settings);
            kills += 1;
        }
        let api = api.at(&server.base);
        let state = ended(&api, &run).await;
        assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("full")), "{state}");
        assert_eq!(state["resumed"], true);
        assert_eq!(names(&api.get(&latest).await.json(200)), names(&whole), "the same result");
        check_steps(&api.get(&format!("/api/v1/runs/{run}/steps?limit=1000")).await.json(200));
    }
    assert_eq!(kills, 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_goes_on_with_a_run_whose_server_died() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "5");
    let (first, second) = (Server::start(&settings), Server::start(&settings));
    let api = Api::new(&first.base, Some(ADMIN));
    let project = workshop(&api).await;
    let whole = begun(&api, &project, &json!({})).await;
    ended(&api, &whole).await;
    let latest = format!("/api/v1/projects/{project}/discoveries/latest");
    let whole = api.get(&latest).await.json(200);

    hold(&database, Some("exploration")).await;
    let run = begun(&api, &project, &json!({})).await;
    reached(&api, &run, "exploration").await;
    first.kill();
    let died = Instant::now();
    hold(&database, None).await;
    let other = Api::new(&second.base, Some(ADMIN));
    eventually("the other one goes on with it", async || {
        other.get(&format!("/api/v1/runs/{run}")).await.json(200)["resumed"] == true
    })
    .await;
    assert!(died.elapsed() < Duration::from_secs(35), "within its lease and 30 s: {:?}", died.elapsed());
    let state = ended(&other, &run).await;
    assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("full")), "{state}");
    assert_eq!(names(&other.get(&latest).await.json(200)), names(&whole), "the same result");
    check_steps(&other.get(&format!("/api/v1/runs/{run}/steps?limit=1000")).await.json(200));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_of_the_command_line_that_dies_fails_and_goes_on_when_somebody_wants_it() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "3");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = workshop(&api).await;
    let run = uuid::Uuid::from_u128(0x0198_d1c0_0000_7000_8000_0000_0000_0077).to_string();
    hold(&database, Some("exploration")).await;
    let mut process = settings.spawn(&["run", "--project-id", &project, "--run-id", &run]);
    eventually("it takes steps", async || {
        let steps = api.get(&format!("/api/v1/runs/{run}/steps?limit=1000")).await;
        steps.status == 200 && steps.json(200)["items"].as_array().map_or(0, Vec::len) > 2
    })
    .await;
    process.kill().expect("it runs");
    process.wait().expect("it ends");
    hold(&database, None).await;
    let state = ended(&api, &run).await;
    assert_eq!(state["status"], "failed", "{state}");
    assert!(state["error"].as_str().expect("a sentence").contains("its last line was"), "{state}");
    api.post(&format!("/api/v1/runs/{run}/resume"), &json!({})).await.json(202);
    let state = ended(&api, &run).await;
    assert_eq!(state["status"], "completed", "{state}");
    check_steps(&api.get(&format!("/api/v1/runs/{run}/steps?limit=1000")).await.json(200));
}
