//! `/api/v1/sessions`: open, list, read, and what is beside the conversation.

use crate::ground::{Api, Turn, everywhere, id_of};
use serde_json::{Value, json};

#[tokio::test]
async fn a_session_opens_with_a_greeting_and_a_question() {
    everywhere(async |place| {
        let api = place.member();
        let opened = api.post("/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await.json(201);
        let id = opened["id"].as_str().expect("an id");
        assert_eq!(api.session(id).await, opened);
        assert_eq!(
            (&opened["status"], &opened["phase"], &opened["turn_count"]),
            (&json!("active"), &json!("opening"), &json!(0))
        );
        assert_eq!(opened["context_type"], "idea_discovery");
        let messages = opened["messages"].as_array().expect("messages");
        assert_eq!((messages.len(), &messages[0]["role"], &messages[0]["turn"]), (1, &json!("agent"), &json!(0)));
        assert!(messages[0]["content"].as_str().is_some_and(|text| text.contains('?')));
        assert!(opened["asked"]["key"].is_string(), "it says what it asked");
    })
    .await;
}

#[tokio::test]
async fn the_state_has_the_names_of_the_contract() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let state = api.session(&session).await;
        has(
            &state,
            &[
                "id", "context_type", "objective_id", "phase", "status", "turn_count", "completeness_score", "completeness",
                "working_memory", "obligations", "negotiations", "research_tasks", "messages",
            ],
        );
        has(&state["completeness"], &["score", "required", "by_category", "blockers", "next_best"]);
        has(&state["completeness"]["required"], &["satisfied", "total", "missing"]);
        has(
            &state["working_memory"],
            &["recentTopics", "pendingFollowUps", "inferredRelationships", "userPreferences", "conversationStyle"],
        );
        has(&state["messages"][0], &["id", "role", "content", "turn", "created_at"]);
        for one in state["obligations"].as_array().expect("obligations") {
            has(
                one,
                &[
                    "obligation_key", "status", "collection_type", "widget_type", "dependencies", "dependencies_resolved",
                    "source", "origin_layer", "origin_source_id", "pool_id", "task_priority", "negotiation_state", "confidence",
                    "extracted_value", "attempts", "max_attempts", "last_attempt_turn", "satisfied_at_turn", "category",
                    "field_path", "follow_up_strategy", "satisfied_when", "expertise_required", "embedding",
                ],
            );
            assert!(one.get("agent_notes").is_none(), "notes are for administrators");
        }
        let seen_by_admin = place.admin().session(&session).await;
        assert!(seen_by_admin["obligations"][0].as_object().is_some_and(|one| one.contains_key("agent_notes")));
        assert_eq!(state["obligations"].as_array().map(Vec::len), Some(6));
    })
    .await;
}

#[track_caller]
fn has(value: &Value, names: &[&str]) {
    for name in names {
        assert!(value.get(name).is_some(), "{name} is missing in {value}");
    }
}

#[tokio::test]
async fn a_session_keeps_the_objective_it_began_with() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let objective = owner.make_plan("project_discovery").await;
        owner.activate(&objective).await;
        let session = guest.open("project_discovery").await;
        let before = guest.session(&session).await;
        let mut shorter = crate::ground::plan();
        shorter["obligations"].as_array_mut().expect("a list").truncate(2);
        let body = json!({"context_type": "project_discovery", "version": "2.0.0", "config": shorter});
        let changed = owner.put(&format!("/api/v1/objectives/{objective}"), &body).await.json(200);
        assert_eq!((&changed["version"], &changed["active"]), (&json!("2.0.0"), &json!(true)));
        assert_eq!(guest.session(&session).await, before);
        let later = guest.open("project_discovery").await;
        assert_eq!(guest.session(&later).await["obligations"].as_array().map(Vec::len), Some(2));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_opened_is_said_so() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        // A tenant in which nothing is active yet.
        guest.post("/api/v1/sessions", &json!({"context_type": "idea_discovery"})).await.problem(409);
        guest.chat(&json!({"contextType": "idea_discovery", "message": "hello"})).await.problem(409);
        let objective = owner.make_plan("project_discovery").await;
        for (status, body) in [
            (422, json!({"context_type": "cooking"})),
            (422, json!({})),
            (422, json!({"context_type": "idea_discovery", "objective_id": id_of("nothing")})),
            (422, json!({"context_type": "idea_discovery", "objective_id": "x"})),
            // Of another kind.
            (422, json!({"context_type": "idea_discovery", "objective_id": objective})),
        ] {
            let answer = guest.post("/api/v1/sessions", &body).await;
            assert_eq!(answer.status, status, "{body}: {}", answer.text);
            answer.problem(status);
        }
        assert_eq!(guest.get("/api/v1/sessions").await.json(200), json!({"items": [], "next_cursor": null}));
    })
    .await;
}

