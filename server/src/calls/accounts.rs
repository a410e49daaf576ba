//! The account pages' questions.

use super::{AuditNote, PAGE};
use crate::{
    backend::Backend,
    retention,
    web::identity::{checked_email, checked_name, checked_password, hash_password, make_link, make_token},
};
use app::{
    calls::{CallFault, Listed},
    pages::account::calls::{AccountCalls, FilesView, PersonCard, RetentionView, TokenCard},
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::{RightsLost, TokenRow, UserRow},
    live::StreamChange,
};
use protocol::{
    Timestamp, TokenId, UserId,
    account::{Account, Role},
};
use serde_json::json;

pub(crate) struct AccountDesk(pub Backend);

#[async_trait]
impl AccountCalls for AccountDesk {
    async fn tokens(&self, who: &Account, after: Option<String>) -> Result<Listed<TokenCard>, CallFault> {
        let rows = self.0.accounts().tokens(who.tenant_id).await.map_err(Failure::from)?;
        let now = self.0.now();
        let own = rows.into_iter().filter(|row| row.user == who.user_id).map(|row| token_card(row, now));
        Ok(page(own.collect(), after.as_deref(), |card| card.id.to_string()))
    }

    async fn all_tokens(&self, who: &Account, after: Option<String>) -> Result<Listed<TokenCard>, CallFault> {
        only_admins(who)?;
        let rows = self.0.accounts().tokens(who.tenant_id).await.map_err(Failure::from)?;
        let people = self.0.accounts().users(who.tenant_id).await.map_err(Failure::from)?;
        let now = self.0.now();
        let name = |id: UserId| people.iter().find(|one| one.id == id).map(|one| one.name.clone());
        let all = rows.into_iter().map(|row| TokenCard { person: name(row.user), ..token_card(row, now) });
        Ok(page(all.collect(), after.as_deref(), |card| card.id.to_string()))
    }

    async fn make_token(&self, who: &Account, name: String, role: Role, days: Option<u32>) -> Result<String, CallFault> {
        let expires_at = days.map(|days| Timestamp(self.0.now().0 + i64::from(days) * DAY));
        Ok(new_token(&self.0, who, &name, role, expires_at).await?.1)
    }

    async fn revoke_token(&self, who: &Account, id: TokenId) -> Result<(), CallFault> {
        Ok(revoke_token(&self.0, who, id).await?)
    }

    async fn people(&self, who: &Account, after: Option<String>) -> Result<Listed<PersonCard>, CallFault> {
        only_admins(who)?;
        let rows = self.0.accounts().users(who.tenant_id).await.map_err(Failure::from)?;
        let people = rows.into_iter().map(|row| person_card(row, &who.tenant_slug));
        Ok(page(people.collect(), after.as_deref(), |card| card.account.user_id.to_string()))
    }

    async fn add_person(
        &self,
        who: &Account,
        name: String,
        email: String,
        password: String,
        role: Role,
    ) -> Result<(), CallFault> {
        add_person(&self.0, who, &name, &email, password, role).await?;
        Ok(())
    }

    async fn change_role(&self, who: &Account, id: UserId, role: Role) -> Result<(), CallFault> {
        change_role(&self.0, who, id, role).await?;
        Ok(())
    }

    async fn remove_person(&self, who: &Account, id: UserId) -> Result<(), CallFault> {
        Ok(remove_person(&self.0, who, id).await?)
    }

    async fn retention(&self, who: &Account) -> Result<RetentionView, CallFault> {
        let (days, due) = retention::read(&self.0, who).await?;
        Ok(RetentionView { days, due })
    }

    async fn files(&self, who: &Account) -> Result<FilesView, CallFault> {
        let (used, limit) = projects::read_room(self.0.projects(), who.tenant_id).await?;
        Ok(FilesView { used, limit })
    }

    async fn count_due(&self, who: &Account, days: u32) -> Result<u64, CallFault> {
        Ok(retention::due(&self.0, who, days).await?)
    }

    async fn change_retention(&self, who: &Account, days: Option<u32>) -> Result<(), CallFault> {
        Ok(retention::change(&self.0, who, days).await?)
    }

    async fn password_link(&self, who: &Account, id: UserId) -> Result<String, CallFault> {
        Ok(password_link(&self.0, who, id).await?.0)
    }
}

/// What follows the row that `after` names, or all from the beginning where that is gone.
fn page<Card>(mut cards: Vec<Card>, after: Option<&str>, id: impl Fn(&Card) -> String) -> Listed<Card> {
    let begin = after.and_then(|last| cards.iter().position(|card| id(card) == last)).map_or(0, |at| at + 1);
    cards.drain(..begin);
    let more = cards.len() > PAGE as usize;
    cards.truncate(PAGE as usize);
    Listed { next: cards.last().filter(|_| more).map(id), items: cards }
}

pub(crate) fn only_admins(who: &Account) -> Result<(), Failure> {
    if who.role >= Role::Admin { Ok(()) } else { Err(Failure::forbidden("only administrators do this")) }
}

/// In microseconds.
const DAY: i64 = 86_400_000_000;

