//! What cannot be begun or decided, and who may not.

use super::{begun, findings, id_of, reviewable};
use crate::{ground::everywhere, projects::made};
use serde_json::{Value, json};

#[tokio::test]
async fn what_cannot_be_begun_is_refused_and_changes_nothing() {
    everywhere(async |place| {
        let ((owner, _), (stranger, _)) = (place.tenant(), place.tenant());
        let project = made(&owner, "Ferry line").await;
        let foreign = crate::runs::workshop(&stranger).await;
        let foreign = crate::runs::begun(&stranger, &foreign, &json!({})).await;
        let path = format!("/api/v1/projects/{project}/pipelines");
        let nothing = uuid::Uuid::nil();
        let many: Vec<Value> = (0..2_001).map(|number| json!({"title": format!("finding {number}")})).collect();
        for (body, status, field) in [
            (json!({}), 422, Some("findings")),
            (json!({"findings": []}), 422, Some("findings")),
            (json!({"findings": [{"description": "without a title"}]}), 422, Some("findings[0].title")),
            (json!({"findings": [{"title": "  "}]}), 422, Some("findings[0].title")),
            (json!({"findings": [{"title": "?!"}]}), 422, Some("findings[0].title")),
            (json!({"findings": ["a title"]}), 422, Some("findings[0]")),
            (
                json!({"findings": [{"title": "a", "evidence": [{"retrieved_at": 1}]}]}),
                422,
                Some("findings[0].evidence[0].retrieved_at"),
            ),
            (json!({"findings": [{"title": "a", "id": "x"}, {"title": "b", "id": "x"}]}), 422, Some("findings[1].id")),
            (json!({"findings": [{"title": "a".repeat(301)}]}), 422, Some("findings[0].title")),
            (json!({"findings": many}), 422, Some("findings")),
            (json!({"run_id": "no-id"}), 422, Some("run_id")),
            (json!({"run_id": nothing}), 404, None),
            (json!({"run_id": foreign}), 404, None),
            (json!({"session_id": nothing}), 404, None),
            (json!({"search_id": nothing}), 404, None),
            (json!({"ask_id": nothing, "findings": findings()}), 404, None),
            (json!({"findings": findings(), "unheard_of": 1}), 422, None),
        ] {
            let problem = owner.post(&path, &body).await.problem(status);
            if let Some(field) = field {
                assert_eq!(problem["errors"][0]["field"], field, "{problem:#}");
            }
            let detail = problem["detail"].as_str().expect("words");
            assert!(!detail.contains("struct ") && !detail.contains('`'), "{detail}");
        }
        owner.post(&format!("/api/v1/projects/{nothing}/pipelines"), &json!({"findings": findings()})).await.problem(404);
        assert_eq!(owner.get("/api/v1/pipelines").await.json(200)["items"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_decided_is_refused_and_changes_nothing() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Ferry line").await;
        let (pipeline, opportunities) = reviewable(&owner, &project).await;
        let one = &opportunities[0];
        let path = format!("/api/v1/opportunities/{}", id_of(one));
        for (route, body, status, field) in [
            ("decision", json!({"decision": "accepted"}), 422, Some("reasoning")),
            ("decision", json!({"decision": "accepted", "reasoning": "  "}), 422, Some("reasoning")),
            ("decision", json!({"decision": "accepted", "reasoning": "a".repeat(2_001)}), 422, Some("reasoning")),
            ("decision", json!({"decision": "perhaps", "reasoning": "a"}), 422, Some("decision")),
            (
                "decision",
                json!({"decision": "accepted", "reasoning": "a", "adjusted_priority": 1}),
                422,
                Some("adjusted_priority"),
            ),
            ("decision", json!({"decision": "priority_adjusted", "reasoning": "a"}), 422, Some("adjusted_priority")),
            (
                "decision",
                json!({"decision": "priority_adjusted", "reasoning": "a", "adjusted_priority": 0}),
                422,
                Some("adjusted_priority"),
            ),
            ("decision", json!({"decision": "sent_back", "reasoning": "a"}), 422, Some("send_back_to_stage")),
            (
                "decision",
                json!({"decision": "rejected", "reasoning": "a", "send_back_to_stage": "exploration"}),
                422,
                Some("send_back_to_stage"),
            ),
            (
                "decision",
                json!({"decision": "sent_back", "reasoning": "a", "send_back_to_stage": "nowhere"}),
                422,
                Some("send_back_to_stage"),
            ),
            ("decision", json!({"decision": "sent_back", "reasoning": "a", "send_back_to_stage": "human_review"}), 409, None),
            ("decision", json!({"decision": "accepted", "reasoning": "a", "takes_back": 1}), 422, Some("takes_back")),
            ("decision", json!({"decision": "reopened", "takes_back": "first"}), 422, Some("takes_back")),
            ("experiment", json!({"outcome": "met"}), 422, Some("results")),
            ("experiment", json!({"outcome": "met", "results": " "}), 422, Some("results")),
            ("experiment", json!({"outcome": "good", "results": "a"}), 422, Some("outcome")),
            ("experiment", json!({"outcome": "met", "results": "a".repeat(2_001)}), 422, Some("results")),
            (
                "experiment",
                json!({"outcome": "met", "results": "a", "recommendation": "a".repeat(2_001)}),
                422,
                Some("recommendation"),
            ),
            ("experiment", json!({"outcome": "met", "results": "a", "metric": "parcels"}), 422, None),
        ] {
            let problem = owner.post(&format!("{path}/{route}"), &body).await.problem(status);
            if let Some(field) = field {
                assert_eq!(problem["errors"][0]["field"], field, "{body}: {problem:#}");
            }
        }
        let back = format!("/api/v1/pipelines/{pipeline}/send-back");
        let wrong = owner.post(&back, &json!({"to_stage": "nowhere", "guidance": "a"})).await.problem(422);
        assert_eq!(wrong["errors"][0]["field"], "to_stage");
        owner
            .post(&back, &json!({"to_stage": "solution_validation", "guidance": "In review it goes one by one"}))
            .await
            .problem(409);
        assert_eq!(owner.get(&path).await.json(200), *one);

        let whole = owner.post(&format!("/api/v1/pipelines/{pipeline}/stop"), &json!({})).await.json(202);
        assert_eq!(whole["status"], "stopped", "{whole:#}");
        owner.post(&format!("/api/v1/pipelines/{pipeline}/stop"), &json!({})).await.problem(409);
        owner.post(&format!("{path}/decision"), &json!({"decision": "accepted", "reasoning": "Too late"})).await.problem(409);
        owner.post(&back, &json!({"to_stage": "solution_validation", "guidance": "Too late"})).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn readers_read_and_strangers_find_nothing() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Ferry line").await;
        let (pipeline, opportunities) = reviewable(&owner, &project).await;
        let one = id_of(&opportunities[0]);
        let (stranger, _) = place.tenant();
        for path in ["", "/stream", "/opportunities", "/calls"] {
            stranger.get(&format!("/api/v1/pipelines/{pipeline}{path}")).await.problem(404);
        }
        stranger.get(&format!("/api/v1/opportunities/{one}/export")).await.problem(404);
        assert_eq!(stranger.get("/api/v1/pipelines/quality").await.json(200), json!([]));
        // Who reads sees everything of the own tenant and changes nothing.
        let (viewer, admin) = (place.viewer(), place.admin());
        let project = made(&admin, "Ferry line").await;
        let pipeline = begun(&admin, &project, &json!({"findings": findings()})).await;
        super::settled(&admin, &pipeline).await;
        viewer.get(&format!("/api/v1/pipelines/{pipeline}")).await.json(200);
        let one = id_of(&super::listed(&viewer, &pipeline).await[0]);
        let decision = json!({"decision": "accepted", "reasoning": "a"});
        viewer.post(&format!("/api/v1/opportunities/{one}/decision"), &decision).await.problem(403);
        viewer.post(&format!("/api/v1/pipelines/{pipeline}/stop"), &json!({})).await.problem(403);
        viewer.post(&format!("/api/v1/projects/{project}/pipelines"), &json!({"findings": findings()})).await.problem(403);
    })
    .await;
}
