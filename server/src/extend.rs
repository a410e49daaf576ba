//! What a custom build adds (seed 002, warehouse plugins): `server/examples/governed.rs` is one.
//!
//! A build of one's own is a program whose `main` makes a [`Build`], adds to it and runs it. It has the whole command line.

use anyhow::Result;
pub use projects::QueryContext;
use std::{fmt, process::ExitCode, sync::Arc};
pub use warehouse::middleware::{Middleware, Next, Query};

type Factory = dyn Fn(&QueryContext) -> Option<Arc<dyn Middleware>> + Send + Sync;

/// The server with what was added to it.
#[derive(Clone, Default)]
pub struct Build {
    queries: Vec<Arc<Factory>>,
}

impl Build {
    /// As it comes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Middleware for queries of projects' databases, made for each query: none where it is not concerned. It stands behind the
    /// log, the budget and the ceiling of the server, in the order in which it was added, and before the project's filter and the
    /// guard, which hold whatever it does.
    #[must_use]
    pub fn with_queries(
        mut self,
        factory: impl Fn(&QueryContext) -> Option<Arc<dyn Middleware>> + Send + Sync + 'static,
    ) -> Self {
        self.queries.push(Arc::new(factory));
        self
    }

    /// Reads the command line and does what it says; how the program should end.
    ///
    /// # Errors
    /// In words, for the terminal.
    pub fn run(self) -> Result<ExitCode> {
        crate::cli::run(self)
    }

    pub(crate) fn middlewares(&self) -> projects::Middlewares {
        let queries = self.queries.clone();
        Arc::new(move |asked| queries.iter().filter_map(|factory| factory(asked)).collect())
    }
}

impl fmt::Debug for Build {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Build with {} of its own for queries", self.queries.len())
    }
}
