//! What holds for any answer (COMPANIES.md, Answers; "Non-Negotiable Rules").

use super::{Found, Search, assert_sums, found};
use domain::companies::{AreaType, Certainty, FlagMode, Place, Presence, Role};
use proptest::{collection::vec, prelude::*};
use protocol::companies::NoveltyMode;
use serde_json::json;

const NAMES: [&str; 6] = ["Pearl Pay", "Pearl Pay Ltd", "Harbour Capital", "Old Mill", "G42", "اللؤلؤة"];
const AREAS: [&str; 5] = ["ADGM", "Abu Dhabi Global Market", "DIFC", "Masdar City", "Quartz Valley Park"];
const DAYS: [Option<&str>; 4] = [None, Some("2024-06-01"), Some("2025-01-08"), Some("2025-01-09")];
const MODES: [FlagMode; 3] = [FlagMode::On, FlagMode::LogOnly, FlagMode::Off];

fn any_found() -> impl Strategy<Value = Found> {
    let certainties = [Certainty::Verified, Certainty::Verified, Certainty::Inferred, Certainty::Unverified];
    let presences = [Presence::Present, Presence::Announced, Presence::Planned, Presence::Left, Presence::Unclear];
    let roles = [Role::Tenant, Role::Tenant, Role::Regulator, Role::Other];
    (0..NAMES.len(), 0..AREAS.len(), 0..DAYS.len(), 0..4_usize, 0..5_usize, 0..4_usize, 0..12_u8).prop_map(
        move |(name, area, day, certainty, presence, role, change)| {
            found(NAMES[name], AREAS[area]).on(DAYS[day]).change(|one| {
                (one.certainty, one.presence, one.role) = (certainties[certainty], presences[presence], roles[role]);
                match change {
                    0 => one.place = Place::default(),
                    1 => one.place = Place { city: Some("Abu Dhabi".into()), ..Place::default() },
                    2 => one.place.city = Some("Dubai".into()),
                    3 => one.raw_place = "never written".into(),
                    4 => one.name = "Somebody Else".into(),
                    5 => one.place.area_type = Some(AreaType::Mainland),
                    _ => {}
                }
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sums_add_up_and_nothing_comes_without_proof(
        all in vec(any_found(), 0..14),
        excluded in vec(any::<prop::sample::Index>(), 0..4),
        (validation, novelty) in (0..3_usize, 0..3_usize),
        (is_strict, since, most) in (any::<bool>(), 0..DAYS.len(), 1..5_u32),
    ) {
        let mut search = Search::new(&json!({"queryText": "companies", "constraints": {"area": "ADGM", "city": "Abu Dhabi"}}));
        all.into_iter().for_each(|found| search.read(found));
        let ids: Vec<String> = search.conclude().decided.into_iter().map(|one| one.id).collect();
        if !ids.is_empty() {
            search.request.exclude = excluded.iter().map(|index| index.get(&ids).clone()).collect();
        }
        search.request.since = DAYS[since].map(str::to_owned);
        search.request.novelty = if is_strict { NoveltyMode::Strict } else { NoveltyMode::AllowNewEvidence };
        search.request.options.max_results = most;
        (search.circumstances.validation, search.circumstances.novelty) = (MODES[validation], MODES[novelty]);

        let outcome = search.conclude();
        assert_sums(&outcome);
        let (data, decided) = (&outcome.data, &outcome.decided);
        prop_assert_eq!(data.validation.total_extracted as usize, decided.len());
        prop_assert_eq!(decided.iter().map(|one| one.occurrences.len()).sum::<usize>(), search.candidates.len());
        prop_assert!(data.companies.len() <= most as usize);
        prop_assert_eq!(data.message.is_some(), data.companies.is_empty());
        prop_assert!(data.companies.is_sorted_by(|one, next| one.siva_scores.overall >= next.siva_scores.overall));
        for company in &data.companies {
            let evidence = company.evidence.as_ref().expect("it is included");
            let text = search.texts.iter().find(|text| text.url == evidence.source_url).expect("a source that was read");
            prop_assert!(text.text.contains(&evidence.snippet) && evidence.snippet.contains(&company.name));
            prop_assert_ne!(company.location.confidence.as_str(), "UNVERIFIED");
            if validation == 0 {
                prop_assert_eq!(company.location.normalized.as_str(), "ADGM");
                prop_assert!(evidence.snippet.contains("ADGM") || evidence.snippet.contains("Abu Dhabi Global Market"));
                prop_assert_eq!(company.location.confidence.as_str(), "VERIFIED");
            }
            if novelty == 0 && is_strict {
                prop_assert!(!search.request.exclude.contains(&company.id));
            }
            if let (0, Some(since)) = (novelty, DAYS[since]) {
                prop_assert!(evidence.published_date.as_deref().is_some_and(|day| day >= since));
            }
        }
    }
}
