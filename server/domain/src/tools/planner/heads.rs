//! What is counted, where it is named by a value or shared out: "how many no-shows had patients …", "orders per customer on average".

use super::{
    date_part::DatePart,
    lexicon::Tag,
    parser::Parser,
    tree::{Condition, Figure, Item, Shape, Target, Test},
};
use crate::tools::naming::Noun;

impl Parser<'_, '_> {
    /// Counts the rows that a value alone names, where what comes next only says more of them. None where the value is one thing's name.
    pub(super) fn count_head(&mut self) -> Option<()> {
        let Some(table) = self.head() else { return Some(()) };
        let labels = self.schema.labels(table);
        let names_one =
            |one: &Condition| matches!(&one.test, Test::Sample(values) if values.iter().any(|(col, _)| labels.contains(col)));
        (!self.parts.conditions.iter().any(names_one)).then_some(())?;
        let noun = Noun { at: self.at, end: self.at, tables: vec![(table, 3)], ..Noun::default() };
        (self.counts, self.selects, self.listed) = (false, false, false);
        self.parts.items.push(Item::Figure(Figure::Count, Some(noun)));
        Some(())
    }

    /// The table of the values behind "how many", where rows of another one are named after the next word.
    fn head(&self) -> Option<usize> {
        use Tag::{By, Clause, Have, Is, No, Verb, Who};
        let parts = &self.parts;
        let leads = self.tag(self.at).is_some_and(|tag| [By, Clause, Have, Is, No, Verb, Who].contains(&tag));
        let is_counted = self.counts && self.selects && parts.claim.is_none() && parts.shape == Shape::Plain;
        let is_bare = parts.items.is_empty() && parts.links.is_empty() && parts.orders.is_empty() && parts.groups.is_empty();
        let follows = self.at.checked_sub(1).is_some_and(|before| !self.piece(before).values.is_empty());
        (leads && is_counted && is_bare && follows && self.piece(self.at).noun.is_none()).then_some(())?;
        let holder = |one: &Condition| match (&one.target, &one.test) {
            (Target::Columns, Test::Sample(values)) => {
                let first = values.first()?.0.0;
                values.iter().all(|(col, _)| col.0 == first).then_some(first)
            }
            _ => None,
        };
        let holders: Vec<usize> = parts.conditions.iter().map(holder).collect::<Option<_>>()?;
        let table = *holders.first().filter(|first| holders.iter().all(|holder| holder == *first))?;
        let named = self.pieces[self.at..].iter().filter_map(|piece| piece.noun.as_ref()).find(|noun| noun.is_table())?;
        (named.table() != Some(table)).then_some(table)
    }

    /// "Average orders per customer": the noun ends before this piece, and its rows have no average.
    pub(super) fn are_averaged(&self, noun: &Noun, at: usize) -> bool {
        let next = self.after(at, &[Tag::Skip, Tag::Verb]);
        let is_many = self.piece(at.wrapping_sub(1)).text.to_lowercase().ends_with('s');
        let is_each = self.tag(next) == Some(Tag::Each) && self.part_at(next + 1).is_none();
        noun.is_table() && is_many && is_each && self.noun_from(next + 1).is_some()
    }

    /// "How many orders per customer on average", also per month, "how many orders does a customer have on average".
    pub(super) fn divide(&mut self) -> Option<()> {
        let parts = &mut self.parts;
        let [Item::Figure(Figure::Count, Some(of))] = parts.items.as_slice() else {
            return matches!(parts.items.as_slice(), [Item::Mean(..)]).then_some(());
        };
        let of = of.clone();
        of.is_table().then_some(())?;
        if let Some(part) = parts.part {
            // There are only seven days of the week, and many of each.
            (part != DatePart::Weekday && parts.groups.is_empty()).then_some(())?;
            (parts.part, parts.items) = (None, vec![Item::MeanOfPart(of, part)]);
            return Some(());
        }
        let each = match (parts.groups.len(), parts.links.as_slice()) {
            (1, _) => parts.groups.remove(0),
            (0, [link]) if !link.negated && link.count.is_none() => parts.links.remove(0).noun,
            _ => return None,
        };
        parts.items = vec![Item::Mean(of, each)];
        Some(())
    }
}
