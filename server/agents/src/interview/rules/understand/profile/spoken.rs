//! By which words a person speaks of an obligation while the interview is going on.

use super::{
    super::{
        lexicon,
        text::{Text, stem},
    },
    stems,
};
use protocol::interview::ObligationTemplate;
use std::collections::HashMap;

/// The words of one obligation, the surest first.
#[derive(Debug, Default)]
pub(in super::super) struct Spoken {
    /// Stems of the label and the key, and how much each says: 2 for the label, less for the key and for words of like meaning.
    named: Vec<(String, f32)>,
    /// The last stem of the label: what the thing is ("market" of "target market").
    head: String,
    /// Words of like meaning to the head.
    like_head: Vec<String>,
    /// How many stems the label has.
    length: usize,
    /// What the prompt asks for by name: "what problem …", "which towns …".
    asked_for: Vec<String>,
    /// The options' labels in small letters.
    pub(in super::super) labels: Vec<String>,
    /// Telling stems of the options and which one each speaks of.
    pub(in super::super) options: Vec<(String, usize)>,
    /// The stems of each option's label, synonyms and value, word for word, and of its label without small words.
    pub(in super::super) forms: Vec<(usize, Vec<String>)>,
    /// Stems of the options' words that end like "story" or "stories", which "store" shares.
    in_y: Vec<String>,
    /// The last stems of labels and synonyms of several words, and the one option each belongs to.
    tails: Vec<(String, usize)>,
    /// Asks for a person: "I do" is an answer.
    pub(in super::super) who: bool,
    /// Asks for what is wanted or to come.
    pub(in super::super) ahead: bool,
    /// Asks for what has happened.
    pub(in super::super) past: bool,
}

/// How well a subject names an obligation.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(in super::super) struct Naming {
    pub(in super::super) strength: f32,
    /// The words themselves, not only their like.
    pub(in super::super) plainly: bool,
}

impl Spoken {
    pub(super) fn of(template: &ObligationTemplate) -> Self {
        let label = template.label.clone().unwrap_or_else(|| template.name());
        let label = stems(&label.replace('-', " "), false);
        let mut named: Vec<(String, f32)> = label.iter().map(|word| (word.clone(), 2.0)).collect();
        let add = |words: Vec<String>, weight: f32, named: &mut Vec<(String, f32)>| {
            for word in words {
                if !named.iter().any(|(known, _)| *known == word) {
                    named.push((word, weight));
                }
            }
        };
        add(stems(&template.key.replace(['_', '-', '.'], " "), true), 1.4, &mut named);
        let near: Vec<String> = lexicon::NEAR
            .iter()
            .filter(|row| row.iter().any(|word| named.iter().any(|(known, _)| known == stem(word))))
            .flat_map(|row| row.iter().map(|word| stem(word).to_owned()))
            .collect();
        add(near, 1.2, &mut named);
        let like_head: Vec<String> = lexicon::NEAR
            .iter()
            .filter(|row| label.last().is_some_and(|head| row.iter().any(|word| stem(word) == head)))
            .flat_map(|row| row.iter().map(|word| stem(word).to_owned()))
            .collect();
        let asked_for = std::iter::once(&template.prompt).chain(&template.rephrasings).flat_map(|text| asked_for(text)).collect();
        let asks = template.prompt.to_lowercase();
        Self {
            head: label.last().cloned().unwrap_or_default(),
            length: label.len().max(1),
            named,
            like_head,
            asked_for,
            labels: template.options.iter().map(|choice| choice.label.to_lowercase()).collect(),
            options: option_words(template),
            in_y: in_y(template),
            tails: tails(template),
            forms: forms(template),
            past: [" did ", "did ", " was ", " were ", " happened"].iter().any(|word| asks.contains(word)),
            ahead: looks_ahead(template),
            who: asks.starts_with("who ") || asks.starts_with("whom "),
        }
    }

    /// How well a verb of the name's root speaks of this obligation.
    pub(in super::super) fn done_by(&self, verb: &str) -> Option<Naming> {
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        let length = self.length as f32;
        self.says(verb).map(|(strength, plainly)| Naming { strength: strength / length.sqrt(), plainly })
    }

    /// How well the stems of a subject, of which `head` says what it is, name this obligation.
    pub(in super::super) fn names(&self, subject: &[&str], head: &str) -> Option<Naming> {
        let (by_head, plainly) = self.says(head)?;
        let rest: f32 = subject.iter().filter(|word| **word != head).filter_map(|word| self.says(word)).map(|(one, _)| one).sum();
        #[expect(clippy::cast_precision_loss, reason = "a few words")]
        let length = self.length as f32;
        // "Customers" are not the "customer need", though they stand in its name.
        let is_head = akin(&self.head, head) || self.like_head.iter().any(|like| like == head) || self.length == 1;
        let share = if is_head || !rest.eq(&0.0) { 1.0 } else { 0.5 };
        let strength = (by_head * share + rest) / length.sqrt() + if is_head { 0.6 } else { 0.0 };
        Some(Naming { strength, plainly })
    }

    fn says(&self, word: &str) -> Option<(f32, bool)> {
        let exact = self.named.iter().find(|(known, _)| known == word);
        exact.map(|(_, weight)| (*weight, *weight > 1.3)).or_else(|| {
            self.named.iter().find(|(known, weight)| *weight > 1.3 && akin(known, word)).map(|(_, weight)| (weight * 0.8, true))
        })
    }

