//! Definitions that were read before: every new interview begins with one, and they hardly ever change.

use domain::{
    Failure,
    interview::{ObjectiveRow, objective},
};
use protocol::{ObjectiveId, interview::ObjectiveDefinition};
use serde_json::Value;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Past so many all are let go: an installation has a handful.
const MOST: usize = 200;

#[derive(Default)]
pub(crate) struct Definitions(Mutex<HashMap<ObjectiveId, Known>>);

struct Known {
    config: Value,
    definition: Arc<ObjectiveDefinition>,
}

impl Definitions {
    /// What the row's config defines; read anew where the config is another than last time.
    pub(crate) fn get_or_parse(&self, row: &ObjectiveRow) -> Result<Arc<ObjectiveDefinition>, Failure> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(&row.id).filter(|found| found.config == row.config) {
            return Ok(found.definition.clone());
        }
        let definition = Arc::new(objective::parse(&row.config)?);
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(row.id, Known { config: row.config.clone(), definition: definition.clone() });
        Ok(definition)
    }
}
