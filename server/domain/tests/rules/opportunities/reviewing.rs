//! People decide once, with a reason, about what has reached review.

use super::script::{BY, Play, Script, brief};
use domain::{
    RefusalKind,
    opportunities::{PipelineCommand, PipelineInput, StepNews, StepResult},
};
use protocol::{
    OpportunityId, PipelineId, Timestamp,
    opportunities::{
        Decision, DecisionRecord, ExperimentOutcome, ExperimentReport, Opportunity, OpportunityStatus, PipelineSource,
        PipelineStatus, Produced, Stage, StageStatus,
    },
};
use uuid::Uuid;

fn in_review(areas: &[&str]) -> Play {
    let mut play = Play::begin(areas, Script::default(), None);
    play.run();
    play
}

fn status(play: &Play, area: &str) -> OpportunityStatus {
    play.view().opportunity(play.id(area)).expect("it").status
}

pub(super) fn record(play: &Play, area: &str) -> DecisionRecord {
    DecisionRecord {
        opportunity: play.id(area),
        decision: Decision::Accepted,
        reasoning: "It pays".into(),
        adjusted_priority: None,
        send_back_to_stage: None,
        takes_back: None,
        by: BY,
        at: Timestamp(0),
    }
}

#[test]
fn when_all_is_decided_it_is_completed() {
    let mut play = in_review(&["a", "b", "c"]);
    play.decide("a", Decision::Accepted).expect("decided");
    play.decide("b", Decision::Rejected).expect("decided");
    assert_eq!(play.view().status(), PipelineStatus::Running);
    play.decide("c", Decision::Deferred).expect("decided");
    assert_eq!(play.view().status(), PipelineStatus::Completed);
    assert_eq!(play.view().latest(Stage::HumanReview).expect("reached").status, StageStatus::Completed);
    // What was deferred is taken up again.
    play.decide("c", Decision::Accepted).expect("decided");
    assert_eq!(status(&play, "c"), OpportunityStatus::Accepted);
}

#[test]
fn nobody_decides_twice_or_before_review() {
    let mut play = in_review(&["a", "b"]);
    play.decide("a", Decision::Accepted).expect("decided");
    let twice = play.decide("a", Decision::Rejected).err().expect("refused");
    assert_eq!((twice.kind, twice.detail.as_str()), (RefusalKind::Conflict, "this opportunity was accepted already"));
    assert_eq!(status(&play, "a"), OpportunityStatus::Accepted, "nothing changed");

    let mut early = Play::begin(&["a"], Script::default(), None);
    early.scene.resume();
    early.step(early.steps()[0]);
    early.step(early.steps()[0]);
    let early = early.decide("a", Decision::Accepted).err().expect("refused");
    assert_eq!(early.detail, "this opportunity is not in review yet; decide when it is");
}

#[test]
fn a_decision_can_be_taken_back_and_stays_in_the_history() {
    for decision in [Decision::Accepted, Decision::Rejected, Decision::Deferred] {
        let mut play = in_review(&["a", "b"]);
        play.decide("a", decision).expect("decided");
        let bare = DecisionRecord { decision: Decision::Reopened, reasoning: " ".into(), ..record(&play, "a") };
        play.command(PipelineCommand::Decide(bare)).expect("taken back");
        assert_eq!(status(&play, "a"), OpportunityStatus::InReview);
        let one = play.view().opportunity(play.id("a")).expect("it");
        let history: Vec<(Decision, &str)> = one.decisions.iter().map(|one| (one.decision, one.reasoning.as_str())).collect();
        assert_eq!(history, [(decision, "because of a"), (Decision::Reopened, "")]);
        // What is completed is in review again, and is completed by the next decision.
        play.decide("a", decision).expect("decided");
        play.decide("b", decision).expect("decided");
        assert_eq!(play.view().status(), PipelineStatus::Completed);
        play.decide("b", Decision::Reopened).expect("taken back");
        assert!(play.view().is_in_review() && play.view().finished_at.is_none());
        assert_eq!(play.view().status(), PipelineStatus::Running);
        play.decide("b", Decision::Accepted).expect("decided");
        assert_eq!(play.view().status(), PipelineStatus::Completed);
        assert_eq!(play.view().latest(Stage::HumanReview).expect("reached").attempt, 1);
    }
}

