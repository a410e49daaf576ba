//! What an interview asks for, changed while it runs.

use crate::ground::{Api, everywhere, plan};
use serde_json::{Value, json};

fn keys(state: &Value) -> Vec<&str> {
    state["obligations"].as_array().expect("obligations").iter().filter_map(|one| one["obligation_key"].as_str()).collect()
}

#[tokio::test]
async fn obligations_are_merged_split_and_added() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let at = |what: &str| format!("/api/v1/sessions/{session}/obligations{what}");
        for (key, value) in [("goods", "honey"), ("worry", "bears")] {
            api.patch(&at(&format!("/{key}")), &json!({"action": "set", "value": value})).await.json(200);
        }
        let merged = api.post(&at("/merge"), &json!({"keys": ["goods", "worry"], "into": "goods"})).await.json(200);
        assert_eq!(keys(&merged), ["goods", "size", "channels", "budget", "opening_day"]);
        let gone = &merged["retired_obligations"][0];
        assert_eq!(
            (&gone["obligation_key"], &gone["extracted_value"], &gone["became"], &gone["status"]),
            (&json!("worry"), &json!("bears"), &json!(["goods"]), &json!("skipped"))
        );
        let open = api.obligation(&session, "goods").await["negotiation_state"].clone();
        assert_eq!((&open["status"], &open["rounds"][0]["userValue"]), (&json!("active"), &json!("bears")));
        let problem = api.patch(&at("/worry"), &json!({"action": "skip"})).await.problem(409);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("goods")), "{problem}");

        let into =
            json!({"into": [{"key": "day", "prompt": "Which day?", "widget_type": "date"}, {"prompt": "What time of day?"}]});
        let split = api.post(&at("/opening_day/split"), &into).await.json(200);
        assert_eq!(keys(&split)[4..], ["day", "what_time_of_day"]);
        let added = api.post(&at(""), &json!({"prompt": "Who helps?", "required": true})).await.json(201);
        let one = added["obligations"].as_array().and_then(|all| all.last()).expect("the new one");
        assert_eq!(
            (&one["obligation_key"], &one["origin_layer"], &one["origin_source_id"], &one["required"]),
            (&json!("who_helps"), &json!("session"), &json!(session), &json!(true))
        );
        let told = api.get(&format!("/api/v1/sessions/{session}/events")).await.json(200);
        let types: Vec<&str> =
            told["items"].as_array().expect("events").iter().filter_map(|one| one["event_type"].as_str()).collect();
        assert!(["merged", "split", "created"].iter().all(|wanted| types.contains(wanted)), "{types:?}");

        api.post(&at("/merge"), &json!({"keys": ["goods"], "into": "goods"})).await.problem(422);
        api.post(&at("/merge"), &json!({"keys": ["moon"], "into": "goods"})).await.problem(404);
        api.post(&at("/goods/split"), &json!({"into": [{"prompt": "One?"}]})).await.problem(422);
        let fault = api.post(&at(""), &json!({"key": "not a key", "prompt": "What?"})).await.problem(422);
        assert!(fault["errors"][0]["field"].as_str().is_some_and(|field| field.starts_with("obligation")), "{fault}");
    })
    .await;
}

#[tokio::test]
async fn an_interview_moves_to_a_newer_version() {
    everywhere(async |place| {
        let (admin, member) = place.tenant();
        admin.activate(&admin.make_plan("idea_discovery").await).await;
        let session = member.open("idea_discovery").await;
        let path = format!("/api/v1/sessions/{session}/migrate");
        member.post(&path, &json!({})).await.problem(409);
        member.patch(&format!("/api/v1/sessions/{session}/obligations/goods"), &json!({"action": "set", "value": "honey"})).await;
        member.patch(&format!("/api/v1/sessions/{session}/obligations/worry"), &json!({"action": "set", "value": "bears"})).await;

        let mut config = plan();
        let all = config["obligations"].as_array_mut().expect("a list");
        all.retain(|one| one["key"] != "worry");
        all[0]["key"] = json!("wares");
        all.push(json!({"key": "name", "fieldPath": "shop.name", "prompt": "What is its name?",
            "collectionType": "direct_question", "widgetType": "text", "priority": 3}));
        config["completion"]["requiredObligations"] = json!(["wares"]);
        let body = json!({"context_type": "idea_discovery", "version": "2.0.0", "display_name": "A shop", "config": config});
        let next = admin.post("/api/v1/objectives", &body).await.json(201);
        admin.activate(next["id"].as_str().expect("an id")).await;

        let before = member.session(&session).await;
        let preview = member.post(&format!("{path}?preview=true"), &json!({})).await.json(200);
        assert_eq!((&preview["new"], &preview["done"]), (&json!(["name"]), &json!(false)));
        assert_eq!(preview["kept_aside"], json!([{"key": "worry", "value": "bears"}]));
        assert_eq!(preview["mapped"][0], json!({"from": "goods", "to": "wares", "value": "honey", "value_fits": true}));
        assert_eq!(member.session(&session).await, before);
        let done = member.post(&path, &json!({"objective_id": next["id"]})).await.json(200);
        assert_eq!(done["mapped"], preview["mapped"]);
        let state = member.session(&session).await;
        assert_eq!((&state["objective_version"], &state["objective_id"]), (&json!("2.0.0"), &next["id"]));
        assert_eq!(member.obligation(&session, "wares").await["extracted_value"], "honey");
        let retired = |at: usize| &state["retired_obligations"][at];
        assert_eq!((&retired(0)["obligation_key"], &retired(0)["became"]), (&json!("goods"), &json!(["wares"])));
        assert_eq!((&retired(1)["obligation_key"], &retired(1)["extracted_value"]), (&json!("worry"), &json!("bears")));
        let listed = member.get("/api/v1/sessions").await.json(200);
        assert_eq!(listed["items"][0]["objective_id"], next["id"]);
        member.post(&path, &json!({})).await.problem(409);
        admin.post(&path, &json!({"objective_id": session})).await.problem(422);
    })
    .await;
}

