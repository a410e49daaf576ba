//! How complete an interview is (seed 000, Completeness Scoring), with two visible repairs: nothing to collect is 0,
//! and what was skipped without being required leaves the denominator. An answer that is given to it all the same counts
//! where it raises the score: nobody loses by telling more than they have to.

use protocol::{
    Confidence,
    interview::{CategoryScore, Completeness, InterviewView, NextBest, Obligation, ObligationTemplate, Required, Status},
};
use std::collections::{HashMap, HashSet};

/// A missing required obligation keeps the score from rising above this.
const CAP: f64 = 0.85;
/// What an answer is expected to be worth, for the ranking of what would help most.
const EXPECTED: f64 = 0.90;

/// The score with everything that explains it.
#[must_use]
pub fn completeness(view: &InterviewView) -> Completeness {
    let pairs = pairs(view);
    let required = required(view, &pairs);
    let mut notes = Vec::new();
    let sums = Sums::from_pairs(&pairs);
    let plain = sums.score();
    let score = capped(plain, required.missing.is_empty());
    if pairs.is_empty() {
        notes.push("nothing to collect".to_owned());
    } else if score < plain {
        notes.push(format!("capped at {CAP} while a required answer is missing"));
    }
    let dropped = pairs.iter().filter(|pair| !pair.counts()).count();
    if dropped > 0 {
        notes.push(format!("{dropped} skipped and not counted"));
    }
    let without = sums.without();
    if without > 0 {
        notes.push(format!("{without} answered after being skipped and not counted, since that would lower the score"));
    }
    Completeness {
        score: Confidence::new(score),
        blockers: blockers(view, &pairs, &required),
        by_category: by_category(&pairs),
        next_best: next_best(&pairs, &sums, &required.missing, score),
        required,
        notes,
    }
}

struct Pair<'a> {
    template: &'a ObligationTemplate,
    one: &'a Obligation,
    required: bool,
}

impl Pair<'_> {
    fn counts(&self) -> bool {
        self.required || self.one.status != Status::Skipped
    }

    /// Skipped without being required, and given all the same.
    fn is_spare(&self) -> bool {
        self.one.spare && !self.required && self.counts()
    }

    fn weight(&self) -> Weight {
        let all = if self.counts() { f64::from(self.template.priority) } else { 0.0 };
        Weight { sum: all * self.worth(), most: all }
    }

    /// As if it were satisfied at the expected confidence.
    fn raised(&self) -> Weight {
        let all = f64::from(self.template.priority);
        Weight { sum: all * self.worth().max(EXPECTED), most: all }
    }

    fn worth(&self) -> f64 {
        let confidence = self.one.confidence.get();
        match self.one.status {
            Status::Satisfied => confidence,
            Status::Partial => confidence * 0.5,
            _ => 0.0,
        }
    }
}

fn pairs(view: &InterviewView) -> Vec<Pair<'_>> {
    let required: HashSet<&str> = view.definition.completion.required_obligations.iter().map(String::as_str).collect();
    view.obligations
        .iter()
        .enumerate()
        .filter_map(|(place, one)| {
            // Obligations have the order of their templates.
            let here = view.definition.obligations.get(place).filter(|template| template.key == one.key);
            let template = here.or_else(|| view.template(&one.key))?;
            Some(Pair { template, one, required: required.contains(one.key.as_str()) })
        })
        .collect()
}

/// The two sums of the seed's formula.
#[derive(Clone, Copy, Default)]
struct Weight {
    sum: f64,
    most: f64,
}

impl Weight {
    fn score(self) -> f64 {
        if self.most > 0.0 { self.sum / self.most } else { 0.0 }
    }
}

impl std::ops::Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, most: self.most + other.most }
    }
}

impl std::ops::Sub for Weight {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { sum: self.sum - other.sum, most: self.most - other.most }
    }
}

/// What always counts, and each that counts where it raises the score.
#[derive(Clone, Default)]
struct Sums {
    counted: Weight,
    spare: Vec<Weight>,
}

impl Sums {
    fn from_pairs<'a, 'b: 'a>(pairs: impl IntoIterator<Item = &'a Pair<'b>>) -> Self {
        let mut sums = Self::default();
        for pair in pairs {
            if pair.is_spare() { sums.spare.push(pair.weight()) } else { sums.counted = sums.counted + pair.weight() }
        }
        sums
    }

    /// The score with the best of the spare ones, one after the other as long as they raise it; the others stay out.
    fn best(&self) -> (f64, usize) {
        let mut spare = self.spare.clone();
        spare.sort_by(|one, other| other.score().total_cmp(&one.score()));
        let mut all = self.counted;
        for (at, one) in spare.iter().enumerate() {
            if one.score() <= all.score() {
                return (all.score(), spare.len() - at);
            }
            all = all + *one;
        }
        (all.score(), 0)
    }

    fn score(&self) -> f64 {
        self.best().0
    }

    /// How many spare ones do not count.
    fn without(&self) -> usize {
        self.best().1
    }

    /// As if this one were satisfied at the expected confidence.
    fn raised(&self, pair: &Pair<'_>) -> f64 {
        let mut sums = self.clone();
        if pair.is_spare() {
            sums.spare.push(pair.raised());
            let had = pair.weight();
            if let Some(at) = sums.spare.iter().position(|one| one.sum == had.sum && one.most == had.most) {
                sums.spare.remove(at);
            }
        } else {
            sums.counted = sums.counted - pair.weight() + pair.raised();
        }
        sums.score()
    }
}

