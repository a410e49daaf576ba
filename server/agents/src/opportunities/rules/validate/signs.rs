//! What a text shows that the judges weigh: what the lists know of its words, and its shape.

use super::{
    tags::{CLOSED, Tag},
    text::{Text, Token},
    words::{Class, LISTS},
};
use std::ops::Range;

/// Signs by their names, each with the tokens that give it; a shape has none.
pub(super) struct Signs<'s> {
    pub(super) text: &'s Text<'s>,
    pub(super) all: Vec<(String, Range<usize>)>,
}

impl<'s> Signs<'s> {
    pub(super) fn add(&mut self, name: impl Into<String>, span: Range<usize>) {
        self.all.push((name.into(), span));
    }

    /// Lists that words and phrases are on, but for fixed expressions, and names of technologies and standards.
    pub(super) fn add_words(&mut self, place: &str, within: Range<usize>) {
        let tokens = &self.text.tokens;
        let excused = self.text.find(Class::Exempt, within.clone());
        let is_excused = |hit: &Range<usize>| excused.iter().any(|span| span.start <= hit.start && hit.end <= span.end);
        for (class, list, _) in LISTS.iter().filter(|(class, ..)| !CLOSED.contains(class)) {
            let mut first = None;
            for hit in self.text.find(*class, within.clone()).into_iter().filter(|hit| !is_excused(hit)) {
                let Token { tag, form, .. } = &tokens[hit.start];
                if hit.len() == 1 {
                    self.add(format!("{place}.{list} {tag:?} {form:?}"), hit.clone());
                }
                if *first.get_or_insert(tokens[hit.start].base()) != tokens[hit.start].base() {
                    self.add(format!("{place}.{list} again"), hit.clone());
                }
                self.add(format!("{place}.{list}"), hit);
            }
        }
        for at in within.filter(|at| tokens[*at].has_capital()) {
            self.add(format!("{place}.capital"), at..at + 1);
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
        }
    }
}
