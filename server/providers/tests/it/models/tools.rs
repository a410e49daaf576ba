//! A model calls tools, over every wire: what it is given, what it calls, and what came of it.

use super::stage::{ALL, Stage, request};
use domain::models::{LanguageModel, ModelFault, ModelRequest, ModelTurn, Provider, ToolCall, ToolResult, ToolSpec};
use serde_json::{Value, json};
use testkit::{Behaviour, StubRequest};

fn with_tools() -> ModelRequest {
    let schema = json!({"type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"]});
    let tool = |name: &str| ToolSpec { name: name.into(), description: format!("What {name} does"), schema: schema.clone() };
    ModelRequest { tools: vec![tool("search_tables"), tool("list_tables")], ..request() }
}

fn calling(text: &str, calls: &[(&str, Value)]) -> Behaviour {
    let calls = calls.iter().map(|(name, arguments)| ((*name).to_owned(), arguments.clone())).collect();
    Behaviour::Calls { text: text.into(), calls }
}

/// Everything in the body that is called so, wherever it is.
fn find<'a>(body: &'a Value, name: &str) -> Vec<&'a Value> {
    match body {
        Value::Object(fields) => {
            let own = fields.get(name);
            own.into_iter().chain(fields.values().flat_map(|value| find(value, name))).collect()
        }
        Value::Array(items) => items.iter().flat_map(|item| find(item, name)).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn calls_come_with_their_arguments_and_results_go_back() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        let arguments = json!({"words": "naïve \"quotes\" – 世界", "limit": 3});
        stage.stub.next(calling("", &[("search_tables", arguments.clone()), ("list_tables", json!({}))]));
        stage.stub.always(Behaviour::Says("There is one table.".into()));
        let first = stage.gateway.ask(with_tools(), None).await.expect("a reply");
        let called: Vec<(&str, &Value)> = first.calls.iter().map(|call| (call.name.as_str(), &call.arguments)).collect();
        assert_eq!(called, [("search_tables", &arguments), ("list_tables", &json!({}))], "{provider:?}");
        assert_eq!(first.usage, domain::models::Usage { input: 12, output: 7 }, "{provider:?}");

        let result = |call: &ToolCall| ToolResult { id: call.id.clone(), name: call.name.clone(), text: "orders: 3 rows".into() };
        let results = first.calls.iter().map(result).collect();
        let mut second = with_tools();
        second.turns.extend([ModelTurn::called(first.text.clone(), first.calls.clone()), ModelTurn::answered(results)]);
        let last = stage.gateway.ask(second, None).await.expect("a reply");
        assert_eq!((last.text.as_str(), last.calls.len()), ("There is one table.", 0), "{provider:?}");

        let [asked, answered]: [StubRequest; 2] = stage.stub.requests().try_into().expect("two calls");
        for name in ["search_tables", "list_tables", "What list_tables does"] {
            assert!(asked.body.to_string().contains(name), "{provider:?} is given the tools: {}", asked.body);
        }
        assert!(answered.body.to_string().contains("orders: 3 rows"), "{provider:?}: {}", answered.body);
        let (place, id) = match provider {
            Provider::Anthropic => ("tool_use_id", Some("toolu_0")),
            Provider::OpenAi | Provider::Compatible => ("tool_call_id", Some("call_0")),
            Provider::Gemini => ("functionResponse", None),
            Provider::Bedrock => ("toolUseId", Some("tooluse_0")),
        };
        let found = find(&answered.body, place);
        assert!(!found.is_empty() && id.is_none_or(|id| found.contains(&&json!(id))), "{provider:?}: {}", answered.body);
        assert_eq!(stage.outcomes().await, ["done", "done"]);
    }
}

#[tokio::test]
async fn text_before_a_call_is_kept() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(calling("Let me look.", &[("list_tables", json!({}))]));
        let reply = stage.gateway.ask(with_tools(), None).await.expect("a reply");
        assert_eq!((reply.text.as_str(), reply.calls.len()), ("Let me look.", 1), "{provider:?}");
    }
}

#[tokio::test]
async fn a_tool_that_was_not_given_is_not_called() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(calling("", &[("drop_tables", json!({}))]));
        let fault = stage.gateway.ask(with_tools(), None).await.expect_err("no such tool");
        assert!(matches!(&fault, ModelFault::Malformed(detail) if detail.contains("drop_tables")), "{provider:?}: {fault}");
        let fault = stage.gateway.ask(request(), None).await.expect_err("no tools at all");
        assert!(matches!(fault, ModelFault::Malformed(_)), "{provider:?}: {fault}");
    }
}
