//! The comparison itself, and when it is clear enough to say something.

use domain::embedding::{Embedder, EmbeddingFault, nearness};
use protocol::interview::{ObjectiveDefinition, ObligationTemplate};
use std::{cell::RefCell, collections::HashMap, sync::Arc};

/// A phrase speaks of an obligation from this nearness on …
const NEAR: f32 = 0.28;
/// … and when it is so much nearer to it than to any other. Tried on 90 paraphrases over nine objectives: half of them are
/// placed, and of those one in twelve wrongly.
const AHEAD: f32 = 0.1;
/// The same for an option of the obligation that was asked for: of 69 paraphrases seven in ten are placed, one in fifty wrongly.
const NEAR_OPTION: f32 = 0.28;
const AHEAD_OPTION: f32 = 0.1;
/// What was asked for stays likelier: another obligation must be so much nearer.
const AHEAD_OF_ASKED: f32 = 0.15;

/// So many phrases of one message are compared, and so much of each.
const MOST_PHRASES: usize = 12;
const LONGEST: usize = 300;
/// So many texts of one objective are read; what comes after has no meaning but its words.
const MOST_TEXTS: usize = 4_000;

/// What the model made of an objective.
pub(super) struct Vectors(Vec<Obligation>);

struct Obligation {
    name: Vec<f32>,
    /// Name, question, description and options together.
    whole: Vec<f32>,
    options: Vec<Choice>,
}

struct Choice {
    /// The label and its synonyms together.
    whole: Vec<f32>,
    forms: Vec<Vec<f32>>,
}

/// How near the phrases of a message are to an objective's parts. Knows nothing where there is no model.
#[derive(Default)]
pub(in super::super) struct Likeness {
    objective: Option<Arc<Vectors>>,
    phrases: HashMap<String, Vec<f32>>,
    /// What was asked while nothing was known.
    noted: Option<RefCell<Vec<String>>>,
}

impl Vectors {
    pub(super) async fn of(definition: &ObjectiveDefinition, embedder: &dyn Embedder) -> Result<Self, EmbeddingFault> {
        let mut texts: Vec<String> = definition.obligations.iter().flat_map(texts).collect();
        texts.truncate(MOST_TEXTS);
        let mut vectors = embedder.embed(&texts).await?.into_iter();
        let mut next = || vectors.next().unwrap_or_default();
        let made = definition.obligations.iter().map(|template| {
            let (name, whole) = (next(), next());
            let choices = template
                .options
                .iter()
                .map(|choice| Choice { whole: next(), forms: (0..=choice.synonyms.len()).map(|_| next()).collect() });
            Obligation { name, whole, options: choices.collect() }
        });
        Ok(Self(made.collect()))
    }

    pub(super) fn obligations(&self) -> Vec<Vec<f32>> {
        self.0.iter().map(|one| one.whole.clone()).collect()
    }
}

/// In the order in which their vectors are taken.
fn texts(template: &ObligationTemplate) -> Vec<String> {
    let name = template.name();
    let mut whole = format!("{name} {}", template.prompt);
    for part in template.description.iter().chain(template.options.iter().map(|choice| &choice.label)) {
        whole.push(' ');
        whole.push_str(part);
    }
    let mut texts = vec![name, whole];
    for choice in &template.options {
        let forms = || std::iter::once(&choice.label).chain(&choice.synonyms);
        texts.push(forms().map(String::as_str).collect::<Vec<_>>().join(" "));
        texts.extend(forms().cloned());
    }
    texts
}

impl Likeness {
    pub(super) fn noting() -> Self {
        Self { noted: Some(RefCell::default()), ..Self::default() }
    }

    pub(super) fn new(objective: Arc<Vectors>, phrases: HashMap<String, Vec<f32>>) -> Self {
        Self { objective: Some(objective), phrases, noted: None }
    }

    /// What would have to be known.
    pub(super) fn noted(self) -> Vec<String> {
        self.noted.map(RefCell::into_inner).unwrap_or_default()
    }

    /// The obligation that a phrase speaks of, where it is clearly one, and one that `may` be meant.
    pub(in super::super) fn obligation(&self, phrase: &str, asked: Option<usize>, may: impl Fn(usize) -> bool) -> Option<usize> {
        let (objective, phrase) = self.known(phrase)?;
        let near: Vec<f32> =
            objective.0.iter().map(|one| f32::midpoint(nearness(&one.name, phrase), nearness(&one.whole, phrase))).collect();
        let best = clear(&near, NEAR, AHEAD).filter(|best| may(*best))?;
        asked.is_none_or(|asked| asked == best || near[best] >= near[asked] + AHEAD_OF_ASKED).then_some(best)
    }

    /// The option of an obligation that a phrase speaks of, where it is clearly one.
    pub(in super::super) fn option(&self, slot: usize, phrase: &str) -> Option<usize> {
        let (objective, phrase) = self.known(phrase)?;
        let nearest = |choice: &Choice| choice.forms.iter().map(|form| nearness(form, phrase)).fold(-1.0, f32::max);
        let near: Vec<f32> =
            objective.0.get(slot)?.options.iter().map(|one| f32::midpoint(nearness(&one.whole, phrase), nearest(one))).collect();
        clear(&near, NEAR_OPTION, AHEAD_OPTION)
    }

    fn known(&self, phrase: &str) -> Option<(&Vectors, &[f32])> {
        let phrase = phrase.trim();
        let end = (0..=phrase.len().min(LONGEST)).rev().find(|end| phrase.is_char_boundary(*end)).unwrap_or(0);
        let phrase = &phrase[..end];
        if let Some(noted) = &self.noted {
            let mut noted = noted.borrow_mut();
            if noted.len() < MOST_PHRASES && !phrase.is_empty() && !noted.iter().any(|known| known == phrase) {
                noted.push(phrase.to_owned());
            }
        }
        Some((self.objective.as_deref()?, self.phrases.get(phrase)?))
    }
}

/// The nearest, where it is near enough and no other is about as near.
fn clear(near: &[f32], enough: f32, ahead: f32) -> Option<usize> {
    let best = (0..near.len()).max_by(|left, right| near[*left].total_cmp(&near[*right]))?;
    let second = (0..near.len()).filter(|other| *other != best).map(|other| near[other]).fold(f32::MIN, f32::max);
    (near[best] >= enough && near[best] >= second + ahead).then_some(best)
}
