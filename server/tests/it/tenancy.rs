//! A tenant sees only its own, a person only theirs: every route with somebody else's id.

use crate::{
    ground::{Answer, Api, Place, everywhere, id_of, plan},
    openapi::resolved,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A tenant with one of everything that a route may name.
pub(crate) struct House {
    pub(crate) owner: Api,
    /// The ids for paths, by the name of their list.
    pub(crate) known: BTreeMap<&'static str, String>,
    pub(crate) session: String,
    pub(crate) project: String,
    pub(crate) description: Value,
}

/// A route of the description with the ids of a house, and a body that would do.
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Option<Value>,
}

impl House {
    pub(crate) async fn furnish(owner: Api) -> Self {
        let objective = owner.make_plan("project_discovery").await;
        owner.activate(&objective).await;
        let session = owner.open("project_discovery").await;
        owner.say(&session, "We sell honey for beekeepers").await;
        let document = json!({"title": "Harvest", "text": "Honey is harvested in July.\n\nWaxworks Trading Ltd has opened an office in ADGM, Abu Dhabi."});
        let document = owner.post("/api/v1/documents", &document).await.json(201);
        let task = owner.post(&format!("/api/v1/sessions/{session}/research"), &json!({"query": "honey"})).await.json(202);
        crate::research::over(&owner, &session, task["id"].as_str().expect("an id")).await;
        let state = owner.session(&session).await;
        let token = owner.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "member"})).await.json(201);
        let pool = owner.post("/api/v1/question-pools", &json!({"pool_id": "harvest", "obligations": []})).await.json(201);
        let project = crate::projects::full(&owner).await;
        let sources = owner.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        let pack = crate::packs::furnish(&owner, &project).await;
        let run = crate::runs::begun(&owner, &project, &json!({})).await;
        let discovery = crate::runs::ended(&owner, &run).await["discovery_id"].as_str().expect("an id").to_owned();
        let schedule = crate::schedules::scheduled(&owner, &project, &json!({"cron": "0 0 1 1 *"})).await;
        let companies = json!({"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM"}});
        let companies = owner.post(crate::companies::DISCOVERY, &companies).await.json(200);
        let rated = format!("/api/v1/companies/{}/feedback", companies["data"]["companies"][0]["id"].as_str().expect("an id"));
        owner.post(&rated, &json!({"rating": "like"})).await.json(201);
        let place = json!({"name": "Harvest Park", "kind": "district", "city": "Dubai"});
        let place = owner.post("/api/v1/company-places", &place).await.json(201);
        let search = companies["meta"]["searchId"].as_str().expect("an id").to_owned();
        let told = crate::companies::schedules::scheduled(&owner, &json!({})).await;
        let answer = crate::ask::ask(&owner, &project, &json!({"question": "How many orders are there?"})).await;
        let ask = crate::ask::id_of(&answer);
        crate::ask::settled(&owner, &ask).await;
        let kept = crate::ask::schedules::scheduled(&owner, &ask, "Orders", &json!({})).await;
        let (pipeline, opportunities) = crate::opportunities::reviewable(&owner, &project).await;
        let id = |of: &Value| of["id"].as_str().expect("an id").to_owned();
        // A new list needs a line here.
        let known = [
            ("objectives", objective),
            ("sessions", session.clone()),
            ("reviews", session.clone()),
            ("users", id_of(&owner.token.clone().expect("a token")).to_string()),
            ("tokens", id(&token)),
            ("messages", id(&state["messages"][0])),
            ("question-pools", id(&pool)),
            ("documents", id(&document)),
            ("projects", project.clone()),
            ("sources", id(&sources["items"][0])),
            ("runs", run),
            ("discoveries", discovery),
            ("asks", ask),
            ("ask-schedules", kept),
            ("pipelines", pipeline),
            ("opportunities", id(&opportunities[0])),
            ("schedules", schedule),
            ("company-searches", search),
            ("company-places", id(&place)),
            ("company-schedules", told),
            ("companies", id(&companies["data"]["companies"][0])),
            ("domain-packs", pack),
            ("prompts", "exploration".to_owned()),
            ("secrets", "llm-api-key".to_owned()),
            ("tools", "list_databases".to_owned()),
            ("research", id(&task)),
            ("obligations", "goods".to_owned()),
            ("negotiations", "goods".to_owned()),
        ];
        let description = owner.get("/api/openapi.json").await.json(200);
        Self { owner, known: known.into(), session, project, description }
    }

    /// Every operation whose path names something: those that come later are among them by themselves.
    pub(crate) fn routes(&self) -> Vec<Route> {
        self.routes_of(&|_| true)
    }

    pub(crate) fn routes_of(&self, wanted: &dyn Fn(&str) -> bool) -> Vec<Route> {
        let mut routes = Vec::new();
        for (template, operations) in self.description["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
                let body = (!schema.is_null()).then(|| resolved(&self.description, schema)["example"].clone());
                assert!(body.as_ref().is_none_or(Value::is_object), "{method} {template} has a body without an example");
                if !template.contains('{') || !wanted(template) {
                    continue;
                }
                let method = method.to_uppercase().parse().expect("a method");
                routes.push(Route { method, path: self.path_of(template), body });
            }
        }
        // What the description does not name by a path.
        let chat = |message: Value| Route { method: Method::POST, path: "/api/discovery-chat".into(), body: Some(message) };
        routes.push(chat(json!({"sessionId": self.session, "message": "We sell wax"})));
        routes.push(chat(json!({"sessionId": self.session, "widget": {"key": "goods", "value": "wax"}})));
        routes
    }

    /// A path of the description with the ids of the house.
    pub(crate) fn path_of(&self, template: &str) -> String {
        let mut parts: Vec<String> = template.split('/').map(str::to_owned).collect();
        for at in 0..parts.len() {
            if parts[at].starts_with('{') {
                let list = parts[at - 1].as_str();
                let known = self.known.get(list).unwrap_or_else(|| panic!("give this test one of {list}"));
                parts[at].clone_from(known);
            }
        }
        parts.join("/")
    }

    /// All that the owner can read of it, and what the audit says.
    pub(crate) async fn everything(&self) -> BTreeMap<String, String> {
        let mut all = BTreeMap::new();
        // The audit first: to export is noted.
        let lists = ["users", "tokens", "audit"].map(|list| format!("/api/v1/admin/{list}?limit=200"));
        // Streams have no end, exports are noted, and the others answer only what they are asked.
        const OTHERS: [&str; 4] = ["/stream", "/export", "/query.csv", "/profile"];
        let read = |route: &Route| route.method == Method::GET && !OTHERS.iter().any(|end| route.path.ends_with(end));
        let paths = self.routes().into_iter().filter(read).map(|route| route.path);
        for path in lists.into_iter().chain(paths) {
            let answer = self.owner.get(&path).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
            // When a token was last used is not a change of it.
            let lines = answer.text.split(',').filter(|part| !part.contains("last_used_at"));
            all.insert(path, lines.collect::<Vec<_>>().join(","));
        }
        all
    }
}

