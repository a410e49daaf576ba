//! Tables joined in one `FROM`, and the names of their columns there.

use super::{resolve::Rule, tree::Test};
use crate::tools::naming::{Col, Hop, Schema};
use crate::tools::{
    catalog::Class,
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
        let not = if negated { "NOT " } else { "" };
        let (sql, said) = match &rule.test {
            Test::Number(sign, at) => {
                let sign = if negated { opposite(sign) } else { sign };
                return Some((format!("{name} {sign} {at}"), format!("{spoken} {sign} {at}")));
            }
            Test::Between(low, high) => {
                let bounds = format!("{not}BETWEEN {low} AND {high}");
                return Some((format!("{name} {bounds}"), format!("{spoken} {}", bounds.to_lowercase())));
            }
            Test::Text(value) => {
                let sign = if negated { "<>" } else { "=" };
                let said = format!("{spoken} is {}{value}", not.to_lowercase());
                return Some(match self.other_case(rule.col, value) {
                    true => (format!("LOWER({name}) {sign} {}", literal(&value.to_lowercase())), said),
                    false => (format!("{name} {sign} {}", literal(value)), said),
                });
            }
            Test::Like(pattern) => {
                return Some((
                    format!("{name} {not}LIKE {}", literal(pattern)),
                    format!("{spoken} {}like {pattern}", not.to_lowercase()),
                ));
            }
            Test::Period(period) => {
                let typed = !column.is_text();
                let day = |date: Date| if year { self.schema.dialect.day(date, typed) } else { date.year().to_string() };
                let from = period.from.map(|date| format!("{name} >= {}", day(date)));
                let before = period.before.map(|date| format!("{name} < {}", day(date)));
                let both: Vec<String> = from.into_iter().chain(before).collect();
                (if both.len() > 1 { format!("({})", both.join(" AND ")) } else { both.concat() }, period.said.clone())
            }
            Test::Recent(back, unit) => {
                let dialect = self.schema.dialect;
                let newest = format!("(SELECT MAX({}) FROM {})", self.schema.quote(rule.col), self.schema.table(rule.col.0));
                let newest = if *back == 0 { dialect.start(&newest, unit) } else { newest };
                let since = dialect.back(&newest, (*back).max(1), unit);
                match back {
                    // Texts are no moments, but in SQLite.
                    _ if column.is_text() && dialect != Dialect::Sqlite => return None,
                    0 => {
                        (format!("({name} >= {since} AND {name} < {newest})"), format!("in the {unit} before that of its newest"))
                    }
                    _ => (format!("{name} > {since}"), format!("in the last {back} {unit}s up to its newest")),
                }
            }
            Test::Missing => return Some((format!("{name} IS {not}NULL"), format!("{spoken} is {}missing", not.to_lowercase()))),
            Test::True => {
                return Some((
                    format!("{name} = {}", self.schema.column(rule.col).truth(!negated)?),
                    format!("{spoken} is {}", !negated),
                ));
            }
            Test::Average(..) | Test::Sample(_) => return None,
        };
        (!negated).then(|| (sql, format!("{spoken} {said}")))
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

pub(super) fn opposite(sign: &'static str) -> &'static str {
    match sign {
        ">" => "<=",
        "<" => ">=",
        ">=" => "<",
        "<=" => ">",
        _ => "<>",
    }
}
