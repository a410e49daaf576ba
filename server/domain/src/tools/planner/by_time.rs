//! Rows that are put together by a part of their date: "orders by month", "monthly revenue", "which day of the week is busiest".

use super::{
    compile::{Compiler, Shown},
    date_part::DatePart,
    lexicon::Tag,
    parser::Parser,
    tree::{Figure, Item, Key},
};
use crate::tools::{
    catalog::Class,
    naming::{Col, Noun},
};

impl Parser<'_, '_> {
    /// A part of a date from here on, with the piece behind it.
    pub(super) fn part_at(&self, at: usize) -> Option<(DatePart, usize)> {
        let at = self.after(at, &[Tag::Skip]);
        self.piece(at).part.filter(|(_, is_adverb)| !is_adverb).map(|(part, _)| (part, at + 1))
    }

    /// Whether rows are put together by the part that comes next. None where they are already.
    pub(super) fn take_part(&mut self) -> Option<bool> {
        let Some((part, end)) = self.part_at(self.at) else { return Some(false) };
        self.parts.part.is_none().then_some(())?;
        (self.parts.part, self.at) = (Some(part), end);
        Some(true)
    }

    /// Whether it is asked which month, or which of its like, comes first.
    pub(super) fn asks_part(&self) -> bool {
        use Tag::{Bottom, Busiest, Common, Highest, Least, Lowest, Most, Quietest, Rare, Top};
        let is_first = [Bottom, Busiest, Common, Highest, Least, Lowest, Most, Quietest, Rare, Top];
        let ranks = |at: usize| self.tag(at).is_some_and(|tag| is_first.contains(&tag));
        let ranked = !self.parts.orders.is_empty() || (self.at..self.pieces.len()).any(ranks);
        self.selects && self.parts.items.is_empty() && (self.parts.which || ranked)
    }

    /// `monthly revenue`; `which month`, `the busiest day of the week`.
    pub(super) fn date_part(&mut self, part: DatePart, is_adverb: bool) -> Option<()> {
        (self.parts.part.is_none() && (is_adverb || self.asks_part())).then_some(())?;
        self.parts.part = Some(part);
        self.at += 1;
        if !is_adverb {
            self.parts.items.push(Item::Part);
        }
        Some(())
    }

    /// "How many monthly orders": the piece behind `monthly`. "Average monthly revenue" is no average of rows, and has no place.
    pub(super) fn pass_adverb(&mut self, figures: &[Figure], at: usize) -> Option<usize> {
        let Some((part, _)) = self.piece(at).part.filter(|(_, is_adverb)| *is_adverb) else { return Some(at) };
        (self.parts.part.is_none() && matches!(figures, [Figure::Count | Figure::Sum])).then_some(())?;
        self.parts.part = Some(part);
        Some(at + 1)
    }
}

impl Compiler<'_, '_> {
    /// Before what is counted stands when.
    pub(super) fn show_part(&mut self) -> Option<()> {
        let Some(part) = self.parts.part else { return Some(()) };
        // A year may be kept as a number, a month not.
        let col = self.resolver.date_of_rows(self.timed()?, part == DatePart::Year)?;
        (self.schema.class(col) == Class::Time || part == DatePart::Year).then_some(())?;
        let at = self.shown.iter().position(Shown::is_figure).unwrap_or(self.shown.len());
        self.shown.insert(at, Shown::Part(part, col));
        Some(())
    }

    /// "How many orders per month on average": by the date of their own.
    pub(super) fn mean_of_part(&self, table: usize, part: DatePart) -> Option<Shown> {
        let col = self.resolver.date_of_rows(table, false)?;
        (col.0 == table && self.schema.class(col) == Class::Time).then_some(Shown::MeanOfPart(table, part, col))
    }

    /// The table whose rows are counted, or whose values are worked out.
    fn timed(&self) -> Option<usize> {
        let mut tables: Vec<usize> = self.shown.iter().filter(|one| one.is_figure()).map(Shown::table).collect();
        for order in &self.parts.orders {
            match &order.key {
                Key::Noun(noun) | Key::Most(noun) | Key::Figure(_, Some(noun)) => {
                    let table = if noun.is_table() { noun.table() } else { self.resolver.in_context(noun).map(|col| col.0) };
                    tables.push(table?);
                }
                Key::Busiest | Key::Figure(_, None) => tables.push(self.resolver.event()?),
                Key::Scale(_) | Key::First | Key::Open => {}
            }
        }
        let counted = self.parts.links.iter().filter(|link| link.count.is_some()).map(|link| &link.noun);
        tables.extend(counted.chain(self.parts.bounds.iter().map(|bound| &bound.noun)).filter_map(Noun::table));
        tables.sort_unstable();
        tables.dedup();
        if let [one] = tables.as_slice() { Some(*one) } else { None }
    }

    /// The part as SQL, as what it is sorted by, and the condition that there is one.
    pub(super) fn write_part(&self, column: &str) -> Option<[String; 3]> {
        let (part, col) = self.part()?;
        let (dialect, is_text) = (self.schema.dialect, self.schema.column(col).is_text());
        if self.schema.class(col) != Class::Time {
            return Some([column.to_owned(), column.to_owned(), format!("{column} IS NOT NULL")]);
        }
        Some([
            part.write(dialect, column, is_text)?,
            part.write_order(dialect, column, is_text)?,
            part.write_known(dialect, column, is_text)?,
        ])
    }

    pub(super) fn part(&self) -> Option<(DatePart, Col)> {
        self.shown.iter().find_map(|one| if let Shown::Part(part, col) = one { Some((*part, *col)) } else { None })
    }
}
