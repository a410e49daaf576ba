//! Whether the months of a year differ from each other in every year alike, which neither growth nor a single odd month makes.

use super::stats::Effect;
use statrs::distribution::{ContinuousCDF, FisherSnedecor};

/// Years with as many values each, in their order: whether the same places lie above or below the others in all of them. What goes up or
/// down evenly over the years is taken out first. Its size is the part of the variation within the years that the places explain.
pub(super) fn compare_years(years: &[Vec<f64>]) -> Effect {
    let level = level(years);
    let (r, c) = (level.len() as f64, level.first().map_or(0, Vec::len) as f64);
    let all: f64 = level.iter().flatten().map(|value| value.powi(2)).sum();
    let between = r * effects(&level).iter().map(|effect| effect.powi(2)).sum::<f64>();
    let scale: f64 = years.iter().flatten().map(|value| value.powi(2)).sum();
    if r < 2.0 || c < 2.0 || all <= 1e-9 * scale {
        return Effect::NONE;
    }
    let rest = (all - between).max(0.0);
    let p = if rest <= 1e-9 * all {
        0.0
    } else {
        let f = (between / (c - 1.0)) / (rest / ((c - 1.0) * (r - 1.0)));
        FisherSnedecor::new(c - 1.0, (c - 1.0) * (r - 1.0)).map_or(1.0, |distribution| distribution.sf(f))
    };
    Effect { size: (between / all).clamp(0.0, 1.0), p }
}

/// How far each place lies above or below the others, growth apart.
pub(super) fn place_effects(years: &[Vec<f64>]) -> Vec<f64> {
    effects(&level(years))
}

/// The years without what goes up or down evenly over them, and without what each of them has more than the others; nothing where they
/// are not as long as each other.
fn level(years: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let places = years.first().map_or(0, Vec::len);
    if years.iter().any(|year| year.len() != places) {
        return Vec::new();
    }
    let slope = slope(&years.iter().map(|year| mean(year)).collect::<Vec<_>>()) / places.max(1) as f64;
    let one = |year: &Vec<f64>| {
        let flat: Vec<f64> = year.iter().enumerate().map(|(at, value)| value - slope * at as f64).collect();
        let own = mean(&flat);
        flat.into_iter().map(|value| value - own).collect::<Vec<f64>>()
    };
    years.iter().map(one).collect()
}

/// The mean of each place.
fn effects(level: &[Vec<f64>]) -> Vec<f64> {
    let places = level.first().map_or(0, Vec::len);
    (0..places).map(|at| level.iter().map(|year| year[at]).sum::<f64>() / level.len() as f64).collect()
}

/// How likely chance alone makes values that follow each other differ by their place in a turn of so many of them, such as a year.
pub(super) fn season_chance(values: &[f64], turn: usize) -> f64 {
    let years: Vec<Vec<f64>> = values.rchunks_exact(turn).rev().map(<[f64]>::to_vec).collect();
    compare_years(&years).p
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Of the straight line through values that come one after the other.
fn slope(values: &[f64]) -> f64 {
    let (middle, usual) = ((values.len() as f64 - 1.0) / 2.0, mean(values));
    let places = || values.iter().enumerate().map(|(at, value)| (at as f64 - middle, value - usual));
    let squares: f64 = places().map(|(place, _)| place * place).sum();
    if squares > 0.0 { places().map(|(place, value)| place * value).sum::<f64>() / squares } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some noise that is the same in every run.
    fn noise(number: usize) -> f64 {
        ((number * number * 53 + number * 17 + 5) % 97) as f64 / 48.0 - 1.0
    }

    fn years(count: usize, value: impl Fn(usize, usize) -> f64) -> Vec<Vec<f64>> {
        (0..count).map(|year| (0..12).map(|month| value(year, month) + 4.0 * noise(year * 12 + month)).collect()).collect()
    }

    #[test]
    fn months_differ_only_where_they_do_in_every_year() {
        let wave = |month: usize| 20.0 * ((month as f64 - 6.0) / 6.0 * std::f64::consts::PI).cos();
        for (name, values, expected) in [
            ("a season", years(2, |_, month| 100.0 + wave(month)), true),
            ("a season in growth", years(3, |year, month| 100.0 + 5.0 * (year * 12 + month) as f64 + wave(month)), true),
            ("one month of its own", years(3, |_, month| if month == 11 { 160.0 } else { 100.0 }), true),
            ("no season", years(4, |_, _| 100.0), false),
            ("growth alone", years(3, |year, month| 100.0 + 5.0 * (year * 12 + month) as f64), false),
            ("one odd month", years(3, |year, month| if (year, month) == (1, 4) { 400.0 } else { 100.0 }), false),
            ("another season each year", years(2, |year, month| 100.0 + wave((month + year * 6) % 12)), false),
        ] {
            let effect = compare_years(&values);
            assert_eq!(effect.p < 0.01, expected, "{name}: {effect:?}");
            // The values before the first whole year are left out.
            let line: Vec<f64> = [9.0, 5.0].into_iter().chain(values.concat()).collect();
            assert!((season_chance(&line, 12) - effect.p).abs() < 1e-12, "{name}");
        }
    }

    #[test]
    fn without_two_whole_years_nothing_is_said() {
        let flat = vec![vec![5.0; 12]; 3];
        let uneven = vec![vec![1.0; 12], vec![1.0; 11]];
        for years in [vec![], vec![vec![1.0; 12]], flat, uneven] {
            assert_eq!(compare_years(&years), Effect::NONE);
        }
        assert!(season_chance(&[1.0, 2.0, 3.0], 12) > 0.9);
        // By hand, without growth: between 4 and a rest of 0.04, each with one degree of freedom.
        let years = [vec![0.0, 2.2], vec![0.2, 2.0]];
        let effect = compare_years(&years);
        assert!((effect.size - 4.0 / 4.04).abs() < 1e-6, "{effect:?}");
        assert_eq!(place_effects(&years).iter().map(|effect| effect.round()).collect::<Vec<_>>(), [-1.0, 1.0]);
        assert_eq!(place_effects(&[vec![1.0, 2.0], vec![3.0, 4.0]]), [0.0, 0.0], "it only grows");
    }
}
