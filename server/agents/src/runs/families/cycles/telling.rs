//! The numbers and sentences of weekdays or months that differ, each number with its query.

use super::{super::shares::counted, Cycle, Edges, Place, Turns, What};
use crate::runs::families::prelude::*;
use jiff::Span;

/// Whose numbers are listed.
const MOST_LISTED: usize = 5;

impl Turns<'_> {
    /// The rows of all whole turns.
    fn select_from(&self) -> String {
        format!("FROM {} WHERE {}", self.times.subject.table.reference, self.within(self.window.begin))
    }

    fn called(&self, what: What) -> String {
        self.times.called(what, &self.times.subject.noun)
    }

    pub(super) fn claim(&self, one: &mut Candidate, what: What, places: usize, edges: &Edges<'_>) {
        let (noun, figure, from, at) = (&self.times.subject.noun, self.times.figure(what), self.select_from(), self.cycle.at());
        let (top, low, most, least) = (edges.top, edges.low, edges.most, edges.least);
        if what == What::Count {
            let part = most / (edges.usual * places as f64);
            let sql = format!("SELECT 100.0 * {} / COUNT(*) {from}", count_if(&top.condition));
            one.claim(ClaimKind::Share, format!("{} of {noun} are {at} {}", percent(part), top.name), part * 100.0, sql);
        }
        let kind = match (what, figure) {
            (What::Total(_), _) => ClaimKind::Sum,
            (_, Some(figure)) => figure.claim(),
            (_, None) => ClaimKind::Count,
        };
        // Of nothing there is nothing to be found again.
        for (place, value) in [(top, most), (low, least)].into_iter().filter(|(_, value)| *value != 0.0) {
            let text = match what {
                What::Count => format!("{} {noun} are {at} {}", decimal(value), place.name),
                _ => format!("The {} {at} {} is {}", self.called(what), place.name, self.times.render(what, value)),
            };
            let sql = format!("SELECT {} {from} AND {}", what.sql(figure, None), place.condition);
            one.claim(kind, text, value, sql);
        }
        let [high, other] = [top, low].map(|place| what.sql(figure, Some(&place.condition)));
        if least > 0.0 {
            let ratio = most / least;
            let text = format!("{at} {} it is {} times as much as {at} {}", top.name, decimal(ratio), low.name);
            one.claim(ClaimKind::Ratio, capitalised(&text), ratio, format!("SELECT {high} / NULLIF({other}, 0) {from}"));
        } else if least < 0.0 {
            let text = format!("They differ by {}", self.times.render(what, most - least));
            one.claim(ClaimKind::Difference, text, most - least, format!("SELECT {high} - {other} {from}"));
        }
    }

    /// The later half of all weeks, and the last of all years.
    pub(super) fn challenge(&self, one: &mut Candidate, what: What, edges: &Edges<'_>) {
        let (when, question, objection) = match self.cycle {
            Cycle::Week => (
                later_half(self.times.subject),
                "Is it so in the later half of the time too?",
                "in the later half of the time it is the other way round",
            ),
            Cycle::Year => (
                self.window.end.checked_sub(Span::new().years(1)).ok().map(|begin| self.within(begin)),
                "Is it so in the last year too?",
                "in the last year it is the other way round",
            ),
        };
        let value = |place: &Place| {
            let sql = what.sql(self.times.figure(what), Some(&place.condition));
            if matches!(what, What::Mean(_)) { sql } else { format!("COALESCE({sql}, 0)") }
        };
        if let Some(when) = when {
            let sql = format!("SELECT {} - {} {} AND {when}", value(edges.top), value(edges.low), self.select_from());
            one.challenge(question, sql, Holds::AtLeast(0.0), objection);
        }
    }

    pub(super) fn describe(&self, one: &mut Candidate, what: What, known: &[&Place], edges: &Edges<'_>) {
        let (noun, called, at) = (&self.times.subject.noun, self.called(what), self.cycle.at());
        let (top, low, most, least) = (edges.top.name, edges.low.name, edges.most, edges.least);
        let (total, places) = (edges.usual * known.len() as f64, known.len() as f64);
        let write = |value: f64| self.times.render(what, value);
        let turns = format!("{} whole {}s", self.window.count, self.cycle.turn());
        let ratio = decimal((most / least * 10.0).round() / 10.0);
        one.description = if what == What::Count {
            format!(
                "Of {} {noun} over {turns}, {top} {} {} ({}), {ratio} times as many as {low} with {} ({}); an even share would be {}.",
                decimal(total),
                self.cycle.have(),
                decimal(most),
                percent(most / total),
                decimal(least),
                percent(least / total),
                percent(1.0 / places)
            )
        } else {
            let than = if least > 0.0 { format!("{ratio} times the") } else { "against".to_owned() };
            let (most, least, usual) = (write(most), write(least), write(edges.usual));
            format!("Over {turns}, the {called} is {most} {at} {top}, {than} {least} {at} {low}; on average it is {usual}.")
        };
        let mut ordered: Vec<&Place> = known.to_vec();
        ordered.sort_by(|one, other| what.read(&other.point).total_cmp(&what.read(&one.point)));
        let number_of = |place: &&Place| match what {
            What::Count => counted(place.name, place.point.count, total),
            _ => format!("{}: {}", place.name, write(what.read(&place.point))),
        };
        one.indicators = ordered.iter().take(MOST_LISTED).map(number_of).collect();
        // A share as a part of one, beside its percentage in the text.
        let (name, part) = match what {
            What::Count => ("count", 1.0),
            What::Total(_) => ("total", 1.0),
            What::Mean(_) if one.is_rate => ("rate", 0.01),
            What::Mean(_) => ("mean", 1.0),
        };
        for (place, value) in [(top, most), (low, least)] {
            one.metric(&format!("{name}_{}", slug(place)), value * part);
        }
        let overall = if what == What::Count { total } else { edges.usual * part };
        one.metric("overall", overall);
        let label = if what == What::Count { noun } else { &called };
        one.chart = bars(label, known.iter().map(|place| (place.name.to_owned(), what.read(&place.point))));
    }
}
