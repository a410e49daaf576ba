//! When to knock again, and when silence means that nobody is there.

use std::time::Duration;

/// How often the line is tried while nothing else is said.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(20);

/// Two heartbeats without an answer: the line is dead even if the browser has not noticed, as after sleep.
pub(super) const SILENCE: f64 = 45_000.0;

/// How long to wait before attempt `n` (the first is 0): doubling up to 15 seconds, spread over half to one and a half of it,
/// so that a thousand tabs do not return in the same moment.
pub(super) fn pause(attempt: u32, chance: f64) -> Duration {
    let base = 500.0 * f64::from(1_u32 << attempt.min(5));
    Duration::from_secs_f64(base.min(15_000.0) * (0.5 + chance) / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn waits_grow_and_stay_bounded() {
        assert_eq!(pause(0, 0.5).as_millis(), 500);
        assert_eq!(pause(3, 0.5).as_millis(), 4_000);
        assert_eq!(pause(90, 0.5).as_millis(), 15_000);
        assert!(pause(2, 0.0) < pause(2, 0.9));
    }
}
