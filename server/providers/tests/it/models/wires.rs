//! What goes over each wire, and what comes back.

use super::stage::{ALL, KEY, Stage, request, with_schema};
use domain::models::{LanguageModel, Provider, Strength, Usage};
use serde_json::{Value, json};
use testkit::{Behaviour, StubRequest};

async fn capture_request(provider: Provider, schema: bool) -> StubRequest {
    let stage = Stage::new(provider).await;
    stage.stub.always(Behaviour::Says(r#"{"name": "Ada", "age": null}"#.into()));
    let request = if schema { with_schema() } else { request() };
    let reply = stage.gateway.ask(request, None).await.expect("a reply");
    assert_eq!(reply.text, r#"{"name": "Ada", "age": null}"#, "{provider:?}");
    stage.stub.requests().remove(0)
}

#[tokio::test]
async fn every_provider_answers_with_text_and_what_it_used() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(Behaviour::Says("Grüße, 世界!".into()));
        let (heard, reply) = stage.listen().await;
        let reply = reply.expect("a reply");
        assert_eq!((reply.text.as_str(), reply.usage), ("Grüße, 世界!", Usage { input: 12, output: 7 }), "{provider:?}");
        assert_eq!(reply.model, super::stage::model(provider));
        assert!(heard.len() > 1, "{provider:?} streams: {heard:?}");
        assert_eq!(heard.concat(), reply.text, "{provider:?}");
        assert_eq!(stage.outcomes().await, ["done"]);
        let line = stage.kept.ledger().remove(0);
        assert_eq!((line.cost.usage, line.cost.estimated, line.attempts), (reply.usage, false, 1));
        assert_eq!(line.cost.cost.map(|cost| cost.0), Some(12 * 1_000 + 7 * 10_000));
    }
}

#[tokio::test]
async fn the_key_goes_where_the_provider_expects_it() {
    for (provider, header, value) in [
        (Provider::Anthropic, "x-api-key", KEY.to_owned()),
        (Provider::OpenAi, "authorization", format!("Bearer {KEY}")),
        (Provider::Compatible, "authorization", format!("Bearer {KEY}")),
        (Provider::Gemini, "x-goog-api-key", KEY.to_owned()),
        (Provider::Bedrock, "authorization", format!("Bearer {KEY}")),
    ] {
        let asked = capture_request(provider, false).await;
        assert_eq!(asked.headers.get(header), Some(&value), "{provider:?}");
        assert!(!asked.path.contains(KEY), "{provider:?}: {}", asked.path);
    }
}

#[tokio::test]
async fn instructions_conversation_and_limit_arrive_as_each_wire_has_them() {
    let asked = capture_request(Provider::Anthropic, false).await;
    assert_eq!(asked.path, "/v1/messages");
    assert_eq!(asked.headers["anthropic-version"], "2023-06-01");
    assert_eq!((&asked.body["model"], &asked.body["max_tokens"]), (&json!("stub-1"), &json!(100)));
    assert!(asked.body["system"].to_string().contains("Be brief."));
    assert_eq!(roles(&asked.body["messages"]), ["user", "assistant", "user"]);

    for provider in [Provider::OpenAi, Provider::Compatible] {
        let asked = capture_request(provider, false).await;
        assert_eq!(asked.path, "/v1/chat/completions");
        assert_eq!(asked.body["model"], "stub-medium", "the whole name, whatever its ending");
        assert_eq!(asked.body.get("reasoning_effort"), None);
        assert_eq!(asked.body["stream_options"]["include_usage"], true);
        assert_eq!(roles(&asked.body["messages"]), ["system", "user", "assistant", "user"]);
    }

    let asked = capture_request(Provider::Gemini, false).await;
    assert!(asked.path.starts_with("/v1beta/models/stub"), "{}", asked.path);
    assert!(asked.body["systemInstruction"].to_string().contains("Be brief."));
    assert_eq!(roles(&asked.body["contents"]), ["user", "model", "user"]);

    let asked = capture_request(Provider::Bedrock, false).await;
    assert_eq!(asked.path, "/model/stub-1/converse-stream");
    assert_eq!(asked.body["inferenceConfig"]["maxTokens"], 100);
    assert_eq!(roles(&asked.body["messages"]), ["user", "assistant", "user"]);
}

fn roles(messages: &Value) -> Vec<&str> {
    messages.as_array().into_iter().flatten().filter_map(|message| message["role"].as_str()).collect()
}

#[tokio::test]
async fn a_schema_is_enforced_where_the_wire_can_and_said_where_it_cannot() {
    let closed = |schema: &Value| {
        assert_eq!(schema["additionalProperties"], false, "{schema}");
        assert_eq!(schema["required"], json!(["name", "age"]), "{schema}");
    };
    let anthropic = capture_request(Provider::Anthropic, true).await;
    assert_eq!(anthropic.body["output_config"]["format"]["type"], "json_schema");
    closed(&anthropic.body["output_config"]["format"]["schema"]);
    let openai = capture_request(Provider::OpenAi, true).await;
    assert_eq!(openai.body["response_format"]["json_schema"]["strict"], true);
    assert_eq!(openai.body["response_format"]["json_schema"]["name"], "person");
    closed(&openai.body["response_format"]["json_schema"]["schema"]);
    let gemini = capture_request(Provider::Gemini, true).await;
    assert_eq!(gemini.body["generationConfig"]["responseMimeType"], "application/json");
    let schema = &gemini.body["generationConfig"]["responseJsonSchema"];
    assert_eq!(
        schema["properties"],
        json!({"name": {"type": "string"}, "age": {"type": ["integer", "null"]}}),
        "{}",
        gemini.body
    );
    assert_eq!(schema["required"], json!(["name", "age"]), "{schema}");
    let bedrock = capture_request(Provider::Bedrock, true).await;
    assert!(bedrock.body["system"].to_string().contains("additionalProperties"), "{}", bedrock.body);
}

#[tokio::test]
async fn structured_replies_are_not_told_piece_by_piece() {
    let stage = Stage::new(Provider::Anthropic).await;
    let told = std::sync::atomic::AtomicUsize::new(0);
    let count = |_: &str| {
        told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    stage.gateway.ask(with_schema(), Some(&count)).await.expect("a reply");
    assert_eq!(told.into_inner(), 0);
}

#[tokio::test]
async fn what_is_chosen_is_told_and_one_model_does_both() {
    let stage = Stage::new(Provider::Gemini).await;
    for strength in Strength::ALL {
        let name = stage.gateway.chosen(super::stage::TENANT, strength).await.expect("readable").expect("chosen");
        assert_eq!(name.to_string(), "gemini/stub-1");
    }
    let nobody = protocol::TenantId(uuid::Uuid::from_u128(9));
    assert_eq!(stage.gateway.chosen(nobody, Strength::Fast).await, Ok(None));
}
