//! How searching and reading go wrong. No fault holds a key or an address with a key.

use std::time::Duration;
use thiserror::Error;

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchFault {
    #[error("it did not answer in time")]
    TimedOut,
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
    /// Asked too often, or all that was paid for is used up.
    #[error("it takes no more searches now: {detail}")]
    Limited { retry_after: Option<Duration>, detail: String },
    #[error("it does not accept the key: {0}")]
    Unauthorized(String),
    /// It will refuse the same again.
    #[error("it refused ({status}): {detail}")]
    Refused { status: u16, detail: String },
    /// It is broken at the moment.
    #[error("it failed ({status}): {detail}")]
    Failed { status: u16, detail: String },
    #[error("its answer cannot be used: {0}")]
    Malformed(String),
    /// Every provider was asked; one line for each.
    #[error("no search provider answered: {detail}")]
    NobodyAnswered { detail: String, retryable: bool },
}

impl SearchFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::TimedOut | Self::Unreachable(_) | Self::Limited { .. } | Self::Failed { .. } => true,
            Self::NobodyAnswered { retryable, .. } => *retryable,
            Self::Unauthorized(_) | Self::Refused { .. } | Self::Malformed(_) => false,
        }
    }
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PageFault {
    #[error("this is not an address of a web page: {0}")]
    BadAddress(String),
    /// The guard: private networks, other ports, other schemes.
    #[error("this address may not be fetched: {0}")]
    Forbidden(String),
    #[error("the site asks robots not to read this page")]
    Robots,
    #[error("the page did not come in time")]
    TimedOut,
    #[error("the page cannot be reached: {0}")]
    Unreachable(String),
    #[error("the page leads on to another one too many times")]
    TooManyRedirects,
    #[error("the site answered {0}")]
    Status(u16),
    #[error("the site takes no more requests now")]
    Limited { retry_after: Option<Duration> },
    #[error("the page is larger than {0} bytes")]
    TooLarge(usize),
    #[error("this kind of page cannot be read: {0}")]
    Unsupported(String),
    #[error("there is no text on the page")]
    Empty,
}

impl PageFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::TimedOut | Self::Unreachable(_) | Self::Limited { .. } => true,
            Self::Status(status) => *status >= 500,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_pass_is_tried_again() {
        assert!(SearchFault::Limited { retry_after: None, detail: String::new() }.is_retryable());
        assert!(!SearchFault::Unauthorized("no".into()).is_retryable());
        assert!(PageFault::Status(502).is_retryable());
        assert!(!PageFault::Status(404).is_retryable());
        assert!(!PageFault::Forbidden("loopback".into()).is_retryable());
    }
}
