//! What a query takes from its tables when it is to bear out a number: nothing where it only says one, and which rows else.

use super::{STACK, bounds, names::parsed, unquoted, walk::walk};
use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::ast::{Expr, ObjectNamePart, Query, Select, SelectItem, SetExpr, Statement, TableFactor, Visitor};
use std::ops::ControlFlow;

/// Whether its number comes from no column and counts no rows: `SELECT 8298 FROM orders`.
///
/// # Errors
/// As [`super::tables_of`].
pub fn is_constant(sql: &str, dialect: Dialect) -> Result<bool, WarehouseFault> {
    bounds::size(sql)?;
    stacker::grow(STACK, || {
        let statements = parsed(sql, dialect)?;
        Ok(matches!(statements.as_slice(), [Statement::Query(query)] if is_constant_query(query, &[])))
    })
}

/// A query that counts the rows which another one reads; none where these are not the rows of tables as they are.
///
/// # Errors
/// As [`super::tables_of`].
pub fn count_behind(sql: &str, dialect: Dialect) -> Result<Option<String>, WarehouseFault> {
    bounds::size(sql)?;
    stacker::grow(STACK, || {
        let statements = parsed(sql, dialect)?;
        let [Statement::Query(query)] = statements.as_slice() else { return Ok(None) };
        let SetExpr::Select(select) = &*query.body else { return Ok(None) };
        let is_table = |factor: &TableFactor| matches!(factor, TableFactor::Table { args: None, .. });
        let mut parts = select.from.iter().flat_map(|one| one.joins.iter().map(|join| &join.relation).chain([&one.relation]));
        if query.with.is_some() || select.from.is_empty() || !parts.all(is_table) {
            return Ok(None);
        }
        let from = select.from.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let condition = select.selection.as_ref().map(|condition| format!(" WHERE {condition}")).unwrap_or_default();
        Ok(Some(format!("SELECT COUNT(*) FROM {from}{condition}")))
    })
}

/// `constants` are the parts around it (`WITH`) that are constant, in small letters.
fn is_constant_query(query: &Query, constants: &[String]) -> bool {
    let mut constants = constants.to_vec();
    for part in query.with.iter().flat_map(|with| &with.cte_tables) {
        if is_constant_query(&part.query, &constants) {
            constants.push(unquoted(&part.alias.name).to_lowercase());
        }
    }
    is_constant_body(&query.body, &constants)
}

fn is_constant_body(body: &SetExpr, constants: &[String]) -> bool {
    match body {
        SetExpr::Select(select) => is_constant_select(select, constants),
        SetExpr::Query(query) => is_constant_query(query, constants),
        // The number may come from either.
        SetExpr::SetOperation { left, right, .. } => is_constant_body(left, constants) || is_constant_body(right, constants),
        SetExpr::Values(_) => true,
        _ => false,
    }
}

fn is_constant_select(select: &Select, constants: &[String]) -> bool {
    let is_wild = |item: &SelectItem| matches!(item, SelectItem::Wildcard(_) | SelectItem::QualifiedWildcard(..));
    let mut taken = Taken { column: select.projection.iter().any(is_wild), count: false };
    let _ = walk(&select.projection, &mut taken);
    if taken.count {
        return false;
    }
    // A column of a constant part is as constant.
    let mut parts = select.from.iter();
    let is_of_constants =
        !select.from.is_empty() && parts.all(|one| one.joins.is_empty() && is_constant_part(&one.relation, constants));
    !taken.column || is_of_constants
}

fn is_constant_part(factor: &TableFactor, constants: &[String]) -> bool {
    match factor {
        TableFactor::Derived { subquery, .. } => is_constant_query(subquery, constants),
        TableFactor::Table { name, args: None, .. } => match name.0.as_slice() {
            [only] => only.as_ident().is_some_and(|only| constants.contains(&unquoted(only).to_lowercase())),
            _ => false,
        },
        _ => false,
    }
}

/// What the expressions of a `SELECT` take from its tables.
struct Taken {
    column: bool,
    count: bool,
}

impl Visitor for Taken {
    type Break = ();

    fn pre_visit_expr(&mut self, expression: &Expr) -> ControlFlow<()> {
        match expression {
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) => self.column = true,
            // Of all aggregates only a count tells of rows without naming a column; `MAX(8298)` is 8298.
            Expr::Function(function) => {
                let name = function.name.0.last().and_then(ObjectNamePart::as_ident);
                self.count |= name.is_some_and(|name| unquoted(name).to_lowercase().starts_with("count"));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_only_said_is_constant() {
        for (sql, expected) in [
            ("SELECT 8298", true),
            ("SELECT 8298 AS n FROM orders WHERE amount > 3 LIMIT 1", true),
            ("SELECT ROUND(82.98 * 100) FROM orders", true),
            ("SELECT MAX(8298) FROM orders", true),
            ("SELECT n FROM (SELECT 8298 AS n FROM orders) AS t", true),
            ("WITH t AS (SELECT 8298 AS n FROM orders) SELECT * FROM T", true),
            ("SELECT COUNT(*) FROM orders UNION ALL SELECT 8298", true),
            ("VALUES (8298)", true),
            ("SELECT COUNT(*) FROM orders", false),
            ("SELECT COUNT(*) FROM (SELECT 1 FROM orders WHERE amount > 3) AS t", false),
            ("SELECT 100.0 * COUNT(*) / 120 FROM orders", false),
            ("SELECT AVG(amount) FROM orders", false),
            ("SELECT SUM(CASE WHEN amount > 3 THEN 1 ELSE 0 END) FROM orders", false),
            ("SELECT o.amount FROM orders AS o ORDER BY 1 DESC LIMIT 1", false),
            (
                "SELECT \"n\" FROM (SELECT shop, COUNT(*) AS n FROM orders GROUP BY shop) AS source WHERE \"shop\" = 'North'",
                false,
            ),
            ("SELECT (SELECT AVG(a) FROM t) - (SELECT AVG(b) FROM u)", false),
            ("WITH t AS (SELECT amount AS n FROM orders) SELECT MAX(n) FROM t", false),
        ] {
            assert_eq!(is_constant(sql, Dialect::Files), Ok(expected), "{sql}");
        }
        assert!(is_constant("SELECT * FROM", Dialect::Files).is_err());
    }

    #[test]
    fn the_rows_behind_a_number_are_counted_where_they_are_those_of_tables() {
        for (sql, expected) in [
            ("SELECT AVG(a) FROM t WHERE shop = 'North'", Some("SELECT COUNT(*) FROM t WHERE shop = 'North'")),
            ("SELECT MAX(a) FROM s.t AS x ORDER BY 1", Some("SELECT COUNT(*) FROM s.t AS x")),
            ("SELECT SUM(a) FROM t JOIN u ON t.id = u.id", Some("SELECT COUNT(*) FROM t JOIN u ON t.id = u.id")),
            ("SELECT n FROM (SELECT COUNT(*) AS n FROM t) AS source", None),
            ("WITH t AS (SELECT 1) SELECT COUNT(*) FROM t", None),
            ("SELECT 1", None),
        ] {
            assert_eq!(count_behind(sql, Dialect::Files).expect("it can be read").as_deref(), expected, "{sql}");
        }
    }
}
