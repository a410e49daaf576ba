use thiserror::Error;

/// Why a file gave no operations.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ApiFault {
    #[error("the file is empty")]
    Empty,
    #[error(
        "this describes no API; upload an OpenAPI 3 or Swagger 2 document (JSON or YAML), a GraphQL schema or the answer of an introspection query"
    )]
    Unknown,
    #[error("the file cannot be read: {0}")]
    Malformed(String),
    #[error("the document declares version {0}, which is not one of Swagger 2.0 and OpenAPI 3")]
    Version(String),
    #[error("the document describes no operation")]
    NoOperations,
    #[error("the document is larger than {} MB", limit / 1_000_000)]
    TooLarge { limit: usize },
}
