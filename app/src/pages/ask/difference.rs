//! What is different between two answers to the same question, and which changed values it comes from.

use protocol::ask::{Answer, ProofNode};
use serde_json::{Map, Value};

/// A value that is another now.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) name: String,
    /// None where it was not there.
    pub(super) was: Option<Value>,
    /// None where it is gone.
    pub(super) now: Option<Value>,
    /// Names of the changed values it rests on; empty where it is such a one itself.
    pub(super) because: Vec<String>,
}

fn all(answer: &Answer) -> impl Iterator<Item = &ProofNode> {
    answer.premises.iter().chain(&answer.inferences)
}

/// The same node of another answer: by its name, which stays where its number does not.
fn same<'answer>(answer: &'answer Answer, node: &ProofNode) -> Option<&'answer ProofNode> {
    all(answer).find(|one| one.name == node.name).or_else(|| {
        all(answer)
            .find(|one| one.id == node.id && (&one.query, &one.formula, &one.quote) == (&node.query, &node.formula, &node.quote))
    })
}

/// Values that are others, premises first. `changed` are the values by which it was asked again.
pub(super) fn differences(before: &Answer, after: &Answer, changed: &Map<String, Value>) -> Vec<Difference> {
    let is_other = |node: &ProofNode| same(before, node).is_none_or(|old| old.value != node.value);
    let mut found: Vec<Difference> = all(after)
        .filter(|node| is_other(node))
        .map(|node| Difference {
            name: node.name.clone(),
            was: same(before, node).map(|old| old.value.clone()),
            now: Some(node.value.clone()),
            because: causes(after, node, &is_other, changed),
        })
        .collect();
    found.extend(all(before).filter(|node| same(after, node).is_none()).map(|node| Difference {
        name: node.name.clone(),
        was: Some(node.value.clone()),
        now: None,
        because: Vec::new(),
    }));
    found
}

/// The changed values that a node rests on, nearest to the data: down its supports as far as they differ.
fn causes(
    answer: &Answer,
    node: &ProofNode,
    is_other: &impl Fn(&ProofNode) -> bool,
    changed: &Map<String, Value>,
) -> Vec<String> {
    let mut names = Vec::new();
    let mut seen: Vec<&str> = vec![&node.id];
    let mut left: Vec<&str> = node.depends_on.iter().map(String::as_str).collect();
    while let Some(id) = left.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let Some(support) = all(answer).find(|one| one.id == id).filter(|support| is_other(support)) else { continue };
        let deeper = support.depends_on.iter().any(|id| all(answer).any(|one| one.id == *id && is_other(one)));
        if deeper {
            left.extend(support.depends_on.iter().map(String::as_str));
        } else if !names.contains(&support.name) {
            names.push(support.name.clone());
        }
    }
    // A query that differs for no reason of its own was asked with other values.
    if names.is_empty() && !changed.contains_key(&node.name) {
        names.extend(changed.keys().cloned());
    }
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ask::{NodeStatus, ProofSource};
    use serde_json::json;

    fn node(id: &str, name: &str, value: Value, depends_on: &[&str]) -> ProofNode {
        ProofNode {
            id: id.into(),
            name: name.into(),
            status: NodeStatus::Resolved,
            value,
            source: ProofSource::User,
            confidence: 1.0,
            formula: None,
            query: None,
            quote: None,
            call: None,
            origin: String::new(),
            depends_on: depends_on.iter().map(|id| (*id).to_owned()).collect(),
            elapsed_ms: 0,
        }
    }

    fn answer(nodes: Vec<ProofNode>) -> Answer {
        let (premises, inferences) = nodes.into_iter().partition(|node| node.id.starts_with('P'));
        Answer { premises, inferences, ..Answer::default() }
    }

    #[test]
    fn each_difference_names_the_changed_value_it_comes_from() {
        let with = |age: i64, enough: bool| {
            answer(vec![
                node("P1", "my age", json!(age), &[]),
                node("P2", "savings", json!(900), &[]),
                node("I1", "years left", json!(67 - age), &["P1"]),
                node("I2", "enough", json!(enough), &["I1", "P2"]),
            ])
        };
        let changed = json!({"my age": 50}).as_object().cloned().unwrap_or_default();
        let found = differences(&with(40, true), &with(50, false), &changed);
        let read: Vec<(&str, Vec<String>)> = found.iter().map(|one| (one.name.as_str(), one.because.clone())).collect();
        let age = || vec!["my age".to_owned()];
        assert_eq!(read, [("my age", Vec::new()), ("years left", age()), ("enough", age())]);
        assert_eq!((&found[0].was, &found[0].now), (&Some(json!(40)), &Some(json!(50))));
        assert!(differences(&with(40, true), &with(40, true), &Map::new()).is_empty());
    }

    #[test]
    fn what_came_and_what_went_is_different_too_and_circles_end() {
        let before = answer(vec![node("P1", "old", json!(1), &[])]);
        let after = answer(vec![node("P1", "new", json!(2), &["P2"]), node("P2", "other", json!(3), &["P1"])]);
        let found = differences(&before, &after, &Map::new());
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        // A node with the same number and nothing that could tell it apart counts as the same.
        assert_eq!(names, ["new", "other"]);
        assert_eq!(found[0].was, Some(json!(1)));
        let gone = differences(&before, &answer(Vec::new()), &Map::new());
        assert_eq!((gone[0].now.clone(), gone.len()), (None, 1));
    }
}
