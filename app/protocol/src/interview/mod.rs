//! The interview (seed 000): what is collected, what is known, what happened, and what a page shows.

mod command;
mod completeness;
mod event;
mod memory;
mod message;
mod objective;
mod obligation;
mod view;

pub use command::*;
pub use completeness::*;
pub use event::*;
pub use memory::*;
pub use message::*;
pub use objective::*;
pub use obligation::*;
pub use view::*;
