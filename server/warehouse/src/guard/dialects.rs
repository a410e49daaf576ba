//! Which grammar reads which dialect, and what its strings are like.

use domain::tools::warehouse::Dialect;
use sqlparser::dialect as grammar;

pub(super) fn grammar(dialect: Dialect) -> Box<dyn grammar::Dialect> {
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

/// A backslash in a string may mean something else than itself.
pub(super) const fn has_backslash_escapes(dialect: Dialect) -> bool {
    !matches!(dialect, Dialect::Files | Dialect::Trino | Dialect::Sqlite | Dialect::Postgres)
}

/// `"text"` is a string, not a name.
pub(super) const fn quotes_strings_twice(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::Mysql | Dialect::Bigquery | Dialect::Databricks)
}

/// It runs inside this server, whose memory it would take.
pub(super) const fn is_in_process(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::Files | Dialect::Sqlite)
}
