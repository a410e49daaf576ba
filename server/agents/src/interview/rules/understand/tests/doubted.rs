//! What is not known: the doubt is of what was asked or of what the message names, and no value of another answer.

use super::{
    live::objectives::built_in,
    stage::{Stage, objective, values},
};
use domain::interview::{Move, Understanding};
use protocol::interview::{ContextType, ObjectiveDefinition};
use serde_json::json;
use std::sync::Arc;

/// A young firm about itself; words of a doubt stand among the options.
fn young() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "stage", "fieldPath": "stage", "prompt": "How far are you?", "label": "Stage", "widgetType": "choice",
         "options": [{"value": "idea", "label": "Idea"}, {"value": "seed", "label": "Seed"}, {"value": "growth", "label": "Growth"}]},
        {"key": "takings", "fieldPath": "takings", "prompt": "What do you take in a year?", "label": "Annual revenue",
         "widgetType": "number"},
        {"key": "paying", "fieldPath": "paying", "prompt": "How do people pay?", "label": "Tariff", "widgetType": "choice",
         "options": [{"value": "monthly", "label": "Every month"},
                     {"value": "open", "label": "Not decided yet", "synonyms": ["no idea yet"]}]},
        {"key": "rival", "fieldPath": "rival", "prompt": "Who competes with you?", "label": "Main rival", "widgetType": "text"},
        {"key": "staff", "fieldPath": "staff", "prompt": "How many people work there?", "label": "Team size", "widgetType": "number"}
    ]))
}

fn doubted(understood: &Understanding) -> Vec<Option<&str>> {
    understood.moves.iter().filter(|one| matches!(one, Move::DontKnow { .. })).map(Move::key).collect()
}

#[test]
fn a_doubt_is_of_what_it_names_or_of_what_was_asked_and_changes_nothing_else() {
    for (open, message, wanted) in [
        ("rival", "no idea yet on revenue, we're at seed stage", Some("takings")),
        ("staff", "no idea yet on revenue, we're at seed stage", Some("takings")),
        ("rival", "we're at seed stage, no idea yet on revenue", Some("takings")),
        ("rival", "annual revenue: no idea yet", Some("takings")),
        ("staff", "revenue: no idea yet", Some("takings")),
        ("rival", "team size: no idea", Some("staff")),
        ("rival", "no idea yet about the team size", Some("staff")),
        ("rival", "no idea yet", None),
        ("staff", "no idea yet", None),
    ] {
        let understood = Stage::new(&young()).held("stage", "seed").held("paying", "monthly").asked(open).says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", values(&understood));
        assert_eq!(doubted(&understood), [wanted], "{message:?} to {open}: {:?}", understood.moves);
    }
}

#[test]
fn after_the_list_a_doubt_puts_no_other_answer_in_its_place() {
    let listed = || Stage::new(&young()).held("stage", "seed").held("paying", "monthly").held("takings", 90_000);
    for message in ["revenue: no idea yet", "no idea yet on revenue", "no idea yet on revenue, we're at seed stage"] {
        let understood = listed().held("rival", "the market hall").says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", values(&understood));
    }
}

#[test]
fn an_option_that_leaves_it_open_is_chosen_where_it_is_named() {
    let understood = Stage::new(&built_in(ContextType::IdeaDiscovery)).asked("audience").says("no idea yet on revenue");
    assert_eq!(values(&understood), [("revenue_model".to_owned(), json!("undecided"))], "{:?}", understood.moves);
}

#[test]
fn a_doubt_in_a_built_in_objective_leaves_the_other_answers() {
    let business = built_in(ContextType::BusinessProfile);
    for open in ["main_challenge", "team_size"] {
        for message in ["revenue: no idea yet", "no idea yet on revenue, we're at seed stage", "annual revenue: no idea"] {
            let understood = Stage::new(&business).held("business_model", "subscription").asked(open).says(message);
            assert!(understood.findings.is_empty(), "{message:?} to {open}: {:?}", values(&understood));
            assert_eq!(doubted(&understood), [Some("annual_revenue")], "{message:?} to {open}: {:?}", understood.moves);
        }
    }
    let idea = built_in(ContextType::IdeaDiscovery);
    for message in ["no idea yet about the budget", "budget: no idea yet"] {
        let understood = Stage::new(&idea).held("revenue_model", "subscription").asked("audience").says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", values(&understood));
        assert_eq!(doubted(&understood), [Some("budget")], "{message:?}: {:?}", understood.moves);
    }
}
