//! One call of an API's operation that only reads, as it goes over the wire (seed 004, API Discovery Tools).

use super::selection::selection;
use domain::{
    Refusal,
    tools::{
        Api,
        catalog::{ApiKind, Operation, OperationKind, Parameter},
    },
};
use reqwest::Url;
use serde_json::{Map, Value, json};

const LONGEST_VALUE: usize = 2_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiCall {
    Get(Url),
    /// A GraphQL query as JSON.
    Post(Url, String),
}

/// `described_at` is where its description was fetched: an address within the description may be relative to it.
///
/// # Errors
/// 422 for an operation that changes something or needs more than was given.
pub fn build_call(
    api: &Api,
    described_at: Option<&str>,
    operation: &Operation,
    arguments: &Map<String, Value>,
) -> Result<ApiCall, Refusal> {
    let name = &operation.name;
    if operation.kind != OperationKind::Query {
        return Err(Refusal::invalid("operation", format!("{name} changes something: an answer only reads")));
    }
    let named = api.url.as_deref().or(described_at).unwrap_or_default();
    let described = described_at.and_then(|url| Url::parse(url).ok());
    let base = Url::parse(named).ok().or_else(|| described?.join(named).ok());
    let base = base.ok_or_else(|| Refusal::invalid("api", "its description names no address: set config.url of the source"))?;
    for parameter in operation.parameters.iter().filter(|one| one.required) {
        if arguments.get(&parameter.name).is_none_or(Value::is_null) {
            return Err(Refusal::invalid("arguments", format!("{name} needs {}", parameter.name)));
        }
    }
    if let Some(unknown) = arguments.keys().find(|key| !operation.parameters.iter().any(|one| one.name == **key)) {
        return Err(Refusal::invalid("arguments", format!("{name} takes no {unknown}")));
    }
    if arguments.values().any(|value| value.to_string().len() > LONGEST_VALUE) {
        return Err(Refusal::invalid("arguments", format!("a value has at most {LONGEST_VALUE} characters")));
    }
    match api.kind {
        ApiKind::Graphql => Ok(ApiCall::Post(base, json!({"query": query(operation, arguments)?}).to_string())),
        ApiKind::Openapi => address(base, operation, arguments).map(ApiCall::Get),
    }
}

fn address(mut url: Url, operation: &Operation, arguments: &Map<String, Value>) -> Result<Url, Refusal> {
    let name = &operation.name;
    if operation.method.as_deref() != Some("GET") {
        return Err(Refusal::invalid("operation", format!("{name} is no GET: only what reads is called")));
    }
    let path = operation.path.as_deref().unwrap_or_default();
    {
        let Ok(mut segments) = url.path_segments_mut() else {
            return Err(Refusal::invalid("api", "its address has no path"));
        };
        segments.pop_if_empty();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            segments.push(&fill(segment, arguments));
        }
    }
    let of_query = |parameter: &&Parameter| parameter.place == "query";
    let pairs: Vec<(&str, String)> = operation
        .parameters
        .iter()
        .filter(of_query)
        .filter_map(|one| Some((one.name.as_str(), arguments.get(&one.name)?)))
        .flat_map(|(name, value)| match value {
            Value::Array(list) => list.iter().map(|one| (name, plain(one))).collect(),
            Value::Null => Vec::new(),
            one => vec![(name, plain(one))],
        })
        .collect();
    if !pairs.is_empty() {
        url.query_pairs_mut().extend_pairs(pairs);
    }
    Ok(url)
}

