//! Nouns, numbers and figures of a question, each put where it belongs.

use super::{
    lexicon::{LEXICON, Tag},
    parser::Parser,
    tree::{Condition, Figure, Item, Shape, Side, Target, Test},
};
use crate::tools::naming::Noun;

impl Parser<'_, '_> {
    /// Nouns, values, numbers, times.
    pub(super) fn content(&mut self, of: bool) -> Option<()> {
        let piece = self.piece(self.at);
        if let Some(period) = piece.period.clone() {
            self.at += 1;
            let target = self.pending.take().map_or(Target::Dated, Target::Noun);
            self.selects = false;
            return self.condition(target, Test::Period(period));
        }
        if let Some(number) = piece.number {
            return self.number(number);
        }
        if !piece.values.is_empty() {
            return self.value();
        }
        if let Some((part, is_adverb)) = piece.part.filter(|_| piece.noun.is_none() || self.asks_part()) {
            return self.date_part(part, is_adverb);
        }
        if let Some(noun) = piece.noun.clone() {
            self.at += 1;
            return self.noun(noun, of);
        }
        if piece.quoted || piece.capital { self.free_value() } else { self.plain_value() }
    }

    fn noun(&mut self, noun: Noun, of: bool) -> Option<()> {
        let listed = std::mem::take(&mut self.listed);
        if self.is_flag(&noun) && !self.truth_follows() && self.says_what_is(listed) {
            return self.condition(Target::Noun(noun), Test::True);
        }
        if self.counts && (noun.is_table() || !self.pending_follows()) {
            return self.counted(noun);
        }
        if self.selects {
            if of && !noun.tables.is_empty() && !self.parts.items.is_empty() {
                match self.parts.entity {
                    None => self.parts.entity = Some(noun),
                    Some(_) => self.link(noun, false, None),
                }
                return Some(());
            }
            // "The towns our students come from": what follows a noun without a comma says more of it.
            if self.parts.items.is_empty() || listed {
                // A word for money, not the name of a column.
                let summed =
                    noun.added && noun.is_column() && LEXICON.money.contains(&self.piece(self.at - 1).text.to_lowercase());
                self.parts.items.push(if summed { Item::Figure(Figure::Sum, Some(noun)) } else { Item::Noun(noun) });
                return Some(());
            }
            self.selects = false;
        }
        let waits = self.pending_follows() && !noun.columns.is_empty();
        if !waits && noun.is_table() {
            let negated = std::mem::take(&mut self.negated);
            self.link(noun, negated, None);
            return Some(());
        }
        if !waits && self.tag(self.at - 1) == Some(Tag::Verb) {
            return self.pending.is_none().then_some(());
        }
        self.pending.replace(noun).is_none().then_some(())
    }

    /// Whether a value or a bound for a column comes next.
    pub(super) fn pending_follows(&self) -> bool {
        let next = self.after(self.at, &[Tag::Skip, Tag::Is, Tag::Have, Tag::Not, Tag::Both, Tag::Verb]);
        let piece = self.piece(next);
        let linked = next > self.at;
        let after = self.piece(self.at + 1);
        let after_of = self.tag(self.at) == Some(Tag::Of)
            && (after.number.is_some() || after.quoted || (!after.values.is_empty() && after.noun.is_none()));
        // A number that is followed by what it counts is no value.
        let counts = || self.noun_from(next + 1).is_some_and(|(noun, _)| noun.is_table());
        let holds = self.piece(self.at.wrapping_sub(1)).noun.as_ref().is_some_and(|noun| noun.holds(&piece.values));
        after_of
            || self.compares(next)
            || holds
            || matches!(piece.tag, Some(Tag::Contains | Tag::Starts | Tag::Ends | Tag::Equal | Tag::Last))
            || (!piece.opens && (piece.quoted || (piece.number.is_some() && !counts()) || (piece.period.is_some())))
            || (piece.capital && piece.noun.is_none() && piece.tag.is_none() && piece.values.is_empty())
            || (linked && !piece.values.is_empty() && piece.noun.is_none() && self.tag(self.at) == Some(Tag::Is))
    }

