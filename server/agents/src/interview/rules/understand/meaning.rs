//! Meaning as a further sign beside words: how near a phrase of the message is to an obligation or to an option.
//!
//! The words are read first. What they leave open is noted while they are read; only that goes to the model, and the message is
//! read once more with what came back. Without a model, or where it fails, the words alone decide.

mod likeness;

pub(super) use self::likeness::Likeness;
use self::likeness::Vectors;
use super::{memory, reading};
use domain::{
    embedding::{Embedder, EmbeddingFault},
    interview::{Heard, Understanding},
};
use protocol::interview::ObjectiveDefinition;
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, Weak},
};

/// So many objectives are remembered (about 200 kB each); then it begins anew.
const MOST_OBJECTIVES: usize = 128;

type Known = (Weak<super::profile::Plan>, Arc<Vectors>);

/// An embedding model and what it made of the objectives that it met.
pub struct Meaning {
    embedder: Arc<dyn Embedder>,
    /// By the place of the plan; a weak reference keeps the place from being used for another.
    objectives: RwLock<HashMap<usize, Known>>,
}

impl Meaning {
    #[must_use]
    pub fn new(embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder, objectives: RwLock::default() }
    }

    /// One vector for each obligation: of its name, question, description and options.
    ///
    /// # Errors
    /// When the model is a service that does not answer.
    pub async fn obligations(&self, definition: &Arc<ObjectiveDefinition>) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        Ok(self.vectors(definition).await?.obligations())
    }

    /// Understands a message by words and by meaning.
    pub(super) async fn understand(&self, heard: &Heard) -> Understanding {
        let noting = Likeness::noting();
        let by_words = reading::read(heard, &noting);
        let open = noting.noted();
        if open.is_empty() {
            return by_words;
        }
        match self.likeness(heard, open).await {
            Ok(known) => reading::read(heard, &known),
            Err(fault) => {
                tracing::warn!(%fault, model = self.embedder.name(), "a message was understood by words alone");
                by_words
            }
        }
    }

    async fn likeness(&self, heard: &Heard, phrases: Vec<String>) -> Result<Likeness, EmbeddingFault> {
        let objective = self.vectors(&heard.definition).await?;
        let vectors = self.embedder.embed(&phrases).await?;
        Ok(Likeness::new(objective, phrases.into_iter().zip(vectors).collect()))
    }

    async fn vectors(&self, definition: &Arc<ObjectiveDefinition>) -> Result<Arc<Vectors>, EmbeddingFault> {
        let plan = memory::plan(definition);
        let place = Arc::as_ptr(&plan) as usize;
        if let Some((_, known)) = self.objectives.read().unwrap_or_else(PoisonError::into_inner).get(&place) {
            return Ok(known.clone());
        }
        let made = Arc::new(Vectors::of(definition, self.embedder.as_ref()).await?);
        let mut objectives = self.objectives.write().unwrap_or_else(PoisonError::into_inner);
        if objectives.len() >= MOST_OBJECTIVES {
            objectives.clear();
        }
        objectives.insert(place, (Arc::downgrade(&plan), made.clone()));
        Ok(made)
    }
}
