//! What the replies must be: a table of whole replies, a conversation, and what holds for any plan.

mod any_plan;
mod conversation;
mod objectives;
mod talk;
mod whole_interviews;
mod whole_replies;
mod words_of_values;

use super::reply;
use domain::interview::{Next, Remark, ReplyPlan, Took};
use protocol::{
    Confidence, SessionId, TenantId,
    interview::{ObjectiveDefinition, Phase, Style},
};
use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

const BUSINESS: &str = include_str!("../../../../../../domain/src/interview/objectives/business_profile.json");
const IDEA: &str = include_str!("../../../../../../domain/src/interview/objectives/idea_discovery.json");
const PROJECT: &str = include_str!("../../../../../../domain/src/interview/objectives/project_discovery.json");

fn objective(json: &str) -> Arc<ObjectiveDefinition> {
    Arc::new(serde_json::from_str(json).expect("an objective"))
}

/// A plan in the middle of the business interview that asks for the target market.
fn plan() -> ReplyPlan {
    ReplyPlan {
        definition: objective(BUSINESS),
        turn: 1,
        phase: Phase::Exploration,
        entered: None,
        style: Style::Formal,
        preferences: serde_json::Map::new(),
        opening: false,
        said: "something".to_owned(),
        took: Vec::new(),
        remarks: Vec::new(),
        next: ask("target_market", 1),
        earlier: Vec::new(),
        tenant: TenantId(Uuid::nil()),
        session: SessionId(Uuid::nil()),
        history: Vec::new(),
        held: Vec::new(),
        required: (1, 6),
        score: Confidence::new(0.2),
        proposed: None,
    }
}

fn ask(key: &str, attempt: u32) -> Next {
    Next::Ask { key: key.to_owned(), attempt, following_up: None }
}

fn took(key: &str, value: impl Into<Value>) -> Took {
    Took { key: key.to_owned(), value: value.into(), previous: None, confidence: Confidence::new(0.9), quote: None }
}

fn key(of: &str) -> String {
    of.to_owned()
}

fn with(change: impl FnOnce(&mut ReplyPlan)) -> ReplyPlan {
    let mut plan = plan();
    change(&mut plan);
    plan
}

fn remarking(remark: Remark) -> ReplyPlan {
    with(|plan| plan.remarks = vec![remark])
}
