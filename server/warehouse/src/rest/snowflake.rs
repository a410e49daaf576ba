//! Snowflake's SQL API.

use super::{
    Service,
    about::Keys,
    http::{Http, below, pause},
};
use crate::{
    SnowflakeSettings,
    rows::{Gathering, Kind, from_text},
};
use arrow::{
    array::{Array, Date32Array, Time64NanosecondArray, TimestampNanosecondArray},
    util::display::{ArrayFormatter, FormatOptions},
};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, WarehouseFault};
use reqwest::{Method, RequestBuilder, StatusCode};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use std::time::Instant;

#[derive(Clone)]
pub(super) struct Snowflake(pub(super) SnowflakeSettings);

impl Snowflake {
    fn call(&self, http: &Http, method: Method, path: &str) -> Result<RequestBuilder, WarehouseFault> {
        let base = self.0.url.clone().map_or_else(|| of_account(&self.0.account), Ok)?;
        let request = http.call(method, below(&base, path)?).bearer_auth(self.0.token.expose_secret());
        Ok(request.header("Accept", "application/json").header("User-Agent", "discovery"))
    }
}

/// What is called an account becomes a part of a host's name, and must not become more than that.
fn of_account(account: &str) -> Result<String, WarehouseFault> {
    let plain = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if account.len() <= 200 && account.split('.').all(plain) {
        return Ok(format!("https://{account}.snowflakecomputing.com"));
    }
    Err(WarehouseFault::Unusable("the account is what stands before .snowflakecomputing.com".to_owned()))
}

