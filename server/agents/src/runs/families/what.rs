//! What is followed over time, and how it is read from a span.

use super::{prelude::*, timeline::Point};

/// What is followed over time: how many rows, or a figure by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Count,
    Mean(usize),
    Total(usize),
}

impl What {
    pub(super) fn read(self, point: &Point) -> f64 {
        match self {
            Self::Count => point.count,
            Self::Mean(at) => point.figures[at].mean(),
            Self::Total(at) => point.figures[at].sum,
        }
    }

    pub(super) fn rows(self, point: &Point) -> f64 {
        match self {
            Self::Count => point.count,
            Self::Mean(at) | Self::Total(at) => point.figures[at].count,
        }
    }

    /// How likely chance alone makes the spans differ as they do.
    pub(super) fn chance(self, points: &[&Point]) -> f64 {
        let sums = points.iter().map(|point| match self {
            Self::Count => Sums { count: point.count, sum: point.count, squares: point.count },
            Self::Mean(at) | Self::Total(at) => point.figures[at],
        });
        let sums: Vec<Sums> = sums.collect();
        if matches!(self, Self::Mean(_)) { compare_means(&sums).p } else { totals_tail(&sums) }
    }

    /// Over all rows for which a condition holds.
    pub(super) fn sql(self, figure: Option<&Figure>, condition: Option<&str>) -> String {
        let name = if matches!(self, Self::Mean(_)) { "AVG" } else { "SUM" };
        let what = figure.map_or("1.0", |figure| figure.expression.as_str());
        match (self, condition) {
            (Self::Count, None) => "COUNT(*)".to_owned(),
            (_, None) => format!("{name}({what})"),
            (_, Some(condition)) => format!("{name}(CASE WHEN {condition} THEN {what} END)"),
        }
    }
}
