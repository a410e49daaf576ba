//! Which rows are meant: comparisons, values, what is missing.

use super::{
    lexicon::{Adjective, Tag},
    parser::{Lost, Parser},
    schema::Noun,
    tree::{Bound, Item, Key, Link, Target, Test},
};
use crate::tools::{catalog::Class, planner::form::Figure};

impl Parser<'_, '_> {
    pub(super) fn compares(&self, at: usize) -> bool {
        let Some(piece) = self.pieces.get(at) else { return false };
        let adjective = piece.adjective.is_some_and(|word| !word.superlative) && self.tag(at + 1) == Some(Tag::Than);
        adjective || sign(piece.tag).is_some()
    }

    pub(super) fn comparison(&mut self) -> Result<(), Lost> {
        let (sign, scale) = self.sign();
        if self.tag(self.at) == Some(Tag::Average) {
            return self.against_average(sign, scale);
        }
        let Some(number) = self.pieces.get(self.at).and_then(|piece| piece.number) else { return self.lost() };
        self.at += 1;
        if sign != "BETWEEN" {
            return self.bounded(sign, Test::Number(sign, number), scale);
        }
        let upper = self.pieces.get(self.at + 1).and_then(|piece| piece.number).filter(|_| self.tag(self.at) == Some(Tag::And));
        let Some(upper) = upper else { return self.lost() };
        self.at += 2;
        self.bounded(sign, Test::Between(number, upper), scale)
    }

    /// The comparison that is here, passed over.
    fn sign(&mut self) -> (&'static str, Option<Adjective>) {
        let piece = &self.pieces[self.at];
        let (found, scale) = match (piece.adjective, sign(piece.tag)) {
            (Some(word), _) => (if word.more { ">" } else { "<" }, Some(word)),
            (None, sign) => (sign.unwrap_or("="), None),
        };
        self.at += 1 + usize::from(scale.is_some());
        self.at = self.after(self.at, &[Tag::Skip]);
        (found, scale)
    }

    /// `more years of experience than …`.
    pub(super) fn more(&mut self, more: bool) -> Result<(), Lost> {
        let noun = self.noun_from(self.at).filter(|(noun, end)| !noun.columns.is_empty() && self.tag(*end) == Some(Tag::Than));
        let Some((noun, end)) = noun else { return self.lost() };
        self.pending = Some(noun);
        self.at = self.after(end + 1, &[Tag::Skip]);
        if self.tag(self.at) != Some(Tag::Average) {
            return self.lost();
        }
        self.against_average(if more { ">" } else { "<" }, None)
    }

    fn against_average(&mut self, sign: &'static str, scale: Option<Adjective>) -> Result<(), Lost> {
        self.at += 1;
        let noun = self.noun_from(self.at);
        let mut of = None;
        if let Some((noun, end)) = noun {
            self.at = end;
            of = (!noun.is_table()).then_some(noun);
        }
        // "Of all dogs" says whose average it is, which is that of the thing itself.
        let next = self.after(self.at, &[Tag::Skip]);
        if self.tag(next) == Some(Tag::Of)
            && let Some((noun, end)) = self.noun_from(next + 1).filter(|(noun, _)| noun.is_table())
        {
            self.at = end;
            self.parts.links.push(Link { noun, negated: false, count: None });
        }
        let target = match (self.pending.take(), scale, &of) {
            (Some(noun), ..) => Target::Noun(noun),
            (None, Some(scale), _) => Target::Scale(scale),
            (None, None, Some(noun)) => Target::Noun(noun.clone()),
            _ => return self.lost(),
        };
        self.selects = false;
        self.condition(target, Test::Average(sign, of))
    }

    /// Finds the column that a bound is of, or the rows that it counts.
    pub(super) fn bounded(&mut self, sign: &'static str, test: Test, scale: Option<Adjective>) -> Result<(), Lost> {
        self.selects = false;
        if let Some(noun) = self.pending.take() {
            return self.condition(Target::Noun(noun), test);
        }
        if let Some(scale) = scale {
            return self.condition(Target::Scale(scale), test);
        }
        let year = |number: f64| number.fract() == 0.0 && (1800.0..2200.0).contains(&number);
        if let Some((noun, end)) = self.noun_from(self.at) {
            if let (true, Test::Number(_, number)) = (noun.is_table(), &test) {
                let negated = std::mem::take(&mut self.negated);
                self.parts.links.push(Link { noun, negated, count: Some((sign, *number)) });
                self.at = end;
                return Ok(());
            }
            if !noun.columns.is_empty() && !noun.is_table() {
                self.at = end;
                return self.condition(Target::Noun(noun), test);
            }
        }
        match test {
            Test::Number(_, number) if year(number) => self.condition(Target::Dated, test),
            Test::Between(low, high) if year(low) && year(high) => self.condition(Target::Dated, test),
            _ => self.lost(),
        }
    }

