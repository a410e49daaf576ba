//! Texts as vectors: where two of them point the same way, two texts mean nearly the same.

use async_trait::async_trait;
use thiserror::Error;

/// A model that turns texts into vectors. What is known by words alone must stay right without it.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// The model's name, for people.
    fn name(&self) -> &str;

    /// How many numbers a vector has; `None` until a service elsewhere has answered once.
    fn dimension(&self) -> Option<usize>;

    /// Whether texts leave this machine and answers take their time.
    fn is_remote(&self) -> bool;

    /// One vector of length 1 for each text, in their order; all zeros where the model knows nothing of a text.
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault>;
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EmbeddingFault {
    #[error("the embedding service did not answer in time")]
    TimedOut,
    #[error("the embedding service cannot be reached: {0}")]
    Unreachable(String),
    /// It will refuse the same again: a wrong key, a wrong model, too much at once.
    #[error("the embedding service refused: {0}")]
    Refused(String),
    #[error("the embedding service's answer cannot be used: {0}")]
    Malformed(String),
}

impl EmbeddingFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::TimedOut | Self::Unreachable(_))
    }
}

/// How near two vectors of length 1 are, from -1 to 1; 0 where one of them says nothing.
#[must_use]
pub fn nearness(left: &[f32], right: &[f32]) -> f32 {
    // Eight sums side by side, so that none waits for the one before.
    let mut sums = [0.0_f32; 8];
    let (left_parts, right_parts) = (left.chunks_exact(8), right.chunks_exact(8));
    let rest: f32 = left_parts.remainder().iter().zip(right_parts.remainder()).map(|(left, right)| left * right).sum();
    for (left, right) in left_parts.zip(right_parts) {
        for (sum, (left, right)) in sums.iter_mut().zip(left.iter().zip(right)) {
            *sum += left * right;
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// The vector with length 1; all zeros stay.
pub fn level(vector: &mut [f32]) {
    let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > 0.0 && length.is_finite() {
        vector.iter_mut().for_each(|number| *number /= length);
    } else {
        vector.fill(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearness_is_one_for_the_same_and_nothing_for_nothing() {
        let mut vector: Vec<f32> = (1..=19_u8).map(f32::from).collect();
        level(&mut vector);
        let mut opposite = vector.clone();
        opposite.iter_mut().for_each(|number| *number = -*number);
        assert!((nearness(&vector, &vector) - 1.0).abs() < 1e-6);
        assert!((nearness(&vector, &opposite) + 1.0).abs() < 1e-6);
        assert!(nearness(&vector, &[0.0; 19]).abs() < 1e-6);
        let mut nothing = [0.0, f32::NAN];
        level(&mut nothing);
        assert!(nothing.iter().all(|number| number.abs() < 1e-6), "{nothing:?}");
    }

    #[test]
    fn only_what_may_pass_is_tried_again() {
        assert!(EmbeddingFault::TimedOut.is_retryable());
        assert!(EmbeddingFault::Unreachable("refused".into()).is_retryable());
        assert!(!EmbeddingFault::Refused("wrong key".into()).is_retryable());
        assert!(!EmbeddingFault::Malformed("no vectors".into()).is_retryable());
    }
}
