//! Reassessing what is known in the light of what came later (seed 000, Re-evaluation Engine).

use super::{
    Draft, conflicts,
    dependencies::{Graph, at},
    obligation::is_confirmed,
    value::{refines, same},
};
use protocol::{
    Confidence,
    interview::{InterviewView, Obligation, Source, Status},
};
use std::collections::HashSet;

/// A value whose ground has changed is only half sure until it is confirmed.
const DOUBTFUL: Confidence = Confidence::hundredths(70);

/// Reassesses every obligation and finds values that cannot both hold.
pub(super) fn session(draft: &mut Draft<'_>) {
    doubt(draft, |_| true);
    conflicts::keep_all(draft);
}

/// Reassesses one obligation in the light of what came later (`reevaluateObligation`).
pub(super) fn one(draft: &mut Draft<'_>, key: &str) {
    doubt(draft, |one| one.key == key);
    conflicts::keep(draft, &[key.to_owned()]);
}

/// After a turn that put other values in the place of firm ones: what rests on those is reassessed. Conflicts are found
/// whenever things are weighed.
pub(super) fn after_turn(draft: &mut Draft<'_>, before: &InterviewView) {
    let mut replaced = before.obligations.iter().filter(|was| is_replaced(was, &draft.view)).peekable();
    if replaced.peek().is_none() {
        return;
    }
    let graph = Graph::new(&before.definition);
    let grounds = replaced.filter_map(|was| graph.place(&was.key));
    let resting: HashSet<&str> = grounds.flat_map(|ground| graph.dependents(ground)).map(|place| graph.key(place)).collect();
    // What was said or confirmed in this very turn was said knowing of the change.
    doubt(draft, |one| one.sure_seq <= before.seq && resting.contains(one.key.as_str()));
}

/// Checks from time to time all values that rest on something changed by hand since. Turns reassess by themselves. A value that
/// was only made more precise casts no doubt, and neither does one that was said together with its ground.
pub(super) fn periodic(draft: &mut Draft<'_>) {
    let definition = draft.view.definition.clone();
    let graph = Graph::new(&definition);
    let by_hand = |one: &Obligation| {
        let replaced = one.past.last().zip(one.value.as_ref());
        replaced.is_some_and(|(was, now)| !same(&was.value, now) && !refines(&was.value, now))
            && one.source == Some(Source::Manual)
    };
    let changed = |place: usize| at(&draft.view, place).filter(|one| by_hand(one)).map_or(0, changed_at);
    let shaken = shaken(draft, &graph, changed, |_| true);
    for (key, reason) in shaken {
        lower(draft, &key, &reason);
    }
}

/// Whether something else holds now than what was firm. What only became more precise shakes nothing.
fn is_replaced(was: &Obligation, view: &InterviewView) -> bool {
    let Some(held) = was.value.as_ref().filter(|_| was.status == Status::Satisfied) else { return false };
    let now = view.obligation(&was.key).filter(|now| now.value_seq != was.value_seq).and_then(|now| now.value.as_ref());
    now.is_some_and(|now| !same(held, now) && !refines(held, now))
}

fn doubt(draft: &mut Draft<'_>, among: impl Fn(&Obligation) -> bool) {
    let definition = draft.view.definition.clone();
    let graph = Graph::new(&definition);
    let changed = |place: usize| at(&draft.view, place).map_or(0, changed_at);
    for (key, reason) in shaken(draft, &graph, changed, among) {
        lower(draft, &key, &reason);
    }
}

/// Answers that were given before something they depend on changed, and may no longer hold, each with the reason. What the person
/// confirmed holds as long as what changed is known for sure: else it could not be asked for yet.
fn shaken(
    draft: &Draft<'_>,
    graph: &Graph<'_>,
    changed: impl Fn(usize) -> u64,
    among: impl Fn(&Obligation) -> bool,
) -> Vec<(String, String)> {
    let grounds = graph.most_before(&changed);
    let satisfied = draft.view.obligations.iter().filter(|one| one.status == Status::Satisfied);
    satisfied
        .filter_map(|one| {
            let place = graph.place(&one.key).filter(|&place| grounds[place] > one.sure_seq)?;
            among(one).then_some(())?;
            let is_open = |ground: usize| at(&draft.view, ground).is_some_and(|one| one.status != Status::Satisfied);
            let shakes = |ground: &usize| changed(*ground) > one.sure_seq && (!is_confirmed(one) || is_open(*ground));
            let ground = graph.closure(place).into_iter().find(shakes)?;
            let template = draft.view.definition.obligations.get(ground)?;
            Some((one.key.clone(), format!("{} has changed since", template.name())))
        })
        .collect()
}

/// The event with which another value took the place of an earlier one; 0 when none did.
fn changed_at(one: &Obligation) -> u64 {
    if one.past.is_empty() || one.value.is_none() { 0 } else { one.value_seq }
}

pub(super) fn lower(draft: &mut Draft<'_>, key: &str, reason: &str) {
    let known = draft.view.obligation(key).is_some_and(|one| one.value.is_some() && one.confidence > DOUBTFUL);
    if known {
        draft.reopened = true;
        draft.set_confidence(key, DOUBTFUL, Source::Reevaluation, Some(reason));
    }
}
