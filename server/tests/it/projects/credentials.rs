//! Credentials of a project open the databases that have none of their own.

use super::{made, shops::PASSWORD, shops::Shop};
use crate::ground::{Api, Database, Server, Settings, everything, people, stands_in};
use serde_json::{Value, json};

#[tokio::test]
async fn a_project_opens_databases_with_its_own_credentials() {
    for shop in Shop::all().await.into_iter().filter(|shop| shop.asks) {
        eprintln!("{}", shop.kind());
        let database = Database::sqlite();
        people(&database).await;
        let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
        let (owner, member) = (Api::new(&server.base, Some("owner-0")), Api::new(&server.base, Some("guest-0")));
        let project = made(&owner, "Shop").await;
        let (sources, secret) =
            (format!("/api/v1/projects/{project}/sources"), format!("/api/v1/projects/{project}/secrets/warehouse-credentials"));
        let mut source = shop.source();
        source.as_object_mut().expect("an object").remove("secrets");
        source["config"].as_object_mut().expect("an object").remove("password");
        assert!(owner.post(&sources, &source).await.status >= 400, "without a password it cannot be opened");

        assert_eq!(owner.put(&secret, &json!({"value": PASSWORD})).await.status, 204);
        // It would be sent to whatever address somebody names.
        member.post(&sources, &source).await.problem(403);
        let added = owner.post(&sources, &source).await.json(201);
        assert_eq!((&added["status"], &added["summary"]["tables"]), (&json!("ready"), &json!(3)), "{added}");
        assert!(!stands_in(&everything(&database.url).await, PASSWORD), "it is kept sealed");
        let query = async || {
            let sql = json!({"sql": "SELECT COUNT(*) FROM orders"});
            owner.post(&format!("/api/v1/projects/{project}/query"), &sql).await
        };
        assert_eq!(query().await.json(200)["rows"], json!([[3]]));

        // What is open is opened anew with what is set now.
        let wrong = json!({"user": source["config"]["user"], "password": "wrong"}).to_string();
        assert_eq!(owner.put(&secret, &json!({"value": wrong})).await.status, 204);
        assert!(query().await.status >= 400, "another password opens nothing");
        let right = json!({"password": PASSWORD}).to_string();
        assert_eq!(owner.put(&secret, &json!({"value": right})).await.status, 204);
        assert_eq!(query().await.json(200)["rows"], json!([[3]]));
        assert_eq!(owner.delete(&secret).await.status, 204);
        assert!(query().await.status >= 400);
        let details: Value = owner.get(&sources).await.json(200);
        assert!(!details.to_string().contains(PASSWORD));
    }
}
