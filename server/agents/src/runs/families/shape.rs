//! Which way a line of values goes, and how its halves compare.

use super::super::stats::{Line, normal_tail};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Up,
    Down,
    Level,
    /// It neither goes anywhere nor stays where it is.
    Unclear,
}

/// Part of the ups and downs that a line explains, from which the slightest one is seen.
const STEADY: f64 = 0.7;

impl Shape {
    pub(super) fn of_line(line: &Line, values: &[f64]) -> Self {
        let mean = mean(values).abs().max(f64::EPSILON);
        let change = (line.end - line.start) / mean;
        let spread = spread(values) / mean;
        let is_steady = line.effect.size >= STEADY && change.abs() >= 0.02;
        if line.effect.p < 0.05 && (change.abs() >= 0.08 || is_steady) && change.abs() >= spread {
            if change > 0.0 { Self::Up } else { Self::Down }
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
    use crate::runs::stats::fit_line;

    #[test]
    fn lines_go_up_or_down_or_stay() {
        for (values, expected) in [
            (vec![10.0, 12.0, 15.0, 17.0, 20.0, 23.0], Shape::Up),
            (vec![23.0, 20.0, 17.0, 15.0, 12.0, 10.0], Shape::Down),
            (vec![20.0, 21.0, 19.0, 20.0, 21.0, 20.0], Shape::Level),
            (vec![20.0, 90.0, 5.0, 70.0, 10.0, 60.0], Shape::Unclear),
        ] {
            assert_eq!(Shape::of_line(&fit_line(&values).expect("a line"), &values), expected, "{values:?}");
        }
        assert_eq!(spike(&[20.0, 22.0, 19.0, 80.0, 21.0, 20.0]).map(|(at, _)| at), Some(3));
        assert_eq!(spike(&[20.0, 22.0, 19.0, 27.0, 21.0, 20.0]), None);
    }
}
