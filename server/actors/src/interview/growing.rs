//! The text of a reply while it is written. Followers see it; it is kept only when the reply is stopped.

use super::{InterviewDoer, Written};
use crate::live::{Live, Published};
use domain::interview::{Interview, Streamed};
use protocol::{
    MessageId,
    interview::{InterviewView, MESSAGE_LIMIT, Piece},
};
use std::sync::Arc;

impl Live<InterviewDoer> {
    /// Takes the written text and sends it to the followers. Another engine begins anew. Text longer than any message is not
    /// shown.
    pub(super) fn grew(&mut self, reply: MessageId, written: Written) {
        let Written { engine, text } = written;
        if self.state.view.replying != Some(reply) || text.is_empty() {
            return;
        }
        let from = match self.doer.growing.as_mut().filter(|held| held.reply == reply && held.engine == engine) {
            Some(held) if held.text.len() + text.len() > MESSAGE_LIMIT => return,
            Some(held) => {
                held.text.push_str(&text);
                held.text.len() - text.len()
            }
            None => {
                self.doer.growing = Some(Streamed { reply, text: text.clone(), engine });
                0
            }
        };
        if !self.followers.is_empty() {
            let after = self.view_without_messages();
            self.show_after(piece(reply, from, text), after);
        }
    }

    /// What was shown so far of the reply that is being written.
    pub(super) fn streamed(&self) -> Option<&Streamed> {
        self.doer.growing.as_ref().filter(|held| self.state.view.replying == Some(held.reply))
    }

    /// The same for a follower who joins in the middle of it.
    pub(super) fn so_far(&mut self) -> Option<Published<Interview>> {
        let piece = self.streamed().map(|held| piece(held.reply, 0, held.text.clone()))?;
        Some(Published::progress(self.topic(), piece, self.view_without_messages()))
    }

    /// The interview without its messages, made once for all pieces between two events.
    fn view_without_messages(&mut self) -> Arc<InterviewView> {
        match self.doer.shown.take().filter(|shown| shown.seq == self.state.view.seq) {
            Some(shown) => self.doer.shown.insert(shown).clone(),
            None => self.doer.shown.insert(Arc::new(self.state.view.without_messages())).clone(),
        }
    }
}

/// No message is as long as `u32` can count.
fn piece(reply: MessageId, from: usize, text: String) -> Piece {
    Piece { reply, from: u32::try_from(from).unwrap_or(u32::MAX), text }
}
