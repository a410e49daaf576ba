use std::time::Duration;
use thiserror::Error;

/// Why a wiki could not be read, each with what can be done.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfluenceFault {
    #[error("this is not the address of a Confluence: {0}")]
    Address(String),
    #[error("this is not the key of a space: {0}; it stands in the address of the space, behind /spaces/ or /display/")]
    Key(String),
    /// The guard's no.
    #[error("this address may not be fetched: {0}")]
    Forbidden(String),
    #[error("Confluence cannot be reached: {0}")]
    Unreachable(String),
    #[error("Confluence did not answer in time")]
    TimedOut,
    #[error("reading the space takes longer than {} seconds; try again, or give a space with fewer pages", .0.as_secs())]
    TooLong(Duration),
    #[error("Confluence does not accept the sign-in (401): check the user and the token, which may have expired")]
    SignIn,
    #[error("Confluence wants a sign-in (401): give a user with an API token, or a personal access token alone")]
    NoSignIn,
    #[error("Confluence wants this user to solve a picture riddle first (403): sign in once in a browser, then try again")]
    Riddle,
    #[error("Confluence lets this user read nothing there (403): the account needs permission to view the space")]
    NotAllowed,
    #[error("Confluence has no space {0} that this user may see (404): check the key and the account's permissions")]
    NoSpace(String),
    #[error(
        "there is no Confluence at this address (404): it looks like https://name.atlassian.net/wiki or https://wiki.example/confluence"
    )]
    NotThere,
    #[error("Confluence takes no more requests now (429){}", match .after {
        Some(after) => format!(": try again in {} seconds", after.as_secs().max(1)),
        None => ": try again in a few minutes".to_owned(),
    })]
    Limited { after: Option<Duration> },
    #[error("the address leads on to {0}: give the address that a browser shows when it is signed in")]
    LeadsAway(String),
    #[error("a page for people came instead of data: check the address and the sign-in")]
    PageForPeople,
    #[error("Confluence answered {0}")]
    Status(u16),
    #[error("Confluence's answer cannot be read: {0}")]
    Answer(String),
    #[error("one answer of Confluence is larger than {} MB", .0 / 1_000_000)]
    TooLarge(usize),
}

impl ConfluenceFault {
    /// Whether the same may go well later.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::TimedOut | Self::TooLong(_) | Self::Limited { .. } => true,
            Self::Status(status) => *status >= 500,
            _ => false,
        }
    }
}
