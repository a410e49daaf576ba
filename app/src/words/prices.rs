//! What is read about prices.

pub(crate) const TITLE: &str = "Prices";
pub(crate) const ABOUT: &str = "The prices used to estimate and count the cost of runs, in US dollars. If you leave a price empty, the cost is \
    shown as unknown, never as zero.";
pub(crate) const LISTED: &str = "These are the public list prices. Enter what you pay under your contracts.";
pub(crate) const OWN: &str = "These prices were set in this workspace.";
pub(crate) const MODELS: &str = "Language models";
pub(crate) const NO_MODEL: &str = "No language model is set up.";
pub(crate) const TO_MODELS: &str = "Set their prices on the models page";
pub(crate) const UNKNOWN: &str = "price unknown";
pub(crate) const NOT_KNOWN: &str = "unknown";
pub(crate) const WAREHOUSES: &str = "Databases";
pub(crate) const WAREHOUSES_WHY: &str = "Files and SQLite databases are read by this server and cost nothing.";
pub(crate) const PER_TB: &str = "Per terabyte read";
pub(crate) const PER_SECOND: &str = "Per second of query time";
pub(crate) const LEAST: &str = "Minimum megabytes charged per query";
pub(crate) const SEARCHES: &str = "Web searches";
pub(crate) const PER_CALL: &str = "Per search";
pub(crate) const SAVE: &str = "Save prices";
pub(crate) const SAVED: &str = "Saved. New estimates use these prices.";
#[cfg(feature = "ssr")]
pub(crate) const WHICH: &str = "You can only go back to the list prices.";
pub(crate) const RESET: &str = "Back to the list prices";
pub(crate) const RESET_WHY: &str = "The prices set here are deleted.";
pub(crate) const RESET_NOW: &str = "Delete our prices";

/// A kind of database by the name of its maker.
pub(crate) fn warehouse(kind: &str) -> String {
    let name = match kind {
        "bigquery" => "BigQuery",
        "snowflake" => "Snowflake",
        "redshift" => "Redshift",
        "databricks" => "Databricks",
        "clickhouse" => "ClickHouse",
        "trino" => "Trino",
        "postgres" => "PostgreSQL",
        "mysql" => "MySQL",
        other => other,
    };
    name.to_owned()
}

/// A provider of searches by its name.
pub(crate) fn search(provider: &str) -> &str {
    match provider {
        "searxng" => "SearXNG",
        "serpapi" => "SerpApi",
        "brave" => "Brave",
        "tavily" => "Tavily",
        "serper" => "Serper",
        other => other,
    }
}
