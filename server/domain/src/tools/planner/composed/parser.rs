//! Reads pieces into the parts of a question. What has no place in them ends it.

use super::{
    lexicon::Tag,
    pieces::Piece,
    schema::{Noun, Schema},
    tree::{Condition, Item, Link, Parts, Target, Test},
};
use crate::tools::planner::form::Figure;

/// The words at which it ended.
pub(super) type Lost = Vec<String>;

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
    listed: bool,
    /// How much was known before a clause that has to say more.
    owes: Option<usize>,
    /// A column that waits for its value.
    pub(super) pending: Option<Noun>,
    /// A number that waits for a superlative.
    pub(super) number: Option<f64>,
}

pub(super) fn parse(pieces: &[Piece], schema: &Schema<'_>) -> Result<Parts, Lost> {
    let mut parser = Parser {
        pieces,
        at: 0,
        schema,
        parts: Parts::default(),
        selects: true,
        negated: false,
        or: false,
        of: false,
        listed: true,
        owes: None,
        pending: None,
        number: None,
    };
    while parser.at < pieces.len() {
        parser.step()?;
    }
    let owes = parser.owes == Some(parser.parts.size());
    match (parser.pending, parser.number, parser.negated || owes) {
        (None, None, false) => Ok(parser.parts),
        _ => Err(Vec::new()),
    }
}

impl Parser<'_, '_> {
    pub(super) fn tag(&self, at: usize) -> Option<Tag> {
        self.pieces.get(at).and_then(|piece| piece.tag)
    }

    /// The next piece that says something, from `at` on.
    pub(super) fn after(&self, at: usize, passed: &[Tag]) -> usize {
        (at..self.pieces.len()).find(|at| self.tag(*at).is_none_or(|tag| !passed.contains(&tag))).unwrap_or(self.pieces.len())
    }

    pub(super) fn noun_from(&self, at: usize) -> Option<(Noun, usize)> {
        let at = (at..self.pieces.len()).find(|at| {
            let piece = &self.pieces[*at];
            !matches!(piece.tag, Some(Tag::Skip | Tag::Distinct)) && (piece.tag != Some(Tag::Verb) || piece.noun.is_some())
        })?;
        self.pieces.get(at).and_then(|piece| piece.noun.clone()).map(|noun| (noun, at + 1))
    }

    pub(super) fn lost<T>(&self) -> Result<T, Lost> {
        Err(self.pieces.get(self.at).map(|piece| piece.text.clone()).into_iter().collect())
    }

