//! What can go wrong with whatever keeps the data; one enum for all its ports.

use thiserror::Error;

#[derive(Debug, Error)]
pub enum StoreFault {
    /// Someone else stored first, or the thing exists already.
    #[error("it was changed by someone else in the meantime")]
    Conflict,
    /// The database cannot be reached or does not answer in time.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// No room left on the disk.
    #[error("the disk is full: {0}")]
    Full(String),
    /// What is stored cannot be read back.
    #[error("stored data cannot be read: {0}")]
    Corrupt(String),
    /// The database refused; a fault of this program.
    #[error("the database refused: {0}")]
    Refused(String),
}

impl StoreFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::Conflict | Self::Unavailable(_) | Self::Full(_))
    }
}
