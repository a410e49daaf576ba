//! Two nodes that write to one stream at the same time. Whoever came second decides again until it comes first, and whoever came
//! first lets the other one go next, so that none of them comes second for ever.

use std::time::Duration;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

/// How long something is decided again and again because another node stored first.
const PATIENCE: Duration = Duration::from_secs(5);
/// A node that stored within this time is taken to write still.
const RECENT: Duration = Duration::from_secs(2);
/// The most that a command waits for another node's turn.
const COURTESY: Duration = Duration::from_millis(250);

/// The tries of one command.
pub(super) struct Tries {
    begun: Instant,
    count: u32,
}

impl Tries {
    pub(super) fn begin() -> Self {
        Self { begun: Instant::now(), count: 0 }
    }

    /// Waits before the next one; false where it was tried for long enough. Each node waits for another time, so that the same two
    /// do not meet again.
    pub(super) async fn wait_for_next(&mut self, node: Uuid) -> bool {
        if self.begun.elapsed() >= PATIENCE {
            return false;
        }
        self.count += 1;
        let most = 4_u128 << self.count.min(4);
        let own = node.as_u128().rotate_right(self.count.wrapping_mul(5) % 128) % most;
        // Never nothing: time has to pass.
        sleep(Duration::from_millis(1 + u64::try_from(own).unwrap_or_default())).await;
        true
    }
}

/// What is known of another node that writes to the same stream.
#[derive(Default)]
pub(super) struct Rival {
    /// When it was seen to have stored, and how long it took to read that.
    seen: Option<(Instant, Duration)>,
    /// When this node stored last.
    stored: Option<Instant>,
}

impl Rival {
    /// Another node's events were read, from `begun` on.
    pub(super) fn note_theirs(&mut self, begun: Instant) {
        self.seen = Some((Instant::now(), begun.elapsed()));
    }

    pub(super) fn note_own(&mut self) {
        self.stored = Some(Instant::now());
    }

    /// Where this node stored a moment ago and another one writes too: until that one has read it and could decide.
    pub(super) async fn let_it_go_next(&self) {
        let (Some(stored), Some((seen, reading))) = (self.stored, self.seen) else { return };
        let needed = (reading * 3 / 2).min(COURTESY);
        let left = needed.saturating_sub(stored.elapsed());
        if seen.elapsed() < RECENT && !left.is_zero() {
            sleep(left).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_is_tried_for_seconds_and_not_for_ever() {
        // The name of a node that has the database to itself as well, and one in which every bit is set.
        for node in [Uuid::nil(), Uuid::from_u128(u128::MAX), Uuid::from_u128(0x0192_3f1e_77aa_7bcd_9e01_5544_3322_1100)] {
            let (begun, mut tries) = (Instant::now(), Tries::begin());
            while tries.wait_for_next(node).await {}
            assert!(begun.elapsed() >= PATIENCE && begun.elapsed() < PATIENCE * 2, "{:?}", begun.elapsed());
            assert!(tries.count > 50, "{}", tries.count);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_stored_last_waits_for_another_that_writes_too() {
        let waits = async |rival: &Rival| {
            let begun = Instant::now();
            rival.let_it_go_next().await;
            begun.elapsed().as_millis()
        };
        let mut rival = Rival::default();
        rival.note_own();
        assert_eq!(waits(&rival).await, 0, "alone");
        let begun = Instant::now();
        sleep(Duration::from_millis(100)).await;
        rival.note_theirs(begun);
        let waited = waits(&rival).await;
        assert!((48..=53).contains(&waited), "of 150 ms since the own one 100 are over: {waited}");
        assert_eq!(waits(&rival).await, 0, "once");
        rival.note_own();
        let waited = waits(&rival).await;
        assert!((148..=153).contains(&waited), "{waited}");
        sleep(RECENT).await;
        rival.note_own();
        assert_eq!(waits(&rival).await, 0, "the other one has left");
    }
}
