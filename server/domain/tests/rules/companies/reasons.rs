//! Each reason for which a company is rejected, and what flags change about it.

use super::{Found, Search, assert_sums, decided, found, names};
use domain::companies::{AreaType, Candidate, Certainty, Edition, FlagMode, Place, Presence, Role};
use serde_json::json;

/// What is changed, and why it is rejected then; none where it still passes.
type Case = (&'static str, fn(&mut Candidate), Option<&'static str>);

const CASES: &[Case] = &[
    ("as it is", |_| (), None),
    ("an alias", |one| rename(one, "Abu Dhabi Global Market"), None),
    ("announced", |one| one.presence = Presence::Announced, None),
    ("another area", |one| rename(one, "DIFC"), Some("location_mismatch")),
    ("the city only", |one| one.place = city("Abu Dhabi"), Some("location_mismatch")),
    ("another country", |one| one.place.country = Some("Qatar".into()), Some("location_mismatch")),
    ("another kind of area", |one| one.place.area_type = Some(AreaType::Mainland), Some("location_mismatch")),
    ("another city", |one| one.place.city = Some("Dubai".into()), Some("city_mismatch")),
    ("no place at all", |one| one.place = Place::default(), Some("location_unverified")),
    ("inferred", |one| one.certainty = Certainty::Inferred, Some("location_unverified")),
    ("unverified", |one| one.certainty = Certainty::Unverified, Some("location_unverified")),
    ("no words for the place", |one| one.raw_place.clear(), Some("location_unverified")),
    ("no passage", |one| one.snippet.clear(), Some("evidence_not_verbatim")),
    ("words that are not in the source", |one| one.raw_place = "headquartered in ADGM".into(), Some("evidence_not_verbatim")),
    ("another company's passage", |one| one.name = "Other Bank".into(), Some("evidence_not_verbatim")),
    ("no such text", |one| one.text = 7, Some("evidence_not_verbatim")),
    ("planned", |one| one.presence = Presence::Planned, Some("not_present")),
    ("left", |one| one.presence = Presence::Left, Some("not_present")),
    ("denied", |one| one.presence = Presence::Denied, Some("not_present")),
    ("unclear", |one| one.presence = Presence::Unclear, Some("not_present")),
    ("regulator", |one| one.role = Role::Regulator, Some("not_a_tenant")),
    ("owner of the zone", |one| one.role = Role::ZoneOwner, Some("not_a_tenant")),
    ("adviser", |one| one.role = Role::Adviser, Some("not_a_tenant")),
    ("investor", |one| one.role = Role::Investor, Some("not_a_tenant")),
    ("customer", |one| one.role = Role::Customer, Some("not_a_tenant")),
    ("only mentioned", |one| one.role = Role::Other, Some("not_a_tenant")),
];

fn city(name: &str) -> Place {
    Place { city: Some(name.into()), ..Place::default() }
}

fn rename(one: &mut Candidate, area: &str) {
    one.raw_place = format!("in {area}");
    one.snippet = format!("{} opened an office in {area}.", one.name);
    one.place.area = Some(area.into());
}

#[test]
fn every_rejection_has_its_reason() {
    for (what, change, reason) in CASES {
        let mut search = Search::in_adgm().with(found("Pearl Pay", "ADGM"));
        if *what == "an alias" || *what == "another area" {
            search = Search::in_adgm().with(found("Pearl Pay", "ADGM").change(change));
        } else {
            change(&mut search.candidates[0]);
        }
        let outcome = search.conclude();
        assert_eq!(outcome.decided[0].reason.as_deref(), *reason, "{what}");
        assert_eq!(outcome.data.companies.len(), usize::from(reason.is_none()), "{what}");
        assert_eq!(outcome.decided[0].layer, if reason.is_some() { 5 } else { 7 }, "{what}");
        if let Some(reason) = reason {
            assert_eq!(outcome.data.validation.rejection_breakdown.get(reason), 1, "{what}");
        }
        assert_sums(&outcome);
    }
}

#[test]
fn a_passage_that_does_not_name_the_area_proves_nothing() {
    let mut search = Search::in_adgm().with(found("Pearl Pay", "ADGM"));
    search.candidates[0].snippet = "Pearl Pay opened an office".into();
    assert_eq!(search.conclude().decided[0].reason.as_deref(), Some("location_unverified"));
    search.texts[0].text = "Pearl Pay opened an office in Abu&nbsp;Dhabi <b>Global</b> Market. In ADGM. And so on.".into();
    search.candidates[0].snippet = "Pearl Pay opened an office in Abu&nbsp;Dhabi <b>Global</b> Market.".into();
    search.candidates[0].raw_place = "ADGM".into();
    assert_eq!(names(&search.conclude()), ["Pearl Pay"], "markup inside a passage hides no name");
}

#[test]
fn whom_the_user_excludes_is_never_returned() {
    for (excluded, is_out) in
        [("Pearl Pay", true), ("the PEARL PAY L.L.C.", true), ("Pearl", false), ("Pearl Pay Insurance", false)]
    {
        let mut search = Search::in_adgm().with(found("Pearl Pay Ltd", "ADGM"));
        search.request.work_patterns.excluded_companies = vec![excluded.into()];
        let outcome = search.conclude();
        assert_eq!(outcome.decided[0].reason.as_deref() == Some("excluded_by_user"), is_out, "{excluded}");
        search.circumstances.validation = FlagMode::Off;
        assert_eq!(search.conclude().data.companies.is_empty(), is_out, "{excluded}");
    }
}

