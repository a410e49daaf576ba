//! Steps that call services over their wires: rows in pages, the source's credentials, and whatever goes wrong (seed 004, API Discovery
//! Tools).

use super::{
    rows,
    scripted::{Scripted, call, plan, query},
};
use crate::ground::{everything, stands_in};
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{API_TOKEN, ApiStub, InsteadOf, Leaf, WebSite};

struct Scene {
    scripted: Scripted,
    stub: ApiStub,
}

impl Scene {
    async fn new() -> Self {
        let (scripted, stub) = (Scripted::new(&[("DISCOVERY_QUERY_SECONDS", "3")]).await, ApiStub::start().await);
        for (name, kind, path) in [("port", "openapi", "/openapi.json"), ("library", "graphql", "/graphql")] {
            let source = json!({"kind": "api", "type": kind, "name": name, "secrets": {"token": API_TOKEN},
                "config": {"url": stub.url(path)}});
            scripted.source(&source).await;
        }
        Self { scripted, stub }
    }

    /// What comes of a call, and of a query over its rows.
    async fn called(&self, (api, operation): (&str, &str), arguments: &Value, sql: &str) -> Value {
        let lookup = [("get_operation_details", json!({"api": api, "operation": operation}))];
        let steps = [call(api, operation, arguments), query("Work it out", sql)];
        self.scripted.answered(&lookup, &plan(&[], &[&format!("{api}.{operation}")], &steps)).await
    }

    /// What is said where a call of the berths comes to nothing.
    async fn refused(&self) -> String {
        let whole = self.called(("port", "listBerths"), &json!({}), "SELECT * FROM step_1").await;
        assert_eq!(whole["status"], "completed", "{whole:#}");
        assert_eq!(whole["tables"], json!([]), "{whole:#}");
        whole["warnings"].to_string()
    }
}

#[tokio::test]
async fn rows_of_a_service_are_asked_with_sql_and_its_credentials_are_never_shown() {
    let scene = Scene::new().await;
    let sql = "SELECT owner_name, SUM(metres) AS metres FROM step_1 WHERE cranes LIKE '%south%' GROUP BY owner_name ORDER BY owner_name";
    let whole = scene.called(("port", "listBerths"), &json!({}), sql).await;
    assert_eq!(rows(&whole), &[json!(["Ada", 300]), json!(["Ben", 350])], "{whole:#}");
    let first = &whole["premises"][0];
    assert_eq!(
        (&first["value"], &first["source"], &first["call"]["operation"]),
        (&json!(10), &json!("api"), &json!("listBerths"))
    );
    let calls = scene.stub.take_calls();
    let paths: Vec<&str> = calls.iter().map(|call| call.path.as_str()).collect();
    assert_eq!(paths, ["/v1/berths", "/v1/berths?from=4", "/v1/berths?from=8"], "every page once");
    assert!(calls.iter().all(|call| call.authorization == format!("Bearer {API_TOKEN}")), "{calls:?}");
    // The proof is run again over the wire too.
    let again = format!("/api/v1/asks/{}/rerun", whole["id"].as_str().expect("an id"));
    assert_eq!(scene.scripted.api.post(&again, &json!({})).await.json(200)["same"], true);
    assert_eq!(scene.stub.take_calls().len(), 3);

    for (operation, count) in [("listShips", 10), ("listCalls", 10), ("listTides", 10)] {
        let whole = scene.called(("port", operation), &json!({}), "SELECT COUNT(*) AS n FROM step_1").await;
        assert_eq!(rows(&whole), &[json!([count])], "{operation}: {whole:#}");
    }
    let one = scene.called(("port", "getBerth"), &json!({"id": 3}), "SELECT id, owner_home_city FROM step_1").await;
    assert_eq!(rows(&one), &[json!([3, "Skala"])], "{one:#}");
    let few = scene.called(("port", "listBerths"), &json!({"limit": 2}), "SELECT COUNT(*) FROM step_1").await;
    assert_eq!(rows(&few), &[json!([2])], "as many as are wanted: {few:#}");
    // What a service repeats of the credentials is covered.
    let echo = scene.called(("port", "echo"), &json!({}), "SELECT \"authorization\" FROM step_1").await;
    assert_eq!(rows(&echo), &[json!(["Bearer •••"])], "{echo:#}");
    assert!(!stands_in(&everything(&scene.scripted.database.url).await, API_TOKEN), "nothing keeps it as it is");
    assert!(!scene.scripted.server.log().contains(API_TOKEN));
    for request in scene.scripted.model.requests() {
        assert!(!request.body.to_string().contains(API_TOKEN), "the model never sees it");
    }
}

#[tokio::test]
async fn only_what_reads_is_called_and_only_so_much() {
    let scene = Scene::new().await;
    for (api, operation, arguments) in [("port", "addBerth", json!({})), ("library", "addBook", json!({"title": "x"}))] {
        let whole = scene.called((api, operation), &arguments, "SELECT * FROM step_1").await;
        assert!(whole["warnings"].to_string().contains("an answer only reads"), "{whole:#}");
    }
    let unknown = scene.called(("port", "listBerths"), &json!({"admin": true}), "SELECT * FROM step_1").await;
    assert!(unknown["warnings"].to_string().contains("takes no admin"), "{unknown:#}");
    assert!(scene.stub.take_calls().is_empty(), "none of it went out");
    // A service without end is read to the twentieth page.
    let whole = scene.called(("port", "listForever"), &json!({}), "SELECT COUNT(*) AS n, MAX(page) AS last FROM step_1").await;
    assert_eq!(rows(&whole), &[json!([20, 20])], "{whole:#}");
    assert!(whole["warnings"].to_string().contains("more rows than are kept"), "{whole:#}");
    assert_eq!(scene.stub.take_calls().len(), 20);
}

