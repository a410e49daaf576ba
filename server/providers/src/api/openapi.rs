//! OpenAPI 3 and Swagger 2.

use super::{Api, ApiFault, references::References};
use domain::tools::catalog::{ApiKind, Operation, OperationKind, Parameter};
use serde_json::{Map, Value};
use std::collections::HashSet;

const METHODS: &[&str] = &["get", "put", "post", "delete", "options", "head", "patch", "trace"];

pub(super) fn read(api: &str, document: &Value) -> Result<Api, ApiFault> {
    let version = ["openapi", "swagger"].iter().find_map(|name| document.get(*name)).ok_or(ApiFault::Unknown)?;
    let version = version.as_str().map_or_else(|| version.to_string(), str::to_owned);
    let swagger = version.starts_with('2');
    if !swagger && !version.starts_with('3') {
        return Err(ApiFault::Version(version.chars().take(20).collect()));
    }
    let mut reader = Reader { api, swagger, references: References::new(document), names: HashSet::new() };
    let mut operations = Vec::new();
    for (path, item) in document.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let Some(item) = reader.references.followed(item) else { continue };
        for (method, operation) in item.as_object().into_iter().flatten() {
            if METHODS.contains(&&*method.to_ascii_lowercase()) && operation.is_object() {
                operations.push(reader.operation(path, method, item, operation));
            }
        }
    }
    let info = document.get("info");
    let said = |name: &str| text(info.and_then(|info| info.get(name)));
    Ok(Api {
        kind: ApiKind::Openapi,
        title: said("title"),
        version: said("version"),
        description: said("description"),
        servers: servers(document, swagger),
        operations,
        warnings: reader.references.warnings.into_iter().take(50).collect(),
    })
}

struct Reader<'document> {
    api: &'document str,
    swagger: bool,
    references: References<'document>,
    /// Names that are taken.
    names: HashSet<String>,
}

impl<'document> Reader<'document> {
    fn operation(&mut self, path: &str, method: &str, item: &'document Value, operation: &'document Value) -> Operation {
        let method = method.to_ascii_uppercase();
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut body = None;
        // What the operation says of a parameter stands above what its path says.
        for source in [operation, item] {
            for parameter in source.get("parameters").and_then(Value::as_array).into_iter().flatten() {
                let Some(parameter) = self.references.followed(parameter) else { continue };
                if self.swagger && parameter.get("in").and_then(Value::as_str) == Some("body") {
                    body = body.or_else(|| parameter.get("schema").map(|schema| self.references.unfolded(schema)));
                    continue;
                }
                let read = self.parameter(parameter);
                if !parameters.iter().any(|known| known.name == read.name && known.place == read.place) {
                    parameters.push(read);
                }
            }
        }
        let body = body.or_else(|| form(&parameters)).or_else(|| self.body(operation));
        let kind = if matches!(&*method, "GET" | "HEAD" | "OPTIONS") { OperationKind::Query } else { OperationKind::Mutation };
        Operation {
            api: self.api.to_owned(),
            name: self.name(operation, &method, path),
            kind,
            summary: one_line(&text(operation.get("summary").or_else(|| item.get("summary")))),
            description: text(operation.get("description").or_else(|| item.get("description"))),
            tags: operation
                .get("tags")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(Into::into)
                .collect(),
            request_schema: body,
            response_schema: self.response(operation),
            deprecated: operation.get("deprecated").and_then(Value::as_bool).unwrap_or_default(),
            parameters,
            method: Some(method),
            path: Some(path.to_owned()),
        }
    }

    /// As the document says, or method and path; a name that is taken gets them too.
    fn name(&mut self, operation: &Value, method: &str, path: &str) -> String {
        let said = operation.get("operationId").and_then(Value::as_str).map(str::trim).filter(|name| !name.is_empty());
        let fallback = format!("{method} {path}");
        let name = said.map(str::to_owned).unwrap_or_else(|| fallback.clone());
        if self.names.insert(name.clone()) {
            return name;
        }
        let name = format!("{name} ({fallback})");
        self.names.insert(name.clone());
        name
    }

