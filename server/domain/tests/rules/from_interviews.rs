//! What a run takes from an interview: a goal, and values for the profile, never over what somebody typed (seed 002); and what a
//! search for companies takes: what is looked for, and where.

use domain::{
    companies::{Gazetteer, wish_from},
    interview::export::profile as exported,
    runs::{fill_profile, goal_from, interview_facts},
};
use protocol::interview::InterviewCommand;
use serde_json::{Value, json};
use testkit::{Shape, Talk, definition, template};

const LONGEST: usize = 10_000;

fn talk(paths: &[(&str, Value)]) -> Talk {
    let templates = paths.iter().enumerate().map(|(at, (path, _))| template(&format!("k{at}")).path(path));
    let mut talk = Talk::over(definition(templates.collect()));
    for (at, (_, value)) in paths.iter().enumerate().filter(|(_, (_, value))| !value.is_null()) {
        set(&mut talk, at, value);
    }
    talk
}

fn set(talk: &mut Talk, at: usize, value: &Value) {
    talk.by_hand(InterviewCommand::SetValue { key: format!("k{at}"), value: value.clone() }).expect("it fits");
}

fn filled(talk: &Talk, profile: &Value) -> (Value, Vec<String>) {
    fill_profile(profile, talk.view(), LONGEST).expect("short enough").unwrap_or_else(|| (profile.clone(), Vec::new()))
}

#[test]
fn values_go_where_their_paths_say_and_typed_keys_stay() {
    let talk = talk(&[("goods", json!("honey")), ("market.town", json!("Hull")), ("market.size", Value::Null)]);
    for (before, after, new) in [
        (json!({}), json!({"goods": "honey", "market": {"town": "Hull"}}), 2),
        (json!({"interview": {"goods": "wax"}}), json!({"goods": "wax", "market": {"town": "Hull"}}), 1),
        (
            json!({"interview": {"market": {"town": "York", "size": 3}}}),
            json!({"goods": "honey", "market": {"town": "York", "size": 3}}),
            1,
        ),
        (json!({"interview": {"market": "typed"}}), json!({"goods": "honey", "market": "typed"}), 1),
        (json!({"interview": "typed"}), json!("typed"), 0),
        (json!({"goods": "typed"}), json!({"goods": "honey", "market": {"town": "Hull"}}), 2),
    ] {
        let (profile, paths) = filled(&talk, &before);
        assert_eq!(profile["interview"], after, "{before}");
        assert_eq!(paths.len(), new, "{before}");
        assert_eq!(profile["goods"], before["goods"], "what is beside it stays");
    }
    assert_eq!(exported(talk.view()), json!({"goods": "honey", "market": {"town": "Hull"}}), "as the interview's export has it");
}

#[test]
fn what_was_filled_is_filled_anew_and_what_was_typed_since_is_not() {
    let mut talk = talk(&[("goods", json!("honey")), ("town", json!("Hull"))]);
    let (mut profile, _) = filled(&talk, &json!({}));
    assert_eq!(fill_profile(&profile, talk.view(), LONGEST), Ok(None), "nothing is new");
    profile["interview"]["town"] = json!("York");
    set(&mut talk, 0, &json!("wax"));
    set(&mut talk, 1, &json!("Leeds"));
    let (profile, paths) = filled(&talk, &profile);
    assert_eq!(profile["interview"], json!({"goods": "wax", "town": "York"}));
    assert_eq!(paths, ["goods"]);
}

#[test]
fn asks_know_what_an_interview_filled_and_nobody_typed_over() {
    let talk = talk(&[("goods", json!("honey")), ("market.town", json!("Hull"))]);
    let (mut profile, _) = filled(&talk, &json!({}));
    let values = |profile: &Value| interview_facts(profile).into_iter().map(|fact| fact.value).collect::<Vec<_>>();
    assert_eq!(values(&profile), [json!("honey"), json!("Hull")]);
    let first = interview_facts(&profile).remove(0);
    assert!(first.source == "interview" && first.confidence > 0.5 && !first.name.is_empty(), "{first:?}");
    profile["interview"]["market"]["town"] = json!("York");
    assert_eq!(values(&profile), [json!("honey")]);
    for typed in [json!({}), json!({"interview": {"goods": "wax"}}), json!({"interview_origin": "typed"})] {
        assert_eq!(values(&typed), Vec::<Value>::new(), "{typed}");
    }
}

#[test]
fn a_profile_has_its_longest_length() {
    let talk = talk(&[("goods", json!("honey".repeat(30)))]);
    assert!(fill_profile(&json!({}), talk.view(), 100).is_err());
}

#[test]
fn the_goal_is_what_is_known() {
    assert_eq!(goal_from(talk(&[("goods", Value::Null)]).view()), "");
    let talk = talk(&[("goods", json!("honey")), ("town", json!("Hull"))]);
    let goal = goal_from(talk.view());
    assert!(goal.contains("honey") && goal.contains("Hull"), "{goal}");
}

#[test]
fn a_search_begins_with_what_the_interview_says_of_companies_and_places() {
    let places = Gazetteer::built_in();
    let wish = |paths: &[(&str, Value)]| wish_from(talk(paths).view(), places);
    let (query, place) = wish(&[("goods", json!("honey"))]);
    assert!(query.is_empty() && place.is_empty());
    let (query, place) = wish(&[("profile.targetMarket", json!("Small banks in DIFC")), ("profile.industry", json!("Software"))]);
    assert_eq!((place.area.as_deref(), place.city.as_deref()), (Some("DIFC"), Some("Dubai")));
    assert_eq!(query, "Companies in DIFC: Small banks in DIFC");
    let (query, place) = wish(&[("where.city", json!("Hull")), ("where.country", json!("UK"))]);
    assert_eq!((place.city.as_deref(), place.country.as_deref()), (Some("Hull"), Some("UK")));
    assert_eq!(query, "Companies in Hull");
    assert_eq!(wish(&[("sector", json!("fintech"))]).0, "Companies: fintech");
}
