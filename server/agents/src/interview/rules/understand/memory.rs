//! Plans that were worked out before: an objective is read once, not with every turn.

use super::profile::Plan;
use protocol::interview::ObjectiveDefinition;
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::{Arc, LazyLock, PoisonError, RwLock, Weak},
};

/// So many objectives and places of them are remembered; then it begins anew.
const MOST_PLANS: usize = 256;
const MOST_PLACES: usize = 16_384;

type Known = (Arc<ObjectiveDefinition>, Arc<Plan>);

#[derive(Default)]
struct Memory {
    /// A weak reference keeps the address from being used for another definition.
    places: HashMap<usize, (Weak<ObjectiveDefinition>, Arc<Plan>)>,
    /// Interviews that each loaded their own copy of one objective share its plan.
    plans: HashMap<u64, Vec<Known>>,
}

static MEMORY: LazyLock<RwLock<Memory>> = LazyLock::new(RwLock::default);

pub(super) fn plan(definition: &Arc<ObjectiveDefinition>) -> Arc<Plan> {
    let place = Arc::as_ptr(definition) as usize;
    if let Some((_, plan)) = MEMORY.read().unwrap_or_else(PoisonError::into_inner).places.get(&place) {
        return plan.clone();
    }
    let print = print_of(definition);
    let mut memory = MEMORY.write().unwrap_or_else(PoisonError::into_inner);
    let known = memory
        .plans
        .get(&print)
        .and_then(|same| same.iter().find(|(known, _)| known == definition))
        .map(|(_, plan)| plan.clone());
    let plan = known.unwrap_or_else(|| {
        let plan = Arc::new(Plan::new(definition));
        if memory.plans.len() >= MOST_PLANS {
            memory.plans.clear();
        }
        memory.plans.entry(print).or_default().push((definition.clone(), plan.clone()));
        plan
    });
    if memory.places.len() >= MOST_PLACES {
        memory.places.retain(|_, (definition, _)| definition.strong_count() > 0);
        if memory.places.len() >= MOST_PLACES {
            memory.places.clear();
        }
    }
    memory.places.insert(place, (Arc::downgrade(definition), plan.clone()));
    plan
}

fn print_of(definition: &ObjectiveDefinition) -> u64 {
    let mut hasher = DefaultHasher::new();
    definition.display_name.hash(&mut hasher);
    for template in &definition.obligations {
        template.key.hash(&mut hasher);
        template.prompt.hash(&mut hasher);
        template.options.len().hash(&mut hasher);
    }
    hasher.finish()
}
