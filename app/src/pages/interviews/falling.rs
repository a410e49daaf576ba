//! Why the completeness fell: what was known a moment ago and is not any more.

use super::outcome::is_unsettled;
use crate::words::falling as text;
use protocol::interview::{InterviewView, Obligation, ObligationTemplate, Status};

/// What the score rested on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ground {
    score: u8,
    known: Vec<Known>,
    /// How many questions count.
    asked: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Known {
    key: String,
    /// How sure it is, and half of that where it is known in part.
    worth: u8,
    in_part: bool,
}

impl Ground {
    pub(super) fn new(view: &InterviewView) -> Self {
        let known = |one: &Obligation| {
            let (sure, in_part) = (one.confidence.in_hundredths(), one.status == Status::Partial);
            let counts = in_part || one.status == Status::Satisfied;
            counts.then(|| Known { key: one.key.clone(), worth: if in_part { sure / 2 } else { sure }, in_part })
        };
        Self {
            score: view.completeness.score.in_hundredths(),
            known: view.obligations.iter().filter(|one| !is_unsettled(one)).filter_map(known).collect(),
            asked: view.obligations.iter().filter(|one| one.status != Status::Skipped || view.is_required(&one.key)).count(),
        }
    }

    fn find(&self, key: &str) -> Option<&Known> {
        self.known.iter().find(|known| known.key == key)
    }
}

/// One line, where the score is lower than before.
pub(super) fn why_lower(before: &Ground, view: &InterviewView) -> Option<String> {
    let now = Ground::new(view);
    if now.score >= before.score {
        return None;
    }
    let name = |key: &str| view.template(key).map(ObligationTemplate::name);
    let is_lost = |was: &&Known| now.find(&was.key).is_none_or(|is| is.in_part && !was.in_part);
    let lost = before.known.iter().find(is_lost);
    let weaker = before.known.iter().find(|was| now.find(&was.key).is_some_and(|is| is.worth < was.worth));
    let why = match (lost, weaker) {
        (Some(Known { key, .. }), _) => name(key).map(|name| match view.obligation(key) {
            Some(one) if is_unsettled(one) => text::disputed(&name),
            Some(one) if matches!(one.status, Status::Skipped | Status::Deferred) => text::set_aside(&name),
            _ => text::reopened(&name),
        }),
        (None, _) if now.asked > before.asked => Some(text::MORE_ASKED.to_owned()),
        (None, Some(Known { key, .. })) => name(key).map(|name| text::weaker(&name)),
        (None, None) => None,
    };
    Some(why.unwrap_or_else(|| text::CHANGED.to_owned()))
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
        Arc::make_mut(&mut view.completeness).score = Confidence::new(0.9);
        let before = Ground::new(&view);
        assert_eq!(why_lower(&before, &view), None);
        Arc::make_mut(&mut view.completeness).score = Confidence::new(0.5);
        view.obligations[0].confidence = Confidence::new(0.8);
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Budget is less certain now."));
        view.obligations[0].status = Status::Pending;
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Budget was reopened."));
        view.obligations[0].status = Status::Skipped;
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Budget was set aside."));
        view.obligations.clear();
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Budget was reopened."));
        Arc::make_mut(&mut view.completeness).score = Confidence::new(0.95);
        assert_eq!(why_lower(&before, &view), None);
    }

    #[test]
    fn what_was_known_in_part_and_what_counts_again_are_reasons_too() {
        let template = |key: &str| {
            json!({"key": key, "fieldPath": key, "prompt": "?", "collectionType": "direct_question", "widgetType": "text",
                "priority": 5})
        };
        let definition = json!({"displayName": "Shop", "obligations": [template("goods"), template("rivals")]});
        let definition: ObjectiveDefinition = serde_json::from_value(definition).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view =
            InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0));
        let one =
            |key: &str, status| Obligation { key: key.into(), status, confidence: Confidence::new(0.6), ..Obligation::default() };
        view.obligations = vec![one("goods", Status::Partial), one("rivals", Status::Skipped)];
        Arc::make_mut(&mut view.completeness).score = Confidence::new(0.6);
        let before = Ground::new(&view);
        Arc::make_mut(&mut view.completeness).score = Confidence::new(0.3);
        view.obligations[1].status = Status::Pending;
        assert_eq!(why_lower(&before, &view).as_deref(), Some("A question was added."));
        view.obligations[1].status = Status::Skipped;
        view.obligations[0].confidence = Confidence::new(0.4);
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Goods is less certain now."));
        view.obligations[0].status = Status::Pending;
        assert_eq!(why_lower(&before, &view).as_deref(), Some("Goods was reopened."));
        view.obligations[0] = one("goods", Status::Partial);
        assert_eq!(why_lower(&before, &view).as_deref(), Some("What counts has changed."), "a fall is never without a reason");
    }
}
