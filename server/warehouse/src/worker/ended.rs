//! What the end of a process says about the job that it had.

use super::Job;
use domain::tools::warehouse::WarehouseFault;
use std::{os::unix::process::ExitStatusExt as _, process::ExitStatus};
use tokio::{io::AsyncReadExt as _, process::ChildStderr};

/// Why a job was not done.
#[derive(Clone, Debug)]
pub(crate) struct Undone {
    pub(crate) fault: WarehouseFault,
    /// The job caused it: tried again it would end the same way.
    pub(crate) its_own: bool,
}

impl From<Undone> for WarehouseFault {
    fn from(undone: Undone) -> Self {
        undone.fault
    }
}

impl Undone {
    pub(super) const fn from_job(fault: WarehouseFault) -> Self {
        Self { fault, its_own: true }
    }

    pub(super) const fn later(fault: WarehouseFault) -> Self {
        Self { fault, its_own: false }
    }
}

/// Of what a process said of its end, in bytes.
const KEPT: usize = 4_096;

/// The last of it, while everything is read: nobody waits at a pipe that is full.
pub(super) async fn last_words(mut errors: ChildStderr) -> String {
    let (mut kept, mut block) = (Vec::new(), [0; 1_024]);
    while let Ok(read @ 1..) = errors.read(&mut block).await {
        kept.extend_from_slice(&block[..read]);
        kept.drain(..kept.len().saturating_sub(KEPT));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

const SIGKILL: i32 = 9;
/// Of the standard library, the kernel and the allocator where memory is refused; a thread needs some for its stack.
const NO_MEMORY: [&str; 5] =
    ["memory allocation of", "annot allocate memory", "ut of memory", "failed to spawn thread", "OS can't spawn"];
/// What a program ends with that has panicked.
const PANICKED: i32 = 101;

pub(super) fn died(job: &Job, ended: ExitStatus, words: &str) -> Undone {
    let said: String = words.lines().map(str::trim).filter(|line| !line.is_empty()).take(2).collect::<Vec<_>>().join(": ");
    tracing::warn!(%ended, said = said.chars().take(300).collect::<String>(), "{} ended its process", job.subject());
    let subject = job.subject();
    // Only a kernel that is out of memory kills, apart from a dropped call, which is not reported.
    if ended.signal() == Some(SIGKILL) || NO_MEMORY.iter().any(|refused| words.contains(refused)) {
        let told = format!("{subject} needs more memory than it may have ({} MB)", job.memory() >> 20);
        return Undone::from_job(WarehouseFault::Limit(told));
    }
    if ended.signal().is_some() || ended.code() == Some(PANICKED) {
        return Undone::from_job(match job {
            Job::Prepare { .. } => WarehouseFault::Unusable("the file is not what its name says".to_owned()),
            _ => WarehouseFault::Invalid(format!("{subject} is more than the engine can work out")),
        });
    }
    Undone::later(WarehouseFault::Limit(format!("{subject} could not be worked out; try again in a moment")))
}
