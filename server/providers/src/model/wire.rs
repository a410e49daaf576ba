//! One call on the wire, always streamed: what the model says arrives as it comes, and dropping the call closes the connection.

use super::{client::Clients, fault, seen::Seen, target::Target};
use domain::models::{
    Deltas, ModelFault, ModelRequest, ModelTurn, Provider, ToolCall, ToolResult, TurnSpeaker, Usage, cost, room_to_think,
};
use futures::StreamExt;
use genai::{
    ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{
        ChatMessage, ChatOptions, ChatRequest, ChatStreamEvent, JsonSpec, MessageContent, ReasoningEffort, StopReason, StreamEnd,
        Tool, ToolCall as WireCall, ToolResponse,
    },
    resolver::{AuthData, Endpoint},
};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// How long a provider may be silent: before its first byte, and between two.
const SILENCE: Duration = Duration::from_secs(30);
/// The longest reply in bytes for each token that was granted, and beside that.
const BYTES_PER_TOKEN: usize = 16;
const SPARE_BYTES: usize = 16 * 1024;

/// The longest arguments of all calls of a reply together, in bytes.
const LONGEST_ARGUMENTS: usize = 256 * 1024;

/// What a model replied.
pub(super) struct Replied {
    pub(super) text: String,
    pub(super) calls: Vec<ToolCall>,
    pub(super) usage: Usage,
}

pub(super) async fn call(
    clients: &Clients,
    target: &Target,
    request: &ModelRequest,
    deltas: Option<&Deltas<'_>>,
    seen: &Arc<Seen>,
) -> Result<Replied, ModelFault> {
    let result = stream(clients, target, request, deltas, seen).await;
    result.map_err(|fault| fault::without_key(fault, target.key.as_ref()))
}

async fn stream(
    clients: &Clients,
    target: &Target,
    request: &ModelRequest,
    deltas: Option<&Deltas<'_>>,
    seen: &Arc<Seen>,
) -> Result<Replied, ModelFault> {
    let client = clients.select(target)?;
    let (to, asked, options) = (service(target)?, chat(target, request), options(target, request, seen));
    let mut events = client.exec_chat_stream(to, asked, Some(&options)).await.map_err(|fault| fault::from_error(&fault))?.stream;
    let mut text = String::new();
    let longest = request.max_tokens as usize * BYTES_PER_TOKEN + SPARE_BYTES;
    let end = loop {
        let event = tokio::time::timeout(SILENCE, events.next()).await.map_err(|_| ModelFault::TimedOut)?;
        match event {
            Some(Ok(ChatStreamEvent::Chunk(chunk))) => {
                let tell = deltas.filter(|_| request.schema.is_none() && !chunk.content.is_empty());
                if seen.received(&chunk.content, tell.is_some()) > longest {
                    return Err(ModelFault::Malformed("the reply is longer than was permitted".into()));
                }
                text.push_str(&chunk.content);
                if let Some(tell) = tell {
                    tell(&chunk.content);
                }
            }
            Some(Ok(ChatStreamEvent::End(end))) => break end,
            Some(Ok(_)) => {}
            Some(Err(fault)) => return Err(refusal(seen).unwrap_or_else(|| fault::from_error(&fault))),
            None => return Err(refusal(seen).unwrap_or_else(broke_off)),
        }
    };
    ended(text, &end, target, request, seen)
}

/// How it ended is looked at before what was said: a cut or declined reply is no reply, however well it parses.
fn ended(text: String, end: &StreamEnd, target: &Target, request: &ModelRequest, seen: &Seen) -> Result<Replied, ModelFault> {
    if let Some(usage) = &end.captured_usage {
        let count = |tokens: Option<i32>| u64::try_from(tokens.unwrap_or(0)).unwrap_or(0);
        let usage = Usage { input: count(usage.prompt_tokens), output: count(usage.completion_tokens) };
        if usage != Usage::default() {
            seen.used(usage);
        }
    }
    if let Some(refusal) = refusal(seen) {
        return Err(refusal);
    }
    match &end.captured_stop_reason {
        Some(StopReason::MaxTokens(_)) => {
            let usage = seen.known().usage(request).0;
            Err(ModelFault::Truncated { usage, cost: target.price.map(|price| cost(usage, price)) })
        }
        Some(StopReason::ContentFilter(reason)) => Err(ModelFault::Refused(reason.clone())),
        // genai's list of filters lacks Bedrock's two.
        Some(StopReason::Other(reason)) if matches!(reason.as_str(), "content_filtered" | "guardrail_intervened") => {
            Err(ModelFault::Refused(reason.clone()))
        }
        // Some adapters make up an end when the connection ends: without a reason there was none.
        None => Err(broke_off()),
        Some(reason) => {
            let calls = tool_calls(end, request)?;
            match (calls.is_empty(), reason) {
                (true, StopReason::ToolCall(_)) => {
                    Err(ModelFault::Malformed("it says that it calls a tool, and calls none".into()))
                }
                (true, _) if text.trim().is_empty() => Err(ModelFault::Malformed("the reply is empty".into())),
                _ => Ok(Replied { text, calls, usage: seen.known().usage(request).0 }),
            }
        }
    }
}

