//! What the text leaves out: "not banks", "except Careem", "no recruiters". Companies by their names, or by what they do. Places that are
//! left out are read with the places.

use super::{
    binding::Binding,
    vocabulary::{Hit, Phrases, Vocabulary, by_meaning, plain},
};
use crate::companies::{Exclusion, ExclusionKind, gazetteer::tokens::Token};
use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// Words of a name.
const LONGEST_NAME: usize = 6;
/// Words of a name without capitals.
const LONGEST_PLAIN_NAME: usize = 3;
const MOST: usize = 20;

#[derive(Debug, Default, Deserialize)]
struct Words {
    /// After these also a name without capitals is left out.
    strong: Vec<String>,
    weak: Vec<String>,
    /// After these no name is.
    of_kinds: Vec<String>,
    articles: Vec<String>,
    joiners: Vec<String>,
    /// Words that begin no name.
    pronouns: Vec<String>,
    /// What companies are, with the words by which they are recognised.
    kinds: BTreeMap<String, Vec<String>>,
}

/// What may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Strong,
    Weak,
    OfKinds,
}

#[derive(Debug)]
struct Exclusions {
    cues: Phrases<Strength>,
    articles: Phrases<()>,
    joiners: Phrases<()>,
    pronouns: Phrases<()>,
    kinds: Phrases<String>,
    words: BTreeMap<String, Vec<String>>,
}

impl Exclusions {
    fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Exclusions> = LazyLock::new(|| {
            let words: Words = serde_json::from_str(include_str!("exclusions.json")).unwrap_or_default();
            let cues = [(Strength::Strong, words.strong), (Strength::Weak, words.weak), (Strength::OfKinds, words.of_kinds)];
            Exclusions {
                cues: by_meaning(cues.iter().map(|(strength, words)| (strength, words))),
                articles: plain(&words.articles),
                joiners: plain(&words.joiners),
                pronouns: plain(&words.pronouns),
                kinds: by_meaning(&words.kinds),
                words: words.kinds,
            }
        });
        &BUILT_IN
    }
}

/// What is left out, and the words of the query that say so.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    pub(super) exclusions: Vec<Exclusion>,
    /// From one word up to another.
    spans: Vec<(usize, usize)>,
}

impl LeftOut {
    pub(super) fn has(&self, at: usize) -> bool {
        self.spans.iter().any(|(from, to)| (*from..*to).contains(&at))
    }
}

pub(super) fn read(text: &str, words: &[Token], binding: &Binding) -> LeftOut {
    let reading = Reading { text, words, binding, lists: Exclusions::built_in(), vocabulary: Vocabulary::built_in() };
    let (mut left_out, mut at) = (LeftOut::default(), 0);
    while at < words.len() {
        let Some(cue) = reading.cue(at) else {
            at += 1;
            continue;
        };
        let items = reading.items(cue.at + cue.length, cue.means);
        let end = items.last().map_or(cue.at + cue.length, |(_, end)| *end);
        if !items.is_empty() {
            left_out.spans.push((at, end));
        }
        for (item, _) in items {
            if !left_out.exclusions.contains(&item) && left_out.exclusions.len() < MOST {
                left_out.exclusions.push(item);
            }
        }
        at = end;
    }
    left_out
}

struct Reading<'a> {
    text: &'a str,
    words: &'a [Token],
    binding: &'a Binding,
    lists: &'static Exclusions,
    vocabulary: &'static Vocabulary,
}

