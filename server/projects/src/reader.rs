//! Documents are read in a separate process, like queries of files. A reader that takes all memory, never ends or crashes does
//! not affect the server.
//!
//! The program is the server's own, started anew for each file: the file's name and bytes on its standard input, one answer on its
//! standard output. Where no program was named, the file is read in this process.

use domain::{tools::catalog::Document, turns::Turns};
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
/// Of an answer: the longest text that is kept, as JSON.
const LONGEST_ANSWER: u64 = 128 << 20;

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(|| Turns::new(MOST, MOST - 1));

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
    let turn = tokio::time::timeout(PATIENCE, TURNS.take(tenant.0.as_u128())).await.map_err(|_| late())?;
    let answered = tokio::time::timeout(PATIENCE, answer(program, name, &bytes)).await.unwrap_or_else(|_| Err(late()));
    drop(turn);
    answered
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
    serde_json::from_slice::<Result<Document, DocumentFault>>(&reply).map_err(|error| lost(io::Error::other(error)))?
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
    let read = document::read(&String::from_utf8_lossy(&name), &bytes);
    serde_json::to_writer(io::stdout().lock(), &read)?;
    io::stdout().flush()
}
