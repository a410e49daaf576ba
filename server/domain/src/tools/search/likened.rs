//! How near a table is to a pattern by itself: what is compared with a threshold must not change because other tables come or go.

use super::{
    fields::Fields,
    question::Question,
    vocabulary::{self, Likeness, Vocabulary},
    words,
};
use crate::tools::catalog::Table;
use std::collections::HashMap;

/// How much a word describes a table, by the place where it occurs.
const NAME: f32 = 1.0;
const DESCRIPTION: f32 = 0.8;
const COLUMN: f32 = 0.6;
const SAMPLE: f32 = 0.5;

/// The terms of each table, each with its highest weight.
#[derive(Default)]
pub(super) struct Likened {
    tables: Vec<Vec<(u32, f32)>>,
}

impl Likened {
    pub(super) fn new(tables: &[Table], fields: &Fields) -> Self {
        Self { tables: tables.iter().map(|table| weigh_terms(table, fields)).collect() }
    }

    /// The share of the pattern's words that a table speaks of, where it speaks of any.
    pub(super) fn near(
        &self,
        question: &Question,
        known: &Vocabulary,
        fields: &Fields,
        like: &Likeness,
        requests: f32,
    ) -> Vec<(usize, f32)> {
        let weight = |word: &str| words::weight(word, requests);
        let whole: f32 = question.words().map(|word| weight(&word.text)).sum();
        if whole <= 0.0 {
            return Vec::new();
        }
        let mut near = vec![0.0_f32; self.tables.len()];
        for word in question.words() {
            // Each term is compared once, however many tables have it.
            let sure: Vec<f32> = fields
                .forms()
                .iter()
                .enumerate()
                .map(|(term, form)| {
                    let vector = known.vectors.get(term).map(Vec::as_slice);
                    vocabulary::means(&word.text, word.vector.as_deref(), form, vector, like)
                })
                .collect();
            for (near, terms) in near.iter_mut().zip(&self.tables) {
                let best = terms.iter().map(|&(term, tells)| tells * sure[term as usize]).fold(0.0, f32::max);
                *near += weight(&word.text) * best / whole;
            }
        }
        near.into_iter().enumerate().filter(|(_, near)| *near > 0.0).collect()
    }
}

fn weigh_terms(table: &Table, fields: &Fields) -> Vec<(u32, f32)> {
    let mut told: HashMap<u32, f32> = HashMap::new();
    let mut tell = |text: &str, tells: f32| {
        for word in words::split(text).into_iter().filter(|word| !words::is_function_word(word)) {
            if let Some(term) = fields.exact(&word) {
                let known = told.entry(term).or_default();
                *known = known.max(tells);
            }
        }
    };
    tell(&table.name, NAME);
    tell(table.description.as_deref().unwrap_or_default(), DESCRIPTION);
    for column in &table.columns {
        tell(&column.name, COLUMN);
        tell(column.description.as_deref().unwrap_or_default(), COLUMN);
        column.samples.iter().filter_map(|sample| sample.as_str()).for_each(|sample| tell(sample, SAMPLE));
    }
    let mut told: Vec<(u32, f32)> = told.into_iter().collect();
    told.sort_unstable_by_key(|(term, _)| *term);
    told
}