#[tokio::test]
async fn lists_are_paged_and_filtered() {
    everywhere(async |place| {
        let api = place.member();
        let mut opened = Vec::new();
        for context in ["idea_discovery", "business_profile", "project_discovery", "idea_discovery", "business_profile"] {
            opened.push(api.open(context).await);
        }
        opened.reverse();
        let (mut listed, mut cursor, mut pages) = (Vec::new(), String::new(), 0);
        loop {
            let page = api.get(&format!("/api/v1/sessions?limit=2{cursor}")).await.json(200);
            let items = page["items"].as_array().expect("items");
            listed.extend(items.iter().map(|item| item["id"].as_str().expect("an id").to_owned()));
            pages += 1;
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!((listed, pages), (opened, 3));
        let ideas = api.get("/api/v1/sessions?context_type=idea_discovery&status=active").await.json(200);
        assert_eq!(ideas["items"].as_array().map(Vec::len), Some(2));
        assert_eq!(api.get("/api/v1/sessions?status=completed").await.json(200)["items"], json!([]));
        for wrong in ["limit=0", "limit=201", "context_type=cooking", "status=open"] {
            api.get(&format!("/api/v1/sessions?{wrong}")).await.problem(422);
        }
        for wrong in ["limit=many", "limit=-1", "cursor=nonsense", "cursor=%00"] {
            api.get(&format!("/api/v1/sessions?{wrong}")).await.problem(400);
        }
    })
    .await;
}

#[tokio::test]
async fn each_part_can_be_read_alone() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let state = api.session(&session).await;
        let part = async |name: &str| api.get(&format!("/api/v1/sessions/{session}/{name}")).await.json(200);
        assert_eq!(part("obligations").await["items"], state["obligations"]);
        assert_eq!(part("completeness").await, state["completeness"]);
        assert_eq!(part("summaries").await["items"], json!([]));
        assert_eq!(part("research").await["items"], json!([]));
        let tasks = part("tasks").await;
        let tasks = tasks["items"].as_array().expect("tasks");
        assert!(tasks.iter().any(|task| task["obligation_key"] == "budget"), "{tasks:?}");
        let order: Vec<(&str, u64)> =
            tasks.iter().filter_map(|task| Some((task["obligation_key"].as_str()?, task["priority"].as_u64()?))).collect();
        assert_eq!(order, [("channels", 6), ("budget", 5), ("opening_day", 4), ("worry", 2)], "most important first");
        assert!(!tasks.iter().any(|task| task["obligation_key"] == "size"), "what is known is not to be done: {tasks:?}");
    })
    .await;
}

