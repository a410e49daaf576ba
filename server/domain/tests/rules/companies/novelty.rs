//! What the user has seen, how old news may be, and answers without companies.

use super::{Search, assert_sums, decided, found, id_of, names};
use domain::companies::{FlagMode, Presence};
use protocol::companies::{NoveltyMode, NoveltyStatus};
use serde_json::json;

#[test]
fn undated_evidence_is_not_news_and_the_message_says_so() {
    let body = json!({"queryText": "companies", "constraints": {"area": "ADGM"}, "sinceTimestamp": "2025-01-08"});
    let outcome = Search::new(&body)
        .with(found("Pearl Pay", "ADGM").on(None))
        .with(found("Old Mill", "ADGM").on(Some("2025-01-07")))
        .conclude();
    assert_eq!(decided(&outcome, "Pearl Pay").reason.as_deref(), Some("undated_evidence"));
    assert_eq!(decided(&outcome, "Old Mill").reason.as_deref(), Some("stale_evidence"));
    assert_eq!((outcome.data.novelty.filtered_as_stale, outcome.data.novelty.filtered_as_undated), (2, 1));
    let message = "No new companies found in ADGM: 1 older than 2025-01-08, 1 without a date.";
    assert_eq!(outcome.data.message.as_deref(), Some(message));
    assert_eq!(outcome.data.suggestion, None);
    assert_sums(&outcome);
    let dated = Search::new(&body).with(found("Pearl Pay", "ADGM").on(Some("2025-01-08"))).conclude();
    assert_eq!(names(&dated), ["Pearl Pay"], "the day itself is not before it");
}

#[test]
fn of_several_texts_the_one_that_is_news_counts() {
    let body = json!({"queryText": "companies", "constraints": {"area": "ADGM"}, "sinceTimestamp": "2025-01-08"});
    let announced = found("Pearl Pay", "ADGM").change(|one| one.presence = Presence::Announced);
    let outcome = Search::new(&body).with(found("Pearl Pay", "ADGM").on(Some("2024-06-01"))).with(announced).conclude();
    let company = &outcome.data.companies[0];
    assert_eq!(company.evidence.as_ref().and_then(|one| one.published_date.as_deref()), Some("2025-01-09"));
    assert_eq!(outcome.decided[0].occurrences.len(), 2);
    assert_eq!(outcome.data.validation.total_extracted, 1, "one company, two mentions");
}

#[test]
fn history_says_what_is_newer() {
    let body = json!({"queryText": "companies", "constraints": {"area": "ADGM"}, "noveltyMode": "allow_new_evidence"});
    let id = id_of(found("Pearl Pay", "ADGM"), &body);
    let mut search = Search::new(&body).with(found("Pearl Pay", "ADGM"));
    search.request.exclude = vec![id.clone()];
    assert_eq!(search.conclude().decided[0].reason.as_deref(), Some("no_new_evidence"), "nobody knows what was seen");
    search.circumstances.seen = [(id.clone(), "2025-01-08".to_owned())].into();
    let company = &search.conclude().data.companies[0];
    assert_eq!(company.novelty_status, NoveltyStatus::Resurfaced);
    assert_eq!(company.resurface_reason.as_deref(), Some("new_evidence_2025-01-09"));
    search.circumstances.seen = [(id, "2025-01-09".to_owned())].into();
    let outcome = search.conclude();
    assert_eq!(outcome.decided[0].reason.as_deref(), Some("no_new_evidence"));
    assert_eq!(outcome.decided[0].layer, 6);
    assert_eq!(outcome.data.message.as_deref(), Some("No new companies found in ADGM: 1 seen before."));
    search.request.exclude.clear();
    let outcome = search.conclude();
    assert_eq!(outcome.data.companies[0].novelty_status, NoveltyStatus::New, "only what the request excludes is excluded");
}

