//! Runs of the command line, runs that go on, findings that come back, and areas.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, everywhere},
    projects::{made, upload},
    runs::{begun, ended, found, insights, repairs, workshop},
};
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_of_the_command_line_writes_its_steps_and_its_result() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = workshop(&api).await;
    let run = uuid::Uuid::from_u128(0x0198_d1c0_0000_7000_8000_0000_0000_0077).to_string();
    let output =
        settings.run(&["run", "--project-id", &project, "--run-id", &run, "--max-steps", "20", "--goal", "What costs most?"]);
    let (out, steps) =
        (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert_eq!(output.status.code(), Some(0), "{steps}");
    let result: Value = serde_json::from_str(out.trim()).expect("JSON");
    assert_eq!((result["run_id"].as_str(), result["goal"].as_str()), (Some(run.as_str()), Some("What costs most?")));
    assert!(steps.contains("phase exploration") && steps.contains("exploration query: "), "{steps}");
    let state = api.get(&format!("/api/v1/runs/{run}")).await.json(200);
    assert_eq!(state["status"], "completed", "the server knows it too");
    for (arguments, code) in [
        (vec!["run", "--project-id", &project, "--run-id", &run], 2),
        (vec!["run", "--project-id", &project, "--areas", "moon"], 2),
        (vec!["run", "--project-id", "nothing"], 2),
        (vec!["run", "--project-id", &project, "--max-steps", "0"], 2),
        (vec!["run", "--project-id", &project, "--max-steps", "5", "--min-steps", "6"], 2),
    ] {
        let output = settings.run(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {output:?}");
    }
    let empty = made(&api, "Empty").await;
    let output = settings.run(&["run", "--project-id", &empty]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("add a source"), "{output:?}");
}

#[tokio::test]
async fn a_run_that_failed_goes_on_where_it_failed() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Late").await;
        let run = begun(&owner, &project, &json!({})).await;
        let failed = ended(&owner, &run).await;
        assert_eq!(failed["status"], "failed", "it has no table: {failed}");
        upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("repairs.csv", repairs().as_bytes())])
            .await
            .json(201);
        owner.post(&format!("/api/v1/runs/{run}/resume"), &json!({})).await.json(202);
        let state = ended(&owner, &run).await;
        assert_eq!((state["status"].as_str(), state["resumed"].as_bool()), (Some("completed"), Some(true)), "{state}");
        let phases: Vec<&str> =
            state["phases"].as_array().expect("phases").iter().filter_map(|phase| phase["state"].as_str()).collect();
        assert_eq!(phases, ["done"; 8], "{state}");
        owner.post(&format!("/api/v1/runs/{run}/resume"), &json!({})).await.problem(409);
        let (stranger, _) = place.tenant();
        stranger.post(&format!("/api/v1/runs/{run}/resume"), &json!({})).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn a_finding_that_comes_back_keeps_its_history() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (_, first) = found(&owner, &project, &json!({})).await;
        assert!(insights(&first).iter().all(|one| one["history"]["state"] == "new"), "{first}");
        let path = format!("/api/v1/projects/{project}/feedback");
        let disliked = insights(&first)[0].clone();
        owner.post(&path, &json!({"target_type": "insight", "target_id": disliked["uuid"], "rating": "dislike"})).await.json(201);
        let (run, second) = found(&owner, &project, &json!({})).await;
        let again = insights(&second).iter().filter(|one| one["history"]["state"] == "seen_again").count();
        assert!(again >= 5, "{second}");
        let known = insights(&second).iter().find(|one| one["history"]["state"] == "seen_again").expect("one");
        assert_eq!(known["history"]["times_seen"], 2);
        assert!(known["history"]["first_seen_at"].as_str() < second["created_at"].as_str());
        let effects = second["summary"]["changed_by_feedback"].as_array().expect("effects");
        assert!(
            effects.iter().any(|one| one["effect"].as_str().is_some_and(|effect| effect.starts_with("Left out"))),
            "{effects:#?}"
        );
        let gone = second["summary"]["gone"].as_array().expect("gone");
        assert!(gone.iter().any(|one| one["name"] == disliked["name"]), "{gone:#?}");
        assert!(run["context"].as_str().expect("a block").contains("AVOID"), "{run}");
    })
    .await;
}

#[tokio::test]
async fn only_the_areas_that_somebody_wants_are_reported() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        upload(
            &owner,
            &project,
            &[("kind", "database"), ("name", "people")],
            &[("staff.csv", b"id,name,age\n1,A,3\n2,B,4\n3,C,5\n".as_slice())],
        )
        .await
        .json(201);
        let unknown = owner.post(&format!("/api/v1/projects/{project}/discover"), &json!({"areas": ["moon"]})).await;
        let detail = unknown.problem(422)["detail"].as_str().expect("a sentence").to_owned();
        assert!(detail.contains("repairs") && detail.contains("staff"), "{detail}");
        let (_, some) = found(&owner, &project, &json!({"areas": ["repairs"]})).await;
        assert!(!insights(&some).is_empty() && insights(&some).iter().all(|one| one["analysis_area"] == "repairs"), "{some}");
    })
    .await;
}
