//! Tables joined in one `FROM`, and the names of their columns there.

use super::{date_part::write_weekday, resolve::Rule, tree::Test};
use crate::tools::naming::{Col, Hop, Schema};
use crate::tools::{
    catalog::Class,
    sentence::Period,
    warehouse::{Dialect, literal},
};
use jiff::civil::Date;

pub(super) struct Frame<'s, 'a> {
    pub(super) schema: &'s Schema<'a>,
    /// Each with how it is reached.
    tables: Vec<(usize, Option<Hop>)>,
    /// Aliases before this one are taken.
    first: u8,
}

impl<'s, 'a> Frame<'s, 'a> {
    pub(super) fn new(schema: &'s Schema<'a>, table: usize, first: u8) -> Self {
        Self { schema, tables: vec![(table, None)], first }
    }

    pub(super) fn add(&mut self, way: &[Hop]) {
        for hop in way {
            if !self.has(hop.1.0) {
                self.tables.push((hop.1.0, Some(*hop)));
            }
        }
    }

    pub(super) fn has(&self, table: usize) -> bool {
        self.tables.iter().any(|(own, _)| *own == table)
    }

    pub(super) fn next(&self) -> u8 {
        self.first + u8::try_from(self.tables.len()).unwrap_or(20)
    }

    fn alias(&self, table: usize) -> char {
        let place = self.tables.iter().position(|(own, _)| *own == table).unwrap_or_default();
        char::from(b'a' + (self.first + u8::try_from(place).unwrap_or(20)).min(25))
    }

    pub(super) fn name(&self, col: Col) -> String {
        let name = self.schema.quote(col);
        if self.tables.len() == 1 { name } else { format!("{}.{name}", self.alias(col.0)) }
    }

    pub(super) fn from(&self) -> String {
        if let [(only, _)] = self.tables.as_slice() {
            return self.schema.table(*only);
        }
        let mut sql = String::new();
        for (table, hop) in &self.tables {
            match hop {
                None => sql.push_str(&format!("{} AS {}", self.schema.table(*table), self.alias(*table))),
                Some((from, to)) => sql.push_str(&format!(
                    " JOIN {} AS {} ON {} = {}",
                    self.schema.table(*table),
                    self.alias(*table),
                    self.name(*from),
                    self.name(*to)
                )),
            }
        }
        sql
    }

    pub(super) fn tables(&self) -> impl Iterator<Item = usize> + '_ {
        self.tables.iter().map(|(table, _)| *table)
    }

    /// The condition, with what it says. `denied` where its own negation counts.
    pub(super) fn test(&self, rule: &Rule, denied: bool) -> Option<(String, String)> {
        let name = self.name(rule.col);
        let column = self.schema.column(rule.col);
        let spoken = &column.name;
        let year = self.schema.class(rule.col) == Class::Time;
        let negated = rule.negated && denied;
        let (not, no) = if negated { ("NOT ", "not ") } else { ("", "") };
        Some(match &rule.test {
            Test::Number(sign, at) => {
                let sign = if negated { opposite(sign) } else { sign };
                (format!("{name} {sign} {at}"), format!("{spoken} {sign} {at}"))
            }
            Test::Between(low, high) => {
                (format!("{name} {not}BETWEEN {low} AND {high}"), format!("{spoken} {no}between {low} and {high}"))
            }
            Test::Text(value) => {
                let sign = if negated { "<>" } else { "=" };
                let sql = match self.other_case(rule.col, value) {
                    true => format!("LOWER({name}) {sign} {}", literal(&value.to_lowercase())),
                    false => format!("{name} {sign} {}", literal(value)),
                };
                (sql, format!("{spoken} is {no}{value}"))
            }
            Test::Like(pattern) => (format!("{name} {not}LIKE {}", literal(pattern)), format!("{spoken} {no}like {pattern}")),
            // The rows outside a time are not said so.
            Test::Period(_) | Test::Recent(..) if negated => return None,
            Test::Period(Period { weekday: Some(day), said, .. }) => {
                (write_weekday(self.schema.dialect, &name, column.is_text(), *day)?, format!("{spoken} {said}"))
            }
            Test::Period(period) => {
                let typed = !column.is_text();
                let day = |date: Date| if year { self.schema.dialect.day(date, typed) } else { date.year().to_string() };
                let from = period.from.map(|date| format!("{name} >= {}", day(date)));
                let before = period.before.map(|date| format!("{name} < {}", day(date)));
                let both: Vec<String> = from.into_iter().chain(before).collect();
                let sql = if both.len() > 1 { format!("({})", both.join(" AND ")) } else { both.concat() };
                (sql, format!("{spoken} {}", period.said))
            }
            Test::Recent(back, unit) => {
                let dialect = self.schema.dialect;
                // Texts are no moments, but in SQLite.
                if column.is_text() && dialect != Dialect::Sqlite {
                    return None;
                }
                let newest = format!("(SELECT MAX({}) FROM {})", self.schema.quote(rule.col), self.schema.table(rule.col.0));
                let newest = if *back == 0 { dialect.start(&newest, unit) } else { newest };
                let since = dialect.back(&newest, (*back).max(1), unit);
                if *back == 0 {
                    let phrase = format!("{spoken} in the {unit} before that of its newest");
                    (format!("({name} >= {since} AND {name} < {newest})"), phrase)
                } else {
                    (format!("{name} > {since}"), format!("{spoken} in the last {back} {unit}s up to its newest"))
                }
            }
            // A value may say itself that there is none.
            Test::Missing => match is_any(&name, &column.nothings()) {
                Some(nothing) => (
                    format!("{not}({nothing} OR {name} IS NULL)"),
                    format!("{spoken} is {no}missing, or says that there is none"),
                ),
                None => (format!("{name} IS {not}NULL"), format!("{spoken} is {no}missing")),
            },
            Test::True => (is_any(&name, &column.truths(!negated))?, format!("{spoken} is {}", !negated)),
            Test::Average(..) | Test::Sample(_) => return None,
        })
    }

    /// The samples are all in capitals or all in small letters, and the value is not; or it alone is in small letters.
    fn other_case(&self, col: Col, value: &str) -> bool {
        let samples = || self.schema.column(col).samples.iter().filter_map(|sample| sample.as_str());
        let same = |form: fn(&str) -> String| {
            samples().next().is_some() && samples().all(|sample| sample == form(sample)) && value != form(value)
        };
        let is_small = value == value.to_lowercase() && samples().any(|sample| sample.starts_with(char::is_uppercase));
        !samples().any(|sample| sample == value) && (same(str::to_lowercase) || same(str::to_uppercase) || is_small)
    }
}

/// The column is one of these values; none where there are none.
fn is_any(name: &str, values: &[String]) -> Option<String> {
    match values {
        [] => None,
        [one] => Some(format!("{name} = {one}")),
        several => Some(format!("{name} IN ({})", several.join(", "))),
    }
}

pub(super) fn opposite(sign: &'static str) -> &'static str {
    match sign {
        ">" => "<=",
        "<" => ">=",
        ">=" => "<",
        "<=" => ">",
        _ => "<>",
    }
}
