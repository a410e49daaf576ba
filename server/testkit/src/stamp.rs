//! Time and ids that are the same in every run.

use protocol::Timestamp;
use std::sync::atomic::{AtomicU64, Ordering};
use uuid::Uuid;

/// Monday, 2 March 2026, 09:00 UTC.
pub const MORNING: Timestamp = Timestamp(1_772_442_000_000_000);

/// Ids that count from one.
#[derive(Debug, Default)]
pub struct CountedIds(AtomicU64);

impl domain::IdSource for CountedIds {
    fn next(&self) -> Uuid {
        Uuid::from_u64_pair(0x0190_0000_0000_7000, 0x8000_0000_0000_0000 | (self.0.fetch_add(1, Ordering::Relaxed) + 1))
    }
}
