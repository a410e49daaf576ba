//! How rows divide: one value in most of them, or all of them alike.

use super::prelude::*;

const MOST_GROUPS: usize = 60;
/// How far the greatest share may lie from an even one, of all it could.
const EVEN: f64 = 0.06;
/// Of the next value, from which one is far ahead.
const FAR: f64 = 1.6;
/// A share that is most of all.
const MOST: f64 = 0.55;
/// Rows that a total is made of.
const LEAST: f64 = 8.0;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let one = |subject: &Subject<'_>| {
        subject.segments.iter().map(|column| group_question(subject, column, MOST_GROUPS)).collect::<Vec<_>>()
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
    let mut effect = compare_with_even(&counts);
    if let (Some(at), Some(figure)) = (at, figure) {
        let is_outcome = split.is_outcome() || figure.columns.contains(&split.column.name);
        if is_outcome || !figure.adds_up || of(least) < 0.0 || effect.size < 0.04 || top.count < LEAST {
            return None;
        }
        // Money has no chance of its own: what may be chance is how the rows fall, and what each of them has.
        let fall: Vec<f64> = groups.iter().map(|group| group.count).collect();
        let each: Vec<Sums> = groups.iter().map(|group| group.figures[at]).collect();
        effect = Effect { size: effect.size * 0.8, p: compare_with_even(&fall).p.min(compare_means(&each).p) };
    }
    let is_even = figure.is_none() && (effect.p > 0.05 || (effect.size < EVEN && groups.len() > 2));
    if rows < if is_even { 20.0 } else { 5.0 } || total <= 0.0 {
        return None;
    }
    let most = if share >= MOST { "most" } else { "the largest share" };
    let of_figure =
        |figure: &Figure| format!("{} account for {most} of the total {}", capitalised(&split.rows_of(top)), figure.label);
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

    one.indicators = groups.iter().take(5).map(|group| counted(&group.label, of(group), total)).collect();
    let more = groups.len().saturating_sub(5);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let compared = match figure {
        Some(_) => format!("{} has {} of it with {} of the {noun}", top.label, percent(share), percent(part)),
        None if is_even => format!("Each of the {} {} has about {} of them", groups.len(), split.many(), percent(even)),
        None => {
            let times = decimal((of(top) / of(second) * 10.0).round() / 10.0);
            format!("{} has {times} times as many as {}, the next", capitalised(&top.label), second.label)
        }
    };
    let whole = figure.map_or_else(
        || format!("{} {noun}", decimal(total)),
        |figure| format!("The total {} of {}", figure.label, decimal(total)),
    );
    one.description = format!("{whole} by {called}: {}{more}. {compared}.", one.indicators.join(", "));
    one.metric("share", share);
    one.metric("overall", total);
    let name = if at.is_some() { "total" } else { "count" };
    groups.iter().take(3).for_each(|group| one.metric(&format!("{name}_{}", slug(&group.label)), of(group)));
    let label = figure.map_or_else(|| noun.clone(), |figure| format!("total {}", figure.label));
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
    one.is_null_result = is_even;
    Some(one)
}

fn name(split: &Split<'_>, [top, second]: [&Group; 2], share: f64, is_even: bool) -> String {
    let (noun, called) = (&split.subject.noun, &split.called);
    // A number or a code says of itself what it is.
    let is_code = (split.column.is_number || *called != label(&split.column.name)) && split.kind != Statement::Joined;
    let first = capitalised(&if is_code { split.one(top) } else { top.label.clone() });
    match split.truth(top) {
        Some(_) if is_even => format!("About half of the {noun} are {}", marked("", called, true).trim()),
        Some(truth) => {
            let rest = marked("", called, truth);
            let rest = rest.trim().trim_start_matches("that are ");
            format!("{} {noun} {} {rest}", portion(share), if rest.starts_with("with") { "come" } else { "are" })
        }
        None if is_even => format!("The number of {noun} is distributed evenly across all {}", split.many()),
        None if leads(called) => {
            format!("{} are most often {called} {}, ahead of {}", capitalised(noun), top.label, second.label)
        }
        None if share >= MOST => format!("{first} is the dominant {called} and accounts for most of the {noun}"),
        None if top.count >= FAR * second.count => {
            format!("{first} is the most common {called} of {noun}, far ahead of {}", second.label)
        }
        None => format!("{first} is the most common {called} among all {noun}"),
    }
}

/// `lamp: 12 (40%)`.
pub(super) fn counted(label: &str, count: f64, total: f64) -> String {
    format!("{label}: {} ({})", decimal(count), percent(count / total))
}
