//! Pipelines with a language model, over a provider's wire to a stub on this machine: what agents are asked, what is kept of their
//! answers, and what happens where an answer is wrong or missing (seed 003, Key properties).

use super::{begun, settled};
use crate::{
    ground::{ADMIN, Api, Database, Server, Settings},
    projects::made,
};
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub, StubRequest};

struct Scene {
    api: Api,
    model: ModelStub,
    project: String,
    _server: Server,
    _database: Database,
}

impl Scene {
    async fn new() -> Self {
        let (database, model) = (Database::sqlite(), ModelStub::start().await.expect("a free port"));
        let settings =
            Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true").with("DISCOVERY_MODEL_TIMEOUT_SECONDS", "2");
        let server = Server::start(&settings);
        let api = Api::new(&server.base, Some(ADMIN));
        let strong = json!({"provider": "compatible", "model": "stub-1", "base_url": model.base_url(Provider::Compatible),
            "api_key": "sk-test", "price": {"input": 1.0, "output": 10.0}});
        api.put("/api/v1/admin/models", &json!({"strong": strong})).await.json(200);
        let project = made(&api, "Ferries").await;
        Self { api, model, project, _server: server, _database: database }
    }

    /// The pipeline of two findings in review, its opportunities, its calls.
    async fn run(&self, answer: impl Fn(Task, usize) -> Behaviour + Send + Sync + 'static) -> (Value, Vec<Value>, Vec<Value>) {
        let counts = std::sync::Mutex::new(std::collections::BTreeMap::<Task, usize>::new());
        self.model.answering(move |request| {
            let task = Task::read(request);
            let mut counts = counts.lock().expect("no panic");
            let count = counts.entry(task).or_default();
            *count += 1;
            answer(task, *count)
        });
        let findings = json!([
            {"id": "late", "title": "Parcels for Skala arrive late", "description": "120 of 300 parcels arrived after their day."},
            {"id": "twice", "title": "Berths are sold twice", "description": "14 berths were sold twice by the booking form."},
        ]);
        let id = begun(&self.api, &self.project, &json!({"findings": findings})).await;
        let whole = settled(&self.api, &id).await;
        let found = self.api.get(&format!("/api/v1/pipelines/{id}/opportunities")).await.json(200);
        let calls = self.api.get(&format!("/api/v1/pipelines/{id}/calls?limit=100")).await.json(200);
        let list = |value: &Value| value.as_array().expect("a list").clone();
        (whole, list(&found), list(&calls["items"]))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Task {
    Frame,
    Design,
    Assess,
    Rank,
    Validate(u8),
    Revise,
}

impl Task {
    fn read(request: &StubRequest) -> Self {
        let text = request.text();
        let has = |words: &str| text.contains(words);
        if has("came back") {
            Self::Revise
        } else if has("Reject an item only") {
            Self::Validate(if has("You are the SolutionDesigner") {
                1
            } else if has("You are the FeasibilityDesigner") {
                2
            } else {
                3
            })
        } else if has("You are the OpportunityPM") {
            Self::Frame
        } else if has("You are the SolutionDesigner") {
            Self::Design
        } else if has("You are the FeasibilityDesigner") {
            Self::Assess
        } else {
            Self::Rank
        }
    }
}

fn says(value: &Value) -> Behaviour {
    Behaviour::Says(value.to_string())
}

fn brief(area: &str, finding: &str) -> Value {
    json!({"affected_area": area, "problem_statement": format!("{area} fails for customers"),
        "counterfactual": "It stays as it is.", "stage_hints": [], "findings": [finding]})
}

/// Everything is fine.
fn usual(task: Task) -> Behaviour {
    let both = |entry: fn(&str) -> Value| json!([entry("item_1"), entry("item_2")]);
    match task {
        Task::Frame => says(&json!({"briefs": [brief("parcel list", "late"), brief("booking form", "twice")]})),
        Task::Validate(_) => says(&json!({"accepted": ["item_1", "item_2"], "rejected": []})),
        Task::Design => says(
            &json!({"solutions": both(|id| json!({"item_id": id, "proposed_solution": "Check each entry before it is stored.",
            "experiment_plan": "Compare before and after.", "success_metrics": [{"metric": "entries that fail", "baseline": null, "target": "5 %"}],
            "build_experiment_decision": "experiment_first"}))}),
        ),
        Task::Assess => {
            says(&json!({"assessments": both(|id| json!({"item_id": id, "feasible": true, "constraints": ["The form stays."],
            "reasoning": "It can be built.", "approach": "A check in the form.", "effort_low_days": 2, "effort_high_days": 4,
            "dependencies": [], "risks": [{"description": "It is slower.", "severity": "low", "mitigation": "Measure it."}],
            "acceptance_criteria": ["No entry fails in a day."]}))}))
        }
        Task::Rank => {
            says(&json!({"ranking": [{"item_id": "item_2", "rationale": "It pays most.", "dependencies": [], "flags": []}]}))
        }
        Task::Revise => says(&json!({"briefs": [brief("harbour list", "late")]})),
    }
}

fn areas(found: &[Value]) -> Vec<&str> {
    found.iter().map(|one| one["brief"]["affected_area"].as_str().expect("an area")).collect()
}

fn calls_of<'a>(calls: &'a [Value], agent: &str, purpose: &str) -> Vec<&'a Value> {
    calls.iter().filter(|call| call["agent"] == agent && call["purpose"] == purpose).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_model_leads_and_every_call_is_counted() {
    let scene = Scene::new().await;
    let (whole, found, calls) = scene.run(|task, _| usual(task)).await;
    assert_eq!(whole["engine"], "compatible/stub-1", "{whole}");
    assert_eq!(areas(&found), ["booking form", "parcel list"], "ranked by the model, what it left out behind");
    assert!(found[1]["flags"].to_string().contains("left it out"), "{}", found[1]);
    assert_eq!(found[0]["spec"]["approach"], "A check in the form.");
    assert_eq!(found[0]["spec"]["opportunity_id"], found[0]["id"]);
    assert_eq!(calls.len(), 7, "four that produce, three that validate: {calls:#?}");
    for call in &calls {
        assert!(call["prompt_version"].as_str().is_some_and(|version| version.len() >= 8), "{call}");
        assert!(call["token_usage"]["total"].as_u64().is_some_and(|total| total > 0), "{call}");
    }
    let sum: u64 = calls.iter().filter_map(|call| call["token_usage"]["total"].as_u64()).sum();
    assert_eq!(whole["token_usage"]["total"], sum);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_rejected_is_revised_in_one_call_and_validated_alone() {
    let scene = Scene::new().await;
    let (whole, found, calls) = scene
        .run(|task, count| match (task, count) {
            (Task::Validate(1), 1) => says(&json!({"accepted": ["item_1", "item_2"], "rejected": [
                {"item_id": "item_1", "reason": "“parcel list” is no surface", "suggestion": "", "checks": ["no_surface", "odd"]},
                {"item_id": "nobody", "reason": "unknown", "suggestion": "", "checks": []}]})),
            (task, _) => usual(task),
        })
        .await;
    assert_eq!(areas(&found).len(), 2);
    assert!(areas(&found).contains(&"harbour list"), "{:?}", areas(&found));
    let events = whole["contract_events"].as_array().expect("events");
    let first = &events[0];
    assert_eq!((&first["type"], &first["boundary"], &first["cycle"]), (&json!("INPUT_VALIDATION"), &json!("1-2"), &json!(1)));
    assert_eq!(first["rejected_items"][0]["checks"], json!(["no_surface"]), "a rejection beats an acceptance");
    assert!(first["ignored"].to_string().contains("nobody"), "{first}");
    assert_eq!(calls_of(&calls, "OpportunityPM", "revise").len(), 1);
    assert_eq!(calls_of(&calls, "SolutionDesigner", "validate").len(), 2);
    let stages = whole["stages"].as_array().expect("stages");
    let flags = &stages.iter().find(|stage| stage["stage"] == "solution_validation").expect("it")["quality_flags"];
    assert_eq!(*flags, json!({"briefs_produced": 2, "validation_rejections": 1, "validation_retries": 1}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_verdict_that_cannot_be_read_accepts_all_and_shows_the_doubts() {
    let unreadable = [Behaviour::Says("I like both".into()), Behaviour::Truncates(r#"{"accepted": ["item_1""#.into())];
    for bad in unreadable {
        let (scene, answer) = (Scene::new().await, bad.clone());
        let (whole, found, calls) = scene
            .run(move |task, _| match task {
                Task::Validate(1) => answer.clone(),
                task => usual(task),
            })
            .await;
        assert_eq!(found.len(), 2);
        assert!(whole["fell_back"].is_null(), "one bad answer is no reason to do without the model: {whole}");
        let first = &whole["contract_events"][0];
        assert!(first["failed"].is_string() && first["rejected_items"] == json!([]), "{first}");
        let validations = calls_of(&calls, "SolutionDesigner", "validate");
        assert_eq!(validations.len(), 1, "it is not asked again");
        assert_eq!(validations[0]["outcome"], "malformed");
        assert!(validations[0]["token_usage"]["total"].as_u64().is_some_and(|total| total > 0), "{bad:?} was paid for");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn revisions_that_cannot_be_read_or_invent_numbers_are_skipped_and_pass_with_a_warning() {
    let scene = Scene::new().await;
    let (_, found, calls) = scene
        .run(|task, count| match (task, count) {
            (Task::Validate(1), _) => says(&json!({"accepted": [], "rejected": [
                {"item_id": "item_1", "reason": "too vague", "suggestion": "", "checks": []}]})),
            (Task::Revise, 1) => Behaviour::Says("{".into()),
            (Task::Revise, _) => {
                says(&json!({"briefs": [{"affected_area": "parcel list", "problem_statement": "9,999 parcels are late",
                "counterfactual": "It stays.", "stage_hints": [], "findings": ["late"]}]}))
            }
            (task, _) => usual(task),
        })
        .await;
    let warned = found.iter().find(|one| one["brief"]["affected_area"] == "parcel list").expect("it passed");
    assert_eq!(warned["validation_warnings"], json!(["Rejected after 2 retries: too vague"]));
    assert!(warned["spec"].is_object(), "it is processed like any other");
    let revisions = calls_of(&calls, "OpportunityPM", "revise");
    assert_eq!(revisions.iter().map(|call| &call["outcome"]).collect::<Vec<_>>(), ["malformed", "malformed"]);
    assert!(!serde_json::to_string(&found).expect("JSON").contains("9,999"), "nothing invented");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_model_is_gone_the_built_in_agents_finish() {
    let scene = Scene::new().await;
    let (whole, found, calls) = scene
        .run(|task, _| match task {
            Task::Design => Behaviour::Status { status: 401, retry_after: None },
            task => usual(task),
        })
        .await;
    assert_eq!(found.len(), 2, "{whole}");
    assert!(whole["fell_back"].is_string(), "{whole}");
    assert_eq!(whole["engine"], "built_in");
    assert!(found.iter().all(|one| one["solution"].is_object() && one["spec"].is_object()));
    let designs = calls_of(&calls, "SolutionDesigner", "produce");
    assert_eq!(designs.iter().map(|call| &call["engine"]).collect::<Vec<_>>(), ["compatible/stub-1", "built_in"]);
}
