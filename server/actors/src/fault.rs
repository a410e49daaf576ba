//! Why a command was not carried out.

use domain::{Failure, Refusal, StoreFault};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum CommandFault {
    /// An ordinary no.
    #[error("{0}")]
    Refused(Refusal),
    /// No such interview for this tenant and person.
    #[error("there is no such interview")]
    NotFound,
    #[error(transparent)]
    Store(#[from] StoreFault),
    /// The server is going down, or the interview's actor failed on this very command.
    #[error("the server could not finish this: {0}")]
    Interrupted(String),
}

impl From<Refusal> for CommandFault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<CommandFault> for Failure {
    fn from(fault: CommandFault) -> Self {
        match fault {
            CommandFault::Refused(refusal) => refusal.into(),
            CommandFault::NotFound => Self::not_found("there is no such interview"),
            CommandFault::Store(fault) => fault.into(),
            CommandFault::Interrupted(detail) => Self { retry_after: Some(2), ..Self::unavailable(detail) },
        }
    }
}
