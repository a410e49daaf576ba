//! `/api/v1/admin/retention`.

use crate::ground::everywhere;
use serde_json::{Value, json};

const PATH: &str = "/api/v1/admin/retention";

#[tokio::test]
async fn a_tenant_says_for_how_long_interviews_are_kept() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        assert_eq!(owner.get(PATH).await.json(200), json!({"days": null, "due": 0}));
        assert_eq!(owner.put(PATH, &json!({"days": 30})).await.json(200), json!({"days": 30, "due": 0}));
        let (other, _) = place.tenant();
        assert_eq!(other.get(PATH).await.json(200)["days"], Value::Null, "another tenant keeps its own");
        for wrong in [json!({}), json!({"days": 0}), json!({"days": 36_501}), json!({"days": -1}), json!({"day": 3})] {
            owner.put(PATH, &wrong).await.problem(422);
        }
        member.get(PATH).await.problem(403);
        member.put(PATH, &json!({"days": "x"})).await.problem(403);
        assert_eq!(owner.get(PATH).await.json(200)["days"], 30);
        assert_eq!(owner.put(PATH, &json!({"days": null})).await.json(200)["days"], Value::Null);
        let log = owner.get("/api/v1/admin/audit?action=retention").await.json(200);
        let told: Vec<_> = log["items"].as_array().expect("items").iter().map(|entry| entry["detail"].clone()).collect();
        assert_eq!(told, [json!({"from": 30, "to": null}), json!({"from": null, "to": 30})]);
    })
    .await;
}

/// A page that says nothing of the days has not said “for ever”.
#[tokio::test]
async fn what_a_page_leaves_out_changes_nothing() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let change = async |body: Value| owner.post("/call/retention/change", &body).await.status;
        assert_eq!(change(json!({"kept": {"days": 30}})).await, 200);
        for wrong in
            [json!({}), json!({"kept": {}}), json!({"days": null}), json!({"kept": null}), json!({"kept": {"days": "x"}})]
        {
            assert_eq!(change(wrong.clone()).await, 400, "{wrong}");
            assert_eq!(owner.get(PATH).await.json(200)["days"], 30, "{wrong}");
        }
        assert_eq!(change(json!({"kept": {"days": null}})).await, 200);
        assert_eq!(owner.get(PATH).await.json(200)["days"], Value::Null);
    })
    .await;
}
