//! What the agent keeps in mind (seed 000, Working Memory Updates).

use protocol::{
    Confidence,
    interview::{FollowUp, InterviewView, Relationship, Status, Style, WorkingMemory},
};
use serde_json::Value;
use std::collections::HashMap;

/// The seed keeps the last five.
const TOPICS: usize = 5;
/// Why a value is read back once more: the person spoke of something else when it was read back.
pub(super) const PASSED_OVER: &str = "you have not said yet whether this is right";
/// More open follow-ups than this are noise.
const FOLLOW_UPS: usize = 20;

/// Nobody has more habits than this that matter; an engine makes up any names.
const PREFERENCES: usize = 50;

/// Signals of one turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Signals {
    /// Keys that were talked about, in order.
    pub topics: Vec<String>,
    pub follow_ups: Vec<FollowUp>,
    /// Keys whose read-back need not come again.
    pub taken_up: Vec<String>,
    pub style: Option<Style>,
    pub preferences: Vec<(String, Value)>,
}

/// The memory after a turn.
pub(super) fn updated(view: &InterviewView, signals: Signals) -> WorkingMemory {
    let mut memory = view.memory.clone();
    for topic in signals.topics {
        memory.recent_topics.retain(|known| *known != topic);
        memory.recent_topics.push(topic);
    }
    let surplus = memory.recent_topics.len().saturating_sub(TOPICS);
    memory.recent_topics.drain(..surplus);
    let over = |one: &FollowUp| one.reason == PASSED_OVER && signals.taken_up.contains(&one.obligation_key);
    memory.pending_follow_ups.retain(|one| !over(one));
    for follow_up in signals.follow_ups {
        let replaced = |known: &FollowUp| {
            known.obligation_key == follow_up.obligation_key && (known.reason == PASSED_OVER) == (follow_up.reason == PASSED_OVER)
        };
        memory.pending_follow_ups.retain(|known| !replaced(known));
        memory.pending_follow_ups.push(follow_up);
    }
    memory.pending_follow_ups.retain(|one| {
        view.obligation(&one.obligation_key).is_some_and(|held| !matches!(held.status, Status::Satisfied | Status::Skipped))
    });
    // The newest stay: what was just put off is what the person expects to be asked again.
    let surplus = memory.pending_follow_ups.len().saturating_sub(FOLLOW_UPS);
    memory.pending_follow_ups.drain(..surplus);
    for (name, value) in signals.preferences {
        if memory.user_preferences.len() < PREFERENCES || memory.user_preferences.contains_key(&name) {
            memory.user_preferences.insert(name, value);
        }
    }
    if let Some(style) = signals.style {
        memory.conversation_style = style;
    }
    memory.inferred_relationships = relationships(view);
    memory
}

/// A known answer influences those that were waiting for it; the surer both are, the surer the connection.
fn relationships(view: &InterviewView) -> Vec<Relationship> {
    let known: HashMap<&str, Confidence> =
        view.obligations.iter().filter(|one| one.value.is_some()).map(|one| (one.key.as_str(), one.confidence)).collect();
    view.definition
        .obligations
        .iter()
        .flat_map(|template| template.dependencies.iter().map(move |from| (from, &template.key)))
        .filter_map(|(from, to)| {
            let confidence = *known.get(from.as_str())?.min(known.get(to.as_str())?);
            Some(Relationship { from: from.clone(), to: to.clone(), kind: "influences".into(), confidence })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_five_topics_each_once() {
        let mut view = testkit::view(&["a", "b", "c", "d", "e", "f"]);
        for topic in ["a", "b", "c", "a", "d", "e", "f"] {
            view.memory = updated(&view, Signals { topics: vec![topic.into()], ..Signals::default() });
        }
        assert_eq!(view.memory.recent_topics, ["c", "a", "d", "e", "f"]);
    }

    #[test]
    fn a_follow_up_ends_when_its_obligation_is_satisfied() {
        let mut view = testkit::view(&["a", "b"]);
        let follow_up =
            |key: &str| FollowUp { obligation_key: key.into(), reason: "vague".into(), priority: 5, scheduled_turn: Some(4) };
        view.memory =
            updated(&view, Signals { follow_ups: vec![follow_up("a"), follow_up("b"), follow_up("a")], ..Signals::default() });
        assert_eq!(view.memory.pending_follow_ups.len(), 2);
        view.obligations[0].status = Status::Satisfied;
        view.memory = updated(&view, Signals::default());
        assert_eq!(view.memory.pending_follow_ups.iter().map(|one| one.obligation_key.as_str()).collect::<Vec<_>>(), ["b"]);
    }
}
