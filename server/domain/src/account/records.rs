//! The rows of accounts, and the port that keeps them.

use crate::StoreFault;
use async_trait::async_trait;
use protocol::{TenantId, Timestamp, TokenId, UserId, account::Role};
use serde_json::Value;
use uuid::Uuid;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantRow {
    pub id: TenantId,
    pub slug: String,
    pub name: String,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserRow {
    pub id: UserId,
    pub tenant: TenantId,
    /// Lower case, unique over all tenants.
    pub email: String,
    pub name: String,
    pub role: Role,
    /// A PHC string; `None` for who cannot sign in with a password (automation).
    pub password_hash: Option<String>,
    pub created_at: Timestamp,
}

/// An API token; the token itself is shown once and never kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    pub id: TokenId,
    pub tenant: TenantId,
    pub user: UserId,
    pub name: String,
    /// SHA-256 of the token.
    pub hash: Vec<u8>,
    /// What it may do; never more than its user.
    pub role: Role,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
}

/// Something an administrator may want to know later.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditEntry {
    pub id: Uuid,
    pub tenant: TenantId,
    pub user: Option<UserId>,
    /// A verb with its noun, e.g. `token.revoked`.
    pub action: String,
    pub target: String,
    /// Whom it is about: when they are removed, the entry no longer tells.
    pub about: Option<UserId>,
    pub detail: Value,
    pub at: Timestamp,
}

/// A stored browser session (the cookie's server side).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebSessionRow {
    /// A hash of the cookie's value.
    pub id: String,
    /// The session's data as JSON text.
    pub data: String,
    pub expires_at: Timestamp,
}

/// The answer once given to a call with an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotentAnswer {
    pub tenant: TenantId,
    pub key: String,
    /// SHA-256 over method, path and body.
    pub request_hash: Vec<u8>,
    /// The object that the path names: the answer goes when it goes.
    pub about: Option<Uuid>,
    pub status: u16,
    pub body: String,
    pub created_at: Timestamp,
}

/// A link under which a person gives themselves a new password, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasswordLink {
    pub user: UserId,
    /// SHA-256 of what the link says.
    pub hash: Vec<u8>,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
}

/// A call under an idempotency key that is about to be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyClaim {
    pub tenant: TenantId,
    pub key: String,
    /// SHA-256 over method, path and body.
    pub request_hash: Vec<u8>,
    /// The object that the path names.
    pub about: Option<Uuid>,
    /// Until then nobody else begins it. The claim is known by this.
    pub leased_until: Timestamp,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// Carry it out, then answer or give up the claim.
    Begun,
    /// Somebody else carries out a call under this key.
    Running { request_hash: Vec<u8> },
    /// It was carried out.
    Answered(IdempotentAnswer),
}

/// Who may have lost a right: what was remembered of them, and what is open for them, is looked at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RightsLost {
    /// A token or password of theirs, or they themselves.
    Person(UserId),
    /// The browser session with this id.
    SignIn(String),
    /// It is not known who: the connection that tells of it was lost for a while.
    Anybody,
}

/// Which part of a list, newest first.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery {
    pub limit: u32,
    /// After the row with this time and id, as the previous page ended.
    pub after: Option<(Timestamp, Uuid)>,
}

/// Which entries of the audit; what is not given does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditQuery {
    pub user: Option<UserId>,
    /// One action (`login.failed`), or all of a noun (`login`).
    pub action: Option<String>,
    pub target: Option<String>,
    /// From this time on.
    pub since: Option<Timestamp>,
    /// Before this time.
    pub until: Option<Timestamp>,
}

