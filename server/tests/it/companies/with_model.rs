//! Searches with a language model, over a provider's wire to a stub on this machine: it leads, every field is checked, and where it
//! fails the built-in engines answer and the answer says so.

use super::{Searching, check_sums, companies, in_adgm, names, timeless};
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub, SearchWire, StubHit, StubRequest};

pub(super) const LAYERS: [&str; 3] = ["understanding", "synthesis", "extraction"];
const MODEL: &str = "compatible/stub-1";

/// Which of the three calls this is: its place among `LAYERS`.
pub(super) fn layer(request: &StubRequest) -> usize {
    let text = request.text();
    let begins =
        ["You read a query of somebody", "You write searches for a web search", "You read texts that a web search found"];
    begins.iter().position(|begin| text.contains(begin)).unwrap_or_else(|| panic!("a call that is not known: {text}"))
}

pub(super) fn says(value: &Value) -> Behaviour {
    Behaviour::Says(value.to_string())
}

/// A company as a model puts it.
pub(super) fn proposal(text: usize, name: &str, snippet: &str, place: &str) -> Value {
    json!({"text": text, "name": name, "snippet": snippet, "place": place, "role": "tenant", "presence": "present",
        "certainty": "verified", "industry": null, "domain": null,
        "signal": {"type": "new_office", "strength": 4, "description": "It has opened an office."}})
}

/// The texts come in the order of their results.
pub(super) fn proposed(found: &[StubHit]) -> Value {
    let name = |hit: &StubHit| hit.snippet.split(" has ").next().unwrap_or_default().to_owned();
    let place = |hit: &StubHit| if hit.snippet.contains("ADGM") { "in ADGM, Abu Dhabi" } else { "in Abu Dhabi" };
    let all = found.iter().enumerate().map(|(at, hit)| proposal(at + 1, &name(hit), &hit.snippet, place(hit)));
    json!({"companies": all.collect::<Vec<_>>()})
}

/// What a good model says.
pub(super) fn usual(layer: usize, found: &[StubHit]) -> Value {
    match layer {
        0 => {
            json!({"intent": "find_leads", "confidence": 0.9, "entityType": "company", "signalTypes": ["funding"], "sectors": [],
            "temporalHint": null, "location": {"country": null, "emirate": null, "city": null, "area": "ADGM", "areaType": "free_zone"}})
        }
        1 => {
            json!({"queries": ["ADGM fund managers licensed", "Abu Dhabi Global Market robotics", "companies in Dubai", "hubs"]})
        }
        _ => proposed(found),
    }
}

pub(super) struct Scene {
    pub(super) searching: Searching,
    pub(super) model: ModelStub,
}

impl Scene {
    pub(super) async fn new(found: Vec<StubHit>) -> Self {
        let model = ModelStub::start().await.expect("a free port");
        let settings = [("DISCOVERY_ALLOW_PRIVATE_URLS", "true"), ("DISCOVERY_MODEL_TIMEOUT_SECONDS", "4")];
        let searching = Searching::over(SearchWire::Searxng, found.clone(), &settings).await;
        let strong = json!({"provider": "compatible", "model": "stub-1", "base_url": model.base_url(Provider::Compatible),
            "api_key": "sk-test", "price": {"input": 10.0, "output": 30.0}});
        searching.api().put("/api/v1/admin/models", &json!({"strong": strong})).await.json(200);
        model.answering(move |request| says(&usual(layer(request), &found)));
        Self { searching, model }
    }

    /// In one layer it says something else.
    pub(super) fn but(&self, at: usize, found: Vec<StubHit>, behaviour: Behaviour) {
        self.model.answering(move |request| match layer(request) {
            layer if layer == at => behaviour.clone(),
            layer => says(&usual(layer, &found)),
        });
    }

    fn calls(&self) -> [usize; 3] {
        self.model.requests().iter().fold([0; 3], |mut counts, request| {
            counts[layer(request)] += 1;
            counts
        })
    }
}

