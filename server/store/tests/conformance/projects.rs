//! Projects, their sources with what was found in them, files and facts.

use crate::{
    added::{add, adopt, read_again},
    ground::Ground,
    nodes::hear_next,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, PageQuery},
    live::StreamStore as _,
    tools::{
        ContextPreload, FactRow, Found, ProjectChange, ProjectRow, ProjectSource, ProjectState, ProjectStore, SourceFile,
        SourceKind, SourceStatus,
        catalog::{Column, ForeignKey, Table},
        warehouse::TenantFilter,
    },
};
use protocol::{FactId, FileId, ProjectId, ProjectSourceId, TenantId, live::Kind};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use store::Store;
use tokio::sync::mpsc;
use uuid::Uuid;

stories!(
    a_project_is_kept_changed_listed_and_deleted,
    a_project_without_a_state_is_ready,
    a_source_comes_with_its_files_or_not_at_all,
    a_name_is_taken_once_in_a_project,
    what_was_found_is_replaced_whole,
    how_a_source_is_read_changes_only_for_who_knows_it,
    bytes_of_no_source_are_forgotten,
    a_fact_is_kept_once_under_its_name,
    another_tenant_neither_reads_nor_changes,
    whoever_is_removed_is_named_nowhere,
    other_nodes_hear_of_changes
);

/// Of a tenant's files: no limit.
const MOST: u64 = u64::MAX;

pub(crate) fn project(of: House, number: u32) -> ProjectRow {
    ProjectRow {
        id: ProjectId(Uuid::from_u128((7 << 100) + of.tenant.0.as_u128() + u128::from(number))),
        tenant: of.tenant,
        name: format!("Project {number}\0"),
        domain: Some("retail".into()),
        category: None,
        description: "Sales".into(),
        profile: json!({"markets": ["AT"]}),
        filter: Some(TenantFilter { column: "tenant".into(), value: json!(7) }),
        web_search: number % 2 == 1,
        context_preload: (number % 2 == 1).then(|| ContextPreload {
            seed_patterns: vec!["sales".into()],
            similarity_threshold: 0.25,
            max_tables: 7,
        }),
        generate_pack: true,
        pack: None,
        pack_error: None,
        state: Some(ProjectState::PackGenerationPending),
        created_by: Some(of.user),
        created_at: later(i64::from(number)),
        updated_at: later(i64::from(number)),
    }
}

pub(crate) fn source(of: &ProjectRow, number: u32, files: Vec<SourceFile>) -> ProjectSource {
    ProjectSource {
        id: ProjectSourceId(Uuid::from_u128((8 << 100) + of.id.0.as_u128() + (u128::from(number) << 32))),
        tenant: of.tenant,
        project: of.id,
        kind: SourceKind::Database,
        subtype: "files".into(),
        name: format!("Shop {number}"),
        description: Some("A\0B".into()),
        config: json!({"a": 1}),
        secrets: vec!["password".into()],
        status: SourceStatus::Ready,
        error: None,
        summary: json!({"tables": 1}),
        warnings: vec!["The table orders is empty.".into()],
        files,
        created_by: of.created_by,
        created_at: later(i64::from(number)),
        updated_at: later(i64::from(number)),
    }
}

pub(crate) fn file(number: u32) -> SourceFile {
    SourceFile {
        id: FileId(Uuid::from_u128((9 << 100) + u128::from(number))),
        name: "data.csv".into(),
        bytes: 6,
        sha256: "ab".into(),
    }
}

pub(crate) fn found(table: &str) -> Found {
    let key = ForeignKey { table: "customers".into(), column: "id".into(), declared: false };
    let column = Column {
        name: "customer".into(),
        data_type: "INTEGER".into(),
        foreign_key: Some(key),
        samples: vec![json!(0.1)],
        ..Column::default()
    };
    let table =
        Table { database: "Shop".into(), name: table.into(), columns: vec![column], row_count: Some(3), ..Table::default() };
    Found { tables: vec![table], ..Found::default() }
}

fn fact(of: &ProjectRow, number: u32, name: &str, value: Option<Value>) -> FactRow {
    FactRow {
        id: FactId(Uuid::from_u128((10 << 100) + u128::from(number))),
        tenant: of.tenant,
        project: of.id,
        name: name.into(),
        value,
        source: "user".into(),
        confidence: 0.75,
        context: Some("said\0so".into()),
        created_by: of.created_by,
        created_at: NOON,
        updated_at: later(i64::from(number)),
    }
}

