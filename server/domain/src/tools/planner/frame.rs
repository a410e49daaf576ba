//! Tables joined in one `FROM`, and the names of their columns there.

use super::{
    names::{named, quoted, text},
    paths::Hop,
    resolve::Rule,
    schema::{Col, Schema},
    tree::Test,
};
use crate::tools::{catalog::Class, warehouse::Dialect};
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
        let name = quoted(self.schema.dialect, &self.schema.column(col).name);
        if self.tables.len() == 1 { name } else { format!("{}.{name}", self.alias(col.0)) }
    }

    pub(super) fn from(&self) -> String {
        let named = |table: usize| named(self.schema.dialect, self.schema.database, self.schema.tables[table]);
        if let [(only, _)] = self.tables.as_slice() {
            return named(*only);
        }
        let mut sql = String::new();
        for (table, hop) in &self.tables {
            match hop {
                None => sql.push_str(&format!("{} AS {}", named(*table), self.alias(*table))),
                Some((from, to)) => sql.push_str(&format!(
                    " JOIN {} AS {} ON {} = {}",
                    named(*table),
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
                    true => (format!("LOWER({name}) {sign} {}", text(&value.to_lowercase())), said),
                    false => (format!("{name} {sign} {}", text(value)), said),
                });
            }
            Test::Like(pattern) => {
                return Some((
                    format!("{name} {not}LIKE {}", text(pattern)),
                    format!("{spoken} {}like {pattern}", not.to_lowercase()),
                ));
            }
            Test::Period(period) => {
                let literal = |date: Date| if year { self.literal(rule.col, date) } else { date.year().to_string() };
                let from = period.from.map(|date| format!("{name} >= {}", literal(date)));
                let before = period.before.map(|date| format!("{name} < {}", literal(date)));
                let both: Vec<String> = from.into_iter().chain(before).collect();
                (if both.len() > 1 { format!("({})", both.join(" AND ")) } else { both.concat() }, period.said.clone())
            }
            Test::Recent(back, unit) => {
                let newest = self.newest(rule.col, (*back == 0).then_some(unit))?;
                let since = self.back(&newest, (*back).max(1), unit);
                match back {
                    0 => {
                        (format!("({name} >= {since} AND {name} < {newest})"), format!("in the {unit} before that of its newest"))
                    }
                    _ => (format!("{name} > {since}"), format!("in the last {back} {unit}s up to its newest")),
                }
            }
            Test::Missing => return Some((format!("{name} IS {not}NULL"), format!("{spoken} is {}missing", not.to_lowercase()))),
            Test::True => {
                return Some((
                    format!("{name} = {}", self.schema.truth(rule.col, !negated)?),
                    format!("{spoken} is {}", !negated),
                ));
            }
            Test::Average(..) | Test::Sample(_) => return None,
        };
        (!negated).then(|| (sql, format!("{spoken} {said}")))
    }

    /// The samples are all in capitals or all in small letters, and the value is not.
    fn other_case(&self, col: Col, value: &str) -> bool {
        let samples = || self.schema.column(col).samples.iter().filter_map(|sample| sample.as_str());
        let same = |form: fn(&str) -> String| {
            samples().next().is_some() && samples().all(|sample| sample == form(sample)) && value != form(value)
        };
        !samples().any(|sample| sample == value) && (same(str::to_lowercase) || same(str::to_uppercase))
    }

    /// The newest moment of a column, or where its month or year begins.
    fn newest(&self, col: Col, unit: Option<&String>) -> Option<String> {
        let dialect = self.schema.dialect;
        let table = named(dialect, self.schema.database, self.schema.tables[col.0]);
        let newest = format!("(SELECT MAX({}) FROM {table})", quoted(dialect, &self.schema.column(col).name));
        let Some(unit) = unit else {
            return (dialect == Dialect::Sqlite || !self.schema.column(col).is_text()).then_some(newest);
        };
        match dialect {
            Dialect::Sqlite => Some(format!("date({newest}, 'start of {unit}')")),
            _ if self.schema.column(col).is_text() => None,
            Dialect::Bigquery => Some(format!("DATE_TRUNC({newest}, {})", unit.to_uppercase())),
            Dialect::Mysql => Some(format!("DATE_FORMAT({newest}, '{}')", if unit == "year" { "%Y-01-01" } else { "%Y-%m-01" })),
            _ => Some(format!("DATE_TRUNC('{unit}', {newest})")),
        }
    }

    /// So long before a moment.
    fn back(&self, from: &str, back: u16, unit: &str) -> String {
        let large = unit.to_uppercase();
        match self.schema.dialect {
            Dialect::Sqlite => format!("date({from}, '-{back} {unit}s')"),
            Dialect::Bigquery => format!("DATE_SUB({from}, INTERVAL {back} {large})"),
            Dialect::Mysql | Dialect::Clickhouse => format!("{from} - INTERVAL {back} {large}"),
            Dialect::Trino | Dialect::Databricks => format!("{from} - INTERVAL '{back}' {large}"),
            _ => format!("{from} - INTERVAL '{back} {unit}'"),
        }
    }

    fn literal(&self, col: Col, date: Date) -> String {
        let typed = self.schema.dialect == Dialect::Trino && !self.schema.column(col).is_text();
        if typed { format!("DATE '{date}'") } else { format!("'{date}'") }
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