/// The calls of a reply, all of them of tools that the model was given, with arguments that are an object.
fn tool_calls(end: &StreamEnd, request: &ModelRequest) -> Result<Vec<ToolCall>, ModelFault> {
    let malformed = |detail: String| Err(ModelFault::Malformed(detail));
    let (mut calls, mut bytes) = (Vec::new(), 0);
    for call in end.captured_tool_calls().into_iter().flatten() {
        let name: String = call.fn_name.chars().take(64).collect();
        if !request.tools.iter().any(|tool| tool.name == call.fn_name) {
            return malformed(format!("it calls a tool that it was not given: {name}"));
        }
        let arguments = match &call.fn_arguments {
            Value::Object(_) => call.fn_arguments.clone(),
            // A tool without arguments is called with nothing by some.
            Value::Null => json!({}),
            Value::String(text) if text.trim().is_empty() => json!({}),
            _ => return malformed(format!("the arguments of {name} are no object")),
        };
        bytes += arguments.to_string().len();
        if bytes > LONGEST_ARGUMENTS {
            return malformed("the arguments of its calls are too long".to_owned());
        }
        let signatures = call.thought_signatures.clone().unwrap_or_default();
        calls.push(ToolCall { id: call.call_id.clone(), name: call.fn_name.clone(), arguments, signatures });
    }
    Ok(calls)
}

fn refusal(seen: &Seen) -> Option<ModelFault> {
    seen.known().refusal.map(ModelFault::Refused)
}

fn broke_off() -> ModelFault {
    ModelFault::Unreachable("the connection ended before the reply was complete".into())
}

fn service(target: &Target) -> Result<ServiceTarget, ModelFault> {
    let kind = match target.name.provider {
        Provider::Anthropic => AdapterKind::Anthropic,
        Provider::OpenAi | Provider::Compatible => AdapterKind::OpenAI,
        Provider::Gemini => AdapterKind::Gemini,
        Provider::Bedrock => AdapterKind::BedrockApi,
    };
    let key = match &target.key {
        Some(key) => key.expose_secret(),
        // Services of one's own mostly want none, but the wire has a place for it.
        None if target.name.provider == Provider::Compatible => "none",
        None => return Err(ModelFault::Unauthorized("no key is set for this provider".into())),
    };
    Ok(ServiceTarget {
        endpoint: Endpoint::from_owned(target.base_url.as_str()),
        auth: AuthData::from_single(key),
        model: ModelIden::new(kind, target.name.model.as_str()),
    })
}

fn chat(target: &Target, request: &ModelRequest) -> ChatRequest {
    let mut system = request.system.clone();
    if let Some(schema) = request.schema.as_ref().filter(|_| !enforces_schemas(target)) {
        system.push_str("\n\nReply with one JSON object of this schema and nothing else:\n");
        system.push_str(&schema.schema.to_string());
    }
    let asked = ChatRequest::new(request.turns.iter().map(message).collect()).with_system(system);
    if request.tools.is_empty() {
        return asked;
    }
    asked.with_tools(
        request.tools.iter().map(|tool| {
            Tool::new(tool.name.as_str()).with_description(tool.description.as_str()).with_schema(tool.schema.clone())
        }),
    )
}

fn message(turn: &ModelTurn) -> ChatMessage {
    if !turn.results.is_empty() {
        let response =
            |result: &ToolResult| ToolResponse::new(result.id.as_str(), result.text.as_str()).with_fn_name(result.name.as_str());
        return ChatMessage::from(turn.results.iter().map(response).collect::<Vec<_>>());
    }
    match turn.speaker {
        TurnSpeaker::User => ChatMessage::user(turn.text.as_str()),
        TurnSpeaker::Model if turn.calls.is_empty() => ChatMessage::assistant(turn.text.as_str()),
        TurnSpeaker::Model => {
            let calls = turn.calls.iter().map(|call| WireCall {
                call_id: call.id.clone(),
                fn_name: call.name.clone(),
                fn_arguments: call.arguments.clone(),
                thought_signatures: (!call.signatures.is_empty()).then(|| call.signatures.clone()),
            });
            let mut content = MessageContent::from_tool_calls(calls.collect());
            if !turn.text.is_empty() {
                let mut whole = MessageContent::from_text(turn.text.as_str());
                whole.extend(content);
                content = whole;
            }
            ChatMessage::assistant(content)
        }
    }
}

fn options(target: &Target, request: &ModelRequest, seen: &Arc<Seen>) -> ChatOptions {
    let room = room_to_think(&target.name);
    let mut options = ChatOptions::default()
        .with_max_tokens(request.max_tokens.saturating_add(room))
        .with_capture_usage(true)
        .with_capture_tool_calls(!request.tools.is_empty())
        .with_raw_frame_sink_arc(seen.clone());
    if let Some(schema) = request.schema.as_ref().filter(|_| enforces_schemas(target)) {
        options = options.with_response_format(JsonSpec::new(schema.name, schema.schema.clone()));
    }
    match target.name.provider {
        Provider::OpenAi if room > 0 && !target.name.model.contains("-pro") => {
            options.with_reasoning_effort(ReasoningEffort::Low)
        }
        // Said explicitly, or genai would read `mistral-medium` as `mistral` with medium effort. A budget writes nothing here.
        Provider::OpenAi | Provider::Compatible => options.with_reasoning_effort(ReasoningEffort::Budget(0)),
        Provider::Anthropic | Provider::Gemini | Provider::Bedrock => options,
    }
}

/// Bedrock's Converse has no place for a schema that all its models know.
fn enforces_schemas(target: &Target) -> bool {
    target.name.provider != Provider::Bedrock
}
