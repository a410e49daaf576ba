//! What interviews are made of, and for whom.

use crate::{Clock, interview::Library};
use domain::{
    IdSource,
    interview::{Analyst, InterviewStore, Interviewer},
};
use protocol::{TenantId, UserId};
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

/// Who asks: a person of a tenant, who sees what is `only`'s unless an administrator asks.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    pub tenant: TenantId,
    pub only: Option<UserId>,
    /// Nobody where the server itself asks.
    pub user: Option<UserId>,
}

/// What interviews are made of.
#[derive(Clone)]
pub struct Parts {
    pub store: Arc<dyn InterviewStore>,
    pub engine: Arc<dyn Interviewer>,
    /// Answers when `engine` cannot.
    pub built_in: Arc<dyn Interviewer>,
    /// Sums up and looks over interviews, where a model is chosen for it.
    pub analyst: Arc<dyn Analyst>,
    pub library: Library,
    /// This process, as the leases of research name it. Nil where no other process works on the same interviews: then what a
    /// process left is its successor's at once.
    pub node: Uuid,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub limits: Limits,
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Commands that may wait for one interview.
    pub waiting: u32,
    /// An interview that nobody follows or asks for so long is put to sleep.
    pub idle: Duration,
    /// How long a shutdown waits for one interview to finish what it was told.
    pub drain: Duration,
    /// How long an engine may take for one answer before the built-in one answers instead.
    pub patience: Duration,
    /// How long a node has a research task to itself after its last sign of life.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            waiting: 64,
            idle: Duration::from_secs(120),
            drain: Duration::from_secs(10),
            patience: Duration::from_secs(60),
            lease: Duration::from_micros(protocol::research::LEASE.unsigned_abs()),
        }
    }
}
