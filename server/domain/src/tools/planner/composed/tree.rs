//! A question in its parts, in no order: what is asked for, of what, which rows, in which order.

use super::{
    lexicon::Adjective,
    schema::{Col, Noun},
};
use crate::tools::planner::{form::Figure, period::Period};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Noun(Noun),
    /// Of a column, or the number of something.
    Figure(Figure, Option<Noun>),
}

/// What a condition is about, as far as it is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    Noun(Noun),
    Scale(Adjective),
    /// What dates the row.
    Dated,
    /// What the thing itself is called.
    Label(Option<Noun>),
    /// One of those that hold the value.
    Columns,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    Number(&'static str, f64),
    Between(f64, f64),
    /// As it is written in the question.
    Text(String),
    /// The sample of each column that holds it.
    Sample(Vec<(Col, String)>),
    Like(String),
    /// Against the average of a column, of its own where none is named.
    Average(&'static str, Option<Noun>),
    Period(Period),
    /// So many units back from the newest day of the data.
    Recent(u16, &'static str),
    Missing,
    True,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Condition {
    pub(super) target: Target,
    pub(super) test: Test,
    pub(super) negated: bool,
    /// An alternative to the one before it.
    pub(super) or: bool,
    /// The table that was named last.
    pub(super) near: Option<usize>,
}

/// Rows of another table that hang on the thing, or how many.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) noun: Noun,
    pub(super) negated: bool,
    pub(super) count: Option<(&'static str, f64)>,
}

/// A bound of a figure of each group.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) figure: Figure,
    pub(super) noun: Noun,
    pub(super) sign: &'static str,
    pub(super) number: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    Noun(Noun),
    Scale(Adjective),
    Figure(Figure, Option<Noun>),
    /// The most of something: rows of it, or the sum of a column.
    Most(Noun),
    /// Whatever is asked for first.
    First,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Order {
    pub(super) key: Key,
    pub(super) down: Option<bool>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Parts {
    pub(super) items: Vec<Item>,
    pub(super) entity: Option<Noun>,
    pub(super) distinct: bool,
    pub(super) groups: Vec<Noun>,
    pub(super) conditions: Vec<Condition>,
    pub(super) links: Vec<Link>,
    pub(super) bounds: Vec<Bound>,
    pub(super) orders: Vec<Order>,
    pub(super) limit: Option<usize>,
    /// "Which …": the different ones are meant.
    pub(super) which: bool,
    pub(super) who: bool,
    pub(super) both: bool,
    /// Words that only say that rows belong together.
    pub(super) verbs: bool,
    /// It asks for something.
    pub(super) open: bool,
}

impl Parts {
    /// The nouns that are columns, or may be.
    pub(super) fn nouns(&self) -> impl Iterator<Item = &Noun> {
        let items = self.items.iter().filter_map(|item| match item {
            Item::Noun(noun) | Item::Figure(_, Some(noun)) => Some(noun),
            Item::Figure(_, None) => None,
        });
        let targets = self
            .conditions
            .iter()
            .filter_map(|condition| if let Target::Noun(noun) = &condition.target { Some(noun) } else { None });
        let keys = self.orders.iter().filter_map(|order| match &order.key {
            Key::Noun(noun) | Key::Most(noun) | Key::Figure(_, Some(noun)) => Some(noun),
            _ => None,
        });
        items.chain(&self.groups).chain(targets).chain(keys)
    }

    /// How many parts it has.
    pub(super) fn size(&self) -> usize {
        self.items.len() + self.groups.len() + self.conditions.len() + self.links.len() + self.bounds.len() + self.orders.len()
    }
}
