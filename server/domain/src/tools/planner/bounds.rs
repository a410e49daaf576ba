//! Which rows are meant: comparisons, values, what is missing.

use super::{
    lexicon::{Adjective, LEXICON, Tag},
    nouns::is_year,
    parser::Parser,
    pieces::Piece,
    tree::{Bound, Figure, Item, Key, Order, Shape, Side, Target, Test},
};
use crate::tools::{catalog::Class, naming::Noun};

impl Parser<'_, '_> {
    pub(super) fn compares(&self, at: usize) -> bool {
        let piece = self.piece(at);
        let adjective = piece.adjective.is_some_and(|word| !word.superlative) && self.tag(at + 1) == Some(Tag::Than);
        adjective || sign(piece.tag).is_some()
    }

    pub(super) fn comparison(&mut self) -> Option<()> {
        let verb = self.measuring_verb();
        let (sign, scale) = self.sign();
        if self.tag(self.at) == Some(Tag::Average) {
            return self.against_average(sign, scale);
        }
        let Some(number) = self.piece(self.at).number else {
            // "More than 300 incidents" claims a bound; "higher than in 2022" is another side.
            let sides = self.parts.has_figure() && matches!(sign, ">" | "<") && self.tag(self.at) != Some(Tag::Claimed);
            if sides {
                self.set_against(Shape::Beside, Side::Second);
            }
            return (sides || self.tag(self.at) == Some(Tag::Claimed)).then_some(());
        };
        self.at += 1;
        if sign != "BETWEEN" {
            return self.bounded(sign, Test::Number(sign, number), scale, verb);
        }
        let upper = self.piece(self.at + 1).number.filter(|_| self.tag(self.at) == Some(Tag::And))?;
        self.at += 2;
        self.bounded(sign, Test::Between(number, upper), scale, verb)
    }

    /// What the verb before a bound measures: "jobs that took more than 5 hours". "Taken after 2020" says when.
    fn measuring_verb(&self) -> Option<Adjective> {
        if matches!(self.tag(self.at), Some(Tag::After | Tag::Before | Tag::Since)) {
            return None;
        }
        let mut before = self.pieces[..self.at].iter().rev().filter(|piece| piece.tag != Some(Tag::Skip));
        let verb = before.next()?;
        // "Jobs that cost more", though a column is called so.
        let leads = |piece: &Piece| piece.text.eq_ignore_ascii_case("that") || piece.noun.as_ref().is_some_and(Noun::is_table);
        let is_verb = verb.tag == Some(Tag::Verb) || before.next().is_some_and(leads);
        LEXICON.measuring(&verb.text.to_lowercase()).filter(|_| is_verb)
    }

    /// Whether a bound of this scale is followed by one of its units.
    fn is_unit(&self, scale: Adjective, noun: &Noun, end: usize) -> bool {
        let word = self.piece(end - 1).text.to_lowercase();
        let units = &LEXICON.measures[scale.scale].units;
        noun.is_column() && units.iter().any(|unit| unit.trim_end_matches('s') == word.trim_end_matches('s'))
    }

    /// The comparison that is here, passed over.
    fn sign(&mut self) -> (&'static str, Option<Adjective>) {
        let piece = self.piece(self.at);
        let (found, scale) = match (piece.adjective, sign(piece.tag)) {
            (Some(word), _) => (if word.more { ">" } else { "<" }, Some(word)),
            (None, sign) => (sign.unwrap_or("="), None),
        };
        self.at = self.after(self.at + 1 + usize::from(scale.is_some()), &[Tag::Skip]);
        (found, scale)
    }

