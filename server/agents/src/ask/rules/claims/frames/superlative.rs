//! `X has the highest Y`, `the largest Y was 20 at X`, `the first game was against X`, `second most`.

use super::{
    super::{
        grid::Holds,
        phrase::{Claim, Used},
        reading::{Condition, Formula, Measure, Premise, Reading, Relation, Test, compare, rows},
    },
    count,
};

/// What is ordered, how, and where it is written.
struct Order {
    column: usize,
    is_high: bool,
    head: Option<usize>,
}

pub(super) fn read(claim: &Claim<'_>) -> Vec<Reading> {
    let mut readings = Vec::new();
    for at in 0..claim.items.len() {
        let item = &claim.items[at];
        let is_most = item.adjective.as_ref().is_some_and(|(_, _, is_most)| *is_most);
        if !(item.is(&["up", "down", "first", "last"]) || is_most) || (at > 0 && claim.items[at - 1].kind == "not") {
            continue;
        }
        // `most ships are …` speaks of more than half.
        if item.text == "most" && at == 0 {
            continue;
        }
        for order in orders(claim, at) {
            readings.extend(build(claim, at, &order));
        }
    }
    readings
}

fn orders(claim: &Claim<'_>, at: usize) -> Vec<Order> {
    let item = &claim.items[at];
    let fits = |column: usize| claim.is_measured(column) || claim.grid.headers[column].holds == Holds::Dates;
    let head = |places: &mut dyn Iterator<Item = usize>| {
        let mut found: Option<(usize, Vec<usize>)> = None;
        for place in places {
            let columns: Vec<usize> = claim.items[place].heads.iter().copied().filter(|column| fits(*column)).collect();
            if !claim.items[place].heads.is_empty() {
                found = (!columns.is_empty()).then_some((place, columns));
                break;
            }
            if !(claim.items[place].is_small() || claim.items[place].is(&["noun", "have"]) || claim.items[place].is_known) {
                break;
            }
        }
        found
    };
    let after = head(&mut (at + 1..claim.items.len().min(at + 6)));
    if let Some((columns, is_high, _)) = &item.adjective {
        let is_high = *is_high;
        if let Some((place, found)) = after.filter(|(_, found)| found.iter().any(|column| claim.is_measured(*column))) {
            return found.into_iter().map(|column| Order { column, is_high, head: Some(place) }).collect();
        }
        return columns.iter().map(|column| Order { column: *column, is_high, head: None }).collect();
    }
    if item.is(&["first", "last"]) {
        let is_high = item.kind == "last";
        let dated = (at + 1..claim.items.len()).find_map(|place| {
            let column = claim.items[place].heads.iter().find(|column| {
                matches!(claim.grid.headers[**column].holds, Holds::Dates | Holds::Years) || Some(**column) == claim.grid.order()
            })?;
            Some(Order { column: *column, is_high, head: Some(place) })
        });
        return dated.or_else(|| claim.grid.order().map(|column| Order { column, is_high, head: None })).into_iter().collect();
    }
    let is_high = item.kind == "up";
    let before = || {
        head(&mut (0..at).rev().take(5).filter(|place| !claim.items[*place].is(&["be", "det"])).collect::<Vec<_>>().into_iter())
    };
    let Some((place, columns)) = after.or_else(before) else { return Vec::new() };
    columns.into_iter().map(|column| Order { column, is_high, head: Some(place) }).collect()
}

