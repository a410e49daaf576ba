//! What is read at once: the newest message, and before it those whose reply was stopped before it was decided.

use protocol::{
    MessageId,
    interview::{Author, InterviewView, Message},
};

/// At least one message, the newest last.
pub(super) struct Unread<'a> {
    messages: Vec<&'a Message>,
    /// How many messages of the conversation come before the newest.
    pub at: usize,
}

impl<'a> Unread<'a> {
    /// `None` where the person has said nothing yet.
    pub(super) fn of_view(view: &'a InterviewView) -> Option<Self> {
        let at = view.messages.iter().rposition(|message| message.role == Author::User)?;
        let earlier = view.messages[..at].iter().filter(|message| view.unread.contains(&message.id));
        Some(Self { messages: earlier.chain([&view.messages[at]]).collect(), at })
    }

    /// A message by itself.
    pub(super) fn single(message: &'a Message) -> Self {
        Self { messages: vec![message], at: 0 }
    }

    pub(super) fn newest(&self) -> &'a Message {
        self.messages[self.messages.len() - 1]
    }

    pub(super) fn oldest(&self) -> &'a Message {
        self.messages[0]
    }

    pub(super) fn contains(&self, id: MessageId) -> bool {
        self.messages.iter().any(|message| message.id == id)
    }

    /// All of it, a message a line.
    pub(super) fn text(&self) -> String {
        self.messages.iter().map(|message| message.content.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Which message a stretch of [`Self::text`] is in, and where in it; `None` where it is not in a single one.
    pub(super) fn locate(&self, start: usize, end: usize) -> Option<(&'a Message, usize, usize)> {
        let mut before = 0;
        for message in &self.messages {
            let length = message.content.len();
            if start >= before && end <= before + length {
                return Some((message, start - before, end - before));
            }
            before += length + 1;
        }
        None
    }
}
