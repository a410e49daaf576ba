//! To Postgres `o.f` may be `f(o)`: a function of the database's own, called with a whole row, which no list of functions sees and
//! no filter reaches. Under a filter a name after a point is a column that is known, or one that the query itself names, and no
//! function is given a whole row.

use super::{refused, unquoted};
use domain::tools::warehouse::WarehouseFault;
use sqlparser::ast::{
    AccessExpr, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Ident, ObjectNamePart, Query, Select,
    SelectItem, TableAlias, TableFactor, Visit, Visitor,
};
use std::{collections::HashSet, ops::ControlFlow};

pub(super) fn judge<'a>(query: &Query, columns: impl Iterator<Item = &'a str>) -> Result<(), WarehouseFault> {
    // What Postgres itself has in every row, and what functions that stand for tables call their columns.
    const SYSTEM: &[&str] = &["ctid", "xmin", "xmax", "oid", "tableoid", "ordinality", "value", "key", "*"];
    let mut named = Named { columns: columns.map(str::to_owned).collect(), rows: HashSet::new() };
    named.columns.extend(SYSTEM.iter().map(|name| (*name).to_owned()));
    if query.visit(&mut named).is_break() {
        return refused("the query cannot be read");
    }
    match query.visit(&mut Judge(&named)) {
        ControlFlow::Break(fault) => Err(fault),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// What the query may mean by a name, in small letters.
struct Named {
    columns: HashSet<String>,
    /// Tables and parts of the query: alone, such a name is a whole row.
    rows: HashSet<String>,
}

impl Named {
    fn alias(&mut self, alias: &TableAlias) {
        self.rows.insert(small(&alias.name));
        self.columns.extend(alias.columns.iter().map(|column| small(&column.name)));
    }
}

fn small(name: &Ident) -> String {
    unquoted(name).to_lowercase()
}

impl Visitor for Named {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.alias(&cte.alias);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        for item in &select.projection {
            match item {
                SelectItem::ExprWithAlias { alias, .. } => drop(self.columns.insert(small(alias))),
                // Without another name it is called by its function.
                SelectItem::UnnamedExpr(Expr::Function(Function { name, .. })) => {
                    self.columns.extend(name.0.last().and_then(ObjectNamePart::as_ident).map(small));
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<()> {
        match factor {
            TableFactor::Table { name, alias, .. } => {
                self.rows.extend(name.0.last().and_then(ObjectNamePart::as_ident).map(small));
                if let Some(alias) = alias {
                    self.alias(alias);
                }
            }
            TableFactor::Derived { alias: Some(alias), .. }
            | TableFactor::Function { alias: Some(alias), .. }
            | TableFactor::UNNEST { alias: Some(alias), .. } => self.alias(alias),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

struct Judge<'a>(&'a Named);

impl Visitor for Judge<'_> {
    type Break = WarehouseFault;

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<WarehouseFault> {
        let judged = match expr {
            Expr::CompoundIdentifier(path) => path.last().map_or(Ok(()), |last| self.column(last)),
            Expr::CompoundFieldAccess { access_chain, .. } => access_chain.iter().try_for_each(|access| match access {
                AccessExpr::Dot(Expr::Identifier(last)) => self.column(last),
                AccessExpr::Dot(_) => refused("a name after a point is a column's"),
                AccessExpr::Subscript(_) => Ok(()),
            }),
            Expr::Function(function) => self.arguments(function),
            _ => Ok(()),
        };
        judged.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }
}

impl Judge<'_> {
    fn column(&self, last: &Ident) -> Result<(), WarehouseFault> {
        let name = small(last);
        if self.0.columns.contains(&name) { Ok(()) } else { refused(&format!("there is no column {name}")) }
    }

    fn arguments(&self, function: &Function) -> Result<(), WarehouseFault> {
        let FunctionArguments::List(list) = &function.args else { return Ok(()) };
        for argument in &list.args {
            let (FunctionArg::Unnamed(given) | FunctionArg::Named { arg: given, .. } | FunctionArg::ExprNamed { arg: given, .. }) =
                argument;
            let whole = match given {
                FunctionArgExpr::Expr(Expr::Identifier(name)) => {
                    let name = small(name);
                    self.0.rows.contains(&name) && !self.0.columns.contains(&name)
                }
                FunctionArgExpr::QualifiedWildcard(_) => true,
                _ => false,
            };
            if whole {
                return refused("under the project's filter no function is given a whole row: name its columns");
            }
        }
        Ok(())
    }
}
