//! What every long-lived thing has in common: a pure state machine over a stream of events, and the store of streams.
//!
//! A new kind implements [`Machine`] here, names its effects in a `Doer` (crate `actors`), and gets from the mechanics: one
//! transaction per decision, the fence between nodes, leases, wake-ups, followers, resumption after a crash and removal.

mod append;
mod machine;
mod store;
pub mod work;

pub use append::{Append, Rows, StoredEvent, StreamRow};
pub use machine::{Decision, Drafted, EventsDrafted, Machine};
pub use store::{Leased, StreamChange, StreamStore};
