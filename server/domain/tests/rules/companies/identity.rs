//! Which mentions are one company, and which evidence speaks for it.

use super::{Found, Search, decided, found, names};
use domain::companies::{Certainty, Edition, Place, Presence};
use protocol::{TenantId, companies::NoveltyMode};
use serde_json::json;
use std::collections::BTreeSet;
use uuid::Uuid;

fn ids(search: &Search) -> BTreeSet<String> {
    search.conclude().decided.into_iter().map(|one| one.id).collect()
}

#[test]
fn spellings_and_forms_of_a_name_are_one_company() {
    for (one, other) in [
        ("Pearl Pay", "PEARL PAY"),
        ("Pearl Pay", "The Pearl Pay L.L.C."),
        ("Pearl Pay", "Pearl-Pay Limited"),
        ("Pearl Pay", "Pearl Pay (PP)"),
        ("Pearl Pay", "Pearl Pay Middle East"),
        ("Pearl Pay", "Pearl Pay Technologies Ltd"),
        ("Société Perle", "Societe Perle SA"),
        ("Pearl.com", "Pearl com"),
        ("Pearl & Sons", "Pearl and Sons PJSC"),
        ("شركة اللؤلؤة", "اللؤلؤة ذ.م.م."),
    ] {
        let search = Search::in_adgm().with(found(one, "ADGM")).with(found(other, "ADGM"));
        assert_eq!(ids(&search).len(), 1, "{one} | {other}");
    }
    for (one, other) in [
        ("Pearl Pay", "Pearl Bank"),
        ("Pearl", "Pearl Capital"),
        ("Emirates", "Emirates NBD"),
        ("Abu Dhabi Holding", "Abu Dhabi Group"),
        ("Dubai Holding", "Dubai International"),
        ("Pearl Pay", "Pay Pearl"),
    ] {
        let search = Search::in_adgm().with(found(one, "ADGM")).with(found(other, "ADGM"));
        assert_eq!(ids(&search).len(), 2, "{one} | {other}");
    }
    let owned = |name: &str| found(name, "ADGM").change(|one| one.domain = Some("www.pearl.example".into()));
    assert_eq!(ids(&Search::in_adgm().with(owned("Pearl")).with(owned("Pearl Capital"))).len(), 1, "the same website");
}

/// A text that has an abbreviation in brackets behind the name.
fn abbreviated(name: &str, short: &str) -> Found {
    found(&format!("{name} ({short})"), "ADGM").change(|one| one.name = name.to_owned())
}

#[test]
fn an_abbreviation_in_brackets_is_another_name() {
    for (name, short) in [
        ("First Abu Dhabi Bank", "FAB"),
        ("First Abu Dhabi Bank PJSC", "FAB"),
        ("The Pearl Bank of Commerce", "PBC"),
        ("Pearl Bank of Commerce", "PBOC"),
        ("Al Pearl Trading Group", "APT"),
        ("Pearl Pay", "PP"),
    ] {
        let alone = ids(&Search::in_adgm().with(found(name, "ADGM")));
        let bare = || found(short, "ADGM");
        for search in [
            Search::in_adgm().with(abbreviated(name, short)).with(bare()),
            Search::in_adgm().with(bare()).with(found(&format!("{name} ({short})"), "ADGM")),
            Search::in_adgm().with(bare()).with(abbreviated(name, short)).with(found(name, "ADGM")),
        ] {
            assert_eq!(ids(&search), alone, "{name} ({short})");
        }
        let marked = abbreviated(name, short).change(|one| one.snippet = format!("<b>{name}</b> ({short}) opened in ADGM."));
        assert_eq!(ids(&Search::in_adgm().with(marked).with(bare())), alone, "{name} ({short}) between tags");
        assert_eq!(ids(&Search::in_adgm().with(found(name, "ADGM")).with(bare())).len(), 2, "no source says what {short} is");
    }
    for (name, short) in [
        ("Pearl Pay", "ADX"),
        ("Pearl Pay", "PB"),
        ("Pearl Pay", "pp"),
        ("Pearl Pay", "PPX"),
        ("Big Pearl Pay", "PP"),
        ("Big Blue Pearl Pay", "BP"),
        ("Pearl Pay", "P"),
    ] {
        let search = Search::in_adgm().with(abbreviated(name, short)).with(found(short, "ADGM"));
        assert_eq!(ids(&search).len(), 2, "{name} ({short})");
    }
}

#[test]
fn an_abbreviation_is_meant_where_it_is_one_companys() {
    let pearl = || abbreviated("Pearl Pay", "PP");
    let elsewhere = Search::new(&json!({"queryText": "companies", "constraints": {"country": "UAE"}}));
    assert_eq!(ids(&elsewhere.with(pearl()).with(found("PP", "DIFC"))).len(), 2, "in another place");
    let two = Search::in_adgm().with(pearl()).with(abbreviated("Palm Pay", "PP")).with(found("PP", "ADGM"));
    assert_eq!(ids(&two).len(), 3, "of two companies neither is meant");
    // Who was shown under the abbreviation has been seen under the name.
    let mut search = Search::in_adgm().with(found("PP", "ADGM"));
    search.request.exclude = vec![search.conclude().decided[0].id.clone()];
    search.read(pearl());
    let reasons: Vec<_> = search.conclude().decided.into_iter().map(|one| one.reason).collect();
    assert_eq!(reasons, [Some("previously_seen".to_owned())]);
    search.circumstances.edition = Edition::Second;
    assert_eq!(search.conclude().decided.len(), 2, "a search of before is replayed as it was");
}

