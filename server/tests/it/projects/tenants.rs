//! A second tenant sees nothing of the first one's projects, through any tool.

use super::{full, made, tool, tools::CALLS};
use crate::ground::everywhere;
use serde_json::{Value, json};

/// What stands in the first tenant's sources and facts and, but for what a question names itself, in no answer to the second.
const SECRETS: &[&str] = &[
    "shop.orders", "10.5", "20.0", "\"AT\"", "Ada", "Bob", "customer\"", "petId", "/pet/", "pets.example", "How we count",
    "100,000", "Liquidity", "How to read the books", "example.com", "finance/", "Honig", "Geheimnis",
];

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
            // Nor in a project of their own, whatever the tool is asked for: nothing is told but what was said.
            let answer = tool(&stranger, &own, name, arguments.clone()).await;
            let mut told = answer.text.to_lowercase();
            if answer.status != 200 {
                let problem = answer.problem(answer.status);
                told = problem["detail"].as_str().expect("a detail").to_lowercase();
            }
            let asked = arguments.to_string().to_lowercase();
            for word in SECRETS.iter().map(|word| word.to_lowercase()).filter(|word| !asked.contains(word)) {
                assert!(!told.contains(&word), "{name} tells {word}: {told}");
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
