//! Real database servers as sources, over HTTP: connected, asked, changed, read again, after a restart, deleted.

use super::{
    made,
    shops::{PASSWORD, Shop},
    tool, upload,
};
use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually, everything, people, sqlite_file, stands_in};
use serde_json::{Value, json};

fn settings(database: &Database) -> Settings {
    Settings::new(database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true")
}

async fn query_rows(api: &Api, project: &str, sql: &str) -> Value {
    api.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await.json(200)["rows"].clone()
}

#[tokio::test]
async fn a_server_is_connected_asked_changed_and_let_go() {
    for shop in Shop::all().await {
        eprintln!("{}", shop.kind());
        let database = Database::sqlite();
        people(&database).await;
        let server = Server::start(&settings(&database));
        let (api, stranger) = (Api::new(&server.base, Some("owner-0")), Api::new(&server.base, Some("owner-1")));
        let project = made(&api, "Shop").await;
        let sources = format!("/api/v1/projects/{project}/sources");
        let made = api.post(&sources, &shop.source()).await;
        assert!(!made.text.contains(PASSWORD), "{}", made.text);
        let source = made.json(201);
        assert_eq!((&source["type"], &source["summary"]["tables"]), (&json!(shop.kind()), &json!(3)), "{source}");
        let path = format!("{sources}/{}", source["id"].as_str().expect("an id"));
        let shown = api.get(&path).await;
        assert!(!shown.text.contains(PASSWORD), "{}", shown.text);
        assert_eq!(
            (&shown.json(200)["secrets"], &shown.json(200)["config"]["database"]),
            (&json!(["password"]), &json!(shop.database))
        );
        assert!(!stands_in(&everything(&database.url).await, PASSWORD), "it is kept sealed");
        let tested = api.post(&format!("{path}/test"), &json!({})).await.json(200);
        assert_eq!((&tested["ok"], &tested["detail"]), (&json!(true), &json!("It can be reached and read.")));

        read_through_tools(&api, &project, &["customers", "gone", "orders"]).await;
        shop.change().await;
        let counts = api.post(&format!("{path}/refresh"), &json!({})).await.json(200);
        assert_eq!(counts, json!({"added": 1, "updated": 1, "removed": 1, "unchanged": 1, "failed": null}));
        read_through_tools(&api, &project, &["customers", "invoices", "orders"]).await;
        let again = api.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
        assert_eq!(again["schema"], json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 3}), "{again}");
        assert_eq!(query_rows(&api, &project, "SELECT MAX(note) FROM orders").await, json!([["later"]]));

        stranger.get(&path).await.problem(404);
        for (way, body) in [("test", json!({})), ("refresh", json!({}))] {
            stranger.post(&format!("{path}/{way}"), &body).await.problem(404);
        }
        stranger.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": "SELECT * FROM orders"})).await.problem(404);
        stranger.delete(&path).await.problem(404);

        server.kill();
        let server = Server::start(&settings(&database));
        let api = api.at(&server.base);
        assert_eq!(query_rows(&api, &project, "SELECT COUNT(*) FROM shop.invoices").await, json!([[1]]), "after a restart");
        assert_eq!(api.post(&format!("{path}/test"), &json!({})).await.json(200)["ok"], true);
        assert_eq!(api.delete(&path).await.status, 204);
        api.get(&path).await.problem(404);
        assert_eq!(tool(&api, &project, "list_databases", json!({})).await.json(200), json!([]));
        api.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": "SELECT * FROM orders"})).await.problem(422);
    }
}

async fn read_through_tools(api: &Api, project: &str, tables: &[&str]) {
    let listed = tool(api, project, "list_tables", json!({"database": "shop"})).await.json(200);
    let names: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(|table| table["name"].as_str()).collect();
    assert_eq!(names, tables);
    let schema = tool(api, project, "get_table_schema", json!({"database": "shop", "table": "orders"})).await.json(200);
    assert_eq!(schema["row_count"], 3, "{schema}");
    let keys = tool(api, project, "get_table_relationships", json!({"database": "shop", "table": "orders"})).await.json(200);
    assert!(keys["references"].to_string().contains("customers"), "{keys}");
    let samples = json!({"database": "shop", "table": "customers", "column": "name"});
    let samples = tool(api, project, "get_sample_values", samples).await.json(200);
    assert_eq!(samples["values"], json!(["Ada", "Bob"]), "{samples}");
    let sum = "SELECT c.name, SUM(o.total) FROM shop.orders o JOIN shop.customers c ON c.id = o.customer_id GROUP BY c.name ORDER BY c.name";
    assert_eq!(query_rows(api, project, sum).await, json!([["Ada", 40.5], ["Bob", 20.0]]));
}

