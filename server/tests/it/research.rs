//! `/api/v1/sessions/{id}/research`: looking things up in the tenant's own documents.

use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually, everywhere};
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Canned, SearchStub, SearchWire};
use uuid::Uuid;

const TEA: &str = "The shop of a tea seller needs few goods. The goods are loose tea, above all. Most shops that sell loose tea and \
    honey are small.";

/// The task once it is over.
pub(crate) async fn over(api: &Api, session: &str, task: &str) -> Value {
    let mut state = Value::Null;
    eventually("the task ends", async || {
        state = api.get(&format!("/api/v1/sessions/{session}/research/{task}")).await.json(200);
        ["completed", "failed"].iter().any(|status| state["status"] == *status)
    })
    .await;
    state
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

/// The more is known, the longer the query that is worded from it; what speaks of the matter is found all the same.
#[tokio::test]
async fn what_the_product_words_itself_finds_own_documents() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let text = "Competitors in Vienna are few. Two competitors roast for cafés.";
        owner.post("/api/v1/documents", &json!({"title": "Roasters", "text": text})).await.json(201);
        let one = |key: &str, prompt: &str| {
            json!({"key": key, "fieldPath": format!("shop.{key}"), "prompt": prompt, "collectionType": "direct_question",
                "widgetType": "text", "priority": 5})
        };
        let obligations = [
            one("offer", "What do you offer?"),
            one("customers", "Who are your customers?"),
            one("competitors", "Which competitors sell something similar, and how do you differ?"),
        ];
        let config = json!({"displayName": "A roastery", "description": "What a new roastery needs", "obligations": obligations,
            "completion": {"minObligationsSatisfied": 2, "minConfidenceScore": 0.7, "requiredObligations": ["offer"]}});
        let body = json!({"context_type": "idea_discovery", "version": "1.0.0", "config": config});
        let objective = owner.post("/api/v1/objectives", &body).await.json(201);
        let body = json!({"context_type": "idea_discovery", "objective_id": objective["id"]});
        let session = owner.post("/api/v1/sessions", &body).await.json(201);
        let session = session["id"].as_str().expect("an id");
        for (key, value) in [("offer", "specialty coffee, freshly roasted by hand"), ("customers", "independent cafés in Vienna")]
        {
            let path = format!("/api/v1/sessions/{session}/obligations/{key}");
            owner.patch(&path, &json!({"action": "set", "value": value})).await.json(200);
        }
        let made = ask(&owner, session, json!({"obligation_key": "competitors"})).await;
        let words = made["query"].as_str().expect("a query").split(' ').count();
        assert!(words > 10, "{made}");
        let done = over(&owner, session, id(&made)).await;
        assert_eq!((&done["status"], &done["result"]["sources"]), (&json!("completed"), &json!(1)), "{done}");
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_the_seed_is_taken_with_its_usual_priority() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let session = begun(&owner).await;
        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        for kind in ["competitive_analysis", "tech_feasibility", "market_research", "domain_research", "integration_research"] {
            let made = ask(&owner, &session, json!({"task_type": kind, "query": format!("tea shops, {kind}")})).await;
            let told = (&made["task_type"], &made["priority"], &made["obligation_key"], &made["trigger"]);
            assert_eq!(told, (&json!(kind), &json!(5), &Value::Null, &json!("by_hand")), "{made}");
            assert_eq!(over(&owner, &session, id(&made)).await["task_type"], kind);
        }
        // Left out, it follows from what the answer is about; from 1 to 10, higher first.
        let made =
            ask(&owner, &session, json!({"obligation_key": "worry", "query": "troubles of a tea shop", "priority": 10})).await;
        assert_eq!((&made["task_type"], &made["priority"]), (&json!("domain_research"), &json!(10)), "{made}");
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
        let page = format!("/interviews/{session}/research");
        assert!(owner.get(&page).await.text.contains("data-reach=\"nothing\""));

        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        assert!(owner.get(&page).await.text.contains("data-reach=\"documents\""));
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

/// An objective whose first question is about the goods; its id.
async fn about_goods(owner: &Api, number: usize, expertise: Option<&str>) -> String {
    let one = |key: &str, prompt: &str, priority: u8| {
        json!({"key": key, "fieldPath": format!("shop.{key}"), "prompt": prompt, "collectionType": "direct_question",
            "widgetType": "text", "priority": priority})
    };
    let mut goods = one("goods", "What will the shop sell?", 10);
    goods["expertiseRequired"] = json!(expertise);
    let config = json!({"displayName": "A shop", "description": "What a new shop needs",
        "obligations": [goods, one("worry", "What could go wrong?", 2), one("helpers", "Who helps in the shop?", 1)],
        "completion": {"minObligationsSatisfied": 2, "minConfidenceScore": 0.7, "requiredObligations": ["goods"]}});
    let body = json!({"context_type": "idea_discovery", "version": format!("{number}.0.0"), "config": config});
    let made = owner.post("/api/v1/objectives", &body).await.json(201);
    made["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn each_of_the_seeds_reasons_starts_it() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        for (number, (expertise, said, reason)) in [
            (None, &["We sell loose tea"][..], None),
            (None, &["Hello there", "Good question"], None),
            (None, &["Hello there", "Good question", "Let me see"], Some("low_confidence")),
            (Some("food law"), &["We sell loose tea"], Some("complex_domain")),
            (Some("food law"), &["Hello there"], Some("complex_domain")),
            (None, &["It depends"], Some("ambiguous_answer")),
            (None, &["Can you look that up?"], Some("user_request")),
        ]
        .into_iter()
        .enumerate()
        {
            let objective = about_goods(&owner, number + 1, expertise).await;
            let body = json!({"context_type": "idea_discovery", "objective_id": objective});
            let session = owner.post("/api/v1/sessions", &body).await.json(201);
            let session = session["id"].as_str().expect("an id");
            for (turn, text) in said.iter().enumerate() {
                let before = owner.get(&format!("/api/v1/sessions/{session}/research")).await.json(200);
                assert_eq!(before["items"], json!([]), "{said:?}: not before turn {turn}");
                owner.say(session, text).await;
            }
            let found = owner.get(&format!("/api/v1/sessions/{session}/research")).await.json(200);
            let tasks: Vec<(&Value, &Value)> = found["items"]
                .as_array()
                .expect("tasks")
                .iter()
                .map(|task| (&task["obligation_key"], &task["trigger"]))
                .collect();
            let (goods, expected) = (json!("goods"), json!(reason));
            assert_eq!(tasks, reason.map(|_| (&goods, &expected)).into_iter().collect::<Vec<_>>(), "{expertise:?} {said:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_under_way_or_waits_is_cancelled_for_good() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let search = SearchStub::start(SearchWire::Searxng).await;
        let settings = Settings::new(&database).with("SEARXNG_URL", &search.base);
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let session = begun(&api).await;
        let path = format!("/api/v1/sessions/{session}/research");
        let slow =
            || Canned::new(200, json!({"query": "q", "results": [], "unresponsive_engines": []})).after(Duration::from_secs(60));
        let mut made = Vec::new();
        for (number, priority) in [9, 9, 3].into_iter().enumerate() {
            search.answers(slow());
            let wish = json!({"obligation_key": "goods", "query": format!("tea shops {number}"), "priority": priority});
            made.push(id(&ask(&api, &session, wish).await).to_owned());
        }
        eventually("two are under way", async || search.requests().len() == 2).await;
        let statuses = async |api: &Api| {
            let listed = api.get(&path).await.json(200);
            let all = listed["items"].as_array().expect("tasks").iter();
            all.map(|task| format!("{} {}", task["status"], task["error_message"]).replace('"', "")).collect::<Vec<_>>()
        };
        assert_eq!(statuses(&api).await, ["running null", "running null", "pending null"]);

        for number in [2, 0] {
            let cancelled = api.post(&format!("{path}/{}/cancel", made[number]), &json!({})).await.json(200);
            assert_eq!(
                (&cancelled["status"], &cancelled["error_message"]),
                (&json!("failed"), &json!("cancelled")),
                "{cancelled}"
            );
            assert!(cancelled["completed_at"].is_string() && cancelled["result"].is_null(), "{cancelled}");
            assert_eq!(api.get(&format!("{path}/{}", made[number])).await.json(200), cancelled);
            api.post(&format!("{path}/{}/cancel", made[number]), &json!({})).await.problem(409);
        }
        let after = ["failed cancelled", "running null", "failed cancelled"];
        assert_eq!(statuses(&api).await, after);
        let told = api.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
        let ended = |one: &&Value| one["event_type"] == "research_failed";
        assert_eq!(told["items"].as_array().expect("events").iter().filter(ended).count(), 2);
        // The database holds what was sent. Nothing begins again.
        api.post(&format!("{path}/{}/cancel", made[1]), &json!({})).await.json(200);
        server.kill();
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        assert_eq!(statuses(&api).await, ["failed cancelled"; 3]);
        assert_eq!(search.requests().len(), 2, "and the third was never asked for");
        api.post(&format!("{path}/{}/retry", made[2]), &json!({})).await.json(200);
        eventually("it is tried again", async || search.requests().len() == 3).await;
    }
}

#[tokio::test]
async fn a_summary_holds_what_was_known_and_what_was_looked_up() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let session = begun(&owner).await;
        owner.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        let wish = json!({"obligation_key": "goods", "task_type": "market_research", "query": "goods of a tea shop"});
        let made = ask(&owner, &session, wish).await;
        let done = over(&owner, &session, id(&made)).await;
        for (key, value) in [("goods", "loose tea"), ("size", "small")] {
            let path = format!("/api/v1/sessions/{session}/obligations/{key}");
            owner.patch(&path, &json!({"action": "set", "value": value})).await.json(200);
        }
        owner.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await.json(200);
        let kept = owner.get(&format!("/api/v1/sessions/{session}/summaries")).await.json(200);
        let summary = kept["items"].as_array().and_then(|all| all.last()).expect("a summary");
        let snapshot = summary["obligation_snapshot"].as_object().expect("a snapshot");
        let state = owner.session(&session).await;
        let all = state["obligations"].as_array().expect("obligations");
        assert_eq!(snapshot.len(), all.len(), "every obligation: {summary}");
        for one in all {
            let held = &snapshot[one["obligation_key"].as_str().expect("a key")];
            let expected = json!({"status": one["status"], "value": one["extracted_value"], "confidence": one["confidence"]});
            assert_eq!(*held, expected, "{one}");
        }
        assert_eq!((&snapshot["goods"]["value"], &snapshot["worry"]["value"]), (&json!("loose tea"), &Value::Null));
        let findings = done["result"]["findings"].as_array().map(Vec::len);
        let expected = json!([{"id": made["id"], "obligation_key": "goods", "task_type": "market_research",
            "query": "goods of a tea shop", "summary": done["result"]["summary"], "findings": findings}]);
        assert_eq!(summary["research_summary"], expected, "{summary}");
        assert!(done["result"]["summary"].as_str().is_some_and(|text| !text.is_empty()));
    })
    .await;
}
