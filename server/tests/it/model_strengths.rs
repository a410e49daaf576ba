//! Which of the two models is asked for what, over a provider's wire to a stub on this machine, and in which form each has to answer.

use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually};
use protocol::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub, StubRequest};

/// How each kind of call begins, and which model it goes to.
const KINDS: [(&str, &str); 5] = [
    ("You read one message", "stub-fast"),
    ("You are the agent of an interview", "stub-fast"),
    ("You read sources about a subject", "stub-strong"),
    ("You sum up what a part of an interview came to", "stub-strong"),
    ("You look over the answers of an interview", "stub-strong"),
];

fn kind(request: &StubRequest) -> usize {
    let text = request.text();
    KINDS.iter().position(|(begin, _)| text.contains(begin)).unwrap_or_else(|| panic!("a call that is not known: {text}"))
}

fn sensible(request: &StubRequest) -> Behaviour {
    let value = json!({"key": "goods", "value": "cheese", "several": [], "upper": null, "unit": null, "quote": "cheese", "manner": "direct"});
    let values = if request.text().contains("| We sell cheese") { json!([value]) } else { json!([]) };
    let said = match kind(request) {
        0 => json!({"values": values, "moves": [], "style": null, "prefers_examples": null}),
        1 => return Behaviour::Says("Cheese it is. How large is the shop?".into()),
        2 => json!({"summary": "Most shops are small.", "findings": [
            {"source": 1, "claim": "", "quote": "Most shops that sell cheese are small.", "stance": "informs", "value": null}]}),
        3 => json!({"sentences": [{"text": "They sell cheese.", "quote": "We sell cheese"}]}),
        _ => json!({"doubts": []}),
    };
    Behaviour::Says(said.to_string())
}

/// Every object names all its fields as required and takes no other.
fn closed(schema: &Value, what: &str) {
    if let Some(fields) = schema["properties"].as_object() {
        let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
        let mut required: Vec<&str> = schema["required"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        names.sort_unstable();
        required.sort_unstable();
        assert_eq!((required, &schema["additionalProperties"]), (names, &json!(false)), "{what}: {schema}");
        fields.values().for_each(|field| closed(field, what));
    }
    assert!(schema["type"] != "object" || schema["properties"].is_object(), "{what}: an open object: {schema}");
    if schema["type"] == "array" {
        closed(&schema["items"], what);
    }
}

#[tokio::test]
async fn what_somebody_waits_for_goes_to_the_quick_one_and_the_rest_to_the_thorough_one() {
    let (database, model) = (Database::sqlite(), ModelStub::start().await.expect("a free port"));
    model.answering(sensible);
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let api = Api::new(&server.base, Some(ADMIN));
    let choice = |name: &str| {
        json!({"provider": "compatible", "model": name, "base_url": model.base_url(Provider::Compatible), "api_key": "sk-test",
            "price": {"input": 1.0, "output": 10.0}})
    };
    let both = json!({"fast": choice("stub-fast"), "strong": choice("stub-strong"), "budget": {}});
    api.put("/api/v1/admin/models", &both).await.json(200);
    api.activate(&api.make_plan("idea_discovery").await).await;
    let shops = json!({"title": "Cheese", "text": "Most shops that sell cheese are small."});
    api.post("/api/v1/documents", &shops).await.json(201);

    let session = api.open("idea_discovery").await;
    api.say(&session, "We sell cheese").await;
    let path = format!("/api/v1/sessions/{session}");
    let asked = api.post(&format!("{path}/research"), &json!({"query": "shops that sell cheese"})).await.json(202);
    crate::research::over(&api, &session, asked["id"].as_str().expect("an id")).await;
    for (key, value) in [("goods", json!("cheese")), ("size", json!("small")), ("opening_day", json!({"date": "2027-03-01"}))] {
        api.patch(&format!("{path}/obligations/{key}"), &json!({"action": "set", "value": value})).await.json(200);
    }
    api.post(&format!("{path}/reevaluate"), &json!({})).await.json(200);
    let looked = async |number: usize| model.requests().iter().any(|request| kind(request) == number);
    eventually("the answers are looked over", async || looked(4).await).await;
    eventually("no reply is being written", async || api.session(&session).await["replying"].is_null()).await;
    api.post(&format!("{path}/complete"), &json!({})).await.json(200);
    eventually("it is summed up", async || looked(3).await).await;

    let requests = model.requests();
    for (number, (begin, expected)) in KINDS.into_iter().enumerate() {
        let of_kind: Vec<_> = requests.iter().filter(|request| kind(request) == number).collect();
        assert!(!of_kind.is_empty(), "{begin}");
        for request in of_kind {
            assert_eq!(request.body["model"], expected, "{begin}");
            let format = &request.body["response_format"];
            // A reply is words and has no form.
            assert_eq!(format.is_null(), number == 1, "{begin}: {format}");
            if number != 1 {
                assert_eq!(format["json_schema"]["schema"]["type"], "object", "{begin}: {format}");
                closed(&format["json_schema"]["schema"], begin);
            }
        }
    }
}
