//! Speech by services that speak OpenAI's wire: recordings become words, words become sound. What is said goes there, so nobody is
//! asked unless an address is configured.

mod place;
mod spoken;
mod transcription;
mod wire;

pub use place::{Place, Settings};
pub use spoken::SpokenBy;
pub use transcription::TranscribedBy;
pub use wire::Patience;
