//! Speech: what a recording may be, how sure words are that a machine wrote down, and the ports to those who listen and speak.

mod certainty;
mod ports;
mod recording;

pub use certainty::{Segment, certainty, most};
pub use ports::{Audio, Listener, Speaker, SpeechFault, Transcriber, Transcript, Voice};
pub use recording::{Container, LARGEST, LONGEST, Recording, Unfit, language};

/// The most characters that are spoken at once: services take no more.
pub const MOST_CHARACTERS: usize = 4_096;
