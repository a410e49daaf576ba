//! Queries of files and of SQLite, making files ready and profiling them run in a separate process. Work that takes all memory
//! or never ends is ended with its process, whatever the query or the file contains, and the server goes on.
//!
//! The program is the server's own, started anew for each job. The job comes on its standard input, and one answer goes to its
//! standard output. The input is kept open while a caller waits, so a process whose server was killed ends too. Where no program
//! was named (tests of this crate, examples), the work is done in this process.

mod ended;
mod job;
mod lifeline;
mod serve;
mod sqlite;
mod turns;

pub use serve::serve;

pub(crate) use job::{FilesQuery, Job};
pub(crate) use sqlite::SqliteApart;
pub(crate) use turns::Whose;

use ended::{Undone, died, last_words};
use job::SqliteCall;
use turns::Turns;

use domain::tools::warehouse::WarehouseFault;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    io,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::{Child, Command},
};

/// Queries at once; the others wait.
const MOST: usize = 4;
/// Files that are made ready or profiled at once.
const MOST_LONG: usize = 2;
/// Of an answer: what a query may give, with room for what a whole catalog needs.
const LONGEST_ANSWER: u64 = 256 << 20;
/// Beyond the time of the job itself: what ends by itself can say why.
const GRACE: Duration = Duration::from_secs(2);

/// The input of a process.
#[derive(Serialize, Deserialize)]
struct Given<J> {
    job: J,
    /// After which it ends by itself.
    time: Duration,
}

