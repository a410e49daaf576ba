//! Who is asking: roles, and the person as pages show them.

use crate::{TenantId, UserId};
use serde::{Deserialize, Serialize};

/// What a person or token may do. Each role includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Reads what is theirs.
    Viewer,
    /// Also interviews and changes values, their own.
    Member,
    /// Also everything of the tenant: others' interviews, objectives, users, tokens, audit.
    Admin,
}

impl Role {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Member => "member",
            Self::Admin => "admin",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Viewer, Self::Member, Self::Admin].into_iter().find(|role| role.name() == name)
    }
}

/// The signed-in person or token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub user_id: UserId,
    pub tenant_id: TenantId,
    pub tenant_slug: String,
    pub name: String,
    pub email: String,
    pub role: Role,
}
