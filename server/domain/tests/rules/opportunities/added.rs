//! Findings that come later: framed with the others, or by themselves once there is a review.

use super::{
    reviewing::record,
    script::{Play, Script, brief, finding},
};
use domain::{
    RefusalKind,
    opportunities::{MOST_FINDINGS, PipelineCommand, PipelineInput},
};
use protocol::{
    OpportunityId,
    opportunities::{
        Decision, DecisionRecord, Opportunity, OpportunityStatus, PipelineSource, PipelineStatus, Stage, StageStatus,
    },
};
use uuid::Uuid;

fn add(areas: &[&str]) -> PipelineCommand {
    PipelineCommand::AddFindings { findings: areas.iter().map(|area| finding(area)).collect(), left_out: Vec::new() }
}

/// After so many steps of it.
fn begun(steps: usize) -> Play {
    let mut play = Play::begin(&["a", "b"], Script::default(), None);
    play.scene.resume();
    for _ in 0..steps {
        play.step(play.steps()[0]);
    }
    play
}

fn in_review() -> Play {
    let mut play = Play::begin(&["a", "b"], Script::default(), None);
    play.run();
    play
}

#[test]
fn until_framing_is_over_they_are_framed_with_the_others() {
    let waiting = Play::begin(&["a", "b"], Script::default(), None);
    for (place, mut play) in [("waiting", waiting), ("exploring", begun(0)), ("framing", begun(1))] {
        play.command(add(&["c"])).expect("taken");
        assert!(play.view().findings.iter().any(|one| one.id == "c"), "{place}: it is there at once");
        play.run();
        let mut framed = play.items(Stage::OpportunityFraming);
        framed.sort_unstable();
        assert_eq!(framed, ["a", "b", "c"], "{place}");
        assert!(play.view().is_in_review(), "{place}");
        assert_eq!(play.view().latest(Stage::HumanReview).map(|stage| stage.attempt), Some(1), "{place}");
    }
}

#[test]
fn in_review_they_go_through_the_stages_by_themselves() {
    let mut play = in_review();
    play.decide("a", Decision::Accepted).expect("decided");
    play.command(add(&["c"])).expect("taken");
    assert!(play.view().is_in_review(), "it came back");
    for stage in [Stage::OpportunityFraming, Stage::SolutionValidation, Stage::FeasibilityRisk, Stage::Prioritization] {
        assert_eq!(play.view().latest(stage).map(|latest| latest.attempt), Some(2), "{stage:?}");
        assert_eq!(play.items(stage), ["c"], "{stage:?}");
    }
    let review = play.view().stages.iter().find(|one| one.stage == Stage::HumanReview).expect("reached");
    assert_eq!(review.status, StageStatus::SentBack, "it was interrupted");
    let status = |play: &Play, area: &str| play.view().opportunity(play.id(area)).expect("it").status;
    assert_eq!(status(&play, "a"), OpportunityStatus::Accepted, "what was decided stays");
    assert_eq!((status(&play, "b"), status(&play, "c")), (OpportunityStatus::InReview, OpportunityStatus::InReview));
    play.decide("b", Decision::Rejected).expect("decided");
    play.decide("c", Decision::Accepted).expect("decided");
    assert_eq!(play.view().status(), PipelineStatus::Completed);
}

#[test]
fn elsewhere_they_are_refused_with_what_is_possible() {
    let mut stopped = begun(0);
    stopped.command(PipelineCommand::Stop).expect("stopped");
    let mut twice = in_review();
    twice.command(add(&["c"])).expect("taken");
    // A brief that was sent back is framed anew, and none of the findings waits for that.
    let mut anew = in_review();
    let back = DecisionRecord {
        decision: Decision::SentBack,
        send_back_to_stage: Some(Stage::OpportunityFraming),
        ..record(&anew, "b")
    };
    anew.scene.give(PipelineInput::Command(Box::new(PipelineCommand::Decide(back)))).expect("sent back");
    let carried = vec![Opportunity::new(OpportunityId(Uuid::from_u128(1)), brief("a"))];
    let start = (Stage::SolutionValidation, carried);
    let experiment = Play::begin_at(PipelineSource::default(), start, Script::default(), None);
    let many: Vec<String> = (0..MOST_FINDINGS).map(|number| format!("m{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (mut play, command, words) in [
        (stopped, add(&["c"]), "this pipeline is stopped and takes no findings any more: begin another one"),
        (begun(2), add(&["c"]), "at solution_validation: it takes findings until all it has are framed, and again in review"),
        (anew, add(&["c"]), "at opportunity_framing: it takes findings until all it has are framed"),
        (twice, add(&["c"]), "has this finding already"),
        (experiment, add(&["c"]), "goes on from an experiment"),
        (in_review(), add(&many), "at most"),
    ] {
        let before = play.view().clone();
        let refusal = play.command(command).err().expect("refused");
        assert_eq!(refusal.kind, RefusalKind::Conflict, "{words}");
        assert!(refusal.detail.contains(words), "{}", refusal.detail);
        assert_eq!(*play.view(), before, "{words}: nothing changed");
    }
}