#[tokio::test]
async fn what_goes_wrong_ends_in_a_sentence_that_says_what_to_do() {
    let scene = Scene::new().await;
    let elsewhere = WebSite::start().await;
    elsewhere.put("/v1/berths", Leaf::new("application/json", r#"[{"id": 1}]"#));
    let huge = format!("[{}{{}}]", "{\"id\": 1},".repeat(500_000));
    let away = elsewhere.url("/v1/berths");
    for (status, headers, body, says, calls) in [
        (401, vec![], "{}", "set them anew", 1),
        (403, vec![], "{}", "set them anew", 1),
        (404, vec![], "{}", "nothing is there for these arguments", 1),
        (422, vec![], "{}", "get_operation_details shows what it takes", 1),
        (429, vec![("retry-after", "60")], "{}", "for 60 s: ask again then", 1),
        (500, vec![], "{}", "a second time too: ask again later", 2),
        (302, vec![("location", away.as_str())], "", "which is another site", 1),
        (302, vec![("location", "ftp://a.example/x")], "", "only http and https", 1),
        (200, vec![], huge.as_str(), "more than 4 MB: ask for less", 1),
        (200, vec![], "<html>Welcome</html>", "did not answer with JSON", 1),
    ] {
        for _ in 0..calls {
            scene.stub.instead(status, &headers, body);
        }
        let said = scene.refused().await;
        assert!(said.contains(says), "{status}: {said}");
        assert_eq!(scene.stub.take_calls().len(), calls, "{status}");
    }
    assert_eq!(elsewhere.visits("/v1/berths"), 0, "nothing went to the other site");
    scene.stub.answering(InsteadOf { status: 200, body: "[]".into(), after: Duration::from_secs(60), ..InsteadOf::default() });
    let said = scene.refused().await;
    assert!(said.contains("did not answer within 3 s: ask for less"), "{said}");
    scene.stub.take_calls();

    // What passes is asked once more, and is no fault.
    for (status, headers) in [(503, vec![]), (429, vec![("retry-after", "1")])] {
        scene.stub.instead(status, &headers, "{}");
        let whole = scene.called(("port", "listBerths"), &json!({}), "SELECT COUNT(*) FROM step_1").await;
        assert_eq!(rows(&whole), &[json!([10])], "{status}: {whole:#}");
    }
    // A page that fails leaves those before it, and says so.
    scene.stub.take_calls();
    scene.stub.instead(200, &[], r#"{"items": [{"id": 1}], "next": "/v1/berths?from=4"}"#);
    scene.stub.instead(404, &[], "{}");
    let whole = scene.called(("port", "listBerths"), &json!({}), "SELECT COUNT(*) FROM step_1").await;
    assert_eq!(rows(&whole), &[json!([1])], "{whole:#}");
    assert!(whole["warnings"].to_string().contains("Only the first 1 pages were read"), "{whole:#}");
}

#[tokio::test]
async fn graphql_is_asked_for_what_is_within_objects_too() {
    let scene = Scene::new().await;
    let sql = "SELECT author_name, author_country_code, COUNT(*) AS n, SUM(price) AS price FROM step_1 WHERE tags = 'old, rare' \
               GROUP BY author_name, author_country_code ORDER BY author_name";
    let whole = scene.called(("library", "books"), &json!({"genre": "CRIME"}), sql).await;
    let wanted = [json!(["Ada", "GR", 1, 10]), json!(["Ben", "GR", 1, 14]), json!(["Cleo", "GR", 1, 12])];
    assert_eq!(rows(&whole), &wanted, "{whole:#}");
    let calls = scene.stub.take_calls();
    assert!(calls.len() == 1 && calls[0].body.contains("books(genre: CRIME)"), "{calls:?}");
    assert!(!calls[0].body.contains("similar") && !calls[0].body.contains("reviews"), "{}", calls[0].body);
    let archive =
        scene.called(("library", "archive"), &json!({}), "SELECT COUNT(*) AS n, MAX(author_name) AS last FROM step_1").await;
    assert_eq!(rows(&archive), &[json!([6, "Cleo"])], "{archive:#}");
    assert_eq!(scene.stub.take_calls().len(), 2, "two pages");
    let count = scene.called(("library", "count"), &json!({}), "SELECT \"count\" FROM step_1").await;
    assert_eq!(rows(&count), &[json!([6])], "{count:#}");
    scene.stub.instead(
        200,
        &[],
        &json!({"data": null, "errors": [{"message": format!("the token {API_TOKEN} is too old")}]}).to_string(),
    );
    let whole = scene.called(("library", "books"), &json!({}), "SELECT * FROM step_1").await;
    let said = whole["warnings"].to_string();
    assert!(said.contains("refused: the token ••• is too old"), "{said}");
}
