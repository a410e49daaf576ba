//! Asks of programs that speak the Model Context Protocol.

use super::line;
use crate::{
    ground::{Api, everywhere},
    projects::mcp,
};
use serde_json::{Value, json};

async fn call(api: &Api, project: &str, arguments: Value) -> Value {
    let wanted = json!({"name": "ask", "arguments": arguments});
    mcp::ask(api, &format!("/mcp?project={project}"), "tools/call", wanted).await.json(200)["result"].clone()
}

#[tokio::test]
async fn a_program_asks_and_has_the_answer_with_its_proof() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = line(&owner).await;
        let result = call(&owner, &project, json!({"question": "Is it true that Pelican has more seats than Tern?"})).await;
        let whole = &result["structuredContent"];
        assert_eq!(
            (&whole["status"], &whole["mode"], &whole["verdict"]),
            (&json!("completed"), &json!("auditable"), &json!("proven")),
            "{result:#}"
        );
        let premises = whole["proof"]["premises"].as_array().expect("premises");
        assert!(premises.iter().any(|premise| premise["source"] == "database"), "{whole:#}");
        let text = result["content"][0]["text"].as_str().expect("a text");
        assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), *whole);
        // It is the same ask as everywhere.
        let id = whole["id"].as_str().expect("an id");
        assert_eq!(owner.get(&format!("/api/v1/asks/{id}")).await.json(200), *whole);
        let again = owner.post(&format!("/api/v1/asks/{id}/rerun"), &json!({})).await.json(200);
        assert_eq!(again["same"], true, "{again}");

        let next = json!({"question": "redo", "session_id": whole["session_id"]});
        let next = call(&owner, &project, next).await["structuredContent"].clone();
        assert_eq!((&next["redo_of"], &next["redone"]["differences"]), (&whole["id"], &json!([])), "{next:#}");

        for (wrong, why) in [
            (json!({"question": " "}), "a question needs some words"),
            (json!({"question": "How many?", "mode": "guess"}), "guess"),
            (json!({"question": "How many?", "model": "x"}), "model"),
        ] {
            let refused = call(&owner, &project, wrong).await;
            let words = refused["content"][0]["text"].as_str().unwrap_or_default();
            assert!(refused["isError"] == true && words.contains(why), "{refused}");
        }
    })
    .await;
}
