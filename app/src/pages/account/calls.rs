//! What the account pages ask of the backend. Signing in and out set cookies, so they are plain form posts
//! (`POST /login`, `POST /first-start`, `POST /logout`), which also work without scripts.

use crate::calls::CallFault;
use async_trait::async_trait;
use protocol::{Timestamp, TokenId, account::{Account, Role}};
use serde::{Deserialize, Serialize};

/// Whether somebody can sign in at all yet, and what the first visitor needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Door {
    /// There are accounts: sign in.
    SignIn,
    /// No account yet, and the visit comes from this machine: make the admin account.
    FirstStart,
    /// No account yet, from elsewhere: the one-time code from the log is needed too.
    FirstStartWithCode,
}

/// An API token without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenCard {
    pub id: TokenId,
    pub name: String,
    pub role: Role,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
    pub revoked: bool,
}

/// A person of the tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonCard {
    pub account: Account,
    pub created_at: Timestamp,
}

/// Given in context on the server as `Arc<dyn AccountCalls>`.
#[async_trait]
pub trait AccountCalls: Send + Sync {
    /// One's own tokens; all of the tenant's for administrators.
    async fn tokens(&self, who: &Account) -> Result<Vec<TokenCard>, CallFault>;
    /// The secret, shown once.
    async fn make_token(&self, who: &Account, name: String, role: Role) -> Result<String, CallFault>;
    async fn revoke_token(&self, who: &Account, id: TokenId) -> Result<(), CallFault>;
    /// Administrators.
    async fn people(&self, who: &Account) -> Result<Vec<PersonCard>, CallFault>;
    /// Administrators.
    async fn add_person(&self, who: &Account, name: String, email: String, password: String, role: Role) -> Result<(), CallFault>;
}
