//! Databases on servers of their own, as a project names them and as they name themselves, under a project's filter.

use super::{made, shops::mariadb_server, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, postgres_server};
use serde_json::{Value, json};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, mysql::MySqlConnectOptions, postgres::PgConnectOptions,
};

const TABLES: &str =
    "CREATE TABLE orders (id INT PRIMARY KEY, total INT, tenant VARCHAR(5)); CREATE TABLE countries (code VARCHAR(2));
    INSERT INTO orders VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 5, 'a');";

/// A database on a server that is only there for the tests, and how a source reaches it.
async fn postgres() -> Option<(String, Value)> {
    let admin: PgConnectOptions = postgres_server()?.parse().expect("an address");
    let name = format!("it_{}_servers", std::process::id());
    let mut connection = admin.connect().await.expect("Postgres answers");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}")))).await.expect("a new database");
    let mut connection = admin.clone().database(&name).connect().await.expect("Postgres answers");
    let more = "CREATE SCHEMA sales; CREATE TABLE sales.items (id INT, tenant VARCHAR(5)); INSERT INTO sales.items VALUES (1, 'a'), (2, 'b');";
    connection.execute(sqlx::raw_sql(AssertSqlSafe(format!("{TABLES} {more}")))).await.expect("the script runs");
    connection.close().await.expect("a farewell");
    let config =
        json!({"host": admin.get_host(), "port": admin.get_port(), "database": name, "user": admin.get_username(), "tls": "off"});
    Some((name, json!({"kind": "database", "type": "postgres", "name": "pg", "config": config, "secrets": {"password": "x"}})))
}

