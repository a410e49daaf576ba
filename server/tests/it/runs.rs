//! Discovery runs over HTTP: from a table to insights whose every number is asked for again.

use crate::{
    ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere},
    projects::{made, upload},
    run_deaths::{exploring, hold},
};
use serde_json::{Value, json};
use std::{fmt::Write as _, time::Duration};

/// Repairs of a made-up workshop: lamps are most of them, pumps cost the most, and there are more every month.
pub(crate) fn repairs() -> String {
    let mut csv = String::from("id,kind,workshop,received,finished,cost,note\n");
    let mut id = 0;
    for month in 1..=12_u32 {
        for place in 0..(10 + month * 2) {
            id += 1;
            let (kind, cost) = match place % 10 {
                0..=5 => ("lamp", 20 + place % 3),
                6..=8 => ("clock", 30 + place % 4),
                _ => ("pump", 95 + place % 5),
            };
            let (day, shop) = (1 + place % 27, ["North", "South", "West"][(place % 3) as usize]);
            let days = if kind == "pump" { 9 } else { 2 };
            let note = if kind == "lamp" {
                "the bulb holder is broken and has to be replaced"
            } else {
                "does not run any more since the winter came"
            };
            let done = day + days;
            let (end_month, end_day) = if done > 28 { (month + 1, done - 28) } else { (month, done) };
            let (end_year, end_month) = if end_month > 12 { (2024, 1) } else { (2023, end_month) };
            writeln!(
                csv,
                "{id},{kind},{shop},2023-{month:02}-{day:02},{end_year}-{end_month:02}-{end_day:02},{cost},{note} {}",
                id % 40
            )
            .expect("a text");
        }
    }
    csv
}

pub(crate) async fn workshop(api: &Api) -> String {
    let project = made(api, "Workshop").await;
    upload(api, &project, &[("kind", "database"), ("name", "shop")], &[("repairs.csv", repairs().as_bytes())]).await.json(201);
    project
}

pub(crate) async fn begun(api: &Api, project: &str, request: &Value) -> String {
    let run = api.post(&format!("/api/v1/projects/{project}/discover"), request).await.json(202);
    run["run_id"].as_str().expect("an id").to_owned()
}

