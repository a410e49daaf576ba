//! What a page offers fields and buttons for.

use super::{Asking, InterviewView, PendingQuestion, Status};

impl InterviewView {
    /// What is answered with more than words now: a question, or a value that is read back, until something else was said.
    /// Nothing while two values are at odds, which have buttons of their own.
    #[must_use]
    pub fn answerable(&self) -> Option<&PendingQuestion> {
        let pending = self.asked.as_ref().filter(|_| self.open_negotiation().is_none())?;
        let is_doubted = || self.obligation(&pending.key).is_some_and(|one| one.status == Status::Partial && one.value.is_some());
        let is_open = match pending.kind {
            Asking::Question => true,
            Asking::ReadBack => pending.turn == self.turn_count && is_doubted(),
            Asking::Negotiation => false,
        };
        is_open.then_some(pending)
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        ObjectiveId, SessionId, Timestamp,
        interview::{
            Asking, ContextType, InterviewView, Negotiation, NegotiationStatus, ObjectiveDefinition, Obligation, PendingQuestion,
            Status,
        },
    };
    use serde_json::json;
    use std::sync::Arc;
    use uuid::Uuid;

    #[test]
    fn a_value_is_confirmed_by_button_as_long_as_it_is_doubtful_and_nothing_else_was_said() {
        let definition = json!({"displayName": "Shop", "obligations": []});
        let definition: ObjectiveDefinition = serde_json::from_value(definition).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view =
            InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0));
        view.turn_count = 3;
        for (kind, turn, status, argued, offered) in [
            (Asking::Question, 3, Status::InProgress, false, true),
            (Asking::Question, 1, Status::InProgress, false, true),
            (Asking::Question, 3, Status::InProgress, true, false),
            (Asking::ReadBack, 3, Status::Partial, false, true),
            (Asking::ReadBack, 2, Status::Partial, false, false),
            (Asking::ReadBack, 3, Status::Satisfied, false, false),
            (Asking::ReadBack, 3, Status::Pending, false, false),
            (Asking::ReadBack, 3, Status::Partial, true, false),
            (Asking::Negotiation, 3, Status::Satisfied, true, false),
            (Asking::Negotiation, 3, Status::Partial, false, false),
        ] {
            let negotiation = argued.then(|| Negotiation {
                status: NegotiationStatus::Active,
                rounds: Vec::new(),
                final_value: None,
                resolution: None,
                by_hand: false,
            });
            let value = (status != Status::Pending).then(|| json!("honey"));
            view.obligations = vec![Obligation { key: "goods".into(), status, value, negotiation, ..Obligation::default() }];
            view.asked = Some(PendingQuestion { key: "goods".into(), kind, turn });
            assert_eq!(view.answerable().is_some(), offered, "{kind:?} of turn {turn}, {status:?}, argued about: {argued}");
        }
    }
}
