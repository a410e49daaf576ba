//! Which table or column each part of a question means. What fits two equally is not answered.

use super::{
    Unplanned,
    lexicon::{Adjective, LEXICON},
    tree::{Condition, Item, Parts, Side, Target, Test},
};
use crate::tools::naming::{Col, Hop, Noun, Schema, is_kind, only, write_number};
use crate::tools::{
    catalog::{Class, stems},
    search::words::{split, stem},
    sentence::Period,
};
use jiff::civil::Date;
use std::cell::RefCell;

pub(super) struct Resolver<'s, 'a> {
    pub(super) schema: &'s Schema<'a>,
    pub(super) parts: &'s Parts,
    /// The tables that are named, the thing itself first.
    pub(super) context: Vec<usize>,
    /// What could not be told apart first.
    unclear: RefCell<Option<Unplanned>>,
}

/// A condition of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    pub(super) col: Col,
    pub(super) test: Test,
    pub(super) negated: bool,
    pub(super) or: bool,
    pub(super) side: Side,
    pub(super) frames: bool,
    /// The table that was named last before it.
    pub(super) near: Option<usize>,
}

impl<'s, 'a> Resolver<'s, 'a> {
    pub(super) fn new(schema: &'s Schema<'a>, parts: &'s Parts) -> Self {
        let items = parts.items.iter().filter_map(Item::noun);
        let links = parts.links.iter().map(|link| &link.noun);
        let nouns = parts.entity.iter().chain(items).chain(&parts.groups).chain(links);
        let mut context = Vec::new();
        let table = |noun: &Noun| if noun.is_table() { noun.table() } else { noun.owner };
        let nouns: Vec<&Noun> = nouns.collect();
        // A column of one table only names that table as well.
        let alone = |noun: &&Noun| {
            let first = noun.columns.first().filter(|_| !noun.is_table())?.0.0;
            noun.columns.iter().all(|(col, _)| col.0 == first).then_some(first)
        };
        for table in nouns.iter().copied().filter_map(table).chain(nouns.iter().filter_map(alone)) {
            if !context.contains(&table) {
                context.push(table);
            }
        }
        Self { schema, parts, context, unclear: RefCell::new(None) }
    }

    /// What has to be asked where nothing could be read.
    pub(super) fn why(&self) -> Unplanned {
        self.unclear.take().unwrap_or(Unplanned::NotAsked)
    }

    pub(super) fn ask(&self, question: impl FnOnce(&str) -> String, between: &[Col]) {
        let tables: Vec<usize> = between.iter().map(|col| col.0).collect();
        let base = if tables.iter().all(|table| *table == tables[0]) { tables.first().copied() } else { None };
        let named = |col: &Col| self.schema.describe(*col, base.unwrap_or(usize::MAX));
        let names: Vec<String> = between.iter().take(MOST).map(named).collect();
        let full =
            |col: &Col| format!("{}.{}.{}", self.schema.database, self.schema.tables[col.0].name, self.schema.column(*col).name);
        let options = between.iter().take(MOST).map(full).collect();
        self.unclear.borrow_mut().get_or_insert(Unplanned::Unclear(question(&names.join(" or ")), options));
    }

    pub(super) fn ask_tables(&self, between: &[usize]) {
        let name = |table: &usize| format!("{}.{}", self.schema.database, self.schema.tables[*table].name);
        let names: Vec<String> = between.iter().take(MOST).map(name).collect();
        let question = format!("What is counted: {}?", names.join(" or "));
        self.unclear.borrow_mut().get_or_insert(Unplanned::Unclear(question, names));
    }

    fn ask_which(&self, between: &[Col]) {
        self.ask(|names| format!("Which is meant: {names}?"), between);
    }

    /// The column of a noun: of the first table in `order` that has one, else the only one of all tables.
    pub(super) fn column(&self, noun: &Noun, order: &[usize]) -> Option<Col> {
        let own = |table: usize, least: u8| -> Vec<(Col, u8)> {
            noun.columns.iter().filter(|(col, quality)| col.0 == table && *quality >= least).copied().collect()
        };
        let places = [3, 0].into_iter().flat_map(|least| order.iter().map(move |table| (*table, least)));
        let near = places.map(|(table, least)| own(table, least)).find(|own| !own.is_empty());
        // A part of a near name, and the whole of another one.
        let whole = |own: &[(Col, u8)]| own.iter().any(|(_, quality)| *quality > 2);
        if near.as_ref().is_some_and(|near| !whole(near) && whole(&noun.columns)) {
            let all: Vec<Col> =
                noun.columns.iter().map(|(col, _)| *col).filter(|col| !self.schema.column(*col).primary_key).collect();
            self.ask_which(&all);
            return None;
        }
        let columns = near.unwrap_or_else(|| noun.columns.clone());
        let most = columns.iter().map(|(_, quality)| *quality).max()?;
        let best: Vec<Col> = columns.iter().filter(|(_, quality)| *quality == most).map(|(col, _)| *col).collect();
        if best.len() > 1 {
            self.ask_which(&best);
        }
        only(best.into_iter())
    }

