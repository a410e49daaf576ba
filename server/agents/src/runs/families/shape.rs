//! Which way a line of values goes, and how its halves compare.

use super::super::{
    candidate::Candidate,
    stats::{Line, Sums},
    wording::decimal,
};
use domain::runs::{Claim, ClaimKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Up,
    Down,
    Level,
    /// It neither goes anywhere nor stays where it is.
    Unclear,
}

impl Shape {
    pub(super) fn of_line(line: &Line, values: &[f64]) -> Self {
        let mean = mean(values).abs().max(f64::EPSILON);
        let change = (line.end - line.start) / mean;
        let spread = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt() / mean;
        if line.effect.p < 0.05 && change.abs() >= 0.15 {
            if change > 0.0 { Self::Up } else { Self::Down }
        } else if spread < 0.25 && change.abs() < 0.15 {
            Self::Level
        } else {
            Self::Unclear
        }
    }
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The headline of a line: its later half against its earlier one.
pub(super) fn lead_with_ratio(one: &mut Candidate, sql: &str, before: Sums, after: Sums) {
    if before.mean() > 0.0 {
        let value = after.mean() / before.mean();
        let text = format!("The later half of the time has {} times the earlier half", decimal(value));
        one.claims.insert(0, Claim { text, kind: ClaimKind::Ratio, value, sql: sql.to_owned(), check: None });
    }
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
    }
}