/// And the argument that it is started with.
type Program = (PathBuf, &'static str);

static PROGRAM: OnceLock<Program> = OnceLock::new();
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(|| Turns::new(MOST));
static LONG_TURNS: LazyLock<Arc<Turns>> = LazyLock::new(|| Turns::new(MOST_LONG));

/// Has all later jobs done by this program, which calls [`serve`] when it is started with this one argument.
pub fn run_by(program: PathBuf, argument: &'static str) {
    if PROGRAM.set((program, argument)).is_err() {
        tracing::warn!("the program that runs queries was named before");
    }
}

pub(crate) fn is_set() -> bool {
    PROGRAM.get().is_some()
}

/// Has one job of somebody's done. Dropped, it ends the process.
pub(crate) async fn done<T: DeserializeOwned>(job: &Job, whose: Whose, time: Duration) -> Result<T, Undone> {
    let program = PROGRAM.get().ok_or_else(|| lost(&io::Error::other("no program is named")))?;
    done_by(program, job, whose, time).await
}

async fn done_by<T: DeserializeOwned>(program: &Program, job: &Job, whose: Whose, time: Duration) -> Result<T, Undone> {
    let turns = if job.is_long() { &LONG_TURNS } else { &TURNS };
    let work = async {
        let _turn = turns.take(whose).await.map_err(|error| lost(&io::Error::other(error)))?;
        let late = || Undone::from_job(WarehouseFault::Limit(format!("{} took longer than it may", job.subject())));
        tokio::time::timeout(time + GRACE, answer(program, job, time + GRACE * 2)).await.unwrap_or_else(|_| Err(late()))
    };
    // A caller that waited for a turn as long as for an answer gets this fault.
    let busy = || Undone::later(WarehouseFault::Limit("other queries are being worked on; try again in a moment".to_owned()));
    tokio::time::timeout(time * 2 + GRACE, work).await.unwrap_or_else(|_| Err(busy()))
}

/// `time`: when the process ends by itself, if nobody does it.
async fn answer<T: DeserializeOwned>(program: &Program, job: &Job, time: Duration) -> Result<T, Undone> {
    let given = serde_json::to_vec(&Given { job, time });
    let mut given = given.map_err(|error| Undone::from_job(WarehouseFault::Invalid(error.to_string())))?;
    given.push(b'\n');
    // Removed after the process, with all that it left there. If this process dies too, the folder stays as one of its leftovers.
    let scratch = tempfile::Builder::new().prefix("discovery-query-").tempdir().map_err(|error| lost(&error))?;
    let mut process = started(program, scratch.path()).map_err(|error| lost(&error))?;
    let (Some(mut input), Some(output), Some(errors)) = (process.stdin.take(), process.stdout.take(), process.stderr.take())
    else {
        return Err(lost(&io::Error::other("no pipes")));
    };
    let mut told = Vec::new();
    let talk = async {
        // A process that died says so by its end, not by a pipe that is closed.
        if let Err(error) = input.write_all(&given).await {
            tracing::debug!(%error, "a query's process took no job");
        }
        output.take(LONGEST_ANSWER).read_to_end(&mut told).await
    };
    let (heard, words) = tokio::join!(talk, last_words(errors));
    heard.map_err(|error| lost(&error))?;
    let ended = process.wait().await.map_err(|error| lost(&error))?;
    drop(input);
    if !ended.success() {
        return Err(died(job, ended, &words));
    }
    let answer = serde_json::from_slice::<Result<T, WarehouseFault>>(&told).map_err(|error| lost(&io::Error::other(error)))?;
    answer.map_err(Undone::from_job)
}

fn started((program, argument): &Program, scratch: &Path) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.arg(argument).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    // Keys and passwords of the server's surroundings are not for it.
    command.env_clear();
    for kept in ["TZ", "PATH"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    command.env("TMPDIR", scratch);
    // The allocator takes a gigabyte at once otherwise, and that is what is counted.
    command.env("MIMALLOC_ARENA_RESERVE", "65536");
    command.spawn()
}

fn lost(error: &io::Error) -> Undone {
    tracing::error!(%error, "a query's process cannot be talked to");
    Undone::later(WarehouseFault::Limit("the query could not be started; try again in a moment".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A program that runs this script in the place of a job.
    fn program(folder: &Path, script: &str) -> Program {
        let path = folder.join("script");
        std::fs::write(&path, script).expect("it is written");
        (PathBuf::from("/bin/sh"), path.display().to_string().leak())
    }

    async fn ended(job: &Job, script: &str) -> Result<u8, Undone> {
        let folder = tempfile::tempdir().expect("a folder");
        answer(&program(folder.path(), script), job, Duration::from_secs(60)).await
    }

    #[tokio::test]
    async fn somebodys_small_file_does_not_wait_behind_anothers_queue() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = program(folder.path(), "sleep 0.3; echo '{\"Ok\":0}'");
        let file = Job::Prepare { tables: Vec::new(), folder: PathBuf::new() };
        let (done, time) = (AtomicUsize::new(0), Duration::from_secs(60));
        let one = async |whose: Whose| {
            done_by::<u8>(&program, &file, whose, time).await.expect("it is done");
            done.fetch_add(1, Ordering::Relaxed)
        };
        let queue = futures::future::join_all((0..8).map(|_| one(1)));
        let (_, before) = tokio::join!(queue, one(2));
        assert!(before <= 5, "{before} of the other's files came first");
    }

    #[tokio::test]
    async fn the_end_of_a_process_is_told_as_what_it_was() {
        let query = || Job::Files(FilesQuery { tables: Vec::new(), sql: String::new(), limits: Default::default() });
        let file = || Job::Prepare { tables: Vec::new(), folder: PathBuf::new() };
        let aborts = "kill -ABRT $$";
        let cases = [
            (query(), "echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$", "the query needs more memory", true),
            (file(), "echo 'memory allocation of 9 bytes failed' >&2; kill -ABRT $$", "the file needs more memory", true),
            (query(), "kill -KILL $$", "the query needs more memory", true),
            (query(), "echo \"thread 'main' panicked at x.rs:1\" >&2; exit 101", "more than the engine can work out", true),
            (query(), aborts, "more than the engine can work out", true),
            (query(), "echo 'has overflowed its stack' >&2; kill -ABRT $$", "more than the engine can work out", true),
            (file(), aborts, "not what its name says", true),
            (query(), "yes x | head -c 1000000 >&2; echo 'Error: broken' >&2; exit 1", "could not be worked out", false),
            (query(), "echo no JSON", "could not be started", false),
            (query(), "echo '{\"Err\":{\"Invalid\":\"no such column\"}}'", "no such column", true),
        ];
        for (job, script, told, its_own) in cases {
            let undone = ended(&job, script).await.expect_err(script);
            assert!(undone.fault.to_string().contains(told) && undone.its_own == its_own, "{script}: {undone:?}");
        }
        assert_eq!(ended(&query(), "echo '{\"Ok\":7}'").await.expect("an answer"), 7);
    }

    #[tokio::test]
    async fn what_a_process_leaves_behind_goes_with_it() {
        let job = Job::Files(FilesQuery { tables: Vec::new(), sql: String::new(), limits: Default::default() });
        let folder = tempfile::tempdir().expect("a folder");
        let told = folder.path().join("told");
        let script =
            format!("mkdir $TMPDIR/spill && echo x > $TMPDIR/spill/1 && echo $TMPDIR > {}; exec sleep 60", told.display());
        let waited = tokio::time::timeout(Duration::from_secs(2), ended(&job, &script)).await;
        assert!(waited.is_err(), "{waited:?}");
        let scratch = std::fs::read_to_string(told).expect("it had begun");
        assert!(!Path::new(scratch.trim()).exists(), "{scratch}");
    }
}
