//! `/api/v1/sessions/{id}/research`: looking things up in the tenant's own documents.

use crate::ground::{Api, everywhere};
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

const TEA: &str = "The shop of a tea seller needs few goods. The goods are loose tea, above all. Most shops that sell loose tea and \
    honey are small.";

/// The task once it is over.
pub(crate) async fn over(api: &Api, session: &str, task: &str) -> Value {
    for _ in 0..200 {
        let told = api.get(&format!("/api/v1/sessions/{session}/research/{task}")).await.json(200);
        if ["completed", "failed"].iter().any(|status| told["status"] == *status) {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("task {task} does not end");
}

async fn begun(owner: &Api) -> String {
    owner.activate(&owner.make_plan("project_discovery").await).await;
    owner.open("project_discovery").await
}

async fn ask(api: &Api, session: &str, wish: Value) -> Value {
    api.post(&format!("/api/v1/sessions/{session}/research"), &wish).await.json(202)
}

fn id(task: &Value) -> &str {
    task["id"].as_str().expect("an id")
}

#[tokio::test]
async fn own_documents_are_searched_cited_and_change_the_answer() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let session = begun(&owner).await;
        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        let wish =
            json!({"obligation_key": "goods", "task_type": "market_research", "query": "goods of a tea shop", "priority": 7});
        let made = ask(&owner, &session, wish).await;
        for (field, value) in [
            ("obligation_key", json!("goods")),
            ("task_type", json!("market_research")),
            ("query", json!("goods of a tea shop")),
            ("priority", json!(7)),
            ("trigger", json!("by_hand")),
            ("session_id", json!(session)),
        ] {
            assert_eq!(made[field], value, "{field}");
        }
        assert!(made["status"] == "pending" || made["status"] == "running", "{made}");
        let done = over(&owner, &session, id(&made)).await;
        assert_eq!((&done["status"], &done["error_message"]), (&json!("completed"), &Value::Null), "{done}");
        let findings = done["result"]["findings"].as_array().expect("findings");
        assert!(!findings.is_empty(), "{done}");
        for finding in findings {
            assert!(TEA.contains(finding["quote"].as_str().expect("a quote")), "{finding}");
            assert_eq!((&finding["source"]["title"], &finding["source"]["published_at"]), (&json!("Tea sellers"), &Value::Null));
        }
        assert!(done["steps"].as_array().expect("steps").iter().all(|step| step["state"] == "done"), "{done}");

        let whole = owner.session(&session).await;
        assert_eq!(whole["research_tasks"], json!([done]));
        let listed = owner.get(&format!("/api/v1/sessions/{session}/research")).await.json(200);
        assert_eq!(listed["items"], json!([done]));
        let goods = &whole["obligations"][0];
        assert_eq!((&goods["extracted_value"], &goods["source"]), (&json!("loose tea"), &json!("research")), "{goods}");
        assert!(goods["status"] == "partial" && goods["confidence"].as_f64().is_some_and(|sure| sure <= 0.6), "{goods}");
        let told = owner.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
        let kinds: Vec<&str> =
            told["items"].as_array().expect("items").iter().filter_map(|one| one["event_type"].as_str()).collect();
        for kind in ["research_requested", "research_searched", "research_read", "research_summarised", "research_completed"] {
            assert!(kinds.contains(&kind), "{kind} in {kinds:?}");
        }

        let taken_back =
            owner.post(&format!("/api/v1/sessions/{session}/research/{}/undo", id(&made)), &json!({})).await.json(200);
        assert_eq!(taken_back["undone"], json!(true));
        assert_eq!(owner.session(&session).await["obligations"][0]["extracted_value"], Value::Null);
        owner.post(&format!("/api/v1/sessions/{session}/research/{}/undo", id(&made)), &json!({})).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn the_chat_tells_of_what_is_looked_up() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let session = begun(&owner).await;
        // Nothing is set up here and there are no documents: it says so, and how to change that.
        let turn = owner.say(&session, "Can you look that up?").await;
        assert_eq!(turn.all("research").count(), 0, "{turn:?}");
        assert!(turn.reply().contains("web search") && turn.reply().contains("documents"), "{}", turn.reply());
        let path = format!("/api/v1/sessions/{session}/research");
        let refused = owner.post(&path, &json!({"obligation_key": "goods"})).await.problem(409);
        let why = refused["detail"].as_str().expect("why");
        assert!(why.contains("SEARXNG_URL") && why.contains("documents"), "{why}");
        assert_eq!(owner.get(&path).await.json(200)["items"], json!([]));

        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        let turn = owner.say(&session, "Can you look that up?").await;
        let told: Vec<&Value> = turn.all("research").collect();
        assert_eq!(told.len(), 1, "{turn:?}");
        assert_eq!((&told[0]["obligationKey"], &told[0]["status"]), (&json!("goods"), &json!("pending")));
        assert!(told[0]["taskType"].is_string() && told[0]["id"].is_string());
        assert!(turn.reply().to_lowercase().contains("look") || turn.reply().contains("Research"), "{}", turn.reply());
        let done = over(&owner, &session, told[0]["id"].as_str().expect("an id")).await;
        assert_eq!(done["status"], "completed", "{done}");
        owner.post(&format!("{path}/{}/retry", id(&done)), &json!({})).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn what_found_nothing_is_tried_again_with_more_documents() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.post("/api/v1/documents", &json!({"title": "Bees", "text": "Bees dance."})).await.json(201);
        let session = begun(&owner).await;
        let made = ask(&owner, &session, json!({"query": "shops that sell loose tea"})).await;
        let done = over(&owner, &session, id(&made)).await;
        let error = done["error_message"].as_str().expect("an error");
        assert!(done["status"] == "failed" && error.contains("SEARXNG_URL") && error.contains("documents"), "{done}");
        let retry = format!("/api/v1/sessions/{session}/research/{}/retry", id(&done));
        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        owner.post(&retry, &json!({})).await.json(200);
        assert_eq!(over(&owner, &session, id(&done)).await["status"], "completed");
    })
    .await;
}

