//! The pages of runs: what they show, what they are told, and what their forms do.

use crate::{
    ground::{Answer, Api, Frame, Socket, everywhere},
    projects::made,
    runs::{begun, ended, found, workshop},
};
use protocol::{frame::Request, live::Topic};
use reqwest::Method;
use serde_json::{Value, json};

async fn call(api: &Api, path: &str, body: &Value) -> Answer {
    Answer::fetch(api.call(Method::POST, &format!("/call/{path}")).json(body)).await
}

/// What a call of a page answers.
async fn read(api: &Api, path: &str, body: &Value) -> Value {
    let packed = call(api, path, body).await.json(200);
    serde_json::from_str(packed.as_str().expect("a text")).expect("JSON")
}

async fn listed(api: &Api, project: &str) -> Value {
    read(api, "runs", &json!({"asked": {"project": project}})).await["view"].clone()
}

async fn form(api: &Api, path: &str, fields: &[(&str, &str)]) -> Answer {
    // As a browser does without scripts.
    let call = api.call(Method::POST, &format!("/call/form/{path}")).header("accept", "text/html");
    Answer::fetch(call.form(fields)).await
}

#[tokio::test]
async fn where_there_is_no_source_the_way_to_one_is_in_place_of_the_form() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let (empty, full) = (made(&owner, "Nothing yet").await, workshop(&owner).await);
        for (project, is_empty) in [(empty, true), (full, false)] {
            let page = owner.get(&format!("/projects/{project}/runs")).await;
            assert_eq!(page.status, 200);
            assert_eq!(page.text.contains("This project has no data yet"), is_empty, "{project}");
            assert_eq!(page.text.contains("<div hidden"), is_empty, "{project}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_runs_of_a_project_are_told_as_they_go_on() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let (stranger, _) = place.tenant();
        let project = workshop(&owner).await;
        let topic = Topic::Runs(project.parse().expect("an id"));
        let (mut own, mut foreign) = (Socket::open(&owner).await, Socket::open(&stranger).await);
        for tab in [&mut own, &mut foreign] {
            assert!(tab.send(&Request::Join { after: None, topic }).await);
        }
        let version = async |tab: &mut Socket| match tab.next().await {
            Some(Frame::Changed { topic: of, version }) if of == topic => version,
            other => panic!("{other:?}"),
        };
        let (first, nothing) = (version(&mut own).await, version(&mut foreign).await);
        assert_eq!(first, nothing, "there is no run yet, and none for others");
        let run = begun(&owner, &project, &json!({})).await;
        let mut marks = vec![version(&mut own).await];
        assert_ne!(marks[0], first);
        ended(&owner, &run).await;
        // The last version is the one of the list as it is read now.
        loop {
            let list = listed(&owner, &project).await;
            if list["mark"].as_str() == marks.last().map(String::as_str) {
                assert_eq!(list["page"]["items"][0]["status"], "completed", "{list}");
                break;
            }
            marks.push(version(&mut own).await);
        }
        assert!(foreign.send(&Request::Ping).await);
        assert_eq!(foreign.next().await, Some(Frame::Pong), "others hear nothing of it");
    })
    .await;
}