    pub(super) fn against_average(&mut self, sign: &'static str, scale: Option<Adjective>) -> Option<()> {
        self.at += 1;
        let of = self.take_noun(self.at).filter(|noun| !noun.is_table());
        // "Of all dogs" says whose average it is, which is that of the thing itself.
        let next = self.after(self.at, &[Tag::Skip]);
        if self.tag(next) == Some(Tag::Of)
            && let Some((noun, end)) = self.noun_from(next + 1).filter(|(noun, _)| noun.is_table())
        {
            self.at = end;
            self.link(noun, false, None);
        }
        let target = match (self.pending.take(), scale, &of) {
            (Some(noun), ..) => Target::Noun(noun),
            (None, Some(scale), _) => Target::Scale(scale, None),
            (None, None, of) => Target::Noun(of.clone()?),
        };
        self.selects = false;
        self.condition(target, Test::Average(sign, of))
    }

    /// Finds the column that a bound is of, or the rows that it counts.
    pub(super) fn bounded(
        &mut self,
        sign: &'static str,
        test: Test,
        scale: Option<Adjective>,
        verb: Option<Adjective>,
    ) -> Option<()> {
        self.selects = false;
        let has_units = |verb: &Adjective| !LEXICON.measures[verb.scale].units.is_empty();
        if let Some(noun) = self.pending.take() {
            let money = verb.filter(|verb| !has_units(verb)).map(|verb| Target::Scale(verb, None));
            return self.condition(money.unwrap_or(Target::Noun(noun)), test);
        }
        let unit = scale.or(verb).zip(self.noun_from(self.at)).filter(|(scale, (noun, end))| self.is_unit(*scale, noun, *end));
        if let Some((scale, (noun, end))) = unit {
            self.at = end;
            return self.condition(Target::Scale(scale, Some(noun)), test);
        }
        if let Some(scale) = scale {
            return self.condition(Target::Scale(scale, None), test);
        }
        // "More than 3 cancelled jobs".
        let value = self.after(self.at, &[Tag::Skip]);
        let rows = self.noun_from(value + 1).filter(|(noun, _)| noun.is_table() && !self.piece(value).values.is_empty());
        if let (Some((noun, end)), Test::Number(_, number)) = (rows, &test) {
            let negated = std::mem::take(&mut self.negated);
            self.link(noun, negated, Some((sign, *number)));
            self.at = value;
            self.value()?;
            self.at = end;
            return Some(());
        }
        if let Some((noun, end)) = self.noun_from(self.at) {
            if let (true, Test::Number(_, number)) = (noun.is_table(), &test) {
                let negated = std::mem::take(&mut self.negated);
                self.link(noun, negated, Some((sign, *number)));
                self.at = end;
                return Some(());
            }
            if noun.is_column() {
                self.at = end;
                return self.condition(Target::Noun(noun), test);
            }
        }
        // "Cost more than 100": what has units is not measured without one.
        if let Some(verb) = verb.filter(|verb| !has_units(verb) || matches!(test, Test::Number(..))) {
            return if has_units(&verb) { None } else { self.condition(Target::Scale(verb, None), test) };
        }
        match test {
            Test::Number(_, number) if is_year(number) => self.condition(Target::Dated, test),
            Test::Between(low, high) if is_year(low) && is_year(high) => self.condition(Target::Dated, test),
            _ => None,
        }
    }

    /// `with an average age above 30`, where the bound comes next.
    pub(super) fn group_bound(&mut self, figure: Figure, noun: Noun) -> Option<()> {
        let (sign, _) = self.sign();
        let number = self.piece(self.at).number;
        self.at += 1;
        match number.filter(|_| sign != "BETWEEN") {
            Some(number) if figure == Figure::Count && noun.is_table() => self.link(noun, false, Some((sign, number))),
            Some(number) => self.parts.bounds.push(Bound { figure, noun, sign, limit: Some(number) }),
            // "An average score above the overall average".
            None if figure == Figure::Average && self.tag(self.at - 1) == Some(Tag::Average) => {
                let same = self.noun_from(self.at).filter(|(other, _)| other.columns == noun.columns);
                self.at = same.map_or(self.at, |(_, end)| end);
                self.parts.bounds.push(Bound { figure, noun, sign, limit: None });
            }
            None => return None,
        }
        Some(())
    }

