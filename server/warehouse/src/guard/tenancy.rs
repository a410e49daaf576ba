//! A project's tenant filter: every table that has the column is replaced by the rows of it that the tenant may see.
//!
//! That happens in the tree, at each place where a table is named, so that no join, subquery or common table expression reads the
//! table itself. Anything that is not surely a known table is refused.

use super::{attributes, dialects, own, refused, scopes::Scopes, walk::walk_mut};
use domain::tools::{
    catalog::Table,
    warehouse::{Dialect, TenantFilter, WarehouseFault},
};
use serde_json::Value;
use sqlparser::{
    ast::{Expr, Ident, Query, SetExpr, Statement, TableAlias, TableFactor, VisitorMut},
    parser::{Parser, ParserOptions},
};
use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

/// The filter and the tables it is for.
pub struct Tenancy<'a> {
    filter: &'a TenantFilter,
    /// Names in small letters, and the spelling of the column where they have it.
    known: HashMap<String, Option<&'a str>>,
    /// Names in small letters of what shows other tables' rows and does not have the column.
    views: HashSet<String>,
    /// Of all tables, in small letters of ASCII.
    columns: HashSet<String>,
    /// Schemas and catalogs that the names of tables leave out, in small letters.
    usual: Vec<String>,
    /// Functions of the database's own, in small letters of ASCII: what they read is not known.
    own: HashSet<String>,
}

impl<'a> Tenancy<'a> {
    /// `tables` are all that queries may read, views included; `usual` are the schemas that their names leave out.
    #[must_use]
    pub fn new(filter: &'a TenantFilter, tables: &'a [Table], usual: &[&str]) -> Self {
        let mut known: HashMap<String, Option<&'a str>> = HashMap::new();
        for table in tables {
            let column = filter.column_of(&table.columns).map(|column| column.name.as_str());
            // Of two tables that differ in capitals alone, the one with the column decides for both.
            let held = known.entry(table.name.to_lowercase()).or_default();
            *held = held.or(column);
        }
        let open = |table: &&Table| table.view && known.get(&table.name.to_lowercase()).is_some_and(Option::is_none);
        let views = tables.iter().filter(open).map(|table| table.name.to_lowercase()).collect();
        let columns = tables.iter().flat_map(|table| &table.columns).map(|column| column.name.to_ascii_lowercase()).collect();
        let usual = usual.iter().map(|name| name.to_lowercase()).collect();
        Self { filter, known, views, columns, usual, own: HashSet::new() }
    }

    /// `own` are the functions that the database's people made.
    #[must_use]
    pub fn without_functions<'n>(mut self, own: impl IntoIterator<Item = &'n str>) -> Self {
        self.own.extend(own.into_iter().map(str::to_ascii_lowercase));
        self
    }

    /// Whether a table of this name is known.
    #[must_use]
    pub fn has_table(&self, table: &str) -> bool {
        self.known.contains_key(&table.to_lowercase())
    }

    /// Puts the condition before every table in the query.
    pub(super) fn restrict(&self, query: &mut Query, dialect: Dialect) -> Result<(), WarehouseFault> {
        if matches!(dialect, Dialect::Postgres | Dialect::Redshift) {
            attributes::judge(query, self.known_columns(), &self.own)?;
        } else {
            own::judge(query, &self.own, dialect != Dialect::Mysql)?;
        }
        let mut rewriting = Rewriting { tenancy: self, scopes: Scopes::default(), dialect, made: HashSet::new() };
        if let ControlFlow::Break(fault) = walk_mut(query, &mut rewriting) {
            return Err(fault);
        }
        match walk_mut(query, &mut Columns { made: rewriting.made }) {
            ControlFlow::Break(()) => refused("the query cannot be read"),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    fn known_columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    /// Of a table by its whole name: its column, nothing where it has none; a fault where it is not known.
    fn column(&self, parts: &[String]) -> Result<Option<&str>, WarehouseFault> {
        let found = (0..parts.len())
            .take_while(|from| parts[..*from].iter().all(|schema| self.usual.contains(schema)))
            .find_map(|from| self.known.get_key_value(&parts[from..].join(".")));
        match found {
            Some((view, None)) if self.views.contains(view) => refused(&format!(
                "{view} is a view without the column {}, so the project's filter cannot hold for what it shows",
                self.filter.column
            )),
            Some((_, column)) => Ok(*column),
            None => {
                refused(&format!("{} is not a table that is known, so the project's filter cannot hold for it", parts.join(".")))
            }
        }
    }

    fn condition(&self, column: &str, dialect: Dialect) -> Result<String, WarehouseFault> {
        let value = match &self.filter.value {
            Value::String(text) if text.contains('\\') || text.chars().any(char::is_control) => {
                return refused("the project's filter holds a backslash or a control character");
            }
            Value::String(text) => format!("'{}'", text.replace('\'', "''")),
            Value::Number(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            _ => return refused("the project's filter is neither a text nor a number"),
        };
        let column = quoted(column, dialect)?;
        Ok(match dialect {
            // Here 'a' = 'A', and every text equals 0: the bytes have to be the same as well.
            Dialect::Mysql => {
                let text = if value.starts_with('\'') { value } else { format!("'{value}'") };
                format!("{column} = {text} AND CAST({column} AS BINARY) = CAST({text} AS BINARY)")
            }
            _ => format!("{column} = {value}"),
        })
    }
}

/// A name as the dialect quotes it.
fn quoted(name: &str, dialect: Dialect) -> Result<String, WarehouseFault> {
    if name.contains(['"', '`', '\\']) || name.chars().any(char::is_control) {
        return refused(&format!("the column {name} cannot be quoted safely"));
    }
    Ok(if dialects::quotes_strings_twice(dialect) || dialect == Dialect::Clickhouse {
        format!("`{name}`")
    } else {
        format!("\"{name}\"")
    })
}

/// A name as it is meant: without the doubling of quotes inside it.
#[must_use]
pub fn unquoted(ident: &Ident) -> String {
    match ident.quote_style {
        Some(quote @ ('"' | '`')) => ident.value.replace(&format!("{quote}{quote}"), &quote.to_string()),
        _ => ident.value.clone(),
    }
}

struct Rewriting<'a> {
    tenancy: &'a Tenancy<'a>,
    scopes: Scopes,
    dialect: Dialect,
    /// The whole names of tables that were replaced.
    made: HashSet<String>,
}

impl VisitorMut for Rewriting<'_> {
    type Break = WarehouseFault;

    fn pre_visit_query(&mut self, query: &mut Query) -> ControlFlow<WarehouseFault> {
        let named = query.with.iter().flat_map(|with| &with.cte_tables).map(|cte| unquoted(&cte.alias.name).to_lowercase());
        for name in named {
            // Databases differ in where such a name is in force.
            if self.tenancy.known.keys().any(|known| known.rsplit('.').next() == Some(name.as_str())) {
                return ControlFlow::Break(WarehouseFault::Refused(format!(
                    "{name} is a table; give the part of WITH another name"
                )));
            }
        }
        self.scopes.enter(query);
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, _: &mut Query) -> ControlFlow<WarehouseFault> {
        self.scopes.leave();
        ControlFlow::Continue(())
    }

    // After what is inside it, so that a subquery made here is not visited.
    fn post_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<WarehouseFault> {
        match self.replace(factor) {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => ControlFlow::Break(fault),
        }
    }
}

