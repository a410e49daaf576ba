//! What is being done for an interview beside its actor.

use protocol::MessageId;
use std::collections::HashMap;
use tokio::task::AbortHandle;

/// Replies that are being worked on or waited for, to be stopped. Whatever is left ends with the actor, also with one that failed.
#[derive(Debug, Default)]
pub(crate) struct Working(HashMap<MessageId, AbortHandle>);

impl Working {
    pub(super) fn begin(&mut self, reply: MessageId, work: AbortHandle) {
        if let Some(earlier) = self.0.insert(reply, work) {
            earlier.abort();
        }
    }

    /// It came to its end by itself.
    pub(super) fn end(&mut self, reply: MessageId) {
        self.0.remove(&reply);
    }

    pub(super) fn cancel(&mut self, reply: MessageId) {
        if let Some(work) = self.0.remove(&reply) {
            work.abort();
        }
    }

    /// Only this reply, if any, is still wanted.
    pub(super) fn cancel_all_but(&mut self, wanted: Option<MessageId>) {
        self.0.retain(|reply, work| {
            let keep = wanted == Some(*reply);
            if !keep {
                work.abort();
            }
            keep
        });
    }

    pub(super) fn is_on(&self, reply: MessageId) -> bool {
        self.0.contains_key(&reply)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.cancel_all_but(None);
    }
}
