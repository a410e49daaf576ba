//! What an actor holds, and the one way in which it changes: decide, store, publish.

use super::{
    Doer, JoinStart, Outcome, Published, Start, Subscription, Unfinished, Who,
    contest::{Rival, Tries},
    lease::Hold,
    published::Followers,
    working::Working,
};
use crate::{Clock, CommandFault};
use domain::{
    IdSource, Stamp, StoreFault,
    account::AuditEntry,
    live::{Append, Decision, Drafted, Machine, StoredEvent, StreamRow, StreamStore},
};
use protocol::{
    Timestamp,
    live::{Live as _, Recorded, Topic},
};
use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::oneshot, task::JoinSet, time::Instant};
use uuid::Uuid;

/// How often work is taken up again after another node stored first.
pub(crate) const TRIES: u32 = 12;
/// A follower that missed more gets a snapshot.
const REPLAY: u64 = 512;

/// A stream in memory.
pub struct Live<D: Doer> {
    pub state: D::Machine,
    pub doer: D,
    /// The stream as it was when the actor started: whose it is.
    pub row: StreamRow,
    /// This process, as leases name it.
    pub node: Uuid,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub(crate) store: Arc<dyn StreamStore>,
    /// How long this node has its work to itself after each sign of life.
    pub(crate) lease: Duration,
    pub(crate) hold: Hold,
    /// When what waits is looked at again.
    pub(crate) next_look: Option<Timestamp>,
    pub(crate) followers: Followers<D::Machine>,
    pub(crate) working: Working<<D::Machine as Machine>::Job>,
    /// Work that is no job: reads that are tried again, pauses.
    pub(crate) beside: JoinSet<()>,
    /// The last event that the followers have.
    pub(crate) published: u64,
    /// What is in memory may differ from what is stored: read it again before the next decision.
    pub(crate) stale: bool,
    /// It was deleted: there is nothing to show and nothing to do any more.
    pub(crate) gone: bool,
    /// Work may have been begun in the store that this actor does not go on with.
    pub(crate) adrift: bool,
    pub(crate) leaving: Leaving,
    pub(super) rival: Rival,
}

/// Whether the server goes down, and who waits until a stream has given back its work.
#[derive(Default)]
pub(crate) struct Leaving {
    begun: Arc<AtomicBool>,
    waiting: Vec<oneshot::Sender<()>>,
}

impl Leaving {
    pub(crate) const fn new(begun: Arc<AtomicBool>) -> Self {
        Self { begun, waiting: Vec::new() }
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.begun.load(Ordering::SeqCst)
    }
}

/// What was decided: events that are applied but not yet stored, and what is to be done once they are.
pub(crate) struct Decided<D: Doer> {
    drafted: Option<<D::Machine as Machine>::Drafted>,
    pub(crate) unfinished: Vec<Unfinished<D>>,
    cancelled: Vec<<D::Machine as Machine>::Job>,
    inputs: VecDeque<<D::Machine as Machine>::Input>,
}

impl<D: Doer> Live<D> {
    pub(crate) fn new(parts: &super::Parts<D>, state: D::Machine, row: StreamRow, leaving: Leaving) -> Self {
        Self {
            published: state.view().seq(),
            state,
            doer: parts.doer.clone(),
            row,
            node: parts.node,
            clock: parts.clock.clone(),
            ids: parts.ids.clone(),
            store: parts.store.clone(),
            lease: parts.limits.lease,
            hold: Hold::Free,
            next_look: None,
            followers: Followers::default(),
            working: Working::default(),
            beside: JoinSet::new(),
            stale: false,
            gone: false,
            adrift: false,
            leaving,
            rival: Rival::default(),
        }
    }

    #[must_use]
    pub fn topic(&self) -> Topic {
        self.state.view().topic()
    }

    fn seq(&self) -> u64 {
        self.state.view().seq()
    }

    /// Shows progress to those who keep up.
    pub fn show(&mut self, progress: <D::Machine as Machine>::Progress) {
        if !self.followers.is_empty() {
            let after = self.state.after(None);
            self.show_after(progress, after);
        }
    }

    pub(crate) fn show_after(&mut self, progress: <D::Machine as Machine>::Progress, after: <D::Machine as Machine>::After) {
        let published = Published::progress(self.topic(), progress, after);
        self.followers.publish_progress(&Arc::new(published));
    }

