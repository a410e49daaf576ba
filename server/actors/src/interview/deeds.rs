//! Who does something: the person whose interview it is, or somebody else who may.

use super::Live;
use crate::{CommandFault, Published, Who};
use domain::{Refusal, StoreFault, account::AuditEntry, interview::Drafted};
use protocol::{UserId, interview::InterviewCommand};
use serde_json::{Value, json};
use std::sync::Arc;

/// A command as it reads in JSON.
pub(super) fn told(command: &InterviewCommand) -> Value {
    serde_json::to_value(command).unwrap_or_default()
}

impl Live {
    /// Whoever asks, unless it is the person whose interview this is, or the server itself.
    fn other(&self, who: &Who) -> Option<UserId> {
        who.user.filter(|user| *user != self.interview.owner)
    }

    /// What is said is the person's own: nobody speaks in their place, however much they may see and set.
    pub(super) fn may_do(&self, who: &Who, command: &InterviewCommand) -> Result<(), CommandFault> {
        let says = matches!(command, InterviewCommand::Say { .. } | InterviewCommand::EditMessage { .. });
        if says && self.other(who).is_some() {
            let detail = "this is somebody else's interview: only they speak in it; you can read it and set answers beside it";
            return Err(Refusal::forbidden(detail).into());
        }
        Ok(())
    }

    /// Stores what somebody's command came to: feedback is theirs, and what they did in somebody else's interview stands in
    /// the audit.
    pub(super) async fn commit_by(
        &mut self,
        who: &Who,
        command: impl FnOnce() -> Value,
        drafted: Option<Drafted>,
    ) -> Result<Arc<Published>, StoreFault> {
        let Some(other) = self.other(who) else { return self.commit(drafted).await };
        let drafted = drafted.map(|mut drafted| {
            drafted.feedback.iter_mut().for_each(|row| row.user = other);
            drafted
        });
        let deed = AuditEntry {
            id: self.ids.next(),
            tenant: self.interview.tenant,
            user: Some(other),
            action: "interview.changed".into(),
            target: self.interview.view.id.to_string(),
            about: Some(self.interview.owner),
            detail: json!({"command": command()["type"]}),
            at: self.clock.now(),
        };
        self.commit_with(drafted, Some(deed)).await
    }
}
