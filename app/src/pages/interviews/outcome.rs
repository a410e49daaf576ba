//! What an interview came to: a few sentences, what is known, and what is left open.

use super::value::display;
use crate::{
    erased::Erase,
    parts::ConfidenceBadge,
    words::{ending as text, known},
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::{
    Confidence,
    interview::{Engine, InterviewView, Obligation, ObligationTemplate, Status},
};

/// Something left open, and what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) key: String,
    pub(crate) name: String,
    pub(crate) kind: GapKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GapKind {
    /// Nothing is known, or nothing that counts.
    Answer,
    /// It is known, and not well enough.
    Confirm,
    /// Two values were given.
    Settle,
}

/// What is open, most important first; the same that the server lists as tasks.
pub(crate) fn gaps(view: &InterviewView) -> Vec<Gap> {
    let mut found: Vec<(u8, bool, Gap)> = known_of(view)
        .filter_map(|(template, one)| {
            let required = view.is_required(&one.key);
            let kind = match (one.status, &one.value) {
                _ if is_unsettled(one) => GapKind::Settle,
                (Status::Satisfied, _) => return None,
                (Status::Skipped, _) if !required => return None,
                (Status::Partial, Some(_)) => GapKind::Confirm,
                _ => GapKind::Answer,
            };
            let weight = template.priority.saturating_add(if required { 2 } else { 0 }).min(10);
            Some((weight, required, Gap { key: one.key.clone(), name: template.name(), kind }))
        })
        .collect();
    found.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.cmp(&one.1)));
    found.into_iter().map(|(_, _, gap)| gap).collect()
}

/// Two values were given and nobody said which one holds.
pub(crate) fn is_unsettled(one: &Obligation) -> bool {
    one.is_unsettled()
}

/// How sure a value is. While nobody said which of two values holds, neither is sure, however surely each was said.
pub(crate) fn render_sureness(confidence: Confidence, is_unsettled: bool) -> AnyView {
    if is_unsettled {
        view! { <span class="chip medium">{known::UNSETTLED}</span> }.erase()
    } else {
        view! { <ConfidenceBadge confidence=confidence /> }.erase()
    }
}

/// What is known and counts, in the order of the questions.
pub(crate) fn answers(view: &InterviewView) -> Vec<(ObligationTemplate, Obligation, String)> {
    known_of(view)
        .filter(|(_, one)| !matches!(one.status, Status::Deferred | Status::Skipped))
        .filter_map(|(template, one)| {
            let words = display(one.value.as_ref()?, Some(template));
            Some((template.clone(), one.clone(), words))
        })
        .collect()
}

fn known_of(view: &InterviewView) -> impl Iterator<Item = (&ObligationTemplate, &Obligation)> {
    view.obligations.iter().filter_map(|one| Some((view.template(&one.key)?, one)))
}

/// The language model's sentences where one summed it up; else how far it is, how sure it is, and what is open.
pub(crate) fn sentences(view: &InterviewView) -> Vec<String> {
    let by_model = view.summaries.last().filter(|one| matches!(one.engine, Some(Engine::Model(_))));
    let first = match by_model {
        Some(one) => vec![one.text.clone()],
        None => in_figures(view),
    };
    let open: Vec<String> = gaps(view).into_iter().map(|gap| gap.name).collect();
    first.into_iter().chain([text::open(&open)]).collect()
}

