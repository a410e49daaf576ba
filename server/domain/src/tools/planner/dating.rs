//! Which column a span of time is of, and what that makes of the rows.

use super::{
    Unplanned,
    conditions::Condition,
    period::Period,
    scope::{Class, Ref, Scope, stems},
    sentence::Sentence,
};
use crate::tools::warehouse::Dialect;
use jiff::civil::Date;

/// Spans of time, each of the column that is meant. Whole spans of one column are alternatives, unless they are compared.
pub(super) fn times(
    said: &mut Sentence,
    scope: &Scope<'_>,
    periods: &[Period],
    compared: bool,
) -> Result<(Vec<Condition>, f64), Unplanned> {
    let mut found: Vec<Condition> = Vec::new();
    let mut doubt = 0.0_f64;
    let mut dating = None;
    for period in periods {
        let of_years =
            |one: &Ref<'_>| one.class() == Class::Number && stems(&one.column.name).last().is_some_and(|last| last == "year");
        let year = scope.columns().find(of_years).filter(|_| period.is_of_years());
        let column = match (year, dating) {
            (Some(year), _) => year,
            (None, Some(known)) => known,
            (None, None) => {
                let (column, unsure) = dated(said, scope)?;
                doubt = doubt.max(unsure);
                *dating.insert(column)
            }
        };
        let name = scope.name(column);
        let typed = scope.dialect() == Dialect::Trino && !column.column.data_type.to_lowercase().contains("char");
        let literal = |date: Date| match (year, typed) {
            (Some(_), _) => date.year().to_string(),
            (None, true) => format!("DATE '{date}'"),
            (None, false) => format!("'{date}'"),
        };
        let from = period.from.map(|date| format!("{name} >= {}", literal(date)));
        let before = period.before.map(|date| format!("{name} < {}", literal(date)));
        let sql = from.into_iter().chain(before).collect::<Vec<_>>().join(" AND ");
        let whole = |period: &Period| period.from.is_some() && period.before.is_some();
        let spoken = format!("{} {}", scope.describe(column), period.said);
        match found.last_mut().filter(|last| !compared && last.column == name && periods.iter().all(whole)) {
            Some(last) => {
                last.sql = format!("{} OR {sql}", last.sql);
                last.said = format!("{} or {}", last.said, period.said);
            }
            None => {
                found.push(Condition { sql, said: spoken, column: name, joined: column.joined, at: period.at, value: None });
            }
        }
    }
    Ok((found, doubt))
}

/// The column of dates that is named, or the one that dates the row.
fn dated<'a>(said: &mut Sentence, scope: &Scope<'a>) -> Result<(Ref<'a>, f64), Unplanned> {
    const OF_DATES: [&str; 10] = ["date", "at", "on", "time", "utc", "timestamp", "datetime", "day", "dt", "ts"];
    let of = |joined: bool| scope.columns().filter(|one| one.joined == joined && one.class() == Class::Time).collect::<Vec<_>>();
    let mut dates = of(false);
    if dates.is_empty() {
        dates = of(true);
    }
    let telling = |one: &Ref<'a>| -> Vec<String> {
        stems(&one.column.name).into_iter().filter(|word| !OF_DATES.contains(&word.as_str())).collect()
    };
    let named: Vec<(Ref<'a>, usize, usize)> =
        dates.iter().filter_map(|one| said.mention(&telling(one), "", 0).map(|(at, count)| (*one, at, count))).collect();
    let own = stems(&scope.place.table.name);
    let of_the_row: Vec<&Ref<'a>> = dates
        .iter()
        .filter(|one| {
            let name = telling(one);
            name.iter().all(|word| own.contains(word) || matches!(word.as_str(), "creat" | "record" | "event" | "transact"))
        })
        .collect();
    // A word of the table's own name names no column in particular.
    let named: Vec<_> = named.into_iter().filter(|(one, ..)| !telling(one).iter().all(|word| own.contains(word))).collect();
    match (named.as_slice(), of_the_row.as_slice(), dates.as_slice()) {
        ([(one, at, count)], ..) => {
            said.mark(*at, *count);
            Ok((*one, 0.0))
        }
        (.., [one]) => Ok((*one, 0.0)),
        ([], [one], _) => Ok((**one, 0.05)),
        (.., []) => Err(Unplanned::Unclear(format!("No column of {} tells when: what dates it?", scope.place.table.name))),
        (.., several) => {
            let names: Vec<&str> = several.iter().take(6).map(|one| one.column.name.as_str()).collect();
            Err(Unplanned::Unclear(format!("Which date is meant: {}?", names.join(", "))))
        }
    }
}
