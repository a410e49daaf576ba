//! Walks through a query's tree. The way through all kinds of nodes is compiled for each visitor that takes it, and that is a megabyte
//! of machine code a time; here all visitors take the same way.

use sqlparser::ast::{
    Expr, ObjectName, Query, Select, Statement, TableFactor, ValueWithSpan, Visit, VisitMut, Visitor, VisitorMut,
};
use std::ops::ControlFlow;

/// Shows a visitor every part of the tree.
pub(crate) fn walk<V: Visitor>(node: &impl Visit, visitor: &mut V) -> ControlFlow<V::Break> {
    let mut keeping = Keeping { visitor, reason: None };
    match node.visit(&mut Shared(&mut keeping as &mut dyn Visitor<Break = ()>)) {
        ControlFlow::Break(()) => keeping.reason.map_or(ControlFlow::Continue(()), ControlFlow::Break),
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

/// The same for a visitor that changes it.
pub(crate) fn walk_mut<V: VisitorMut>(node: &mut impl VisitMut, visitor: &mut V) -> ControlFlow<V::Break> {
    let mut keeping = Keeping { visitor, reason: None };
    match node.visit(&mut Shared(&mut keeping as &mut dyn VisitorMut<Break = ()>)) {
        ControlFlow::Break(()) => keeping.reason.map_or(ControlFlow::Continue(()), ControlFlow::Break),
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
    }
}

/// Keeps why the walk ended, so that all visitors end it alike.
struct Keeping<'a, V, B> {
    visitor: &'a mut V,
    reason: Option<B>,
}

impl<V, B> Keeping<'_, V, B> {
    fn keep(&mut self, flow: ControlFlow<B>) -> ControlFlow<()> {
        flow.map_break(|reason| self.reason = Some(reason))
    }
}

struct Shared<'a, V: ?Sized>(&'a mut V);

macro_rules! forward {
    ($visitor:ident, $($method:ident($node:ty),)+) => {
        impl<V: $visitor> $visitor for Keeping<'_, V, V::Break> {
            type Break = ();
            $(fn $method(&mut self, node: $node) -> ControlFlow<()> {
                let flow = self.visitor.$method(node);
                self.keep(flow)
            })+
        }

        impl $visitor for Shared<'_, dyn $visitor<Break = ()> + '_> {
            type Break = ();
            $(fn $method(&mut self, node: $node) -> ControlFlow<()> {
                self.0.$method(node)
            })+
        }
    };
}

forward! {
    Visitor,
    pre_visit_query(&Query), post_visit_query(&Query),
    pre_visit_select(&Select), post_visit_select(&Select),
    pre_visit_relation(&ObjectName), post_visit_relation(&ObjectName),
    pre_visit_table_factor(&TableFactor), post_visit_table_factor(&TableFactor),
    pre_visit_expr(&Expr), post_visit_expr(&Expr),
    pre_visit_statement(&Statement), post_visit_statement(&Statement),
    pre_visit_value(&ValueWithSpan), post_visit_value(&ValueWithSpan),
}

forward! {
    VisitorMut,
    pre_visit_query(&mut Query), post_visit_query(&mut Query),
    pre_visit_select(&mut Select), post_visit_select(&mut Select),
    pre_visit_relation(&mut ObjectName), post_visit_relation(&mut ObjectName),
    pre_visit_table_factor(&mut TableFactor), post_visit_table_factor(&mut TableFactor),
    pre_visit_expr(&mut Expr), post_visit_expr(&mut Expr),
    pre_visit_statement(&mut Statement), post_visit_statement(&mut Statement),
    pre_visit_value(&mut ValueWithSpan), post_visit_value(&mut ValueWithSpan),
}
