//! Where the names that a query gives to parts of itself (`WITH`) are in force: in the query that has the `WITH`, in the parts after,
//! and in a part itself where it is recursive. Everywhere else the same name is a table's.

use super::unquoted;
use sqlparser::ast::Query;
use std::{
    collections::{BTreeSet, HashMap},
    rc::Rc,
};

type Names = Rc<BTreeSet<String>>;

/// Follows a walk over a query's tree.
#[derive(Default)]
pub(super) struct Scopes {
    /// What is in force in each query around the present place.
    open: Vec<Names>,
    /// What is in force in a part of `WITH`, by the place where its query stands in memory; trees are not moved while they are walked.
    of_parts: HashMap<usize, Names>,
}

impl Scopes {
    pub(super) fn enter(&mut self, query: &Query) {
        let around = self.open.last().cloned().unwrap_or_default();
        let mut names = self.of_parts.remove(&place(query)).unwrap_or(around);
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            let name = unquoted(&cte.alias.name).to_lowercase();
            let with_it: Names = Rc::new(names.iter().cloned().chain([name]).collect());
            let recursive = query.with.as_ref().is_some_and(|with| with.recursive);
            self.of_parts.insert(place(&cte.query), if recursive { Rc::clone(&with_it) } else { names });
            names = with_it;
        }
        self.open.push(names);
    }

    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// `name` in small letters.
    pub(super) fn has(&self, name: &str) -> bool {
        self.open.last().is_some_and(|names| names.contains(name))
    }
}

fn place(query: &Query) -> usize {
    std::ptr::from_ref(query).addr()
}
