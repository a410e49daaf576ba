//! Deleting a project on its page, taking it back, and what its first page shows.

use super::{ORDERS, RULES, made, tool, upload};
use crate::{
    ask,
    ground::{Answer, Api, Database, eventually, everywhere},
    run_deaths::{exploring, hold, reached},
    runs::{begun, ended},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What the form of a page does.
async fn send(api: &Api, form: &str, project: &str) -> Answer {
    let call = api.call(Method::POST, &format!("/call/form/{form}")).header("accept", "text/html");
    Answer::fetch(call.form(&[("project", project)])).await
}

/// The same as a call, which says what is wrong.
async fn refused(api: &Api, form: &str, project: &str) -> u16 {
    let call = api.call(Method::POST, &format!("/call/form/{form}"));
    Answer::fetch(call.form(&[("project", project)])).await.status
}

async fn read_part(api: &Api, part: &str, id: &str) -> Value {
    let asked = json!({"part": part, "id": id, "source": "", "table": "", "words": "", "from": 0, "sql": ""});
    let call = api.call(Method::POST, "/call/projects/read").json(&json!({"asked": asked}));
    let packed = Answer::fetch(call).await.json(200);
    serde_json::from_str(packed.as_str().expect("a text")).expect("JSON")
}

#[tokio::test]
async fn a_deleted_project_is_seen_by_nobody_and_comes_back_whole() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&guest, "Mine").await;
        upload(&guest, &project, &[("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
        upload(&guest, &project, &[("kind", "document")], &[("rules.md", RULES.as_bytes())]).await.json(201);
        let ask = ask::ask(&guest, &project, &json!({"question": "How many orders are there?"})).await;
        let ask = format!("/api/v1/asks/{}", ask::id_of(&ask));
        guest.get(&ask).await.json(200);
        let gone = send(&guest, "project-delete", &project).await;
        assert_eq!((gone.status, gone.header("location")), (302, format!("/projects?deleted={project}").as_str()));

        let path = format!("/api/v1/projects/{project}");
        owner.get(&path).await.problem(404);
        guest.get(&ask).await.problem(404);
        assert_eq!(owner.get("/api/v1/projects").await.json(200)["items"], json!([]));
        tool(&guest, &project, "run_query", json!({"sql": "SELECT COUNT(*) FROM orders"})).await.problem(404);
        assert_eq!(refused(&guest, "project-delete", &project).await, 404, "once");
        let list = guest.get(&format!("/projects?deleted={project}")).await;
        assert!(list.text.contains("data-testid=\"deleted\""), "{}", list.text);
        for part in ["", "/sources", "/search", "/settings"] {
            let page = guest.get(&format!("/projects/{project}{part}")).await;
            let says = page.text.contains("Mine was deleted") && page.text.contains("data-testid=\"restore-project\"");
            assert!(says, "{part}: {}", page.text);
        }
        let (stranger, _) = place.tenant();
        let page = stranger.get(&format!("/projects/{project}")).await;
        assert!(page.status == 404 && !page.text.contains("Mine was deleted"));
        assert_eq!(refused(&stranger, "project-restore", &project).await, 404);

        let back = send(&guest, "project-restore", &project).await;
        assert_eq!((back.status, back.header("location")), (302, format!("/projects/{project}").as_str()));
        assert_eq!(owner.get(&path).await.json(200)["name"], "Mine");
        guest.get(&ask).await.json(200);
        let sum = json!({"sql": "SELECT COUNT(*) AS n FROM orders"});
        assert_eq!(tool(&guest, &project, "run_query", sum).await.json(200)["rows"], json!([[3]]));
        let audit = owner.get("/api/v1/admin/audit").await.text;
        assert!(audit.contains("project.deleted") && audit.contains("project.restored"), "{audit}");
    })
    .await;
}

