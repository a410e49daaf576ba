//! What an interview's actor looks after when nobody asks for anything: replies and research that nobody works on.

use super::{InterviewDoer, research::rested};
use crate::{
    CommandFault,
    live::{Handle, Live, Message},
};
use domain::interview::{Input, Job};
use protocol::MessageId;

use crate::live::{AGAIN, may_pass};

impl Live<InterviewDoer> {
    /// The first effects of an interview that was opened, or that was read back in the middle of a reply. One that rested is looked
    /// over.
    pub(super) async fn begin(&mut self, myself: &Handle<InterviewDoer>) {
        let resumed = self.resume_or_look_over().await;
        match resumed {
            Ok(unfinished) => self.go_on(myself, unfinished),
            Err(fault) => self.failed(&fault, "a reply in progress could not be resumed yet"),
        }
    }

    async fn resume_or_look_over(&mut self) -> Result<Vec<crate::live::Unfinished<InterviewDoer>>, CommandFault> {
        self.look_around().await;
        if self.state.view.replying.is_some() {
            self.resume().await
        } else if rested(self.state.view.updated_at, self.clock.now()) {
            self.done_once(&Input::Revisited).await
        } else {
            Ok(Vec::new())
        }
    }

    /// Takes up a reply that nobody was seen to work on, unless it came in the meantime.
    pub(super) async fn take_up_reply(&mut self, myself: &Handle<InterviewDoer>, reply: MessageId) {
        let resumed = match self.refresh().await {
            Ok(()) if self.state.view.replying == Some(reply) => self.resume_or_look_over().await,
            Ok(()) => Ok(Vec::new()),
            Err(fault) => Err(fault.into()),
        };
        match resumed {
            Ok(unfinished) => self.go_on(myself, unfinished),
            Err(fault) => self.failed(&fault, "a reply could not be taken up yet"),
        }
    }

    /// Whoever waits for a reply gets one: where its beginning is stored and nobody here works on it, it is taken up after a
    /// while. Another node that began it has had its time by then, and what this one could not store it tries again soon.
    pub(super) fn attend_reply(&mut self, myself: &Handle<InterviewDoer>) {
        if self.streamed().is_none() {
            (self.doer.growing, self.doer.shown) = (None, None);
        }
        let adrift = std::mem::take(&mut self.adrift);
        let unattended = self.state.view.replying.filter(|reply| !self.gone && !self.working.is_on(Job::Reply(*reply)));
        if let Some(reply) = unattended {
            // Understanding, wording, and the built-in engine in place of either.
            let pause = if adrift { AGAIN } else { self.doer.engines.patience * 4 + AGAIN };
            self.later(myself, Job::Reply(reply), pause, Message::Due(Job::Reply(reply)));
        }
    }

    /// Takes up the research that waits, and looks again when another node may have lost what it has.
    pub(super) async fn attend_research(&mut self, myself: &Handle<InterviewDoer>) {
        let pause = match self.take_up_research().await {
            Ok(unfinished) => {
                self.go_on(myself, unfinished);
                self.research_release()
            }
            Err(fault) => {
                tracing::warn!(%fault, "research could not be taken up yet");
                (may_pass(&fault) && !self.gone).then_some(AGAIN)
            }
        };
        if let Some(pause) = pause {
            self.later(myself, Job::Watch, pause, Message::Due(Job::Watch));
        }
    }
}
