//! Completeness Scoring and the completion criteria.

use domain::interview::completeness::completeness;
use protocol::{
    Confidence,
    interview::{Completeness, InterviewCommand, InterviewView, Negotiation, NegotiationStatus, ObjectiveDefinition, Status},
};
use serde_json::json;
use std::sync::Arc;
use testkit::{Shape, ShapeObjective, Talk, definition, saying, template, view};

use Status::{Deferred, InProgress, Partial, Pending, Satisfied, Skipped};

/// Obligations of priority 5, each in this state with this confidence.
fn held(states: &[(Status, f64)]) -> InterviewView {
    let keys: Vec<String> = (0..states.len()).map(|number| format!("k{number}")).collect();
    let mut view = view(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    put(&mut view, states);
    view
}

fn put(view: &mut InterviewView, states: &[(Status, f64)]) {
    for (one, (status, confidence)) in view.obligations.iter_mut().zip(states) {
        one.status = *status;
        one.confidence = Confidence::new(*confidence);
        one.value = Some(json!("something"));
    }
}

fn over(definition: ObjectiveDefinition, states: &[(Status, f64)]) -> Completeness {
    let keys: Vec<&str> = definition.obligations.iter().map(|one| one.key.as_str()).collect();
    let mut view = view(&keys);
    view.definition = Arc::new(definition);
    put(&mut view, states);
    completeness(&view)
}

#[test]
fn the_seeds_worked_example() {
    let mut states = vec![(Satisfied, 0.9); 7];
    states.extend([(Partial, 0.6), (Partial, 0.6), (Pending, 0.0)]);
    assert_eq!(completeness(&held(&states)).score, Confidence::new(0.69));
}

#[test]
fn what_each_state_is_worth() {
    for (states, score) in [
        (vec![(Pending, 0.0)], 0.0),
        (vec![(InProgress, 0.4)], 0.0),
        (vec![(Deferred, 0.6)], 0.0),
        (vec![(Partial, 0.7)], 0.35),
        (vec![(Satisfied, 0.71)], 0.71),
        (vec![(Satisfied, 1.0), (Satisfied, 1.0)], 1.0),
        (vec![(Satisfied, 0.9), (Deferred, 0.0)], 0.45),
        (vec![(Satisfied, 0.9), (Skipped, 0.0)], 0.9),
        (vec![(Skipped, 0.0), (Skipped, 0.0)], 0.0),
    ] {
        assert_eq!(completeness(&held(&states)).score, Confidence::new(score), "{states:?}");
    }
}

#[test]
fn nothing_to_collect_is_zero_and_says_so() {
    let found = completeness(&view(&[]));
    assert_eq!(found.score, Confidence::NONE);
    assert_eq!(found.notes, ["nothing to collect"]);
}

#[test]
fn a_skipped_answer_leaves_the_denominator_unless_it_is_required() {
    let objective = definition(vec![template("a"), template("b")]);
    let found = over(objective.clone(), &[(Satisfied, 0.9), (Skipped, 0.0)]);
    assert_eq!((found.score, found.notes), (Confidence::new(0.9), vec!["1 skipped and not counted".to_owned()]));
    let found = over(objective.requiring(&["b"]), &[(Satisfied, 0.9), (Skipped, 0.0)]);
    assert_eq!((found.score, found.notes.len()), (Confidence::new(0.45), 0));
    assert_eq!(found.required.missing, ["b"]);
}

/// Nobody loses by answering what they need not answer.
#[test]
fn what_was_skipped_and_is_answered_all_the_same_counts_where_it_raises_the_score() {
    const OUT: &str = "1 answered after being skipped and not counted, since that would lower the score";
    // Priority, confidence and what the score is with it; "a" has 0.90 at priority 5.
    for (confidence, score, notes) in [(0.95, 0.93, vec![]), (0.9, 0.9, vec![OUT]), (0.75, 0.9, vec![OUT]), (0.6, 0.9, vec![OUT])]
    {
        let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
        talk.hear(saying("this").found("a", "this", 0.9));
        talk.by_hand(InterviewCommand::Skip { key: "b".into(), reason: None }).expect("skipped");
        assert_eq!(talk.view().completeness.score, Confidence::new(0.9));
        talk.hear(saying("that").found("b", "that", confidence));
        let found = &talk.view().completeness;
        assert_eq!(
            (found.score, &found.notes[..]),
            (Confidence::new(score), &notes.iter().map(|&note| note.to_owned()).collect::<Vec<_>>()[..]),
            "{confidence}"
        );
        let satisfied = confidence > 0.7;
        assert_eq!(found.by_category[0].satisfied, if satisfied { 2 } else { 1 }, "{confidence}: it is an answer like any other");
        assert_eq!(found.by_category[0].score, Confidence::new(score), "{confidence}");
    }
}

#[test]
fn what_was_skipped_and_is_opened_again_counts_like_any_other() {
    for held in [false, true] {
        let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
        talk.hear(saying("this").found("a", "this", 0.9));
        if held {
            talk.hear(saying("that").found("b", "that", 0.6));
        }
        let before = talk.view().completeness.score;
        talk.by_hand(InterviewCommand::Skip { key: "b".into(), reason: None }).expect("skipped");
        talk.by_hand(InterviewCommand::Reopen { key: "b".into(), reason: None }).expect("opened");
        assert_eq!(talk.view().completeness.score, before, "as if it had never been skipped");
        talk.hear(saying("that").found("b", "that", 0.75));
        assert_eq!(talk.view().completeness.score, Confidence::new((0.9 + 0.75) / 2.0));
    }
}

#[test]
fn of_several_that_were_skipped_and_answered_those_count_that_raise_the_score() {
    let mut view = held(&[(Satisfied, 0.8), (Satisfied, 0.95), (Satisfied, 0.85), (Satisfied, 0.75), (Partial, 0.7)]);
    for one in &mut view.obligations[1..] {
        one.spare = true;
    }
    let found = completeness(&view);
    assert_eq!(found.score, Confidence::new((0.8 + 0.95) / 2.0), "0.85 is below 0.875, and so are the others");
    assert_eq!(found.notes, ["3 answered after being skipped and not counted, since that would lower the score"]);
    for one in &found.next_best {
        let at = view.obligations.iter().position(|held| held.key == one.key).expect("known");
        let mut better = view.clone();
        (better.obligations[at].status, better.obligations[at].confidence) = (Satisfied, Confidence::new(0.9));
        let promised = found.score.get() + one.gain.get();
        assert!((completeness(&better).score.get() - promised).abs() < 0.011, "{}: {promised} was promised", one.key);
    }
    let required = definition(view.obligations.iter().map(|one| template(&one.key)).collect()).requiring(&["k3"]);
    view.definition = Arc::new(required);
    assert_eq!(completeness(&view).score, Confidence::new((0.8 + 0.75 + 0.95 + 0.85) / 4.0), "what is required always counts");
}

#[test]
fn a_missing_required_answer_caps_the_score() {
    let objective = definition(vec![template("a").priority(10), template("b").priority(1)]);
    let states = [(Satisfied, 1.0), (Pending, 0.0)];
    assert_eq!(over(objective.clone(), &states).score, Confidence::new(0.91));
    let capped = over(objective.clone().requiring(&["b"]), &states);
    assert_eq!(capped.score, Confidence::new(0.85));
    assert_eq!(capped.notes, ["capped at 0.85 while a required answer is missing"]);
    let low = over(objective.requiring(&["b"]), &[(Satisfied, 0.8), (Pending, 0.0)]);
    assert_eq!((low.score, low.notes.len()), (Confidence::new(0.73), 0), "below the cap nothing is capped");
}

#[test]
fn answers_weigh_by_their_priority() {
    let objective = || definition(vec![template("a").priority(9), template("b").priority(1)]);
    assert_eq!(over(objective(), &[(Satisfied, 0.9), (Pending, 0.0)]).score, Confidence::new(0.81));
    assert_eq!(over(objective(), &[(Pending, 0.0), (Satisfied, 0.9)]).score, Confidence::new(0.09));
}

#[test]
fn each_category_has_its_own_score() {
    let objective = definition(vec![
        template("a").category("Goals"),
        template("b"),
        template("c").category("Goals").priority(10),
        template("d").category("Goals"),
    ]);
    let found = over(objective, &[(Satisfied, 0.9), (Partial, 0.6), (Pending, 0.0), (Skipped, 0.0)]);
    let rows: Vec<_> = found.by_category.iter().map(|one| (one.category.as_str(), one.satisfied, one.total, one.score)).collect();
    assert_eq!(rows, [("Goals", 1, 2, Confidence::new(0.3)), ("General", 0, 1, Confidence::new(0.3))]);
}

#[test]
fn what_would_raise_the_score_most_comes_first() {
    let objective = definition(vec![
        template("small").priority(2),
        template("big").priority(9),
        template("half").priority(9),
        template("known").priority(10),
        template("skipped").priority(10),
        template("put_off").priority(3),
    ]);
    let states = [(Pending, 0.0), (Pending, 0.0), (Partial, 0.6), (Satisfied, 0.9), (Skipped, 0.0), (Deferred, 0.0)];
    let found = over(objective.clone(), &states);
    assert_eq!(found.next_best.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["big", "half", "put_off"]);
    assert_eq!(found.next_best[0].gain, Confidence::new(9.0 * 0.9 / 33.0));
    for (index, gain) in found.next_best.iter().enumerate() {
        let at = objective.obligations.iter().position(|one| one.key == gain.key).expect("known");
        let mut better = states;
        better[at] = (Satisfied, 0.9);
        let after = over(objective.clone(), &better).score;
        let promised = found.score.get() + gain.gain.get();
        assert!((after.get() - promised).abs() < 0.011, "{index}: {promised} was promised, {after} came");
    }
}

/// With the score at its cap only the required answer raises it, however little it weighs.
#[test]
fn at_the_cap_the_missing_required_answer_helps_most() {
    let objective =
        definition(vec![template("known").priority(10), template("optional").priority(2), template("needed").priority(1)]);
    let states = [(Satisfied, 1.0), (Partial, 0.7), (Pending, 0.0)];
    let found = over(objective.requiring(&["needed"]), &states);
    assert_eq!(found.score, Confidence::new(0.82));
    let keys: Vec<_> = found.next_best.iter().map(|one| (one.key.as_str(), one.gain)).collect();
    assert_eq!(keys, [("needed", Confidence::new(0.07)), ("optional", Confidence::new(0.03))]);
}

/// What was skipped by hand though it is required caps the score all the same.
#[test]
fn a_required_answer_that_was_skipped_is_among_what_helps() {
    let objective =
        definition(vec![template("known").priority(10), template("needed").priority(1), template("spare").priority(9)]);
    let states = [(Satisfied, 1.0), (Skipped, 0.0), (Skipped, 0.0)];
    let found = over(objective.requiring(&["needed"]), &states);
    assert_eq!(found.next_best.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(), ["needed"]);
}

#[test]
fn each_criterion_alone_keeps_the_interview_open() {
    let three = || definition(vec![template("market"), template("goal"), template("budget")]);
    let all = [(Satisfied, 0.8), (Satisfied, 0.8), (Pending, 0.0)];
    for (objective, states, blockers) in [
        (three().closing_with(2, 0.75), all, vec![]),
        (three().closing_with(2, 0.8), all, vec![]),
        (three().closing_with(3, 0.75), all, vec!["2 of at least 3 answers"]),
        (three().closing_with(2, 0.81), all, vec!["confidence is 0.80 on average, 0.81 is needed"]),
        (three().closing_with(2, 0.75).requiring(&["market", "budget"]), all, vec!["still needed: Budget"]),
        (
            three().closing_with(0, 0.75).requiring(&["budget", "market"]),
            [(Pending, 0.0); 3],
            vec!["still needed: Budget, Market"],
        ),
        (three().closing_with(0, 0.9), [(Pending, 0.0); 3], vec![]),
    ] {
        let found = over(objective, &states);
        assert_eq!(found.blockers, blockers);
        assert_eq!(found.can_complete(), blockers.is_empty());
    }
}

#[test]
fn an_open_negotiation_keeps_the_interview_open() {
    let mut view = held(&[(Satisfied, 0.9)]);
    for (status, open) in
        [(NegotiationStatus::Active, true), (NegotiationStatus::Resolved, false), (NegotiationStatus::Deferred, false)]
    {
        view.obligations[0].negotiation =
            Some(Negotiation { status, rounds: Vec::new(), final_value: None, resolution: None, by_hand: false });
        assert_eq!(completeness(&view).blockers == ["to be settled: K0"], open, "{status:?}");
    }
}
