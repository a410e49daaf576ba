//! Judging research, summing up and looking over by a language model, over a provider's wire to a stub on this machine: what it
//! makes up is caught, and where it fails the built-in engine does it and the page says so.

use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually};
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub, StubRequest};

const TEA: &str = "Most shops that sell loose tea and honey are small. The shop of a tea seller needs few goods.";

struct Stage {
    api: Api,
    model: ModelStub,
    _server: Server,
    _database: Database,
}

impl Stage {
    /// A thorough model is chosen, which does the quick tasks too.
    async fn new(budget: &Value) -> Self {
        let (database, model) = (Database::sqlite(), ModelStub::start().await.expect("a free port"));
        let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
        let api = Api::new(&server.base, Some(ADMIN));
        let strong = json!({"provider": "compatible", "model": "stub-1", "base_url": model.base_url(Provider::Compatible),
            "api_key": "sk-test", "price": {"input": 1.0, "output": 10.0}});
        api.put("/api/v1/admin/models", &json!({"strong": strong, "budget": budget})).await.json(200);
        api.activate(&api.make_plan("idea_discovery").await).await;
        api.post("/api/v1/documents", &json!({"title": "Tea sellers", "text": TEA})).await.json(201);
        Self { api, model, _server: server, _database: database }
    }

    /// How often it was asked to judge.
    fn judgements(&self) -> usize {
        self.model.requests().iter().filter(|request| request.text().contains("You read sources about a subject")).count()
    }

    /// Something is looked up; its task once it is over, and the page about it.
    async fn looked_up(&self) -> (Value, String) {
        let session = self.api.open("idea_discovery").await;
        let path = format!("/api/v1/sessions/{session}/research");
        let made = self.api.post(&path, &json!({"query": "shops that sell loose tea"})).await.json(202);
        let task = crate::research::over(&self.api, &session, made["id"].as_str().expect("an id")).await;
        (task, self.api.get(&format!("/interviews/{session}/research")).await.text)
    }

    /// Everything is said and the interview finished; its id.
    async fn finished(&self) -> String {
        let session = self.api.open("idea_discovery").await;
        for text in ["We sell cheese", "The shop is small", "We open on 2027-03-01"] {
            self.api.say(&session, text).await;
        }
        for (key, value) in [("goods", json!("cheese")), ("size", json!("small")), ("opening_day", json!({"date": "2027-03-01"}))]
        {
            let path = format!("/api/v1/sessions/{session}/obligations/{key}");
            self.api.patch(&path, &json!({"action": "set", "value": value})).await.json(200);
        }
        let answer = self.api.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        session
    }
}

fn finding(quote: &str) -> Value {
    json!({"source": 1, "claim": "", "quote": quote, "stance": "informs", "value": null})
}

fn judged(findings: &[Value]) -> Behaviour {
    Behaviour::Says(json!({"summary": "Most tea shops are small.", "findings": findings}).to_string())
}

fn sums_up(request: &StubRequest) -> bool {
    request.text().contains("You sum up what a part of an interview came to")
}

#[tokio::test]
async fn the_model_judges_and_what_it_makes_up_is_dropped_and_counted() {
    let stage = Stage::new(&json!({})).await;
    let honest = finding("Most shops that sell loose tea and honey are small.");
    stage.model.always(judged(&[honest, finding("Tea shops all over the world want this product.")]));
    let (task, page) = stage.looked_up().await;
    assert_eq!(task["status"], "completed", "{task}");
    let result = &task["result"];
    assert_eq!((&result["engine"], &result["fell_back"]), (&json!({"model": "compatible/stub-1"}), &Value::Null));
    assert_eq!((result["findings"].as_array().map(Vec::len), &result["dropped_quotes"]), (Some(1), &json!(1)), "{result}");
    assert_eq!(result["findings"][0]["quote"], "Most shops that sell loose tea and honey are small.");
    assert_eq!(result["summary"], "Most tea shops are small.");
    assert!(page.contains("By compatible/stub-1") && page.contains("1 quote was not in its source"), "{page}");
    assert!(!page.contains("want this product"));
}