#[test]
fn the_same_name_in_two_places_stays_two() {
    let body = json!({"queryText": "companies", "constraints": {"country": "UAE"}});
    let search = Search::new(&body).with(found("Pearl Pay", "ADGM")).with(found("Pearl Pay", "DIFC"));
    assert_eq!(ids(&search).len(), 2);
    let wider = search.with(Found::city("Pearl Pay", "Dubai")).with(found("Pearl Pay", "Abu Dhabi Global Market"));
    assert_eq!(ids(&wider).len(), 2, "a wider mention joins the precise one");
    let joined = wider.conclude();
    let occurrences = joined.decided.iter().map(|one| one.occurrences.len()).collect::<Vec<_>>();
    assert_eq!(occurrences, [2, 2]);
}

#[test]
fn a_mention_without_a_place_joins_its_company() {
    let nowhere = found("Pearl Pay", "ADGM").change(|one| {
        one.place = Place::default();
        one.certainty = Certainty::Unverified;
    });
    let outcome = Search::in_adgm().with(nowhere.clone()).with(found("Pearl Pay Ltd", "ADGM")).conclude();
    assert_eq!(names(&outcome), ["Pearl Pay Ltd"]);
    assert_eq!(outcome.decided.len(), 1);
}

#[test]
fn an_id_depends_on_company_place_and_tenant_only() {
    let first = ids(&Search::in_adgm().with(found("Pearl Pay", "ADGM")));
    let other_search = Search::new(&json!({"queryText": "banks", "constraints": {"city": "Abu Dhabi"}}))
        .with(found("Alpha Bank", "ADGM"))
        .with(found("Pearl Pay LLC", "Abu Dhabi Global Market").on(None))
        .conclude();
    assert!(first.contains(&decided(&other_search, "Pearl Pay LLC").id));
    let mut elsewhere = Search::in_adgm().with(found("Pearl Pay", "ADGM"));
    elsewhere.tenant = TenantId(Uuid::from_u128(2));
    assert_ne!(first, ids(&elsewhere));
}

#[test]
fn an_id_does_not_depend_on_other_names_of_the_search() {
    let both = Search::in_adgm().with(found("Pearl Pay", "ADGM")).with(found("Pearl Pay Technologies", "ADGM"));
    let both = ids(&both);
    assert_eq!(both.len(), 1);
    for name in ["Pearl Pay", "Pearl Pay Technologies", "Pearl Pay Technologies Ltd", "Pearl Pay Middle East"] {
        assert_eq!(ids(&Search::in_adgm().with(found(name, "ADGM"))), both, "{name}");
    }
    let longer = Search::in_adgm().with(found("Pearl Pay Technologies", "ADGM")).with(found("Pearl Pay UAE", "ADGM"));
    assert_eq!(ids(&longer), both, "what has one id is one company");
    for name in ["Dubai International", "Dubai Technologies", "Global Solutions"] {
        assert_ne!(
            ids(&Search::in_adgm().with(found(name, "ADGM"))),
            ids(&Search::in_adgm().with(found("Dubai", "ADGM"))),
            "{name}"
        );
    }
}

#[test]
fn an_id_of_before_is_still_known() {
    let mut search = Search::in_adgm().with(found("Pearl Pay Technologies", "ADGM"));
    search.circumstances.edition = Edition::First;
    let before = search.conclude().decided[0].id.clone();
    search.circumstances.edition = Edition::Second;
    assert_ne!(search.conclude().decided[0].id, before);
    search.request.exclude = vec![before.clone()];
    assert_eq!(search.conclude().decided[0].reason.as_deref(), Some("previously_seen"));
    search.request.novelty = NoveltyMode::AllowNewEvidence;
    search.circumstances.seen = [(before.clone(), "2025-01-08".to_owned())].into();
    assert_eq!(search.conclude().decided[0].decision, "returned");
    search.circumstances.liked = [(before, false)].into();
    assert_eq!(search.conclude().decided[0].reason.as_deref(), Some("excluded_by_user"));
}

#[test]
fn of_equal_quotes_of_a_page_the_one_in_its_longest_text_speaks() {
    let mut search = Search::in_adgm().with(found("Pearl Pay", "ADGM")).with(found("Pearl Pay", "ADGM"));
    search.texts[1].url = search.texts[0].url.clone();
    search.texts[1].title = "The longer one".into();
    search.texts[1].text.push_str(" And much more of it.");
    assert_eq!(search.conclude().decided[0].evidence.source_title, "The longer one");
}

#[test]
fn the_best_evidence_speaks_for_it() {
    let newest = |day| found("Pearl Pay", "ADGM").on(Some(day));
    let announced = newest("2025-01-09").change(|one| one.presence = Presence::Announced);
    let outcome = Search::in_adgm().with(newest("2024-01-01")).with(announced).with(newest("2024-06-01")).conclude();
    let dates: Vec<_> =
        outcome.decided[0].occurrences.iter().map(|one| one.evidence.published_date.clone().unwrap_or_default()).collect();
    assert_eq!(dates, ["2024-06-01", "2024-01-01", "2025-01-09"], "there already before announced, then the newest");
}

#[test]
fn a_later_denial_outweighs_what_is_older() {
    let left = |day| found("Pearl Pay", "ADGM").on(day).change(|one| one.presence = Presence::Left);
    for (opened, closed, is_there) in [
        (Some("2024-01-01"), Some("2025-01-01"), false),
        (None, Some("2025-01-01"), false),
        (Some("2025-01-01"), Some("2024-01-01"), true),
        (Some("2025-01-01"), None, true),
    ] {
        let outcome = Search::in_adgm().with(found("Pearl Pay", "ADGM").on(opened)).with(left(closed)).conclude();
        assert_eq!(!outcome.data.companies.is_empty(), is_there, "{opened:?} {closed:?}");
    }
}
