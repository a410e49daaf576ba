//! What the agent keeps in mind (seed 000, Working Memory Updates).

use protocol::{
    Confidence,
    interview::{FollowUp, InterviewView, Relationship, Status, Style, WorkingMemory},
};
use serde_json::Value;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

/// The seed keeps the last five.
const TOPICS: usize = 5;
/// Why a value is read back once more: the person spoke of something else when it was read back.
pub(super) const PASSED_OVER: &str = "you have not said yet whether this is right";
/// Why a value that research proposes is read back.
pub(super) const FOUND: &str = "research found this; nobody has said yet whether it is right";
/// More open follow-ups than this are noise.
const FOLLOW_UPS: usize = 20;
/// Connections that nobody declared: more than this are noise.
const INFERRED: usize = 20;
const NEIGHBOURS: usize = 4;

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
    let mut memory = (*view.memory).clone();
    for topic in signals.topics {
        memory.recent_topics.retain(|known| *known != topic);
        memory.recent_topics.push(topic);
    }
    let surplus = memory.recent_topics.len().saturating_sub(TOPICS);
    memory.recent_topics.drain(..surplus);
    let over = |one: &FollowUp| is_read_back(one) && signals.taken_up.contains(&one.obligation_key);
    memory.pending_follow_ups.retain(|one| !over(one));
    for follow_up in signals.follow_ups {
        let replaced = |known: &FollowUp| {
            known.obligation_key == follow_up.obligation_key && is_read_back(known) == is_read_back(&follow_up)
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

/// Whether a value is to be read back, not asked for.
pub(super) fn is_read_back(one: &FollowUp) -> bool {
    one.reason == PASSED_OVER || one.reason == FOUND
}

/// A known answer influences those that were waiting for it; the surer both are, the surer the connection. The rest is
/// inferred from what happened in the interview.
pub(super) fn relationships(view: &InterviewView) -> Vec<Relationship> {
    let known: HashMap<&str, Confidence> =
        view.obligations.iter().filter(|one| one.value.is_some()).map(|one| (one.key.as_str(), one.confidence)).collect();
    let declared = view
        .definition
        .obligations
        .iter()
        .flat_map(|template| template.dependencies.iter().map(move |from| (from.as_str(), template.key.as_str())));
    let mut found: Vec<Relationship> = Vec::new();
    let mut paired: HashSet<(&str, &str)> = HashSet::new();
    for (from, to) in declared {
        if let (Some(one), Some(other)) = (known.get(from), known.get(to)) {
            paired.insert((from, to));
            found.push(relationship(from, to, "influences", *one.min(other)));
        }
    }
    let most = found.len() + INFERRED;
    let contradicting = view.conflicts.iter().filter_map(|conflict| match &conflict.keys[..] {
        [one, other] => Some((one.as_str(), other.as_str(), "conflicts_with", 0.9)),
        _ => None,
    });
    let inferred = contradicting.chain(in_one_turn(view, true)).chain(in_one_turn(view, false));
    for (from, to, kind, share) in inferred {
        let (Some(one), Some(other)) = (known.get(from), known.get(to)) else { continue };
        if found.len() == most {
            break;
        }
        if !paired.contains(&(to, from)) && paired.insert((from, to)) {
            // Two values that cannot both hold are connected however doubtful each of them is.
            let sure = if kind == "conflicts_with" { 1.0 } else { one.min(other).get() };
            found.push(relationship(from, to, kind, Confidence::new(sure * share)));
        }
    }
    found
}

fn relationship(from: &str, to: &str, kind: &str, confidence: Confidence) -> Relationship {
    Relationship { from: from.to_owned(), to: to.to_owned(), kind: kind.to_owned(), confidence }
}

/// Values that one message gave, the newest message first: those that took the place of others, or all. Each is paired with
/// the next few of its message only, so that a message full of values stays cheap.
fn in_one_turn(view: &InterviewView, corrected: bool) -> impl Iterator<Item = (&str, &str, &'static str, f64)> {
    let mut by_turn: BTreeMap<Reverse<u32>, Vec<&str>> = BTreeMap::new();
    for one in view.obligations.iter().filter(|one| one.value.is_some() && (!corrected || !one.past.is_empty())) {
        if let Some(evidence) = &one.evidence {
            by_turn.entry(Reverse(evidence.turn)).or_default().push(&one.key);
        }
    }
    let (kind, share) = if corrected { ("corrected_with", 0.8) } else { ("said_with", 0.5) };
    by_turn.into_values().flat_map(move |keys| {
        let pairs =
            keys.iter().enumerate().flat_map(|(at, one)| keys[at + 1..].iter().take(NEIGHBOURS).map(|other| (*one, *other)));
        pairs.map(|(one, other)| (one, other, kind, share)).take(INFERRED).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_five_topics_each_once() {
        let mut view = testkit::view(&["a", "b", "c", "d", "e", "f"]);
        for topic in ["a", "b", "c", "a", "d", "e", "f"] {
            view.memory = updated(&view, Signals { topics: vec![topic.into()], ..Signals::default() }).into();
        }
        assert_eq!(view.memory.recent_topics, ["c", "a", "d", "e", "f"]);
    }

    #[test]
    fn a_follow_up_ends_when_its_obligation_is_satisfied() {
        let mut view = testkit::view(&["a", "b"]);
        let follow_up =
            |key: &str| FollowUp { obligation_key: key.into(), reason: "vague".into(), priority: 5, scheduled_turn: Some(4) };
        let follow_ups = vec![follow_up("a"), follow_up("b"), follow_up("a")];
        view.memory = updated(&view, Signals { follow_ups, ..Signals::default() }).into();
        assert_eq!(view.memory.pending_follow_ups.len(), 2);
        view.obligations[0].status = Status::Satisfied;
        view.memory = updated(&view, Signals::default()).into();
        assert_eq!(view.memory.pending_follow_ups.iter().map(|one| one.obligation_key.as_str()).collect::<Vec<_>>(), ["b"]);
    }
}
