//! Deleting a source on its page, and taking it back.

use super::{ORDERS, RULES, made, tool, upload};
use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, eventually, everywhere};
use reqwest::Method;
use serde_json::{Value, json};

/// What the form of a page does.
async fn send(api: &Api, form: &str, project: &str, source: &str) -> Answer {
    let call = api.call(Method::POST, &format!("/call/form/{form}")).header("accept", "text/html");
    Answer::fetch(call.form(&[("project", project), ("source", source)])).await
}

/// The same as a call, which says what is wrong.
async fn refused(api: &Api, form: &str, project: &str, source: &str) -> u16 {
    let call = api.call(Method::POST, &format!("/call/form/{form}"));
    Answer::fetch(call.form(&[("project", project), ("source", source)])).await.status
}

/// What a page does where scripts run.
async fn act(api: &Api, deed: &str, project: &str, source: &str) -> Answer {
    let act = json!({"project": project, "deed": deed, "source": source, "name": "", "entered": {}});
    Answer::fetch(api.call(Method::POST, "/call/projects/act").json(&json!({"act": act}))).await
}

async fn count_orders(api: &Api, project: &str) -> Option<Value> {
    let answer = tool(api, project, "run_query", json!({"sql": "SELECT COUNT(*) AS n FROM orders"})).await;
    (answer.status == 200).then(|| answer.json(200)["rows"][0][0].clone())
}

fn id_of(source: &Value) -> String {
    source["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_deleted_source_is_used_by_nothing_and_comes_back_whole() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Shop").await;
        let orders = [("orders.csv", ORDERS.as_bytes())];
        let shop = id_of(&upload(&guest, &project, &[("name", "shop")], &orders).await.json(201));
        let rules = [("rules.md", RULES.as_bytes())];
        let rules = id_of(&upload(&guest, &project, &[("kind", "document"), ("name", "rules")], &rules).await.json(201));
        let path = format!("/api/v1/projects/{project}/sources");
        let search = json!({"query": "VIP customer lifetime value"});
        assert_eq!(count_orders(&owner, &project).await, Some(json!(3)));
        assert!(tool(&owner, &project, "search_documents", search.clone()).await.text.contains("VIP Customer"));

        let gone = send(&guest, "source-delete", &project, &shop).await;
        let back_to = format!("/projects/{project}/sources?deleted={shop}");
        assert_eq!((gone.status, gone.header("location")), (302, back_to.as_str()));
        assert_eq!(act(&guest, "DeleteSource", &project, &rules).await.status, 200);
        assert_eq!(owner.get(&path).await.json(200)["items"], json!([]));
        owner.get(&format!("{path}/{shop}")).await.problem(404);
        assert_eq!(count_orders(&owner, &project).await, None);
        assert!(!tool(&owner, &project, "search_documents", search.clone()).await.text.contains("VIP Customer"));
        assert_eq!(refused(&guest, "source-delete", &project, &shop).await, 404, "once");
        let page = guest.get(&back_to).await.text;
        for shown in ["shop is deleted.", "data-testid=\"undo-source\"", "data-testid=\"deleted-sources\"", "Restore rules"] {
            assert!(page.contains(shown), "{shown}: {page}");
        }

        // Its name is free; while another source has it, it stays where it is.
        let other = id_of(&upload(&owner, &project, &[("name", "Shop")], &orders).await.json(201));
        assert_eq!(refused(&guest, "source-restore", &project, &shop).await, 422);
        assert_eq!(owner.delete(&format!("{path}/{other}")).await.status, 204);
        let back = send(&guest, "source-restore", &project, &shop).await;
        assert_eq!((back.status, back.header("location")), (302, format!("/projects/{project}/sources").as_str()));
        assert!(act(&guest, "RestoreSource", &project, &rules).await.text.contains("rules is back."));
        assert_eq!(count_orders(&owner, &project).await, Some(json!(3)));
        assert!(tool(&owner, &project, "search_documents", search).await.text.contains("VIP Customer"));
        let page = guest.get(&back_to).await.text;
        assert!(!page.contains("data-testid=\"undo-source\"") && !page.contains("data-testid=\"deleted-sources\""), "{page}");
        let audit = owner.get("/api/v1/admin/audit").await.text;
        assert!(audit.contains("source.deleted") && audit.contains("source.restored"), "{audit}");
    })
    .await;
}

#[tokio::test]
async fn only_who_may_delete_a_source_takes_it_back_or_removes_it() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Shop").await;
        let orders = [("orders.csv", ORDERS.as_bytes())];
        let shop = id_of(&upload(&owner, &project, &[("name", "shop")], &orders).await.json(201));
        assert_eq!(refused(&guest, "source-delete", &project, &shop).await, 403);
        assert_eq!(refused(&owner, "source-remove", &project, &shop).await, 404, "it is not deleted");
        assert_eq!(send(&owner, "source-delete", &project, &shop).await.status, 302);
        let (stranger, _) = place.tenant();
        for form in ["source-restore", "source-remove"] {
            assert_eq!(refused(&guest, form, &project, &shop).await, 403, "{form}");
            assert_eq!(refused(&stranger, form, &project, &shop).await, 404, "{form}");
        }
        let page = guest.get(&format!("/projects/{project}/sources?deleted={shop}")).await.text;
        assert!(!page.contains("shop is deleted.") && !page.contains("data-testid=\"deleted-sources\""), "{page}");
        assert_eq!(send(&owner, "source-remove", &project, &shop).await.status, 302);
        assert_eq!(refused(&owner, "source-restore", &project, &shop).await, 404, "it is gone for good");
    })
    .await;
}

#[tokio::test]
async fn a_source_that_was_deleted_days_ago_is_removed_with_its_files() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    let orders = [("orders.csv", ORDERS.as_bytes())];
    let old = id_of(&upload(&api, &project, &[("name", "old")], &orders).await.json(201));
    let new = id_of(&upload(&api, &project, &[("name", "new")], &orders).await.json(201));
    for source in [&old, &new] {
        assert_eq!(send(&api, "source-delete", &project, source).await.status, 302);
    }
    server.kill();
    // Eight days, in microseconds.
    let sql = "UPDATE project_sources SET deleted_at = deleted_at - 691200000000 WHERE name = 'old'";
    database.execute(sql).await;
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    eventually("it is removed", async || {
        let audit = api.get("/api/v1/admin/audit").await.text;
        audit.contains("source.expired")
    })
    .await;
    assert_eq!(refused(&api, "source-restore", &project, &old).await, 404);
    assert_eq!(send(&api, "source-restore", &project, &new).await.status, 302, "the other is kept for some days yet");
    assert_eq!(count_orders(&api, &project).await, Some(json!(3)));
}
