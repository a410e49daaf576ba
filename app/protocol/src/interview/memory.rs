//! What the agent keeps in mind between turns: the seed's `WorkingMemory` in its camelCase (seed 000, Working Memory).

use crate::Confidence;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkingMemory {
    /// The last five topics, oldest first.
    pub recent_topics: Vec<String>,
    pub pending_follow_ups: Vec<FollowUp>,
    pub inferred_relationships: Vec<Relationship>,
    pub user_preferences: Map<String, Value>,
    pub conversation_style: Style,
}

/// A question to come back to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FollowUp {
    pub obligation_key: String,
    pub reason: String,
    pub priority: u8,
    /// Not before this turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_turn: Option<u32>,
}

/// A connection between two obligations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Relationship {
    pub from: String,
    pub to: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub confidence: Confidence,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    #[default]
    Formal,
    Casual,
}
