//! How the stub takes a call.

use serde::Deserialize;
use serde_json::Value;

/// Written as JSON for `examples/model_stub.rs`: `{"says": "…"}`, `"hangs"`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behaviour {
    /// A whole reply in several pieces.
    Says(String),
    /// The model calls these tools, after some text or none: name and arguments.
    Calls { text: String, calls: Vec<(String, Value)> },
    /// Piece by piece, with so many milliseconds before each.
    Drips { pieces: Vec<String>, pause_ms: u64 },
    /// The pieces, and then the connection breaks.
    Cut { after: String },
    /// The status with the provider's own error body.
    Status { status: u16, retry_after: Option<u32> },
    /// An error body that repeats whatever the caller sent as its key.
    EchoesKey { status: u16 },
    /// 200 with something that is not the wire.
    Garbage,
    /// A whole event that is not JSON, in the middle of the stream.
    GarbageInStream { after: String },
    /// The provider's own error event, in the middle of the stream.
    Overloads { after: String },
    /// The model declines, in the provider's own way.
    Refuses,
    /// As if the longest permitted length were reached.
    Truncates(String),
    /// Takes the call and never answers.
    Hangs,
    /// Bytes without end that never make an event.
    Floods,
}