#[tokio::test]
async fn a_pool_of_questions_is_laid_over_new_interviews() {
    everywhere(async |place| {
        let (admin, member) = place.tenant();
        let objective = admin.make_plan("project_discovery").await;
        admin.activate(&objective).await;
        let question = |key: &str| {
            json!({"key": key, "fieldPath": format!("security.{key}"), "prompt": "What?",
            "collectionType": "direct_question", "widgetType": "text", "priority": 7})
        };
        let pool = json!({"pool_id": "security", "context_type": "project_discovery",
            "obligations": [question("data_kept"), question("goods")]});
        let made = admin.post("/api/v1/question-pools", &pool).await.json(201);
        admin.post("/api/v1/question-pools", &pool).await.problem(409);
        member.post("/api/v1/question-pools", &pool).await.problem(403);
        let session = member.open("project_discovery").await;
        let one = member.obligation(&session, "data_kept").await;
        assert_eq!(
            (&one["pool_id"], &one["origin_layer"], &one["origin_source_id"]),
            (&json!("security"), &json!("tenant"), &made["id"])
        );
        let pages = admin.get("/admin/pools").await;
        assert!(pages.text.contains("security") && pages.text.contains("in 1 interview"), "{}", pages.text);
        let own = member.obligation(&session, "goods").await;
        assert_eq!((&own["pool_id"], &own["origin_source_id"]), (&Value::Null, &json!(objective)), "the objective's own stays");

        let path = format!("/api/v1/question-pools/{}", made["id"].as_str().expect("an id"));
        let mut quiet = pool.clone();
        quiet["active"] = json!(false);
        admin.put(&path, &quiet).await.json(200);
        let plain = member.open("project_discovery").await;
        assert!(!keys(&member.session(&plain).await).contains(&"data_kept"));
        let asked = json!({"context_type": "project_discovery", "pool_ids": [made["id"]]});
        let asked = member.post("/api/v1/sessions", &asked).await.json(201);
        assert!(keys(&asked).contains(&"data_kept"));
        let unknown = json!({"context_type": "project_discovery", "pool_ids": [session]});
        member.post("/api/v1/sessions", &unknown).await.problem(422);
        quiet["obligations"][0]["priority"] = json!(11);
        let fault = admin.put(&path, &quiet).await.problem(422);
        assert_eq!(fault["errors"][0]["field"], "obligations.data_kept.priority");
        assert_eq!(admin.delete(&path).await.status, 204);
        admin.get(&path).await.problem(404);
        assert!(keys(&member.session(&session).await).contains(&"data_kept"), "what began with it keeps it");
    })
    .await;
}

