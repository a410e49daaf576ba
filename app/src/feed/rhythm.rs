//! When to knock again, and when silence means that nobody is there.

use std::time::Duration;

/// How often the line is tried while nothing else is said.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(20);

/// Two heartbeats without an answer, in milliseconds: the line is dead even if the browser has not noticed, as after sleep.
const SILENCE: f64 = 45_000.0;

/// As long as an answer may take, in milliseconds.
const ANSWER: f64 = 15_000.0;

/// When the server was last heard, and since when it has owed an answer; in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pulse {
    heard: f64,
    asked: Option<f64>,
}

impl Pulse {
    pub(super) fn hear(&mut self, now: f64) {
        *self = Self { heard: now, asked: None };
    }

    pub(super) fn ask(&mut self, now: f64) {
        self.asked.get_or_insert(now);
    }

    /// A page in the background may look at the clock only once a minute: nothing was heard there because nothing was asked.
    pub(super) fn is_gone(self, now: f64, hidden: bool) -> bool {
        now - self.heard > SILENCE && (!hidden || self.asked.is_some_and(|asked| now - asked > ANSWER))
    }
}

/// How long to wait before attempt `n` (the first is 0): doubling up to 15 seconds, spread over half to one and a half of it,
/// so that a thousand tabs do not return in the same moment.
pub(super) fn pause(attempt: u32, chance: f64) -> Duration {
    let base = 500.0 * f64::from(1_u32 << attempt.min(5));
    Duration::from_secs_f64(base.min(15_000.0) * (0.5 + chance) / 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::{Pulse, pause};

    #[test]
    fn waits_grow_and_stay_bounded() {
        assert_eq!(pause(0, 0.5).as_millis(), 500);
        assert_eq!(pause(3, 0.5).as_millis(), 4_000);
        assert_eq!(pause(90, 0.5).as_millis(), 15_000);
        assert!(pause(2, 0.0) < pause(2, 0.9));
    }

    #[test]
    fn silence_means_that_nobody_is_there() {
        let pulse = |heard: f64, asked: &[f64]| {
            let mut pulse = Pulse::default();
            pulse.hear(heard * 1_000.0);
            asked.iter().for_each(|asked| pulse.ask(asked * 1_000.0));
            pulse
        };
        // When it was heard, when it was asked, the time, and whether it is gone in sight and in the background.
        let table: [(f64, &[f64], f64, bool, bool); 9] = [
            (0.0, &[], 20.0, false, false),
            (0.0, &[20.0], 40.0, false, false),
            (0.0, &[20.0, 40.0], 45.0, false, false),
            (0.0, &[20.0, 40.0], 60.0, true, true),
            (41.0, &[], 60.0, false, false),
            // Asleep for an hour.
            (0.0, &[], 3_600.0, true, false),
            (0.0, &[3_600.0], 3_620.0, true, true),
            // The clock of a page in the background: asked once a minute, answered each time.
            (0.5, &[], 60.0, true, false),
            (0.5, &[60.0], 60.1, true, false),
        ];
        for (heard, asked, now, in_sight, hidden) in table {
            let pulse = pulse(heard, asked);
            let told = (pulse.is_gone(now * 1_000.0, false), pulse.is_gone(now * 1_000.0, true));
            assert_eq!(told, (in_sight, hidden), "heard at {heard}, asked at {asked:?}, now {now}");
        }
    }
}
