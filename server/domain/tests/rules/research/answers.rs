//! What research does to an answer.

use super::{by_hand, give, judged, last, looked_up, objective, read};
use domain::interview::{Move, Next, Remark};
use protocol::{
    Confidence,
    interview::{InterviewCommand, InterviewEvent, ObligationTemplate, Source, Status},
    research::{Stance, TaskStatus},
};
use serde_json::json;
use testkit::{Talk, definition, saying, template};

#[test]
fn support_raises_and_links_to_its_findings() {
    let (mut talk, id, about) = looked_up(0.65, &["a.example", "b.example"]);
    let quote = "small businesses are many";
    give(
        &mut talk,
        id,
        judged(
            about,
            &[
                ("a.example", Stance::Supports, None, quote),
                ("b.example", Stance::Supports, None, quote),
                ("b.example", Stance::Informs, None, quote),
            ],
        ),
    );
    let one = talk.one("target_market");
    assert_eq!((one.confidence, one.status), (Confidence::new(0.8), Status::Satisfied), "the person had said it");
    let findings = last(&talk).findings();
    let cited: Vec<_> = findings.iter().filter(|one| one.stance == Stance::Supports).map(|one| one.id).collect();
    let links = talk.pick_events(|event| match event {
        InterviewEvent::ConfidenceUpdated { source: Source::Research, findings, .. } => Some(findings.clone()),
        _ => None,
    });
    assert_eq!(links, [cited]);
    let row = talk.audit.iter().rfind(|row| row.source.as_deref() == Some("research")).expect("it is in the audit");
    assert_eq!(row.metadata["findings"].as_array().map(Vec::len), Some(2));
    assert_eq!(last(&talk).report.as_ref().map(|report| report.dropped), Some(1));
}

#[test]
fn a_contradiction_lowers_shows_a_conflict_and_can_be_taken_back() {
    let (mut talk, id, about) = looked_up(0.75, &["a.example"]);
    assert_eq!(talk.status("target_market"), Status::Satisfied);
    give(&mut talk, id, judged(about, &[("a.example", Stance::Contradicts, None, "large businesses only buy this")]));
    let one = talk.one("target_market");
    assert_eq!((one.confidence, one.status), (Confidence::new(0.65), Status::Partial));
    let conflict = talk.view().conflicts[0].clone();
    assert_eq!((conflict.keys.as_slice(), conflict.research), (&["target_market".to_owned()][..], Some(id)));
    talk.command(InterviewCommand::Reevaluate { key: None }).expect("possible");
    assert_eq!(talk.view().conflicts.len(), 1, "it stays until somebody does something about it");

    talk.command(InterviewCommand::UndoResearch { id }).expect("possible");
    let one = talk.one("target_market");
    assert_eq!((one.confidence, one.status), (Confidence::new(0.75), Status::Satisfied));
    assert!(talk.view().conflicts.is_empty() && last(&talk).undone);
    assert!(talk.command(InterviewCommand::UndoResearch { id }).is_err(), "once");
}

#[test]
fn another_value_ends_the_conflict() {
    let (mut talk, id, about) = looked_up(0.75, &["a.example"]);
    give(&mut talk, id, judged(about, &[("a.example", Stance::Contradicts, None, "large businesses only buy this")]));
    let value = json!("large businesses");
    talk.by_hand(InterviewCommand::SetValue { key: "target_market".into(), value }).expect("it fits");
    assert!(talk.view().conflicts.is_empty());
    assert!(talk.command(InterviewCommand::UndoResearch { id }).is_err(), "the answer has changed since");
}

