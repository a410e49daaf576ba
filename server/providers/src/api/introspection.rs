//! The answer of a GraphQL introspection query.

use super::{
    Api,
    shape::{Field, response},
};
use domain::tools::catalog::{ApiKind, Operation, OperationKind, Parameter};
use serde_json::Value;

/// `__schema`, bare, or below `data`.
pub(super) fn schema(document: &Value) -> Option<&Value> {
    let holder = document.get("data").unwrap_or(document);
    holder.get("__schema").filter(|schema| schema.get("types").is_some_and(Value::is_array))
}

pub(super) fn read(api: &str, schema: &Value) -> Api {
    let types: Vec<&Value> = schema["types"].as_array().into_iter().flatten().collect();
    let kinds = [
        ("queryType", OperationKind::Query),
        ("mutationType", OperationKind::Mutation),
        ("subscriptionType", OperationKind::Subscription),
    ];
    let mut operations: Vec<Operation> = Vec::new();
    for (root, kind) in kinds {
        let Some(name) = schema[root]["name"].as_str() else { continue };
        let Some(root) = types.iter().find(|one| one["name"].as_str() == Some(name)) else { continue };
        for field in root["fields"].as_array().into_iter().flatten() {
            let mut read = operation(api, kind, field, &types);
            if operations.iter().any(|known| known.name == read.name) {
                read.name = format!("{name}.{}", read.name);
            }
            operations.push(read);
        }
    }
    Api {
        kind: ApiKind::Graphql,
        title: String::new(),
        version: String::new(),
        description: schema["description"].as_str().unwrap_or_default().to_owned(),
        servers: Vec::new(),
        operations,
        warnings: Vec::new(),
    }
}

fn operation(api: &str, kind: OperationKind, field: &Value, types: &[&Value]) -> Operation {
    let description = read_text(field, "description");
    let parameter = |argument: &Value| {
        let data_type = named(&argument["type"], 0);
        let values = find(types, inner(&argument["type"])).and_then(|found| found["enumValues"].as_array());
        Parameter {
            name: read_text(argument, "name"),
            place: "argument".into(),
            required: data_type.ends_with('!') && argument["defaultValue"].is_null(),
            data_type,
            description: read_text(argument, "description"),
            values: values.into_iter().flatten().take(100).map(|value| value["name"].clone()).collect(),
        }
    };
    Operation {
        api: api.to_owned(),
        name: read_text(field, "name"),
        kind,
        method: None,
        path: None,
        summary: description.lines().next().unwrap_or_default().to_owned(),
        description,
        tags: Vec::new(),
        parameters: field["args"].as_array().into_iter().flatten().map(parameter).collect(),
        request_schema: None,
        response_schema: Some(response(&named(&field["type"], 0), &|name| fields_of(name, types))),
        deprecated: field["isDeprecated"].as_bool().unwrap_or_default(),
    }
}

/// Fields of objects and interfaces; a union has none of its own.
fn fields_of(name: &str, types: &[&Value]) -> Option<Vec<Field>> {
    let found = find(types, name)?;
    if found["kind"] == "UNION" {
        return Some(Vec::new());
    }
    let field = |field: &Value| {
        let arguments = field["args"].as_array().into_iter().flatten();
        let needed = arguments.filter(|one| one["type"]["kind"] == "NON_NULL" && one["defaultValue"].is_null());
        let needs = needed.map(|one| read_text(one, "name")).collect();
        Field { name: read_text(field, "name"), data_type: named(&field["type"], 0), needs }
    };
    Some(found["fields"].as_array()?.iter().map(field).collect())
}

fn find<'types>(types: &[&'types Value], name: &str) -> Option<&'types Value> {
    types.iter().copied().find(|one| one["name"].as_str() == Some(name))
}

/// `[Country!]!`
fn named(of: &Value, depth: usize) -> String {
    if depth > 10 {
        return String::new();
    }
    match of["kind"].as_str() {
        Some("NON_NULL") => format!("{}!", named(&of["ofType"], depth + 1)),
        Some("LIST") => format!("[{}]", named(&of["ofType"], depth + 1)),
        _ => read_text(of, "name"),
    }
}

fn inner(of: &Value) -> &str {
    let mut of = of;
    for _ in 0..10 {
        match of["name"].as_str() {
            Some(name) => return name,
            None => of = &of["ofType"],
        }
    }
    ""
}

fn read_text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().trim().to_owned()
}
