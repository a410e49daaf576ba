//! Why the completeness fell: what was known a moment ago and is not any more.

use super::outcome::is_unsettled;
use crate::words::falling as text;
use protocol::interview::{InterviewView, Status};

/// What the score rested on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ground {
    score: u8,
    /// The keys of what is known, and how sure it is.
    known: Vec<(String, u8)>,
    asked: usize,
}

impl Ground {
    pub(super) fn new(view: &InterviewView) -> Self {
        let known = view.obligations.iter().filter(|one| one.status == Status::Satisfied && !is_unsettled(one));
        Self {
            score: view.completeness.score.in_hundredths(),
            known: known.map(|one| (one.key.clone(), one.confidence.in_hundredths())).collect(),
            asked: view.obligations.len(),
        }
    }

    fn sure(&self, key: &str) -> Option<u8> {
        self.known.iter().find(|(known, _)| known == key).map(|(_, sure)| *sure)
    }
}

/// One line, where the score is lower than before.
pub(super) fn why_lower(before: &Ground, view: &InterviewView) -> Option<String> {
    let now = Ground::new(view);
    if now.score >= before.score {
        return None;
    }
    let name = |key: &str| view.template(key).map(protocol::interview::ObligationTemplate::name);
    let lost = before.known.iter().find(|(key, _)| now.sure(key).is_none());
    let weaker = before.known.iter().find(|(key, sure)| now.sure(key).is_some_and(|after| after < *sure));
    if let Some((key, _)) = lost {
        let unsettled = view.obligation(key).is_some_and(is_unsettled);
        return name(key).map(|name| if unsettled { text::disputed(&name) } else { text::reopened(&name) });
    }
    if now.asked > before.asked {
        return Some(text::MORE_ASKED.to_owned());
    }
    weaker.and_then(|(key, _)| name(key)).map(|name| text::weaker(&name))
}

#[cfg(test)]
mod tests {
    use super::{Ground, why_lower};
    use protocol::{
        Confidence, ObjectiveId, SessionId, Timestamp,
        interview::{ContextType, InterviewView, ObjectiveDefinition, Obligation, Status},
    };
    use serde_json::json;
    use std::sync::Arc;
    use uuid::Uuid;

    #[test]
    fn a_lower_score_says_why() {
        let template = json!({"key": "budget", "fieldPath": "b", "prompt": "?", "collectionType": "direct_question",
            "widgetType": "number", "priority": 5});
        let definition = json!({"displayName": "Shop", "obligations": [template]});
        let definition: ObjectiveDefinition = serde_json::from_value(definition).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view =
            InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0));
        let known = Obligation {
            key: "budget".into(),
            status: Status::Satisfied,
            confidence: Confidence::new(0.9),
            ..Obligation::default()
        };
        view.obligations = vec![known];
        view.completeness.score = Confidence::new(0.9);
        let before = Ground::new(&view);
        assert_eq!(why_lower(&before, &view), None);
        view.completeness.score = Confidence::new(0.5);
        view.obligations[0].confidence = Confidence::new(0.8);
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Budget is less certain now."));
        view.obligations[0].status = Status::Pending;
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Budget was reopened."));
        view.completeness.score = Confidence::new(0.95);
        assert_eq!(why_lower(&before, &view), None);
    }
}
