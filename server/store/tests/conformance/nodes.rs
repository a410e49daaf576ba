//! Several nodes on one Postgres: each hears of the others, and a database that goes away comes back.

use crate::{
    behind::postgres_server,
    ground::{Ground, on_postgres, on_sqlite},
    proxy::Wire,
    samples::{append, house, later, opened, session},
};
use domain::{
    StoreFault,
    account::{AccountStore, RightsLost, WebSessionRow},
    interview::InterviewStore,
    live::{StreamChange, StreamStore},
};
use sqlx::postgres::PgConnectOptions;
use std::{str::FromStr, time::Duration};
use store::Store;
use tokio::{
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    task::JoinHandle,
    time::timeout,
};

const MOMENT: Duration = Duration::from_secs(60);

pub(crate) async fn hear_next<Change>(changes: &mut UnboundedReceiver<Change>) -> Change {
    timeout(MOMENT, changes.recv()).await.expect("heard in time").expect("it still listens")
}

/// Begins to watch, and is certain to listen when it answers.
async fn watching(
    store: &Store,
    other: &Store,
    number: u8,
) -> (UnboundedReceiver<StreamChange>, JoinHandle<Result<(), StoreFault>>) {
    let (heard, mut changes) = unbounded_channel();
    let watcher = store.clone();
    let task = tokio::spawn(async move { watcher.watch(Box::new(move |change| heard.send(change).unwrap_or(()))).await });
    let house = house(other, number).await;
    let mut count = 0;
    let knocks = async {
        loop {
            opened(other, house, count).await;
            count += 1;
            if timeout(Duration::from_millis(200), changes.recv()).await.is_ok() {
                break;
            }
        }
    };
    timeout(MOMENT, knocks).await.expect("it listens");
    // What comes late of the knocks comes before this.
    let last = StreamChange::Grown { stream: opened(other, house, count).await.0, seq: 2 };
    while hear_next(&mut changes).await != last {}
    (changes, task)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_hears_what_the_others_store() {
    on_postgres(hears_the_others).await;
}

async fn hears_the_others(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let (mut changes, task) = watching(&one, &two, 9).await;
    let house = house(&one, 1).await;
    let id = opened(&one, house, 1).await;
    two.append(append(house, id, 2, 3)).await.expect("stored");
    let change = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(change, Some(StreamChange::Grown { stream: id.0, seq: 5 }), "and not what it stored itself");
    assert!(two.append(append(house, id, 2, 3)).await.is_err());
    two.append(append(house, id, 5, 1)).await.expect("stored");
    let change = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(change, Some(StreamChange::Grown { stream: id.0, seq: 6 }), "what was refused is not told");
    one.close().await;
    timeout(MOMENT, task).await.expect("closing ends it").expect("no panic").expect("no fault");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_hears_what_the_others_take_away() {
    on_postgres(hears_what_is_taken_away).await;
}

async fn hears_what_is_taken_away(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let (mut changes, _watching) = watching(&one, &two, 9).await;
    let (heard, mut losses) = unbounded_channel();
    let watcher = one.clone();
    tokio::spawn(async move { watcher.watch_rights(Box::new(move |lost| heard.send(lost).unwrap_or(()))).await });
    let house = house(&one, 1).await;
    let knocks = async {
        loop {
            two.set_password(house.user, "$argon2id$…").await.expect("no fault");
            if timeout(Duration::from_millis(200), losses.recv()).await.is_ok() {
                break;
            }
        }
    };
    timeout(MOMENT, knocks).await.expect("it listens");
    for id in ["last", "a"] {
        let sign_in = WebSessionRow { id: id.into(), data: "{}".into(), expires_at: later(100) };
        two.save_web_session(sign_in).await.expect("saved");
    }
    two.delete_web_session("last").await.expect("deleted");
    // What comes late of the knocks comes before this.
    let last = RightsLost::SignIn("last".into());
    while hear_next(&mut losses).await != last {}

    for _ in 0..2 {
        two.delete_web_session("a").await.expect("deleted");
    }
    one.set_password(house.user, "$argon2id$…").await.expect("what this node does it knows");
    let id = opened(&one, house, 1).await;
    assert!(two.delete_user(house.tenant, house.user).await.expect("no fault"));
    let next = timeout(MOMENT, losses.recv()).await.expect("heard in time");
    assert_eq!(next, Some(RightsLost::SignIn("a".into())), "once");
    let next = timeout(MOMENT, losses.recv()).await.expect("heard in time");
    assert_eq!(next, Some(RightsLost::Person(house.user)));
    let change = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(change, Some(StreamChange::Gone { stream: id.0 }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_else_writes_to_sqlite() {
    on_sqlite(|ground: Ground| async move {
        let store = ground.open().await;
        let watched = timeout(MOMENT, store.watch(Box::new(|_| panic!("nobody writes")))).await;
        watched.expect("returns at once").expect("no fault");
        let watched = timeout(MOMENT, store.watch_rights(Box::new(|_| panic!("nobody tells")))).await;
        watched.expect("returns at once").expect("no fault");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_went_away_comes_back() {
    on_postgres(goes_away_and_comes_back).await;
}

async fn goes_away_and_comes_back(ground: Ground) {
    let options = PgConnectOptions::from_str(&ground.url).expect("an address");
    let server = format!("{}:{}", options.get_host(), options.get_port());
    assert!(ground.url.contains(&server), "the address names host and port");
    let wire = Wire::to(server.clone()).await;
    let through_wire = Ground { url: ground.url.replace(&server, &format!("127.0.0.1:{}", wire.port)) };
    let (near, far) = (through_wire.open().await, ground.open().await);
    let (mut changes, task) = watching(&near, &far, 9).await;
    let house = house(&near, 1).await;
    let id = opened(&near, house, 1).await;

    wire.cut();
    let begun = std::time::Instant::now();
    assert!(matches!(near.append(append(house, id, 2, 1)).await, Err(StoreFault::Unavailable(_))));
    assert!(matches!(near.events(house.tenant, id, 0).await, Err(StoreFault::Unavailable(_))));
    assert!(matches!(near.ping().await, Err(StoreFault::Unavailable(_))));
    assert!(begun.elapsed() < Duration::from_secs(40), "within its time limits");
    assert!(matches!(Store::open(&through_wire.url).await, Err(StoreFault::Unavailable(_))));
    far.append(append(house, id, 2, 2)).await.expect("the other node goes on");

    wire.mend();
    let missed = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(missed, Some(StreamChange::Missed), "what was stored meanwhile may have been missed");
    assert!(matches!(near.append(append(house, id, 2, 1)).await, Err(StoreFault::Conflict)), "and the fence still holds");
    assert_eq!(near.events(house.tenant, id, 2).await.expect("events").len(), 2);
    near.append(append(house, id, 4, 1)).await.expect("stored");
    far.append(append(house, id, 5, 1)).await.expect("stored");
    let change = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(change, Some(StreamChange::Grown { stream: id.0, seq: 6 }));
    near.append(append(house, session(house, 2), 0, 1)).await.expect("stored");
    task.abort();
    near.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_the_server_ends_are_replaced() {
    on_postgres(ended_by_the_server).await;
}

async fn ended_by_the_server(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let (mut changes, task) = watching(&one, &two, 9).await;
    let house = house(&one, 1).await;
    let id = opened(&one, house, 1).await;
    ground
        .run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        .await;
    one.append(append(house, id, 2, 1)).await.expect("stored over a new connection");
    assert_eq!(one.events(house.tenant, id, 0).await.expect("events").len(), 3);
    let missed = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(missed, Some(StreamChange::Missed));
    two.append(append(house, id, 3, 1)).await.expect("stored");
    let change = timeout(MOMENT, changes.recv()).await.expect("heard in time");
    assert_eq!(change, Some(StreamChange::Grown { stream: id.0, seq: 4 }));
    task.abort();
}

#[test]
fn postgres_takes_part_where_it_must() {
    let _ = postgres_server();
}
