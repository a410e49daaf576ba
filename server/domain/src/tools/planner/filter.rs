//! The rows that are meant: plain conditions, and rows of other tables that hang on them.

use super::{
    compile::{Compiler, Shown},
    frame::{Frame, opposite},
    resolve::{Resolver, Rule},
    tree::{Figure, Item, Link, Shape, Test},
};
use crate::tools::naming::{Col, Hop, Noun};
use std::iter;

/// Rows of other tables that must be there, or must not.
struct Hanging {
    ways: Vec<Vec<Hop>>,
    rules: Vec<Rule>,
    negated: bool,
    count: Option<(&'static str, f64)>,
}

/// Where it is said how many rows of another table there are for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Counted {
    ForRows,
    /// For each value of this column of the same table.
    Of(Col),
    /// It is a bound of the groups.
    InGroups,
}

impl Compiler<'_, '_> {
    /// "More than 20 jobs": for each group, for each row that is counted, or for each of the different values of one table.
    pub(super) fn find_counted(&self, base: usize, shape: Shape) -> Option<Counted> {
        let mut tables = self.parts.links.iter().filter(|link| link.count.is_some()).map(|link| link.noun.table()).peekable();
        let is_bound = |table: usize| self.bounds.iter().any(|(bound, ..)| *bound == Shown::Count(table));
        if tables.peek().is_none() || !self.has_figures() && self.bounds.is_empty() {
            return Some(Counted::ForRows);
        }
        if !self.bounds.is_empty() {
            return tables.all(|table| table.is_some_and(is_bound)).then_some(Counted::InGroups);
        }
        match self.shown.as_slice() {
            [Shown::Count(table)] if *table == base && matches!(shape, Shape::Plain | Shape::Share) => Some(Counted::ForRows),
            [Shown::Figure(Figure::Distinct, col)] if shape == Shape::Plain && col.0 == base => {
                tables.all(|table| table == Some(base)).then_some(Counted::Of(*col))
            }
            _ => None,
        }
    }

    /// What rows of one table are of, by a key to a table that is not there: "how many readers had more than 3 loans", of loans alone.
    pub(super) fn counts_by_key(&self, base: usize) -> bool {
        let [Shown::Figure(Figure::Distinct, col)] = self.shown.as_slice() else { return false };
        let is_counted = |link: &Link| link.noun.table() == Some(base) && link.count.is_some() && !link.negated;
        // All of the key's name but that it is one.
        let is_named = |noun: &Noun| noun.columns.iter().any(|(own, quality)| own == col && *quality > 1);
        let is_thing = self.parts.items.iter().filter_map(Item::noun).all(is_named) && self.schema.thing(*col).is_some();
        col.0 == base && is_thing && self.parts.links.iter().all(is_counted)
    }
}

