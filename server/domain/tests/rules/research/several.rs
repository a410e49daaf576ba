//! Several tasks about one answer: evidence counts once, and each can be taken back by itself.

use super::{give, judged, last, looked_up, read};
use protocol::{
    Confidence, ResearchId,
    interview::{InterviewCommand, Status},
    research::Stance,
};
use testkit::Talk;

const QUOTE: &str = "small businesses are many";

/// Looks the target market up once more, in other words.
fn again(talk: &mut Talk, words: &str, claims: &[(&str, Stance)]) -> ResearchId {
    let (key, query) = (Some("target_market".into()), Some(words.to_owned()));
    talk.command(InterviewCommand::Research { key, task_type: None, query, priority: None }).expect("possible");
    let about = talk.one("target_market").value_seq;
    let hosts: Vec<&str> = claims.iter().map(|(host, _)| *host).collect();
    let id = read(talk, &hosts);
    give(talk, id, judged(about, &claims.iter().map(|(host, stance)| (*host, *stance, None, QUOTE)).collect::<Vec<_>>()));
    id
}

fn sure(talk: &Talk) -> Confidence {
    talk.one("target_market").confidence
}

fn supported(confidence: f64) -> (Talk, ResearchId) {
    let (mut talk, id, about) = looked_up(confidence, &["a.example"]);
    give(&mut talk, id, judged(about, &[("a.example", Stance::Supports, None, QUOTE)]));
    (talk, id)
}

#[test]
fn a_host_is_one_witness_for_all_tasks() {
    let (mut talk, _) = supported(0.65);
    assert_eq!(sure(&talk), Confidence::new(0.75));
    again(&mut talk, "businesses of a small size", &[("a.example", Stance::Supports)]);
    assert_eq!(sure(&talk), Confidence::new(0.75), "nobody new says so");
    assert_eq!(last(&talk).effect, None);
    again(&mut talk, "how many firms there are", &[("www.a.example", Stance::Supports), ("b.example", Stance::Supports)]);
    assert_eq!(sure(&talk), Confidence::new(0.8), "two in all");
}

#[test]
fn a_host_that_was_heard_before_the_person_confirmed_is_not_heard_again() {
    let (mut talk, _) = supported(0.65);
    talk.by_hand(InterviewCommand::Reopen { key: "target_market".into(), reason: None }).expect("possible");
    assert_eq!((sure(&talk), talk.status("target_market")), (Confidence::new(0.7), Status::Partial));
    again(&mut talk, "businesses of a small size", &[("a.example", Stance::Supports)]);
    assert_eq!(sure(&talk), Confidence::new(0.7));
    again(&mut talk, "how many firms there are", &[("b.example", Stance::Supports)]);
    assert_eq!(sure(&talk), Confidence::new(0.8));
}

#[test]
fn each_is_taken_back_by_itself_in_any_order() {
    for backwards in [false, true] {
        let (mut talk, first) = supported(0.65);
        let second = again(&mut talk, "how many firms there are", &[("b.example", Stance::Contradicts)]);
        let third = again(&mut talk, "firms in towns", &[("c.example", Stance::Supports), ("d.example", Stance::Supports)]);
        assert_eq!(sure(&talk), Confidence::new(0.75), "three for it, one against it");
        let (order, expected) =
            if backwards { ([third, second, first], [65, 75, 65]) } else { ([first, second, third], [70, 80, 65]) };
        for (id, expected) in order.into_iter().zip(expected) {
            talk.command(InterviewCommand::UndoResearch { id }).expect("it stands");
            assert_eq!(sure(&talk), Confidence::hundredths(expected), "backwards: {backwards}");
        }
        assert!(talk.view().conflicts.is_empty());
    }
}

#[test]
fn what_was_weighed_anew_is_not_taken_back_in_silence() {
    let (mut talk, id) = supported(0.65);
    talk.by_hand(InterviewCommand::Reopen { key: "target_market".into(), reason: None }).expect("possible");
    let refusal = talk.command(InterviewCommand::UndoResearch { id }).expect_err("the answer does not rest on it any more");
    assert!(refusal.detail.contains("anew"), "{refusal}");
    assert!(!last(&talk).undone);
}
