//! Finds the actor of an interview, starts it when it is needed and lets it go when it is idle.

mod entry;
mod leaving;
mod parts;

pub use parts::{Limits, Parts, Who};

use crate::{
    CommandFault,
    interning::Definitions,
    interview::{Answer, Engines, InterviewActor, Joined, Leaving, Live, Message, Outcome, Viewed, Working},
    published::Followers,
    warden::Warden,
};
use domain::{
    Stamp, StoreFault,
    interview::{Append, ImportedTurn, Interview, Opening, StreamChange, Target, open, projection},
};
use entry::{Entry, Waiting};
use futures::{StreamExt, stream};
use protocol::{
    SessionId, TenantId, Timestamp,
    interview::{InterviewCommand, TranscriptTurn},
};
use ractor::{Actor, ActorRef, ActorStatus};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::oneshot,
    task::JoinSet,
    time::{Instant, timeout},
};

/// An interview is opened without the vectors of its obligations where they take longer than this.
const EMBEDDING_PATIENCE: Duration = Duration::from_secs(2);

/// A call does not wait longer than this to learn which engine is chosen; its actor asks again.
const CHOICE_PATIENCE: Duration = Duration::from_secs(2);

/// Cheap to clone; all clones are the same directory.
#[derive(Clone)]
pub struct Directory(Arc<Inner>);

struct Inner {
    parts: Parts,
    definitions: Definitions,
    warden: ActorRef<()>,
    entries: Mutex<HashMap<SessionId, Arc<Entry>>>,
    /// No research is taken up any more.
    leaving: Arc<AtomicBool>,
    closing: AtomicBool,
}

impl Directory {
    /// # Errors
    /// When the actor system cannot be started.
    pub async fn start(parts: Parts) -> Result<Self, CommandFault> {
        let (warden, _task) =
            Warden::spawn(None, Warden, ()).await.map_err(|fault| CommandFault::Interrupted(fault.to_string()))?;
        Ok(Self(Arc::new(Inner {
            parts,
            definitions: Definitions::default(),
            warden,
            entries: Mutex::default(),
            leaving: Arc::default(),
            closing: AtomicBool::new(false),
        })))
    }

