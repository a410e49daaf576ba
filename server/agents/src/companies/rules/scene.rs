//! A text with everything that was found in it: words, sentences, places, names, and what "the company" and "the hub" mean.

use super::{
    ground::{self, Ground, Target},
    judge::is_acting,
    lexicon::Class,
    names::{self, Kind, Named},
    reference,
    token::{Sentence, Shape, Token, split_sentences, tokenise},
};
use domain::companies::{Gazetteer, Place};

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
    is_foreign: bool,
    /// What the searched area may be called for short.
    initials: Vec<String>,
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
            initials: target.initials.clone(),
            is_foreign: false,
        };
        let count = |class: Class| scene.tokens.iter().filter(|token| token.is_lower() && token.has(class)).count();
        scene.is_foreign = count(Class::Foreign) > count(Class::Common);
        let named = names::find(&scene);
        scene.place_units(&named);
        reference::resolve(&mut scene);
        scene
    }

    /// Names and places become units, in order. A place inside a name is part of the name.
    fn place_units(&mut self, named: &[Named]) {
        let mut units: Vec<Unit> = Vec::new();
        for one in named {
            let what = match one.kind {
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
            .map(|(number, ground)| Unit { what: What::Place(number), from: ground.from, to: ground.to, meant: ground.meant })
            .collect();
        units.extend(places);
        units.sort_by_key(|unit| unit.from);
        self.units = units;
        self.index();
    }

    /// A building or an area that no gazetteer knows; what it has the name of says where it is.
    fn ground_named(&self, from: usize, to: usize) -> Ground {
        let known = (from..to).find_map(|at| self.ground_at(at)).map(|number| &self.grounds[number]);
        // A tower or a street is in some area; a park or a district is one.
        let is_area = self.tokens[from..to].last().is_some_and(|last| last.has(Class::AreaWord));
        let own = || is_area.then(|| self.words(from, to).to_owned());
        let (place, is_target) = match known {
            Some(ground) if ground.is_area() => (ground.place.clone(), ground.is_target),
            Some(ground) => (Place { area: own(), ..ground.place.clone() }, false),
            None => (Place { area: own(), ..Place::default() }, false),
        };
        Ground { from, to, place, is_target, meant: None }
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
        let inside = |mark: &str, at: usize| self.tokens.get(at).is_some_and(|token| token.is(mark));
        if short.0 == long.1 + 1 && inside("(", long.1) && inside(")", short.1) {
            return true;
        }
        let words = self.tokens[long.0..long.1].iter().filter(|token| token.is_word() && !token.is_lower());
        let initials: String = words.filter_map(|token| token.text.chars().next()).collect();
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

    /// It is not written in English: what nouns and verbs do in it is not known.
    pub(super) const fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    pub(super) fn is_short_for_area(&self, word: &str) -> bool {
        self.initials.iter().any(|short| short == word)
    }

    pub(super) fn has_phrase(&self, phrase: &str) -> bool {
        self.text.contains(phrase)
    }

    /// Whether the word also stands with a capital where no sentence begins.
    pub(super) fn is_name_elsewhere(&self, word: &str) -> bool {
        let titled = |sentence: usize| self.titled.get(sentence).copied().unwrap_or_default();
        self.tokens.windows(2).any(|pair| pair[1].text == word && pair[0].is_lower() && !titled(pair[1].sentence))
    }

    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| token.has(class))
    }

    /// Whether a word of the range is of one of the classes.
    pub(super) fn any(&self, mut range: std::ops::Range<usize>, classes: &[Class]) -> bool {
        range.any(|at| self.tokens.get(at).is_some_and(|token| token.any(classes)))
    }

    /// A small word that only describes what stands behind it.
    pub(super) fn describes(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        token.any(&[Class::Determiner, Class::Descriptor, Class::Nationality])
            || token.is_joined
            || self.unit_at(at).is_some()
            || token.is_lower() && !token.any(&[Class::Preposition, Class::Auxiliary, Class::Split]) && !is_acting(self, at)
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
    let plain = |token: &Token<'_>| token.any(&[Class::Common, Class::Asset, Class::Say]) || token.is_verb();
    let ordinary = words.iter().filter(|token| token.shape == Shape::Capital && plain(token)).count();
    let small = [Class::Preposition, Class::Determiner, Class::Split, Class::Auxiliary];
    let lower = tokens.iter().filter(|token| token.is_lower() && token.text.chars().count() > 3 && !token.any(&small)).count();
    let shouted = words.len() > 2 && upper * 10 >= words.len() * 8;
    let is_row = tokens.iter().any(|token| token.is("|"));
    let titled = !is_row && words.len() > 3 && lower == 0 && ordinary > 1 && capital > upper;
    (titled, shouted)
}
