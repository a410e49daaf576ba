//! What an interview is called before anybody named it: its objective, and what it is about as far as that is known.

use super::{InterviewView, ObligationTemplate, Status, WidgetType};

/// Longer ones are cut after a word.
const LONGEST: usize = 48;

impl InterviewView {
    /// The title that was given, or the objective's name with the first thing known of what the interview is about.
    #[must_use]
    pub fn shown_title(&self) -> String {
        if self.title != self.definition.display_name {
            return self.title.clone();
        }
        match self.subject() {
            Some(subject) => format!("{} – {subject}", self.title),
            None => self.title.clone(),
        }
    }

    /// The first firm text among the answers, those that are required before the others.
    fn subject(&self) -> Option<String> {
        let text = |template: &&ObligationTemplate| template.widget_type == WidgetType::Text;
        let held = |template: &ObligationTemplate| {
            let one = self.obligation(&template.key)?;
            let disputed = one.negotiation.as_ref().is_some_and(super::Negotiation::is_active);
            // While something is argued about, what it was called before stays.
            let value = one.value.as_ref().filter(|_| one.status == Status::Satisfied || disputed)?.as_str()?;
            Some(cut(value)).filter(|value| !value.is_empty())
        };
        let all = || self.definition.obligations.iter().filter(text);
        all().filter(|one| self.is_required(&one.key)).find_map(held).or_else(|| all().find_map(held))
    }
}

/// The first line, as long as a title may be.
fn cut(value: &str) -> String {
    let line = value.split(['\n', '\r']).map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if line.chars().count() <= LONGEST {
        return line.to_owned();
    }
    let begin: String = line.chars().take(LONGEST).collect();
    let whole = begin.rsplit_once(' ').map_or(begin.as_str(), |(words, _)| words);
    format!("{}…", whole.trim_end_matches([' ', ',', ';', ':', '-', '–']))
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::{
        ObjectiveId, SessionId, Timestamp,
        interview::{ContextType, InterviewView, Negotiation, NegotiationStatus, ObjectiveDefinition, Obligation, Status},
    };
    use serde_json::json;
    use std::sync::Arc;
    use uuid::Uuid;

    #[test]
    fn a_title_stays_while_its_subject_is_disputed() {
        let template = json!({"key": "goods", "fieldPath": "goods", "prompt": "?", "collectionType": "direct_question",
            "widgetType": "text", "priority": 5});
        let definition = json!({"displayName": "Shop", "obligations": [template]});
        let definition: ObjectiveDefinition = serde_json::from_value(definition).expect("a definition");
        let (id, objective) = (SessionId(Uuid::nil()), ObjectiveId(Uuid::nil()));
        let mut view =
            InterviewView::begun(id, ContextType::IdeaDiscovery, objective, "1".into(), Arc::new(definition), Timestamp(0));
        let negotiation =
            |status| Some(Negotiation { status, rounds: Vec::new(), final_value: None, resolution: None, by_hand: false });
        for (status, negotiation, title) in [
            (Status::Pending, None, "Shop"),
            (Status::Satisfied, None, "Shop – honey"),
            (Status::Satisfied, negotiation(NegotiationStatus::Active), "Shop – honey"),
            (Status::Partial, negotiation(NegotiationStatus::Active), "Shop – honey"),
            (Status::Satisfied, negotiation(NegotiationStatus::Deferred), "Shop – honey"),
        ] {
            let one =
                Obligation { key: "goods".into(), status, value: Some(json!("honey")), negotiation, ..Obligation::default() };
            view.obligations = vec![one];
            assert_eq!(view.shown_title(), title, "{status:?}");
        }
    }

    #[test]
    fn a_title_is_one_short_line() {
        assert_eq!(cut("  \n wool and silk \nfor socks"), "wool and silk");
        let long = "practice software for dentists, vets and other people with small surgeries in the country";
        assert_eq!(cut(long), "practice software for dentists, vets and other…");
        assert_eq!(cut(&"ü".repeat(60)), format!("{}…", "ü".repeat(48)));
    }
}