    /// Opens a new interview: its obligations and its greeting are stored when this answers.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn open(&self, opening: Opening) -> Result<Viewed, CommandFault> {
        self.begin(opening, false).await
    }

    /// Opens an interview only while its person has no other active one of its kind, on whichever node.
    ///
    /// # Errors
    /// [`StoreFault::Conflict`] when there is one, or when it cannot be stored.
    pub async fn open_sole(&self, opening: Opening) -> Result<Viewed, CommandFault> {
        self.begin(opening, true).await
    }

    /// Which engine a tenant chose may have to be read from the store. It is learned before the actor is asked, so that an
    /// engine that answers at once does so within the call.
    async fn learn_choice(&self, tenant: TenantId) {
        if timeout(CHOICE_PATIENCE, self.0.parts.engine.engine(tenant)).await.is_err() {
            tracing::debug!("which engine is chosen is not known yet");
        }
    }

    async fn begin(&self, mut opening: Opening, sole: bool) -> Result<Viewed, CommandFault> {
        let inner = &self.0;
        self.refuse_when_closing()?;
        opening.definition = inner.definitions.intern(opening.objective_id, opening.definition);
        let (id, who) = (opening.id, Who { tenant: opening.tenant, only: None, user: None });
        let decision = {
            let stamp = Stamp { now: inner.parts.clock.now(), ids: inner.parts.ids.as_ref() };
            open(opening, &stamp)
        };
        let definition = decision.drafted.after.definition.clone();
        let mut append = Append { sole, ..projection::append(decision.drafted, inner.parts.ids.as_ref()) };
        if let Ok(Some(vectors)) = timeout(EMBEDDING_PATIENCE, inner.parts.built_in.embeddings(&definition)).await {
            projection::embed(&mut append, &definition, &vectors);
        }
        self.learn_choice(who.tenant).await;
        // The greeting follows when the actor starts and finds a reply that was begun.
        inner.parts.store.append(append).await?;
        self.view(who, id).await
    }

    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing has changed.
    pub async fn command(&self, who: Who, id: SessionId, command: InterviewCommand) -> Result<Outcome, CommandFault> {
        self.learn_choice(who.tenant).await;
        let command = Box::new(command);
        self.ask(who, id, |answer| Message::Command { who, command: command.clone(), answer }).await
    }

    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing was imported.
    pub async fn import(
        &self,
        who: Who,
        id: SessionId,
        turns: Vec<TranscriptTurn>,
    ) -> Result<Vec<(usize, ImportedTurn)>, CommandFault> {
        self.ask(who, id, |answer| Message::Import { who, turns: turns.clone(), answer }).await
    }

    /// Goes on with another objective or version of it.
    ///
    /// # Errors
    /// A refusal, or when it cannot be stored; then nothing has changed.
    pub async fn migrate(&self, who: Who, id: SessionId, target: Target) -> Result<Outcome, CommandFault> {
        self.ask(who, id, |answer| Message::Migrate { who, target: Box::new(target.clone()), answer }).await
    }

    /// # Errors
    /// When there is no such interview or it cannot be read.
    pub async fn view(&self, who: Who, id: SessionId) -> Result<Viewed, CommandFault> {
        self.ask(who, id, |answer| Message::View { who, answer }).await
    }

    /// Follows an interview: what was missed since `after` (or a snapshot), then everything that happens.
    ///
    /// # Errors
    /// When there is no such interview or it cannot be read.
    pub async fn join(&self, who: Who, id: SessionId, after: Option<u64>) -> Result<Joined, CommandFault> {
        self.ask(who, id, |answer| Message::Join { who, after, answer }).await
    }

    /// Awakens the interviews whose research nobody works on; answers how many.
    ///
    /// # Errors
    /// When they cannot be read.
    pub async fn take_up_research(&self) -> Result<usize, CommandFault> {
        const AT_ONCE: u32 = 100;
        /// One that a node holds in the middle of storing keeps few others waiting.
        const SIDE_BY_SIDE: usize = 8;
        let parts = &self.0.parts;
        let now = if parts.node.is_nil() { Timestamp(i64::MAX) } else { parts.clock.now() };
        let found = stream::iter(parts.store.unattended_research(now, AT_ONCE).await?);
        let awakened = found.map(|(tenant, session)| async move {
            // What is in memory may say otherwise.
            self.changed(StreamChange::Grown { session, seq: u64::MAX });
            match self.view(Who { tenant, only: None, user: None }, session).await {
                Ok(_) => 1,
                // Deleted meanwhile.
                Err(CommandFault::NotFound) => 0,
                Err(fault) => {
                    tracing::warn!(%fault, %session, "an interview with research could not be awakened");
                    0
                }
            }
        });
        Ok(awakened.buffer_unordered(SIDE_BY_SIDE).fold(0, |taken, one| async move { taken + one }).await)
    }

    /// Whether interviews can be awakened.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        !self.0.closing.load(Ordering::SeqCst) && self.0.warden.get_status() == ActorStatus::Running
    }

    /// How many interviews are in memory.
    #[must_use]
    pub fn live(&self) -> usize {
        self.entries().len()
    }

    /// Tells the interviews in memory what happened to them elsewhere: what other nodes stored, or with
    /// [`StreamChange::Missed`] that any of them may have grown or been deleted.
    pub fn changed(&self, change: StreamChange) {
        let told: Vec<(u64, Arc<Entry>)> = match change {
            StreamChange::Grown { session, seq } => {
                self.entries().get(&session).map(|entry| (seq, entry.clone())).into_iter().collect()
            }
            StreamChange::Gone { session } => {
                self.entries().get(&session).map(|entry| (u64::MAX, entry.clone())).into_iter().collect()
            }
            StreamChange::Missed => self.entries().values().map(|entry| (u64::MAX, entry.clone())).collect(),
        };
        for (seq, entry) in told {
            entry.grown.fetch_max(seq, Ordering::SeqCst);
            entry.tell_grown();
        }
    }

    /// Puts to sleep what nobody follows and nobody asked for a while; answers how many.
    pub async fn sweep(&self) -> usize {
        let limit = self.0.parts.limits.idle;
        let candidates: Vec<(SessionId, Arc<Entry>)> = {
            let entries = self.entries();
            entries.iter().filter(|(_, entry)| entry.unused_for() >= limit).map(|(id, entry)| (*id, entry.clone())).collect()
        };
        let mut slept = 0;
        for (id, entry) in candidates {
            let Some(actor) = entry.actor.get() else {
                // Whoever asked went away before it was awake.
                self.forget_if(id, &entry, |entry| entry.unused_for() >= limit);
                continue;
            };
            let (answer, idle) = oneshot::channel();
            let idle = actor.send_message(Message::Idle(answer)).is_err() || idle.await.unwrap_or(true);
            if idle && self.forget_if(id, &entry, |entry| entry.unused_for() >= limit) {
                if let Err(fault) = actor.drain() {
                    tracing::debug!(%fault, "an interview was asleep already");
                }
                slept += 1;
            }
        }
        slept
    }

    /// Takes no more, lets every interview finish what it was told, and ends all actors.
    pub async fn shutdown(&self) {
        self.0.closing.store(true, Ordering::SeqCst);
        let entries: Vec<Arc<Entry>> = self.entries().drain().map(|(_, entry)| entry).collect();
        let drain = self.0.parts.limits.drain;
        let draining = entries.iter().map(|entry| async move {
            // Waits for one that is being awakened; none is awakened any more.
            let awake = timeout(drain, entry.actor.get_or_try_init(|| async { Err(()) })).await;
            if let Ok(Ok(actor)) = awake
                && let Err(fault) = actor.drain_and_wait(Some(drain)).await
            {
                tracing::warn!(%fault, "an interview did not end by itself");
                actor.kill();
            }
        });
        futures::future::join_all(draining).await;
        if let Err(fault) = self.0.warden.stop_and_wait(None, Some(drain)).await {
            tracing::debug!(%fault, "the supervisor had ended already");
        }
    }

    async fn ask<T>(&self, who: Who, id: SessionId, message: impl Fn(Answer<T>) -> Message) -> Result<T, CommandFault> {
        // An actor may go to sleep between being found and being told; what it was not told it has not done.
        for _ in 0..3 {
            let waiting = self.entry(id)?;
            let entry = &waiting.0;
            let actor = match entry.actor.get_or_try_init(|| self.awaken(who, id)).await {
                Ok(actor) => actor.clone(),
                Err(fault) => {
                    // Somebody else who waits may be let in: then it is theirs to keep.
                    self.forget_if(id, entry, |entry| entry.waiting.load(Ordering::SeqCst) <= 1);
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
                        "the interview was interrupted; what it shows is what was kept, so look before you repeat this".into(),
                    ))
                }
            };
        }
        Err(CommandFault::Interrupted("the interview keeps going to sleep".into()))
    }

    /// Rebuilds an interview from its events and starts its actor.
    async fn awaken(&self, who: Who, id: SessionId) -> Result<ActorRef<Message>, CommandFault> {
        self.refuse_when_closing()?;
        let parts = &self.0.parts;
        let row = parts.store.session(who.tenant, id).await?.ok_or(CommandFault::NotFound)?;
        let events = parts.store.events(who.tenant, id, 0).await?;
        if events.is_empty() {
            // Deleted between the two.
            return Err(CommandFault::NotFound);
        }
        let mut interview = Interview::from_events(row.tenant, row.user, &events)
            .ok_or_else(|| StoreFault::Corrupt(format!("interview {id} has no beginning")))?;
        let view = &mut interview.view;
        view.definition = self.0.definitions.intern(view.objective_id, view.definition.clone());
        let live = Live {
            told: interview.view.seq,
            interview,
            store: parts.store.clone(),
            engines: Engines {
                chosen: parts.engine.clone(),
                built_in: parts.built_in.clone(),
                analyst: parts.analyst.clone(),
                patience: parts.limits.patience,
            },
            library: parts.library.clone(),
            node: parts.node,
            lease: parts.limits.lease,
            clock: parts.clock.clone(),
            ids: parts.ids.clone(),
            followers: Followers::default(),
            working: Working::default(),
            growing: None,
            shown: None,
            planned: None,
            beside: JoinSet::new(),
            stale: false,
            leaving: Leaving::of(self.0.leaving.clone()),
            gone: false,
            adrift: false,
        };
        let spawned = InterviewActor::spawn_linked(None, InterviewActor, live, self.0.warden.get_cell()).await;
        spawned.map(|(actor, _task)| actor).map_err(|fault| CommandFault::Interrupted(fault.to_string()))
    }

    /// A place in the queue of an interview. Whoever has one keeps its entry from being forgotten as unused.
    fn entry(&self, id: SessionId) -> Result<Waiting, CommandFault> {
        let mut entries = self.entries();
        self.refuse_when_closing()?;
        let entry = entries.entry(id).or_insert_with(|| Arc::new(Entry::new())).clone();
        *entry.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        Waiting::begin(entry, self.0.parts.limits.waiting)
    }

    /// Only this entry: another may have taken its place in the meantime.
    fn forget(&self, id: SessionId, entry: &Arc<Entry>) {
        self.forget_if(id, entry, |_| true);
    }

    fn forget_if(&self, id: SessionId, entry: &Arc<Entry>, condition: impl Fn(&Entry) -> bool) -> bool {
        let mut entries = self.entries();
        let forget = entries.get(&id).is_some_and(|known| Arc::ptr_eq(known, entry)) && condition(entry);
        if forget {
            entries.remove(&id);
        }
        forget
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, Arc<Entry>>> {
        self.0.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refuse_when_closing(&self) -> Result<(), CommandFault> {
        if self.0.closing.load(Ordering::SeqCst) {
            return Err(CommandFault::Interrupted("the server is going down".into()));
        }
        Ok(())
    }
}