#[tokio::test]
async fn a_session_completes_when_its_criteria_are_met() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let complete = format!("/api/v1/sessions/{session}/complete");
        let problem = api.post(&complete, &json!({})).await.problem(409);
        let blockers = api.session(&session).await["completeness"]["blockers"].clone();
        let told: Vec<&Value> = problem["errors"].as_array().expect("errors").iter().map(|error| &error["message"]).collect();
        assert!(!told.is_empty() && told == blockers.as_array().expect("blockers").iter().collect::<Vec<_>>(), "{problem}");
        for (key, value) in [("goods", "honey"), ("size", "small")] {
            Turn::parse(api.chat(&json!({"sessionId": session, "widget": {"key": key, "value": value}})).await);
        }
        let done = api.post(&complete, &json!({})).await.json(200);
        assert_eq!((&done["status"], &done["phase"]), (&json!("completed"), &json!("closing")));
        assert_eq!(api.post(&complete, &json!({})).await.json(200), done, "once more changes nothing");
        let summaries = api.get(&format!("/api/v1/sessions/{session}/summaries")).await.json(200);
        let summary = &summaries["items"][0];
        assert!(summary["summary_text"].as_str().is_some_and(|text| text.contains("honey")), "{summaries}");
        assert_eq!((&summary["turn_range_start"], &summary["turn_range_end"]), (&json!(1), &json!(2)));
        assert_eq!(api.get("/api/v1/sessions?status=completed").await.json(200)["items"][0]["id"], json!(session));
    })
    .await;
}

#[tokio::test]
async fn phases_go_forward_only() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let path = format!("/api/v1/sessions/{session}/phase");
        assert_eq!(api.post(&path, &json!({"phase": "validation"})).await.json(200)["phase"], "validation");
        api.post(&path, &json!({"phase": "exploration"})).await.problem(409);
        api.post(&path, &json!({"phase": "closing"})).await.problem(409);
        api.post(&path, &json!({"phase": "party"})).await.problem(422);
        assert_eq!(api.session(&session).await["phase"], "validation");
    })
    .await;
}

#[tokio::test]
async fn stopping_what_is_not_being_written_changes_nothing() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        let greeting = before["messages"][0]["id"].as_str().expect("an id");
        let stopped = api.post(&format!("/api/v1/sessions/{session}/messages/{greeting}/stop"), &json!({})).await.json(200);
        assert_eq!((&stopped["stopped"], &stopped["replying"]), (&json!(false), &Value::Null));
        for unknown in [id_of("nothing").to_string(), "x".into()] {
            api.post(&format!("/api/v1/sessions/{session}/messages/{unknown}/stop"), &json!({})).await.problem(404);
        }
        assert_eq!(api.session(&session).await, before);
    })
    .await;
}

#[tokio::test]
async fn reevaluation_answers_the_whole_state() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let state = api.post(&format!("/api/v1/sessions/{session}/reevaluate"), &json!({})).await.json(200);
        assert_eq!(api.session(&session).await, state);
    })
    .await;
}

#[tokio::test]
async fn one_answer_is_reassessed_by_its_key() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let path = format!("/api/v1/sessions/{session}/reevaluate");
        let state = api.post(&path, &json!({"obligation_key": "goods"})).await.json(200);
        assert_eq!(api.session(&session).await, state);
        api.post(&path, &json!({"obligation_key": "nothing"})).await.problem(404);
        api.post(&path, &json!({"obligation_key": 7})).await.problem(422);
    })
    .await;
}

#[tokio::test]
async fn an_interview_is_called_by_what_it_is_about_and_found_by_what_was_said() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        assert_eq!(api.session(&session).await["title"], "A shop");
        api.say(&session, "We sell honey").await;
        api.say(&session, "Perhaps near the Zanzibar lighthouse, who knows?").await;
        let title = api.session(&session).await["title"].as_str().expect("a title").to_owned();
        assert!(title.starts_with("A shop – ") && title.to_lowercase().contains("honey"), "{title}");
        let found = async |who: &Api, words: &str| {
            let list = who.get(&format!("/api/v1/sessions?q={words}")).await.json(200);
            list["items"].as_array().expect("items").iter().map(|one| one["title"].clone()).collect::<Vec<_>>()
        };
        for words in ["HONEY", "shop%20honey", "zanzibar", "zanzibar%20honey"] {
            assert_eq!(found(&api, words).await, [json!(title)], "{words}");
        }
        for words in ["zanzibar%20wax", "message_added", "%25"] {
            assert!(found(&api, words).await.is_empty(), "{words}");
        }
        assert!(found(&place.member(), "zanzibar").await.is_empty(), "it is another's");
    })
    .await;
}