fn build(claim: &Claim<'_>, at: usize, order: &Order) -> Option<Reading> {
    let grid = claim.grid;
    let mut used = claim.unused();
    used[at] = true;
    order.head.into_iter().for_each(|head| used[head] = true);
    let nth = at.checked_sub(1).and_then(|before| claim.items[before].ordinal.map(|ordinal| (before, ordinal)));
    if let Some((before, _)) = nth {
        used[before] = true;
    }
    let place = nth.map_or(1, |(_, ordinal)| ordinal);
    let begin = nth.map_or(at, |(before, _)| before);
    let after = order.head.filter(|head| *head > at).unwrap_or(at) + 1;
    let end = claim.items.len();
    let pivot = (after..end).find(|place| claim.items[*place].is(&["be", "have"]));
    let tail = pivot.map_or(end, |pivot| pivot + 1);
    let split = order.head.filter(|head| *head < at);
    let mut before = claim.read(0..begin, &mut used);
    let mut mid = claim.read(after..pivot.unwrap_or(end), &mut used);
    let rest = claim.read(tail..end, &mut used);
    let mut doubt = before.doubt + mid.doubt + rest.doubt;
    for phrase in [&before, &mid, &rest] {
        claim.mark_entities(phrase, &mut used);
    }
    // `in 2004 X had the highest …`: where it is looked for.
    let mut filter: Vec<Condition> = Vec::new();
    let leads = claim.items.first().is_some_and(|item| item.kind == "prep");
    if leads && before.conditions.len() > 1 {
        filter.push(before.conditions.remove(0).0);
    }
    let mut subject: Vec<Condition> = before.filter();
    subject.extend(rest.filter());
    let mut numbers: Vec<usize> = before.numbers.iter().chain(&rest.numbers).copied().collect();
    if subject.is_empty() && numbers.is_empty() && (split.is_some() || item_is_value(claim, &mid.numbers)) {
        subject = std::mem::take(&mut mid.conditions).into_iter().map(|(condition, _)| condition).collect();
    }
    filter.extend(mid.filter());
    numbers.extend(mid.numbers);
    if numbers.len() > 1 || (subject.is_empty() && numbers.is_empty()) {
        return None;
    }
    // A figure of the column itself is the claimed value.
    let is_value =
        |one: &Condition| matches!(&one.test, Test::Number { column, relation: Relation::Equal, .. } if *column == order.column);
    let mut wanted: Vec<f64> = Vec::new();
    subject.retain(|one| match &one.test {
        Test::Number { value, .. } if is_value(one) && !one.is_negated => {
            wanted.push(*value);
            false
        }
        _ => true,
    });
    for at in numbers {
        let token = claim.items[at].number.as_ref()?;
        let bound = claim.bound(at);
        if bound.relation != Relation::Equal || grid.headers[order.column].holds == Holds::Dates {
            return None;
        }
        bound.items.for_each(|place| used[place] = true);
        wanted.push(claim.value(token, order.column));
    }
    if filter.iter().chain(&subject).any(|one| one.columns() == [order.column] && !matches!(one.test, Test::Number { .. })) {
        doubt += 0.3;
    }
    let top = match place {
        1 if order.is_high => Measure::Highest(order.column),
        1 => Measure::Lowest(order.column),
        _ => Measure::Nth { column: order.column, is_high: order.is_high, place },
    };
    let best = Premise { measure: top, filter: filter.clone() };
    let keys: Vec<f64> = rows(grid, &filter).into_iter().filter_map(|row| grid.key(row, order.column)).collect();
    let key = match best.find(grid) {
        super::super::reading::Found::Number(key) => key,
        _ => return None,
    };
    let is_tied = keys.iter().filter(|one| (**one - key).abs() < 1e-9).count() > 1;
    let mut premises = vec![best];
    let mut parts: Vec<Formula> = Vec::new();
    if !subject.is_empty() {
        let all: Vec<Condition> = filter.iter().chain(&subject).cloned().collect();
        let own = claim.rows(&all);
        if own.is_empty() {
            return None;
        }
        // Two rows share the first place: "the" highest is neither.
        let shares = own.iter().any(|row| grid.key(*row, order.column).is_some_and(|one| (one - key).abs() < 1e-9));
        if is_tied && shares && own.len() == 1 {
            doubt += 0.4;
        }
        let measure = if place > 1 && own.len() == 1 {
            Measure::Value(order.column)
        } else if order.is_high {
            Measure::Highest(order.column)
        } else {
            Measure::Lowest(order.column)
        };
        premises.push(Premise { measure, filter: all });
        parts.push(compare(Formula::Premise(0), Relation::Equal, Formula::Premise(1)));
    }
    parts.extend(wanted.iter().map(|wanted| compare(Formula::Premise(0), Relation::Equal, Formula::Number(*wanted))));
    let formula = if parts.len() == 1 { parts.pop()? } else { Formula::And(parts) };
    mark_pivots(claim, &mut used);
    if place > 1 && keys.len() < 3 {
        return None;
    }
    let _ = count;
    Some(Reading { premises, formula, used, doubt })
}

fn item_is_value(claim: &Claim<'_>, numbers: &[usize]) -> bool {
    !numbers.is_empty() && claim.items.len() > 2
}

fn mark_pivots(claim: &Claim<'_>, used: &mut Used) {
    for at in claim.find(&["be", "have", "and"]) {
        used[at] = true;
    }
}
