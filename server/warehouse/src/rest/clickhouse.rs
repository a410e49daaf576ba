//! ClickHouse's HTTP interface.

use super::{
    Service,
    about::Keys,
    http::{Http, url},
};
use crate::{
    HttpSettings,
    rows::{Gathering, Kind, from_text},
};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, WarehouseFault};
use reqwest::Method;
use secrecy::ExposeSecret as _;
use serde_json::Value;
use std::time::Instant;

pub(super) struct Clickhouse(pub(super) HttpSettings);

#[async_trait]
impl Service for Clickhouse {
    async fn run(&self, http: &Http, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault> {
        let mut address = url(&self.0.url)?;
        let (rows, seconds) = (limits.rows.saturating_add(1).to_string(), limits.time.as_secs().max(1).to_string());
        address.query_pairs_mut().extend_pairs([
            ("database", self.0.database.as_str()),
            ("default_format", "JSONCompact"),
            // Reading only, but with the settings of this call.
            ("readonly", "2"),
            ("max_execution_time", &seconds),
            ("max_result_rows", &rows),
            ("result_overflow_mode", "break"),
            ("cancel_http_readonly_queries_on_client_close", "1"),
            ("output_format_json_quote_64bit_integers", "0"),
            ("output_format_json_quote_decimals", "1"),
        ]);
        let request = http.call(Method::POST, address).header("X-ClickHouse-User", &self.0.user);
        let request = request.header("X-ClickHouse-Key", self.0.password.expose_secret()).body(sql.to_owned());
        let (_, answer) = http.json(request).await?;
        let meta = answer["meta"].as_array().map(Vec::as_slice).unwrap_or_default();
        let columns = meta.iter().map(|column| column["name"].as_str().unwrap_or_default().to_owned()).collect();
        let kinds: Vec<Kind> = meta.iter().map(|column| kind(column["type"].as_str().unwrap_or_default())).collect();
        let mut gathering = Gathering::since(began, columns, limits);
        for row in answer["data"].as_array().into_iter().flatten().filter_map(Value::as_array) {
            let values = row
                .iter()
                .zip(&kinds)
                .map(|(value, kind)| value.as_str().map_or_else(|| value.clone(), |text| from_text(text, *kind)));
            if !gathering.push(values.collect()) {
                break;
            }
        }
        Ok(gathering)
    }

    fn catalog(&self) -> String {
        // Some engines hand on what other tables hold.
        "SELECT c.database, c.table, c.name, c.type, if(c.type LIKE 'Nullable%', 'YES', 'NO'), c.comment, \
         if(t.engine LIKE '%View' OR t.engine IN ('', 'Merge', 'Distributed', 'Buffer', 'Dictionary', 'Null', 'Executable'), 'VIEW', 'OWN') \
         FROM system.columns c LEFT JOIN system.tables t ON t.database = c.database AND t.name = c.table \
         WHERE c.database = currentDatabase() ORDER BY c.table, c.position"
            .to_owned()
    }

    fn usual(&self) -> Vec<String> {
        vec![self.0.database.clone()]
    }

    fn sizes(&self) -> Option<String> {
        Some("SELECT database, name, total_rows, comment FROM system.tables WHERE database = currentDatabase()".to_owned())
    }

    // There are no foreign keys, and a primary key says how rows are sorted, not that there is one of each.
    fn keys(&self) -> Vec<Keys> {
        let sql = "SELECT database AS own_schema, table AS own_table, name AS own_column FROM system.columns \
            WHERE database = currentDatabase() AND is_in_primary_key ORDER BY table, position";
        vec![Keys { sql: sql.to_owned(), own: ["own_schema", "own_table", "own_column"], other: None }]
    }
}

fn kind(data_type: &str) -> Kind {
    let inner = data_type.trim_start_matches("LowCardinality(").trim_start_matches("Nullable(");
    match inner {
        inner if inner.starts_with("DateTime") => Kind::Moment,
        inner if inner.starts_with("Decimal") => Kind::Decimal,
        _ => Kind::Text,
    }
}
