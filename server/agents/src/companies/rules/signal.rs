//! Why one would call a company now, how strong that is, and the day that the text gives for it.

use super::{lexicon::Class, scene::Scene, token::Shape};
use domain::{
    companies::{Presence, Signal, SignalType},
    research::{published, shortened},
};
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
    until: Option<&str>,
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
        description: shortened(scene.words(around.start, around.end), LONGEST, usize::MAX),
        trigger_date: around.clone().find_map(|at| date_at(scene, at, until)),
    }
}

/// The most characters of a description.
const LONGEST: usize = 240;

/// A day that begins here: "5 January 2025", "Jan. 5, 2025", "2025-01-05"; without its year the one before the text was published.
fn date_at(scene: &Scene<'_>, at: usize, until: Option<&str>) -> Option<String> {
    let first = &scene.tokens[at];
    let is_day = scene.any(at..at + 2, &[Class::Month]) || first.shape == Shape::Number && first.text.len() == 10;
    let day = |words: &str| published(words).map(|at| at.to_rfc3339().chars().take(10).collect::<String>());
    let whole = |to: usize| day(scene.words(at, to)).filter(|_| to <= scene.tokens.len());
    if let Some(found) = is_day.then(|| (at + 1..at + 6).rev().find_map(whole)).flatten() {
        return Some(found);
    }
    let this: u16 = until.filter(|_| is_day)?.get(..4)?.parse().ok()?;
    let of_year = |year: u16| [at + 3, at + 2].into_iter().find_map(|to| day(&format!("{} {year}", scene.words(at, to))));
    of_year(this).filter(|date| Some(date.as_str()) <= until).or_else(|| of_year(this - 1))
}
