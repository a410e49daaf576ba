//! What is read about prices.

pub(crate) const TITLE: &str = "Prices";
pub(crate) const ABOUT: &str = "What runs are estimated and counted by, in US dollars. A price that is left empty is not known: then a \
    cost is said to be unknown, and never nothing.";
pub(crate) const LISTED: &str = "These are the public list prices. Enter what you pay by your contracts.";
pub(crate) const OWN: &str = "These are the prices that somebody here has set.";
pub(crate) const MODELS: &str = "Language models";
pub(crate) const NO_MODEL: &str = "No language model answers now.";
pub(crate) const TO_MODELS: &str = "Set their prices where they are chosen";
pub(crate) const UNKNOWN: &str = "price not known";
pub(crate) const NOT_KNOWN: &str = "not known";
pub(crate) const WAREHOUSES: &str = "Databases";
pub(crate) const WAREHOUSES_WHY: &str = "Files and SQLite databases are read by this server itself and cost nothing.";
pub(crate) const PER_TB: &str = "For a terabyte that is read";
pub(crate) const PER_SECOND: &str = "For a second that a query runs";
pub(crate) const LEAST: &str = "Megabytes that each query is charged for at least";
pub(crate) const SEARCHES: &str = "Searches on the web";
pub(crate) const PER_CALL: &str = "For one search";
pub(crate) const SAVE: &str = "Save the prices";
pub(crate) const SAVED: &str = "Saved. Estimates from now on use these prices.";
#[cfg(feature = "ssr")]
pub(crate) const WHICH: &str = "Only the list prices can be taken back.";
pub(crate) const RESET: &str = "Back to the list prices";
pub(crate) const RESET_WHY: &str = "What was set here is forgotten.";
pub(crate) const RESET_NOW: &str = "Forget our own prices";

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
