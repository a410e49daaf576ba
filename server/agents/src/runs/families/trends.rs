//! What changes over time, and what stays as it is: how many rows there are, and what their figures come to, over all and by segment.

use super::{
    names::Names,
    prelude::*,
    shape::Shape,
    timeline::{Part, Point, Times, Trend, next},
    what::What,
};
use domain::runs::sql::{Unit, bucket};

const MOST_SEGMENTS: usize = 6;
const MOST_POINTS: usize = 400;
const MOST_DAYS: usize = 1_600;
/// Rows of a day from which one far above the others is more than a few that came together.
const LEAST_A_DAY: f64 = 5.0;
/// Values of a segment whose own line is looked at.
const MOST_VALUES: usize = 8;
/// Of one figure, the lines of single values that are worth a place.
const MOST_LINES: usize = 2;
/// How unlikely chance must make the line of a single value.
const SURE: f64 = 0.01;

/// By the first moment of a row: what it is and comes to goes by when it began.
pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let mut all = Vec::new();
    for times in scope.tables.iter().filter_map(times) {
        all.push(over_time(&times, None));
        all.extend(by_day(&times).as_ref().map(every_day));
        all.extend(segments(times.subject).map(|segment| over_time(&times, Some(segment))));
    }
    all
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for times in scope.tables.iter().filter_map(times) {
        let (subject, column) = (times.subject, times.column);
        let id = subject.id("time", &[&column.name]);
        let points = times.points(scope.answers.rows(&id).unwrap_or_default(), 1);
        let whole = times.trends(&points, None);
        for segment in segments(subject) {
            let id = subject.id("time", &[&column.name, &segment.name]);
            let rows = scope.answers.rows(&id).unwrap_or_default();
            let names = Names::from_survey(scope, subject, segment);
            let own = by_value(&times, (segment, &names), rows, &points, &whole);
            let sources: Vec<String> = [Some(id), names.source()].into_iter().flatten().collect();
            found.extend(own.into_iter().map(|one| Candidate { asked: sources.clone(), ..one }));
        }
        let own = whole.into_iter().map(|trend| trend.candidate).chain(times.spike(&points));
        found.extend(own.map(|one| Candidate { asked: vec![id.clone()], ..one }));
        found.extend(by_day(&times).and_then(|days| peak_day(scope, &days)));
    }
    found
}

fn times<'s>(subject: &'s Subject<'_>) -> Option<Times<'s>> {
    let column = *subject.times.first()?;
    Some(Times { subject, column, unit: unit(column)? })
}

/// What is one day's own is lost in a week or a month.
fn by_day<'s>(times: &Times<'s>) -> Option<Times<'s>> {
    let is_longer = matches!(times.unit, Unit::Week | Unit::Month);
    is_longer.then_some(Times { subject: times.subject, column: times.column, unit: Unit::Day })
}

fn every_day(days: &Times<'_>) -> Question {
    let (subject, column) = (days.subject, days.column);
    let (day, table, name) = (when(subject, column, Unit::Day), &subject.table.reference, &column.reference);
    let sql = format!(
        "SELECT {day} AS w, COUNT(*) AS n FROM {table} WHERE {name} IS NOT NULL GROUP BY {day} ORDER BY w LIMIT {MOST_DAYS}"
    );
    subject.question("days", &[&column.name], format!("Does a single day of {} stand out?", label(&column.name)), sql)
}

/// One day with far more rows than any other, of a table that has some on most days.
fn peak_day(scope: &Scope<'_>, days: &Times<'_>) -> Option<Candidate> {
    let id = days.subject.id("days", &[&days.column.name]);
    let own = days.points(scope.answers.rows(&id)?, 1);
    let (first, last) = (own.first()?.start.clone(), own.last()?.start.clone());
    let none = |start: String| Point { start, count: 0.0, figures: Vec::new() };
    let following = std::iter::successors(Some(first), |day| next(day, Unit::Day)).take(MOST_DAYS);
    let all: Vec<Point> = following.take_while(|day| *day <= last).map(none).collect();
    let usual = own.iter().map(|point| point.count).sum::<f64>() / all.len() as f64;
    let found = days.spike(&days.with_gaps(&own, &all)).filter(|_| usual >= LEAST_A_DAY && own.len() < MOST_DAYS)?;
    Some(Candidate { asked: vec![id], ..found })
}

/// What is told apart over time: the first segments, and an entity where there are few of them.
fn segments<'s, 'a>(subject: &'s Subject<'a>) -> impl Iterator<Item = &'a ColumnSurvey> + use<'s, 'a> {
    let few = subject.entities.iter().filter(|column| column.distinct <= 60 && !column.top.is_empty()).take(1);
    subject.divisions().take(MOST_SEGMENTS).chain(few.copied())
}

