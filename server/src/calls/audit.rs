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
        Ok(backend.accounts().insert_audit(self.entry(backend, tenant, user)).await?)
    }

    /// As it is stored together with what was done, by somebody who is signed in.
    pub(crate) fn of(self, backend: &Backend, who: &Account) -> AuditEntry {
        self.entry(backend, who.tenant_id, Some(who.user_id))
    }

    /// The same of anybody, or of nobody who is known.
    pub(crate) fn entry(self, backend: &Backend, tenant: TenantId, user: Option<UserId>) -> AuditEntry {
        let Self { action, target, about, detail } = self;
        AuditEntry { id: backend.id(), tenant, user, action: action.into(), target, about, detail, at: backend.now() }
    }
}
