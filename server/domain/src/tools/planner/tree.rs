//! A question in its parts, in no order: what is asked for, of what, which rows, in which order.

use super::{date_part::DatePart, dated::Before, lexicon::Adjective};
use crate::tools::naming::{Col, Noun};
use crate::tools::sentence::Period;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Count,
    Distinct,
    Average,
    Median,
    Sum,
    Highest,
    Lowest,
}

impl Figure {
    /// As SQL, and in words.
    pub(super) const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Count => ("COUNT", "the number"),
            Self::Distinct => ("COUNT", "the number of different values"),
            Self::Average => ("AVG", "the average"),
            Self::Median => ("MEDIAN", "the median"),
            Self::Sum => ("SUM", "the sum"),
            Self::Highest => ("MAX", "the highest value"),
            Self::Lowest => ("MIN", "the lowest value"),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Noun(Noun),
    /// Of a column, or the number of something.
    Figure(Figure, Option<Noun>),
    /// How many of the first there are for each of the second, on average.
    Mean(Noun, Noun),
    /// The same for each month, or another part of a date.
    MeanOfPart(Noun, DatePart),
    /// `which month`: by what the rows are put together.
    Part,
}

impl Item {
    pub(super) const fn noun(&self) -> Option<&Noun> {
        match self {
            Self::Noun(noun) | Self::Figure(_, Some(noun)) | Self::Mean(noun, _) | Self::MeanOfPart(noun, _) => Some(noun),
            Self::Figure(_, None) | Self::Part => None,
        }
    }

    const fn is_figure(&self) -> bool {
        matches!(self, Self::Figure(..) | Self::Mean(..) | Self::MeanOfPart(..))
    }
}

/// What a figure is put against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shape {
    #[default]
    Plain,
    /// The whole that it is a part of.
    Share,
    /// That of all groups together.
    Each,
    /// The same figure of another side: less it, divided by it, in percent of it, or beside it.
    Difference,
    Times,
    Percent,
    Beside,
}

/// Of which side of a comparison something is said, or of which part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Side {
    #[default]
    Both,
    /// The part.
    First,
    /// The whole.
    Second,
}

/// What a condition is about, as far as it is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    Noun(Noun),
    /// With the columns that its unit names, where one is said.
    Scale(Adjective, Option<Noun>),
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
    /// So many units back from the newest day of the data; the whole unit before it where it is one.
    Recent(u16, String),
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
    pub(super) side: Side,
    /// It says when or where, not which part.
    pub(super) frames: bool,
    pub(super) before: Before,
}

/// Rows of another table that hang on the thing, or how many.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    pub(super) noun: Noun,
    pub(super) negated: bool,
    pub(super) count: Option<(&'static str, f64)>,
    pub(super) side: Side,
}

/// A bound of a figure of each group.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bound {
    pub(super) figure: Figure,
    pub(super) noun: Noun,
    pub(super) sign: &'static str,
    /// Without one it is the figure of all rows.
    pub(super) limit: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Key {
    Noun(Noun),
    Scale(Adjective),
    Figure(Figure, Option<Noun>),
    /// The most of something: rows of it, or the sum of a column.
    Most(Noun),
    /// The most of what happens.
    Busiest,
    /// Whatever is asked for first.
    First,
    /// It is still to be said.
    Open,
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
    /// By which part of the date of what is counted the rows are put together.
    pub(super) part: Option<DatePart>,
    /// `on average`.
    pub(super) mean: bool,
    pub(super) conditions: Vec<Condition>,
    pub(super) links: Vec<Link>,
    /// Tables that verbs name, with the place of each verb.
    pub(super) acts: Vec<(usize, usize)>,
    pub(super) bounds: Vec<Bound>,
    pub(super) orders: Vec<Order>,
    pub(super) limit: Option<usize>,
    pub(super) shape: Shape,
    /// It is asked what each one has of a whole.
    pub(super) shared_out: bool,
    /// "Fewer than" turns the sides of a difference; of two figures side by side it says which is to be more.
    pub(super) reversed: bool,
    pub(super) claim: Option<Claim>,
    /// "Which …": the different ones are meant.
    pub(super) which: bool,
    pub(super) who: bool,
    pub(super) both: bool,
    /// It asks for something.
    pub(super) open: bool,
}

/// The number that a sentence claims, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Claim {
    /// A part of one, not of a hundred.
    pub(super) fraction: bool,
    /// The place of something among its like.
    pub(super) rank: bool,
}

impl Parts {
    /// The nouns that are columns, or may be.
    pub(super) fn nouns(&self) -> impl Iterator<Item = &Noun> {
        let targets = self.conditions.iter().filter_map(|one| match &one.target {
            Target::Noun(noun) => Some(noun),
            _ => None,
        });
        let keys = self.orders.iter().filter_map(|order| match &order.key {
            Key::Noun(noun) | Key::Most(noun) | Key::Figure(_, Some(noun)) => Some(noun),
            _ => None,
        });
        self.items.iter().filter_map(Item::noun).chain(&self.groups).chain(targets).chain(keys)
    }

    pub(super) fn has_figure(&self) -> bool {
        self.items.iter().any(Item::is_figure)
    }

    pub(super) const fn is_claim(&self) -> bool {
        self.claim.is_some()
    }

    /// How many parts it has.
    pub(super) fn size(&self) -> usize {
        let by = self.groups.len() + usize::from(self.part.is_some());
        self.items.len() + by + self.conditions.len() + self.links.len() + self.bounds.len() + self.orders.len()
    }
}
