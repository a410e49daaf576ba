//! Pages for people without an account: an interview that was shared with them, and one that they were invited to. Plain documents of
//! the server, without scripts: nothing of the interface behind the door is loaded for them.

mod closed;
mod document;
mod invited;
mod reading;

pub use closed::{Closed, closed_page};
pub use invited::{Answer, interview_page, invitation_page, read_answer, refuse_repeated};
pub use reading::shared_page;