/// So that there are some spans, and not more than a picture shows.
pub(super) fn unit(column: &ColumnSurvey) -> Option<Unit> {
    if column.is_number {
        return (column.distinct >= 4).then_some(Unit::Year);
    }
    let days = days_between(column.min.as_ref(), column.max.as_ref())?;
    Some(match days {
        days if days >= 3650.0 => Unit::Year,
        days if days >= 1500.0 => Unit::Quarter,
        days if days >= 110.0 => Unit::Month,
        days if days >= 28.0 => Unit::Week,
        days if days >= 3.0 => Unit::Day,
        _ => return None,
    })
}

/// The first day of a row's span, or its year.
pub(super) fn when(subject: &Subject<'_>, column: &ColumnSurvey, unit: Unit) -> String {
    if column.is_number {
        column.reference.clone()
    } else {
        bucket(subject.table.dialect, &column.reference, unit, column.is_text)
    }
}

fn over_time(times: &Times<'_>, segment: Option<&ColumnSurvey>) -> Question {
    let (subject, column) = (times.subject, times.column);
    let when = when(subject, column, times.unit);
    let own = segment.map(|one| format!(", {}", one.reference)).unwrap_or_default();
    let names: Vec<&str> = std::iter::once(column).chain(segment).map(|one| one.name.as_str()).collect();
    let by = segment.map(|one| format!(" for each {}", label(&one.name))).unwrap_or_default();
    // The lines of rare values are not looked at.
    let frequent = segment.filter(|one| !one.top.is_empty()).map(|one| {
        let values = one.top.iter().take(MOST_VALUES + 1).map(|value| is_value(subject.table, one, &value.value));
        format!(" AND ({})", values.collect::<Vec<_>>().join(" OR "))
    });
    let (figures, table, present) = (subject.aggregates(), &subject.table.reference, format!("{} IS NOT NULL", column.reference));
    let most = if segment.is_some() { MOST_POINTS * 6 } else { MOST_POINTS };
    let sql = format!(
        "SELECT {when} AS w{own}, COUNT(*) AS n{figures} FROM {table} WHERE {present}{} GROUP BY {when}{own} ORDER BY w LIMIT {most}",
        frequent.unwrap_or_default()
    );
    let purpose = format!("How do {} change by {} of {}{by}?", subject.noun, times.unit.name(), label(&column.name));
    subject.question("time", &names, purpose, sql)
}

/// The lines of a segment's values, and how they compare with the whole and with each other.
fn by_value(
    times: &Times<'_>,
    (segment, names): (&ColumnSurvey, &Names),
    rows: &[Vec<Value>],
    all: &[Point],
    whole: &[Trend],
) -> Vec<Candidate> {
    let (subject, called) = (times.subject, label(&segment.name));
    let mut values: BTreeMap<String, Vec<Vec<Value>>> = BTreeMap::new();
    for row in rows {
        if let Some(said) = row.get(1).and_then(shown) {
            values.entry(said).or_default().push(row.clone());
        }
    }
    let part = |(said, rows): (String, Vec<Vec<Value>>)| {
        let (value, label) = (&rows[0][1], names.label(&said));
        let (condition, rows_of) =
            (is_value(subject.table, segment, value), rows_of(&subject.noun, segment, &called, value, &label));
        (Part { said, label, rows_of, column: segment.name.clone(), condition }, times.with_gaps(&times.points(&rows, 2), all))
    };
    let mut parts: Vec<(Part, Vec<Point>)> = values.into_iter().map(part).collect();
    let sum = |points: &[Point]| points.iter().map(|point| point.count).sum::<f64>();
    parts.sort_by(|one, other| sum(&other.1).total_cmp(&sum(&one.1)));
    parts.truncate(MOST_VALUES);
    let mut lines: Vec<(What, Vec<Trend>)> = Vec::new();
    for (part, points) in &parts {
        for trend in times.trends(points, Some(part)) {
            match lines.iter_mut().find(|(what, _)| *what == trend.what) {
                Some((_, all)) => all.push(trend),
                None => lines.push((trend.what, vec![trend])),
            }
        }
    }
    let overall = |what: What| whole.iter().find(|trend| trend.what == what);
    lines.into_iter().flat_map(|(what, own)| compare(times, segment, overall(what), own, parts.len())).collect()
}

