//! One process that does jobs, one after the other.

use super::{Program, ended::last_words};
use std::{
    io,
    path::Path,
    process::{ExitStatus, Stdio},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
};

/// Of an answer: what a query may give, with room for what a whole catalog needs.
const LONGEST_ANSWER: u64 = 256 << 20;

/// Dropped, it ends, and what it left in its folder goes. If this process dies too, the folder stays as one of its leftovers.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    words: JoinHandle<String>,
    _scratch: TempDir,
}

impl Process {
    pub(super) fn start(program: &Program) -> io::Result<Self> {
        let scratch = tempfile::Builder::new().prefix("discovery-query-").tempdir()?;
        let mut child = started(program, scratch.path())?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let (output, words) = (BufReader::new(output), tokio::spawn(last_words(errors)));
        Ok(Self { child, input, output, words, _scratch: scratch })
    }

    /// Gives it one job; `None` where it ended without an answer.
    pub(super) async fn answer(&mut self, job: &[u8]) -> io::Result<Option<Vec<u8>>> {
        // A process that died says so by its end, not by a pipe that is closed.
        if let Err(error) = self.input.write_all(job).await {
            tracing::debug!(%error, "a query's process took no job");
        }
        let mut line = Vec::new();
        (&mut self.output).take(LONGEST_ANSWER).read_until(b'\n', &mut line).await?;
        Ok((!line.is_empty()).then_some(line))
    }

    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// How it ended, and the last that it wrote of it.
    pub(super) async fn end(mut self) -> io::Result<(ExitStatus, String)> {
        let ended = self.child.wait().await?;
        Ok((ended, self.words.await.unwrap_or_default()))
    }
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
