//! Sources that fail while a run asks them: it ends, with what the others say, and says what to do.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings},
    projects::{made, shops::Shop, upload},
    run_deaths::{reached, refuse},
    runs::{begun, ended, repairs},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Repairs on a database server, far more than are needed to ask about them.
const REPAIRS: &str = "
CREATE TABLE repairs (id INT PRIMARY KEY, kind TEXT NOT NULL, shop TEXT NOT NULL, received DATE NOT NULL, cost INT NOT NULL);
INSERT INTO repairs SELECT n, CASE WHEN n % 10 < 6 THEN 'lamp' WHEN n % 10 < 9 THEN 'clock' ELSE 'pump' END,
  CASE n % 3 WHEN 0 THEN 'North' WHEN 1 THEN 'South' ELSE 'West' END, DATE '2023-01-01' + n / 3, 20 + n % 70
  FROM generate_series(1, 1000) AS n;
";

struct Scene {
    database: Database,
    settings: Settings,
    server: Server,
    api: Api,
    project: String,
    shop: Shop,
}

impl Scene {
    /// A project with a table on a server of Postgres; none where there is no such server.
    async fn set() -> Option<Self> {
        let shop = Shop::postgres().await?;
        shop.run("DROP TABLE orders; DROP TABLE customers; DROP TABLE gone").await;
        shop.run(REPAIRS).await;
        let database = Database::sqlite();
        let settings = Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true").with("DISCOVERY_QUERY_SECONDS", "2");
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let project = made(&api, "Workshop").await;
        api.post(&format!("/api/v1/projects/{project}/sources"), &shop.source()).await.json(201);
        Some(Self { database, settings, server, api, project, shop })
    }

    async fn add_file(&self) {
        let form = [("kind", "database"), ("name", "papers")];
        upload(&self.api, &self.project, &form, &[("papers.csv", repairs().as_bytes())]).await.json(201);
    }

    /// A run that knows its tables, and of whose questions none is answered; its server is away.
    async fn surveyed(&self) -> String {
        refuse(&self.database, Some("\"stepped\"%\"exploration\"")).await;
        let run = begun(&self.api, &self.project, &json!({"max_steps": 60})).await;
        reached(&self.api, &run, "exploration").await;
        run
    }

    /// What becomes of it on another server.
    async fn ended(self, run: &str) -> (Value, Duration) {
        self.server.kill();
        refuse(&self.database, None).await;
        let server = Server::start(&self.settings);
        let begun = Instant::now();
        let state = ended(&self.api.at(&server.base), run).await;
        (state, begun.elapsed())
    }
}

#[tokio::test]
async fn a_table_that_vanishes_between_two_steps_leaves_a_partial_run() {
    let Some(scene) = Scene::set().await else { return };
    scene.add_file().await;
    let run = scene.surveyed().await;
    scene.shop.run("DROP TABLE repairs").await;
    let (state, _) = scene.ended(&run).await;
    assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("partial")), "{state}");
    let warnings = state["warnings"].to_string();
    assert!(warnings.contains("repairs") && warnings.contains("run again"), "{warnings}");
    assert!(state["insights_found"].as_u64() > Some(0), "the other source says something: {state}");
}

#[tokio::test]
async fn a_source_that_hangs_is_waited_for_a_few_times_only() {
    let Some(scene) = Scene::set().await else { return };
    scene.add_file().await;
    let run = scene.surveyed().await;
    let _lock = scene.shop.lock("repairs").await;
    let (state, took) = scene.ended(&run).await;
    assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("completed"), Some("partial")), "{state}");
    let warnings = state["warnings"].to_string();
    assert!(warnings.contains("not asked any more"), "{warnings}");
    assert!(state["insights_found"].as_u64() > Some(0), "the other source says something: {state}");
    assert!(took < Duration::from_secs(120), "{took:?}");
}

#[tokio::test]
async fn the_only_source_that_hangs_fails_the_run_with_a_reason() {
    let Some(scene) = Scene::set().await else { return };
    let run = scene.surveyed().await;
    let _lock = scene.shop.lock("repairs").await;
    let (state, took) = scene.ended(&run).await;
    assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("failed"), Some("failed")), "{state}");
    assert!(state["error"].as_str().is_some_and(|error| error.contains("could be answered")), "{state}");
    assert!(took < Duration::from_secs(120), "{took:?}");

    // One that hangs from the beginning, too.
    let Some(scene) = Scene::set().await else { return };
    let _lock = scene.shop.lock("repairs").await;
    let run = begun(&scene.api, &scene.project, &json!({})).await;
    let state = ended(&scene.api, &run).await;
    assert_eq!((state["status"].as_str(), state["run_type"].as_str()), (Some("failed"), Some("failed")), "{state}");
    assert!(state["error"].as_str().is_some_and(|error| error.contains("could be read")), "{state}");
}

#[tokio::test]
async fn a_run_that_nobody_answered_asks_again_when_it_is_resumed() {
    let Some(scene) = Scene::set().await else { return };
    let run = scene.surveyed().await;
    let Scene { database, settings, server, api, shop, .. } = scene;
    let lock = shop.lock("repairs").await;
    server.kill();
    refuse(&database, None).await;
    let server = Server::start(&settings);
    let api = api.at(&server.base);
    let state = ended(&api, &run).await;
    assert_eq!(state["status"], "failed", "{state}");
    drop(lock);
    api.post(&format!("/api/v1/runs/{run}/resume"), &json!({})).await.json(202);
    let state = ended(&api, &run).await;
    assert_eq!(state["status"], "completed", "{state}");
    assert!(state["insights_found"].as_u64() > Some(0), "{state}");
}

#[tokio::test]
async fn a_look_at_tables_that_takes_queries_is_logged_and_counted() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Shared").await;
    let form = [("kind", "database"), ("name", "papers")];
    upload(&api, &project, &form, &[("papers.csv", repairs().as_bytes())]).await.json(201);
    // A table that tenants share is asked as one on a server is.
    let filter = json!({"filter": {"column": "workshop", "value": "North"}});
    api.put(&format!("/api/v1/projects/{project}"), &filter).await.json(200);
    let run = begun(&api, &project, &json!({"explorer": "built_in", "max_steps": 5})).await;
    let state = ended(&api, &run).await;
    assert_eq!(state["status"], "completed", "{state}");
    let listed = api.get("/api/v1/admin/audit/queries?limit=200").await.json(200);
    let lines = listed["items"].as_array().expect("lines");
    let looks = lines.iter().filter(|line| line["sql"].as_str().is_some_and(|sql| sql.contains("sorted_place"))).count();
    assert!(looks >= 3, "quantiles of its numbers and days: {lines:#?}");
    assert!(state["cost"]["queries"].as_u64() >= Some(lines.len() as u64), "{} of {}", state["cost"], lines.len());

    let run = begun(&api, &project, &json!({"explorer": "built_in", "budget": {"queries": 12}})).await;
    let state = ended(&api, &run).await;
    assert!(state["cost"]["queries"].as_u64() <= Some(12), "{}", state["cost"]);
    let questions = state["steps"].as_array().expect("steps").iter().filter(|step| step["type"] == "query").count();
    assert!(questions > 0, "half of them are left to explore with: {state}");
}