    pub(super) fn in_context(&self, noun: &Noun) -> Option<Col> {
        self.column(noun, &self.context)
    }

    /// What dates the rows of the first table that has dates.
    pub(super) fn date(&self, order: &[usize], test: &Test) -> Option<Col> {
        let years = |col: &Col| self.schema.class(*col) == Class::Number;
        let mut dates = order.iter().map(|table| self.schema.dates(*table)).find(|dates| !dates.is_empty()).unwrap_or_default();
        // A year may be kept as a number, a month not.
        let is_number = matches!(test, Test::Number(..) | Test::Between(..));
        if dates.iter().any(|col| !years(col)) && !is_number {
            dates.retain(|col| !years(col));
        }
        // The date of an order, not that of its shipping.
        let of_the_row = |col: &&Col| {
            let words = stems(&self.schema.column(**col).name);
            words.iter().all(|word| self.schema.names[col.0].contains(word) || is_kind(word))
        };
        let found = only(dates.iter().filter(of_the_row).copied()).or_else(|| only(dates.iter().copied()));
        if dates.is_empty() {
            let table = order.first().map_or("the data", |table| &self.schema.tables[*table].name);
            self.ask(|_| format!("No column of {table} tells when: what dates it?"), &[]);
        } else if found.is_none() {
            self.ask(|names| format!("Which date is meant: {}?", names.replace(" or ", ", ")), &dates);
        }
        found
    }

    /// The column that an adjective speaks of, and whether more of it is a higher value. Of a unit it is the only one of its kind.
    pub(super) fn scale(&self, adjective: Adjective, unit: Option<&Noun>, order: &[usize]) -> Option<(Col, bool)> {
        let scale = &LEXICON.measures[adjective.scale];
        for table in order {
            let mut found = Vec::new();
            if let Some(unit) = unit {
                let of_units = |col: &Col| split(&self.schema.column(*col).name).iter().any(|word| scale.units.contains(word));
                let measured: Vec<Col> =
                    self.schema.columns(*table).filter(|col| self.schema.column(*col).measures() && of_units(col)).collect();
                match measured.as_slice() {
                    [] => continue,
                    [one] => return unit.columns.iter().any(|(col, _)| col == one).then_some((*one, true)),
                    several => {
                        self.ask_which(several);
                        return None;
                    }
                }
            }
            for col in self.schema.columns(*table) {
                let name = stems(&self.schema.column(col).name);
                let has = |words: &[String]| words.iter().any(|word| name.contains(&stem(word)));
                let fits = self.schema.class(col) == Class::Time || self.schema.column(col).measures();
                if fits && (has(&scale.up) || has(&scale.down)) {
                    found.push((col, !has(&scale.down)));
                }
            }
            match found.as_slice() {
                [one] => return Some(*one),
                [] => {
                    if let (Some(up), [one]) = (scale.dated, self.schema.dates(*table).as_slice()) {
                        return Some((*one, up));
                    }
                    let money = self.schema.money(0).map(|noun| noun.columns).unwrap_or_default();
                    let own = money.into_iter().map(|(col, _)| col).filter(|col| scale.money && col.0 == *table);
                    if let Some(one) = only(own) {
                        return Some((one, true));
                    }
                }
                several => {
                    let columns: Vec<Col> = several.iter().map(|(col, _)| *col).collect();
                    self.ask_which(&columns);
                    return None;
                }
            }
        }
        None
    }

    /// The only way from one table to another; where there are several, it is asked along which key.
    pub(super) fn way(&self, from: usize, to: usize, upward: bool) -> Option<Vec<Hop>> {
        let ways = self.schema.ways(from, to, upward);
        if ways.len() > 1 {
            let keys: Vec<Col> = ways
                .iter()
                .filter_map(|way| way.iter().find(|hop| ways.iter().filter(|other| other.contains(hop)).count() == 1))
                .map(|(own, other)| if self.schema.column(*own).foreign_key.is_some() { *own } else { *other })
                .collect();
            self.ask_which(&keys);
        }
        only(ways.into_iter())
    }

    pub(super) fn rule(&self, condition: &Condition) -> Option<Rule> {
        let Condition { target, test, negated, or, side, frames, near, before: _ } = condition;
        let nearest: Vec<usize> = condition.near.iter().copied().chain(self.context.iter().copied()).collect();
        let mut test = test.clone();
        let col = match target {
            Target::Noun(noun) => {
                if let Test::Sample(values) = &test {
                    let held: Vec<_> =
                        noun.columns.iter().filter(|(col, _)| values.iter().any(|(own, _)| own == col)).cloned().collect();
                    self.column(&Noun { columns: held, ..noun.clone() }, &nearest)?
                } else {
                    let col = self.column(noun, &nearest)?;
                    // Both the thing and what hangs on it have such a column.
                    let rival = condition.near.is_some_and(|near| col.0 == near)
                        && self.context.first().is_some_and(|first| {
                            *first != col.0 && noun.columns.iter().any(|(other, quality)| other.0 == *first && *quality > 1)
                        });
                    (!rival).then_some(())?;
                    col
                }
            }
            Target::Scale(adjective, unit) => {
                let (col, up) = self.scale(*adjective, unit.as_ref(), &nearest)?;
                if !up {
                    test = match test {
                        Test::Number(sign, number) => Test::Number(turned(sign), number),
                        Test::Average(sign, noun) => Test::Average(turned(sign), noun),
                        other => other,
                    };
                }
                col
            }
            Target::Dated => self.date_of(condition, &nearest)?,
            Target::Label(noun) => {
                let table = noun.as_ref().map_or_else(|| nearest.first().copied(), Noun::table)?;
                only(self.schema.labels(table).into_iter())?
            }
            Target::Columns => {
                let Test::Sample(values) = &test else { return None };
                self.holder(values, &nearest)?
            }
        };
        let test = self.fit(col, test)?;
        Some(Rule { col, test, negated: *negated, or: *or, side: *side, frames: *frames, near: *near })
    }