fn in_figures(view: &InterviewView) -> Vec<String> {
    // Those that the card below shows, so that both say the same of each.
    let held = answers(view);
    let known = held.iter().filter(|(_, one, _)| one.status == Status::Satisfied).count();
    let far = text::far(known, view.obligations.len(), view.completeness.score.in_hundredths());
    let unsure: Vec<String> = held.iter().filter(|(_, one, _)| !one.is_sure()).map(|(template, ..)| template.name()).collect();
    let sure = (!held.is_empty()).then(|| text::sure(&unsure));
    [Some(far), sure].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{GapKind, gaps, sentences};
    use protocol::{
        Confidence, ObjectiveId, SessionId, Timestamp,
        interview::{ContextType, InterviewView, Negotiation, NegotiationStatus, ObjectiveDefinition, Obligation, Status},
    };
    use serde_json::json;
    use std::sync::Arc;
    use uuid::Uuid;

    fn view() -> InterviewView {
        let template = |key: &str, priority: u8| {
            json!({"key": key, "fieldPath": key, "prompt": "?", "collectionType": "direct_question", "widgetType": "text",
                "priority": priority})
        };
        let definition =
            json!({"displayName": "Shop", "obligations": [template("goods", 5), template("budget", 3), template("rivals", 9)]});
        let definition: ObjectiveDefinition = serde_json::from_value(definition).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view =
            InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0));
        view.obligations = ["goods", "budget", "rivals"]
            .map(|key| Obligation { key: key.into(), dependencies_resolved: true, ..Obligation::default() })
            .into();
        view
    }

    fn hold(view: &mut InterviewView, key: &str, status: Status, sure: f64) {
        let one = view.obligations.iter_mut().find(|one| one.key == key).expect("there");
        (one.status, one.value, one.confidence) = (status, Some(json!("honey")), Confidence::new(sure));
    }

    #[test]
    fn what_is_open_is_named_by_what_can_be_done_about_it() {
        let mut view = view();
        hold(&mut view, "goods", Status::Satisfied, 0.95);
        hold(&mut view, "budget", Status::Partial, 0.6);
        let kinds = |view: &InterviewView| gaps(view).into_iter().map(|gap| (gap.key, gap.kind)).collect::<Vec<_>>();
        assert_eq!(kinds(&view), [("rivals".to_owned(), GapKind::Answer), ("budget".to_owned(), GapKind::Confirm)]);
        view.obligations[2].status = Status::Skipped;
        view.obligations[0].negotiation = Some(deferred());
        assert_eq!(kinds(&view), [("goods".to_owned(), GapKind::Settle), ("budget".to_owned(), GapKind::Confirm)]);
    }

    fn deferred() -> Negotiation {
        Negotiation {
            status: NegotiationStatus::Deferred,
            rounds: Vec::new(),
            final_value: None,
            resolution: None,
            by_hand: false,
        }
    }

    #[test]
    fn the_sentences_are_as_sure_as_the_values_that_are_shown() {
        let mut view = view();
        for key in ["goods", "budget"] {
            hold(&mut view, key, Status::Satisfied, 0.95);
        }
        assert_eq!(sentences(&view)[1], "All values have high confidence.");
        hold(&mut view, "rivals", Status::Partial, 0.6);
        assert_eq!(sentences(&view)[1], "The least certain value is Rivals.");
        view.obligations[0].negotiation = Some(deferred());
        assert_eq!(sentences(&view)[1], "The least certain values are Goods and Rivals.");
        view.obligations[2].status = Status::Skipped;
        assert_eq!(sentences(&view)[1], "The least certain value is Goods.", "what was set aside is not shown");
    }

    #[test]
    fn three_sentences_say_what_it_came_to() {
        let mut view = view();
        hold(&mut view, "goods", Status::Satisfied, 0.95);
        let lines = sentences(&view);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].contains("1 of 3") && lines[2].contains("Rivals") && lines[2].contains("Budget"), "{lines:?}");
        for key in ["goods", "budget", "rivals"] {
            hold(&mut view, key, Status::Satisfied, 0.95);
        }
        assert_eq!(sentences(&view)[2], "No open questions.");
        hold(&mut view, "budget", Status::Satisfied, 0.7);
        assert!(sentences(&view)[1].contains("Budget"), "{:?}", sentences(&view));
    }
}

#[cfg(all(test, feature = "ssr"))]
mod drawn {
    use super::render_sureness;
    use leptos::prelude::*;
    use protocol::Confidence;

    #[test]
    fn two_values_of_which_none_was_chosen_are_not_sure() {
        for (is_unsettled, shown, hidden) in [(true, "unresolved", "very high"), (false, "very high", "unresolved")] {
            let html = render_sureness(Confidence::new(0.98), is_unsettled).to_html();
            assert!(html.contains(shown) && !html.contains(hidden), "{html}");
        }
    }
}