const PAGE: PageQuery = PageQuery { limit: 10, after: None };

async fn kept(store: &Store, of: House, number: u32) -> ProjectRow {
    let row = project(of, number);
    store.insert_project(row.clone()).await.expect("kept");
    ProjectRow { name: row.name.replace('\0', "\u{fffd}"), ..row }
}

async fn a_project_is_kept_changed_listed_and_deleted(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let (first, second) = (kept(&store, mine, 1).await, kept(&store, mine, 2).await);
    assert_eq!(store.project(mine.tenant, first.id).await.expect("no fault"), Some(first.clone()));
    let other = house(&store, 2).await;
    assert_eq!(store.count_projects(mine.tenant).await.expect("no fault"), 2);
    assert_eq!(store.count_projects(other.tenant).await.expect("no fault"), 0);
    let names = |rows: Vec<ProjectRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(names(store.projects(mine.tenant, PAGE).await.expect("no fault")), [second.id, first.id]);
    let after = Some((second.created_at, second.id.0));
    assert_eq!(names(store.projects(mine.tenant, PageQuery { limit: 1, after }).await.expect("no fault")), [first.id]);

    let changed = ProjectRow {
        name: "Other".into(),
        filter: None,
        pack: Some(json!({"areas": []})),
        pack_error: None,
        state: Some(ProjectState::Ready),
        updated_at: later(9),
        ..first.clone()
    };
    store.update_project(changed.clone(), first.updated_at).await.expect("changed");
    assert_eq!(store.project(mine.tenant, first.id).await.expect("no fault"), Some(changed.clone()));
    // Somebody else was first.
    let late = store.update_project(ProjectRow { name: "Late".into(), ..changed.clone() }, first.updated_at).await;
    assert!(matches!(late, Err(StoreFault::Conflict)));
    assert_eq!(store.project(mine.tenant, first.id).await.expect("no fault"), Some(changed));

    let row = source(&first, 1, vec![file(1)]);
    store.add_file_part(mine.tenant, file(1).id, 0, b"bytes!", MOST, NOON).await.expect("kept");
    add(&store, row, &found("orders")).await.expect("kept");
    assert!(store.save_fact(fact(&first, 1, "VIP", Some(json!("over 100")))).await.expect("kept"));
    assert!(store.delete_project(mine.tenant, first.id).await.expect("no fault"));
    assert!(!store.delete_project(mine.tenant, first.id).await.expect("no fault"));
    for table in ["project_sources", "project_files", "project_facts"] {
        assert_eq!(ground.rows(table).await, 0, "{table}");
    }
}

async fn a_project_without_a_state_is_ready(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = kept(&store, mine, 1).await;
    ground.run("UPDATE projects SET state = NULL").await;
    let read = store.project(mine.tenant, row.id).await.expect("no fault").expect("there");
    assert_eq!((read.state, read.state()), (None, ProjectState::Ready));
}

async fn a_source_comes_with_its_files_or_not_at_all(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = kept(&store, mine, 1).await;
    store.add_file_part(mine.tenant, file(1).id, 0, b"abc", MOST, NOON).await.expect("kept");
    store.add_file_part(mine.tenant, file(1).id, 1, b"", MOST, NOON).await.expect("kept");
    assert_eq!(store.file_bytes(mine.tenant).await.expect("no fault"), 3);
    let fullest = store.fullest_tenants(1).await.expect("no fault");
    assert_eq!(fullest.iter().map(|(_, bytes)| *bytes).collect::<Vec<_>>(), [3]);
    let row = source(&of, 1, vec![file(1)]);
    let kept = add(&store, row.clone(), &found("orders")).await.expect("kept");
    let (description, summary) = (Some("A\u{fffd}B".into()), found("orders").summary());
    let row = ProjectSource { description, summary, updated_at: kept.updated_at, ..row };
    assert_eq!(kept, row);
    assert_eq!(store.found_in(mine.tenant, row.id).await.expect("no fault"), Some(found("orders")));
    assert_eq!(store.file_part(mine.tenant, file(1).id, 0).await.expect("no fault").as_deref(), Some(b"abc".as_slice()));
    assert_eq!(store.file_part(mine.tenant, file(1).id, 1).await.expect("no fault").as_deref(), Some(b"".as_slice()));
    assert_eq!(store.file_part(mine.tenant, file(1).id, 2).await.expect("no fault"), None);

    let elsewhere = ProjectRow { id: ProjectId(Uuid::from_u128(1)), ..of.clone() };
    let nowhere = source(&elsewhere, 2, vec![]);
    add(&store, nowhere.clone(), &found("orders")).await.expect_err("the project is not there");
    assert_eq!(store.found_in(mine.tenant, nowhere.id).await.expect("no fault"), None);

    assert!(store.delete_source_of(mine.tenant, of.id, row.id).await.expect("no fault"));
    assert_eq!(ground.rows("project_files").await, 0, "its bytes are nobody's");
    assert!(store.all_sources(mine.tenant, of.id).await.expect("no fault").is_empty());
}

