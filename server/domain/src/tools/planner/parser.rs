//! Reads pieces into the parts of a question. What has no place in them ends it.

use super::{
    dated::acts,
    lexicon::Tag,
    orders::owner_of,
    pieces::Piece,
    tree::{Claim, Figure, Item, Key, Link, Parts, Shape, Side},
};
use crate::tools::naming::{Noun, Schema};

pub(super) struct Parser<'p, 'a> {
    pub(super) pieces: &'p [Piece],
    pub(super) at: usize,
    pub(super) schema: &'p Schema<'a>,
    pub(super) parts: Parts,
    /// What is asked for is still being listed.
    pub(super) selects: bool,
    pub(super) negated: bool,
    pub(super) or: bool,
    /// `of` is the word before.
    of: bool,
    /// What comes next is one of a list.
    pub(super) listed: bool,
    /// The next noun is what is counted.
    pub(super) counts: bool,
    /// Links from this one on are what conditions may be of.
    pub(super) near: usize,
    pub(super) side: Side,
    /// The next verb leads from a whole to its part.
    pub(super) turns: bool,
    /// How much was known before a clause that has to say more.
    owes: Option<usize>,
    /// A column that waits for its value.
    pub(super) pending: Option<Noun>,
    /// A number that waits for a superlative.
    pub(super) number: Option<f64>,
}

/// None where a piece has no place. The last piece is a blank one.
pub(super) fn parse(pieces: &[Piece], schema: &Schema<'_>, claimed: Option<f64>) -> Option<Parts> {
    let claim = claimed.map(|claimed| Claim { fraction: claimed > 0.0 && claimed <= 1.0, rank: false });
    let parts = Parts { claim, open: claim.is_some(), acts: acts(pieces, schema), ..Parts::default() };
    let mut parser = Parser {
        pieces,
        at: 0,
        schema,
        parts,
        selects: true,
        negated: false,
        or: false,
        of: false,
        listed: true,
        counts: false,
        near: 0,
        side: Side::Both,
        turns: false,
        owes: None,
        pending: None,
        number: None,
    };
    while parser.at < pieces.len() - 1 {
        parser.step()?;
    }
    parser.finish()
}

