//! What machines that do their work in steps share: a result counts for its own generation and step only, and work that ends its
//! server again and again is given up.

use super::StreamRow;
use crate::Refusal;
use protocol::{ProjectId, TenantId, live::Kind, work::Steps};
use uuid::Uuid;

/// Begun as often as this without a result, it is given up: it may be what ends its server.
const MOST_STARTS: u32 = 5;

/// A step of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepJob<S> {
    pub generation: u32,
    pub step: S,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEffect<S> {
    Do(StepJob<S>),
    Stop(StepJob<S>),
}

impl<S: Copy + PartialEq> StepJob<S> {
    pub const fn new(generation: u32, step: S) -> Self {
        Self { generation, step }
    }

    /// Whether this is what the work needs next.
    pub fn is_next(&self, view: &impl Steps<Step = S>) -> bool {
        view.work().generation == self.generation && view.step() == Some(self.step)
    }

    /// # Errors
    /// The result of this step comes too late.
    pub fn expect_next(&self, view: &impl Steps<Step = S>) -> Result<(), Refusal> {
        if self.is_next(view) { Ok(()) } else { Err(Refusal::conflict("this step is not under way any more")) }
    }
}

/// What a server that takes the work up begins with.
pub enum Resumed<S> {
    Start(StepEffect<S>),
    /// In a sentence; what to do follows after a semicolon.
    GiveUp(String),
}

/// The first step without a result; `None` where nothing is left to do.
pub fn resume<V: Steps>(view: &V) -> Option<Resumed<V::Step>> {
    let work = view.work();
    let step = view.step().filter(|_| work.generation > 0)?;
    Some(if work.starts >= MOST_STARTS {
        Resumed::GiveUp(format!("it was begun {MOST_STARTS} times without coming to an end"))
    } else {
        Resumed::Start(StepEffect::Do(StepJob::new(work.generation, step)))
    })
}

/// Ends whatever step is under way.
pub fn stop<V: Steps>(view: &V) -> Vec<StepEffect<V::Step>> {
    let job = |step: &V::Step| StepEffect::Stop(StepJob::new(view.work().generation, *step));
    view.steps().iter().map(job).collect()
}

/// The stream of work that everybody of a project may see; looked after until it is over.
pub fn stream_row(view: &impl Steps, (kind, id): (Kind, Uuid), tenant: TenantId, project: ProjectId) -> StreamRow {
    let work = view.work();
    let open = !work.status.is_over();
    let wake_at = open.then_some(work.updated_at);
    let (seq, updated_at, project) = (work.seq, work.updated_at, Some(project));
    StreamRow { id, tenant, kind, owner: None, project, seq, open, wake_at, updated_at }
}
