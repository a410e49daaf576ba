//! `/api/v1/objectives`.

use crate::ground::{Api, everywhere, id_of, plan};
use serde_json::{Value, json};

#[tokio::test]
async fn an_objective_is_made_read_changed_and_activated() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let body = json!({"context_type": "idea_discovery", "version": "1.2.0", "display_name": "Shops", "config": plan()});
        let made = owner.post("/api/v1/objectives", &body).await.json(201);
        assert_eq!((&made["active"], &made["version"], &made["display_name"]), (&json!(false), &json!("1.2.0"), &json!("Shops")));
        assert_eq!(made["config"], plan(), "the definition comes back as it was given");
        let path = format!("/api/v1/objectives/{}", made["id"].as_str().expect("an id"));
        assert_eq!(guest.get(&path).await.json(200), made);

        let mut unnamed = plan();
        unnamed.as_object_mut().expect("an object").remove("displayName");
        let named_outside = json!({"context_type": "idea_discovery", "display_name": "Stalls", "config": unnamed});
        assert_eq!(owner.post("/api/v1/objectives", &named_outside).await.json(201)["display_name"], "Stalls");
        let named_nowhere = json!({"context_type": "idea_discovery", "config": unnamed});
        assert_eq!(
            owner.post("/api/v1/objectives", &named_nowhere).await.problem(422)["errors"][0]["field"],
            "config.displayName"
        );

        let second = owner.make_plan("idea_discovery").await;
        owner.activate(made["id"].as_str().expect("an id")).await;
        assert_eq!(active(&owner).await, [made["id"].as_str().expect("an id")]);
        owner.activate(&second).await;
        assert_eq!(active(&owner).await, [second.as_str()], "one is active per kind");

        let mut config = plan();
        config["displayName"] = json!("A better shop");
        let changed =
            owner.put(&path, &json!({"context_type": "idea_discovery", "version": "1.3.0", "config": config})).await.json(200);
        assert_eq!((&changed["version"], &changed["display_name"]), (&json!("1.3.0"), &json!("A better shop")));
        assert_eq!(changed["created_at"], made["created_at"]);
        owner.put(&path, &json!({"context_type": "business_profile", "config": config})).await.problem(422);
        assert_eq!(guest.get(&path).await.json(200), changed);
    })
    .await;
}

/// What an interview says it was begun with is told apart by the version.
#[tokio::test]
async fn a_version_stands_for_one_definition() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let body = json!({"context_type": "idea_discovery", "version": "1.2.0", "display_name": "Shops", "config": plan()});
        let made = owner.post("/api/v1/objectives", &body).await.json(201);
        let path = format!("/api/v1/objectives/{}", made["id"].as_str().expect("an id"));
        let mut other = plan();
        other["obligations"][0]["prompt"] = json!("What is it that the shop sells?");
        for same_version in [
            json!({"context_type": "idea_discovery", "version": "1.2.0", "display_name": "Shops", "config": other}),
            json!({"context_type": "idea_discovery", "display_name": "Shops", "config": other}),
        ] {
            let problem = owner.put(&path, &same_version).await.problem(409);
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("1.2.0")), "{problem}");
        }
        assert_eq!(owner.get(&path).await.json(200), made);

        let renamed = json!({"context_type": "idea_discovery", "display_name": "Stalls", "config": plan()});
        let renamed = owner.put(&path, &renamed).await.json(200);
        assert_eq!(
            (&renamed["version"], &renamed["display_name"]),
            (&json!("1.2.0"), &json!("Stalls")),
            "a name is no definition"
        );
        let raised = json!({"context_type": "idea_discovery", "version": "1.2.1", "config": other});
        assert_eq!(owner.put(&path, &raised).await.json(200)["version"], "1.2.1");
        owner.post("/api/v1/objectives", &body).await.json(201);
        owner.post("/api/v1/objectives", &body).await.json(201);

        let mut third = other.clone();
        third["obligations"][0]["prompt"] = json!("What do you sell?");
        let taken = json!({"context_type": "idea_discovery", "version": "1.2.0", "display_name": "Shops", "config": third});
        let before = owner.get("/api/v1/objectives").await.json(200);
        for problem in [owner.post("/api/v1/objectives", &taken).await.problem(409), owner.put(&path, &taken).await.problem(409)]
        {
            let detail = problem["detail"].as_str().expect("a detail");
            assert!(detail.contains("1.2.0") && detail.contains("Shops") && detail.contains("give this one"), "{detail}");
        }
        assert_eq!(owner.get("/api/v1/objectives").await.json(200), before);
    })
    .await;
}

async fn active(api: &Api) -> Vec<String> {
    let all = api.get("/api/v1/objectives").await.json(200);
    let active = all["items"].as_array().expect("items").iter().filter(|one| one["active"] == true);
    active.map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test]