    fn number(&mut self, number: f64) -> Option<()> {
        let at = self.at;
        let next = self.piece(self.after(at + 1, &[Tag::Skip]));
        let bound = match self.tag(at + 1) {
            Some(Tag::OrMore) => Some(">="),
            Some(Tag::OrLess) => Some("<="),
            _ => None,
        };
        if let Some(sign) = bound {
            self.at += 2;
            return self.bounded(sign, Test::Number(sign, number), None, None);
        }
        self.at += 1;
        let ranks = next.adjective.is_some_and(|word| word.superlative)
            || matches!(next.tag, Some(Tag::Highest | Tag::Lowest | Tag::Most | Tag::Least | Tag::Common | Tag::Rare))
            || matches!(next.tag, Some(Tag::Busiest | Tag::Quietest));
        // "Which three keepers sold the most": how many are asked for.
        let later = || self.pieces[at..].iter().any(|piece| piece.asks() && piece.tag != Some(Tag::Count));
        let many = self.parts.open && self.selects && self.parts.items.is_empty() && next.noun.is_some() && later();
        if ranks || many {
            self.number = Some(number);
            return Some(());
        }
        if let Some(noun) = self.pending.take() {
            return self.condition(Target::Noun(noun), Test::Number("=", number));
        }
        (!self.selects || !self.parts.conditions.is_empty() || !self.parts.items.is_empty()).then_some(())?;
        let dated = is_year(number) && self.tag(at.wrapping_sub(1)) == Some(Tag::Clause);
        if let Some((noun, end)) = self.noun_from(at + 1).filter(|(noun, _)| noun.is_table() && !self.selects && !dated) {
            self.at = end;
            let negated = std::mem::take(&mut self.negated);
            self.link(noun, negated, Some(("=", number)));
            return Some(());
        }
        if is_year(number) && (!self.selects || !self.parts.items.is_empty()) {
            self.selects = false;
            return self.condition(Target::Dated, Test::Number("=", number));
        }
        None
    }

    pub(super) fn condition(&mut self, target: Target, test: Test) -> Option<()> {
        let (negated, or) = (self.negated, std::mem::take(&mut self.or));
        let near = self.parts.links[self.near..].last().and_then(|link| link.noun.table());
        let (frames, before, side) = (self.frames(&target, &test), self.before(), self.side);
        self.parts.conditions.push(Condition { target, test, negated, or, near, side, frames, before });
        // "Not A or B" denies both.
        if self.tag(self.after(self.at, &[Tag::Skip])) != Some(Tag::Or) {
            self.negated = false;
        }
        Some(())
    }

    pub(super) fn groups(&mut self) -> Option<()> {
        // "Fines paid by members of each type": who paid is no group.
        for noun in std::mem::take(&mut self.parts.groups) {
            noun.is_table().then_some(())?;
            self.link(noun, false, None);
        }
        loop {
            if !self.take_part()? {
                let noun = self.take_noun(self.at)?;
                self.parts.groups.push(noun);
            }
            self.selects = self.parts.items.is_empty();
            let next = self.after(self.at, &[Tag::Skip]);
            let goes_on =
                || self.part_at(next + 1).is_some() || self.noun_from(next + 1).is_some_and(|(noun, _)| !noun.is_table());
            if self.tag(next) != Some(Tag::And) || !goes_on() {
                return Some(());
            }
            self.at = next + 1;
        }
    }

    pub(super) fn figure_at(&self, at: usize) -> Option<Figure> {
        Some(match self.tag(at)? {
            Tag::Count => Figure::Count,
            Tag::Average => Figure::Average,
            Tag::Median => Figure::Median,
            Tag::Sum => Figure::Sum,
            Tag::Highest | Tag::Top => Figure::Highest,
            Tag::Lowest | Tag::Bottom => Figure::Lowest,
            _ => return None,
        })
    }

