//! Which table's date a time is of. What happens is dated by its own rows, not by the things that it happens to: "how many vans were
//! hired in May" is about the day of the hire, not that of the van's purchase.

use super::{
    lexicon::{LEXICON, Tag},
    parser::Parser,
    pieces::Piece,
    resolve::Resolver,
    tree::{Condition, Item, Key, Target, Test},
    whole::TO_TIME,
};
use crate::tools::{
    naming::{Col, Noun, Schema, only},
    search::words::stem,
};
use std::collections::HashSet;

/// What was read before a condition; all where it opens the question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Before {
    /// The piece behind it.
    at: usize,
    links: usize,
    conditions: usize,
    /// A verb leads to it.
    verb: bool,
    /// It is the verb of the question itself.
    own: bool,
}

const ALL: Before = Before { at: usize::MAX, links: usize::MAX, conditions: usize::MAX, verb: false, own: false };

/// Tables that verbs name, as "hired" names the hires, with the place of each verb.
pub(super) fn acts(pieces: &[Piece], schema: &Schema<'_>) -> Vec<(usize, usize)> {
    let verbs = pieces.iter().enumerate().filter(|(_, piece)| piece.tag == Some(Tag::Verb) && piece.noun.is_none());
    verbs
        .flat_map(|(at, piece)| schema.begun(&stem(&piece.text.to_lowercase())).into_iter().map(move |table| (at, table)))
        .collect()
}

impl Parser<'_, '_> {
    pub(super) fn before(&self) -> Before {
        let parts = &self.parts;
        if parts.items.is_empty() && parts.links.is_empty() && parts.conditions.is_empty() && !self.counts {
            return ALL;
        }
        let leads = |piece: &Piece| {
            let is_time = piece.period.is_some() || piece.number.is_some() || piece.is_unknown();
            is_time || piece.tag.is_some_and(|tag| TO_TIME.contains(&tag))
        };
        let lead = (0..self.at).rev().find(|at| !leads(self.piece(*at)));
        let verb = lead.filter(|at| self.tag(*at) == Some(Tag::Verb));
        Before {
            at: self.at,
            links: parts.links.len(),
            conditions: parts.conditions.len(),
            verb: verb.is_some(),
            own: verb.is_some_and(|at| self.is_of_question(at)),
        }
    }

    /// "How many orders did customers from Kos bring": not that of "customers who came" or of "customers registered".
    fn is_of_question(&self, verb: usize) -> bool {
        let is = |at: usize, words: &HashSet<String>| words.contains(&self.piece(at).text.to_lowercase());
        let parts = |at: usize| is(at, &LEXICON.relatives) || matches!(self.tag(at), Some(Tag::Verb | Tag::Have));
        let doing = (0..verb).rev().find(|at| is(*at, &LEXICON.doing));
        let is_bare = !self.piece(verb).text.to_lowercase().ends_with("ed");
        is_bare && doing.is_some_and(|doing| !(doing + 1..verb).any(parts))
    }
}

impl Resolver<'_, '_> {
    /// None where it is asked back.
    pub(super) fn date_of(&self, condition: &Condition, nearest: &[usize]) -> Option<Col> {
        let (test, before) = (&condition.test, condition.before);
        let table_of_figure = |noun: &Noun| table_of(noun).or_else(|| self.in_context(noun).map(|col| col.0));
        let figure =
            self.parts.items.iter().find_map(|item| if let Item::Noun(_) = item { None } else { table_of_figure(item.noun()?) });
        // "How many no-shows in May": the rows that hold the value are counted.
        let of_value = || self.parts.conditions.iter().find_map(holder_of);
        let Some(base) = figure.or(self.context.first().copied()).or_else(of_value) else { return self.date(nearest, test) };
        let has_dates = !self.schema.dates(base).is_empty();
        let early = self.events(base, before);
        if !early.is_empty() {
            return self.one_date(&early, test);
        }
        let later = self.events(base, ALL);
        if !later.is_empty() && !before.verb {
            let own = has_dates.then_some(base);
            return self.one_date(&own.into_iter().chain(later).collect::<Vec<_>>(), test);
        }
        // "Hires of vans in May": a van is no nearer to the time than its hire.
        let is_upward = |near: usize| near == base || !self.schema.ways(base, near, true).is_empty();
        let is_own = has_dates && (!before.verb || before.own) && condition.near.is_none_or(is_upward);
        if is_own { self.date(&[base], test) } else { self.date(nearest, test) }
    }