/// The status each route answered somebody with.
async fn tried(routes: Vec<Route>, stranger: &Api) -> Vec<(String, u16)> {
    let mut answers = Vec::new();
    for Route { method, path, body } in routes {
        let mut call = stranger.call(method.clone(), &path);
        if let Some(body) = &body {
            call = call.json(body);
        }
        let answer = Answer::fetch(call).await;
        answer.problem(answer.status);
        answers.push((format!("{method} {path}"), answer.status));
    }
    answers
}

#[tokio::test]
async fn every_route_hides_what_belongs_to_others() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let house = House::furnish(owner).await;
        every_route_hides_what_belongs_to_another_tenant(place, &house).await;
        every_route_of_an_interview_hides_it_from_other_members(&house, &member).await;
    })
    .await;
}

async fn every_route_hides_what_belongs_to_another_tenant(place: &Place, house: &House) {
    let before = house.everything().await;
    let (admin, member) = place.tenant();
    let tried_by_admin = tried(house.routes(), &admin).await;
    assert!(tried_by_admin.len() >= 60, "only {} routes", tried_by_admin.len());
    for (route, status) in tried_by_admin {
        assert_eq!(status, 404, "{route}");
    }
    for (route, status) in tried(house.routes(), &member).await {
        assert!([403, 404].contains(&status), "{route}: {status}");
    }
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    for path in [format!("/mcp/{}", house.project), format!("/mcp?project={}", house.project)] {
        let call = admin.call(Method::POST, &path).header("accept", "application/json, text/event-stream");
        Answer::fetch(call.header("mcp-protocol-version", "2025-06-18").json(&list)).await.problem(404);
    }
    assert_eq!(house.everything().await, before, "nothing was changed");
    assert_eq!(admin.get(&format!("/interviews/{}", house.session)).await.status, 404);
}