    /// `with an average age above 30`, where the bound comes next.
    pub(super) fn group_bound(&mut self, figure: Figure, noun: Noun) -> Result<(), Lost> {
        let (sign, _) = self.sign();
        let Some(number) = self.pieces.get(self.at).and_then(|piece| piece.number).filter(|_| sign != "BETWEEN") else {
            return self.lost();
        };
        self.at += 1;
        if figure == Figure::Count && noun.is_table() {
            self.parts.links.push(Link { noun, negated: false, count: Some((sign, number)) });
        } else {
            self.parts.bounds.push(Bound { figure, noun, sign, number });
        }
        Ok(())
    }

    /// `without an email`, `have no dogs`.
    pub(super) fn missing(&mut self) -> Result<(), Lost> {
        let at = self.after(self.at, &[Tag::Skip]);
        if self.pieces.get(at).is_some_and(|piece| !piece.values.is_empty()) {
            // "No russet trees": neither such a value nor a row of it.
            self.at = at;
            self.value()?;
            if let Some((noun, end)) = self.noun_from(self.at).filter(|(noun, _)| noun.is_table()) {
                self.parts.links.push(Link { noun, negated: true, count: None });
                self.at = end;
            }
            return Ok(());
        }
        self.negated = false;
        let Some((noun, end)) = self.noun_from(self.at) else { return self.lost() };
        self.at = end;
        if noun.is_table() {
            self.parts.links.push(Link { noun, negated: true, count: None });
            return Ok(());
        }
        self.condition(Target::Noun(noun), Test::Missing)
    }

    pub(super) fn like(&mut self, tag: Tag) -> Result<(), Lost> {
        let at = self.after(self.at, &[Tag::Skip]);
        let Some(piece) = self.pieces.get(at).filter(|piece| piece.quoted || piece.capital) else { return self.lost() };
        let text = piece.text.clone();
        self.at = at + 1;
        self.selects = false;
        let target = self.pending.take().map_or(Target::Label(None), Target::Noun);
        let pattern = match tag {
            Tag::Starts => format!("{text}%"),
            Tag::Ends => format!("%{text}"),
            _ => format!("%{text}%"),
        };
        self.condition(target, Test::Like(pattern))
    }

    /// A name after `called`.
    pub(super) fn named(&mut self) -> Result<(), Lost> {
        let before = self.pieces.get(self.at.wrapping_sub(2)).and_then(|piece| piece.noun.clone()).filter(Noun::is_table);
        let Some(piece) = self.pieces.get(self.at) else { return self.lost() };
        self.selects = false;
        if !piece.values.is_empty() {
            return self.value();
        }
        let Some(text) = self.written() else { return self.lost() };
        self.condition(Target::Label(before), Test::Text(text))
    }

    pub(super) fn value(&mut self) -> Result<(), Lost> {
        let piece = &self.pieces[self.at];
        self.at += 1;
        if let Some(noun) = self.pending.take() {
            return match piece.values.iter().any(|(col, _)| noun.columns.iter().any(|(own, _)| own == col)) {
                true => self.condition(Target::Noun(noun), Test::Sample(piece.values.clone())),
                false => self.condition(Target::Noun(noun), Test::Text(piece.text.clone())),
            };
        }
        if piece.quoted && self.within(piece.text.clone())? {
            return Ok(());
        }
        // "The Software category".
        let next = self.pieces.get(self.at).and_then(|piece| piece.noun.clone());
        if let Some(noun) = next.filter(|noun| piece.values.iter().any(|(col, _)| noun.columns.iter().any(|(own, _)| own == col)))
            && !noun.is_table()
        {
            self.at += 1;
            return self.condition(Target::Noun(noun), Test::Sample(piece.values.clone()));
        }
        self.condition(Target::Columns, Test::Sample(piece.values.clone()))
    }

