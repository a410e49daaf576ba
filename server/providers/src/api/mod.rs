//! Descriptions of APIs, read into operations: OpenAPI 3 and Swagger 2 (JSON, YAML), GraphQL (schema language, introspection).
//! References inside the document are followed, others never.

mod call;
mod fault;
mod introspection;
mod openapi;
mod pages;
mod plain;
mod references;
mod schema_language;
mod selection;
mod shape;

pub use call::{ApiCall, build_call};
pub use fault::ApiFault;
pub use pages::{NextPage, PageTurn};

use domain::tools::catalog::{ApiKind, Operation};
use serde_json::Value;

/// A larger document describes more than anybody reads.
pub const LARGEST: usize = 32 * 1024 * 1024;
/// Operations of one API; more are left out with a warning.
const MOST_OPERATIONS: usize = 20_000;

/// What a description says.
#[derive(Clone, Debug, PartialEq)]
pub struct Api {
    pub kind: ApiKind,
    pub title: String,
    pub version: String,
    pub description: String,
    /// The addresses that the document itself names, as they stand in it.
    pub servers: Vec<String>,
    pub operations: Vec<Operation>,
    /// What was left out and why, for people.
    pub warnings: Vec<String>,
}

/// Reads a description in the calling thread. `api` becomes [`Operation::api`].
///
/// # Errors
/// When it is no such description; the fault says what is wrong with it.
pub fn read(api: &str, bytes: &[u8]) -> Result<Api, ApiFault> {
    if bytes.len() > LARGEST {
        return Err(ApiFault::TooLarge { limit: LARGEST });
    }
    let text = crate::page::decoded(bytes, None);
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(ApiFault::Empty);
    }
    let mut read = if text.starts_with('{') || text.starts_with('[') {
        let document: Value = serde_json::from_str(text).map_err(|fault| ApiFault::Malformed(fault.to_string()))?;
        of_value(api, &document)?
    } else if schema_language::is_likely(text) {
        schema_language::read(api, text)?
    } else {
        of_value(api, &plain::yaml(text)?)?
    };
    if read.operations.len() > MOST_OPERATIONS {
        read.warnings.push(format!("only the first {MOST_OPERATIONS} of {} operations were read", read.operations.len()));
        read.operations.truncate(MOST_OPERATIONS);
    }
    if read.operations.is_empty() { Err(ApiFault::NoOperations) } else { Ok(read) }
}

fn of_value(api: &str, document: &Value) -> Result<Api, ApiFault> {
    if let Some(schema) = introspection::schema(document) {
        return Ok(introspection::read(api, schema));
    }
    openapi::read(api, document)
}

#[cfg(test)]
mod tests;