async fn every_route_of_an_interview_hides_it_from_other_members(house: &House, member: &Api) {
    let (owner, session) = (&house.owner, &house.session);
    let before = owner.session(session).await;
    let answers = tried(house.routes_of(&|template| template.starts_with("/api/v1/sessions/")), member).await;
    assert!(answers.len() >= 25, "only {} routes", answers.len());
    for (route, status) in answers {
        assert_eq!(status, 404, "{route}");
    }
    let page = member.get(&format!("/interviews/{session}")).await;
    assert!(page.status == 404 && !page.text.contains("beekeepers"), "the page shows nothing of it");
    assert!(!member.get("/api/v1/sessions").await.text.contains(session));
    member.get("/api/v1/admin/sessions").await.problem(403);
    assert_eq!(owner.session(session).await, before);
    assert_eq!(owner.get(&format!("/interviews/{session}")).await.status, 200);
}

#[tokio::test]
async fn objectives_are_hidden_from_other_tenants() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let objective = owner.make_plan("idea_discovery").await;
        let (stranger, guest) = place.tenant();
        let path = format!("/api/v1/objectives/{objective}");
        let body = json!({"context_type": "idea_discovery", "config": plan()});
        for other in [&stranger, &place.admin()] {
            other.get(&path).await.problem(404);
            other.put(&path, &body).await.problem(404);
            other.post(&format!("{path}/activate"), &json!({})).await.problem(404);
            other
                .post("/api/v1/sessions", &json!({"context_type": "idea_discovery", "objective_id": objective}))
                .await
                .problem(422);
            assert!(!other.get("/api/v1/objectives?limit=200").await.text.contains(&objective));
        }
        guest.get(&path).await.problem(404);
        assert_eq!(owner.get(&path).await.json(200)["active"], false);
    })
    .await;
}

#[tokio::test]
async fn people_tokens_and_the_audit_stay_in_their_tenant() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let token = owner.post("/api/v1/admin/tokens", &json!({"name": "x", "role": "member"})).await.json(201);
        let token = token["id"].as_str().expect("an id");
        let (stranger, _) = place.tenant();
        let person = id_of(&guest.token.clone().expect("a token"));
        for other in [&stranger, &place.admin()] {
            other.delete(&format!("/api/v1/admin/users/{person}")).await.problem(404);
            other.delete(&format!("/api/v1/admin/tokens/{token}")).await.problem(404);
            for list in ["users", "tokens", "audit", "sessions"] {
                let listed = other.get(&format!("/api/v1/admin/{list}")).await;
                assert!(
                    listed.status == 200 && !listed.text.contains(token) && !listed.text.contains(&person.to_string()),
                    "{list}"
                );
            }
        }
        assert_eq!(guest.get("/api/v1/sessions").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_search_for_the_active_interview_finds_ones_own() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let mine = guest.open("idea_discovery").await;
        let turn =
            crate::ground::Turn::parse(owner.chat(&json!({"contextType": "idea_discovery", "message": "We sell honey"})).await);
        assert_ne!(turn.session(), mine, "an administrator speaks for themselves too");
    })
    .await;
}
