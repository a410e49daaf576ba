//! Descriptions of APIs, read into operations: OpenAPI 3 and Swagger 2 (JSON, YAML), GraphQL (schema language, introspection).
//! References inside the document are followed, others never.

mod fault;

pub use fault::ApiFault;

use domain::tools::catalog::{ApiKind, Operation};

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
pub fn read(_api: &str, _bytes: &[u8]) -> Result<Api, ApiFault> {
    Err(ApiFault::Unknown)
}