fn engines(answer: &Value) -> [&str; 3] {
    LAYERS.map(|layer| answer["meta"]["engines"][layer].as_str().unwrap_or_default())
}

/// The companies of an answer by their names, without what depends on the tenant.
fn alike(answer: &Value) -> Vec<Value> {
    let mut found = timeless(answer)["companies"].as_array().cloned().unwrap_or_default();
    found.iter_mut().for_each(|company| company["id"] = Value::Null);
    found.sort_by_key(|company| company["name"].to_string());
    found
}

#[tokio::test]
async fn the_model_leads_in_three_calls() {
    let scene = Scene::new(in_adgm()).await;
    let answer = scene.searching.search(&json!({})).await;
    check_sums(&answer);
    assert_eq!((scene.calls(), engines(&answer)), ([1, 1, 1], [MODEL; 3]), "{answer}");
    let mut found = names(&answer);
    found.sort_unstable();
    assert_eq!(found, ["Falcon Capital Partners", "Orchid Robotics Ltd"]);
    assert_eq!(answer["data"]["validation"]["rejectedCount"], 1, "Desert Rose is in Abu Dhabi: {answer}");
    for cost in ["queryUnderstanding", "querySynthesis", "extraction"] {
        assert!(answer["meta"]["costs"][cost].as_f64().is_some_and(|usd| usd > 0.0), "{cost}: {answer}");
    }
    let sent = scene.searching.sent();
    for query in ["ADGM companies", "ADGM registered companies", "ADGM fund managers licensed"] {
        assert!(sent.iter().any(|asked| asked == query), "{query}: {sent:?}");
    }
    assert!(!sent.iter().any(|query| ["companies in Dubai", "hubs"].contains(&query.as_str())), "nothing wider: {sent:?}");
    // Replayed, neither the model nor the search is asked.
    let id = super::search_id(&answer);
    let replayed = scene.searching.api().post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.json(200);
    assert_eq!((replayed, scene.calls()), (answer, [1, 1, 1]));
}

#[tokio::test]
async fn where_it_fails_the_built_in_engine_answers_and_the_answer_says_so() {
    let built_in = Searching::start(in_adgm()).await.search(&json!({})).await;
    let invented = json!({"companies": [proposal(1, "Globex", "Globex has opened an office in ADGM.", "in ADGM")]});
    let beyond = json!({"companies": [proposal(9, "Falcon Capital Partners", "Falcon Capital Partners", "")]});
    for (at, behaviour, asked) in [
        (0, Behaviour::Says("{\"intent\": ".into()), 4),
        (0, Behaviour::Refuses, 1),
        (1, Behaviour::Says("I would search for companies.".into()), 4),
        (1, Behaviour::Says("{\"queries\": []}".into()), 4),
        (2, Behaviour::Says("Falcon Capital Partners is in ADGM.".into()), 4),
        (2, Behaviour::Says("{\"companies\": \"none\"}".into()), 4),
        (2, says(&invented), 4),
        (2, says(&beyond), 4),
        (2, Behaviour::Status { status: 401, retry_after: None }, 1),
        (2, Behaviour::Truncates("{\"companies\": [".into()), 4),
    ] {
        let scene = Scene::new(in_adgm()).await;
        scene.but(at, in_adgm(), behaviour.clone());
        let answer = scene.searching.search(&json!({})).await;
        check_sums(&answer);
        let wanted = [0, 1, 2].map(|layer| if layer == at { "built_in" } else { MODEL });
        assert_eq!(engines(&answer), wanted, "{behaviour:?}: {answer}");
        assert_eq!(scene.calls()[at], asked, "{behaviour:?}");
        let trace = scene.searching.trace(&answer).await;
        let layers = trace["layers"].as_array().expect("layers");
        let fell: Vec<&str> =
            layers.iter().filter(|layer| layer["fell_back"].is_string()).filter_map(|layer| layer["name"].as_str()).collect();
        assert_eq!(fell, [LAYERS[at]], "{behaviour:?}: {trace}");
        if at == 2 {
            assert_eq!(alike(&answer), alike(&built_in), "{behaviour:?}");
        }
        assert_eq!(names(&answer).len(), 2, "{behaviour:?}: {answer}");
    }
}