/// `{petId}` within a segment of a path.
fn fill(segment: &str, arguments: &Map<String, Value>) -> String {
    let mut out = segment.to_owned();
    for (name, value) in arguments {
        out = out.replace(&format!("{{{name}}}"), &plain(value));
    }
    out
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// With the fields of its answer.
fn query(operation: &Operation, arguments: &Map<String, Value>) -> Result<String, Refusal> {
    let name = &operation.name;
    let written: Vec<String> = operation
        .parameters
        .iter()
        .filter_map(|one| Some(format!("{}: {}", one.name, literal(arguments.get(&one.name)?, one))))
        .collect();
    let written = if written.is_empty() { String::new() } else { format!("({})", written.join(", ")) };
    let selected = selection(operation.response_schema.as_ref()).map_err(|()| {
        Refusal::invalid("operation", format!("{name} answers with nothing that can be asked for without arguments"))
    })?;
    Ok(format!("query {{ {name}{written}{selected} }}"))
}

/// A value of an enumeration is a bare word.
fn literal(value: &Value, parameter: &Parameter) -> String {
    match value {
        Value::String(text)
            if parameter.values.contains(value) && text.chars().all(|sign| sign.is_alphanumeric() || sign == '_') =>
        {
            text.clone()
        }
        Value::Object(fields) => {
            let inner = fields.iter().map(|(name, value)| format!("{name}: {}", literal(value, parameter)));
            format!("{{{}}}", inner.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            format!("[{}]", list.iter().map(|one| literal(one, parameter)).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, place: &str, required: bool) -> Parameter {
        Parameter {
            name: name.into(),
            place: place.into(),
            data_type: "string".into(),
            required,
            description: String::new(),
            values: vec![json!("OPEN")],
        }
    }

    fn operation(kind: OperationKind, method: Option<&str>) -> Operation {
        Operation {
            api: "port".into(),
            name: "berths".into(),
            kind,
            method: method.map(str::to_owned),
            path: Some("/harbours/{harbour}/berths".into()),
            summary: String::new(),
            description: String::new(),
            tags: Vec::new(),
            parameters: vec![parameter("harbour", "path", true), parameter("state", "query", false)],
            request_schema: None,
            response_schema: Some(json!({"type": "[Berth!]!", "properties": {"id": {"type": "ID!"}, "name": {"type": "String"},
                "owner": {"type": "Person"}}})),
            deprecated: false,
        }
    }

    fn call(kind: ApiKind, operation: &Operation, arguments: &Value) -> Result<ApiCall, Refusal> {
        let api = Api { kind, url: Some("https://port.example/v1".into()), description: None };
        build_call(&api, None, operation, arguments.as_object().expect("an object"))
    }

    #[test]
    fn what_reads_becomes_an_address_or_a_query() {
        let get = operation(OperationKind::Query, Some("GET"));
        let made = call(ApiKind::Openapi, &get, &json!({"harbour": "Ágios / 1", "state": ["a&b", 2]})).expect("an address");
        let wanted = "https://port.example/v1/harbours/%C3%81gios%20%2F%201/berths?state=a%26b&state=2";
        assert_eq!(made, ApiCall::Get(Url::parse(wanted).expect("an address")));
        let query = operation(OperationKind::Query, None);
        let ApiCall::Post(_, body) =
            call(ApiKind::Graphql, &query, &json!({"harbour": "S\"kala", "state": "OPEN"})).expect("a query")
        else {
            panic!("GraphQL is posted")
        };
        let body: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(body["query"], r#"query { berths(harbour: "S\"kala", state: OPEN) { id name } }"#);
    }

    #[test]
    fn nothing_else_is_called() {
        let get = operation(OperationKind::Query, Some("GET"));
        for (operation, arguments, why) in [
            (operation(OperationKind::Mutation, Some("POST")), json!({"harbour": "a"}), "only reads"),
            (operation(OperationKind::Query, Some("HEAD")), json!({"harbour": "a"}), "no GET"),
            (get.clone(), json!({}), "needs harbour"),
            (get.clone(), json!({"harbour": "a", "admin": true}), "takes no admin"),
        ] {
            let refusal = call(ApiKind::Openapi, &operation, &arguments).expect_err(why);
            assert!(refusal.to_string().contains(why), "{refusal}");
        }
        let up = call(ApiKind::Openapi, &get, &json!({"harbour": ".."})).expect("an address");
        let ApiCall::Get(url) = up else { panic!("an address") };
        assert!(url.path().starts_with("/v1/harbours/"), "no way out of the path: {url}");
    }
}
