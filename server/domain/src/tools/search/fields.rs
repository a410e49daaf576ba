//! Entries of several fields, found by words: BM25F, where a word may also stand for others that are near to it.

use super::words;
use std::collections::HashMap;

/// One part of an entry, e.g. a table's name or its columns.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) weight: f32,
    /// How much longer fields count less, from 0 to 1.
    pub(super) length: f32,
    pub(super) words: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
struct Posting {
    entry: u32,
    /// How often the term stands in the entry, weighed by field and length.
    frequency: f32,
}

#[derive(Debug, Default)]
pub(super) struct Fields {
    terms: HashMap<String, u32>,
    /// The most usual form of each term.
    forms: Vec<String>,
    postings: Vec<Vec<Posting>>,
    rarity: Vec<f32>,
    entries: usize,
}

/// A word of a question as terms of the index, each with how surely it is meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Meant {
    pub(super) weight: f32,
    pub(super) terms: Vec<(u32, f32)>,
    /// What the word would give at best.
    pub(super) ideal: f32,
}

/// How quickly a repeated word stops to count.
const SATURATION: f32 = 1.2;

impl Fields {
    pub(super) fn new(entries: &[Vec<Field>]) -> Self {
        let mut made = Self { entries: entries.len(), ..Self::default() };
        let fields = entries.iter().map(Vec::len).max().unwrap_or_default();
        let mean: Vec<f32> = (0..fields).map(|place| mean_length(entries, place)).collect();
        let mut forms: Vec<HashMap<&str, u32>> = Vec::new();
        for (entry, fields) in entries.iter().enumerate() {
            let mut frequencies: HashMap<u32, f32> = HashMap::new();
            for (place, field) in fields.iter().enumerate() {
                let length = 1.0 - field.length + field.length * (field.words.len() as f32 / mean[place].max(1.0));
                for word in &field.words {
                    let term = made.term(word);
                    if forms.len() <= term as usize {
                        forms.resize_with(term as usize + 1, HashMap::new);
                    }
                    *forms[term as usize].entry(word).or_default() += 1;
                    *frequencies.entry(term).or_default() += field.weight / length;
                }
            }
            for (term, frequency) in frequencies {
                made.postings[term as usize].push(Posting { entry: entry as u32, frequency });
            }
        }
        made.forms = forms.into_iter().map(most_usual).collect();
        let all = made.entries as f32;
        made.rarity = made.postings.iter().map(|found| rarity(all, found.len() as f32)).collect();
        made
    }

    fn term(&mut self, word: &str) -> u32 {
        let next = self.postings.len() as u32;
        let stem = words::stem(word);
        *self.terms.entry(stem).or_insert_with(|| {
            self.postings.push(Vec::new());
            next
        })
    }

    pub(super) fn len(&self) -> usize {
        self.entries
    }

    /// The terms in their most usual form.
    pub(super) fn forms(&self) -> &[String] {
        &self.forms
    }

    pub(super) fn exact(&self, word: &str) -> Option<u32> {
        self.terms.get(&words::stem(word)).copied()
    }

    pub(super) fn of_stem(&self, stem: &str) -> Option<u32> {
        self.terms.get(stem).copied()
    }

    /// The same words among these terms, which may be fewer.
    pub(super) fn translated(&self, meant: &[Meant], terms: &[Option<u32>]) -> Vec<Meant> {
        let translate = |meant: &Meant| {
            let known: Vec<(u32, f32)> =
                meant.terms.iter().filter_map(|&(term, sure)| Some((terms[term as usize]?, sure))).collect();
            let best = known.iter().map(|&(term, _)| self.rarity(term)).fold(0.0, f32::max);
            let ideal = match (meant.ideal > 0.0, known.is_empty()) {
                (false, _) => 0.0,
                (true, true) => meant.weight * self.unknown(),
                (true, false) => meant.weight * best,
            };
            Meant { weight: meant.weight, terms: known, ideal }
        };
        meant.iter().map(translate).collect()
    }

    pub(super) fn rarity(&self, term: u32) -> f32 {
        self.rarity[term as usize]
    }

    /// What a word that stands nowhere would be worth.
    pub(super) fn unknown(&self) -> f32 {
        rarity(self.entries as f32, 0.5)
    }

    /// What one word of a question gives to each entry: the best of the terms it may mean.
    pub(super) fn gives(&self, meant: &Meant, gives: &mut [f32]) {
        gives.fill(0.0);
        for &(term, sureness) in &meant.terms {
            let worth = meant.weight * sureness * self.rarity[term as usize];
            for posting in &self.postings[term as usize] {
                let given = worth * posting.frequency / (SATURATION + posting.frequency);
                let place = &mut gives[posting.entry as usize];
                *place = place.max(given);
            }
        }
    }

    /// The sum of what all words give to each entry.
    pub(super) fn scores(&self, question: &[Meant]) -> Vec<f32> {
        let mut scores = vec![0.0; self.entries];
        let mut gives = vec![0.0; self.entries];
        for meant in question {
            self.gives(meant, &mut gives);
            scores.iter_mut().zip(&gives).for_each(|(score, given)| *score += given);
        }
        scores
    }
}

fn rarity(all: f32, having: f32) -> f32 {
    (1.0 + (all - having + 0.5).max(0.0) / (having + 0.5)).ln()
}

fn mean_length(entries: &[Vec<Field>], place: usize) -> f32 {
    let lengths: Vec<usize> = entries.iter().filter_map(|fields| fields.get(place)).map(|field| field.words.len()).collect();
    lengths.iter().sum::<usize>() as f32 / lengths.iter().filter(|length| **length > 0).count().max(1) as f32
}

fn most_usual(forms: HashMap<&str, u32>) -> String {
    // Among equals the first by letter, so that the same sources always give the same index.
    let best = forms.into_iter().max_by(|(left, more), (right, less)| more.cmp(less).then(right.cmp(left)));
    best.map(|(form, _)| form.to_owned()).unwrap_or_default()
}
