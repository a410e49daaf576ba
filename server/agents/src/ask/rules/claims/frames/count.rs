//! `four games were played in May`, `X appears three times`, `no customer is from France`, `only one …`.

use super::{
    super::{
        phrase::Claim,
        reading::{Measure, Premise, Reading, Relation},
    },
    count, one_number,
};

pub(super) fn read(claim: &Claim<'_>) -> Vec<Reading> {
    (0..claim.items.len()).flat_map(|at| build(claim, at)).collect()
}

fn build(claim: &Claim<'_>, at: usize) -> Vec<Reading> {
    let items = &claim.items;
    let item = &items[at];
    let is_none = item.kind == "none" && !(at > 0 && items[at - 1].is(&["have", "not"]));
    let number = item.number.as_ref().filter(|token| item.ordinal.is_none() && token.decimals == 0 && !token.is_percent);
    let wanted = if is_none { Some(0.0) } else { number.and_then(|token| token.number) };
    let Some(wanted) = wanted.filter(|wanted| (0.0..=500.0).contains(wanted) && item.when.is_none()) else { return Vec::new() };
    if items
        .iter()
        .any(|item| item.is(&["all", "majority", "than", "total", "average", "same", "half", "both", "neither", "difference"]))
    {
        return Vec::new();
    }
    let mut used = claim.unused();
    used[at] = true;
    let bound = claim.bound(at);
    bound.items.clone().for_each(|place| used[place] = true);
    let mut noun = bound.items.end;
    while items.get(noun).is_some_and(|item| item.is(&["prep", "det", "all"]) && item.heads.is_empty() && item.cells.is_empty()) {
        noun += 1;
    }
    let Some(counted) = items.get(noun) else { return Vec::new() };
    // `3 points` are a value.
    let is_figure =
        !counted.heads.is_empty() && counted.heads.iter().all(|column| claim.is_measured(*column)) && counted.kind != "noun";
    let is_label = at > 0 && !items[at - 1].heads.is_empty() && bound.items.start == at && !is_none;
    let is_times = counted.kind == "times";
    let is_thing =
        counted.kind == "noun" || counted.is_known || !counted.heads.is_empty() || !counted.cells.is_empty() || is_times;
    if is_figure || is_label || !is_thing || item.has_break && at > 0 {
        return Vec::new();
    }
    if is_times || (counted.cells.is_empty() && counted.heads.iter().all(|column| !claim.is_measured(*column))) {
        used[noun] = true;
    }
    let mut phrase = claim.read(0..items.len(), &mut used);
    claim.mark_entities(&phrase, &mut used);
    for place in claim.find(&["be", "have", "there", "and"]) {
        used[place] = true;
    }
    if !phrase.numbers.is_empty() {
        return Vec::new();
    }
    // Two cells of one column that are joined are two claims.
    let joined = has_alternatives(&phrase);
    if joined {
        return Vec::new();
    }
    let mut doubt = std::mem::take(&mut phrase.doubt);
    let filter = phrase.filter();
    if filter.is_empty() {
        doubt += 0.3;
    }
    if is_none {
        doubt += 0.05;
    }
    let distinct = counted.heads.iter().copied().find(|column| !claim.is_measured(*column)).filter(|_| counted.cells.is_empty());
    let mut readings = vec![one_number(count(filter.clone()), bound.relation, wanted, used.clone(), doubt)];
    if let Some(column) = distinct.filter(|_| bound.relation == Relation::Equal || !is_none) {
        let premise = Premise { measure: Measure::Distinct(column), filter: filter.clone() };
        readings.push(one_number(premise, bound.relation, wanted, used, doubt));
        if filter.is_empty() {
            readings.remove(0);
        }
    }
    readings
}

/// Whether two conditions want one column to be two things.
pub(super) fn has_alternatives(phrase: &super::super::phrase::Phrase) -> bool {
    phrase.conditions.iter().enumerate().any(|(at, (one, _))| {
        let is_same = |(other, _): &(super::super::reading::Condition, usize)| {
            matches!((&one.test, &other.test), (super::super::reading::Test::Cells(_), super::super::reading::Test::Cells(_)))
                && one.columns() == other.columns()
                && one.columns().len() == 1
        };
        phrase.conditions[at + 1..].iter().any(is_same)
    })
}
