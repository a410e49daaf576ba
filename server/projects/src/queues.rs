//! What waits for what there is little of, for the operator.

use crate::{Projects, reader};

/// Of queries, documents, uploads, readings of sources and runs: what each is called, how many are under way and how many wait.
#[must_use]
pub fn count_queues(projects: &Projects) -> [(&'static str, (usize, usize)); 6] {
    let (queries, long) = warehouse::worker::count_queues();
    let inner = &projects.0;
    [
        ("queries", queries),
        ("long_queries", long),
        ("documents", reader::count_queue()),
        ("uploads", inner.uploads.count()),
        ("readings", inner.turns.count()),
        ("runs", inner.run_turns.count()),
    ]
}
