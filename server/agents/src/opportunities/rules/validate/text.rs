//! A text as tokens: one pass over it, each token with what the lists know of it and what it does in its sentence.

use super::{
    tags::{self, CLOSED, Tag},
    words::{Class, Form, LEXICON, Marks},
};
use regex::Regex;
use std::{cmp::Reverse, ops::Range, sync::LazyLock};

/// What is read of a text; the rest of a very long one is not judged.
const MAX_TOKENS: usize = 3_000;
/// A quote is cut behind it.
const MAX_QUOTE: usize = 90;
const FEW_WORDS: usize = 8;
/// Words of a name at most.
const NAME_WORDS: usize = 3;

#[derive(Debug)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    at: usize,
    pub(super) lower: String,
    pub(super) marks: Marks,
    pub(super) lemma: Option<&'static str>,
    pub(super) form: Form,
    pub(super) tag: Tag,
}

impl Token<'_> {
    pub(super) fn has(&self, class: Class) -> bool {
        self.marks.has(class)
    }

    /// Behind its first letter, as names of technologies and standards have.
    pub(super) fn has_capital(&self) -> bool {
        self.text.chars().skip(1).any(char::is_uppercase)
    }

    /// Its base form, or itself.
    pub(super) fn base(&self) -> &str {
        self.lemma.unwrap_or(&self.lower)
    }
}

#[derive(Debug)]
pub(super) struct Text<'t> {
    source: &'t str,
    pub(super) tokens: Vec<Token<'t>>,
    /// The words and phrases that the lists know, the longest first at each place.
    hits: Vec<(Range<usize>, Marks)>,
}

impl<'t> Text<'t> {
    pub(super) fn read(source: &'t str) -> Self {
        let mut tokens: Vec<Token<'t>> = Vec::new();
        for (at, text) in split(source).take(MAX_TOKENS) {
            let lower = text.to_lowercase().replace('’', "'");
            let (marks, lemma, form) = LEXICON.look_up(&lower);
            tokens.push(Token { text, at, lower, marks, lemma, form, tag: Tag::Sign });
        }
        let mut hits = Vec::new();
        for (at, first) in tokens.iter().enumerate() {
            hits.push((at..at + 1, first.marks));
            let of_base = first.lemma.filter(|lemma| *lemma != first.lower);
            let starts = [Some(first.lower.as_str()), of_base].into_iter().flatten();
            for (words, marks) in starts.filter_map(|first| LEXICON.phrases.get(first)).flatten() {
                let is = |(token, word): (&Token<'_>, &&'static str)| token.lower == *word || token.lemma == Some(word);
                let here = tokens.get(at..at + words.len());
                if here.is_some_and(|here| here.iter().zip(words).all(is)) {
                    hits.push((at..at + words.len(), *marks));
                }
            }
        }
        hits.sort_by_key(|(span, _)| (span.start, Reverse(span.end)));
        // "As well as" is one conjunction.
        for (span, marks) in hits.iter().filter(|(span, marks)| span.len() > 1 && marks.has(Class::Conjunction)) {
            tokens[span.clone()].iter_mut().for_each(|token| token.marks = *marks);
        }
        let mut text = Self { source, tokens, hits };
        tags::tag(&mut text.tokens);
        text
    }

    pub(super) fn whole(&self) -> Range<usize> {
        0..self.tokens.len()
    }

    /// Words and phrases of a class within a range of tokens, the longest at each place.
    pub(super) fn find(&self, class: Class, within: Range<usize>) -> Vec<Range<usize>> {
        let from = self.hits.partition_point(|(span, _)| span.start < within.start);
        let near = self.hits[from..].iter().take_while(|(span, _)| span.start < within.end);
        let mut behind = 0;
        let fits = |(span, marks): &&(Range<usize>, Marks)| {
            let fits = marks.has(class) && span.start >= behind && span.end <= within.end;
            behind = if fits { span.end } else { behind };
            fits
        };
        near.filter(fits).map(|(span, _)| span.clone()).collect()
    }

