//! Operations for a request: by their names, paths, parameters and texts, by what is to be done, by the operations whose answers
//! they need, and by meaning.

use super::{
    fields::{Field, Fields, Meant},
    meaning::Vectors,
    question::Question,
    relevant::{self, Grounds},
    routes::{self, Entry, path_words},
    tables::best,
    verbs,
    vocabulary::{Likeness, Vocabulary},
    words,
};
use crate::tools::catalog::Operation;

#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) name: f32,
    pub(super) path: f32,
    /// The last word of the path that is no placeholder.
    pub(super) last: f32,
    pub(super) summary: f32,
    pub(super) description: f32,
    pub(super) parameters: f32,
    /// Names of what the answer holds.
    pub(super) answer: f32,
    pub(super) tags: f32,
    pub(super) length: f32,
    /// How much of the operation's own words the request speaks of.
    pub(super) covered: f32,
    pub(super) by_deed: f32,
    /// For doing what nobody asked for.
    pub(super) against: f32,
    pub(super) by_meaning: f32,
    pub(super) by_summary_meaning: f32,
    pub(super) by_part: f32,
    pub(super) supplies: f32,
    /// What looks something up by its name, of what the best operation needs it for.
    pub(super) supplies_named: f32,
    pub(super) looked_up: f32,
    /// The same where a search is for one kind of thing.
    pub(super) looked_up_kind: f32,
    /// An API's search for everything, of its best operation.
    pub(super) looked_up_first: f32,
    pub(super) own_person: f32,
    pub(super) requests: f32,
    pub(super) like: Likeness,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            name: 2.0,
            path: 1.5,
            last: 1.5,
            summary: 2.0,
            description: 0.7,
            parameters: 0.5,
            answer: 0.1,
            tags: 0.7,
            length: 0.6,
            covered: 0.2,
            by_deed: 0.24,
            against: 0.2,
            by_meaning: 0.4,
            by_summary_meaning: 0.3,
            by_part: 0.3,
            supplies: 0.15,
            supplies_named: 0.9,
            looked_up: 0.25,
            looked_up_kind: 0.2,
            looked_up_first: 0.8,
            own_person: 0.1,
            requests: 0.4,
            like: Likeness { synonym: 0.5, synonym_beside: 0.8, names: 0.5, ..Likeness::plain(0.4, 0.6, 0.5, 0.7, 0.0) },
        }
    }
}

pub(super) struct Operations {
    weights: Weights,
    fields: Fields,
    known: Vocabulary,
    vectors: Vectors,
    summaries: Vectors,
    entries: Vec<Entry>,
    /// The terms of each operation's path and summary, and what they are worth together.
    core: Vec<(Vec<u32>, f32)>,
    /// For each operation those whose answers give what its path asks for.
    suppliers: Vec<Vec<usize>>,
}

impl Operations {
    pub(super) fn new(operations: &[Operation], weights: Weights) -> Self {
        let fields: Vec<Vec<Field>> = operations.iter().map(|operation| fields(operation, &weights)).collect();
        let fields = Fields::new(&fields);
        Self {
            core: operations.iter().map(|operation| core(operation, &fields)).collect(),
            fields,
            weights,
            known: Vocabulary::default(),
            vectors: Vectors::default(),
            summaries: Vectors::default(),
            entries: routes::entries(operations),
            suppliers: routes::suppliers(operations),
        }
    }

    /// What to embed: the terms, each operation, each operation in short.
    pub(super) fn texts(&self, operations: &[Operation]) -> Vec<String> {
        let mut texts = self.fields.forms().to_vec();
        texts.extend(operations.iter().map(whole));
        texts.extend(operations.iter().map(short));
        texts
    }

    pub(super) fn set_vectors(&mut self, mut vectors: Vec<Vec<f32>>) {
        self.summaries = Vectors::new(vectors.split_off(vectors.len() - self.entries.len()));
        self.vectors = Vectors::new(vectors.split_off(vectors.len() - self.entries.len()));
        self.known.vectors = vectors;
    }

    pub(super) fn weigh(&self, question: &Question) -> Vec<Grounds> {
        relevant::weigh(question, &self.fields, &self.known, &[&self.vectors, &self.summaries])
    }

    /// Places and relevance, the best first. `parts` are the request's steps where it has several.
    pub(super) fn search(&self, question: &Question, parts: &[Question], limit: usize) -> Vec<(usize, f32)> {
        let mut scores = self.scores(question);
        if parts.len() > 1 {
            let mut strongest = vec![0.0_f32; scores.len()];
            for part in parts {
                for (strongest, score) in strongest.iter_mut().zip(self.scores(part)) {
                    *strongest = strongest.max(score);
                }
            }
            let share = self.weights.by_part;
            scores.iter_mut().zip(&strongest).for_each(|(score, part)| *score = (1.0 - share) * *score + share * part);
        }
        let mut lifted = scores.clone();
        let named = verbs::names_something(question.text());
        for (place, suppliers) in self.suppliers.iter().enumerate() {
            for &supplier in suppliers {
                let lift = self.weights.supplies * scores[place];
                lifted[supplier] = lifted[supplier].max(scores[supplier] + lift);
                if named && self.entries[supplier].in_search {
                    lifted[supplier] = lifted[supplier].max(self.weights.supplies_named * scores[place]);
                }
            }
        }
        best(&lifted, limit, 1.6)
    }

