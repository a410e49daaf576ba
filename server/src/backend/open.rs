//! What of the backend is about connections, sign-ins and streams that are open.

use super::Backend;
use crate::{
    live::Lives,
    web::{
        Seats, Watches,
        identity::{Attempts, FirstStart, Tokens},
    },
};
use tokio_util::sync::CancellationToken;

impl Backend {
    /// Streams of every kind.
    pub(crate) fn lives(&self) -> &Lives {
        &self.0.lives
    }

    pub(crate) fn tokens(&self) -> &Tokens {
        &self.0.tokens
    }

    pub(crate) fn attempts(&self) -> &Attempts {
        &self.0.attempts
    }

    pub(crate) fn first_start(&self) -> &FirstStart {
        &self.0.first_start
    }

    /// Streams and sockets that are open.
    pub(crate) fn seats(&self) -> &Seats {
        &self.0.seats
    }

    /// What is shown somewhere and told of when it changes.
    pub(crate) fn watches(&self) -> &Watches {
        &self.0.watches
    }

    /// Cancelled when the server was told to end: it is not ready for new work, and still does it.
    pub(crate) fn leaving(&self) -> &CancellationToken {
        &self.0.leaving
    }

    /// Cancelled when the server goes down: what would stay open for ever ends then.
    pub(crate) fn closing(&self) -> &CancellationToken {
        &self.0.closing
    }
}
