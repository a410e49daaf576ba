//! Entries of the audit log.

use crate::backend::Backend;
use domain::{Failure, account::AuditEntry};
use protocol::{TenantId, UserId, account::Account};
use serde_json::Value;

/// An action to record.
pub(crate) struct AuditNote<'a> {
    /// A noun and what was done to it: `token.revoked`.
    pub action: &'a str,
    /// The id of what it was done to.
    pub target: String,
    /// The user whose data it concerns. When the user is removed, target and detail are cleared.
    pub about: Option<UserId>,
    pub detail: Value,
}

impl AuditNote<'_> {
    /// Stores it for a signed-in user.
    pub(crate) async fn by(self, backend: &Backend, who: &Account) -> Result<(), Failure> {
        self.noted(backend, who.tenant_id, Some(who.user_id)).await
    }

    /// Stores it for any user, or for an unknown one.
    pub(crate) async fn noted(self, backend: &Backend, tenant: TenantId, user: Option<UserId>) -> Result<(), Failure> {
        Ok(backend.accounts().insert_audit(self.entry(backend, tenant, user)).await?)
    }

    /// The entry of a signed-in user, to store in the same transaction as the action.
    pub(crate) fn entry_by(self, backend: &Backend, who: &Account) -> AuditEntry {
        self.entry(backend, who.tenant_id, Some(who.user_id))
    }

    /// The entry of any user, or of an unknown one.
    pub(crate) fn entry(self, backend: &Backend, tenant: TenantId, user: Option<UserId>) -> AuditEntry {
        let Self { action, target, about, detail } = self;
        AuditEntry { id: backend.id(), tenant, user, action: action.into(), target, about, detail, at: backend.now() }
    }
}