pub(crate) async fn ended(api: &Api, run: &str) -> Value {
    for _ in 0..1_800 {
        let state = api.get(&format!("/api/v1/runs/{run}")).await.json(200);
        if !matches!(state["status"].as_str(), Some("pending" | "running")) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the run {run} does not end");
}

pub(crate) async fn found(api: &Api, project: &str, request: &Value) -> (Value, Value) {
    let run = begun(api, project, request).await;
    let state = ended(api, &run).await;
    let discovery = api.get(&format!("/api/v1/projects/{project}/discoveries/latest")).await.json(200);
    assert_eq!(discovery["run_id"].as_str(), Some(run.as_str()));
    (state, discovery)
}

/// A project with an insight, and the insight's uuid.
pub(crate) async fn insight(api: &Api) -> (String, String) {
    let project = workshop(api).await;
    let (_, discovery) = found(api, &project, &json!({})).await;
    (project, insights(&discovery)[0]["uuid"].as_str().expect("a uuid").to_owned())
}

pub(crate) fn insights(discovery: &Value) -> &Vec<Value> {
    discovery["insights"].as_array().expect("insights")
}

#[tokio::test]
async fn a_table_becomes_insights_whose_numbers_are_found_again() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (state, discovery) = found(&owner, &project, &json!({"goal": "Which repairs cost the most?"})).await;
        assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("full")), "{state}");
        assert_eq!(discovery["summary"]["stopped_by"], "done");
        let names: Vec<&str> = insights(&discovery).iter().filter_map(|one| one["name"].as_str()).collect();
        let told = |words: &[&str]| names.iter().any(|name| words.iter().all(|word| name.to_lowercase().contains(word)));
        assert!(told(&["cost", "pump"]), "{names:#?}");
        assert!(told(&["repairs", "increasing trend over time"]), "{names:#?}");
        assert!(told(&["lamp"]), "{names:#?}");
        assert!(names.len() <= 15 && names.len() >= 5, "{names:#?}");

        let mut checked = 0;
        for one in insights(&discovery) {
            assert_eq!(one["validation"]["status"], "confirmed", "{one}");
            assert!(!one["validation"]["challenges"].as_array().expect("challenges").is_empty(), "{one}");
            for claim in one["validation"]["claims"].as_array().expect("claims") {
                let rows = owner
                    .post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": claim["query"], "limit": 2}))
                    .await
                    .json(200);
                let again = rows["rows"][0][0].as_f64().expect("a number");
                let verified = claim["verified"].as_f64().expect("a number");
                assert!((again - verified).abs() <= 1e-9 * verified.abs().max(1.0), "{claim}");
                checked += 1;
            }
        }
        assert!(checked >= 15);

        let related = |one: &Value| one["related_insight_ids"].as_array().expect("ids").clone();
        for recommendation in discovery["recommendations"].as_array().expect("recommendations") {
            for id in related(recommendation) {
                let insight = insights(&discovery).iter().find(|one| one["id"] == id).expect("it is there");
                assert!(insight["related_recommendation_ids"].as_array().expect("ids").contains(&recommendation["id"]));
            }
        }
        let steps =
            owner.get(&format!("/api/v1/runs/{}/steps?limit=1000", discovery["run_id"].as_str().expect("an id"))).await.json(200);
        let numbers: Vec<u64> =
            steps["items"].as_array().expect("steps").iter().filter_map(|step| step["number"].as_u64()).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "without a gap");
        let failed: Vec<&Value> =
            steps["items"].as_array().expect("steps").iter().filter(|step| step["status"] != "ok").collect();
        assert!(failed.is_empty(), "{failed:#?}");
        for one in insights(&discovery) {
            for number in one["source_steps"].as_array().expect("numbers") {
                assert!(numbers.contains(&number.as_u64().expect("a number")), "{one}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn what_somebody_rejects_does_not_come_back() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (_, first) = found(&owner, &project, &json!({})).await;
        let rejected = insights(&first)[0].clone();
        let path = format!("/api/v1/projects/{project}/feedback");
        let unknown = json!({"target_type": "insight", "target_id": "nothing-1", "rating": "like"});
        owner.post(&path, &unknown).await.problem(404);
        let body = json!({"target_type": "insight", "target_id": rejected["id"], "discovery_id": first["id"], "rating": "like"});
        let liked = owner.post(&path, &body).await.json(201);
        let body = json!({"target_type": "insight", "target_id": rejected["uuid"], "rating": "dislike", "comment": "We know"});
        let disliked = owner.post(&path, &body).await.json(201);
        assert_eq!(liked["id"], disliked["id"], "it is the same entry");
        let kept = owner.get(&path).await.json(200);
        assert_eq!(kept["items"].as_array().map(Vec::len), Some(1), "one for each person and finding: {kept}");
        assert_eq!((&kept["items"][0]["rating"], &kept["items"][0]["id"]), (&json!("dislike"), &disliked["id"]));
        let (_, second) = found(&owner, &project, &json!({})).await;
        assert!(insights(&second).iter().all(|one| one["name"] != rejected["name"]), "{}", rejected["name"]);
        let names = |discovery: &Value| insights(discovery).iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
        let known = names(&first);
        let again = names(&second).into_iter().filter(|name| known.contains(name)).count();
        assert!(again * 2 >= known.len(), "most of the others do: {:#?} after {known:#?}", names(&second));
        let all = owner.get(&format!("/api/v1/projects/{project}/discoveries")).await.json(200);
        assert_eq!(all["items"].as_array().map(Vec::len), Some(2));
        assert!(all["items"][0].get("exploration_log").is_none() && second.get("exploration_log").is_some());
    })
    .await;
}

