//! What the person said that nobody has read, because its reply was stopped: it is read with the next message.

use super::{Author, InterviewView, Message};
use crate::MessageId;

impl InterviewView {
    /// So many messages without a reply are read with the next one; older ones are left.
    const MOST_UNREAD: usize = 4;

    pub(super) fn note_unread(&mut self, message: &Message) {
        match message.role {
            // What a widget answered is kept already.
            Author::User => self.answering = message.widget_key.is_none().then_some(message.id),
            Author::Agent if !message.stopped => {
                self.answering = None;
                self.unread.clear();
            }
            Author::Agent | Author::System => {}
        }
    }

    /// The reply being written is decided: what it answers was read.
    pub(super) fn all_read(&mut self) {
        if self.planned {
            self.answering = None;
            self.unread.clear();
        }
    }

    /// A reply is stopped, perhaps before anybody had read what it would have answered.
    pub(super) fn leave_unread(&mut self, reply: MessageId) {
        let is_about_it = self.replying == Some(reply) && self.rewording.is_none() && self.going_on.is_empty();
        if let Some(message) = self.answering.take_if(|_| is_about_it) {
            self.unread.push(message);
            let most = self.unread.len().saturating_sub(Self::MOST_UNREAD);
            self.unread.drain(..most);
        }
    }
}
