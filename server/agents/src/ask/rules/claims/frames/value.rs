//! `X scored 3 goals`, `X played for Y in 1999`, `both X and Y …`, `neither X nor Y …`: what stands in one row.

use super::{
    super::{
        grid::Holds,
        phrase::{Claim, Phrase},
        reading::{Condition, Formula, Measure, Premise, Reading, Relation, Test, compare},
    },
    count,
};

pub(super) fn read(claim: &Claim<'_>) -> Option<Reading> {
    let items = &claim.items;
    let mut used = claim.unused();
    let mut phrase = claim.read(0..items.len(), &mut used);
    claim.mark_entities(&phrase, &mut used);
    claim.find(&["be", "have", "and", "both", "there", "but"]).for_each(|place| used[place] = true);
    zero(claim, &mut phrase, &mut used);
    let nots: Vec<usize> = claim.find(&["not"]).filter(|place| !used[*place]).collect();
    nots.iter().for_each(|place| used[*place] = true);
    let is_neither = claim.find(&["neither"]).next().is_some();
    let is_either = claim.find(&["or"]).next().is_some();
    claim.find(&["neither", "nor", "or"]).for_each(|place| used[place] = true);
    if !phrase.numbers.is_empty() || phrase.conditions.len() < 2 || nots.len() > 1 {
        return None;
    }
    let doubt = phrase.doubt;
    let (members, rest) = members(&phrase)?;
    if rest.is_empty() {
        return None;
    }
    let is_negated = is_neither || nots.len() == 1;
    if members.is_empty() {
        let (premises, formula) = one(claim, &rest)?;
        let formula = if is_negated { Formula::Not(Box::new(formula)) } else { formula };
        return Some(Reading { premises, formula, used, doubt });
    }
    let mut premises = Vec::new();
    let mut parts = Vec::new();
    for member in members {
        let filter: Vec<Condition> = std::iter::once(member).chain(rest.iter().cloned()).collect();
        let relation = if is_negated { Relation::Equal } else { Relation::More };
        parts.push(compare(Formula::Premise(premises.len()), relation, Formula::Number(0.0)));
        premises.push(count(filter));
    }
    let formula = if is_either && !is_negated { Formula::Or(parts) } else { Formula::And(parts) };
    Some(Reading { premises, formula, used, doubt: doubt + 0.1 })
}

/// `won no awards`: none of a figure is 0 of it.
fn zero(claim: &Claim<'_>, phrase: &mut Phrase, used: &mut [bool]) {
    for at in claim.find(&["none"]) {
        let head = (at + 1..claim.items.len().min(at + 3)).find(|place| !claim.measured(*place).is_empty());
        if let Some(head) = head
            && let [column] = claim.measured(head)[..]
        {
            let test = Test::Number { column, relation: Relation::Equal, value: 0.0 };
            let text = format!("{} = 0", claim.grid.headers[column].name);
            phrase.conditions.push((Condition { test, is_negated: false, text }, at));
            used[at] = true;
            used[head] = true;
        }
    }
}

/// Cells of one column are members of a list; the other conditions are meant of each.
fn members(phrase: &Phrase) -> Option<(Vec<Condition>, Vec<Condition>)> {
    let all = phrase.filter();
    let is_cells = |one: &Condition| matches!(one.test, Test::Cells(_));
    let lists = |one: &Condition| {
        all.iter().filter(|other| is_cells(other) && is_cells(one) && other.columns() == one.columns()).count() > 1
    };
    let (members, rest): (Vec<Condition>, Vec<Condition>) = all.iter().cloned().partition(|one| lists(one));
    let is_one_list = members.windows(2).all(|pair| pair[0].columns() == pair[1].columns());
    is_one_list.then_some((members, rest))
}

/// The value of the only row that is meant, else whether there is such a row.
fn one(claim: &Claim<'_>, filter: &[Condition]) -> Option<(Vec<Premise>, Formula)> {
    let last = filter.iter().rposition(|one| matches!(one.test, Test::Number { .. }));
    if let Some(last) = last
        && let Test::Number { column, relation, value } = filter[last].test
        && !filter[last].is_negated
    {
        let others: Vec<Condition> =
            filter.iter().enumerate().filter(|(at, _)| *at != last).map(|(_, one)| one.clone()).collect();
        if claim.rows(&others).len() == 1 {
            let premise = Premise { measure: Measure::Value(column), filter: others };
            return Some((vec![premise], compare(Formula::Premise(0), relation, Formula::Number(value))));
        }
    }
    // The last column that is named tells what is claimed; the others which row is meant.
    let last = filter.last()?;
    let others: Vec<Condition> = filter[..filter.len() - 1].to_vec();
    if let Test::Cells(cells) = &last.test
        && let [(column, rows)] = &cells[..]
        && claim.grid.headers[*column].holds == Holds::Texts
        && !last.is_negated
        && claim.rows(&others).len() == 1
    {
        let mut values: Vec<String> =
            rows.iter().map(|row| super::super::cell::render(&claim.grid.rows[*row][*column].value)).collect();
        values.sort();
        values.dedup();
        if values.len() <= 3 {
            let premise = Premise { measure: Measure::Value(*column), filter: others };
            let mut parts: Vec<Formula> =
                values.into_iter().map(|value| compare(Formula::Premise(0), Relation::Equal, Formula::Text(value))).collect();
            let formula = if parts.len() == 1 { parts.pop()? } else { Formula::Or(parts) };
            return Some((vec![premise], formula));
        }
    }
    Some((vec![count(filter.to_vec())], compare(Formula::Premise(0), Relation::More, Formula::Number(0.0))))
}