async fn a_name_is_taken_once_in_a_project(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let (of, other) = (kept(&store, mine, 1).await, kept(&store, mine, 2).await);
    add(&store, source(&of, 1, vec![]), &found("orders")).await.expect("kept");
    let same = ProjectSource { name: "SHOP 1".into(), ..source(&of, 2, vec![]) };
    assert!(matches!(add(&store, same, &found("orders")).await, Err(StoreFault::Conflict)));
    let elsewhere = ProjectSource { name: "SHOP 1".into(), ..source(&other, 1, vec![]) };
    add(&store, elsewhere, &found("orders")).await.expect("kept");
    add(&store, source(&of, 3, vec![]), &found("orders")).await.expect("kept");
    let names = |rows: Vec<ProjectSource>| rows.into_iter().map(|row| row.name).collect::<Vec<_>>();
    assert_eq!(names(store.all_sources(mine.tenant, of.id).await.expect("no fault")), ["Shop 1", "Shop 3"]);
    assert_eq!(names(store.project_sources(mine.tenant, of.id, PAGE).await.expect("no fault")), ["Shop 3", "Shop 1"]);
}

async fn what_was_found_is_replaced_whole(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = kept(&store, mine, 1).await;
    let row = source(&of, 1, vec![]);
    read_again(&store, &row, &found("orders"), 2).await.expect_err("it is not there yet");
    add(&store, row.clone(), &found("orders")).await.expect("kept");
    let renewed = ProjectSource {
        status: SourceStatus::Ready,
        // A NUL is in no text of Postgres.
        warnings: vec!["a\0b".into()],
        subtype: "sqlite".into(),
        updated_at: later(50),
        ..row
    };
    let kept = read_again(&store, &renewed, &found("invoices\0"), 2).await.expect("kept").expect("there");
    assert_eq!((kept.subtype, kept.updated_at), ("sqlite".into(), later(50)));
    assert_eq!(kept.warnings, ["a\u{fffd}b"]);
    assert_eq!(store.found_in(mine.tenant, renewed.id).await.expect("no fault"), Some(found("invoices\0")));
    // A stream of a source that is not there is none.
    let nowhere = source(&of, 7, vec![]);
    assert!(matches!(adopt(&store, &nowhere).await, Err(StoreFault::Refused(_))));
    assert_eq!(store.stream(mine.tenant, Kind::Reading, nowhere.id.0).await.expect("no fault"), None);
}

async fn how_a_source_is_read_changes_only_for_who_knows_it(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let of = kept(&store, mine, 1).await;
    add(&store, source(&of, 1, vec![]), &found("orders")).await.expect("kept");
    let here = async || store.all_sources(mine.tenant, of.id).await.expect("no fault").remove(0);
    let (row, config) = (here().await, json!({"as_text": {"orders": ["total"]}}));
    let foreign = ProjectSource { tenant: theirs.tenant, ..row.clone() };
    assert!(!store.change_source_config(&foreign, &config, later(60), None).await.expect("no fault"), "it is not theirs");
    assert!(store.change_source_config(&row, &config, later(60), None).await.expect("no fault"));
    let changed = here().await;
    assert_eq!((&changed.config, changed.updated_at > row.updated_at), (&config, true));
    assert!(!store.change_source_config(&row, &json!({}), later(70), None).await.expect("no fault"), "it was written since");
    assert_eq!(here().await, changed);
}