pub(crate) async fn new_token(
    backend: &Backend,
    who: &Account,
    name: &str,
    role: Role,
    expires_at: Option<Timestamp>,
) -> Result<(TokenId, String), Failure> {
    let detail = json!({"name": name, "role": role, "expires_at": expires_at.map(Timestamp::to_rfc3339)});
    let audit = |id: TokenId| {
        AuditNote { action: "token.created", target: id.to_string(), about: Some(who.user_id), detail }.entry_by(backend, who)
    };
    make_token(backend, who, name, role, expires_at, audit).await
}

/// One's own token, or any of the tenant's for administrators.
pub(crate) async fn revoke_token(backend: &Backend, who: &Account, id: TokenId) -> Result<(), Failure> {
    let only = (who.role < Role::Admin).then_some(who.user_id);
    let audit =
        AuditNote { action: "token.revoked", target: id.to_string(), about: None, detail: json!({}) }.entry_by(backend, who);
    let of = backend.accounts().revoke_token_with(who.tenant_id, id, only, backend.now(), Some(audit)).await?;
    let of = of.ok_or_else(|| Failure::not_found("there is no such token"))?;
    backend.tokens().forget(RightsLost::Person(of));
    Ok(())
}

pub(crate) async fn add_person(
    backend: &Backend,
    who: &Account,
    name: &str,
    email: &str,
    password: String,
    role: Role,
) -> Result<UserRow, Failure> {
    only_admins(who)?;
    let (name, email) = (checked_name(name)?, checked_email(email)?);
    checked_password(&password, &[&name, &email])?;
    let row = UserRow {
        id: UserId(backend.id()),
        tenant: who.tenant_id,
        email,
        name,
        role,
        password_hash: Some(hash_password(password).await?),
        created_at: backend.now(),
    };
    let audit =
        AuditNote { action: "user.created", target: row.id.to_string(), about: Some(row.id), detail: json!({"role": row.role}) };
    match backend.accounts().insert_user_with(row.clone(), Some(audit.entry_by(backend, who))).await {
        Ok(()) => {}
        Err(domain::StoreFault::Conflict) => {
            return Err(Failure::conflict("somebody has this email address already"));
        }
        Err(fault) => return Err(fault.into()),
    }
    backend.first_start().close();
    Ok(row)
}

/// A link under which a person of the tenant gives themselves a new password: its path, and until when it holds.
pub(crate) async fn password_link(backend: &Backend, who: &Account, id: UserId) -> Result<(String, Timestamp), Failure> {
    only_admins(who)?;
    let person = backend.accounts().user(id).await?.filter(|row| row.tenant == who.tenant_id);
    let person = person.ok_or_else(|| Failure::not_found("there is no such person"))?;
    make_link(backend, &person, |expires_at| {
        let detail = json!({"expires_at": expires_at.to_rfc3339()});
        AuditNote { action: "password.link_made", target: id.to_string(), about: Some(id), detail }.entry_by(backend, who)
    })
    .await
}

/// What a person may do from now on; their tokens can do no more than they.
pub(crate) async fn change_role(backend: &Backend, who: &Account, id: UserId, role: Role) -> Result<UserRow, Failure> {
    only_admins(who)?;
    let missing = || Failure::not_found("there is no such person");
    if id == who.user_id {
        return Err(Failure::conflict("you cannot change your own role: another administrator can"));
    }
    let person = backend.accounts().user(id).await?.filter(|row| row.tenant == who.tenant_id).ok_or_else(missing)?;
    let detail = json!({"from": person.role, "to": role});
    let audit = AuditNote { action: "user.role_changed", target: id.to_string(), about: Some(id), detail }.entry_by(backend, who);
    if !backend.accounts().set_role_with(who.tenant_id, id, role, Some(audit)).await? {
        return Err(missing());
    }
    backend.tokens().forget(RightsLost::Person(id));
    Ok(UserRow { role, ..person })
}

/// The person and everything of theirs, on every node.
pub(crate) async fn remove_person(backend: &Backend, who: &Account, id: UserId) -> Result<(), Failure> {
    only_admins(who)?;
    let missing = || Failure::not_found("there is no such person");
    if id == who.user_id {
        return Err(Failure::conflict("you cannot remove yourself: another administrator can"));
    }
    let person = backend.accounts().user(id).await?.filter(|row| row.tenant == who.tenant_id).ok_or_else(missing)?;
    // Not who it was: nothing of them is kept.
    let audit = AuditNote { action: "user.removed", target: String::new(), about: None, detail: json!({"role": person.role}) };
    if !backend.accounts().delete_user_with(who.tenant_id, id, Some(audit.entry_by(backend, who))).await? {
        return Err(missing());
    }
    backend.tokens().forget(RightsLost::Person(id));
    // Interviews of theirs that are in memory are gone too.
    backend.lives().changed(StreamChange::Missed);
    Ok(())
}

fn token_card(row: TokenRow, now: Timestamp) -> TokenCard {
    TokenCard {
        id: row.id,
        name: row.name,
        person: None,
        role: row.role,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
        expires_at: row.expires_at,
        revoked: row.revoked_at.is_some(),
        expired: row.expires_at.is_some_and(|until| until <= now),
    }
}

fn person_card(row: UserRow, tenant_slug: &str) -> PersonCard {
    PersonCard {
        created_at: row.created_at,
        account: Account {
            user_id: row.id,
            tenant_id: row.tenant,
            tenant_slug: tenant_slug.to_owned(),
            name: row.name,
            email: row.email,
            role: row.role,
        },
    }
}
