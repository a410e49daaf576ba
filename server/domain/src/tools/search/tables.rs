//! Tables for a question: by their own words, by their database's, by the tables they are joined with, and by meaning.

use super::{
    asked::Asked,
    fields::{Field, Fields, Meant},
    joins,
    meaning::Vectors,
    vocabulary::{Likeness, Vocabulary},
    words,
};
use crate::tools::catalog::Table;
use std::collections::HashMap;

/// How the grounds weigh against each other; chosen by trials on halves of public question sets, proven on the other halves.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    pub(crate) name: f32,
    pub(crate) name_length: f32,
    pub(crate) database: f32,
    pub(crate) columns: f32,
    pub(crate) columns_length: f32,
    pub(crate) description: f32,
    pub(crate) samples: f32,
    /// In the whole database: its name, its tables' names, its columns.
    pub(crate) context: [f32; 3],
    pub(crate) context_length: f32,
    pub(crate) by_context: f32,
    pub(crate) by_meaning: f32,
    pub(crate) by_name_meaning: f32,
    pub(crate) by_context_meaning: f32,
    pub(crate) neighbour: f32,
    pub(crate) between: f32,
    pub(crate) requests: f32,
    pub(crate) hints: f32,
    pub(crate) like: Likeness,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 3.0,
            name_length: 0.3,
            database: 0.7,
            columns: 1.0,
            columns_length: 0.4,
            description: 1.0,
            samples: 0.8,
            context: [2.0, 2.0, 1.0],
            context_length: 0.5,
            by_context: 0.7,
            by_meaning: 0.5,
            by_name_meaning: 0.5,
            by_context_meaning: 0.5,
            neighbour: 0.1,
            between: 0.1,
            requests: 0.3,
            hints: 0.4,
            like: Likeness { abbreviation: 0.5, compound: 0.6, near: 0.55, meaning: 0.7, beside: 0.3 },
        }
    }
}

pub(crate) struct Tables {
    weights: Weights,
    own: Fields,
    own_words: Vocabulary,
    context: Fields,
    context_words: Vocabulary,
    /// Of each table.
    database: Vec<usize>,
    neighbours: Vec<Vec<usize>>,
    pub(super) vectors: Vectors,
    pub(super) name_vectors: Vectors,
    context_vectors: Vectors,
}

impl Tables {
    pub(crate) fn new(tables: &[Table], weights: Weights) -> Self {
        let own: Vec<Vec<Field>> = tables.iter().map(|table| fields(table, &weights)).collect();
        let mut databases: HashMap<&str, usize> = HashMap::new();
        let mut contexts: Vec<Vec<Field>> = Vec::new();
        let mut database = Vec::with_capacity(tables.len());
        for table in tables {
            let place = *databases.entry(&table.database).or_insert_with(|| {
                contexts.push(context(&table.database, &weights));
                contexts.len() - 1
            });
            database.push(place);
            contexts[place][1].words.extend(words::split(&table.name));
            for column in &table.columns {
                contexts[place][2].words.extend(words::split(&column.name));
            }
        }
        Self {
            weights,
            own: Fields::new(&own),
            own_words: Vocabulary::default(),
            context: Fields::new(&contexts),
            context_words: Vocabulary::default(),
            database,
            neighbours: joins::neighbours(tables),
            vectors: Vectors::default(),
            name_vectors: Vectors::default(),
            context_vectors: Vectors::default(),
        }
    }

    /// What to embed: the terms, then each table, each name, each database.
    pub(crate) fn texts(&self, tables: &[Table]) -> Vec<String> {
        let mut texts: Vec<String> = self.own.forms().to_vec();
        texts.extend_from_slice(self.context.forms());
        texts.extend(tables.iter().map(whole));
        texts.extend(tables.iter().map(|table| words::split(&table.name).join(" ")));
        let mut contexts = vec![String::new(); self.context.len()];
        for (table, &place) in tables.iter().zip(&self.database) {
            if contexts[place].is_empty() {
                contexts[place] = words::split(&table.database).join(" ");
            }
            contexts[place].push_str(", ");
            contexts[place].push_str(&words::split(&table.name).join(" "));
        }
        texts.extend(contexts);
        texts
    }

    pub(crate) fn set_vectors(&mut self, mut vectors: Vec<Vec<f32>>) {
        let contexts = self.context.len();
        self.context_vectors = Vectors::new(vectors.split_off(vectors.len() - contexts));
        let tables = self.database.len();
        self.name_vectors = Vectors::new(vectors.split_off(vectors.len() - tables));
        self.vectors = Vectors::new(vectors.split_off(vectors.len() - tables));
        self.context_words.vectors = vectors.split_off(self.own.forms().len());
        self.own_words.vectors = vectors;
    }

