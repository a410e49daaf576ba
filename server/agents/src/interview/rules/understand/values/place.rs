//! Telephone numbers, mail addresses and street addresses.

use super::super::{
    lexicon,
    text::{Shape, Text},
};

/// "555-010-0199", "+49 30 5550 0100", "(020) 7946 0018".
pub(in super::super) fn phone(text: &Text<'_>, at: usize) -> Option<usize> {
    let mut digits = 0;
    let mut end = at;
    if !matches!(text.word(at), "+" | "(") && text.words.get(at)?.shape != Shape::Digits {
        return None;
    }
    let mut parts = 0;
    for index in at..text.words.len().min(at + 14) {
        let word = text.word(index);
        match text.words[index].shape {
            Shape::Digits if !word.contains([',', ':']) => {
                digits += word.chars().filter(char::is_ascii_digit).count();
                parts += 1;
                end = index + 1;
            }
            Shape::Mark if matches!(word, "-" | "+" | "(" | ")") => {}
            _ => break,
        }
    }
    // "555 0193": a number within a town, where nothing is counted with it.
    let year = text.word(at + 1).starts_with("19") || text.word(at + 1).starts_with("20");
    let local = end == at + 2 && text.is_mark(end) && text.word(at).len() == 3 && text.word(at + 1).len() == 4 && !year;
    (local || (9..=15).contains(&digits) && (parts > 1 || text.word(at) == "+" || digits >= 10)).then_some(end)
}

/// "someone@firm.example"
pub(in super::super) fn email(text: &Text<'_>, at: usize) -> Option<usize> {
    if text.is_mark(at) || !text.low[text.words[at].end..].starts_with(['@', '.', '_', '-', '+']) {
        return None;
    }
    let joined = (at + 1..text.words.len().min(at + 16)).take_while(|&index| !text.words[index].spaced);
    let mut end = at + 1;
    let mut seen = false;
    let mut dotted = false;
    for index in joined {
        match text.word(index) {
            "@" => seen = true,
            "." if index + 1 >= text.words.len() || text.words[index + 1].spaced => break,
            "." => dotted |= seen,
            "," | "?" | "!" | ")" | ";" => break,
            _ => {}
        }
        end = index + 1;
    }
    (seen && dotted).then_some(end)
}

/// A house number and a street: "12 Mill Rd # 3", "7 Harbour Street, Hull".
pub(in super::super) fn address(text: &Text<'_>, at: usize) -> Option<usize> {
    let first = text.words.get(at)?;
    if first.capital && is_street(text.word(at)) && text.words.get(at + 1).is_some_and(|next| next.shape == Shape::Digits) {
        return Some(at + 2);
    }
    let numbered =
        first.shape == Shape::Digits || first.shape == Shape::Mixed && text.word(at).starts_with(|c: char| c.is_ascii_digit());
    if !numbered || text.word(at).contains([':', '.', ',']) || text.word(at).len() > 6 {
        return None;
    }
    let mut end = at + 1;
    while text.word(end) == "-" && text.words.get(end + 1).is_some_and(|word| word.shape == Shape::Digits) {
        end += 2;
    }
    let mut named = 0;
    let mut street = false;
    while end < text.words.len() {
        let word = &text.words[end];
        let said = text.word(end);
        let number = matches!(word.shape, Shape::Digits | Shape::Mixed);
        if word.shape == Shape::Letters && (word.capital && !lexicon::OPENERS.contains(said) || lexicon::STREETS.contains(&said))
            || number && street && text.before(end) != "."
        {
            street |= lexicon::STREETS.contains(&said) || is_street(said);
            named += 1;
            end += 1;
        } else if word.shape == Shape::Mixed && text.word(end).ends_with(['t', 'h', 'd']) {
            named += 1;
            end += 1;
        } else if said == "."
            && street
            && lexicon::STREETS.contains(&text.before(end))
            && text.words.get(end + 1).is_some_and(|next| text.word(end + 1) == "#" || next.shape == Shape::Digits)
        {
            end += 1;
        } else if said == "#" && named > 0 && text.words.get(end + 1).is_some_and(|word| word.shape != Shape::Mark) {
            // "18 Fern Hollow # 4": what has numbered doors is a street, whatever it is called.
            street = true;
            end += 2;
        } else if matches!(said, "#" | "," | "-")
            && street
            && text
                .words
                .get(end + 1)
                .is_some_and(|next| next.capital || next.shape != Shape::Letters && next.shape != Shape::Mark)
        {
            end += 2;
        } else {
            break;
        }
    }
    (named > 0 && street).then_some(end)
}

/// "Birkenweg", "Annenstrasse": one word that ends with what it is.
fn is_street(word: &str) -> bool {
    const ENDINGS: &[&str] = &["weg", "strasse", "straße", "gasse", "platz", "allee", "straat", "gatan"];
    ENDINGS.iter().any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}