    /// Carries out a command to its end, or up to the first effect that takes its time.
    pub(crate) async fn command(
        &mut self,
        who: &Who,
        command: &<D::Machine as Machine>::Command,
        audit: Option<AuditEntry>,
    ) -> Result<(Outcome<D>, Vec<Unfinished<D>>), CommandFault> {
        self.rival.let_it_go_next().await;
        let mut tries = Tries::begin();
        loop {
            self.refresh_if_stale().await?;
            D::prepare(self).await;
            let (input, before) = D::input(self, command).await?;
            let Decided { mut drafted, unfinished, cancelled, .. } = self.decide(input)?;
            let signed = drafted.as_mut().and_then(|drafted| D::audit(self, who, command, drafted));
            match self.commit(drafted, signed.or_else(|| audit.clone())).await {
                Ok(published) => {
                    // Not before it is stored: what could not be stopped goes on.
                    cancelled.into_iter().for_each(|job| self.working.cancel(job));
                    metrics::counter!("discovery_commands", "kind" => D::Machine::KIND.name()).increment(1);
                    return Ok((Outcome { published, seq: self.seq(), before }, unfinished));
                }
                Err(StoreFault::Conflict) => {
                    metrics::counter!("discovery_decided_again", "kind" => D::Machine::KIND.name()).increment(1);
                    if !tries.wait_for_next(self.node).await {
                        return Err(StoreFault::Conflict.into());
                    }
                }
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    /// Takes the result of an effect. A result that no longer fits (stopped, answered elsewhere) is dropped.
    pub(crate) async fn done(&mut self, input: &<D::Machine as Machine>::Input) -> Result<Vec<Unfinished<D>>, CommandFault> {
        let mut tries = Tries::begin();
        loop {
            match self.done_once(input).await {
                Err(CommandFault::Store(StoreFault::Conflict)) if !self.gone => {
                    if !tries.wait_for_next(self.node).await {
                        return Err(StoreFault::Conflict.into());
                    }
                }
                result => return result,
            }
        }
    }

    /// The same, unless another node stores first.
    pub(crate) async fn done_once(&mut self, input: &<D::Machine as Machine>::Input) -> Result<Vec<Unfinished<D>>, CommandFault> {
        self.refresh_if_stale().await?;
        D::prepare(self).await;
        let Decided { drafted, unfinished, cancelled, .. } = match self.decide(input.clone()) {
            Ok(decided) => decided,
            Err(refusal) => {
                tracing::debug!(%refusal, "the result of an effect came too late");
                return Ok(Vec::new());
            }
        };
        self.commit(drafted, None).await?;
        cancelled.into_iter().for_each(|job| self.working.cancel(job));
        Ok(unfinished)
    }

    /// The work that was under way when the state was stored.
    pub(crate) async fn resume(&mut self) -> Result<Vec<Unfinished<D>>, CommandFault> {
        let ids = self.ids.clone();
        let stamp = Stamp { now: self.clock.now(), ids: ids.as_ref() };
        let Some(decision) = self.state.resume(&stamp) else { return Ok(Vec::new()) };
        let decided = self.follow(decision, &stamp)?;
        self.commit(decided.drafted, None).await?;
        Ok(decided.unfinished)
    }

    /// Decides an input and everything that follows from it at once; events are applied, not yet stored.
    fn decide(&mut self, input: <D::Machine as Machine>::Input) -> Result<Decided<D>, CommandFault> {
        let ids = self.ids.clone();
        let stamp = Stamp { now: self.clock.now(), ids: ids.as_ref() };
        let decision = self.state.decide(input, &stamp)?;
        self.follow(decision, &stamp)
    }

    /// Applies a decision and whatever follows from it without waiting.
    fn follow(&mut self, first: Decision<D::Machine>, stamp: &Stamp<'_>) -> Result<Decided<D>, CommandFault> {
        let mut decided: Decided<D> =
            Decided { drafted: None, unfinished: Vec::new(), cancelled: Vec::new(), inputs: VecDeque::new() };
        let mut next = Some(first);
        while let Some(Decision { drafted, effects }) = next.take() {
            for event in drafted.events() {
                self.state.apply(event);
            }
            decided.drafted = Some(match decided.drafted.take() {
                None => drafted,
                Some(earlier) => earlier.then(drafted),
            });
            for effect in effects {
                match D::start(self, effect, stamp.now) {
                    Start::Now(input) => decided.inputs.push_back(input),
                    Start::Later(unfinished) => decided.unfinished.push(unfinished),
                    Start::Cancel(job) => decided.cancelled.push(job),
                    Start::Nothing => {}
                }
            }
            if let Some(input) = decided.inputs.pop_front() {
                let decision = match decided.drafted.as_mut() {
                    Some(earlier) => self.state.decide_after(earlier, input, stamp),
                    None => self.state.decide(input, stamp),
                };
                next = Some(decision.inspect_err(|_| {
                    // What was applied before the refusal was never stored.
                    self.stale = true;
                })?);
            }
        }
        decided.drafted = decided.drafted.filter(|drafted| !drafted.events().is_empty());
        Ok(decided)
    }

    /// Stores what was applied, then tells the followers. When it cannot be stored, memory is read again before the next decision.
    pub(crate) async fn commit(
        &mut self,
        drafted: Option<<D::Machine as Machine>::Drafted>,
        audit: Option<AuditEntry>,
    ) -> Result<Arc<Published<D::Machine>>, StoreFault> {
        let after = self.state.after(drafted.as_ref());
        let Some(drafted) = drafted else { return Ok(Arc::new(Published::new(self.topic(), Vec::new(), after))) };
        let published = Arc::new(Published::new(self.topic(), drafted.events().to_vec(), after));
        let stored = match self.state.append(drafted, self.ids.as_ref()) {
            Ok(append) => self.store.commit(Append { audit, ..append }).await,
            Err(fault) => Err(fault),
        };
        if let Err(fault) = stored {
            self.stale = true;
            // It may be stored all the same, and with it the beginning of work.
            self.adrift |= !matches!(fault, StoreFault::Conflict);
            return Err(fault);
        }
        self.rival.note_own();
        self.published = published.last_seq();
        self.followers.publish(&published);
        Ok(published)
    }

    /// Another node stored up to `seq`: takes what is new.
    pub(crate) async fn catch_up(&mut self, seq: u64) -> Result<(), StoreFault> {
        if seq > self.seq() || self.stale { self.refresh().await } else { Ok(()) }
    }

    pub(crate) async fn refresh_if_stale(&mut self) -> Result<(), StoreFault> {
        if self.stale { self.refresh().await } else { Ok(()) }
    }

    /// Rebuilds from what is stored; followers are told what they have not seen.
    pub(crate) async fn refresh(&mut self) -> Result<(), StoreFault> {
        let begun = Instant::now();
        let stored = self.store.stored_events(self.row.tenant, self.row.id, 0).await?;
        if stored.is_empty() {
            self.gone = true;
            self.working.cancel_all();
            self.beside.abort_all();
            self.followers = Followers::default();
            return Err(StoreFault::Conflict);
        }
        // What was deleted may be brought back.
        self.gone = false;
        let events = read_events(&stored)?;
        let state = read_state::<D::Machine>(&self.row, &events)?;
        let before = std::mem::replace(&mut self.state, state);
        D::refreshed(self, before);
        self.stale = false;
        // Stopped, answered or taken over on another node.
        let mut working = std::mem::take(&mut self.working);
        working.cancel_all_but(|job| D::wanted(self, job));
        self.working = working;
        let new: Vec<_> = events.into_iter().filter(|event| event.seq > self.published).collect();
        if !new.is_empty() {
            self.rival.note_theirs(begun);
            self.published = self.seq();
            let published = Published::new(self.topic(), new, self.state.after(None));
            self.followers.publish(&Arc::new(published));
        }
        Ok(())
    }

    pub(crate) async fn join(
        &mut self,
        after: Option<u64>,
    ) -> Result<(JoinStart<D::Machine>, Subscription<D::Machine>), CommandFault> {
        self.refresh_if_stale().await?;
        if after.is_some_and(|after| after > self.seq()) {
            // It was told of events on another node that this one has not heard of yet.
            self.refresh().await?;
        }
        let now = self.seq();
        let start = match after {
            Some(after) if after == now => JoinStart::Events(Vec::new()),
            Some(after) if after > 0 && after < now && now - after <= REPLAY => {
                let stored = self.store.stored_events(self.row.tenant, self.row.id, after).await?;
                let mut missed = read_events(&stored)?;
                // What another node stored since then is published to all followers when it is read.
                missed.retain(|event| event.seq <= now);
                JoinStart::Events(missed)
            }
            _ => JoinStart::Snapshot(Arc::new(self.state.view().clone())),
        };
        let first = D::welcome(self);
        Ok((start, self.followers.join(first)))
    }

    /// What whoever asked is told of a fault: of a deleted stream only that it is not there.
    pub(crate) fn fault(&self, fault: CommandFault) -> CommandFault {
        if self.gone { CommandFault::NotFound } else { fault }
    }

    pub(crate) fn wait_to_leave(&mut self, left: oneshot::Sender<()>) {
        self.leaving.waiting.push(left);
    }

    /// Tells who waits for it that nothing is under way here any more.
    pub(crate) fn tell_left(&mut self) {
        if !self.leaving.waiting.is_empty() && !D::is_busy(self) {
            // Whoever stopped waiting need not know.
            self.leaving.waiting.drain(..).for_each(|left| left.send(()).unwrap_or_default());
        }
    }
}

pub(crate) fn read_events<E: serde::de::DeserializeOwned>(stored: &[StoredEvent]) -> Result<Vec<Recorded<E>>, StoreFault> {
    stored.iter().map(StoredEvent::read).collect()
}

pub(crate) fn read_state<M: Machine>(row: &StreamRow, events: &[Recorded<M::Event>]) -> Result<M, StoreFault> {
    M::read(row, events).ok_or_else(|| StoreFault::Corrupt(format!("{} {} has no beginning", M::KIND, row.id)))
}
