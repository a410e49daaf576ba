//! Judges every part of a query's tree.

use super::{dialects, functions, refused, relations, walk::walk};
use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::ast::{
    BinaryOperator, Expr, FunctionArguments, Ident, ObjectName, ObjectNamePart, Query, Select, SelectItem, SetExpr, Statement,
    TableFactor, TableVersion, Value, ValueWithSpan, Visitor,
};
use std::ops::ControlFlow;

pub(super) fn judge(query: &Query, dialect: Dialect) -> Result<(), WarehouseFault> {
    let mut judge = Judge { dialect, growing: 0, function: false };
    match walk(query, &mut judge) {
        ControlFlow::Break(fault) => Err(fault),
        ControlFlow::Continue(()) => Ok(()),
    }
}

struct Judge {
    dialect: Dialect,
    /// How many functions so far make long texts of short ones.
    growing: usize,
    /// The next name is a function's that stands for a table.
    function: bool,
}

impl Visitor for Judge {
    type Break = WarehouseFault;

    fn pre_visit_statement(&mut self, _: &Statement) -> ControlFlow<WarehouseFault> {
        stop(refused("a query must not write, not even within another query"))
    }

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<WarehouseFault> {
        stop(whole(query))
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<WarehouseFault> {
        stop(selection(select))
    }

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> ControlFlow<WarehouseFault> {
        if std::mem::take(&mut self.function) && matches!(self.dialect, Dialect::Postgres | Dialect::Redshift) {
            return ControlFlow::Continue(());
        }
        stop(names(relation).and_then(|names| relations::judge(&names, self.dialect)))
    }

    fn pre_visit_table_factor(&mut self, factor: &TableFactor) -> ControlFlow<WarehouseFault> {
        self.function = matches!(factor, TableFactor::Table { args: Some(_), .. } | TableFactor::Function { .. });
        stop(self.source(factor))
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<WarehouseFault> {
        stop(self.expression(expr))
    }

    fn pre_visit_value(&mut self, value: &ValueWithSpan) -> ControlFlow<WarehouseFault> {
        stop(match &value.value {
            Value::Placeholder(name) => refused(&format!("there is no value for the placeholder {name}")),
            _ => Ok(()),
        })
    }
}

fn stop(judged: Result<(), WarehouseFault>) -> ControlFlow<WarehouseFault> {
    judged.map_or_else(ControlFlow::Break, ControlFlow::Continue)
}

/// The parts of a dotted name; refuses names that are computed.
pub(super) fn names(name: &ObjectName) -> Result<Vec<&Ident>, WarehouseFault> {
    fn part(part: &ObjectNamePart) -> Result<&Ident, WarehouseFault> {
        match part {
            ObjectNamePart::Identifier(ident) => Ok(ident),
            ObjectNamePart::Function(_) => refused("names of tables and functions are written, not computed"),
        }
    }
    name.0.iter().map(part).collect()
}

/// Every field is named, so that a new one of the parser is judged before it compiles.
fn whole(query: &Query) -> Result<(), WarehouseFault> {
    let Query {
        with: _,
        body,
        order_by: _,
        limit_clause: _,
        fetch: _,
        locks,
        for_clause,
        settings,
        format_clause,
        pipe_operators,
    } = query;
    if !locks.is_empty() {
        return refused("a query must not lock rows (FOR UPDATE, FOR SHARE)");
    }
    if for_clause.is_some() || settings.is_some() || format_clause.is_some() || !pipe_operators.is_empty() {
        return refused("leave out FOR XML, FOR JSON, SETTINGS, FORMAT and |>");
    }
    body_of(body)
}

fn body_of(body: &SetExpr) -> Result<(), WarehouseFault> {
    match body {
        SetExpr::Select(_) | SetExpr::Query(_) | SetExpr::Values(_) => Ok(()),
        SetExpr::SetOperation { left, right, .. } => {
            // The left side is as deep as there are operations; the guard's stack is long enough for it.
            body_of(left)?;
            body_of(right)
        }
        SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) => {
            refused("a query must not write, not even within another query")
        }
        SetExpr::Table(_) => refused("write SELECT * FROM instead of TABLE"),
    }
}

fn selection(select: &Select) -> Result<(), WarehouseFault> {
    let Select {
        select_token: _,
        optimizer_hints,
        distinct: _,
        select_modifiers,
        top: _,
        top_before_distinct: _,
        projection,
        exclude: _,
        into,
        from: _,
        lateral_views: _,
        prewhere: _,
        selection: _,
        connect_by: _,
        group_by: _,
        cluster_by: _,
        distribute_by: _,
        sort_by: _,
        having: _,
        named_window: _,
        qualify: _,
        window_before_qualify: _,
        value_table_mode: _,
        flavor: _,
    } = select;
    if projection.is_empty() {
        return refused("say what is selected: SELECT … FROM …");
    }
    // Two texts after each other are not one, nor is the second meant as a name.
    let two_texts = |item: &SelectItem| match item {
        SelectItem::ExprWithAlias { expr: Expr::Value(value), alias } => {
            matches!(value.value, Value::SingleQuotedString(_)) && alias.quote_style == Some('\'')
        }
        _ => false,
    };
    if projection.iter().any(two_texts) {
        return refused("two texts stand after each other: put || or a comma between them");
    }
    if into.is_some() {
        return refused("a query must not write its rows anywhere (SELECT INTO)");
    }
    if !optimizer_hints.is_empty() || select_modifiers.is_some() {
        return refused("leave out hints and modifiers of SELECT");
    }
    Ok(())
}

impl Judge {
    fn source(&self, factor: &TableFactor) -> Result<(), WarehouseFault> {
        match factor {
            TableFactor::Table { name, args, with_hints, version, json_path, .. } => {
                if !with_hints.is_empty() || json_path.is_some() {
                    return refused("leave out hints and paths at tables");
                }
                if matches!(version, Some(TableVersion::Changes { .. })) {
                    return refused("changes of tables are not read");
                }
                match args {
                    Some(args) if args.settings.is_some() => refused("leave out SETTINGS"),
                    Some(_) => functions::table(&names(name)?, self.dialect),
                    None => Ok(()),
                }
            }
            TableFactor::Derived { .. } | TableFactor::UNNEST { .. } | TableFactor::NestedJoin { .. } => Ok(()),
            TableFactor::Pivot { .. } | TableFactor::Unpivot { .. } | TableFactor::JsonTable { .. } => Ok(()),
            TableFactor::TableFunction { expr: Expr::Function(function), .. } => {
                functions::table(&names(&function.name)?, self.dialect)
            }
            TableFactor::Function { name, .. } => functions::table(&names(name)?, self.dialect),
            _ => refused("tables are named in FROM, or made by a function that is known to only read"),
        }
    }

