//! Figures that are put against something: shares of a whole, two sides, and the number that is claimed.

use super::{
    compile::{Compiler, Shown},
    filter::{Counted, filter},
    frame::Frame,
    lexicon::{LEXICON, Tag},
    parser::Parser,
    resolve::Rule,
    tree::{Figure, Item, Key, Shape, Side},
    write::Written,
};
use crate::tools::naming::Noun;

impl Parser<'_, '_> {
    /// Two sides are compared.
    pub(super) fn sided(&self) -> bool {
        !matches!(self.parts.shape, Shape::Plain | Shape::Share)
    }

    pub(super) fn set_against(&mut self, shape: Shape, side: Side) {
        (self.parts.shape, self.side, self.parts.open) = (shape, side, true);
        self.counts |= side == Side::Both && !self.parts.has_figure();
    }

    /// `the percentage of`: a whole comes next, and the part of it behind a verb.
    pub(super) fn share(&mut self) {
        self.turns = self.parts.shape != Shape::Share;
        (self.parts.shape, self.side, self.parts.open, self.selects) = (Shape::Share, Side::Second, true, true);
        self.counts = !self.parts.has_figure();
    }

    /// `makes up`: what was said before is the part.
    pub(super) fn takes(&mut self) {
        let (conditions, links) = (self.parts.conditions.iter_mut(), self.parts.links.iter_mut());
        for side in conditions.map(|one| &mut one.side).chain(links.map(|one| &mut one.side)) {
            if *side == Side::Both && self.parts.orders.is_empty() {
                *side = Side::First;
            }
        }
        (self.parts.shape, self.side, self.turns) = (Shape::Share, Side::Second, false);
    }

    /// From a whole to its part.
    pub(super) fn turn(&mut self) {
        if self.turns && self.parts.has_figure() && !self.counts {
            (self.side, self.turns) = (Side::First, false);
        }
    }

    /// "What share of jobs does each mechanic do", "is done by each mechanic". Any other verb may say which part is meant.
    pub(super) fn share_out(&mut self) {
        let each = self.at - 1;
        let before = self.pieces[..each].iter().rev().find(|piece| piece.tag != Some(Tag::Skip));
        let is_by = self.piece(each).text.eq_ignore_ascii_case("by each");
        let leads = before.is_some_and(|piece| match piece.tag {
            Some(Tag::Verb) => is_by,
            tag => tag == Some(Tag::Have) || LEXICON.doing.contains(&piece.text.to_lowercase()),
        });
        let verbs = self.pieces[..each].iter().filter(|piece| piece.tag == Some(Tag::Verb)).count();
        self.parts.shared_out |= leads && self.parts.shape == Shape::Share && verbs <= usize::from(is_by);
    }

    /// What each one has is of all of them together, where nothing but a time or a place is said of it.
    pub(super) fn set_each(&mut self) {
        let parts = &mut self.parts;
        let is_grouped = parts.part.is_some() || !parts.groups.is_empty();
        let is_free = parts.claim.is_none() && parts.orders.iter().all(|order| order.key == Key::First);
        if parts.shape != Shape::Share || !is_grouped || !is_free {
            return;
        }
        let has_part = parts.conditions.iter().any(|one| one.side == Side::First && !one.frames)
            || parts.links.iter().any(|link| link.side == Side::First);
        let is_bare = parts.conditions.is_empty() && parts.links.is_empty();
        if parts.shared_out && !has_part || is_bare && self.pieces.iter().all(|piece| piece.tag != Some(Tag::Verb)) {
            parts.shape = Shape::Each;
        }
    }

    /// What is counted, or by which the first ones are found.
    pub(super) fn counted(&mut self, noun: Noun) -> Option<()> {
        (self.counts, self.near) = (false, self.parts.links.len());
        match self.parts.orders.last_mut() {
            Some(order) if order.key == Key::Open => order.key = Key::Most(noun),
            Some(_) => self.link(noun, false, None),
            None => self.parts.items.push(Item::Figure(Figure::Count, Some(noun))),
        }
        Some(())
    }