#[test]
fn what_the_user_does_not_like_is_left_out_and_traced() {
    let mut search = Search::in_adgm().with(found("Pearl Pay", "ADGM")).with(found("Harbour Capital", "ADGM"));
    let id = decided(&search.conclude(), "Pearl Pay").id.clone();
    for (like, mode, returned) in [
        (true, FlagMode::On, vec!["Harbour Capital", "Pearl Pay"]),
        (false, FlagMode::On, vec!["Harbour Capital"]),
        (false, FlagMode::LogOnly, vec!["Harbour Capital"]),
        (false, FlagMode::Off, vec!["Harbour Capital"]),
    ] {
        search.circumstances.liked = [(id.clone(), like)].into();
        search.circumstances.validation = mode;
        let outcome = search.conclude();
        assert_eq!(names(&outcome), returned, "{like} {mode:?}");
        assert_eq!(outcome.data.validation.rejection_breakdown.get("excluded_by_user"), u32::from(!like), "{like} {mode:?}");
        let traced = decided(&outcome, "Pearl Pay");
        assert_eq!((traced.reason.as_deref(), traced.layer), if like { (None, 7) } else { (Some("excluded_by_user"), 5) });
        assert_sums(&outcome);
    }
    search.circumstances.edition = Edition::First;
    assert_eq!(names(&search.conclude()).len(), 2, "a search of before is replayed as it was");
}

#[test]
fn every_answer_has_the_three_reasons_of_the_seed() {
    let outcome = Search::in_adgm().conclude();
    let breakdown = serde_json::to_value(&outcome.data.validation.rejection_breakdown).expect("plain data");
    assert_eq!(breakdown, json!({"location_mismatch": 0, "location_unverified": 0, "city_mismatch": 0}));
}

/// "UNVERIFIED never, whatever the flags say."
#[test]
fn a_flag_lets_pass_what_is_somewhere_else_but_nothing_without_evidence() {
    let unverified = found("Nowhere Ltd", "DIFC").change(|one| one.certainty = Certainty::Unverified);
    let mut search = Search::in_adgm().with(found("Pearl Pay", "DIFC")).with(unverified).with(found("Invented", "ADGM"));
    search.texts[2].text = "Nothing of it.".into();
    for mode in [FlagMode::LogOnly, FlagMode::Off] {
        search.circumstances.validation = mode;
        let outcome = search.conclude();
        assert_eq!(names(&outcome), ["Pearl Pay"], "{mode:?}");
        assert!(!outcome.data.validation.enforced);
        assert_eq!(outcome.data.companies[0].location.normalized, "DIFC", "it is not moved");
        let logged = outcome.data.validation.logged_breakdown.as_ref().map(|logged| logged.get("location_mismatch"));
        assert_eq!(logged, (mode == FlagMode::LogOnly).then_some(1));
        let reason = decided(&outcome, "Pearl Pay").reason.as_deref();
        assert_eq!(reason, (mode == FlagMode::LogOnly).then_some("location_mismatch"));
        assert_sums(&outcome);
    }
    search.circumstances.validation = FlagMode::On;
    assert!(search.conclude().data.validation.enforced);
    assert_eq!(names(&search.conclude()), [""; 0]);
}

#[test]
fn what_a_country_a_kind_or_nothing_demands() {
    let dubai = || Found::city("Pearl Pay", "Dubai");
    for (constraints, found, reason) in [
        (json!({"country": "UAE"}), dubai(), None),
        (json!({"country": "United Arab Emirates"}), dubai(), None),
        (json!({"country": "Qatar"}), dubai(), Some("location_mismatch")),
        (json!({"emirate": "Dubai"}), dubai(), None),
        (json!({"emirate": "Sharjah"}), dubai(), Some("location_mismatch")),
        (json!({"city": "Abu Dhabi"}), dubai(), Some("city_mismatch")),
        (json!({"city": "Dubai", "areaType": "free_zone"}), dubai(), Some("location_unverified")),
        (json!({"city": "Dubai", "areaType": "free_zone"}), super::found("Pearl Pay", "DIFC"), None),
        (json!({}), dubai(), None),
        (json!({}), dubai().change(|one| one.certainty = Certainty::Unverified), Some("location_unverified")),
    ] {
        let outcome = Search::new(&json!({"queryText": "companies", "constraints": constraints})).with(found).conclude();
        assert_eq!(outcome.decided[0].reason.as_deref(), reason, "{constraints}");
    }
}

#[test]
fn nothing_passes_where_nothing_is_wanted_or_nothing_can_be() {
    let in_dubai = || Search::new(&json!({"queryText": "companies", "constraints": {"city": "Dubai"}}));
    let jafza = Place { area: Some("JAFZA".into()), ..Place::default() };
    let named = Found::city("Harrier Foods", "Dubai").change(|one| {
        one.snippet = "Harrier Foods opened an office in Dubai, at Jebel Ali Free Zone.".into();
        one.raw_place = "in Dubai".into();
    });
    for (what, found, left_out, is_impossible, passes) in [
        ("as it is", found("Pearl Pay", "JAFZA"), vec![], false, true),
        ("left out", found("Pearl Pay", "JAFZA"), vec![jafza.clone()], false, false),
        ("left out by another name", named, vec![jafza.clone()], false, false),
        ("elsewhere in the city", found("Pearl Pay", "DIFC"), vec![jafza], false, true),
        ("impossible", found("Pearl Pay", "DIFC"), vec![], true, false),
    ] {
        let mut search = in_dubai().with(found);
        (search.left_out, search.is_impossible) = (left_out, is_impossible);
        let outcome = search.conclude();
        assert_sums(&outcome);
        assert_eq!(outcome.data.companies.len(), usize::from(passes), "{what}");
        assert_eq!(outcome.decided[0].reason.as_deref(), (!passes).then_some("location_mismatch"), "{what}");
    }
}
