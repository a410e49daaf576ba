//! Who goes takes everything along, and nothing of anybody else.

use crate::{
    behind::{everything, stands_in},
    ground::Ground,
    samples::{NOON, answered, append, house, later, opened, session, summary, user},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, IdempotentAnswer, PageQuery, TokenRow, WebSessionRow},
    interview::InterviewStore,
};
use protocol::{TokenId, UserId, account::Role};
use serde_json::json;
use uuid::Uuid;

stories!(a_deleted_person_leaves_nothing);

async fn a_deleted_person_leaves_nothing(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let guest = UserId(Uuid::from_u128(0x50));
    store.insert_user(user(house, guest, "guest@example.com")).await.expect("a user");
    let kept = opened(&store, house, 1).await;
    for number in 2..5 {
        let id = session(house, number);
        let mut append = append(house, id, 0, 4);
        append.session.user = guest;
        append.summaries.push(summary(house, id, 0));
        store.append(append).await.expect("stored");
    }
    for (number, owner) in [(1_u8, guest), (2, house.user)] {
        let token = TokenRow {
            id: TokenId(Uuid::from_u128(u128::from(number))),
            tenant: house.tenant,
            user: owner,
            name: "ci".into(),
            hash: vec![number],
            role: Role::Member,
            created_at: NOON,
            expires_at: None,
            revoked_at: None,
            last_used_at: None,
        };
        store.insert_token(token).await.expect("a token");
        let row = WebSessionRow { id: owner.to_string(), data: format!(r#"{{"user_id":"{owner}"}}"#), expires_at: later(100) };
        store.save_web_session(row).await.expect("a sign-in");
    }
    let entry = AuditEntry {
        id: Uuid::from_u128(1),
        tenant: house.tenant,
        user: Some(guest),
        action: "token.created".into(),
        target: "x".into(),
        about: None,
        detail: json!({"kept": true}),
        at: NOON,
    };
    store.insert_audit(entry.clone()).await.expect("kept");
    let theirs = session(house, 3);
    let about = AuditEntry {
        id: Uuid::from_u128(2),
        user: Some(house.user),
        target: theirs.to_string(),
        about: Some(guest),
        detail: json!({"said": "something private"}),
        ..entry.clone()
    };
    let named = AuditEntry { id: Uuid::from_u128(3), user: None, target: guest.to_string(), ..entry.clone() };
    for entry in [about, named] {
        store.insert_audit(entry).await.expect("kept");
    }
    for (key, about, body) in [
        (format!("{guest}:theirs"), None, "{}".to_owned()),
        (format!("{}:about theirs", house.user), Some(theirs.0), r#"{"said":"something private"}"#.to_owned()),
        (format!("{}:made them", house.user), None, format!(r#"{{"id":"{guest}"}}"#)),
        (format!("{}:another", house.user), Some(kept.0), "{}".to_owned()),
    ] {
        let (tenant, request_hash, created_at) = (house.tenant, vec![1], NOON);
        let answer = IdempotentAnswer { tenant, key, request_hash, about, status: 200, body, created_at };
        answered(&store, answer).await;
    }
    let task =
        if ground.is_postgres() { "'00000000-0000-0000-0000-000000000001'" } else { "x'00000000000000000000000000000001'" };
    let created = if ground.is_postgres() { "now()" } else { "0" };
    ground
        .run(&format!(
            "INSERT INTO discovery_research_tasks (id, session_id, tenant_id, task_type, query, status, created_at) \
             SELECT {task}, id, tenant_id, 'market_research', 'q', 'pending', {created} FROM elicitation_sessions \
             WHERE seq = 4 ORDER BY id LIMIT 1"
        ))
        .await;
    assert_eq!(ground.rows("discovery_research_tasks").await, 1);

    assert!(store.delete_user(house.tenant, guest).await.expect("no fault"));
    assert!(!store.delete_user(house.tenant, guest).await.expect("no fault"), "only once");
    for (table, left) in [
        ("users", 1),
        ("events", 2),
        ("elicitation_sessions", 1),
        ("elicitation_obligations", 2),
        ("obligation_events", 2),
        ("discovery_session_summaries", 0),
        ("discovery_research_tasks", 0),
        ("api_tokens", 1),
        ("web_sessions", 1),
        ("discovery_objectives", 1),
        ("idempotency_keys", 1),
    ] {
        assert_eq!(ground.rows(table).await, left, "{table}");
    }
    assert_eq!(store.events(house.tenant, kept, 0).await.expect("events").len(), 2);
    assert_eq!(store.token_by_hash(&[1]).await.expect("no fault"), None);
    let page = PageQuery { limit: 10, after: None };
    let log = store.audit_log(house.tenant, AuditQuery::default(), page).await.expect("the log");
    assert_eq!(log.len(), 3, "what was done stays known, not by whom or about whom");
    assert_eq!((log[2].user, log[2].target.as_str(), &log[2].detail), (None, "x", &json!({"kept": true})));
    let all = everything(&ground.url).await;
    for trace in [&guest.to_string(), &theirs.to_string(), "guest@example.com", "something private"] {
        assert!(!stands_in(&all, trace), "{trace} stands in {all}");
    }
    assert!(stands_in(&all, &kept.to_string()) && stands_in(&all, &house.user.to_string()), "and the others' is there");

    // An interview that is still open somewhere cannot come back to life.
    let mut going_on = append(house, session(house, 2), 4, 1);
    going_on.session.user = guest;
    assert!(matches!(store.append(going_on).await, Err(StoreFault::Conflict)));
    assert_eq!(ground.rows("events").await, 2);
}
