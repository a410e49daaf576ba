//! How tables are joined: along keys, the shortest way, and only where there is one.

use super::schema::{Col, Edge, Schema};

/// From a column of one table to one of the next.
pub(super) type Hop = (Col, Col);

impl Schema<'_> {
    fn hops(&self, table: usize, upward: bool) -> Vec<Hop> {
        let up = self.edges.iter().filter(|edge| edge.from.0 == table).map(|Edge { from, to }| (*from, *to));
        let down = self.edges.iter().filter(|edge| !upward && edge.to.0 == table).map(|Edge { from, to }| (*to, *from));
        up.chain(down).collect()
    }

    /// The only shortest way; `upward` along foreign keys only, so that no row is repeated.
    pub(super) fn path(&self, from: usize, to: usize, upward: bool) -> Option<Vec<Hop>> {
        let mut ways: Vec<Vec<Hop>> = vec![Vec::new()];
        const FURTHEST: usize = 4;
        for _ in 0..FURTHEST {
            if from == to {
                return Some(Vec::new());
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
            let mut arrived = next.iter().filter(|way| way.last().is_some_and(|(_, end)| end.0 == to));
            match (arrived.next(), arrived.next()) {
                (Some(way), None) => return Some(way.clone()),
                (Some(_), Some(_)) => return None,
                _ => ways = next,
            }
        }
        None
    }

    /// A table of whose rows each has at most one of all these tables: one of them, or the nearest one that links them.
    pub(super) fn base(&self, preferred: usize, tables: &[usize]) -> Option<usize> {
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
