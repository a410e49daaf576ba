//! Finding what a question is about among everything that a project's sources hold: words (split identifiers, stems) and, where an
//! embedding model is set up, meaning (seed 004, the four `search_…` tools).

mod fields;
mod found;
mod hints;
mod joins;
mod likened;
mod meaning;
mod operations;
mod question;
mod relevant;
mod routes;
pub(super) mod synonyms;
mod tables;
mod texts;
mod verbs;
mod vocabulary;
pub(in crate::tools) mod words;

pub use found::{OperationFound, PassageFound, SkillFound, TableFound};
pub use relevant::Relevant;
pub use words::{is_function_word, split as split_words, stem};

use self::{
    operations::Operations,
    question::Question,
    relevant::{Grounds, Place},
    tables::Tables,
    texts::{Piece, Texts},
};
use super::catalog::{Document, Operation, Skill, Table};
use crate::embedding::Embedder;
use std::{collections::HashSet, sync::Arc};

/// How many texts are embedded by one call.
const PORTION: usize = 256;

/// Everything of a project that can be found. Built when its sources change, asked often: asking takes no lock.
pub struct Finder {
    embedder: Option<Arc<dyn Embedder>>,
    tables: Tables,
    operations: Operations,
    passages: Texts,
    skills: Texts,
    names: Names,
}

/// What the answers say of what was found.
#[derive(Default)]
struct Names {
    tables: Vec<TableFound>,
    operations: Vec<OperationFound>,
    /// Each piece's document and section, and its text.
    passages: Vec<PassageFound>,
    skills: Vec<SkillFound>,
}

impl Finder {
    /// Reads everything once; where the embedder fails, words alone find.
    pub async fn build(
        tables: &[Table],
        operations: &[Operation],
        documents: &[Document],
        skills: &[Skill],
        embedder: Option<Arc<dyn Embedder>>,
    ) -> Self {
        let names = Names::new(tables, operations, documents, skills);
        let pieces: Vec<Piece<'_>> = names
            .passages
            .iter()
            .map(|found| Piece { names: found.section.clone(), above: &found.document, text: &found.excerpt })
            .collect();
        let of_skills: Vec<Piece<'_>> = skills
            .iter()
            .map(|skill| Piece { names: skill.name.clone(), above: &skill.description, text: &skill.content })
            .collect();
        let mut built = Self {
            tables: Tables::new(tables, tables::Weights::default()),
            operations: Operations::new(operations, operations::Weights::default()),
            passages: Texts::new(&pieces),
            skills: Texts::new(&of_skills),
            names,
            embedder,
        };
        if let Some(embedder) = built.embedder.take()
            && built.learn(tables, operations, &*embedder).await.is_some()
        {
            built.embedder = Some(embedder);
        }
        built
    }

    async fn learn(&mut self, tables: &[Table], operations: &[Operation], embedder: &dyn Embedder) -> Option<()> {
        let of_tables = vectors(embedder, self.tables.texts(tables)).await?;
        let of_operations = vectors(embedder, self.operations.texts(operations)).await?;
        let of_passages = vectors(embedder, self.passages.texts()).await?;
        let of_skills = vectors(embedder, self.skills.texts()).await?;
        self.tables.set_vectors(of_tables);
        self.operations.set_vectors(of_operations);
        self.passages.set_vectors(of_passages);
        self.skills.set_vectors(of_skills);
        Some(())
    }

    /// Whether meaning is compared too, not words alone.
    #[must_use]
    pub fn knows_meaning(&self) -> bool {
        self.embedder.is_some()
    }

    pub async fn tables(&self, query: &str, limit: usize) -> Vec<TableFound> {
        let found = self.tables.search(&self.build_question(query).await, limit);
        found.into_iter().map(|(place, relevance)| TableFound { relevance, ..self.names.tables[place].clone() }).collect()
    }

    /// How near each table is to a pattern by itself, from 0 to 1, whatever other tables there are; those that are at all.
    pub async fn tables_like(&self, pattern: &str) -> Vec<(usize, f32)> {
        self.tables.like(&self.build_question(pattern).await)
    }

