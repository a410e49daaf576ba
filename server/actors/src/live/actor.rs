//! The actor: takes messages one by one, never waits for an effect.

use super::{Doer, Joined, Live, Note as _, Outcome, Unfinished, Viewed, Who, lease::Hold};
use crate::CommandFault;
use domain::{account::AuditEntry, live::Machine, traces::TARGET};
use futures::{FutureExt, future::BoxFuture};
use protocol::Timestamp;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::{marker::PhantomData, panic::AssertUnwindSafe, sync::Arc, time::Duration};
use tokio::sync::oneshot;
use tracing::Instrument as _;

/// How long after a store fault something is tried again that nobody asks for once more.
pub(crate) const AGAIN: Duration = Duration::from_secs(1);

/// Work whose result cannot be stored is not begun again sooner.
const AFTER_FAULT: Duration = Duration::from_secs(30);
/// Work that panicked is not begun again sooner, where it can be begun again.
const AFTER_PANIC: Duration = Duration::from_secs(60);

pub(crate) type Answer<T> = oneshot::Sender<Result<T, CommandFault>>;

/// Something that a kind does on its actor that others do not.
pub(crate) type Visit<D> = Box<dyn for<'a> FnOnce(&'a mut Live<D>, &'a Handle<D>) -> BoxFuture<'a, ()> + Send>;

/// What an actor is told.
pub(crate) enum Message<D: Doer> {
    Command {
        who: Who,
        command: <D::Machine as Machine>::Command,
        audit: Option<AuditEntry>,
        answer: Answer<Outcome<D>>,
    },
    View {
        who: Who,
        answer: Answer<Viewed<D::Machine>>,
    },
    Join {
        who: Who,
        after: Option<u64>,
        answer: Answer<Joined<D::Machine>>,
    },
    /// A job came to its end.
    Done(<D::Machine as Machine>::Job, Box<<D::Machine as Machine>::Input>),
    /// News of a job that goes on.
    Noted(<D::Machine as Machine>::Job, D::Note),
    /// The pause before a job is over.
    Due(<D::Machine as Machine>::Job),
    /// Time to look again at what waits.
    Attend,
    Visit(Visit<D>),
    /// The server goes down: work is given back when what is under way is done, or at once.
    Leave {
        at_once: bool,
        left: oneshot::Sender<()>,
    },
    /// Another node stored events up to here.
    Grown(u64),
    /// Whether nobody follows it and no work is under way.
    Idle(oneshot::Sender<bool>),
}

/// The way to an actor.
pub struct Handle<D: Doer>(pub(crate) ActorRef<Message<D>>);

impl<D: Doer> Clone for Handle<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<D: Doer> Handle<D> {
    /// Whether it is still there to take it.
    pub(crate) fn send(&self, message: Message<D>) -> bool {
        let there = self.0.send_message(message).is_ok();
        if !there {
            tracing::debug!(kind = D::Machine::KIND.name(), "a stream was put to sleep while something was under way");
        }
        there
    }
}

pub(crate) struct LiveActor<D>(PhantomData<fn() -> D>);

