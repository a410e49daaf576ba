//! `all hospitals in Wexham have …`, `most of the ships are …`, `X is the only …`.

use super::{
    super::{
        phrase::Claim,
        reading::{Condition, Formula, Reading, Relation, Test, compare},
    },
    count,
};

pub(super) fn read(claim: &Claim<'_>) -> Vec<Reading> {
    let mut readings = Vec::new();
    for at in 0..claim.items.len() {
        let item = &claim.items[at];
        let is_majority = item.kind == "majority" || (at == 0 && item.text == "most");
        if item.is(&["all", "both", "half"]) || is_majority {
            readings.extend(share(claim, at, is_majority));
        } else if item.kind == "only" {
            readings.extend(only(claim, at));
        }
    }
    readings
}

/// Those that are spoken of, and those of them that are so.
fn share(claim: &Claim<'_>, at: usize, is_majority: bool) -> Option<Reading> {
    let kind = claim.items[at].kind;
    let end = claim.items.len();
    let mut used = claim.unused();
    used[at] = true;
    let pivot = claim.pivot(at + 1)?;
    used[pivot] = true;
    if claim.items[..at].iter().any(|item| !item.is_filler()) {
        return None;
    }
    let of = claim.read(at + 1..pivot, &mut used);
    let so = claim.read(pivot..end, &mut used);
    claim.mark_entities(&of, &mut used);
    claim.mark_entities(&so, &mut used);
    if so.conditions.is_empty() || !so.numbers.is_empty() || !of.numbers.is_empty() {
        return None;
    }
    let doubt = of.doubt + so.doubt;
    let is_when = |(one, at): &(Condition, usize)| {
        let is_limited = of.conditions.iter().any(|(other, _)| other.columns().iter().any(|own| one.columns().contains(own)));
        is_only_when(claim, pivot, one, *at) && !is_limited
    };
    let (times, others): (Vec<_>, Vec<_>) = so.conditions.into_iter().partition(is_when);
    // "All were renewed in May" is about those of May; "all were in May" says so of all.
    let (times, others) = if others.is_empty() { (others, times) } else { (times, others) };
    let of: Vec<Condition> = of.filter().into_iter().chain(times.into_iter().map(|(one, _)| one)).collect();
    let so: Vec<Condition> = of.iter().cloned().chain(others.into_iter().map(|(one, _)| one)).collect();
    let (all, those) = (Formula::Premise(0), Formula::Premise(1));
    let formula = if is_majority {
        compare(those, Relation::More, Formula::Half(Box::new(all)))
    } else if kind == "half" {
        compare(those, Relation::Equal, Formula::Half(Box::new(all)))
    } else {
        if kind == "both" && claim.rows(&of).len() != 2 {
            return None;
        }
        compare(those, Relation::Equal, all)
    };
    if claim.rows(&of).is_empty() {
        return None;
    }
    Some(Reading { premises: vec![count(of), count(so)], formula, used, doubt })
}

/// A time that no column is named for, and that "and" does not make one of the things that are said.
fn is_only_when(claim: &Claim<'_>, pivot: usize, one: &Condition, at: usize) -> bool {
    let columns = one.columns();
    let before = &claim.items[pivot..at];
    let is_named = before.iter().rev().take(4).any(|item| item.heads.iter().any(|head| columns.contains(head)));
    let leads = ["prep", "det", "before", "after", "since", "between"];
    let is_joined = before.iter().rev().find(|item| !item.is(&leads)).is_some_and(|item| item.is(&["and", "or", "but"]));
    matches!(one.test, Test::When { .. }) && !one.is_negated && !is_named && !is_joined
}

/// `X is the only …`, `only X …`
fn only(claim: &Claim<'_>, at: usize) -> Option<Reading> {
    let end = claim.items.len();
    let next = claim.items.get(at + 1)?;
    if next.number.is_some() {
        return None;
    }
    let mut used = claim.unused();
    used[at] = true;
    let (mut subject, rest) = (claim.read(0..at, &mut used), claim.items[at + 1..].iter().any(|item| !item.is_filler()));
    if !rest {
        return None;
    }
    let mut those = claim.read(at + 1..end, &mut used);
    if subject.conditions.is_empty() {
        let pivot = claim.pivot(at + 1)?;
        let (first, second) = those.conditions.into_iter().partition::<Vec<_>, _>(|(_, place)| *place < pivot);
        subject.conditions = first;
        those.conditions = second;
    }
    claim.mark_entities(&subject, &mut used);
    claim.mark_entities(&those, &mut used);
    claim.find(&["be", "have"]).for_each(|place| used[place] = true);
    if subject.conditions.is_empty() || those.conditions.is_empty() || !subject.numbers.is_empty() || !those.numbers.is_empty() {
        return None;
    }
    let doubt = subject.doubt + those.doubt;
    let those = those.filter();
    let both: Vec<Condition> = those.iter().cloned().chain(subject.filter()).collect();
    let formula = Formula::And(vec![
        compare(Formula::Premise(1), Relation::AtLeast, Formula::Number(1.0)),
        compare(Formula::Premise(0), Relation::Equal, Formula::Premise(1)),
    ]);
    Some(Reading { premises: vec![count(those), count(both)], formula, used, doubt })
}
