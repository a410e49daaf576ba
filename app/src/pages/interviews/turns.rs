//! How a room takes what the socket says of its interview. What reads events and applies them is a part of its own: the first comes
//! after somebody has said or changed something.

#[cfg(feature = "hydrate")]
mod apart;
#[cfg(any(feature = "hydrate", test))]
mod waiting;

#[cfg(feature = "hydrate")]
pub(super) use apart::expect;

use crate::feed::{Followed, Missing};
use protocol::interview::InterviewView;

/// How a frame ends that brings nothing: the answer to a page that has all events.
const NOTHING_NEW: &str = r#""type":"events","events":[]}"#;

pub(super) fn take(interview: Followed<InterviewView>, text: &str) -> Missing {
    if text.ends_with(NOTHING_NEW) {
        return Missing::Nothing;
    }
    read(interview, text)
}

#[cfg(feature = "hydrate")]
fn read(interview: Followed<InterviewView>, text: &str) -> Missing {
    apart::read(interview, text.to_owned())
}

#[cfg(not(feature = "hydrate"))]
fn read(interview: Followed<InterviewView>, text: &str) -> Missing {
    interview.read(text)
}

/// Something was said: events will come. Their code is here from the beginning.
#[cfg(not(feature = "hydrate"))]
pub(super) const fn expect() {}

#[cfg(test)]
mod tests {
    use super::NOTHING_NEW;
    use protocol::{
        MessageId, SessionId,
        frame::Frame,
        interview::{InterviewView, Piece},
        live::Topic,
    };
    use uuid::Uuid;

    #[test]
    fn only_a_frame_without_events_brings_nothing() {
        let topic = Topic::interview(SessionId(Uuid::nil()));
        let piece = |text: &str| Piece { reply: MessageId(Uuid::nil()), from: 0, text: text.into() };
        let frames: [(Frame<InterviewView>, bool); 3] = [
            (Frame::Events { topic, events: Vec::new() }, true),
            (Frame::Progress { topic, progress: piece(NOTHING_NEW) }, false),
            (Frame::Refused { topic, detail: NOTHING_NEW.into() }, false),
        ];
        for (frame, brings_nothing) in frames {
            let text = serde_json::to_string(&frame).expect("JSON");
            assert_eq!(text.ends_with(NOTHING_NEW), brings_nothing, "{text}");
        }
    }
}
