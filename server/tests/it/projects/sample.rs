//! The sample that an empty installation offers: made once, complete, by a user who may make projects.

use super::{made, tool, upload};
use crate::ground::{Answer, Api, everywhere};
use reqwest::Method;
use serde_json::json;

async fn opened(api: &Api) -> Answer {
    let form = api.call(Method::POST, "/call/form/sample").header("content-type", "application/x-www-form-urlencoded");
    Answer::fetch(form.header("accept", "text/html").body("")).await
}

#[tokio::test]
async fn a_sample_is_made_once_and_has_a_source_of_each_kind() {
    everywhere(async |place| {
        let (admin, _) = place.tenant();
        let first = opened(&admin).await;
        let project = first.header("location").trim_start_matches("/projects/").to_owned();
        assert_eq!((first.status, project.len()), (302, 36), "{}", first.header("location"));
        assert_eq!(opened(&admin).await.header("location"), first.header("location"), "once");
        let sources = admin.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        let mut kinds: Vec<&str> =
            sources["items"].as_array().expect("a list").iter().filter_map(|source| source["kind"].as_str()).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, ["api", "database", "document", "document", "skill"]);
        let sum = json!({"sql": "SELECT COUNT(*) AS orders FROM orders WHERE status = 'returned'"});
        let told = tool(&admin, &project, "run_query", sum).await.json(200);
        assert_eq!(told["rows"], json!([[113]]), "{told}");
        // What is made up bears nothing out: research does not look there.
        admin.activate(&admin.make_plan("project_discovery").await).await;
        let session = admin.open("project_discovery").await;
        let path = format!("/api/v1/sessions/{session}/research");
        admin.post(&path, &json!({"query": "returns of books"})).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn the_sample_is_known_whatever_it_is_called() {
    everywhere(async |place| {
        let (admin, _) = place.tenant();
        let sample = opened(&admin).await.header("location").trim_start_matches("/projects/").to_owned();
        let called = json!({"name": "Our books", "description": "Ours"});
        admin.put(&format!("/api/v1/projects/{sample}"), &called).await.json(200);
        let books = "# Returns\n\nReturns of books are sent back within a month.\n";
        upload(&admin, &sample, &[("kind", "document")], &[("more.md", books.as_bytes())]).await.json(201);
        admin.activate(&admin.make_plan("project_discovery").await).await;
        let session = admin.open("project_discovery").await;
        let path = format!("/api/v1/sessions/{session}/research");
        admin.post(&path, &json!({"query": "returns of books"})).await.problem(409);
        assert!(opened(&admin).await.header("location").ends_with(&sample), "it is there already");

        // Somebody's own project may be called like it.
        let own = made(&admin, "Sample: Harbour Books").await;
        upload(&admin, &own, &[("kind", "document")], &[("books.md", books.as_bytes())]).await.json(201);
        admin.post(&path, &json!({"query": "returns of books"})).await.json(202);
        assert!(opened(&admin).await.header("location").ends_with(&sample), "that one is not the sample");

        assert_eq!(admin.delete(&format!("/api/v1/projects/{sample}")).await.status, 204);
        assert!(opened(&admin).await.header("location").ends_with(&sample), "it is made again");
        let sources = admin.get(&format!("/api/v1/projects/{sample}/sources")).await.json(200);
        assert_eq!(sources["items"].as_array().map(Vec::len), Some(5), "{sources}");
        let sum = json!({"sql": "SELECT COUNT(*) AS orders FROM orders WHERE status = 'returned'"});
        assert_eq!(tool(&admin, &sample, "run_query", sum).await.json(200)["rows"], json!([[113]]));
    })
    .await;
}

#[tokio::test]
async fn a_sample_that_is_deleted_while_it_is_filled_is_gone_and_whole_the_next_time() {
    everywhere(async |place| {
        let (admin, _) = place.tenant();
        let sources = async |project: &str| {
            let answer = admin.get(&format!("/api/v1/projects/{project}/sources")).await;
            if answer.status == 200 { answer.json(200)["items"].as_array().map(Vec::len) } else { None }
        };
        let deleting = async {
            loop {
                let listed = admin.get("/api/v1/projects").await.json(200);
                if let Some(project) = listed["items"][0]["id"].as_str()
                    && sources(project).await.is_some_and(|count| count > 0)
                {
                    assert_eq!(admin.delete(&format!("/api/v1/projects/{project}")).await.status, 204);
                    return project.to_owned();
                }
            }
        };
        let (filled, project) = tokio::join!(opened(&admin), deleting);
        assert!(filled.status < 500, "{}: {}", filled.status, filled.text);
        assert_eq!(sources(&project).await, None, "none of it is left");
        assert!(opened(&admin).await.header("location").ends_with(&project));
        assert_eq!(sources(&project).await, Some(5));
    })
    .await;
}

#[tokio::test]
async fn whoever_only_reads_makes_no_sample() {
    everywhere(async |place| {
        let viewer = place.viewer();
        opened(&viewer).await;
        let projects = viewer.get("/api/v1/projects?limit=200").await.json(200);
        let named = |project: &serde_json::Value| project["name"].as_str().is_some_and(|name| name.starts_with("Sample"));
        assert!(!projects["items"].as_array().expect("a list").iter().any(named), "{projects}");
    })
    .await;
}
