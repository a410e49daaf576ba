//! The interview (seed 000): objectives, obligations, negotiation, completeness, phases, working memory, re-evaluation.

mod heard;
mod ports;
mod reply;

pub use heard::*;
pub use ports::*;
pub use reply::*;
