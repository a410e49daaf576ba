//! Who does something: the person whose interview it is, or somebody else who may.

use super::InterviewDoer;
use crate::{
    CommandFault,
    live::{Live, Who},
};
use domain::{
    Refusal,
    account::AuditEntry,
    interview::{Call, Drafted},
};
use protocol::{UserId, interview::InterviewCommand};
use serde_json::{Value, json};

impl Live<InterviewDoer> {
    /// Whoever asks, unless it is the person whose interview this is, or the server itself.
    fn other(&self, who: &Who) -> Option<UserId> {
        who.user.filter(|user| *user != self.state.owner)
    }

    /// What is said is the person's own: nobody speaks in their place, however much they may see and set.
    pub(super) fn may_do(&self, who: &Who, command: &Call) -> Result<(), CommandFault> {
        let Call::Command(command) = command else { return Ok(()) };
        let says = matches!(**command, InterviewCommand::Say { .. } | InterviewCommand::EditMessage { .. });
        // A guest speaks through the server, which knows them by what their browser keeps.
        if says && self.state.view.guest.is_some() && who.user.is_some() {
            let detail = "somebody you invited speaks in this interview: you can read it and set answers beside it";
            return Err(Refusal::forbidden(detail).into());
        }
        if says && self.other(who).is_some() {
            let detail = "this is somebody else's interview: only they speak in it; you can read it and set answers beside it";
            return Err(Refusal::forbidden(detail).into());
        }
        Ok(())
    }

    /// Feedback is theirs who give it, and what they did in somebody else's interview stands in the audit.
    pub(super) fn sign(&self, who: &Who, command: impl FnOnce() -> Value, drafted: &mut Drafted) -> Option<AuditEntry> {
        let other = self.other(who)?;
        drafted.feedback.iter_mut().for_each(|row| row.user = other);
        Some(AuditEntry {
            id: self.ids.next(),
            tenant: self.state.tenant,
            user: Some(other),
            action: "interview.changed".into(),
            target: self.state.view.id.to_string(),
            about: Some(self.state.owner),
            detail: json!({"command": command()}),
            at: self.clock.now(),
        })
    }
}