/// Conditions as SQL and in words, over a frame that has all tables that they need. None where one of them has no place.
pub(super) fn filter(
    resolver: &Resolver<'_, '_>,
    frame: &Frame<'_, '_>,
    base: usize,
    counted: Counted,
    (rules, links): (Vec<Rule>, Vec<&Link>),
) -> Option<Vec<(String, String)>> {
    let schema = resolver.schema;
    let mut plain: Vec<Rule> = Vec::new();
    let mut hanging: Vec<Hanging> = Vec::new();
    let within = if let Counted::Of(col) = counted { Some((col, col)) } else { None };
    for link in links.iter().filter(|_| counted != Counted::InGroups) {
        let (Some((sign, n)), table) = (link.count, link.noun.table()?) else { continue };
        let way = within.map_or_else(|| resolver.way(base, table, false), |hop| Some(vec![hop])).filter(|way| !way.is_empty())?;
        let is_one = within.is_none() && schema.path(base, way[0].1.0, true).is_some();
        // "At most" would have to count those without any as well.
        if link.negated || is_one || matches!(sign, "<" | "<=") || n < 1.0 {
            return None;
        }
        hanging.push(Hanging { ways: vec![way], rules: Vec::new(), negated: false, count: Some((sign, n)) });
    }
    for rule in rules {
        match (schema.path(base, rule.col.0, true), within) {
            (Some(way), Some(hop)) => hang(resolver, &mut hanging, iter::once(hop).chain(way).collect(), rule)?,
            (Some(_), None) => plain.push(rule),
            (None, None) => hang(resolver, &mut hanging, resolver.way(base, rule.col.0, false)?, rule)?,
            (None, Some(_)) => return None,
        }
    }
    for link in &links {
        let table = link.noun.table()?;
        if link.count.is_some() {
            continue;
        }
        let there = table == base || frame.has(table) || hanging.iter().any(|one| !one.negated && one.reaches(table));
        if !link.negated && there {
            continue;
        }
        if let Some(way) = schema.path(base, table, true) {
            // Every row has one: where it is not denied, it must have been named for something that was not read.
            let ([(from, _)], true) = (way.as_slice(), link.negated) else { return None };
            // "No insured members": what is denied of the one there is would not say that there is none.
            if plain.iter().any(|rule| rule.negated && rule.col.0 == table) {
                return None;
            }
            let (test, negated, or, frames) = (Test::Missing, false, false, false);
            plain.push(Rule { col: *from, test, negated, or, side: link.side, frames, near: None });
            continue;
        }
        let way = resolver.way(base, table, false)?;
        match hanging.iter_mut().find(|one| one.negated == link.negated && one.count.is_none() && one.ways[0][0] == way[0]) {
            Some(one) => one.ways.push(way),
            None => hanging.push(Hanging { ways: vec![way], rules: Vec::new(), negated: link.negated, count: None }),
        }
    }
    // Two other tables may hang on each other rather than on the thing.
    let mut others: Vec<_> = links.iter().filter(|link| link.count.is_none()).filter_map(|link| link.noun.table()).collect();
    others.retain(|table| *table != base);
    // "Hired a boat": the hire is on the way to the boat, and each hire is of one.
    let passed: Vec<usize> = others.iter().copied().filter(|table| lies_between(resolver, base, *table, &others)).collect();
    let is_denied = links.iter().any(|link| link.negated);
    others.retain(|table| is_denied || !passed.contains(table));
    others.dedup();
    let bounds = links.iter().filter(|link| link.count.is_some()).count();
    // Of several things that are said, it is not sure which ones are denied.
    let denied = hanging.iter().any(|one| one.negated) && (hanging.len() > 1 || frame.tables().count() > 1);
    if denied || others.len() + bounds > 1 {
        return None;
    }
    // "Do not have a dog": what is denied is that there is one, whatever else is said of it.
    let mut found = together(resolver, frame, &plain)?;
    for one in &hanging {
        found.push(one.write(resolver, frame)?);
    }
    Some(found)
}

/// Whether a table is on the way from the thing to another one that is named, and leads to one of it alone.
fn lies_between(resolver: &Resolver<'_, '_>, base: usize, table: usize, others: &[usize]) -> bool {
    let schema = resolver.schema;
    others.iter().filter(|other| **other != table).any(|other| {
        let passes = |way: &Vec<Hop>| way.iter().any(|hop| hop.1.0 == table);
        schema.path(base, *other, false).as_ref().is_some_and(passes) && schema.path(table, *other, true).is_some()
    })
}

fn hang(resolver: &Resolver<'_, '_>, hanging: &mut Vec<Hanging>, way: Vec<Hop>, rule: Rule) -> Option<()> {
    let is_of = |one: &&mut Hanging| one.count.is_some() && one.ways[0][0] == way[0];
    if let Some(one) = hanging.iter_mut().find(is_of) {
        let (from, counted) = (way[0].0.0, one.ways[0].last()?.1.0);
        // What was said before them may be of other rows; and what hangs on them would be counted in their place.
        let is_theirs = from == counted || rule.frames || rule.near == Some(counted);
        let is_counted = is_theirs && !rule.negated && resolver.schema.path(counted, rule.col.0, true).is_some();
        is_counted.then_some(())?;
        one.ways.push(way);
        one.rules.push(rule);
        return Some(());
    }
    let is_text = |rule: &Rule| matches!(rule.test, Test::Text(_));
    let is_rival = |other: &Rule| other.col == rule.col && is_text(other) && is_text(&rule);
    let clashes = |one: &Hanging| !rule.or && one.rules.iter().any(is_rival);
    let is_same = |one: &Hanging| one.negated == rule.negated && one.ways.iter().any(|other| other[0] == way[0]);
    let same: Vec<usize> = (0..hanging.len()).filter(|at| is_same(&hanging[*at])).collect();
    match same.as_slice() {
        [.., last] if !clashes(&hanging[*last]) || rule.negated => {
            let or = rule.negated && clashes(&hanging[*last]);
            hanging[*last].ways.push(way);
            hanging[*last].rules.push(Rule { or: rule.or || or, ..rule });
        }
        // "Both a cat and a dog" are two rows; what else is said would be of one of them only.
        [last] if hanging[*last].rules.len() > 1 => return None,
        _ => {
            let negated = rule.negated;
            hanging.push(Hanging { ways: vec![way], rules: vec![rule], negated, count: None });
        }
    }
    Some(())
}

impl Hanging {
    fn reaches(&self, table: usize) -> bool {
        self.ways.iter().flatten().any(|hop| hop.1.0 == table)
    }