    /// What dates the rows that are counted: what the verbs name, else their own date, else that of what they are a part of.
    /// A year may be a number.
    pub(super) fn date_of_rows(&self, base: usize, is_year: bool) -> Option<Col> {
        let test = if is_year { Test::Number("=", 0.0) } else { Test::Recent(0, String::new()) };
        let events = self.events(base, ALL);
        if !events.is_empty() {
            let is_act = |table: &usize| self.parts.acts.iter().any(|(_, act)| act == table);
            let own = Some(base).filter(|base| !events.iter().all(is_act) && !self.schema.dates(*base).is_empty());
            return self.one_date(&own.into_iter().chain(events).collect::<Vec<_>>(), &test);
        }
        if !self.schema.dates(base).is_empty() {
            return self.date(&[base], &test);
        }
        let is_whole = |table: &usize| self.is_event(*table) && self.schema.path(base, *table, true).is_some();
        self.date(&[only((0..self.schema.tables.len()).filter(is_whole)).unwrap_or(base)], &test)
    }

    /// It happens at a time to other things.
    fn is_event(&self, table: usize) -> bool {
        let leads = self.schema.edges.iter().any(|edge| edge.from.0 == table);
        leads && !self.schema.dates(table).is_empty()
    }

    /// The only table of what happens; of several it is asked which.
    pub(super) fn event(&self) -> Option<usize> {
        let all = 0..self.schema.tables.len();
        let mut found: Vec<usize> = all.clone().filter(|table| self.is_event(*table)).collect();
        if found.is_empty() {
            found = all.filter(|table| !self.schema.dates(*table).is_empty()).collect();
        }
        if found.len() > 1 {
            self.ask_tables(&found);
        }
        only(found.into_iter())
    }

    /// Tables with dates whose rows belong to a thing: those that verbs name, and those on the way to what else is named.
    fn events(&self, base: usize, before: Before) -> Vec<usize> {
        let parts = self.parts;
        let acts = parts.acts.iter().filter(|(at, _)| *at < before.at).map(|(_, table)| *table);
        let links = parts.links.iter().take(before.links).filter_map(|link| link.noun.table());
        let conditions = parts.conditions.iter().take(before.conditions).filter_map(holder_of);
        let keys = parts.orders.iter().filter_map(|order| match &order.key {
            Key::Most(noun) | Key::Figure(_, Some(noun)) => table_of(noun),
            _ => None,
        });
        let mut found = Vec::new();
        for table in acts.chain(links).chain(conditions).chain(keys) {
            if table == base || !self.schema.ways(base, table, true).is_empty() {
                continue;
            }
            for (_, to) in only(self.schema.ways(base, table, false).into_iter()).unwrap_or_default() {
                let is_event = self.schema.column(to).foreign_key.is_some() && !self.schema.dates(to.0).is_empty();
                if is_event && !found.contains(&to.0) {
                    found.push(to.0);
                }
            }
        }
        found
    }

    /// The date of the only table; of several it is asked which.
    fn one_date(&self, tables: &[usize], test: &Test) -> Option<Col> {
        if let [_] = tables {
            return self.date(tables, test);
        }
        let dates: Vec<Col> = tables.iter().flat_map(|table| self.schema.dates(*table)).collect();
        self.ask(|names| format!("Which date is meant: {}?", names.replace(" or ", ", ")), &dates);
        None
    }
}

/// The table that a noun names, or whose columns alone it may name.
fn table_of(noun: &Noun) -> Option<usize> {
    if noun.is_table() { noun.table() } else { sole(noun.columns.iter().map(|(col, _)| col.0)) }
}

/// The only table that a condition can be of.
fn holder_of(condition: &Condition) -> Option<usize> {
    match (&condition.target, &condition.test) {
        (Target::Noun(noun), _) => sole(noun.columns.iter().map(|(col, _)| col.0)),
        (Target::Columns, Test::Sample(values)) => sole(values.iter().map(|(col, _)| col.0)),
        _ => None,
    }
}

fn sole(mut tables: impl Iterator<Item = usize>) -> Option<usize> {
    let first = tables.next()?;
    tables.all(|table| table == first).then_some(first)
}
