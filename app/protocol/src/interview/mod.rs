//! The interview (seed 000): what is collected, what is known, what happened, and what a page shows.

mod answerable;
mod branch;
mod command;
mod completeness;
mod event;
mod listed;
mod live;
mod memory;
mod message;
mod objective;
mod obligation;
mod place;
mod restructure;
mod title;
mod unread;
mod view;

pub use branch::*;
pub use command::*;
pub use completeness::*;
pub use event::*;
pub use live::*;
pub use memory::*;
pub use message::*;
pub use objective::*;
pub use obligation::*;
pub use place::*;
pub use restructure::*;
pub use view::*;

use obligation::is_zero;

const fn is_zero_u32(count: &u32) -> bool {
    *count == 0
}
