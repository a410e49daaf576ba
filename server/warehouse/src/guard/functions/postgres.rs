//! Postgres takes a function of the database's own before its own one when the types fit better: `lower(orders)` may be anything.
//! What is listed here is sent as `pg_catalog.lower(…)`, which is never somebody's own.

use super::super::{refused, unquoted, walk::walk_mut};
use domain::tools::warehouse::WarehouseFault;
use sqlparser::ast::{
    AccessExpr, CeilFloorKind, DateTimeField, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgOperator,
    FunctionArgumentList, FunctionArguments, Ident, ObjectName, ObjectNamePart, Query, TableFactor, VisitorMut,
};
use std::{collections::HashSet, ops::ControlFlow, sync::LazyLock};

const SYSTEM: &str = "pg_catalog";

/// Of the listed ones, what Postgres reads as a part of its language, or does not bring itself.
const ELSEWHERE: &str = "
    all any approx_count_distinct array cast coalesce current_date current_time current_timestamp date_diff date_sub dateadd datediff
    datetime day dayofweek dayofyear exists greatest grouping hour if ifnull instr isnull json_exists json_query json_scalar json_value
    last_day least levenshtein listagg localtime localtimestamp log2 map median mid minute month nullif nvl nvl2 position quarter
    rank_filter row second sha1 sha2 similarity some soundex st_area st_asgeojson st_astext st_buffer st_centroid st_contains
    st_distance st_dwithin st_intersects st_length st_makepoint st_point st_setsrid st_transform st_within st_x st_y struct trim
    truncate try_cast unaccent uuid_nil values week weekofyear word_similarity year";

static ELSEWHERE_NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| ELSEWHERE.split_whitespace().collect());

/// Where our parser does not take these words for names after a point, and Postgres does.
const WORDS: &[&str] =
    &["ceil", "floor", "substr", "substring", "overlay", "extract", "interval", "convert", "date", "time", "timestamp"];

fn system(name: &str) -> ObjectName {
    let last = if WORDS.contains(&name) { Ident::with_quote('"', name) } else { Ident::new(name) };
    ObjectName([Ident::new(SYSTEM), last].into_iter().map(ObjectNamePart::Identifier).collect())
}

/// Names every function of the system with its schema; the query has been judged.
pub(in crate::guard) fn qualify(query: &mut Query) -> Result<(), WarehouseFault> {
    match walk_mut(query, &mut Qualifying) {
        ControlFlow::Break(fault) => Err(fault),
        ControlFlow::Continue(()) => Ok(()),
    }
}

struct Qualifying;

impl VisitorMut for Qualifying {
    type Break = WarehouseFault;

    fn post_visit_expr(&mut self, expr: &mut Expr) -> ControlFlow<WarehouseFault> {
        expression(expr).map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }

    fn pre_visit_table_factor(&mut self, factor: &mut TableFactor) -> ControlFlow<WarehouseFault> {
        let named = match factor {
            TableFactor::Table { name, args: Some(_), .. } | TableFactor::Function { name, .. } => whole(name),
            _ => Ok(()),
        };
        named.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    }
}

fn expression(expr: &mut Expr) -> Result<(), WarehouseFault> {
    match expr {
        Expr::Function(function) => {
            if function.args == FunctionArguments::None || is_json_grammar(function) {
                Ok(())
            } else {
                whole(&mut function.name)
            }
        }
        // Postgres reads no point behind a call, and the next reader might take the schema for what the point belongs to.
        Expr::CompoundFieldAccess { root, access_chain }
            if access_chain.iter().any(|access| matches!(access, AccessExpr::Dot(_)))
                && (matches!(**root, Expr::Function(_))
                    || access_chain.iter().any(|access| matches!(access, AccessExpr::Dot(Expr::Function(_))))) =>
        {
            refused("write a field of what a function returns as (f(x)).field")
        }
        Expr::Ceil { expr: of, field } => {
            let made = rounded("ceil", of, field)?;
            *expr = made;
            Ok(())
        }
        Expr::Floor { expr: of, field } => {
            let made = rounded("floor", of, field)?;
            *expr = made;
            Ok(())
        }
        // With commas it is a call like any other.
        Expr::Substring { expr: of, substring_from, substring_for, special, shorthand }
            if *special || substring_from.is_none() =>
        {
            let name = if *shorthand { "substr" } else { "substring" };
            let arguments = [Some(of), substring_from.as_mut(), substring_for.as_mut()];
            let arguments = arguments.into_iter().flatten().map(|argument| (**argument).clone()).collect();
            *expr = call(name, arguments);
            Ok(())
        }
        Expr::Convert { .. } => refused("leave out CONVERT; write CAST"),
        _ => Ok(()),
    }
}

/// `json_object('a': 1)` is a part of the language, `json_object('{a,1}')` a function.
fn is_json_grammar(function: &Function) -> bool {
    let named = function
        .name
        .0
        .last()
        .and_then(ObjectNamePart::as_ident)
        .is_some_and(|name| unquoted(name).eq_ignore_ascii_case("json_object"));
    let FunctionArguments::List(list) = &function.args else { return false };
    let field = |argument: &FunctionArg| {
        matches!(argument, FunctionArg::Named { operator, .. } | FunctionArg::ExprNamed { operator, .. }
            if matches!(operator, FunctionArgOperator::Colon | FunctionArgOperator::Value))
    };
    named && list.args.iter().any(field)
}

/// The name as `pg_catalog` has it, unless it is none of the system's functions.
fn whole(name: &mut ObjectName) -> Result<(), WarehouseFault> {
    let Some(ident) = name.0.last().and_then(ObjectNamePart::as_ident) else { return refused("a function has no name") };
    let small = unquoted(ident).to_ascii_lowercase();
    if !ELSEWHERE_NAMES.contains(small.as_str()) {
        *name = system(&small);
        return Ok(());
    }
    // In quotes it would be a name and no longer a part of the language.
    if ident.quote_style.is_some() || name.0.len() > 1 {
        refused(&format!("write the function {small} as its bare name"))
    } else {
        Ok(())
    }
}

fn rounded(name: &str, of: &Expr, field: &CeilFloorKind) -> Result<Expr, WarehouseFault> {
    match field {
        CeilFloorKind::DateTimeField(DateTimeField::NoDateTime) => Ok(call(name, vec![of.clone()])),
        _ => refused(&format!("{name} takes one number")),
    }
}

fn call(name: &str, arguments: Vec<Expr>) -> Expr {
    let args = arguments.into_iter().map(|argument| FunctionArg::Unnamed(FunctionArgExpr::Expr(argument))).collect();
    Expr::Function(Function {
        name: system(name),
        uses_odbc_syntax: false,
        parameters: FunctionArguments::None,
        args: FunctionArguments::List(FunctionArgumentList { duplicate_treatment: None, args, clauses: Vec::new() }),
        filter: None,
        null_treatment: None,
        over: None,
        within_group: Vec::new(),
    })
}
