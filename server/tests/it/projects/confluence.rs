//! A space of Confluence as a source: read, searched, refreshed, tried out, and what is said where it cannot be read.

use super::{made, tool};
use crate::ground::{ADMIN, Api, Database, Server, Settings, everything, everywhere, people, stands_in};
use serde_json::{Value, json};
use testkit::{ConfluenceStub, WIKI_SPACE, WIKI_TOKEN, WIKI_USER, WikiWire};

async fn wiki() -> ConfluenceStub {
    let stub = ConfluenceStub::start(WikiWire::Cloud, 2).await;
    let rules = "<h2>Customers</h2><p>VIP Customer: lifetime value &gt; $100,000.</p><ac:structured-macro ac:name=\"code\"><ac:parameter \
        ac:name=\"language\">sql</ac:parameter><ac:plain-text-body><![CDATA[SELECT * FROM vip]]></ac:plain-text-body></ac:structured-macro>";
    stub.put(1, "Business rules", rules);
    stub.put(
        2,
        "Glossary",
        "<table><tbody><tr><th>Term</th><th>Meaning</th></tr><tr><td>churn_date</td><td>Day of leaving</td></tr></tbody></table>",
    );
    stub.put(3, "Home", "<p>Welcome</p>");
    stub
}

fn source_body(stub: &ConfluenceStub, token: &str) -> Value {
    json!({
        "kind": "document", "type": "confluence", "name": "wiki", "description": "What engineering knows",
        "config": {"url": stub.address, "space": WIKI_SPACE, "user": WIKI_USER}, "secrets": {"token": token},
    })
}

fn server_for(stub: &ConfluenceStub) -> (Database, Server, Api) {
    let database = Database::sqlite();
    let open = stub.address.trim_start_matches("http://").trim_end_matches("/wiki").to_owned();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", &open));
    let api = Api::new(&server.base, Some(ADMIN));
    (database, server, api)
}

#[tokio::test]
async fn a_space_is_read_searched_and_refreshed_by_what_changed() {
    let stub = wiki().await;
    let (_database, _server, api) = server_for(&stub);
    let project = made(&api, "Shop").await;
    let path = format!("/api/v1/projects/{project}/sources");
    let tried = api.post(&format!("/api/v1/projects/{project}/source-test"), &source_body(&stub, WIKI_TOKEN)).await.json(200);
    assert_eq!(tried["ok"], true, "{tried}");
    assert!(!stub.take_requests().iter().any(|path| path.contains("storage")), "a test reads no texts");

    let source = api.post(&path, &source_body(&stub, WIKI_TOKEN)).await.json(201);
    assert_eq!((&source["type"], &source["summary"]["documents"]), (&json!("confluence"), &json!(3)), "{source}");
    let path = format!("{path}/{}", source["id"].as_str().expect("an id"));
    let whole = api.get(&path).await;
    assert!(!whole.text.contains(WIKI_TOKEN) && whole.json(200)["secrets"] == json!(["token"]));

    let listed = tool(&api, &project, "list_documents", json!({})).await.json(200);
    assert!(listed.as_array().is_some_and(|all| all.iter().all(|one| one["type"] == "confluence")), "{listed}");
    let rules = tool(&api, &project, "get_document", json!({"name": "business rules"})).await.json(200);
    assert_eq!(rules["content"], "## Customers\n\nVIP Customer: lifetime value > $100,000.\n\n```sql\nSELECT * FROM vip\n```\n");
    assert_eq!((&rules["format"], &rules["last_updated"]), (&json!("confluence"), &json!("2026-03-05T08:30:00.000Z")));
    let found = tool(&api, &project, "search_documents", json!({"query": "what is a VIP customer?"})).await.json(200);
    assert_eq!((&found[0]["document"], &found[0]["section"]), (&json!("Business rules"), &json!("Customers")), "{found}");
    let fact = tool(&api, &project, "resolve_fact", json!({"question": "What defines a VIP customer?"})).await.json(200);
    assert!(fact["answer"].as_str().is_some_and(|answer| answer.contains("$100,000")), "{fact}");

    stub.put(2, "Glossary", "<p>churn_date: the last day</p>");
    stub.put(4, "Prices", "<p>Soap: 7</p>");
    stub.remove(3);
    let told = api.post(&format!("{path}/refresh"), &json!({})).await.json(200);
    assert_eq!(told, json!({"added": 1, "updated": 1, "removed": 1, "unchanged": 1, "failed": null}));
    let text = tool(&api, &project, "get_document", json!({"name": "Glossary"})).await.json(200)["content"].clone();
    assert_eq!(text, "churn_date: the last day\n");

    // What was found stays while the wiki does not answer.
    stub.instead(403, &[("content-type", "application/json")], "{}");
    let told = api.post(&format!("{path}/refresh"), &json!({})).await.json(200);
    assert!(told["failed"].as_str().is_some_and(|why| why.contains("permission to view the space")), "{told}");
    let after = api.get(&path).await.json(200);
    assert_eq!((&after["status"], &after["summary"]["documents"]), (&json!("unreachable"), &json!(3)), "{after}");
    assert_eq!(api.post(&format!("{path}/test"), &json!({})).await.json(200)["ok"], true);
}