#[tokio::test]
async fn a_projects_pools_join_its_interviews_and_no_others() {
    everywhere(async |place| {
        let (admin, member) = place.tenant();
        let (stranger, _) = place.tenant();
        admin.activate(&admin.make_plan("project_discovery").await).await;
        let mut projects = Vec::new();
        for (of, name) in [(&member, "Apiary"), (&member, "Bakery"), (&stranger, "Theirs")] {
            let made = of.post("/api/v1/projects", &json!({"name": name})).await.json(201);
            projects.push(made["id"].clone());
        }
        let pool = |name: &str, key: &str, project: &Value| {
            json!({"pool_id": name, "project_id": project, "obligations": [{"key": key, "fieldPath": format!("more.{key}"),
                "prompt": "What?", "collectionType": "direct_question", "widgetType": "text", "priority": 7}]})
        };
        let made = admin.post("/api/v1/question-pools", &pool("bees", "hives", &projects[0])).await.json(201);
        assert_eq!(made["project_id"], projects[0]);
        admin.post("/api/v1/question-pools", &pool("ovens", "ovens", &projects[1])).await.json(201);
        let everybodys = admin.post("/api/v1/question-pools", &pool("general", "name", &Value::Null)).await.json(201);
        assert_eq!(everybodys["project_id"], Value::Null);
        for unknown in [&projects[2], &made["id"]] {
            let fault = admin.post("/api/v1/question-pools", &pool("x", "x", unknown)).await.problem(422);
            assert_eq!(fault["errors"][0]["field"], "project_id");
        }

        let open = async |of: &Api, project: &Value| {
            of.post("/api/v1/sessions", &json!({"context_type": "project_discovery", "project_id": project})).await
        };
        let session = open(&member, &projects[0]).await.json(201);
        let own = |state: &Value| {
            keys(state).into_iter().filter(|key| ["hives", "ovens", "name"].contains(key)).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(own(&session), ["hives", "name"]);
        let origin = |state: &Value, key: &str| {
            let all = state["obligations"].as_array().expect("obligations");
            let one = all.iter().find(|one| one["obligation_key"] == key).expect("it is asked");
            json!([one["origin_layer"], one["pool_id"], one["origin_source_id"]])
        };
        assert_eq!(origin(&session, "hives"), json!(["project", "bees", made["id"]]));
        assert_eq!(origin(&session, "name"), json!(["tenant", "general", everybodys["id"]]));
        let plain = member.open("project_discovery").await;
        assert_eq!(own(&member.session(&plain).await), ["name"], "an interview about nothing in particular");
        for unknown in [&projects[2], &made["id"]] {
            open(&member, unknown).await.problem(404);
        }
        // Whoever names the pool has it anywhere, and it still says where it is from.
        let asked = json!({"context_type": "project_discovery", "pool_ids": [made["id"]]});
        let asked = member.post("/api/v1/sessions", &asked).await.json(201);
        assert_eq!((own(&asked), origin(&asked, "hives")), (own(&session), origin(&session, "hives")));

        // Another version of the objective leaves them where they stand; what the project asks since joins.
        let mut config = plan();
        config["obligations"].as_array_mut().expect("a list").retain(|one| one["key"] != "worry");
        let body = json!({"context_type": "project_discovery", "version": "2.0.0", "config": config});
        let next = admin.post("/api/v1/objectives", &body).await.json(201);
        admin.activate(next["id"].as_str().expect("an id")).await;
        admin.post("/api/v1/question-pools", &pool("honey", "honey", &projects[0])).await.json(201);
        let id = session["id"].as_str().expect("an id");
        member.post(&format!("/api/v1/sessions/{id}/migrate"), &json!({})).await.json(200);
        let moved = member.session(id).await;
        assert!(keys(&moved).contains(&"honey") && !keys(&moved).contains(&"worry"), "{:?}", keys(&moved));
        assert_eq!(own(&moved), own(&session));

        // A project takes its pools with it; interviews keep what they ask.
        let gone = projects[0].as_str().expect("an id");
        assert_eq!(admin.delete(&format!("/api/v1/projects/{gone}")).await.status, 204);
        let left = admin.get("/api/v1/question-pools").await.json(200);
        let names: Vec<&str> =
            left["items"].as_array().expect("pools").iter().filter_map(|one| one["pool_id"].as_str()).collect();
        assert_eq!(names, ["ovens", "general"]);
        assert_eq!(own(&member.session(id).await), own(&moved));
        open(&member, &projects[0]).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn every_question_says_who_brought_it_in() {
    everywhere(async |place| {
        let (admin, member) = (place.admin(), place.member());
        let objectives = admin.get("/api/v1/objectives?limit=200").await.json(200);
        let built_in = objectives["items"].as_array().expect("a list").iter().find(|one| one["built_in"] == true).expect("one");
        let body = json!({"context_type": built_in["context_type"], "objective_id": built_in["id"]});
        let session = member.post("/api/v1/sessions", &body).await.json(201);
        let one = &session["obligations"][0];
        assert_eq!((&one["origin_layer"], &one["origin_source_id"]), (&json!("built_in"), &built_in["id"]));
        let own = place.interview(&member).await;
        assert_eq!(member.obligation(&own, "goods").await["origin_layer"], "tenant");
    })
    .await;
}
