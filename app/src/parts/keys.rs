//! What a key means where nobody types: a shortcut, or a letter of words that somebody began to write before there was a field.

/// Letters that follow each other within this are written, milliseconds. A pair's second key is waited for as long.
const FOLLOWS: f64 = 1_200.0;
/// A pair is carried out once nothing follows it for this long, milliseconds.
pub(super) const SETTLES: u64 = 250;
/// The letters that make a pair with G, as the sheet of keys has them.
const SECONDS: &str = "hipcaosker";

/// The keys that were pressed shortly after each other.
#[derive(Default)]
pub(super) struct Keys {
    recent: String,
    last: f64,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// `?` or `/` by itself, meant at once.
    Single(char),
    /// The first key of a pair, or none yet.
    Nothing,
    /// The second key of a pair, meant unless another follows soon.
    Pair(char),
    /// Words, of which these letters were held back until now. The key itself is still on its way to the field.
    Words(String),
}

impl Keys {
    /// What a key that writes a character means at a time in milliseconds.
    pub(super) fn press(&mut self, key: char, now: f64) -> Meaning {
        if now - self.last > FOLLOWS {
            self.recent.clear();
        }
        self.last = now;
        let before = self.recent.clone();
        self.recent.push(key);
        let small = |letter: char| letter.to_ascii_lowercase();
        match (before.as_str(), key) {
            ("", '?' | '/') => Meaning::Single(key),
            ("", ' ') => {
                self.recent.clear();
                Meaning::Nothing
            }
            ("", 'g' | 'G') => Meaning::Nothing,
            ("g" | "G", second) if SECONDS.contains(small(second)) => Meaning::Pair(small(second)),
            (held, _) => {
                // What was held back is written once; whatever follows is written as it comes.
                let held = if held.len() <= 2 && held.starts_with(['g', 'G']) { before } else { String::new() };
                self.recent = "…".to_owned();
                Meaning::Words(held)
            }
        }
    }

    /// Forgets what was pressed, as something was done.
    pub(super) fn forget(&mut self) {
        self.recent.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the keys of a text mean, each so many milliseconds after the one before.
    fn press(text: &str, apart: f64) -> Vec<Meaning> {
        let (mut keys, mut now) = (Keys::default(), 10_000.0);
        let mut meanings = Vec::new();
        for key in text.chars() {
            now += apart;
            meanings.push(keys.press(key, now));
        }
        meanings
    }

    #[test]
    fn a_pair_is_meant_and_a_burst_of_typing_is_not() {
        assert_eq!(press("gi", 200.0), [Meaning::Nothing, Meaning::Pair('i')]);
        assert_eq!(press("GI", 900.0), [Meaning::Nothing, Meaning::Pair('i')]);
        assert_eq!(press("?", 80.0), [Meaning::Single('?')]);
        assert_eq!(press("/", 80.0), [Meaning::Single('/')]);
        let words = |text: &str| Meaning::Words(text.to_owned());
        assert_eq!(press("We ?g", 80.0), [words(""), words(""), words(""), words(""), words("")]);
        assert_eq!(press("goin", 80.0), [Meaning::Nothing, Meaning::Pair('o'), words("go"), words("")]);
        assert_eq!(press("gu", 80.0), [Meaning::Nothing, words("g")]);
        // Somebody who thinks between two keys begins anew.
        assert_eq!(press("gi", 2_000.0), [Meaning::Nothing, words("")]);
        assert_eq!(press("  ", 80.0), [Meaning::Nothing, Meaning::Nothing]);
    }

    #[test]
    fn what_was_done_is_not_written() {
        let mut keys = Keys::default();
        assert_eq!(keys.press('g', 5_000.0), Meaning::Nothing);
        assert_eq!(keys.press('h', 5_100.0), Meaning::Pair('h'));
        keys.forget();
        assert_eq!(keys.press('g', 5_400.0), Meaning::Nothing);
    }
}
