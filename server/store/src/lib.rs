//! Keeps interviews, objectives, accounts, sealed secrets and the ledger of models in SQLite or Postgres, behind the ports that `domain` declares.
//!
//! The address chooses the database; every query exists once, with `$1` placeholders that both understand, and only the
//! migrations differ. This crate knows rows, transactions and faults. It must not know a rule of any capability, nor actors,
//! HTTP or the clock: what is decided, when, and under which id comes in with the call.
//!
//! Decided here:
//! - Times are `TIMESTAMPTZ` in Postgres and microseconds since 1970 as `INTEGER` in SQLite; a confidence is `NUMERIC(3,2)` and
//!   `REAL`. `columns` writes both, so that no query casts.
//! - An event is stored as the JSON text that it was made of. Rows are for others to query: a NUL character, which Postgres
//!   cannot hold, stands there as U+FFFD.
//! - "Stored" means that it survives the loss of power: SQLite commits with `synchronous = FULL`, and group commit makes that
//!   cheap (see `writer`).

mod accounts;
mod append;
mod ask;
mod audit_trail;
mod columns;
mod companies;
mod condition;
mod datum;
mod events;
mod expired;
mod faults;
mod feedback;
mod finding_feedback;
mod insert;
mod interviews;
mod large;
mod links;
mod listed;
mod models;
mod objectives;
mod obligations;
mod opportunities;
mod packs;
mod places;
mod pools;
mod prices;
mod projects;
mod question_pools;
mod research;
mod reviews;
mod run_reviews;
mod runs;
mod schedules;
mod sessions;
mod sources;
mod streams;
mod summaries;
mod titles;
mod turn_figures;
mod watch;
mod writer;

pub use condition::Condition;
pub use models::{Keyring, KeyringFault, Secrets};

use columns::At;
use domain::{Shared, StoreFault};
use faults::fault;
use listed::Listed;
use pools::{Pools, read};
use protocol::Timestamp;
use std::sync::Arc;
use uuid::Uuid;
use writer::Writer;

/// An open database. Clones share it.
#[derive(Clone)]
pub struct Store {
    inner: Shared<Inner>,
}

struct Inner {
    pools: Pools,
    writer: Writer,
    listed: Arc<Listed>,
    /// Tells this handle's appends from those of other nodes.
    node: Uuid,
}

impl Store {
    /// Opens `sqlite:…`, `sqlite://…`, `postgres://…` or `postgresql://…` and brings its tables up to date. A SQLite file is
    /// created with its folder.
    pub async fn open(url: &str) -> Result<Self, StoreFault> {
        let pools = Pools::open(url).await?;
        let node = pools.node().await?;
        let listed = Arc::<Listed>::default();
        let writer = Writer::start(&pools, node, &listed);
        Ok(Self { inner: Shared::new(Inner { pools, writer, listed, node }) })
    }

    /// Stores what is under way, then lets go of the database. Whatever is asked afterwards is [`StoreFault::Unavailable`].
    pub async fn close(&self) {
        self.inner.writer.close().await;
        self.inner.pools.close().await;
    }

    /// The newest migration, with its number and name.
    pub async fn version(&self) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT version, description FROM _sqlx_migrations ORDER BY version DESC LIMIT 1";
        let (number, name): (i64, String) = read!(self, |on| sqlx::query_as(SQL).fetch_one(on).await.map_err(fault)?);
        Ok(format!("{number:04} {name}"))
    }

    /// Connections that are open, and how many of them nobody uses.
    #[must_use]
    pub fn connections(&self) -> (u32, usize) {
        match self.pools() {
            Pools::Sqlite(of) => (of.readers.size() + of.writer.size(), of.readers.num_idle() + of.writer.num_idle()),
            Pools::Postgres(pool) => (pool.size(), pool.num_idle()),
        }
    }

    /// What the clock of a database says that several nodes share; none where its file is this machine's own.
    pub async fn time(&self) -> Result<Option<Timestamp>, StoreFault> {
        let Pools::Postgres(pool) = self.pools() else { return Ok(None) };
        let now: At = sqlx::query_scalar("SELECT clock_timestamp()").fetch_one(pool).await.map_err(fault)?;
        Ok(Some(now.0))
    }

    /// Lets a SQLite database grow to `pages` of 4 KiB and no further, as if the disk were full then. For tests.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreFault> {
        self.pools().limit_pages(pages).await
    }

    fn pools(&self) -> &Pools {
        &self.inner.pools
    }
}
