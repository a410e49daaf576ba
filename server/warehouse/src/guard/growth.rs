//! How much a query could make of little: texts that double with every part of a `WITH`, tables that are joined with themselves
//! through such parts, and groupings by every set of many columns. Counted in the tree, where it costs nothing.

use super::{functions, refused, unquoted, walk::walk};
use domain::tools::warehouse::WarehouseFault;
use sqlparser::ast::{
    BinaryOperator, DataType, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArguments, GroupByExpr, GroupByWithModifier,
    ObjectName, ObjectNamePart, Query, Select, SetExpr, Value, Visitor,
};
use std::{
    collections::{BTreeSet, HashMap},
    ops::ControlFlow,
};

/// Tables that are read, each as often as it is named through parts that the query names.
const MOST_TABLES: u64 = 500;
/// Queries that are put together by UNION and the like.
const MOST_OPERATIONS: usize = 200;
/// Sets that rows are grouped by at once.
const MOST_GROUPINGS: u64 = 512;
/// Of how many values of columns one text may be made.
const MOST_COPIES: u64 = 100_000;
/// Letters that count as much as one value of a column.
const LETTERS: u64 = 16;

pub(super) fn judge(query: &Query) -> Result<(), WarehouseFault> {
    match walk(query, &mut Judge::default()) {
        ControlFlow::Break(why) => refused(why),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// Of one query, with all that is in it.
#[derive(Clone, Copy)]
struct Measure {
    tables: u64,
    copies: u64,
}

struct Open {
    tables: u64,
    /// The most of what it reads from.
    within: u64,
    /// The most that one of its own expressions makes of that.
    own: u64,
}

#[derive(Default)]
struct Judge {
    open: Vec<Open>,
    /// Parts that the query names; of those with the same name the largest.
    parts: HashMap<String, Measure>,
    /// The names of parts by the place of their queries; trees are not moved while they are walked.
    of_parts: HashMap<usize, String>,
    operations: usize,
}

impl Visitor for Judge {
    type Break = &'static str;

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<&'static str> {
        for cte in query.with.iter().flat_map(|with| &with.cte_tables) {
            self.of_parts.insert(std::ptr::from_ref(&*cte.query).addr(), unquoted(&cte.alias.name).to_lowercase());
        }
        if query.with.as_ref().is_some_and(|with| with.recursive) && doubles(query) {
            return ControlFlow::Break("a recursive query must not put a column together with itself");
        }
        self.operations += operations(&query.body);
        if self.operations > MOST_OPERATIONS {
            return ControlFlow::Break("too many queries are put together by UNION, INTERSECT or EXCEPT");
        }
        self.open.push(Open { tables: 0, within: 1, own: 1 });
        ControlFlow::Continue(())
    }

    fn post_visit_query(&mut self, query: &Query) -> ControlFlow<&'static str> {
        let Some(open) = self.open.pop() else { return ControlFlow::Continue(()) };
        let measure = Measure { tables: open.tables, copies: open.within.saturating_mul(open.own) };
        if measure.tables > MOST_TABLES {
            return ControlFlow::Break("too many tables are joined, each counted as often as a part of WITH names it");
        }
        if measure.copies > MOST_COPIES {
            return ControlFlow::Break("texts are put together that would become too long");
        }
        if let Some(name) = self.of_parts.remove(&std::ptr::from_ref(query).addr()) {
            let held = self.parts.entry(name).or_insert(measure);
            *held = Measure { tables: held.tables.max(measure.tables), copies: held.copies.max(measure.copies) };
        } else {
            self.read(measure);
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<&'static str> {
        if groupings(&select.group_by) > MOST_GROUPINGS {
            return ControlFlow::Break("rows are grouped by too many sets of columns");
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, relation: &ObjectName) -> ControlFlow<&'static str> {
        let part = match relation.0.as_slice() {
            [ObjectNamePart::Identifier(name)] => self.parts.get(&unquoted(name).to_lowercase()).copied(),
            _ => None,
        };
        self.read(part.unwrap_or(Measure { tables: 1, copies: 1 }));
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<&'static str> {
        if let Some(open) = self.open.last_mut() {
            open.own = open.own.max(copies(expr));
        }
        ControlFlow::Continue(())
    }
}

impl Judge {
    fn read(&mut self, measure: Measure) {
        if let Some(open) = self.open.last_mut() {
            open.tables = open.tables.saturating_add(measure.tables);
            open.within = open.within.max(measure.copies);
        }
    }
}

fn operations(body: &SetExpr) -> usize {
    match body {
        SetExpr::SetOperation { left, right, .. } => 1 + operations(left) + operations(right),
        _ => 0,
    }
}

fn groupings(group_by: &GroupByExpr) -> u64 {
    let (GroupByExpr::All(modifiers) | GroupByExpr::Expressions(_, modifiers)) = group_by;
    let expressions = match group_by {
        GroupByExpr::Expressions(expressions, _) => expressions.as_slice(),
        GroupByExpr::All(_) => &[],
    };
    let power = |columns: usize| 1_u64.checked_shl(u32::try_from(columns).unwrap_or(u32::MAX)).unwrap_or(u64::MAX);
    let of = |expr: &Expr| match expr {
        Expr::Cube(sets) => power(sets.len()),
        Expr::Rollup(sets) => sets.len() as u64 + 1,
        Expr::GroupingSets(sets) => sets.len() as u64,
        _ => 1,
    };
    let own = expressions.iter().map(of).fold(1_u64, u64::saturating_mul);
    let more = modifiers.iter().map(|modifier| match modifier {
        GroupByWithModifier::Cube => power(expressions.len()),
        GroupByWithModifier::Rollup => expressions.len() as u64 + 1,
        GroupByWithModifier::GroupingSets(expr) => of(expr),
        GroupByWithModifier::Totals => 1,
    });
    more.fold(own, u64::saturating_mul)
}

/// About how many values of columns a value is made of.
fn copies(expr: &Expr) -> u64 {
    match expr {
        Expr::Value(value) => match &value.value {
            Value::SingleQuotedString(text) | Value::DoubleQuotedString(text) => text.len() as u64 / LETTERS,
            _ => 1,
        },
        Expr::BinaryOp { left, op: BinaryOperator::StringConcat, right } => copies(left).saturating_add(copies(right)),
        Expr::Nested(inner) | Expr::Collate { expr: inner, .. } | Expr::Trim { expr: inner, .. } => copies(inner),
        Expr::Cast { expr: inner, data_type, .. } => copies(inner).max(padded(data_type)),
        Expr::Overlay { expr: inner, overlay_what, .. } => copies(inner).saturating_add(copies(overlay_what)),
        Expr::Case { conditions, else_result, .. } => {
            let results = conditions.iter().map(|when| &when.result).chain(else_result.as_deref());
            results.map(copies).max().unwrap_or(1)
        }
        Expr::Array(array) => array.elem.iter().map(copies).fold(0, u64::saturating_add),
        Expr::Tuple(items) => items.iter().map(copies).fold(0, u64::saturating_add),
        Expr::Function(function) => of_function(function),
        _ => 1,
    }
}

/// `CHAR(n)` is as long as it says, whatever is in it.
fn padded(data_type: &DataType) -> u64 {
    let written = data_type.to_string();
    let fixed = ["CHAR(", "CHARACTER(", "BINARY(", "BPCHAR("].iter().any(|begin| written.to_uppercase().starts_with(begin));
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    if fixed { 1.max(digits.parse::<u64>().unwrap_or(u64::MAX) / LETTERS) } else { 1 }
}

fn of_function(function: &Function) -> u64 {
    let name = function.name.0.last().and_then(ObjectNamePart::as_ident).map(|name| unquoted(name).to_ascii_lowercase());
    let FunctionArguments::List(list) = &function.args else { return 1 };
    let arguments: Vec<&Expr> = list
        .args
        .iter()
        .filter_map(|argument| match argument {
            FunctionArg::Unnamed(given) | FunctionArg::Named { arg: given, .. } | FunctionArg::ExprNamed { arg: given, .. } => {
                match given {
                    FunctionArgExpr::Expr(expr) => Some(expr),
                    _ => None,
                }
            }
        })
        .collect();
    let first = arguments.first().map_or(1, |first| copies(first));
    let most = arguments.iter().map(|argument| copies(argument)).max().unwrap_or(1);
    let sum = || arguments.iter().map(|argument| copies(argument)).fold(0, u64::saturating_add);
    match name.as_deref().unwrap_or_default() {
        // Their length or number was judged to be written and not large.
        "repeat" | "array_repeat" | "list_repeat" | "array_fill" | "arrayresize" | "array_resize" | "list_resize" => {
            first.max(1).saturating_mul(functions::written_count(function).unwrap_or(1).max(1))
        }
        "space" | "lpad" | "rpad" | "leftpad" | "rightpad" | "tofixedstring" => {
            first.max(functions::written_count(function).unwrap_or(1) / LETTERS)
        }
        "replace" | "regexp_replace" | "replaceall" | "replaceone" | "replaceregexpall" | "replaceregexpone"
        | "array_replace" => {
            let by = arguments.get(2).map_or(1, |by| match by {
                Expr::Value(value) => (value.value.to_string().len() as u64).saturating_sub(2),
                other => copies(other).saturating_mul(LETTERS),
            });
            first.max(1).saturating_mul(by.max(1))
        }
        "hex" | "quote" | "quote_literal" | "quote_nullable" | "quote_ident" | "encode" | "to_json" | "to_jsonb"
        | "json_quote" | "to_base64" | "base64" | "base64encode" | "url_encode" | "to_json_string" => {
            most.max(1).saturating_mul(2)
        }
        "export_set" => sum().max(1).saturating_mul(64),
        name if PUT_TOGETHER.contains(&name) => sum(),
        _ => most,
    }
}

/// Whether a text is made of the same column twice, in a query that reads its own rows again and again.
fn doubles(query: &Query) -> bool {
    struct Twice;
    impl Visitor for Twice {
        type Break = ();

        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            let puts_together = match expr {
                Expr::BinaryOp { op: BinaryOperator::StringConcat, .. } | Expr::Array(_) => true,
                Expr::Function(function) => {
                    let name = function.name.0.last().and_then(ObjectNamePart::as_ident);
                    name.is_some_and(|name| PUT_TOGETHER.contains(&name.value.to_ascii_lowercase().as_str()))
                }
                _ => false,
            };
            let mut columns = Columns::default();
            if puts_together && walk(expr, &mut columns).is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    /// Breaks off at the first column that was there before.
    #[derive(Default)]
    struct Columns(BTreeSet<Vec<String>>);
    impl Visitor for Columns {
        type Break = ();

        fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
            let column: Vec<String> = match expr {
                Expr::Identifier(name) => vec![unquoted(name).to_lowercase()],
                Expr::CompoundIdentifier(path) => path.iter().map(|part| unquoted(part).to_lowercase()).collect(),
                _ => return ControlFlow::Continue(()),
            };
            if self.0.insert(column) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    walk(query, &mut Twice).is_break()
}

/// What makes one value of all that it is given.
const PUT_TOGETHER: &[&str] = &[
    "array", "array_append", "array_cat", "array_concat", "array_construct", "array_prepend", "arrayconcat", "concat",
    "concat_ws", "format", "format_string", "insert", "json_array", "json_build_array", "json_build_object", "json_merge_patch",
    "json_merge_preserve", "json_object", "jsonb_build_array", "jsonb_build_object", "list_concat", "list_cat", "make_array",
    "make_set", "map", "named_struct", "object_construct", "printf", "row", "struct",
];

#[cfg(test)]
mod tests {
    use crate::guard::pure;
    use domain::tools::warehouse::Dialect;

    const DIALECTS: [Dialect; 6] =
        [Dialect::Files, Dialect::Sqlite, Dialect::Postgres, Dialect::Mysql, Dialect::Snowflake, Dialect::Trino];

    /// `t0`, then parts that are each made of the one before.
    fn chain(levels: usize, first: &str, next: impl Fn(usize) -> String) -> String {
        let mut sql = format!("WITH t0 AS ({first})");
        for level in 1..=levels {
            sql.push_str(&format!(", t{level} AS ({})", next(level - 1)));
        }
        format!("{sql} SELECT * FROM t{levels}")
    }

    #[test]
    fn what_would_grow_without_bound_is_refused() {
        let cases = [
            chain(20, "SELECT name AS x FROM t", |before| format!("SELECT CONCAT(x, x) AS x FROM t{before}")),
            chain(13, "SELECT a FROM t", |before| format!("SELECT l.a FROM t{before} l JOIN t{before} r ON l.a = r.a")),
            format!("SELECT * FROM t{}", ", t".repeat(600)),
            format!("SELECT 1{}", " UNION ALL SELECT 1".repeat(300)),
            "SELECT LPAD(name, LENGTH(name) * 1000000, 'x') FROM t".to_owned(),
            "SELECT REPEAT(name, 900000000) FROM t".to_owned(),
            "SELECT REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(name, 'a', 'aaaaaaaaaaa'), 'a', 'aaaaaaaaaaa'), 'a', 'aaaaaaaaaaa'), \
             'a', 'aaaaaaaaaaa'), 'a', 'aaaaaaaaaaaa') FROM t"
                .to_owned(),
            "WITH RECURSIVE r AS (SELECT 'a' AS x UNION ALL SELECT CONCAT(x, x) FROM r) SELECT x FROM r".to_owned(),
            format!("SELECT {}name{} FROM t", "REPLACE(".repeat(8), ", 'a', 'aaaaaaaaaaaa')".repeat(8)),
        ];
        for dialect in DIALECTS {
            for case in &cases {
                assert!(pure(case, dialect, None).is_err(), "{dialect:?}: {}", &case[..case.len().min(120)]);
            }
        }
        let own = [
            (Dialect::Postgres, "SELECT array_fill(1, ARRAY[100000, 100000])"),
            (Dialect::Postgres, "SELECT CAST(name AS CHAR(10000000)) FROM t"),
            (Dialect::Postgres, "SELECT format('%900000000s', name) FROM t"),
            (Dialect::Postgres, "SELECT count(*) FROM t GROUP BY CUBE (a, b, c, d, e, f, g, h, i, j, k, l)"),
            (Dialect::Postgres, "WITH RECURSIVE r AS (SELECT 'a' AS x UNION ALL SELECT x || x FROM r) SELECT x FROM r"),
            (Dialect::Mysql, "SELECT SPACE(900000000)"),
        ];
        for (dialect, sql) in own {
            assert!(pure(sql, dialect, None).is_err(), "{dialect:?}: {sql}");
        }
        let doubled = chain(17, "SELECT name AS x FROM t", |before| format!("SELECT x || x AS x FROM t{before}"));
        for dialect in [Dialect::Files, Dialect::Sqlite, Dialect::Postgres, Dialect::Snowflake, Dialect::Trino] {
            assert!(pure(&doubled, dialect, None).is_err(), "{dialect:?}");
        }
    }

    #[test]
    fn what_people_ask_passes() {
        let cases = [
            chain(8, "SELECT a, b, name FROM t", |before| {
                format!("SELECT a, b, CONCAT(name, '-', b) AS name, COALESCE(a, ROUND(b, 2)) AS c FROM t{before}")
            }),
            chain(6, "SELECT a FROM t", |before| format!("SELECT l.a FROM t{before} l JOIN t{before} r ON l.a = r.a")),
            format!("SELECT 1{}", " UNION ALL SELECT 1".repeat(150)),
            format!("SELECT CONCAT({}) FROM t", vec!["name"; 60].join(", ")),
            "SELECT LPAD(name, 20, '0'), REPLACE(name, 'a', 'the letter a'), REPEAT('-', 80) FROM t".to_owned(),
            "WITH RECURSIVE r AS (SELECT id, name AS path FROM t UNION ALL SELECT t.id, CONCAT(r.path, '/', t.name) FROM t JOIN r \
             ON t.parent = r.id) SELECT path FROM r"
                .to_owned(),
        ];
        for dialect in [Dialect::Files, Dialect::Postgres, Dialect::Mysql, Dialect::Snowflake] {
            for case in &cases {
                assert_eq!(pure(case, dialect, None).err(), None, "{dialect:?}: {}", &case[..case.len().min(120)]);
            }
        }
        assert_eq!(pure("SELECT FORMAT(total, 2) FROM t", Dialect::Mysql, None).err(), None);
        let cube = "SELECT count(*) FROM t GROUP BY CUBE (a, b, c), ROLLUP (d, e)";
        assert_eq!(pure(cube, Dialect::Postgres, None).err(), None);
    }
}
