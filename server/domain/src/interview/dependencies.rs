//! What must be known before something can be asked (seed 000, Dependencies).
//!
//! For questions about many obligations at once, build one [`Graph`]: each answer is one walk over all edges, however long
//! the chains are.

use protocol::interview::{InterviewView, ObjectiveDefinition, Obligation, Status};
use std::collections::HashMap;

/// The dependencies of an objective, by places in its definition.
#[derive(Debug)]
pub struct Graph<'a> {
    definition: &'a ObjectiveDefinition,
    places: HashMap<&'a str, usize>,
    /// What each obligation depends on directly.
    direct: Vec<Vec<usize>>,
    /// What waits for each obligation directly.
    waiting: Vec<Vec<usize>>,
    /// Every place after those it depends on. Members of a cycle, which no valid objective has, come last.
    order: Vec<usize>,
}

impl<'a> Graph<'a> {
    #[must_use]
    pub fn new(definition: &'a ObjectiveDefinition) -> Self {
        let templates = &definition.obligations;
        let places: HashMap<&str, usize> =
            templates.iter().enumerate().rev().map(|(place, template)| (template.key.as_str(), place)).collect();
        let mut direct = vec![Vec::new(); templates.len()];
        let mut waiting = vec![Vec::new(); templates.len()];
        for (place, template) in templates.iter().enumerate() {
            for ground in template.dependencies.iter().filter_map(|key| places.get(key.as_str()).copied()) {
                direct[place].push(ground);
                waiting[ground].push(place);
            }
        }
        let order = ordered(&direct, &waiting);
        Self { definition, places, direct, waiting, order }
    }

    #[must_use]
    pub fn place(&self, key: &str) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// For every place whether all that it depends on, directly or through others, is so.
    #[must_use]
    pub fn all_before(&self, so: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut all = vec![true; self.direct.len()];
        for &place in &self.order {
            all[place] = self.direct[place].iter().all(|&ground| all[ground] && so(ground));
        }
        all
    }

    /// For every place the most that anything it depends on, directly or through others, comes to.
    #[must_use]
    pub fn most_before(&self, of: impl Fn(usize) -> u64) -> Vec<u64> {
        let mut most = vec![0; self.direct.len()];
        for &place in &self.order {
            most[place] = self.direct[place].iter().map(|&ground| most[ground].max(of(ground))).max().unwrap_or(0);
        }
        most
    }

    /// How many of the places that are so wait for each place, directly or through others.
    #[must_use]
    pub fn waiting(&self, so: impl Fn(usize) -> bool) -> Vec<u32> {
        const BITS: usize = u64::BITS as usize;
        let width = self.direct.len().div_ceil(BITS);
        let mut reached = vec![0_u64; self.direct.len() * width];
        for &place in self.order.iter().rev() {
            if so(place) {
                for &ground in &self.direct[place] {
                    reached[ground * width + place / BITS] |= 1 << (place % BITS);
                }
            }
            for &ground in &self.direct[place] {
                for word in 0..width {
                    reached[ground * width + word] |= reached[place * width + word];
                }
            }
        }
        if width == 0 {
            Vec::new()
        } else {
            reached.chunks(width).map(|row| row.iter().map(|word| word.count_ones()).sum()).collect()
        }
    }

    /// Every place that waits for this one, directly or through others, in the order of the definition.
    #[must_use]
    pub fn dependents(&self, place: usize) -> Vec<usize> {
        walk(&self.waiting, place)
    }

    /// Every place that this one depends on, directly or through others, in the order of the definition.
    #[must_use]
    pub fn closure(&self, place: usize) -> Vec<usize> {
        walk(&self.direct, place)
    }

    #[must_use]
    pub fn depends_directly(&self, place: usize, ground: usize) -> bool {
        self.direct[place].contains(&ground)
    }

    #[must_use]
    pub fn key(&self, place: usize) -> &'a str {
        &self.definition.obligations[place].key
    }
}

