//! Operations of APIs: an OpenAPI path with its method, a GraphQL field.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An operation as `get_operation_details` shows it (seed 004, API Discovery Tools).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Operation {
    /// The name of the source it is in.
    pub api: String,
    /// `operationId`, the field's name, or method and path where a document names none. Unique in its API.
    pub name: String,
    pub kind: OperationKind,
    /// `GET`, `POST` …; none for GraphQL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// As in the document, with its placeholders: `/pet/{petId}`; none for GraphQL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// One line.
    #[serde(default)]
    pub summary: String,
    #[serde(default)]
    pub description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// JSON schema of the body, references followed (each once, then named).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_schema: Option<Value>,
    /// JSON schema of the answer when all goes well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_schema: Option<Value>,
    #[serde(default)]
    pub deprecated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationKind {
    /// Reads: `GET`, `HEAD`, a GraphQL query.
    Query,
    Mutation,
    Subscription,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiKind {
    Openapi,
    Graphql,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    pub name: String,
    /// `path`, `query`, `header`, `cookie`, `body`, or `argument` (GraphQL).
    #[serde(rename = "in")]
    pub place: String,
    /// A JSON type with its element (`array of string`), or a GraphQL type.
    #[serde(rename = "type")]
    pub data_type: String,
    pub required: bool,
    #[serde(default)]
    pub description: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Value>,
}