    /// Of several columns that hold a value, the one of the nearest table.
    fn holder(&self, values: &[(Col, String)], order: &[usize]) -> Option<Col> {
        let mut cols: Vec<Col> = values.iter().map(|(col, _)| *col).collect();
        cols.dedup();
        if let [one] = cols.as_slice() {
            // Few samples are known: the thing's own column of such a name may hold it as well.
            let last = |col: Col| stems(&self.schema.column(col).name).pop();
            let same = |col: Col| self.schema.class(col) == Class::Text && last(col) == last(*one);
            let rival = |table: &usize| self.schema.columns(*table).any(same);
            let known = order.contains(&one.0) || !order.iter().any(rival);
            return known.then_some(*one);
        }
        let near: Vec<Col> = cols.iter().copied().filter(|col| order.contains(&col.0)).collect();
        let first = near.iter().copied().filter(|col| order.first() == Some(&col.0));
        let found = only(near.iter().copied()).or_else(|| only(first));
        if found.is_none() {
            let value = values.first().map_or("", |(_, value)| value);
            self.ask(|names| format!("{value} may be {names}: which is meant?"), if near.is_empty() { &cols } else { &near });
        }
        found
    }

    /// The test in the column's own kind of values.
    fn fit(&self, col: Col, test: Test) -> Option<Test> {
        let class = self.schema.class(col);
        match test {
            Test::Sample(values) => {
                let (_, value) = values.into_iter().find(|(own, _)| *own == col)?;
                Some(Test::Text(value))
            }
            // What says yes or no is never anything else.
            Test::Text(ref value) if self.schema.column(col).is_flag() && !self.schema.column(col).has_text(value) => None,
            Test::Text(_) | Test::Like(_) => matches!(class, Class::Text | Class::Other).then_some(test),
            Test::Number(sign, at) if class == Class::Time => match sign {
                ">" => years(Some(at + 1.0), None),
                ">=" => years(Some(at), None),
                "<" => years(None, Some(at)),
                "<=" => years(None, Some(at + 1.0)),
                _ => years(Some(at), Some(at + 1.0)),
            },
            Test::Between(low, high) if class == Class::Time => years(Some(low), Some(high + 1.0)),
            Test::Number("=", number) if class == Class::Text => write_number(self.schema.column(col), number).map(Test::Text),
            Test::Number(..) | Test::Between(..) | Test::Average(..) => (class == Class::Number).then_some(test),
            Test::Period(ref period) if class == Class::Number => period.is_of_years().then_some(test),
            Test::Period(_) | Test::Recent(..) => (class == Class::Time).then_some(test),
            // Whether nought is none of it, or some, is not known.
            Test::Missing => (!self.schema.column(col).has_nought()).then_some(test),
            Test::True => self.schema.column(col).is_flag().then_some(test),
        }
    }
}

/// The most things that are offered.
const MOST: usize = 6;

/// From the first day of one year to before that of another.
fn years(from: Option<f64>, before: Option<f64>) -> Option<Test> {
    let ends = [from, before].map(|end| {
        #[expect(clippy::cast_possible_truncation, reason = "bounded")]
        end.map(|year| {
            Date::new(Some(year).filter(|year| year.fract() == 0.0 && (1000.0..3001.0).contains(year))? as i16, 1, 1).ok()
        })
    });
    let words = match (from, before) {
        (Some(from), Some(before)) if before <= from => format!("from {from} and before {before}"),
        (Some(from), Some(before)) if before - from <= 1.0 => format!("in {from}"),
        (Some(from), Some(before)) => format!("from {from} to {}", before - 1.0),
        (Some(from), None) => format!("from {from} on"),
        (None, before) => before.map(|year| format!("before {year}")).unwrap_or_default(),
    };
    let [from, before] = ends.map(Option::flatten);
    (!ends.contains(&Some(None))).then_some(Test::Period(Period { from, before, said: words, ..Period::default() }))
}

pub(super) fn turned(sign: &'static str) -> &'static str {
    match sign {
        ">" => "<",
        "<" => ">",
        ">=" => "<=",
        "<=" => ">=",
        other => other,
    }
}
