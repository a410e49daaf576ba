//! The port of accounts; each table has a file of its own.

mod audit;
mod idempotency;
mod passwords;
mod removal;
mod retention;
mod rights;
mod tenants;
mod tokens;
mod users;
mod web_sessions;

pub(crate) use audit::{ENTRY, log};

use crate::{Store, faults::fault, pools::read};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{
        AccountStore, AuditEntry, AuditQuery, Claimed, IdempotentAnswer, KeyClaim, PageQuery, PasswordLink, RightsLost,
        TenantRow, TokenRow, UserRow, WebSessionRow,
    },
};
use protocol::{TenantId, Timestamp, TokenId, UserId, account::Role};

#[async_trait]
impl AccountStore for Store {
    async fn insert_tenant(&self, row: TenantRow) -> Result<(), StoreFault> {
        self.add_tenant(row).await
    }

    async fn tenant(&self, id: TenantId) -> Result<Option<TenantRow>, StoreFault> {
        self.find_tenant(id).await
    }

    async fn tenant_by_slug(&self, slug: &str) -> Result<Option<TenantRow>, StoreFault> {
        self.find_tenant_by_slug(slug).await
    }

    async fn insert_user_with(&self, row: UserRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.add_user(row, audit).await
    }

    async fn insert_first_user(&self, row: UserRow) -> Result<bool, StoreFault> {
        self.add_first_user(row).await
    }

    async fn has_users(&self) -> Result<bool, StoreFault> {
        self.any_user().await
    }

    async fn set_role_with(
        &self,
        tenant: TenantId,
        id: UserId,
        role: Role,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.change_role(tenant, id, role, audit).await
    }

    async fn set_profile_with(
        &self,
        tenant: TenantId,
        id: UserId,
        name: &str,
        email: &str,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.change_profile(tenant, id, name, email, audit).await
    }

    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreFault> {
        self.find_user(id).await
    }

    async fn user_by_email(&self, email: &str) -> Result<Option<UserRow>, StoreFault> {
        self.find_user_by_email(email).await
    }

    async fn users(&self, tenant: TenantId) -> Result<Vec<UserRow>, StoreFault> {
        self.list_users(tenant).await
    }

    async fn users_page(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<UserRow>, StoreFault> {
        self.page_of_users(tenant, page).await
    }

    async fn delete_user_with(&self, tenant: TenantId, id: UserId, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        self.remove_user(tenant, id, audit).await
    }

    async fn set_password_with(&self, id: UserId, password_hash: &str, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        self.change_password(id, password_hash, audit).await
    }

    async fn save_password_link_with(&self, link: PasswordLink, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.put_password_link(link, audit).await
    }

    async fn password_link(&self, hash: &[u8], now: Timestamp) -> Result<Option<UserId>, StoreFault> {
        self.find_password_link(hash, now).await
    }

    async fn use_password_link(&self, hash: &[u8], password_hash: &str, now: Timestamp) -> Result<Option<UserId>, StoreFault> {
        self.reset_password(hash, password_hash, now, None, None).await
    }

    async fn insert_token_with(&self, row: TokenRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.add_token(row, audit).await
    }

    async fn token_by_hash(&self, hash: &[u8]) -> Result<Option<TokenRow>, StoreFault> {
        self.find_token(hash).await
    }

    async fn tokens(&self, tenant: TenantId) -> Result<Vec<TokenRow>, StoreFault> {
        self.list_tokens(tenant).await
    }

    async fn tokens_page(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<TokenRow>, StoreFault> {
        self.page_of_tokens(tenant, page).await
    }

    async fn revoke_token_with(
        &self,
        tenant: TenantId,
        id: TokenId,
        only: Option<UserId>,
        now: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<Option<UserId>, StoreFault> {
        self.end_token(tenant, id, (only, now), audit).await
    }

    async fn touch_token(&self, id: TokenId, now: Timestamp) -> Result<(), StoreFault> {
        self.note_use_of_token(id, now).await
    }

    async fn insert_audit(&self, entry: AuditEntry) -> Result<(), StoreFault> {
        self.add_audit(entry).await
    }

    async fn audit_actions(&self, tenant: TenantId) -> Result<Vec<String>, StoreFault> {
        self.list_actions(tenant).await
    }

    async fn audit_log(&self, tenant: TenantId, which: AuditQuery, page: PageQuery) -> Result<Vec<AuditEntry>, StoreFault> {
        self.list_audit(tenant, &which, page).await
    }

    async fn save_web_session(&self, row: WebSessionRow) -> Result<(), StoreFault> {
        self.put_web_session(row).await
    }

    async fn web_session(&self, id: &str, now: Timestamp) -> Result<Option<WebSessionRow>, StoreFault> {
        self.find_web_session(id, now).await
    }

    async fn delete_web_session(&self, id: &str) -> Result<(), StoreFault> {
        self.remove_web_session(id).await
    }

    async fn delete_expired(&self, now: Timestamp) -> Result<u64, StoreFault> {
        let sessions = self.remove_expired_web_sessions(now).await?;
        Ok(sessions + self.forget_old_answers(now).await? + self.remove_expired_links(now).await?)
    }

    async fn idempotent_answer(&self, tenant: TenantId, key: &str) -> Result<Option<IdempotentAnswer>, StoreFault> {
        self.find_answer(tenant, key).await
    }

    async fn claim_key(&self, claim: &KeyClaim, now: Timestamp) -> Result<Claimed, StoreFault> {
        self.begin_call(claim, now).await
    }

    async fn extend_claim(&self, claim: &KeyClaim, until: Timestamp) -> Result<bool, StoreFault> {
        self.go_on_with_call(claim, until).await
    }

    async fn keep_answer(&self, claim: &KeyClaim, answer: IdempotentAnswer) -> Result<(), StoreFault> {
        self.end_call(claim, answer).await
    }

    async fn give_up_all_claims(&self) -> Result<(), StoreFault> {
        self.forget_calls_under_way().await
    }

    async fn give_up_claim(&self, claim: &KeyClaim) -> Result<(), StoreFault> {
        self.forget_call(claim).await
    }

    async fn ping(&self) -> Result<(), StoreFault> {
        let _: i32 = read!(self, |on| sqlx::query_scalar("SELECT 1").fetch_one(on).await.map_err(fault)?);
        Ok(())
    }

    async fn watch_rights(&self, lost: Box<dyn Fn(RightsLost) + Send + Sync>) -> Result<(), StoreFault> {
        self.watch_lost_rights(lost).await
    }
}
