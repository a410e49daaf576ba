//! Projects that were deleted and may be taken back.

use crate::{
    added::add,
    ground::Ground,
    projects::{found, project, source},
    samples::{NOON, house, later},
    stories,
};
use domain::{
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery},
    ask::AskStore,
    interview::{PoolRow, PoolStore},
    live::{Append, Rows, StoredEvent, StreamRow, StreamStore},
    tools::{ProjectRow, ProjectStore},
};
use protocol::{PoolId, ProjectId, Timestamp, live::Kind};
use serde_json::json;
use uuid::Uuid;

stories!(a_project_in_the_trash_is_not_there_until_it_is_restored, a_project_in_the_trash_asks_no_questions);

const PAGE: PageQuery = PageQuery { limit: 10, after: None };

async fn a_project_in_the_trash_is_not_there_until_it_is_restored(ground: Ground) {
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
    let row = project(mine, 1);
    store.insert_project(row.clone()).await.expect("kept");
    let kept = store.project(mine.tenant, row.id).await.expect("no fault").expect("there");
    let reading = add(&store, source(&row, 1, Vec::new()), &found("orders")).await.expect("added").id.0;
    let is_followed = async || store.stream(mine.tenant, Kind::Reading, reading).await.expect("no fault").is_some();
    assert!(is_followed().await);
    let at_work = StreamRow {
        id: Uuid::from_u128(77),
        tenant: mine.tenant,
        kind: Kind::Run,
        owner: None,
        project: Some(row.id),
        seq: 1,
        open: true,
        wake_at: None,
        updated_at: NOON,
    };
    let event = StoredEvent { seq: 1, at: NOON, turn: 0, json: "{}".into() };
    let begun = Append { expected: 0, events: vec![event], stream: at_work.clone(), rows: Rows::None, audit: None };
    store.commit(begun).await.expect("stored");
    let open = async |tenant| store.open_streams(tenant, row.id).await.expect("no fault");
    let events_of = async |stream| store.stored_events(mine.tenant, stream, 0).await.expect("no fault").len();
    assert_eq!((open(mine.tenant).await, open(other.tenant).await), (vec![at_work.id], Vec::new()), "the reading is over");
    assert_eq!((events_of(at_work.id).await, events_of(reading).await), (1, 1));
    let count = async || store.count_projects(mine.tenant).await.expect("no fault");
    let trashed = async || store.trashed_project(mine.tenant, row.id).await.expect("no fault");
    let before = async |at: Timestamp| store.trashed_before(at, 9).await.expect("no fault");
    assert_eq!((trashed().await, before(later(99)).await), (None, Vec::new()));
    assert!(!store.restore_project(mine.tenant, row.id, later(5), None).await.expect("no fault"), "it is in no trash");

    store.trash_project(other.tenant, row.id, later(10), None).await.expect("no fault");
    assert_eq!(count().await, 1, "another tenant deletes nothing");
    assert!(store.trash_project(mine.tenant, row.id, later(10), Some(audit(1, "trashed"))).await.expect("no fault"));
    assert!(!store.trash_project(mine.tenant, row.id, later(11), Some(audit(2, "again"))).await.expect("no fault"));
    assert_eq!((store.project(mine.tenant, row.id).await.expect("no fault"), count().await), (None, 0));
    assert_eq!(store.projects(mine.tenant, PAGE).await.expect("no fault"), []);
    assert_eq!(store.project_changes(mine.tenant, 9).await.expect("no fault"), []);
    assert_eq!(store.asks(mine.tenant, None, None, PAGE).await.expect("no fault"), []);
    assert!(!is_followed().await, "nobody goes on with what belongs to it");
    assert_eq!((events_of(at_work.id).await, events_of(reading).await), (0, 0), "whoever has it in memory finds it gone");
    assert_eq!(open(mine.tenant).await, [at_work.id], "what will go on is known");
    let changed = ProjectRow { name: "Other".into(), ..kept.clone() };
    store.update_project(changed, kept.updated_at).await.expect_err("nobody changes what is deleted");
    assert_eq!(trashed().await, Some((kept.clone(), later(10))));
    assert_eq!(store.trashed_project(other.tenant, row.id).await.expect("no fault"), None);
    assert_eq!((before(later(10)).await, before(later(11)).await), (Vec::new(), vec![kept.clone()]));

    assert!(!store.restore_project(other.tenant, row.id, later(12), None).await.expect("no fault"));
    assert!(store.restore_project(mine.tenant, row.id, later(12), Some(audit(3, "restored"))).await.expect("no fault"));
    let back = store.project(mine.tenant, row.id).await.expect("no fault").expect("it is back");
    assert_eq!(back, ProjectRow { updated_at: later(12), ..kept }, "whoever has an older one sees that it changed");
    assert_eq!((count().await, trashed().await), (1, None));
    assert!(is_followed().await);
    assert_eq!((events_of(at_work.id).await, events_of(reading).await), (1, 1));
    assert_eq!(store.all_sources(mine.tenant, row.id).await.expect("no fault").len(), 1, "with its sources");

    // From the trash it is removed, and from nowhere else.
    let remove = async |tenant, number| store.delete_trashed_project(tenant, row.id, audit(number, "removed")).await;
    let events = ground.rows("events").await;
    assert!(!remove(mine.tenant, 4).await.expect("no fault"));
    assert_eq!((count().await, ground.rows("events").await), (1, events), "it was restored before");
    assert!(store.trash_project(mine.tenant, row.id, later(20), None).await.expect("no fault"));
    assert!(!remove(other.tenant, 5).await.expect("no fault"));
    assert!(remove(mine.tenant, 6).await.expect("no fault"));
    assert_eq!((trashed().await, ground.rows("project_sources").await), (None, 0));
    let log = store.audit_log(mine.tenant, AuditQuery::default(), PAGE).await.expect("a page");
    let mut done: Vec<String> = log.into_iter().map(|entry| entry.action).collect();
    done.sort_unstable();
    assert_eq!(done, ["removed", "restored", "trashed"]);
}

async fn a_project_in_the_trash_asks_no_questions(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = project(mine, 1);
    store.insert_project(row.clone()).await.expect("kept");
    let pool = |id: u128, of: Option<ProjectId>| PoolRow {
        id: PoolId(Uuid::from_u128(id)),
        tenant: mine.tenant,
        name: format!("pool-{id}"),
        display_name: "Pool".into(),
        context_type: None,
        obligations: json!([]),
        active: true,
        project: of,
        created_at: later(id.try_into().unwrap_or(0)),
        updated_at: NOON,
    };
    let (of_project, of_tenant) = (pool(1, Some(row.id)), pool(2, None));
    store.save_pool(of_project.clone()).await.expect("kept");
    store.save_pool(of_tenant.clone()).await.expect("kept");
    let pools = async || store.pools(mine.tenant).await.expect("no fault");
    assert!(store.trash_project(mine.tenant, row.id, later(10), None).await.expect("no fault"));
    assert_eq!(pools().await, std::slice::from_ref(&of_tenant));
    assert!(store.restore_project(mine.tenant, row.id, later(12), None).await.expect("no fault"));
    assert_eq!(pools().await, [of_project, of_tenant]);
}
