//! What comes first: superlatives, orders, directions.

use super::{
    lexicon::{Adjective, Tag},
    parser::{Lost, Parser},
    tree::{Item, Key, Order},
};
use crate::tools::planner::form::Figure;

impl Parser<'_, '_> {
    pub(super) fn superlative(&mut self, adjective: Option<Adjective>) -> Result<(), Lost> {
        let tag = self.pieces[self.at].tag;
        let down = adjective.map_or(!matches!(tag, Some(Tag::Lowest | Tag::Least | Tag::Rare)), |word| word.more);
        self.at += 1;
        let from = self.at > 1
            && self.pieces[..self.at - 1]
                .iter()
                .rev()
                .find(|piece| piece.tag != Some(Tag::Skip))
                .is_some_and(|piece| piece.text == "from");
        if self.tag(self.at) == Some(Tag::Than) || from {
            return self.lost();
        }
        if let Some(number) = self.pieces.get(self.at).and_then(|piece| piece.number).filter(|_| self.number.is_none()) {
            self.number = Some(number);
            self.at += 1;
        }
        let next = self.after(self.at, &[Tag::Skip, Tag::Of]);
        let ends = matches!(tag, Some(Tag::Highest | Tag::Lowest));
        let more = self.tag(self.after(next, &[Tag::And, Tag::Skip]));
        let follows = self.tag(next) == Some(Tag::And) || self.pieces.get(next).is_some_and(|piece| piece.parted);
        // "The highest, lowest and average fee".
        if ends && self.selects && follows && matches!(more, Some(Tag::Lowest | Tag::Highest | Tag::Average | Tag::Sum)) {
            self.at -= 1;
            return self.figures();
        }
        let noun = self.noun_from(next);
        let columns = noun.as_ref().is_some_and(|(noun, _)| !noun.is_table());
        let key = match (tag, self.tag(next)) {
            (Some(Tag::Common | Tag::Rare), _) => Key::Figure(Figure::Count, None),
            (_, Some(Tag::Average | Tag::Sum | Tag::Count)) => {
                let figure = match self.tag(next) {
                    Some(Tag::Average) => Figure::Average,
                    Some(Tag::Sum) => Figure::Sum,
                    _ => Figure::Count,
                };
                let Some((noun, end)) = self.noun_from(self.after(next + 1, &[Tag::Skip, Tag::Of, Tag::Count])) else {
                    return self.lost();
                };
                self.at = end;
                if figure == Figure::Count { Key::Most(noun) } else { Key::Figure(figure, Some(noun)) }
            }
            (Some(Tag::Highest | Tag::Lowest), _)
                if self.selects && columns && self.number.is_none() && self.parts.entity.is_none() =>
            {
                let is_first = self.parts.items.iter().all(|item| matches!(item, Item::Figure(..)));
                self.at -= 1;
                return if is_first { self.figures() } else { self.lost() };
            }
            (Some(Tag::Most | Tag::Least), _) => {
                let Some((noun, end)) = noun else { return self.lost() };
                self.at = end;
                Key::Most(noun)
            }
            _ if columns && !self.selects => {
                let Some((noun, end)) = noun else { return self.lost() };
                self.at = end;
                Key::Noun(noun)
            }
            (_, _) => match adjective {
                Some(adjective) => Key::Scale(adjective),
                // "The top three": whatever was ordered by.
                None if self.number.is_some() && !self.parts.orders.is_empty() => {
                    self.parts.limit = self.whole();
                    return Ok(());
                }
                None => return self.lost(),
            },
        };
        self.parts.open = true;
        self.parts.limit = if self.number.is_some() { self.whole() } else { self.parts.limit.or(Some(1)) };
        self.parts.orders.push(Order { key, down: Some(down) });
        Ok(())
    }

    fn whole(&mut self) -> Option<usize> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        self.number.take().filter(|number| number.fract() == 0.0 && (1.0..=1000.0).contains(number)).map(|number| number as usize)
    }

    pub(super) fn sort(&mut self) -> Result<(), Lost> {
        let mut direction = None;
        let mut keys = 0;
        loop {
            let next = self.after(self.at, &[Tag::Skip, Tag::And, Tag::By, Tag::Of, Tag::Is]);
            match self.tag(next) {
                Some(Tag::Down | Tag::Up) if keys == 0 => {
                    direction = Some(self.tag(next) == Some(Tag::Down));
                    self.at = next + 1;
                    continue;
                }
                Some(Tag::Count | Tag::Average | Tag::Sum) => {
                    let figure = match self.tag(next) {
                        Some(Tag::Count) => Figure::Count,
                        Some(Tag::Average) => Figure::Average,
                        _ => Figure::Sum,
                    };
                    let Some((noun, end)) = self.noun_from(self.after(next + 1, &[Tag::Of, Tag::Skip])) else {
                        return self.lost();
                    };
                    let key = if figure == Figure::Count { Key::Most(noun) } else { Key::Figure(figure, Some(noun)) };
                    self.parts.orders.push(Order { key, down: direction });
                    self.at = end;
                }
                _ => {
                    let Some((noun, end)) = self.noun_from(next).filter(|(noun, _)| !noun.columns.is_empty()) else { break };
                    self.parts.orders.push(Order { key: Key::Noun(noun), down: direction });
                    self.at = end;
                }
            }
            keys += 1;
            self.selects = false;
            let next = self.after(self.at, &[Tag::Skip]);
            if let Some(Tag::Down | Tag::Up) = self.tag(next) {
                let down = self.tag(next) == Some(Tag::Down);
                for order in self.parts.orders.iter_mut().filter(|order| order.down.is_none()) {
                    order.down = Some(down);
                }
                self.at = next + 1;
            }
            let next = self.after(self.at, &[Tag::Skip]);
            if self.tag(next) != Some(Tag::And) {
                break;
            }
        }
        // "Ordered", "by" without what by.
        if keys == 0 && direction.is_none() {
            return self.lost();
        }
        if keys == 0 {
            self.parts.orders.push(Order { key: Key::First, down: direction });
        }
        Ok(())
    }

    /// A direction that is said after what is ordered, or before it.
    pub(super) fn direct(&mut self, down: bool) -> Result<(), Lost> {
        if matches!(self.tag(self.at), Some(Tag::Of | Tag::By)) {
            let before = self.parts.orders.len();
            self.sort()?;
            for order in &mut self.parts.orders[before..] {
                order.down = order.down.or(Some(down));
            }
            return Ok(());
        }
        self.selects = false;
        match self.parts.orders.iter_mut().find(|order| order.down.is_none()) {
            Some(order) => order.down = Some(down),
            None => self.parts.orders.push(Order { key: Key::First, down: Some(down) }),
        }
        Ok(())
    }
}
