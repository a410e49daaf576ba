//! Why one would call a company now, how strong that is, and the day that the text gives for it.

use super::{
    lexicon::Class,
    scene::Scene,
    token::{Shape, Token},
};
use domain::companies::{Presence, Signal, SignalType};
use std::ops::Range;

/// The most telling first, with its strength.
const KINDS: [(Class, SignalType, u8); 11] = [
    (Class::Relocation, SignalType::Relocation, 4),
    (Class::Licence, SignalType::Licence, 4),
    (Class::Hiring, SignalType::Hiring, 4),
    (Class::NewOffice, SignalType::NewOffice, 4),
    (Class::Expansion, SignalType::Expansion, 4),
    (Class::Funding, SignalType::Funding, 4),
    (Class::Acquisition, SignalType::Acquisition, 3),
    (Class::Leadership, SignalType::Leadership, 2),
    (Class::Contract, SignalType::Contract, 3),
    (Class::Partnership, SignalType::Partnership, 2),
    (Class::Product, SignalType::Product, 2),
];

/// `telling` are the words that join the company and the place, `around` is the whole passage.
pub(super) fn find(
    scene: &Scene<'_>,
    telling: Range<usize>,
    around: Range<usize>,
    presence: Presence,
    published: Option<&str>,
) -> Signal {
    let kind_in = |range: Range<usize>| {
        KINDS.iter().find(|(class, ..)| range.clone().any(|at| scene.is(at, *class) && scene.company_at(at).is_none()))
    };
    let (kind, strength) = kind_in(telling)
        .or_else(|| kind_in(around.clone()))
        .map_or((SignalType::Presence, 1), |(_, kind, strength)| (*kind, *strength));
    let says = |class: Class| around.clone().any(|at| scene.is(at, class));
    let strong = u8::from(says(Class::Strong) && kind != SignalType::Presence);
    let weak = u8::from(says(Class::Weak)) + u8::from(!presence.counts());
    Signal {
        kind,
        strength: (strength + strong).saturating_sub(weak).clamp(1, 5),
        description: describe(scene, around.clone()),
        trigger_date: around.clone().find_map(|at| date_at(&scene.tokens, at, published)),
    }
}

/// The most characters of a description.
const LONGEST: usize = 240;

fn describe(scene: &Scene<'_>, around: Range<usize>) -> String {
    let words = scene.words(around.start, around.end).split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= LONGEST {
        return words;
    }
    let cut: String = words.chars().take(LONGEST).collect();
    format!("{}…", cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole))
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// A day that begins here: "5 January 2025", "Jan. 5, 2025", "2025-01-05"; without its year the one before the text was published.
pub(super) fn date_at(tokens: &[Token<'_>], at: usize, published: Option<&str>) -> Option<String> {
    let month = |at: usize| {
        let token: &Token<'_> = tokens.get(at)?;
        let found = MONTHS.iter().position(|month| token.lower.starts_with(month))?;
        token.has(Class::Month).then_some(found + 1)
    };
    let day = |at: usize| {
        let word = tokens.get(at)?.lower.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
        word.parse::<usize>().ok().filter(|day| (1..=31).contains(day))
    };
    let year = |at: usize| {
        let at = at + usize::from(tokens.get(at).is_some_and(|token| token.is(",")));
        tokens.get(at)?.text.parse::<usize>().ok().filter(|year| (1990..2100).contains(year))
    };
    let dot = |at: usize| at + usize::from(tokens.get(at).is_some_and(|token| token.is(".")));
    let token = &tokens[at];
    if token.shape == Shape::Number && token.text.len() == 10 {
        let parts: Vec<usize> = token.text.split('-').filter_map(|part| part.parse().ok()).collect();
        return match parts.as_slice() {
            [year, month, day] => written(*year, *month, *day),
            _ => None,
        };
    }
    let (month, day, rest) = match (day(at), month(at)) {
        (Some(day), _) => (month(at + 1)?, day, dot(at + 2)),
        (None, Some(found)) => (found, day(dot(at + 1))?, dot(at + 1) + 1),
        _ => return None,
    };
    if let Some(year) = year(rest) {
        return written(year, month, day);
    }
    let published = published?;
    let this: usize = published.get(..4)?.parse().ok()?;
    let date = written(this, month, day)?;
    if date.as_str() <= published { Some(date) } else { written(this - 1, month, day) }
}

fn written(year: usize, month: usize, day: usize) -> Option<String> {
    let date = jiff::civil::Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    Some(date.to_string())
}