async fn bytes_of_no_source_are_forgotten(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = kept(&store, mine, 1).await;
    for (number, at) in [(1, later(0)), (2, later(0)), (3, later(100))] {
        store.add_file_part(mine.tenant, file(number).id, 0, b"abc", MOST, at).await.expect("kept");
    }
    add(&store, source(&of, 1, vec![file(1)]), &found("orders")).await.expect("kept");
    assert!(store.keeps_file(file(2).id).await.expect("no fault"));
    store.add_file_part(mine.tenant, file(3).id, 1, b"def", MOST, later(0)).await.expect("kept");
    assert_eq!(store.forget_lost_parts(later(50)).await.expect("no fault"), 1);
    assert!(!store.keeps_file(file(2).id).await.expect("no fault"));
    assert!(store.file_part(mine.tenant, file(1).id, 0).await.expect("no fault").is_some());
    assert!(store.file_part(mine.tenant, file(2).id, 0).await.expect("no fault").is_none());
    assert!(store.file_part(mine.tenant, file(3).id, 0).await.expect("no fault").is_some());
}

async fn a_fact_is_kept_once_under_its_name(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = kept(&store, mine, 1).await;
    assert!(store.save_fact(fact(&of, 1, "What is a VIP?", None)).await.expect("kept"));
    assert!(store.save_fact(fact(&of, 2, "what  is a vip", Some(json!({"over": 100})))).await.expect("kept"));
    // A question that is asked again takes nothing away.
    assert!(store.save_fact(fact(&of, 3, "What is a VIP?", None)).await.expect("kept"));
    assert!(store.save_fact(fact(&of, 4, "Churn", Some(json!("90 days")))).await.expect("kept"));
    let facts = store.facts(mine.tenant, of.id).await.expect("no fault");
    let shown: Vec<_> = facts.iter().map(|row| (row.name.as_str(), row.value.clone(), row.confidence)).collect();
    assert_eq!(shown, [("Churn", Some(json!("90 days")), 0.75), ("what  is a vip", Some(json!({"over": 100})), 0.75)]);
    let nowhere = FactRow { project: ProjectId(Uuid::from_u128(1)), ..fact(&of, 5, "x", None) };
    assert!(!store.save_fact(nowhere).await.expect("no fault"));
    // Several are kept together or not at all: the second has the id of one that is there under another name.
    let both = vec![fact(&of, 6, "Margin", Some(json!(1))), fact(&of, 4, "Reach", Some(json!(2)))];
    store.save_facts(both).await.expect_err("an id is taken");
    assert_eq!(store.facts(mine.tenant, of.id).await.expect("no fault").len(), 2);
    let both = vec![fact(&of, 6, "Margin", Some(json!(1))), fact(&of, 7, "margin", Some(json!(2)))];
    assert!(store.save_facts(both).await.expect("kept") && store.save_facts(Vec::new()).await.expect("nothing to keep"));
    let kept: Vec<_> =
        store.facts(mine.tenant, of.id).await.expect("no fault").into_iter().map(|row| (row.name, row.value)).collect();
    assert_eq!(kept[1], ("margin".to_owned(), Some(json!(2))));
}

