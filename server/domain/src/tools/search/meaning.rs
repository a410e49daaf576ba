//! Vectors of entries, compared with a question's.

use crate::embedding::{level, nearness};

/// Vectors without what all of them share: what is the same everywhere tells nothing apart.
#[derive(Debug, Default)]
pub(super) struct Vectors {
    vectors: Vec<Vec<f32>>,
    shared: Vec<f32>,
}

impl Vectors {
    pub(super) fn new(mut vectors: Vec<Vec<f32>>) -> Self {
        let mut shared = vec![0.0; vectors.first().map_or(0, Vec::len)];
        // Few entries share too much by chance.
        let all = vectors.len().max(50) as f32;
        for vector in &vectors {
            shared.iter_mut().zip(vector).for_each(|(sum, number)| *sum += number / all);
        }
        vectors.iter_mut().for_each(|vector| apart(vector, &shared));
        Self { vectors, shared }
    }

    /// How near each is to the question, nothing where it points away; empty without vectors.
    pub(super) fn near(&self, question: Option<&[f32]>) -> Vec<f32> {
        let Some(question) = question.filter(|_| !self.vectors.is_empty()) else { return Vec::new() };
        let mut question = question.to_vec();
        apart(&mut question, &self.shared);
        self.vectors.iter().map(|vector| nearness(&question, vector).max(0.0)).collect()
    }
}

fn apart(vector: &mut [f32], shared: &[f32]) {
    if vector.iter().all(|number| *number == 0.0) {
        return;
    }
    vector.iter_mut().zip(shared).for_each(|(number, shared)| *number -= shared);
    level(vector);
}
