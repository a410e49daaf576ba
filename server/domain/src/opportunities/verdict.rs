//! A receiver's verdict, as the contract takes it (seed 003, Agent Methods): conservative, whatever the verdict looks like.

use super::{ItemRejection, Verdict};
use protocol::{
    OpportunityId,
    opportunities::{Boundary, Opportunity, Rejection},
};

/// What of a verdict is about items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settled {
    pub accepted: Vec<OpportunityId>,
    /// In the order of the items, at most one each.
    pub rejected: Vec<Rejection>,
    /// Ids of the verdict that are no items, or could be several.
    pub ignored: Vec<String>,
}

/// Items that the verdict does not mention are accepted. A rejection beats an acceptance of the same item; of several rejections the
/// first counts. No verdict at all accepts everything.
#[must_use]
pub fn settle_verdict(boundary: Boundary, items: &[Opportunity], verdict: Option<Verdict>) -> Settled {
    let verdict = verdict.unwrap_or_default();
    let (mut rejected, mut ignored): (Vec<Rejection>, Vec<String>) = (Vec::new(), Vec::new());
    for one in verdict.rejected {
        match find_item(boundary, items, &one.item) {
            Some(item) if rejected.iter().any(|other| other.item == item) => {}
            Some(item) => rejected.push(to_rejection(item, one)),
            None => ignored.push(one.item),
        }
    }
    ignored.extend(verdict.accepted.into_iter().filter(|name| find_item(boundary, items, name).is_none()));
    ignored.dedup();
    let place = |id: OpportunityId| items.iter().position(|one| one.id == id);
    rejected.sort_by_key(|one| place(one.item));
    let is_rejected = |id: OpportunityId| rejected.iter().any(|one| one.item == id);
    let accepted = items.iter().map(|one| one.id).filter(|id| !is_rejected(*id)).collect();
    Settled { accepted, rejected, ignored }
}

/// By its id; by the boundary's field where only one item has that.
fn find_item(boundary: Boundary, items: &[Opportunity], name: &str) -> Option<OpportunityId> {
    let name = name.trim();
    if let Ok(id) = name.parse::<OpportunityId>() {
        return items.iter().map(|one| one.id).find(|one| *one == id);
    }
    if boundary == Boundary::SpecToRank {
        return None;
    }
    let mut named = items.iter().filter(|one| one.brief.affected_area.trim().eq_ignore_ascii_case(name)).map(|one| one.id);
    named.next().filter(|_| named.next().is_none())
}

fn to_rejection(item: OpportunityId, one: ItemRejection) -> Rejection {
    let reason = if one.reason.trim().is_empty() { "no reason was stated".to_owned() } else { one.reason };
    Rejection { item, reason, suggestion: one.suggestion, checks: one.checks }
}
