//! What is different between two answers to the same question, and which changed values it comes from.

use super::{facts_for_redo, rerun::is_equal};
use protocol::ask::{Answer, AskView, Difference, ProofNode, Redone};
use serde_json::{Map, Value};

/// None where one of them has no answer.
#[must_use]
pub fn compare_redone(before: &AskView, after: &AskView) -> Option<Redone> {
    let (old, new) = (before.answer.as_ref()?, after.answer.as_ref()?);
    let known = facts_for_redo(before, Map::new());
    let is_changed = |(name, value): &(&String, &Value)| known.get(*name) != Some(*value);
    let changed = after.request.facts.iter().filter(is_changed).map(|(name, value)| (name.clone(), value.clone()));
    let changed: Map<String, Value> = changed.collect();
    Some(Redone {
        id: before.id,
        question: before.request.question.clone(),
        verdict: old.verdict,
        answer: old.text.clone(),
        differences: find_differences(old, new, &changed),
        changed,
    })
}

fn all(answer: &Answer) -> impl Iterator<Item = &ProofNode> {
    answer.premises.iter().chain(&answer.inferences)
}

/// The same node of another answer: by its name, which stays where its number does not.
fn find_same<'answer>(answer: &'answer Answer, node: &ProofNode) -> Option<&'answer ProofNode> {
    all(answer)
        .find(|one| one.name == node.name)
        .or_else(|| all(answer).find(|one| one.id == node.id && is_found_alike(one, node)))
}

fn is_found_alike(old: &ProofNode, new: &ProofNode) -> bool {
    (&old.query, &old.formula, &old.quote, &old.call) == (&new.query, &new.formula, &new.quote, &new.call)
}

/// Values that are others, premises first. `changed` are the values by which it was asked again.
fn find_differences(before: &Answer, after: &Answer, changed: &Map<String, Value>) -> Vec<Difference> {
    let is_other = |node: &ProofNode| find_same(before, node).is_none_or(|old| !is_equal(&old.value, &node.value));
    let mut found: Vec<Difference> = all(after)
        .filter(|node| is_other(node))
        .map(|node| {
            let old = find_same(before, node);
            let mut because = find_causes(after, node, &is_other);
            // What is found in another way for no reason of its own was asked with other values.
            let is_asked_otherwise = old.is_none_or(|old| !is_found_alike(old, node) || reads_steps(node));
            if because.is_empty() && is_asked_otherwise && !changed.contains_key(&node.name) {
                because.extend(changed.keys().cloned());
            }
            Difference { name: node.name.clone(), was: old.map(|old| old.value.clone()), now: Some(node.value.clone()), because }
        })
        .collect();
    found.extend(all(before).filter(|node| find_same(after, node).is_none()).map(|node| Difference {
        name: node.name.clone(),
        was: Some(node.value.clone()),
        now: None,
        because: Vec::new(),
    }));
    found
}

/// The same query finds other rows where the steps that it reads came to others.
fn reads_steps(node: &ProofNode) -> bool {
    node.query.as_ref().is_some_and(|query| query.to_lowercase().contains("step_"))
}

