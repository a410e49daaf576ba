//! Which table or column each part of a question means. What fits two equally is not answered.

use super::{
    lexicon::{Adjective, LEXICON},
    schema::{Col, Noun, Schema},
    tree::{Condition, Item, Parts, Target, Test},
};
use crate::tools::{catalog::Class, planner::scope::stems, search::words::stem};

pub(super) struct Resolver<'s, 'a> {
    pub(super) schema: &'s Schema<'a>,
    pub(super) parts: &'s Parts,
    /// The tables that are named, the thing itself first.
    pub(super) context: Vec<usize>,
}

/// A condition of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    pub(super) col: Col,
    pub(super) test: Test,
    pub(super) negated: bool,
    pub(super) or: bool,
}

impl<'s, 'a> Resolver<'s, 'a> {
    pub(super) fn new(schema: &'s Schema<'a>, parts: &'s Parts) -> Self {
        let items = parts.items.iter().filter_map(|item| match item {
            Item::Noun(noun) | Item::Figure(_, Some(noun)) => Some(noun),
            Item::Figure(_, None) => None,
        });
        let links = parts.links.iter().map(|link| &link.noun);
        let nouns = parts.entity.iter().chain(items).chain(&parts.groups).chain(links);
        let mut context = Vec::new();
        let table = |noun: &Noun| if noun.is_table() { noun.table() } else { noun.owner };
        for table in nouns.filter_map(table) {
            if !context.contains(&table) {
                context.push(table);
            }
        }
        Self { schema, parts, context }
    }

    /// The column of a noun: of the first table in `order` that has one, else the only one of all tables.
    pub(super) fn column(&self, noun: &Noun, order: &[usize]) -> Option<Col> {
        for least in [3, 0] {
            for table in order {
                let own: Vec<_> = noun.columns.iter().filter(|(col, quality)| col.0 == *table && *quality >= least).collect();
                if !own.is_empty() {
                    return best(&own);
                }
            }
        }
        best(&noun.columns.iter().collect::<Vec<_>>())
    }

    pub(super) fn in_context(&self, noun: &Noun) -> Option<Col> {
        self.column(noun, &self.context)
    }

    /// What dates the rows of a table.
    fn dated(&self, table: usize) -> Vec<Col> {
        let columns = &self.schema.tables[table].columns;
        let is_date = |at: &usize| {
            let year = || stems(&columns[*at].name).last().is_some_and(|last| last == "year");
            columns[*at].class() == Class::Time || (columns[*at].class() == Class::Number && year())
        };
        (0..columns.len()).filter(is_date).map(|at| (table, at)).collect()
    }

    /// The column that an adjective speaks of, and whether more of it is a higher value.
    pub(super) fn scale(&self, adjective: Adjective, order: &[usize]) -> Option<(Col, bool)> {
        let scale = &LEXICON.scales[adjective.scale];
        for table in order {
            let mut found = Vec::new();
            for (at, column) in self.schema.tables[*table].columns.iter().enumerate() {
                let name = stems(&column.name);
                let has = |words: &[String]| words.iter().any(|word| name.contains(&stem(word)));
                let fits = column.class() == Class::Time || self.schema.measures((*table, at));
                if fits && (has(&scale.up) || has(&scale.down)) {
                    found.push(((*table, at), !has(&scale.down)));
                }
            }
            match found.as_slice() {
                [one] => return Some(*one),
                [] => {
                    if let (Some(up), [one]) = (scale.dated, self.dated(*table).as_slice()) {
                        return Some((*one, up));
                    }
                }
                _ => return None,
            }
        }
        None
    }

    pub(super) fn rule(&self, condition: &Condition) -> Option<Rule> {
        let Condition { target, test, negated, or, near: _ } = condition;
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
                    if rival {
                        return None;
                    }
                    col
                }
            }
            Target::Scale(adjective) => {
                let (col, up) = self.scale(*adjective, &nearest)?;
                if !up {
                    test = match test {
                        Test::Number(sign, number) => Test::Number(turned(sign), number),
                        Test::Average(sign, noun) => Test::Average(turned(sign), noun),
                        other => other,
                    };
                }
                col
            }
            Target::Dated => {
                let found = nearest.iter().map(|table| self.dated(*table)).find(|dates| !dates.is_empty())?;
                match found.as_slice() {
                    [one] => *one,
                    _ => return None,
                }
            }
            Target::Label(noun) => {
                let table = noun.as_ref().map_or_else(|| nearest.first().copied(), Noun::table)?;
                match self.schema.labels(table).as_slice() {
                    [one] => *one,
                    _ => return None,
                }
            }
            Target::Columns => {
                let Test::Sample(values) = &test else { return None };
                self.holder(values, &nearest)?
            }
        };
        self.fit(col, test).map(|test| Rule { col, test, negated: *negated, or: *or })
    }

    /// Of several columns that hold a value, the one of the nearest table.
    fn holder(&self, values: &[(Col, String)], order: &[usize]) -> Option<Col> {
        let mut cols: Vec<Col> = values.iter().map(|(col, _)| *col).collect();
        cols.dedup();
        if let [one] = cols.as_slice() {
            // Few samples are known: the thing's own column of such a name may hold it as well.
            let last = |col: Col| stems(&self.schema.column(col).name).pop();
            let rival = |table: &usize| {
                (0..self.schema.tables[*table].columns.len())
                    .any(|at| self.schema.class((*table, at)) == Class::Text && last((*table, at)) == last(*one))
            };
            let known = order.contains(&one.0) || !order.iter().any(rival);
            return known.then_some(*one);
        }
        let near: Vec<&Col> = cols.iter().filter(|col| order.contains(&col.0)).collect();
        match near.as_slice() {
            [one] => Some(**one),
            [] => None,
            _ => {
                let first: Vec<&Col> = near.into_iter().filter(|col| order.first() == Some(&col.0)).collect();
                if let [one] = first.as_slice() { Some(**one) } else { None }
            }
        }
    }

    /// The test in the column's own kind of values.
    fn fit(&self, col: Col, test: Test) -> Option<Test> {
        let class = self.schema.class(col);
        let year = |number: f64| number.fract() == 0.0 && (1000.0..3000.0).contains(&number);
        match test {
            Test::Sample(values) => {
                let (_, value) = values.into_iter().find(|(own, _)| *own == col)?;
                Some(Test::Text(value))
            }
            Test::Text(_) | Test::Like(_) => matches!(class, Class::Text | Class::Other).then_some(test),
            Test::Number(_, number) => match class {
                Class::Number => Some(test),
                Class::Time => year(number).then_some(test),
                _ => None,
            },
            Test::Between(low, high) => match class {
                Class::Number => Some(test),
                Class::Time => (year(low) && year(high)).then_some(test),
                _ => None,
            },
            Test::Average(..) => (class == Class::Number).then_some(test),
            Test::Period(ref period) => match class {
                Class::Time => Some(test),
                Class::Number => period.is_of_years().then_some(test),
                _ => None,
            },
            Test::Recent(..) => (class == Class::Time).then_some(test),
            Test::Missing => Some(test),
            Test::True => self.schema.truth(col, true).map(|_| test),
        }
    }
}

fn best(columns: &[&(Col, u8)]) -> Option<Col> {
    let most = columns.iter().map(|(_, quality)| *quality).max()?;
    let mut first = columns.iter().filter(|(_, quality)| *quality == most);
    match (first.next(), first.next()) {
        (Some((col, _)), None) => Some(*col),
        _ => None,
    }
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
