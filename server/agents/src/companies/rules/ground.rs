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
    /// An abbreviation of the text's own: the token where the name that it stands for begins.
    pub meant: Option<usize>,
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
    /// Of the area's names: "HVP".
    pub initials: Vec<String>,
}

impl Target {
    pub(super) fn new(goal: &ReadingGoal) -> Self {
        let words = |alias: &String| tokenise(alias).into_iter().map(|token| token.lower).collect::<Vec<_>>();
        let mut aliases: Vec<_> =
            goal.aliases.iter().chain(&goal.place.area).map(words).filter(|words| !words.is_empty()).collect();
        aliases.sort_by_key(|words| std::cmp::Reverse(words.len()));
        let initial = |alias: &String| {
            alias.split_whitespace().filter_map(|word| word.chars().next()).filter(|sign| sign.is_uppercase()).collect()
        };
        let initials = goal.aliases.iter().map(initial).filter(|short: &String| short.len() > 2).collect();
        Self { place: goal.place.clone(), aliases, initials }
    }

    pub(super) const fn has_area(&self) -> bool {
        self.place.area.is_some()
    }

    /// Whether a place is the searched one or in it.
    pub(super) fn holds(&self, place: &Place) -> bool {
        let narrowest = parts(&self.place).into_iter().zip(parts(place)).find(|(wanted, _)| wanted.is_some());
        let pair = narrowest.and_then(|(wanted, named)| wanted.as_ref().zip(named.as_ref()));
        pair.is_some_and(|(wanted, named)| wanted.eq_ignore_ascii_case(named))
    }

    /// Whether the searched place is in this one.
    pub(super) fn is_in(&self, place: &Place) -> bool {
        parts(&self.place).into_iter().zip(parts(place)).all(|(own, other)| other.is_none() || own == other)
    }

    fn alias_at(&self, tokens: &[Token<'_>], at: usize) -> Option<usize> {
        self.aliases.iter().find(|words| begins(tokens, at, words)).map(Vec::len)
    }
}

/// The narrowest first.
const fn parts(place: &Place) -> [&Option<String>; 4] {
    [&place.area, &place.city, &place.emirate, &place.country]
}

fn begins(tokens: &[Token<'_>], at: usize, words: &[String]) -> bool {
    words.len() <= tokens.len() - at && words.iter().zip(&tokens[at..]).all(|(word, token)| *word == token.lower)
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
        grounds.push(Ground { from: at, to: at + length, is_target, place, meant: None });
        at += length;
    }
    abbreviate(tokens, &mut grounds);
    grounds
}

/// "Hsin Valley Park (HVP)", and HVP without brackets where the name stands before it.
fn abbreviate(tokens: &[Token<'_>], grounds: &mut Vec<Ground>) {
    let mut known: Vec<(&str, usize)> = Vec::new();
    let areas = grounds.iter().enumerate().filter(|(_, ground)| ground.is_target && ground.is_area());
    for (number, ground) in areas {
        let bracket = |at: usize, mark: &str| tokens.get(at).is_some_and(|token| token.is(mark));
        let inside = tokens.get(ground.to + 1).filter(|token| token.shape == Shape::Upper);
        if let Some(short) = inside.filter(|_| bracket(ground.to, "(") && bracket(ground.to + 2, ")")) {
            known.push((short.text, number));
        }
        let initials: String = tokens[ground.from..ground.to]
            .iter()
            .filter_map(|token| token.text.chars().next())
            .filter(|sign| sign.is_uppercase())
            .collect();
        let same =
            tokens[ground.to..].iter().find(|token| token.shape == Shape::Upper && initials.len() > 2 && token.text == initials);
        known.extend(same.map(|token| (token.text, number)));
    }
    let mut short = Vec::new();
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.shape == Shape::Upper) {
        let Some((_, number)) = known.iter().find(|(text, number)| *text == token.text && grounds[*number].from < at) else {
            continue;
        };
        let ground = &grounds[*number];
        if !grounds.iter().any(|other| other.from <= at && at < other.to) {
            short.push(Ground { from: at, to: at + 1, meant: Some(ground.from), ..ground.clone() });
        }
    }
    grounds.extend(short);
    grounds.sort_by_key(|ground| ground.from);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_by_its_arabic_name() {
        let gazetteer = Gazetteer::built_in();
        for (area, text) in [
            ("DIFC", "Acme Robotics: افتتحت مكتبا في مركز دبي المالي العالمي"),
            ("SAIF Zone", "Acme Robotics: افتتحت مصنعا في المنطقة الحرة بمطار الشارقة الدولي"),
        ] {
            let place = gazetteer.canonicalise(&Place { area: Some(area.to_owned()), ..Place::default() });
            let goal = ReadingGoal { aliases: gazetteer.aliases(&place), place, excluded: Vec::new() };
            let grounds = find(text, &tokenise(text), &Target::new(&goal), gazetteer);
            let areas: Vec<_> =
                grounds.iter().filter(|ground| ground.is_target).map(|ground| ground.place.area.as_deref()).collect();
            assert_eq!(areas, [Some(area)], "{text}");
        }
    }
}
