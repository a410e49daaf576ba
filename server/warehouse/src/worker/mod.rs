//! Queries of files and of SQLite run in a process of their own: what takes all memory or never ends is ended with it, whatever the
//! query is made of, and the server goes on.
//!
//! The program is the server's own, started anew for each query with one job on its standard input and one answer on its standard
//! output. Where no program was named (tests of this crate, examples), the work is done in this process.

mod job;
mod serve;
mod sqlite;

pub use serve::serve;

pub(crate) use job::{FilesQuery, Job};
pub(crate) use sqlite::SqliteApart;

use job::SqliteCall;

use domain::tools::warehouse::WarehouseFault;
use serde::de::DeserializeOwned;
use std::{
    io,
    path::PathBuf,
    process::{ExitStatus, Stdio},
    sync::{LazyLock, OnceLock},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::{Child, Command},
    sync::Semaphore,
};

/// At once; the others wait.
const MOST: usize = 4;
/// Of an answer: what a query may give, with room for what a whole catalog needs.
const LONGEST_ANSWER: u64 = 256 << 20;
/// Beyond the time of the job itself: what ends by itself can say why.
const GRACE: Duration = Duration::from_secs(2);

static PROGRAM: OnceLock<(PathBuf, &'static str)> = OnceLock::new();
static TURNS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(MOST));

/// Has all later queries of files and SQLite run by this program, which calls [`serve`] when it is started with this one argument.
pub fn run_by(program: PathBuf, argument: &'static str) {
    if PROGRAM.set((program, argument)).is_err() {
        tracing::warn!("the program that runs queries was named before");
    }
}

pub(crate) fn is_set() -> bool {
    PROGRAM.get().is_some()
}

/// Has one job done. Dropped, it ends the process.
pub(crate) async fn done<T: DeserializeOwned>(job: &Job, time: Duration) -> Result<T, WarehouseFault> {
    let work = async {
        let _turn = TURNS.acquire().await.map_err(|error| WarehouseFault::Limit(error.to_string()))?;
        tokio::time::timeout(time + GRACE, answer(job)).await.unwrap_or_else(|_| Err(too_long()))
    };
    // Whoever waits for a turn as long as for an answer is told so.
    tokio::time::timeout(time * 2 + GRACE, work)
        .await
        .unwrap_or_else(|_| Err(WarehouseFault::Limit("other queries are being worked on; try again in a moment".to_owned())))
}

async fn answer<T: DeserializeOwned>(job: &Job) -> Result<T, WarehouseFault> {
    let job = serde_json::to_vec(job).map_err(|error| WarehouseFault::Invalid(error.to_string()))?;
    let mut process = started().map_err(|error| lost(&error))?;
    let (input, output) = (process.stdin.take(), process.stdout.take());
    let (Some(mut input), Some(output)) = (input, output) else { return Err(lost(&io::Error::other("no pipes"))) };
    // A process that died says so by its end, not by a pipe that is closed.
    if let Err(error) = input.write_all(&job).await {
        tracing::debug!(%error, "a query's process took no job");
    }
    drop(input);
    let mut told = Vec::new();
    output.take(LONGEST_ANSWER).read_to_end(&mut told).await.map_err(|error| lost(&error))?;
    let ended = process.wait().await.map_err(|error| lost(&error))?;
    if !ended.success() {
        return Err(died(ended));
    }
    serde_json::from_slice::<Result<T, WarehouseFault>>(&told).map_err(|error| lost(&io::Error::other(error)))?
}

fn started() -> io::Result<Child> {
    let (program, argument) = PROGRAM.get().ok_or_else(|| io::Error::other("no program is named"))?;
    let mut command = Command::new(program);
    command.arg(argument).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    // Keys and passwords of the server's surroundings are not for it.
    command.env_clear();
    for kept in ["TZ", "PATH"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    // Whoever cleans up after this process cleans up after that one.
    command.env("TMPDIR", tempfile::env::temp_dir());
    // The allocator takes a gigabyte at once otherwise, and that is what is counted.
    command.env("MIMALLOC_ARENA_RESERVE", "65536");
    command.spawn()
}

/// A process that did not end by itself met its limit of memory: nothing else ends it.
fn died(ended: ExitStatus) -> WarehouseFault {
    tracing::warn!(%ended, "a query ended its process");
    WarehouseFault::Limit(format!("the query needs more memory than it may have ({} MB)", serve::MEMORY >> 20))
}

fn too_long() -> WarehouseFault {
    WarehouseFault::Limit("the query took longer than it may".to_owned())
}

fn lost(error: &io::Error) -> WarehouseFault {
    tracing::error!(%error, "a query's process cannot be talked to");
    WarehouseFault::Limit("the query could not be started; try again in a moment".to_owned())
}
