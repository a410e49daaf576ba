//! The judge itself: sums of weights, and what is likeliest.

use super::{
    super::{signs::Signs, text::Text},
    class::Class,
    features::{Scene, features},
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::LazyLock,
};

pub(super) const CLASSES: usize = Class::ALL.len();

/// Weights by feature, for every class that a feature speaks for or against.
#[derive(Debug, Default)]
pub(super) struct Weights {
    /// The words that are looked at.
    pub(super) small: HashSet<String>,
    pub(super) of: HashMap<String, Vec<(usize, f32)>>,
}

impl Weights {
    /// A line of the small words, then a line for each feature: the feature, a tab, `class weight` with weights in hundredths.
    pub(super) fn parse(text: &str) -> Self {
        let mut weights = Self::default();
        for line in text.lines().filter(|line| !line.starts_with("##")) {
            let Some((feature, rest)) = line.split_once('\t') else { continue };
            if feature == "small" {
                weights.small = rest.split(' ').map(str::to_owned).collect();
                continue;
            }
            let pairs: Vec<&str> = rest.split(' ').collect();
            let pair = |pair: &[&str]| {
                let weight: f32 = pair.get(1)?.parse().ok()?;
                Some((Class::from_name(pair[0])? as usize, weight / 100.0))
            };
            weights.of.insert(feature.to_owned(), pairs.chunks(2).filter_map(pair).collect());
        }
        weights
    }

    pub(super) fn sums<'f>(&self, features: impl Iterator<Item = &'f String>) -> [f32; CLASSES] {
        let mut sums = [0.0; CLASSES];
        for (class, weight) in features.filter_map(|feature| self.of.get(feature)).flatten() {
            sums[*class] += weight;
        }
        sums
    }
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("weights.txt")));

/// How likely a part of a message is of each class, likeliest first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgement {
    pub(super) class: Class,
    /// 0 to 1.
    pub(super) sureness: f32,
    /// How likely it is of the matter, 0 to 1.
    pub(super) content: f32,
}

pub(super) fn judge(text: &Text<'_>, signs: &Signs, words: &Range<usize>, scene: Scene) -> Judgement {
    weigh(&WEIGHTS, &features(text, signs, words, scene, &WEIGHTS.small))
}

pub(super) fn weigh(weights: &Weights, features: &[String]) -> Judgement {
    let shares = shares(weights.sums(features.iter()));
    let best = (0..CLASSES).max_by(|one, other| shares[*one].total_cmp(&shares[*other])).unwrap_or_default();
    Judgement { class: Class::ALL[best].0, sureness: shares[best], content: shares[Class::Content as usize] }
}

/// Probabilities of sums.
pub(super) fn shares(sums: [f32; CLASSES]) -> [f32; CLASSES] {
    let most = sums.iter().copied().fold(f32::MIN, f32::max);
    let raised = sums.map(|sum| (sum - most).exp());
    let all: f32 = raised.iter().sum();
    raised.map(|one| one / all)
}
