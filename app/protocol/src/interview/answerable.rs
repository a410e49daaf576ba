//! What a page offers fields and buttons for.

use super::{Asking, InterviewView, PendingQuestion, SessionStatus, Status};

impl InterviewView {
    /// What is answered with more than words now: a question, or a value that is read back, until something else was said.
    /// Nothing while two values are at odds or the end is offered, which have buttons of their own.
    #[must_use]
    pub fn answerable(&self) -> Option<&PendingQuestion> {
        let is_ending = self.offered && self.completeness.can_complete();
        let pending = self.asked.as_ref().filter(|_| !is_ending && self.open_negotiation().is_none())?;
        let is_doubted = || self.obligation(&pending.key).is_some_and(|one| one.status == Status::Partial && one.value.is_some());
        let is_open = match pending.kind {
            Asking::Question => true,
            Asking::ReadBack => pending.turn == self.turn_count && is_doubted(),
            Asking::Negotiation => false,
        };
        is_open.then_some(pending)
    }

    /// Whether the last reply offered to finish and nothing stands in the way of that.
    #[must_use]
    pub fn offers_end(&self) -> bool {
        self.offered
            && self.status == SessionStatus::Active
            && self.replying.is_none()
            && self.completeness.can_complete()
            && self.open_negotiation().is_none()
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        MessageId, ObjectiveId, SessionId, Timestamp,
        interview::{
            Asking, Completeness, ContextType, InterviewView, Negotiation, NegotiationStatus, ObjectiveDefinition, Obligation,
            PendingQuestion, SessionStatus, Status,
        },
    };
    use serde_json::json;
    use std::sync::Arc;
    use uuid::Uuid;

    #[test]
    fn a_value_is_confirmed_by_button_as_long_as_it_is_doubtful_and_nothing_else_was_said() {
        let mut view = view();
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
            let negotiation = argued.then(negotiation);
            let value = (status != Status::Pending).then(|| json!("honey"));
            view.obligations = vec![Obligation { key: "goods".into(), status, value, negotiation, ..Obligation::default() }];
            view.asked = Some(PendingQuestion { key: "goods".into(), kind, turn });
            assert_eq!(view.answerable().is_some(), offered, "{kind:?} of turn {turn}, {status:?}, argued about: {argued}");
        }
    }

    #[test]
    fn beside_the_offer_to_finish_nothing_else_is_asked_and_it_has_buttons_only_while_it_can_be_taken() {
        let mut view = view();
        view.obligations = vec![Obligation { key: "goods".into(), status: Status::InProgress, ..Obligation::default() }];
        view.asked = Some(PendingQuestion { key: "goods".into(), kind: Asking::Question, turn: 1 });
        assert_eq!((view.answerable().is_some(), view.offers_end()), (true, false));
        view.offered = true;
        assert_eq!((view.answerable(), view.offers_end()), (None, true));
        view.completeness = Arc::new(Completeness { blockers: vec!["Goods".into()], ..Completeness::default() });
        assert!(view.answerable().is_some(), "what blocks the end since is answered as before");
        view.completeness = Arc::default();
        let changes: [fn(&mut InterviewView); 4] = [
            |view| view.replying = Some(MessageId(Uuid::nil())),
            |view| view.status = SessionStatus::Completed,
            |view| view.completeness = Arc::new(Completeness { blockers: vec!["Goods".into()], ..Completeness::default() }),
            |view| view.obligations[0].negotiation = Some(negotiation()),
        ];
        for change in changes {
            let mut changed = view.clone();
            change(&mut changed);
            assert!(!changed.offers_end(), "{changed:?}");
        }
    }

    fn negotiation() -> Negotiation {
        Negotiation { status: NegotiationStatus::Active, rounds: Vec::new(), final_value: None, resolution: None, by_hand: false }
    }

    fn view() -> InterviewView {
        let definition = json!({"displayName": "Shop", "obligations": []});
        let definition: ObjectiveDefinition = serde_json::from_value(definition).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0))
    }
}
