//! Documents are read in a separate process, like queries of files. A reader that takes all memory, never ends or crashes does
//! not affect the server.
//!
//! The program is the server's own, started anew for each file: the file's name and bytes on its standard input, one answer on its
//! standard output. Where no program was named, the file is read in this process.

use domain::{
    tools::catalog::Document,
    turns::{Turn, Turns},
};
use protocol::TenantId;
use providers::document::{self, DocumentFault};
use rlimit::Resource;
use std::{
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
};

/// The argument that the program is started with.
const ARGUMENT: &str = "read-document";
/// Of one process.
const MEMORY: u64 = 2 << 30;
/// At once; the others wait in turns.
const MOST: usize = 3;
const PATIENCE: Duration = Duration::from_secs(60);
/// A larger file, in bytes, leaves the processors to the server and to somebody else's small one.
const SMALL: usize = 256 << 10;
/// Of such a file, added to how nice the server is: enough to step back, too little to be forgotten while others work.
const COURTESY: i32 = 5;
/// Of an answer: the longest text that is kept, as JSON.
const LONGEST_ANSWER: u64 = 128 << 20;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(make_turns);

/// One place is always left for another tenant's tiny file.
fn make_turns() -> Arc<Turns> {
    Turns::new(MOST, MOST - 1)
}

/// How many documents are read now, and how many wait for it.
pub(super) fn count_queue() -> (usize, usize) {
    TURNS.count()
}

/// Has all later documents read by this program, which calls [`serve`] when it is started with `read-document`.
pub fn read_by(program: PathBuf) {
    if PROGRAM.set(program).is_err() {
        tracing::warn!("the program that reads documents was named before");
    }
}

/// # Errors
/// What is wrong with the file, and what to do about it.
pub(super) async fn read(tenant: TenantId, name: &str, bytes: Vec<u8>) -> Result<Document, DocumentFault> {
    let Some(program) = PROGRAM.get() else { return document::read_in_time(name.to_owned(), bytes).await };
    let late = || DocumentFault::TimedOut { seconds: PATIENCE.as_secs() };
    let turn = take_turn(&TURNS, tenant, PATIENCE).await?;
    let answered = tokio::time::timeout(PATIENCE, answer(program, name, &bytes)).await.unwrap_or_else(|_| Err(late()));
    drop(turn);
    answered
}

/// Who waits in vain learns nothing about the file.
async fn take_turn(turns: &Arc<Turns>, tenant: TenantId, patience: Duration) -> Result<Turn, DocumentFault> {
    let turn = tokio::time::timeout(patience, turns.take(tenant.0.as_u128())).await.map_err(|_| DocumentFault::Busy)?;
    turn.map_err(|_| DocumentFault::Busy)
}

async fn answer(program: &Path, name: &str, bytes: &[u8]) -> Result<Document, DocumentFault> {
    let lost = |error: io::Error| {
        tracing::error!(%error, "the process that reads a document cannot be talked to");
        DocumentFault::Unsupported("the file could not be read now; try again in a moment".to_owned())
    };
    let mut command = Command::new(program);
    command.arg(ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
    // Keys and passwords of the server's surroundings are not for it.
    command.env_clear();
    // The allocator takes a gigabyte at once otherwise, and that is what is counted.
    command.env("MIMALLOC_ARENA_RESERVE", "65536");
    let mut process = command.spawn().map_err(lost)?;
    let (Some(mut input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(lost(io::Error::other("no pipes")));
    };
    let sent = async {
        input.write_all(&u32::try_from(name.len()).unwrap_or(u32::MAX).to_le_bytes()).await?;
        input.write_all(name.as_bytes()).await?;
        input.write_all(bytes).await
    };
    // A process that died says so by its end, not by a pipe that is closed.
    if let Err(error) = sent.await {
        tracing::debug!(%error, "a document's process took no file");
    }
    drop(input);
    let mut reply = Vec::new();
    output.take(LONGEST_ANSWER).read_to_end(&mut reply).await.map_err(lost)?;
    let ended = process.wait().await.map_err(lost)?;
    if !ended.success() {
        tracing::warn!(%ended, "a document ended the process that read it");
        return Err(DocumentFault::TooMuch);
    }
    // Many megabytes are taken apart where nobody else waits for it.
    let read = tokio::task::spawn_blocking(move || serde_json::from_slice::<Result<Document, DocumentFault>>(&reply)).await;
    read.map_err(|error| lost(io::Error::other(error)))?.map_err(|error| lost(io::Error::other(error)))?
}

/// Reads one file from the standard input, within [`MEMORY`], and writes the result to the standard output.
///
/// # Errors
/// When it cannot be taken, limited or answered. What is wrong with the file itself is an answer.
pub fn serve() -> io::Result<()> {
    // Nobody looks at what a process leaves behind when it dies.
    rlimit::setrlimit(Resource::CORE, 0, 0)?;
    if Resource::DATA.is_supported() {
        rlimit::setrlimit(Resource::DATA, MEMORY, MEMORY)?;
    }
    let mut input = io::stdin().lock();
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let mut name = Vec::new();
    input.by_ref().take(u32::from_le_bytes(length).into()).read_to_end(&mut name)?;
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    if bytes.len() > SMALL {
        // Its threads do as this one.
        rustix::process::nice(COURTESY)?;
    }
    let read = document::read(&String::from_utf8_lossy(&name), &bytes);
    serde_json::to_writer(io::stdout().lock(), &read)?;
    io::stdout().flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    /// Who is served in which order where one tenant sends a hundred documents and another one a tiny one after them.
    #[test]
    fn a_flood_of_one_tenant_keeps_no_other_waiting() {
        let turns = make_turns();
        let mut flood: Vec<_> = (0..100).map(|_| Box::pin(turns.take(1))).collect();
        let mut held: Vec<_> = flood.iter_mut().filter_map(FutureExt::now_or_never).collect();
        assert_eq!((held.len(), turns.count()), (MOST - 1, (MOST - 1, 100 - (MOST - 1))));
        // The first of another tenant waits for nobody.
        let tiny = turns.take(2).now_or_never().expect("a place is free").expect("a turn");
        // Its second and a third tenant's wait for one document to be read, not for all.
        let (mut next, mut third) = (Box::pin(turns.take(2)), Box::pin(turns.take(3)));
        assert!((&mut next).now_or_never().is_none() && (&mut third).now_or_never().is_none());
        drop(held.pop());
        let third = (&mut third).now_or_never().expect("served before the flood").expect("a turn");
        drop(tiny);
        assert!((&mut next).now_or_never().is_some(), "served before the flood");
        drop(third);
    }

    #[tokio::test]
    async fn what_did_not_come_to_its_turn_is_to_be_tried_again() {
        use crate::reading::of_document;
        use domain::FailureKind;
        let (turns, tenant) = (make_turns(), TenantId(uuid::Uuid::nil()));
        let _held: Vec<_> = (0..MOST as u128).map(|owner| turns.take(owner + 1).now_or_never()).collect();
        let fault = take_turn(&turns, tenant, Duration::from_millis(1)).await.err().expect("all places are taken");
        assert_eq!(fault, DocumentFault::Busy);
        let busy = of_document(&fault, "a.md", "file");
        assert_eq!((busy.kind, busy.retry_after), (FailureKind::Busy, Some(10)));
        assert!(busy.detail.contains("try again"), "{}", busy.detail);
        let late = of_document(&DocumentFault::TimedOut { seconds: 60 }, "a.md", "file");
        assert_eq!((late.kind, late.retry_after), (FailureKind::Invalid, None));
    }
}
