//! Faults that only one of the databases has, and how each is reported.

use crate::{
    ground::{Ground, on_sqlite},
    samples::{NOON, append, house, message_event, opened, session},
    stories,
};
use domain::{
    StoreFault,
    account::AccountStore,
    interview::{InterviewStore, ObjectiveStore},
    tools::ProjectStore as _,
};
use futures::future::join_all;
use protocol::FileId;
use sqlx::Connection;
use store::Store;
use uuid::Uuid;

stories!(what_cannot_be_read_is_said_so, a_newer_database_is_left_alone);

async fn what_cannot_be_read_is_said_so(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    ground.run("UPDATE events SET event = '{\"type\":\"from_the_future\"}' WHERE seq = 2").await;
    let fault = store.events(house.tenant, id, 0).await;
    assert!(matches!(&fault, Err(StoreFault::Corrupt(why)) if why.contains("event 2")), "{fault:?}");
    assert!(!fault.expect_err("a fault").is_retryable());
}

async fn a_newer_database_is_left_alone(ground: Ground) {
    ground.open().await.close().await;
    let values = if ground.is_postgres() { "9999, 'later', now(), true, '\\x00', 0" } else { "9999, 'later', 0, 1, x'00', 0" };
    ground
        .run(&format!("INSERT INTO _sqlx_migrations (version, description, installed_on, success, checksum, execution_time) VALUES ({values})"))
        .await;
    let opened = Store::open(&ground.url).await;
    assert!(matches!(&opened.err(), Some(StoreFault::Refused(why)) if why.contains("newer")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_said_so_and_recovers() {
    on_sqlite(full_disk).await;
}

async fn full_disk(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    store.limit_pages(1).await.expect("the limit falls to what is in use");
    let large = |number| {
        let mut append = append(house, session(house, number), 0, 1);
        append.events = vec![message_event(1, &"x".repeat(40_000))];
        append
    };
    for _ in 0..3 {
        let outcomes = join_all((10..15).map(|number| store.append(large(number)))).await;
        assert!(outcomes.iter().all(|outcome| matches!(outcome, Err(StoreFault::Full(_)))), "{outcomes:?}");
    }
    assert!(matches!(
        store.activate_objective(house.tenant, house.objective, message_event(1, "").at).await,
        Ok(true) | Err(StoreFault::Full(_))
    ));
    assert_eq!(store.events(house.tenant, id, 0).await.expect("reading goes on").len(), 2);
    store.ping().await.expect("it answers");

    store.limit_pages(100_000).await.expect("there is room again");
    let outcomes = join_all((10..15).map(|number| store.append(large(number)))).await;
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    store.append(append(house, id, 2, 1)).await.expect("the interview goes on");
    assert!(store.activate_objective(house.tenant, house.objective, message_event(1, "").at).await.expect("no fault"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_keeps_no_half_of_a_large_part_and_its_turn_is_free_again() {
    on_sqlite(large_part_on_full_disk).await;
}

async fn large_part_on_full_disk(ground: Ground) {
    let store = ground.open().await;
    let tenant = house(&store, 1).await.tenant;
    let (file, bytes) = (FileId(Uuid::from_u128(1)), vec![1_u8; 200_000]);
    let write = |part| store.add_file_part(tenant, file, part, &bytes, u64::MAX, NOON);
    assert!(write(0).await.expect("there is room"));
    store.limit_pages(1).await.expect("the limit falls to what is in use");
    for _ in 0..3 {
        let outcome = write(1).await;
        assert!(matches!(outcome, Err(StoreFault::Full(_))), "{outcome:?}");
    }
    assert_eq!(store.file_part(tenant, file, 1).await.expect("no fault"), None);
    store.forget_file(tenant, file).await.expect("what came before it goes");
    assert_eq!(store.file_bytes(tenant).await.expect("no fault"), 0);
    store.limit_pages(100_000).await.expect("there is room again");
    assert!(write(0).await.expect("it is kept"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_file_is_unavailable_and_recovers() {
    on_sqlite(locked_file).await;
}

async fn locked_file(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let mut intruder = sqlx::SqliteConnection::connect(&ground.url).await.expect("a connection");
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut intruder).await.expect("the lock");
    let outcome = store.append(append(house, session(house, 1), 0, 1)).await;
    assert!(matches!(outcome, Err(StoreFault::Unavailable(_))), "{outcome:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut intruder).await.expect("the lock is gone");
    store.append(append(house, session(house, 1), 0, 1)).await.expect("stored");
}

#[tokio::test]
async fn an_address_must_make_sense() {
    for address in ["", "mysql://localhost/x", "/tmp/x.db", "sqlite::memory:"] {
        assert!(matches!(Store::open(address).await.err(), Some(StoreFault::Refused(_))), "{address}");
    }
    let nowhere = Store::open("postgres://nobody@127.0.0.1:1/none").await;
    assert!(matches!(nowhere.err(), Some(StoreFault::Unavailable(_))));
    let folder = tempfile::tempdir().expect("a folder");
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "not a database, but long enough to be read as the first page of one".repeat(50)).expect("a file");
    let not_a_database = Store::open(&format!("sqlite://{}", taken.display())).await;
    assert!(matches!(not_a_database.err(), Some(StoreFault::Corrupt(_))));
    let below_a_file = Store::open(&format!("sqlite://{}/below/store.db", taken.display())).await;
    assert!(matches!(below_a_file.err(), Some(StoreFault::Unavailable(_))));
}
