//! `X and Y have the same Z`, `X and Y are in different Z`.

use super::super::{
    grid::Holds,
    phrase::Claim,
    reading::{Formula, Measure, Premise, Reading, Relation, Test, compare},
};

pub(super) fn read(claim: &Claim<'_>) -> Vec<Reading> {
    claim.find(&["same", "different"]).filter_map(|at| build(claim, at)).collect()
}

fn build(claim: &Claim<'_>, at: usize) -> Option<Reading> {
    let items = &claim.items;
    let mut used = claim.unused();
    used[at] = true;
    let heads: Vec<usize> = (at + 1..items.len()).chain((0..at).rev()).filter(|place| !items[*place].heads.is_empty()).collect();
    let head = heads.iter().copied().find(|place| !items[*place].is_soft).or_else(|| heads.first().copied())?;
    let mut columns = items[head].heads.clone();
    if columns.len() > 1 {
        let other =
            heads.iter().copied().find(|other| *other != head && items[*other].heads.iter().any(|one| columns.contains(one)))?;
        columns.retain(|column| items[other].heads.contains(column));
        used[other] = true;
    }
    let [column] = columns[..] else { return None };
    used[head] = true;
    // The same year of two days is more than the same cell.
    if claim.grid.headers[column].holds == Holds::Dates && items[head].text != claim.grid.headers[column].name.to_lowercase() {
        return None;
    }
    let nots: Vec<usize> = claim.find(&["not"]).collect();
    nots.iter().for_each(|place| used[*place] = true);
    let phrase = claim.read(0..items.len(), &mut used);
    claim.mark_entities(&phrase, &mut used);
    claim.find(&["be", "have", "and", "both"]).for_each(|place| used[place] = true);
    let filter = phrase.filter();
    let [first, second] = &filter[..] else { return None };
    let are_cells = matches!(
        (&first.test, &second.test),
        (Test::Cells(_), Test::Cells(_)) | (Test::When { .. }, Test::When { .. }) | (Test::Number { .. }, Test::Number { .. })
    );
    if !are_cells || first.columns() != second.columns() || first.columns() == [column] || !phrase.numbers.is_empty() {
        return None;
    }
    let premises: Vec<Premise> =
        [first, second].map(|one| Premise { measure: Measure::Value(column), filter: vec![one.clone()] }).to_vec();
    if premises.iter().any(|premise| premise.rows(claim.grid).len() != 1) {
        return None;
    }
    let is_same = (items[at].kind == "same") == nots.len().is_multiple_of(2);
    let relation = if is_same { Relation::Equal } else { Relation::Unequal };
    let formula = compare(Formula::Premise(0), relation, Formula::Premise(1));
    Some(Reading { premises, formula, used, doubt: phrase.doubt })
}
