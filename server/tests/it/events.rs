//! The audit of an interview: `/events` and `/stream`.

use crate::ground::everywhere;
use serde_json::{Value, json};

#[tokio::test]
async fn everything_that_happened_is_listed_in_order() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        for text in ["We sell honey and the shop is small", "No, actually it is large", "on the market"] {
            api.say(&session, text).await;
        }
        let all = api.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
        let items = all["items"].as_array().expect("items");
        let seqs: Vec<u64> = items.iter().map(|item| item["seq"].as_u64().expect("a number")).collect();
        assert_eq!(seqs, (1..=items.len() as u64).collect::<Vec<_>>(), "no gap and nothing twice");
        assert_eq!(api.session(&session).await["seq"], items.len());
        let kinds: Vec<&str> = items.iter().map(|item| item["event_type"].as_str().expect("a type")).collect();
        for kind in
            ["created", "status_changed", "value_extracted", "dependency_resolved", "negotiation", "opened", "message_added"]
        {
            assert!(kinds.contains(&kind), "{kind} is missing in {kinds:?}");
        }
        let mut ids: Vec<&str> = items.iter().map(|item| item["id"].as_str().expect("an id")).collect();
        assert!(items.iter().all(|item| item["session_id"] == json!(session)));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), items.len(), "each event has an id of its own");
        let change =
            items.iter().find(|item| item["event_type"] == "status_changed" && item["new_status"] == "satisfied").expect("one");
        for name in [
            "obligation_key", "old_status", "new_status", "old_confidence", "new_confidence", "source", "turn_number",
            "created_at",
        ] {
            assert!(change.get(name).is_some(), "{name} is missing in {change}");
        }

        let (mut paged, mut next) = (Vec::new(), "after=0".to_owned());
        loop {
            let page = api.get(&format!("/api/v1/sessions/{session}/events?limit=7&{next}")).await.json(200);
            paged.extend(page["items"].as_array().expect("items").clone());
            match page["next_cursor"].as_str() {
                Some(cursor) => next = format!("cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(&paged, items);
        assert_eq!(api.get(&format!("/api/v1/sessions/{session}/events?after=100000")).await.json(200)["items"], json!([]));
        for wrong in ["limit=0", "limit=1001"] {
            api.get(&format!("/api/v1/sessions/{session}/events?{wrong}")).await.problem(422);
        }
        api.get(&format!("/api/v1/sessions/{session}/events?after=x")).await.problem(400);
    })
    .await;
}

#[tokio::test]
async fn the_stream_tells_the_same_goes_on_and_resumes() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let path = format!("/api/v1/sessions/{session}/stream");
        let mut feed = api.feed(&path, None).await;
        let now = api.session(&session).await["seq"].as_u64().expect("a number");
        let mut told = feed.until(now).await;
        api.say(&session, "on the market").await;
        let later = api.session(&session).await["seq"].as_u64().expect("a number");
        assert!(later > now);
        told.extend(feed.until(later).await);
        let listed = api.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
        let listed: Vec<(u64, Value)> = listed["items"]
            .as_array()
            .expect("items")
            .iter()
            .map(|item| (item["seq"].as_u64().expect("a number"), item.clone()))
            .collect();
        assert_eq!(told, listed);

        for seen in [0, 1, now, later - 1] {
            let resumed = api.feed(&path, Some(seen)).await.until(later).await;
            assert_eq!(resumed, listed.iter().filter(|(seq, _)| *seq > seen).cloned().collect::<Vec<_>>());
        }
        let wrong = api.call(reqwest::Method::GET, &path).header("last-event-id", "abc");
        crate::ground::Answer::fetch(wrong).await.problem(400);
    })
    .await;
}

#[tokio::test]
async fn agents_notes_are_in_no_audit() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let all = api.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await;
        assert!(!all.text.contains("agent_notes"));
    })
    .await;
}
