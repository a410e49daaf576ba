//! Places that a text names, as ranges of tokens: those of the gazetteer, and the searched one by all its names.

use super::token::{Shape, Token, tokenise};
use domain::companies::{Gazetteer, Place, ReadingGoal};

#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// Tokens.
    pub from: usize,
    pub to: usize,
    pub place: Place,
    /// It is what is searched for, or in it.
    pub is_target: bool,
}

impl Ground {
    pub(super) const fn is_area(&self) -> bool {
        self.place.area.is_some()
    }
}

/// The names of what is searched for, cut into tokens once for all texts.
pub(super) struct Target {
    place: Place,
    aliases: Vec<Vec<String>>,
}

impl Target {
    pub(super) fn new(goal: &ReadingGoal) -> Self {
        let words = |alias: &String| tokenise(alias).into_iter().map(|token| token.lower).collect::<Vec<_>>();
        let mut aliases: Vec<_> =
            goal.aliases.iter().chain(&goal.place.area).map(words).filter(|words| !words.is_empty()).collect();
        aliases.sort_by_key(|words| std::cmp::Reverse(words.len()));
        Self { place: goal.place.clone(), aliases }
    }

    pub(super) const fn has_area(&self) -> bool {
        self.place.area.is_some()
    }

    /// Whether a place is the searched one or in it.
    pub(super) fn holds(&self, place: &Place) -> bool {
        let same = |wanted: &Option<String>, named: &Option<String>| {
            wanted.as_ref().is_none_or(|wanted| named.as_ref().is_some_and(|named| wanted.eq_ignore_ascii_case(named)))
        };
        let goal = &self.place;
        if goal.area.is_some() {
            return same(&goal.area, &place.area);
        }
        if goal.city.is_some() {
            return same(&goal.city, &place.city);
        }
        if goal.emirate.is_some() {
            return same(&goal.emirate, &place.emirate);
        }
        goal.country.is_some() && same(&goal.country, &place.country)
    }

    fn alias_at(&self, tokens: &[Token<'_>], at: usize) -> Option<usize> {
        let matches = |words: &Vec<String>| {
            words.len() <= tokens.len() - at && words.iter().zip(&tokens[at..]).all(|(word, token)| *word == token.lower)
        };
        self.aliases.iter().find(|words| matches(words)).map(Vec::len)
    }
}

/// All places of the text, in order, not overlapping.
pub(super) fn find(text: &str, tokens: &[Token<'_>], target: &Target, gazetteer: &Gazetteer) -> Vec<Ground> {
    let mut grounds = Vec::new();
    let mentions = gazetteer.find_near(text, &target.place);
    let mut known = mentions.into_iter().peekable();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        while known.next_if(|mention| mention.end <= token.start).is_some() {}
        let from_gazetteer = known.peek().filter(|mention| mention.start <= token.start && token.start < mention.end);
        let length = from_gazetteer
            .map(|mention| tokens[at..].iter().take_while(|token| token.start < mention.end).count())
            .unwrap_or_default();
        let alias = (token.shape != Shape::Lower).then(|| target.alias_at(tokens, at)).flatten().unwrap_or_default();
        if alias == 0 && length == 0 {
            at += 1;
            continue;
        }
        let (place, length) = match from_gazetteer {
            Some(mention) if alias < length || target.holds(&mention.place) => (mention.place.clone(), length.max(alias)),
            _ => (target.place.clone(), alias),
        };
        let is_target = target.holds(&place);
        grounds.push(Ground { from: at, to: at + length, is_target, place });
        at += length;
    }
    grounds
}