/// `schema.table.column` where the table is now a subquery by its last name.
struct Columns {
    made: HashSet<String>,
}

impl VisitorMut for Columns {
    type Break = ();

    fn pre_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(path) = expr
            && path.len() > 2
        {
            let table: Vec<String> = path[..path.len() - 1].iter().map(|part| unquoted(part).to_lowercase()).collect();
            if self.made.contains(&table.join(".")) {
                path.drain(..path.len() - 2);
            }
        }
        ControlFlow::Continue(())
    }
}

impl Rewriting<'_> {
    fn replace(&mut self, factor: &mut TableFactor) -> Result<(), WarehouseFault> {
        let TableFactor::Table { name, alias, args: None, .. } = factor else { return Ok(()) };
        let path = super::shape::names(name)?;
        let parts: Vec<String> = path.iter().map(|part| unquoted(part).to_lowercase()).collect();
        let parts: Vec<String> = if self.dialect == Dialect::Bigquery {
            parts.iter().flat_map(|part| part.split('.').map(str::to_owned)).collect()
        } else {
            parts
        };
        let of_query = matches!(parts.as_slice(), [only] if self.scopes.has(only));
        if of_query || parts.iter().any(|part| part == "information_schema") {
            return Ok(());
        }
        let Some(column) = self.tenancy.column(&parts)? else { return Ok(()) };
        let last = path.last().map(|last| Ident::clone(last));
        let mut inner = self.subquery(&self.tenancy.condition(column, self.dialect)?)?;
        let outer = alias.take().or_else(|| {
            let name = last?;
            Some(TableAlias { explicit: true, name, columns: Vec::new(), at: None })
        });
        self.made.insert(parts.join("."));
        let SetExpr::Select(select) = inner.body.as_mut() else { return refused("the filter cannot be read") };
        let Some(from) = select.from.first_mut() else { return refused("the filter cannot be read") };
        // The place's own table goes out, the query's table comes in.
        std::mem::swap(&mut from.relation, factor);
        *factor = TableFactor::Derived { lateral: false, subquery: inner, alias: outer, sample: None };
        Ok(())
    }

    /// `SELECT * FROM t WHERE …`, with a place for the table.
    fn subquery(&self, condition: &str) -> Result<Box<Query>, WarehouseFault> {
        let grammar = dialects::grammar(self.dialect);
        let options = ParserOptions::new().with_unescape(false).with_trailing_commas(false);
        let parser = Parser::new(&*grammar).with_options(options).try_with_sql(&format!("SELECT * FROM t WHERE {condition}"));
        let statements = parser.and_then(|mut parser| parser.parse_statements());
        match statements.map(|mut statements| (statements.pop(), statements.is_empty())) {
            Ok((Some(Statement::Query(query)), true)) => Ok(query),
            _ => refused("the project's filter cannot be written in this dialect"),
        }
    }
}