    /// `the average, lowest and highest fee`, `the number of pets`.
    pub(super) fn figures(&mut self) -> Option<()> {
        let begin = self.at;
        let mut figures = Vec::new();
        let mut end = self.at;
        while let Some(figure) = self.figure_at(self.after(end, &[Tag::Skip, Tag::Of])) {
            // "The sum of total": a column is called so.
            let place = self.after(end, &[Tag::Skip, Tag::Of]);
            if !figures.is_empty() && figure == Figure::Sum && self.piece(place).noun.is_some() {
                end = place;
                break;
            }
            figures.push(figure);
            end = self.after(self.after(end, &[Tag::Skip, Tag::Of]) + 1, &[Tag::Skip, Tag::Of, Tag::And]);
        }
        // "The total number" counts.
        if figures.starts_with(&[Figure::Sum, Figure::Count]) {
            figures.remove(0);
        }
        let end = self.pass_adverb(&figures, end)?;
        let distinct = self.tag(end) == Some(Tag::Distinct);
        self.parts.open = true;
        if figures == [Figure::Count] && matches!(self.tag(end), Some(Tag::More | Tag::Less)) {
            self.at = end + 1;
            self.set_against(Shape::Difference, Side::Both);
            self.parts.reversed = self.tag(end) == Some(Tag::Less);
            return Some(());
        }
        let much = self.piece(self.at).text.to_lowercase().ends_with("much");
        let first = end;
        let Some((noun, end)) = self.noun_from(end).filter(|(noun, _)| !much || noun.is_whole()) else {
            return self.nounless(&figures, begin, end);
        };
        // "How many insured parcels": what is counted comes behind what is said of it.
        let is_alone = self.selects && !self.parts.has_figure() && self.parts.orders.is_empty();
        if figures == [Figure::Count] && is_alone && self.is_flag(&noun) && self.leads_to_rows(end) {
            (self.at, self.counts) = (self.after(first, &[Tag::Skip, Tag::Distinct]), true);
            return Some(());
        }
        (self.listed, self.counts) = (false, false);
        self.at = end;
        if figures == [Figure::Average, Figure::Count] || figures == [Figure::Average] && self.are_averaged(&noun, end) {
            // "The average number of orders per customer", "average orders per customer".
            self.at = self.after(end, &[Tag::Skip, Tag::Verb]);
            let each = matches!(self.tag(self.at), Some(Tag::Each | Tag::By));
            let of = self.take_noun(self.at + 1).filter(|_| each)?;
            self.parts.items.push(Item::Mean(noun, of));
            return Some(());
        }
        // Of the month, or of each row?
        if self.parts.part.is_some() && figures.contains(&Figure::Average) && noun.added {
            return None;
        }
        if self.selects {
            for figure in figures {
                let figure = match figure {
                    Figure::Count if distinct => Figure::Distinct,
                    Figure::Sum if noun.is_table() && (noun.columns.is_empty() || noun.tables[0].1 > 2) => Figure::Count,
                    figure => figure,
                };
                self.parts.items.push(Item::Figure(figure, Some(noun.clone())));
            }
            return Some(());
        }
        // A bound of a figure of groups.
        let next = self.after(self.at, &[Tag::Skip, Tag::Is, Tag::Of]);
        let ([figure], true) = (figures.as_slice(), self.compares(next)) else { return None };
        self.at = next;
        self.group_bound(*figure, noun)
    }

    /// Figures of what is not named after them.
    fn nounless(&mut self, figures: &[Figure], begin: usize, end: usize) -> Option<()> {
        let piece = self.piece(begin);
        self.at = end;
        if let (Some(noun), true) = (&piece.noun, self.compares(end)) {
            self.pending = Some(noun.clone());
            return Some(());
        }
        // "Orders total 300" speaks of the column.
        if let (Some(noun), [Figure::Sum], false) = (&piece.noun, figures, self.parts.has_figure()) {
            for item in std::mem::take(&mut self.parts.items) {
                self.link(item.noun()?.clone(), false, None);
            }
            self.parts.items.push(Item::Figure(Figure::Sum, Some(noun.clone())));
            return Some(());
        }
        (figures == [Figure::Count]).then_some(())?;
        // "A phone number" is a phone; of the most of something it is shown how many.
        let asks = piece.text.to_lowercase().starts_with("how");
        let named = !asks && self.piece(begin.wrapping_sub(1)).noun.as_ref().is_some_and(Noun::is_column);
        if named || !self.parts.orders.is_empty() {
            return Some(());
        }
        // "Accessions from Slovenia, how many": what was named is counted.
        if let ([Item::Noun(noun)], true) = (self.parts.items.as_slice(), asks) {
            self.parts.items = vec![Item::Figure(Figure::Count, Some(noun.clone()))];
            return Some(());
        }
        let next = self.piece(self.after(end, &[Tag::Skip]));
        self.counts |= !self.parts.has_figure() && (next.quoted || !next.values.is_empty() || next.noun.is_some());
        self.counts.then_some(())
    }
}

pub(super) fn is_year(number: f64) -> bool {
    number.fract() == 0.0 && (1800.0..2200.0).contains(&number)
}