#[tokio::test]
async fn what_people_think_of_recommendations_and_insights_changes_the_next_run() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let rate = async |kind: &str, one: &Value, rating: &str| {
            let body = json!({"target_type": kind, "target_id": one["uuid"], "rating": rating});
            owner.post(&format!("/api/v1/projects/{project}/feedback"), &body).await.json(201)["id"].clone()
        };
        let effect = |discovery: &Value, feedback: &Value| {
            let all = discovery["summary"]["changed_by_feedback"].as_array().cloned().expect("effects");
            let own = all.iter().find(|one| one["feedback_id"] == *feedback).expect("it changed something");
            own["effect"].as_str().expect("a sentence").to_owned()
        };
        let (_, first) = found(&owner, &project, &json!({})).await;
        let rejected = first["recommendations"][0].clone();
        let feedback = rate("recommendation", &rejected, "dislike").await;
        let (_, second) = found(&owner, &project, &json!({})).await;
        let recommended = second["recommendations"].as_array().expect("recommendations");
        assert!(recommended.iter().all(|one| one["title"] != rejected["title"]), "{recommended:#?}");
        assert!(effect(&second, &feedback).starts_with("Left out, because somebody rejected it"));

        let position = |discovery: &Value, name: &Value| {
            insights(discovery).iter().position(|one| one["name"] == *name).expect("it is there again")
        };
        let liked = insights(&second)[insights(&second).len() / 2].clone();
        let feedback = rate("insight", &liked, "like").await;
        let (_, third) = found(&owner, &project, &json!({})).await;
        assert!(position(&third, &liked["name"]) < position(&second, &liked["name"]), "what is monitored comes earlier");
        assert!(effect(&third, &feedback).contains("because somebody liked it"));
    })
    .await;
}

#[tokio::test]
async fn a_run_that_cannot_be_says_why() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let empty = made(&owner, "Empty").await;
        let run = begun(&owner, &empty, &json!({})).await;
        let state = ended(&owner, &run).await;
        assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("failed"), Some("failed")));
        assert!(state["error"].as_str().expect("a sentence").contains("add a source"), "{state}");
        owner.get(&format!("/api/v1/projects/{empty}/discoveries/latest")).await.problem(404);
        owner.post(&format!("/api/v1/runs/{run}/cancel"), &json!({})).await.problem(409);

        let path = format!("/api/v1/projects/{empty}/discover");
        for wrong in [
            json!({"max_steps": 0}),
            json!({"max_steps": 1001}),
            json!({"max_steps": 5, "min_steps": 6}),
            json!({"explorer": "me"}),
            json!({"steps": 3}),
        ] {
            owner.post(&path, &wrong).await.problem(422);
        }
        let pending = json!({"name": "Pending", "generate_pack": {"enabled": true}});
        let pending = owner.post("/api/v1/projects", &pending).await.json(201);
        let refused =
            owner.post(&format!("/api/v1/projects/{}/discover", pending["id"].as_str().expect("an id")), &json!({})).await;
        assert!(refused.problem(409)["detail"].as_str().expect("a sentence").contains("pack_generation"));
        let (stranger, _) = place.tenant();
        stranger.get(&format!("/api/v1/runs/{run}")).await.problem(404);
        stranger.post(&path, &json!({})).await.problem(404);
        stranger.get(&format!("/api/v1/projects/{empty}/runs")).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn limits_end_a_run_early_and_it_says_so() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (state, discovery) = found(&owner, &project, &json!({"max_steps": 3})).await;
        assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("partial")), "{state}");
        assert_eq!(discovery["summary"]["stopped_by"], "max_steps");
        assert!(!state["warnings"].as_array().expect("warnings").is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_run_survives_its_server() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let mut server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = workshop(&api).await;
    let (_, whole) = found(&api, &project, &json!({})).await;
    let run = begun(&api, &project, &json!({})).await;
    for pause in [60, 150, 300] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        server.kill();
        server = Server::start(&settings);
    }
    let api = api.at(&server.base);
    let state = ended(&api, &run).await;
    assert_eq!(state["status"], "completed", "{state}");
    let again = api.get(&format!("/api/v1/projects/{project}/discoveries/latest")).await.json(200);
    assert_eq!(again["run_id"].as_str(), Some(run.as_str()));
    let names = |discovery: &Value| insights(discovery).iter().map(|one| one["name"].clone()).collect::<Vec<_>>();
    assert_eq!(names(&again), names(&whole), "the same result");
    let steps = api.get(&format!("/api/v1/runs/{run}/steps?limit=1000")).await.json(200);
    let steps = steps["items"].as_array().expect("steps");
    let asked: Vec<&str> = steps.iter().filter(|step| step["type"] == "query").filter_map(|step| step["sql"].as_str()).collect();
    let mut once = asked.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(asked.len(), once.len(), "no query that was answered is asked twice");
    let numbers: Vec<u64> = steps.iter().filter_map(|step| step["number"].as_u64()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
}