    /// `without an email`, `have no dogs`.
    pub(super) fn missing(&mut self) -> Option<()> {
        let at = self.after(self.at, &[Tag::Skip]);
        if !self.piece(at).values.is_empty() {
            // "No russet trees": neither such a value nor a row of it.
            self.at = at;
            self.value()?;
            if let Some((noun, end)) = self.noun_from(self.at).filter(|(noun, _)| noun.is_table()) {
                self.link(noun, true, None);
                self.at = end;
            }
            return Some(());
        }
        self.negated = false;
        let noun = self.take_noun(self.at)?;
        if noun.is_table() {
            self.link(noun, true, None);
            return Some(());
        }
        self.none_of(noun)
    }

    pub(super) fn like(&mut self, tag: Tag) -> Option<()> {
        let at = self.after(self.at, &[Tag::Skip]);
        let text = Some(self.piece(at)).filter(|piece| piece.quoted || piece.capital)?.text.clone();
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
    pub(super) fn named(&mut self) -> Option<()> {
        let before = self.piece(self.at.wrapping_sub(2)).noun.clone().filter(Noun::is_table);
        self.selects = false;
        if !self.piece(self.at).values.is_empty() {
            return self.value();
        }
        let text = self.written()?;
        self.condition(Target::Label(before), Test::Text(text))
    }

    pub(super) fn value(&mut self) -> Option<()> {
        let piece = self.piece(self.at);
        self.at += 1;
        let test = Test::Sample(piece.values.clone());
        if let Some(noun) = self.pending.take() {
            let is_held = noun.holds(&piece.values);
            (is_held || self.may_hold(&noun, self.at - 1)).then_some(())?;
            let test = if is_held { test } else { Test::Text(piece.text.clone()) };
            return self.condition(Target::Noun(noun), test);
        }
        self.beside((&piece.text, piece.quoted), test, |noun| noun.holds(&piece.values), Some(Target::Columns))
    }

    /// A text in quotes or capitals that no sample has: the column is named beside it.
    pub(super) fn free_value(&mut self) -> Option<()> {
        let before = self.piece(self.at.wrapping_sub(1)).noun.clone().filter(Noun::is_table);
        let (schema, quoted) = (self.schema, self.piece(self.at).quoted);
        let text = self.written()?;
        let test = Test::Text(text.clone());
        if let Some(noun) = self.pending.take() {
            return self.condition(Target::Noun(noun), test);
        }
        let is_text = |noun: &Noun| noun.columns.iter().any(|(col, _)| schema.class(*col) == Class::Text);
        self.beside((&text, quoted), test, is_text, before.map(|noun| Target::Label(Some(noun))))
    }

    /// Of the column that is named behind it, else of another: `"Sea" in its name`, "the Software category", "Software as category".
    fn beside(
        &mut self,
        (text, quoted): (&str, bool),
        test: Test,
        fits: impl Fn(&Noun) -> bool,
        other: Option<Target>,
    ) -> Option<()> {
        let within = quoted && self.tag(self.at) == Some(Tag::Clause);
        if let Some((noun, end)) = self.noun_from(self.at + 1).filter(|(noun, _)| within && noun.is_column()) {
            self.at = end;
            return self.condition(Target::Noun(noun), Test::Like(format!("%{text}%")));
        }
        let next = self.after(self.at, &[Tag::Skip, Tag::As]);
        if let Some(noun) = self.piece(next).noun.clone().filter(|noun| fits(noun) && !noun.is_table()) {
            self.at = next + 1;
            return self.condition(Target::Noun(noun), test);
        }
        self.condition(other?, test)
    }

    /// A last word that no sample has, of a column that is named: `whose city is molde`, `have city molde`, `have molde as city`.
    pub(super) fn plain_value(&mut self) -> Option<()> {
        let (piece, before) = (self.piece(self.at), self.at.checked_sub(1)?);
        (piece.is_unknown() && piece.is_word()).then_some(())?;
        let has = |at: usize| self.tag(at) == Some(Tag::Have) || self.piece(at).text.eq_ignore_ascii_case("with");
        if has(before) && self.tag(self.at + 1) == Some(Tag::As) {
            let (noun, end) =
                self.noun_from(self.at + 2).filter(|(noun, end)| noun.is_column() && end + 1 == self.pieces.len())?;
            self.at = end;
            return self.condition(Target::Noun(noun), Test::Text(piece.text.clone()));
        }
        let is_equal = matches!(self.tag(before), Some(Tag::Is | Tag::Equal));
        let is_beside = self.piece(before).noun.is_some() && before.checked_sub(1).is_some_and(has);
        (self.at + 2 == self.pieces.len() && (is_equal || is_beside)).then_some(())?;
        let noun = self.pending.take()?;
        self.at += 1;
        self.condition(Target::Noun(noun), Test::Text(piece.text.clone()))
    }

    /// The words of a value, passed over.
    fn written(&mut self) -> Option<String> {
        let piece = self.piece(self.at);
        let mut text = Some(piece.text.clone()).filter(|_| piece.quoted || piece.capital)?;
        self.at += 1;
        let follows = |next: &Piece| !piece.quoted && next.capital && !next.quoted && next.is_unknown();
        while follows(self.piece(self.at)) {
            text = format!("{text} {}", self.piece(self.at).text);
            self.at += 1;
        }
        Some(text)
    }

    /// `in the last 30 days`, `last month`.
    pub(super) fn recent(&mut self) -> Option<()> {
        let number = self.piece(self.at).number;
        self.at += usize::from(number.is_some());
        let word = self.piece(self.at).text.to_lowercase();
        let (many, unit) = LEXICON.units.get(word.trim_end_matches('s'))?;
        let number = number.or(self.piece(self.at - 1).text.contains(' ').then_some(1.0)).unwrap_or(0.0);
        self.at += 1;
        self.selects = false;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
        let back = Some(number).filter(|number| number.fract() == 0.0 && (0.0..=1000.0).contains(number))? as u16;
        let target = self.pending.take().map_or(Target::Dated, Target::Noun);
        // Without a number, the whole month before that of the newest day is meant.
        (back > 0 || (unit != "day" && *many == 1)).then_some(())?;
        self.condition(target, Test::Recent(back * many, unit.clone()))
    }

    /// `by` a measure, a group, or somebody.
    pub(super) fn by(&mut self) -> Option<()> {
        if self.part_at(self.at).is_some() {
            return self.groups();
        }
        let noun = self.noun_from(self.at);
        // "Paid by members" names who did it.
        let before = self.piece(self.at.wrapping_sub(2));
        let agent =
            before.tag == Some(Tag::Verb) || before.noun.as_ref().is_some_and(|noun| noun.is_column() && !noun.is_whole());
        let ranked =
            self.parts.orders.last().map(|order| order.key.clone()).filter(|key| matches!(key, Key::Scale(_) | Key::Open));
        if let Some(known) = ranked {
            let mut key = self.key(self.at)?;
            if let (Key::Noun(noun), true) = (&key, known == Key::Open) {
                key = Key::Most(noun.clone());
            }
            self.parts.orders.last_mut()?.key = key;
            return Some(());
        }
        let of_items = self.parts.open && matches!(self.parts.items.as_slice(), [Item::Noun(_), ..]);
        match noun.filter(|_| !agent) {
            Some(_) if (self.parts.has_figure() || !self.parts.open) && self.parts.groups.is_empty() => return self.groups(),
            Some((noun, end)) if of_items && noun.is_column() => {
                self.at = end;
                self.parts.orders.push(Order { key: Key::Noun(noun), down: None });
            }
            _ => {}
        }
        self.selects = false;
        Some(())
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
