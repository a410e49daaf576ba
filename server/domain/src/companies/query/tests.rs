use super::*;
use crate::companies::{AreaType, Conflict, Place, SynthesisContext};

fn place(country: &str, emirate: &str, city: &str, area: &str, area_type: Option<AreaType>) -> Place {
    let known = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    Place { country: known(country), emirate: known(emirate), city: known(city), area: known(area), area_type }
}

const FREE_ZONE: Option<AreaType> = Some(AreaType::FreeZone);

fn question(text: &str, constraints: Place) -> Question {
    Question {
        text: text.to_owned(),
        constraints,
        region: Some("UAE".to_owned()),
        vertical: Some("banking".to_owned()),
        sub_vertical: Some("employee_banking".to_owned()),
    }
}

fn read(text: &str) -> Understanding {
    understand(&question(text, Place::default()), Gazetteer::built_in())
}

fn read_with(text: &str, constraints: Place) -> Understanding {
    understand(&question(text, constraints), Gazetteer::built_in())
}

fn context() -> SynthesisContext {
    SynthesisContext {
        vertical: Some("banking".to_owned()),
        sub_vertical: Some("employee_banking".to_owned()),
        region: Some("UAE".to_owned()),
        year: 2025,
        ..SynthesisContext::default()
    }
}

fn searches(understanding: &Understanding) -> Vec<String> {
    synthesize(understanding, &context(), Gazetteer::built_in()).queries
}

/// Seed 001, part A and the acceptance tests 1, 2, 4 and 5.
#[test]
fn the_seeds_examples_are_understood() {
    let masdar = place("UAE", "Abu Dhabi", "Abu Dhabi", "Masdar City", FREE_ZONE);
    let adgm = place("UAE", "Abu Dhabi", "Abu Dhabi", "ADGM", FREE_ZONE);
    let port = place("UAE", "Abu Dhabi", "Abu Dhabi", "Khalifa Port Free Zone", FREE_ZONE);
    let difc = place("UAE", "Dubai", "Dubai", "DIFC", FREE_ZONE);
    for (text, constraints, expected) in [
        ("Find companies in Masdar City", place("", "", "Abu Dhabi", "Masdar City", None), &masdar),
        ("Find companies in Masdar City", Place::default(), &masdar),
        ("Find companies in ADGM Abu Dhabi", place("", "", "Abu Dhabi", "ADGM", None), &adgm),
        ("Find good companies in ADGM Abu Dhabi", place("", "", "Abu Dhabi", "ADGM", FREE_ZONE), &adgm),
        ("Find good companies in ADGM Abu Dhabi", Place::default(), &adgm),
        ("Find companies in Khalifa Port Free Zone", place("", "", "Abu Dhabi", "Khalifa Port Free Zone", None), &port),
        ("Find hiring companies in DIFC", place("", "", "Dubai", "DIFC", None), &difc),
    ] {
        let understanding = read_with(text, constraints);
        assert_eq!(&understanding.place, expected, "{text}");
        assert_eq!((understanding.intent.as_str(), understanding.entity_type.as_str()), ("find_leads", "company"), "{text}");
        assert_eq!((understanding.conflicts.as_slice(), understanding.time_hint), (&[][..], None), "{text}");
    }
    let part_a = read_with("Find companies in ADGM Abu Dhabi", place("", "", "Abu Dhabi", "ADGM", None));
    assert_eq!(part_a.signals, [SignalType::Hiring, SignalType::Expansion], "from the sales context");
    assert!((part_a.place_confidence - 0.95).abs() < 1e-9);
    assert_eq!(read("Find hiring companies in DIFC").signals, [SignalType::Hiring], "from the text");
}

