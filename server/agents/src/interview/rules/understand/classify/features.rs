//! What the judge looks at: small words, their order, how many other words there are, and what was asked.

use super::super::{
    lexicon,
    signs::{Sign, Signs},
    talk,
    text::{Shape, Text, stem},
};
use protocol::interview::{Asking, WidgetType};
use std::{collections::HashSet, ops::Range};

/// The moment in which something is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scene {
    pub(super) asked: Option<(WidgetType, Asking)>,
}

/// A word that is none of the small ones.
const OTHER: &str = "*";
const LONGEST: usize = 40;

/// The small word at this place: numbers, months and days by what they are, other words of the matter as one.
fn token<'a>(text: &'a Text<'_>, at: usize, small: &HashSet<String>) -> &'a str {
    let word = text.word(at);
    match text.words[at].shape {
        Shape::Digits | Shape::Mixed => "#",
        _ if lexicon::MONTHS.iter().any(|(name, _)| *name == word && word != "may") => "#month",
        _ if lexicon::WEEKDAYS.iter().any(|(name, _)| *name == word) => "#weekday",
        _ if lexicon::UNITS.iter().any(|(name, number)| *name == word && *number != 1) => "#",
        Shape::Mark => {
            if matches!(word, "?" | "!") {
                word
            } else {
                ""
            }
        }
        Shape::Letters if small.contains(word) => word,
        Shape::Letters => OTHER,
    }
}

/// Every feature once.
pub(super) fn features(
    text: &Text<'_>,
    signs: &Signs,
    words: &Range<usize>,
    scene: Scene,
    small: &HashSet<String>,
) -> Vec<String> {
    let tokens: Vec<&str> =
        words.clone().map(|at| token(text, at, small)).filter(|token| !token.is_empty()).take(LONGEST).collect();
    let others = tokens.iter().filter(|token| **token == OTHER).count();
    let asked = match scene.asked {
        None => "none",
        Some((_, Asking::ReadBack | Asking::Negotiation)) => "back",
        Some((WidgetType::Text, _)) => "text",
        Some((WidgetType::Number, _)) => "number",
        Some((WidgetType::Date, _)) => "date",
        Some((WidgetType::Choice | WidgetType::Multiselect, _)) => "options",
    };
    let size = match tokens.len() {
        0..=4 => tokens.len(),
        5..=6 => 5,
        7..=9 => 7,
        10..=14 => 10,
        _ => 15,
    };
    let mut found = vec![
        "base".to_owned(),
        format!("size {size}"),
        format!("others {}", others.min(4)),
        format!("others {} of {}", others.min(3), size.min(7)),
        format!("asked {asked}"),
        format!("asked {asked} others {}", others.min(2)),
    ];
    if tokens.contains(&"#") {
        found.push(format!("asked {asked} #"));
    }
    if let Some(kind) = talk::pattern(text, words) {
        found.push(format!("pattern {kind}"));
    }
    for (sign, at) in signs.0.iter().filter(|(_, at)| words.start <= at.start && at.end <= words.end) {
        let name = sign_name(*sign);
        found.push(format!("sign {name}"));
        let first = (words.start..at.start).all(|at| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at)));
        let last = (at.end..words.end).all(|at| text.is_mark(at));
        if first {
            found.push(format!("sign {name} first"));
        }
        if first && last {
            found.push(format!("sign {name} alone"));
        }
    }
    for token in &tokens {
        found.push(format!("1 {token}"));
        let stem = stem(token);
        if stem != *token {
            found.push(format!("r {stem}"));
        }
    }
    let edged: Vec<&str> = std::iter::once("^").chain(tokens.iter().copied()).chain(std::iter::once("$")).collect();
    for pair in edged.windows(2) {
        found.push(format!("2 {} {}", pair[0], pair[1]));
    }
    for three in edged.windows(3) {
        found.push(format!("3 {} {} {}", three[0], three[1], three[2]));
    }
    for four in edged.windows(4).filter(|four| four[0] == "^" || four[3] == "$") {
        found.push(format!("4 {} {} {} {}", four[0], four[1], four[2], four[3]));
    }
    // A word and one that stands a little later.
    for pair in tokens.windows(3) {
        found.push(format!("s {} {}", pair[0], pair[2]));
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn sign_name(sign: Sign) -> String {
    format!("{sign:?}").to_lowercase()
}
