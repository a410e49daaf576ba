//! Lines of the audit that are stored together with what was done.

use crate::{
    ground::Ground,
    samples::{House, NOON, append, house, objective, opened, session, user},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery, PasswordLink, TokenRow},
    interview::{Append, InterviewStore, ObjectiveRow, ObjectiveStore, PoolRow, PoolStore, ReviewStore},
    research::{SourceRow, SourceStore},
};
use protocol::{
    ObjectiveId, PoolId, SessionId, SourceId, TenantId, TokenId, UserId,
    account::Role,
    review::{Review, Rubric, Verdict},
};
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(
    a_deed_is_noted_with_what_was_done_or_not_at_all,
    nothing_is_done_that_cannot_be_noted,
    what_somebody_else_did_is_stored_with_it_or_not_at_all
);

async fn a_deed_is_noted_with_what_was_done_or_not_at_all(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let audit = |number, action: &str| AuditEntry {
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
    store.insert_user_with(guest.clone(), Some(audit(1, "user.created"))).await.expect("stored");
    let twice = store.insert_user_with(guest.clone(), Some(audit(2, "user.created"))).await;
    assert!(matches!(twice, Err(StoreFault::Conflict)), "{twice:?}");
    assert_eq!(told().await, [("user.created".to_owned(), None)], "nothing was done the second time");
    let stranger = user(house, UserId(Uuid::from_u128(72)), "stranger@example.com");
    store.insert_user_with(stranger.clone(), Some(audit(1, "user.created"))).await.expect_err("the audit cannot be noted");
    assert_eq!(store.user(stranger.id).await.expect("no fault"), None, "so it was not done");

    let id = house.objective;
    let unknown = ObjectiveId(Uuid::from_u128(404));
    let activate = async |id, number| {
        let audit = audit(number, "objective.activated");
        store.activate_objective_with(house.tenant, id, NOON, Some(audit)).await.expect("no fault")
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
    store.insert_token_with(row.clone(), Some(audit(5, "token.created"))).await.expect("stored");
    let revoke = async |id, number| {
        let audit = audit(number, "token.revoked");
        store.revoke_token_with(house.tenant, id, None, NOON, Some(audit)).await.expect("no fault")
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
    let audit = |number| AuditEntry {
        id: Uuid::from_u128(number),
        tenant: house.tenant,
        user: Some(house.user),
        action: "interview.changed".into(),
        target: id.to_string(),
        about: Some(house.user),
        detail: json!({"command": "retitle"}),
        at: NOON,
    };
    store.append(Append { audit_entry: Some(audit(1)), ..append(house, id, 0, 2) }).await.expect("stored");
    let late = store.append(Append { audit_entry: Some(audit(2)), ..append(house, id, 1, 1) }).await;
    assert!(matches!(late, Err(StoreFault::Conflict)), "{late:?}");
    let page = PageQuery { limit: 10, after: None };
    let log = store.audit_log(house.tenant, AuditQuery::default(), page).await.expect("a page");
    assert_eq!(log, [audit(1)]);
    let foreign = AuditEntry { tenant: TenantId(Uuid::from_u128(404)), ..audit(3) };
    let refused = store.append(Append { audit_entry: Some(foreign), ..append(house, id, 2, 1) }).await;
    assert!(matches!(refused, Err(StoreFault::Refused(_))), "{refused:?}");
}

/// Everything of a house that an audit entry of this story may change.
async fn state(store: &Store, house: House, guest: UserId, document: SourceId, session: SessionId) -> String {
    let guest = store.user(guest).await.expect("no fault").map(|row| (row.role, row.password_hash));
    let objective = store.objective(house.tenant, house.objective).await.expect("no fault").map(|row| row.version);
    let pools: Vec<_> = store.pools(house.tenant).await.expect("a list").into_iter().map(|row| row.name).collect();
    let document = store.source(house.tenant, document).await.expect("no fault").is_some();
    let review = store.review(house.tenant, session).await.expect("no fault").is_some_and(|row| row.review.review.is_some());
    let link = store.password_link(&[7], NOON).await.expect("no fault");
    format!("{guest:?} {objective:?} {pools:?} {document} {review} {link:?}")
}

async fn nothing_is_done_that_cannot_be_noted(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let (guest, session) = (UserId(Uuid::from_u128(71)), opened(&store, house, 1).await);
    store.insert_user(user(house, guest, "guest@example.com")).await.expect("stored");
    let audit = |number: u128| {
        Some(AuditEntry {
            id: Uuid::from_u128(number),
            tenant: house.tenant,
            user: Some(house.user),
            action: "it.done".into(),
            target: number.to_string(),
            about: None,
            detail: json!({}),
            at: NOON,
        })
    };
    let pool = PoolRow {
        id: PoolId(Uuid::from_u128(5)),
        tenant: house.tenant,
        name: "security".into(),
        display_name: "Security".into(),
        context_type: None,
        obligations: json!([]),
        active: true,
        project: None,
        created_at: NOON,
        updated_at: NOON,
    };
    let document = SourceRow {
        id: SourceId(Uuid::from_u128(6)),
        tenant: house.tenant,
        url: None,
        title: "Harvest".into(),
        text: "Honey".into(),
        sha256: "hash".into(),
        accessed_at: NOON,
        published_at: None,
        imported_at: Some(NOON),
        imported_by: Some(house.user),
    };
    let review = Review { verdict: Verdict::Good, rubric: Rubric::default(), comment: String::new() };
    let link = PasswordLink { user: guest, hash: vec![7], created_at: NOON, expires_at: protocol::Timestamp(NOON.0 + 9) };
    let changed = ObjectiveRow { version: "9.0.0".into(), ..objective(house, house.objective, true) };
    let (by, tenant) = ((house.user, NOON), house.tenant);
    // Each with an audit entry whose id is taken, with one that can be stored, and once more, where there is nothing left to do.
    let taken = audit(1).expect("a deed");
    store.insert_audit(taken.clone()).await.expect("noted");
    let mut noted = 1;
    for step in 0..9 {
        let act = async |audit: Option<AuditEntry>| -> Result<bool, StoreFault> {
            match step {
                0 => store.save_pool_with(pool.clone(), audit).await.map(|()| true),
                1 => store.delete_pool_with(tenant, pool.id, audit).await,
                2 => store.keep_source_with(document.clone(), audit).await.map(|_| true),
                3 => store.delete_source_with(tenant, document.id, audit).await,
                4 => store.save_review_with(tenant, session, by, review.clone(), audit).await,
                5 => store.update_objective_with(changed.clone(), audit).await,
                6 => store.set_role_with(tenant, guest, Role::Viewer, audit).await,
                7 => store.save_password_link_with(link.clone(), audit).await.map(|()| true),
                _ => store.delete_user_with(tenant, guest, audit).await,
            }
        };
        let before = state(&store, house, guest, document.id, session).await;
        act(Some(taken.clone())).await.expect_err("it cannot be noted");
        assert_eq!(state(&store, house, guest, document.id, session).await, before, "step {step} was not done");
        assert!(act(audit(100 + step)).await.expect("no fault"), "step {step}");
        assert_ne!(state(&store, house, guest, document.id, session).await, before, "step {step} was done");
        noted += 1;
        if [1, 3, 8].contains(&step) {
            assert!(!act(audit(200 + step)).await.expect("no fault"), "there is nothing left");
        }
        let page = PageQuery { limit: 50, after: None };
        let log = store.audit_log(tenant, AuditQuery::default(), page).await.expect("a page");
        assert_eq!(log.len(), noted, "step {step}");
    }
}
