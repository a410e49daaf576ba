//! Finds the actor of a stream, starts it when it is needed and lets it go when it is idle.

use super::{
    Doer, Joined, Live, Message, Outcome, Parts, Viewed, Visit, Who,
    actor::{Answer, LiveActor},
    entry::{Entry, Waiting},
    state::{Leaving, read_events, read_state},
    supervisor::Supervisor,
};
use crate::CommandFault;
use domain::{
    Shared, Stamp,
    account::AuditEntry,
    live::{Append, Drafted as _, Machine, StreamChange, StreamRow},
};
use futures::{StreamExt, stream};
use protocol::{TenantId, Timestamp};
use ractor::{Actor, ActorRef, ActorStatus};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::{sync::oneshot, time::Instant};
use uuid::Uuid;

/// Cheap to clone; all clones are the same directory.
pub struct Directory<D: Doer>(pub(super) Shared<Inner<D>>);

impl<D: Doer> Clone for Directory<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

pub(super) struct Inner<D: Doer> {
    pub(super) parts: Parts<D>,
    pub(super) supervisor: ActorRef<()>,
    entries: Mutex<HashMap<Uuid, Arc<Entry<D>>>>,
    /// No work is taken up any more.
    pub(super) leaving: Arc<AtomicBool>,
    pub(super) closing: AtomicBool,
}

impl<D: Doer> Directory<D> {
    /// # Errors
    /// When the actor system cannot be started, or what was left cannot be taken over.
    pub async fn start(parts: Parts<D>) -> Result<Self, CommandFault> {
        if parts.node.is_nil() && !D::LEASES_IN_EVENTS {
            // What a process that had the database to itself left is its successor's at once.
            parts.store.release_all(D::Machine::KIND, parts.node).await?;
        }
        let supervisor = Actor::spawn(None, Supervisor(D::Machine::KIND), ()).await;
        let (supervisor, _task) = supervisor.map_err(|fault| CommandFault::Interrupted(fault.to_string()))?;
        Ok(Self(Shared::new(Inner {
            parts,
            supervisor,
            entries: Mutex::default(),
            leaving: Arc::default(),
            closing: AtomicBool::new(false),
        })))
    }

    pub(crate) fn parts(&self) -> &Parts<D> {
        &self.0.parts
    }

    /// Opens a new stream: what `first` decides of the machine of which nothing is recorded yet is stored when this answers.
    ///
    /// # Errors
    /// [`domain::StoreFault::Conflict`] where there is one already; a refusal, or when it cannot be stored.
    pub async fn open(
        &self,
        empty: D::Machine,
        first: <D::Machine as Machine>::Input,
        audit: Option<AuditEntry>,
    ) -> Result<Viewed<D::Machine>, CommandFault> {
        let (tenant, id, _) = self.store_first(empty, first, audit).await?;
        // Its effects begin when the actor starts.
        self.view(Who::server(tenant), id).await
    }

