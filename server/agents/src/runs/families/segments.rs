//! Which part of the rows has more of a figure: averages, rates and totals by segment.

use super::{prelude::*, shares::finding};

/// Groups with fewer values say little about an average.
const LEAST: f64 = 8.0;
/// Part of the variation below which nobody would see a difference.
const UNSEEN: f64 = 0.01;
/// Groups whose numbers are listed.
const MOST_SHOWN: usize = 9;
/// Of the way from the lowest to the highest, the step to the next from which one is unlike all others.
const CLEAR: f64 = 0.3;
/// Part of the variation from which one follows from the other.
const MADE: f64 = 0.9;

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for subject in &scope.tables {
        for column in &subject.segments {
            let split = Split::new(scope, subject, Statement::Segment, column);
            for at in 0..subject.figures.len() {
                found.extend([means(&split, at), finding(&split, Some(at))].into_iter().flatten());
            }
        }
    }
    found
}

/// A group with what its figure comes to.
type Known<'g> = (&'g Group, Sums);

pub(super) fn means(split: &Split<'_>, at: usize) -> Option<Candidate> {
    let figure = &split.subject.figures[at];
    let mut known: Vec<Known<'_>> =
        split.groups.iter().map(|group| (group, group.figures[at])).filter(|(_, sums)| sums.count >= LEAST).collect();
    known.sort_by(|one, other| other.1.mean().total_cmp(&one.1.mean()));
    let (Some((top, most)), Some((bottom, least))) = (known.first(), known.last()) else { return None };
    if known.len() < 2 || figure.columns.contains(&split.column.name) {
        return None;
    }
    let all = known.iter().fold(Sums::default(), |all, (_, sums)| all.add(*sums));
    let effect = compare_means(&known.iter().map(|(_, sums)| *sums).collect::<Vec<_>>());
    let difference = most.mean() - least.mean();
    // Of many groups some differ anyhow.
    let (k, n) = (known.len() as f64, all.count);
    let effect = Effect { size: (1.0 - (1.0 - effect.size) * (n - 1.0) / (n - k).max(1.0)).max(0.0), ..effect };
    let sure = if split.kind == Statement::Entity { 0.005 } else { 0.05 };
    let is_small = difference <= 0.1 * all.mean().abs();
    let is_level = effect.size < UNSEEN * 2.0 && all.count >= 50.0 && (effect.p > 0.1 || (is_small && effect.size < UNSEEN));
    // A state by which it is settled whether something is so.
    if figure.is_rate() && effect.size > MADE {
        return None;
    }
    // What all of a kind have alike was set so: a thing's price in a list is no news of its sales.
    if difference > 0.0 && known.iter().all(|(_, sums)| sums.is_set()) {
        return None;
    }
    if !is_level && effect.p > sure {
        return Some(Candidate::only_tested(split.kind, effect));
    }
    let called = figure.mean_label();
    let of = figure.mean_of(&split.subject.noun);
    let level = || format!("There is no significant difference in the {of} across {}", split.many());
    let name = if is_level { level() } else { headline(split, figure, &known) };
    let mut one = split.candidate("mean", &figure.columns, name);
    one.about(figure);
    let (e, from) = (&figure.expression, &split.from);
    let (is_top, is_bottom) = (split.condition(top), split.condition(bottom));
    for (group, sums, condition) in [(top, most, &is_top), (bottom, least, &is_bottom)] {
        let text = format!("The {called} for {} is {}", split.one(group), figure.shown(sums.mean()));
        one.claim(figure.claim(), text, sums.mean(), format!("SELECT AVG({e}) FROM {from} WHERE {condition}"));
    }
    let apart = |more: &str| {
        format!("SELECT AVG(CASE WHEN {is_top} THEN {e} END) - AVG(CASE WHEN {is_bottom} THEN {e} END) FROM {from}{more}")
    };
    one.claim(ClaimKind::Difference, format!("They differ by {}", figure.shown(difference)), difference, apart(""));
    let overall = format!("The {called} of all {} is {}", split.subject.noun, figure.shown(all.mean()));
    let present = format!("SELECT AVG({e}) FROM {from} WHERE {} IS NOT NULL", split.column.reference);
    // Where some groups were left out, the mean of all rows is another one.
    if is_whole(split, at, &all) {
        one.claim(figure.claim(), overall, all.mean(), present);
    }
    let spread = all.variance().sqrt();
    let (ceiling, holds) =
        (all.mean() + 3.0 * spread, if is_level { Holds::AtMost(spread.max(1e-9)) } else { Holds::AtLeast(difference * 0.25) });
    let (when, objection) = if figure.is_rate() {
        (String::new(), "the groups do not differ as it says")
    } else {
        (format!(" WHERE ({e}) <= {ceiling}"), "a few very large values make the difference")
    };
    one.challenge("Does it hold without the few largest values?", apart(&when), holds, objection);
    if let Some(later) = later_half(split.subject).filter(|_| !is_level) {
        let objection = "in the later half of the time the difference is gone or the other way round";
        let sql = apart(&format!(" WHERE {later}"));
        one.challenge("Is it so in the later half of the time too?", sql, Holds::AtLeast(0.0), objection);
    }
    split.doubt_the_join(&mut one);
    tell(&mut one, split, figure, &known, &all);
    one.metric("explained", effect.size);
    (one.affected, one.segment) = (Some(most.count), (!is_level).then(|| split.rows_of(top)));
    one.value = (!is_level).then(|| top.label.clone());
    // As large as eta squared looks to a reader: a tenth of the variation is much.
    one.effect = Effect { size: effect.size.sqrt(), ..effect };
    one.coverage = all.count / split.subject.table.rows.max(1) as f64;
    one.is_null_result = is_level;
    Some(one)
}

