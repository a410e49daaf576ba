//! When a failed call is tried again. Pure: the provider's wish and a random part come in.

use super::ModelFault;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryRule {
    /// Calls in all, the first one included.
    pub attempts: u32,
    /// Before the second call; doubled before each further one.
    pub first: Duration,
    /// The longest pause that a person is made to wait; a provider that asks for more has failed.
    pub longest: Duration,
}

impl Default for RetryRule {
    fn default() -> Self {
        Self { attempts: 3, first: Duration::from_millis(400), longest: Duration::from_secs(20) }
    }
}

impl RetryRule {
    /// The pause before the next call, or `None` when the fault stands. `attempt` counts from 1; `chance` lies in 0..1 and spreads
    /// the callers over the second half of each pause.
    #[must_use]
    pub fn pause(&self, attempt: u32, fault: &ModelFault, chance: f64) -> Option<Duration> {
        if attempt >= self.attempts || !fault.is_retryable() {
            return None;
        }
        if let Some(asked) = fault.retry_after() {
            return (asked <= self.longest).then_some(asked);
        }
        let full = self.first.saturating_mul(1 << (attempt.saturating_sub(1)).min(16)).min(self.longest);
        Some(full.mul_f64(0.5 + chance.clamp(0.0, 1.0) / 2.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RetryRule = RetryRule { attempts: 4, first: Duration::from_secs(1), longest: Duration::from_secs(3) };

    #[test]
    fn pauses_grow_within_bounds_and_end() {
        let fault = ModelFault::Overloaded { retry_after: None };
        let pauses: Vec<_> = (1..=4).map(|attempt| RULE.pause(attempt, &fault, 1.0)).collect();
        assert_eq!(
            pauses,
            [1, 2, 3].map(|seconds| Some(Duration::from_secs(seconds))).into_iter().chain([None]).collect::<Vec<_>>()
        );
        assert_eq!(RULE.pause(1, &fault, 0.0), Some(Duration::from_millis(500)));
    }

    #[test]
    fn the_providers_wish_is_kept_or_the_fault_stands() {
        let limited = |seconds| ModelFault::Limited { retry_after: Some(Duration::from_secs(seconds)) };
        assert_eq!(RULE.pause(1, &limited(2), 0.3), Some(Duration::from_secs(2)));
        assert_eq!(RULE.pause(1, &limited(4), 0.3), None);
    }

    #[test]
    fn what_would_fail_again_is_not_tried_again() {
        for fault in [
            ModelFault::Truncated { usage: crate::models::Usage::default(), cost: None },
            ModelFault::Refused("no".into()),
            ModelFault::Unauthorized("key".into()),
            ModelFault::Provider { status: 400, detail: "bad".into() },
        ] {
            assert_eq!(RULE.pause(1, &fault, 0.5), None, "{fault}");
        }
        assert!(RULE.pause(1, &ModelFault::Provider { status: 502, detail: "bad gateway".into() }, 0.5).is_some());
    }
}
