//! Which words of a text are the ones that were searched for.

use super::markdown;
use crate::{erased::Erase, letters::lower};
use leptos::prelude::*;
use std::cell::Cell;

/// How often the words are marked in a text that is written as Markdown.
#[must_use]
pub fn count_marks(text: &str, words: &str) -> usize {
    let marker = Marker::new(words);
    if marker.wanted.is_empty() {
        return 0;
    }
    markdown::texts(text).iter().map(|text| marker.pieces(text).iter().filter(|(_, is_marked)| *is_marked).count()).sum()
}

/// Marks words, and numbers the marks where they are to be led to.
pub(super) struct Marker {
    wanted: Vec<String>,
    /// The number of the next mark, and which of them is the current one.
    numbers: Option<(Cell<usize>, Signal<usize>)>,
}

impl Marker {
    pub(super) fn new(words: &str) -> Self {
        let split = words.split(|sign: char| !in_word(sign));
        Self { wanted: split.filter(|word| word.chars().count() > 2).map(|word| stem(&lower(word))).collect(), numbers: None }
    }

    /// Marks that can be led to, counted from 1.
    pub(super) fn numbered(words: &str, current: Signal<usize>) -> Self {
        Self { numbers: Some((Cell::new(1), current)), ..Self::new(words) }
    }

    /// The text with its marks.
    pub(super) fn mark(&self, text: &str) -> AnyView {
        if self.wanted.is_empty() {
            return text.to_owned().erase();
        }
        let draw = |(piece, is_marked): (String, bool)| match &self.numbers {
            _ if !is_marked => piece.erase(),
            None => view! { <mark>{piece}</mark> }.erase(),
            Some((next, current)) => {
                let (number, current) = (next.get(), *current);
                next.set(number + 1);
                let is_current = move || (current.get() == number).then_some("true");
                view! { <mark id=format!("mark-{number}") aria-current=is_current>{piece}</mark> }.erase()
            }
        };
        self.pieces(text).into_iter().map(draw).collect::<Vec<_>>().erase()
    }

    /// Pieces of a text in order, and whether each is a reason for finding it.
    fn pieces(&self, text: &str) -> Vec<(String, bool)> {
        let mut out: Vec<(String, bool)> = Vec::new();
        let mut word = String::new();
        let mut put = |piece: String, why: bool| match out.last_mut() {
            Some((last, same)) if *same == why => last.push_str(&piece),
            _ if piece.is_empty() => {}
            _ => out.push((piece, why)),
        };
        for sign in text.chars() {
            if in_word(sign) {
                word.push(sign);
                continue;
            }
            let why = self.is_wanted(&word);
            put(std::mem::take(&mut word), why);
            put(sign.to_string(), false);
        }
        let why = self.is_wanted(&word);
        put(word, why);
        out
    }

    fn is_wanted(&self, word: &str) -> bool {
        let word = stem(&lower(word));
        let begins = |one: &String| word == *one || (one.chars().count() > 3 && word.starts_with(one.as_str()));
        !word.is_empty() && self.wanted.iter().any(begins)
    }
}

/// The standard library brings large tables to tell letters; beyond ASCII it is enough to know what is none.
const fn in_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric()
        || !(sign.is_ascii() || matches!(sign, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}'))
}

/// Without the ending of the plural.
fn stem(word: &str) -> String {
    let ending = if word.ends_with("ies") { 3 } else { usize::from(word.ends_with('s') && !word.ends_with("ss")) };
    word[..word.len() - ending].to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Marker, count_marks};

    #[test]
    fn the_words_that_were_searched_are_marked() {
        let marked = |text: &str, words: &str| -> Vec<String> {
            Marker::new(words).pieces(text).into_iter().filter(|(_, why)| *why).map(|(piece, _)| piece).collect()
        };
        assert_eq!(marked("invoice_lines of Invoices, invoicing", "the invoices"), ["invoice", "Invoices"]);
        assert_eq!(marked("Customers by country", "customer countries"), ["Customers", "country"]);
        assert!(marked("Anything", "").is_empty());
        let whole: String = Marker::new("b").pieces("a b_c").into_iter().map(|(piece, _)| piece).collect();
        assert_eq!(whole, "a b_c");
    }

    #[test]
    fn marks_are_counted_where_they_are_shown() {
        for (text, words, count) in [
            ("A refund, **refunds** and `refund`.", "refund", 3),
            ("See [the refund](https://refund.example).", "refund", 1),
            ("# Refund\n\n- refund\n- none", "refund", 2),
            ("| Refund | 1 |\n|---|---|\n| refund | 2 |", "refund", 2),
            ("A refund", "", 0),
            ("A refund", "xyzzy", 0),
        ] {
            assert_eq!(count_marks(text, words), count, "{text}");
        }
    }
}
