//! Queries that are kept in a project under a name.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, house, later},
    stories,
};
use domain::{
    account::AuditEntry,
    tools::{ProjectStore as _, SavedQuery, SavedQueryStore as _},
};
use protocol::ProjectId;
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(a_query_is_kept_once_under_its_name_and_goes_with_its_project, another_tenant_neither_reads_nor_changes_queries);

fn note(of: House, number: u128) -> AuditEntry {
    AuditEntry {
        id: Uuid::from_u128((43 << 100) + of.tenant.0.as_u128() + (number << 16)),
        tenant: of.tenant,
        user: Some(of.user),
        action: format!("noted {number}"),
        target: "t".into(),
        about: None,
        detail: json!({}),
        at: later(i64::try_from(number).expect("small")),
    }
}

async fn kept(store: &Store, of: House) -> ProjectId {
    let row = project(of, 1);
    store.insert_project(row.clone()).await.expect("a project");
    row.id
}

fn query(of: House, project: ProjectId, name: &str, sql: &str) -> SavedQuery {
    SavedQuery { tenant: of.tenant, project, name: name.into(), sql: sql.into(), updated_at: later(3) }
}

async fn a_query_is_kept_once_under_its_name_and_goes_with_its_project(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let project = kept(&store, mine).await;
    let (first, second) = (query(mine, project, "By month", "SELECT 1"), query(mine, project, "by Month", "SELECT 2"));
    assert!(store.save_query(first, note(mine, 1)).await.expect("no fault"));
    assert!(store.save_query(second.clone(), note(mine, 2)).await.expect("no fault"));
    let another = query(mine, project, "A list", "SELECT 3");
    assert!(store.save_query(another.clone(), note(mine, 3)).await.expect("no fault"));
    assert_eq!(store.saved_queries(mine.tenant, project).await.expect("no fault"), [another, second]);
    assert!(store.delete_query(mine.tenant, project, "BY MONTH", note(mine, 4)).await.expect("no fault"));
    assert!(!store.delete_query(mine.tenant, project, "by month", note(mine, 5)).await.expect("no fault"));
    assert!(store.delete_project(mine.tenant, project).await.expect("no fault"));
    assert_eq!(ground.rows("saved_queries").await, 0);
    let late = store.save_query(query(mine, project, "Late", "SELECT 4"), note(mine, 6)).await.expect("no fault");
    assert!(!late, "the project is not there");
}

async fn another_tenant_neither_reads_nor_changes_queries(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let project = kept(&store, mine).await;
    let row = query(mine, project, "Mine", "SELECT 1");
    assert!(store.save_query(row.clone(), note(mine, 1)).await.expect("no fault"));
    assert!(store.saved_queries(theirs.tenant, project).await.expect("no fault").is_empty());
    let foreign = SavedQuery { tenant: theirs.tenant, ..query(mine, project, "Mine", "SELECT 9") };
    assert!(!store.save_query(foreign, note(theirs, 2)).await.expect("no fault"));
    assert!(!store.delete_query(theirs.tenant, project, "Mine", note(theirs, 3)).await.expect("no fault"));
    assert_eq!(store.saved_queries(mine.tenant, project).await.expect("no fault"), [row]);
}
