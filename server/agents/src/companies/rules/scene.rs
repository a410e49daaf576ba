//! A text with everything that was found in it: words, sentences, places, names, and what "the company" and "the hub" mean.

use super::{
    ground::{self, Ground, Target},
    lexicon::Class,
    names::{self, Kind, Named},
    reference,
    token::{Sentence, Shape, Token, split_sentences, tokenise},
};
use domain::companies::{Gazetteer, Place};
use std::collections::HashSet;

/// What a range of tokens speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The company with this number.
    Company(usize),
    /// The place with this number.
    Place(usize),
    Body(Kind),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub what: What,
    pub from: usize,
    pub to: usize,
    /// "the company", "there": the unit that is meant.
    pub meant: Option<usize>,
}

pub(super) struct Scene<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token<'t>>,
    pub sentences: Vec<Sentence>,
    pub grounds: Vec<Ground>,
    pub units: Vec<Unit>,
    /// How often a company is called so: the ranges of tokens of each.
    pub companies: Vec<Vec<(usize, usize)>>,
    ground_of: Vec<Option<usize>>,
    unit_of: Vec<Option<usize>>,
    titled: Vec<bool>,
    shouted: Vec<bool>,
    lower_words: HashSet<String>,
}

impl<'t> Scene<'t> {
    pub(super) fn new(text: &'t str, target: &Target, gazetteer: &Gazetteer) -> Self {
        let mut tokens = tokenise(text);
        let sentences = split_sentences(text, &mut tokens);
        let grounds = ground::find(text, &tokens, target, gazetteer);
        let mut ground_of = vec![None; tokens.len()];
        for (number, ground) in grounds.iter().enumerate() {
            ground_of[ground.from..ground.to].fill(Some(number));
        }
        let lower_words = tokens.iter().filter(|token| token.is_lower()).map(|token| token.lower.clone()).collect();
        let (titled, shouted) = sentences.iter().map(|sentence| written(&tokens[sentence.from..sentence.to])).unzip();
        let unit_of = vec![None; tokens.len()];
        let mut scene = Self {
            text,
            tokens,
            sentences,
            grounds,
            units: Vec::new(),
            companies: Vec::new(),
            ground_of,
            unit_of,
            titled,
            shouted,
            lower_words,
        };
        let named = names::find(&scene);
        scene.place_units(&named);
        reference::resolve(&mut scene);
        scene
    }

    /// Names and places become units, in order. A place inside a name is part of the name.
    fn place_units(&mut self, named: &[Named]) {
        let mut units: Vec<Unit> = Vec::new();
        // Who was named in full is later named by the last name.
        let people: Vec<&str> =
            named.iter().filter(|one| one.kind == Kind::Person).map(|one| self.tokens[one.to - 1].text).collect();
        for one in named {
            let is_person = one.to - one.from == 1 && people.contains(&self.tokens[one.from].text);
            let what = match if is_person { Kind::Person } else { one.kind } {
                Kind::Nothing => continue,
                Kind::Company => What::Company(self.company_named(one.from, one.to)),
                Kind::Place => {
                    let ground = self.ground_named(one.from, one.to);
                    self.grounds.push(ground);
                    What::Place(self.grounds.len() - 1)
                }
                kind => What::Body(kind),
            };
            units.push(Unit { what, from: one.from, to: one.to, meant: None });
        }
        let is_inside = |ground: &Ground| units.iter().any(|unit| unit.from < ground.to && ground.from < unit.to);
        let places: Vec<Unit> = self
            .grounds
            .iter()
            .enumerate()
            .filter(|(_, ground)| !is_inside(ground))
            .map(|(number, ground)| Unit { what: What::Place(number), from: ground.from, to: ground.to, meant: None })
            .collect();
        units.extend(places);
        units.sort_by_key(|unit| unit.from);
        self.units = units;
        self.index();
    }

    /// A building or an area that no gazetteer knows; what it has the name of says where it is.
    fn ground_named(&self, from: usize, to: usize) -> Ground {
        let known = (from..to).find_map(|at| self.ground_at(at)).map(|number| &self.grounds[number]);
        let own = || Some(self.words(from, to).to_owned());
        let (place, is_target) = match known {
            Some(ground) if ground.is_area() => (ground.place.clone(), ground.is_target),
            Some(ground) => (Place { area: own(), ..ground.place.clone() }, false),
            None => (Place { area: own(), ..Place::default() }, false),
        };
        Ground { from, to, place, is_target }
    }

    pub(super) fn index(&mut self) {
        self.unit_of = vec![None; self.tokens.len()];
        for (number, unit) in self.units.iter().enumerate() {
            self.unit_of[unit.from..unit.to].fill(Some(number));
        }
    }

    /// The number of the company that is called so: a new one, or one whose longer name begins with these words.
    fn company_named(&mut self, from: usize, to: usize) -> usize {
        let key = self.key(from, to);
        let known = self.companies.iter().position(|ranges| {
            ranges.iter().any(|(start, end)| {
                let other = self.key(*start, *end);
                let telling =
                    |words: &[String]| words.iter().any(|word| !super::lexicon::Lexicon::built_in().word(word).is_known());
                key == other
                    || (key.starts_with(&other) && telling(&other))
                    || (other.starts_with(&key) && telling(&key))
                    || self.is_short_for((from, to), (*start, *end))
            })
        });
        let number = known.unwrap_or(self.companies.len());
        if known.is_none() {
            self.companies.push(Vec::new());
        }
        self.companies[number].push((from, to));
        number
    }