async fn every_installation_has_three_that_work() {
    everywhere(async |place| {
        let all = place.member().get("/api/v1/objectives?limit=200").await.json(200);
        for kind in ["business_profile", "idea_discovery", "project_discovery"] {
            let one =
                all["items"].as_array().expect("items").iter().find(|one| one["context_type"] == kind && one["active"] == true);
            let one = one.unwrap_or_else(|| panic!("no {kind}"));
            let count = one["config"]["obligations"].as_array().map_or(0, Vec::len);
            assert!((10..=14).contains(&count) && one["built_in"] == true, "{kind} has {count}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_definition_that_cannot_work_is_refused_with_every_fault() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let spoiled = |spoil: &dyn Fn(&mut Value)| {
            let mut config = plan();
            spoil(&mut config);
            config
        };
        let cases: [(&str, Value); 11] = [
            ("twice", spoiled(&|config| config["obligations"][1]["key"] = json!("goods"))),
            ("nothing", spoiled(&|config| config["obligations"][3]["dependencies"] = json!(["nothing"]))),
            ("circle", spoiled(&|config| config["obligations"][1]["dependencies"] = json!(["budget"]))),
            ("required", spoiled(&|config| config["completion"]["requiredObligations"] = json!(["rent"]))),
            ("priority", spoiled(&|config| config["obligations"][0]["priority"] = json!(11))),
            ("priority", spoiled(&|config| config["obligations"][0]["priority"] = json!(0))),
            ("satisfiedWhen", spoiled(&|config| config["obligations"][0]["satisfiedWhen"] = json!("when I say so"))),
            ("options", spoiled(&|config| config["obligations"][1]["options"] = json!([]))),
            ("widgetType", spoiled(&|config| config["obligations"][0]["widgetType"] = json!("slider"))),
            ("obligations", json!({"displayName": "Nothing"})),
            ("config", json!([1, 2])),
        ];
        for (word, config) in &cases {
            let problem =
                owner.post("/api/v1/objectives", &json!({"context_type": "idea_discovery", "config": config})).await.problem(422);
            let errors = problem["errors"].as_array().expect("errors");
            assert!(errors.iter().any(|error| error.to_string().contains(word)), "{word}: {problem}");
        }
        let both = spoiled(&|config| {
            config["obligations"][0]["priority"] = json!(99);
            config["obligations"][3]["dependencies"] = json!(["nothing"]);
            config["completion"]["requiredObligations"] = json!(["rent"]);
        });
        let problem =
            owner.post("/api/v1/objectives", &json!({"context_type": "idea_discovery", "config": both})).await.problem(422);
        assert_eq!(problem["errors"].as_array().map(Vec::len), Some(3), "{problem}");

        let made = owner.make_plan("idea_discovery").await;
        let before = owner.get("/api/v1/objectives").await.json(200);
        for (_, config) in &cases {
            owner
                .put(&format!("/api/v1/objectives/{made}"), &json!({"context_type": "idea_discovery", "config": config}))
                .await
                .problem(422);
        }
        assert_eq!(owner.get("/api/v1/objectives").await.json(200), before);
    })
    .await;
}

#[tokio::test]
async fn objectives_are_for_administrators_to_change() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let made = owner.make_plan("idea_discovery").await;
        let body = json!({"context_type": "idea_discovery", "config": plan()});
        guest.post("/api/v1/objectives", &body).await.problem(403);
        guest.put(&format!("/api/v1/objectives/{made}"), &body).await.problem(403);
        guest.post(&format!("/api/v1/objectives/{made}/activate"), &json!({})).await.problem(403);
        for unknown in [id_of("nothing").to_string(), "x".into()] {
            owner.get(&format!("/api/v1/objectives/{unknown}")).await.problem(404);
            owner.put(&format!("/api/v1/objectives/{unknown}"), &body).await.problem(404);
            owner.post(&format!("/api/v1/objectives/{unknown}/activate"), &json!({})).await.problem(404);
        }
        assert_eq!(active(&owner).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_number_beyond_its_bounds_is_refused_or_asked_back_about() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let config = json!({"displayName": "A team", "obligations": [{
            "key": "team_size", "fieldPath": "team.size", "prompt": "How many people work there?", "priority": 9,
            "collectionType": "direct_question", "widgetType": "number", "unit": "people", "min": 1, "max": 500,
        }]});
        let mut without_room = config.clone();
        without_room["obligations"][0]["min"] = json!(500);
        let refused = owner.post("/api/v1/objectives", &json!({"context_type": "idea_discovery", "config": without_room})).await;
        assert_eq!(refused.problem(422)["errors"][0]["field"], "config.obligations.team_size.max");
        let made = owner.post("/api/v1/objectives", &json!({"context_type": "idea_discovery", "config": config})).await.json(201);
        assert_eq!(made["config"], config);
        owner.activate(made["id"].as_str().expect("an id")).await;

        let session = guest.open("idea_discovery").await;
        let question = guest.session(&session).await["obligations"][0].clone();
        assert_eq!((&question["unit"], &question["min"], &question["max"]), (&json!("people"), &json!(1), &json!(500)));
        let widget = json!({"sessionId": session, "message": "", "widget": {"key": "team_size", "value": 900}});
        let refused = guest.chat(&widget).await.problem(422);
        assert_eq!(refused["errors"][0]["message"], "Team size must be from 1 to 500 people", "{refused}");
        let page = guest.get(&format!("/interviews/{session}")).await.text;
        assert!(page.contains("max=\"500\"") && page.contains("from 1 to 500 people"), "the field shows its bounds");

        let turn = guest.say(&session, "900").await;
        assert!(turn.reply().contains("from 1 to 500 people"), "{}", turn.reply());
        assert_eq!(guest.session(&session).await["obligations"][0]["extracted_value"], Value::Null);
        guest.say(&session, "24").await;
        let known = guest.session(&session).await["obligations"][0]["extracted_value"].clone();
        assert_eq!((&known["value"], &known["unit"]), (&json!(24), &json!("people")), "{known}");
    })
    .await;
}