#[async_trait]
pub trait AccountStore: Send + Sync {
    /// [`StoreFault::Conflict`] if the slug is taken.
    async fn insert_tenant(&self, row: TenantRow) -> Result<(), StoreFault>;
    async fn tenant(&self, id: TenantId) -> Result<Option<TenantRow>, StoreFault>;
    async fn tenant_by_slug(&self, slug: &str) -> Result<Option<TenantRow>, StoreFault>;
    /// [`StoreFault::Conflict`] if the e-mail address is taken.
    async fn insert_user(&self, row: UserRow) -> Result<(), StoreFault> {
        self.insert_user_with(row, None).await
    }
    /// The same together with a line of the audit: both or neither.
    async fn insert_user_with(&self, row: UserRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// Inserts only while no user with a password exists anywhere; false otherwise. Two first visitors cannot both win.
    async fn insert_first_user(&self, row: UserRow) -> Result<bool, StoreFault>;
    /// Whether any user with a password exists.
    async fn has_users(&self) -> Result<bool, StoreFault>;
    /// What a person may do from now on, on every node. False if there is none in the tenant.
    async fn set_role(&self, tenant: TenantId, id: UserId, role: Role) -> Result<bool, StoreFault> {
        self.set_role_with(tenant, id, role, None).await
    }
    /// The same together with a line of the audit, where there is such a person.
    async fn set_role_with(
        &self,
        tenant: TenantId,
        id: UserId,
        role: Role,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    /// Their name and e-mail address, together with a line of the audit. False if there is no such person in the tenant;
    /// [`StoreFault::Conflict`] if somebody else has the address.
    async fn set_profile_with(
        &self,
        tenant: TenantId,
        id: UserId,
        name: &str,
        email: &str,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreFault>;
    async fn user_by_email(&self, email: &str) -> Result<Option<UserRow>, StoreFault>;
    /// By e-mail address.
    async fn users(&self, tenant: TenantId) -> Result<Vec<UserRow>, StoreFault>;
    /// Newest first.
    async fn users_page(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<UserRow>, StoreFault>;
    /// Removes the person and everything of theirs in this tenant: interviews, tokens, sign-ins, answers kept for repeated
    /// calls. What they did or was done to them stays in the audit without them. False if there is none.
    async fn delete_user(&self, tenant: TenantId, id: UserId) -> Result<bool, StoreFault> {
        self.delete_user_with(tenant, id, None).await
    }
    /// The same together with a line of the audit, where there was such a person; it must not tell who they were.
    async fn delete_user_with(&self, tenant: TenantId, id: UserId, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// Ends every browser session of theirs and takes back a link for a new password. False if there is no such person.
    async fn set_password(&self, id: UserId, password_hash: &str) -> Result<bool, StoreFault> {
        self.set_password_with(id, password_hash, None).await
    }
    /// The same together with a line of the audit, where there is such a person.
    async fn set_password_with(&self, id: UserId, password_hash: &str, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// In place of an earlier link of the person.
    async fn save_password_link(&self, link: PasswordLink) -> Result<(), StoreFault> {
        self.save_password_link_with(link, None).await
    }
    /// The same together with a line of the audit: both or neither.
    async fn save_password_link_with(&self, link: PasswordLink, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// Whose link it is, while it holds.
    async fn password_link(&self, hash: &[u8], now: Timestamp) -> Result<Option<UserId>, StoreFault>;
    /// Uses up the link and sets the password as [`AccountStore::set_password`] does; `None` if the link does not hold.
    async fn use_password_link(&self, hash: &[u8], password_hash: &str, now: Timestamp) -> Result<Option<UserId>, StoreFault>;

    async fn insert_token(&self, row: TokenRow) -> Result<(), StoreFault> {
        self.insert_token_with(row, None).await
    }
    /// The same together with a line of the audit: both or neither.
    async fn insert_token_with(&self, row: TokenRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    async fn token_by_hash(&self, hash: &[u8]) -> Result<Option<TokenRow>, StoreFault>;
    /// Newest first, revoked ones too.
    async fn tokens(&self, tenant: TenantId) -> Result<Vec<TokenRow>, StoreFault>;
    /// Newest first, revoked ones too.
    async fn tokens_page(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<TokenRow>, StoreFault>;
    /// Answers whose it is; `None` if there is no such token, or none of `only`.
    async fn revoke_token(
        &self,
        tenant: TenantId,
        id: TokenId,
        only: Option<UserId>,
        now: Timestamp,
    ) -> Result<Option<UserId>, StoreFault> {
        self.revoke_token_with(tenant, id, only, now, None).await
    }
    /// The same together with a line of the audit about the token's person, where there is such a token.
    async fn revoke_token_with(
        &self,
        tenant: TenantId,
        id: TokenId,
        only: Option<UserId>,
        now: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<Option<UserId>, StoreFault>;
    async fn touch_token(&self, id: TokenId, now: Timestamp) -> Result<(), StoreFault>;

    async fn insert_audit(&self, entry: AuditEntry) -> Result<(), StoreFault>;
    /// What was done so far, each action once.
    async fn audit_actions(&self, tenant: TenantId) -> Result<Vec<String>, StoreFault>;
    /// Newest first.
    async fn audit_log(&self, tenant: TenantId, which: AuditQuery, page: PageQuery) -> Result<Vec<AuditEntry>, StoreFault>;

    async fn save_web_session(&self, row: WebSessionRow) -> Result<(), StoreFault>;
    /// Not if it is expired at `now`.
    async fn web_session(&self, id: &str, now: Timestamp) -> Result<Option<WebSessionRow>, StoreFault>;
    async fn delete_web_session(&self, id: &str) -> Result<(), StoreFault>;
    /// Removes what is expired; answers how many.
    async fn delete_expired(&self, now: Timestamp) -> Result<u64, StoreFault>;

    async fn idempotent_answer(&self, tenant: TenantId, key: &str) -> Result<Option<IdempotentAnswer>, StoreFault>;
    /// Of all who claim a key at the same moment, on whichever nodes, one begins. A claim whose time is over is nobody's.
    async fn claim_key(&self, claim: &KeyClaim, now: Timestamp) -> Result<Claimed, StoreFault>;
    /// False if the claim is not held any more.
    async fn extend_claim(&self, claim: &KeyClaim, until: Timestamp) -> Result<bool, StoreFault>;
    /// Keeps the answer in place of the claim; does nothing if the claim is not held any more.
    async fn keep_answer(&self, claim: &KeyClaim, answer: IdempotentAnswer) -> Result<(), StoreFault>;
    /// Nobody else is at work on this database: what its last process was at when it died may begin anew.
    async fn give_up_all_claims(&self) -> Result<(), StoreFault>;
    /// Nothing was done under it: the next call begins anew.
    async fn give_up_claim(&self, claim: &KeyClaim) -> Result<(), StoreFault>;

    /// Whether the database answers.
    async fn ping(&self) -> Result<(), StoreFault>;
    /// Calls back whenever another process took a right away, until the future is dropped or the store is closed.
    /// Returns at once where no other process can tell (SQLite).
    async fn watch_rights(&self, lost: Box<dyn Fn(RightsLost) + Send + Sync>) -> Result<(), StoreFault>;
}
