//! How sure the engine is of a value (seed 000, Confidence Scoring; kept to two decimals so that no gap lies between bands).

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Confidence in hundredths, 0 to 100; written as a number from 0.00 to 1.00.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

/// The seed's four ranges of confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// 0.00–0.40: unreliable, asked again or researched.
    Low,
    /// 0.41–0.70: acceptable, kept as partial.
    Medium,
    /// 0.71–0.90: reliable, satisfied.
    High,
    /// 0.91–1.00: stated explicitly.
    VeryHigh,
}

impl Confidence {
    pub const NONE: Self = Self(0);
    pub const FULL: Self = Self(100);

    /// From hundredths; more than 100 is 100.
    #[must_use]
    pub const fn hundredths(of: u8) -> Self {
        Self(if of > 100 { 100 } else { of })
    }

    /// From a number between 0 and 1, rounded to two decimals; out of range is clamped, NaN is none.
    #[must_use]
    pub fn new(number: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=100 first; NaN becomes 0")]
        let hundredths = (number * 100.0).round().clamp(0.0, 100.0) as u8;
        Self(hundredths)
    }

    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    #[must_use]
    pub const fn in_hundredths(self) -> u8 {
        self.0
    }

    #[must_use]
    pub const fn band(self) -> Band {
        match self.0 {
            0..=40 => Band::Low,
            41..=70 => Band::Medium,
            71..=90 => Band::High,
            _ => Band::VeryHigh,
        }
    }
}

impl Band {
    /// The word shown beside the number; colour is never the only sign.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::VeryHigh => "very high",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Serialize for Confidence {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_f64(self.get())
    }
}

impl<'de> Deserialize<'de> for Confidence {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        f64::deserialize(from).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_meet_without_a_gap() {
        for (number, band) in [
            (0.0, Band::Low),
            (0.40, Band::Low),
            (0.404, Band::Low),
            (0.405, Band::Medium),
            (0.41, Band::Medium),
            (0.70, Band::Medium),
            (0.71, Band::High),
            (0.90, Band::High),
            (0.91, Band::VeryHigh),
            (1.0, Band::VeryHigh),
        ] {
            assert_eq!(Confidence::new(number).band(), band, "{number}");
        }
    }

    #[test]
    fn out_of_range_is_clamped_and_written_to_two_decimals() {
        assert_eq!(Confidence::new(7.0), Confidence::FULL);
        assert_eq!(Confidence::new(-1.0), Confidence::NONE);
        assert_eq!(Confidence::new(f64::NAN), Confidence::NONE);
        assert_eq!(Confidence::new(0.9).to_string(), "0.90");
        assert_eq!(serde_json::to_string(&Confidence::new(0.69)).expect("a number"), "0.69");
    }
}