    /// A text in quotes or capitals that no sample has: the column is named beside it.
    pub(super) fn free_value(&mut self) -> Result<(), Lost> {
        let before = self.pieces.get(self.at.wrapping_sub(1)).and_then(|piece| piece.noun.clone()).filter(Noun::is_table);
        let quoted = self.pieces[self.at].quoted;
        let start = self.at;
        let Some(text) = self.written() else { return self.lost() };
        if let Some(noun) = self.pending.take() {
            return self.condition(Target::Noun(noun), Test::Text(text));
        }
        if quoted && self.within(text.clone())? {
            return Ok(());
        }
        let is_text = |noun: &Noun| noun.columns.iter().any(|(col, _)| self.schema.class(*col) == Class::Text);
        if let Some(noun) =
            self.pieces.get(self.at).and_then(|piece| piece.noun.clone()).filter(|noun| is_text(noun) && !noun.is_table())
        {
            self.at += 1;
            return self.condition(Target::Noun(noun), Test::Text(text));
        }
        if let Some(noun) = before {
            return self.condition(Target::Label(Some(noun)), Test::Text(text));
        }
        self.at = start;
        self.lost()
    }

    /// `"Sea" in its name`.
    fn within(&mut self, text: String) -> Result<bool, Lost> {
        let clause = self.tag(self.at) == Some(Tag::Clause);
        let noun = self.noun_from(self.at + 1).filter(|(noun, _)| clause && !noun.columns.is_empty() && !noun.is_table());
        let Some((noun, end)) = noun else { return Ok(false) };
        self.at = end;
        self.condition(Target::Noun(noun), Test::Like(format!("%{text}%")))?;
        Ok(true)
    }

    /// The words of a value, passed over.
    fn written(&mut self) -> Option<String> {
        let piece = self.pieces.get(self.at)?;
        self.at += 1;
        if piece.quoted {
            return Some(piece.text.clone());
        }
        if !piece.capital {
            return None;
        }
        let mut text = piece.text.clone();
        while let Some(next) = self
            .pieces
            .get(self.at)
            .filter(|next| next.capital && !next.quoted && next.tag.is_none() && next.noun.is_none() && next.values.is_empty())
        {
            text = format!("{text} {}", next.text);
            self.at += 1;
        }
        Some(text)
    }

    /// `in the last 30 days`.
    pub(super) fn recent(&mut self) -> Result<(), Lost> {
        let number = self.pieces.get(self.at).and_then(|piece| piece.number);
        let at = self.at + usize::from(number.is_some());
        let word = self.pieces.get(at).map(|piece| piece.text.to_lowercase()).unwrap_or_default();
        let (many, unit) = match word.trim_end_matches('s') {
            "day" => (1, "day"),
            "week" => (7, "day"),
            "month" => (1, "month"),
            "year" => (1, "year"),
            _ => return self.lost(),
        };
        let number = number.unwrap_or(1.0);
        if number.fract() != 0.0 || !(1.0..=1000.0).contains(&number) {
            return self.lost();
        }
        self.at = at + 1;
        self.selects = false;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        let back = number as u16 * many;
        let target = self.pending.take().map_or(Target::Dated, Target::Noun);
        self.condition(target, Test::Recent(back, unit))
    }

    /// `by` a measure, a group, or somebody.
    pub(super) fn by(&mut self) -> Result<(), Lost> {
        let noun = self.noun_from(self.at).filter(|(noun, _)| !noun.columns.is_empty() || noun.is_table());
        let figures = self.parts.items.iter().any(|item| matches!(item, Item::Figure(..)));
        // "Paid by members" names who did it.
        let agent = self
            .pieces
            .get(self.at.wrapping_sub(2))
            .is_some_and(|piece| piece.tag == Some(Tag::Verb) || piece.noun.as_ref().is_some_and(|noun| !noun.is_whole()));
        match (noun, self.parts.orders.last_mut()) {
            (Some((noun, end)), Some(order)) if matches!(order.key, Key::Scale(_)) && !noun.is_table() => {
                order.key = Key::Noun(noun);
                self.at = end;
            }
            (Some((noun, end)), _) if figures && !agent && self.parts.groups.is_empty() => {
                self.parts.groups.push(noun);
                self.at = end;
            }
            _ => self.selects = false,
        }
        Ok(())
    }
}

const fn sign(tag: Option<Tag>) -> Option<&'static str> {
    Some(match tag {
        Some(Tag::Above | Tag::After) => ">",
        Some(Tag::AtLeast | Tag::Since) => ">=",
        Some(Tag::Below | Tag::Before) => "<",
        Some(Tag::AtMost) => "<=",
        Some(Tag::Equal) => "=",
        Some(Tag::Between) => "BETWEEN",
        _ => return None,
    })
}
