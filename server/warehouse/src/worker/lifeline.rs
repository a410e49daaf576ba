//! A process that works for another one ends with it, and ends by itself when nobody ended it in time.

use std::{
    io::{self, BufRead as _},
    process,
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

/// Of a thread that only waits: it counts as memory of the job.
const STACK: usize = 64 * 1024;

/// Holds this process to the one that gives it jobs. It ends when its standard input does, which lasts as long as whoever writes
/// it, and when a job lasts too long.
pub(super) struct Lifeline {
    lines: Receiver<Vec<u8>>,
    /// How long the job that begins may last; `None` at its end.
    jobs: Sender<Option<Duration>>,
}

impl Lifeline {
    pub(super) fn hold() -> io::Result<Self> {
        let (give_line, lines) = mpsc::channel();
        beside(move || {
            let mut input = io::stdin().lock();
            loop {
                let mut line = Vec::new();
                match input.read_until(b'\n', &mut line) {
                    Ok(1..) if line.ends_with(b"\n") => {
                        if give_line.send(line).is_err() {
                            return;
                        }
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    _ => return,
                }
            }
        })?;
        let (jobs, begun) = mpsc::channel();
        beside(move || {
            while let Ok(job) = begun.recv() {
                let Some(time) = job else { continue };
                if begun.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
            // The work is over, and the process with it.
            thread::park();
        })?;
        Ok(Self { lines, jobs })
    }

    /// Waits for the next job.
    pub(super) fn next_line(&self) -> io::Result<Vec<u8>> {
        self.lines.recv().map_err(io::Error::other)
    }

    pub(super) fn begin(&self, time: Duration) -> io::Result<()> {
        self.jobs.send(Some(time)).map_err(io::Error::other)
    }

    pub(super) fn end(&self) -> io::Result<()> {
        self.jobs.send(None).map_err(io::Error::other)
    }
}

/// Nothing that the job is at can hold up its end: no lock, no file that gives no answer.
fn beside(wait: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let waiting = move || {
        wait();
        process::abort();
    };
    thread::Builder::new().stack_size(STACK).spawn(waiting).map(drop)
}
