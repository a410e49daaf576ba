//! Lets only pure queries through: one statement that reads, and that means to the database what it meant here.
//!
//! A query is parsed, every part of its tree is judged, and what is sent is the tree written out again: comments are gone, and
//! whatever our parser and the database's could read differently was refused. Read-only roles and transactions back this up.

mod attributes;
mod bounds;
mod columns;
mod dialects;
mod evidence;
mod functions;
mod given_tables;
mod growth;
mod literals;
mod names;
mod own;
mod relations;
mod scopes;
mod shape;
mod tenancy;
mod walk;

pub(crate) use attributes::OPERATORS;
pub use evidence::{count_behind, is_constant};
pub use given_tables::{GivenTable, with_tables};
pub use names::{tables_of, without_database};
pub use tenancy::{Tenancy, unquoted};
pub(crate) use walk::walk_mut;

use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::{
    ast::{Query, Statement},
    parser::{Parser, ParserOptions},
};

/// A judged tree may be deep: longer stacks than those of the server's threads.
const STACK: usize = 64 * 1024 * 1024;

/// The query as it is to be sent.
///
/// # Errors
/// [`WarehouseFault::Refused`] says which rule it breaks; [`WarehouseFault::Invalid`] that it cannot be read at all.
pub fn pure(sql: &str, dialect: Dialect, tenancy: Option<&Tenancy<'_>>) -> Result<String, WarehouseFault> {
    bounds::size(sql)?;
    stacker::grow(STACK, || {
        let mut query = judged(sql, dialect)?;
        if dialect == Dialect::Postgres {
            functions::qualify(&mut query)?;
        }
        if let Some(tenancy) = tenancy {
            tenancy.restrict(&mut query, dialect)?;
        }
        let sent = query.to_string();
        same_again(&sent, dialect)?;
        Ok(sent)
    })
}

/// The query as it is to be sent, where it calls none of these functions: the database's own ones, however they are written.
///
/// # Errors
/// As [`pure`].
pub fn pure_without(sql: &str, dialect: Dialect, own: &[String]) -> Result<String, WarehouseFault> {
    let sent = pure(sql, dialect, None)?;
    let own = own.iter().map(|name| name.to_ascii_lowercase()).collect();
    stacker::grow(STACK, || own::judge(&judged(&sent, dialect)?, &own, true))?;
    Ok(sent)
}

/// Parses and judges, and gives the tree.
fn judged(sql: &str, dialect: Dialect) -> Result<Query, WarehouseFault> {
    let grammar = dialects::grammar(dialect);
    let tokens = bounds::tokens(sql, dialect, &*grammar)?;
    let options = ParserOptions::new().with_unescape(false).with_trailing_commas(false);
    let mut parser =
        Parser::new(&*grammar).with_options(options).with_recursion_limit(bounds::NESTING).with_tokens_with_locations(tokens);
    let mut statements =
        parser.parse_statements().map_err(|fault| WarehouseFault::Invalid(describe_parse_error(&fault.to_string())))?;
    let mut query = match (statements.pop(), statements.is_empty()) {
        (Some(Statement::Query(query)), true) => *query,
        (Some(other), true) => {
            let text = other.to_string();
            let verb = text.split_whitespace().next().unwrap_or("this");
            return refused(&format!("only queries that read are allowed, not {verb}"));
        }
        (Some(_), false) => return refused("one statement at a time"),
        (None, _) => return refused("there is no statement"),
    };
    if dialect == Dialect::Files {
        columns::restore(&mut query);
    }
    shape::judge(&query, dialect)?;
    growth::judge(&query)?;
    Ok(query)
}

/// What is written out is read again: it must be the same pure query, or the writing changed its meaning.
fn same_again(sent: &str, dialect: Dialect) -> Result<(), WarehouseFault> {
    let again = judged(sent, dialect).map_err(|_| WarehouseFault::Refused(AMBIGUOUS.to_owned()))?;
    if again.to_string() == sent { Ok(()) } else { refused(AMBIGUOUS) }
}

const AMBIGUOUS: &str = "the query can be read in more than one way; write it more plainly";

fn describe_parse_error(fault: &str) -> String {
    format!("the query cannot be read: {}", fault.trim_start_matches("sql parser error: ").trim_start_matches("TokenizerError: "))
}

fn refused<T>(why: &str) -> Result<T, WarehouseFault> {
    Err(WarehouseFault::Refused(why.to_owned()))
}
