//! Reassessing what is known in the light of what came later (seed 000, Re-evaluation Engine).

use super::{
    Draft, conflicts,
    dependencies::{Graph, at},
};
use protocol::{
    Confidence,
    interview::{Obligation, Source, Status},
};

/// A value whose ground has changed is only half sure until it is confirmed.
const DOUBTFUL: Confidence = Confidence::hundredths(70);

/// Reassesses every obligation and finds values that cannot both hold.
pub(super) fn session(draft: &mut Draft<'_>) {
    let definition = draft.view.definition.clone();
    let graph = Graph::of(&definition);
    for (key, reason) in shaken(draft, &graph) {
        lower(draft, &key, &reason);
    }
    conflicts::keep_all(draft);
}

/// Answers that were given before something they depend on changed, and may no longer hold, each with the reason.
fn shaken(draft: &Draft<'_>, graph: &Graph<'_>) -> Vec<(String, String)> {
    let changed = |place: usize| at(&draft.view, place).map_or(0, changed_at);
    let grounds = graph.most_before(changed);
    let satisfied = draft.view.obligations.iter().filter(|one| one.status == Status::Satisfied);
    satisfied
        .filter_map(|one| {
            let place = graph.place(&one.key).filter(|&place| grounds[place] > one.sure_seq)?;
            let ground = graph.closure(place).into_iter().find(|&ground| changed(ground) > one.sure_seq)?;
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
