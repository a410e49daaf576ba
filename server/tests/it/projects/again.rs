//! Documents and APIs elsewhere, read again: only what changed, by what their site says of it.

use super::{PETS, full, made, tool};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use axum::{
    Router,
    extract::{Path, State},
    http::{HeaderMap, Method, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

/// A site with versions of its files, and how often each was fetched.
#[derive(Clone, Default)]
struct Site(Arc<Mutex<HashMap<String, (String, u32)>>>);

impl Site {
    async fn start(&self) -> String {
        let routes = Router::new().route("/{name}", axum::routing::any(file)).with_state(self.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        tokio::spawn(async move { axum::serve(listener, routes).await.expect("it serves") });
        base
    }

    fn put(&self, name: &str, content: &str) {
        self.0.lock().expect("not poisoned").entry(name.to_owned()).or_default().0 = content.to_owned();
    }

    fn remove(&self, name: &str) {
        self.0.lock().expect("not poisoned").remove(name);
    }

    fn fetched(&self, name: &str) -> u32 {
        self.0.lock().expect("not poisoned").get(name).map_or(0, |(_, fetched)| *fetched)
    }
}

async fn file(State(site): State<Site>, Path(name): Path<String>, method: Method) -> Response {
    let mut files = site.0.lock().expect("not poisoned");
    let Some((content, fetched)) = files.get_mut(&name) else { return StatusCode::NOT_FOUND.into_response() };
    *fetched += u32::from(method == Method::GET);
    let mut headers = HeaderMap::new();
    if name != "unsaid.md" {
        headers.insert(
            "etag",
            format!("\"{}-{:x}\"", content.len(), content.bytes().map(u64::from).sum::<u64>()).parse().expect("a value"),
        );
    }
    (headers, content.clone()).into_response()
}

#[tokio::test]
async fn only_what_changed_is_read_again() {
    let site = Site::default();
    let base = site.start().await;
    for (name, content) in
        [("rules.md", "# Rules\n\nOld."), ("stays.md", "# Stays\n\nSo."), ("unsaid.md", "# Unsaid\n"), ("pets.json", PETS)]
    {
        site.put(name, content);
    }
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Elsewhere").await;
    let sources = format!("/api/v1/projects/{project}/sources");
    for name in ["rules", "stays", "unsaid"] {
        let document = json!({"kind": "document", "type": "http", "name": name, "config": {"url": format!("{base}/{name}.md")}});
        api.post(&sources, &document).await.json(201);
    }
    let pets = json!({"kind": "api", "type": "openapi", "name": "pets", "config": {"url": format!("{base}/pets.json")}});
    api.post(&sources, &pets).await.json(201);
    let refresh = async || api.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    let counts = |added, updated, removed, unchanged| json!({"added": added, "updated": updated, "removed": removed, "unchanged": unchanged});

    let told = refresh().await;
    assert_eq!((&told["documents"], &told["api"], &told["failed"]), (&counts(0, 0, 0, 3), &counts(0, 0, 0, 1), &json!([])));
    let fetched = ["rules.md", "stays.md", "pets.json", "unsaid.md"].map(|name| site.fetched(name));
    assert_eq!(fetched, [1, 1, 1, 2], "only what says no version is fetched again");

    site.put("rules.md", "# Rules\n\nBrand new.");
    let with_more =
        PETS.replace("\"/pet/{petId}\"", "\"/pet\":{\"get\":{\"operationId\":\"listPets\",\"responses\":{}}},\"/pet/{petId}\"");
    site.put("pets.json", &with_more.replace("Find a pet by its ID", "Find one pet"));
    let told = refresh().await;
    assert_eq!((&told["documents"], &told["api"]), (&counts(0, 1, 0, 2), &counts(1, 1, 0, 0)), "{told}");
    assert_eq!((site.fetched("rules.md"), site.fetched("stays.md"), site.fetched("pets.json")), (2, 1, 2));
    assert!(tool(&api, &project, "get_document", json!({"name": "rules"})).await.text.contains("Brand new"));
    site.put("pets.json", PETS);
    assert_eq!(refresh().await["api"], counts(0, 1, 1, 0));

    site.remove("rules.md");
    let told = refresh().await;
    assert_eq!((&told["documents"], &told["failed"][0]["source"]), (&counts(0, 0, 0, 3), &json!("rules")), "{told}");
    site.put("rules.md", "# Rules\n\nBrand new.");
    assert_eq!(refresh().await["failed"], json!([]));
    let listed = api.get(&sources).await.json(200);
    assert!(listed["items"].as_array().is_some_and(|all| all.iter().all(|one| one["status"] == "ready")), "{listed}");
}

#[tokio::test]
async fn what_was_uploaded_is_not_taken_apart_again() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = full(&api).await;
    // Reading the file again would find its new content.
    let mut on = SqliteConnection::connect(&database.url).await.expect("it opens");
    for sql in [
        "UPDATE project_found SET found = replace(found, 'Find a pet by its ID', 'Kept as it was')",
        "UPDATE project_sources SET updated_at = updated_at + 1",
    ] {
        sqlx::query(sql).execute(&mut on).await.expect("it is written");
    }
    on.close().await.expect("it closes");
    server.kill();
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    let told = api.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
    assert_eq!(told["api"], json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 1}), "{told}");
    let operation = json!({"api": "pets", "operation": "getPetById"});
    assert!(tool(&api, &project, "get_operation_details", operation).await.text.contains("Kept as it was"));
}
