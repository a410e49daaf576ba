//! Research finds the documents of the tenant's projects, as they are now, until they are deleted.

use super::{made, upload};
use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, eventually, everywhere},
    research::over,
};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use testkit::{Leaf, WebSite};

const TEA: &str = "# Tea sellers\n\nThe shop of a tea seller needs few goods. The goods are loose tea, above all.\n";

async fn begun(owner: &Api) -> String {
    owner.activate(&owner.make_plan("project_discovery").await).await;
    owner.open("project_discovery").await
}

async fn looked_up(owner: &Api, session: &str, query: &str) -> Value {
    let asked = owner.post(&format!("/api/v1/sessions/{session}/research"), &json!({"query": query})).await.json(202);
    over(owner, session, asked["id"].as_str().expect("an id")).await
}

/// The sources that findings are cited from.
fn cited(done: &Value) -> Vec<&Value> {
    assert_eq!(done["status"], "completed", "{done}");
    let findings = done["result"]["findings"].as_array().expect("findings");
    findings.iter().map(|finding| &finding["source"]).collect()
}

#[tokio::test]
async fn a_document_is_found_until_it_is_deleted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let (stranger, _) = place.tenant();
        let session = begun(&owner).await;
        let path = format!("/api/v1/sessions/{session}/research");
        let wish = |query: &str| json!({"query": query});
        owner.post(&path, &wish("goods of a tea shop")).await.problem(409);

        let project = made(&guest, "Tea").await;
        let given = upload(&guest, &project, &[("kind", "document")], &[("sellers of tea.md", TEA.as_bytes())]).await.json(201);
        let source = given["id"].as_str().expect("an id");
        let done = looked_up(&owner, &session, "goods of a tea shop").await;
        let all = cited(&done);
        assert!(!all.is_empty(), "{done}");
        for one in all {
            let url = format!("/projects/{project}/sources/{source}#sellers-of-tea.md");
            assert_eq!((&one["title"], &one["url"]), (&json!("Tea sellers"), &json!(url)), "{done}");
        }
        // It is a document of its project, and of nothing else.
        assert_eq!(owner.get("/api/v1/documents").await.json(200)["items"], json!([]));
        assert_eq!(owner.get("/api/v1/documents?q=tea").await.json(200)["items"], json!([]));
        let theirs = begun(&stranger).await;
        stranger.post(&format!("/api/v1/sessions/{theirs}/research"), &wish("goods of a tea shop")).await.problem(409);

        assert_eq!(guest.delete(&format!("/api/v1/projects/{project}/sources/{source}")).await.status, 204);
        owner.post(&path, &wish("few goods of tea sellers")).await.problem(409);

        upload(&guest, &project, &[("kind", "document")], &[("sellers.md", TEA.as_bytes())]).await.json(201);
        assert!(!cited(&looked_up(&owner, &session, "few goods of tea sellers").await).is_empty());
        assert_eq!(guest.delete(&format!("/api/v1/projects/{project}")).await.status, 204);
        owner.post(&path, &wish("what tea sellers need above all")).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn what_is_read_again_is_found_as_it_is_now() {
    let site = WebSite::start().await;
    site.put("/sellers.txt", Leaf::text("Sellers of loose tea are small shops in old towns."));
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let api = Api::new(&server.base, Some(ADMIN));
    let session = begun(&api).await;
    let project = made(&api, "Elsewhere").await;
    let config = json!({"url": site.url("/sellers.txt")});
    let given = json!({"kind": "document", "type": "http", "name": "sellers", "config": config});
    api.post(&format!("/api/v1/projects/{project}/sources"), &given).await.json(201);
    assert!(!cited(&looked_up(&api, &session, "sellers of loose tea").await).is_empty());

    site.put("/sellers.txt", Leaf::text("Keepers of bees sell honey by the road."));
    let told = api.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    assert_eq!(told["documents"]["updated"], 1, "{told}");
    let gone = looked_up(&api, &session, "loose tea in small shops").await;
    assert_eq!(gone["status"], "failed", "{gone}");
    let done = looked_up(&api, &session, "keepers of bees and honey").await;
    let found = cited(&done);
    assert!(!found.is_empty() && found.iter().all(|one| one["title"] == "sellers" || one["title"] == "sellers.txt"), "{done}");
}

/// Documents that were taken in before research looked into projects.
#[tokio::test]
async fn what_research_does_not_find_yet_it_finds_after_a_start() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Tea").await;
    upload(&api, &project, &[("kind", "document")], &[("sellers.md", TEA.as_bytes())]).await.json(201);
    let mut on = SqliteConnection::connect(&database.url).await.expect("it opens");
    sqlx::query("DELETE FROM research_sources").execute(&mut on).await.expect("it is written");
    on.close().await.expect("it closes");
    server.kill();
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    let session = begun(&api).await;
    eventually("it is there again", async || {
        let body = json!({"query": "goods of a tea shop"});
        let asked =
            crate::ground::Answer::fetch(api.call(Method::POST, &format!("/api/v1/sessions/{session}/research")).json(&body));
        asked.await.status == 202
    })
    .await;
    assert!(!cited(&looked_up(&api, &session, "few goods of tea sellers").await).is_empty());
}
