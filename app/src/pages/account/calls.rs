//! What the account pages ask of the backend. Signing in and out set cookies, so they are plain form posts
//! (`POST /login`, `POST /first-start`, `POST /logout`), which also work without scripts.

use crate::calls::{CallFault, Json, Listed, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::prelude::*;
use protocol::{
    Timestamp, TokenId, UserId,
    account::{Account, Role},
};
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
    /// Whose it is, where everybody's are listed.
    #[serde(default)]
    pub person: Option<String>,
    pub role: Role,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    pub expires_at: Option<Timestamp>,
    pub revoked: bool,
    /// As the server saw it when it was asked.
    pub expired: bool,
}

/// A person of the tenant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonCard {
    pub account: Account,
    pub created_at: Timestamp,
}

/// For how many days finished interviews are kept, `None` for ever, and how many have been kept for longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetentionView {
    pub days: Option<u32>,
    pub due: u64,
}

/// Bytes that the uploaded files of the tenant take, and the most that they may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilesView {
    pub used: u64,
    pub limit: u64,
}

/// Given in context on the server as `Arc<dyn AccountCalls>`.
#[async_trait]
pub trait AccountCalls: Send + Sync {
    /// One's own tokens.
    async fn tokens(&self, who: &Account, after: Option<String>) -> Result<Listed<TokenCard>, CallFault>;
    /// Administrators: everybody's.
    async fn all_tokens(&self, who: &Account, after: Option<String>) -> Result<Listed<TokenCard>, CallFault>;
    /// The secret, shown once; after so many days it is refused.
    async fn make_token(&self, who: &Account, name: String, role: Role, days: Option<u32>) -> Result<String, CallFault>;
    async fn revoke_token(&self, who: &Account, id: TokenId) -> Result<(), CallFault>;
    /// Administrators.
    async fn people(&self, who: &Account, after: Option<String>) -> Result<Listed<PersonCard>, CallFault>;
    /// Administrators.
    async fn add_person(&self, who: &Account, name: String, email: String, password: String, role: Role)
    -> Result<(), CallFault>;
    /// Administrators; not of oneself.
    async fn change_role(&self, who: &Account, id: UserId, role: Role) -> Result<(), CallFault>;
    /// Administrators; not oneself. Everything of theirs goes with them.
    async fn remove_person(&self, who: &Account, id: UserId) -> Result<(), CallFault>;
    /// Administrators.
    async fn retention(&self, who: &Account) -> Result<RetentionView, CallFault>;
    /// How much room the tenant's files take.
    async fn files(&self, who: &Account) -> Result<FilesView, CallFault>;
    /// Administrators: how many finished interviews have not changed for so many days.
    async fn count_due(&self, who: &Account, days: u32) -> Result<u64, CallFault>;
    /// Administrators; `None` for ever.
    async fn change_retention(&self, who: &Account, days: Option<u32>) -> Result<(), CallFault>;
    /// Administrators: a path of this server under which the person gives themselves a new password, once.
    async fn password_link(&self, who: &Account, id: UserId) -> Result<String, CallFault>;
}

/// For how long interviews are to be kept.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct KeptFor {
    /// `None` for ever. It has to be said: what was left out was forgotten.
    #[serde(deserialize_with = "Option::deserialize")]
    pub days: Option<u32>,
}

/// Who is looking at the page, and what the door asks for if nobody is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    pub account: Option<Account>,
    pub door: Door,
}

/// The server gives [`crate::calls::Viewer`] and, where it matters, [`Door`] in context.
#[server(prefix = "/call", endpoint = "visit", input = Json, output = Json)]
pub async fn read_visit() -> Result<Packed, CallFault> {
    let account = asker().ok();
    Packed::new(&Visit { account, door: use_context().unwrap_or(Door::SignIn) })
}

#[server(prefix = "/call", endpoint = "tokens", input = Json, output = Json)]
pub async fn read_tokens(after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AccountCalls>()?.tokens(&asker()?, after).await?) }.await)
}

#[server(prefix = "/call", endpoint = "tokens/all", input = Json, output = Json)]
pub async fn read_all_tokens(after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AccountCalls>()?.all_tokens(&asker()?, after).await?) }.await)
}

#[server(prefix = "/call", endpoint = "tokens/make", input = Json, output = Json)]
pub async fn make_token(name: String, role: Role, days: Option<u32>) -> Result<String, CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.make_token(&asker()?, name, role, days).await }.await)
}

#[server(prefix = "/call", endpoint = "tokens/revoke", input = Json, output = Json)]
pub async fn revoke_token(id: TokenId) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.revoke_token(&asker()?, id).await }.await)
}

#[server(prefix = "/call", endpoint = "people", input = Json, output = Json)]
pub async fn read_people(after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AccountCalls>()?.people(&asker()?, after).await?) }.await)
}

#[server(prefix = "/call", endpoint = "people/add", input = Json, output = Json)]
pub async fn add_person(name: String, email: String, password: String, role: Role) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.add_person(&asker()?, name, email, password, role).await }.await)
}

#[server(prefix = "/call", endpoint = "people/role", input = Json, output = Json)]
pub async fn change_role(id: UserId, role: Role) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.change_role(&asker()?, id, role).await }.await)
}

#[server(prefix = "/call", endpoint = "people/remove", input = Json, output = Json)]
pub async fn remove_person(id: UserId) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.remove_person(&asker()?, id).await }.await)
}

#[server(prefix = "/call", endpoint = "people/password-link", input = Json, output = Json)]
pub async fn make_password_link(id: UserId) -> Result<String, CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.password_link(&asker()?, id).await }.await)
}

#[server(prefix = "/call", endpoint = "files", input = Json, output = Json)]
pub async fn read_files() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AccountCalls>()?.files(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "retention", input = Json, output = Json)]
pub async fn read_retention() -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn AccountCalls>()?.retention(&asker()?).await?) }.await)
}

#[server(prefix = "/call", endpoint = "retention/due", input = Json, output = Json)]
pub async fn count_due(days: u32) -> Result<u64, CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.count_due(&asker()?, days).await }.await)
}

#[server(prefix = "/call", endpoint = "retention/change", input = Json, output = Json)]
pub async fn change_retention(kept: KeptFor) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn AccountCalls>()?.change_retention(&asker()?, kept.days).await }.await)
}
