//! What comes first: superlatives, orders, directions.

use super::{
    lexicon::{Adjective, LEXICON, Tag},
    parser::Parser,
    pieces::Piece,
    tree::{Figure, Item, Key, Order},
};
use crate::tools::naming::{Noun, Schema};

impl Parser<'_, '_> {
    /// "Which part is used most often": the rows of the table that leads to it are counted. Of several it is asked which.
    pub(super) fn count_uses(&mut self) -> Option<()> {
        let parts = &mut self.parts;
        let ([Item::Noun(noun)], [order]) = (parts.items.as_slice(), parts.orders.as_mut_slice()) else { return Some(()) };
        if order.key != Key::Figure(Figure::Count, None) || !noun.is_table() {
            return Some(());
        }
        // "What do customers buy most often" asks for no customer, and what is never used is the rarest.
        let is_doing = |piece: &Piece| LEXICON.doing.contains(&piece.text.to_lowercase());
        let is_other = self.pieces.iter().take_while(|piece| piece.noun.is_none()).any(is_doing) || parts.who;
        let is_plain = parts.entity.is_none() && parts.groups.is_empty() && parts.part.is_none() && order.down == Some(true);
        (is_plain && !is_other).then_some(())?;
        if let [user] = users_of(self.schema, noun.table()?).as_slice() {
            order.key = Key::Most(Noun { tables: vec![(*user, 3)], ..Noun::default() });
        }
        Some(())
    }

    /// What an order is by: a column, a figure of one, or how many of something there are.
    pub(super) fn key(&mut self, at: usize) -> Option<Key> {
        let at = self.after(at, &[Tag::Skip, Tag::Of]);
        let Some(figure) = self.figure_at(at) else { return self.take_noun(at).map(Key::Noun) };
        let next = self.after(at + 1, &[Tag::Skip, Tag::Of]);
        let counts = figure == Figure::Count || self.tag(next) == Some(Tag::Count);
        let Some(noun) = self.take_noun(self.after(next, &[Tag::Skip, Tag::Of, Tag::Count])) else {
            self.at = at + 1;
            return self.piece(at).noun.clone().map(Key::Noun);
        };
        Some(if counts { Key::Most(noun) } else { Key::Figure(figure, Some(noun)) })
    }

    pub(super) fn superlative(&mut self, adjective: Option<Adjective>) -> Option<()> {
        let tag = self.tag(self.at);
        let down = adjective.map_or(!matches!(tag, Some(Tag::Lowest | Tag::Least | Tag::Rare | Tag::Bottom)), |word| word.more);
        let before = self.pieces[..self.at].iter().rev().find(|piece| piece.tag != Some(Tag::Skip));
        self.at += 1;
        if self.tag(self.at) == Some(Tag::Than) || before.is_some_and(|piece| piece.text == "from") {
            return None;
        }
        if let Some(number) = self.piece(self.at).number.filter(|_| self.number.is_none()) {
            self.number = Some(number);
            self.at += 1;
        }
        let next = self.after(self.at, &[Tag::Skip, Tag::Of]);
        let noun = self.noun_from(next);
        let columns = noun.as_ref().is_some_and(|(noun, _)| !noun.is_table());
        let measured = noun.is_some_and(|(noun, _)| noun.columns.iter().any(|(col, _)| self.schema.column(*col).measures()));
        let top = matches!(tag, Some(Tag::Top | Tag::Bottom)) && (self.number.is_some() || !columns || !measured);
        let ends = matches!(tag, Some(Tag::Highest | Tag::Lowest | Tag::Top | Tag::Bottom)) && !top;
        let more = self.figure_at(self.after(next, &[Tag::And, Tag::Skip]));
        let follows = self.tag(next) == Some(Tag::And) || self.piece(next).parted;
        // "The highest, lowest and average fee".
        if ends && self.selects && follows && more.is_some_and(|figure| figure != Figure::Count) {
            self.at -= 1;
            return self.figures();
        }
        let key = match tag {
            Some(Tag::Common | Tag::Rare) => Key::Figure(Figure::Count, None),
            _ if matches!(self.tag(next), Some(Tag::Average | Tag::Median | Tag::Sum | Tag::Count)) => self.key(next)?,
            // "The top three": whatever was ordered by, or is to be said.
            _ if top && !self.parts.orders.is_empty() => {
                self.parts.limit = Some(self.whole().unwrap_or(1));
                return Some(());
            }
            _ if top => Key::Open,
            _ if ends && self.selects && columns && self.number.is_none() && self.parts.entity.is_none() && !self.ranks() => {
                let is_first = self.parts.items.iter().all(|item| matches!(item, Item::Figure(..)));
                self.at -= 1;
                return if is_first { self.figures() } else { None };
            }
            Some(Tag::Most | Tag::Least) => Key::Most(self.take_noun(next)?),
            _ if columns && !self.selects => Key::Noun(self.take_noun(next)?),
            _ => match adjective {
                Some(adjective) => Key::Scale(adjective),
                None if self.number.is_some() && !self.parts.orders.is_empty() => {
                    self.parts.limit = self.whole();
                    return Some(());
                }
                None if self.ranks() => Key::Open,
                None => return None,
            },
        };
        self.parts.open = true;
        self.parts.limit = if self.number.is_some() { self.whole() } else { self.parts.limit.or(Some(1)) };
        self.parts.orders.push(Order { key, down: Some(down) });
        Some(())
    }

