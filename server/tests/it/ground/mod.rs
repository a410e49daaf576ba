//! Where the stories take place: the real program on a free port, over a database of its own, seen from outside.

mod api;
#[path = "../../../store/tests/conformance/behind.rs"]
mod behind;
mod database;
mod described;
mod place;
mod plan;
mod server;
mod socket;
mod sse;

pub(crate) use api::{Answer, Api};
pub(crate) use behind::{everything, postgres_server, stands_in};
pub(crate) use database::{Database, sqlite_file};
pub(crate) use described::check;
pub(crate) use place::{Place, everywhere, id_of, on_sqlite, people};
pub(crate) use plan::plan;
pub(crate) use server::{ADMIN, Server, Settings, example, parent};
pub(crate) use socket::{Frame, Socket, id, take};
pub(crate) use sse::{Feed, Turn};

use std::time::{Duration, Instant};

/// Asks again and again until the answer is yes.
pub(crate) async fn eventually(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < Duration::from_secs(60), "did not happen in a minute: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
