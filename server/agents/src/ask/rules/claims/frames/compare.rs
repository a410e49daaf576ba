//! `X has more Y than Z`, `more games in May than in June`, `X opened before Z`, `more wins than losses`.

use super::{
    super::{
        grid::Holds,
        phrase::{Claim, Used},
        reading::{Condition, Formula, Measure, Premise, Reading, Relation, compare},
    },
    count,
};

/// Where the sentence turns: the word that compares, and where the second side begins.
struct Turn {
    at: usize,
    right: usize,
    /// More, or later.
    is_more: bool,
    is_time: bool,
    /// An adjective measures these columns.
    columns: Vec<usize>,
}

pub(super) fn read(claim: &Claim<'_>) -> Vec<Reading> {
    turns(claim).iter().flat_map(|turn| build(claim, turn)).collect()
}

fn turns(claim: &Claim<'_>) -> Vec<Turn> {
    let items = &claim.items;
    let mut turns = Vec::new();
    for right in 1..items.len() {
        let is_bound = |place: usize| {
            (place..items.len().min(place + 3))
                .find(|at| !items[*at].is_small())
                .is_some_and(|at| items[at].number.is_some() && items[at].heads.is_empty())
        };
        let item = &items[right];
        if item.kind == "than" && !is_bound(right + 1) {
            let turn = (right.saturating_sub(7)..right).rev().find_map(|at| {
                let measured = items[at].adjective.as_ref().filter(|(_, _, is_most)| !*is_most);
                if let Some((columns, is_high, _)) = measured {
                    return Some(Turn { at, right: right + 1, is_more: *is_high, is_time: false, columns: columns.clone() });
                }
                let is_more = match items[at].kind {
                    "more" => true,
                    "less" => false,
                    _ => return None,
                };
                Some(Turn { at, right: right + 1, is_more, is_time: false, columns: Vec::new() })
            });
            turns.extend(turn);
        } else if item.is(&["over", "under"]) && item.text.contains("than") && !is_bound(right + 1) {
            let is_more = item.kind == "over";
            turns.push(Turn { at: right, right: right + 1, is_more, is_time: false, columns: Vec::new() });
        } else if item.is(&["before", "after"]) && !is_bound(right + 1) {
            let is_more = item.kind == "after";
            turns.push(Turn { at: right, right: right + 1, is_more, is_time: true, columns: Vec::new() });
        }
    }
    turns
}

fn build(claim: &Claim<'_>, turn: &Turn) -> Vec<Reading> {
    let items = &claim.items;
    let end = items.len();
    let mut used = claim.unused();
    used[turn.at] = true;
    used[turn.right - 1] = true;
    let relation = if turn.is_more { Relation::More } else { Relation::Less };
    // `two more games than`
    let step = turn.at.checked_sub(1).filter(|at| items[*at].number.is_some() && items[*at].ordinal.is_none());
    if let Some(step) = step {
        used[step] = true;
    }
    if items.iter().any(|item| item.is(&["not", "all", "none", "only", "majority", "neither"])) {
        return Vec::new();
    }
    let fits = |column: &usize| match turn.is_time {
        true => matches!(claim.grid.headers[*column].holds, Holds::Dates | Holds::Years) || Some(*column) == claim.grid.order(),
        false => claim.is_measured(*column),
    };
    let named = |at: usize| -> Vec<usize> { items[at].heads.iter().copied().filter(fits).collect() };
    let left_heads: Vec<usize> =
        (turn.at + 1..turn.right).chain((0..turn.at).rev()).filter(|at| !named(*at).is_empty()).collect();
    let right_heads: Vec<usize> = (turn.right..end).filter(|at| !named(*at).is_empty()).collect();
    let has_cells = |mut range: std::ops::Range<usize>| range.any(|at| !items[at].cells.is_empty() || items[at].when.is_some());
    if !has_cells(turn.right..end) && !right_heads.is_empty() && !left_heads.is_empty() && turn.columns.is_empty() {
        return two_columns(claim, turn, relation, used).into_iter().collect();
    }
    let mut columns = turn.columns.clone();
    if columns.is_empty() {
        let Some(head) = left_heads.first().or_else(|| right_heads.first()).copied() else {
            if turn.is_time
                && let Some(order) = claim.grid.order()
            {
                return sides(claim, turn, order, relation, step, used).into_iter().collect();
            }
            return if turn.is_time { Vec::new() } else { counts(claim, turn, relation, step, used).into_iter().collect() };
        };
        used[head] = true;
        columns = named(head);
        // `the 2022 budget`, said in two places.
        if columns.len() > 1
            && let Some(other) = left_heads
                .iter()
                .chain(&right_heads)
                .find(|other| **other != head && named(**other).iter().any(|one| columns.contains(one)))
        {
            let narrowed = named(*other);
            columns.retain(|column| narrowed.contains(column));
            used[*other] = true;
        }
    } else if let Some(head) = left_heads.first().filter(|head| named(**head).iter().any(|one| columns.contains(one))) {
        columns.retain(|column| named(*head).contains(column));
        used[*head] = true;
    }
    columns.into_iter().filter_map(|column| sides(claim, turn, column, relation, step, used.clone())).collect()
}