    /// Its name has this word, or the prompt asks for it.
    pub(in super::super) fn is_about(&self, word: &str) -> bool {
        self.says(word).is_some() || self.asked_for.iter().any(|known| known == word)
    }

    /// The option that things of this sort belong to: "calls" of "cold calls".
    pub(in super::super) fn tail(&self, word: &str) -> Option<usize> {
        self.tails.iter().find(|(known, _)| known == word).map(|(_, option)| *option)
    }

    /// "Stories" have the stem of "store", and are none.
    pub(in super::super) fn only_shares_a_stem(&self, word: &str) -> bool {
        word.ends_with("ies") && !self.in_y.iter().any(|known| known == stem(word))
    }

    /// The option that a stem speaks of by its root.
    pub(in super::super) fn option(&self, word: &str) -> Option<usize> {
        self.options.iter().find(|(known, _)| akin(known, word)).map(|(_, option)| *option)
    }
}

/// A question for what is wanted, planned or expected, and anything that is set beforehand.
fn looks_ahead(template: &ObligationTemplate) -> bool {
    const AHEAD: &[&str] = &[
        "want", "would", "could", "should", "plan", "hope", "will", "may", "expect", "offer", "must", "wish", "need", "mind",
        "goal", "budget", "deadline", "aim", "target", "achieve",
    ];
    let label = template.label.clone().unwrap_or_else(|| template.name());
    let head = stems(&label, false).pop().unwrap_or_default();
    let asks = Text::new(&template.prompt);
    AHEAD.iter().any(|word| stem(word) == head) || (0..asks.words.len()).any(|at| AHEAD[..14].contains(&asks.word(at)))
}

/// The words right behind "what" and "which".
fn asked_for(prompt: &str) -> Vec<String> {
    let text = Text::new(prompt);
    let Some(at) = (0..text.words.len()).find(|&at| matches!(text.word(at), "what" | "which")) else { return Vec::new() };
    let tells = |at: &usize| !text.is_mark(*at) && !lexicon::COMMON.contains(text.word(*at));
    (at + 1..text.words.len().min(at + 4)).take_while(tells).map(|at| text.stem(at).to_owned()).collect()
}

/// How each option may be called.
fn forms(template: &ObligationTemplate) -> Vec<(usize, Vec<String>)> {
    let mut found: Vec<(usize, Vec<String>)> = Vec::new();
    for (at, choice) in template.options.iter().enumerate() {
        let value = choice.value.replace(['_', '-'], " ");
        let names = std::iter::once(&choice.label).chain(&choice.synonyms).chain(std::iter::once(&value));
        let whole = names.map(|name| stems(name, false));
        for form in whole.chain(std::iter::once(stems(&choice.label, true))) {
            if !form.is_empty() && !found.contains(&(at, form.clone())) {
                found.push((at, form));
            }
        }
    }
    found
}

/// Last stems of forms of several words, where no other option has them.
fn tails(template: &ObligationTemplate) -> Vec<(String, usize)> {
    let forms = |choice: &protocol::interview::Choice| -> Vec<Vec<String>> {
        std::iter::once(&choice.label).chain(&choice.synonyms).map(|form| stems(form, false)).collect()
    };
    let all: Vec<Vec<Vec<String>>> = template.options.iter().map(forms).collect();
    let mut found: Vec<(String, usize)> = Vec::new();
    for (at, forms) in all.iter().enumerate() {
        for tail in forms.iter().filter(|form| form.len() > 1).filter_map(|form| form.last()) {
            let elsewhere =
                all.iter().enumerate().any(|(other, forms)| other != at && forms.iter().flatten().any(|word| word == tail));
            if tail.len() > 3 && !elsewhere && !found.iter().any(|(known, _)| known == tail) {
                found.push((tail.clone(), at));
            }
        }
    }
    found
}

fn ends_in_y(word: &str) -> bool {
    word.ends_with('y') || word.ends_with("ies")
}

fn in_y(template: &ObligationTemplate) -> Vec<String> {
    let forms = template.options.iter().flat_map(|choice| std::iter::once(&choice.label).chain(&choice.synonyms));
    let words = forms.flat_map(|form| {
        let text = Text::new(form);
        let found: Vec<String> =
            (0..text.words.len()).filter(|&at| ends_in_y(text.word(at))).map(|at| text.stem(at).to_owned()).collect();
        found
    });
    words.collect()
}

/// Stems of labels and synonyms that stand in one option only.
fn option_words(template: &ObligationTemplate) -> Vec<(String, usize)> {
    let mut of: HashMap<String, Option<usize>> = HashMap::new();
    for (at, choice) in template.options.iter().enumerate() {
        for word in std::iter::once(&choice.label).chain(&choice.synonyms).flat_map(|form| stems(form, true)) {
            of.entry(word).and_modify(|known| *known = known.filter(|known| *known == at)).or_insert(Some(at));
        }
    }
    let mut words: Vec<(String, usize)> =
        of.into_iter().filter(|(word, _)| word.len() > 4).filter_map(|(word, at)| Some((word, at?))).collect();
    words.sort();
    words
}

/// Two words of one root: "competitor" and "competition", "allergic" and "allergies".
pub(in super::super) fn akin(left: &str, right: &str) -> bool {
    if left == right {
        return true;
    }
    let same = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let (left, right) = (left.len() - same, right.len() - same);
    left.max(right) <= 5 && (same >= 6 || same == 5 && left.min(right) == 0)
}
