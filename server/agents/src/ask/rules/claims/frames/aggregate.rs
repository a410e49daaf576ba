//! `the average Y is 2.9`, `the total of Y in Z was over 100`.

use super::super::{
    phrase::Claim,
    reading::{Formula, Measure, Premise, Reading, Relation, compare},
};

pub(super) fn read(claim: &Claim<'_>) -> Vec<Reading> {
    claim.find(&["total", "average"]).flat_map(|at| build(claim, at)).collect()
}

fn build(claim: &Claim<'_>, at: usize) -> Option<Reading> {
    let items = &claim.items;
    if items.iter().any(|item| item.is(&["all", "majority", "than", "up", "down", "first", "last", "not", "same", "both"])) {
        return None;
    }
    let mut used = claim.unused();
    used[at] = true;
    let near = (at + 1..items.len().min(at + 6)).chain((0..at).rev());
    let head = near.into_iter().find(|place| !claim.measured(*place).is_empty())?;
    used[head] = true;
    let mut columns = claim.measured(head);
    if columns.len() > 1 {
        let other =
            (0..items.len()).find(|other| *other != head && claim.measured(*other).iter().any(|one| columns.contains(one)))?;
        used[other] = true;
        columns.retain(|column| claim.measured(other).contains(column));
    }
    let [column] = columns[..] else { return None };
    let figures: Vec<usize> =
        (0..items.len()).filter(|place| items[*place].number.is_some() && items[*place].ordinal.is_none()).collect();
    // The claimed number is the last one, or the one after the verb.
    let claimed = figures.iter().copied().rev().find(|place| items[*place].when.is_none()).or_else(|| figures.last().copied())?;
    let bound = claim.bound(claimed);
    bound.items.clone().for_each(|place| used[place] = true);
    let phrase = claim.read(0..items.len(), &mut used);
    claim.mark_entities(&phrase, &mut used);
    claim.find(&["be", "have", "there", "and"]).for_each(|place| used[place] = true);
    if !phrase.numbers.is_empty() || super::count::has_alternatives(&phrase) {
        return None;
    }
    let number = items[claimed].number.as_ref()?;
    let wanted = claim.value(number, column);
    let is_average = items[at].kind == "average";
    let measure = if is_average { Measure::Average(column) } else { Measure::Sum(column) };
    let formula = match bound.relation {
        Relation::Equal if is_average => Formula::Rounded(Box::new(Formula::Premise(0)), wanted, number.decimals),
        relation => compare(Formula::Premise(0), relation, Formula::Number(wanted)),
    };
    let premises = vec![Premise { measure, filter: phrase.filter() }];
    Some(Reading { premises, formula, used, doubt: phrase.doubt })
}