/// One value of each of two rows.
fn sides(
    claim: &Claim<'_>,
    turn: &Turn,
    column: usize,
    relation: Relation,
    step: Option<usize>,
    mut used: Used,
) -> Option<Reading> {
    let end = claim.items.len();
    let left = claim.read(0..turn.at, &mut used);
    let between = claim.read(turn.at + 1..turn.right.max(turn.at + 1) - usize::from(turn.right > turn.at + 1), &mut used);
    let right = claim.read(turn.right..end, &mut used);
    let mut doubt = left.doubt + between.doubt + right.doubt;
    for phrase in [&left, &right, &between] {
        claim.mark_entities(phrase, &mut used);
    }
    if !between.conditions.is_empty() || !left.numbers.is_empty() || !right.numbers.is_empty() {
        return None;
    }
    let (mut left, mut right) = (left.filter(), right.filter());
    if let Some(average) = (turn.right..end).find(|at| claim.items[*at].kind == "average").filter(|_| right.is_empty()) {
        used[average] = true;
        let premises = vec![
            Premise { measure: Measure::Value(column), filter: left },
            Premise { measure: Measure::Average(column), filter: right },
        ];
        let formula = compare(Formula::Premise(0), relation, Formula::Premise(1));
        return Some(Reading { premises, formula, used, doubt });
    }
    share(&mut left, &mut right);
    if left.is_empty() || right.is_empty() || left == right {
        return None;
    }
    let (own, other) = (claim.rows(&left), claim.rows(&right));
    if own.len() != 1 || other.len() != 1 {
        return None;
    }
    if own == other {
        return None;
    }
    doubt += f64::from(u8::from(left.len() != right.len())) * 0.2;
    let formula = with_step(claim, relation, step, column)?;
    let premises = [left, right].map(|filter| Premise { measure: Measure::Value(column), filter });
    if premises.iter().any(|premise| premise.find(claim.grid) == super::super::reading::Found::Nothing) {
        return None;
    }
    Some(Reading { premises: premises.to_vec(), formula, used, doubt })
}

/// What is said once is meant of both sides.
fn share(left: &mut Vec<Condition>, right: &mut Vec<Condition>) {
    let has = |side: &[Condition], one: &Condition| {
        side.iter().any(|other| other.columns().iter().any(|column| one.columns().contains(column)))
    };
    let common =
        |side: &[Condition]| side.iter().enumerate().filter(|(at, _)| *at > 0).map(|(_, one)| one.clone()).collect::<Vec<_>>();
    let (from_right, from_left) = (common(right), common(left));
    let missing_left: Vec<Condition> = from_right.into_iter().filter(|one| !has(left, one)).collect();
    let missing_right: Vec<Condition> = from_left.into_iter().filter(|one| !has(right, one)).collect();
    left.extend(missing_left);
    right.extend(missing_right);
    // `in 2004 X had more than Y`
    if left.len() > right.len()
        && let Some(first) = left.first().filter(|one| !has(right, one)).cloned()
    {
        right.push(first);
    }
}