    pub async fn operations(&self, query: &str, limit: usize) -> Vec<OperationFound> {
        let mut steps = Vec::new();
        for step in verbs::steps(query) {
            steps.push(self.build_question(&step).await);
        }
        let found = self.operations.search(&self.build_question(query).await, &steps, limit);
        found.into_iter().map(|(place, relevance)| OperationFound { relevance, ..self.names.operations[place].clone() }).collect()
    }

    pub async fn documents(&self, query: &str, limit: usize) -> Vec<PassageFound> {
        let question = self.build_question(query).await;
        let mut found: Vec<PassageFound> = Vec::new();
        for (piece, relevance) in self.passages.search(&question, limit.saturating_mul(4)) {
            let known = &self.names.passages[piece];
            // A section answers once, with its best piece.
            if found.len() < limit && !found.iter().any(|other| other.place == known.place) {
                let excerpt = texts::excerpt(&known.excerpt, &question);
                found.push(PassageFound {
                    place: known.place,
                    document: known.document.clone(),
                    excerpt,
                    relevance,
                    section: known.section.clone(),
                });
            }
        }
        found
    }

    pub async fn skills(&self, query: &str, limit: usize) -> Vec<SkillFound> {
        let found = self.skills.search(&self.build_question(query).await, limit);
        found.into_iter().map(|(place, relevance)| SkillFound { relevance, ..self.names.skills[place].clone() }).collect()
    }

    /// What has to do with these words, every kind in one list, the best first; nothing where nothing has.
    pub async fn relevant(&self, query: &str, limit: usize) -> Vec<Relevant> {
        let question = self.build_question(query).await;
        let mut found: Vec<(Place, Grounds)> = Vec::new();
        let mut add = |of: fn(usize) -> Place, all: Vec<Grounds>| {
            found.extend(all.into_iter().enumerate().map(|(at, grounds)| (of(at), grounds)));
        };
        add(Place::Table, self.tables.weigh(&question));
        add(Place::Operation, self.operations.weigh(&question));
        add(Place::Passage, self.passages.weigh(&question));
        add(Place::Skill, self.skills.weigh(&question));
        // Pieces of one section answer once.
        let mut seen = HashSet::new();
        let name = |(place, relevance): (Place, f32)| match place {
            Place::Table(at) => Some(Relevant::Table(TableFound { relevance, ..self.names.tables[at].clone() })),
            Place::Operation(at) => Some(Relevant::Operation(OperationFound { relevance, ..self.names.operations[at].clone() })),
            Place::Skill(at) => Some(Relevant::Skill(SkillFound { relevance, ..self.names.skills[at].clone() })),
            Place::Passage(at) => {
                let known = &self.names.passages[at];
                seen.insert(known.place).then(|| {
                    let excerpt = texts::excerpt(&known.excerpt, &question);
                    let (document, section) = (known.document.clone(), known.section.clone());
                    Relevant::Passage(PassageFound { place: known.place, document, excerpt, relevance, section })
                })
            }
        };
        relevant::cut(found, limit.saturating_mul(4)).into_iter().filter_map(name).take(limit).collect()
    }

    async fn build_question(&self, query: &str) -> Question {
        let mut question = Question::new(query);
        if let Some(embedder) = &self.embedder
            && let Some(vectors) = vectors(&**embedder, question.texts()).await
        {
            question.set_vectors(vectors);
        }
        question
    }
}

/// The vectors of texts, or none where the model does not answer.
async fn vectors(embedder: &dyn Embedder, texts: Vec<String>) -> Option<Vec<Vec<f32>>> {
    let mut vectors = Vec::with_capacity(texts.len());
    for portion in texts.chunks(PORTION) {
        vectors.extend(embedder.embed(portion).await.ok()?);
    }
    (vectors.len() == texts.len()).then_some(vectors)
}

#[cfg(test)]
pub(in crate::tools) mod tests;