    /// The words of these tokens as they are written.
    pub(super) fn quote(&self, span: Range<usize>) -> &'t str {
        let Some(tokens) = self.tokens.get(span).filter(|tokens| !tokens.is_empty()) else { return "" };
        let (first, last) = (&tokens[0], &tokens[tokens.len() - 1]);
        let whole = &self.source[first.at..last.at + last.text.len()];
        let cut = whole.char_indices().nth(MAX_QUOTE).map(|(end, _)| &whole[..end]);
        cut.map_or(whole, |cut| cut.rsplit_once(' ').map_or(cut, |(head, _)| head))
    }

    /// The sentences, without the sign that ends them.
    pub(super) fn sentences(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        let is_inner = |at: usize| self.tokens[at].text == "." && at > 0 && self.tokens[at - 1].text.len() == 1;
        let ends = |at: &usize| matches!(self.tokens[*at].text, "." | "!" | "?" | "\n" | "•") && !is_inner(*at);
        let ends = self.whole().filter(ends).chain([self.tokens.len()]);
        ends.map(|end| std::mem::replace(&mut start, end + 1)..end).filter(|sentence| !sentence.is_empty()).collect()
    }

    /// Opinions are about English only; of another language there is none. Few words are taken for English.
    pub(super) fn is_english(&self) -> bool {
        let count = |is: &dyn Fn(&Token<'_>) -> bool| self.words().filter(|token| is(token)).count();
        let (all, english) = (count(&|_| true), count(&|token| token.marks.any(&CLOSED)));
        let foreign = count(&|token| token.has(Class::Foreign) && !token.marks.any(&CLOSED));
        let accented = count(&|token| !token.lower.is_ascii() && !token.lower.contains('\''));
        foreign <= english && accented * 3 <= all && (all < FEW_WORDS || english * 12 >= all)
    }

    /// Nothing that a person could read, in whatever language.
    pub(super) fn is_garbage(&self) -> bool {
        let count = self.words().count();
        let first = self.words().next();
        let is_repeated = count > 2 && self.words().all(|word| first.is_some_and(|first| first.lower == word.lower));
        let known: usize = self.find(Class::Garbage, self.whole()).iter().map(ExactSizeIterator::len).sum();
        is_repeated || self.tokens.len() > count * 4 + 6 || known * 2 > count || self.is_empty_phrase()
    }

    /// A name of which nothing is said.
    pub(super) fn is_name(&self) -> bool {
        let count = self.words().count();
        let is_noun = || self.words().all(|word| word.tag == Tag::Noun);
        (count == 1 || (count <= NAME_WORDS && is_noun())) && !self.has_number()
    }

    /// Words that stand for nothing: "n/a".
    pub(super) fn is_empty_phrase(&self) -> bool {
        let end = self.tokens.iter().rposition(|token| !matches!(token.text, "." | "!")).map_or(0, |at| at + 1);
        self.words().next().is_none() && !self.has_number()
            || self.find(Class::EmptyPhrase, 0..end).first().is_some_and(|phrase| phrase.len() == end)
    }

    /// In digits or in words.
    pub(super) fn has_number(&self) -> bool {
        self.source.contains(char::is_numeric) || !self.find(Class::Number, self.whole()).is_empty()
    }

    fn words(&self) -> impl Iterator<Item = &Token<'t>> {
        self.tokens.iter().filter(|token| token.text.starts_with(char::is_alphabetic))
    }
}

/// A word keeps its inner hyphens and apostrophes, a number its point.
static TOKEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = r"[\p{Alphabetic}\p{N}]+";
    Regex::new(&format!(r"(?:\p{{Alphabetic}}*[0-9]+(?:[.,][0-9]+)+|{word})(?:{word})?(?:[-'’]{word})*|\n|[^\s\p{{Cc}}]")).ok()
});

/// Words, numbers and signs with their places; a blank line, or one before a list's sign, is a token of its own.
pub(super) fn split(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let found = TOKEN.iter().flat_map(move |token| token.find_iter(source)).map(|one| (one.start(), one.as_str()));
    found.filter(|(at, text)| *text != "\n" || ends_line(&source[at + 1..]))
}

fn ends_line(next: &str) -> bool {
    let next = next.trim_start_matches([' ', '\t', '\r']);
    next.starts_with(['\n', '-', '*', '•']) || next.starts_with(|sign: char| sign.is_ascii_digit())
}
