//! What was answered with "stored" is there after the process was killed.

use crate::{
    ground::{Ground, on_postgres, on_sqlite},
    samples::{House, append, house, session},
};
use domain::interview::InterviewStore;
use protocol::{ObjectiveId, TenantId, UserId};
use std::{
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};
use store::Store;
use uuid::Uuid;

const ADDRESS: &str = "STORE_TEST_WRITE_TO";
const STREAMS: u32 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_keeps_what_it_stored() {
    on_sqlite(survives).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_keeps_what_it_stored() {
    on_postgres(survives).await;
}

/// Kills a writing process at five different moments and counts after it.
async fn survives(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    store.close().await;
    let mut told = vec![0; STREAMS as usize];
    for round in 0..5 {
        let mut writer = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "killed::writes_until_killed", "--ignored", "--nocapture"])
            .env(ADDRESS, &ground.url)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(writer.stdout.take().expect("its output")).lines();
        let (under_way, waiting) = tokio::sync::oneshot::channel();
        let reading = tokio::task::spawn_blocking(move || read_stored(lines.map_while(Result::ok), under_way));
        // However slow the machine is: every stream had its turn, and then some.
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("in time").expect("it stores in every stream");
        tokio::time::sleep(Duration::from_millis(50 + 77 * round)).await;
        writer.kill().expect("it is killed");
        writer.wait().expect("it ends");
        for (last, said) in told.iter_mut().zip(reading.await.expect("its words")) {
            *last = said.max(*last);
        }
        let store = ground.open().await;
        for (stream, told) in (0..).zip(&told) {
            let id = session(house, stream);
            let events = store.events(house.tenant, id, 0).await.expect("events");
            assert!(events.len() as u64 >= *told, "stream {stream} has {} of {told}", events.len());
            assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq), "no gap and nothing twice");
            let row = store.session(house.tenant, id).await.expect("no fault").map_or(0, |row| row.seq);
            assert_eq!(row, events.len() as u64, "rows and events are of the same moment");
        }
        store.close().await;
    }
}

/// The last number that the writer reported as stored, for each stream. Signals when there is one for all of them.
fn read_stored(lines: impl Iterator<Item = String>, under_way: tokio::sync::oneshot::Sender<()>) -> Vec<u64> {
    let mut told = vec![0; STREAMS as usize];
    let mut under_way = Some(under_way);
    for line in lines {
        let Some((stream, seq)) = line.strip_prefix("stored ").and_then(|line| line.split_once(' ')) else { continue };
        told[stream.parse::<usize>().expect("a stream")] = seq.parse().expect("a number");
        if told.iter().all(|last| *last > 0)
            && let Some(tell) = under_way.take()
        {
            tell.send(()).expect("somebody waits for it");
        }
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the process that the others kill"]
async fn writes_until_killed() {
    let Ok(address) = std::env::var(ADDRESS) else { return };
    let store = Store::open(&address).await.expect("the database opens");
    let base = 1_u128 << 64;
    let house = House {
        tenant: TenantId(Uuid::from_u128(base + 1)),
        user: UserId(Uuid::from_u128(base + 2)),
        objective: ObjectiveId(Uuid::from_u128(base + 3)),
    };
    let streams = (0..STREAMS).map(|stream| {
        let store = store.clone();
        tokio::spawn(async move {
            let id = session(house, stream);
            let mut expected = store.session(house.tenant, id).await.expect("no fault").map_or(0, |row| row.seq);
            loop {
                store.append(append(house, id, expected, 3)).await.expect("stored");
                expected += 3;
                println!("stored {stream} {expected}");
            }
        })
    });
    futures::future::join_all(streams).await;
}
