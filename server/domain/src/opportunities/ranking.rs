//! Ranks as they are kept: 1 to N without a gap, whatever an engine left out or put in twice.

use protocol::{
    OpportunityId,
    opportunities::{Opportunity, Rank},
};

/// Flags what the agent left out.
pub const LEFT_OUT: &str = "The prioritising agent left it out; it was appended.";

/// Ranks of all items after the proposal, and of those that had a rank before it, which keep their order. An item that the proposal
/// leaves out is appended and flagged; `fallback` words its rank. Ids that are no items are dropped.
#[must_use]
pub fn settle_ranks(
    items: &[Opportunity],
    proposed: Vec<(OpportunityId, Rank)>,
    fallback: Vec<(OpportunityId, Rank)>,
    standing: &[Opportunity],
) -> Vec<(OpportunityId, Rank)> {
    let mut order = proposed;
    order.sort_by_key(|(_, rank)| rank.rank);
    let mut fresh: Vec<(OpportunityId, Rank)> = Vec::new();
    for (id, rank) in order {
        if items.iter().any(|one| one.id == id) && !fresh.iter().any(|(other, _)| *other == id) {
            fresh.push((id, rank));
        }
    }
    let mut rest = fallback;
    rest.sort_by_key(|(_, rank)| rank.rank);
    for (id, mut rank) in rest {
        if items.iter().any(|one| one.id == id) && !fresh.iter().any(|(other, _)| *other == id) {
            rank.flags.push(LEFT_OUT.to_owned());
            fresh.push((id, rank));
        }
    }
    let mut ranked: Vec<(OpportunityId, Rank)> = standing
        .iter()
        .filter(|one| !items.iter().any(|item| item.id == one.id))
        .filter_map(|one| one.rank.clone().map(|rank| (one.id, rank)))
        .collect();
    ranked.sort_by_key(|(_, rank)| rank.rank);
    if ranked.is_empty() {
        ranked = fresh;
    } else {
        for (id, rank) in fresh {
            let before = ranked.iter().position(|(_, other)| other.score < rank.score).unwrap_or(ranked.len());
            ranked.insert(before, (id, rank));
        }
    }
    (1..).zip(&mut ranked).for_each(|(number, (_, rank))| rank.rank = number);
    ranked
}
