//! The text of a reply while it is written: shown to whoever follows, kept only when the reply is stopped.

use super::{Live, engine::Written};
use crate::published::{Piece, Published};
use domain::interview::Streamed;
use protocol::{
    MessageId,
    interview::{InterviewView, MESSAGE_LIMIT},
};
use std::sync::Arc;

impl Live {
    /// Takes what was written and tells the followers. Another engine begins anew; what is longer than any message is not shown.
    pub(super) fn grew(&mut self, reply: MessageId, written: Written) {
        let Written { engine, text } = written;
        if self.interview.view.replying != Some(reply) || text.is_empty() {
            return;
        }
        let from = match self.growing.as_mut().filter(|held| held.reply == reply && held.engine == engine) {
            Some(held) if held.text.len() + text.len() > MESSAGE_LIMIT => return,
            Some(held) => {
                held.text.push_str(&text);
                held.text.len() - text.len()
            }
            None => {
                self.growing = Some(Streamed { reply, text: text.clone(), engine });
                0
            }
        };
        if !self.followers.is_empty() {
            let published = Published::piece(Piece { reply, from, text }, self.shown());
            self.followers.publish_piece(&Arc::new(published));
        }
    }

    /// What was shown so far of the reply that is being written.
    pub(super) fn streamed(&self) -> Option<&Streamed> {
        self.growing.as_ref().filter(|held| self.interview.view.replying == Some(held.reply))
    }

    /// The same for somebody who comes in the middle of it.
    pub(super) fn so_far(&mut self) -> Option<Published> {
        let piece = self.streamed().map(|held| Piece { reply: held.reply, from: 0, text: held.text.clone() })?;
        Some(Published::piece(piece, self.shown()))
    }

    /// The interview without its messages, made once for all pieces between two events.
    fn shown(&mut self) -> Arc<InterviewView> {
        match self.shown.take().filter(|shown| shown.seq == self.interview.view.seq) {
            Some(shown) => self.shown.insert(shown).clone(),
            None => self.shown.insert(Arc::new(self.interview.view.without_messages())).clone(),
        }
    }
}