fn with_step(claim: &Claim<'_>, relation: Relation, step: Option<usize>, column: usize) -> Option<Formula> {
    let (first, second) = (Formula::Premise(0), Formula::Premise(1));
    let Some(step) = step else { return Some(compare(first, relation, second)) };
    let wanted = claim.value(claim.items[step].number.as_ref()?, column);
    let (more, less) = if relation == Relation::More { (first, second) } else { (second, first) };
    Some(compare(Formula::Minus(Box::new(more), Box::new(less)), Relation::Equal, Formula::Number(wanted)))
}

/// How many rows there are on each side.
fn counts(claim: &Claim<'_>, turn: &Turn, relation: Relation, step: Option<usize>, mut used: Used) -> Option<Reading> {
    let end = claim.items.len();
    let noun = turn.at + 1;
    let is_noun = claim
        .items
        .get(noun)
        .is_some_and(|item| item.kind == "noun" || item.is_known || item.heads.iter().any(|column| !claim.is_measured(*column)));
    if !is_noun || turn.right <= noun {
        return None;
    }
    used[noun] = true;
    let first = claim.read(0..turn.at, &mut used);
    let second = claim.read(noun + 1..turn.right - 1, &mut used);
    let right = claim.read(turn.right..end, &mut used);
    let doubt = first.doubt + second.doubt + right.doubt + 0.1;
    for phrase in [&first, &second, &right] {
        claim.mark_entities(phrase, &mut used);
    }
    let mut left: Vec<Condition> = first.filter();
    left.extend(second.filter());
    let mut right = right.filter();
    if left.is_empty() || right.is_empty() {
        return None;
    }
    share(&mut left, &mut right);
    let formula = match step {
        Some(at) => {
            let wanted = claim.items[at].number.as_ref()?.number?;
            let (more, less) = if relation == Relation::More { (0, 1) } else { (1, 0) };
            let minus = Formula::Minus(Box::new(Formula::Premise(more)), Box::new(Formula::Premise(less)));
            compare(minus, Relation::Equal, Formula::Number(wanted))
        }
        None => compare(Formula::Premise(0), relation, Formula::Premise(1)),
    };
    Some(Reading { premises: vec![count(left), count(right)], formula, used, doubt })
}

/// Two values of one row.
fn two_columns(claim: &Claim<'_>, turn: &Turn, relation: Relation, mut used: Used) -> Option<Reading> {
    let end = claim.items.len();
    let heads = |mut range: Vec<usize>| {
        range.retain(|at| !claim.measured(*at).is_empty());
        let mut columns: Vec<usize> = range.first().map(|at| claim.measured(*at)).unwrap_or_default();
        for at in range.iter().skip(1) {
            let other = claim.measured(*at);
            if columns.len() > 1 && columns.iter().any(|column| other.contains(column)) {
                columns.retain(|column| other.contains(column));
            }
        }
        (range, columns)
    };
    let (left_places, left) = heads((0..turn.right).filter(|at| !used[*at]).collect());
    let (right_places, right) = heads((turn.right..end).collect());
    let ([left], [right]) = (&left[..], &right[..]) else { return None };
    if left == right {
        return None;
    }
    left_places.iter().chain(&right_places).for_each(|at| used[*at] = true);
    let phrase = claim.read(0..turn.right, &mut used);
    claim.mark_entities(&phrase, &mut used);
    let filter = phrase.filter();
    if claim.rows(&filter).len() != 1 {
        return None;
    }
    let premises = [*left, *right].map(|column| Premise { measure: Measure::Value(column), filter: filter.clone() });
    let formula = compare(Formula::Premise(0), relation, Formula::Premise(1));
    Some(Reading { premises: premises.to_vec(), formula, used, doubt: phrase.doubt })
}
