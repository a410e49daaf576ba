//! Who does what a machine decides.

use super::{Handle, Live, Published, Who, lease};
use crate::CommandFault;
use domain::{account::AuditEntry, live::Machine};
use futures::{
    FutureExt,
    future::{BoxFuture, poll_fn},
};
use protocol::Timestamp;
use std::task::{Context, Poll, Waker};
use tokio::sync::mpsc;

type Command<D> = <<D as Doer>::Machine as Machine>::Command;
type Drafted<D> = <<D as Doer>::Machine as Machine>::Drafted;
type Effect<D> = <<D as Doer>::Machine as Machine>::Effect;
type Input<D> = <<D as Doer>::Machine as Machine>::Input;
type Job<D> = <<D as Doer>::Machine as Machine>::Job;

/// Starts the effects of a machine. Each actor has its own, cloned from the directory's, so it may remember what is not stored.
///
/// Only [`Doer::start`] and [`Doer::input`] have to be written. What follows has the usual behaviour of work that one node does
/// under the stream's lease; interviews, which keep leases of their own, replace it.
pub trait Doer: Clone + Send + Sync + 'static {
    type Machine: Machine;
    /// News of a job under way.
    type Note: Note;
    /// What whoever gave a command is told of the time before it.
    type Before: Send + 'static;

    /// Leases stand in the events of the machine, not in the table of streams.
    const LEASES_IN_EVENTS: bool = false;

    /// Starts an effect or cancels a job. Must not wait.
    fn start(live: &mut Live<Self>, effect: Effect<Self>, now: Timestamp) -> Start<Self>;

    /// What a command is to the machine.
    fn input(
        live: &mut Live<Self>,
        command: &Command<Self>,
    ) -> impl Future<Output = Result<(Input<Self>, Self::Before), CommandFault>> + Send;

    /// A stream was read from the store, and its actor is about to start.
    fn awakened(&self, _state: &mut Self::Machine) {}

    /// Looks at the world before a decision.
    fn prepare(_live: &mut Live<Self>) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Whether somebody who may see the stream may want this of it.
    ///
    /// # Errors
    /// Why not.
    fn authorise(_live: &Live<Self>, _who: &Who, _command: &Command<Self>) -> Result<(), CommandFault> {
        Ok(())
    }

    /// The line of the audit for what somebody did; may put their name into what is stored.
    fn audit(_live: &Live<Self>, _who: &Who, _command: &Command<Self>, _drafted: &mut Drafted<Self>) -> Option<AuditEntry> {
        None
    }

    /// What kind of work a job is, for traces.
    fn describe(_job: Job<Self>) -> &'static str {
        "step"
    }

    /// Takes news of a job that goes on.
    fn note(_live: &mut Live<Self>, _job: Job<Self>, _note: Self::Note) {}

    /// What somebody who comes in the middle is given first.
    fn welcome(_live: &mut Live<Self>) -> Option<Published<Self::Machine>> {
        None
    }

    fn wanted(live: &Live<Self>, job: Job<Self>) -> bool {
        live.state.wanted(job)
    }

    /// The state was read anew; `before` is what was held.
    fn refreshed(_live: &mut Live<Self>, _before: Self::Machine) {}

    /// The actor starts.
    fn begin(_live: &mut Live<Self>, _myself: &Handle<Self>) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// The pause before this job is over.
    fn due(_live: &mut Live<Self>, _myself: &Handle<Self>, _job: Job<Self>) -> impl Future<Output = ()> + Send {
        async {}
    }

    /// Comes after every message: takes up what waits for this node.
    fn attend(live: &mut Live<Self>, myself: &Handle<Self>) -> impl Future<Output = ()> + Send {
        lease::attend(live, myself)
    }

    /// The server goes down: gives back what is not under way, or all of it.
    fn leave(live: &mut Live<Self>, at_once: bool) -> impl Future<Output = ()> + Send {
        lease::leave(live, at_once)
    }

    /// Whether work that was decided begins here. Where it does not, it is taken up once the stream is this node's.
    fn goes_on(live: &Live<Self>) -> bool {
        lease::goes_on(live)
    }

    /// Whether something is under way that another node would have to take over.
    fn is_busy(live: &Live<Self>) -> bool {
        !live.working.is_empty()
    }
}

/// News of a job; several that come at once are given as one.
pub trait Note: Send + 'static {
    fn join(&mut self, later: Self);
}

impl Note for () {
    fn join(&mut self, (): Self) {}
}

/// What became of an effect.
pub enum Start<D: Doer> {
    /// Its result is there already: it is decided and stored together with what caused it.
    Now(Input<D>),
    /// It goes on beside the actor; its result comes back as a message.
    Later(Unfinished<D>),
    /// A job is stopped, once the reason for it is stored.
    Cancel(Job<D>),
    Nothing,
}

/// Work that did not come to its end at once.
pub struct Unfinished<D: Doer> {
    pub(crate) job: Job<D>,
    pub(crate) work: BoxFuture<'static, Input<D>>,
    pub(crate) notes: Option<mpsc::UnboundedReceiver<D::Note>>,
}

impl<D: Doer> Start<D> {
    /// Work beside the actor.
    pub fn later(job: Job<D>, work: impl Future<Output = Input<D>> + Send + 'static) -> Self {
        Self::Later(Unfinished { job, work: work.boxed(), notes: None })
    }

    /// The same, with news of it for [`Doer::note`].
    pub fn later_noting(
        job: Job<D>,
        work: impl Future<Output = Input<D>> + Send + 'static,
        notes: mpsc::UnboundedReceiver<D::Note>,
    ) -> Self {
        Self::Later(Unfinished { job, work: work.boxed(), notes: Some(notes) })
    }
}

/// The result if the work needs no waiting (the built-in engine never does), else the work to go on with.
pub(crate) fn at_once<T: 'static>(mut work: BoxFuture<'static, T>) -> Result<T, BoxFuture<'static, T>> {
    match work.poll_unpin(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Ok(result),
        // Whoever goes on polls it first, and only then it knows whom to wake.
        Poll::Pending => Err(poll_fn(move |context| work.poll_unpin(context)).boxed()),
    }
}
