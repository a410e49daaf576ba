//! Domain packs and prompts over HTTP: built in, imported, drafted from what is there, changed, and back to the default.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, eventually, everywhere},
    projects::{made, upload},
};
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub};

/// One of everything that belongs to a pack: a pack of the tenant, a prompt that the project changed, a secret. The pack's slug.
pub(crate) async fn furnish(api: &Api, project: &str) -> String {
    let pack = json!({"domain": "honey", "category": "trade", "version": "1.0.0", "areas": []});
    let pack = api.post("/api/v1/domain-packs", &pack).await.json(201);
    let path = format!("/api/v1/projects/{project}");
    api.put(&format!("{path}/prompts/exploration"), &json!({"text": "Explore {{DATASET}}."})).await.json(200);
    assert_eq!(api.put(&format!("{path}/secrets/llm-api-key"), &json!({"value": "sk-0199c1de-7a3c-7b6e"})).await.status, 204);
    pack["slug"].as_str().expect("a slug").to_owned()
}

fn slugs(packs: &Value) -> Vec<&str> {
    packs["items"].as_array().expect("packs").iter().map(|pack| pack["slug"].as_str().expect("a slug")).collect()
}

fn fields(problem: &Value) -> Vec<&str> {
    problem["errors"].as_array().expect("errors").iter().filter_map(|error| error["field"].as_str()).collect()
}

#[tokio::test]
async fn packs_are_built_in_exported_imported_and_deleted() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let built_in = ["gaming-match3", "social-content_sharing", "commerce", "support", "general"];
        assert_eq!(slugs(&owner.get("/api/v1/domain-packs").await.json(200)), built_in);
        let exported = owner.get("/api/v1/domain-packs/gaming-match3/export").await;
        assert_eq!(exported.header("content-disposition"), "attachment; filename=\"gaming-match3-1.0.0.json\"");
        let mut pack = exported.json(200);
        let areas: Vec<&str> = pack["areas"].as_array().expect("areas").iter().filter_map(|area| area["id"].as_str()).collect();
        assert_eq!(areas, ["churn", "engagement", "monetization", "levels"]);
        assert!(pack["areas"][0]["prompt"].as_str().is_some_and(|text| text.contains("{{QUERY_RESULTS}}")));

        member.post("/api/v1/domain-packs", &pack).await.problem(403);
        let imported = owner.post("/api/v1/domain-packs", &pack).await.json(201);
        assert_eq!((&imported["built_in"], &imported["areas"]), (&json!(false), &pack["areas"]));
        owner.post("/api/v1/domain-packs", &pack).await.problem(409);
        pack["version"] = json!("1.0.1");
        pack["areas"].as_array_mut().expect("areas").truncate(1);
        owner.post("/api/v1/domain-packs", &pack).await.json(200);
        let read = owner.get("/api/v1/domain-packs/gaming-match3").await.json(200);
        assert_eq!((&read["version"], read["areas"].as_array().map(Vec::len)), (&json!("1.0.1"), Some(1)));
        assert_eq!(slugs(&owner.get("/api/v1/domain-packs").await.json(200)).len(), built_in.len(), "it stands in for it");

        let (stranger, _) = place.tenant();
        assert_eq!(stranger.get("/api/v1/domain-packs/gaming-match3").await.json(200)["built_in"], true, "of other tenants");

        member.delete("/api/v1/domain-packs/gaming-match3").await.problem(403);
        assert_eq!(owner.delete("/api/v1/domain-packs/gaming-match3").await.status, 204);
        assert_eq!(owner.get("/api/v1/domain-packs/gaming-match3").await.json(200)["built_in"], true);
        owner.delete("/api/v1/domain-packs/gaming-match3").await.problem(409);
        owner.delete("/api/v1/domain-packs/nothing").await.problem(404);
        owner.get("/api/v1/domain-packs/nothing/export").await.problem(404);
        let audit = owner.get("/api/v1/admin/audit").await.text;
        assert!(audit.contains("domain_pack.imported") && audit.contains("domain_pack.deleted"), "{audit}");
    })
    .await;
}