#[tokio::test]
async fn what_is_wrong_with_a_connection_is_one_sentence() {
    for shop in Shop::all().await {
        let database = Database::sqlite();
        let server = Server::start(&settings(&database));
        let api = Api::new(&server.base, Some(ADMIN));
        let project = made(&api, "Wrong").await;
        let sources = format!("/api/v1/projects/{project}/sources");
        let with = |field: &str, value: Value| {
            let mut body = shop.source();
            *body.pointer_mut(field).expect("the field") = value;
            body
        };
        let mut cases = vec![
            (with("/config/port", json!(1)), "othing listens on"),
            (with("/config/host", json!("no-such-host.invalid")), "o-such-host.invalid"),
        ];
        if shop.asks {
            cases.push((with("/secrets/password", json!("falsch-0199c1de")), "refuses the user"));
        }
        // MariaDB says of what one may not see that one may not see it.
        let says = if shop.kind() == "postgres" { "has no database" } else { "refuses the user" };
        cases.push((with("/config/database", json!("nowhere")), says));
        for (body, says) in cases {
            let tried = api.post(&format!("/api/v1/projects/{project}/source-test"), &body).await.json(200);
            let problem = api.post(&sources, &body).await;
            assert!([422, 503].contains(&problem.status), "{}", problem.text);
            let refused = problem.problem(problem.status);
            for told in [&tried["detail"], &refused["detail"]] {
                let told = told.as_str().expect("a detail");
                assert!(told.contains(says) && told.lines().count() == 1 && told.len() < 300, "{body}: {told}");
                assert!(!told.contains("falsch") && !told.contains(PASSWORD), "{told}");
            }
            assert_eq!(tried["ok"], false);
        }
        assert_eq!(api.get(&sources).await.json(200)["items"], json!([]), "nothing is kept");
    }
}

#[tokio::test]
async fn an_uploaded_sqlite_file_is_a_database_too() {
    let database = Database::sqlite();
    people(&database).await;
    let server = Server::start(&settings(&database));
    let (api, stranger) = (Api::new(&server.base, Some("owner-0")), Api::new(&server.base, Some("owner-1")));
    let project = made(&api, "Shop").await;
    let file = sqlite_file(
        "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE gone (x);
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, total REAL);
        INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob'); INSERT INTO orders VALUES (1, 1, 10.5), (2, 2, 20), (3, 1, 30);",
    )
    .await;
    let source = upload(&api, &project, &[("kind", "database"), ("name", "shop")], &[("shop.sqlite", &file)]).await.json(201);
    let path = format!("/api/v1/projects/{project}/sources/{}", source["id"].as_str().expect("an id"));
    read_through_tools(&api, &project, &["customers", "gone", "orders"]).await;
    let counts = api.post(&format!("{path}/refresh"), &json!({})).await.json(200);
    assert_eq!(counts, json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 3, "failed": null}));
    stranger.get(&path).await.problem(404);
    server.kill();
    let server = Server::start(&settings(&database));
    let api = api.at(&server.base);
    read_through_tools(&api, &project, &["customers", "gone", "orders"]).await;
    assert_eq!(api.post(&format!("{path}/test"), &json!({})).await.json(200)["ok"], true);
    let has_bytes = async || everything(&database.url).await.lines().any(|line| line.starts_with("project_file_parts "));
    assert_eq!(api.delete(&path).await.status, 204);
    assert!(!has_bytes().await, "its bytes go with it");
    upload(&api, &project, &[("kind", "database"), ("name", "again")], &[("shop.sqlite", &file)]).await.json(201);
    assert!(has_bytes().await);
    assert_eq!(api.delete(&format!("/api/v1/projects/{project}")).await.status, 204);
    assert!(!has_bytes().await, "also with its project");
}

