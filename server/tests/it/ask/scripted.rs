//! A server whose model does what a test wrote down: it looks things up, and then plans.

use super::{ask, id_of, settled};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub, StubRequest};

pub(crate) struct Scripted {
    pub(crate) api: Api,
    pub(crate) model: ModelStub,
    pub(crate) project: String,
    pub(crate) server: Server,
    pub(crate) database: Database,
}

impl Scripted {
    pub(crate) async fn new(more: &[(&'static str, &str)]) -> Self {
        let (database, model) = (Database::sqlite(), ModelStub::start().await.expect("a free port"));
        let settings = more.iter().fold(settings(&database), |settings, (name, value)| settings.with(name, value));
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        choose(&api, &model, "gpt-4o").await;
        let project = crate::projects::made(&api, "Scripted").await;
        Self { api, model, project, server, database }
    }

    /// Asks a question for which the model has this plan, after these lookups.
    pub(crate) async fn answered(&self, lookups: &[(&str, Value)], plan: &Value) -> Value {
        script(&self.model, lookups, plan);
        let question = json!({"question": "What is there, as it was planned?", "mode": "exploratory"});
        let sse = ask(&self.api, &self.project, &question).await;
        settled(&self.api, &id_of(&sse)).await
    }

    pub(crate) async fn source(&self, body: &Value) -> Value {
        self.api.post(&format!("/api/v1/projects/{}/sources", self.project), body).await.json(201)
    }
}

pub(crate) fn settings(database: &Database) -> Settings {
    Settings::new(database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true").with("DISCOVERY_MODEL_TIMEOUT_SECONDS", "20")
}

/// The tenant's model is this one from now on.
pub(crate) async fn choose(api: &Api, model: &ModelStub, name: &str) {
    let strong = json!({"provider": "compatible", "model": name, "base_url": model.base_url(Provider::Compatible),
        "api_key": "sk-test", "price": {"input": 1.0, "output": 10.0}});
    api.put("/api/v1/admin/models", &json!({"strong": strong})).await.json(200);
}

/// It looks things up where it has not yet, then hands over the plan; whatever it words is this.
pub(crate) fn script(model: &ModelStub, lookups: &[(&str, Value)], plan: &Value) {
    let calls: Vec<(String, Value)> = lookups.iter().map(|(name, arguments)| ((*name).to_owned(), arguments.clone())).collect();
    let plan = plan.to_string();
    model.answering(move |request| match request {
        request if is_wording(request) => Behaviour::Says("Here is what was found.".into()),
        request if calls.is_empty() || has_looked(request) => Behaviour::Says(plan.clone()),
        _ => Behaviour::Calls { text: "I look it up.".into(), calls: calls.clone() },
    });
}

pub(crate) fn is_wording(request: &StubRequest) -> bool {
    request.text().contains("put an answer into words")
}

pub(crate) fn has_looked(request: &StubRequest) -> bool {
    request.body["messages"].as_array().is_some_and(|messages| messages.iter().any(|message| message["role"] == "tool"))
}

/// A plan whose answer is the table of its last step; the rows of its first are counted.
pub(crate) fn plan(tables: &[&str], apis: &[&str], steps: &[Value]) -> Value {
    let number = |(at, step): (usize, &Value)| {
        let mut step = step.clone();
        step["number"] = (at + 1).into();
        step
    };
    json!({
        "reasoning": "As it was asked.",
        "discovered_context": {"facts": [], "tables": tables, "apis": apis},
        "plan": {"steps": steps.iter().enumerate().map(number).collect::<Vec<_>>()},
        "premises": [{"id": "P1", "name": "rows of the first step", "step": 1, "pick": "count"},
                     {"id": "P2", "name": "what was found", "step": steps.len(), "pick": "table"}],
        "answer": {"text": "{rows} rows were found.", "nothing": "Nothing was found."},
        "answer_step": steps.len(),
    })
}

pub(crate) fn query(goal: &str, sql: &str) -> Value {
    json!({"goal": goal, "action": {"type": "query", "sql": sql}})
}

pub(crate) fn call(api: &str, operation: &str, arguments: &Value) -> Value {
    json!({"goal": format!("Call {operation}"), "action": {"type": "call", "api": api, "operation": operation, "arguments": arguments}})
}