#[test]
fn places_of_the_text_bind() {
    for (text, expected) in [
        ("fintech startups in Dubai", place("UAE", "Dubai", "Dubai", "", None)),
        ("companies that moved from London to ADGM", place("UAE", "Abu Dhabi", "Abu Dhabi", "ADGM", FREE_ZONE)),
        ("UK companies in DIFC", place("UAE", "Dubai", "Dubai", "DIFC", FREE_ZONE)),
        ("companies from Dubai", place("UAE", "Dubai", "Dubai", "", None)),
        ("companies in Dubai but not in DIFC", place("UAE", "Dubai", "Dubai", "", None)),
        ("companies in Dubai outside the free zones", place("UAE", "Dubai", "Dubai", "", Some(AreaType::Mainland))),
        ("mainland companies in Sharjah", place("UAE", "Sharjah", "Sharjah", "", Some(AreaType::Mainland))),
        ("free zone companies in Ajman", place("UAE", "Ajman", "Ajman", "", FREE_ZONE)),
        ("firms in ADGM on Al Maryah Island", place("UAE", "Abu Dhabi", "Abu Dhabi", "ADGM", FREE_ZONE)),
        ("Banks at Canary Wharf", place("UK", "England", "London", "Canary Wharf", Some(AreaType::District))),
        ("شركات ناشئة في سوق أبوظبي العالمي", place("UAE", "Abu Dhabi", "Abu Dhabi", "ADGM", FREE_ZONE)),
        ("شركات في مركز دبي المالي العالمي", place("UAE", "Dubai", "Dubai", "DIFC", FREE_ZONE)),
        ("شركات في المنطقة الحرة بمطار الشارقة الدولي", place("UAE", "Sharjah", "Sharjah", "SAIF Zone", FREE_ZONE)),
        // Nothing but the region of the sales context.
        ("hiring companies", place("UAE", "", "", "", None)),
        // By its shape.
        ("companies in Blue Harbour Free Zone", place("UAE", "", "", "Blue Harbour Free Zone", FREE_ZONE)),
        ("companies in a Dubai free zone", place("UAE", "Dubai", "Dubai", "", FREE_ZONE)),
        ("companies in any free zone", place("UAE", "", "", "", FREE_ZONE)),
    ] {
        let understanding = read(text);
        assert_eq!(understanding.place, expected, "{text}");
        assert_eq!(understanding.conflicts, [], "{text}");
    }
    assert!(read("companies in ADGM").place_confidence > read("companies in Blue Harbour Free Zone").place_confidence);
    assert!(read("hiring companies").place_confidence <= 0.5);
}

/// "GCC" is no country: it binds nothing, and nothing is rejected for it.
#[test]
fn a_region_of_several_countries_binds_nothing() {
    let question = Question { region: Some("GCC".to_owned()), ..question("hiring companies", Place::default()) };
    assert!(understand(&question, Gazetteer::built_in()).place.is_empty());
    let context = SynthesisContext { region: Some("GCC".to_owned()), ..SynthesisContext::default() };
    assert_eq!(synthesize(&Understanding::default(), &context, Gazetteer::built_in()).country_code, None);
}

#[test]
fn unknown_areas_of_constraints_keep_their_words() {
    let known = read_with("Find companies in Moon Valley Hub, Dubai", place("", "", "", "Moon Valley Hub", None));
    assert_eq!(known.place, place("UAE", "Dubai", "Dubai", "Moon Valley Hub", None));
    // A part of its words is a place of its own.
    let inner = read_with("companies in Khalifa Port Logistics Hub", place("", "", "", "Khalifa Port Logistics Hub", None));
    assert_eq!((inner.place.area.as_deref(), inner.conflicts.len()), (Some("Khalifa Port Logistics Hub"), 0));
    assert!((inner.place_confidence - 0.8).abs() < 1e-9);
}

