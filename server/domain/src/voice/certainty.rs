//! How sure values are that were spoken. Half of what is understood of spoken dialogues is wrong where it is right of typed ones, so
//! nothing that a transcriber wrote down is sure before it was read back.

use protocol::{Confidence, voice::Spoken};

/// Just below what counts as known: the value is held, and read back.
const MOST: Confidence = Confidence::hundredths(70);
/// Where the transcriber says nothing of how sure it is.
const UNTOLD: Confidence = Confidence::hundredths(65);

/// The most that a value is sure by words of such a message alone.
#[must_use]
pub fn most(spoken: Spoken) -> Confidence {
    spoken.confidence.map_or(UNTOLD, |told| told.min(MOST))
}

/// A piece of a transcript as transcribers measure it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub seconds: f64,
    /// The mean logarithm of the probability of its tokens.
    pub log_probability: f64,
    /// How likely it is that nobody spoke.
    pub no_speech: f64,
}

/// How sure a transcript is: the mean probability of its words, each piece weighed by its length. `None` without a measure.
#[must_use]
pub fn certainty(segments: &[Segment]) -> Option<Confidence> {
    let sound = |one: &&Segment| one.log_probability.is_finite() && one.seconds.is_finite() && one.no_speech.is_finite();
    let (mut sum, mut whole) = (0.0, 0.0);
    for one in segments.iter().filter(sound) {
        let seconds = one.seconds.max(0.01);
        sum += seconds * one.log_probability.min(0.0).exp() * (1.0 - one.no_speech.clamp(0.0, 1.0));
        whole += seconds;
    }
    (whole > 0.0).then(|| Confidence::new(sum / whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_confidence(hundredths: u8) -> Spoken {
        Spoken { confidence: Some(Confidence::hundredths(hundredths)) }
    }

    #[test]
    fn nothing_spoken_is_known_before_it_is_read_back() {
        for spoken in [Spoken::default(), with_confidence(100), with_confidence(71), with_confidence(70)] {
            assert_eq!(most(spoken).band(), protocol::Band::Medium, "{spoken:?}");
        }
        assert_eq!(most(with_confidence(30)), Confidence::hundredths(30), "what was hardly understood is asked again");
    }

    #[test]
    fn long_pieces_weigh_more_and_silence_counts_for_nothing() {
        let piece = |seconds, log_probability, no_speech| Segment { seconds, log_probability, no_speech };
        assert_eq!(certainty(&[]), None);
        assert_eq!(certainty(&[piece(2.0, 0.0, 0.0)]), Some(Confidence::FULL));
        assert_eq!(certainty(&[piece(2.0, 3.0, -1.0)]), Some(Confidence::FULL), "out of range is clamped");
        assert_eq!(certainty(&[piece(9.0, 0.0, 0.0), piece(1.0, -30.0, 0.0)]), Some(Confidence::new(0.9)));
        assert_eq!(certainty(&[piece(1.0, 0.0, 0.75)]), Some(Confidence::new(0.25)));
        assert_eq!(certainty(&[piece(1.0, f64::NAN, 0.0)]), None);
    }
}
