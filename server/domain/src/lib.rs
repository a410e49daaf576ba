//! Every rule of every capability, pure: `decide(state, command, stamp)` gives events and effects, `apply` is total.
//!
//! This crate has no clock, no randomness and no I/O: time and ids come in a [`Stamp`], everything else through the ports that
//! each capability declares. It must not know sqlx, ractor, axum or Leptos.

pub mod account;
pub mod address;
pub mod ask;
pub mod companies;
pub mod embedding;
mod failure;
mod fault;
pub mod interview;
pub mod live;
pub mod models;
pub mod opportunities;
pub mod packs;
pub mod reading;
mod refusal;
pub mod research;
pub mod runs;
mod shared;
mod stamp;
pub mod titles;
pub mod tools;
pub mod traces;
pub mod turns;
pub mod voice;

pub use fault::StoreFault;
pub use protocol::failure::{Failure, FailureKind, Fault, sentence};
pub use refusal::{Refusal, RefusalKind};
pub use shared::{Shared, WeakShared};
pub use stamp::{IdSource, Stamp};