#[tokio::test]
async fn every_fault_of_an_import_is_named() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let pack = json!({
            "slug": "Bad Slug", "version": "first", "areas": [
                {"id": "late", "name": "Late", "prompt": "{{QUERY_RESULTS}} {{NOPE}}"}, {"id": "late", "keywords": [""]},
            ],
            "prompts": {"exploration": "x".repeat(50_001), "other": "x"},
        });
        let problem = owner.post("/api/v1/domain-packs", &pack).await.problem(422);
        assert_eq!(
            fields(&problem),
            [
                "domain", "slug", "version", "areas.0.prompt", "areas.1.name", "areas.1.keywords.0", "areas.1.id",
                "prompts.exploration", "prompts.other"
            ],
            "{problem}"
        );
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("9 faults")), "{problem}");
        assert!(problem.to_string().contains("there is no variable {{NOPE}}"), "{problem}");
    })
    .await;
}

#[tokio::test]
async fn prompts_are_changed_and_go_back_to_their_default() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let body = json!({"name": "Puzzle", "domain": "gaming", "category": "match3"});
        let project = owner.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/v1/projects/{project}/prompts");
        let listed = member.get(&path).await.json(200);
        let names: Vec<&str> =
            listed["items"].as_array().expect("prompts").iter().filter_map(|one| one["name"].as_str()).collect();
        assert_eq!(
            names,
            [
                "base_context", "exploration", "analysis_churn", "analysis_engagement", "analysis_monetization",
                "analysis_levels", "recommendations"
            ]
        );
        assert!(listed["items"].as_array().expect("prompts").iter().all(|one| one["source"] == "built_in"));
        let churn = format!("{path}/analysis_churn");
        let default = owner.get(&churn).await.json(200);
        assert!(default["variables"].as_array().expect("names").contains(&json!("QUERY_RESULTS")));

        member.put(&churn, &json!({"text": "mine"})).await.problem(403);
        let problem = owner.put(&churn, &json!({"text": "{{QUERY_RESULTS}} {{WHO}}"})).await.problem(422);
        assert_eq!(fields(&problem), ["text"]);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("{{WHO}}") && detail.contains("DIALECT")));
        owner.put(&churn, &json!({"text": "  "})).await.problem(422);
        for unknown in ["analysis_other", "nothing", "%00"] {
            owner.put(&format!("{path}/{unknown}"), &json!({"text": "x"})).await.problem(404);
            owner.get(&format!("{path}/{unknown}")).await.problem(404);
            owner.delete(&format!("{path}/{unknown}")).await.problem(404);
        }

        let changed = owner.put(&churn, &json!({"text": "Read {{QUERY_RESULTS}}"})).await.json(200);
        assert_eq!((&changed["source"], &changed["text"]), (&json!("project"), &json!("Read {{QUERY_RESULTS}}")));
        assert_eq!(owner.get(&churn).await.json(200), changed);
        // A pack of the tenant has prompts of its own; what the project changed wins over them.
        let area = |id: &str| json!({"id": id, "name": id, "prompt": format!("The tenant's {id}: {{{{QUERY_RESULTS}}}}")});
        let pack = json!({"domain": "Gaming", "category": "match3", "version": "2", "areas": [area("churn"), area("love")]});
        owner.post("/api/v1/domain-packs", &pack).await.json(201);
        assert_eq!(owner.get(&churn).await.json(200)["source"], "project");
        assert_eq!(owner.get(&format!("{path}/analysis_love")).await.json(200)["source"], "pack");
        owner.get(&format!("{path}/analysis_levels")).await.problem(404);

        assert_eq!(owner.delete(&churn).await.status, 204);
        owner.delete(&churn).await.problem(404);
        assert_eq!(owner.get(&churn).await.json(200)["text"], "The tenant's churn: {{QUERY_RESULTS}}");
        owner.delete("/api/v1/domain-packs/gaming-match3").await;
        assert_eq!(owner.get(&churn).await.json(200), default);
        let audit = owner.get("/api/v1/admin/audit").await.text;
        assert!(audit.contains("project.prompt_changed") && audit.contains("project.prompt_reset"), "{audit}");
    })
    .await;
}

