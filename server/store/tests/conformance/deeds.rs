//! Lines of the audit that are stored together with what was done.

use crate::{
    ground::Ground,
    samples::{NOON, append, house, session, user},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery, TokenRow},
    interview::{Append, InterviewStore, ObjectiveStore},
};
use protocol::{ObjectiveId, TenantId, TokenId, UserId, account::Role};
use serde_json::json;
use uuid::Uuid;

stories!(a_deed_is_noted_with_what_was_done_or_not_at_all, what_somebody_else_did_is_stored_with_it_or_not_at_all);

async fn a_deed_is_noted_with_what_was_done_or_not_at_all(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let deed = |number, action: &str| AuditEntry {
        id: Uuid::from_u128(number),
        tenant: house.tenant,
        user: Some(house.user),
        action: action.into(),
        target: "it".into(),
        about: None,
        detail: json!({}),
        at: NOON,
    };
    let told = async || {
        let page = PageQuery { limit: 20, after: None };
        let log = store.audit_log(house.tenant, AuditQuery::default(), page).await.expect("a page");
        log.into_iter().map(|entry| (entry.action, entry.about)).collect::<Vec<_>>()
    };
    let guest = user(house, UserId(Uuid::from_u128(71)), "guest@example.com");
    store.insert_user_with(guest.clone(), Some(deed(1, "user.created"))).await.expect("stored");
    let twice = store.insert_user_with(guest.clone(), Some(deed(2, "user.created"))).await;
    assert!(matches!(twice, Err(StoreFault::Conflict)), "{twice:?}");
    assert_eq!(told().await, [("user.created".to_owned(), None)], "nothing was done the second time");
    let stranger = user(house, UserId(Uuid::from_u128(72)), "stranger@example.com");
    store.insert_user_with(stranger.clone(), Some(deed(1, "user.created"))).await.expect_err("the deed cannot be noted");
    assert_eq!(store.user(stranger.id).await.expect("no fault"), None, "so it was not done");

    let id = house.objective;
    let unknown = ObjectiveId(Uuid::from_u128(404));
    let activate = async |id, number| {
        let deed = deed(number, "objective.activated");
        store.activate_objective_with(house.tenant, id, NOON, Some(deed)).await.expect("no fault")
    };
    assert!(!activate(unknown, 3).await && activate(id, 4).await);
    let row = TokenRow {
        id: TokenId(Uuid::from_u128(9)),
        tenant: house.tenant,
        user: house.user,
        name: "a program".into(),
        hash: vec![9; 32],
        role: Role::Member,
        created_at: NOON,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    };
    store.insert_token_with(row.clone(), Some(deed(5, "token.created"))).await.expect("stored");
    let revoke = async |id, number| {
        let deed = deed(number, "token.revoked");
        store.revoke_token_with(house.tenant, id, None, NOON, Some(deed)).await.expect("no fault")
    };
    assert_eq!(revoke(TokenId(Uuid::from_u128(404)), 6).await, None);
    assert_eq!(revoke(row.id, 7).await, Some(house.user));
    let all = told().await;
    assert_eq!(all.len(), 4, "{all:?}");
    assert!(all.contains(&("token.revoked".into(), Some(house.user))), "whose it was is known by then");
}

async fn what_somebody_else_did_is_stored_with_it_or_not_at_all(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = session(house, 1);
    let deed = |number| AuditEntry {
        id: Uuid::from_u128(number),
        tenant: house.tenant,
        user: Some(house.user),
        action: "interview.changed".into(),
        target: id.to_string(),
        about: Some(house.user),
        detail: json!({"command": "retitle"}),
        at: NOON,
    };
    store.append(Append { deed: Some(deed(1)), ..append(house, id, 0, 2) }).await.expect("stored");
    let late = store.append(Append { deed: Some(deed(2)), ..append(house, id, 1, 1) }).await;
    assert!(matches!(late, Err(StoreFault::Conflict)), "{late:?}");
    let page = PageQuery { limit: 10, after: None };
    let log = store.audit_log(house.tenant, AuditQuery::default(), page).await.expect("a page");
    assert_eq!(log, [deed(1)]);
    let foreign = AuditEntry { tenant: TenantId(Uuid::from_u128(404)), ..deed(3) };
    let refused = store.append(Append { deed: Some(foreign), ..append(house, id, 2, 1) }).await;
    assert!(matches!(refused, Err(StoreFault::Refused(_))), "{refused:?}");
}
