//! Actors around the pure state machines: one per live interview, started when it is needed, gone when it is idle.
//!
//! An actor decides, stores, applies, publishes, in this order, and starts effects whose results come back as messages.
//! This crate reaches the world through the domain's ports; it must not know sqlx, axum or a concrete engine.
//! It keeps no registry across nodes: two nodes that hold the same stream are kept apart by the store's `(stream, seq)`.

mod directory;
mod fault;
mod interning;
mod interview;
mod published;
mod stamp;
mod warden;

pub use directory::{Directory, Limits, Parts, Who};
pub use fault::CommandFault;
pub use interview::{Joined, Library, Outcome, Start, Viewed};
pub use published::{Piece, Published, Subscription, snapshot_frame};
pub use stamp::{AgreedClock, Clock, SystemClock, SystemIds};