    /// The words of a name without its legal form.
    fn key(&self, from: usize, to: usize) -> Vec<String> {
        let words: Vec<&Token<'_>> =
            self.tokens[from..to].iter().filter(|token| token.is_word() || token.shape == Shape::Number).collect();
        let legal = words.iter().rev().take_while(|token| token.marks.has(Class::Legal)).count();
        let kept = if legal < words.len() { words.len() - legal } else { words.len() };
        words[..kept].iter().map(|token| token.lower.clone()).collect()
    }

    /// "Acme Bank (AB)": the initials in brackets right behind, and wherever they stand later.
    fn is_short_for(&self, short: (usize, usize), long: (usize, usize)) -> bool {
        if short.1 - short.0 != 1 {
            return false;
        }
        let word = self.tokens[short.0].text;
        let bracketed = |at: usize| {
            at == long.1 + 1
                && self.tokens.get(long.1).is_some_and(|token| token.is("("))
                && self.tokens.get(at + 1).is_some_and(|token| token.is(")"))
        };
        if bracketed(short.0) {
            return true;
        }
        let initials: String = self.tokens[long.0..long.1]
            .iter()
            .filter(|token| token.is_word())
            .filter_map(|token| token.text.chars().next())
            .filter(|sign| sign.is_uppercase())
            .collect();
        word.chars().count() > 2 && word == initials
    }

    pub(super) fn words(&self, from: usize, to: usize) -> &'t str {
        match (self.tokens.get(from), to.checked_sub(1).and_then(|last| self.tokens.get(last))) {
            (Some(first), Some(last)) if first.start <= last.end => &self.text[first.start..last.end],
            _ => "",
        }
    }

    pub(super) fn ground_at(&self, at: usize) -> Option<usize> {
        self.ground_of.get(at).copied().flatten()
    }

    pub(super) fn unit_at(&self, at: usize) -> Option<&Unit> {
        self.unit_number(at).map(|number| &self.units[number])
    }

    pub(super) fn unit_number(&self, at: usize) -> Option<usize> {
        self.unit_of.get(at).copied().flatten()
    }

    pub(super) fn company_at(&self, at: usize) -> Option<&Unit> {
        self.unit_at(at).filter(|unit| matches!(unit.what, What::Company(_)))
    }

    pub(super) fn place_at(&self, at: usize) -> Option<&Ground> {
        match self.unit_at(at)?.what {
            What::Place(number) => self.grounds.get(number),
            _ => None,
        }
    }

    pub(super) fn sentence_of(&self, at: usize) -> Sentence {
        self.tokens.get(at).and_then(|token| self.sentences.get(token.sentence)).copied().unwrap_or(Sentence {
            from: at,
            to: self.tokens.len(),
            is_line: false,
        })
    }

    pub(super) fn is_titled(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| self.titled.get(token.sentence).copied().unwrap_or_default())
    }

    pub(super) fn is_shouted(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| self.shouted.get(token.sentence).copied().unwrap_or_default())
    }

    pub(super) fn has_lower(&self, word: &str) -> bool {
        self.lower_words.contains(word)
    }

    pub(super) fn has_phrase(&self, phrase: &str) -> bool {
        self.text.contains(phrase)
    }

    /// Whether the word also stands with a capital where no sentence begins.
    pub(super) fn is_name_elsewhere(&self, word: &str) -> bool {
        self.tokens.windows(2).enumerate().any(|(at, pair)| {
            pair[1].text == word
                && pair[0].is_lower()
                && !self.titled.get(pair[1].sentence).copied().unwrap_or_default()
                && at > 0
        })
    }

    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| token.has(class))
    }

    pub(super) fn lower(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.lower.as_str())
    }
}

/// Whether a sentence is a headline with capitals everywhere, or all in capitals.
fn written(tokens: &[Token<'_>]) -> (bool, bool) {
    let words: Vec<&Token<'_>> = tokens.iter().filter(|token| token.is_word() && token.text.chars().count() > 3).collect();
    let upper = words.iter().filter(|token| token.shape == Shape::Upper).count();
    let capital = words.iter().filter(|token| token.shape == Shape::Capital).count();
    let ordinary = words
        .iter()
        .filter(|token| {
            token.shape == Shape::Capital && (token.any(&[Class::Common, Class::Asset, Class::Say]) || token.is_verb())
        })
        .count();
    let small = [Class::Preposition, Class::Determiner, Class::Split, Class::Auxiliary];
    let lower = tokens.iter().filter(|token| token.is_lower() && token.text.chars().count() > 3 && !token.any(&small)).count();
    let shouted = words.len() > 2 && upper * 10 >= words.len() * 8;
    let titled = words.len() > 3 && lower == 0 && ordinary > 1 && capital > upper;
    (titled, shouted)
}
