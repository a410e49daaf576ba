//! The interview (seed 000): objectives, obligations, negotiation, completeness, phases, working memory, re-evaluation.

mod audit;
pub mod completeness;
pub mod condition;
mod conflicts;
mod decide;
pub mod dependencies;
mod draft;
pub mod export;
mod heard;
mod history;
mod memory;
mod next;
pub mod objective;
mod objectives_store;
pub mod obligation;
pub mod phase;
mod ports;
pub mod projection;
mod records;
mod reevaluate;
mod reply;
mod state;
mod tasks;
pub mod value;

pub use conflicts::conflicts;
pub use decide::*;
pub use draft::{Draft, Drafted};
pub use heard::*;
pub use history::History;
pub use objectives_store::*;
pub use ports::*;
pub use records::*;
pub use reply::*;
pub use state::Interview;
pub use tasks::{Task, tasks};