    fn parameter(&mut self, parameter: &'document Value) -> Parameter {
        // Swagger 2 has the type beside the name; OpenAPI 3 in a schema, or in the schema of a content.
        let schema = parameter.get("schema").or_else(|| first_content(parameter)).unwrap_or(parameter);
        let schema = self.references.followed(schema).unwrap_or(schema);
        let items = schema.get("items").and_then(|items| self.references.followed(items));
        let values = schema.get("enum").or_else(|| items.and_then(|items| items.get("enum"))).and_then(Value::as_array);
        let place = text(parameter.get("in"));
        Parameter {
            name: text(parameter.get("name")),
            required: place == "path" || parameter.get("required").and_then(Value::as_bool).unwrap_or_default(),
            place: if place == "formData" { "body".into() } else { place },
            data_type: data_type(schema, items),
            description: text(parameter.get("description")),
            values: values.into_iter().flatten().take(100).cloned().collect(),
        }
    }

    fn body(&mut self, operation: &'document Value) -> Option<Value> {
        let body = self.references.followed(operation.get("requestBody")?)?;
        Some(self.references.unfolded(first_content(body)?))
    }

    /// The schema of the first answer that says that all went well.
    fn response(&mut self, operation: &'document Value) -> Option<Value> {
        let responses = operation.get("responses")?.as_object()?;
        let good = |status: &str| status.starts_with('2') || status.eq_ignore_ascii_case("default");
        let mut candidates: Vec<(&String, &Value)> = responses.iter().filter(|(status, _)| good(status)).collect();
        candidates.sort_by_key(|(status, _)| (*status).clone());
        for (_, response) in candidates {
            let Some(response) = self.references.followed(response) else { continue };
            if let Some(schema) = response.get("schema").or_else(|| first_content(response)) {
                return Some(self.references.unfolded(schema));
            }
        }
        None
    }
}

/// Swagger 2's form fields as the schema of a body.
fn form(parameters: &[Parameter]) -> Option<Value> {
    let fields: Vec<&Parameter> = parameters.iter().filter(|parameter| parameter.place == "body").collect();
    if fields.is_empty() {
        return None;
    }
    let property = |field: &&Parameter| {
        let mut schema = Map::from_iter([("type".to_owned(), Value::String(field.data_type.clone()))]);
        if !field.description.is_empty() {
            schema.insert("description".into(), Value::String(field.description.clone()));
        }
        (field.name.clone(), Value::Object(schema))
    };
    let required = fields.iter().filter(|field| field.required).map(|field| Value::String(field.name.clone())).collect();
    Some(Value::Object(Map::from_iter([
        ("type".to_owned(), Value::String("object".into())),
        ("properties".to_owned(), Value::Object(fields.iter().map(property).collect())),
        ("required".to_owned(), Value::Array(required)),
    ])))
}

/// The schema under `content`, JSON before others.
fn first_content(holder: &Value) -> Option<&Value> {
    let content = holder.get("content")?.as_object()?;
    let json = content.iter().find(|(kind, _)| kind.contains("json"));
    json.or_else(|| content.iter().next())?.1.get("schema")
}

fn data_type(schema: &Value, items: Option<&Value>) -> String {
    let plain = |schema: &Value| match schema.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect::<Vec<_>>().join(" or ")
        }
        _ if schema.get("properties").is_some() => "object".into(),
        _ if schema.get("enum").is_some() => "string".into(),
        _ => "any".into(),
    };
    let own = plain(schema);
    match items {
        Some(items) if own == "array" => format!("array of {}", plain(items)),
        _ => own,
    }
}

fn servers(document: &Value, swagger: bool) -> Vec<String> {
    if !swagger {
        let servers = document.get("servers").and_then(Value::as_array).into_iter().flatten();
        return servers.filter_map(|server| server.get("url")?.as_str()).take(20).map(str::to_owned).collect();
    }
    let Some(host) = document.get("host").and_then(Value::as_str) else { return Vec::new() };
    let base = document.get("basePath").and_then(Value::as_str).unwrap_or_default();
    let schemes = document.get("schemes").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let schemes: Vec<&str> = schemes.collect();
    let schemes = if schemes.is_empty() { vec!["https"] } else { schemes };
    schemes.into_iter().take(5).map(|scheme| format!("{scheme}://{host}{base}")).collect()
}

fn text(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