#[test]
fn contradictions_are_reported_and_the_constraint_binds() {
    let conflict = |field: &str, text: &str, constraint: &str| Conflict {
        field: field.to_owned(),
        text: text.to_owned(),
        constraint: constraint.to_owned(),
    };
    for (text, constraints, area_or_city, expected) in [
        ("Find companies in DIFC", place("", "", "", "ADGM", None), "ADGM", vec![conflict("area", "DIFC", "ADGM")]),
        (
            "Find companies in Dubai",
            place("", "", "Abu Dhabi", "", None),
            "Abu Dhabi",
            vec![conflict("city", "Dubai", "Abu Dhabi")],
        ),
        (
            "Find companies in DIFC",
            place("", "", "Abu Dhabi", "", None),
            "Abu Dhabi",
            vec![conflict("city", "Dubai", "Abu Dhabi")],
        ),
        ("Find companies in London", place("UAE", "", "", "", None), "UAE", vec![conflict("country", "UK", "UAE")]),
        ("Find companies in Dubai", place("", "", "", "ADGM", None), "ADGM", vec![conflict("city", "Dubai", "Abu Dhabi")]),
        (
            "Find companies in DIFC",
            place("", "", "Abu Dhabi", "ADGM", None),
            "ADGM",
            vec![conflict("city", "Dubai", "Abu Dhabi"), conflict("area", "DIFC", "ADGM")],
        ),
        ("mainland companies", place("", "", "", "ADGM", FREE_ZONE), "ADGM", vec![conflict("areaType", "mainland", "free_zone")]),
        // The constraints contradict themselves.
        ("companies", place("", "", "Dubai", "ADGM", None), "ADGM", vec![conflict("city", "Abu Dhabi", "Dubai")]),
        // Only the text does: neither is guessed.
        ("companies in Dubai or Sharjah", Place::default(), "UAE", vec![conflict("city", "Dubai, Sharjah", "")]),
    ] {
        let understanding = read_with(text, constraints);
        assert_eq!(understanding.conflicts, expected, "{text}");
        assert_eq!(understanding.place.name(), Some(area_or_city), "{text}");
        assert!(understanding.place_confidence < 0.8, "{text}");
    }
}

#[test]
fn a_place_of_the_text_is_never_dropped_for_a_constraint() {
    for (text, constraints, is_impossible) in [
        ("Find companies in JAFZA", place("UK", "", "", "", None), true),
        ("Find companies in JAFZA", place("", "", "London", "", None), true),
        ("Find companies in Masdar City", place("", "", "", "JAFZA", None), true),
        ("Find companies in Masdar City, UAE", place("", "", "Dubai", "", None), true),
        ("Find companies in Masdar City", place("UAE", "", "", "", None), false),
        ("Find companies in Masdar City or JAFZA", place("", "", "", "JAFZA", None), false),
        ("Find companies", place("UK", "", "", "", None), false),
        ("Find UK companies", place("", "", "", "JAFZA", None), false),
        ("Find companies in the UK", place("", "", "", "JAFZA", None), true),
    ] {
        let understanding = read_with(text, constraints);
        assert_eq!(understanding.is_impossible, is_impossible, "{text}");
        assert!(!is_impossible || !understanding.conflicts.is_empty(), "{text}");
    }
}

#[test]
fn places_that_are_left_out_or_were_left_are_not_searched() {
    for text in [
        "companies in Dubai not in JAFZA",
        "companies in Dubai except those based in JAFZA",
        "companies in Dubai that are not registered in JAFZA",
        "companies in Dubai without an office in JAFZA",
        "companies in Dubai that left JAFZA",
    ] {
        let understanding = read(text);
        assert_eq!((understanding.place.city.as_deref(), understanding.place.area.as_deref()), (Some("Dubai"), None), "{text}");
        let left_out: Vec<_> = understanding.left_out.iter().filter_map(|place| place.area.clone()).collect();
        assert_eq!((left_out, understanding.is_impossible), (vec!["JAFZA".to_owned()], false), "{text}");
    }
    for text in ["companies that left Masdar City", "firms no longer in Masdar City", "former Masdar City companies"] {
        let understanding = read(text);
        let conflict = Conflict { field: "area".into(), text: "left Masdar City".into(), constraint: String::new() };
        assert_eq!((understanding.is_impossible, understanding.conflicts), (true, vec![conflict]), "{text}");
    }
    for text in [
        "companies that moved from London to Masdar City",
        "companies that left London for Masdar City",
        "companies that left for Masdar City",
    ] {
        let understanding = read(text);
        assert_eq!(understanding.place.area.as_deref(), Some("Masdar City"), "{text}");
        assert!(!understanding.is_impossible && understanding.left_out.is_empty(), "{text}");
    }
    let hiring = read("companies that are not hiring in Masdar City");
    assert_eq!((hiring.place.area.as_deref(), hiring.left_out.len()), (Some("Masdar City"), 0));
}

