//! How much a difference is worth and how likely chance makes it, from sums that a query gives.

use statrs::distribution::{ChiSquared, ContinuousCDF, DiscreteCDF, FisherSnedecor, Normal, Poisson, StudentsT};

/// How strong something is (0 to 1, the field's usual measure for its kind) and how likely chance alone would make it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effect {
    pub size: f64,
    pub p: f64,
}

impl Effect {
    /// Nothing that could be measured.
    pub(super) const NONE: Self = Self { size: 0.0, p: 1.0 };
}

impl Default for Effect {
    fn default() -> Self {
        Self::NONE
    }
}

/// A group of values: how many, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub count: f64,
    pub sum: f64,
    pub squares: f64,
}

impl Sums {
    pub(super) fn mean(&self) -> f64 {
        if self.count > 0.0 { self.sum / self.count } else { 0.0 }
    }

    /// Of the sample.
    pub(super) fn variance(&self) -> f64 {
        if self.count < 2.0 {
            return 0.0;
        }
        ((self.squares - self.sum * self.sum / self.count) / (self.count - 1.0)).max(0.0)
    }

    /// All of them are the same.
    pub(super) fn is_set(&self) -> bool {
        self.variance() <= 1e-9 * self.mean().powi(2)
    }

    pub(super) fn add(self, other: Self) -> Self {
        Self { count: self.count + other.count, sum: self.sum + other.sum, squares: self.squares + other.squares }
    }
}

/// Whether means differ between groups: analysis of variance, with eta squared as its size.
pub(super) fn compare_means(groups: &[Sums]) -> Effect {
    let groups: Vec<&Sums> = groups.iter().filter(|group| group.count > 0.0).collect();
    let all = groups.iter().fold(Sums::default(), |all, group| all.add(**group));
    let (k, n) = (groups.len() as f64, all.count);
    if groups.len() < 2 || n <= k {
        return Effect::NONE;
    }
    let between: f64 = groups.iter().map(|group| group.count * (group.mean() - all.mean()).powi(2)).sum();
    let within: f64 = groups.iter().map(|group| group.variance() * (group.count - 1.0)).sum();
    let whole = between + within;
    if whole <= f64::EPSILON * all.squares.abs() {
        return Effect::NONE;
    }
    let p = if within <= 0.0 {
        0.0
    } else {
        let f = (between / (k - 1.0)) / (within / (n - k));
        FisherSnedecor::new(k - 1.0, n - k).map_or(1.0, |distribution| distribution.sf(f))
    };
    Effect { size: (between / whole).clamp(0.0, 1.0), p }
}

/// Whether two ways of dividing rows have to do with each other: chi squared, with Cramér's V as its size.
pub(super) fn compare_counts(table: &[Vec<f64>]) -> Effect {
    let columns = table.iter().map(Vec::len).max().unwrap_or_default();
    let rows: Vec<f64> = table.iter().map(|row| row.iter().sum()).collect();
    let sums: Vec<f64> = (0..columns).map(|at| table.iter().filter_map(|row| row.get(at)).sum()).collect();
    let total: f64 = rows.iter().sum();
    let (r, c) = (rows.iter().filter(|sum| **sum > 0.0).count(), sums.iter().filter(|sum| **sum > 0.0).count());
    if r < 2 || c < 2 || total <= 0.0 {
        return Effect::NONE;
    }
    let cell = |row: usize, column: usize| table[row].get(column).copied().unwrap_or_default();
    let cells = (0..rows.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let chi: f64 = cells
        .filter(|(row, column)| rows[*row] > 0.0 && sums[*column] > 0.0)
        .map(|(row, column)| {
            let expected = rows[row] * sums[column] / total;
            (cell(row, column) - expected).powi(2) / expected
        })
        .sum();
    let freedom = ((r - 1) * (c - 1)) as f64;
    let least = (r.min(c) - 1) as f64;
    let p = ChiSquared::new(freedom).map_or(1.0, |distribution| distribution.sf(chi));
    Effect { size: (chi / (total * least)).sqrt().clamp(0.0, 1.0), p }
}

/// Whether counts differ from an even spread; its size is how far the greatest share lies from it (0 even, 1 all in one).
pub(super) fn compare_with_even(counts: &[f64]) -> Effect {
    let total: f64 = counts.iter().sum();
    let k = counts.len() as f64;
    if counts.len() < 2 || total <= 0.0 {
        return Effect::NONE;
    }
    let expected = total / k;
    let chi: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
    let p = ChiSquared::new(k - 1.0).map_or(1.0, |distribution| distribution.sf(chi));
    let greatest = counts.iter().copied().fold(0.0, f64::max) / total;
    Effect { size: ((greatest - 1.0 / k) / (1.0 - 1.0 / k)).clamp(0.0, 1.0), p }
}

/// Of the least count, what the greatest of an even spread comes to at most.
const EVEN: f64 = 1.5;
/// How far counts lie from an even spread all in all (Cohen's w), from which somebody would see it.
const SEEN: f64 = 0.1;

/// Whether counts are about the same, all of them: none lies far above another, and it is chance that parts them, or next to nothing.
pub(super) fn is_even(counts: &[f64]) -> bool {
    let (least, most) = (counts.iter().copied().fold(f64::INFINITY, f64::min), counts.iter().copied().fold(0.0, f64::max));
    let (k, total) = (counts.len() as f64, counts.iter().sum::<f64>());
    let apart = (counts.iter().map(|count| (count * k / total - 1.0).powi(2)).sum::<f64>() / k).sqrt();
    let is_unseen = counts.len() > 2 && apart < SEEN;
    total > 0.0 && most <= EVEN * least && (is_unseen || compare_with_even(counts).p > 0.05)
}

/// How likely chance makes totals differ as they do: how many rows come to each, and what each row adds. A row may add one.
pub(super) fn totals_tail(groups: &[Sums]) -> f64 {
    let all = groups.iter().fold(Sums::default(), |all, group| all.add(*group));
    let k = groups.len() as f64;
    if groups.len() < 2 || all.squares <= 0.0 {
        return 1.0;
    }
    // Of rows that come by chance, the variance of a total is the sum of their squares.
    let chi = groups.iter().map(|group| (group.sum - all.sum / k).powi(2)).sum::<f64>() * k / all.squares;
    ChiSquared::new(k - 1.0).map_or(1.0, |distribution| distribution.sf(chi))
}

/// A line through values that come one after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// By step.
    pub slope: f64,
    pub start: f64,
    pub end: f64,
    /// The share of the variation that it explains, as size.
    pub effect: Effect,
}