#[tokio::test]
async fn limits_and_strangers_are_refused() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let (stranger, _) = place.tenant();
        owner.post("/api/v1/documents", &json!({"title": "Bees", "text": "Bees dance."})).await.json(201);
        let session = begun(&owner).await;
        let path = format!("/api/v1/sessions/{session}/research");
        for (body, status) in [
            (json!({}), 422),
            (json!({"query": "x"}), 422),
            (json!({"query": "tea shops", "priority": 11}), 422),
            (json!({"query": "tea shops", "task_type": "gossip"}), 422),
            (json!({"query": "tea shops", "obligation_key": "nothing"}), 404),
        ] {
            let answer = owner.post(&path, &body).await;
            assert!([status, 400].contains(&answer.status), "{body}: {} {}", answer.status, answer.text);
            answer.problem(answer.status);
        }
        let first = ask(&owner, &session, json!({"query": "tea shops"})).await;
        let again = owner.post(&path, &json!({"query": "Tea shops"})).await.problem(409);
        assert!(again["detail"].as_str().is_some_and(|detail| detail.contains(id(&first))), "{again}");
        for number in 1..12 {
            ask(&owner, &session, json!({"query": format!("tea shops {number}")})).await;
        }
        owner.post(&path, &json!({"query": "one too many"})).await.problem(409);

        let one = format!("{path}/{}", id(&first));
        for api in [&stranger, &guest] {
            api.get(&one).await.problem(404);
            for act in ["cancel", "retry", "undo"] {
                api.post(&format!("{one}/{act}"), &json!({})).await.problem(404);
            }
        }
        owner.get(&format!("{path}/{}", Uuid::nil())).await.problem(404);
        over(&owner, &session, id(&first)).await;
        owner.post(&format!("{one}/cancel"), &json!({})).await.problem(409);
    })
    .await;
}

#[tokio::test]
async fn another_tenants_documents_are_not_found() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let (other, _) = place.tenant();
        other.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        let session = begun(&owner).await;
        let wish = json!({"obligation_key": "goods", "query": "goods of a tea shop"});
        owner.post(&format!("/api/v1/sessions/{session}/research"), &wish).await.problem(409);
        owner.post("/api/v1/documents", &json!({"title": "Bees", "text": "Bees dance."})).await.json(201);
        let made = ask(&owner, &session, wish).await;
        let done = over(&owner, &session, id(&made)).await;
        assert!(done["status"] == "failed" && !done.to_string().contains("loose tea"), "{done}");
    })
    .await;
}
