//! What each wire's answers look like, event by event.

use super::Wire;
use serde_json::{Value, json};

/// The tokens that the stub always says it used.
pub(super) const INPUT: u32 = 12;
pub(super) const OUTPUT: u32 = 7;

/// How a stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Whole,
    Truncated,
    Refused,
    /// It waits for what its calls come to.
    Calls,
}

impl Wire {
    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Bedrock => "application/vnd.amazon.eventstream",
            _ => "text/event-stream",
        }
    }

    pub(super) fn opening(self) -> Vec<u8> {
        match self {
            Self::Anthropic => {
                let message = json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
                    "model": "stub", "content": [], "stop_reason": null, "usage": {"input_tokens": INPUT, "output_tokens": 1}}});
                let block = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}});
                [named("message_start", &message), named("ping", &json!({"type": "ping"})), named("content_block_start", &block)]
                    .concat()
            }
            Self::OpenAi => chunk(&json!([{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}])),
            Self::Gemini => Vec::new(),
            Self::Bedrock => frame("messageStart", &json!({"role": "assistant"})),
        }
    }

    pub(super) fn piece(self, text: &str) -> Vec<u8> {
        match self {
            Self::Anthropic => named(
                "content_block_delta",
                &json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}),
            ),
            Self::OpenAi => chunk(&json!([{"index": 0, "delta": {"content": text}, "finish_reason": null}])),
            Self::Gemini => data(&json!({
                "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}],
                "usageMetadata": {"promptTokenCount": INPUT, "candidatesTokenCount": 1, "totalTokenCount": INPUT + 1},
            })),
            Self::Bedrock => frame("contentBlockDelta", &json!({"contentBlockIndex": 0, "delta": {"text": text}})),
        }
    }

    /// A call of a tool as each provider streams it: its name first, then its arguments in two pieces, where the wire has pieces.
    pub(super) fn tool_call(self, place: usize, name: &str, arguments: &Value) -> Vec<u8> {
        let text = arguments.to_string();
        let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
        let halves = [&text[..middle], &text[middle..]];
        match self {
            Self::Anthropic => {
                let index = place + 1;
                let block = json!({"type": "tool_use", "id": format!("toolu_{place}"), "name": name, "input": {}});
                let start = json!({"type": "content_block_start", "index": index, "content_block": block});
                let mut events = named("content_block_start", &start);
                for half in halves {
                    let delta = json!({"type": "input_json_delta", "partial_json": half});
                    let event = json!({"type": "content_block_delta", "index": index, "delta": delta});
                    events.extend(named("content_block_delta", &event));
                }
                events.extend(named("content_block_stop", &json!({"type": "content_block_stop", "index": index})));
                events
            }
            Self::OpenAi => {
                let function = json!({"name": name, "arguments": ""});
                let call = json!({"index": place, "id": format!("call_{place}"), "type": "function", "function": function});
                let choice = |call: &Value| json!([{"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": null}]);
                let mut events = chunk(&choice(&call));
                for half in halves {
                    events.extend(chunk(&choice(&json!({"index": place, "function": {"arguments": half}}))));
                }
                events
            }
            Self::Gemini => {
                let call = json!({"functionCall": {"name": name, "args": arguments}});
                let content = json!({"role": "model", "parts": [call]});
                data(&json!({"candidates": [{"content": content, "index": 0}]}))
            }
            Self::Bedrock => {
                let index = place + 1;
                let start = json!({"toolUse": {"toolUseId": format!("tooluse_{place}"), "name": name}});
                let mut events = frame("contentBlockStart", &json!({"contentBlockIndex": index, "start": start}));
                for half in halves {
                    let delta = json!({"toolUse": {"input": half}});
                    events.extend(frame("contentBlockDelta", &json!({"contentBlockIndex": index, "delta": delta})));
                }
                events.extend(frame("contentBlockStop", &json!({"contentBlockIndex": index})));
                events
            }
        }
    }

    pub(super) fn closing(self, end: End) -> Vec<u8> {
        match self {
            Self::Anthropic => {
                let reason = pick(end, ["end_turn", "max_tokens", "refusal", "tool_use"]);
                let delta = json!({"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": null},
                    "usage": {"output_tokens": OUTPUT}});
                [
                    named("content_block_stop", &json!({"type": "content_block_stop", "index": 0})),
                    named("message_delta", &delta),
                    named("message_stop", &json!({"type": "message_stop"})),
                ]
                .concat()
            }
            Self::OpenAi => {
                let reason = pick(end, ["stop", "length", "stop", "tool_calls"]);
                let usage = json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [],
                    "usage": {"prompt_tokens": INPUT, "completion_tokens": OUTPUT, "total_tokens": INPUT + OUTPUT}});
                [chunk(&json!([{"index": 0, "delta": {}, "finish_reason": reason}])), data(&usage), b"data: [DONE]\n\n".to_vec()]
                    .concat()
            }
            Self::Gemini => data(&json!({
                "candidates": [{"content": {"role": "model", "parts": [{"text": ""}]},
                    "finishReason": pick(end, ["STOP", "MAX_TOKENS", "SAFETY", "STOP"]), "index": 0}],
                "usageMetadata": {"promptTokenCount": INPUT, "candidatesTokenCount": OUTPUT, "totalTokenCount": INPUT + OUTPUT},
            })),
            Self::Bedrock => [
                frame("contentBlockStop", &json!({"contentBlockIndex": 0})),
                frame(
                    "messageStop",
                    &json!({"stopReason": pick(end, ["end_turn", "max_tokens", "content_filtered", "tool_use"])}),
                ),
                frame(
                    "metadata",
                    &json!({"usage": {"inputTokens": INPUT, "outputTokens": OUTPUT, "totalTokens": INPUT + OUTPUT},
                        "metrics": {"latencyMs": 1}}),
                ),
            ]
            .concat(),
        }
    }

    /// A refusal as each provider words it, from the first event to the last.
    pub(super) fn refusal(self) -> Vec<u8> {
        match self {
            Self::OpenAi => [
                self.opening(),
                chunk(&json!([{"index": 0, "delta": {"refusal": "I cannot help with that."}, "finish_reason": null}])),
                self.closing(End::Refused),
            ]
            .concat(),
            Self::Gemini => data(&json!({"promptFeedback": {"blockReason": "SAFETY"},
                "usageMetadata": {"promptTokenCount": INPUT, "totalTokenCount": INPUT}})),
            Self::Anthropic | Self::Bedrock => [self.opening(), self.closing(End::Refused)].concat(),
        }
    }

    /// The provider gives up in the middle of a stream.
    pub(super) fn overload(self) -> Vec<u8> {
        match self {
            Self::Anthropic => {
                named("error", &json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}))
            }
            Self::OpenAi => {
                data(&json!({"error": {"message": "The server is overloaded", "type": "overloaded_error", "code": null}}))
            }
            Self::Gemini => {
                data(&json!({"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}}))
            }
            Self::Bedrock => exception("serviceUnavailableException", &json!({"message": "The model is overloaded."})),
        }
    }

    pub(super) fn garbage(self) -> Vec<u8> {
        match self {
            Self::Anthropic => b"event: content_block_delta\ndata: {\"type\": oops\n\n".to_vec(),
            Self::OpenAi | Self::Gemini => b"data: {\"choices\": oops\n\n".to_vec(),
            Self::Bedrock => vec![0xff; 64],
        }
    }

    /// An error's body as the provider writes it.
    pub(super) fn error(self, status: u16, message: &str) -> Value {
        let kind = match status {
            401 | 403 => "authentication_error",
            429 => "rate_limit_error",
            529 | 503 => "overloaded_error",
            400 => "invalid_request_error",
            _ => "api_error",
        };
        match self {
            Self::Anthropic => json!({"type": "error", "error": {"type": kind, "message": message}}),
            Self::OpenAi => json!({"error": {"message": message, "type": kind, "param": null, "code": null}}),
            Self::Gemini => json!({"error": {"code": status, "message": message, "status": kind.to_uppercase()}}),
            Self::Bedrock => json!({"message": message}),
        }
    }
}

