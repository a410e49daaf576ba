//! Queries of files and of SQLite, making files ready and profiling them run in a separate process. Work that takes all memory
//! or never ends is ended with its process, whatever the query or the file contains, and the server goes on.
//!
//! The program is the server's own. A job comes as a line on its standard input, and its answer goes as a line to its standard
//! output. It is started anew for each job, unless somebody holds a [`Stay`]: then it waits for the next query of the same owner.
//! The input is kept open all the while, so a process whose server was killed ends too. Where no program was named (tests of this
//! crate, examples), the work is done in this process.

mod ended;
mod job;
mod lifeline;
mod process;
mod serve;
mod sqlite;
mod stay;

pub use serve::serve;
pub use stay::Stay;

pub(crate) use domain::turns::Owner as Whose;
pub(crate) use job::{FilesQuery, Job};
pub(crate) use sqlite::SqliteApart;

use ended::{Undone, died};
use job::SqliteCall;
use process::Process;

use domain::{tools::warehouse::WarehouseFault, turns::Turns};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    io,
    path::PathBuf,
    process::ExitStatus,
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};

/// Queries at once; the others wait.
const MOST: usize = 4;
/// Files that are made ready or profiled at once.
const MOST_LONG: usize = 2;
/// Beyond the time of the job itself: what ends by itself can say why.
const GRACE: Duration = Duration::from_secs(2);

/// A line of a process's input.
#[derive(Serialize, Deserialize)]
struct Order<J> {
    job: J,
    /// After which it ends by itself if this is not done.
    time: Duration,
}

/// And the argument that it is started with.
type Program = (PathBuf, &'static str);

static PROGRAM: OnceLock<Program> = OnceLock::new();
static TURNS: LazyLock<Arc<Turns>> = LazyLock::new(|| Turns::new(MOST, MOST / 2));
static LONG_TURNS: LazyLock<Arc<Turns>> = LazyLock::new(|| Turns::new(MOST_LONG, MOST_LONG / 2));

/// Has all later jobs done by this program, which calls [`serve`] when it is started with this one argument.
pub fn run_by(program: PathBuf, argument: &'static str) {
    if PROGRAM.set((program, argument)).is_err() {
        tracing::warn!("the program that runs queries was named before");
    }
}

/// Of queries, and of files that are made ready or profiled: how many are under way and how many wait.
#[must_use]
pub fn count_queues() -> ((usize, usize), (usize, usize)) {
    (TURNS.count(), LONG_TURNS.count())
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
        tokio::time::timeout(time + GRACE, answer(program, job, whose, time + GRACE * 2)).await.unwrap_or_else(|_| Err(late()))
    };
    // A caller that waited for a turn as long as for an answer gets this fault.
    let busy = || Undone::later(WarehouseFault::Busy("other queries are being worked on; try again in a moment".to_owned()));
    tokio::time::timeout(time * 2 + GRACE, work).await.unwrap_or_else(|_| Err(busy()))
}

/// `time`: when the process ends by itself, if nobody does it.
async fn answer<T: DeserializeOwned>(program: &Program, job: &Job, whose: Whose, time: Duration) -> Result<T, Undone> {
    let order = serde_json::to_vec(&Order { job, time });
    let mut order = order.map_err(|error| Undone::from_job(WarehouseFault::Invalid(error.to_string())))?;
    order.push(b'\n');
    let stays = !job.is_long();
    let waiting = stays.then(|| stay::take(whose)).flatten();
    // One that ends now may have taken too much for the jobs before this one.
    if let Some(process) = waiting
        && let Some(answer) = answer_of(process, &order, stays.then_some(whose)).await?.ok()
    {
        return read(&answer);
    }
    let process = Process::start(program).map_err(|error| lost(&error))?;
    let answer = answer_of(process, &order, stays.then_some(whose)).await?;
    answer.map_err(|(ended, words)| died(job, ended, &words)).and_then(|answer| read(&answer))
}

/// Its answer, or how it ended.
async fn answer_of(
    mut process: Process,
    order: &[u8],
    stays: Option<Whose>,
) -> Result<Result<Vec<u8>, (ExitStatus, String)>, Undone> {
    match process.answer(order).await.map_err(|error| lost(&error))? {
        Some(answer) => {
            if let Some(whose) = stays {
                stay::put_back(whose, process);
            }
            Ok(Ok(answer))
        }
        None => process.end().await.map(Err).map_err(|error| lost(&error)),
    }
}

fn read<T: DeserializeOwned>(answer: &[u8]) -> Result<T, Undone> {
    let answer = serde_json::from_slice::<Result<T, WarehouseFault>>(answer);
    answer.map_err(|error| lost(&io::Error::other(error)))?.map_err(Undone::from_job)
}

fn lost(error: &io::Error) -> Undone {
    tracing::error!(%error, "a query's process cannot be talked to");
    Undone::later(WarehouseFault::Limit("the query could not be started; try again in a moment".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A program that runs this script in the place of a job.
    fn program(folder: &Path, script: &str) -> Program {
        let path = folder.join("script");
        std::fs::write(&path, script).expect("it is written");
        (PathBuf::from("/bin/sh"), path.display().to_string().leak())
    }

    async fn ended(job: &Job, script: &str) -> Result<u8, Undone> {
        let folder = tempfile::tempdir().expect("a folder");
        answer(&program(folder.path(), script), job, 0, Duration::from_secs(60)).await
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
        let query = || Job::Files(FilesQuery::default());
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
        let job = Job::Files(FilesQuery::default());
        let folder = tempfile::tempdir().expect("a folder");
        let told = folder.path().join("told");
        let script =
            format!("mkdir $TMPDIR/spill && echo x > $TMPDIR/spill/1 && echo $TMPDIR > {}; exec sleep 60", told.display());
        let has_begun = async {
            while !std::fs::read_to_string(&told).is_ok_and(|line| line.ends_with('\n')) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            undone = ended(&job, &script) => panic!("{undone:?}"),
            () = has_begun => {}
        }
        let scratch = std::fs::read_to_string(&told).expect("it had begun");
        assert!(!Path::new(scratch.trim()).exists(), "{scratch}");
    }
    /// Answers each line with how many it had.
    const COUNTS: &str = "n=0; while read line; do n=$((n + 1)); echo \"{\\\"Ok\\\":$n}\"; [ $n -lt 3 ] || exit 1; done";

    #[tokio::test]
    async fn while_somebody_stays_a_process_waits_for_the_next_query() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = program(folder.path(), COUNTS);
        let query = Job::Files(FilesQuery::default());
        let ask = async |whose| done_by::<u8>(&program, &query, whose, Duration::from_secs(60)).await.expect("an answer");
        assert_eq!((ask(71).await, ask(71).await), (1, 1), "nobody stays");
        let (first, second) = (Stay::new(71), Stay::new(71));
        assert_eq!((ask(71).await, ask(71).await, ask(72).await), (1, 2, 1), "another owner has another process");
        drop(first);
        assert_eq!((ask(71).await, ask(71).await), (3, 1), "one that has ended is followed by a new one");
        drop(second);
        assert_eq!((ask(71).await, ask(71).await), (1, 1), "the last one has left");
    }

    #[tokio::test]
    async fn what_ends_a_process_that_stays_is_tried_in_a_new_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = program(folder.path(), "read line; echo '{\"Ok\":1}'; read line; kill -KILL $$");
        let query = Job::Files(FilesQuery::default());
        let _stay = Stay::new(73);
        for _ in 0..3 {
            assert_eq!(done_by::<u8>(&program, &query, 73, Duration::from_secs(60)).await.expect("an answer"), 1);
        }
    }
}