impl<D> LiveActor<D> {
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<D: Doer> Actor for LiveActor<D> {
    type Msg = Message<D>;
    type State = Live<D>;
    type Arguments = Live<D>;

    async fn pre_start(&self, myself: ActorRef<Message<D>>, live: Live<D>) -> Result<Live<D>, ActorProcessingErr> {
        Ok(Box::pin(begin(Handle(myself), live)).await)
    }

    /// An actor that failed does not come here; the supervisor counts it off.
    async fn post_stop(&self, _myself: ActorRef<Message<D>>, _live: &mut Live<D>) -> Result<(), ActorProcessingErr> {
        metrics::gauge!("discovery_live", "kind" => D::Machine::KIND.name()).decrement(1.0);
        Ok(())
    }

    /// The work on a message takes many kB while it goes on: boxed, an actor at rest holds none of them.
    async fn handle(
        &self,
        myself: ActorRef<Message<D>>,
        message: Message<D>,
        live: &mut Live<D>,
    ) -> Result<(), ActorProcessingErr> {
        Box::pin(handle(&Handle(myself), message, live)).await;
        Ok(())
    }
}

async fn begin<D: Doer>(myself: Handle<D>, mut live: Live<D>) -> Live<D> {
    D::begin(&mut live, &myself).await;
    D::attend(&mut live, &myself).await;
    metrics::gauge!("discovery_live", "kind" => D::Machine::KIND.name()).increment(1.0);
    live
}

async fn handle<D: Doer>(myself: &Handle<D>, message: Message<D>, live: &mut Live<D>) {
    // Whoever asked may have gone; then its answer is of no use to anybody.
    match message {
        Message::Command { who, command, audit, answer } => {
            let result = match live.admit(&who).await.and_then(|()| D::authorise(live, &who, &command)) {
                Ok(()) => {
                    let kind = D::Machine::KIND.name();
                    let span = tracing::info_span!(
                        target: TARGET,
                        "command",
                        otel.name = format!("{kind} command"),
                        kind,
                        stream = %live.row.id,
                    );
                    live.command(&who, &command, audit).instrument(span).await
                }
                Err(fault) => Err(fault),
            };
            let result = result.map(|(outcome, unfinished)| {
                live.go_on(myself, unfinished);
                outcome
            });
            if result.as_ref().is_err_and(may_pass) && live.stale && !live.gone {
                // It may be stored all the same: whoever follows waits for it.
                live.soon(myself, AGAIN, Message::Grown(0));
            }
            drop(answer.send(result.map_err(|fault| live.fault(fault))));
        }
        Message::View { who, answer } => {
            let result = match live.admit(&who).await {
                Ok(()) => live.catch_up(0).await.map_err(CommandFault::from),
                Err(fault) => Err(fault),
            };
            let viewed = result.map(|()| Viewed { owner: live.row.owner, view: Arc::new(live.state.view().clone()) });
            drop(answer.send(viewed.map_err(|fault| live.fault(fault))));
        }
        Message::Join { who, after, answer } => {
            let result = match live.admit(&who).await {
                Ok(()) => live.join(after).await,
                Err(fault) => Err(fault),
            };
            let joined = result.map(|(start, subscription)| Joined { start, subscription });
            drop(answer.send(joined.map_err(|fault| live.fault(fault))));
        }
        Message::Done(job, input) => {
            live.working.end(job);
            match live.done(&input).await {
                Ok(unfinished) => live.go_on(myself, unfinished),
                Err(fault) => {
                    let again = may_pass(&fault) && !live.gone;
                    live.failed(&fault, "the result of an effect could not be stored yet");
                    if again {
                        // The effect need not be done a second time for it.
                        live.later(myself, job, AGAIN, Message::Done(job, input));
                    } else if !D::LEASES_IN_EVENTS && !live.gone {
                        // What the store refuses it refuses again: no haste.
                        live.later(myself, job, AFTER_FAULT, Message::Due(job));
                    }
                }
            }
        }
        Message::Noted(job, note) => D::note(live, job, note),
        Message::Due(job) => {
            live.working.end(job);
            D::due(live, myself, job).await;
        }
        // Whatever comes of it comes below.
        Message::Attend => {
            live.next_look = None;
            if let Hold::Elsewhere(_) = live.hold {
                // It may have been given back.
                live.hold = Hold::Free;
            }
        }
        Message::Visit(visit) => visit(live, myself).await,
        Message::Leave { at_once, left } => {
            live.wait_to_leave(left);
            D::leave(live, at_once).await;
        }
        Message::Grown(seq) => {
            if let Err(fault) = live.catch_up(seq).await {
                live.stale = true;
                tracing::warn!(%fault, "another node's events could not be read yet");
                if fault.is_retryable() && !live.gone {
                    // Whoever follows waits for them.
                    live.soon(myself, AGAIN, Message::Grown(seq));
                }
            }
        }
        Message::Idle(answer) => {
            while live.beside.try_join_next().is_some() {}
            let idle = live.followers.is_empty() && live.working.is_empty() && live.beside.is_empty();
            if answer.send(idle).is_err() {
                tracing::debug!("nobody waits to hear whether a stream is idle");
            }
        }
    }
    D::attend(live, myself).await;
    live.tell_left();
}

impl<D: Doer> Live<D> {
    /// Another tenant's, another person's or a deleted stream is simply not there. A deleted one is looked for again: it may have
    /// been brought back, and whoever asks may come before the news of that.
    pub(crate) async fn admit(&mut self, who: &Who) -> Result<(), CommandFault> {
        let theirs = who.only.is_none_or(|user| self.row.owner.is_none_or(|owner| owner == user));
        if self.row.tenant != who.tenant || !theirs {
            return Err(CommandFault::NotFound);
        }
        if !self.gone {
            return Ok(());
        }
        let read = self.refresh().await;
        read.map_err(|fault| self.fault(fault.into()))
    }

