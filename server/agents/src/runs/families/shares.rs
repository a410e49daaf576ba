//! How rows divide: one value in most of them, or all of them alike.

use super::{names, prelude::*};

const MOST_GROUPS: usize = 60;
/// Whose numbers are listed.
const MOST_SHOWN: usize = 9;
/// Of the next value, from which one is far ahead.
const FAR: f64 = 1.6;
/// A share that is most of all.
const MOST: f64 = 0.55;
/// Of its share of the rows, the difference below which a share of a total says the same again.
const SAME: f64 = 0.1;
/// Rows that a total is made of.
const LEAST: f64 = 8.0;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let one = |subject: &Subject<'_>| {
        let names = subject.segments.iter().filter_map(|column| names::question(scope, subject, column));
        subject.segments.iter().map(|column| group_question(subject, column, MOST_GROUPS)).chain(names).collect::<Vec<_>>()
    };
    scope.tables.iter().flat_map(one).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let splits = scope
        .tables
        .iter()
        .flat_map(|subject| subject.segments.iter().map(move |column| Split::new(scope, subject, Statement::Share, column)));
    splits.filter_map(|split| finding(&split, None)).collect()
}

/// How the rows of a split divide, or by its place what a figure of them comes to.
pub(super) fn finding(split: &Split<'_>, at: Option<usize>) -> Option<Candidate> {
    let of = |group: &Group| at.map_or(group.count, |at| group.figures[at].sum);
    let mut groups: Vec<&Group> = split.groups.iter().collect();
    groups.sort_by(|one, other| of(other).total_cmp(&of(one)));
    let [top, second, ..] = groups.as_slice() else { return None };
    let least = groups.last()?;
    let counts: Vec<f64> = groups.iter().map(|group| of(group)).collect();
    let (total, rows): (f64, f64) = (counts.iter().sum(), groups.iter().map(|group| group.count).sum());
    let (noun, called, from, reference) = (&split.subject.noun, &split.called, &split.from, &split.column.reference);
    let (share, part, even) = (of(top) / total, top.count / rows, 1.0 / groups.len() as f64);
    let figure = at.map(|at| &split.subject.figures[at]);
    let (is_mild, is_same) = (split.is_mild(top), (share - part).abs() < SAME * part);
    let mut effect = compare_with_even(&counts);
    if let (Some(at), Some(figure)) = (at, figure) {
        let is_outcome = split.is_outcome() || figure.columns.contains(&split.column.name);
        // As many rows of a state as there are make as much of anything.
        if is_outcome || (is_mild && is_same) || !figure.adds_up || of(least) < 0.0 || effect.size < 0.04 || top.count < LEAST {
            return None;
        }
        // Money has no chance of its own: what may be chance is how the rows fall, and what each of them has.
        let fall: Vec<f64> = groups.iter().map(|group| group.count).collect();
        let each: Vec<Sums> = groups.iter().map(|group| group.figures[at]).collect();
        let weight = if is_same { 0.4 } else { 0.8 };
        effect = Effect { size: effect.size * weight, p: compare_with_even(&fall).p.min(compare_means(&each).p) };
    }
    let is_even = figure.is_none() && is_even(&counts);
    if rows < if is_even { 20.0 } else { 5.0 } || total <= 0.0 {
        return None;
    }
    let most = if share >= MOST { "most" } else { "the largest share" };
    let of_figure = |figure: &Figure| {
        format!(
            "{} account for {most} of the {} across all {}",
            capitalised(&split.rows_of(top)),
            figure.total_label(),
            split.many()
        )
    };
    let name = figure.map_or_else(|| name(split, [top, second], share, is_even), of_figure);
    let columns = figure.map(|figure| figure.columns.clone()).unwrap_or_default();
    let mut one = split.candidate(if at.is_some() { "total" } else { "share" }, &columns, name);
    let (what, kind) = match figure {
        Some(figure) => (format!("SUM({})", figure.expression), ClaimKind::Sum),
        None => ("COUNT(*)".to_owned(), ClaimKind::Count),
    };
    let (value, shown) = (figure.map_or("1", |figure| &figure.expression), |group: &Group| decimal(of(group)));
    let is_top = split.condition(top);
    let share_of = |condition: &str| {
        format!(
            "SELECT 100.0 * SUM(CASE WHEN {is_top} THEN {value} ELSE 0 END) / NULLIF(SUM({value}), 0) FROM {from} WHERE {condition}"
        )
    };
    let (present, things) = (format!("{reference} IS NOT NULL"), figure.map_or(noun, |figure| &figure.label));
    one.claim(
        ClaimKind::Share,
        format!("{} has {} of the {things}", top.label, percent(share)),
        share * 100.0,
        share_of(&present),
    );
    for group in [top, least].into_iter().filter(|group| of(group) > 0.0) {
        let sql = format!("SELECT {what} FROM {from} WHERE {}", split.condition(group));
        one.claim(kind, format!("{} has {} of the {things}", group.label, shown(group)), of(group), sql);
    }
    if let Some(later) = later_half(split.subject) {
        let holds = match figure {
            None if is_even => Holds::Between(even * 50.0, even * 200.0),
            None => Holds::AtLeast(even * 100.0),
            Some(_) => Holds::AtLeast(share * 50.0),
        };
        let sql = share_of(&format!("{present} AND {later}"));
        one.challenge(
            "Is it so in the later half of the time too?",
            sql,
            holds,
            "in the later half of the time it is not ahead any more",
        );
    }
    let objection = "counting the rows without a value, it is less than half an even share";
    one.challenge(
        "Does it hold where rows without a value count too?",
        share_of("1 = 1"),
        Holds::AtLeast(even * 50.0),
        objection,
    );
    split.doubt_the_join(&mut one);

    one.indicators = groups.iter().take(MOST_SHOWN).map(|group| counted(&group.label, of(group), total)).collect();
    let whole = figure.map_or_else(|| noun.clone(), Figure::total_label);
    let compared = match figure {
        Some(_) => format!("{} of it with {} of the {noun}", percent(share), percent(part)),
        None if is_even => format!("about {} each would be even", percent(even)),
        None => format!("{} times as many as {}", decimal((of(top) / of(second) * 10.0).round() / 10.0), second.label),
    };
    one.description = format!(
        "Of {} {whole} by {called}, {} has {} ({}), {compared}; {} has the fewest with {} among {} {}.",
        decimal(total),
        top.label,
        shown(top),
        percent(share),
        least.label,
        shown(least),
        groups.len(),
        split.many()
    );
    let name = if at.is_some() { "total" } else { "count" };
    groups.iter().take(2).for_each(|group| one.metric(&format!("{name}_{}", slug(&group.label)), of(group)));
    one.metric("share", share);
    one.metric("overall", total);
    for (name, value) in [("lowest", of(least)), ("mean", total / groups.len() as f64), ("groups", groups.len() as f64)] {
        one.metric(name, value);
    }
    let label = figure.map_or_else(|| noun.clone(), Figure::total_label);
    one.chart = bars(&label, groups.iter().map(|group| (group.label.clone(), of(group))));
    (one.affected, one.segment) = if is_even { (Some(rows), None) } else { (Some(top.count), Some(split.rows_of(top))) };
    one.value = (!is_even).then(|| top.label.clone());
    // That few are so says less than where they are.
    one.effect = if split.truth(top).is_some() { Effect { size: effect.size * 0.2, ..effect } } else { effect };
    // Where all are as many to the last row, that was planned.
    let is_planned = groups.len() > 2 && (of(top) - of(least)).abs() < 0.5;
    one.coverage = if is_planned { 0.0 } else { rows / split.subject.table.rows.max(1) as f64 };
    if let Some(figure) = figure {
        one.about(figure);
        one.coverage *= part;
    }
    (one.is_null_result, one.is_mild) = (is_even, is_mild);
    Some(one)
}

fn name(split: &Split<'_>, [top, second]: [&Group; 2], share: f64, is_even: bool) -> String {
    let (noun, called) = (&split.subject.noun, &split.called);
    let (first, others) = (capitalised(&split.rows_of(top)), split.rows_of_others(top));
    match split.truth(top) {
        Some(_) => {
            let portion = if is_even { "About half of the" } else { portion(share) };
            format!("{portion} {noun} {}", predicate(&split.column, called, &top.value, &top.label))
        }
        None if is_even => format!("The number of {noun} is distributed evenly across all {}", split.many()),
        None if share >= MOST || top.count >= FAR * second.count => {
            format!("{first} are significantly more frequent than {others}")
        }
        None => format!("{first} are the most frequent, followed by {} among all {}", second.label, split.many()),
    }
}

/// `lamp: 12 (40%)`.
pub(super) fn counted(label: &str, count: f64, total: f64) -> String {
    format!("{label}: {} ({})", decimal(count), percent(count / total))
}
