//! Tables for a question: by their own words, by their database's, by the tables they are joined with, and by meaning.

use super::{
    fields::{Field, Fields},
    joins,
    likened::Likened,
    meaning::Vectors,
    question::Question,
    relevant::{self, Grounds},
    vocabulary::{Likeness, Vocabulary},
    words,
};
use crate::tools::catalog::Table;
use std::collections::HashMap;

/// How the grounds weigh against each other; chosen by trials on halves of public question sets, proven on the other halves.
#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) name: f32,
    pub(super) name_length: f32,
    pub(super) database: f32,
    pub(super) columns: f32,
    pub(super) columns_length: f32,
    pub(super) description: f32,
    pub(super) samples: f32,
    /// In the whole database: its name, its tables' names, its columns.
    pub(super) context: [f32; 3],
    pub(super) context_length: f32,
    pub(super) by_context: f32,
    pub(super) by_meaning: f32,
    pub(super) by_name_meaning: f32,
    pub(super) by_context_meaning: f32,
    pub(super) neighbour: f32,
    pub(super) between: f32,
    pub(super) requests: f32,
    pub(super) hints: f32,
    pub(super) like: Likeness,
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
            context: [2.0, 2.5, 1.7],
            context_length: 0.4,
            by_context: 0.7,
            by_meaning: 0.5,
            by_name_meaning: 0.5,
            by_context_meaning: 0.5,
            neighbour: 0.1,
            between: 0.1,
            requests: 0.3,
            hints: 0.4,
            like: Likeness::plain(0.5, 0.6, 0.55, 0.7, 0.3),
        }
    }
}

pub(super) struct Tables {
    weights: Weights,
    own: Fields,
    own_words: Vocabulary,
    likened: Likened,
    context: Fields,
    /// What the terms of tables are among those of databases.
    translation: Vec<Option<u32>>,
    /// Of each table.
    database: Vec<usize>,
    neighbours: Vec<Vec<usize>>,
    vectors: Vectors,
    name_vectors: Vectors,
    context_vectors: Vectors,
}

impl Tables {
    pub(super) fn new(tables: &[Table], weights: Weights) -> Self {
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
        let (own, context) = (Fields::new(&own), Fields::new(&contexts));
        Self {
            weights,
            likened: Likened::new(tables, &own),
            translation: own.forms().iter().map(|form| context.exact(form)).collect(),
            own,
            own_words: Vocabulary::default(),
            context,
            database,
            neighbours: joins::neighbours(tables),
            vectors: Vectors::default(),
            name_vectors: Vectors::default(),
            context_vectors: Vectors::default(),
        }
    }

    /// What to embed: the terms, then each table, each name, each database.
    pub(super) fn texts(&self, tables: &[Table]) -> Vec<String> {
        let mut texts: Vec<String> = self.own.forms().to_vec();
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

    pub(super) fn set_vectors(&mut self, mut vectors: Vec<Vec<f32>>) {
        let contexts = self.context.len();
        self.context_vectors = Vectors::new(vectors.split_off(vectors.len() - contexts));
        let tables = self.database.len();
        self.name_vectors = Vectors::new(vectors.split_off(vectors.len() - tables));
        self.vectors = Vectors::new(vectors.split_off(vectors.len() - tables));
        self.own_words.vectors = vectors;
    }

    /// Places, and how near each is by itself.
    pub(super) fn like(&self, question: &Question) -> Vec<(usize, f32)> {
        self.likened.near(question, &self.own_words, &self.own, &self.weights.like, self.weights.requests)
    }

    pub(super) fn weigh(&self, question: &Question) -> Vec<Grounds> {
        relevant::weigh(question, &self.own, &self.own_words, &[&self.vectors, &self.name_vectors])
    }

    /// Places and relevance, the best first.
    pub(super) fn search(&self, question: &Question, limit: usize) -> Vec<(usize, f32)> {
        let weights = &self.weights;
        let own = question.meant(&self.own, &self.own_words, weights.requests, weights.hints, &weights.like);
        let about = self.context.translated(&own, &self.translation);
        let ideal = own.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let ideal_about = about.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let mut databases: Vec<f32> = self.context.scores(&about).into_iter().map(|score| score / ideal_about).collect();
        for (database, near) in databases.iter_mut().zip(self.context_vectors.near(question.vector())) {
            *database += weights.by_context_meaning * near;
        }
        let mut scores: Vec<f32> = self.own.scores(&own).into_iter().map(|score| score / ideal).collect();
        let by_meaning = self.vectors.near(question.vector());
        let by_name = self.name_vectors.near(question.vector());
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