async fn mariadb() -> Option<(String, Value)> {
    let admin: MySqlConnectOptions = mariadb_server()?.parse().expect("an address");
    let name = format!("shop_{}", std::process::id());
    let mut connection = admin.connect().await.expect("MariaDB answers");
    let script = format!("DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name}; USE {name}; {TABLES}");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(script))).await.expect("the script runs");
    connection.close().await.expect("a farewell");
    let config =
        json!({"host": admin.get_host(), "port": admin.get_port(), "database": name, "user": admin.get_username(), "tls": "off"});
    Some((name, json!({"kind": "database", "type": "mariadb", "name": "my", "config": config})))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_asked_in_its_own_names_and_each_of_them_is_filtered() {
    let (Some((in_postgres, pg)), Some((in_mariadb, my))) = (postgres().await, mariadb().await) else {
        return;
    };
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "127.0.0.1"));
    let owner = Api::new(&server.base, Some(ADMIN));
    let filter = json!({"name": "Shops", "filter": {"column": "tenant", "value": "a"}});
    let alone = async |source: Option<&Value>| {
        let project = owner.post("/api/v1/projects", &filter).await.json(201)["id"].as_str().expect("an id").to_owned();
        if let Some(source) = source {
            owner.post(&format!("/api/v1/projects/{project}/sources"), source).await.json(201);
        }
        project
    };
    let (with_pg, with_my, with_files) = (alone(Some(&pg)).await, alone(Some(&my)).await, alone(None).await);
    let people = b"tenant,name\na,Ada\nb,Bob\na,Cyd\n";
    upload(&owner, &with_files, &[("kind", "database"), ("name", "fs")], &[("people.csv", people)]).await.json(201);
    let ask =
        async |project: &str, sql: &str| owner.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await;
    for (project, named, rows) in [
        (&with_my, "orders".to_owned(), 2),
        (&with_my, "my.orders".into(), 2),
        (&with_my, format!("{in_mariadb}.orders"), 2),
        (&with_my, format!("my.{in_mariadb}.orders"), 2),
        (&with_my, format!("`{in_mariadb}`.`orders`"), 2),
        (&with_pg, "orders".into(), 2),
        (&with_pg, "pg.orders".into(), 2),
        (&with_pg, "public.orders".into(), 2),
        (&with_pg, "pg.public.orders".into(), 2),
        (&with_pg, format!("{in_postgres}.public.orders"), 2),
        (&with_pg, format!("pg.{in_postgres}.public.orders"), 2),
        (&with_pg, "sales.items".into(), 1),
        (&with_pg, "pg.sales.items".into(), 1),
        (&with_pg, format!("{in_postgres}.sales.items"), 1),
        (&with_files, "people".into(), 2),
        (&with_files, "fs.people".into(), 2),
        (&with_files, "public.people".into(), 2),
        (&with_files, "datafusion.public.people".into(), 2),
        (&with_files, "fs.datafusion.public.people".into(), 2),
    ] {
        let answer = ask(project, &format!("SELECT count(*) FROM {named}")).await;
        assert_eq!(
            (answer.status, &serde_json::from_str::<Value>(&answer.text).expect("JSON")["rows"]),
            (200, &json!([[rows]])),
            "{named}: {}",
            answer.text
        );
        let column = named.replace('`', "");
        let answer = ask(project, &format!("SELECT {column}.tenant FROM {named} GROUP BY {column}.tenant")).await;
        assert_eq!(answer.json(200)["rows"], json!([["a"]]), "{named}");
    }
    for (project, named) in [
        (&with_my, "mysql.user"),
        (&with_my, "elsewhere.orders"),
        (&with_pg, "elsewhere.orders"),
        (&with_pg, "pg.elsewhere.orders"),
        (&with_files, "datafusion.other.people"),
        (&with_files, "information_schema.tables"),
    ] {
        ask(project, &format!("SELECT * FROM {named}")).await.problem(422);
    }

    let both = alone(Some(&pg)).await;
    owner.post(&format!("/api/v1/projects/{both}/sources"), &my).await.json(201);
    let told = ask(&both, "SELECT count(*) FROM information_schema.tables").await.problem(422)["detail"].to_string();
    for source in ["my", "pg"] {
        let named = format!("{source}.information_schema.tables");
        assert!(told.contains(&named), "{told}");
        let name = if source == "my" { "TABLE_NAME" } else { "table_name" };
        let answer = ask(&both, &format!("SELECT count(*) FROM {named} WHERE {name} = 'orders'")).await.json(200);
        assert!(answer["rows"][0][0].as_u64().is_some_and(|tables| tables >= 1), "{answer}");
        assert_eq!(ask(&both, &format!("SELECT count(*) FROM {source}.orders")).await.json(200)["rows"], json!([[2]]));
    }
    ask(&both, "SELECT * FROM my.orders JOIN pg.orders USING (id)").await.problem(422);

    // A claim is counted in the words of the database that it is about.
    for (project, status) in [(&with_my, "confirmed"), (&with_pg, "confirmed")] {
        let claim = json!({"claim": "There are 2 orders", "claimed_value": 2});
        let told = tool(&owner, project, "verify_claim", claim).await.json(200);
        assert_eq!(told["status"], status, "{told}");
    }
    let claim = json!({"claim": "The sum of total in orders is 15", "claimed_value": 15});
    let told = tool(&owner, &with_my, "verify_claim", claim).await.json(200);
    assert_eq!(told["status"], "confirmed", "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_project_has_so_many_sources_and_a_tenant_so_many_projects() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_MAX_PROJECTS", "2").with("DISCOVERY_MAX_SOURCES", "2");
    let server = Server::start(&settings);
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "One").await;
    let second = made(&owner, "Two").await;
    let refused = owner.post("/api/v1/projects", &json!({"name": "Three"})).await.problem(409);
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("2 projects")), "{refused}");
    assert_eq!(owner.delete(&format!("/api/v1/projects/{second}")).await.status, 204);
    made(&owner, "Three").await;
    let path = format!("/api/v1/projects/{project}/sources");
    let text = |name: &str| json!({"kind": "document", "type": "inline", "name": name, "config": {"content": "# Rules"}});
    for name in ["one", "two"] {
        owner.post(&path, &text(name)).await.json(201);
    }
    let refused = owner.post(&path, &text("three")).await.problem(409);
    assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("2 sources")), "{refused}");
    let refused = upload(&owner, &project, &[("kind", "database"), ("name", "db")], &[("a.csv", b"a,b\n1,2\n")]).await;
    refused.problem(409);
}
