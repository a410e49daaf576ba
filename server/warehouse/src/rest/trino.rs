//! Trino's client protocol: pages that name the next one.

use super::{
    Service,
    http::{Ending, Http, below, url},
};
use crate::{
    HttpSettings,
    rows::{Gathering, Kind, from_text},
};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, WarehouseFault};
use reqwest::{Method, RequestBuilder, Url};
use secrecy::ExposeSecret as _;
use serde_json::Value;
use std::time::Instant;

#[derive(Clone)]
pub(super) struct Trino(pub(super) HttpSettings);

impl Trino {
    fn place(&self) -> (&str, &str) {
        self.0.database.split_once('.').unwrap_or((&self.0.database, "default"))
    }

    fn call(&self, http: &Http, method: Method, address: Url) -> RequestBuilder {
        let (catalog, schema) = self.place();
        let request = http.call(method, address).header("X-Trino-User", &self.0.user).header("X-Trino-Source", "discovery");
        let request = request.header("X-Trino-Catalog", catalog).header("X-Trino-Schema", schema);
        let password = self.0.password.expose_secret();
        if password.is_empty() { request } else { request.basic_auth(&self.0.user, Some(password)) }
    }
}

#[async_trait]
impl Service for Trino {
    async fn run(&self, http: &Http, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault> {
        let first = below(&self.0.url, "v1/statement")?;
        let seconds = format!("query_max_run_time={}s", limits.time.as_secs().max(1));
        let request = self.call(http, Method::POST, first.clone()).header("X-Trino-Session", seconds).body(sql.to_owned());
        let service = self.clone();
        let origin = first.origin();
        let ending = move |http: &Http, page: &Value| {
            let next = page["nextUri"].as_str().and_then(|next| url(next).ok()).filter(|next| next.origin() == origin);
            Ok(next.map(|next| service.call(http, Method::DELETE, next)))
        };
        let (_, mut page, begun) = http.begin(request, ending).await?;
        // From here on each page knows how it is ended.
        begun.not_needed();
        let mut gathering: Option<(Gathering, Vec<Kind>)> = None;
        loop {
            if let Some(why) = page.pointer("/error/message").and_then(Value::as_str) {
                let limited =
                    page.pointer("/error/errorName").and_then(Value::as_str).is_some_and(|name| name.contains("EXCEEDED"));
                return Err(if limited {
                    WarehouseFault::Limit(why.to_owned())
                } else {
                    WarehouseFault::Invalid(why.to_owned())
                });
            }
            if let (None, Some(columns)) = (&gathering, page["columns"].as_array()) {
                let names = columns.iter().map(|column| column["name"].as_str().unwrap_or_default().to_owned()).collect();
                let kinds = columns.iter().map(|column| kind(column["type"].as_str().unwrap_or_default())).collect();
                gathering = Some((Gathering::since(began, names, limits), kinds));
            }
            let next = match page["nextUri"].as_str() {
                // Where the next page is, the server says; it must be the same server.
                Some(next) => {
                    Some(url(next).and_then(|next| if next.origin() == first.origin() { Ok(next) } else { Err(strange()) })?)
                }
                None => None,
            };
            let ending = next.clone().map(|next| Ending::by(self.call(http, Method::DELETE, next)));
            for row in page["data"].as_array().into_iter().flatten().filter_map(Value::as_array) {
                let Some((gathering, kinds)) = &mut gathering else { return Err(strange()) };
                let values = row
                    .iter()
                    .zip(kinds.iter())
                    .map(|(value, kind)| value.as_str().map_or_else(|| value.clone(), |text| from_text(text, *kind)));
                if !gathering.push(values.collect()) {
                    // The rest is not wanted: `ending` tells the server.
                    return gathering_of(gathering, limits, began);
                }
            }
            let Some(next) = next else { break };
            (_, page) = http.json(self.call(http, Method::GET, next)).await?;
            if let Some(ending) = ending {
                ending.not_needed();
            }
        }
        Ok(gathering.map_or_else(|| Gathering::since(began, Vec::new(), limits), |(gathering, _)| gathering))
    }

    fn catalog(&self) -> String {
        let (catalog, schema) = self.place();
        format!(
            "SELECT c.table_schema, c.table_name, c.column_name, c.data_type, c.is_nullable, NULL, \
             CASE WHEN t.table_type = 'BASE TABLE' THEN 'OWN' ELSE 'VIEW' END FROM \"{catalog}\".information_schema.columns c \
             LEFT JOIN \"{catalog}\".information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name \
             WHERE c.table_schema = '{}' ORDER BY c.table_name, c.ordinal_position",
            schema.replace('\'', "''"),
            catalog = catalog.replace('"', "")
        )
    }

    fn usual(&self) -> Vec<String> {
        let (catalog, schema) = self.place();
        vec![schema.to_owned(), catalog.to_owned()]
    }

    // Its catalogs know no keys, and tell sizes table by table, where the connector has statistics.
    fn size_of(&self, table: &str) -> Option<String> {
        Some(format!("SHOW STATS FOR {}", self.quoted(table)))
    }

    fn quoted(&self, table: &str) -> String {
        table.split('.').map(|part| format!("\"{part}\"")).collect::<Vec<_>>().join(".")
    }
}

fn gathering_of(gathering: &mut Gathering, limits: &QueryLimits, began: Instant) -> Result<Gathering, WarehouseFault> {
    Ok(std::mem::replace(gathering, Gathering::since(began, Vec::new(), limits)))
}

fn strange() -> WarehouseFault {
    WarehouseFault::Unreachable("the answer is not one of Trino's".to_owned())
}

fn kind(data_type: &str) -> Kind {
    match data_type {
        name if name.starts_with("timestamp") => Kind::Moment,
        name if name.starts_with("decimal") => Kind::Decimal,
        "json" => Kind::Json,
        _ => Kind::Text,
    }
}
