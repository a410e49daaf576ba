//! What administrators can look up later.

use crate::{backend::Backend, web::Problem};
use domain::account::AuditEntry;
use protocol::{TenantId, UserId, account::Account};
use serde_json::Value;

/// Something that was done.
pub(crate) struct Deed<'a> {
    /// A noun with what was done to it: `token.revoked`.
    pub action: &'a str,
    /// The id of what it was done to.
    pub target: String,
    /// Whose data it concerns: when they are removed, target and detail go.
    pub about: Option<UserId>,
    pub detail: Value,
}

impl Deed<'_> {
    /// Of somebody who is signed in.
    pub(crate) async fn by(self, backend: &Backend, who: &Account) -> Result<(), Problem> {
        self.noted(backend, who.tenant_id, Some(who.user_id)).await
    }

    /// Of anybody, or of nobody who is known.
    pub(crate) async fn noted(self, backend: &Backend, tenant: TenantId, user: Option<UserId>) -> Result<(), Problem> {
        let Self { action, target, about, detail } = self;
        let entry =
            AuditEntry { id: backend.id(), tenant, user, action: action.into(), target, about, detail, at: backend.now() };
        Ok(backend.accounts().insert_audit(entry).await?)
    }
}
