//! Names that a call misspells are refused, not ignored; whoever may not do it at all hears that first.

use crate::ground::{everywhere, on_sqlite, plan};
use serde_json::json;

#[tokio::test]
async fn what_looks_like_a_known_name_is_refused() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let objective = owner.make_plan("idea_discovery").await;
        owner.activate(&objective).await;
        let session = owner.open("idea_discovery").await;
        let before = owner.session(&session).await;
        let answer = |path: String| format!("/api/v1/sessions/{session}{path}");
        for (path, body, field, meant) in [
            ("/api/v1/sessions".to_owned(), json!({"contextType": "idea_discovery"}), "contextType", "context_type"),
            (
                "/api/discovery-chat".to_owned(),
                json!({"context_type": "idea_discovery", "message": "Wax"}),
                "context_type",
                "contextType",
            ),
            ("/api/discovery-chat".to_owned(), json!({"sessionid": session, "message": "Wax"}), "sessionid", "sessionId"),
            (answer("/transcript".into()), json!({"turns": [{"speaker": "user", "Text": "wax"}]}), "turns[0].Text", "text"),
            ("/api/v1/question-pools".to_owned(), json!({"poolId": "a", "obligations": []}), "poolId", "pool_id"),
        ] {
            let problem = owner.post(&path, &body).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{path}: {problem}");
            let detail = problem["detail"].as_str().expect("a detail");
            assert!(detail.contains(&format!("did you mean {meant}?")), "{detail}");
        }
        for (path, meant) in [
            ("/api/v1/sessions?contextType=idea_discovery".to_owned(), "did you mean context_type?"),
            ("/api/v1/sessions?Limit=1".to_owned(), "did you mean limit?"),
            (answer("/events?before=3".into()), "takes after"),
            (answer("?verbose=1".into()), "takes none"),
        ] {
            let problem = owner.get(&path).await.problem(422);
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(meant)), "{path}: {problem}");
        }
        assert_eq!(owner.session(&session).await, before);
        // What resembles nothing is left alone: it may be meant for others.
        let extra = json!({"context_type": "idea_discovery", "config": plan(), "display_name": "B", "comment": "mine"});
        owner.post("/api/v1/objectives", &extra).await.json(201);
    })
    .await;
}

#[tokio::test]
async fn objectives_are_listed_by_their_kind() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let idea = owner.make_plan("idea_discovery").await;
        owner.make_plan("business_profile").await;
        let listed = owner.get("/api/v1/objectives?context_type=idea_discovery").await.json(200);
        let ids: Vec<_> = listed["items"].as_array().expect("items").iter().map(|one| one["id"].clone()).collect();
        assert_eq!(ids, [json!(idea)]);
        owner.get("/api/v1/objectives?context_type=ideas").await.problem(422);
    })
    .await;
}

#[tokio::test]
async fn a_pool_is_named_by_either_of_its_names() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let pool = owner.post("/api/v1/question-pools", &json!({"pool_id": "security", "obligations": []})).await.json(201);
        assert_eq!(owner.get("/api/v1/question-pools/security").await.json(200), pool);
        let changed = json!({"pool_id": "security", "display_name": "Safety", "obligations": []});
        assert_eq!(owner.put("/api/v1/question-pools/security", &changed).await.json(200)["id"], pool["id"]);
        let (other, _) = place.tenant();
        other.delete("/api/v1/question-pools/security").await.problem(404);
        assert_eq!(owner.delete("/api/v1/question-pools/security").await.status, 204);
        owner.get("/api/v1/question-pools/security").await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn a_role_is_asked_before_the_body_is_read() {
    on_sqlite(async |place| {
        let (owner, member) = place.tenant();
        let objective = owner.make_plan("idea_discovery").await;
        let wrong = json!({"nothing": 1});
        for path in ["/api/v1/objectives", "/api/v1/question-pools", "/api/v1/admin/users", "/api/v1/admin/tokens"] {
            member.post(path, &wrong).await.problem(403);
            owner.post(path, &wrong).await.problem(422);
        }
        for path in [&format!("/api/v1/objectives/{objective}"), "/api/v1/admin/models"] {
            member.put(path, &json!({"choices": 7, "config": 7})).await.problem(403);
        }
        place.viewer().post("/api/v1/documents", &json!({"title": 7})).await.problem(403);
    })
    .await;
}
