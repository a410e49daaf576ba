//! Which findings are about one underlying issue. What is alike only in part stays apart: a reader merges two briefs more easily than
//! they take one apart.

use super::{
    pattern, phrase,
    words::{share, subject},
};
use protocol::opportunities::Finding;
use std::collections::{BTreeSet, HashMap};

/// Weighed words in common, from which two findings are about one issue: seen at one surface, and anywhere.
const AT_ONE_SURFACE: f64 = 0.34;
const ANYWHERE: f64 = 0.55;
/// The part of the shorter of what two titles are about, from which that is the same thing.
const SAME: f64 = 0.6;

/// What findings are compared by.
struct Digest {
    surface: String,
    kind: &'static str,
    names: Vec<String>,
    /// What the title is about.
    about: BTreeSet<String>,
    title: BTreeSet<String>,
    all: BTreeSet<String>,
}

/// Places of findings; each is in exactly one group, groups are in the order of their first.
pub(super) fn group(findings: &[Finding]) -> Vec<Vec<usize>> {
    let digests: Vec<Digest> = findings.iter().map(digest).collect();
    let mut frequencies: HashMap<&str, f64> = HashMap::new();
    digests.iter().flat_map(|one| &one.all).for_each(|word| *frequencies.entry(word).or_default() += 1.0);
    // A word that everybody has says little about whether two are one.
    let weigh = |word: &String| (1.0 + findings.len() as f64 / frequencies[word.as_str()]).ln();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, one) in digests.iter().enumerate() {
        // With all of them, not with the nearest: no chain leads from one issue to another.
        let is_one = |group: &&mut Vec<usize>| group.iter().all(|member| are_one(one, &digests[*member], &weigh));
        match groups.iter_mut().find(is_one) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

fn digest(finding: &Finding) -> Digest {
    let (title, description) = (finding.title.as_str(), finding.description.as_str());
    let surface = finding.surface.as_deref().unwrap_or_default().trim().to_lowercase();
    let beside_surface = |text: &str| -> BTreeSet<String> { subject(text).difference(&subject(&surface)).cloned().collect() };
    Digest {
        kind: &pattern::fitting(title, description).kind,
        names: phrase::names(title),
        about: phrase::dominating(title, description).map(|text| subject(&text)).unwrap_or_default(),
        title: beside_surface(title),
        all: beside_surface(&format!("{title} {description}")),
        surface,
    }
}

fn are_one(one: &Digest, other: &Digest, weigh: &impl Fn(&String) -> f64) -> bool {
    let is_placed = !one.surface.is_empty() && !other.surface.is_empty();
    let has_own = |one: &Digest, other: &Digest| one.names.iter().any(|name| !other.names.contains(name));
    if one.kind != other.kind || (is_placed && one.surface != other.surface) || (has_own(one, other) && has_own(other, one)) {
        return false;
    }
    let is_about = |one: &Digest, other: &Digest| one.about.is_empty() || share(&one.about, &other.about) >= SAME;
    if !is_about(one, other) && !is_about(other, one) {
        return false;
    }
    let least = if is_placed { AT_ONE_SURFACE } else { ANYWHERE };
    let titles = alike(&one.title, &other.title, weigh);
    // Long descriptions share words by chance, so they never decide alone.
    titles >= least || (titles >= least / 2.0 && alike(&one.all, &other.all, weigh) >= least)
}

/// The weight of the words in common, as a part of all.
fn alike(one: &BTreeSet<String>, other: &BTreeSet<String>, weigh: &impl Fn(&String) -> f64) -> f64 {
    let whole: f64 = one.union(other).map(weigh).sum();
    if whole > 0.0 { one.intersection(other).map(weigh).sum::<f64>() / whole } else { 0.0 }
}
