//! A verdict is read conservatively, whatever it looks like (seed 003, Agent Methods).

use super::script::brief;
use domain::opportunities::{ItemRejection, LEFT_OUT, Verdict, settle_ranks, settle_verdict};
use protocol::{
    OpportunityId,
    opportunities::{Boundary, Opportunity, Rank},
};
use uuid::Uuid;

const A: OpportunityId = OpportunityId(Uuid::from_u128(1));
const B: OpportunityId = OpportunityId(Uuid::from_u128(2));
const C: OpportunityId = OpportunityId(Uuid::from_u128(3));

fn items() -> Vec<Opportunity> {
    [(A, "cart"), (B, "login"), (C, "login")].map(|(id, area)| Opportunity::new(id, brief(area))).to_vec()
}

fn reject(item: &str, reason: &str) -> ItemRejection {
    ItemRejection { item: item.into(), reason: reason.into(), ..ItemRejection::default() }
}

fn rejected(boundary: Boundary, verdict: Verdict) -> (Vec<OpportunityId>, Vec<String>) {
    let settled = settle_verdict(boundary, &items(), Some(verdict));
    let rejected: Vec<OpportunityId> = settled.rejected.iter().map(|one| one.item).collect();
    let mut both: Vec<OpportunityId> = settled.accepted.iter().chain(&rejected).copied().collect();
    both.sort();
    assert_eq!(both, [A, B, C], "every item is accepted or rejected, once");
    (rejected, settled.ignored)
}

#[test]
fn no_verdict_accepts_all() {
    let settled = settle_verdict(Boundary::BriefToSolution, &items(), None);
    assert_eq!((settled.accepted, settled.rejected), (vec![A, B, C], Vec::new()));
}

#[test]
fn what_is_not_mentioned_is_accepted() {
    let verdict = Verdict { accepted: vec!["cart".into()], rejected: vec![reject(&B.to_string(), "vague")] };
    assert_eq!(rejected(Boundary::BriefToSolution, verdict), (vec![B], Vec::new()));
}

#[test]
fn a_rejection_beats_an_acceptance() {
    let verdict = Verdict { accepted: vec![A.to_string(), "cart".into()], rejected: vec![reject("Cart ", "vague")] };
    assert_eq!(rejected(Boundary::BriefToSolution, verdict), (vec![A], Vec::new()));
}

#[test]
fn an_area_of_several_items_names_none_of_them() {
    let verdict = Verdict { accepted: Vec::new(), rejected: vec![reject("login", "vague")] };
    assert_eq!(rejected(Boundary::SolutionToSpec, verdict), (Vec::new(), vec!["login".to_owned()]));
}

#[test]
fn specifications_have_ids_and_no_areas() {
    let verdict = Verdict { accepted: Vec::new(), rejected: vec![reject("cart", "vague"), reject(&C.to_string(), "no risks")] };
    assert_eq!(rejected(Boundary::SpecToRank, verdict), (vec![C], vec!["cart".to_owned()]));
}

#[test]
fn the_first_of_several_rejections_counts() {
    let verdict = Verdict {
        accepted: vec!["nobody".into()],
        rejected: vec![reject(&C.to_string(), "one"), reject(&A.to_string(), ""), reject(&C.to_string(), "two")],
    };
    let settled = settle_verdict(Boundary::BriefToSolution, &items(), Some(verdict));
    let reasons: Vec<(OpportunityId, &str)> = settled.rejected.iter().map(|one| (one.item, one.reason.as_str())).collect();
    assert_eq!(reasons, [(A, "no reason was stated"), (C, "one")], "in the order of the items");
    assert_eq!(settled.ignored, ["nobody"]);
}

fn rank(rank: u32, score: f64) -> Rank {
    Rank { rank, rationale: String::new(), dependencies: Vec::new(), flags: Vec::new(), score }
}

#[test]
fn what_the_ranking_leaves_out_is_appended_and_flagged() {
    let proposed =
        vec![(C, rank(7, 1.0)), (A, rank(2, 3.0)), (A, rank(9, 3.0)), (OpportunityId(Uuid::from_u128(9)), rank(1, 9.0))];
    let fallback = vec![(A, rank(1, 3.0)), (B, rank(2, 2.0)), (C, rank(3, 1.0))];
    let ranks = settle_ranks(&items(), proposed, fallback, &[]);
    let shown: Vec<(OpportunityId, u32, bool)> =
        ranks.iter().map(|(id, rank)| (*id, rank.rank, rank.flags == [LEFT_OUT])).collect();
    assert_eq!(shown, [(A, 1, false), (C, 2, false), (B, 3, true)]);
}

#[test]
fn what_comes_back_finds_its_place_and_the_others_keep_theirs() {
    let mut standing = items();
    standing[0].rank = Some(rank(2, 1.0));
    standing[1].rank = Some(rank(1, 5.0));
    standing[2].rank = Some(rank(3, 0.5));
    let back = [standing[2].clone()];
    let ranks = settle_ranks(&back, vec![(C, rank(1, 3.0))], Vec::new(), &standing);
    assert_eq!(ranks.iter().map(|(id, rank)| (*id, rank.rank)).collect::<Vec<_>>(), [(B, 1), (C, 2), (A, 3)]);
}
