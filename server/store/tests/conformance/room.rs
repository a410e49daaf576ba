//! What takes much room: the bytes of files within the quota of their tenant, and what was found, which is written once.

use crate::{
    added::{add, make_ready, read_again},
    ground::Ground,
    projects::{file, found, project, source},
    samples::{NOON, house, later},
    stories,
};
use domain::tools::{ProjectSource, ProjectStore as _, SourceStatus};
use futures::future::join_all;

stories!(
    uploads_at_once_never_take_more_than_there_is,
    what_is_refused_gives_its_room_back,
    bytes_are_written_once,
    bytes_go_after_what_had_them_and_are_found_where_that_breaks_off,
    a_state_is_written_without_what_was_found,
);

async fn uploads_at_once_never_take_more_than_there_is(ground: Ground) {
    let nodes = [ground.open().await, ground.open().await];
    let (mine, theirs) = (house(&nodes[0], 1).await, house(&nodes[0], 2).await);
    let most = 30;
    let adding = (1..=40).map(|number| {
        let (node, whose) = (&nodes[usize::from(number % 2 == 1)], if number % 4 < 2 { mine } else { theirs });
        async move { node.add_file_part(whose.tenant, file(number).id, 0, b"abc", most, NOON).await.expect("no fault") }
    });
    let fit = join_all(adding).await.into_iter().filter(|fits| *fits).count();
    assert_eq!(fit, 2 * 10);
    for whose in [mine, theirs] {
        assert_eq!(nodes[0].file_bytes(whose.tenant).await.expect("no fault"), most);
    }
    assert!(!nodes[1].add_file_part(mine.tenant, file(50).id, 0, b"a", most, NOON).await.expect("no fault"));
    assert!(nodes[1].add_file_part(mine.tenant, file(50).id, 0, b"a", most + 1, NOON).await.expect("no fault"));
}

async fn what_is_refused_gives_its_room_back(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let of = project(mine, 1);
    store.insert_project(of.clone()).await.expect("kept");
    for number in 1..=2 {
        assert!(store.add_file_part(mine.tenant, file(number).id, 0, b"abc", 6, NOON).await.expect("no fault"));
    }
    add(&store, source(&of, 1, vec![file(1)]), &found("orders")).await.expect("kept");
    assert!(!store.add_file_part(mine.tenant, file(2).id, 1, b"d", 6, NOON).await.expect("no fault"));
    let bytes = async || store.file_bytes(mine.tenant).await.expect("no fault");
    store.forget_file(theirs.tenant, file(2).id).await.expect("no fault");
    assert_eq!(bytes().await, 6, "it is not theirs");
    store.forget_file(mine.tenant, file(2).id).await.expect("no fault");
    assert_eq!(bytes().await, 3);
    store.forget_file(mine.tenant, file(1).id).await.expect("no fault");
    assert_eq!(bytes().await, 3, "a source has it");
}

/// From now on nothing in the table is written again.
async fn refuse_updates(ground: &Ground, table: &str) {
    let sql = if ground.is_postgres() {
        format!(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'written again'; END $$; \
             CREATE TRIGGER refused BEFORE UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse();"
        )
    } else {
        format!("CREATE TRIGGER refused BEFORE UPDATE ON {table} BEGIN SELECT raise(ABORT, 'written again'); END;")
    };
    ground.run(&sql).await;
}

async fn bytes_are_written_once(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = project(mine, 1);
    store.insert_project(of.clone()).await.expect("kept");
    refuse_updates(&ground, "project_file_parts").await;
    for part in 0..3 {
        assert!(store.add_file_part(mine.tenant, file(1).id, part, b"abc", 9, NOON).await.expect("no fault"));
    }
    let row = add(&store, source(&of, 1, vec![file(1)]), &found("orders")).await.expect("kept");
    assert_eq!(store.forget_lost_parts(later(100)).await.expect("no fault"), 0);
    assert!(store.delete_source_of(mine.tenant, of.id, row.id).await.expect("no fault"));
    assert_eq!((ground.rows("project_files").await, ground.rows("project_file_parts").await), (0, 3), "they are nobody's");
    store.forget_file(mine.tenant, file(1).id).await.expect("no fault");
    assert_eq!(ground.rows("project_file_parts").await, 0);
}

/// However large they are, nobody waits for them behind one transaction.
async fn bytes_go_after_what_had_them_and_are_found_where_that_breaks_off(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = project(mine, 1);
    store.insert_project(of.clone()).await.expect("kept");
    for number in 1..=3 {
        for part in 0..2 {
            assert!(store.add_file_part(mine.tenant, file(number).id, part, b"abc", 18, NOON).await.expect("no fault"));
        }
    }
    let first = add(&store, source(&of, 1, vec![file(1)]), &found("orders")).await.expect("kept");
    add(&store, source(&of, 2, vec![file(2), file(3)]), &found("orders")).await.expect("kept");
    let bytes = async || store.file_bytes(mine.tenant).await.expect("no fault");
    let forget = async |number| store.forget_file(mine.tenant, file(number).id).await.expect("no fault");

    assert!(store.trash_source(mine.tenant, of.id, first.id, later(10), None).await.expect("no fault"));
    assert!(store.trash_project(mine.tenant, of.id, later(10), None).await.expect("no fault"));
    forget(1).await;
    forget(2).await;
    assert_eq!(store.forget_lost_parts(later(100)).await.expect("no fault"), 0);
    assert_eq!(bytes().await, 18, "whoever restores them finds them whole");
    assert!(store.delete_project(mine.tenant, of.id).await.expect("no fault"));
    let left = [ground.rows("projects").await, ground.rows("project_sources").await, ground.rows("project_files").await];
    assert_eq!((left, bytes().await), ([0; 3], 18), "none of them was removed in the same transaction");
    forget(1).await;
    assert_eq!(bytes().await, 12);

    // The process is gone before it came to the others.
    store.close().await;
    let next = ground.open().await;
    assert_eq!(next.forget_lost_parts(later(100)).await.expect("no fault"), 4);
    assert_eq!(next.file_bytes(mine.tenant).await.expect("no fault"), 0);
}

async fn a_state_is_written_without_what_was_found(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let of = project(mine, 1);
    store.insert_project(of.clone()).await.expect("kept");
    let row = ProjectSource { status: SourceStatus::Reading, ..source(&of, 1, vec![]) };
    let row = add(&store, row, &found("orders")).await.expect("kept");
    refuse_updates(&ground, "project_found").await;
    make_ready(&store, &row, 2).await.expect("nothing but its state is written");
    let ready = store.project_source(mine.tenant, of.id, row.id).await.expect("no fault").expect("there");
    assert_eq!(ready.status, SourceStatus::Ready);
    assert_eq!(store.found_in(mine.tenant, row.id).await.expect("no fault"), Some(found("orders")));
    read_again(&store, &row, &found("invoices"), 3).await.expect_err("that is written");
    assert_eq!(store.found_in(mine.tenant, row.id).await.expect("no fault"), Some(found("orders")));
}
