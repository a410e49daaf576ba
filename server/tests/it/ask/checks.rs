//! What is looked at after a step, and what an ask may take: values that are written otherwise, sums over joined rows, results of the ask
//! before, money.

use super::{
    ask, id_of, rows,
    scripted::{Scripted, has_looked, is_wording, plan, query, script},
    settled,
};
use crate::projects::upload;
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::Behaviour;

const ORDERS: &str = "id,status,amount\n1,Closed,10\n2,Closed,20\n3,Open,30\n";

async fn with_orders(scripted: &Scripted) -> [(&'static str, Value); 1] {
    let source = [("kind", "database"), ("name", "shop")];
    upload(&scripted.api, &scripted.project, &source, &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
    [("get_table_schema", json!({"database": "shop", "table": "orders"}))]
}

#[tokio::test]
async fn a_value_that_is_written_otherwise_is_read_as_the_one_that_is_meant() {
    let scripted = Scripted::new(&[]).await;
    let lookups = with_orders(&scripted).await;
    let planned = |status: &str| {
        let sql = format!("SELECT COUNT(*) AS n FROM orders WHERE status = '{status}'");
        plan(&["shop.orders"], &[], &[query("Count", &sql)])
    };
    let whole = scripted.answered(&lookups, &planned("closd")).await;
    assert_eq!(rows(&whole), &[json!([2])], "{whole:#}");
    let assumption = &whole["assumptions"][0];
    assert_eq!((&assumption["name"], &assumption["value"]), (&json!("closd"), &json!("Closed")), "{whole:#}");
    assert!(whole["premises"][0]["query"].as_str().is_some_and(|sql| sql.contains("'Closed'")), "{whole:#}");
    // What is to be proven is checked as it is written.
    script(&scripted.model, &lookups, &planned("closd"));
    let question = json!({"question": "Is it true that orders are closd?", "mode": "auditable"});
    let whole = settled(&scripted.api, &id_of(&ask(&scripted.api, &scripted.project, &question).await)).await;
    assert_eq!(rows(&whole), &[json!([0])], "{whole:#}");
    assert!(whole["warnings"].to_string().contains("as its status; there is Closed"), "{whole:#}");
    assert_eq!(whole["assumptions"][0]["alternatives"], json!(["Closed"]), "{whole:#}");
    // A value that is like no other is not there.
    let whole = scripted.answered(&lookups, &planned("cancelled")).await;
    assert_eq!((rows(&whole), &whole["assumptions"]), (&vec![json!([0])], &json!([])), "{whole:#}");
}

#[tokio::test]
async fn of_several_values_that_may_be_meant_it_is_asked_back_while_the_plan_is_carried_out() {
    let scripted = Scripted::new(&[]).await;
    let source = [("kind", "database"), ("name", "shop")];
    let file = "id,status\n1,Closed\n2,CLOSED\n3,Closed\n4,Open\n";
    upload(&scripted.api, &scripted.project, &source, &[("orders.csv", file.as_bytes())]).await.json(201);
    let lookups = [("get_table_schema", json!({"database": "shop", "table": "orders"}))];
    let planned = plan(&["shop.orders"], &[], &[query("Count", "SELECT COUNT(*) AS n FROM orders WHERE status = 'closed'")]);
    for (value, count, alternatives) in
        [("Closed", 2, Some(json!(["CLOSED"]))), ("you_choose", 1, Some(json!(["Closed"]))), ("closed", 0, None)]
    {
        let whole = scripted.answered(&lookups, &planned).await;
        let question = &whole["open_questions"][0];
        assert_eq!((whole["status"].as_str(), question["about"].as_str()), (Some("clarifying"), Some("closed")), "{whole:#}");
        assert_eq!(question["options"].as_array().map(Vec::len), Some(3), "{whole:#}");
        let id = whole["id"].as_str().expect("an id");
        let answers = json!({"answers": [{"question_id": question["id"], "value": value}]});
        scripted.api.post(&format!("/api/v1/asks/{id}/clarify"), &answers).await.json(202);
        let whole = settled(&scripted.api, id).await;
        assert_eq!((whole["status"].as_str(), rows(&whole)), (Some("completed"), &vec![json!([count])]), "{whole:#}");
        let shown = whole["assumptions"].as_array().and_then(|all| all.first()).map(|one| one["alternatives"].clone());
        assert_eq!(shown, alternatives, "{whole:#}");
    }
}

#[tokio::test]
async fn a_sum_over_rows_that_are_joined_several_times_decides_nothing() {
    let scripted = Scripted::new(&[]).await;
    let lookups = with_orders(&scripted).await;
    let sum = "SELECT SUM(o.amount) AS total FROM orders o JOIN step_1 l ON l.order_id = o.id";
    for (lines, verdict) in [
        ("SELECT a.id AS order_id FROM orders a JOIN orders b ON b.status = a.status", "undecided"),
        ("SELECT id AS order_id FROM orders", "proven"),
    ] {
        let mut plan = plan(&["shop.orders"], &[], &[query("Lines", lines), query("Sum", sum)]);
        plan["premises"][1] = json!({"id": "P2", "name": "total", "step": 2, "pick": "cell", "row": 0, "column": 0});
        plan["inferences"] = json!([{"id": "I1", "name": "more than 50", "formula": "P2 > 50"}]);
        plan["verdict"] = json!("I1");
        let whole = scripted.answered(&lookups, &plan).await;
        assert_eq!(whole["verdict"], verdict, "{whole:#}");
        let is_said = whole["warnings"].to_string().contains("may be added up more than once");
        assert_eq!(is_said, verdict == "undecided", "{whole:#}");
    }
}

#[tokio::test]
async fn a_redo_keeps_the_rows_of_a_large_step_that_no_changed_value_touches() {
    let scripted = Scripted::new(&[]).await;
    let words: String = (1..=3_000).map(|id| format!("{id},word number {id}\n")).collect();
    let file = format!("id,word\n{words}");
    let source = [("kind", "database"), ("name", "shop")];
    upload(&scripted.api, &scripted.project, &source, &[("words.csv", file.as_bytes())]).await.json(201);
    let planned = |below: u32| {
        let large = query("All", "SELECT id, word AS marked_word FROM words");
        let count = query("Count", &format!("SELECT COUNT(*) AS n FROM step_1 WHERE id < {below}"));
        plan(&["shop.words"], &[], &[large, count]).to_string()
    };
    let (first, second) = (planned(1_000), planned(2_500));
    let first_plan: Value = serde_json::from_str(&first).expect("a plan");
    let lookups = [("get_table_schema", json!({"database": "shop", "table": "words"}))];
    let whole = scripted.answered(&lookups, &first_plan).await;
    assert_eq!(rows(&whole), &[json!([999])], "{whole:#}");
    scripted.model.answering(move |request| match request {
        request if is_wording(request) => Behaviour::Says("Here is what was found.".into()),
        request if !has_looked(request) => Behaviour::Calls {
            text: "I look it up.".into(),
            calls: vec![("get_table_schema".into(), json!({"database": "shop", "table": "words"}))],
        },
        request if request.text().contains("values_to_use") => Behaviour::Says(second.clone()),
        _ => Behaviour::Says(first.clone()),
    });
    let redo = format!("/api/v1/asks/{}/redo", whole["id"].as_str().expect("an id"));
    let again = scripted.api.post(&redo, &json!({"facts": {"limit": 2_500}})).await.json(202);
    let whole = settled(&scripted.api, again["id"].as_str().expect("an id")).await;
    assert_eq!(rows(&whole), &[json!([2_499])], "{whole:#}");
    let lines = scripted.api.get("/api/v1/admin/audit/queries?limit=200").await.json(200);
    let lines = lines["items"].as_array().expect("items").iter().filter_map(|line| line["sql"].as_str());
    assert_eq!(lines.filter(|sql| sql.contains("marked_word")).count(), 1, "the large step ran once");
}

#[tokio::test]
async fn an_ask_that_costs_too_much_goes_on_without_its_model_and_says_so() {
    let scripted = Scripted::new(&[]).await;
    let lookups = with_orders(&scripted).await;
    let strong = json!({"provider": "compatible", "model": "gpt-4o", "base_url": scripted.model.base_url(Provider::Compatible),
        "api_key": "sk-test", "price": {"input": 9_000_000.0, "output": 9_000_000.0}});
    scripted.api.put("/api/v1/admin/models", &json!({"strong": strong})).await.json(200);
    let plan = plan(&["shop.orders"], &[], &[query("Count", "SELECT COUNT(*) AS n FROM orders")]);
    script(&scripted.model, &lookups, &plan);
    let question = json!({"question": "How many orders are there?", "mode": "exploratory"});
    let whole = settled(&scripted.api, &id_of(&ask(&scripted.api, &scripted.project, &question).await)).await;
    assert_eq!((rows(&whole), whole["engine"].as_str()), (&vec![json!([3])], Some("built_in")), "{whole:#}");
    assert!(whole["fell_back"].as_str().is_some_and(|why| why.contains("its limit of 10 US dollars")), "{whole:#}");
    assert_eq!(scripted.model.requests().len(), 1, "nothing more is paid");
}
