//! The tables that a query names, so that a project with several databases knows which one it is for.

use super::{STACK, bounds, describe_parse_error, dialects, scopes::Scopes, unquoted, walk::walk_mut};
use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::{
    ast::{Expr, ObjectName, ObjectNamePart, Query, Statement, TableFactor, VisitorMut},
    parser::{Parser, ParserOptions},
};
use std::{collections::BTreeSet, ops::ControlFlow};

/// The parts of every table's name in the query, each name once; what the query itself names (`WITH`) left out.
///
/// # Errors
/// [`WarehouseFault::Invalid`] when it cannot be read. Whether it only reads is not judged here.
pub fn tables_of(sql: &str, dialect: Dialect) -> Result<Vec<Vec<String>>, WarehouseFault> {
    bounds::size(sql)?;
    stacker::grow(STACK, || {
        let mut statements = parsed(sql, dialect)?;
        let mut names = Names::default();
        names.walk(&mut statements);
        Ok(names.found.into_iter().collect())
    })
}

/// The query without the prefixes of the schemas, tables and columns of a database: the name it has here, and the name of its
/// catalog where a schema follows. An empty name is none.
///
/// # Errors
/// As [`tables_of`].
pub fn without_database(sql: &str, dialect: Dialect, database: &str, catalog: &str) -> Result<String, WarehouseFault> {
    bounds::size(sql)?;
    stacker::grow(STACK, || {
        let mut statements = parsed(sql, dialect)?;
        let gone = |name: &str| Some(name.to_lowercase()).filter(|name| !name.is_empty());
        let mut names = Names { database: gone(database), catalog: gone(catalog), ..Names::default() };
        names.walk(&mut statements);
        Ok(statements.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    })
}

pub(super) fn parsed(sql: &str, dialect: Dialect) -> Result<Vec<Statement>, WarehouseFault> {
    let grammar = dialects::grammar(dialect);
    let tokens = bounds::tokens(sql, dialect, &*grammar)?;
    let options = ParserOptions::new().with_unescape(false).with_trailing_commas(false);
    let parser = Parser::new(&*grammar).with_options(options).with_recursion_limit(bounds::NESTING);
    let read = parser.with_tokens_with_locations(tokens).parse_statements();
    read.map_err(|fault| WarehouseFault::Invalid(describe_parse_error(&fault.to_string())))
}

#[derive(Default)]
struct Names {
    /// In small letters; a prefix that is removed.
    database: Option<String>,
    catalog: Option<String>,
    scopes: Scopes,
    /// The next name is that of a table function.
    function: bool,
    found: BTreeSet<Vec<String>>,
}

impl Names {
    /// How many of a table's parts go.
    fn goes(&self, parts: &[String]) -> usize {
        let is =
            |at: usize, name: Option<&str>| name.is_some() && parts.get(at).map(|part| part.to_lowercase()).as_deref() == name;
        let first = usize::from(parts.len() > 1 && is(0, self.database.as_deref()));
        first + usize::from(parts.len() > first + 2 && is(first, self.catalog.as_deref()))
    }

    fn walk(&mut self, statements: &mut Vec<Statement>) {
        let walked = walk_mut(statements, self);
        debug_assert_eq!(walked, ControlFlow::Continue(()), "nothing breaks off");
    }
}

impl VisitorMut for Names {
    type Break = ();

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<()> {
        self.scopes.enter(query);
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &mut Query) -> ControlFlow<()> {
        self.scopes.leave();
        ControlFlow::Continue(())
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<()> {
        self.function = matches!(factor, TableFactor::Table { args: Some(_), .. } | TableFactor::Function { .. });
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, relation: &mut ObjectName) -> ControlFlow<()> {
        if std::mem::take(&mut self.function) {
            return ControlFlow::Continue(());
        }
        let parts: Vec<String> = relation.0.iter().filter_map(ObjectNamePart::as_ident).map(unquoted).collect();
        if let [only] = parts.as_slice()
            && self.scopes.has(&only.to_lowercase())
        {
            return ControlFlow::Continue(());
        }
        relation.0.drain(..self.goes(&parts));
        self.found.insert(parts);
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expression: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(path) = expression
            && let Some((_, table)) = path.split_last()
        {
            let table: Vec<String> = table.iter().map(unquoted).collect();
            path.drain(..self.goes(&table));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(sql: &str) -> Vec<String> {
        tables_of(sql, Dialect::Files).expect("it can be read").iter().map(|parts| parts.join("/")).collect()
    }

    #[test]
    fn every_table_is_found_and_parts_of_the_query_are_not() {
        assert_eq!(named("SELECT 1"), Vec::<String>::new());
        assert_eq!(named("SELECT * FROM a JOIN b.c ON a.x = b.c.x WHERE y IN (SELECT z FROM \"D e\".f)"), ["D e/f", "a", "b/c"]);
        assert_eq!(named("WITH t AS (SELECT * FROM a) SELECT * FROM t"), ["a"]);
        assert_eq!(named("SELECT * FROM t WHERE EXISTS (WITH t AS (SELECT 1) SELECT 1 FROM t)"), ["t"]);
        assert_eq!(
            named("WITH t AS (SELECT * FROM t) SELECT * FROM t"),
            ["t"],
            "a part that is not recursive does not see itself"
        );
        assert_eq!(named("WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT * FROM t) SELECT * FROM t"), Vec::<String>::new());
        assert_eq!(named("SELECT * FROM generate_series(1, 3) AS s JOIN a ON a.n = s.value"), ["a"]);
        assert!(tables_of("SELECT * FROM", Dialect::Files).is_err());
    }

    #[test]
    fn the_database_goes_from_names_and_columns() {
        let sql = "SELECT shop.orders.id, o.total FROM Shop.orders AS o JOIN items ON items.shop = o.shop";
        let sent = without_database(sql, Dialect::Sqlite, "shop", "").expect("it can be read");
        assert_eq!(sent, "SELECT orders.id, o.total FROM orders AS o JOIN items ON items.shop = o.shop");
        let sql = "SELECT pg.Shop.public.orders.id FROM pg.shop.public.orders, shop.public.items, shop.items, public.orders";
        let sent = without_database(sql, Dialect::Postgres, "pg", "shop").expect("it can be read");
        assert_eq!(sent, "SELECT public.orders.id FROM public.orders, public.items, shop.items, public.orders");
    }
}
