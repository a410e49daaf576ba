//! A finding that comes back keeps its history: first seen, seen again, changed, gone.

use super::{Insight, likeness::are_alike};
use crate::tools::claim::Verdict;
use protocol::discovery::{Discovery, Gone, History, Insight as Reported};
use std::collections::HashSet;

/// What became of an insight since earlier runs, the newest of which comes first.
#[must_use]
pub fn history(one: &Insight, earlier: &[Discovery], now: &str) -> History {
    let Some((discovery, known)) = earlier.iter().find_map(|discovery| Some((discovery, find(one, discovery)?))) else {
        return History { state: "new".into(), first_seen_at: now.to_owned(), times_seen: 1, previous: None };
    };
    let before = known.validation.verified_count.or(known.validation.original_count);
    let claim = one.claims.first();
    let number = claim.map(|claim| claim.check.as_ref().and_then(|check| check.verified).unwrap_or(claim.value));
    let is_same = before.zip(number).is_none_or(|(before, number)| Verdict::compare(before, number) == Verdict::Confirmed);
    let (first_seen_at, times) = match &known.history {
        Some(history) => (history.first_seen_at.clone(), history.times_seen),
        None => (discovery.created_at.clone(), 1),
    };
    let state = if is_same { "seen_again" } else { "changed" };
    History { state: state.into(), first_seen_at, times_seen: times + 1, previous: before }
}

/// What the newest of the earlier runs found, or said to be gone, and this one did not.
#[must_use]
pub fn gone(found: &[Insight], newest: Option<&Discovery>) -> Vec<Gone> {
    let Some(newest) = newest else { return Vec::new() };
    let mut names = HashSet::new();
    newest
        .insights
        .iter()
        .filter(|known| !found.iter().any(|one| is_same(one, known)))
        .filter(|known| names.insert(known.name.clone()))
        .map(|known| Gone { uuid: known.uuid, name: known.name.clone(), last_seen_at: newest.created_at.clone() })
        .collect()
}

fn find<'d>(one: &Insight, discovery: &'d Discovery) -> Option<&'d Reported> {
    discovery.insights.iter().find(|known| is_same(one, known))
}

fn is_same(one: &Insight, known: &Reported) -> bool {
    are_alike((&one.subject, &one.name), (&known.subject, &known.name))
}