    fn write(&self, resolver: &Resolver<'_, '_>, outer: &Frame<'_, '_>) -> Option<(String, String)> {
        let (from, to) = *self.ways.first()?.first()?;
        let mut inner = Frame::new(resolver.schema, to.0, outer.next());
        for way in &self.ways {
            inner.add(&way[1..]);
        }
        let rules: Vec<Rule> = self.rules.iter().map(|rule| Rule { negated: false, ..rule.clone() }).collect();
        let mut parts = together(resolver, &inner, &rules)?;
        let column = inner.name(to);
        let nullable = !resolver.schema.column(to).primary_key;
        if self.negated && nullable {
            parts.push((format!("{column} IS NOT NULL"), String::new()));
        }
        let filter: Vec<&str> = parts.iter().map(|(sql, _)| sql.as_str()).collect();
        let filter = if filter.is_empty() { String::new() } else { format!(" WHERE {}", filter.join(" AND ")) };
        let having = self.count.map_or_else(String::new, |(sign, n)| format!(" GROUP BY {column} HAVING COUNT(*) {sign} {n}"));
        let not = if self.negated { "NOT " } else { "" };
        let sql = format!("{} {not}IN (SELECT {column} FROM {}{filter}{having})", outer.name(from), inner.from());
        let way = if self.count.is_some() { self.ways.first() } else { self.ways.iter().max_by_key(|way| way.len()) };
        let rows = resolver.schema.rows_name(way?.last()?.1.0);
        let spoken = match (self.negated, self.count) {
            (true, _) => format!("there are no {rows}"),
            (false, Some((sign, n))) => format!("the number of {rows} {sign} {n}"),
            (false, None) => format!("there are {rows}"),
        };
        Some((sql, spoken + &describe(&parts)))
    }
}

/// All conditions in words, to stand behind what they limit.
pub(super) fn describe(conditions: &[(String, String)]) -> String {
    let phrases: Vec<&str> = conditions.iter().map(|(_, phrase)| phrase.as_str()).filter(|phrase| !phrase.is_empty()).collect();
    if phrases.is_empty() { String::new() } else { format!(" where {}", phrases.join(" and ")) }
}

/// Values of one column are alternatives, and so is what "or" joins.
fn together(resolver: &Resolver<'_, '_>, frame: &Frame<'_, '_>, rules: &[Rule]) -> Option<Vec<(String, String)>> {
    let schema = resolver.schema;
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    let (mut before, mut weekdays): (Option<(Col, bool, bool)>, Vec<Col>) = (None, Vec::new());
    for rule in rules {
        let (sql, said) = match &rule.test {
            Test::Average(sign, noun) => {
                let of = noun.as_ref().map_or(Some(rule.col), |noun| resolver.column(noun, &[rule.col.0]))?;
                let sign = if rule.negated { opposite(sign) } else { sign };
                let average = format!("(SELECT AVG({}) FROM {})", schema.quote(of), schema.table(of.0));
                let said = format!("the average {} of all {}", schema.column(of).name, schema.tables[of.0].name);
                let sides = |left: &str, right: &str| format!("{left} {sign} {right}");
                (sides(&frame.name(rule.col), &average), sides(&schema.column(rule.col).name, &said))
            }
            _ => frame.test(rule, true)?,
        };
        let whole = matches!(&rule.test, Test::Period(period) if period.from.is_some() && period.before.is_some());
        // "On Sundays in 2024" are no alternatives, as "on Saturdays and Sundays" are.
        let weekly = matches!(&rule.test, Test::Period(period) if period.weekday.is_some());
        let is_value = matches!(rule.test, Test::Text(_) | Test::Like(_) | Test::Number("=", _));
        let plain = (whole || weekly || is_value) && !rule.negated;
        let again = plain && before == Some((rule.col, true, weekly));
        (!again || !resolver.parts.both).then_some(())?;
        let several = found.len() > 1;
        match found.last_mut().filter(|_| rule.or || again) {
            // Of another column, "or" could reach further back than to the one before.
            Some(_) if before.is_some_and(|(col, ..)| col != rule.col) && several || rule.negated => return None,
            Some((alternatives, spoken)) => {
                alternatives.push(sql);
                *spoken = format!("{spoken} or {said}");
            }
            // No day is two days of the week.
            None if weekly && weekdays.contains(&rule.col) => return None,
            None => found.push((vec![sql], said)),
        }
        weekdays.extend(weekly.then_some(rule.col));
        before = Some((rule.col, plain, weekly));
    }
    let join = |(sql, said): (Vec<String>, String)| match sql.as_slice() {
        [one] => (one.clone(), said),
        several => (format!("({})", several.join(" OR ")), said),
    };
    Some(found.into_iter().map(join).collect())
}
