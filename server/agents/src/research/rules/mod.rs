//! The built-in engine: it takes sentences out of the sources, word by word, and says of each what it is to the held value only
//! where the words leave no doubt. Deterministic, without network; with an embedding model it also finds what other words say.

mod pick;
mod sentence;
mod stance;
pub(super) mod subject;
pub(super) mod summary;

use async_trait::async_trait;
use domain::{
    embedding::Embedder,
    interview::EngineFault,
    research::{Claim, Judged, Material, Researcher},
};
use pick::Picked;
use protocol::{TenantId, interview::Engine};
use std::sync::Arc;
use subject::Subject;

/// Sentences that are looked at by meaning, of all sources together.
const EMBEDDED: usize = 200;

#[derive(Clone, Default)]
pub struct Extractive {
    embedder: Option<Arc<dyn Embedder>>,
}

impl Extractive {
    /// Finds by words alone.
    #[must_use]
    pub const fn by_words() -> Self {
        Self { embedder: None }
    }

    /// Finds by words and by meaning.
    #[must_use]
    pub const fn by_meaning(embedder: Arc<dyn Embedder>) -> Self {
        Self { embedder: Some(embedder) }
    }
}

#[async_trait]
impl Researcher for Extractive {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        Ok(Some(Engine::BuiltIn))
    }

    async fn judge(&self, material: &Material) -> Result<Judged, EngineFault> {
        let subject = Subject::of(material);
        let mut candidates = pick::candidates(&subject, &material.sources);
        if let Some(embedder) = &self.embedder {
            nearer(&**embedder, &material.asked.query, &mut candidates).await;
        }
        let claims: Vec<Claim> = pick::best(candidates).into_iter().map(|picked| claim(&subject, material, picked)).collect();
        Ok(Judged { summary: summary::of(&subject, material, &claims), claims })
    }
}

fn claim(subject: &Subject, material: &Material, picked: Picked) -> Claim {
    let (stance, value) = stance::of(subject, &picked.text);
    Claim {
        claim: picked.text.split_whitespace().collect::<Vec<_>>().join(" "),
        quote: picked.text,
        source: material.sources[picked.source].source.id,
        stance,
        value,
    }
}

/// Raises what means nearly what was asked.
async fn nearer(embedder: &dyn Embedder, query: &str, candidates: &mut Vec<Picked>) {
    candidates.sort_by(|one, other| other.score.total_cmp(&one.score));
    candidates.truncate(EMBEDDED);
    let texts: Vec<String> = std::iter::once(query.to_owned()).chain(candidates.iter().map(|one| one.text.clone())).collect();
    match embedder.embed(&texts).await {
        Ok(vectors) => {
            let Some((asked, rest)) = vectors.split_first() else { return };
            for (one, vector) in candidates.iter_mut().zip(rest) {
                one.score += 2.0 * (domain::embedding::nearness(asked, vector) - 0.3).max(0.0);
            }
        }
        Err(fault) => tracing::warn!(%fault, "sentences are chosen by their words alone"),
    }
}

#[cfg(test)]
mod tests;