#[tokio::test]
async fn what_one_server_reads_anew_the_other_knows() {
    for shop in Shop::all().await {
        let Some(database) = Database::postgres().await else { return };
        let first = Server::start(&settings(&database));
        let elsewhere = tempfile::tempdir().expect("a folder");
        std::fs::copy(database.folder().join("secret.key"), elsewhere.path().join("secret.key")).expect("the key");
        let second = Server::start(&Settings { data: elsewhere.path().to_owned(), ..settings(&database) });
        let (here, there) = (Api::new(&first.base, Some(ADMIN)), Api::new(&second.base, Some(ADMIN)));
        let project = made(&here, "Shop").await;
        let filter = json!({"filter": {"column": "tenant", "value": "a"}});
        here.put(&format!("/api/v1/projects/{project}"), &filter).await.json(200);
        let sources = format!("/api/v1/projects/{project}/sources");
        let source = here.post(&sources, &shop.source()).await.json(201);
        let refresh = format!("{sources}/{}/refresh", source["id"].as_str().expect("an id"));
        for api in [&here, &there] {
            assert_eq!(query_rows(api, &project, "SELECT COUNT(*) FROM customers").await, json!([[1]]), "through the filter");
            assert_eq!(query_rows(api, &project, "SELECT COUNT(*) FROM orders").await, json!([[3]]));
        }
        shop.change().await;
        // A table that nobody filtered so far belongs to tenants from now on.
        shop.run("ALTER TABLE orders ADD COLUMN tenant VARCHAR(10)").await;
        shop.run("UPDATE orders SET tenant = 'a' WHERE id = 1").await;
        let counts = here.post(&refresh, &json!({})).await.json(200);
        assert_eq!(counts, json!({"added": 1, "updated": 1, "removed": 1, "unchanged": 1, "failed": null}));
        eventually("the other server knows the new table", async || {
            tool(&there, &project, "list_tables", json!({"database": "shop"})).await.text.contains("invoices")
        })
        .await;
        for api in [&here, &there] {
            let listed = tool(api, &project, "list_tables", json!({"database": "shop"})).await.text;
            assert!(!listed.contains("gone"), "{listed}");
            let schema = tool(api, &project, "get_table_schema", json!({"database": "shop", "table": "orders"})).await.text;
            assert!(schema.contains("note"), "{schema}");
            assert_eq!(query_rows(api, &project, "SELECT MAX(note), COUNT(*) FROM orders").await, json!([["later", 1]]));
            assert_eq!(query_rows(api, &project, "SELECT COUNT(*) FROM invoices").await, json!([[1]]));
        }
        let counts = there.post(&refresh, &json!({})).await.json(200);
        assert_eq!(counts, json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 3, "failed": null}), "both read the same");
    }
}

#[tokio::test]
async fn an_address_is_encrypted_as_it_says_or_refused() {
    for shop in Shop::all().await {
        let database = Database::sqlite();
        let server = Server::start(&settings(&database));
        let api = Api::new(&server.base, Some(ADMIN));
        let project = made(&api, "Encrypted").await;
        let sources = format!("/api/v1/projects/{project}/sources");
        // The server has no certificate that an authority vouches for.
        for query in ["sslmode=verify-full", "ssl-mode=VERIFY_CA"] {
            let problem = api.post(&sources, &shop.address(query)).await;
            assert!([422, 503].contains(&problem.status) && !problem.text.contains(PASSWORD), "{query}: {}", problem.text);
        }
        for (query, says) in [("sslrootcert=ca.pem", "sslrootcert"), ("sslmode=sometimes", "sslmode is one of")] {
            let problem = api.post(&sources, &shop.address(query)).await.problem(422);
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{problem}");
        }
        let mut both = shop.address("sslmode=require");
        both["config"]["tls"] = json!("off");
        let problem = api.post(&sources, &both).await.problem(422);
        assert_eq!(problem["errors"][0]["field"], "config.tls", "{problem}");
        api.post(&sources, &shop.address("sslmode=disable")).await.json(201);
        assert_eq!(query_rows(&api, &project, "SELECT COUNT(*) FROM orders").await, json!([[3]]));
    }
}