    /// `the three busiest days`: by how much happens.
    pub(super) fn busiest(&mut self, down: bool) {
        if let Some(number) = self.piece(self.at).number.filter(|_| self.number.is_none()) {
            self.number = Some(number);
            self.at += 1;
        }
        self.parts.limit = Some(self.whole().unwrap_or(1));
        self.parts.orders.push(Order { key: Key::Busiest, down: Some(down) });
        self.parts.open = true;
    }

    /// A place among others is claimed, which is by no column.
    fn ranks(&self) -> bool {
        self.parts.claim.is_some_and(|claim| claim.rank)
    }

    fn whole(&mut self) -> Option<usize> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        self.number.take().filter(|number| number.fract() == 0.0 && (1.0..=1000.0).contains(number)).map(|number| number as usize)
    }

    pub(super) fn sort(&mut self) -> Option<()> {
        let mut direction = None;
        let mut keys = 0;
        loop {
            let next = self.after(self.at, &[Tag::Skip, Tag::And, Tag::By, Tag::Of, Tag::Is]);
            if let (Some(Tag::Down | Tag::Up), 0) = (self.tag(next), keys) {
                direction = Some(self.tag(next) == Some(Tag::Down));
                self.at = next + 1;
                continue;
            }
            let figure = matches!(self.tag(next), Some(Tag::Count | Tag::Average | Tag::Median | Tag::Sum));
            if !figure && self.noun_from(next).is_none_or(|(noun, _)| noun.columns.is_empty() && !self.parts.has_figure()) {
                break;
            }
            let key = self.key(next)?;
            self.parts.orders.push(Order { key, down: direction });
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
            if self.tag(self.after(self.at, &[Tag::Skip])) != Some(Tag::And) {
                break;
            }
        }
        // "Ordered", "by" without what by.
        if keys == 0 {
            self.parts.orders.push(Order { key: Key::First, down: Some(direction?) });
        }
        Some(())
    }

    /// A direction that is said after what is ordered, or before it.
    pub(super) fn direct(&mut self, down: bool) -> Option<()> {
        let before = self.parts.orders.len();
        if matches!(self.tag(self.at), Some(Tag::Of | Tag::By)) {
            self.sort()?;
            for order in &mut self.parts.orders[before..] {
                order.down = order.down.or(Some(down));
            }
            return Some(());
        }
        self.selects = false;
        match self.parts.orders.iter_mut().find(|order| order.down.is_none()) {
            Some(order) => order.down = Some(down),
            None => self.parts.orders.push(Order { key: Key::First, down: Some(down) }),
        }
        Some(())
    }
}

/// "Who has the highest pay": the rows with a name that have such a column, where no others have a name.
pub(super) fn owner_of(orders: &[Order], schema: &Schema<'_>) -> Option<Noun> {
    let [Order { key: Key::Noun(noun), .. }] = orders else { return None };
    let table = noun.columns.first()?.0.0;
    let has_name = |table: usize| !schema.labels(table).is_empty();
    let is_own = has_name(table) && noun.columns.iter().all(|(col, _)| col.0 == table);
    let is_only = is_own && !(0..schema.tables.len()).any(|other| other != table && has_name(other));
    is_only.then(|| Noun { tables: vec![(table, 3)], ..Noun::default() })
}

/// The tables whose rows lead to one of this table.
pub(super) fn users_of(schema: &Schema<'_>, table: usize) -> Vec<usize> {
    let leading = schema.edges.iter().filter(|edge| edge.to.0 == table && edge.from.0 != table);
    let mut users: Vec<usize> = leading.map(|edge| edge.from.0).collect();
    users.sort_unstable();
    users.dedup();
    users
}