/// The changed values that a node rests on, nearest to the data: down its supports as far as they differ.
fn find_causes(answer: &Answer, node: &ProofNode, is_other: &impl Fn(&ProofNode) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    let mut seen: Vec<&str> = vec![&node.id];
    let mut left: Vec<&str> = node.depends_on.iter().map(String::as_str).collect();
    while let Some(id) = left.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let Some(support) = all(answer).find(|one| one.id == id).filter(|support| is_other(support)) else { continue };
        let is_deeper = support.depends_on.iter().any(|id| all(answer).any(|one| one.id == *id && is_other(one)));
        if is_deeper {
            left.extend(support.depends_on.iter().map(String::as_str));
        } else if !names.contains(&support.name) {
            names.push(support.name.clone());
        }
    }
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        AskId, ConversationId, ProjectId, UserId,
        ask::{AskRequest, Clarification, ClarifyAnswer, NodeStatus, ProofSource},
    };
    use serde_json::json;
    use uuid::Uuid;

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

    fn query(value: i64, sql: &str) -> Answer {
        answer(vec![ProofNode { query: Some(sql.into()), ..node("P1", "ferries", json!(value), &[]) }])
    }

    fn answer(nodes: Vec<ProofNode>) -> Answer {
        let (premises, inferences) = nodes.into_iter().partition(|node| node.id.starts_with('P'));
        Answer { premises, inferences, ..Answer::default() }
    }

    fn facts(of: &Value) -> Map<String, Value> {
        of.as_object().cloned().unwrap_or_default()
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
        let changed = facts(&json!({"my age": 50}));
        let found = find_differences(&with(40, true), &with(50, false), &changed);
        let read: Vec<(&str, Vec<String>)> = found.iter().map(|one| (one.name.as_str(), one.because.clone())).collect();
        let age = || vec!["my age".to_owned()];
        assert_eq!(read, [("my age", Vec::new()), ("years left", age()), ("enough", age())]);
        assert_eq!((&found[0].was, &found[0].now), (&Some(json!(40)), &Some(json!(50))));
        assert!(find_differences(&with(40, true), &with(40, true), &Map::new()).is_empty());
    }

    #[test]
    fn another_query_is_asked_with_other_values_and_the_same_one_finds_other_data() {
        let changed = facts(&json!({"harbour": "Oslo"}));
        for (sql, because) in
            [("SELECT 1 -- Oslo", vec!["harbour"]), ("SELECT 1", vec![]), ("SELECT 1 FROM step_1", vec!["harbour"])]
        {
            let before = query(3, if sql.contains("step_1") { sql } else { "SELECT 1" });
            let found = find_differences(&before, &query(2, sql), &changed);
            assert_eq!(found[0].because, because, "{sql}");
        }
        assert!(find_differences(&query(3, "SELECT 1"), &query(3, "SELECT 1 -- Oslo"), &changed).is_empty());
    }

    #[test]
    fn what_came_and_what_went_is_different_too_and_circles_end() {
        let before = answer(vec![node("P1", "old", json!(1), &[])]);
        let after = answer(vec![node("P1", "new", json!(2), &["P2"]), node("P2", "other", json!(3), &["P1"])]);
        let found = find_differences(&before, &after, &Map::new());
        let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
        // A node with the same number and nothing that could tell it apart counts as the same.
        assert_eq!(names, ["new", "other"]);
        assert_eq!(found[0].was, Some(json!(1)));
        let gone = find_differences(&before, &answer(Vec::new()), &Map::new());
        assert_eq!((gone[0].now.clone(), gone.len()), (None, 1));
    }

    #[test]
    fn what_was_answered_before_is_not_changed() {
        let view = |request: AskRequest| {
            let place = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
            let mut view = AskView::new(AskId(Uuid::nil()), place, UserId(Uuid::nil()), request, None);
            view.answer = Some(Answer::default());
            view
        };
        let mut before = view(AskRequest { question: "Enough?".into(), ..AskRequest::default() });
        let question = Clarification { id: "Q1".into(), about: "my age".into(), ..Clarification::default() };
        before.questions = vec![question];
        before.clarified = vec![ClarifyAnswer { question_id: "Q1".into(), value: "40".into(), remember: false }];
        let known = facts_for_redo(&before, Map::new());
        assert_eq!(known.len(), 1, "{known:?}");
        let after = |facts| view(AskRequest { facts, ..AskRequest::default() });
        let same = compare_redone(&before, &after(known.clone())).expect("both are answered");
        assert_eq!((same.changed.len(), same.question.as_str()), (0, "Enough?"));
        let mut changed = known;
        changed.insert("bonus".into(), json!(7));
        assert_eq!(compare_redone(&before, &after(changed)).expect("both are answered").changed, facts(&json!({"bonus": 7})));
        before.answer = None;
        assert!(compare_redone(&before, &after(Map::new())).is_none());
    }
}