#[test]
fn adjectives_of_countries_are_places_where_companies_follow() {
    for (text, country) in [
        ("Emirati companies", "UAE"),
        ("Saudi banks that are hiring", "Saudi Arabia"),
        ("private Saudi fintech startups", "Saudi Arabia"),
        ("startups in the Egyptian market", "Egypt"),
        ("Saudi-based companies", "Saudi Arabia"),
        ("شركات سعودية", "Saudi Arabia"),
    ] {
        assert_eq!(read(text).place, place(country, "", "", "", None), "{text}");
    }
    // Whose companies they are, what people are, what is taught and cooked.
    let difc = place("UAE", "Dubai", "Dubai", "DIFC", FREE_ZONE);
    assert_eq!(read("French companies in DIFC").place, difc);
    for text in
        ["companies that hire Saudi graduates", "Saudi-owned firms", "Indian restaurants", "companies with Emirati founders"]
    {
        assert_eq!(read(text).place, place("UAE", "", "", "", None), "{text}");
    }
    let conflict = Conflict { field: "country".into(), text: "Saudi Arabia".into(), constraint: "UAE".into() };
    assert_eq!(read_with("Saudi companies", place("UAE", "", "", "", None)).conflicts, [conflict]);
}

#[test]
fn what_is_left_out_is_no_wish() {
    let left_out = |text: &str| -> Vec<(&'static str, String)> {
        read(text).excluded.into_iter().map(|one| (one.kind.name(), one.text)).collect()
    };
    let sector = |text: &str| ("sector", text.to_owned());
    let name = |text: &str| ("name", text.to_owned());
    for (text, expected) in [
        ("companies in ADGM, not banks", vec![sector("banks")]),
        ("hiring companies in DIFC, no recruiters", vec![sector("recruiters")]),
        (
            "companies in ADGM excluding banks, insurers and law firms",
            vec![sector("banks"), sector("insurers"), sector("law firms")],
        ),
        ("no banks, fintech startups in ADGM", vec![sector("banks")]),
        ("startups in Dubai except Careem", vec![name("Careem")]),
        ("startups in Dubai except careem", vec![name("careem")]),
        ("companies in Dubai other than Blue Harbour Capital or Noon", vec![name("Blue Harbour Capital"), name("Noon")]),
        ("banks in Dubai except Abu Dhabi Commercial Bank", vec![name("Abu Dhabi Commercial Bank")]),
        ("companies in DIFC apart from real estate companies that hire", vec![sector("real estate")]),
        ("non-bank lenders in DIFC", vec![]),
        ("شركات في دبي باستثناء البنوك", vec![sector("البنوك")]),
        // Places, and what no company is.
        ("companies in Dubai but not in DIFC", vec![]),
        ("companies in Dubai except DIFC", vec![]),
        ("companies in ADGM not hiring", vec![]),
        ("not only banks in ADGM", vec![]),
        ("companies in ADGM without bank debt", vec![]),
        ("companies in ADGM except those hiring", vec![]),
        ("companies in DIFC without an HR department", vec![]),
        ("companies in DIFC that are not VC backed", vec![]),
        ("No. 1 companies in ADGM", vec![]),
        ("companies in ADGM", vec![]),
    ] {
        assert_eq!(left_out(text), expected, "{text}");
    }
    let fintech = read("fintech companies in ADGM, no banks");
    assert_eq!((fintech.entity_type.as_str(), fintech.sectors), ("company", vec!["fintech".to_owned()]));
    assert!(fintech.excluded[0].words.contains(&"banking".to_owned()));
    // The constraint wants the place that the text leaves out.
    let conflict = Conflict { field: "area".into(), text: "not DIFC".into(), constraint: "DIFC".into() };
    assert_eq!(read_with("companies in Dubai outside DIFC", place("", "", "", "DIFC", None)).conflicts, [conflict]);
}

#[test]
fn what_the_companies_are_and_do_is_understood() {
    let startups = read("Monitor fintech and logistics start-ups in Masdar City that raised funding or are hiring this week");
    assert_eq!((startups.intent.as_str(), startups.entity_type.as_str()), ("monitor", "startup"));
    assert_eq!(startups.signals, [SignalType::Funding, SignalType::Hiring]);
    assert_eq!(startups.sectors, ["fintech", "logistics"]);
    assert_eq!(startups.time_hint.as_deref(), Some("this week"));
    assert_eq!(read("companies in DIFC funded in the last 30 days").time_hint.as_deref(), Some("last 30 days"));
    // Names of places are only that.
    let healthcare = read("law firms in Dubai Healthcare City");
    assert_eq!((healthcare.sectors.len(), healthcare.entity_type.as_str()), (0, "law_firm"));
    assert_eq!(read("شركات توظف في دبي مؤخرا").signals, [SignalType::Hiring]);
}