fn walk(edges: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut seen = vec![false; edges.len()];
    let mut open = edges[from].clone();
    let mut found = Vec::new();
    while let Some(next) = open.pop() {
        if !std::mem::replace(&mut seen[next], true) {
            found.push(next);
            open.extend(&edges[next]);
        }
    }
    found.sort_unstable();
    found
}

fn ordered(direct: &[Vec<usize>], waiting: &[Vec<usize>]) -> Vec<usize> {
    let mut missing: Vec<usize> = direct.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..direct.len()).filter(|&place| missing[place] == 0).collect();
    let mut at = 0;
    while let Some(&place) = order.get(at) {
        at += 1;
        for &next in &waiting[place] {
            missing[next] -= 1;
            if missing[next] == 0 {
                order.push(next);
            }
        }
    }
    order.extend((0..direct.len()).filter(|&place| missing[place] > 0));
    order
}

/// Every key that `key` depends on, directly or through others; cycles end.
#[must_use]
pub fn closure<'a>(definition: &'a ObjectiveDefinition, key: &str) -> Vec<&'a str> {
    let graph = Graph::new(definition);
    graph.place(key).map(|place| graph.closure(place).into_iter().map(|place| graph.key(place)).collect()).unwrap_or_default()
}

/// The obligation at a place; obligations have the order of their templates.
#[must_use]
pub fn at(view: &InterviewView, place: usize) -> Option<&Obligation> {
    let key = &view.definition.obligations.get(place)?.key;
    view.obligations.get(place).filter(|one| one.key == *key).or_else(|| view.obligation(key))
}

/// For every place whether nothing that it depends on is still to come. Unlike `dependencies_resolved`, which the seed ties
/// to `satisfied`, this counts what was skipped, deferred or given up as settled, so that an interview never stalls on it.
#[must_use]
pub fn settled(view: &InterviewView, graph: &Graph<'_>) -> Vec<bool> {
    graph.all_before(|place| {
        at(view, place)
            .is_none_or(|one| matches!(one.status, Status::Satisfied | Status::Skipped | Status::Deferred) || one.value.is_some())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{Shape, definition, template};

    #[test]
    fn a_diamond_and_what_stands_apart() {
        let definition = definition(vec![
            template("d").after(&["b", "c"]),
            template("b").after(&["a"]),
            template("c").after(&["a", "unknown"]),
            template("a"),
            template("e"),
        ]);
        let graph = Graph::new(&definition);
        let at = |key: &str| graph.place(key).expect("known");
        assert_eq!(closure(&definition, "d"), ["b", "c", "a"]);
        assert_eq!(graph.dependents(at("a")), [at("d"), at("b"), at("c")]);
        assert_eq!(graph.waiting(|_| true), [0, 1, 1, 3, 0]);
        assert_eq!(graph.waiting(|place| place != at("b")), [0, 1, 1, 2, 0]);
        assert_eq!(graph.all_before(|place| place != at("b")), [false, true, true, true, true]);
        assert_eq!(graph.most_before(|place| place as u64), [3, 3, 3, 0, 0]);
        assert!(closure(&definition, "nothing").is_empty());
    }

    #[test]
    fn a_circle_ends() {
        let definition = definition(vec![template("a").after(&["b"]), template("b").after(&["a"]), template("c").after(&["c"])]);
        let graph = Graph::new(&definition);
        assert_eq!(closure(&definition, "a"), ["a", "b"]);
        assert_eq!(graph.waiting(|_| true).len(), 3);
        assert_eq!(graph.all_before(|_| true), [true; 3]);
    }

    #[test]
    fn more_than_one_word_of_bits() {
        let keys: Vec<String> = (0..130).map(|number| format!("k{number}")).collect();
        let templates = keys.iter().enumerate().map(|(place, key)| match place {
            0 => template(key),
            _ => template(key).after(&[&keys[place - 1]]),
        });
        let definition = definition(templates.collect());
        let waiting = Graph::new(&definition).waiting(|_| true);
        assert_eq!((waiting[0], waiting[64], waiting[129]), (129, 65, 0));
    }
}
