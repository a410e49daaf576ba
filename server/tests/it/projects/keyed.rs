//! APIs and documents that want to know who asks: open, behind a token, and along a redirect.

use super::{PETS, made, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::{Value, json};
use testkit::{Leaf, WebSite};

const YAML: &str = "openapi: 3.0.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pet:\n    get:\n      operationId: listPets\n      responses: {'200': {description: ok}}\n";
const GRAPH: &str = r#"{"data":{"__schema":{"queryType":{"name":"Query"},"mutationType":null,"types":[{"kind":"OBJECT","name":"Query","fields":[
{"name":"country","description":"One country","args":[{"name":"code","type":{"kind":"SCALAR","name":"ID"}}],"type":{"kind":"OBJECT","name":"Country"}}]},
{"kind":"OBJECT","name":"Country","fields":[{"name":"name","args":[],"type":{"kind":"SCALAR","name":"String"}}]},
{"kind":"SCALAR","name":"ID"},{"kind":"SCALAR","name":"String"}]}}}"#;

struct Ground {
    _server: Server,
    _database: Database,
    owner: Api,
    project: String,
}

impl Ground {
    async fn open() -> Self {
        let database = Database::sqlite();
        let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
        let owner = Api::new(&server.base, Some(ADMIN));
        let project = made(&owner, "Keyed").await;
        Self { _server: server, _database: database, owner, project }
    }

    fn path(&self) -> String {
        format!("/api/v1/projects/{}/sources", self.project)
    }

    async fn add(&self, name: &str, kind: &str, subtype: &str, config: Value, secrets: Value) -> crate::ground::Answer {
        let body = json!({"kind": kind, "type": subtype, "name": name, "config": config, "secrets": secrets});
        self.owner.post(&self.path(), &body).await
    }

