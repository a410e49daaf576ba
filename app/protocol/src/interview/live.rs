//! An interview as a stream that is followed, and the text of a reply while it is written.

use super::{InterviewEvent, InterviewView, Recorded};
use crate::{
    MessageId,
    live::{Live, Topic},
    record::record,
};

record! {
    /// Some text of a reply while it is written. The finished message carries the whole text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Piece {
        pub reply: MessageId,
        /// Where `text` begins in the reply, in bytes: what is held from there on gives way to it. 0 begins anew.
        pub from: u32,
        pub text: String,
    }
}

impl Live for InterviewView {
    type Event = InterviewEvent;
    type Progress = Piece;

    fn topic(&self) -> Topic {
        Topic::interview(self.id)
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn apply(&mut self, recorded: &Recorded) {
        Self::apply(self, recorded);
    }
}