#[test]
fn a_flag_lets_pass_what_is_old() {
    let body = json!({"queryText": "companies", "constraints": {"area": "ADGM"}, "sinceTimestamp": "2025-01-08"});
    let mut search = Search::new(&body).with(found("Old Mill", "ADGM").on(Some("2020-01-01"))).with(found("Pearl Pay", "ADGM"));
    for mode in [FlagMode::Off, FlagMode::LogOnly] {
        search.circumstances.novelty = mode;
        let outcome = search.conclude();
        assert_eq!(names(&outcome), ["Old Mill", "Pearl Pay"], "{mode:?}");
        assert_eq!((outcome.data.novelty.enforced, outcome.data.novelty.new_companies), (false, 2));
        assert_sums(&outcome);
    }
}

#[test]
fn without_any_answer_there_is_no_word_about_companies() {
    let mut search = Search::in_adgm().with(found("Pearl Pay", "ADGM"));
    search.circumstances.answered.clear();
    search.circumstances.failed = vec!["searxng".into(), "brave".into()];
    let outcome = search.conclude();
    assert_eq!(outcome.error.as_deref(), Some("no search provider answered: searxng, brave"));
    assert!(outcome.data.companies.is_empty() && outcome.data.message.is_none() && outcome.data.suggestion.is_none());
    search.circumstances.answered = vec!["brave".into()];
    assert_eq!(names(&search.conclude()), ["Pearl Pay"], "one answer is enough");
}

#[test]
fn a_budget_of_nothing_is_no_finding() {
    let mut search = Search::in_adgm();
    search.circumstances.answered.clear();
    search.circumstances.exhausted = vec!["maxSearchCalls".into()];
    let outcome = search.conclude();
    let message = "Nothing was searched in ADGM: the budget does not allow it (maxSearchCalls).";
    assert_eq!((outcome.error, outcome.data.message.as_deref()), (None, Some(message)));
}

#[test]
fn wider_places_are_suggested_where_there_are_any() {
    for (constraints, suggestion) in [
        (json!({"area": "DIFC"}), Some("Try broadening to Dubai or All UAE")),
        (json!({"area": "difc", "city": "dubai", "country": "Emirates"}), Some("Try broadening to dubai or All Emirates")),
        (json!({"city": "Dubai"}), Some("Try broadening to All UAE")),
        (json!({"country": "UAE"}), None),
        (json!({"area": "Quartz Valley Park"}), None),
        (json!({}), None),
    ] {
        let outcome = Search::new(&json!({"queryText": "companies", "constraints": constraints})).conclude();
        assert_eq!(outcome.data.suggestion.as_deref(), suggestion, "{constraints}");
    }
    let nowhere = Search::new(&json!({"queryText": "companies"})).conclude();
    assert_eq!(nowhere.data.message.as_deref(), Some("No companies found matching your criteria."));
}

#[test]
fn the_best_come_first_and_the_cut_comes_last() {
    let mut search = Search::in_adgm();
    for (name, day) in [("Alpha Bank", "2024-01-01"), ("Beta Fund", "2025-01-09"), ("Gamma Trust", "2024-12-20")] {
        search.read(found(name, "ADGM").on(Some(day)));
    }
    let order = |search: &Search| -> Vec<String> { search.conclude().data.companies.into_iter().map(|one| one.name).collect() };
    assert_eq!(order(&search), ["Beta Fund", "Gamma Trust", "Alpha Bank"]);
    search.request.options.max_results = 2;
    let outcome = search.conclude();
    assert_eq!(outcome.data.companies.len(), 2);
    assert_eq!(outcome.data.validation.passed_validation, 3, "counted before the cut");
    assert_eq!(decided(&outcome, "Alpha Bank").decision, "cut");
    assert_sums(&outcome);
    let disliked = decided(&outcome, "Beta Fund").id.clone();
    search.circumstances.liked = [(disliked, false)].into();
    assert_eq!(order(&search)[0], "Gamma Trust", "what the user thinks reaches the next search");
    search.request.novelty = NoveltyMode::AllowNewEvidence;
    assert_eq!(order(&search).len(), 2);
}
