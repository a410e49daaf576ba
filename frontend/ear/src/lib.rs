//! Hears in the sound of a microphone when somebody begins and ceases to speak. A module of its own that `public/voice` loads when
//! somebody talks without hands; it must not know the page, and sound does not leave it.

mod utterance;

use earshot::Detector;
pub use utterance::{Heard, Utterance};
use wasm_bindgen::prelude::wasm_bindgen;

/// How many samples are judged at once: 16 milliseconds at 16 kHz.
const FRAME: usize = 256;

/// One microphone's ear.
#[wasm_bindgen]
pub struct Ear {
    detector: Box<Detector>,
    utterance: Utterance,
}

#[wasm_bindgen]
impl Ear {
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self { detector: Detector::default_boxed(), utterance: Utterance::default() }
    }

    /// Takes the next 256 samples at 16 kHz, each from -1 to 1. `aloud`: a reply is being read aloud at this moment, so that
    /// speech must last longer to count.
    pub fn hear(&mut self, frame: &[f32], aloud: bool) -> Heard {
        let mut exact = [0.0; FRAME];
        for (to, from) in exact.iter_mut().zip(frame) {
            *to = if from.is_finite() { from.clamp(-1.0, 1.0) } else { 0.0 };
        }
        self.utterance.judge(self.detector.predict_f32(&exact), aloud)
    }

    /// Begins anew, as where what was said has become too long to go on with.
    pub fn forget(&mut self) {
        self.utterance = Utterance::default();
    }
}

impl Default for Ear {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Ear, FRAME, Heard};

    /// Whether ten seconds of a sound, frame by frame, are taken for speech.
    fn has_speech(mut sound: impl FnMut(usize) -> f32) -> bool {
        let mut ear = Ear::new();
        let samples: Vec<f32> = (0..160_000).map(&mut sound).collect();
        samples.chunks_exact(FRAME).any(|frame| ear.hear(frame, false) != Heard::Nothing)
    }

    #[test]
    fn silence_hum_noise_and_broken_samples_are_no_speech() {
        assert!(!has_speech(|_| 0.0));
        assert!(!has_speech(|_| f32::NAN));
        assert!(!has_speech(|at| 0.3 * (at as f32 * 0.0196).sin()), "50 Hz");
        let mut state = 1_u32;
        let mut noise = |_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 16) as f32 / 65_536.0 - 0.5
        };
        assert!(!has_speech(|at| 0.1 * noise(at)));
    }
}
