//! Days of the week and months of the year on which more happens than on others.

use super::{prelude::*, shares::counted};
use domain::{runs::sql, tools::warehouse::Dialect};

const DAYS: [&str; 7] = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"];
/// Of an even share, what a reader would call a peak.
const PEAK: f64 = 1.25;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cycle {
    Week,
    Year,
}

impl Cycle {
    const fn name(self) -> &'static str {
        match self {
            Self::Week => "weekday",
            Self::Year => "month",
        }
    }

    /// Days of a turn, and turns from which a peak comes back.
    const fn length(self) -> (f64, f64) {
        match self {
            Self::Week => (7.0, 6.0),
            Self::Year => (365.25, 2.0),
        }
    }

    fn said(self, place: f64) -> Option<&'static str> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a day or a month")]
        let at = place.max(0.0) as usize;
        match self {
            Self::Week => DAYS.get(at).copied(),
            Self::Year => MONTHS.get(at.checked_sub(1)?).copied(),
        }
    }

    /// The number of a moment's weekday, from Sunday, or of its month; none where the database has a way of its own.
    fn of(self, dialect: Dialect, column: &ColumnSurvey) -> Option<String> {
        let (name, is_week) = (&column.reference, self == Self::Week);
        let part = if is_week { "DOW" } else { "MONTH" };
        Some(match dialect {
            Dialect::Sqlite => format!("CAST(strftime('{}', {name}) AS INTEGER)", if is_week { "%w" } else { "%m" }),
            Dialect::Mysql if is_week => format!("(DAYOFWEEK({name}) - 1)"),
            Dialect::Mysql => format!("MONTH({name})"),
            Dialect::Files | Dialect::Postgres | Dialect::Redshift => {
                format!("EXTRACT({part} FROM {})", sql::moment(dialect, name, column.is_text))
            }
            _ => return None,
        })
    }
}

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    scope.tables.iter().flat_map(|subject| cycles(subject).map(move |one| one.question(subject))).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    scope.tables.iter().flat_map(|subject| cycles(subject).filter_map(move |one| one.finding(scope, subject))).collect()
}

/// A cycle of a column, over whole turns of it only.
struct Turns<'a> {
    cycle: Cycle,
    column: &'a ColumnSurvey,
    expression: String,
    within: String,
}

fn cycles<'s, 'a>(subject: &'s Subject<'a>) -> impl Iterator<Item = Turns<'a>> + use<'s, 'a> {
    [Cycle::Week, Cycle::Year].into_iter().filter_map(move |cycle| {
        let column = *subject.times.first().filter(|column| !column.is_number && subject.table.rows >= 60)?;
        let (length, least) = cycle.length();
        let days = days_between(column.min.as_ref(), column.max.as_ref())?;
        // The day of a column that only knows its month says nothing.
        if (days + 3.0) / length < least || (cycle == Cycle::Week && column.distinct < 14) {
            return None;
        }
        let end: jiff::civil::Date = column.max.as_ref()?.as_str()?.get(..10)?.parse().ok()?;
        #[expect(clippy::cast_possible_truncation, reason = "some thousand days at most")]
        let whole = ((days / length).floor().max(least) * length).round() as i64;
        let begin = end.checked_sub(jiff::Span::new().days(whole)).ok()?;
        let after = super::moment(subject.table, column, &begin.to_string());
        let within = format!("{} > {after}", column.reference);
        Some(Turns { cycle, column, expression: cycle.of(subject.table.dialect, column)?, within })
    })
}

impl Turns<'_> {
    fn id(&self, subject: &Subject<'_>) -> String {
        subject.id("cycle", &[&self.column.name, self.cycle.name()])
    }

    fn question(&self, subject: &Subject<'_>) -> Question {
        let (e, table) = (&self.expression, &subject.table.reference);
        Question {
            id: self.id(subject),
            purpose: format!("On which {}s are there more {}?", self.cycle.name(), subject.noun),
            sql: format!("SELECT {e} AS d, COUNT(*) AS n FROM {table} WHERE {} GROUP BY {e} ORDER BY d", self.within),
        }
    }

    fn finding(&self, scope: &Scope<'_>, subject: &Subject<'_>) -> Option<Candidate> {
        let id = self.id(subject);
        let one = |row: &Vec<Value>| {
            let place = row.first().and_then(number)?;
            Some((place, self.cycle.said(place)?, row.get(1).and_then(number)?))
        };
        let known: Vec<(f64, &str, f64)> = scope.answers.rows(&id)?.iter().filter_map(one).collect();
        let counts: Vec<f64> = known.iter().map(|(.., count)| *count).collect();
        let (effect, total, even) = (compare_with_even(&counts), counts.iter().sum::<f64>(), 1.0 / known.len() as f64);
        let mut ordered = known.clone();
        ordered.sort_by(|one, other| other.2.total_cmp(&one.2));
        let ((place, top, most), (_, low, least)) = (*ordered.first()?, *ordered.last()?);
        let part = most / total;
        if known.len() < 4 || effect.p > 0.01 || part < PEAK * even {
            return Some(Candidate::only_tested(Statement::Trend, effect));
        }
        let (noun, table, within) = (&subject.noun, &subject.table.reference, &self.within);
        let (name, turn) = match self.cycle {
            Cycle::Week => (format!("The number of {noun} is significantly higher on {top} and lowest on {low}"), "week"),
            Cycle::Year => (format!("The number of {noun} peaks every year in {top} and is lowest in {low}"), "year"),
        };
        let columns = [self.column.name.as_str()];
        let mut one = Candidate::new(Statement::Trend, subject.id(self.cycle.name(), &columns), &columns, name);
        let is_top = format!("{} = {place}", self.expression);
        let share = format!("SELECT 100.0 * {} / COUNT(*) FROM {table} WHERE {within}", count_if(&is_top));
        one.claim(ClaimKind::Share, format!("{} of {noun} are of {top}", percent(part)), part * 100.0, share.clone());
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {within} AND {is_top}");
        one.claim(ClaimKind::Count, format!("{} {noun} are of {top}", decimal(most)), most, sql);
        let later = later_half(subject).map_or(share.clone(), |later| format!("{share} AND {later}"));
        let objection = "in the later half of the time it is no peak";
        one.challenge("Is it so in the later half of the time too?", later, Holds::AtLeast(even * 100.0), objection);
        one.indicators = ordered.iter().take(5).map(|(_, said, count)| counted(said, *count, total)).collect();
        one.description = format!(
            "Of {} {noun} over whole {turn}s, {top} have {} ({}) and {low} {} ({}); an even share would be {}.",
            decimal(total),
            decimal(most),
            percent(part),
            decimal(least),
            percent(least / total),
            percent(even)
        );
        for (said, count) in [(top, most), (low, least)] {
            one.metric(&format!("count_{}", slug(said)), count);
        }
        one.metric("overall", total);
        one.chart = bars(noun, known.iter().map(|(_, said, count)| ((*said).to_owned(), *count)));
        one.asked = vec![id];
        let effect = Effect { size: (part / even - 1.0).min(1.0) * 0.6, ..effect };
        one.weigh(most, effect, total / subject.table.rows.max(1) as f64);
        Some(one)
    }
}
