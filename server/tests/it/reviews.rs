//! The queue of transcripts to review.

use crate::ground::everywhere;
use serde_json::json;

#[tokio::test]
async fn transcripts_are_reserved_and_reviewed() {
    everywhere(async |place| {
        let (admin, member) = place.tenant();
        admin.activate(&admin.make_plan("project_discovery").await).await;
        let session = member.open("project_discovery").await;
        member.say(&session, "We sell honey").await;
        let at = |what: &str| format!("/api/v1/admin/reviews{what}");
        let one = at(&format!("/{session}"));
        member.get(&at("")).await.problem(403);
        member.post(&at("/next"), &json!({})).await.problem(403);
        let waiting = admin.get(&at("?state=open")).await.json(200);
        assert_eq!(waiting["items"][0]["session"]["id"], json!(session));

        let next = admin.post(&at("/next"), &json!({})).await.json(200);
        assert_eq!((&next["session"]["id"], &next["state"]), (&json!(session), &json!("reserved")));
        assert!(next["reserved_until"].is_string() && next["reserved_by"].is_string());
        assert_eq!(admin.post(&at("/next"), &json!({})).await.status, 204, "none is left");
        assert_eq!(admin.post(&format!("{one}/release"), &json!({})).await.json(200)["state"], "open");
        admin.post(&format!("{one}/release"), &json!({})).await.problem(409);
        assert_eq!(admin.post(&format!("{one}/reserve"), &json!({})).await.json(200)["state"], "reserved");

        let faults = admin.put(&one, &json!({"verdict": "good", "rubric": {"tone": 9}})).await.problem(422);
        assert_eq!(faults["errors"][0]["field"], "rubric.tone");
        admin.put(&one, &json!({"verdict": "splendid"})).await.problem(422);
        let review = json!({"verdict": "good", "rubric": {"tone": 5}, "comment": "Kind"});
        let done = admin.put(&one, &review).await.json(200);
        assert_eq!((&done["state"], &done["review"], &done["reserved_by"]), (&json!("reviewed"), &review, &json!(null)));
        assert_eq!(admin.get(&at("?state=open")).await.json(200)["items"], json!([]));
        assert_eq!(admin.get(&at("?disliked=true")).await.json(200)["items"], json!([]));
        let audit = admin.get("/api/v1/admin/audit?action=transcript.reviewed").await.json(200);
        assert_eq!(audit["items"][0]["target"], json!(session));
    })
    .await;
}
