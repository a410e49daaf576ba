//! What is being done for an interview beside its actor.

use protocol::{MessageId, ResearchId};
use std::collections::HashMap;
use tokio::task::AbortHandle;

/// What is worked on or waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Job {
    Reply(MessageId),
    /// A step of a research task.
    Research(ResearchId),
    /// The moment at which research may be taken up that cannot be yet.
    Watch,
    /// What these turns came to, in an engine's words.
    Summary(u32, u32),
    /// Whether the answers still hold.
    LookOver,
}

/// Jobs under way, to be stopped. Whatever is left ends with the actor, also with one that failed.
#[derive(Debug, Default)]
pub(crate) struct Working(HashMap<Job, AbortHandle>);

impl Working {
    pub(super) fn begin(&mut self, job: Job, work: AbortHandle) {
        if let Some(earlier) = self.0.insert(job, work) {
            earlier.abort();
        }
    }

    /// It came to its end by itself.
    pub(super) fn end(&mut self, job: Job) {
        self.0.remove(&job);
    }

    pub(super) fn cancel(&mut self, job: Job) {
        if let Some(work) = self.0.remove(&job) {
            work.abort();
        }
    }

    pub(super) fn cancel_all(&mut self) {
        self.cancel_all_but(|_| false);
    }

    /// Only these are still wanted.
    pub(super) fn cancel_all_but(&mut self, wanted: impl Fn(Job) -> bool) {
        self.0.retain(|job, work| {
            let keep = wanted(*job);
            if !keep {
                work.abort();
            }
            keep
        });
    }

    pub(super) fn is_on(&self, job: Job) -> bool {
        self.0.contains_key(&job)
    }

    /// The research tasks that are worked on here.
    pub(super) fn research(&self) -> Vec<ResearchId> {
        let of = |job: &Job| if let Job::Research(id) = job { Some(*id) } else { None };
        self.0.keys().filter_map(of).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.cancel_all();
    }
}