#[async_trait]
impl Service for Snowflake {
    async fn run(&self, http: &Http, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault> {
        let body = json!({
            "statement": sql, "timeout": limits.time.as_secs().max(1), "database": self.0.database, "schema": self.0.schema,
            "warehouse": self.0.warehouse, "role": self.0.role,
            "parameters": {"MULTI_STATEMENT_COUNT": "1", "ROWS_PER_RESULTSET": limits.rows.saturating_add(1).to_string()},
        });
        let service = self.clone();
        let ending = move |http: &Http, answer: &Value| {
            let Some(id) = answer["statementHandle"].as_str() else { return Ok(None) };
            service.call(http, Method::POST, &format!("api/v2/statements/{id}/cancel")).map(Some)
        };
        let begin = self.call(http, Method::POST, "api/v2/statements?async=true")?.json(&body);
        let (mut status, mut answer, ending) = http.begin(begin, ending).await?;
        let id = answer["statementHandle"].as_str().unwrap_or_default().to_owned();
        let mut round = 0;
        while status == StatusCode::ACCEPTED {
            round += 1;
            pause(round).await;
            (status, answer) = http.json(self.call(http, Method::GET, &format!("api/v2/statements/{id}"))?).await?;
        }
        ending.not_needed();
        let columns = answer.pointer("/resultSetMetaData/rowType").and_then(Value::as_array).cloned().unwrap_or_default();
        let names = columns.iter().map(|column| column["name"].as_str().unwrap_or_default().to_owned()).collect();
        let kinds: Vec<&str> = columns.iter().map(|column| column["type"].as_str().unwrap_or_default()).collect();
        let parts = answer.pointer("/resultSetMetaData/partitionInfo").and_then(Value::as_array).map_or(1, Vec::len);
        let mut gathering = Gathering::since(began, names, limits);
        let mut part = answer.clone();
        for next in 1..=parts.max(1) {
            for row in part["data"].as_array().into_iter().flatten().filter_map(Value::as_array) {
                let values = row
                    .iter()
                    .zip(&kinds)
                    .map(|(value, kind)| value.as_str().map_or(Value::Null, |text| parse_value(text, kind)));
                if !gathering.push(values.collect()) {
                    return Ok(gathering);
                }
            }
            if next < parts {
                (_, part) = http.json(self.call(http, Method::GET, &format!("api/v2/statements/{id}?partition={next}"))?).await?;
            }
        }
        Ok(gathering)
    }

    fn catalog(&self) -> String {
        "SELECT c.table_schema, c.table_name, c.column_name, c.data_type, c.is_nullable, c.comment, \
         IFF(t.table_type IN ('BASE TABLE', 'TEMPORARY TABLE', 'EXTERNAL TABLE'), 'OWN', 'VIEW') FROM information_schema.columns c \
         LEFT JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
         WHERE c.table_schema <> 'INFORMATION_SCHEMA' ORDER BY c.table_schema, c.table_name, c.ordinal_position"
            .to_owned()
    }

    fn usual(&self) -> Vec<String> {
        vec![self.0.schema.clone(), self.0.database.clone()]
    }

    fn sizes(&self) -> Option<String> {
        let sql = "SELECT table_schema, table_name, row_count, comment FROM information_schema.tables \
            WHERE table_schema <> 'INFORMATION_SCHEMA'";
        Some(sql.to_owned())
    }

    fn keys(&self) -> Vec<Keys> {
        let primary = Keys {
            sql: "SHOW PRIMARY KEYS IN DATABASE".to_owned(),
            own: ["schema_name", "table_name", "column_name"],
            other: None,
        };
        let foreign = Keys {
            sql: "SHOW IMPORTED KEYS IN DATABASE".to_owned(),
            own: ["fk_schema_name", "fk_table_name", "fk_column_name"],
            other: Some(["pk_schema_name", "pk_table_name", "pk_column_name"]),
        };
        vec![primary, foreign]
    }

    fn quoted(&self, table: &str) -> String {
        table.split('.').map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(".")
    }
}

/// Every value comes as a text: days since 1970, seconds with nine digits after the point, `seconds offset`.
fn parse_value(text: &str, kind: &str) -> Value {
    match kind.to_ascii_lowercase().as_str() {
        "fixed" => from_text(text, Kind::Decimal),
        "real" => from_text(text, Kind::Float),
        "boolean" => from_text(text, Kind::Truth),
        "variant" | "object" | "array" => from_text(text, Kind::Json),
        "date" => text.parse::<i32>().map_or_else(|_| Value::from(text), |days| format_value(&Date32Array::from(vec![days]))),
        "time" => {
            nanoseconds(text).map_or_else(|| Value::from(text), |time| format_value(&Time64NanosecondArray::from(vec![time])))
        }
        "timestamp_ntz" => {
            nanoseconds(text).map_or_else(|| Value::from(text), |time| format_value(&TimestampNanosecondArray::from(vec![time])))
        }
        "timestamp_ltz" | "timestamp_tz" => {
            let (time, offset) = text.split_once(' ').unwrap_or((text, "1440"));
            let minutes = offset.parse::<i32>().unwrap_or(1440) - 1440;
            let zone = format!("{}{:02}:{:02}", if minutes < 0 { '-' } else { '+' }, minutes.abs() / 60, minutes.abs() % 60);
            nanoseconds(time).map_or_else(
                || Value::from(text),
                |time| format_value(&TimestampNanosecondArray::from(vec![time]).with_timezone(zone)),
            )
        }
        _ => Value::from(text),
    }
}

fn format_value(array: &dyn Array) -> Value {
    let options = FormatOptions::new();
    ArrayFormatter::try_new(array, &options).map_or(Value::Null, |formatter| Value::from(formatter.value(0).to_string()))
}

fn nanoseconds(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let seconds: i64 = whole.parse().ok()?;
    let nanos: i64 = format!("{part:0<9}").get(..9)?.parse().ok()?;
    seconds.checked_mul(1_000_000_000)?.checked_add(if whole.starts_with('-') { -nanos } else { nanos })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_a_part_of_a_hosts_name() {
        assert_eq!(of_account("ab1.eu-west_1").as_deref(), Ok("https://ab1.eu-west_1.snowflakecomputing.com"));
        for account in ["10.0.0.1/x", "a@b", "a:80", "", "a..b", "a?b", "a#", "größe", "a b"] {
            assert!(of_account(account).is_err(), "{account}");
        }
    }

    #[test]
    fn texts_of_the_api_become_values() {
        let cases = [
            ("12", "fixed", json!(12)),
            ("19844", "date", json!("2024-05-01")),
            ("1714566600.500000000", "timestamp_ntz", json!("2024-05-01T12:30:00.500")),
            ("1714566600.000000000 1560", "timestamp_tz", json!("2024-05-01T14:30:00+02:00")),
            ("3600.000000000", "time", json!("01:00:00")),
            ("true", "boolean", json!(true)),
            ("{\"a\":1}", "variant", json!({"a": 1})),
        ];
        for (text, kind, value) in cases {
            assert_eq!(parse_value(text, kind), value, "{text}");
        }
    }
}
