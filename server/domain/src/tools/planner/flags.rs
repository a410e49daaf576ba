//! Columns that say yes or no, as people speak of them: "insured parcels", "were not insured", "no insured parcels". And what is never
//! compared with a column.

use super::{
    lexicon::Tag,
    parser::Parser,
    tree::{Target, Test},
};
use crate::tools::{catalog::Class, naming::Noun};

/// Where so many values of a column are known, it may have others.
const MANY: usize = 5;

impl Parser<'_, '_> {
    /// All that the words may name says yes or no.
    pub(super) fn is_flag(&self, noun: &Noun) -> bool {
        let least = if noun.is_whole() { 3 } else { 0 };
        let mut columns = noun.columns.iter().filter(|(_, quality)| *quality >= least).peekable();
        let is_any = noun.tables.is_empty() && columns.peek().is_some();
        is_any && columns.all(|(col, _)| self.schema.column(*col).is_flag())
    }

    /// Whether a yes or a no is written behind the noun that was read last: `insured is yes`.
    pub(super) fn truth_follows(&self) -> bool {
        let next = self.after(self.at, &[Tag::Skip, Tag::Is, Tag::Have, Tag::Not]);
        let piece = self.piece(next);
        let holds = self.piece(self.at.wrapping_sub(1)).noun.as_ref().is_some_and(|noun| noun.holds(&piece.values));
        let is_digit = next > self.at && piece.number.is_some_and(|number| [0.0, 1.0].contains(&number));
        holds || is_digit || piece.tag == Some(Tag::Equal)
    }

    /// Whether the noun that was read last says something of rows, rather than being asked for itself.
    pub(super) fn says_what_is(&self, listed: bool) -> bool {
        let asks = self.selects && (self.parts.items.is_empty() || listed) && !self.counts && !self.sided();
        let is_verb = matches!(self.tag_before(self.at.wrapping_sub(1)), Some(Tag::Is | Tag::Have | Tag::Not));
        !asks || is_verb || self.leads_to_rows(self.at)
    }

    /// Whether rows are named next, behind what else is said of them: `and fragile parcels`.
    pub(super) fn leads_to_rows(&self, from: usize) -> bool {
        let mut at = from;
        loop {
            at = self.after(at, &[Tag::Skip, Tag::And, Tag::Or, Tag::Not]);
            let piece = self.piece(at);
            let noun = piece.noun.as_ref();
            if noun.is_some_and(Noun::is_table) {
                return true;
            }
            if piece.values.is_empty() && !noun.is_some_and(|noun| self.is_flag(noun)) {
                return false;
            }
            at += 1;
        }
    }

    /// `no insured parcels`, `no insurance`: the noun was read last.
    pub(super) fn none_of(&mut self, noun: Noun) -> Option<()> {
        let next = self.after(self.at, &[Tag::Skip]);
        let Some(rows) = self.piece(next).noun.clone().filter(Noun::is_table) else {
            // Of several things that are said of rows it is not sure which ones are denied.
            let is_open = self.is_flag(&noun) && self.leads_to_rows(self.at);
            return if is_open { None } else { self.condition(Target::Noun(noun), Test::Missing) };
        };
        // Only of a yes or no it is clear that rows with a yes are meant.
        self.is_flag(&noun).then_some(())?;
        self.at = next + 1;
        self.link(rows, true, None);
        self.negated = true;
        self.condition(Target::Noun(noun), Test::True)
    }

    /// A value that another column holds is this one's only where it is written so, and more values than the known ones may be there.
    pub(super) fn may_hold(&self, noun: &Noun, at: usize) -> bool {
        let schema = self.schema;
        let is_long = |table: usize, place: usize| {
            schema.class((table, place)) == Class::Text && schema.column((table, place)).samples.len() >= MANY
        };
        let before = (0..at).rev().map(|at| self.piece(at)).find(|piece| piece.tag != Some(Tag::Skip));
        let is_written = before.is_some_and(|before| {
            before.noun.is_some() || matches!(before.tag, Some(Tag::Is | Tag::Not | Tag::Equal | Tag::Of | Tag::Named))
        });
        is_written && noun.columns.iter().any(|((table, place), _)| is_long(*table, *place))
    }

    /// What the piece before this one does, articles passed over.
    fn tag_before(&self, at: usize) -> Option<Tag> {
        (0..at).rev().map(|at| self.tag(at)).find(|tag| *tag != Some(Tag::Skip)).flatten()
    }
}
