//! One copy of each objective in memory, however many interviews run over it.

use protocol::{ObjectiveId, interview::ObjectiveDefinition};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

#[derive(Debug, Default)]
pub(crate) struct Definitions(Mutex<HashMap<ObjectiveId, Vec<Weak<ObjectiveDefinition>>>>);

impl Definitions {
    /// The copy already in memory if there is an equal one, else this one. An objective may be edited, so one id can have several.
    pub(crate) fn intern(&self, id: ObjectiveId, definition: Arc<ObjectiveDefinition>) -> Arc<ObjectiveDefinition> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let copies = known.entry(id).or_default();
        copies.retain(|copy| copy.strong_count() > 0);
        if let Some(same) =
            copies.iter().filter_map(Weak::upgrade).find(|copy| Arc::ptr_eq(copy, &definition) || **copy == *definition)
        {
            return same;
        }
        copies.push(Arc::downgrade(&definition));
        definition
    }
}
