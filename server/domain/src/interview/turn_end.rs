//! How turns end.

use protocol::interview::{InterviewEvent, InterviewView};

/// How a turn ended: by the reply to what was said, not by another wording of it nor by what is said on after a change beside the
/// conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnEnd {
    Answered,
    /// The built-in engine did something of it in place of the language model.
    FellBack,
    Stopped,
}

impl TurnEnd {
    pub const ALL: [Self; 3] = [Self::Answered, Self::FellBack, Self::Stopped];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::FellBack => "fell_back",
            Self::Stopped => "stopped",
        }
    }

    /// What an event ends, by the view before it.
    pub(super) fn from_event(before: &InterviewView, event: &InterviewEvent) -> Option<Self> {
        let (reply, end) = match event {
            InterviewEvent::MessageAdded { message } if message.stopped => (message.id, Self::Stopped),
            InterviewEvent::MessageAdded { message } if message.fell_back.is_some() => (message.id, Self::FellBack),
            InterviewEvent::MessageAdded { message } => (message.id, Self::Answered),
            // Where a part of the reply was shown, that was added before, and nothing is being written any more.
            InterviewEvent::ReplyStopped { message_id } => (*message_id, Self::Stopped),
            _ => return None,
        };
        let is_of_turn = before.replying == Some(reply) && before.rewording.is_none() && before.going_on.is_empty();
        // The greeting is no turn.
        (is_of_turn && before.turn_count > 0).then_some(end)
    }
}
