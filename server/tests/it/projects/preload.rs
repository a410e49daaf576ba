//! Tables that a model is told ahead, by a project's seed patterns.

use super::{made, upload};
use crate::ground::everywhere;
use serde_json::json;

#[tokio::test]
async fn tables_near_to_the_seed_patterns_stand_in_the_prompt() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Ahead").await;
        let path = format!("/api/v1/projects/{project}");
        let files: [(&str, &[u8]); 3] = [
            ("sales.csv", b"id,customer_id,total\n1,1,9\n"),
            ("customers.csv", b"id,name,country\n1,Ada,AT\n"),
            ("wards.csv", b"id,beds\n1,4\n"),
        ];
        upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &files).await.json(201);
        let before = guest.get(&format!("{path}/prompt")).await.json(200);
        assert_eq!((&before["with_tools"], &before["preloaded"]), (&json!(true), &json!([])), "{before}");
        assert!(!before["text"].as_str().is_some_and(|text| text.contains("country")), "{before}");

        let settings = json!({"seed_patterns": ["sales", " Sales ", "customer"]});
        let told = guest.put(&path, &json!({"context_preload": settings})).await.json(200);
        let whole = json!({"seed_patterns": ["sales", "customer"], "similarity_threshold": 0.3, "max_tables": 50});
        assert_eq!(told["context_preload"], whole, "{told}");
        let after = guest.get(&format!("{path}/prompt?model=claude-sonnet-4-20250514")).await.json(200);
        let mut chosen: Vec<&str> = after["preloaded"].as_array().expect("names").iter().filter_map(|one| one.as_str()).collect();
        chosen.sort_unstable();
        assert_eq!(chosen, ["shop.customers", "shop.sales"], "{after}");
        let text = after["text"].as_str().expect("a text");
        assert!(text.contains("### shop.customers, 1 rows") && text.contains("- country") && !text.contains("beds"), "{text}");
        assert!(after["tokens"].as_u64() > before["tokens"].as_u64());
        let everything = owner.get(&format!("{path}/prompt?model=claude-2")).await.json(200);
        assert!(everything["with_tools"] == false && everything["text"].as_str().is_some_and(|text| text.contains("beds")));

        let one = json!({"seed_patterns": ["customer"], "max_tables": 1, "similarity_threshold": 0.1});
        owner.put(&path, &json!({"context_preload": one})).await.json(200);
        let only = owner.get(&format!("{path}/prompt")).await.json(200);
        assert_eq!(only["preloaded"].as_array().map(Vec::len), Some(1), "{only}");
        assert_eq!(owner.put(&path, &json!({"context_preload": null})).await.json(200)["context_preload"], json!(null));
        assert_eq!(owner.get(&format!("{path}/prompt")).await.json(200)["preloaded"], json!([]));

        for (wrong, field) in [
            (json!({"seed_patterns": ["a"], "similarity_threshold": 2}), "context_preload.similarity_threshold"),
            (json!({"seed_patterns": ["a"], "max_tables": 0}), "context_preload.max_tables"),
            (json!({"seed_patterns": ["x".repeat(300)]}), "context_preload.seed_patterns[0]"),
        ] {
            let problem = owner.put(&path, &json!({"context_preload": wrong})).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{problem}");
        }
        place.tenant().0.get(&format!("{path}/prompt")).await.problem(404);
    })
    .await;
}
