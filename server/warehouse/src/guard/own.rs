//! Redshift and MySQL read some of their functions as their language and find others by their names among the database's own; so a name
//! that somebody gave to a function there may not be called at all, however it is written there and here.

use super::{refused, unquoted, walk::walk};
use domain::tools::warehouse::WarehouseFault;
use sqlparser::ast::{Expr, Function, ObjectName, ObjectNamePart, Query, TableFactor, Visitor};
use std::{collections::HashSet, ops::ControlFlow};

/// `own` in small letters of ASCII, as all names of functions are that are listed. A database that takes names for each other which differ
/// in accents only is asked for none of its functions where one of its own has such a name.
pub(super) fn judge(query: &Query, own: &HashSet<String>, accents_count: bool) -> Result<(), WarehouseFault> {
    let any = !accents_count && own.iter().any(|name| !name.is_ascii());
    match walk(query, &mut Own { own, any }) {
        ControlFlow::Break(fault) => Err(fault),
        ControlFlow::Continue(()) => Ok(()),
    }
}

struct Own<'a> {
    own: &'a HashSet<String>,
    any: bool,
}

impl Own<'_> {
    fn called(&self, name: &ObjectName) -> ControlFlow<WarehouseFault> {
        let name = name.0.last().and_then(ObjectNamePart::as_ident).map(|ident| unquoted(ident).to_ascii_lowercase());
        match name.filter(|name| self.any || self.own.contains(name)) {
            Some(name) => refused(&format!("the database may have a function {name} of its own, which may do anything"))
                .map_or_else(ControlFlow::Break, ControlFlow::Continue),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Visitor for Own<'_> {
    type Break = WarehouseFault;

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<WarehouseFault> {
        match expr {
            Expr::Function(Function { name, .. }) => self.called(name),
            _ => ControlFlow::Continue(()),
        }
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<WarehouseFault> {
        match factor {
            TableFactor::Table { name, args: Some(_), .. } | TableFactor::Function { name, .. } => self.called(name),
            _ => ControlFlow::Continue(()),
        }
    }
}
