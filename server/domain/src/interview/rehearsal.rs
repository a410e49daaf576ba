//! In which order an objective asks, seen before anybody is interviewed.

use super::{Next, dependencies::Graph, next::next};
use protocol::{
    Confidence, ObjectiveId, SessionId, Timestamp,
    interview::{ContextType, InterviewView, ObjectiveDefinition, Obligation, Status},
};
use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

/// The keys in the order in which they are asked when every question gets its answer at once.
#[must_use]
pub fn rehearsal(definition: &Arc<ObjectiveDefinition>) -> Vec<String> {
    let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
    let mut view =
        InterviewView::begun(id, ContextType::IdeaDiscovery, objective, String::new(), definition.clone(), Timestamp::default());
    view.obligations =
        definition.obligations.iter().map(|template| Obligation { key: template.key.clone(), ..Obligation::default() }).collect();
    let graph = Graph::new(definition);
    let mut order = Vec::new();
    while let Next::Ask { key, .. } = next(&view, &[]) {
        let Some(place) = graph.place(&key).filter(|_| !order.contains(&key)) else { break };
        if let Some(one) = view.obligations.get_mut(place) {
            (one.status, one.value, one.confidence) = (Status::Satisfied, Some(Value::Null), Confidence::FULL);
        }
        Arc::make_mut(&mut view.memory).recent_topics = vec![key.clone()];
        order.push(key);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{Shape, ShapeObjective, definition, template};

    #[test]
    fn by_worth_and_what_waits_after_what_it_waits_for() {
        let asked = rehearsal(&Arc::new(
            definition(vec![
                template("late").priority(9).after(&["ground"]),
                template("minor").priority(1),
                template("ground").priority(4),
                template("major").priority(8),
            ])
            .requiring(&["ground"]),
        ));
        assert_eq!(asked, ["major", "ground", "late", "minor"]);
    }
}