    async fn operations(&self, api: &str) -> Value {
        let listed = tool(&self.owner, &self.project, "list_operations", json!({"api": api})).await.json(200);
        listed.as_array().expect("operations").iter().map(|operation| operation["name"].clone()).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn descriptions_and_documents_are_read_open_and_behind_a_token() {
    let (ground, site) = (Ground::open().await, WebSite::start().await);
    let kinds = [
        ("json", "api", "openapi", Leaf::new("application/json", PETS), json!(["getPetById"])),
        ("yaml", "api", "openapi", Leaf::new("application/yaml", YAML), json!(["listPets"])),
        ("graph", "api", "graphql", Leaf::new("application/json", GRAPH).only("POST"), json!(["country"])),
        ("page", "document", "http", Leaf::article("Rules", "", &["A whale is a customer over one million."]), Value::Null),
    ];
    for (name, kind, subtype, leaf, operations) in kinds {
        let (open, closed) = (format!("/open/{name}"), format!("/closed/{name}"));
        site.put(&open, leaf.clone());
        site.put(&closed, leaf.behind("authorization", "Bearer key-of-the-house"));
        let config = |path: &str| json!({"url": site.url(path)});
        let found = ground.add(&format!("{name} open"), kind, subtype, config(&open), json!({})).await.json(201);
        assert_eq!(found["type"], subtype, "{found}");
        let refused = ground.add(&format!("{name} closed"), kind, subtype, config(&closed), json!({})).await.problem(422);
        assert!(
            refused["detail"].as_str().is_some_and(|detail| detail.contains("401") && detail.contains("secrets")),
            "{refused}"
        );
        let wrong =
            ground.add(&format!("{name} closed"), kind, subtype, config(&closed), json!({"token": "other"})).await.problem(422);
        assert!(wrong["detail"].as_str().is_some_and(|detail| detail.contains("does not take")), "{wrong}");
        let token = json!({"token": "key-of-the-house"});
        let kept = ground.add(&format!("{name} closed"), kind, subtype, config(&closed), token).await.json(201);
        for which in ["open", "closed"] {
            let source = format!("{name} {which}");
            if kind == "api" {
                assert_eq!(ground.operations(&source).await, operations, "{source}");
            } else {
                let text = tool(&ground.owner, &ground.project, "get_document", json!({"name": source})).await.json(200);
                assert!(text["content"].as_str().is_some_and(|text| text.contains("A whale is a customer")), "{text}");
            }
        }
        // Read again, the token goes along again, and nobody is shown it.
        let of = format!("{}/{}", ground.path(), kept["id"].as_str().expect("an id"));
        let (before, again) = (site.visits(&closed), ground.owner.post(&format!("{of}/refresh"), &json!({})).await.json(200));
        assert_eq!((&again["unchanged"], &again["failed"]), (&json!(1), &json!(null)), "{again}");
        // Once whether it changed, and once for itself.
        assert!((before + 1..=before + 2).contains(&site.visits(&closed)));
        let shown = ground.owner.get(&of).await;
        assert!(!shown.text.contains("key-of-the-house") && shown.json(200)["secrets"] == json!(["token"]), "{}", shown.text);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_usual_way_to_say_who_asks_is_taken() {
    let (ground, site) = (Ground::open().await, WebSite::start().await);
    let url = site.url("/pets");
    let login = url.replace("http://", "http://ann:pw@");
    for (number, (header, value, config, secrets)) in [
        ("authorization", "Basic YW5uOnB3", json!({"url": url, "user": "ann"}), json!({"password": "pw"})),
        ("authorization", "Basic YW5uOnB3", json!({"url": login}), json!({})),
        ("x-api-key", "k", json!({"url": url}), json!({"api_key": "k"})),
        ("x-my-key", "k", json!({"url": url, "api_key_header": "X-My-Key"}), json!({"api_key": "k"})),
        ("x-who", "me", json!({"url": url, "headers": {"X-Who": "me"}}), json!({})),
    ]
    .into_iter()
    .enumerate()
    {
        site.put("/pets", Leaf::new("application/json", PETS).behind(header, value));
        let source = ground.add(&format!("pets {number}"), "api", "openapi", config.clone(), secrets).await.json(201);
        let shown = ground.owner.get(&format!("{}/{}", ground.path(), source["id"].as_str().expect("an id"))).await;
        assert!(!shown.text.contains("pw") && !shown.text.contains("\"me\""), "{}", shown.text);
    }
    let unfit = ground.add("x", "api", "openapi", json!({"url": url}), json!({"private_key": "k"})).await.problem(422);
    assert!(unfit["detail"].as_str().is_some_and(|detail| detail.contains("api_key")), "{unfit}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redirect_to_another_host_is_followed_without_secrets() {
    let (ground, here, there) = (Ground::open().await, WebSite::start().await, WebSite::start().await);
    here.put("/moved", Leaf::redirect(&here.url("/pets")));
    here.put("/away", Leaf::redirect(&there.url("/pets")));
    for site in [&here, &there] {
        site.put("/pets", Leaf::new("application/json", PETS));
    }
    let secrets = json!({"token": "key-of-the-house", "headers": {"x-tenant": "acme"}});
    for (name, path) in [("moved", "/moved"), ("away", "/away")] {
        ground.add(name, "api", "openapi", json!({"url": here.url(path)}), secrets.clone()).await.json(201);
    }
    let came = here.last_visit("/pets").expect("it was asked for");
    assert_eq!(came.get("authorization").map(String::as_str), Some("Bearer key-of-the-house"));
    let came = there.last_visit("/pets").expect("it was asked for");
    assert!(!came.contains_key("authorization") && !came.contains_key("x-tenant"), "{came:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_graphql_schema_is_uploaded_as_its_text() {
    const SCHEMA: &str = "type Query {\n  \"One country\"\n  country(code: ID!): Country\n}\ntype Mutation {\n  rename(code: ID!, name: String): Country\n}\n\
        type Country { code: ID! name: String }\n";
    let ground = Ground::open().await;
    for (source, file) in [("graph", "schema.graphql"), ("graph 2", "schema.gql")] {
        let fields = [("kind", "api"), ("name", source)];
        let found = upload(&ground.owner, &ground.project, &fields, &[(file, SCHEMA.as_bytes())]).await.json(201);
        assert_eq!((&found["kind"], &found["type"]), (&json!("api"), &json!("graphql")), "{found}");
        assert_eq!(ground.operations(source).await, json!(["country", "rename"]), "{source}");
        let wanted = json!({"api": source, "operation": "country"});
        let told = tool(&ground.owner, &ground.project, "get_operation_details", wanted).await.json(200);
        assert_eq!((&told["type"], &told["parameters"][0]["name"]), (&json!("query"), &json!("code")), "{told}");
        assert_eq!(told["parameters"][0]["required"], true, "{told}");
    }
    let broken =
        upload(&ground.owner, &ground.project, &[("kind", "api"), ("name", "broken")], &[("x.graphql", b"type Query {")]);
    broken.await.problem(422);
}
