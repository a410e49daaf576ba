//! The queue of transcripts to review.

use crate::ground::{Answer, Api, everywhere};
use reqwest::Method;
use serde_json::{Value, json};

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
        let page = admin.get(&format!("/admin/review/{session}")).await;
        let marked = page.text.contains("<mark>") && page.text.contains("data-testid=\"review-values\"");
        assert!(page.status == 200 && marked, "values stand at the words that they were read from: {}", page.text);
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

/// Another administrator of the same tenant, signed in.
async fn colleague(owner: &Api) -> Api {
    let email = format!("{}-colleague@example.org", owner.token.clone().expect("a token"));
    let password = "a long enough password";
    let new = json!({"name": "Colleague", "email": email, "password": password, "role": "admin"});
    owner.post("/api/v1/admin/users", &new).await.json(201);
    let browser = Api::browser(&owner.base);
    let entered =
        Answer::fetch(browser.call(Method::POST, "/login").form(&[("email", email.as_str()), ("password", password)])).await;
    assert_eq!(entered.status, 303, "{}", entered.text);
    browser
}

#[tokio::test]
async fn two_administrators_do_not_review_the_same() {
    everywhere(async |place| {
        let (one, member) = place.tenant();
        one.activate(&one.make_plan("project_discovery").await).await;
        let other = colleague(&one).await;
        let (first, second) = (member.open("project_discovery").await, member.open("project_discovery").await);
        let at = |session: &str, what: &str| format!("/api/v1/admin/reviews/{session}{what}");
        let review = json!({"verdict": "good", "rubric": {"tone": 5}, "comment": "Kind"});
        let of = |row: &Value| row["session"]["id"].as_str().expect("an id").to_owned();

        assert_eq!(of(&one.post(&at(&first, "/reserve"), &json!({})).await.json(200)), first);
        for refused in [other.post(&at(&first, "/reserve"), &json!({})).await, other.put(&at(&first, ""), &review).await] {
            assert!(refused.problem(409)["detail"].as_str().is_some_and(|detail| detail.contains("somebody else")));
        }
        other.post(&at(&first, "/release"), &json!({})).await.problem(409);
        assert_eq!(other.get(&at(&first, "")).await.json(200)["state"], "reserved");
        assert_eq!(one.post(&at(&first, "/reserve"), &json!({})).await.json(200)["state"], "reserved", "once more is the same");
        assert_eq!(of(&other.post("/api/v1/admin/reviews/next", &json!({})).await.json(200)), second, "the one that is left");
        one.post(&at(&second, "/reserve"), &json!({})).await.problem(409);
        assert_eq!(one.post("/api/v1/admin/reviews/next", &json!({})).await.status, 204);

        let done = one.put(&at(&first, ""), &review).await.json(200);
        assert_eq!((&done["state"], &done["review"]), (&json!("reviewed"), &review));
        one.post(&at(&first, "/release"), &json!({})).await.problem(409);
        assert_eq!(other.post(&at(&second, "/release"), &json!({})).await.json(200)["state"], "open");
        assert_eq!(one.post(&at(&second, "/reserve"), &json!({})).await.json(200)["state"], "reserved");
        // Of many at once one gets it.
        one.post(&at(&second, "/release"), &json!({})).await.json(200);
        let mut all = Vec::new();
        for number in 0..8 {
            let (who, path) = (if number % 2 == 0 { &one } else { &other }, at(&second, "/reserve"));
            all.push(async move { (number % 2, who.post(&path, &json!({})).await.status) });
        }
        let told = futures::future::join_all(all).await;
        let won: std::collections::HashSet<i32> = told.iter().filter(|(_, status)| *status == 200).map(|(who, _)| *who).collect();
        assert_eq!(won.len(), 1, "{told:?}");
        assert!(told.iter().all(|(who, status)| if won.contains(who) { *status == 200 } else { *status == 409 }), "{told:?}");
    })
    .await;
}

#[tokio::test]
async fn the_queue_is_filtered() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let mut sessions = Vec::new();
        for context in ["project_discovery", "idea_discovery"] {
            owner.activate(&owner.make_plan(context).await).await;
            for _ in 0..2 {
                sessions.push(member.open(context).await);
            }
        }
        let greeting = member.session(&sessions[3]).await["messages"][0]["id"].clone();
        let path = format!("/api/v1/sessions/{}/messages/{}/feedback", sessions[3], greeting.as_str().expect("an id"));
        member.post(&path, &json!({"rating": "dislike"})).await.json(200);
        for session in [&sessions[1], &sessions[3]] {
            for (key, value) in [("goods", "honey"), ("size", "small")] {
                let path = format!("/api/v1/sessions/{session}/obligations/{key}");
                member.patch(&path, &json!({"action": "set", "value": value})).await.json(200);
            }
            member.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await.json(200);
        }
        owner
            .put(&format!("/api/v1/admin/reviews/{}", sessions[0]), &json!({"verdict": "bad", "comment": "Rude"}))
            .await
            .json(200);
        for (filter, expected) in [
            ("", &[0, 1, 2, 3][..]),
            ("context_type=project_discovery", &[0, 1]),
            ("context_type=idea_discovery", &[2, 3]),
            ("context_type=business_profile", &[]),
            ("status=completed", &[1, 3]),
            ("status=active", &[0, 2]),
            ("status=active&context_type=project_discovery", &[0]),
            ("status=active&context_type=project_discovery&state=open", &[]),
            ("state=reviewed", &[0]),
            ("state=open&status=completed&disliked=true", &[3]),
        ] {
            let base = if filter.is_empty() { String::new() } else { format!("{filter}&") };
            let listed = owner.get(&format!("/api/v1/admin/reviews?{base}limit=50")).await.json(200);
            let mut found: Vec<usize> = listed["items"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|row| sessions.iter().position(|one| row["session"]["id"] == json!(one)))
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{filter}");
            // Page by page it is the same.
            let mut paged = 0;
            let mut cursor = String::new();
            loop {
                let part = owner.get(&format!("/api/v1/admin/reviews?{base}limit=1{cursor}")).await.json(200);
                paged += part["items"].as_array().map_or(0, Vec::len);
                let Some(next) = part["next_cursor"].as_str() else { break };
                cursor = format!("&cursor={next}");
            }
            assert_eq!(paged, expected.len(), "{filter}");
        }
        for wrong in ["status=sleeping", "context_type=gossip", "state=lost"] {
            let answer = owner.get(&format!("/api/v1/admin/reviews?{wrong}")).await;
            assert!([400, 422].contains(&answer.status), "{wrong}: {}", answer.status);
        }
    })
    .await;
}
