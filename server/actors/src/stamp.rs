//! The one place that reads the clock and makes ids.

use domain::IdSource;
use protocol::Timestamp;
use std::time::{SystemTime, UNIX_EPOCH};
use uuid::Uuid;

/// Tells the time; tests give their own.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clock")]
    fn now(&self) -> Timestamp {
        // Before 1970 there is nothing to time; such a clock reads as the epoch.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// UUIDv7, growing within this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemIds;

impl IdSource for SystemIds {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that makes ids")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
