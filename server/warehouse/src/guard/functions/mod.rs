//! The functions that are known to read nothing but their arguments and to change nothing. Whatever is not listed is refused: a
//! list of the dangerous ones would never be complete.

mod lists;
mod postgres;

pub(super) use postgres::qualify;

use super::{dialects, refused};
use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::ast::{Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, Ident, Value};
use std::{collections::HashSet, sync::LazyLock};

/// How many functions that make texts longer a query may hold where the texts are made on this machine.
pub(super) const MOST_GROWING: usize = 2;
const MOST_COPIES: u64 = 10_000;

pub(super) fn scalar(path: &[&Ident], dialect: Dialect) -> Result<(), WarehouseFault> {
    let name = bare(path, dialect)?;
    let listed = COMMON.contains(name.as_str()) || OF_DIALECT[place(dialect)].contains(name.as_str());
    // `TABLE(flatten(…))` and the like arrive here as expressions as well. In this process a series would be one long array.
    if listed || (!dialects::is_in_process(dialect) && is_table(&name, dialect)) { Ok(()) } else { unknown(&name) }
}

pub(super) fn table(path: &[&Ident], dialect: Dialect) -> Result<(), WarehouseFault> {
    let name = bare(path, dialect)?;
    if is_table(&name, dialect) { Ok(()) } else { unknown(&name) }
}

/// Whether a function that stands for a table is a permitted one.
pub(super) fn is_table(name: &str, dialect: Dialect) -> bool {
    TABLES[place(dialect)].contains(name)
}

fn unknown(name: &str) -> Result<(), WarehouseFault> {
    refused(&format!("the function {name} is not among those that are known to only read"))
}

/// A name in small letters, where the database takes it for that. No function that is listed has a letter beyond ASCII, which is where
/// databases differ in what is the small one of a large one; and where names in quotes keep their letters, other letters are another
/// function, which is somebody's own.
fn small(ident: &Ident, dialect: Dialect) -> Result<String, WarehouseFault> {
    let other: fn(&char) -> bool = match dialect {
        Dialect::Snowflake => char::is_ascii_lowercase,
        Dialect::Postgres | Dialect::Redshift => char::is_ascii_uppercase,
        _ => |_| false,
    };
    if ident.quote_style.is_some() && ident.value.chars().any(|letter| other(&letter)) {
        return refused(&format!("write the function {} without quotes", ident.value));
    }
    Ok(ident.value.to_ascii_lowercase())
}

/// A function's name in small letters, without the schema of the system.
fn bare(path: &[&Ident], dialect: Dialect) -> Result<String, WarehouseFault> {
    let of_system = |schema: &str| match dialect {
        Dialect::Postgres | Dialect::Redshift => schema == "pg_catalog",
        Dialect::Bigquery => matches!(schema, "safe" | "net" | "hll_count" | "approx"),
        _ => false,
    };
    match path {
        [name] => small(name, dialect),
        [schema, name] if of_system(&small(schema, dialect)?) => {
            let (schema, name) = (small(schema, dialect)?, small(name, dialect)?);
            Ok(if matches!(schema.as_str(), "net" | "hll_count") { format!("{schema}.{name}") } else { name })
        }
        _ => refused("functions of schemas are somebody's own and may do anything"),
    }
}

/// 1 for a function that makes long texts of short ones, with how long bounded; 0 for every other.
pub(super) fn growth(path: &[&Ident], function: &Function, dialect: Dialect) -> Result<usize, WarehouseFault> {
    let name = path.last().map(|ident| ident.value.to_ascii_lowercase()).unwrap_or_default();
    match name.as_str() {
        "repeat" | "space" | "lpad" | "rpad" | "leftpad" | "rightpad" | "tofixedstring" | "array_repeat" | "list_repeat"
        | "array_resize" | "list_resize" | "arrayresize" | "array_fill" => match written_count(function) {
            Some(count) if count <= MOST_COPIES => Ok(1),
            _ => refused(&format!("{name} takes a written number up to {MOST_COPIES}")),
        },
        // MySQL's makes a number readable.
        "printf" | "format" | "format_string" if dialect != Dialect::Mysql => match arguments(function).first() {
            Some(Expr::Value(value)) if bounded(&value.value) => Ok(0),
            _ => refused(&format!("{name} takes a written pattern with widths below 1000")),
        },
        _ => Ok(0),
    }
}

fn arguments(function: &Function) -> Vec<&Expr> {
    match &function.args {
        FunctionArguments::List(list) => list.args.iter().filter_map(plain).collect(),
        _ => Vec::new(),
    }
}

/// How often or how long, where that is written as a number, or as numbers to be multiplied.
pub(super) fn written_count(function: &Function) -> Option<u64> {
    let arguments = arguments(function);
    arguments.get(1).and_then(|count| number(count)).or_else(|| arguments.first().and_then(|count| number(count)))
}

fn plain(argument: &FunctionArg) -> Option<&Expr> {
    match argument {
        FunctionArg::Unnamed(FunctionArgExpr::Expr(expr)) => Some(expr),
        _ => None,
    }
}

fn number(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::Number(digits, _) => digits.parse().ok(),
            _ => None,
        },
        Expr::Array(array) => array.elem.iter().map(number).try_fold(1_u64, |all, one| all.checked_mul(one?)),
        _ => None,
    }
}

fn bounded(pattern: &Value) -> bool {
    let Value::SingleQuotedString(pattern) = pattern else { return false };
    !pattern.contains('*') && !pattern.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() > 3)
}

type Names = HashSet<&'static str>;

fn names(list: &'static str) -> Names {
    list.split_whitespace().collect()
}

const fn place(dialect: Dialect) -> usize {
    match dialect {
        Dialect::Files => 0,
        Dialect::Sqlite => 1,
        Dialect::Postgres => 2,
        Dialect::Redshift => 3,
        Dialect::Mysql => 4,
        Dialect::Bigquery => 5,
        Dialect::Snowflake => 6,
        Dialect::Clickhouse => 7,
        Dialect::Trino => 8,
        Dialect::Databricks => 9,
    }
}

static COMMON: LazyLock<Names> = LazyLock::new(|| names(lists::COMMON));
static OF_DIALECT: LazyLock<[Names; 10]> = LazyLock::new(|| lists::OF_DIALECT.map(names));
static TABLES: LazyLock<[Names; 10]> = LazyLock::new(|| lists::TABLES.map(names));