#[test]
fn a_value_where_none_is_held_is_proposed_and_read_back() {
    let mut talk = Talk::over(objective());
    assert_eq!(talk.waited_for(), Some("target_market"));
    talk.hear(saying("can you look that up?").doing(Move::AskResearch { key: None }));
    let id = read(&mut talk, &["a.example", "b.example", "c.example"]);
    let value = || Some(json!("dental groups"));
    let quote = "The target market is dental groups.";
    give(
        &mut talk,
        id,
        judged(
            0,
            &[
                ("a.example", Stance::Supports, value(), quote),
                ("b.example", Stance::Informs, value(), quote),
                ("c.example", Stance::Informs, Some(json!("chains")), "The target market is dental groups and others."),
            ],
        ),
    );
    let one = talk.one("target_market");
    assert_eq!((&one.value, one.confidence, one.status), (&value(), Confidence::new(0.55), Status::Partial));
    assert_eq!(one.source, Some(Source::Research));
    assert!(last(&talk).findings().iter().all(|finding| finding.stance == Stance::Informs), "there was nothing to support");
    assert_eq!(last(&talk).findings()[2].value, None, "a value that the quote does not say is none");

    let plan = talk.hear(saying("Tea").found("offer", "Tea", 0.95));
    assert_eq!(plan.next, Next::ReadBack { key: "target_market".into(), value: json!("dental groups") });
    let said = Remark::Found { key: "target_market".into(), quote: quote.into(), title: "Report of a.example".into() };
    assert!(plan.remarks.contains(&said), "{:?}", plan.remarks);
    talk.hear(saying("yes").doing(Move::Accept { key: None }));
    let one = talk.one("target_market");
    assert_eq!((one.status, one.confidence), (Status::Satisfied, Confidence::new(0.96)), "now it is the person's");
}

#[test]
fn what_only_research_says_never_satisfies() {
    let any = ObligationTemplate { satisfied_when: Some("value is set".into()), ..template("target_market") };
    let mut talk = Talk::over(definition(vec![any, template("offer")]));
    talk.command(by_hand("target_market")).expect("possible");
    let id = read(&mut talk, &["a.example"]);
    let quote = "The target market is dental groups.";
    give(&mut talk, id, judged(0, &[("a.example", Stance::Informs, Some(json!("dental groups")), quote)]));
    assert_eq!(talk.status("target_market"), Status::Partial);
    talk.word();
    // Looked up once more, with that value, and supported by three.
    talk.command(by_hand("target_market")).expect("another query, for the value is part of it");
    let about = talk.one("target_market").value_seq;
    let id = read(&mut talk, &["x.example", "y.example", "z.example"]);
    let support = |host| (host, Stance::Supports, None, quote);
    give(&mut talk, id, judged(about, &[support("x.example"), support("y.example"), support("z.example")]));
    let one = talk.one("target_market");
    assert_eq!((one.status, one.confidence), (Status::Partial, Confidence::new(0.6)));
}

#[test]
fn undecided_sources_propose_nothing() {
    let mut talk = Talk::over(objective());
    talk.command(by_hand("offer")).expect("possible");
    let id = read(&mut talk, &["a.example", "b.example"]);
    let (tea, coffee) = (Some(json!("tea")), Some(json!("coffee")));
    let informs = Stance::Informs;
    give(
        &mut talk,
        id,
        judged(0, &[("a.example", informs, tea, "the offer is tea"), ("b.example", informs, coffee, "the offer is coffee")]),
    );
    assert_eq!((&talk.one("offer").value, last(&talk).status), (&None, TaskStatus::Completed));
}

#[test]
fn a_value_that_changed_while_it_was_judged_is_not_touched() {
    let (mut talk, id, about) = looked_up(0.65, &["a.example"]);
    let value = json!("large businesses");
    talk.by_hand(InterviewCommand::SetValue { key: "target_market".into(), value }).expect("it fits");
    let before = talk.one("target_market").clone();
    give(&mut talk, id, judged(about, &[("a.example", Stance::Contradicts, None, "large businesses only buy this")]));
    assert_eq!(*talk.one("target_market"), before);
    assert_eq!(last(&talk).findings()[0].stance, Stance::Informs);
}