/// The objects of a stream with their ids, until it is closed.
async fn streamed(api: &Api, run: &str, after: Option<u64>) -> Vec<(u64, Value)> {
    let mut call = api.call(reqwest::Method::GET, &format!("/api/v1/runs/{run}/stream"));
    if let Some(after) = after {
        call = call.header("last-event-id", after.to_string());
    }
    let text = Answer::fetch(call).await.text;
    let (mut id, mut all) = (0, Vec::new());
    for line in text.lines() {
        if let Some(number) = line.strip_prefix("id:") {
            id = number.trim().parse().expect("a number");
        } else if let Some(data) = line.strip_prefix("data:") {
            all.push((id, serde_json::from_str(data.trim()).expect("JSON")));
        }
    }
    all
}

#[tokio::test]
async fn a_run_is_followed_until_it_is_done() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let run = begun(&owner, &project, &json!({})).await;
        let live = streamed(&owner, &run, None).await;
        assert!(live.windows(2).all(|pair| pair[0].0 < pair[1].0), "ids only grow");
        let (_, last) = live.last().expect("something");
        assert_eq!((last["type"].as_str(), last["status"].as_str()), (Some("done"), Some("completed")));
        let phases: Vec<&str> =
            live.iter().filter(|(_, one)| one["type"] == "phase").filter_map(|(_, one)| one["phase"].as_str()).collect();
        assert_eq!(phases.first(), Some(&"context_loading"));
        assert_eq!(phases.last(), Some(&"saving"));
        assert_eq!(streamed(&owner, &run, None).await, live, "a finished run replays");
        let (middle, _) = live[live.len() / 2];
        assert_eq!(streamed(&owner, &run, Some(middle)).await, live[live.len() / 2 + 1..], "it goes on behind the last one");
        let (stranger, _) = place.tenant();
        stranger.get(&format!("/api/v1/runs/{run}/stream")).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn a_cancelled_run_keeps_what_it_found() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let (_server, api, project, run) = exploring(&database).await;
        let cancelled = std::time::Instant::now();
        api.post(&format!("/api/v1/runs/{run}/cancel"), &json!({})).await.json(202);
        let state = ended(&api, &run).await;
        assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("cancelled"), Some("partial")), "{state}");
        // What the database refused is tried again after half a minute.
        assert!(cancelled.elapsed() < Duration::from_secs(20), "{:?}", cancelled.elapsed());
        let saved = api.get(&format!("/api/v1/projects/{project}/discoveries/latest")).await.json(200);
        assert_eq!(saved["summary"]["stopped_by"], "cancelled");
        api.post(&format!("/api/v1/runs/{run}/cancel"), &json!({})).await.problem(409);
    }
}

#[tokio::test]
async fn runs_of_one_project_come_one_after_the_other() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        // On Postgres the lease of a server that died has to be over first.
        let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "1");
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let project = workshop(&api).await;
        hold(&database, Some("initialization")).await;
        let first = begun(&api, &project, &json!({})).await;
        let second = begun(&api, &project, &json!({})).await;
        let waiting = api.get(&format!("/api/v1/runs/{second}")).await.json(200);
        assert_eq!((waiting["status"].as_str(), waiting["queue_position"].as_u64()), (Some("pending"), Some(1)), "{waiting}");
        // The next server goes on at once: this one would try again much later.
        server.kill();
        hold(&database, None).await;
        let server = Server::start(&settings);
        let api = api.at(&server.base);
        let (one, other) = (ended(&api, &first).await, ended(&api, &second).await);
        assert!(one["finished_at"].as_str() <= other["phases"][1]["started_at"].as_str(), "{one} {other}");
        let listed = api.get(&format!("/api/v1/projects/{project}/runs")).await.json(200);
        assert_eq!(listed["items"][0]["id"].as_str(), Some(second.as_str()), "newest first");
    }
}
