//! Feedback by one address on whatever can be rated: findings elsewhere, here messages of interviews and companies.

use crate::{ground::everywhere, tenancy::House};
use serde_json::json;

#[tokio::test]
async fn messages_and_companies_are_rated_as_findings_are() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let house = House::furnish(owner.clone()).await;
        let path = format!("/api/v1/projects/{}/feedback", house.project);
        let session = owner.get(&format!("/api/v1/sessions/{}", house.session)).await.json(200);
        let of = |role: &str| {
            let messages = session["messages"].as_array().expect("messages");
            messages.iter().find(|one| one["role"] == role).expect("one").clone()
        };
        let message = of("agent");
        for (rating, named) in [("like", true), ("dislike", false)] {
            let mut body = json!({"target_type": "message", "target_id": message["id"], "rating": rating, "comment": "Too long"});
            if named {
                body["session_id"] = json!(house.session);
            }
            let kept = owner.post(&path, &body).await.json(201);
            assert_eq!(
                (&kept["target_type"], &kept["target_id"], &kept["rating"]),
                (&json!("message"), &message["id"], &json!(rating))
            );
            let shown = owner.get(&format!("/api/v1/sessions/{}", house.session)).await.json(200);
            let shown = shown["messages"].as_array().expect("messages").iter().find(|one| one["id"] == message["id"]).cloned();
            assert!(shown.expect("it").to_string().contains(&format!("\"{rating}\"")), "it is kept with the message");
            member.post(&path, &body).await.problem(404);
        }
        let own = json!({"target_type": "message", "target_id": of("user")["id"], "rating": "like"});
        owner.post(&path, &own).await.problem(409);

        let company = json!({"target_type": "company", "target_id": house.known["companies"], "rating": "dislike"});
        let kept = owner.post(&path, &company).await.json(201);
        assert_eq!((&kept["target_type"], &kept["rating"]), (&json!("company"), &json!("dislike")));
        assert!(kept["name"].as_str().is_some_and(|name| !name.is_empty()));
        member.post(&path, &company).await.problem(404);
        let unknown = json!({"target_type": "person", "target_id": "x", "rating": "like"});
        let refused = owner.post(&path, &unknown).await.problem(422);
        for name in ["insight", "recommendation", "message", "company", "opportunity"] {
            assert!(refused["detail"].as_str().expect("a sentence").contains(name), "{refused}");
        }
        let (stranger, _) = place.tenant();
        stranger.post(&path, &company).await.problem(404);
    })
    .await;
}
