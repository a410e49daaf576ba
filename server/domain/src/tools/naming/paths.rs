//! How tables are joined: along keys, the shortest way, and only where there is one.

use super::{Col, Schema, only};
use crate::tools::catalog::Table;
use std::collections::HashMap;

/// A foreign key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::tools) struct Edge {
    pub(in crate::tools) from: Col,
    pub(in crate::tools) to: Col,
}

/// From a column of one table to one of the next.
pub(in crate::tools) type Hop = (Col, Col);

impl Schema<'_> {
    fn hops(&self, table: usize, upward: bool) -> Vec<Hop> {
        let up = self.edges.iter().filter(|edge| edge.from.0 == table).map(|Edge { from, to }| (*from, *to));
        let down = self.edges.iter().filter(|edge| !upward && edge.to.0 == table).map(|Edge { from, to }| (*to, *from));
        up.chain(down).collect()
    }

    /// The shortest ways; `upward` along foreign keys only, so that no row is repeated.
    pub(in crate::tools) fn ways(&self, from: usize, to: usize, upward: bool) -> Vec<Vec<Hop>> {
        let mut ways: Vec<Vec<Hop>> = vec![Vec::new()];
        const FURTHEST: usize = 4;
        for _ in 0..FURTHEST {
            if from == to {
                return vec![Vec::new()];
            }
            let mut next = Vec::new();
            for way in &ways {
                let here = way.last().map_or(from, |(_, end)| end.0);
                for hop in self.hops(here, upward) {
                    let visited = hop.1.0 == from || way.iter().any(|(_, end)| end.0 == hop.1.0);
                    if !visited {
                        next.push(way.iter().copied().chain([hop]).collect::<Vec<Hop>>());
                    }
                }
            }
            let arrived: Vec<Vec<Hop>> =
                next.iter().filter(|way| way.last().is_some_and(|(_, end)| end.0 == to)).cloned().collect();
            if !arrived.is_empty() {
                return arrived;
            }
            ways = next;
        }
        Vec::new()
    }

    /// The only shortest way.
    pub(in crate::tools) fn path(&self, from: usize, to: usize, upward: bool) -> Option<Vec<Hop>> {
        only(self.ways(from, to, upward).into_iter())
    }

    /// A table of whose rows each has at most one of all these tables: one of them, or the nearest one that links them.
    pub(in crate::tools) fn base(&self, preferred: usize, tables: &[usize]) -> Option<usize> {
        let cost =
            |base: usize| tables.iter().map(|table| self.path(base, *table, true).map(|way| way.len())).sum::<Option<usize>>();
        if cost(preferred).is_some() {
            return Some(preferred);
        }
        let costs = |candidates: &mut dyn Iterator<Item = usize>| {
            let mut found: Vec<(usize, usize)> = candidates.filter_map(|base| Some((cost(base)?, base))).collect();
            found.sort_unstable();
            match found.as_slice() {
                [(_, one)] => Some(*one),
                [(least, one), (next, _), ..] if least < next => Some(*one),
                _ => None,
            }
        };
        costs(&mut tables.iter().copied()).or_else(|| costs(&mut (0..self.tables.len())))
    }
}

/// All of the foreign keys between these tables.
pub(super) fn edges(tables: &[&Table]) -> Vec<Edge> {
    let places: HashMap<String, usize> = tables.iter().enumerate().map(|(at, table)| (table.name.to_lowercase(), at)).collect();
    let mut found = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        for (at, column) in table.columns.iter().enumerate() {
            let Some(key) = &column.foreign_key else { continue };
            let Some(other) = places.get(&key.table.to_lowercase()) else { continue };
            let to = tables[*other].columns.iter().position(|column| column.name.eq_ignore_ascii_case(&key.column));
            found.extend(to.map(|to| Edge { from: (place, at), to: (*other, to) }));
        }
    }
    found
}
