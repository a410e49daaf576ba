//! Validate, retry, process: line by line what the seed and its repairs say.

use super::script::{Play, Script};
use domain::opportunities::follow_up;
use proptest::prelude::*;
use protocol::opportunities::{Decision, RevisionOutcome, Stage};

fn script(verdicts: &[&[&'static str]], revisions: &[&[&'static str]]) -> Script {
    Script {
        verdicts: verdicts.iter().map(|areas| Some(areas.to_vec())).collect(),
        revisions: revisions.iter().map(|areas| areas.to_vec()).collect(),
        ..Script::default()
    }
}

fn warnings(play: &Play, area: &str) -> Vec<String> {
    play.view().opportunity(play.id(area)).expect("it is there").warnings().cloned().collect()
}

/// What passed the boundary in front of the solutions, with the calls that validated it.
fn passed(areas: &[&str], script: Script) -> (Vec<String>, Vec<Vec<String>>, Play) {
    let mut play = Play::begin(areas, script, None);
    play.run();
    let (items, validated) = (play.items(Stage::SolutionValidation), play.script.validated.clone());
    (items, validated, play)
}

#[test]
fn all_are_validated_in_one_call_and_pass_in_their_order() {
    let (items, validated, play) = passed(&["a", "b", "c"], Script::default());
    assert_eq!(items, ["a", "b", "c"]);
    assert_eq!(validated[0], ["a", "b", "c"]);
    assert_eq!(validated.len(), 3, "one call a boundary");
    let flags = &play.view().latest(Stage::SolutionValidation).expect("reached").quality_flags;
    assert_eq!((flags.briefs_produced, flags.validation_rejections, flags.validation_retries), (3, 0, 0));
    let framed = &play.view().latest(Stage::OpportunityFraming).expect("reached").quality_flags;
    assert_eq!(framed.briefs_produced, 3);
}

#[test]
fn only_what_was_revised_is_validated_again() {
    let (items, validated, play) = passed(&["a", "b", "c"], script(&[&["b"], &[]], &[&["b2"]]));
    assert_eq!(validated[..2], [vec!["a".to_owned(), "b".into(), "c".into()], vec!["b2".into()]]);
    assert_eq!(items, ["a", "b2", "c"], "in the original order, under its new name");
    assert!(warnings(&play, "b2").is_empty());
    let flags = &play.view().latest(Stage::SolutionValidation).expect("reached").quality_flags;
    assert_eq!((flags.briefs_produced, flags.validation_rejections, flags.validation_retries), (3, 1, 1));
}

#[test]
fn after_two_retries_it_passes_last_and_is_marked() {
    let (items, validated, play) = passed(&["a", "b", "c"], script(&[&["a"], &["a"], &["a"]], &[&["a"], &["a"]]));
    assert_eq!(
        validated.iter().take_while(|areas| areas.contains(&"a".to_owned())).count(),
        5,
        "three here, one at each of the next two"
    );
    assert_eq!(items, ["b", "c", "a"]);
    assert_eq!(warnings(&play, "a"), ["Rejected after 2 retries: a is vague"]);
    assert!(play.view().opportunity(play.id("a")).expect("it").spec.is_some(), "and is processed like any other");
}

#[test]
fn a_revision_that_cannot_be_read_is_skipped_and_stays_rejected() {
    let (items, validated, play) = passed(&["a", "b"], script(&[&["a", "b"], &[]], &[&[], &["b2"], &[]]));
    // `a` is skipped twice; `b` comes back and is accepted.
    assert_eq!(validated[1], ["b2"]);
    assert_eq!(items, ["b2", "a"]);
    assert_eq!(warnings(&play, "a"), ["Rejected after 2 retries: a is vague"]);
    let skipped = play.view().contract_log.iter().flat_map(|cycle| &cycle.revisions);
    assert_eq!(skipped.filter(|one| matches!(one.outcome, RevisionOutcome::Skipped { .. })).count(), 2);
}

#[test]
fn where_every_revision_is_skipped_nobody_is_asked_again() {
    let (items, validated, _) = passed(&["a", "b"], script(&[&["a"]], &[]));
    assert_eq!(validated[0], ["a", "b"]);
    assert!(!validated[1..].iter().any(|areas| areas == &["a"]), "an empty round is no call");
    assert_eq!(items, ["b", "a"]);
}

#[test]
fn a_verdict_that_cannot_be_read_accepts_all() {
    let mut unreadable = Script::default();
    unreadable.verdicts.push_back(None);
    let (items, _, play) = passed(&["a", "b"], unreadable);
    assert_eq!(items, ["a", "b"]);
    assert_eq!(play.view().contract_log[0].failed.as_deref(), Some("no JSON"));
}

#[test]
fn unknown_ids_are_ignored_and_named() {
    let (items, _, play) = passed(&["a", "b"], script(&[&["zebra"]], &[]));
    assert_eq!(items, ["a", "b"]);
    assert_eq!(play.view().contract_log[0].ignored, ["zebra"]);
}