    /// Lets unfinished work go on beside the actor; its result comes back as a message.
    pub(crate) fn go_on(&mut self, myself: &Handle<D>, unfinished: Vec<Unfinished<D>>) {
        // What was deleted goes on when it is restored, if ever.
        if self.gone || !D::goes_on(self) {
            return;
        }
        for Unfinished { job, work, notes } in unfinished {
            let to = myself.clone();
            let kind = D::Machine::KIND.name();
            let span = tracing::info_span!(
                target: TARGET,
                "work",
                otel.name = format!("{kind} {}", D::describe(job)),
                kind,
                stream = %self.row.id,
                job = ?job,
            );
            let task = tokio::spawn(async move {
                // What comes after it is no part of it: its result is sent outside of its span.
                match AssertUnwindSafe(watched(&to, job, work, notes)).catch_unwind().instrument(span).await {
                    Ok(input) => to.send(Message::Done(job, Box::new(input))),
                    Err(_) => {
                        tracing::error!(kind = D::Machine::KIND.name(), ?job, "work panicked");
                        tokio::time::sleep(AFTER_PANIC).await;
                        to.send(Message::Due(job))
                    }
                };
            });
            self.working.begin(job, task.abort_handle());
        }
    }

    /// A message after a pause, which counts as the job under way.
    pub(crate) fn later(&mut self, myself: &Handle<D>, job: <D::Machine as Machine>::Job, pause: Duration, message: Message<D>) {
        let to = myself.clone();
        let task = tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            to.send(message);
        });
        self.working.begin(job, task.abort_handle());
    }

    /// A message after a pause that keeps the actor awake.
    pub(crate) fn soon(&mut self, myself: &Handle<D>, pause: Duration, message: Message<D>) {
        let to = myself.clone();
        self.beside.spawn(async move {
            tokio::time::sleep(pause).await;
            to.send(message);
        });
    }

    /// Looks again at what waits, unless that is done sooner anyway.
    pub(crate) fn look_again(&mut self, myself: &Handle<D>, pause: Duration) {
        let now = self.clock.now();
        let at = Timestamp(now.0.saturating_add(i64::try_from(pause.as_micros()).unwrap_or(i64::MAX)));
        if self.next_look.is_none_or(|next| next > at || next <= now) {
            self.next_look = Some(at);
            self.soon(myself, pause, Message::Attend);
        }
    }

    pub(crate) fn failed(&mut self, fault: &CommandFault, what: &'static str) {
        self.adrift = may_pass(fault) && !self.gone;
        tracing::warn!(%fault, "{what}");
    }
}

/// Does the work, and tells the actor the news of it meanwhile. What comes at once is told as one.
async fn watched<D: Doer>(
    to: &Handle<D>,
    job: <D::Machine as Machine>::Job,
    mut work: BoxFuture<'static, <D::Machine as Machine>::Input>,
    notes: Option<tokio::sync::mpsc::UnboundedReceiver<D::Note>>,
) -> <D::Machine as Machine>::Input {
    let Some(mut notes) = notes else { return work.await };
    loop {
        tokio::select! {
            biased;
            input = &mut work => return input,
            Some(mut note) = notes.recv() => {
                while let Ok(more) = notes.try_recv() {
                    note.join(more);
                }
                to.send(Message::Noted(job, note));
            }
        }
    }
}

pub(crate) fn may_pass(fault: &CommandFault) -> bool {
    matches!(fault, CommandFault::Store(fault) if fault.is_retryable())
}
