//! Tables that nobody but an administrator should read: passwords, other people's queries, settings, files.

use super::refused;
use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::ast::Ident;

/// Of Postgres' and Redshift's own tables, those that only describe tables.
const POSTGRES: &[&str] = &[
    "pg_attribute", "pg_attrdef", "pg_class", "pg_constraint", "pg_description", "pg_enum", "pg_index", "pg_indexes",
    "pg_inherits", "pg_namespace", "pg_tables", "pg_type", "pg_views", "pg_matviews", "pg_stat_user_tables", "pg_table_def",
    "pg_timezone_names", "svv_tables", "svv_columns", "svv_table_info", "svv_external_tables", "svv_external_columns",
];

/// Of `information_schema`, what describes tables; the rest tells of people, rights, files and running queries.
const INFORMATION: &[&str] = &[
    "tables", "columns", "schemata", "views", "table_constraints", "key_column_usage", "referential_constraints", "statistics",
    "constraint_column_usage", "check_constraints", "partitions", "table_options", "column_field_paths", "collations",
    "character_sets",
];

pub(super) fn judge(path: &[&Ident], dialect: Dialect) -> Result<(), WarehouseFault> {
    let parts: Vec<String> = path.iter().flat_map(|ident| parts(ident, dialect)).map(|part| part.to_lowercase()).collect();
    let Some((last, schemas)) = parts.split_last() else { return refused("a table has no name") };
    if path.iter().any(|ident| ident.quote_style == Some('\'')) || last.starts_with('@') {
        return refused("tables are read by their names, files and stages are not");
    }
    let within = |schema: &str| schemas.iter().any(|part| part == schema);
    if within("information_schema") {
        return if INFORMATION.contains(&last.as_str()) { Ok(()) } else { secret(last) };
    }
    let allowed = match dialect {
        Dialect::Files => true,
        Dialect::Sqlite => {
            !last.starts_with("sqlite_stat") && !last.starts_with("sqlite_db") && last != "dbstat" && !internal(last)
        }
        Dialect::Postgres | Dialect::Redshift => {
            let system = within("pg_catalog") || within("pg_toast") || within("pg_internal");
            let own = ["pg_", "stl_", "stv_", "svl_", "svv_", "svcs_", "sys_"].iter().any(|prefix| last.starts_with(prefix));
            let prefixed = last.starts_with("pg_") || (dialect == Dialect::Redshift && own);
            !(system || prefixed) || POSTGRES.contains(&last.as_str())
        }
        Dialect::Mysql => !["mysql", "performance_schema", "sys"].into_iter().any(within),
        Dialect::Bigquery => !last.starts_with("__"),
        Dialect::Snowflake => {
            !["snowflake", "account_usage", "organization_usage", "reader_account_usage"].into_iter().any(within)
        }
        Dialect::Clickhouse => {
            !within("system") || matches!(last.as_str(), "tables" | "columns" | "databases" | "one" | "numbers")
        }
        Dialect::Trino => !within("system") && !within("jmx") && !last.contains('$'),
        // `parquet.`/path`` reads a file, `delta.`s3://…`` a bucket.
        Dialect::Databricks => {
            !within("system")
                && !last.contains(['/', ':', '\\'])
                && schemas.iter().all(|schema| !FORMATS.contains(&schema.as_str()))
        }
    };
    if allowed { Ok(()) } else { secret(last) }
}

const FORMATS: &[&str] = &[
    "parquet", "csv", "json", "text", "binaryfile", "orc", "avro", "delta", "jdbc", "xml", "image", "libsvm", "iceberg",
    "cloud_files",
];

/// SQLite's windows into its own pages and modules.
fn internal(last: &str) -> bool {
    matches!(
        last,
        "bytecode" | "tables_used" | "sqlite_stmt" | "completion" | "fsdir" | "pragma_function_list" | "pragma_module_list"
    ) || (last.starts_with("pragma_") && !super::functions::is_table(last, Dialect::Sqlite))
}

/// BigQuery takes a whole dotted name in one pair of backticks.
fn parts(ident: &Ident, dialect: Dialect) -> Vec<&str> {
    if dialect == Dialect::Bigquery { ident.value.split('.').collect() } else { vec![ident.value.as_str()] }
}

fn secret(table: &str) -> Result<(), WarehouseFault> {
    refused(&format!("{table} belongs to the database itself and is not read"))
}
