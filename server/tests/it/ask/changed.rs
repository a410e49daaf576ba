//! A question that is asked again with one value changed, and words that somebody corrected (seed 004, Mode Preservation for Redo
//! Requests).

use super::{
    answered, rows,
    scripted::{Scripted, plan, query},
    settled,
};
use crate::{
    ground::{Api, everywhere},
    projects::{made, upload},
};
use serde_json::{Value, json};

const ORDERS: &str = "id,total,gross_revenue,net_revenue\n1,30,9,8\n2,60,20,15\n3,200,70,50\n";
const BUDGET: &str = "How many orders have a total below my budget?";

async fn shop(api: &Api, project: &str) {
    upload(api, project, &[("kind", "database"), ("name", "shop")], &[("orders.csv", ORDERS.as_bytes())]).await.json(201);
}

fn id_of(whole: &Value) -> &str {
    whole["id"].as_str().unwrap_or_else(|| panic!("no id: {whole:#}"))
}

/// The question with this budget, which is asked back first.
async fn with_budget(api: &Api, project: &str, budget: &str) -> Value {
    let whole = answered(api, project, BUDGET, Some("exploratory")).await;
    assert_eq!(whole["open_questions"][0]["about"], "budget", "{whole:#}");
    let answers = json!({"answers": [{"question_id": whole["open_questions"][0]["id"], "value": budget}]});
    api.post(&format!("/api/v1/asks/{}/clarify", id_of(&whole)), &answers).await.json(202);
    settled(api, id_of(&whole)).await
}

/// What an answer holds, without how long it took.
fn answer_of(whole: &Value) -> Value {
    let mut premises = whole["premises"].clone();
    for premise in premises.as_array_mut().into_iter().flatten() {
        premise["elapsed_ms"] = Value::Null;
    }
    json!([whole["status"], whole["answer"], whole["tables"], whole["verdict"], premises])
}

async fn redone(api: &Api, id: &str, wish: &Value) -> Value {
    let again = api.post(&format!("/api/v1/asks/{id}/redo"), wish).await.json(202);
    settled(api, id_of(&again)).await
}

#[tokio::test]
async fn a_redo_of_one_value_is_what_a_fresh_question_with_it_would_be() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        shop(&owner, &project).await;
        let first = with_budget(&owner, &project, "40").await;
        assert_eq!(rows(&first), &[json!([1])], "{first:#}");
        assert_eq!(first["redone"], Value::Null);

        let again = redone(&owner, id_of(&first), &json!({"facts": {"budget": 100}})).await;
        assert_eq!(rows(&again), &[json!([2])], "{again:#}");
        let fresh = with_budget(&owner, &project, "100").await;
        assert_eq!(answer_of(&again), answer_of(&fresh));

        // What is different, and why, is said to programs and on paper too.
        let said = &again["redone"];
        assert_eq!((&said["id"], &said["changed"]), (&first["id"], &json!({"budget": 100})), "{said:#}");
        let differences = said["differences"].as_array().expect("differences");
        assert!(differences.iter().any(|one| one["because"] == json!(["budget"])), "{said:#}");
        for format in ["md", "html", "json"] {
            let paper = owner.get(&format!("/api/v1/asks/{}/export?format={format}", id_of(&again))).await;
            let wanted = if format == "json" { "\"because\":[\"budget\"]" } else { "because of budget" };
            assert!(paper.status == 200 && paper.text.contains(wanted), "{format}: {}", paper.text);
        }
        let same = redone(&owner, id_of(&first), &json!({})).await;
        assert_eq!((&same["redone"]["changed"], &same["redone"]["differences"]), (&json!({}), &json!([])), "{same:#}");
    })
    .await;
}

#[tokio::test]
async fn a_correction_holds_for_later_questions_which_say_so() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Shop").await;
        shop(&owner, &project).await;
        let first = answered(&owner, &project, "How many orders are there?", None).await;
        redone(&owner, id_of(&first), &json!({"message": "revenue means gross"})).await;
        let later = answered(&owner, &project, "What is the total revenue of orders?", Some("exploratory")).await;
        assert_eq!(rows(&later)[0][0].as_f64(), Some(99.0), "{later:#}");
        let said = format!("{} {}", later["answer"], later["assumptions"]);
        assert!(said.contains("gross"), "{said}");
    })
    .await;
}

#[tokio::test]
async fn a_model_knows_what_somebody_corrected() {
    let scripted = Scripted::new(&[]).await;
    shop(&scripted.api, &scripted.project).await;
    let lookups = [("get_table_schema", json!({"database": "shop", "table": "orders"}))];
    let steps = [query("Sum", "SELECT SUM(gross_revenue) AS revenue FROM orders")];
    let mut plan = plan(&["shop.orders"], &[], &steps);
    let first = scripted.answered(&lookups, &plan).await;
    redone(&scripted.api, id_of(&first), &json!({"message": "revenue means gross"})).await;

    let meaning = json!({"id": "P3", "name": "what revenue means", "fact": "revenue"});
    plan["premises"].as_array_mut().expect("premises").push(meaning);
    let before = scripted.model.requests().len();
    let later = scripted.answered(&lookups, &plan).await;
    let requests = scripted.model.requests();
    let told = requests[before].text();
    assert!(told.contains("known_facts") && told.contains("revenue") && told.contains("gross"), "{told}");
    assert_eq!((&later["engine"], &later["premises"][2]["value"]), (&json!("compatible/gpt-4o"), &json!("gross")), "{later:#}");
}
