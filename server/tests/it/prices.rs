//! What databases and searches cost: set on a page and by a program, the listed prices again.

use crate::ground::{Answer, Api, everywhere};
use reqwest::Method;
use serde_json::{Value, json};

async fn send(api: &Api, path: &str, fields: &[(&str, &str)]) -> Answer {
    let call = api.call(Method::POST, &format!("/call/form/{path}")).header("accept", "text/html");
    Answer::fetch(call.form(fields)).await
}

fn of<'v>(list: &'v Value, name: &str) -> &'v Value {
    list.as_array().expect("prices").iter().find(|one| one["kind"] == name || one["provider"] == name).unwrap_or(&Value::Null)
}

#[tokio::test]
async fn an_administrator_sees_sets_and_takes_back_prices_on_a_page() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let page = owner.get("/admin/prices").await;
        assert_eq!(page.status, 200);
        for shown in ["BigQuery", "Snowflake", "6.25", "public list prices", "/admin/models"] {
            assert!(page.text.contains(shown), "{shown} is not in {}", page.text);
        }
        assert!(!page.text.contains("data-testid=\"prices-reset\""), "there is nothing to take back");
        assert_eq!(member.get("/admin/prices").await.status, 403);

        let fields = [
            ("wish[warehouses][0][kind]", "bigquery"),
            ("wish[warehouses][0][per_tb]", "5,5"),
            ("wish[warehouses][0][per_second]", ""),
            ("wish[warehouses][0][least]", "10"),
            ("wish[warehouses][1][kind]", "snowflake"),
            ("wish[warehouses][1][per_second]", "0.002"),
            ("wish[searches][0][provider]", "brave"),
            ("wish[searches][0][per_call]", "0.005"),
        ];
        let saved = send(&owner, "prices", &fields).await;
        assert!(saved.status == 302 && saved.header("location") == "/admin/prices", "{} {}", saved.status, saved.text);
        let prices = owner.get("/api/v1/admin/prices").await.json(200);
        assert_eq!(prices["listed"], false, "{prices}");
        let (bigquery, snowflake) = (of(&prices["warehouses"], "bigquery"), of(&prices["warehouses"], "snowflake"));
        assert_eq!((&bigquery["per_tb_usd"], &bigquery["least_bytes_per_query"]), (&json!(5.5), &json!(10_485_760)));
        assert_eq!((&snowflake["per_tb_usd"], &snowflake["per_second_usd"]), (&Value::Null, &json!(0.002)));
        assert_eq!(of(&prices["searches"], "brave")["per_call_usd"], 0.005);
        assert!(owner.get("/admin/prices").await.text.contains("data-testid=\"prices-reset\""));

        let mut wrong = fields;
        wrong[1].1 = "cheap";
        let refused = send(&owner, "prices", &wrong).await;
        assert!(refused.status != 302 || refused.header("location") != "/admin/prices", "{}", refused.text);
        assert_eq!(owner.get("/api/v1/admin/prices").await.json(200), prices);

        assert_eq!(send(&owner, "prices-reset", &[("prices", "listed")]).await.status, 302);
        let prices = owner.get("/api/v1/admin/prices").await.json(200);
        assert_eq!((&prices["listed"], &of(&prices["warehouses"], "bigquery")["per_tb_usd"]), (&json!(true), &json!(6.25)));
        let audit = owner.get("/api/v1/admin/audit?limit=200").await.text;
        assert!(audit.contains("prices.changed") && audit.contains("prices.reset"));
    })
    .await;
}