    /// Stores a new stream that is over with what `first` decides of it: no actor is started.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn record(
        &self,
        empty: D::Machine,
        first: <D::Machine as Machine>::Input,
        audit: Option<AuditEntry>,
    ) -> Result<D::Machine, CommandFault> {
        self.store_first(empty, first, audit).await.map(|(_, _, stored)| stored)
    }

    async fn store_first(
        &self,
        mut empty: D::Machine,
        first: <D::Machine as Machine>::Input,
        audit: Option<AuditEntry>,
    ) -> Result<(TenantId, Uuid, D::Machine), CommandFault> {
        self.refuse_when_closing()?;
        let parts = &self.0.parts;
        let drafted = {
            let stamp = Stamp { now: parts.clock.now(), ids: parts.ids.as_ref() };
            empty.decide(first, &stamp)?.drafted
        };
        drafted.events().iter().for_each(|event| empty.apply(event));
        let append = Append { audit, ..empty.append(drafted, parts.ids.as_ref())? };
        let (tenant, id) = (append.stream.tenant, append.stream.id);
        parts.store.commit(append).await?;
        Ok((tenant, id, empty))
    }

    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing has changed.
    pub async fn command(
        &self,
        who: Who,
        id: impl Into<Uuid>,
        command: <D::Machine as Machine>::Command,
    ) -> Result<Outcome<D>, CommandFault>
    where
        <D::Machine as Machine>::Command: Clone,
    {
        self.ask(who, id.into(), |answer| Message::Command { who, command: command.clone(), audit: None, answer }).await
    }

    /// The same with a line of the audit, which is stored with it.
    ///
    /// # Errors
    /// Likewise.
    pub async fn command_noting(
        &self,
        who: Who,
        id: impl Into<Uuid>,
        command: <D::Machine as Machine>::Command,
        audit: AuditEntry,
    ) -> Result<Outcome<D>, CommandFault>
    where
        <D::Machine as Machine>::Command: Clone,
    {
        let message = |answer| Message::Command { who, command: command.clone(), audit: Some(audit.clone()), answer };
        self.ask(who, id.into(), message).await
    }

    /// # Errors
    /// When there is no such stream or it cannot be read.
    pub async fn view(&self, who: Who, id: impl Into<Uuid>) -> Result<Viewed<D::Machine>, CommandFault> {
        self.ask(who, id.into(), |answer| Message::View { who, answer }).await
    }

    /// A part of what it is now, without a copy of the rest.
    ///
    /// # Errors
    /// When there is no such stream or it cannot be read.
    pub async fn read<T: Send + 'static>(
        &self,
        who: Who,
        id: impl Into<Uuid>,
        read: fn(&<D::Machine as Machine>::View) -> T,
    ) -> Result<T, CommandFault> {
        let look = |answer: Answer<T>| -> Visit<D> {
            Box::new(move |live, _| {
                Box::pin(async move {
                    let result = match live.admit(&who).await {
                        Ok(()) => live.catch_up(0).await.map_err(CommandFault::from),
                        Err(fault) => Err(fault),
                    };
                    let result = result.map(|()| read(live.state.view())).map_err(|fault| live.fault(fault));
                    drop(answer.send(result));
                })
            })
        };
        self.visit(who, id.into(), look).await
    }

    /// Follows a stream: what was missed since `after` (or a snapshot), then everything that happens.
    ///
    /// # Errors
    /// When there is no such stream or it cannot be read.
    pub async fn join(&self, who: Who, id: impl Into<Uuid>, after: Option<u64>) -> Result<Joined<D::Machine>, CommandFault> {
        self.ask(who, id.into(), |answer| Message::Join { who, after, answer }).await
    }

    /// Does something on a stream's actor. `visit` is made anew where the actor went to sleep before it took it.
    pub(crate) async fn visit<T>(&self, who: Who, id: Uuid, visit: impl Fn(Answer<T>) -> Visit<D>) -> Result<T, CommandFault> {
        self.ask(who, id, |answer| Message::Visit(visit(answer))).await
    }

    /// Awakens the streams that have work and that no other node runs. Returns how many were not in memory.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn take_up(&self) -> Result<usize, CommandFault> {
        const AT_ONCE: u32 = 100;
        /// One that a node holds in the middle of storing keeps few others waiting.
        const SIDE_BY_SIDE: usize = 8;
        let parts = &self.0.parts;
        // The same where leases stand in events.
        let is_alone = D::LEASES_IN_EVENTS && parts.node.is_nil();
        let now = if is_alone { Timestamp(i64::MAX) } else { parts.clock.now() };
        let found = stream::iter(parts.store.due(D::Machine::KIND, now, AT_ONCE).await?);
        let awakened = found.map(|(tenant, id)| async move {
            if D::LEASES_IN_EVENTS {
                // What is in memory may say otherwise.
                self.changed(StreamChange::Grown { stream: id, seq: u64::MAX });
            } else if self.remind(id) {
                return 0;
            }
            match self.view(Who::server(tenant), id).await {
                Ok(_) => 1,
                // Deleted meanwhile.
                Err(CommandFault::NotFound) => 0,
                Err(fault) => {
                    tracing::warn!(%fault, kind = D::Machine::KIND.name(), %id, "a stream with work could not be awakened");
                    0
                }
            }
        });
        Ok(awakened.buffer_unordered(SIDE_BY_SIDE).fold(0, |taken, one| async move { taken + one }).await)
    }

    /// Has a stream that is in memory look at what waits; false where it is not in memory.
    fn remind(&self, id: Uuid) -> bool {
        let entry = self.entries().get(&id).cloned();
        let actor = entry.as_ref().and_then(|entry| entry.actor.get());
        actor.is_some_and(|actor| actor.send_message(Message::Attend).is_ok())
    }

    /// Whether streams can be awakened.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.0.closing.load(Ordering::SeqCst) && self.0.supervisor.get_status() == ActorStatus::Running
    }

    /// How many streams are in memory.
    #[must_use]
    pub fn live(&self) -> usize {
        self.entries().len()
    }

    /// Tells the streams in memory what happened to them elsewhere: what other nodes stored, or with [`StreamChange::Missed`] that
    /// any of them may have grown or been deleted.
    pub fn changed(&self, change: StreamChange) {
        let of = |stream: Uuid, seq: u64| self.entries().get(&stream).map(|entry| (seq, entry.clone())).into_iter().collect();
        let affected: Vec<(u64, Arc<Entry<D>>)> = match change {
            StreamChange::Grown { stream, seq } => of(stream, seq),
            StreamChange::Gone { stream } => of(stream, u64::MAX),
            StreamChange::Missed => self.entries().values().map(|entry| (u64::MAX, entry.clone())).collect(),
        };
        for (seq, entry) in affected {
            entry.grown.fetch_max(seq, Ordering::SeqCst);
            entry.tell_grown();
        }
    }

    /// Puts to sleep the streams without followers and without requests for a while. Returns how many.
    pub async fn sweep(&self) -> usize {
        let limit = self.0.parts.limits.idle;
        let candidates: Vec<(Uuid, Arc<Entry<D>>)> = {
            let entries = self.entries();
            entries.iter().filter(|(_, entry)| entry.unused_for() >= limit).map(|(id, entry)| (*id, entry.clone())).collect()
        };
        let mut slept = 0;
        for (id, entry) in candidates {
            let Some(actor) = entry.actor.get() else {
                // The caller went away before it was awake.
                self.forget_if(id, &entry, |entry| entry.unused_for() >= limit);
                continue;
            };
            let (answer, idle) = oneshot::channel();
            let idle = actor.send_message(Message::Idle(answer)).is_err() || idle.await.unwrap_or(true);
            if idle && self.forget_if(id, &entry, |entry| entry.unused_for() >= limit) {
                if let Err(fault) = actor.drain() {
                    tracing::debug!(%fault, "a stream was asleep already");
                }
                slept += 1;
            }
        }
        slept
    }

    async fn ask<T>(&self, who: Who, id: Uuid, message: impl Fn(Answer<T>) -> Message<D>) -> Result<T, CommandFault> {
        // An actor may go to sleep between the lookup and the message. A message that did not arrive had no effect.
        for _ in 0..3 {
            let waiting = self.entry(id)?;
            let entry = &waiting.0;
            let actor = match entry.actor.get_or_try_init(|| self.awaken(who, id)).await {
                Ok(actor) => actor.clone(),
                Err(fault) => {
                    self.forget_unless_awaited(id, entry);
                    return Err(fault);
                }
            };
            entry.tell_grown();
            let (answer, result) = oneshot::channel();
            if actor.send_message(message(answer)).is_err() {
                self.forget(id, entry);
                continue;
            }
            return match result.await {
                Ok(result) => result,
                Err(_) => {
                    self.forget(id, entry);
                    Err(CommandFault::Interrupted(
                        "this was interrupted; what is shown is what was kept, so look before you repeat it".into(),
                    ))
                }
            };
        }
        Err(CommandFault::Interrupted("it keeps going to sleep".into()))
    }

    /// Rebuilds a stream from its events and starts its actor.
    async fn awaken(&self, who: Who, id: Uuid) -> Result<ActorRef<Message<D>>, CommandFault> {
        self.refuse_when_closing()?;
        let parts = &self.0.parts;
        let row = parts.store.stream(who.tenant, D::Machine::KIND, id).await?.ok_or(CommandFault::NotFound)?;
        let stored = parts.store.stored_events(who.tenant, id, 0).await?;
        if stored.is_empty() {
            // Deleted between the two.
            return Err(CommandFault::NotFound);
        }
        let state = read_state::<D::Machine>(&row, &read_events(&stored)?)?;
        self.start_actor(row, state).await
    }

    /// Stores a new stream and starts its actor as it is here: nothing of it is read back. Its entry is there before it is stored,
    /// so that what another node stores next is not missed. What cannot be started is stored all the same: it awakens later.
    pub(crate) async fn adopt(&self, append: Append, state: D::Machine) -> Result<(), CommandFault> {
        let row = append.stream.clone();
        let id = row.id;
        let waiting = self.entry(id)?;
        let entry = &waiting.0;
        if let Err(fault) = self.0.parts.store.commit(append).await {
            self.forget_unless_awaited(id, entry);
            return Err(fault.into());
        }
        let started = async {
            self.refuse_when_closing()?;
            self.start_actor(row, state).await
        };
        if let Err(fault) = entry.actor.get_or_try_init(|| started).await {
            self.forget_unless_awaited(id, entry);
            tracing::warn!(%fault, kind = D::Machine::KIND.name(), %id, "a stream that was just stored could not be started");
        }
        Ok(())
    }

    async fn start_actor(&self, row: StreamRow, mut state: D::Machine) -> Result<ActorRef<Message<D>>, CommandFault> {
        let parts = &self.0.parts;
        parts.doer.awakened(&mut state);
        let live = Live::new(parts, state, row, Leaving::new(self.0.leaving.clone()));
        let spawned = LiveActor::spawn_linked(None, LiveActor::new(), live, self.0.supervisor.get_cell()).await;
        spawned.map(|(actor, _task)| actor).map_err(|fault| CommandFault::Interrupted(fault.to_string()))
    }

    /// A place in the queue of a stream. While it is held, the entry is not removed as unused.
    fn entry(&self, id: Uuid) -> Result<Waiting<D>, CommandFault> {
        let mut entries = self.entries();
        self.refuse_when_closing()?;
        let entry = entries.entry(id).or_insert_with(|| Arc::new(Entry::new())).clone();
        *entry.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Waiting::begin(entry, self.0.parts.limits.waiting)
    }

    /// Only this entry: another may have taken its place in the meantime.
    fn forget(&self, id: Uuid, entry: &Arc<Entry<D>>) {
        self.forget_if(id, entry, |_| true);
    }

    /// Of an entry without an actor, by one who waits for it. Somebody else who waits may be let in: then it is theirs to keep.
    fn forget_unless_awaited(&self, id: Uuid, entry: &Arc<Entry<D>>) {
        self.forget_if(id, entry, |entry| entry.waiting.load(Ordering::SeqCst) <= 1);
    }

    fn forget_if(&self, id: Uuid, entry: &Arc<Entry<D>>, condition: impl Fn(&Entry<D>) -> bool) -> bool {
        let mut entries = self.entries();
        let forget = entries.get(&id).is_some_and(|known| Arc::ptr_eq(known, entry)) && condition(entry);
        if forget {
            entries.remove(&id);
        }
        forget
    }

    pub(super) fn entries(&self) -> std::sync::MutexGuard<'_, HashMap<Uuid, Arc<Entry<D>>>> {
        self.0.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn refuse_when_closing(&self) -> Result<(), CommandFault> {
        if self.0.closing.load(Ordering::SeqCst) {
            return Err(CommandFault::Interrupted("the server is going down".into()));
        }
        Ok(())
    }
}
