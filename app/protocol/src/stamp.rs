//! A point in time as both sides write it: microseconds since 1970, UTC.

use serde::{Deserialize, Serialize};

/// Microseconds since the Unix epoch, UTC. Postgres keeps no finer step, so nothing here does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// RFC 3339 in UTC with milliseconds, the form of every time in the HTTP API.
    #[must_use]
    pub fn to_rfc3339(self) -> String {
        let (year, month, day) = self.date();
        let in_day = self.0.rem_euclid(DAY) / 1_000;
        let (second, milli) = (in_day / 1_000, in_day % 1_000);
        let (hour, minute) = (second / 3_600, second / 60 % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}.{milli:03}Z", second % 60)
    }

    /// Year, month and day in UTC, by Howard Hinnant's `civil_from_days`.
    #[must_use]
    pub fn date(self) -> (i64, i64, i64) {
        let days = self.0.div_euclid(DAY) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        (year_of_era + era * 400 + i64::from(month <= 2), month, day)
    }
}

const DAY: i64 = 86_400_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_rfc3339() {
        for (micros, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_770_000_000_123_456, "2026-02-02T02:40:00.123Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(Timestamp(micros).to_rfc3339(), text);
        }
    }
}