#[tokio::test]
async fn secrets_are_set_masked_and_deleted() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let project = made(&owner, "Shop").await;
        let path = format!("/api/v1/projects/{project}/secrets");
        assert_eq!(owner.get(&path).await.json(200), json!([]));
        for (name, value) in [("llm-api-key", "sk-ant-0199c1de-7a3c-wxyz"), ("warehouse-credentials", "0199c1de-7a3c-hidden-end")]
        {
            member.put(&format!("{path}/{name}"), &json!({"value": value})).await.problem(403);
            let answer = owner.put(&format!("{path}/{name}"), &json!({"value": value})).await;
            assert_eq!((answer.status, answer.text.as_str()), (204, ""));
        }
        member.get(&path).await.problem(403);
        let listed = owner.get(&path).await.json(200);
        let shown = |place: usize| (listed[place]["name"].as_str(), listed[place]["masked"].as_str());
        assert_eq!(shown(0), (Some("llm-api-key"), Some("••••••••wxyz")));
        assert_eq!(shown(1), (Some("warehouse-credentials"), Some("••••••••")), "of credentials nothing is shown");
        assert!(listed[0]["updated_at"].is_string());
        for (name, value) in [
            ("database-password", "x"),
            ("llm-api-key", " "),
            ("llm-api-key", "two words"),
            ("warehouse-credentials", "{\"host\": \"elsewhere\", \"password\": \"x\"}"),
        ] {
            owner.put(&format!("{path}/{name}"), &json!({"value": value})).await.problem(422);
        }
        let audit = owner.get("/api/v1/admin/audit").await.text;
        assert!(audit.contains("project.secret_set") && !audit.contains("0199c1de-7a3c"), "{audit}");
        assert!(!owner.get(&format!("/api/v1/projects/{project}")).await.text.contains("0199c1de-7a3c"));
        assert_eq!(owner.delete(&format!("{path}/llm-api-key")).await.status, 204);
        owner.delete(&format!("{path}/llm-api-key")).await.problem(404);
        owner.delete(&format!("{path}/other")).await.problem(422);
        assert_eq!(owner.get(&path).await.json(200).as_array().map(Vec::len), Some(1));
        assert_eq!(owner.delete(&format!("/api/v1/projects/{project}")).await.status, 204);
        owner.get(&path).await.problem(404);
    })
    .await;
}

const DELIVERIES: &[u8] = b"id,district,fee,sent_on\n1,North,4.5,2024-01-05\n2,South,6,2024-02-11\n3,North,5,2024-03-02\n";

#[tokio::test]
async fn a_pack_is_drafted_edited_and_accepted() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let body = json!({
            "name": "Couriers", "description": "Deliveries on time", "generate_pack": {"enabled": true},
        });
        let project = member.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/v1/projects/{project}");
        upload(&owner, &project, &[("kind", "database"), ("name", "city")], &[("deliveries.csv", DELIVERIES)]).await.json(201);
        let pack = json!({"domain": "x", "version": "1", "areas": []});
        member.put(&path, &json!({"pack": pack})).await.problem(409);
        member.post(&format!("{path}/pack-generate"), &json!({})).await.json(202);
        let drafted = async || owner.get(&path).await.json(200)["state"] == "pack_generation_done";
        eventually("the pack is drafted", drafted).await;

        let shown = member.get(&path).await.json(200);
        let area = &shown["pack"]["areas"][0];
        assert_eq!((&area["id"], &area["tables"]), (&json!("deliveries"), &json!(["city.deliveries"])), "{shown}");
        for word in ["fee", "district", "sent_on", "delivery"] {
            assert!(area["keywords"].as_array().expect("keywords").contains(&json!(word)), "{word}: {area}");
        }
        assert!(area["prompt"].as_str().is_some_and(|text| text.contains("How does fee develop by sent_on")), "{area}");
        assert!(shown["pack"]["profile_schema"]["properties"]["currency"].is_object(), "{shown}");

        // What is shown may be sent back, and changes nothing.
        let back = member.put(&path, &json!({"pack": shown["pack"]})).await.json(200);
        assert_eq!(back["pack"], shown["pack"]);
        let problem =
            member.put(&path, &json!({"pack": {"domain": "x", "version": "1", "areas": [{"id": "a"}]}})).await.problem(422);
        assert_eq!(fields(&problem), ["pack.areas.0.name"]);
        let mut edited = shown["pack"].clone();
        edited["areas"][0]["name"] = json!("Late deliveries");
        let answer = member.put(&path, &json!({"pack": edited, "state": "ready"})).await.json(200);
        assert_eq!((&answer["pack"]["areas"][0]["name"], &answer["state"]), (&json!("Late deliveries"), &json!("ready")));
        let prompts = owner.get(&format!("{path}/prompts")).await.json(200);
        assert_eq!(
            (&prompts["items"][2]["name"], &prompts["items"][2]["source"]),
            (&json!("analysis_deliveries"), &json!("pack"))
        );

        // Once it is ready its pack is for administrators to change.
        member.put(&path, &json!({"pack": null})).await.problem(403);
        assert_eq!(owner.put(&path, &json!({"pack": null})).await.json(200)["pack"], Value::Null);
        owner.get(&format!("{path}/prompts/analysis_deliveries")).await.json(200);
        assert_eq!(owner.get(&format!("{path}/prompts")).await.json(200)["items"].as_array().map(Vec::len), Some(3));
    })
    .await;
}

