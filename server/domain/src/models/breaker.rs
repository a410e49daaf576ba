//! Leaves a provider alone that fails again and again. Pure: time comes in.

use protocol::Timestamp;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakerRule {
    /// Failures in a row that open it.
    pub failures: u32,
    /// How long it stays open the first time; doubled each time the probe fails, up to `longest`.
    pub pause: Duration,
    pub longest: Duration,
}

impl Default for BreakerRule {
    fn default() -> Self {
        Self { failures: 5, pause: Duration::from_secs(15), longest: Duration::from_secs(300) }
    }
}

/// Closed: calls pass. Open: none until a time. Then one call probes while the others wait for what becomes of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaker {
    failures: u32,
    /// How often it opened since the last success.
    opened: u32,
    open_until: Option<Timestamp>,
    /// When the probe began; one that never ends does not hold the others for ever.
    probing_since: Option<Timestamp>,
}

impl Breaker {
    /// Whether a call may begin now; `Err` says when it makes sense to look again.
    pub fn admit(&mut self, now: Timestamp, rule: &BreakerRule) -> Result<(), Timestamp> {
        let Some(until) = self.open_until else { return Ok(()) };
        if now < until {
            return Err(until);
        }
        match self.probing_since {
            Some(since) if now < later(since, rule.longest) => Err(later(now, rule.pause)),
            _ => {
                self.probing_since = Some(now);
                Ok(())
            }
        }
    }

    pub fn succeeded(&mut self) {
        *self = Self::default();
    }

    /// A call failed in a way that speaks against the provider. Calls that began before it opened do not open it further.
    pub fn failed(&mut self, now: Timestamp, rule: &BreakerRule) {
        self.failures = self.failures.saturating_add(1);
        let probe_failed = self.probing_since.take().is_some();
        if probe_failed || (self.open_until.is_none() && self.failures >= rule.failures) {
            let pause = rule.pause.saturating_mul(1 << self.opened.min(16)).min(rule.longest);
            self.opened = self.opened.saturating_add(1);
            self.open_until = Some(later(now, pause));
        }
    }

    /// The call ended without telling anything about the provider (cancelled, over budget): a probe may be tried again.
    pub fn untold(&mut self) {
        self.probing_since = None;
    }
}

pub(super) fn later(at: Timestamp, by: Duration) -> Timestamp {
    Timestamp(at.0.saturating_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: BreakerRule = BreakerRule { failures: 3, pause: Duration::from_secs(10), longest: Duration::from_secs(30) };

    fn at(seconds: i64) -> Timestamp {
        Timestamp(seconds * 1_000_000)
    }

    #[test]
    fn opens_after_failures_in_a_row_and_only_then() {
        let mut breaker = Breaker::default();
        for _ in 0..2 {
            breaker.failed(at(0), &RULE);
        }
        breaker.succeeded();
        for _ in 0..2 {
            breaker.failed(at(0), &RULE);
        }
        assert_eq!(breaker.admit(at(0), &RULE), Ok(()));
        breaker.failed(at(0), &RULE);
        assert_eq!(breaker.admit(at(9), &RULE), Err(at(10)));
    }

    #[test]
    fn one_call_probes_and_decides_for_all() {
        let mut breaker = Breaker::default();
        (0..3).for_each(|_| breaker.failed(at(0), &RULE));
        assert_eq!(breaker.admit(at(10), &RULE), Ok(()));
        assert_eq!(breaker.admit(at(10), &RULE), Err(at(20)), "the probe is on its way");
        breaker.failed(at(11), &RULE);
        assert_eq!(breaker.admit(at(30), &RULE), Err(at(31)), "twice as long as before");
        assert_eq!(breaker.admit(at(31), &RULE), Ok(()));
        breaker.failed(at(31), &RULE);
        assert_eq!(breaker.admit(at(60), &RULE), Err(at(61)), "never longer than the longest");
        assert_eq!(breaker.admit(at(61), &RULE), Ok(()));
        breaker.succeeded();
        assert_eq!(breaker, Breaker::default());
    }

    #[test]
    fn a_probe_that_tells_nothing_holds_nobody_up() {
        let mut breaker = Breaker::default();
        (0..3).for_each(|_| breaker.failed(at(0), &RULE));
        assert_eq!(breaker.admit(at(10), &RULE), Ok(()));
        breaker.untold();
        assert_eq!(breaker.admit(at(10), &RULE), Ok(()));
        assert_eq!(breaker.admit(at(41), &RULE), Ok(()), "the second probe never came back");
    }

    #[test]
    fn failures_of_calls_begun_before_it_opened_change_nothing() {
        let mut breaker = Breaker::default();
        (0..9).for_each(|_| breaker.failed(at(0), &RULE));
        assert_eq!(breaker.admit(at(10), &RULE), Ok(()));
    }
}
