//! Another tenant's things are simply not there.

use crate::{
    ground::Ground,
    samples::{NOON, answered, append, house, later, opened, research, session, summary},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, IdempotentAnswer, PageQuery, TokenRow},
    interview::{InterviewStore, ObjectiveStore, SessionQuery},
};
use protocol::{TokenId, account::Role, interview::ContextType};
use serde_json::json;
use uuid::Uuid;

stories!(a_foreign_tenant_reads_nothing, a_foreign_tenant_changes_nothing);

async fn a_foreign_tenant_reads_nothing(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let id = session(mine, 1);
    let mut full = append(mine, id, 0, 2);
    full.summaries.push(summary(mine, id, 0));
    full.research.push(research(mine, id, 1));
    store.append(full).await.expect("stored");
    let all = |tenant| SessionQuery {
        tenant,
        user: None,
        context_type: None,
        status: None,
        place: None,
        words: String::new(),
        limit: 200,
        after: None,
    };
    let (tenant, context) = (theirs.tenant, ContextType::ProjectDiscovery);

    assert!(store.events(tenant, id, 0).await.expect("no fault").is_empty());
    assert_eq!(store.session(tenant, id).await.expect("no fault"), None);
    assert!(store.sessions(all(tenant)).await.expect("no fault").is_empty());
    assert!(store.sessions(SessionQuery { user: Some(mine.user), ..all(tenant) }).await.expect("no fault").is_empty());
    assert_eq!(store.active_session(tenant, mine.user, context).await.expect("no fault"), None);
    assert!(store.obligations(tenant, id).await.expect("no fault").is_empty());
    assert!(store.audit(tenant, id).await.expect("no fault").is_empty());
    assert!(store.summaries(tenant, id).await.expect("no fault").is_empty());
    assert!(store.research(tenant, id).await.expect("no fault").is_empty());
    assert_eq!(store.objective(tenant, mine.objective).await.expect("no fault"), None);
    let objectives = store.objectives(tenant, 200, None).await.expect("no fault");
    assert_eq!(objectives.iter().map(|row| row.id).collect::<Vec<_>>(), [theirs.objective]);
    assert_eq!(store.active_objective(tenant, context).await.expect("no fault").expect("there").id, theirs.objective);
    assert_eq!(store.users(tenant).await.expect("no fault").len(), 1);

    let answer = IdempotentAnswer {
        tenant: mine.tenant,
        key: "k".into(),
        request_hash: vec![1],
        about: None,
        status: 201,
        body: "{}".into(),
        created_at: NOON,
    };
    answered(&store, answer).await;
    assert_eq!(store.idempotent_answer(tenant, "k").await.expect("no fault"), None);
    let entry = AuditEntry {
        id: Uuid::from_u128(9),
        tenant: mine.tenant,
        user: None,
        action: "a".into(),
        target: "t".into(),
        about: None,
        detail: json!({}),
        at: NOON,
    };
    store.insert_audit(entry).await.expect("kept");
    let page = PageQuery { limit: 10, after: None };
    assert!(store.audit_log(tenant, AuditQuery::default(), page).await.expect("no fault").is_empty());

    assert_eq!(store.events(mine.tenant, id, 0).await.expect("events").len(), 2, "the owner sees it all the same");
    assert_eq!(store.summaries(mine.tenant, id).await.expect("summaries").len(), 1);
    assert_eq!(store.active_session(mine.tenant, mine.user, context).await.expect("no fault").expect("there").id, id);
}

async fn a_foreign_tenant_changes_nothing(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let id = opened(&store, mine, 1).await;
    let before = store.session(mine.tenant, id).await.expect("a session");
    for expected in [0, 2] {
        assert!(matches!(store.append(append(theirs, id, expected, 3)).await, Err(StoreFault::Conflict)));
    }
    assert_eq!(store.session(mine.tenant, id).await.expect("a session"), before);
    assert_eq!(ground.rows("events").await, 2);

    let token = TokenRow {
        id: TokenId(Uuid::from_u128(5)),
        tenant: mine.tenant,
        user: mine.user,
        name: "ci".into(),
        hash: vec![7; 32],
        role: Role::Member,
        created_at: NOON,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    };
    store.insert_token(token.clone()).await.expect("kept");
    assert_eq!(store.revoke_token(theirs.tenant, token.id, None, NOON).await.expect("no fault"), None);
    assert_eq!(store.token_by_hash(&[7; 32]).await.expect("no fault"), Some(token));
    assert!(store.tokens(theirs.tenant).await.expect("no fault").is_empty());
    let page = PageQuery { limit: 10, after: None };
    assert!(store.tokens_page(theirs.tenant, page).await.expect("no fault").is_empty());
    let people = store.users_page(theirs.tenant, page).await.expect("no fault");
    assert_eq!(people.iter().map(|row| row.id).collect::<Vec<_>>(), [theirs.user]);
    assert!(!store.delete_user(theirs.tenant, mine.user).await.expect("no fault"));
    assert!(store.user(mine.user).await.expect("no fault").is_some());
    assert!(!store.activate_objective(theirs.tenant, mine.objective, later(1)).await.expect("no fault"));
    let mut row = store.objective(mine.tenant, mine.objective).await.expect("no fault").expect("there");
    row.tenant = theirs.tenant;
    assert!(!store.update_objective(row).await.expect("no fault"));
    assert_eq!(
        store.active_objective(theirs.tenant, ContextType::ProjectDiscovery).await.expect("no fault").expect("there").id,
        theirs.objective
    );
}