pub(super) fn fit_line(values: &[f64]) -> Option<Line> {
    let places: Vec<f64> = (0..values.len()).map(|at| at as f64).collect();
    let n = values.len() as f64;
    if values.len() < 4 {
        return None;
    }
    let (mean_x, mean_y) = (places.iter().sum::<f64>() / n, values.iter().sum::<f64>() / n);
    let products: f64 = places.iter().zip(values).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let squares_x: f64 = places.iter().map(|x| (x - mean_x).powi(2)).sum();
    let squares_y: f64 = values.iter().map(|y| (y - mean_y).powi(2)).sum();
    let slope = products / squares_x;
    let effect = if squares_y <= f64::EPSILON * mean_y.abs().max(1.0) {
        Effect::NONE
    } else {
        correlation_effect(products / (squares_x * squares_y).sqrt(), n)
    };
    let start = mean_y - slope * mean_x;
    Some(Line { slope, start, end: start + slope * (n - 1.0), effect: Effect { size: effect.size.powi(2), p: effect.p } })
}

/// Of a correlation `r` over `n` pairs; its size is |r|.
pub(super) fn correlation_effect(r: f64, n: f64) -> Effect {
    if n < 4.0 || !r.is_finite() {
        return Effect::NONE;
    }
    let r = r.clamp(-1.0, 1.0);
    let rest = 1.0 - r * r;
    if rest <= f64::EPSILON {
        return Effect { size: 1.0, p: 0.0 };
    }
    let t = r * ((n - 2.0) / rest).sqrt();
    let p = StudentsT::new(0.0, 1.0, n - 2.0).map_or(1.0, |distribution| 2.0 * distribution.sf(t.abs()));
    Effect { size: r.abs(), p }
}

/// How likely chance makes something so many standard deviations above its mean.
pub(super) fn normal_tail(z: f64) -> f64 {
    Normal::new(0.0, 1.0).map_or(1.0, |distribution| distribution.sf(z))
}

/// How likely chance makes as many or more where so many are expected.
pub(super) fn count_tail(count: f64, expected: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of rows")]
    let below = (count.round() as u64).checked_sub(1);
    below.map_or(1.0, |below| Poisson::new(expected).map_or(1.0, |distribution| distribution.sf(below)))
}