#[tokio::test]
async fn what_is_under_way_stops_with_its_project_and_goes_on_once_it_is_restored() {
    let database = Database::sqlite();
    let (_server, api, project, run) = exploring(&database).await;
    let waits = begun(&api, &project, &json!({})).await;
    // What the database refuses is tried again after half a minute.
    let held = Instant::now();

    assert_eq!(send(&api, "project-delete", &project).await.status, 302);
    for one in [&run, &waits] {
        api.get(&format!("/api/v1/runs/{one}")).await.problem(404);
        api.post(&format!("/api/v1/runs/{one}/cancel"), &json!({})).await.problem(404);
    }
    // Where it would go on by now, it would be in the next phase.
    hold(&database, Some("analysis")).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    hold(&database, Some("exploration")).await;
    assert_eq!(send(&api, "project-restore", &project).await.status, 302);
    reached(&api, &run, "exploration").await;

    hold(&database, None).await;
    assert_eq!(send(&api, "project-delete", &project).await.status, 302);
    assert_eq!(send(&api, "project-restore", &project).await.status, 302);
    let path = format!("/api/v1/runs/{run}");
    // It is there at once, also for who comes before its actor has heard of it.
    eventually("it goes on", async || api.get(&path).await.json(200)["phase"] != "exploration").await;
    assert!(held.elapsed() < Duration::from_secs(25), "it went on as soon as it was there again: {:?}", held.elapsed());
    let state = ended(&api, &run).await;
    assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("full")), "{state}");
    assert_eq!(ended(&api, &waits).await["status"], "completed");
}

#[tokio::test]
async fn only_who_may_delete_a_project_takes_it_back_or_removes_it() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Theirs").await;
        assert_eq!(refused(&guest, "project-delete", &project).await, 403);
        assert_eq!(send(&owner, "project-delete", &project).await.status, 302);
        for form in ["project-restore", "project-remove"] {
            assert_eq!(refused(&guest, form, &project).await, 403, "{form}");
        }
        let page = guest.get(&format!("/projects/{project}")).await;
        assert!(page.text.contains("Theirs was deleted") && !page.text.contains("data-testid=\"restore-project\""));
        assert_eq!(send(&owner, "project-remove", &project).await.header("location"), "/projects");
        assert_eq!(refused(&owner, "project-restore", &project).await, 404, "it is gone for good");
        assert_eq!(owner.get(&format!("/projects/{project}")).await.status, 404);
    })
    .await;
}

#[tokio::test]
async fn the_first_page_shows_tables_over_time_their_keys_and_questions() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        let empty = read_part(&owner, "Overview", &project).await;
        assert_eq!((&empty["view"]["tables"], &empty["view"]["questions"]), (&json!([]), &json!([])));
        let orders = "id,customer_id,ordered_at,total,country\n1,1,2025-01-05,10.5,AT\n2,2,2025-01-09,20,DE\n3,1,2025-03-02,30,AT\n4,2,2025-04-02,4,AT\n";
        let customers = "id,name,city\n1,Ada,Vienna\n2,Bob,Berlin\n";
        let files: [(&str, &[u8]); 2] = [("orders.csv", orders.as_bytes()), ("customers.csv", customers.as_bytes())];
        upload(&owner, &project, &[("name", "shop")], &files).await.json(201);
        upload(&owner, &project, &[("kind", "document")], &[("rules.md", RULES.as_bytes())]).await.json(201);

        let first = read_part(&owner, "Overview", &project).await;
        assert_eq!(first["view"]["is_drawing"], true, "nothing was drawn yet: {first:#}");
        read_part(&owner, "Sparks", &project).await;
        let page = read_part(&owner, "Overview", &project).await["view"].take();
        assert_eq!(page["is_drawing"], false, "{page:#}");
        let names: Vec<&str> = page["tables"].as_array().expect("tables").iter().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(names, ["orders", "customers"], "the largest first");
        let spark = &page["tables"][0]["spark"];
        assert_eq!((&spark["column"], &spark["unit"]), (&json!("ordered_at"), &json!("month")));
        assert_eq!(spark["counts"], json!([2, 0, 1, 1]), "a month without orders is there");
        assert_eq!(page["tables"][1]["spark"], Value::Null);
        let link = &page["links"][0];
        assert_eq!((&link["from"], &link["from_column"], &link["to"]), (&json!("orders"), &json!("customer_id"), &json!("customers")));
        assert_eq!(page["others"][0]["kind"], "document");
        let questions = page["questions"].as_array().expect("questions");
        assert_eq!(questions.len(), 3, "{page:#}");
        assert_eq!(questions[0], "How many orders are there?");
        let rendered = owner.get(&format!("/projects/{project}")).await;
        assert!(rendered.text.contains("data-testid=\"spark\"") && rendered.text.contains("data-testid=\"diagram\""));
    })
    .await;
}
