//! The ways in which claims over tables are built. Each frame reads what it can and marks the words that it explains.

mod aggregate;
mod compare;
mod count;
mod quantified;
mod same;
mod superlative;
mod value;

use super::{
    phrase::{Claim, Phrase, Used},
    reading::{Condition, Formula, Measure, Premise, Reading, Relation, rows},
};

pub(super) fn readings(claim: &Claim<'_>) -> Vec<Reading> {
    let mut all = superlative::read(claim);
    all.extend(compare::read(claim));
    all.extend(count::read(claim));
    all.extend(quantified::read(claim));
    all.extend(aggregate::read(claim));
    all.extend(same::read(claim));
    if all.is_empty() {
        all.extend(value::read(claim));
    }
    all
}

fn count(filter: Vec<Condition>) -> Premise {
    Premise { measure: Measure::Count, filter }
}

/// `P1 relation number`
fn one_number(premise: Premise, relation: Relation, number: f64, used: Used, doubt: f64) -> Reading {
    let formula = super::reading::compare(Formula::Premise(0), relation, Formula::Number(number));
    Reading { premises: vec![premise], formula, used, doubt }
}

impl Claim<'_> {
    fn find(&self, kinds: &[&str]) -> impl Iterator<Item = usize> {
        let places: Vec<usize> = (0..self.items.len()).filter(|at| self.items[*at].is(kinds)).collect();
        places.into_iter()
    }

    fn rows(&self, filter: &[Condition]) -> Vec<usize> {
        rows(self.grid, filter)
    }

    /// The first verb from here on that joins what is spoken of with what is claimed of it.
    fn pivot(&self, from: usize) -> Option<usize> {
        let is_verb = |at: &usize| self.items[*at].is(&["be", "have", "light"]) && self.items[*at].cells.is_empty();
        (from..self.items.len()).find(|at| self.items[*at].is(&["be", "have"])).or_else(|| (from..self.items.len()).find(is_verb))
    }

    /// Headers of things, not of figures, between the places: they say what the rows are.
    fn mark_entities(&self, phrase: &Phrase, used: &mut Used) {
        for at in &phrase.heads {
            let item = &self.items[*at];
            if item.heads.iter().all(|column| !self.is_measured(*column)) {
                used[*at] = true;
            }
        }
    }
}
