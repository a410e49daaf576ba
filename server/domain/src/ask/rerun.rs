//! A proof that was run again, beside the one before.

use super::formula::is_same;
use protocol::ask::{Answer, NodeStatus};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What became of a proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rerun {
    pub same: bool,
    pub premises: Vec<PremiseState>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PremiseState {
    pub id: String,
    pub state: State,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Same,
    Changed,
    /// What it came from is not there any more, or does not say it any more.
    Gone,
}

impl State {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Changed => "changed",
            Self::Gone => "gone",
        }
    }
}

/// Premise by premise; the same only where the verdict is the same too.
#[must_use]
pub fn compare(before: &Answer, after: &Answer) -> Rerun {
    let premises: Vec<PremiseState> = before
        .premises
        .iter()
        .map(|old| {
            let id = old.id.clone();
            let new = after.premises.iter().find(|new| new.id == old.id);
            let new = new.filter(|new| new.status == NodeStatus::Resolved || old.status != NodeStatus::Resolved);
            match new {
                None => PremiseState { id, state: State::Gone, old: Some(old.value.clone()), new: None },
                Some(new) if is_equal(&old.value, &new.value) => PremiseState { id, state: State::Same, old: None, new: None },
                Some(new) => {
                    PremiseState { id, state: State::Changed, old: Some(old.value.clone()), new: Some(new.value.clone()) }
                }
            }
        })
        .collect();
    let same = premises.iter().all(|premise| premise.state == State::Same) && before.verdict == after.verdict;
    Rerun { same, premises }
}

/// Numbers within a billionth, also inside lists.
pub(super) fn is_equal(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_equal(old, new))
        }
        (Value::Number(_), Value::Number(_)) => is_same(old, new),
        _ => old == new,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ask::{ProofNode, ProofSource, Verdict};
    use serde_json::json;

    fn answer(value: Value, status: NodeStatus, verdict: Verdict) -> Answer {
        let node = ProofNode {
            id: "P1".into(),
            name: String::new(),
            status,
            value,
            source: ProofSource::Database,
            confidence: 1.0,
            formula: None,
            query: None,
            quote: None,
            call: None,
            origin: String::new(),
            depends_on: Vec::new(),
            elapsed_ms: 0,
        };
        Answer { premises: vec![node], verdict: Some(verdict), ..Answer::default() }
    }

    #[test]
    fn each_premise_is_the_same_another_or_gone() {
        let resolved = |value: Value| answer(value, NodeStatus::Resolved, Verdict::Proven);
        for (old, new, wanted) in [
            (
                resolved(json!(0.3)),
                resolved(json!(0.1 + 0.2)),
                json!({"same": true, "premises": [{"id": "P1", "state": "same"}]}),
            ),
            (
                resolved(json!(5)),
                resolved(json!(2)),
                json!({"same": false, "premises": [{"id": "P1", "state": "changed", "old": 5, "new": 2}]}),
            ),
            (
                resolved(json!(5)),
                answer(Value::Null, NodeStatus::Failed, Verdict::Proven),
                json!({"same": false, "premises": [{"id": "P1", "state": "gone", "old": 5}]}),
            ),
            (
                resolved(json!([["a", 1]])),
                answer(json!([["a", 1.0]]), NodeStatus::Resolved, Verdict::Refuted),
                json!({"same": false, "premises": [{"id": "P1", "state": "same"}]}),
            ),
        ] {
            assert_eq!(json!(compare(&old, &new)), wanted);
        }
    }
}
