//! What is told of weekdays or months that differ beyond chance: which are highest and lowest, and by how much.

use super::{Cycle, Place, Point, Turns, What};
use crate::runs::families::prelude::*;

/// Weekdays or months that are compared.
const LEAST_PLACES: usize = 4;
/// Of an even share or the usual value, what a reader would call a peak.
const PEAK: f64 = 1.25;
/// From the lowest to the highest as a part of the usual value, below which nobody would plan for it.
const SEEN: f64 = 0.15;
/// How unlikely chance must make it.
const SURE: f64 = 0.01;
/// Figures of one table that are told of, beside the number of its rows.
const MOST_FIGURES: usize = 2;
/// Of its rows, those with a duration: of what began lately only what was quick has ended.
const ENDED: f64 = 0.8;

/// The highest and the lowest with their values.
pub(super) struct Edges<'p> {
    pub top: &'p Place,
    pub low: &'p Place,
    pub most: f64,
    pub least: f64,
    /// The value of all rows, or of a weekday or month on average.
    pub usual: f64,
    /// The highest lies above its year in each of them.
    pub is_steady: bool,
}

impl Turns<'_> {
    pub(super) fn findings(&self, rows: &[Vec<Value>]) -> Vec<Candidate> {
        let (places, figures) = (self.places(rows), &self.times.subject.figures);
        let counts: Vec<f64> = places.iter().map(|place| place.point.count).collect();
        let usual = counts.iter().sum::<f64>() / counts.len().max(1) as f64;
        let scatter = counts.iter().map(|count| (count - usual).abs()).fold(0.0, f64::max) / usual.max(1.0);
        let counted = self.finding(rows, &places, What::Count);
        // More rows come to more.
        let adds = scatter > 0.1 && counted.as_ref().is_none_or(|one| one.is_only_tested);
        let known = figures.iter().enumerate().filter(|(_, figure)| figure.kind != FigureKind::Rate { is_open: true });
        let whats = known.flat_map(|(at, figure)| {
            let total = (adds && figure.adds_up).then_some(What::Total(at));
            [Some(What::Mean(at)), total].into_iter().flatten()
        });
        let mut found: Vec<Candidate> = whats.filter_map(|what| self.finding(rows, &places, what)).collect();
        let strength = |one: &Candidate| if one.is_only_tested { -1.0 } else { one.effect.size };
        found.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
        found.iter_mut().skip(MOST_FIGURES).for_each(|one| one.is_only_tested = true);
        counted.into_iter().chain(found).map(|one| Candidate { asked: vec![self.id()], ..one }).collect()
    }

    fn finding(&self, rows: &[Vec<Value>], places: &[Place], what: What) -> Option<Candidate> {
        let least = if self.times.figure(what).is_some_and(Figure::is_duration) { ENDED } else { 0.0 };
        let says = |place: &&Place| what.rows(&place.point) >= f64::max(1.0, least * place.point.count);
        let known: Vec<&Place> = places.iter().filter(says).collect();
        if known.len() < LEAST_PLACES {
            return None;
        }
        let points: Vec<&Point> = known.iter().map(|place| &place.point).collect();
        let months = if self.cycle == Cycle::Year { self.months(rows, what) } else { Vec::new() };
        let years = if self.cycle == Cycle::Year { self.years(&months, what)? } else { Vec::new() };
        let effect = self.test(what, &points, &months, &years);
        let edges = self.edges(what, &known, &years)?;
        // It is so apart from growth, which lifts the end of every year.
        let effects = place_effects(&years);
        let effect_of = |place: &Place| self.since_begin(place).and_then(|at| effects.get(at)).copied();
        let is_it = effect_of(edges.top).is_none_or(|top| top > 0.0) && effect_of(edges.low).is_none_or(|low| low < 0.0);
        let is_seen = is_it && edges.most - edges.least >= SEEN * edges.usual.abs();
        if effect.p > SURE || !is_seen {
            return Some(Candidate::only_tested(Statement::Trend, effect));
        }
        Some(self.candidate(what, &known, &edges, effect))
    }

    /// The test by which a line is called stable; months have to differ in every year besides.
    fn test(&self, what: What, points: &[&Point], months: &[Point], years: &[Vec<f64>]) -> Effect {
        if self.cycle == Cycle::Week {
            return Effect { size: 0.0, p: what.chance(points) };
        }
        let (spans, effect): (Vec<&Point>, Effect) = (months.iter().collect(), compare_years(years));
        let by_day = self.by_day(years, what).map_or(0.0, |years| compare_years(&years).p);
        // With one row in each month there is nothing within a month to compare with.
        let is_single = spans.iter().all(|span| what.rows(span) <= 1.0);
        let chance = if is_single { 0.0 } else { what.chance(&spans) };
        Effect { p: effect.p.max(by_day).max(chance), ..effect }
    }

    fn edges<'p>(&self, what: What, known: &[&'p Place], years: &[Vec<f64>]) -> Option<Edges<'p>> {
        let by_value = |one: &&&'p Place, other: &&&'p Place| what.read(&one.point).total_cmp(&what.read(&other.point));
        let (top, low) = (*known.iter().rev().max_by(by_value)?, *known.iter().min_by(by_value)?);
        let usual = match what {
            What::Mean(at) => known.iter().fold(Sums::default(), |all, place| all.add(place.point.figures[at])).mean(),
            What::Count | What::Total(_) => known.iter().map(|place| what.read(&place.point)).sum::<f64>() / known.len() as f64,
        };
        let at = self.since_begin(top)?;
        let is_above = |year: &Vec<f64>| year.get(at).is_some_and(|value| value * year.len() as f64 > year.iter().sum::<f64>());
        let (most, least) = (what.read(&top.point), what.read(&low.point));
        Some(Edges { top, low, most, least, usual, is_steady: years.iter().all(is_above) })
    }

    fn name(&self, called: &str, edges: &Edges<'_>) -> String {
        let (top, low, at) = (edges.top.name, edges.low.name, self.cycle.at());
        let is_peak = edges.usual > 0.0 && edges.most >= PEAK * edges.usual && edges.is_steady;
        match self.cycle {
            Cycle::Week if is_peak => format!("The {called} is significantly higher on {top} and lowest on {low}"),
            Cycle::Year if is_peak => format!("The {called} peaks every year in {top} and is lowest in {low}"),
            cycle => format!("The {called} differs by {}, highest {at} {top} and lowest {at} {low}", cycle.name()),
        }
    }

    fn candidate(&self, what: What, known: &[&Place], edges: &Edges<'_>, effect: Effect) -> Candidate {
        let (subject, column, figure) = (self.times.subject, self.times.column, self.times.figure(what));
        let called = self.times.called(what, &subject.noun);
        let measure = match what {
            What::Count => "",
            What::Mean(_) => "_mean",
            What::Total(_) => "_total",
        };
        let mut columns: Vec<&str> = figure.into_iter().flat_map(|figure| figure.columns.iter().map(String::as_str)).collect();
        if !columns.contains(&column.name.as_str()) {
            columns.push(&column.name);
        }
        let id = subject.id(&format!("{}{measure}", self.cycle.name()), &columns);
        let mut one = Candidate::new(Statement::Trend, id, &columns, self.name(&called, edges));
        if let Some(figure) = figure {
            one.about(figure);
        }
        self.claim(&mut one, what, known.len(), edges);
        self.challenge(&mut one, what, edges);
        self.describe(&mut one, what, known, edges);
        let far = (edges.most - edges.usual).max(edges.usual - edges.least) / edges.usual.abs().max(f64::EPSILON);
        let rows: f64 = known.iter().map(|place| what.rows(&place.point)).sum();
        let effect = Effect { size: far.min(1.0) * 0.6, ..effect };
        one.weigh(what.rows(&edges.top.point), effect, rows / subject.table.rows.max(1) as f64);
        one
    }
}