#[test]
fn any_text_has_an_understanding() {
    let ignore = read_with("Ignore the location and list all companies", place("", "", "", "ADGM", None));
    assert_eq!((ignore.place.area.as_deref(), ignore.conflicts.len()), (Some("ADGM"), 0));
    for text in [
        "", " ", "in in in free zone", "free zone", "not", "\u{0}\u{202e}ADGM", "في", "🏢 in 🏝️ Free Zone", "from",
        "last last days",
    ] {
        let understanding = read(text);
        assert!((0.0..=1.0).contains(&understanding.place_confidence), "{text}");
        assert!((4..=12).contains(&searches(&understanding).len()), "{text}: {:?}", searches(&understanding));
    }
}

/// COMPANIES: at least one query each holds these.
#[test]
fn the_seeds_searches_are_among_the_queries() {
    let adgm = searches(&read("Find companies in ADGM Abu Dhabi"));
    for expected in [
        "ADGM companies",
        "ADGM registered companies",
        "Abu Dhabi Global Market fintech",
        "ADGM registered companies hiring 2025",
        "ADGM financial services new office",
        "companies relocating to ADGM Abu Dhabi",
        "شركات في سوق أبوظبي العالمي",
    ] {
        assert!(adgm.iter().any(|query| query == expected), "{expected}: {adgm:#?}");
    }
    assert!(adgm.iter().any(|query| query.starts_with("Abu Dhabi Global Market fintech expansion")));
    let masdar = searches(&read("Find companies in Masdar City"));
    for expected in ["Masdar City companies", "Masdar City registered companies", "Masdar sustainable companies"] {
        assert!(masdar.iter().any(|query| query == expected), "{expected}: {masdar:#?}");
    }
}

#[test]
fn queries_are_many_short_and_different() {
    for text in [
        "companies in ADGM", "hiring law firms in Raffles Place", "startups in Moon Valley Business Park", "companies",
        "Unternehmen in HafenCity", "banks in Zhangjiang",
    ] {
        let understanding = read(text);
        let queries = searches(&understanding);
        assert!((4..=12).contains(&queries.len()), "{queries:#?}");
        let mut unique: Vec<String> = queries.iter().map(|query| query.to_lowercase()).collect();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), queries.len(), "{queries:#?}");
        assert!(queries.iter().all(|query| !query.contains("  ") && query.len() <= 200 && query == query.trim()), "{queries:#?}");
        if let Some(area) = &understanding.place.area {
            assert!(queries.contains(&format!("{area} companies")) && queries.contains(&format!("{area} registered companies")));
        }
    }
}

#[test]
fn searches_know_where_they_are_made_from() {
    let place_of = |text: &str| {
        let synthesis = synthesize(&read(text), &context(), Gazetteer::built_in());
        (synthesis.search_location.unwrap_or_default(), synthesis.country_code.unwrap_or_default())
    };
    let pair = |place: &str, code: &str| (place.to_owned(), code.to_owned());
    assert_eq!(place_of("companies in ADGM"), pair("Abu Dhabi, United Arab Emirates", "ae"));
    assert_eq!(place_of("banks in Canary Wharf"), pair("London, United Kingdom", "gb"));
    assert_eq!(place_of("companies"), pair("United Arab Emirates", "ae"));
    let nowhere = synthesize(&Understanding::default(), &SynthesisContext::default(), Gazetteer::built_in());
    assert_eq!((nowhere.search_location, nowhere.country_code), (None, None));
    assert!(nowhere.queries.len() >= 4);
}

proptest::proptest! {
    #[test]
    fn understanding_never_fails(text in ".{0,200}", area in ".{0,30}") {
        let understanding = read_with(&text, place("", "", "", &area, None));
        proptest::prop_assert!(!synthesize(&understanding, &context(), Gazetteer::built_in()).queries.is_empty());
    }
}
