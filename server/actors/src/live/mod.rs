//! The mechanics of everything that lives long: one actor per stream that is in use, whatever its kind.
//!
//! An actor decides, applies, stores, publishes, in this order, and runs effects whose results come back as messages; what cannot be
//! stored is read again. A new kind brings a [`Machine`](domain::live::Machine) and a [`Doer`]; nothing of this is written again.
//!
//! # A new kind
//!
//! ```ignore
//! // domain: the rules. `Count` is the state; its view, events and commands are types of `protocol`.
//! impl Machine for Count {
//!     fn decide(&self, input: Input, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
//!         let event = match input {
//!             Input::Begin => Event::Begun,
//!             Input::Counted(rows) => Event::Done { rows },
//!         };
//!         Ok(Decision { drafted: EventsDrafted::new(self.view.seq, stamp, [event]), effects: self.unfinished() })
//!     }
//!     // What is left to do after a crash, and what has no purpose any more.
//!     fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> { … }
//!     fn wanted(&self, job: Job) -> bool { self.view.status == WorkStatus::Running }
//! }
//!
//! // server: the work. It runs beside the actor, on the node that has the stream's lease, and may be cancelled at any await.
//! impl Doer for Counting {
//!     type Machine = Count;
//!     fn start(live: &mut Live<Self>, effect: Effect, _now: Timestamp) -> Start<Self> {
//!         let backend = live.doer.0.clone();
//!         Start::later(Job::Count, async move { Input::Counted(backend.count().await) })
//!     }
//! }
//! ```

mod actor;
mod any;
mod contest;
mod directory;
mod doer;
mod ending;
mod entry;
mod lease;
mod parts;
mod published;
mod state;
mod supervisor;
mod waiting;
mod working;

pub use any::{AnyDirectory, Followed};
pub use directory::Directory;
pub use doer::{Doer, Note, Start, Unfinished};
pub use parts::{Common, JoinStart, Joined, Limits, Outcome, Parts, Viewed, Who};
pub use published::{Published, Subscription, events_frame, snapshot_frame};
pub use state::Live;

pub use actor::Handle;

pub(crate) use actor::{AGAIN, Answer, Message, Visit, may_pass};
pub(crate) use doer::at_once;
pub(crate) use state::TRIES;