#[tokio::test]
async fn pages_show_the_pack_the_prompts_and_no_secret() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let body = json!({"name": "Puzzle", "domain": "gaming", "category": "match3"});
    let project = api.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
    let page = async |part: &str| {
        let answer = api.get(&format!("/projects/{project}/{part}")).await;
        assert_eq!(answer.status, 200, "{part}");
        answer.text
    };
    let pack = page("pack").await;
    assert!(pack.contains("Monetization") && pack.contains("/api/v1/domain-packs/gaming-match3/export"), "{pack}");
    let prompts = page("prompts").await;
    assert!(prompts.contains("prompt-analysis_levels") && prompts.contains("{{QUERY_RESULTS}}"), "{prompts}");
    api.put(&format!("/api/v1/projects/{project}/secrets/llm-api-key"), &json!({"value": "sk-0199c1de-7a3c-abcd"})).await;
    let settings = page("settings").await;
    assert!(settings.contains("••••••••abcd") && !settings.contains("0199c1de-7a3c"), "{settings}");
}

/// What a model answers that drafts a pack.
fn drafted(table: &str) -> String {
    json!({
        "areas": [{
            "name": "Late deliveries", "description": "Which come late.", "keywords": ["late", "sent_on"], "tables": [table],
            "questions": ["How does fee differ by district?"],
        }],
        "profile": [{"name": "promise", "type": "string", "description": "What was promised"}],
    })
    .to_string()
}

#[tokio::test]
async fn a_model_drafts_a_pack_with_the_key_of_the_project() {
    let (database, model) = (Database::sqlite(), ModelStub::start().await.expect("a free port"));
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let api = Api::new(&server.base, Some(ADMIN));
    let one =
        json!({"provider": "openai", "model": "stub-1", "base_url": model.base_url(Provider::OpenAi), "api_key": "sk-tenant"});
    api.put("/api/v1/admin/models", &json!({"fast": one, "strong": one, "budget": {}})).await.json(200);
    let draft = async |key: Option<&str>| {
        let body = json!({"name": "Couriers", "generate_pack": {"enabled": true}});
        let project = api.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/v1/projects/{project}");
        upload(&api, &project, &[("kind", "database"), ("name", "city")], &[("deliveries.csv", DELIVERIES)]).await.json(201);
        if let Some(key) = key {
            assert_eq!(api.put(&format!("{path}/secrets/llm-api-key"), &json!({"value": key})).await.status, 204);
        }
        api.post(&format!("{path}/pack-generate"), &json!({})).await.json(202);
        let is_done = async || api.get(&path).await.json(200)["state"] == "pack_generation_done";
        eventually("the pack is drafted", is_done).await;
        let note = api.get(&format!("{path}/pack-generate")).await.json(200)["note"].clone();
        (api.get(&path).await.json(200)["pack"].clone(), note)
    };
    let keys = || -> Vec<String> { model.requests().iter().map(|request| request.headers["authorization"].clone()).collect() };

    model.always(Behaviour::Says(drafted("city.deliveries")));
    let (pack, note) = draft(Some("sk-project")).await;
    assert_eq!((&pack["areas"][0]["id"], &pack["areas"][0]["tables"]), (&json!("late_deliveries"), &json!(["city.deliveries"])));
    assert!(note.as_str().is_some_and(|note| note.starts_with("drafted by") && note.contains("stub-1")), "{note}");
    assert_eq!(keys(), ["Bearer sk-project"]);
    draft(None).await;
    assert_eq!(keys(), ["Bearer sk-project", "Bearer sk-tenant"], "without one of its own the tenant's");

    // What it makes up is sent back, and then the rules draft.
    model.always(Behaviour::Says(drafted("city.invented")));
    let (pack, note) = draft(None).await;
    assert_eq!(pack["areas"][0]["id"], "deliveries", "{pack}");
    assert!(note.as_str().is_some_and(|note| note.contains("built-in rules") && note.contains("city.invented")), "{note}");
    assert_eq!(keys().len(), 6);
}