#[test]
fn a_decision_that_is_named_is_taken_back_only_while_it_counts() {
    use Decision::{Accepted, Deferred, PriorityAdjusted, Rejected, Reopened};
    let again = "somebody decided again meanwhile: this opportunity was rejected by decision 3; read it before you take it back";
    let beside = "decision 2 cannot be taken back: this opportunity was accepted by decision 1";
    let nothing = "this opportunity is in review: there is no decision to take back";
    let none = "takes_back is the number of a decision: this opportunity has none of number 0";
    for (decisions, named, expected) in [
        (vec![Accepted], Some(1), None),
        (vec![Accepted], None, None),
        (vec![Accepted, PriorityAdjusted], Some(1), None),
        (vec![Accepted, Reopened, Rejected], Some(3), None),
        (vec![Accepted, Reopened, Rejected], None, None),
        (vec![Accepted, Reopened, Rejected], Some(1), Some((RefusalKind::Conflict, again))),
        (vec![Deferred, Accepted, Reopened], Some(2), Some((RefusalKind::Conflict, nothing))),
        (vec![Accepted, PriorityAdjusted], Some(2), Some((RefusalKind::Conflict, beside))),
        (vec![Accepted], Some(0), Some((RefusalKind::Invalid, none))),
    ] {
        let mut play = in_review(&["a", "b"]);
        for decision in &decisions {
            play.decide("a", *decision).expect("decided");
        }
        let back = DecisionRecord { decision: Reopened, takes_back: named, ..record(&play, "a") };
        let refusal = play.command(PipelineCommand::Decide(back)).err();
        let refusal = refusal.as_ref().map(|refusal| (refusal.kind, refusal.detail.as_str()));
        assert_eq!(refusal, expected, "{decisions:?} {named:?}");
        assert_eq!(status(&play, "a") == OpportunityStatus::InReview, expected.is_none_or(|(_, detail)| detail == nothing));
    }
}

#[test]
fn only_a_decision_that_counts_can_be_taken_back() {
    let mut play = in_review(&["a", "b"]);
    let nothing = play.decide("a", Decision::Reopened).err().expect("refused");
    assert_eq!(nothing.detail, "this opportunity is in review: there is no decision to take back");
    play.decide("a", Decision::Accepted).expect("decided");
    play.command(PipelineCommand::Stop).expect("stopped");
    assert_eq!(play.decide("a", Decision::Reopened).err().expect("refused").kind, RefusalKind::Conflict);
}

#[test]
fn a_decision_has_a_reason_and_only_its_own_fields() {
    let mut play = in_review(&["a", "b"]);
    let good = record(&play, "a");
    let long = "x".repeat(2_001);
    for (field, bad) in [
        ("reasoning", DecisionRecord { reasoning: " \n".into(), ..good.clone() }),
        ("reasoning", DecisionRecord { reasoning: long, ..good.clone() }),
        ("adjusted_priority", DecisionRecord { adjusted_priority: Some(1), ..good.clone() }),
        ("adjusted_priority", DecisionRecord { decision: Decision::PriorityAdjusted, ..good.clone() }),
        (
            "adjusted_priority",
            DecisionRecord { decision: Decision::PriorityAdjusted, adjusted_priority: Some(3), ..good.clone() },
        ),
        ("send_back_to_stage", DecisionRecord { send_back_to_stage: Some(Stage::Exploration), ..good.clone() }),
        ("send_back_to_stage", DecisionRecord { decision: Decision::SentBack, ..good.clone() }),
        ("takes_back", DecisionRecord { takes_back: Some(1), ..good.clone() }),
    ] {
        let refusal = play.command(PipelineCommand::Decide(bad)).err().expect("refused");
        assert_eq!(refusal.kind, RefusalKind::Invalid);
        assert_eq!(refusal.faults.first().map(|fault| fault.field.as_str()), Some(field), "{refusal:?}");
    }
    let nowhere = DecisionRecord { decision: Decision::SentBack, send_back_to_stage: Some(Stage::HumanReview), ..good.clone() };
    let refusal = play.command(PipelineCommand::Decide(nowhere)).err().expect("refused");
    assert_eq!(refusal.kind, RefusalKind::Conflict);
    assert!(refusal.detail.contains("exploration, opportunity_framing"), "{}", refusal.detail);
    assert_eq!(status(&play, "a"), OpportunityStatus::InReview, "nothing changed");
}

