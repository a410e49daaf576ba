//! The guard against what must not pass, what must, and what nobody thought of.

mod mutations;
mod tenancy;

use domain::tools::warehouse::{Dialect, WarehouseFault};
use warehouse::guard::{pure, pure_without};

/// A dialect, its hostile statements, its good queries.
pub(crate) const DIALECTS: [(Dialect, &str, &str); 10] = [
    (Dialect::Files, include_str!("hostile/files.sql"), include_str!("good/files.sql")),
    (Dialect::Sqlite, include_str!("hostile/sqlite.sql"), include_str!("good/sqlite.sql")),
    (Dialect::Postgres, include_str!("hostile/postgres.sql"), include_str!("good/postgres.sql")),
    (Dialect::Redshift, include_str!("hostile/redshift.sql"), include_str!("good/redshift.sql")),
    (Dialect::Mysql, include_str!("hostile/mysql.sql"), include_str!("good/mysql.sql")),
    (Dialect::Bigquery, include_str!("hostile/bigquery.sql"), include_str!("good/bigquery.sql")),
    (Dialect::Snowflake, include_str!("hostile/snowflake.sql"), include_str!("good/snowflake.sql")),
    (Dialect::Clickhouse, include_str!("hostile/clickhouse.sql"), include_str!("good/clickhouse.sql")),
    (Dialect::Trino, include_str!("hostile/trino.sql"), include_str!("good/trino.sql")),
    (Dialect::Databricks, include_str!("hostile/databricks.sql"), include_str!("good/databricks.sql")),
];