    fn expression(&mut self, expr: &Expr) -> Result<(), WarehouseFault> {
        match expr {
            Expr::Function(function) => {
                let path = names(&function.name)?;
                if !matches!(function.parameters, FunctionArguments::None) && self.dialect != Dialect::Clickhouse {
                    return refused("a function has one list of arguments");
                }
                functions::scalar(&path, self.dialect)?;
                self.growing += functions::growth(&path, function, self.dialect)?;
                if dialects::is_in_process(self.dialect) && self.growing > functions::MOST_GROWING {
                    return refused("too many functions that make texts longer");
                }
                Ok(())
            }
            Expr::CompoundIdentifier(path) => {
                let last = path.last().map(|ident| ident.value.to_ascii_lowercase()).unwrap_or_default();
                if matches!(last.as_str(), "nextval" | "currval") {
                    return refused("a sequence is moved by being read");
                }
                Ok(())
            }
            Expr::BinaryOp { op, .. } | Expr::AnyOp { compare_op: op, .. } | Expr::AllOp { compare_op: op, .. } => operator(op),
            Expr::Prefixed { prefix, .. } => refused(&format!("leave out {} before the text", prefix.value)),
            _ => Ok(()),
        }
    }
}

fn operator(op: &BinaryOperator) -> Result<(), WarehouseFault> {
    match op {
        BinaryOperator::Assignment => refused("variables are not assigned in a query"),
        BinaryOperator::Custom(_) | BinaryOperator::PGCustomBinaryOperator(_) => refused("only the usual operators are allowed"),
        _ => Ok(()),
    }
}