#[test]
fn equal_areas_never_merge() {
    let (items, _, play) = passed(&["login", "login", "cart"], script(&[&["cart"], &[]], &[&["login"]]));
    assert_eq!(items, ["login", "login", "login"]);
    assert_eq!(play.view().listed().len(), 3);
}

#[test]
fn a_bundled_brief_is_split_and_its_parts_are_validated() {
    let (items, validated, play) = passed(&["a", "bc", "d"], script(&[&["bc"], &["c"], &[]], &[&["b", "c"], &["c2"]]));
    assert_eq!(validated[..3], [vec!["a".to_owned(), "bc".into(), "d".into()], vec!["b".into(), "c".into()], vec!["c2".into()]]);
    assert_eq!(items, ["a", "b", "c2", "d"], "the parts stand in its place");
    let whole = play.id("bc");
    assert_eq!(play.view().opportunity(play.id("b")).expect("a part").split_from, Some(whole));
    assert_eq!(play.view().listed().len(), 4, "the whole is not listed any more");
    let flags = &play.view().latest(Stage::SolutionValidation).expect("reached").quality_flags;
    assert_eq!(flags.briefs_produced, 3, "what came in, and not what it became");
}

#[test]
fn warnings_of_an_earlier_attempt_go_with_it() {
    for again in [None, Some(Some(vec!["a"]))] {
        let (_, _, mut play) = passed(&["a", "b"], script(&[&["a"]], &[]));
        let warning = "Rejected after 2 retries: a is vague".to_owned();
        assert_eq!(warnings(&play, "a"), [warning.as_str()]);
        let expected: Vec<String> = again.iter().map(|_| warning.clone()).collect();
        play.script.verdicts.extend(again);
        play.decide("a", Decision::SentBack).expect("sent back");
        assert!(play.view().is_in_review());
        assert_eq!(warnings(&play, "a"), expected);
    }
}

#[test]
fn without_items_nobody_is_asked() {
    let mut script = Script { infeasible: vec!["a"], ..Script::default() };
    script.verdicts.clear();
    let mut play = Play::begin(&["a"], script, None);
    play.run();
    assert_eq!(play.script.validated.len(), 2, "nothing of it reaches the third boundary");
    assert!(play.view().is_in_review());
    assert_eq!(play.items(Stage::HumanReview), ["a"], "what cannot be built is reviewed with its constraints");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Accepted and warned together are the items; those accepted keep their order; a boundary validates three times at most.
    #[test]
    fn nothing_is_lost_at_a_boundary(
        count in 0_usize..7,
        verdicts in proptest::collection::vec(proptest::collection::vec(0_usize..8, 0..6), 0..6),
        revisions in proptest::collection::vec(0_usize..3, 0..12),
        with_model: bool,
    ) {
        const NAMES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "unknown"];
        let areas = &NAMES[..count];
        let mut script = Script::default();
        script.verdicts.extend(verdicts.iter().map(|one| Some(one.iter().map(|at| NAMES[*at]).collect())));
        // Skipped, replaced under its name, split in two.
        script.revisions.extend(revisions.iter().enumerate().map(|(at, kind)| match kind {
            0 => Vec::new(),
            1 => vec![NAMES[at % 7]],
            _ => vec!["part", "other part"],
        }));
        let mut play = Play::begin(areas, script, with_model.then_some("m"));
        play.run();
        let view = play.view();
        prop_assert!(count == 0 || view.is_in_review());
        prop_assert!(follow_up(view).is_none());
        for stage in [Stage::SolutionValidation, Stage::FeasibilityRisk, Stage::Prioritization] {
            let cycles = view.contract_log.iter().filter(|cycle| cycle.stage == stage).count();
            prop_assert!(cycles <= 3, "{stage:?}: {cycles}");
        }
        let live: Vec<_> = view.listed().iter().map(|one| one.id).collect();
        let mut passed = view.latest(Stage::FeasibilityRisk).map(|stage| stage.items.clone()).unwrap_or_default();
        passed.sort();
        let mut all = live.clone();
        all.sort();
        prop_assert_eq!(&passed, &all, "nothing is dropped, nothing doubled");
        // Ranks are 1 to N without a gap.
        let mut ranks: Vec<u32> = view.listed().iter().filter_map(|one| one.rank.as_ref().map(|rank| rank.rank)).collect();
        ranks.sort_unstable();
        prop_assert_eq!(ranks, (1..=u32::try_from(live.len()).expect("few")).collect::<Vec<_>>());
        // Those without warnings come in the order of the briefs.
        let framed: Vec<_> = view.opportunities.iter().map(|one| one.id).collect();
        let accepted: Vec<_> = view.latest(Stage::SolutionValidation).map(|stage| stage.items.clone()).unwrap_or_default()
            .into_iter().filter(|id| view.opportunity(*id).is_some_and(|one| one.brief.validation_warnings.is_empty())).collect();
        let places: Vec<_> = accepted.iter().map(|id| framed.iter().position(|one| one == id)).collect();
        prop_assert!(places.is_sorted(), "{places:?}");
    }
}