fn required(view: &InterviewView, pairs: &[Pair<'_>]) -> Required {
    let all = &view.definition.completion.required_obligations;
    let satisfied: HashSet<&str> =
        pairs.iter().filter(|pair| pair.one.status == Status::Satisfied).map(|pair| pair.one.key.as_str()).collect();
    let missing: Vec<String> = all.iter().filter(|key| !satisfied.contains(key.as_str())).cloned().collect();
    Required { satisfied: count(all.len() - missing.len()), total: count(all.len()), missing }
}

/// What keeps an interview from closing (seed 000, `checkCompletionCriteria`), in words.
fn blockers(view: &InterviewView, pairs: &[Pair<'_>], required: &Required) -> Vec<String> {
    let mut blockers = Vec::new();
    let names: HashMap<&str, &ObligationTemplate> = if required.missing.is_empty() {
        HashMap::new()
    } else {
        pairs.iter().map(|pair| (pair.one.key.as_str(), pair.template)).collect()
    };
    let named: Vec<String> = required
        .missing
        .iter()
        .map(|key| names.get(key.as_str()).map_or_else(|| key.clone(), |template| template.name()))
        .collect();
    if !named.is_empty() {
        blockers.push(format!("still needed: {}", named.join(", ")));
    }
    let satisfied: Vec<&Obligation> = view.obligations.iter().filter(|one| one.status == Status::Satisfied).collect();
    let wanted = view.definition.completion.min_obligations_satisfied;
    if count(satisfied.len()) < wanted {
        blockers.push(format!("{} of at least {wanted} answers", satisfied.len()));
    }
    let floor = view.definition.completion.min_confidence_score;
    if !satisfied.is_empty() {
        let mean = satisfied.iter().map(|one| one.confidence.get()).sum::<f64>() / f64::from(count(satisfied.len()));
        // Confidence has two decimals, and so has the comparison: a mean of 0.75 must not fail on its last bit.
        if Confidence::new(mean) < Confidence::new(floor) {
            blockers.push(format!("confidence is {} on average, {} is needed", Confidence::new(mean), Confidence::new(floor)));
        }
    }
    if let Some(open) = view.open_negotiation() {
        let name = view.template(&open.key).map_or_else(|| open.key.clone(), ObligationTemplate::name);
        blockers.push(format!("to be settled: {name}"));
    }
    blockers
}

fn by_category(pairs: &[Pair<'_>]) -> Vec<CategoryScore> {
    let mut groups: Vec<(&str, Vec<&Pair<'_>>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for pair in pairs {
        let name = category(pair.template);
        let place = *places.entry(name).or_insert_with(|| {
            groups.push((name, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(pair);
    }
    groups
        .into_iter()
        .map(|(name, pairs)| CategoryScore {
            category: name.to_owned(),
            satisfied: count(pairs.iter().filter(|pair| pair.one.status == Status::Satisfied).count()),
            total: count(pairs.iter().filter(|pair| pair.counts()).count()),
            score: Confidence::new(Sums::from_pairs(pairs).score()),
        })
        .collect()
}

fn capped(plain: f64, nothing_missing: bool) -> f64 {
    if nothing_missing { plain } else { plain.min(CAP) }
}

/// What would raise the score most: each open obligation by the points that satisfying it at 0.90 adds under the cap,
/// required ones first among equals. A required one that was skipped holds the score back, so it is among them.
fn next_best(pairs: &[Pair<'_>], sums: &Sums, missing: &[String], now: f64) -> Vec<NextBest> {
    let mut open: Vec<(f64, f64, &Pair<'_>)> = pairs
        .iter()
        .filter(|pair| match pair.one.status {
            Status::Satisfied => false,
            Status::Skipped => pair.required,
            _ => true,
        })
        .map(|pair| {
            let plain = sums.raised(pair);
            (capped(plain, missing.iter().all(|key| *key == pair.one.key)) - now, plain, pair)
        })
        .collect();
    open.sort_by(|(gain, plain, pair), (other_gain, other_plain, other)| {
        other_gain.total_cmp(gain).then(other.required.cmp(&pair.required)).then(other_plain.total_cmp(plain))
    });
    open.into_iter()
        .take(3)
        .map(|(gain, _, pair)| NextBest { key: pair.one.key.clone(), label: pair.template.name(), gain: Confidence::new(gain) })
        .collect()
}

/// The category people read; obligations without one are listed under "General".
#[must_use]
pub fn category(template: &ObligationTemplate) -> &str {
    template.category.as_deref().filter(|name| !name.is_empty()).unwrap_or("General")
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