    fn scores(&self, question: &Question) -> Vec<f32> {
        let weights = &self.weights;
        let meant: Vec<Meant> = question.meant(&self.fields, &self.known, weights.requests, 0.0, &weights.like);
        let ideal = meant.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let mut scores: Vec<f32> = self.fields.scores(&meant).into_iter().map(|score| score / ideal).collect();
        let said = self.weigh_terms(&meant);
        let (by_whole, by_short) = (self.vectors.near(question.vector()), self.summaries.near(question.vector()));
        let deeds = verbs::asked_for(question.all_words());
        let named = verbs::names_something(question.text());
        let own_person = question.all_words().iter().any(|word| matches!(&**word, "my" | "me" | "i" | "mine" | "myself"));
        for (place, score) in scores.iter_mut().enumerate() {
            let entry = &self.entries[place];
            let (core, worth) = &self.core[place];
            let spoken_of: f32 = core.iter().map(|&term| self.fields.rarity(term) * said[term as usize]).sum();
            *score += weights.covered * (*score * 2.0).min(1.0) * spoken_of / worth.max(f32::EPSILON);
            *score += weights.by_meaning * by_whole.get(place).copied().unwrap_or_default();
            *score += weights.by_summary_meaning * by_short.get(place).copied().unwrap_or_default();
            // The verb distinguishes operations on one thing; it finds none by itself.
            let about = score.min(0.5) * 2.0;
            if entry.deeds.iter().any(|deed| deeds.contains(deed)) {
                *score += weights.by_deed * about;
            }
            if entry.does_what_nobody_asked(&deeds) {
                *score -= weights.against * about;
            }
            if entry.own_person && own_person {
                *score += weights.own_person * about;
            }
            if named && entry.searches {
                *score += weights.looked_up;
            } else if named && entry.in_search {
                *score += weights.looked_up_kind * about;
            }
        }
        if named {
            self.look_up_first(&mut scores);
        }
        scores
    }

    /// Weighs each term by how surely the request means it.
    fn weigh_terms(&self, meant: &[Meant]) -> Vec<f32> {
        let mut said = vec![0.0_f32; self.fields.forms().len()];
        for &(term, sure) in meant.iter().flat_map(|meant| &meant.terms) {
            let known = &mut said[term as usize];
            *known = known.max(sure);
        }
        said
    }

    /// What is called by its own name is looked up before anything is done with it, wherever that is.
    fn look_up_first(&self, scores: &mut [f32]) {
        for (place, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.searches_everything) {
            let of_api = self.entries.iter().zip(scores.iter()).filter(|(other, _)| other.api == entry.api);
            let best = of_api.map(|(_, score)| *score).fold(0.0, f32::max);
            scores[place] = scores[place].max(self.weights.looked_up_first * best);
        }
    }
}

/// The terms of the path and the summary, without those that say nothing.
fn core(operation: &Operation, fields: &Fields) -> (Vec<u32>, f32) {
    let mut words = path_words(operation.path.as_deref().unwrap_or_default()).concat();
    words.extend(words::split(&operation.summary));
    let mut terms: Vec<u32> =
        words.iter().filter(|word| !words::is_function_word(word)).filter_map(|word| fields.exact(word)).collect();
    terms.sort_unstable();
    terms.dedup();
    let worth = terms.iter().map(|&term| fields.rarity(term)).sum();
    (terms, worth)
}

fn fields(operation: &Operation, weights: &Weights) -> Vec<Field> {
    let field = |weight, length, words: Vec<String>| Field { weight, length, words };
    let path = path_words(operation.path.as_deref().unwrap_or_default());
    let mut parameters = Vec::new();
    for parameter in &operation.parameters {
        parameters.extend(words::split(&parameter.name));
    }
    if let Some(properties) = operation.request_schema.as_ref().and_then(|schema| schema.get("properties")?.as_object()) {
        properties.keys().take(60).for_each(|name| parameters.extend(words::split(name)));
    }
    vec![
        field(weights.name, weights.length, words::split(&operation.name)),
        field(weights.last, 0.3, path.last().cloned().unwrap_or_default()),
        field(weights.path, weights.length, path.into_iter().flatten().collect()),
        field(weights.summary, weights.length, words::split(&operation.summary)),
        field(weights.description, 0.75, words::split(&operation.description).into_iter().take(200).collect()),
        field(weights.parameters, 0.75, parameters),
        field(weights.answer, 0.75, answered(operation)),
        field(weights.tags, 0.3, operation.tags.iter().flat_map(|tag| words::split(tag)).collect()),
    ]
}

/// The names of the fields of what is answered, or of each of its items.
fn answered(operation: &Operation) -> Vec<String> {
    let Some(schema) = &operation.response_schema else { return Vec::new() };
    let fields =
        schema.get("properties").or_else(|| schema.get("items")?.get("properties")).and_then(|fields| fields.as_object());
    fields.into_iter().flat_map(|fields| fields.keys().take(60)).flat_map(|name| words::split(name)).collect()
}

fn short(operation: &Operation) -> String {
    let text = if operation.summary.is_empty() { &operation.description } else { &operation.summary };
    let text: String = text.chars().take(160).collect();
    if text.is_empty() { words::split(&operation.name).join(" ") } else { text }
}

fn whole(operation: &Operation) -> String {
    let path = path_words(operation.path.as_deref().unwrap_or_default()).concat().join(" ");
    let description: String = operation.description.chars().take(300).collect();
    format!("{} {path}: {} {description}", words::split(&operation.name).join(" "), operation.summary)
}
