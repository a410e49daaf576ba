//! The rules that hold in every interview, whatever happens in it.

use domain::interview::obligation::may_follow;
use protocol::interview::{Asking, InterviewEvent, InterviewView, Negotiation, ObjectiveDefinition, Recorded, Status};
use std::collections::HashMap;

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

/// Checks a whole interview: nothing is asked more often than it may be since it last began anew, but what is required once more.
///
/// # Panics
/// When something is.
pub fn never_asked_too_often(definition: &ObjectiveDefinition, events: &[Recorded]) {
    let mut asked: HashMap<&str, u32> = HashMap::new();
    for recorded in events {
        match &recorded.event {
            InterviewEvent::StatusChanged { key, to: Status::Pending, .. } => {
                asked.remove(key.as_str());
            }
            // Before what was left behind the counting began with what was asked then.
            InterviewEvent::Branched { .. } | InterviewEvent::Migrated { .. } => asked.clear(),
            InterviewEvent::Asked { key, kind: Asking::Question } => {
                let times = asked.entry(key).or_default();
                *times += 1;
                // What was merged or split away since is not there to be looked at.
                let Some(template) = definition.obligations.iter().find(|one| one.key == *key) else { continue };
                let required = definition.completion.required_obligations.contains(key);
                let most = template.attempts_allowed() + u32::from(required);
                assert!(*times <= most, "{key} is asked for the {times}. time of {most}, event {}", recorded.seq);
            }
            _ => {}
        }
    }
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
        InterviewEvent::Asked { key, .. } => assert!(view.obligation(key).is_some(), "{key} is known"),
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
    assert_eq!(*view.completeness, domain::interview::completeness::completeness(view), "completeness is current");
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
