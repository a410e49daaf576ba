//! potion-base-8M and models of its kind (Model2Vec): one fixed vector for every piece of a word, and a text means their mean.
//! There is nothing to compute but sums, so a sentence takes microseconds.

mod word_pieces;

use self::word_pieces::WordPieces;
use async_trait::async_trait;
use domain::embedding::{Embedder, EmbeddingFault, level};
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;
use std::{
    fs,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// What follows after so many pieces of a text is not looked at, as in the model's own implementation.
const MOST_PIECES: usize = 512;

/// The model in memory: 30 MB.
pub struct Potion {
    name: String,
    pieces: WordPieces,
    /// One row of `dimension` numbers for each piece.
    rows: Vec<f32>,
    dimension: usize,
}

/// Why there is no model.
#[derive(Debug, Error)]
pub enum Unusable {
    /// Nobody fetched it.
    #[error("there is no embedding model in {}", .0.display())]
    Absent(PathBuf),
    #[error("{} is not usable: {why}", .file.display())]
    Broken { file: PathBuf, why: String },
}

#[derive(Deserialize)]
struct Config {
    model_type: String,
    #[serde(default = "yes")]
    normalize: bool,
}

const fn yes() -> bool {
    true
}

impl Potion {
    /// Reads `config.json`, `tokenizer.json` and `model.safetensors` of a folder; the folder's name is the model's.
    ///
    /// # Errors
    /// When the folder is not there, or one of its files is missing, damaged or of another kind of model.
    pub fn load(folder: &Path) -> Result<Self, Unusable> {
        if !folder.is_dir() {
            return Err(Unusable::Absent(folder.to_owned()));
        }
        let read = |name: &str| {
            let file = folder.join(name);
            match fs::read(&file) {
                Ok(bytes) => Ok((file, bytes)),
                Err(fault) => Err(Unusable::Broken { file, why: fault.to_string() }),
            }
        };
        let (file, bytes) = read("config.json")?;
        check(&bytes).map_err(|why| Unusable::Broken { file, why })?;
        let (file, bytes) = read("tokenizer.json")?;
        let pieces = WordPieces::read(&bytes).map_err(|why| Unusable::Broken { file, why })?;
        let (file, bytes) = read("model.safetensors")?;
        let (rows, dimension) = matrix(&bytes, pieces.size()).map_err(|why| Unusable::Broken { file, why })?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, pieces, rows, dimension })
    }

    /// The vector of one text.
    #[must_use]
    pub fn vector(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimension];
        self.pieces.each(text, MOST_PIECES, |piece| {
            let row = &self.rows[piece * self.dimension..(piece + 1) * self.dimension];
            sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        });
        // The mean points where the sum does.
        level(&mut sum);
        sum
    }
}

fn check(bytes: &[u8]) -> Result<(), String> {
    let config: Config = serde_json::from_slice(bytes).map_err(|fault| fault.to_string())?;
    match (config.model_type.as_str(), config.normalize) {
        ("model2vec", true) => Ok(()),
        ("model2vec", false) => Err("its vectors are not of one length, and no comparison here expects that".into()),
        (other, _) => Err(format!("its model_type is {other}, not model2vec")),
    }
}

/// The numbers of the only matrix, and how many each of its rows has.
fn matrix(bytes: &[u8], wanted: usize) -> Result<(Vec<f32>, usize), String> {
    let file = SafeTensors::deserialize(bytes).map_err(|fault| fault.to_string())?;
    let matrix = file.tensor("embeddings").map_err(|fault| fault.to_string())?;
    if file.len() != 1 {
        return Err(format!("it also holds {:?}, which this program cannot use", file.names()));
    }
    let (Dtype::F32, &[rows, dimension]) = (matrix.dtype(), matrix.shape()) else {
        return Err(format!("its embeddings are {:?} of shape {:?}, not a table of F32", matrix.dtype(), matrix.shape()));
    };
    if rows < wanted || dimension == 0 {
        return Err(format!("it has {rows} rows of {dimension} numbers for {wanted} pieces of words"));
    }
    let number = |bytes: &[u8]| bytes.try_into().map_or(0.0, f32::from_le_bytes);
    Ok((matrix.data().chunks_exact(4).map(number).collect(), dimension))
}

#[async_trait]
impl Embedder for Potion {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> Option<usize> {
        Some(self.dimension)
    }

    fn is_remote(&self) -> bool {
        false
    }

    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        Ok(texts.iter().map(|text| self.vector(text)).collect())
    }
}

#[cfg(test)]
mod tests;
