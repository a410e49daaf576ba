//! Lines of the audit that are stored together with what was done to projects.

use crate::{
    added::add_with,
    ground::Ground,
    projects::{found, project, source},
    samples::{NOON, house},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery},
    tools::{ProjectRow, ProjectStore},
};
use protocol::Timestamp;
use serde_json::json;
use uuid::Uuid;

stories!(what_is_done_to_projects_is_noted_with_it_or_not_at_all);

async fn what_is_done_to_projects_is_noted_with_it_or_not_at_all(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
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
    let told = async || {
        let page = PageQuery { limit: 20, after: None };
        let log = store.audit_log(mine.tenant, AuditQuery::default(), page).await.expect("a page");
        log.into_iter().map(|entry| entry.action).collect::<Vec<_>>()
    };
    let (row, of) = (project(mine, 1), |number| Some(audit(number, "again")));
    store.insert_project_with(row.clone(), Some(audit(1, "made"))).await.expect("kept");
    store.insert_project_with(project(mine, 2), of(1)).await.expect_err("the audit cannot be noted");
    assert_eq!(store.project(mine.tenant, project(mine, 2).id).await.expect("no fault"), None, "so it was not done");
    let changed = ProjectRow { name: "Other".into(), ..row.clone() };
    store.update_project_with(changed.clone(), row.updated_at, of(1)).await.expect_err("the audit cannot be noted");
    let kept = store.project(mine.tenant, row.id).await.expect("no fault").expect("it is kept");
    assert_ne!(kept.name, "Other");
    let late = store.update_project_with(changed, Timestamp(1), of(2)).await;
    assert!(matches!(late, Err(StoreFault::Conflict)), "{late:?}");
    let one = source(&row, 1, vec![]);
    add_with(&store, one.clone(), &found("orders"), of(1)).await.expect_err("the audit cannot be noted");
    assert_eq!(store.project_source(mine.tenant, row.id, one.id).await.expect("no fault"), None);
    add_with(&store, one.clone(), &found("orders"), Some(audit(3, "added"))).await.expect("kept");
    store.delete_source_with(mine.tenant, row.id, one.id, of(1)).await.expect_err("the audit cannot be noted");
    assert!(store.delete_source_with(mine.tenant, row.id, one.id, Some(audit(4, "taken"))).await.expect("no fault"));
    assert!(!store.delete_source_with(mine.tenant, row.id, one.id, of(5)).await.expect("no fault"), "it is gone already");
    store.delete_project_with(mine.tenant, row.id, of(1)).await.expect_err("the audit cannot be noted");
    assert!(store.delete_project_with(mine.tenant, row.id, Some(audit(6, "deleted"))).await.expect("no fault"));
    assert!(!store.delete_project_with(mine.tenant, row.id, of(7)).await.expect("no fault"));
    let mut done = told().await;
    done.sort_unstable();
    assert_eq!(done, ["added", "deleted", "made", "taken"]);
}