#[tokio::test]
async fn what_a_run_found_is_shown_whole_and_only_where_it_belongs() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (run, discovery) = found(&owner, &project, &json!({"goal": "Which repairs cost the most?"})).await;
        let run = run["id"].as_str().expect("an id");
        let page = owner.get(&format!("/projects/{project}/runs/{run}")).await;
        assert_eq!(page.status, 200);
        let text = |of: &Value| of.as_str().expect("a text").replace('&', "&amp;").replace('<', "&lt;");
        for one in discovery["insights"].as_array().expect("insights") {
            assert!(page.text.contains(&text(&one["name"])), "{}", one["name"]);
        }
        let insight = &discovery["insights"][0];
        let path = format!("/projects/{project}/runs/{run}/insights/{}", insight["id"].as_str().expect("an id"));
        let whole = owner.get(&path).await;
        assert_eq!(whole.status, 200);
        for claim in insight["validation"]["claims"].as_array().expect("claims") {
            assert!(whole.text.contains(&text(&claim["text"])), "{claim}");
        }
        assert!(whole.text.contains("SELECT") && whole.text.contains("<td"), "queries and rows are there");
        let recommendation = &discovery["recommendations"][0];
        let of = recommendation["id"].as_str().expect("an id");
        let shown = owner.get(&format!("/projects/{project}/runs/{run}/recommendations/{of}")).await;
        assert!(shown.status == 200 && shown.text.contains(&text(&recommendation["title"])));

        let other = made(&owner, "Other").await;
        for missing in [
            format!("/projects/{other}/runs/{run}"),
            format!("/projects/{project}/runs/{project}"),
            format!("/projects/{project}/runs/{run}/insights/nothing-1"),
            format!("/projects/{project}/runs/{run}/recommendations/{}", insight["id"].as_str().expect("an id")),
        ] {
            assert_eq!(owner.get(&missing).await.status, 404, "{missing}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_rating_of_a_page_is_the_rating_of_the_api() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (run, discovery) = found(&owner, &project, &json!({})).await;
        let insight = &discovery["insights"][0];
        let of = json!({"of": {"project": project, "run": run["id"]}, "kind": "insight", "id": insight["id"]});
        let rate = async |rating: Value| call(&owner, "runs/rate", &json!({"wish": {"of": of, "rating": rating}})).await.status;
        let kept = async || owner.get(&format!("/api/v1/projects/{project}/feedback")).await.json(200)["items"].clone();
        assert_eq!(rate(json!({"like": true, "comment": "We act on it"})).await, 200);
        let first = kept().await;
        assert_eq!((&first[0]["rating"], &first[0]["comment"]), (&json!("like"), &json!("We act on it")));
        assert_eq!(rate(json!({"like": false, "comment": " "})).await, 200);
        let second = kept().await;
        assert_eq!((second.as_array().map(Vec::len), &second[0]["rating"]), (Some(1), &json!("dislike")));
        assert_eq!((&second[0]["id"], &second[0]["comment"]), (&first[0]["id"], &Value::Null));
        let page = read(&owner, "runs/finding", &json!({"asked": of})).await;
        assert_eq!(page["rating"], json!({"like": false, "comment": ""}));
        assert_eq!([rate(Value::Null).await, rate(Value::Null).await], [200, 200], "taking back twice is fine");
        assert_eq!(kept().await, json!([]));
    })
    .await;
}

#[tokio::test]
async fn a_project_with_tables_is_explored_by_one_press() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let empty = made(&owner, "Empty").await;
        let project = workshop(&owner).await;
        let offered = async |id: &str| owner.get(&format!("/projects/{id}")).await.text.contains("data-testid=\"first-run\"");
        assert_eq!([offered(&empty).await, offered(&project).await], [false, true]);
        let home = read(&owner, "runs/home", &json!({})).await;
        assert_eq!((&home["newest"], &home["explore"][0]), (&Value::Null, &json!(project)));

        let begun = form(&owner, "run", &[("project", &project)]).await;
        assert_eq!(begun.status, 302);
        let to = begun.header("location").to_owned();
        let run = to.strip_prefix(&format!("/projects/{project}/runs/")).expect("it leads to the run").to_owned();
        ended(&owner, &run).await;
        assert!(!offered(&project).await, "the first run is offered once");
        let home = read(&owner, "runs/home", &json!({})).await;
        assert_eq!((&home["newest"]["card"]["id"], &home["explore"]), (&json!(run), &Value::Null));

        // The estimate comes back to the form with what was entered.
        let fields = [("project", project.as_str()), ("goal", "Why & how?"), ("max_steps", "7"), ("estimate", "on")];
        let estimate = form(&owner, "run", &fields).await;
        let to = estimate.header("location").to_owned();
        let page = owner.get(&to).await;
        assert!(page.status == 200 && page.text.contains("data-testid=\"estimate\"") && page.text.contains("Why &amp; how?"));
        let wrong = owner.get(&to.replace("max_steps=7", "max_steps=many")).await;
        assert!(wrong.status == 200 && wrong.text.contains("This is not a number"), "{}", wrong.status);
        assert_eq!(listed(&owner, &project).await["page"]["items"].as_array().map(Vec::len), Some(1), "nothing was started");

        let again = form(&owner, "run-act", &[("project", &project), ("run", &run), ("act", "again")]).await;
        let next = again.header("location").rsplit('/').next().expect("an id").to_owned();
        assert_ne!(next, run);
        let done = ended(&owner, &next).await;
        assert_eq!(done["status"], "completed");
        let over = call(&owner, "runs/act", &json!({"asked": {"project": project, "run": run}, "deed": "cancel"})).await;
        assert_eq!(over.status, 422, "it is over: {}", over.text);
    })
    .await;
}