impl<'p> Parser<'p, '_> {
    fn finish(mut self) -> Option<Parts> {
        // What is claimed is one number.
        if self.parts.claim.is_some() && (self.parts.part.is_some() || self.parts.mean) {
            return None;
        }
        let open = self.parts.orders.iter().any(|order| order.key == Key::Open);
        if open || self.pending.is_some() || self.number.is_some() || self.negated || self.owes == Some(self.parts.size()) {
            return None;
        }
        if self.counts {
            self.parts.items.push(Item::Figure(Figure::Count, None));
        }
        if self.parts.mean {
            self.divide()?;
        }
        self.set_each();
        self.count_uses()?;
        let parts = &mut self.parts;
        // "Which channel had the most orders by month": the first of all, or of each month?
        if parts.part.is_some() && parts.which && parts.limit.is_some() && !parts.items.contains(&Item::Part) {
            return None;
        }
        if parts.who {
            // Who is asked for, where only a condition names it.
            let first = parts.links.iter().position(|link| !link.negated && link.count.is_none());
            let noun = match first {
                Some(first) => parts.links.remove(first).noun,
                // "Where is the highest fee" asks for a place.
                None if self.pieces[0].text.eq_ignore_ascii_case("who") => owner_of(&parts.orders, self.schema)?,
                None => return None,
            };
            parts.items.insert(0, Item::Noun(noun));
        }
        // "Hives by type" counts them; what is claimed of rows is their number.
        // Rows that are listed have no month in common: "show orders by month" counts them as well.
        let timed = parts.part.is_some() && !parts.which;
        let bare = timed
            || !parts.open
                && !parts.groups.is_empty()
                && parts.groups.iter().all(|noun| !noun.columns.is_empty() || noun.is_table());
        if let ([Item::Noun(noun)], true, true) =
            (parts.items.as_slice(), bare || parts.claim.is_some(), parts.orders.iter().all(|order| order.key == Key::First))
        {
            let figure = if noun.is_table() { Figure::Count } else { Figure::Sum };
            if figure == Figure::Sum && !noun.added && (parts.claim.is_some() || timed) {
                return None;
            }
            parts.items = vec![Item::Figure(figure, Some(noun.clone()))];
        }
        parts.open |= bare || parts.size() > parts.items.len() && !parts.items.is_empty();
        parts.open.then_some(self.parts)
    }

    pub(super) fn piece(&self, at: usize) -> &'p Piece {
        &self.pieces[at.min(self.pieces.len() - 1)]
    }

    pub(super) fn tag(&self, at: usize) -> Option<Tag> {
        self.piece(at).tag
    }

    /// The next piece that says something, from `at` on.
    pub(super) fn after(&self, at: usize, passed: &[Tag]) -> usize {
        let end = self.pieces.len() - 1;
        (at..end).find(|at| self.tag(*at).is_none_or(|tag| !passed.contains(&tag))).unwrap_or(end)
    }

    pub(super) fn noun_from(&self, at: usize) -> Option<(Noun, usize)> {
        let at = (at..self.pieces.len()).find(|at| {
            let piece = self.piece(*at);
            !matches!(piece.tag, Some(Tag::Skip | Tag::Distinct)) && (piece.tag != Some(Tag::Verb) || piece.noun.is_some())
        })?;
        self.piece(at).noun.clone().map(|noun| (noun, at + 1))
    }

    /// Passes over a noun.
    pub(super) fn take_noun(&mut self, at: usize) -> Option<Noun> {
        let (noun, end) = self.noun_from(at)?;
        self.at = end;
        Some(noun)
    }

    pub(super) fn link(&mut self, noun: Noun, negated: bool, count: Option<(&'static str, f64)>) {
        self.parts.links.push(Link { noun, negated, count, side: self.side });
    }

    fn step(&mut self) -> Option<()> {
        let piece = self.piece(self.at);
        self.count_head()?;
        if piece.opens && self.at > 0 {
            (self.pending.is_none() && self.number.is_none()).then_some(())?;
            (self.selects, self.negated, self.or, self.of) = (true, false, false, false);
        }
        let of = std::mem::take(&mut self.of);
        self.listed |= piece.parted;
        if let Some(adjective) = piece.adjective.filter(|adjective| adjective.superlative) {
            return self.superlative(Some(adjective));
        }
        if self.compares(self.at) {
            return self.comparison();
        }
        let Some(tag) = piece.tag else { return self.content(of) };
        self.at += 1;
        let started = !self.parts.items.is_empty();
        match tag {
            Tag::Skip => self.of = of,
            Tag::Lead => {
                self.parts.open = true;
                self.selects |= self.listed;
            }
            Tag::Which => {
                self.parts.open = true;
                if self.selects && !started {
                    self.parts.which = true;
                } else {
                    self.selects = self.listed;
                }
            }
            Tag::Who => {
                if !started && self.parts.entity.is_none() && self.at == 1 {
                    (self.parts.who, self.parts.open) = (true, true);
                }
                (self.selects, self.negated) = (false, false);
                self.owes = Some(self.parts.size());
            }
            Tag::When => return self.when(),
            Tag::As if self.parts.shape == Shape::Times => self.side = Side::Second,
            Tag::Than | Tag::Against if self.sided() => self.side = Side::Second,
            Tag::Against => self.set_against(Shape::Beside, Side::Second),
            Tag::Clause | Tag::Have | Tag::As | Tag::Among => {
                if self.parts.shape == Shape::Share && tag == Tag::Among {
                    (self.side, self.turns) = (Side::Second, false);
                }
                self.selects &= !started && self.parts.groups.is_empty() && tag == Tag::Have;
                if tag == Tag::Have {
                    self.turn();
                }
            }
            Tag::Is => {
                self.selects &= !started;
                self.turn();
            }
            Tag::Of => self.of = true,
            Tag::Or if self.sided() && self.side == Side::Both => self.side = Side::Second,
            Tag::And | Tag::But => (self.or, self.negated, self.listed) = (false, false, true),
            Tag::Or => self.or = true,
            Tag::Both => self.parts.both = true,
            Tag::Distinct => self.parts.distinct = true,
            Tag::Verb => {
                if piece.noun.is_some() && (self.selects && !started || self.pending_follows()) {
                    self.at -= 1;
                    return self.content(of);
                }
                self.selects &= !started || self.counts;
                self.turn();
            }
            Tag::Not => {
                self.negated = true;
                self.selects &= !started;
            }
            Tag::No => {
                (self.negated, self.selects) = (true, false);
                return self.missing();
            }
            Tag::Each => {
                self.share_out();
                return self.groups();
            }
            Tag::Count | Tag::Average | Tag::Median | Tag::Sum => {
                self.at -= 1;
                return self.figures();
            }
            Tag::Highest | Tag::Lowest | Tag::Most | Tag::Least | Tag::Common | Tag::Rare | Tag::Top | Tag::Bottom => {
                self.at -= 1;
                return self.superlative(None);
            }
            Tag::Busiest | Tag::Quietest => self.busiest(tag == Tag::Busiest),
            Tag::Mean => self.parts.mean = true,
            Tag::Sort => return self.sort(),
            Tag::By => return self.by(),
            Tag::Up | Tag::Down => return self.direct(tag == Tag::Down),
            Tag::Contains | Tag::Starts | Tag::Ends => return self.like(tag),
            Tag::Named => return self.named(),
            Tag::Last => return self.recent(),
            Tag::More | Tag::Less => return self.more(tag == Tag::More),
            Tag::Share => self.share(),
            Tag::Takes => self.takes(),
            Tag::Times => self.set_against(Shape::Times, Side::Both),
            Tag::Claimed => return self.claimed(),
            _ => return None,
        }
        Some(())
    }
}