    fn step(&mut self) -> Result<(), Lost> {
        let piece = &self.pieces[self.at];
        if piece.opens && self.at > 0 {
            if self.pending.is_some() || self.number.is_some() {
                return self.lost();
            }
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
        match tag {
            Tag::Skip => self.of = of,
            Tag::Lead => {
                self.parts.open = true;
                self.selects |= self.listed;
            }
            Tag::Which => {
                self.parts.open = true;
                if self.selects && self.parts.items.is_empty() {
                    self.parts.which = true;
                } else {
                    self.selects = self.listed;
                }
            }
            Tag::Who => {
                if self.parts.items.is_empty() && self.parts.entity.is_none() && self.at == 1 {
                    (self.parts.who, self.parts.open) = (true, true);
                }
                (self.selects, self.negated) = (false, false);
                self.owes = Some(self.parts.size());
            }
            Tag::Clause | Tag::Have => {
                if !(self.parts.items.is_empty() && self.parts.groups.is_empty() && tag == Tag::Have) {
                    self.selects = false;
                }
            }
            Tag::Is => self.selects &= self.parts.items.is_empty(),
            Tag::Of => self.of = true,
            Tag::And | Tag::But => (self.or, self.negated, self.listed) = (false, false, true),
            Tag::Or => self.or = true,
            Tag::Both => self.parts.both = true,
            Tag::Distinct => self.parts.distinct = true,
            Tag::Verb => {
                if piece.noun.is_some() && (self.selects || self.pending_follows()) {
                    self.at -= 1;
                    return self.content(of);
                }
                (self.parts.verbs, self.selects) = (true, self.selects && self.parts.items.is_empty());
            }
            Tag::Not => {
                self.negated = true;
                self.selects &= self.parts.items.is_empty();
            }
            Tag::No => {
                (self.negated, self.selects) = (true, false);
                return self.missing();
            }
            Tag::Each => return self.groups(),
            Tag::Count | Tag::Average | Tag::Sum => {
                self.at -= 1;
                return self.figures();
            }
            Tag::Highest | Tag::Lowest | Tag::Most | Tag::Least | Tag::Common | Tag::Rare => {
                self.at -= 1;
                return self.superlative(None);
            }
            Tag::Sort => return self.sort(),
            Tag::By => return self.by(),
            Tag::Up | Tag::Down => return self.direct(tag == Tag::Down),
            Tag::Contains | Tag::Starts | Tag::Ends => return self.like(tag),
            Tag::Named => return self.named(),
            Tag::Last => return self.recent(),
            Tag::More | Tag::Less => return self.more(tag == Tag::More),
            _ => {
                self.at -= 1;
                return self.lost();
            }
        }
        Ok(())
    }

    /// Nouns, values, numbers, times.
    fn content(&mut self, of: bool) -> Result<(), Lost> {
        let piece = &self.pieces[self.at];
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
        if let Some(noun) = piece.noun.clone() {
            self.at += 1;
            return self.noun(noun, of);
        }
        if piece.quoted || piece.capital {
            return self.free_value();
        }
        self.lost()
    }

    fn noun(&mut self, noun: Noun, of: bool) -> Result<(), Lost> {
        let truth = |noun: &Noun| {
            let column = noun.columns.first().filter(|_| noun.columns.len() == 1 && noun.tables.is_empty());
            column.is_some_and(|(col, _)| self.schema.truth(*col, true).is_some())
        };
        let listed = std::mem::take(&mut self.listed);
        if truth(&noun) && !self.pending_follows() {
            return self.condition(Target::Noun(noun), Test::True);
        }
        if self.selects {
            if of && !noun.tables.is_empty() && !self.parts.items.is_empty() {
                if self.parts.entity.is_none() {
                    self.parts.entity = Some(noun);
                } else {
                    self.parts.links.push(Link { noun, negated: false, count: None });
                }
                return Ok(());
            }
            // "The towns our students come from": what follows a noun without a comma says more of it.
            if self.parts.items.is_empty() || listed {
                self.parts.items.push(Item::Noun(noun));
                return Ok(());
            }
            self.selects = false;
        }
        if self.pending_follows() && !noun.columns.is_empty() {
            if self.pending.replace(noun).is_some() {
                return self.lost();
            }
            return Ok(());
        }
        if noun.is_table() {
            let negated = self.negated;
            self.negated = false;
            self.parts.links.push(Link { noun, negated, count: None });
            return Ok(());
        }
        if self.pending.is_some() {
            return self.lost();
        }
        if self.tag(self.at - 1) == Some(Tag::Verb) {
            self.parts.verbs = true;
            return Ok(());
        }
        self.pending = Some(noun);
        Ok(())
    }

    /// Whether a value or a bound for a column comes next.
    fn pending_follows(&self) -> bool {
        let next = self.after(self.at, &[Tag::Skip, Tag::Is, Tag::Have, Tag::Not, Tag::Both, Tag::Verb]);
        let Some(piece) = self.pieces.get(next) else { return false };
        let linked = next > self.at;
        let after_of = self.tag(self.at) == Some(Tag::Of)
            && self.pieces.get(self.at + 1).is_some_and(|piece| {
                piece.number.is_some() || piece.quoted || (!piece.values.is_empty() && piece.noun.is_none())
            });
        let holds = self
            .pieces
            .get(self.at.wrapping_sub(1))
            .and_then(|piece| piece.noun.as_ref())
            .is_some_and(|noun| piece.values.iter().any(|(col, _)| noun.columns.iter().any(|(own, _)| own == col)));
        after_of
            || self.compares(next)
            || holds
            || matches!(piece.tag, Some(Tag::Contains | Tag::Starts | Tag::Ends | Tag::Equal))
            || (!piece.opens && (piece.quoted || (piece.number.is_some() && !self.counts(next)) || (piece.period.is_some())))
            || (piece.capital && piece.noun.is_none() && piece.tag.is_none() && piece.values.is_empty())
            || (linked && !piece.values.is_empty() && piece.noun.is_none() && self.tag(self.at) == Some(Tag::Is))
    }

    /// A number that is followed by what it counts.
    fn counts(&self, at: usize) -> bool {
        self.noun_from(at + 1).is_some_and(|(noun, _)| noun.is_table())
    }

    fn number(&mut self, number: f64) -> Result<(), Lost> {
        let at = self.at;
        let next = self.after(at + 1, &[Tag::Skip]);
        let bound = match self.tag(at + 1) {
            Some(Tag::OrMore) => Some(">="),
            Some(Tag::OrLess) => Some("<="),
            _ => None,
        };
        if let Some(sign) = bound {
            self.at += 2;
            return self.bounded(sign, Test::Number(sign, number), None);
        }
        let ranks = self.pieces.get(next).is_some_and(|piece| {
            piece.adjective.is_some_and(|word| word.superlative)
                || matches!(piece.tag, Some(Tag::Highest | Tag::Lowest | Tag::Most | Tag::Common))
        });
        self.at += 1;
        if ranks {
            self.number = Some(number);
            return Ok(());
        }
        if let Some(noun) = self.pending.take() {
            return self.condition(Target::Noun(noun), Test::Number("=", number));
        }
        if self.selects && self.parts.conditions.is_empty() && self.parts.items.is_empty() {
            self.at -= 1;
            return self.lost();
        }
        if let Some((noun, end)) = self.noun_from(at + 1).filter(|(noun, _)| noun.is_table() && !self.selects) {
            self.at = end;
            let link = Link { noun, negated: std::mem::take(&mut self.negated), count: Some(("=", number)) };
            self.parts.links.push(link);
            return Ok(());
        }
        if number.fract() == 0.0 && (1800.0..2200.0).contains(&number) && !self.selects {
            return self.condition(Target::Dated, Test::Number("=", number));
        }
        self.at -= 1;
        self.lost()
    }

    pub(super) fn condition(&mut self, target: Target, test: Test) -> Result<(), Lost> {
        let (negated, or) = (self.negated, std::mem::take(&mut self.or));
        let near = self.parts.links.last().and_then(|link| link.noun.table());
        self.parts.conditions.push(Condition { target, test, negated, or, near });
        // "Not A or B" denies both.
        if self.tag(self.after(self.at, &[Tag::Skip])) != Some(Tag::Or) {
            self.negated = false;
        }
        Ok(())
    }

    fn groups(&mut self) -> Result<(), Lost> {
        // "Fines paid by members of each type": who paid is no group.
        for noun in std::mem::take(&mut self.parts.groups) {
            if !noun.is_table() {
                return self.lost();
            }
            self.parts.links.push(Link { noun, negated: false, count: None });
        }
        loop {
            let Some((noun, end)) = self.noun_from(self.at) else { return self.lost() };
            self.at = end;
            self.parts.groups.push(noun);
            self.selects = self.parts.items.is_empty();
            let next = self.after(self.at, &[Tag::Skip]);
            if self.tag(next) != Some(Tag::And) || self.noun_from(next + 1).is_none_or(|(noun, _)| noun.is_table()) {
                return Ok(());
            }
            self.at = next + 1;
        }
    }

    /// `the average, lowest and highest fee`, `the number of pets`.
    pub(super) fn figures(&mut self) -> Result<(), Lost> {
        let mut figures = Vec::new();
        let mut end = self.at;
        loop {
            let figure = match self.tag(self.after(end, &[Tag::Skip, Tag::Of])) {
                Some(Tag::Count) => Figure::Count,
                Some(Tag::Average) => Figure::Average,
                Some(Tag::Sum) => Figure::Sum,
                Some(Tag::Highest) => Figure::Highest,
                Some(Tag::Lowest) => Figure::Lowest,
                _ => break,
            };
            figures.push(figure);
            end = self.after(self.after(end, &[Tag::Skip, Tag::Of]) + 1, &[Tag::Skip, Tag::Of, Tag::And]);
        }
        // "The total number" counts.
        if figures.starts_with(&[Figure::Sum, Figure::Count]) {
            figures.remove(0);
        }
        let distinct = self.tag(end) == Some(Tag::Distinct);
        self.parts.open = true;
        let much = self.pieces[self.at].text.to_lowercase().ends_with("much");
        let noun = self.noun_from(end).filter(|(noun, _)| !much || noun.is_whole());
        let Some((noun, end)) = noun else {
            let next = self.after(end, &[Tag::Skip]);
            let counted = self.parts.items.iter().any(|item| matches!(item, Item::Figure(Figure::Count, _)));
            if figures == [Figure::Count] && self.pieces.get(next).is_some_and(|piece| !piece.values.is_empty() && !piece.quoted)
            {
                self.parts.items.push(Item::Figure(Figure::Count, None));
            } else if figures != [Figure::Count] || !counted {
                return self.lost();
            }
            self.at = end;
            return Ok(());
        };
        self.listed = false;
        let figure_of = |figure: Figure| if figure == Figure::Count && distinct { Figure::Distinct } else { figure };
        self.at = end;
        if self.selects {
            self.parts.items.extend(figures.into_iter().map(|figure| Item::Figure(figure_of(figure), Some(noun.clone()))));
            return Ok(());
        }
        // A bound of a figure of groups.
        let next = self.after(self.at, &[Tag::Skip, Tag::Is, Tag::Of]);
        let ([figure], true) = (figures.as_slice(), self.compares(next)) else { return self.lost() };
        self.at = next;
        self.group_bound(*figure, noun)
    }
}