#[tokio::test]
async fn where_it_cannot_the_built_in_engine_judges_and_the_page_says_so() {
    let stage = Stage::new(&json!({})).await;
    for (behaviour, reason, words, asked) in [
        (judged(&[finding("Everything in this quote is made up.")]), "malformed", "its answers could not be used", 4),
        (Behaviour::Says("Tea is fine.".into()), "malformed", "its answers could not be used", 4),
        (Behaviour::Refuses, "refused", "it declined", 1),
        (Behaviour::Status { status: 429, retry_after: Some(600) }, "limited", "it is too busy", 1),
    ] {
        let before = stage.judgements();
        stage.model.always(behaviour.clone());
        let (task, page) = stage.looked_up().await;
        let result = &task["result"];
        assert_eq!((&result["engine"], &result["fell_back"]), (&json!("built_in"), &json!(reason)), "{behaviour:?}: {task}");
        assert_ne!(result["findings"], json!([]), "{behaviour:?}: {task}");
        assert!(page.contains("By the built-in engine") && page.contains(words), "{behaviour:?}: {page}");
        assert_eq!(stage.judgements() - before, asked, "{behaviour:?}");
    }
}

#[tokio::test]
async fn a_spent_budget_stops_it() {
    let stage = Stage::new(&json!({"session_usd": 0.000_001})).await;
    stage.model.always(judged(&[]));
    let (task, page) = stage.looked_up().await;
    assert_eq!((&task["result"]["engine"], &task["result"]["fell_back"]), (&json!("built_in"), &json!("budget_spent")), "{task}");
    assert!(page.contains("its budget is used up"), "{page}");
    let session = stage.finished().await;
    eventually("it is said of the summary", async || {
        stage.api.get(&format!("/interviews/{session}")).await.text.contains("its budget is used up")
    })
    .await;
    assert_eq!(stage.model.requests().len(), 0, "nobody was asked");
}

#[tokio::test]
async fn the_models_summary_takes_the_place_of_the_built_in_one() {
    let stage = Stage::new(&json!({})).await;
    stage.model.answering(|request| {
        if !sums_up(request) {
            return Behaviour::Says(json!({"doubts": []}).to_string());
        }
        let sentences = json!([
            {"text": "They sell cheese in a small shop.", "quote": "We sell cheese"},
            {"text": "They sell wine to 4000 kings.", "quote": "We sell wine to kings"},
        ]);
        Behaviour::Says(json!({"sentences": sentences}).to_string())
    });
    let session = stage.finished().await;
    let page = format!("/interviews/{session}");
    eventually("the summary is there", async || stage.api.get(&page).await.text.contains("By compatible/stub-1")).await;
    let text = stage.api.get(&page).await.text;
    assert!(text.contains("They sell cheese in a small shop.") && !text.contains("kings"), "{text}");
    let kept = stage.api.get(&format!("/api/v1/sessions/{session}/summaries")).await.json(200);
    let last = kept["items"].as_array().and_then(|items| items.last()).expect("a summary");
    assert_eq!(kept["items"].as_array().map(Vec::len), Some(1), "one for each range of turns: {kept}");
    assert!(last["summary_text"].as_str().is_some_and(|text| text.contains("They sell cheese")), "{kept}");
    let paper = stage.api.get(&format!("/api/v1/sessions/{session}/export?format=json")).await.json(200);
    let summary = paper["summaries"].as_array().and_then(|all| all.last()).expect("a summary");
    assert_eq!((&summary["engine"], &summary["dropped"]), (&json!({"model": "compatible/stub-1"}), &json!(1)), "{summary}");
    // What the model left out is worded by rules.
    assert!(summary["text"].as_str().is_some_and(|text| text.contains("2027")), "{summary}");
}

#[tokio::test]
async fn without_a_model_nothing_is_asked_and_nothing_said_of_it() {
    let stage = Stage::new(&json!({})).await;
    stage.api.put("/api/v1/admin/models", &json!({})).await.json(200);
    let (task, page) = stage.looked_up().await;
    assert_eq!((&task["result"]["engine"], &task["result"]["fell_back"]), (&json!("built_in"), &Value::Null), "{task}");
    assert!(!page.contains("By the built-in engine"), "{page}");
    let session = stage.finished().await;
    let text = stage.api.get(&format!("/interviews/{session}")).await.text;
    assert!(!text.contains("summary-engine") && text.contains("data-testid=\"summary\""), "{text}");
    assert_eq!(stage.model.requests().len(), 0);
}
