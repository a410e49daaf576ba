//! When something is read again: one reading at a time, and again where it did not bring what was told.

use std::time::Duration;

/// So often a node that says that there is no such thing is asked again: it may not have heard of it yet.
const DOUBTS: u32 = 2;
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A reading that takes longer, in milliseconds, is not waited for: its line may be dead.
const PATIENCE: f64 = 30_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Shown,
    /// There is no such thing, as was told.
    Gone,
    /// There is no such thing, other than was told.
    Doubted,
    Failed,
}

/// What to do after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Nothing,
    Read,
    Wait(Duration),
    Gone,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    turn: u32,
    /// Since when the last reading is under way, in milliseconds.
    busy: Option<f64>,
    /// It was asked for while it was being read.
    again: bool,
    /// Readings in a row that did not bring what was told.
    vain: u32,
    doubts: u32,
}

impl Pace {
    /// The number of the reading that begins now, if one does.
    pub(super) fn ask(&mut self, now: f64) -> Option<u32> {
        if self.busy.is_some_and(|since| now - since < PATIENCE) {
            self.again = true;
            return None;
        }
        (self.busy, self.again) = (Some(now), false);
        self.turn += 1;
        Some(self.turn)
    }

    /// `current`: what is shown stands where it was told.
    pub(super) fn answer(&mut self, turn: u32, outcome: Outcome, current: bool) -> Next {
        if turn == self.turn {
            self.busy = None;
        }
        let again = self.busy.is_none() && std::mem::take(&mut self.again);
        match outcome {
            Outcome::Shown => self.doubts = 0,
            Outcome::Gone => return Next::Gone,
            Outcome::Doubted if self.doubts == DOUBTS => return Next::Gone,
            Outcome::Doubted => self.doubts += 1,
            Outcome::Failed => {}
        }
        if again {
            return Next::Read;
        }
        if current && self.doubts == 0 {
            self.vain = 0;
            return Next::Nothing;
        }
        // Another node may not have heard of the change yet, or not be able to read.
        let pause = LONGEST_PAUSE.min(PAUSE * (1 << self.vain.min(5)));
        self.vain += 1;
        Next::Wait(pause)
    }

    /// After a pause: whether to read again.
    pub(super) fn wake(&mut self, current: bool) -> bool {
        let well = current && self.doubts == 0;
        if well {
            self.vain = 0;
        }
        !well && self.busy.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn one_reading_at_a_time_and_one_more_for_all_that_came_meanwhile() {
        let mut pace = Pace::default();
        assert_eq!((pace.ask(0.0), pace.ask(10.0), pace.ask(20.0)), (Some(1), None, None));
        assert_eq!(pace.answer(1, Outcome::Shown, false), Next::Read);
        assert_eq!(pace.ask(30.0), Some(2));
        assert_eq!(pace.answer(2, Outcome::Shown, true), Next::Nothing);
        // One that hangs is not waited for; that it comes after all ends no other one.
        assert_eq!((pace.ask(0.0), pace.ask(PATIENCE)), (Some(3), Some(4)));
        assert_eq!(pace.answer(3, Outcome::Shown, false), Next::Wait(SECOND));
        assert_eq!(pace.ask(PATIENCE + 1.0), None);
        assert_eq!(pace.answer(4, Outcome::Shown, true), Next::Read);
    }

    #[test]
    fn what_is_not_what_was_told_is_read_again_ever_more_slowly() {
        let mut pace = Pace::default();
        for (turn, seconds) in [1, 2, 4, 8, 16, 30, 30].into_iter().enumerate() {
            let turn = u32::try_from(turn).expect("few") + 1;
            assert_eq!(pace.ask(0.0), Some(turn));
            let outcome = if turn == 2 { Outcome::Failed } else { Outcome::Shown };
            assert_eq!(pace.answer(turn, outcome, false), Next::Wait(SECOND * seconds));
            assert!(pace.wake(false));
        }
        assert!(!pace.wake(true), "it was told meanwhile");
        assert_eq!(pace.ask(0.0), Some(8));
        assert_eq!(pace.answer(8, Outcome::Failed, false), Next::Wait(SECOND), "and so it begins anew");
        assert_eq!(pace.ask(0.0), Some(9));
        assert_eq!(pace.answer(9, Outcome::Failed, true), Next::Nothing, "nothing else was told");
    }

    #[test]
    fn what_is_gone_is_doubted_unless_it_was_told() {
        let mut pace = Pace::default();
        pace.ask(0.0);
        assert_eq!(pace.answer(1, Outcome::Gone, false), Next::Gone);
        let mut pace = Pace::default();
        for (turn, next) in [(1, Next::Wait(SECOND)), (2, Next::Wait(SECOND * 2)), (3, Next::Gone)] {
            assert_eq!(pace.ask(0.0), Some(turn));
            assert_eq!(pace.answer(turn, Outcome::Doubted, true), next);
            assert!(next == Next::Gone || pace.wake(true));
        }
    }
}