#[tokio::test]
async fn a_model_that_hangs_or_is_gone_costs_time_and_no_company() {
    let scene = Scene::new(in_adgm()).await;
    scene.but(2, in_adgm(), Behaviour::Hangs);
    let answer = scene.searching.search(&json!({})).await;
    assert_eq!((names(&answer).len(), engines(&answer)[2]), (2, "built_in"), "{answer}");
    let Scene { searching, model } = scene;
    drop(model);
    let answer = searching.search(&json!({})).await;
    assert_eq!((names(&answer).len(), engines(&answer)), (2, ["built_in"; 3]), "{answer}");
}

#[tokio::test]
async fn what_it_makes_up_is_not_returned() {
    let found = in_adgm();
    let scene = Scene::new(found.clone()).await;
    let (falcon, orchid, desert) = (&found[0].snippet, &found[1].snippet, &found[2].snippet);
    let mut raised = proposal(3, "Desert Rose Trading LLC", desert, "in ADGM");
    raised["signal"]["strength"] = json!(99);
    let lies = json!({"companies": [
        // The only honest one.
        proposal(1, "Falcon Capital Partners", falcon, "in ADGM, Abu Dhabi"),
        // Quotes that are in no text, or in another one.
        proposal(1, "Globex", "Globex has opened an office in ADGM.", "in ADGM"),
        proposal(1, "Orchid Robotics Ltd", orchid, "in ADGM"),
        proposal(2, "Orchid Robotics Ltd", "Orchid Robotics Ltd … in ADGM", "in ADGM"),
        // A passage without the company, a company without a name.
        proposal(2, "Initech", orchid, "in ADGM"),
        proposal(2, "", orchid, "in ADGM"),
        // True words, and a place that they do not name.
        raised,
    ]});
    scene.but(2, found, says(&lies));
    let answer = scene.searching.search(&json!({})).await;
    check_sums(&answer);
    assert_eq!(engines(&answer)[2], MODEL, "{answer}");
    assert_eq!(names(&answer), ["Falcon Capital Partners"], "{answer}");
    assert!(companies(&answer)[0]["signal"]["strength"].as_u64().is_some_and(|strength| (1..=5).contains(&strength)));
    let trace = scene.searching.trace(&answer).await.to_string();
    assert!(!trace.contains("Globex") && !trace.contains("Initech"), "{trace}");
}

#[tokio::test]
async fn a_budget_of_calls_ends_the_model_and_not_the_search() {
    let scene = Scene::new(in_adgm()).await;
    for (most, calls) in [(0, [0, 0, 0]), (1, [1, 0, 0]), (2, [2, 1, 0])] {
        let answer = scene.searching.search(&json!({"options": {"budgets": {"maxLlmCalls": most}}})).await;
        assert_eq!((scene.calls(), names(&answer).len()), (calls, 2), "{most}: {answer}");
        assert_eq!(
            (&answer["meta"]["partial"], &answer["meta"]["exhausted"]),
            (&json!(true), &json!(["maxLlmCalls"])),
            "{most}: {answer}"
        );
    }
    // Where the flag says so the model only reads.
    let flag = json!({"DISCOVERY_QUERY_UNDERSTANDING_ENABLED": {"mode": "off"}});
    scene.searching.api().put("/api/v1/flags", &flag).await.json(200);
    let answer = scene.searching.search(&json!({})).await;
    assert_eq!((scene.calls(), engines(&answer)), ([2, 1, 1], ["built_in", "built_in", MODEL]), "{answer}");
}
