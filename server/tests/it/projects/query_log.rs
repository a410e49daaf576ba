//! The log of queries, what they cost, the most of one, and what a custom build adds.

use super::{ORDERS, full, made, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, everywhere, example};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

async fn lines(api: &Api, filter: &str) -> Vec<Value> {
    let listed = api.get(&format!("/api/v1/admin/audit/queries?{filter}")).await.json(200);
    listed["items"].as_array().expect("items").clone()
}

/// Who asked how much, as the page of usage shows it.
async fn shares(api: &Api) -> Vec<Value> {
    let asked = json!({"filter": {"by": "", "since": "", "until": ""}});
    let packed = api.post("/call/admin/usage", &asked).await.json(200);
    let table: Value = serde_json::from_str(packed.as_str().expect("packed")).expect("JSON");
    table["queries"].as_array().expect("queries").clone()
}

#[tokio::test]
async fn every_query_is_in_the_log_and_counted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = full(&owner).await;
        let path = format!("/api/v1/projects/{project}");
        guest.post(&format!("{path}/query"), &json!({"sql": "SELECT id, total FROM orders"})).await.json(200);
        guest.post(&format!("{path}/query"), &json!({"sql": "DROP TABLE orders"})).await.problem(422);
        guest.post(&format!("{path}/query"), &json!({"sql": "SELECT nothing FROM orders"})).await.problem(422);
        let long = format!("SELECT COUNT(*) FROM orders WHERE country IN ('{}')", "x', '".repeat(300));
        owner.post(&format!("{path}/tools/run_query"), &json!({"sql": long})).await.json(200);
        let claim = json!({"claim": "3 orders", "claimed_value": 3, "sql": "SELECT COUNT(*) FROM orders"});
        owner.post(&format!("{path}/verify"), &claim).await.json(200);
        let shop = owner.get(&format!("{path}/sources")).await.json(200);
        let shop = shop["items"].as_array().expect("items").iter().find(|source| source["name"] == "shop").cloned();
        let id = shop.expect("the shop")["id"].as_str().expect("an id").to_owned();
        owner.get(&format!("{path}/sources/{id}/profile?table=orders")).await.json(200);

        let all = lines(&owner, "").await;
        let told: Vec<(&str, &str, u64)> = all
            .iter()
            .map(|line| {
                (
                    line["sql"].as_str().unwrap_or_default(),
                    line["outcome"].as_str().unwrap_or_default(),
                    line["rows"].as_u64().unwrap_or_default(),
                )
            })
            .collect();
        let [profile, claim, (cut, "done", 1), invalid, refused, first] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(*profile, ("profile of orders", "done", 0));
        assert_eq!(*claim, ("SELECT COUNT(*) FROM orders", "done", 1));
        assert!(cut.chars().count() == 500 && cut.ends_with('…'), "{cut}");
        assert_eq!(
            (invalid.1, *refused, *first),
            ("invalid", ("DROP TABLE orders", "refused", 0), ("SELECT id, total FROM orders", "done", 3))
        );
        assert!(all[4]["detail"].as_str().is_some_and(|why| why.contains("DROP")), "{}", all[4]);
        assert_eq!(
            (&all[5]["source"], &all[5]["source_id"], &all[5]["project_id"]),
            (&json!("shop"), &json!(id), &json!(project))
        );
        assert!(all[5]["bytes"].as_u64().is_some_and(|bytes| bytes > 10) && all[5]["user_id"] != all[1]["user_id"], "{}", all[5]);
        assert_eq!(lines(&owner, "outcome=refused").await.len(), 1);
        assert_eq!(lines(&owner, &format!("user_id={}", all[5]["user_id"].as_str().expect("an id"))).await.len(), 3);
        assert_eq!(lines(&owner, &format!("project_id={project}")).await.len(), 6);

        let days = owner.get(&format!("/api/v1/admin/usage/queries?project_id={project}")).await.json(200);
        let today = &days["items"][0];
        assert_eq!((&today["queries"], &today["failed_queries"], &today["rows"]), (&json!(6), &json!(2), &json!(5)), "{days}");
        let shares = shares(&owner).await;
        let told: Vec<_> = shares.iter().map(|one| (&one["project"], &one["queries"], &one["failed"], &one["rows"])).collect();
        let share = |failed, rows| (json!(project), json!(3), json!(failed), json!(rows));
        for (project, queries, failed, rows) in [share(2, 3), share(0, 2)] {
            assert!(told.contains(&(&project, &queries, &failed, &rows)), "{shares:?}");
        }
        assert!(told.len() == 2 && shares.iter().all(|one| one["name"] == "Shop" && one["person"] != ""), "{shares:?}");
        let shown = owner.get("/admin/usage").await.text;
        assert!(shown.contains("query-usage") && shown.contains(&format!("/projects/{project}")), "{shown}");
        let mistyped = owner.get("/admin/usage?since=never").await.text;
        assert!(
            !mistyped.contains("query-usage") && !mistyped.contains("No queries in this period"),
            "nothing is said of no days: {mistyped}"
        );

        let page = owner.get("/api/v1/admin/audit/queries?limit=2").await.json(200);
        let rest = lines(&owner, &format!("cursor={}", page["next_cursor"].as_str().expect("there is more"))).await;
        assert_eq!(rest.as_slice(), &all[2..]);

        guest.get("/api/v1/admin/audit/queries").await.problem(403);
        guest.get("/api/v1/admin/usage/queries").await.problem(403);
        let stranger = place.tenant().0;
        assert!(lines(&stranger, "").await.is_empty() && self::shares(&stranger).await.is_empty());
        assert_eq!(stranger.get("/api/v1/admin/usage/queries").await.json(200)["items"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn the_operator_says_how_much_a_query_and_a_day_may_take() {
    let database = Database::sqlite();
    let settings = Settings::new(&database).with("DISCOVERY_QUERY_ROWS", "2").with("DISCOVERY_QUERY_MINUTES", "1");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    upload(&api, &project, &[("kind", "database"), ("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
    let query =
        async |api: &Api| api.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": "SELECT id FROM orders"})).await;
    let rows = query(&api).await.json(200);
    assert_eq!((&rows["row_count"], &rows["truncated"]), (&json!(2), &json!(true)), "{rows}");
    server.kill();
    // Another node of the tenant spent the day's minute.
    let mut store = SqliteConnection::connect(&database.url).await.expect("it opens");
    sqlx::query("UPDATE query_usage SET took_ms = 60000").execute(&mut store).await.expect("it is written");
    store.close().await.expect("it closes");
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    let refused = query(&api).await.problem(422);
    assert!(refused["detail"].as_str().is_some_and(|why| why.contains("budget")), "{refused}");
    assert_eq!(lines(&api, "outcome=limit").await.len(), 1);
}

#[tokio::test]
async fn a_build_of_ones_own_adds_rules_for_queries() {
    let database = Database::sqlite();
    let server = Server::start_as(&example("governed"), &Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shop").await;
    let files: &[(&str, &[u8])] = &[("orders.csv", ORDERS.as_bytes()), ("salaries.csv", b"name,salary\nAda,1\n")];
    for name in ["shop", "playground"] {
        upload(&api, &project, &[("kind", "database"), ("name", name)], files).await.json(201);
    }
    let query = async |sql: &str| api.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await;
    let refused = query("SELECT * FROM shop.salaries").await.problem(422);
    assert_eq!(refused["detail"], "the salaries in shop are nobody's business");
    assert_eq!(query("SELECT * FROM playground.salaries").await.json(200)["row_count"], 1, "it is not governed");
    assert_eq!(query("SELECT * FROM shop.orders").await.json(200)["truncated"], true);
    query("DROP TABLE shop.orders").await.problem(422);
    let all = lines(&api, "").await;
    let told: Vec<&Value> = all.iter().map(|line| &line["outcome"]).collect();
    assert_eq!(told, ["refused", "done", "done", "refused"], "what it refuses is in the log too");
}
