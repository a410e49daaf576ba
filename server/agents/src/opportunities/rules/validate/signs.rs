//! What a text shows that the judges weigh: its words, what the lists know of them, and its shape.

use super::{
    tags::{CLOSED, Tag},
    text::{Text, Token},
    words::{Class, KINS, LISTS},
};
use std::ops::Range;

/// Signs by their names, each with the tokens that give it; a shape has none.
pub(super) struct Signs<'s> {
    text: &'s Text<'s>,
    pub(super) all: Vec<(String, Range<usize>)>,
}

impl<'s> Signs<'s> {
    pub(super) fn new(text: &'s Text<'s>) -> Self {
        Self { text, all: Vec::new() }
    }

    pub(super) fn add(&mut self, name: impl Into<String>, span: Range<usize>) {
        self.all.push((name.into(), span));
    }

    /// Words, pairs of words, and the lists that they are on, but for fixed expressions.
    pub(super) fn add_words(&mut self, place: &str, within: Range<usize>) {
        let tokens = &self.text.tokens;
        let name = |at: usize| match tokens[at].tag {
            Tag::Number => "#",
            Tag::Sign if tokens[at].text == "\n" => "end of line",
            _ => tokens[at].base(),
        };
        let says = |span: Range<usize>| if span.clone().any(|at| is_open(&tokens[at])) { span } else { 0..0 };
        for at in within.clone() {
            self.add(format!("{place}:{}", name(at)), says(at..at + 1));
            if at + 1 < within.end {
                self.add(format!("{place}:{} {}", name(at), name(at + 1)), says(at..at + 2));
            }
            if let Some(kin) = KINS.get(tokens[at].lower.as_str()).or_else(|| KINS.get(tokens[at].base())) {
                self.add(format!("{place}~{kin}"), says(at..at + 1));
            }
            if tokens[at].has_capital() {
                self.add(format!("{place}.capital"), at..at + 1);
            }
        }
        self.add_lists(place, within);
    }

    /// Lists that words and phrases are on, but for fixed expressions.
    pub(super) fn add_lists(&mut self, place: &str, within: Range<usize>) {
        let tokens = &self.text.tokens;
        let excused = self.text.find(Class::Exempt, within.clone());
        let is_excused = |hit: &Range<usize>| excused.iter().any(|span| span.start <= hit.start && hit.end <= span.end);
        for (class, list, _) in LISTS {
            for hit in self.text.find(*class, within.clone()).into_iter().filter(|hit| !is_excused(hit)) {
                let Token { tag, form, .. } = &tokens[hit.start];
                let span = if hit.clone().any(|at| is_open(&tokens[at])) { hit.clone() } else { 0..0 };
                if hit.len() == 1 {
                    self.add(format!("{place}.{list} {tag:?} {form:?}"), span.clone());
                }
                self.add(format!("{place}.{list}"), span);
            }
        }
    }

    /// What stands on both sides of each conjunction, or of a sign that does its work.
    pub(super) fn add_links(&mut self, place: &str, within: Range<usize>) {
        let tokens = &self.text.tokens;
        let clause = within.clone().find(|at| tokens[*at].tag == Tag::Subordinator).unwrap_or(within.end);
        for at in within.start + 1..within.end {
            let kind = match (tokens[at].tag, tokens[at].text) {
                (Tag::Conjunction, _) | (_, "," | ";" | "/" | "\n" | "." | "(") if at > clause => "trail",
                (Tag::Conjunction, _) => "link",
                (_, "\n") => "end of line",
                (_, sign @ ("," | ";" | "/" | "." | "(")) => sign,
                _ => continue,
            };
            let is_filler = |at: &usize| matches!(tokens[*at].tag, Tag::Adverb | Tag::Adjective | Tag::Conjunction);
            let behind: Vec<usize> = (at + 1..within.end.min(at + 7)).filter(|at| !is_filler(at)).take(3).collect();
            let names: Vec<String> = behind.iter().map(|at| format!("{:?} {:?}", tokens[*at].tag, tokens[*at].form)).collect();
            let span = at - 1..behind.first().map_or(at, |last| last + 1);
            for length in 1..=names.len() {
                self.add(format!("{place} {kind} {}", names[..length].join(", ")), span.clone());
            }
            self.add(format!("{place} {:?} {kind} {}", tokens[at - 1].tag, names.first().map_or("", String::as_str)), span);
        }
    }
}

/// Neither a sign nor one of the words that every sentence has.
fn is_open(token: &Token<'_>) -> bool {
    token.tag != Tag::Sign && !token.marks.any(&CLOSED)
}