async fn another_tenant_neither_reads_nor_changes(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let of = kept(&store, mine, 1).await;
    store.add_file_part(mine.tenant, file(1).id, 0, b"abc", MOST, NOON).await.expect("kept");
    let row = source(&of, 1, vec![file(1)]);
    add(&store, row.clone(), &found("orders")).await.expect("kept");
    assert!(store.save_fact(fact(&of, 1, "Churn", Some(json!(1)))).await.expect("kept"));
    let tenant: TenantId = theirs.tenant;

    assert_eq!(store.project(tenant, of.id).await.expect("no fault"), None);
    assert!(store.projects(tenant, PAGE).await.expect("no fault").is_empty());
    assert_eq!(store.project_source(tenant, of.id, row.id).await.expect("no fault"), None);
    assert!(store.project_sources(tenant, of.id, PAGE).await.expect("no fault").is_empty());
    assert!(store.all_sources(tenant, of.id).await.expect("no fault").is_empty());
    assert_eq!(store.found_in(tenant, row.id).await.expect("no fault"), None);
    assert_eq!(store.file_part(tenant, file(1).id, 0).await.expect("no fault"), None);
    assert!(store.facts(tenant, of.id).await.expect("no fault").is_empty());

    let foreign = ProjectRow { tenant, name: "Taken".into(), ..of.clone() };
    assert!(matches!(store.update_project(foreign, of.updated_at).await, Err(StoreFault::Conflict)));
    add(&store, ProjectSource { tenant, ..source(&of, 2, vec![]) }, &found("x")).await.expect_err("it is not theirs");
    read_again(&store, &ProjectSource { tenant, ..row.clone() }, &found("x"), 2).await.expect_err("it is not theirs");
    assert!(!store.save_fact(FactRow { tenant, ..fact(&of, 2, "Churn", Some(json!(2))) }).await.expect("no fault"));
    assert!(!store.delete_source_of(tenant, of.id, row.id).await.expect("no fault"));
    assert!(!store.delete_project(tenant, of.id).await.expect("no fault"));
    // Nor does a source of theirs take another tenant's bytes.
    let own = kept(&store, theirs, 3).await;
    add(&store, source(&own, 1, vec![file(1)]), &found("x")).await.expect("kept");
    assert!(store.delete_project(tenant, own.id).await.expect("no fault"));
    assert!(store.file_part(mine.tenant, file(1).id, 0).await.expect("no fault").is_some());

    assert_eq!(store.project(mine.tenant, of.id).await.expect("no fault"), Some(of.clone()));
    assert_eq!(store.found_in(mine.tenant, row.id).await.expect("no fault"), Some(found("orders")));
    assert_eq!(store.facts(mine.tenant, of.id).await.expect("no fault")[0].value, Some(json!(1)));
}

async fn whoever_is_removed_is_named_nowhere(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = kept(&store, mine, 1).await;
    add(&store, source(&of, 1, vec![]), &found("orders")).await.expect("kept");
    assert!(store.save_fact(fact(&of, 1, "Churn", Some(json!(1)))).await.expect("kept"));
    assert!(store.delete_user(mine.tenant, mine.user).await.expect("no fault"));
    assert_eq!(store.project(mine.tenant, of.id).await.expect("no fault").expect("there").created_by, None);
    assert_eq!(store.all_sources(mine.tenant, of.id).await.expect("no fault")[0].created_by, None);
    assert_eq!(store.facts(mine.tenant, of.id).await.expect("no fault")[0].created_by, None);
}

async fn other_nodes_hear_of_changes(ground: Ground) {
    let (here, there) = (ground.open().await, Arc::new(ground.open().await));
    let mine = house(&here, 1).await;
    let of = kept(&here, mine, 1).await;
    if !ground.is_postgres() {
        // There is one process: watching ends at once.
        here.watch_projects(Box::new(|_| {})).await.expect("no fault");
        return;
    }
    let (heard, mut hearing) = mpsc::unbounded_channel();
    let (watching, tell) = (there.clone(), Box::new(move |change: ProjectChange| heard.send(change).unwrap_or_default()));
    let ear = tokio::spawn(async move { watching.watch_projects(tell).await });
    // Until the ear listens, nothing is heard: so it is said again and again.
    let mut number = 0;
    let first = loop {
        number += 1;
        assert!(number < 100, "nothing is heard");
        let row = ProjectSource { name: format!("S{number}"), ..source(&of, number, vec![]) };
        add(&here, row, &found("orders")).await.expect("kept");
        if let Ok(change) = tokio::time::timeout(Duration::from_millis(200), hearing.recv()).await {
            break change;
        }
    };
    let change = |project| ProjectChange::Of { tenant: mine.tenant, project };
    assert_eq!(first, Some(change(of.id)));
    // What comes late of it comes before this.
    let last = change(kept(&here, mine, 3).await.id);
    while hear_next(&mut hearing).await != last {}
    assert!(here.delete_project(mine.tenant, of.id).await.expect("no fault"));
    assert_eq!(hear_next(&mut hearing).await, change(of.id));
    let new = kept(&here, mine, 2).await;
    assert_eq!(hear_next(&mut hearing).await, change(new.id), "a new one changes the list");
    there.close().await;
    ear.await.expect("it ends").expect("no fault");
}
