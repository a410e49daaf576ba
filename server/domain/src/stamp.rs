//! Time and ids come from outside, so that every rule can be tested as a plain function.

use protocol::Timestamp;
use uuid::Uuid;

/// What the world contributes to one decision.
pub struct Stamp<'a> {
    pub now: Timestamp,
    pub ids: &'a dyn IdSource,
}

/// Makes ids: UUIDv7 in production, counted ones in tests.
pub trait IdSource: Send + Sync {
    fn next(&self) -> Uuid;
}
