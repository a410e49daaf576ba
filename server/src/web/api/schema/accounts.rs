//! People, tokens, and what was done.

use super::messages::{FellBack, MessageEngine};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Each role includes the ones before it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    /// Reads what is theirs.
    Viewer,
    /// Also interviews and changes values, their own.
    Member,
    /// Also everything of the tenant.
    Admin,
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "name": "Ada", "email": "ada@example.org", "role": "member",
    "created_at": "2026-03-02T09:00:00.000Z"
}))]
pub(crate) struct Person {
    id: Uuid,
    name: String,
    email: String,
    role: Role,
    #[schema(format = DateTime)]
    created_at: String,
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"days": 365, "due": 0}))]
pub(crate) struct Retention {
    /// For how many days finished interviews are kept after their last change; null for ever.
    #[schema(required = true)]
    days: Option<u32>,
    /// How many have been kept for longer and are about to be removed.
    due: u64,
}

/// A token without its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct Secret {
    id: Uuid,
    name: String,
    role: Role,
    user_id: Uuid,
    revoked: bool,
    /// After it the token is refused; `null` where it holds until it is revoked.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// To the minute.
    #[schema(format = DateTime)]
    last_used_at: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// A new token with its secret, shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewSecret {
    id: Uuid,
    name: String,
    role: Role,
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    token: String,
}

/// A link under which a person gives themselves a new password, once.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeLink {
    user_id: Uuid,
    /// A path of this server.
    link: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Something that was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditLine {
    id: Uuid,
    /// Who did it; `null` where nobody was signed in, and of the command line.
    user_id: Option<Uuid>,
    /// A noun with what was done to it, like `token.revoked`.
    action: String,
    /// What it was done to.
    target: String,
    detail: HashMap<String, Value>,
    #[schema(format = DateTime)]
    created_at: String,
}

/// Which engines answer.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "interview": "built_in", "models": [], "statements": "by words alone: no embedding model", "embedding": null,
    "answered": {"engine": "built_in", "fell_back": null}
}))]
pub(crate) struct Engines {
    /// `model` where a language model is chosen (the built-in engine answers where it fails), else `built_in`.
    interview: String,
    /// Those of the tenant.
    models: Vec<EngineModel>,
    /// How statements are understood, in words.
    statements: String,
    embedding: Option<EmbeddingModel>,
    /// Who really answered a person of the tenant last; `null` where nobody did since this server began.
    answered: Option<EngineAnswer>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct EngineAnswer {
    engine: MessageEngine,
    fell_back: Option<FellBack>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct EngineModel {
    /// `fast` or `strong`.
    strength: String,
    /// `provider/model`.
    model: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct EmbeddingModel {
    model: String,
    /// `null` until a service elsewhere has answered once.
    dimension: Option<u32>,
    /// The machine that what was said goes to; `null` where it stays on this one.
    host: Option<String>,
}
