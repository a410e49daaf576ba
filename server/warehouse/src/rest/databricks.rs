//! Databricks' SQL Statement Execution API.

use super::{
    Service,
    about::{Keys, standard},
    http::{Http, below, pause},
};
use crate::{
    DatabricksSettings,
    rows::{Gathering, Kind, from_text},
};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, WarehouseFault};
use reqwest::{Method, RequestBuilder};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use std::time::Instant;

const STATEMENTS: &str = "api/2.0/sql/statements";

#[derive(Clone)]
pub(super) struct Databricks(pub(super) DatabricksSettings);

impl Databricks {
    fn call(&self, http: &Http, method: Method, path: &str) -> Result<RequestBuilder, WarehouseFault> {
        Ok(http.call(method, below(&self.0.url, path)?).bearer_auth(self.0.token.expose_secret()))
    }
}

#[async_trait]
impl Service for Databricks {
    async fn run(&self, http: &Http, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault> {
        let body = json!({
            "statement": sql, "warehouse_id": self.0.warehouse, "catalog": self.0.catalog, "schema": self.0.schema, "format": "JSON_ARRAY",
            // A statement has no time limit of its own there: it is taken at once, and ended when its time is over here.
            "disposition": "INLINE", "wait_timeout": "0s", "row_limit": limits.rows.saturating_add(1),
        });
        let service = self.clone();
        let ending = move |http: &Http, answer: &Value| {
            let Some(id) = answer["statement_id"].as_str() else { return Ok(None) };
            service.call(http, Method::POST, &format!("{STATEMENTS}/{id}/cancel")).map(Some)
        };
        let (_, mut answer, ending) = http.begin(self.call(http, Method::POST, STATEMENTS)?.json(&body), ending).await?;
        let id = answer["statement_id"].as_str().unwrap_or_default().to_owned();
        let mut round = 0;
        while matches!(answer.pointer("/status/state").and_then(Value::as_str), Some("PENDING" | "RUNNING")) {
            round += 1;
            pause(round).await;
            (_, answer) = http.json(self.call(http, Method::GET, &format!("{STATEMENTS}/{id}"))?).await?;
        }
        ending.not_needed();
        if answer.pointer("/status/state").and_then(Value::as_str) != Some("SUCCEEDED") {
            let why = answer.pointer("/status/error/message").and_then(Value::as_str).unwrap_or("the query did not succeed");
            return Err(WarehouseFault::Invalid(why.to_owned()));
        }
        let columns = answer.pointer("/manifest/schema/columns").and_then(Value::as_array).cloned().unwrap_or_default();
        let names = columns.iter().map(|column| column["name"].as_str().unwrap_or_default().to_owned()).collect();
        let kinds: Vec<Kind> = columns.iter().map(|column| kind(column["type_name"].as_str().unwrap_or_default())).collect();
        let mut gathering = Gathering::since(began, names, limits);
        if answer.pointer("/manifest/truncated").and_then(Value::as_bool) == Some(true) {
            gathering.cut();
        }
        let mut part = answer["result"].clone();
        loop {
            for row in part["data_array"].as_array().into_iter().flatten().filter_map(Value::as_array) {
                let values =
                    row.iter().zip(&kinds).map(|(value, kind)| value.as_str().map_or(Value::Null, |text| from_text(text, *kind)));
                if !gathering.push(values.collect()) {
                    return Ok(gathering);
                }
            }
            let Some(next) = part["next_chunk_index"].as_u64() else { return Ok(gathering) };
            let (_, chunk) = http.json(self.call(http, Method::GET, &format!("{STATEMENTS}/{id}/result/chunks/{next}"))?).await?;
            part = chunk;
        }
    }

    fn catalog(&self) -> String {
        format!(
            "SELECT c.table_schema, c.table_name, c.column_name, c.full_data_type, c.is_nullable, c.comment, \
             IF(t.table_type LIKE '%VIEW%' OR t.table_type IS NULL, 'VIEW', 'OWN') FROM `{catalog}`.information_schema.columns c \
             LEFT JOIN `{catalog}`.information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
             WHERE c.table_schema <> 'information_schema' ORDER BY c.table_schema, c.table_name, c.ordinal_position",
            catalog = self.0.catalog.replace('`', "")
        )
    }

    fn usual(&self) -> Vec<String> {
        vec![self.0.schema.clone(), self.0.catalog.clone()]
    }

    // How many rows a table has is known only to a count of them.
    fn keys(&self) -> Vec<Keys> {
        standard(&format!("`{}`.information_schema.", self.0.catalog.replace('`', "")), "")
    }
}

fn kind(name: &str) -> Kind {
    match name {
        "BYTE" | "SHORT" | "INT" | "LONG" => Kind::Integer,
        "FLOAT" | "DOUBLE" => Kind::Float,
        "DECIMAL" => Kind::Decimal,
        "BOOLEAN" => Kind::Truth,
        "TIMESTAMP" | "TIMESTAMP_NTZ" => Kind::Moment,
        "ARRAY" | "MAP" | "STRUCT" | "VARIANT" => Kind::Json,
        _ => Kind::Text,
    }
}
