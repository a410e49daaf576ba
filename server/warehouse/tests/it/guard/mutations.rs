//! Queries that are bent, cut and mixed at random: whatever passes is a pure query, and stays one when it is read again.

use super::{DIALECTS, good, hostile};
use domain::tools::warehouse::Dialect;
use proptest::prelude::*;
use sqlparser::{
    ast::{Query, SetExpr, Statement, Visit, Visitor},
    dialect as grammar,
    parser::{Parser, ParserOptions},
};
use std::ops::ControlFlow;
use warehouse::guard::pure;

/// What is put between the pieces.
const SPLICES: &[&str] = &[
    "'", "''", "\\", "\\'", "\"", "`", ";", "--", "-- \n", "/*", "*/", "/*!", "#", "$$", "(", ")", ",", " ", "\n", "\t", "@",
    "@@", ":=", "::", "%", "||", "0x", "E'", "U&'", "x'", "N'", "q'", "r'", "b'", "_utf8'", " UNION SELECT ", " FOR UPDATE ",
    " INTO ", " RETURNING ", "DELETE FROM t", "DROP TABLE t", "pg_sleep(1)", "load_file('x')", " AS ", " FROM ", " WHERE ",
    " LIMIT ", "\u{a0}", "\u{3000}", "ß", "'\u{2019}'", "\u{0}", "$1", "?", ":x", "{{", "}}", "[", "]", ".", "..", "*", "-",
    "|>",
];

fn piece() -> impl Strategy<Value = String> {
    let statements: Vec<&'static str> = DIALECTS.iter().flat_map(|(_, bad, fine)| hostile(bad).chain(good(fine))).collect();
    (proptest::sample::select(statements), any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        |(text, from, to)| {
            let chars: Vec<char> = text.chars().collect();
            let (mut from, mut to) = (from.index(chars.len() + 1), to.index(chars.len() + 1));
            if from > to {
                std::mem::swap(&mut from, &mut to);
            }
            chars[from..to].iter().collect()
        },
    )
}

fn bent() -> impl Strategy<Value = String> {
    let whole = proptest::sample::select(DIALECTS.iter().flat_map(|(_, _, fine)| good(fine)).collect::<Vec<_>>());
    let splices = proptest::collection::vec((any::<prop::sample::Index>(), proptest::sample::select(SPLICES)), 0..4);
    (whole, splices, prop::option::of(piece())).prop_map(|(whole, splices, piece)| {
        let mut chars: Vec<char> = whole.chars().collect();
        for (place, splice) in splices {
            let place = place.index(chars.len() + 1);
            chars.splice(place..place, splice.chars());
        }
        if let Some(piece) = piece {
            let middle = chars.len() / 2;
            chars.splice(middle..middle, piece.chars());
        }
        chars.into_iter().collect()
    })
}

/// Anything that is no reading, found by other means than the guard's own.
struct Impure;

impl Visitor for Impure {
    type Break = String;

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<String> {
        match statement {
            Statement::Query(_) => ControlFlow::Continue(()),
            other => ControlFlow::Break(other.to_string()),
        }
    }

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<String> {
        let writes = matches!(
            *query.body,
            SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_) | SetExpr::Table(_)
        );
        if writes || !query.locks.is_empty() { ControlFlow::Break(query.to_string()) } else { ControlFlow::Continue(()) }
    }
}

fn grammar_of(dialect: Dialect) -> Box<dyn grammar::Dialect> {
    match dialect {
        Dialect::Files | Dialect::Trino => Box::new(grammar::GenericDialect {}),
        Dialect::Sqlite => Box::new(grammar::SQLiteDialect {}),
        Dialect::Postgres => Box::new(grammar::PostgreSqlDialect {}),
        Dialect::Redshift => Box::new(grammar::RedshiftSqlDialect {}),
        Dialect::Mysql => Box::new(grammar::MySqlDialect {}),
        Dialect::Bigquery => Box::new(grammar::BigQueryDialect {}),
        Dialect::Snowflake => Box::new(grammar::SnowflakeDialect {}),
        Dialect::Clickhouse => Box::new(grammar::ClickHouseDialect {}),
        Dialect::Databricks => Box::new(grammar::DatabricksDialect {}),
    }
}

/// Where a plain reading of quotes says that a text stands outside them.
fn outside_quotes(sql: &str) -> String {
    let (mut outside, mut open) = (String::new(), None);
    for c in sql.chars() {
        match open {
            Some(quote) if c == quote => open = None,
            Some(_) => {}
            None if matches!(c, '\'' | '"' | '`') => open = Some(c),
            None => outside.push(c),
        }
    }
    outside
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn whatever_passes_is_a_pure_query(sql in bent()) {
        for (dialect, ..) in DIALECTS {
            let Ok(sent) = pure(&sql, dialect, None) else { continue };
            let options = ParserOptions::new().with_unescape(false).with_trailing_commas(false);
            let statements = Parser::new(&*grammar_of(dialect)).with_options(options).try_with_sql(&sent).and_then(|mut parser| parser.parse_statements());
            let statements = statements.unwrap_or_else(|fault| panic!("{dialect:?}: {sent}: {fault}"));
            prop_assert_eq!(statements.len(), 1, "{:?}: {}", dialect, sent);
            if let ControlFlow::Break(impure) = statements.visit(&mut Impure) {
                prop_assert!(false, "{:?}: {} holds {}", dialect, sent, impure);
            }
            prop_assert_eq!(&pure(&sent, dialect, None).unwrap(), &sent, "it passes again unchanged");
            let outside = outside_quotes(&sent);
            for sign in [";", "--", "/*", "*/"] {
                prop_assert!(!outside.contains(sign), "{:?}: {} holds {} outside quotes", dialect, sent, sign);
            }
        }
    }

    #[test]
    fn no_text_makes_the_guard_fall(sql in "\\PC{0,200}") {
        for (dialect, ..) in DIALECTS {
            pure(&sql, dialect, None).ok();
        }
    }
}
