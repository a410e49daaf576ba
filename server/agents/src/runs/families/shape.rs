//! Which way a line of values goes, and how its halves compare.

use super::super::stats::{Line, normal_tail};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Up,
    Down,
    /// It goes nowhere, and chance alone makes its spans differ.
    Level,
    /// It neither goes anywhere nor stays where it is, as with the seasons.
    Unclear,
}

/// Part of the ups and downs that a line explains, from which the slightest one is seen.
const STEADY: f64 = 0.7;
/// How unlikely chance must make the differences between spans, so that a line does not stay where it is.
const DIFFERENT: f64 = 0.05;
/// Of the least value, what the greatest of a line that stays where it is comes to at most.
const TWICE: f64 = 2.0;

impl Shape {
    /// With how likely chance alone makes the values differ as they do.
    pub(super) fn of_line(line: &Line, values: &[f64], chance: f64) -> Self {
        let mean = mean(values).abs().max(f64::EPSILON);
        let change = (line.end - line.start) / mean;
        let spread = spread(values) / mean;
        let is_steady = line.effect.size >= STEADY && change.abs() >= 0.02;
        if line.effect.p < 0.05 && (change.abs() >= 0.08 || is_steady) && change.abs() >= spread {
            if change > 0.0 { Self::Up } else { Self::Down }
        } else if !are_alike(values) || chance < DIFFERENT {
            // No straight line goes through a season, which says nothing of how far its spans lie apart.
            Self::Unclear
        } else if (line.effect.p > 0.1 && spread < 0.4 && change.abs() < 0.3) || (spread < 0.25 && change.abs() < 0.08) {
            Self::Level
        } else {
            Self::Unclear
        }
    }

    pub(super) const fn verb(self) -> &'static str {
        match self {
            Self::Up => "shows an increasing trend",
            Self::Down => "shows a decreasing trend",
            Self::Level | Self::Unclear => "remains stable",
        }
    }

    pub(super) const fn goes(self) -> bool {
        matches!(self, Self::Up | Self::Down)
    }
}

/// Whether the one farthest from nought is at most twice the nearest, all on the same side of it.
fn are_alike(values: &[f64]) -> bool {
    let is_one_side = values.iter().all(|value| *value >= 0.0) || values.iter().all(|value| *value <= 0.0);
    let sizes = || values.iter().map(|value| value.abs());
    is_one_side && sizes().fold(0.0, f64::max) <= TWICE * sizes().fold(f64::INFINITY, f64::min)
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn spread(values: &[f64]) -> f64 {
    let mean = mean(values);
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len().max(1) as f64).sqrt()
}

/// The one value far above all others, and how likely chance makes it among so many.
pub(super) fn spike(values: &[f64]) -> Option<(usize, f64)> {
    let (at, most) = values.iter().copied().enumerate().max_by(|one, other| one.1.total_cmp(&other.1))?;
    let others: Vec<f64> = values.iter().enumerate().filter(|(place, _)| *place != at).map(|(_, value)| *value).collect();
    let (usual, scatter) = (mean(&others), spread(&others).max(mean(&others).max(0.0).sqrt()));
    let p = (normal_tail((most - usual) / scatter.max(f64::EPSILON)) * values.len() as f64).min(1.0);
    let next = others.iter().copied().fold(0.0, f64::max);
    (values.len() >= 6 && next <= 0.75 * most && usual > 0.0 && most >= 1.7 * usual && p < 0.01).then_some((at, p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::stats::{Sums, fit_line, totals_tail};

    #[test]
    fn what_differs_beyond_chance_does_not_stay_as_it_is() {
        let year = [190.0, 386.0, 418.0, 412.0, 395.0, 371.0, 366.0, 380.0, 377.0, 352.0, 290.0, 180.0];
        let half = year.map(|count| 300.0 + count / 8.0);
        let even = [101.0, 96.0, 104.0, 99.0, 108.0, 93.0, 100.0, 102.0, 97.0, 105.0, 94.0, 103.0];
        let few = even.map(|count| (count - 90.0) / 2.0 + 1.0);
        let year_below = year.map(|count| 100.0 - count);
        let rows = |count: f64| Sums { count, sum: count, squares: count };
        for (values, chance, expected) in [
            (year, totals_tail(&year.map(rows)), Shape::Unclear),
            // Whatever the test says, more than twice as many are not the same.
            (year, 1.0, Shape::Unclear),
            (few, totals_tail(&few.map(rows)), Shape::Unclear),
            (year_below, 1.0, Shape::Unclear),
            // However near to each other they are, if it is not chance that parts them.
            (half, 1.0, Shape::Level),
            (half, 0.04, Shape::Unclear),
            (even, totals_tail(&even.map(rows)), Shape::Level),
            (even.map(|count| -count), 1.0, Shape::Level),
        ] {
            assert_eq!(Shape::of_line(&fit_line(&values).expect("a line"), &values, chance), expected, "{values:?} {chance}");
        }
    }

    #[test]
    fn lines_go_up_or_down_or_stay() {
        for (values, expected) in [
            (vec![10.0, 12.0, 15.0, 17.0, 20.0, 23.0], Shape::Up),
            (vec![23.0, 20.0, 17.0, 15.0, 12.0, 10.0], Shape::Down),
            (vec![20.0, 21.0, 19.0, 20.0, 21.0, 20.0], Shape::Level),
            (vec![20.0, 90.0, 5.0, 70.0, 10.0, 60.0], Shape::Unclear),
        ] {
            assert_eq!(Shape::of_line(&fit_line(&values).expect("a line"), &values, 0.5), expected, "{values:?}");
        }
        assert_eq!(spike(&[20.0, 22.0, 19.0, 80.0, 21.0, 20.0]).map(|(at, _)| at), Some(3));
        assert_eq!(spike(&[20.0, 22.0, 19.0, 27.0, 21.0, 20.0]), None);
    }
}
