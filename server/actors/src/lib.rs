//! Actors around the pure state machines: one per stream that is in use, started when it is needed, gone when it is idle.
//!
//! [`live`] has the mechanics, which are the same for every kind; [`interview`] has what an interview needs beside them. This
//! crate reaches the world through the domain's ports; it must not know sqlx, axum or a concrete engine. It keeps no registry
//! across nodes: two nodes that hold the same stream are kept apart by the store's `(stream, seq)`.

mod fault;
mod interview;
pub mod live;
pub mod schedules;
mod stamp;
pub mod webhooks;

pub use fault::CommandFault;
pub use interview::{Before, InterviewDoer, InterviewParts, Interviews, LastAnswer, Library, Outcome, Viewed, Written};
pub use live::{Limits, Who};
pub use stamp::{AgreedClock, Clock, SystemClock, SystemIds};