impl Reading<'_> {
    fn cue(&self, at: usize) -> Option<Hit<Strength>> {
        let is_place = self.binding.is_name(self.words.get(at)?);
        self.lists.cues.at(self.words, at).filter(|_| !is_place)
    }

    /// Each with the word after it. Commas alone make a list only where it is closed: "banks, insurers and funds".
    fn items(&self, mut at: usize, strength: Strength) -> Vec<(Exclusion, usize)> {
        let mut items: Vec<(Exclusion, usize)> = Vec::new();
        let mut sure = 1;
        loop {
            while let Some(article) = self.lists.articles.at(self.words, at) {
                at += article.length;
            }
            let Some(item) = self.item(at, strength) else { break };
            at = item.1;
            items.push(item);
            if at >= self.words.len() {
                sure = if strength == Strength::Strong { items.len() } else { sure };
                break;
            }
            let comma = self.between(at).contains([',', '/', '،']);
            if let Some(joiner) = self.lists.joiners.at(self.words, at) {
                at += joiner.length;
                sure = items.len() + 1;
            } else if !comma {
                break;
            }
        }
        items.truncate(sure);
        items
    }

    fn item(&self, at: usize, strength: Strength) -> Option<(Exclusion, usize)> {
        self.words.get(at)?;
        let name = || if strength == Strength::OfKinds { None } else { self.name(at) };
        let plain_name = || if strength == Strength::Strong { self.plain_name(at) } else { None };
        self.sector(at).or_else(name).or_else(plain_name)
    }

    fn sector(&self, at: usize) -> Option<(Exclusion, usize)> {
        let kind = self.lists.kinds.at(self.words, at).map(|hit| (hit.length, self.lists.words.get(&hit.means).cloned()));
        let other = || self.vocabulary.entities.at(self.words, at).map(|hit| hit.length);
        let other = || other().or_else(|| self.vocabulary.sectors.at(self.words, at).map(|hit| hit.length));
        let (length, words) = kind.or_else(|| Some((other()?, None)))?;
        let mut end = at + length;
        if let Some(companies) = self.vocabulary.companies.at(self.words, end) {
            end += companies.length;
        }
        // "No bank debt" leaves no bank out.
        let text = self.quote(at, at + length);
        let words = words.unwrap_or_else(|| vec![text.to_lowercase()]);
        self.ends(end).then_some((Exclusion { text, kind: ExclusionKind::Sector, words }, end))
    }

    /// Words with capitals. A place alone is none, "Abu Dhabi Commercial Bank" is one.
    fn name(&self, at: usize) -> Option<(Exclusion, usize)> {
        let is_capital = |at: usize| {
            let first = self.words.get(at).and_then(|word| self.text[word.start..].chars().next());
            first.is_some_and(char::is_uppercase)
        };
        let mut end = at;
        while end < at + LONGEST_NAME && is_capital(end) && (end == at || self.joins(end)) {
            end += 1;
        }
        let is_place = (at..end).all(|at| self.binding.is_name(&self.words[at]));
        (end > at && !is_place && self.begins_a_name(at) && self.ends(end)).then(|| self.named(at, end))
    }

    fn plain_name(&self, at: usize) -> Option<(Exclusion, usize)> {
        let is_plain = |at: usize| {
            self.begins_a_name(at) && self.words.get(at).is_some_and(|word| word.text.len() > 1 && !self.binding.is_name(word))
        };
        let mut end = at;
        while end < at + LONGEST_PLAIN_NAME && is_plain(end) && (end == at || self.joins(end)) {
            end += 1;
        }
        (end > at && self.ends(end)).then(|| self.named(at, end))
    }

    fn named(&self, at: usize, end: usize) -> (Exclusion, usize) {
        (Exclusion { text: self.quote(at, end), kind: ExclusionKind::Name, words: Vec::new() }, end)
    }

    /// Whether it is no word that queries are made of.
    fn begins_a_name(&self, at: usize) -> bool {
        let Self { words, vocabulary, lists, .. } = self;
        let plain = [
            &vocabulary.companies, &vocabulary.sectors, &vocabulary.times, &vocabulary.spans, &vocabulary.prepositions,
            &vocabulary.origins, &vocabulary.excluded, &vocabulary.fillers, &lists.pronouns, &lists.joiners,
        ];
        plain.iter().all(|list| list.at(words, at).is_none())
            && vocabulary.signals.at(words, at).is_none()
            && vocabulary.area_types.at(words, at).is_none()
    }

    /// Whether what was said is over before this word.
    fn ends(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return true };
        self.between(at).chars().any(|sign| !sign.is_whitespace() && !matches!(sign, '-' | '\'' | '’' | '&'))
            || self.binding.is_name(word)
            || [&self.vocabulary.prepositions, &self.vocabulary.origins, &self.lists.joiners, &self.lists.pronouns]
                .iter()
                .any(|list| list.at(self.words, at).is_some())
            || self.vocabulary.times.at(self.words, at).is_some()
            || self.lists.cues.at(self.words, at).is_some()
    }

    fn joins(&self, at: usize) -> bool {
        self.between(at).chars().all(|sign| sign.is_whitespace() || matches!(sign, '-' | '\'' | '’' | '&' | '.'))
    }

    /// The signs before a word.
    fn between(&self, at: usize) -> &str {
        let before = at.checked_sub(1).and_then(|at| self.words.get(at)).map_or(0, |word| word.end);
        self.words.get(at).map_or("", |word| &self.text[before..word.start])
    }

    fn quote(&self, at: usize, end: usize) -> String {
        let span = self.words.get(at).zip(self.words.get(end - 1)).map_or("", |(first, last)| &self.text[first.start..last.end]);
        span.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
