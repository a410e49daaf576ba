//! Documents in lists and whole.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A document without its text.
#[derive(Serialize, ToSchema)]
pub(crate) struct DocumentLine {
    id: Uuid,
    title: String,
    /// Where it was read; `null` for a text that was brought in as it is.
    url: Option<String>,
    /// Of its text, in hexadecimal.
    sha256: String,
    /// In answers to a search only: where the words were found.
    excerpt: Option<String>,
    imported_by: Option<Uuid>,
    #[schema(format = DateTime)]
    accessed_at: String,
    #[schema(format = DateTime)]
    published_at: Option<String>,
    /// Not in answers to a search.
    #[schema(format = DateTime)]
    created_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct DocumentText {
    id: Uuid,
    title: String,
    url: Option<String>,
    sha256: String,
    imported_by: Option<Uuid>,
    #[schema(format = DateTime)]
    accessed_at: String,
    #[schema(format = DateTime)]
    published_at: Option<String>,
    #[schema(format = DateTime)]
    created_at: Option<String>,
    text: String,
}
