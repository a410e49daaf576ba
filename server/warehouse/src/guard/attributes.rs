//! To Postgres `o.f` may be `f(o)`: a function of the database's own, called with a whole row, which no list of functions sees and
//! no filter reaches. Under a filter a name after a point is a column that is known, or one that the query itself names, no
//! function and no operator is given a whole row, and no function is one of the database's own.

use super::{refused, unquoted, walk::walk};
use domain::tools::warehouse::WarehouseFault;
use sqlparser::ast::{
    AccessExpr, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Ident, ObjectName, ObjectNamePart, Query,
    Select, SelectItem, TableAlias, TableFactor, Visitor,
};
use std::{collections::HashSet, ops::ControlFlow};

/// Stands among a database's own functions where it has operators or casts of its own.
pub(crate) const OPERATORS: &str = " operators";

/// `own` are functions of the database's own, as columns are in small letters of ASCII.
pub(super) fn judge<'a>(
    query: &Query,
    columns: impl Iterator<Item = &'a str>,
    own: &HashSet<String>,
) -> Result<(), WarehouseFault> {
    // What Postgres itself has in every row, and what functions that stand for tables call their columns.
    const SYSTEM: &[&str] = &["ctid", "xmin", "xmax", "oid", "tableoid", "ordinality", "value", "key", "*"];
    let known: HashSet<String> = columns.map(str::to_owned).collect();
    let mut named = Named { columns: known.clone(), rows: HashSet::new() };
    named.columns.extend(SYSTEM.iter().map(|name| (*name).to_owned()));
    if walk(query, &mut named).is_break() {
        return refused("the query cannot be read");
    }
    match walk(query, &mut Judge { named: &named, known: &known, own }) {
        ControlFlow::Break(fault) => Err(fault),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// What the query may mean by a name, in small letters.
struct Named {
    columns: HashSet<String>,
    /// Tables: alone, such a name is a whole row.
    rows: HashSet<String>,
}

impl Named {
    fn alias(&mut self, alias: &TableAlias) {
        self.columns.extend(alias.columns.iter().map(|column| small(&column.name)));
    }
}

/// As Postgres takes a name that is not in quotes: of other letters than these it knows no small ones.
fn small(name: &Ident) -> String {
    unquoted(name).to_ascii_lowercase()
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
            TableFactor::Table { name, alias, args: None, .. } => {
                self.rows.extend(name.0.last().and_then(ObjectNamePart::as_ident).map(small));
                if let Some(alias) = alias {
                    self.rows.insert(small(&alias.name));
                    self.alias(alias);
                }
            }
            // The name of a function that stands for a table is its value's as well.
            TableFactor::Table { alias: Some(alias), .. }
            | TableFactor::Function { alias: Some(alias), .. }
            | TableFactor::UNNEST { alias: Some(alias), .. } => {
                self.columns.insert(small(&alias.name));
                self.alias(alias);
            }
            TableFactor::Derived { alias: Some(alias), .. } => self.alias(alias),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

struct Judge<'a> {
    named: &'a Named,
    /// The columns of tables.
    known: &'a HashSet<String>,
    own: &'a HashSet<String>,
}

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
            Expr::Identifier(name) if self.is_row(name) => refused(WHOLE_ROW),
            Expr::Function(function) => self.function(&function.name).and_then(|()| arguments(function)),
            _ => Ok(()),
        };
        judged.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<WarehouseFault> {
        let judged = match factor {
            TableFactor::Table { name, args: Some(_), .. } | TableFactor::Function { name, .. } => self.function(name),
            _ => Ok(()),
        };
        judged.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }
}

impl Judge<'_> {
    fn column(&self, last: &Ident) -> Result<(), WarehouseFault> {
        let name = small(last);
        if self.named.columns.contains(&name) { Ok(()) } else { refused(&format!("there is no column {name}")) }
    }

    fn is_row(&self, name: &Ident) -> bool {
        let name = small(name);
        // Where operators are somebody's own, a name that the query gives does not hide a row of the same name.
        let columns = if self.own.contains(OPERATORS) { self.known } else { &self.named.columns };
        self.named.rows.contains(&name) && !columns.contains(&name)
    }

    /// What is named with the system's schema is the system's.
    fn function(&self, name: &ObjectName) -> Result<(), WarehouseFault> {
        let [ObjectNamePart::Identifier(name)] = name.0.as_slice() else { return Ok(()) };
        let name = small(name);
        if self.own.contains(&name) {
            return refused(&format!("{name} is a function of the database's own, so the project's filter cannot hold for it"));
        }
        Ok(())
    }
}

const WHOLE_ROW: &str = "under the project's filter no function and no operator is given a whole row: name its columns";

fn arguments(function: &Function) -> Result<(), WarehouseFault> {
    let FunctionArguments::List(list) = &function.args else { return Ok(()) };
    let whole = |argument: &FunctionArg| match argument {
        FunctionArg::Unnamed(given) | FunctionArg::Named { arg: given, .. } | FunctionArg::ExprNamed { arg: given, .. } => {
            matches!(given, FunctionArgExpr::QualifiedWildcard(_))
        }
    };
    if list.args.iter().any(whole) { refused(WHOLE_ROW) } else { Ok(()) }
}
