//! The interview (seed 000): objectives, obligations, negotiation, completeness, phases, working memory, re-evaluation.

mod heard;
mod objectives_store;
mod ports;
mod records;
mod reply;

pub use heard::*;
pub use objectives_store::*;
pub use ports::*;
pub use records::*;
pub use reply::*;