/// Which of several findings may be reported so that at most this share of them is chance (Benjamini and Hochberg).
pub(super) fn discoveries(ps: &[f64], rate: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|one, other| ps[*one].total_cmp(&ps[*other]));
    let m = ps.len() as f64;
    let last = order.iter().enumerate().rfind(|(rank, at)| ps[**at] <= rate * (*rank as f64 + 1.0) / m).map(|(rank, _)| rank);
    let mut kept = vec![false; ps.len()];
    if let Some(last) = last {
        order[..=last].iter().for_each(|at| kept[*at] = true);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(values: &[f64]) -> Sums {
        let all = values.iter().map(|value| Sums { count: 1.0, sum: *value, squares: value * value });
        all.fold(Sums::default(), Sums::add)
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
    }

    #[test]
    fn means_of_groups_are_compared_by_their_variance() {
        // By hand: between 54, within 6, so F = 54 / 1 with 1 and 4 degrees of freedom.
        let groups = [sums(&[4.0, 5.0, 6.0]), sums(&[10.0, 11.0, 12.0])];
        let effect = compare_means(&groups);
        near(effect.size, 54.0 / 58.0);
        near(effect.p, 0.0018);
        assert_eq!(compare_means(&groups[..1]), Effect::NONE);
        assert_eq!(compare_means(&[sums(&[3.0, 3.0]), sums(&[3.0])]), Effect::NONE, "nothing varies");
        assert_eq!(compare_means(&[sums(&[1.0, 1.0]), sums(&[2.0, 2.0])]).p, 0.0, "nothing varies within");
    }

    #[test]
    fn counts_are_compared_by_chi_squared() {
        // Of sixty rows in two by two: chi squared is 15.43.
        let effect = compare_counts(&[vec![20.0, 10.0], vec![5.0, 25.0]]);
        near(effect.size, (15.428_571 / 60.0_f64).sqrt());
        assert!(effect.p < 0.001);
        near(compare_counts(&[vec![10.0, 20.0], vec![20.0, 40.0]]).size, 0.0);
        assert_eq!(compare_counts(&[vec![10.0, 20.0]]), Effect::NONE);
        for (counts, expected) in [(vec![25.0; 4], 0.0), (vec![100.0, 0.0], 1.0), (vec![70.0, 10.0, 10.0, 10.0], 0.6)] {
            near(compare_with_even(&counts).size, expected);
        }
        near(count_tail(3.0, 1.0), 0.0803);
        // Of counts it is the test of an even spread: chi squared is 10 with 3 degrees of freedom.
        let rows = |count: f64| Sums { count, sum: count, squares: count };
        near(totals_tail(&[20.0, 30.0, 10.0, 20.0].map(rows)), compare_with_even(&[20.0, 30.0, 10.0, 20.0]).p);
        near(totals_tail(&[rows(20.0); 4]), 1.0);
        // Of a few large rows the same totals are less sure.
        let large = |sum: f64| Sums { count: sum / 10.0, sum, squares: sum * 10.0 };
        assert!(totals_tail(&[20.0, 30.0, 10.0, 20.0].map(large)) > 0.5);
        near(totals_tail(&[rows(20.0)]), 1.0);
        near(normal_tail(1.96), 0.025);
    }

    #[test]
    fn counts_are_even_only_where_all_of_them_are() {
        for (counts, expected) in [
            (vec![100.0; 4], true),
            (vec![101.0, 96.0, 104.0, 99.0], true),
            // Chance does not part so many, but nobody would see it.
            (vec![10_300.0, 9_700.0, 10_000.0], true),
            // The greatest lies near the others, the least far below them.
            (vec![105.0, 104.0, 103.0, 102.0, 101.0, 12.0], false),
            (vec![1_050.0, 1_040.0, 1_030.0, 1_020.0, 1_010.0, 620.0], false),
            // Too few to tell chance from it, and yet not the same.
            (vec![7.0, 6.0, 4.0, 3.0], false),
            (vec![6.0, 5.0, 5.0, 4.0], true),
            // Several above, several below.
            (vec![1_200.0, 1_200.0, 1_200.0, 900.0, 900.0, 900.0], false),
            // Of two parts the half is only what chance makes of it.
            (vec![505.0, 495.0], true),
            (vec![5_300.0, 4_700.0], false),
            (vec![5.0, 0.0], false),
            (vec![0.0, 0.0], false),
            (vec![], false),
        ] {
            assert_eq!(is_even(&counts), expected, "{counts:?}");
        }
    }

    #[test]
    fn a_line_is_fitted_and_judged() {
        let line = fit_line(&[2.0, 4.0, 6.0, 8.0, 10.0]).expect("a line");
        near(line.slope, 2.0);
        near(line.start, 2.0);
        near(line.end, 10.0);
        near(line.effect.size, 1.0);
        assert!(fit_line(&[1.0, 2.0, 3.0]).is_none(), "too few to say");
        assert!(fit_line(&[5.0, 5.0, 5.0, 5.0]).expect("a line").effect.p > 0.9);
        near(correlation_effect(0.5, 30.0).p, 0.0049);
    }

    #[test]
    fn chance_findings_are_held_back() {
        assert_eq!(discoveries(&[0.01, 0.04, 0.03, 0.5], 0.05), [true, false, false, false]);
        assert_eq!(discoveries(&[0.01, 0.02, 0.03, 0.5], 0.05), [true, true, true, false]);
        assert!(discoveries(&[], 0.05).is_empty());
    }
}
