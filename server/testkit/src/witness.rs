//! The rules that hold in every interview, whatever happens in it.

use domain::interview::obligation::may_follow;
use protocol::interview::{InterviewEvent, InterviewView, Negotiation, Recorded, Status};

/// Checks the events between two views.
///
/// # Panics
/// When one of them breaks a rule.
pub fn follows_the_rules(before: Option<&InterviewView>, after: &InterviewView, events: &[Recorded]) {
    let mut at = before.cloned();
    for recorded in events {
        assert_eq!(recorded.seq, at.as_ref().map_or(0, |view| view.seq) + 1, "events have no gap");
        let Some(view) = &mut at else {
            at = InterviewView::opened(recorded);
            continue;
        };
        allowed(view, recorded);
        view.apply(recorded);
    }
    if events.is_empty() {
        return;
    }
    assert_eq!(at.as_ref(), Some(after), "the events give the view");
    whole(after);
}

fn allowed(view: &InterviewView, recorded: &Recorded) {
    match &recorded.event {
        InterviewEvent::StatusChanged { key, from, to, .. } => {
            let held = view.obligation(key).expect("a known obligation").status;
            assert_eq!(held, *from, "{key} changes from the state it is in");
            assert!(may_follow(*from, *to), "{key}: {from:?} may not become {to:?}");
        }
        InterviewEvent::ConfidenceUpdated { key, from, to, .. } => {
            assert_eq!(view.obligation(key).expect("a known obligation").confidence, *from);
            assert_ne!(from, to, "{key}: a change changes something");
        }
        InterviewEvent::Asked { key, .. } => {
            let (one, template) = (view.obligation(key).expect("known"), view.template(key).expect("known"));
            assert!(
                one.attempts <= template.attempts_allowed() || one.status != Status::Deferred,
                "{key} is not asked after it was given up"
            );
        }
        InterviewEvent::PhaseChanged { from, to, .. } => {
            assert_eq!(view.phase, *from);
            assert_ne!(from, to);
        }
        InterviewEvent::MessageAdded { message } => {
            assert!(view.messages.iter().all(|known| known.id != message.id), "a message has an id of its own");
        }
        _ => {}
    }
}

fn whole(view: &InterviewView) {
    assert!((0.0..=1.0).contains(&view.completeness.score.get()));
    assert_eq!(view.completeness, domain::interview::completeness::completeness(view), "completeness is current");
    assert!(view.memory.recent_topics.len() <= 5, "the last five topics");
    for (one, template) in view.obligations.iter().zip(&view.definition.obligations) {
        assert_eq!(one.key, template.key, "obligations stand in the order of their templates");
        assert!(one.status != Status::Satisfied || one.value.is_some(), "{} is satisfied by a value", one.key);
        let negotiated = one.negotiation.as_ref().is_some_and(Negotiation::is_active);
        assert!(!negotiated || one.value.is_some(), "{} is negotiated about a value", one.key);
        let known = domain::interview::dependencies::closure(&view.definition, &one.key)
            .iter()
            .all(|key| view.obligation(key).is_some_and(|one| one.status == Status::Satisfied));
        assert_eq!(one.dependencies_resolved, known, "{}: its dependencies are resolved when all are satisfied", one.key);
        if let Some(evidence) = &one.evidence {
            let said = view.messages.iter().find(|message| message.id == evidence.message_id).expect("evidence is of a message");
            let words = said.content.get(evidence.start as usize..evidence.end as usize);
            assert_eq!(words, Some(evidence.quote.as_str()), "a quote stands where it says");
        }
    }
}
