//! From how much each frame sounds like speech to where an utterance begins and ends.

use wasm_bindgen::prelude::wasm_bindgen;

/// What a frame of sound meant.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// All goes on as before.
    Nothing = 0,
    /// Somebody began to speak a moment ago.
    Began = 1,
    /// They ceased, and said something.
    Ended = 2,
    /// They ceased, and it was too short to be words.
    Slip = 3,
}

/// A score from which a frame is speech, and one below which it is none; in between it is what the last one was.
const SPEECH: f32 = 0.7;
const QUIET: f32 = 0.4;
/// Frames of speech among the last 32 from which it counts as begun: a tenth of a second, or 0.3 while a reply is read aloud,
/// since some of it may reach the microphone.
const BEGINS: u32 = 6;
const BEGINS_OVER: u32 = 18;
/// Frames without speech after which it has ended: people pause 0.3 to 0.6 seconds within a sentence.
const PAUSE: u32 = 56;
/// Frames of speech below which it was a cough: 0.2 seconds.
const WORDS: u32 = 12;

/// The state of the utterance in progress.
#[derive(Clone, Debug, Default)]
pub struct Utterance {
    /// The last 32 frames, the newest lowest; a set bit was speech.
    recent: u32,
    speaking: bool,
    /// Frames of speech since it began, and frames since the last one of them.
    spoken: u32,
    quiet: u32,
}

impl Utterance {
    /// Takes the next frame's score, from 0 to 1. `aloud`: a reply is being read aloud.
    pub fn judge(&mut self, score: f32, aloud: bool) -> Heard {
        let speech = score >= SPEECH || (score > QUIET && self.recent & 1 == 1);
        self.recent = self.recent << 1 | u32::from(speech);
        if !self.speaking {
            self.speaking = self.recent.count_ones() >= if aloud { BEGINS_OVER } else { BEGINS };
            self.spoken = self.recent.count_ones();
            self.quiet = 0;
            return if self.speaking { Heard::Began } else { Heard::Nothing };
        }
        self.spoken += u32::from(speech);
        self.quiet = if speech { 0 } else { self.quiet + 1 };
        if self.quiet < PAUSE {
            return Heard::Nothing;
        }
        let words = self.spoken >= WORDS;
        *self = Self::default();
        if words { Heard::Ended } else { Heard::Slip }
    }
}

#[cfg(test)]
mod tests {
    use super::{Heard, Utterance};

    /// Which events are detected at which frames; each run is a score and how many frames it lasts.
    fn detect(aloud: bool, runs: &[(f32, usize)]) -> Vec<(usize, Heard)> {
        let mut utterance = Utterance::default();
        let scores = runs.iter().flat_map(|(score, count)| std::iter::repeat_n(*score, *count));
        let events = scores.enumerate().map(|(at, score)| (at, utterance.judge(score, aloud)));
        events.filter(|(_, heard)| *heard != Heard::Nothing).collect()
    }

    #[test]
    fn a_sentence_begins_soon_and_ends_after_a_pause() {
        assert_eq!(detect(false, &[(0.1, 50), (0.9, 60), (0.0, 100)]), [(55, Heard::Began), (165, Heard::Ended)]);
    }

    #[test]
    fn a_pause_within_a_sentence_does_not_end_it() {
        let runs = [(0.9, 30), (0.0, 40), (0.9, 30), (0.0, 60)];
        assert_eq!(detect(false, &runs), [(5, Heard::Began), (155, Heard::Ended)]);
    }

    #[test]
    fn a_click_is_nothing_and_a_cough_a_slip() {
        assert_eq!(detect(false, &[(0.9, 3), (0.0, 100), (0.9, 3), (0.0, 100)]), []);
        assert_eq!(detect(false, &[(0.9, 8), (0.0, 100)]), [(5, Heard::Began), (63, Heard::Slip)]);
    }

    #[test]
    fn a_doubtful_score_continues_what_was() {
        assert_eq!(detect(false, &[(0.5, 100)]), []);
        assert_eq!(detect(false, &[(0.9, 6), (0.5, 100)]), [(5, Heard::Began)]);
    }

    #[test]
    fn over_a_reply_only_who_speaks_for_longer_is_heard() {
        let short = [(0.9, 12), (0.0, 100)];
        assert_eq!(detect(true, &short), []);
        assert_eq!(detect(true, &[(0.9, 40), (0.0, 100)]).first(), Some(&(17, Heard::Began)));
    }
}