    /// Places and relevance, the best first.
    pub(crate) fn search(&self, asked: &Asked, limit: usize) -> Vec<(usize, f32)> {
        let weights = &self.weights;
        let own = self.meant(asked, &self.own, &self.own_words);
        let about = self.meant(asked, &self.context, &self.context_words);
        let ideal = own.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let ideal_about = about.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let mut databases: Vec<f32> = self.context.scores(&about).into_iter().map(|score| score / ideal_about).collect();
        for (database, near) in databases.iter_mut().zip(self.context_vectors.near(asked.vector())) {
            *database += weights.by_context_meaning * near;
        }
        let mut scores: Vec<f32> = self.own.scores(&own).into_iter().map(|score| score / ideal).collect();
        let by_meaning = self.vectors.near(asked.vector());
        let by_name = self.name_vectors.near(asked.vector());
        for (place, score) in scores.iter_mut().enumerate() {
            *score += weights.by_meaning * by_meaning.get(place).copied().unwrap_or_default();
            *score += weights.by_name_meaning * by_name.get(place).copied().unwrap_or_default();
        }
        let mut joined = scores.clone();
        for (place, score) in joined.iter_mut().enumerate() {
            let (mut first, mut second) = (0.0_f32, 0.0_f32);
            for &other in &self.neighbours[place] {
                let theirs = scores[other];
                if theirs > first {
                    (first, second) = (theirs, first);
                } else if theirs > second {
                    second = theirs;
                }
            }
            *score += weights.neighbour * first + weights.between * second + weights.by_context * databases[self.database[place]];
        }
        best(&joined, limit, 1.0 + weights.by_context)
    }

    fn meant(&self, asked: &Asked, fields: &Fields, vocabulary: &Vocabulary) -> Vec<Meant> {
        let weights = &self.weights;
        let word = |word: &super::asked::Word| {
            let weight = if word.hint { weights.hints } else { words::weight(&word.text, weights.requests) };
            (weight > 0.0).then(|| vocabulary.meant(fields, &word.text, weight, word.vector.as_deref(), &weights.like))
        };
        let mut meant: Vec<Meant> = asked.words().iter().filter_map(word).collect();
        // A hint that nothing answers to asks for nothing.
        meant
            .iter_mut()
            .zip(asked.words().iter().filter(|word| word.hint || words::weight(&word.text, weights.requests) > 0.0))
            .for_each(|(meant, word)| {
                if word.hint {
                    meant.ideal = 0.0;
                }
            });
        meant
    }
}

/// The best scores above nothing; relevance grows with the score and stays below 1.
pub(super) fn best(scores: &[f32], limit: usize, whole: f32) -> Vec<(usize, f32)> {
    let mut places: Vec<usize> = (0..scores.len()).filter(|&place| scores[place] > 0.0).collect();
    places.sort_by(|&left, &right| scores[right].total_cmp(&scores[left]).then(left.cmp(&right)));
    places.truncate(limit);
    places.into_iter().map(|place| (place, (scores[place] / whole).clamp(0.0, 1.0))).collect()
}

fn fields(table: &Table, weights: &Weights) -> Vec<Field> {
    let field = |weight, length, words| Field { weight, length, words };
    let mut columns = Vec::new();
    let mut descriptions = table.description.as_deref().map(words::split).unwrap_or_default();
    let mut samples = Vec::new();
    for column in &table.columns {
        columns.extend(words::split(&column.name));
        descriptions.extend(column.description.as_deref().map(words::split).unwrap_or_default());
        samples.extend(column.samples.iter().filter_map(|sample| sample.as_str()).flat_map(words::split));
    }
    vec![
        field(weights.name, weights.name_length, words::split(&table.name)),
        field(weights.columns, weights.columns_length, columns),
        field(weights.database, 0.5, words::split(&table.database)),
        field(weights.description, 0.5, descriptions),
        field(weights.samples, 0.3, samples),
    ]
}

fn context(database: &str, weights: &Weights) -> Vec<Field> {
    let field = |weight, length, words| Field { weight, length, words };
    vec![
        field(weights.context[0], 0.3, words::split(database)),
        field(weights.context[1], weights.context_length, Vec::new()),
        field(weights.context[2], weights.context_length, Vec::new()),
    ]
}

/// A table as one text.
fn whole(table: &Table) -> String {
    let mut text = words::split(&table.name).join(" ");
    text.push_str(": ");
    for column in &table.columns {
        text.push_str(&words::split(&column.name).join(" "));
        text.push_str(", ");
    }
    text.push_str(table.description.as_deref().unwrap_or_default());
    text
}
