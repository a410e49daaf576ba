//! The one place that reads the clock and makes ids.

use domain::IdSource;
use protocol::Timestamp;
use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};
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

/// A machine's clock, put right by one that several nodes share: leases are compared by it, whatever each machine's own says.
pub struct AgreedClock {
    own: Arc<dyn Clock>,
    /// How much later it is than the machine's clock says, in microseconds.
    ahead: AtomicI64,
}

/// The usual difference between synchronised clocks, in microseconds. Within it the machine's own clock counts and never goes
/// back.
const NEAR: i64 = 100_000;
/// An answer that took longer, in microseconds, is too inexact.
const LATE: i64 = 1_000_000;

impl AgreedClock {
    #[must_use]
    pub fn new(own: Arc<dyn Clock>) -> Self {
        Self { own, ahead: AtomicI64::new(0) }
    }

    /// What the machine's clock says.
    #[must_use]
    pub fn own(&self) -> Timestamp {
        self.own.now()
    }

    /// Takes the time of the shared clock, asked and answered at these times of the machine's own. Returns by how many
    /// microseconds the machine's is wrong, where that is another figure than it was.
    pub fn agree(&self, asked: Timestamp, shared: Timestamp, answered: Timestamp) -> Option<i64> {
        let took = answered.0.saturating_sub(asked.0);
        if !(0..=LATE).contains(&took) {
            return None;
        }
        let ahead = shared.0.saturating_sub(asked.0.saturating_add(took / 2));
        let known = self.ahead.load(Ordering::SeqCst);
        // The answer is only exact to half the time that it took.
        if ahead.saturating_sub(known).saturating_abs() <= NEAR + took / 2 {
            return None;
        }
        self.ahead.store(ahead, Ordering::SeqCst);
        Some(ahead)
    }
}

impl Clock for AgreedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.own.now().0.saturating_add(self.ahead.load(Ordering::SeqCst)))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A machine's clock that is wrong by so much.
    struct Wrong(i64);

    impl Clock for Wrong {
        fn now(&self) -> Timestamp {
            Timestamp(1_770_000_000_000_000 + self.0)
        }
    }

    const TRUE: Timestamp = Timestamp(1_770_000_000_000_000);

    #[test]
    fn machines_whose_clocks_differ_agree_on_the_time() {
        for wrong in [0, 99_000, -3_600_000_000, 45_000_000] {
            let clock = AgreedClock::new(Arc::new(Wrong(wrong)));
            let asked = clock.own();
            let answered = Timestamp(asked.0 + 20_000);
            let put_right = clock.agree(asked, Timestamp(TRUE.0 + 10_000), answered);
            assert_eq!(put_right, (wrong.abs() > NEAR).then_some(-wrong), "{wrong}");
            assert!((clock.now().0 - TRUE.0).abs() <= NEAR, "{wrong}");
            assert_eq!(clock.agree(asked, Timestamp(TRUE.0 + 60_000), answered), None, "and does not tremble");
        }
    }

    #[test]
    fn a_slow_answer_does_not_move_a_clock_that_is_right() {
        let clock = AgreedClock::new(Arc::new(Wrong(0)));
        let answered = Timestamp(TRUE.0 + 900_000);
        // Told at once, and long under way back.
        assert_eq!(clock.agree(TRUE, TRUE, answered), None);
        assert_eq!(clock.agree(TRUE, Timestamp(TRUE.0 + 890_000), answered), None);
    }

    #[test]
    fn an_answer_that_was_long_under_way_tells_nothing() {
        let clock = AgreedClock::new(Arc::new(Wrong(0)));
        for took in [LATE + 1, -1] {
            assert_eq!(clock.agree(TRUE, Timestamp(TRUE.0 + 90_000_000), Timestamp(TRUE.0 + took)), None);
            assert_eq!(clock.now(), TRUE);
        }
    }
}
