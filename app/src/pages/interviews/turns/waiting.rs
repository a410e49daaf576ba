//! What came before the code that takes it was here, in order.

/// The most of it, in bytes: as long as that code does not come, nothing else ends it.
const MOST: usize = 1 << 20;

pub(super) struct Waiting<Of> {
    frames: Vec<(Of, Option<String>)>,
    /// Of all that came.
    bytes: usize,
}

impl<Of> Waiting<Of> {
    pub(super) const fn new() -> Self {
        Self { frames: Vec::new(), bytes: 0 }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Whether it fits. Where it does not, nothing waits any more but that the whole is asked for anew: a snapshot has all of it.
    pub(super) fn add(&mut self, whose: Of, text: String) -> bool {
        self.bytes = self.bytes.saturating_add(text.len());
        let fits = self.bytes <= MOST;
        if !fits {
            self.frames = Vec::new();
        }
        self.frames.push((whose, fits.then_some(text)));
        fits
    }

    /// What waited. There is no text where the whole is to be asked for.
    pub(super) fn end(self) -> Vec<(Of, Option<String>)> {
        self.frames
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_keeps_its_order_and_never_grows_beyond_its_limit() {
        let half = MOST / 2;
        for (lengths, left) in [
            (vec![], vec![]),
            (vec![3, 1, 2], vec![Some(3), Some(1), Some(2)]),
            (vec![half, half], vec![Some(half), Some(half)]),
            (vec![half, half, 1], vec![None]),
            (vec![half, half, 1, 1, half], vec![None]),
            (vec![MOST + 1], vec![None]),
            (vec![MOST + 1, 1], vec![None]),
        ] {
            let mut waiting = Waiting::new();
            let mut sum = 0;
            for (place, length) in lengths.iter().enumerate() {
                assert_eq!(waiting.is_empty(), place == 0, "only the first begins to load");
                sum += length;
                assert_eq!(waiting.add(place, "x".repeat(*length)), sum <= MOST, "{lengths:?}");
            }
            let ended = waiting.end();
            let found: Vec<_> = ended.iter().map(|(_, text)| text.as_ref().map(String::len)).collect();
            assert_eq!(found, left, "{lengths:?}");
            let newest = lengths.len().checked_sub(1);
            assert_eq!(ended.last().map(|(place, _)| *place), newest, "of the one that the page shows");
        }
    }
}