#[tokio::test]
async fn what_is_wrong_with_a_wiki_is_said_in_one_sentence() {
    let stub = wiki().await;
    let (_database, _server, api) = server_for(&stub);
    let project = made(&api, "Shop").await;
    let (path, test) = (format!("/api/v1/projects/{project}/sources"), format!("/api/v1/projects/{project}/source-test"));
    let wrong = source_body(&stub, "wrong-token-9d1e");
    let problem = api.post(&path, &wrong).await.problem(422);
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("(401)") && !detail.contains("9d1e")), "{problem}");
    assert_eq!(api.post(&test, &wrong).await.json(200)["ok"], false);
    let with = |config: Value| json!({"kind": "document", "type": "confluence", "name": "wiki", "config": config, "secrets": {"token": WIKI_TOKEN}});
    for (config, says) in [
        (json!({"space": "ENG"}), "config.url"),
        (json!({"url": stub.address}), "key of a space"),
        (json!({"url": stub.address, "space": "NOPE", "user": WIKI_USER}), "no space NOPE"),
        (json!({"url": "ftp://wiki.example", "space": "ENG"}), "https://"),
        (json!({"url": "http://169.254.169.254/wiki", "space": "ENG"}), "DISCOVERY_ALLOW_PRIVATE_URLS"),
    ] {
        let problem = api.post(&path, &with(config)).await.problem(422);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{says}: {problem}");
    }
    stub.instead(429, &[("retry-after", "90")], "");
    let limited = api.post(&path, &source_body(&stub, WIKI_TOKEN)).await.problem(503);
    assert!(limited["detail"].as_str().is_some_and(|detail| detail.contains("90 seconds")), "{limited}");
    assert_eq!(api.get(&path).await.json(200)["items"], json!([]), "nothing is left");
}

#[tokio::test]
async fn the_token_of_a_wiki_is_kept_sealed_and_other_tenants_see_nothing() {
    let stub = wiki().await;
    let database = Database::sqlite();
    people(&database).await;
    let open = stub.address.trim_start_matches("http://").trim_end_matches("/wiki").to_owned();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", &open));
    let (api, stranger) = (Api::new(&server.base, Some("owner-0")), Api::new(&server.base, Some("owner-1")));
    let project = made(&api, "Wiki").await;
    let sources = format!("/api/v1/projects/{project}/sources");
    let source = api.post(&sources, &source_body(&stub, WIKI_TOKEN)).await.json(201);
    let path = format!("{sources}/{}", source["id"].as_str().expect("an id"));
    let rows = everything(&database.url).await;
    assert!(stands_in(&rows, "Business rules") && !stands_in(&rows, WIKI_TOKEN), "the source is kept, its token only sealed");
    // What is sealed is still of use.
    assert_eq!(api.post(&format!("{path}/test"), &json!({})).await.json(200)["ok"], true);

    stranger.get(&path).await.problem(404);
    stranger.get(&sources).await.problem(404);
    for way in ["test", "refresh"] {
        stranger.post(&format!("{path}/{way}"), &json!({})).await.problem(404);
    }
    tool(&stranger, &project, "get_document", json!({"name": "Business rules"})).await.problem(404);
    stranger.delete(&path).await.problem(404);
    assert_eq!(api.get(&path).await.json(200)["secrets"], json!(["token"]));
}

#[tokio::test]
async fn a_secret_in_the_wrong_place_is_refused_without_being_told() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Closed").await;
        let closed = json!({"kind": "document", "type": "confluence", "name": "wiki",
            "config": {"url": "http://127.0.0.1:9/wiki", "space": "ENG", "user": "a@b.example", "api_token": "geheim-77"}});
        let problem = member.post(&format!("/api/v1/projects/{project}/sources"), &closed).await.problem(422);
        assert!(!problem.to_string().contains("geheim-77"), "{problem}");
        let other =
            json!({"kind": "document", "type": "inline", "name": "text", "config": {"content": "words", "format": "telepathy"}});
        let problem = member.post(&format!("/api/v1/projects/{project}/sources"), &other).await.problem(422);
        assert_eq!(problem["errors"][0]["field"], "config.format", "{problem}");
    })
    .await;
}
