//! APIs and their operations (seed 004, API Discovery Tools).

use super::{Held, named, nearest};
use crate::{
    Refusal,
    tools::{SourceKind, catalog::Operation},
};
use serde_json::{Value, json};

fn apis(held: &[Held]) -> impl Iterator<Item = &Held> + Clone {
    held.iter().filter(|one| one.source.kind == SourceKind::Api && one.source.status.is_known())
}

#[must_use]
pub fn list_apis(held: &[Held]) -> Value {
    apis(held)
        .map(|one| {
            let api = one.found.api.as_ref();
            let description = one.source.description.clone().or_else(|| api.and_then(|api| api.description.clone()));
            let mut line = json!({
                "name": one.source.name, "type": one.source.subtype, "description": description.unwrap_or_default(),
                "operations": one.found.operations.len(),
            });
            if let Some(url) = api.and_then(|api| api.url.as_deref()) {
                line["url"] = url.into();
            }
            line
        })
        .collect()
}

fn find_api<'a>(held: &'a [Held], name: &str) -> Result<&'a Held, Refusal> {
    named(apis(held), name, |one| one.source.name.as_str()).ok_or_else(|| {
        let near = nearest(name, apis(held).map(|one| one.source.name.as_str()));
        Refusal::unknown(format!("there is no API {name}{near}"))
    })
}

/// An operation in a line.
fn in_short(operation: &Operation) -> &str {
    if operation.summary.is_empty() { operation.description.lines().next().unwrap_or_default() } else { &operation.summary }
}

/// # Errors
/// The API is unknown.
pub fn list_operations(held: &[Held], api: &str) -> Result<Value, Refusal> {
    let one = find_api(held, api)?;
    Ok(one
        .found
        .operations
        .iter()
        .map(|operation| {
            let mut line = json!({"name": operation.name, "type": operation.kind, "description": in_short(operation)});
            if let (Some(method), Some(path)) = (&operation.method, &operation.path) {
                line["method"] = method.as_str().into();
                line["path"] = path.as_str().into();
            }
            line
        })
        .collect())
}

/// # Errors
/// The API or the operation is unknown.
pub fn get_operation_details(held: &[Held], api: &str, operation: &str) -> Result<Value, Refusal> {
    let one = find_api(held, api)?;
    let all = &one.found.operations;
    let by_path = || {
        all.iter().find(|known| match (&known.method, &known.path) {
            (Some(method), Some(path)) => format!("{method} {path}").eq_ignore_ascii_case(operation.trim()),
            _ => false,
        })
    };
    let found = named(all.iter(), operation, |known| known.name.as_str()).or_else(by_path).ok_or_else(|| {
        let near = nearest(operation, all.iter().map(|known| known.name.as_str()));
        Refusal::unknown(format!("there is no operation {operation} in {}{near}", one.source.name))
    })?;
    let parameters: Vec<Value> = found
        .parameters
        .iter()
        .map(|parameter| {
            let mut shown = json!({
                "name": parameter.name, "type": parameter.data_type, "required": parameter.required,
                "description": parameter.description, "in": parameter.place,
            });
            if !parameter.values.is_empty() {
                shown["values"] = parameter.values.clone().into();
            }
            shown
        })
        .collect();
    Ok(json!({
        "api": one.source.name, "operation": found.name, "type": found.kind, "method": found.method, "path": found.path,
        "summary": found.summary, "description": found.description, "tags": found.tags, "deprecated": found.deprecated,
        "parameters": parameters, "request_schema": found.request_schema, "response_schema": found.response_schema,
    }))
}