#[test]
fn what_is_sent_back_is_made_anew_and_the_others_stay() {
    for to in
        [Stage::Exploration, Stage::OpportunityFraming, Stage::SolutionValidation, Stage::FeasibilityRisk, Stage::Prioritization]
    {
        let mut play = in_review(&["a", "b", "c"]);
        play.decide("c", Decision::Accepted).expect("decided");
        play.decide_at("b", Decision::SentBack, Some(to)).expect("sent back");
        assert!(play.view().is_in_review(), "{to:?}: it came back");
        let again = play.view().latest(to).expect("reached");
        assert_eq!((again.attempt, play.areas(&again.items)), (2, vec!["b".to_owned()]), "{to:?}");
        assert_eq!(status(&play, "b"), OpportunityStatus::InReview);
        assert_eq!(status(&play, "c"), OpportunityStatus::Accepted);
        let ranks: Vec<u32> = play.view().listed().iter().filter_map(|one| one.rank.as_ref().map(|rank| rank.rank)).collect();
        assert_eq!(ranks.len(), 3);
        let review = &play.view().stages.iter().find(|one| one.stage == Stage::HumanReview).expect("reached").status;
        assert_eq!(*review, StageStatus::SentBack);
        play.decide("b", Decision::Rejected).expect("decided");
        play.decide("a", Decision::Rejected).expect("decided");
        assert_eq!(play.view().status(), PipelineStatus::Completed);
    }
}

/// It goes back, and nothing is done yet.
fn send_back(play: &mut Play, area: &str, to: Stage) {
    let back = DecisionRecord { decision: Decision::SentBack, send_back_to_stage: Some(to), ..record(play, area) };
    let (_, effects) = play.scene.give(PipelineInput::Command(Box::new(PipelineCommand::Decide(back)))).expect("sent back");
    assert!(!effects.is_empty());
}

#[test]
fn two_that_are_on_their_way_at_once_are_both_made_anew() {
    let (solution, feasibility) = (("a", Stage::SolutionValidation), ("b", Stage::FeasibilityRisk));
    for (first, second) in [(solution, feasibility), (feasibility, solution)] {
        let mut play = in_review(&["a", "b", "c"]);
        // The first is on its way when the second is decided.
        send_back(&mut play, first.0, first.1);
        play.decide_at(second.0, Decision::SentBack, Some(second.1)).expect("decided meanwhile");
        play.run();
        assert!(play.view().is_in_review());
        for area in ["a", "b", "c"] {
            assert_eq!(status(&play, area), OpportunityStatus::InReview, "{area}");
        }
        let is_again = |one: &&protocol::opportunities::StageView| one.stage == Stage::FeasibilityRisk && one.attempt > 1;
        let mut assessed: Vec<String> =
            play.view().stages.iter().filter(is_again).flat_map(|one| play.areas(&one.items)).collect();
        assessed.sort();
        assert_eq!(assessed, ["a", "b"], "each once more");
    }
}

#[test]
fn what_cannot_be_built_comes_back_from_prioritization() {
    let mut play = Play::begin(&["a", "b"], Script { infeasible: vec!["b"], ..Script::default() }, None);
    play.run();
    // Whoever ranks would not take it.
    play.script.verdicts.push_back(Some(vec!["b"]));
    play.decide_at("b", Decision::SentBack, Some(Stage::Prioritization)).expect("sent back");
    assert!(play.view().is_in_review());
    assert_eq!(status(&play, "b"), OpportunityStatus::InReview);
}

#[test]
fn what_cannot_be_built_any_more_has_no_rank() {
    let mut play = in_review(&["a", "b", "c"]);
    play.script.infeasible.push("a");
    play.decide_at("a", Decision::SentBack, Some(Stage::FeasibilityRisk)).expect("sent back");
    let rank = |area: &str| play.view().opportunity(play.id(area)).expect("it").rank.as_ref().map(|rank| rank.rank);
    assert_eq!(["a", "b", "c"].map(rank), [None, Some(1), Some(2)]);
}

#[test]
fn what_is_found_when_it_goes_back_to_exploration_is_framed() {
    let mut play = in_review(&["a", "b"]);
    send_back(&mut play, "b", Stage::Exploration);
    let step = play.steps()[0];
    let mut findings = play.view().source.findings.clone();
    findings.push(super::script::finding("new"));
    let news = StepNews::Explored { findings, left_out: Vec::new() };
    play.give(step, StepResult { fell_back: None, news });
    play.run();
    assert!(play.view().is_in_review());
    assert_eq!(play.items(Stage::SolutionValidation), ["b", "new"]);
    assert_eq!((status(&play, "new"), play.view().listed().len()), (OpportunityStatus::InReview, 3));
}

