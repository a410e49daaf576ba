//! A second tenant sees nothing of the first one's projects, through any tool.

use super::{full, made, tool, tools::CALLS};
use crate::ground::everywhere;
use serde_json::{Value, json};

#[tokio::test]
async fn another_tenant_sees_nothing_through_any_tool() {
    everywhere(async |place| {
        let ((owner, _), (stranger, _)) = (place.tenant(), place.tenant());
        let theirs = full(&owner).await;
        tool(&owner, &theirs, "add_fact", json!({"name": "Geheimnis", "value": "Honig"})).await.json(200);
        let own = made(&stranger, "Own").await;
        for (name, arguments) in CALLS {
            let arguments: Value = serde_json::from_str(arguments).expect("JSON");
            tool(&stranger, &theirs, name, arguments.clone()).await.problem(404);
            // Nor in a project of their own, whatever the tool is asked for.
            let answer = tool(&stranger, &own, name, arguments).await.text;
            for word in ["orders", "getPetById", "100,000", "Liquidity", "Honig", "country"] {
                let asked = ["nearest", "there is no", "Columns"].iter().any(|said| answer.contains(said));
                assert!(
                    !answer.contains(word)
                        || asked
                        || name.contains("fact")
                        || *name == "verify_claim"
                        || *name == "lookup_schema",
                    "{name}: {answer}"
                );
            }
        }
        for path in ["", "/sources", "/tools"] {
            stranger.get(&format!("/api/v1/projects/{theirs}{path}")).await.problem(404);
        }
        for (path, body) in [
            ("query", json!({"sql": "SELECT * FROM orders"})),
            ("verify", json!({"claim": "orders", "claimed_value": 1})),
            ("refresh", json!({})),
            ("pack-generate", json!({})),
        ] {
            stranger.post(&format!("/api/v1/projects/{theirs}/{path}"), &body).await.problem(404);
        }
        let listed = stranger.get("/api/v1/projects").await.json(200);
        assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
        assert_eq!(tool(&owner, &theirs, "list_known_facts", json!({})).await.json(200).as_array().map(Vec::len), Some(1));
    })
    .await;
}