/// Lines of one figure: all the same way, one unlike the others, or each for itself.
fn compare(times: &Times<'_>, segment: &ColumnSurvey, overall: Option<&Trend>, own: Vec<Trend>, parts: usize) -> Vec<Candidate> {
    let (called, noun) = (label(&segment.name), &times.subject.noun);
    let goes = own.iter().filter(|trend| trend.shape.goes() && trend.line.effect.p <= SURE).count();
    let is_same = |overall: &&Trend| overall.shape.goes() && own.iter().all(|trend| trend.shape == overall.shape);
    let share = |trend: &Trend| {
        let whole = overall.filter(|whole| whole.shape == trend.shape && !matches!(trend.what, What::Mean(_)));
        whole.map_or(0.0, |whole| (trend.line.end - trend.line.start) / (whole.line.end - whole.line.start))
    };
    let driver = own.iter().position(|trend| trend.shape.goes() && share(trend) >= 0.6 && parts > 1);
    if let Some(overall) = overall.filter(is_same).filter(|_| parts > 1 && own.len() == parts && driver.is_none()) {
        return vec![everywhere(overall, segment, &own)];
    }
    let mut found = Vec::new();
    for (place, trend) in own.into_iter().enumerate() {
        let (shape, share) = (trend.shape, share(&trend));
        let mut one = trend.candidate;
        let is_alone = goes == 1 && parts > 2;
        if !shape.goes() || !is_sure(trend.line.effect.p, if is_alone { parts } else { 1 }) {
            // What stays as it is where the whole does is no news.
            one.is_only_tested = true;
        } else if driver == Some(place) {
            let way = if shape == Shape::Up { "increase" } else { "decrease" };
            let what = times.called(trend.what, noun);
            one.name =
                format!("{} drive the {way} in the {what} over time", capitalised(&one.segment.clone().unwrap_or_default()));
            one.description = format!("{} {} of the whole {way} comes from it.", one.description, percent(share.min(1.0)));
            one.effect.size = (one.effect.size + 0.1).min(1.0);
        } else if is_alone {
            one.name = format!("{}, unlike other {}", one.name, many(&called));
            // How far a row has come says little of when it was.
            if !is_listed("states", called.rsplit(' ').next().unwrap_or_default()) {
                one.effect.size = (one.effect.size + 0.15).min(1.0);
                one.coverage = one.coverage.sqrt();
            }
        }
        found.push(one);
    }
    let strength = |one: &Candidate| if one.is_only_tested { -1.0 } else { one.effect.size * one.coverage.sqrt() };
    found.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    for one in found.iter_mut().skip(MOST_LINES) {
        one.is_only_tested = true;
    }
    found
}

/// Of so many lines some go somewhere by chance, and where only one does, no other line supports it.
fn is_sure(chance: f64, lines: usize) -> bool {
    chance * lines as f64 <= SURE
}

fn everywhere(overall: &Trend, segment: &ColumnSurvey, own: &[Trend]) -> Candidate {
    let mut one = overall.candidate.clone();
    let base = one.name.split(", ").next().unwrap_or_default().to_owned();
    one.name = format!("{base} across all {}", many(&label(&segment.name)));
    one.subject = format!("{},{}", one.subject, segment.name);
    one.columns.push(segment.name.clone());
    one.indicators =
        own.iter().filter_map(|trend| Some(format!("{}: {}", trend.candidate.value.as_ref()?, trend.change))).take(5).collect();
    one.effect.size *= 0.7;
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        runs::{Answers, Goal, Survey},
        tools::warehouse::Dialect,
    };
    use serde_json::json;

    #[test]
    fn a_day_far_above_all_others_is_found_within_its_month() {
        let column = json!({"name": "day", "reference": "day", "role": Role::Time, "is_text": true, "nulls": 0, "distinct": 120,
            "min": "2024-01-01", "max": "2024-04-29"});
        let table =
            json!({"database": "d", "name": "t", "reference": "t", "dialect": Dialect::Files, "rows": 900, "columns": [column]});
        let survey: Survey = serde_json::from_value(json!({"tables": [table]})).expect("a survey");
        let goal = Goal::default();
        for (usual, peak, expected) in [(20, 160, true), (20, 30, false), (1, 12, false)] {
            let days = std::iter::successors(Some("2024-01-01".to_owned()), |day| next(day, Unit::Day)).take(120);
            let row = |day: String| if day == "2024-02-10" { json!([day, peak]) } else { json!([day, usual]) };
            // On one of them there was nothing.
            let rows: Vec<Value> = days.filter(|day| day != "2024-03-03").map(row).collect();
            let answer = json!({"days:d.t:day": {"step": 1, "sql": "", "rows": rows}});
            let answers: Answers = serde_json::from_value(answer).expect("answers");
            let scope = Scope::new(&goal, &survey, &answers);
            let by_month = times(&scope.tables[0]).expect("a time");
            let found = by_day(&by_month).and_then(|days| peak_day(&scope, &days));
            assert_eq!(found.is_some(), expected, "{usual} {peak}");
            let Some(one) = found else { continue };
            assert!(one.name.contains("on 2024-02-10"), "{}", one.name);
            // Of all other days, one of them empty.
            assert!(one.description.contains("160") && one.description.contains("19.8"), "{}", one.description);
            assert!(
                one.chart.is_some_and(|chart| chart.points.iter().any(|(day, count)| day == "2024-02-10" && *count == 160.0))
            );
        }
    }

    #[test]
    fn a_line_alone_among_many_has_to_be_the_surer() {
        for (chance, lines, expected) in
            [(0.003, 1, true), (0.003, 3, true), (0.003, 5, false), (0.02, 1, false), (1e-6, 8, true), (f64::NAN, 1, false)]
        {
            assert_eq!(is_sure(chance, lines), expected, "{chance} {lines}");
        }
    }
}