#[test]
fn a_brief_that_came_back_may_become_several() {
    let mut play = in_review(&["a", "bc", "d"]);
    send_back(&mut play, "bc", Stage::OpportunityFraming);
    let (whole, step) = (play.id("bc"), play.steps()[0]);
    let part = |(number, area): (u128, &str)| Produced::Brief {
        id: OpportunityId(Uuid::from_u128(number)),
        brief: Box::new(brief(area)),
        part_of: Some(whole),
    };
    let news = StepNews::Produced { made: [(51, "b"), (52, "c")].map(part).to_vec(), framed: 0, calls: Vec::new() };
    play.give(step, StepResult { fell_back: None, news });
    play.run();
    let areas: Vec<&str> = play.view().opportunities.iter().map(|one| one.brief.affected_area.as_str()).collect();
    assert_eq!(areas, ["a", "bc", "b", "c", "d"]);
    assert_eq!(play.items(Stage::SolutionValidation), ["b", "c"]);
    assert_eq!((status(&play, "bc"), status(&play, "c")), (OpportunityStatus::Split, OpportunityStatus::InReview));
}

#[test]
fn a_deferred_one_may_still_go_back_when_all_is_decided() {
    let mut play = in_review(&["a"]);
    play.decide("a", Decision::Deferred).expect("decided");
    assert_eq!(play.view().status(), PipelineStatus::Completed);
    play.decide("a", Decision::SentBack).expect("sent back");
    play.run();
    assert!(play.view().is_in_review());
    assert_eq!(play.view().status(), PipelineStatus::Running);
}

#[test]
fn a_priority_comes_before_the_rank() {
    let mut play = in_review(&["a", "b"]);
    play.decide("b", Decision::PriorityAdjusted).expect("decided");
    let order: Vec<&str> = play.view().listed().iter().map(|one| one.brief.affected_area.as_str()).collect();
    assert_eq!(order, ["b", "a"]);
    assert_eq!(status(&play, "b"), OpportunityStatus::InReview, "nothing else is decided by it");
}

fn report(play: &Play, area: &str) -> PipelineCommand {
    PipelineCommand::ReportExperiment(ExperimentReport {
        opportunity: play.id(area),
        outcome: ExperimentOutcome::NotMet,
        results: "Nobody used it".into(),
        recommendation: None,
        pipeline: PipelineId(Uuid::from_u128(70)),
        by: BY,
        at: Timestamp(0),
    })
}

#[test]
fn an_experiment_is_reported_about_what_was_not_rejected() {
    let mut play = in_review(&["a", "b"]);
    play.decide("a", Decision::Accepted).expect("decided");
    play.decide("b", Decision::Rejected).expect("decided");
    let command = report(&play, "a");
    play.command(command).expect("reported");
    assert_eq!(play.view().opportunity(play.id("a")).expect("it").experiments.len(), 1);
    let command = report(&play, "b");
    assert!(play.command(command).is_err());
}

#[test]
fn a_child_begins_with_its_solution() {
    let mut carried = Opportunity::new(OpportunityId(Uuid::from_u128(4)), brief("a"));
    carried.brief.validation_warnings = vec!["Rejected after 2 retries: a is vague".into()];
    let source = PipelineSource { findings: vec![super::script::finding("a")], ..PipelineSource::default() };
    let mut play = Play::begin_at(source, (Stage::SolutionValidation, vec![carried]), Script::default(), None);
    play.run();
    assert!(play.view().is_in_review());
    assert_eq!(play.items(Stage::SolutionValidation), ["a"]);
    assert_eq!(play.view().findings.len(), 1, "the chain begins with what was found");
    assert_eq!(play.view().opportunities[0].warnings().count(), 0, "it is validated anew");
    // And may go back further than it began.
    play.decide_at("a", Decision::SentBack, Some(Stage::OpportunityFraming)).expect("sent back");
    assert!(play.view().is_in_review());
    assert_eq!(play.view().latest(Stage::OpportunityFraming).expect("reached").attempt, 1);
}
