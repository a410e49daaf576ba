//! Sources that were deleted and may be taken back.

use crate::{
    added::{add, read_again},
    ground::Ground,
    projects::{found, project, source},
    samples::{NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery},
    live::StreamStore,
    titles::{TitleQuery, TitleStore},
    tools::{ProjectSource, ProjectStore},
};
use protocol::{TenantId, Timestamp, live::Kind};
use serde_json::json;
use uuid::Uuid;

stories!(a_source_in_the_trash_is_not_there_until_it_is_restored, the_name_of_a_deleted_source_is_free);

const PAGE: PageQuery = PageQuery { limit: 10, after: None };

async fn a_source_in_the_trash_is_not_there_until_it_is_restored(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let audit = |number: u128, action: &str| AuditEntry {
        id: Uuid::from_u128(number),
        tenant: mine.tenant,
        user: Some(mine.user),
        action: action.into(),
        target: "it".into(),
        about: None,
        detail: json!({}),
        at: NOON,
    };
    let of = project(mine, 1);
    store.insert_project(of.clone()).await.expect("kept");
    let row = add(&store, source(&of, 1, Vec::new()), &found("orders")).await.expect("added");
    let trash = async |tenant: TenantId, at: Timestamp, audit: Option<AuditEntry>| {
        store.trash_source(tenant, of.id, row.id, at, audit).await.expect("no fault")
    };
    let trashed = async || store.trashed_source(mine.tenant, of.id, row.id).await.expect("no fault");
    let before = async |at: Timestamp| store.sources_trashed_before(at, 9).await.expect("no fault");
    let is_followed = async || store.stream(mine.tenant, Kind::Reading, row.id.0).await.expect("no fault").is_some();
    let titles = async |words: &str| {
        let query = TitleQuery { tenant: mine.tenant, user: mine.user, words: words.into(), each: 5 };
        store.find_titles(query).await.expect("no fault").len()
    };
    assert_eq!((trashed().await, before(later(99)).await, is_followed().await), (None, Vec::new(), true));
    assert_eq!((titles("orders").await, titles("Shop 1").await), (1, 1));
    assert!(!store.restore_source(&row, None).await.expect("no fault"), "it is in no trash");
    assert!(!store.delete_trashed_source(mine.tenant, of.id, row.id, audit(9, "gone")).await.expect("no fault"));

    assert!(!trash(other.tenant, later(10), None).await, "another tenant deletes nothing");
    assert!(trash(mine.tenant, later(10), Some(audit(1, "trashed"))).await);
    assert!(!trash(mine.tenant, later(11), Some(audit(2, "again"))).await);
    assert_eq!(store.project_source(mine.tenant, of.id, row.id).await.expect("no fault"), None);
    assert_eq!(store.project_sources(mine.tenant, of.id, PAGE).await.expect("no fault"), []);
    assert_eq!(store.all_sources(mine.tenant, of.id).await.expect("no fault"), []);
    assert_eq!(store.found_in(mine.tenant, row.id).await.expect("no fault"), None);
    assert_eq!((titles("orders").await, titles("Shop 1").await), (0, 0));
    assert!(!is_followed().await, "nobody reads it on");
    let config = json!({"as_text": {}});
    assert!(!store.change_source_config(&row, &config, later(12), None).await.expect("no fault"), "nobody changes it");
    read_again(&store, &row, &found("invoices"), 2).await.expect_err("what comes late is not kept");
    assert_eq!(trashed().await, Some((row.clone(), later(10))));
    let listed = store.trashed_sources(mine.tenant, of.id, 9).await.expect("no fault");
    assert_eq!(listed, [(row.clone(), later(10))]);
    assert_eq!(store.trashed_sources(other.tenant, of.id, 9).await.expect("no fault"), []);
    assert_eq!((before(later(10)).await, before(later(11)).await), (Vec::new(), vec![row.clone()]));

    let theirs = ProjectSource { tenant: other.tenant, ..row.clone() };
    assert!(!store.restore_source(&theirs, None).await.expect("no fault"));
    assert!(store.restore_source(&row, Some(audit(3, "restored"))).await.expect("no fault"));
    assert_eq!(store.all_sources(mine.tenant, of.id).await.expect("no fault"), std::slice::from_ref(&row));
    assert_eq!(store.found_in(mine.tenant, row.id).await.expect("no fault"), Some(found("orders")));
    assert_eq!((trashed().await, is_followed().await, titles("orders").await), (None, true, 1));

    assert!(trash(mine.tenant, later(20), None).await);
    let removed = audit(4, "removed");
    assert!(!store.delete_trashed_source(other.tenant, of.id, row.id, removed.clone()).await.expect("no fault"));
    assert!(store.delete_trashed_source(mine.tenant, of.id, row.id, removed).await.expect("no fault"));
    assert_eq!((trashed().await, ground.rows("project_sources").await), (None, 0));
    let log = store.audit_log(mine.tenant, AuditQuery::default(), PAGE).await.expect("a page");
    let mut done: Vec<String> = log.into_iter().map(|entry| entry.action).collect();
    done.sort_unstable();
    assert_eq!(done, ["removed", "restored", "trashed"]);
}

async fn the_name_of_a_deleted_source_is_free(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = project(mine, 1);
    store.insert_project(of.clone()).await.expect("kept");
    let first = add(&store, source(&of, 1, Vec::new()), &found("orders")).await.expect("added");
    let delete = async |row: &ProjectSource| store.trash_source(mine.tenant, of.id, row.id, later(10), None).await;
    assert!(delete(&first).await.expect("no fault"));
    let second = ProjectSource { name: "SHOP 1".into(), ..source(&of, 2, Vec::new()) };
    let second = add(&store, second, &found("orders")).await.expect("the name is free");
    assert!(matches!(store.restore_source(&first, None).await, Err(StoreFault::Conflict)), "it is taken again");
    assert_eq!(store.all_sources(mine.tenant, of.id).await.expect("no fault"), std::slice::from_ref(&second));
    assert!(delete(&second).await.expect("no fault"));
    assert_eq!(store.trashed_sources(mine.tenant, of.id, 9).await.expect("no fault").len(), 2);
    assert!(store.restore_source(&first, None).await.expect("no fault"));
    assert!(matches!(store.restore_source(&second, None).await, Err(StoreFault::Conflict)));
}
