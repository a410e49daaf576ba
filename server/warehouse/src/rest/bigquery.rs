//! BigQuery's jobs API.

use super::{
    Service,
    about::{Keys, standard},
    http::{Http, below, pause},
};
use crate::{
    BigquerySettings,
    rows::{Gathering, Kind, from_text},
};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, WarehouseFault};
use reqwest::{Method, RequestBuilder};
use secrecy::ExposeSecret as _;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Milliseconds until a query that is not done is answered with its id.
const TAKEN: u32 = 200;

#[derive(Clone)]
pub(super) struct Bigquery(pub(super) BigquerySettings);

impl Bigquery {
    fn call(&self, http: &Http, method: Method, path: &str) -> Result<RequestBuilder, WarehouseFault> {
        let base = self.0.url.as_deref().unwrap_or("https://bigquery.googleapis.com");
        Ok(http
            .call(method, below(base, &format!("bigquery/v2/projects/{}/{path}", self.0.project))?)
            .bearer_auth(self.0.token.expose_secret()))
    }
}

#[async_trait]
impl Service for Bigquery {
    async fn run(&self, http: &Http, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault> {
        let dataset = self.0.datasets.first().map(|dataset| json!({"projectId": self.0.project, "datasetId": dataset}));
        let body = json!({
            "query": sql, "useLegacySql": false, "maxResults": limits.rows.saturating_add(1).min(10_000), "timeoutMs": TAKEN,
            "jobTimeoutMs": limits.time.as_millis().max(1).to_string(), "defaultDataset": dataset, "formatOptions": {"timestampOutputFormat": "ISO8601_STRING"},
        });
        let service = self.clone();
        let ending = move |http: &Http, answer: &Value| match job(answer) {
            (id, _) if id.is_empty() => Ok(None),
            (id, place) => service.call(http, Method::POST, &format!("jobs/{id}/cancel?location={place}")).map(Some),
        };
        let (_, mut answer, ending) = http.begin(self.call(http, Method::POST, "queries")?.json(&body), ending).await?;
        let (id, place) = job(&answer);
        let mut gathering: Option<Gathering> = None;
        let (mut round, mut billed) = (0, None);
        loop {
            billed = charged(&answer).or(billed);
            let more = if answer["jobComplete"].as_bool() == Some(true) {
                let fields = answer.pointer("/schema/fields").and_then(Value::as_array).cloned().unwrap_or_default();
                let names = || fields.iter().map(|field| field["name"].as_str().unwrap_or_default().to_owned()).collect();
                let gathering = gathering.get_or_insert_with(|| Gathering::since(began, names(), limits));
                let rows = answer["rows"].as_array().into_iter().flatten();
                let full = !rows.map(|row| cells(row, &fields)).all(|row| gathering.push(row));
                answer["pageToken"].as_str().filter(|_| !full).map(|token| format!("&pageToken={token}"))
            } else {
                round += 1;
                pause(round).await;
                Some(String::new())
            };
            let Some(more) = more else { break };
            let path = format!(
                "queries/{id}?location={place}&maxResults=10000&timeoutMs=10000&formatOptions.timestampOutputFormat=ISO8601_STRING{more}"
            );
            (_, answer) = http.json(self.call(http, Method::GET, &path)?).await?;
        }
        ending.not_needed();
        let mut gathering = gathering.unwrap_or_else(|| Gathering::since(began, Vec::new(), limits));
        if let Some(bytes) = billed {
            gathering.billed(bytes);
        }
        Ok(gathering)
    }

    fn catalog(&self) -> String {
        let of = |dataset: &String| {
            format!(
                "SELECT c.table_schema, c.table_name, c.column_name, c.data_type, c.is_nullable, CAST(NULL AS STRING), \
                 IF(t.table_type IN ('BASE TABLE', 'EXTERNAL', 'CLONE', 'SNAPSHOT'), 'OWN', 'VIEW'), c.ordinal_position \
                 FROM `{project}`.`{dataset}`.INFORMATION_SCHEMA.COLUMNS c \
                 LEFT JOIN `{project}`.`{dataset}`.INFORMATION_SCHEMA.TABLES t ON t.table_name = c.table_name",
                project = self.0.project.replace('`', ""),
                dataset = dataset.replace('`', "")
            )
        };
        let all: Vec<String> = self.0.datasets.iter().map(of).collect();
        format!("SELECT * FROM ({}) ORDER BY 1, 2, 8", all.join(" UNION ALL "))
    }

    fn usual(&self) -> Vec<String> {
        self.0.datasets.first().cloned().into_iter().chain([self.0.project.clone()]).collect()
    }

    fn sizes(&self) -> Option<String> {
        let of = |dataset: &String| {
            let (project, dataset) = (self.0.project.replace('`', ""), dataset.replace('`', ""));
            format!(
                "SELECT dataset_id, table_id, IF(type = 1, row_count, NULL), CAST(NULL AS STRING) FROM `{project}`.`{dataset}`.__TABLES__"
            )
        };
        let all: Vec<String> = self.0.datasets.iter().map(of).collect();
        (!all.is_empty()).then(|| all.join(" UNION ALL "))
    }

    fn keys(&self) -> Vec<Keys> {
        let of = |dataset: &String| {
            let (project, dataset) = (self.0.project.replace('`', ""), dataset.replace('`', ""));
            standard(&format!("`{project}`.`{dataset}`.INFORMATION_SCHEMA."), "")
        };
        self.0.datasets.iter().flat_map(of).collect()
    }

    // A look at a few rows is billed as a look at all of them.
    fn samples(&self) -> bool {
        false
    }
}

/// The id of a query, and where it runs.
fn job(answer: &Value) -> (String, String) {
    let told = |path: &str| answer.pointer(path).and_then(Value::as_str).unwrap_or_default().to_owned();
    (told("/jobReference/jobId"), told("/jobReference/location"))
}

/// What is billed, or what was processed where an answer tells only that.
fn charged(answer: &Value) -> Option<u64> {
    ["totalBytesBilled", "totalBytesProcessed"].iter().find_map(|name| answer[*name].as_str()?.parse().ok())
}

fn cells(row: &Value, fields: &[Value]) -> Vec<Value> {
    let values = row["f"].as_array().map(Vec::as_slice).unwrap_or_default();
    fields.iter().zip(values).map(|(field, cell)| value(&cell["v"], field)).collect()
}

/// Every value comes as a text; records and lists hold more of them.
fn value(cell: &Value, field: &Value) -> Value {
    if field["mode"].as_str() == Some("REPEATED") {
        let mut item = field.clone();
        item["mode"] = Value::Null;
        return cell.as_array().into_iter().flatten().map(|cell| value(&cell["v"], &item)).collect();
    }
    if let Some(fields) = field["fields"].as_array().filter(|_| !cell.is_null()) {
        let names = fields.iter().map(|field| field["name"].as_str().unwrap_or_default().to_owned());
        return Value::Object(names.zip(cells(cell, fields)).collect::<Map<_, _>>());
    }
    let Some(text) = cell.as_str() else { return cell.clone() };
    match field["type"].as_str().unwrap_or_default() {
        "INTEGER" | "INT64" => from_text(text, Kind::Integer),
        "FLOAT" | "FLOAT64" => from_text(text, Kind::Float),
        "NUMERIC" | "BIGNUMERIC" => from_text(text, Kind::Decimal),
        "BOOLEAN" | "BOOL" => from_text(text, Kind::Truth),
        "JSON" => from_text(text, Kind::Json),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_become_values() {
        let fields = json!([
            {"name": "n", "type": "INTEGER"}, {"name": "l", "type": "STRING", "mode": "REPEATED"},
            {"name": "r", "type": "RECORD", "fields": [{"name": "a", "type": "FLOAT"}]}, {"name": "z", "type": "STRING"}
        ]);
        let row = json!({"f": [{"v": "7"}, {"v": [{"v": "x"}, {"v": "y"}]}, {"v": {"f": [{"v": "1.5"}]}}, {"v": null}]});
        assert_eq!(cells(&row, fields.as_array().unwrap()), [json!(7), json!(["x", "y"]), json!({"a": 1.5}), json!(null)]);
    }
}