    /// The number that is claimed: of a share, of a comparison, of what follows it, or of what was said before.
    pub(super) fn claimed(&mut self) -> Option<()> {
        let percent = self.piece(self.at - 1).percent;
        let ordinal = LEXICON.ordinals.contains(&self.piece(self.at - 1).text.to_lowercase());
        let next = self.after(self.at, &[Tag::Skip]);
        let piece = self.piece(next);
        let shape = if percent { Shape::Percent } else { Shape::Difference };
        let rank = ordinal && piece.asks() && piece.tag != Some(Tag::Distinct);
        let claim = self.parts.claim.as_mut()?;
        (claim.fraction, claim.rank) = (claim.fraction && !percent, rank);
        match piece.tag {
            Some(Tag::Of) if percent || self.parts.shape == Shape::Share => self.share(),
            Some(Tag::More | Tag::Less | Tag::Above | Tag::Below) => {
                let than = matches!(piece.tag, Some(Tag::Above | Tag::Below));
                self.at = next + 1;
                self.set_against(shape, if than { Side::Second } else { Side::Both });
                self.parts.reversed = matches!(piece.tag, Some(Tag::Less | Tag::Below));
            }
            _ if self.parts.has_figure() || rank => {}
            // "Customers from Germany placed 120 orders": who did it is not what is counted.
            _ if piece.noun.is_some() || !piece.values.is_empty() || piece.tag == Some(Tag::Distinct) => {
                if self.parts.orders.is_empty() {
                    for item in std::mem::take(&mut self.parts.items) {
                        self.link(item.noun()?.clone(), false, None);
                    }
                }
                (self.counts, self.selects) = (true, true);
            }
            _ => {}
        }
        Some(())
    }

    /// "When was the last order": the end of what dates it.
    pub(super) fn when(&mut self) -> Option<()> {
        let at = self.after(self.at, &[Tag::Skip, Tag::Is]);
        let piece = self.piece(at);
        let is_last = match (piece.tag, piece.adjective) {
            (Some(Tag::Last), _) => true,
            (Some(Tag::Top), _) => false,
            (_, Some(word)) if word.superlative => word.more,
            _ => return None,
        };
        let figure = if is_last { Figure::Highest } else { Figure::Lowest };
        let noun = self.take_noun(at + 1)?;
        let columns = self.schema.dates(noun.table()?).into_iter().map(|col| (col, 4)).collect();
        self.parts.items.push(Item::Figure(figure, Some(Noun { columns, tables: Vec::new(), ..noun })));
        self.parts.open = true;
        Some(())
    }

    /// `more years of experience than the average`, `more in A or in B`.
    pub(super) fn more(&mut self, more: bool) -> Option<()> {
        let noun = self.noun_from(self.at).filter(|(noun, end)| !noun.columns.is_empty() && self.tag(*end) == Some(Tag::Than));
        if let Some((noun, end)) = noun
            && let at = self.after(end + 1, &[Tag::Skip])
            && self.tag(at) == Some(Tag::Average)
        {
            (self.pending, self.at) = (Some(noun), at);
            return self.against_average(if more { ">" } else { "<" }, None);
        }
        let sides = self.pieces[self.at..].iter().any(|piece| matches!(piece.tag, Some(Tag::Than | Tag::Or)));
        self.set_against(Shape::Beside, Side::Both);
        self.parts.reversed = !more;
        sides.then_some(())
    }
}

impl Compiler<'_, '_> {
    /// The figure of all rows, also of those that are in no group.
    pub(super) fn total(&self, base: usize, rules: &[Rule]) -> Option<String> {
        let figures: Vec<Shown> = self.shown.iter().copied().filter(Shown::is_figure).collect();
        let [figure] = figures.as_slice() else { return None };
        let is_added = matches!(figure, Shown::Count(table) | Shown::Figure(Figure::Sum, (table, _)) if *table == base);
        (is_added && self.bounds.is_empty()).then_some(())?;
        let mut frame = Frame::new(self.schema, base, 0);
        for rule in rules {
            frame.add(&self.schema.path(base, rule.col.0, true).unwrap_or_default());
        }
        let links = self.parts.links.iter().collect();
        let wheres = filter(&self.resolver, &frame, base, Counted::ForRows, (rules.to_vec(), links))?;
        let whole = Written { frame, base, shape: Shape::Plain, sides: <[(String, String); 2]>::default(), wheres, total: None };
        Some(format!("(SELECT {}{})", self.aggregate(&whole, *figure, None)?, whole.rows(&[])))
    }
}
