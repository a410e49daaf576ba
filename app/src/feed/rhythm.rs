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

/// How often the door was knocked at since somebody answered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    attempts: u32,
    /// Nobody answered for a while: another build may answer next.
    again: bool,
}

impl Backoff {
    /// Nobody answered: how long to wait. It doubles from half a second up to 15, spread over half to one and a half of it, so that
    /// a thousand tabs do not return in the same moment.
    pub(super) fn fail(&mut self, chance: f64) -> Duration {
        let base = 500.0 * f64::from(1_u32 << self.attempts.min(5));
        *self = Self { attempts: self.attempts.saturating_add(1), again: true };
        Duration::from_secs_f64(base.min(15_000.0) * (0.5 + chance) / 1_000.0)
    }

    /// The cause of the failures may be over. Browsers report a network a moment before there is one: an attempt that fails then
    /// is repeated soon.
    pub(super) fn hope(&mut self) {
        self.attempts = 0;
    }

    /// Somebody answers; whether nobody did before.
    pub(super) fn reach(&mut self) -> bool {
        std::mem::take(self).again
    }
}

#[cfg(test)]
mod tests {
    use super::{Backoff, Pulse};

    /// How long each of so many failures in a row makes wait, in milliseconds.
    fn waits(backoff: &mut Backoff, times: usize) -> Vec<u128> {
        (0..times).map(|_| backoff.fail(0.5).as_millis()).collect()
    }

    #[test]
    fn waits_grow_stay_bounded_and_begin_anew_when_there_is_hope() {
        let mut backoff = Backoff::default();
        assert!(!backoff.reach(), "the first line of a page");
        assert_eq!(waits(&mut backoff, 7), [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
        backoff.hope();
        assert_eq!(waits(&mut backoff, 2), [500, 1_000], "the network was there a moment too early");
        backoff.hope();
        assert!(backoff.reach(), "a line that was made again");
        assert!(!backoff.reach());
        let spread = [0.0, 0.5, 0.999].map(|chance| Backoff::default().fail(chance).as_millis());
        assert_eq!(spread, [250, 500, 749]);
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
            let gone = (pulse.is_gone(now * 1_000.0, false), pulse.is_gone(now * 1_000.0, true));
            assert_eq!(gone, (in_sight, hidden), "heard at {heard}, asked at {asked:?}, now {now}");
        }
    }
}
