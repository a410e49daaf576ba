//! Operations for a request: by their names, paths, parameters and texts, by what is to be done, by the operations whose answers
//! they need, and by meaning.

use super::{
    asked::Asked,
    fields::{Field, Fields, Meant},
    meaning::Vectors,
    tables::best,
    verbs::{self, Deed},
    vocabulary::{Likeness, Vocabulary},
    words,
};
use crate::tools::catalog::{Operation, OperationKind};
use std::collections::HashMap;

#[derive(Clone, Debug)]
pub(super) struct Weights {
    pub(super) name: f32,
    pub(super) path: f32,
    /// The last word of the path that is no placeholder.
    pub(super) last: f32,
    pub(super) summary: f32,
    pub(super) description: f32,
    pub(super) parameters: f32,
    pub(super) tags: f32,
    pub(super) length: f32,
    pub(super) by_deed: f32,
    pub(super) by_meaning: f32,
    pub(super) by_summary_meaning: f32,
    pub(super) by_part: f32,
    pub(super) supplies: f32,
    pub(super) looked_up: f32,
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
            tags: 0.7,
            length: 0.6,
            by_deed: 0.24,
            by_meaning: 0.4,
            by_summary_meaning: 0.3,
            by_part: 0.3,
            supplies: 0.15,
            looked_up: 0.25,
            own_person: 0.1,
            requests: 0.4,
            like: Likeness { abbreviation: 0.4, compound: 0.6, near: 0.5, meaning: 0.7, beside: 0.0 },
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
    /// For each operation those whose answers give what its path asks for.
    suppliers: Vec<Vec<usize>>,
}

struct Entry {
    deeds: Vec<Deed>,
    searches: bool,
    /// About whoever calls.
    own_person: bool,
}

impl Operations {
    pub(super) fn new(operations: &[Operation], weights: Weights) -> Self {
        let fields: Vec<Vec<Field>> = operations.iter().map(|operation| fields(operation, &weights)).collect();
        Self {
            fields: Fields::new(&fields),
            weights,
            known: Vocabulary::default(),
            vectors: Vectors::default(),
            summaries: Vectors::default(),
            entries: operations.iter().map(entry).collect(),
            suppliers: suppliers(operations),
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

    /// Places and relevance, the best first. `parts` are the request's steps where it has several.
    pub(super) fn search(&self, asked: &Asked, parts: &[Asked], limit: usize) -> Vec<(usize, f32)> {
        let mut scores = self.scores(asked);
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
        for (place, suppliers) in self.suppliers.iter().enumerate() {
            for &supplier in suppliers {
                let lift = self.weights.supplies * scores[place];
                lifted[supplier] = lifted[supplier].max(scores[supplier] + lift);
            }
        }
        best(&lifted, limit, 1.6)
    }

    fn scores(&self, asked: &Asked) -> Vec<f32> {
        let weights = &self.weights;
        let meant: Vec<Meant> = asked.meant(&self.fields, &self.known, weights.requests, 0.0, &weights.like);
        let ideal = meant.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let mut scores: Vec<f32> = self.fields.scores(&meant).into_iter().map(|score| score / ideal).collect();
        let (by_whole, by_short) = (self.vectors.near(asked.vector()), self.summaries.near(asked.vector()));
        let deeds = verbs::of_request(asked.said());
        let named = verbs::names_something(asked.text());
        let own_person = asked.said().iter().any(|word| matches!(&**word, "my" | "me" | "i" | "mine" | "myself"));
        for (place, score) in scores.iter_mut().enumerate() {
            let entry = &self.entries[place];
            *score += weights.by_meaning * by_whole.get(place).copied().unwrap_or_default();
            *score += weights.by_summary_meaning * by_short.get(place).copied().unwrap_or_default();
            // What is done tells operations of one thing apart; it finds none by itself.
            let about = score.min(0.5) * 2.0;
            if entry.deeds.iter().any(|deed| deeds.contains(deed)) {
                *score += weights.by_deed * about;
            }
            if entry.own_person && own_person {
                *score += weights.own_person * about;
            }
            if entry.searches && named {
                *score += weights.looked_up;
            }
        }
        scores
    }
}

fn path_words(path: &str) -> Vec<Vec<String>> {
    path.split('/').filter(|segment| !segment.is_empty() && !segment.starts_with('{')).map(words::split).collect()
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
        field(weights.tags, 0.3, operation.tags.iter().flat_map(|tag| words::split(tag)).collect()),
    ]
}

fn entry(operation: &Operation) -> Entry {
    let mut named = words::split(&operation.name);
    named.extend(words::split(&operation.summary).into_iter().take(4));
    let mut deeds = verbs::of_request(&named);
    match operation.method.as_deref() {
        Some("GET" | "HEAD") => deeds = vec![Deed::Read],
        Some("DELETE") => deeds = vec![Deed::Remove],
        Some("POST") => deeds.push(Deed::Create),
        Some("PUT" | "PATCH") => deeds.push(Deed::Change),
        _ if operation.kind == OperationKind::Query => deeds.push(Deed::Read),
        _ => {}
    }
    let path = path_words(operation.path.as_deref().unwrap_or_default());
    let has = |words: &[String], wanted: &[&str]| words.iter().any(|word| wanted.contains(&&**word));
    let searches =
        deeds.contains(&Deed::Read) && path.last().is_some_and(|last| has(last, &["search", "find", "lookup", "query"]));
    let own_person = path.iter().any(|segment| segment.len() == 1 && has(segment, &["me", "self", "my", "user"]))
        || has(&words::split(&operation.name), &["me", "my", "current", "viewer"]);
    Entry { deeds, searches, own_person }
}

/// `GET …/things` supplies what `…/things/{id}/…` asks for.
fn suppliers(operations: &[Operation]) -> Vec<Vec<usize>> {
    let mut lists: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    for (place, operation) in operations.iter().enumerate() {
        let Some(path) = operation.path.as_deref().filter(|_| operation.method.as_deref() == Some("GET")) else { continue };
        let last = path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or_default();
        if !last.starts_with('{') {
            lists.entry((&operation.api, stems(last))).or_default().push(place);
        }
    }
    let needs = |operation: &Operation| {
        let mut found = Vec::new();
        let mut before = "";
        for segment in operation.path.as_deref().unwrap_or_default().split('/').filter(|segment| !segment.is_empty()) {
            if segment.starts_with('{') {
                found.extend(lists.get(&(&*operation.api, stems(before))).into_iter().flatten().copied());
            }
            before = segment;
        }
        found
    };
    operations.iter().map(needs).collect()
}

fn stems(segment: &str) -> String {
    words::split(segment).iter().map(|word| words::stem(word)).collect::<Vec<_>>().join(" ")
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