/// The word for a whole, a cut, a declined and a calling end.
const fn pick(end: End, words: [&'static str; 4]) -> &'static str {
    match end {
        End::Whole => words[0],
        End::Truncated => words[1],
        End::Refused => words[2],
        End::Calls => words[3],
    }
}

fn named(event: &str, body: &Value) -> Vec<u8> {
    format!("event: {event}\ndata: {body}\n\n").into_bytes()
}

fn data(body: &Value) -> Vec<u8> {
    format!("data: {body}\n\n").into_bytes()
}

fn chunk(choices: &Value) -> Vec<u8> {
    data(&json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "stub", "choices": choices}))
}

fn frame(event: &str, body: &Value) -> Vec<u8> {
    message(&[(":message-type", "event"), (":event-type", event), (":content-type", "application/json")], body)
}

fn exception(kind: &str, body: &Value) -> Vec<u8> {
    message(&[(":message-type", "exception"), (":exception-type", kind), (":content-type", "application/json")], body)
}

/// One message of the AWS event stream: lengths and checksums around headers and payload.
fn message(headers: &[(&str, &str)], body: &Value) -> Vec<u8> {
    let mut head = Vec::new();
    for (name, value) in headers {
        head.push(u8::try_from(name.len()).expect("a short name"));
        head.extend_from_slice(name.as_bytes());
        head.push(7);
        head.extend_from_slice(&u16::try_from(value.len()).expect("a short value").to_be_bytes());
        head.extend_from_slice(value.as_bytes());
    }
    let payload = body.to_string();
    let length = |bytes: usize| u32::try_from(bytes).expect("a small message").to_be_bytes();
    let mut out = Vec::new();
    out.extend_from_slice(&length(16 + head.len() + payload.len()));
    out.extend_from_slice(&length(head.len()));
    out.extend_from_slice(&crc32fast::hash(&out).to_be_bytes());
    out.extend_from_slice(&head);
    out.extend_from_slice(payload.as_bytes());
    out.extend_from_slice(&crc32fast::hash(&out).to_be_bytes());
    out
}