pub(crate) fn hostile(own: &'static str) -> impl Iterator<Item = &'static str> {
    include_str!("hostile/every.sql").lines().chain(own.lines())
}

pub(crate) fn good(own: &'static str) -> impl Iterator<Item = &'static str> {
    include_str!("good/every.sql").lines().chain(own.lines())
}

#[test]
fn nothing_hostile_passes() {
    let mut faults = Vec::new();
    for (dialect, own, _) in DIALECTS {
        let mut count = 0;
        for statement in hostile(own) {
            let disguises = [
                statement.to_owned(),
                format!("  \n\t{statement} ;"),
                format!("/* a report */ {statement}"),
                format!("-- a report\n{statement}"),
                format!("SELECT 1; {statement}"),
                format!("SELECT * FROM ({statement}) AS x"),
                format!("WITH x AS ({statement}) SELECT * FROM x"),
            ];
            // A single word in parentheses is the name of a table.
            let forms = if statement.contains(' ') { 7 } else { 5 };
            for disguised in disguises.into_iter().take(forms) {
                count += 1;
                if let Ok(sent) = pure(&disguised, dialect, None) {
                    faults.push(format!("{dialect:?}: {disguised}\n    as {sent}"));
                }
            }
        }
        let different: std::collections::HashSet<&str> = hostile(own).collect();
        assert!(different.len() >= 200 && count >= 1_400, "{dialect:?} has {} hostile statements", different.len());
    }
    assert!(faults.is_empty(), "{} pass:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn everything_good_passes() {
    let mut faults = Vec::new();
    for (dialect, _, own) in DIALECTS {
        let mut count = 0;
        for query in good(own) {
            let comment = if query.contains("--") { "" } else { " -- as asked" };
            for form in [query.to_owned(), format!("\n{query};\n"), format!("{query}{comment}")] {
                count += 1;
                if let Err(fault) = pure(&form, dialect, None) {
                    faults.push(format!("{dialect:?}: {form}\n    {fault}"));
                }
            }
        }
        let different: std::collections::HashSet<&str> = good(own).collect();
        assert!(different.len() >= 200 && count >= 600, "{dialect:?} has {} different good queries", different.len());
    }
    assert!(faults.is_empty(), "{} are refused:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn good_queries_pass_within_each_other() {
    let mut faults = Vec::new();
    for (dialect, ..) in DIALECTS {
        for query in include_str!("good/every.sql").lines().filter(|query| !query.contains("--")) {
            let forms = [format!("SELECT count(*) FROM ({query}) AS q"), format!("WITH q AS ({query}) SELECT * FROM q LIMIT 3")];
            faults.extend(
                forms
                    .iter()
                    .filter_map(|form| pure(form, dialect, None).err().map(|fault| format!("{dialect:?}: {form}\n    {fault}"))),
            );
        }
    }
    assert!(faults.is_empty(), "{} are refused:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn what_is_sent_is_what_was_judged() {
    let sent = |sql| pure(sql, Dialect::Postgres, None).unwrap();
    assert_eq!(sent("select  a -- x\n from t /* y */ where b='it''s';"), "SELECT a FROM t WHERE b = 'it''s'");
    assert_eq!(pure(r"SELECT 'a\\d' FROM t", Dialect::Mysql, None).unwrap(), r"SELECT 'a\\d' FROM t");
    assert_eq!(sent(r#"SELECT "a""b" FROM "C""#), r#"SELECT "a""b" FROM "C""#);
}

#[test]
fn functions_of_postgres_are_sent_with_its_own_schema() {
    let cases = [
        (
            "SELECT LOWER(a), \"lower\"(a), PG_CATALOG.lower(a) FROM t",
            "SELECT pg_catalog.lower(a), pg_catalog.lower(a), pg_catalog.lower(a) FROM t",
        ),
        (
            "SELECT count(DISTINCT a), sum(b) FILTER (WHERE c) FROM t",
            "SELECT pg_catalog.count(DISTINCT a), pg_catalog.sum(b) FILTER (WHERE c) FROM t",
        ),
        ("SELECT row_number() OVER (ORDER BY a) FROM t", "SELECT pg_catalog.row_number() OVER (ORDER BY a) FROM t"),
        ("SELECT ceil(a), floor(a) FROM t", r#"SELECT pg_catalog."ceil"(a), pg_catalog."floor"(a) FROM t"#),
        (
            "SELECT substring(a, 1, 2), substr(a, 3) FROM t",
            r#"SELECT pg_catalog."substring"(a, 1, 2), pg_catalog."substr"(a, 3) FROM t"#,
        ),
        ("SELECT * FROM generate_series(1, 3) AS n", "SELECT * FROM pg_catalog.generate_series(1, 3) AS n"),
    ];
    for (sql, sent) in cases {
        assert_eq!(pure(sql, Dialect::Postgres, None).as_deref(), Ok(sent));
    }
    for language in [
        "SELECT coalesce(a, b), nullif(a, b), greatest(a, b), CAST(a AS INT), current_date FROM t",
        "SELECT EXTRACT(YEAR FROM a), SUBSTRING(a FROM 1 FOR 2), POSITION('a' IN b), TRIM(BOTH 'x' FROM a) FROM t",
        "SELECT OVERLAY(a PLACING 'b' FROM 1), grouping(a), ROW(1, 2) FROM t",
    ] {
        assert_eq!(pure(language, Dialect::Postgres, None).as_deref(), Ok(language));
    }
    for own in ["SELECT \"coalesce\"(a) FROM t", "SELECT pg_catalog.coalesce(a, b) FROM t", "SELECT ceil(a, 2) FROM t"] {
        assert!(matches!(pure(own, Dialect::Postgres, None), Err(WarehouseFault::Refused(_))), "{own}");
    }
}

#[test]
fn a_function_of_the_databases_own_is_known_however_it_is_written() {
    let cases = [
        (&["levenshtein"][..], "SELECT levenshtein(a, b) FROM t", false),
        (&["levenshtein"], "SELECT LEVENSHTEIN(a, b) FROM t", false),
        (&["levenshtein"], "SELECT \"levenshtein\"(a, b) FROM t", false),
        (&["LEVENSHTEIN"], "SELECT levenshtein(a, b) FROM t", false),
        (&["Generate_Series"], "SELECT * FROM generate_series(1, 3) AS n", false),
        (&["levenshtein2", "ran\u{212a}"], "SELECT levenshtein(a, b), rank() OVER (ORDER BY a) FROM t", true),
        (&[], "SELECT levenshtein(a, b) FROM t", true),
    ];
    for (own, sql, passes) in cases {
        let own: Vec<String> = own.iter().map(|name| (*name).to_owned()).collect();
        let judged = pure_without(sql, Dialect::Redshift, &own);
        assert_eq!(judged.is_ok(), passes, "{own:?}: {sql}: {judged:?}");
    }
}

#[test]
fn what_is_too_large_or_too_deep_is_refused_and_not_followed() {
    let cases = [
        format!("SELECT {}1{}", "(".repeat(5_000), ")".repeat(5_000)),
        format!("SELECT 1{}", " + 1".repeat(20_000)),
        format!("SELECT * FROM t WHERE a = 1{}", " OR a = 1".repeat(5_000)),
        format!("SELECT {}1", "NOT ".repeat(10_000)),
        format!("SELECT {}1", "- ".repeat(10_000)),
        format!("SELECT 1{}", " UNION SELECT 1".repeat(3_000)),
        format!("SELECT * FROM {}t{}", "(SELECT * FROM ".repeat(2_000), ") AS x".repeat(2_000)),
        format!("SELECT {}1{}", "CASE WHEN 1 = 1 THEN ".repeat(2_000), " END".repeat(2_000)),
        format!("SELECT '{}'", "x".repeat(200_000)),
        format!("SELECT a{}", "::int".repeat(10_000)),
        format!("SELECT 1 {}", "/*".repeat(30_000)),
        "SELECT '\u{0}'".to_owned(),
        "SELECT '\u{202e}'".to_owned(),
    ];
    for (dialect, ..) in DIALECTS {
        for case in &cases {
            assert!(pure(case, dialect, None).is_err(), "{dialect:?}: {}", &case[..60.min(case.len())]);
        }
        let many = format!("SELECT * FROM t WHERE a IN ({}1)", "1, ".repeat(5_000));
        assert!(pure(&many, dialect, None).is_ok(), "a long list is not deep: {dialect:?}");
    }
}

#[test]
fn a_refusal_says_why() {
    let why = |sql| match pure(sql, Dialect::Postgres, None) {
        Err(WarehouseFault::Refused(why) | WarehouseFault::Invalid(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(why("DROP TABLE orders"), "only queries that read are allowed, not DROP");
    assert_eq!(why("SELECT pg_sleep(1)"), "the function pg_sleep is not among those that are known to only read");
    assert_eq!(why("SELECT 1; SELECT 2"), "one statement at a time");
    assert!(why("SELEC 1").starts_with("the query cannot be read: Expected"), "{}", why("SELEC 1"));
}
