//! A part of a claim as conditions on rows, with the headers and numbers that are left over.

use super::{
    grid::{Grid, Holds},
    link::Item,
    reading::{Condition, Relation, Test},
    token::Token,
};
use std::ops::Range;

pub(super) struct Claim<'g> {
    pub(super) grid: &'g Grid<'g>,
    pub(super) items: Vec<Item>,
}

/// Which items are explained.
pub(super) type Used = Vec<bool>;

#[derive(Default)]
pub(super) struct Phrase {
    /// With the place of the item that each comes from.
    pub(super) conditions: Vec<(Condition, usize)>,
    /// Places of headers that no condition needed.
    pub(super) heads: Vec<usize>,
    /// Places of numbers that belong to no column.
    pub(super) numbers: Vec<usize>,
    pub(super) doubt: f64,
}

impl Phrase {
    pub(super) fn filter(&self) -> Vec<Condition> {
        self.conditions.iter().map(|(condition, _)| condition.clone()).collect()
    }
}

/// A number with how it binds, and the items that say so.
pub(super) struct Bound {
    pub(super) relation: Relation,
    pub(super) items: Range<usize>,
}

impl Claim<'_> {
    pub(super) fn unused(&self) -> Used {
        vec![false; self.items.len()]
    }

    /// What binds the number at this place: `more than`, `at least`, `exactly`, `… or more`.
    pub(super) fn bound(&self, at: usize) -> Bound {
        let kind = |place: usize| self.items.get(place).map_or("", |item| item.kind);
        let mut begin = at;
        while begin > 0 && self.items[begin - 1].is(&["det"]) {
            begin -= 1;
        }
        let (mut relation, mut first) = (Relation::Equal, at);
        if begin > 0 {
            let before = begin - 1;
            let found = match kind(before) {
                "over" => Some((Relation::More, before)),
                "under" => Some((Relation::Less, before)),
                "at_least" => Some((Relation::AtLeast, before)),
                "at_most" => Some((Relation::AtMost, before)),
                "exactly" | "only" => Some((Relation::Equal, before)),
                "before" if self.items[at].when.is_some() => Some((Relation::Less, before)),
                "after" if self.items[at].when.is_some() => Some((Relation::More, before)),
                "since" if self.items[at].when.is_some() => Some((Relation::AtLeast, before)),
                "than" => (before.saturating_sub(3)..before).rev().find_map(|place| match kind(place) {
                    "more" => Some((Relation::More, place)),
                    "less" => Some((Relation::Less, place)),
                    _ => None,
                }),
                _ => None,
            };
            if let Some(found) = found {
                (relation, first) = found;
            }
        }
        let mut end = at + 1;
        if kind(end) == "or" && relation == Relation::Equal {
            let after = match kind(end + 1) {
                "more" => Some(Relation::AtLeast),
                "less" => Some(Relation::AtMost),
                _ => None,
            };
            if let Some(after) = after {
                (relation, end) = (after, end + 2);
            }
        }
        // `not more than`
        if first > 0 && kind(first - 1) == "not" && first < at {
            let opposite = match relation {
                Relation::More => Some(Relation::AtMost),
                Relation::Less => Some(Relation::AtLeast),
                _ => None,
            };
            if let Some(opposite) = opposite {
                (relation, first) = (opposite, first - 1);
            }
        }
        Bound { relation, items: first..end }
    }

    pub(super) fn is_measured(&self, column: usize) -> bool {
        self.grid.headers[column].is_number()
    }

    /// The columns of numbers that the item names.
    pub(super) fn measured(&self, at: usize) -> Vec<usize> {
        let heads = self.items.get(at).map_or(&[][..], |item| &item.heads);
        heads.iter().copied().filter(|column| self.is_measured(*column)).collect()
    }

    /// The number in the unit of the column: `5.6 million` where the header counts millions.
    pub(super) fn value(&self, number: &Token, column: usize) -> f64 {
        let value = number.number.unwrap_or_default();
        let header = &self.grid.headers[column];
        let unit = header
            .words
            .iter()
            .chain(&header.units)
            .find_map(|word| super::token::factor(&word.word).filter(|_| word.word.len() > 1));
        unit.filter(|unit| value.abs() >= *unit).map_or(value, |unit| value / unit)
    }

    /// A column for the number at this place: the header before it, then the one after it.
    fn column_for(&self, at: usize, bound: &Bound, range: &Range<usize>, used: &Used) -> Option<(usize, Vec<usize>)> {
        let free = |place: usize| range.contains(&place) && !used[place];
        let choose = |place: usize| {
            let columns = self.measured(place);
            let mut all = vec![place];
            let narrowed = if columns.len() > 1 {
                // `budget … 2022`: two parts of one header.
                let other = (range.clone()).find(|other| {
                    *other != place
                        && free(*other)
                        && self.measured(*other).iter().any(|one| columns.contains(one))
                        && !self.items[*other].is_soft
                });
                all.extend(other);
                other.map_or(columns.clone(), |other| {
                    self.measured(other).into_iter().filter(|one| columns.contains(one)).collect()
                })
            } else {
                columns
            };
            (narrowed.len() == 1).then(|| (narrowed[0], all))
        };
        let mut place = bound.items.end;
        while place < bound.items.end + 2
            && range.contains(&place)
            && self.items[place].is(&["prep", "det", "noun", "light"])
            && self.items[place].heads.is_empty()
        {
            place += 1;
        }
        let after = (free(place) && !self.items[place].heads.is_empty() && !self.items[place].has_break).then_some(place);
        let mut before = bound.items.start;
        let mut steps = 0;
        let mut found_before = None;
        while before > range.start && steps < 5 {
            before -= 1;
            steps += 1;
            let item = &self.items[before];
            if !item.heads.is_empty() && !used[before] {
                found_before = Some(before);
                break;
            }
            if !(item.is(&["be", "have", "prep", "det", "light", "number", "there"]) || item.is_known) {
                break;
            }
        }
        let is_next = |place: usize| place + 1 == bound.items.start && at == bound.items.start;
        let order = match (found_before, after) {
            // `week 8`
            (Some(before), _) if is_next(before) && !self.measured(before).is_empty() => [Some(before), None],
            (before, after) => [after, before],
        };
        order.into_iter().flatten().find_map(choose)
    }

    /// What the items of a range say of a row. Marks what it explains.
    pub(super) fn read(&self, range: Range<usize>, used: &mut Used) -> Phrase {
        let mut phrase = Phrase::default();
        for at in range.clone() {
            if used[at] {
                continue;
            }
            let item = &self.items[at];
            if let Some(number) = item.number.as_ref().filter(|_| item.ordinal.is_none()) {
                let bound = self.bound(at);
                if let Some((column, heads)) = self.column_for(at, &bound, &range, used) {
                    let value = self.value(number, column);
                    let is_negated = self.negation(bound.items.start, &range, used);
                    let text = format!("{} {} {value}", self.grid.headers[column].name, bound.relation.sign());
                    let test = Test::Number { column, relation: bound.relation, value };
                    phrase.conditions.push((Condition { test, is_negated, text }, at));
                    bound.items.chain(heads).filter(|place| range.contains(place)).for_each(|place| used[place] = true);
                    continue;
                }
            }
            if let Some(when) = item.when {
                let bound = self.bound(at);
                let columns = self.dated(at, &range, when.year.is_some() && when.month.is_none());
                if let Some((columns, head)) = columns {
                    let is_negated = self.negation(bound.items.start, &range, used);
                    let test = Test::When { columns, relation: bound.relation, when };
                    phrase.conditions.push((Condition { test, is_negated, text: item.text.clone() }, at));
                    bound.items.chain(head).filter(|place| range.contains(place)).for_each(|place| used[place] = true);
                    continue;
                }
            }
            if !item.cells.is_empty() {
                let (cells, heads) = self.narrowed(at, &range, used);
                let is_negated = self.negation(at, &range, used);
                phrase.doubt += f64::from(u8::from(item.is_partial)) * 0.2 + f64::from(u8::from(cells.len() > 1)) * 0.2;
                phrase.conditions.push((Condition { test: Test::Cells(cells), is_negated, text: item.text.clone() }, at));
                used[at] = true;
                heads.into_iter().for_each(|place| used[place] = true);
            } else if item.number.is_some() && item.ordinal.is_none() {
                phrase.numbers.push(at);
            }
        }
        phrase.heads = range.clone().filter(|at| !used[*at] && !self.items[*at].heads.is_empty()).collect();
        let named = |at: &usize| {
            phrase.conditions.iter().any(|(one, _)| one.columns().iter().any(|column| self.items[*at].heads.contains(column)))
        };
        for at in phrase.heads.clone().iter().filter(|at| named(at)) {
            used[*at] = true;
            phrase.heads.retain(|head| head != at);
        }
        // A part that says "not a player from X" was read with its condition; what is left is not understood.
        phrase
    }

    /// Whether `not` is said right before; then it is used.
    fn negation(&self, at: usize, range: &Range<usize>, used: &mut Used) -> bool {
        let mut place = at;
        while place > range.start {
            place -= 1;
            let item = &self.items[place];
            if item.kind == "not" && !used[place] {
                used[place] = true;
                return true;
            }
            if !item.is(&["det", "prep", "light", "have", "be"]) || at - place > 4 {
                return false;
            }
        }
        false
    }

    /// The columns of days that are meant; the header next to it decides.
    fn dated(&self, at: usize, range: &Range<usize>, is_year: bool) -> Option<(Vec<usize>, Option<usize>)> {
        let fits = |column: &usize| match self.grid.headers[*column].holds {
            Holds::Dates => true,
            Holds::Years => is_year,
            _ => false,
        };
        let named = |place: usize| -> Vec<usize> { self.items[place].heads.iter().copied().filter(fits).collect() };
        let near = (range.start..at).rev().take(4).chain(at + 1..range.end.min(at + 2)).find(|place| !named(*place).is_empty());
        if let Some(near) = near {
            return Some((named(near), Some(near)));
        }
        let columns: Vec<usize> = self.grid.columns().filter(fits).collect();
        (!columns.is_empty()).then_some((columns, None))
    }

    /// The cells of the columns that are named beside them; else all.
    fn narrowed(&self, at: usize, range: &Range<usize>, used: &Used) -> (Vec<(usize, Vec<usize>)>, Vec<usize>) {
        let cells = &self.items[at].cells;
        let mut near: Vec<usize> = Vec::new();
        for step in 1..=4 {
            let before = at.checked_sub(step).filter(|place| range.contains(place));
            let Some(place) = before else { break };
            near.push(place);
            if !self.items[place].is(&["be", "prep", "det", "have", "light"]) {
                break;
            }
        }
        near.extend((at + 1..range.end.min(at + 2)).filter(|place| !self.items[*place].has_break));
        for place in near.into_iter().filter(|place| !used[*place]) {
            let kept: Vec<(usize, Vec<usize>)> =
                cells.iter().filter(|(column, _)| self.items[place].heads.contains(column)).cloned().collect();
            if !kept.is_empty() && (!self.items[place].is_soft || cells.len() > 1) {
                return (kept, vec![place]);
            }
        }
        (cells.clone(), Vec::new())
    }

    /// Places that are not explained, although they say something.
    pub(super) fn unexplained(&self, used: &Used) -> usize {
        self.items.iter().zip(used).filter(|(item, used)| !**used && !item.is_filler()).count()
    }
}
