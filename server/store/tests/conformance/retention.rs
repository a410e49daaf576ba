//! Finished interviews go when they are kept no longer, each once, whoever does it.

use crate::{
    ground::Ground,
    samples::{NOON, append, house, later, opened},
    stories,
};
use domain::{
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery, RetentionStore},
    interview::{Append, InterviewStore, SessionRow},
    research::{Among, SourceRow, SourceStore},
};
use protocol::{SessionId, SourceId, TenantId, Timestamp, interview::SessionStatus};
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(only_what_is_finished_and_old_goes, two_nodes_remove_each_once, pages_that_were_read_long_ago_go);

fn audit(number: u128, tenant: TenantId) -> AuditEntry {
    AuditEntry {
        id: Uuid::from_u128(number),
        tenant,
        user: None,
        action: "sessions.expired".into(),
        target: tenant.to_string(),
        about: None,
        detail: json!({"days": 30}),
        at: NOON,
    }
}

/// An interview that was last changed then.
async fn changed(store: &Store, of: crate::samples::House, number: u32, status: SessionStatus, at: Timestamp) -> SessionId {
    let session = opened(store, of, number).await;
    let end = store.session(of.tenant, session).await.expect("no fault").expect("there").seq;
    let next = append(of, session, end, 1);
    let session_row = SessionRow { status, updated_at: at, ..next.session.clone() };
    store.append(Append { session: session_row, ..next }).await.expect("stored");
    session
}

async fn only_what_is_finished_and_old_goes(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let old = changed(&store, ours, 1, SessionStatus::Completed, later(-100)).await;
    let open = changed(&store, ours, 2, SessionStatus::Active, later(-100)).await;
    let new = changed(&store, ours, 3, SessionStatus::Completed, later(0)).await;
    let foreign = changed(&store, theirs, 4, SessionStatus::Completed, later(-100)).await;
    let about = AuditEntry { target: old.to_string(), detail: json!({"value": "honey"}), ..audit(1, ours.tenant) };
    store.insert_audit(about).await.expect("noted");
    let remove = async |days, number| {
        store.remove_finished(ours.tenant, days, later(-50), 10, audit(number, ours.tenant)).await.expect("no fault")
    };
    assert_eq!(store.retention(ours.tenant).await.expect("no fault"), None);
    assert!(remove(30, 2).await.is_empty(), "nobody said so");
    assert!(store.set_retention(ours.tenant, Some(30), audit(3, ours.tenant)).await.expect("no fault"));
    assert!(!store.set_retention(TenantId(Uuid::from_u128(404)), Some(1), audit(4, ours.tenant)).await.expect("no fault"));
    assert_eq!(store.retentions().await.expect("a list"), [(ours.tenant, 30)]);
    assert_eq!(store.count_finished(ours.tenant, later(-50)).await.expect("no fault"), 1);
    assert!(remove(20, 5).await.is_empty(), "it was changed in the meantime");
    assert_eq!(remove(30, 6).await, [old]);
    assert!(remove(30, 7).await.is_empty());
    for (tenant, session, there) in
        [(ours.tenant, old, false), (ours.tenant, open, true), (ours.tenant, new, true), (theirs.tenant, foreign, true)]
    {
        assert_eq!(store.session(tenant, session).await.expect("no fault").is_some(), there);
        assert_eq!(!store.events(tenant, session, 0).await.expect("no fault").is_empty(), there);
    }
    let page = PageQuery { limit: 20, after: None };
    let mut log = store.audit_log(ours.tenant, AuditQuery::default(), page).await.expect("a page");
    log.sort_by_key(|entry| entry.id);
    let told: Vec<_> = log.into_iter().map(|entry| (entry.id.as_u128(), entry.detail)).collect();
    assert_eq!(told, [(1, json!({})), (3, json!({"days": 30})), (6, json!({"days": 30, "interviews": 1}))]);
    assert!(store.set_retention(ours.tenant, None, audit(8, ours.tenant)).await.expect("no fault"));
    assert!(store.retentions().await.expect("a list").is_empty());
}

async fn two_nodes_remove_each_once(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let ours = house(&one, 1).await;
    one.set_retention(ours.tenant, Some(30), audit(1, ours.tenant)).await.expect("set");
    let mut all = Vec::new();
    for number in 1..=6 {
        all.push(changed(&one, ours, number, SessionStatus::Completed, later(-100)).await);
    }
    let remove = async |store: &Store, number: u128| {
        let mut gone = Vec::new();
        for step in 0..10 {
            let audit = audit(number + step, ours.tenant);
            gone.extend(store.remove_finished(ours.tenant, 30, later(-50), 2, audit).await.expect("no fault"));
        }
        gone
    };
    let (mut first, second) = futures::join!(remove(&one, 100), remove(&two, 200));
    first.extend(second);
    first.sort();
    all.sort();
    assert_eq!(first, all, "each once");
}

async fn pages_that_were_read_long_ago_go(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let keep = async |of: crate::samples::House, number: u128, read: i64, imported: bool| {
        let row = SourceRow {
            id: SourceId(Uuid::from_u128(of.tenant.0.as_u128() + number)),
            tenant: of.tenant,
            url: Some(format!("https://example.org/{number}")),
            title: "Soap".into(),
            text: format!("soap {number}"),
            sha256: format!("hash {number}"),
            accessed_at: later(read),
            published_at: None,
            imported_at: imported.then_some(later(read)),
            imported_by: None,
        };
        store.keep_source(row).await.expect("kept")
    };
    let mut old = Vec::new();
    for number in 1..=3 {
        old.push(keep(ours, number, -100, false).await);
    }
    let stay = [keep(ours, 4, 0, false).await, keep(ours, 5, -100, true).await];
    let foreign = keep(theirs, 6, -100, false).await;
    let remove = async |days, number| {
        store.remove_pages(ours.tenant, days, later(-50), 2, audit(number, ours.tenant)).await.expect("no fault")
    };
    assert_eq!(remove(30, 2).await, 0, "nobody said so");
    store.set_retention(ours.tenant, Some(30), audit(3, ours.tenant)).await.expect("set");
    assert_eq!(remove(20, 4).await, 0, "it was changed in the meantime");
    assert_eq!([remove(30, 5).await, remove(30, 6).await, remove(30, 7).await], [2, 1, 0], "so many at once");
    for (tenant, source, there) in old
        .into_iter()
        .map(|source| (ours.tenant, source, false))
        .chain(stay.map(|source| (ours.tenant, source, true)))
        .chain([(theirs.tenant, foreign, true)])
    {
        assert_eq!(store.source(tenant, source).await.expect("no fault").is_some(), there);
    }
    let found = store.find_sources(ours.tenant, Among::All, &["soap".to_owned()], 9).await.expect("no fault");
    assert_eq!(found.len(), 2, "nor is it found by its words");
    let page = PageQuery { limit: 20, after: None };
    let log = store.audit_log(ours.tenant, AuditQuery::default(), page).await.expect("a page");
    let mut told: Vec<_> = log.into_iter().map(|entry| (entry.id.as_u128(), entry.detail["pages"].clone())).collect();
    told.sort_by_key(|(id, _)| *id);
    assert_eq!(told, [(3, json!(null)), (5, json!(2)), (6, json!(1))]);
}
