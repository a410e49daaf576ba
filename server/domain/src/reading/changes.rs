//! What a reading found that the one before had not.

use crate::tools::Found;
use protocol::reading::Changes;
use std::collections::HashMap;

/// Compares by name: tables, operations, documents and skills, whichever a source has.
#[must_use]
pub fn compare(before: &Found, after: &Found) -> Changes {
    let mut changes = Changes::default();
    count(&mut changes, &before.tables, &after.tables, |table| &table.name);
    count(&mut changes, &before.operations, &after.operations, |operation| &operation.name);
    count(&mut changes, &before.documents, &after.documents, |document| &document.name);
    count(&mut changes, &before.skills, &after.skills, |skill| &skill.name);
    changes
}

fn count<T: PartialEq>(changes: &mut Changes, before: &[T], after: &[T], name: impl Fn(&T) -> &str) {
    let mut known: HashMap<&str, &T> = before.iter().map(|one| (name(one), one)).collect();
    for one in after {
        match known.remove(name(one)) {
            None => changes.added += 1,
            Some(same) if same == one => changes.unchanged += 1,
            Some(_) => changes.updated += 1,
        }
    }
    changes.removed += known.len() as u64;
}