/// All groups were read, and none is too small to be compared.
fn is_whole(split: &Split<'_>, at: usize, all: &Sums) -> bool {
    let rows: f64 = split.groups.iter().map(|group| group.figures[at].count).sum();
    split.column.distinct <= split.groups.len() as u64 && (rows - all.count).abs() < 0.5
}

/// What is said of a difference, in the words of its figure.
fn headline(split: &Split<'_>, figure: &Figure, known: &[Known<'_>]) -> String {
    let [(top, _), .., (bottom, _)] = known else { return String::new() };
    let mean = figure.mean_of(&split.subject.noun);
    if let Some(way) = way(split, known) {
        return format!("The {mean} {way} steadily with {}", split.called);
    }
    let Some(place) = apart(known) else {
        let (high, low) = (split.one(top), &bottom.label);
        return format!("The {mean} differs across {}, highest for {high} and lowest for {low}", split.many());
    };
    let (group, is_more) = (known[place].0, place == 0);
    let rows = capitalised(&split.rows_of(group));
    let others = match known.len() {
        2 => split.rows_of(if is_more { bottom } else { top }),
        _ => split.rows_of_others(group),
    };
    let more = if is_more { "higher" } else { "lower" };
    match &figure.kind {
        FigureKind::Duration(Some(verb)) if is_more => format!("{rows} take significantly longer to {verb} than {others}"),
        FigureKind::Duration(Some(verb)) => format!("{rows} take significantly less time to {verb} than {others}"),
        _ => format!("{rows} have a significantly {more} {} than {others}", figure.mean_label()),
    }
}

/// Which one of them is unlike the others: the first or the last.
fn apart(known: &[Known<'_>]) -> Option<usize> {
    let mean = |at: usize| known[at].1.mean();
    let last = known.len() - 1;
    let (whole, high, low) = (mean(0) - mean(last), mean(0) - mean(1), mean(last - 1) - mean(last));
    let is_clear = known.len() <= 3 || high.max(low) >= CLEAR * whole;
    is_clear.then_some(if high >= low { 0 } else { last })
}

/// Of grades: whether the figure rises or falls from each to the next.
fn way(split: &Split<'_>, known: &[Known<'_>]) -> Option<&'static str> {
    let grades: Vec<f64> =
        known.iter().filter_map(|(group, _)| number(&group.value).filter(|_| split.column.is_number)).collect();
    let goes = |is_next: fn(&[f64]) -> bool| grades.len() == known.len() && grades.len() > 2 && grades.windows(2).all(is_next);
    let rises = goes(|pair| pair[0] > pair[1]).then_some("rises");
    rises.or_else(|| goes(|pair| pair[0] < pair[1]).then_some("falls"))
}

fn tell(one: &mut Candidate, split: &Split<'_>, figure: &Figure, known: &[Known<'_>], all: &Sums) {
    let [(top, most), .., (bottom, least)] = known else { return };
    let noun = &split.subject.noun;
    let each = |(group, sums): &Known<'_>| {
        let of = match figure.kind {
            FigureKind::Rate { .. } => format!("{} of {}", decimal((sums.sum / 100.0).round()), decimal(sums.count)),
            _ => format!("{} {noun}", decimal(sums.count)),
        };
        format!("{}: {} ({of})", group.label, figure.shown(sums.mean()))
    };
    one.indicators = known.iter().take(MOST_SHOWN).map(each).collect();
    if known.len() > MOST_SHOWN {
        one.indicators.pop();
        one.indicators.extend(known.last().map(each));
    }
    let ratio = most.mean() / least.mean();
    let times = if least.mean() > 0.0 && ratio >= 1.2 {
        format!("{} times as much as", decimal((ratio * 10.0).round() / 10.0))
    } else {
        "against".to_owned()
    };
    let read = split.groups.len();
    let among = if split.column.distinct as usize > read {
        format!("the {read} most frequent {}", split.many())
    } else {
        split.called.clone()
    };
    let of_all = if known.len() < read || split.column.distinct as usize > read { "these" } else { "all" };
    one.description = format!(
        "By {among}, the {} is {} for {}, {times} {} with {}; over {of_all} {} {noun} it is {}.",
        figure.mean_label(),
        figure.shown(most.mean()),
        top.label,
        bottom.label,
        figure.shown(least.mean()),
        decimal(all.count),
        figure.shown(all.mean())
    );
    // A share as a part of one, beside its percentage in the text.
    let (what, part) = if figure.is_rate() { ("rate", 0.01) } else { ("mean", 1.0) };
    for (group, sums) in [known.first(), known.last()].into_iter().flatten() {
        one.metric(&format!("{what}_{}", slug(&group.label)), sums.mean() * part);
    }
    let place = apart(known).unwrap_or_default();
    let rest =
        known.iter().enumerate().filter(|(at, _)| *at != place).fold(Sums::default(), |all, (_, (_, sums))| all.add(*sums));
    one.metric("others", rest.mean() * part);
    one.metric("overall", all.mean() * part);
    one.chart = bars(&figure.mean_label(), known.iter().map(|(group, sums)| (group.label.clone(), sums.mean())));
}
