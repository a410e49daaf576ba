//! What an interview's actor holds, and the one way in which it changes: decide, store, publish.

use super::{Job, Leaving, Library, Outcome, Start, Working, deeds::told, engine::Growth, planned::Planned, research::rested};
use crate::{
    Clock, CommandFault, Published, Who,
    published::{Followers, Subscription},
};
use domain::{
    IdSource, Stamp, StoreFault,
    account::AuditEntry,
    interview::{
        Analyst, Append, Decision, Drafted, Effect, Input, Interview, InterviewStore, Interviewer, Streamed, Target, decide,
        goes_back, past, projection,
    },
};
use protocol::{
    MessageId,
    interview::{Author, InterviewCommand, InterviewView, Obligation},
};
use serde_json::{Value, json};
use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::task::JoinSet;
use uuid::Uuid;

/// How often a command is decided again after another node stored first.
pub(super) const TRIES: u32 = 5;
/// A follower that missed more gets a snapshot.
const REPLAY: u64 = 512;

/// The engine in use, and the one that answers when it cannot.
#[derive(Clone)]
pub(crate) struct Engines {
    pub chosen: Arc<dyn Interviewer>,
    pub built_in: Arc<dyn Interviewer>,
    /// Looks at interviews as a whole.
    pub analyst: Arc<dyn Analyst>,
    /// How long either may take for one answer.
    pub patience: Duration,
}

pub(crate) struct Live {
    pub interview: Interview,
    pub store: Arc<dyn InterviewStore>,
    pub engines: Engines,
    pub library: Library,
    /// This process, as leases name it.
    pub node: Uuid,
    /// How long it has a research task after each sign of life.
    pub lease: Duration,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub followers: Followers,
    pub working: Working,
    /// What was shown so far of the reply that is being written here.
    pub growing: Option<Streamed>,
    /// The interview without its messages, as pieces of a reply were shown with it last.
    pub shown: Option<Arc<InterviewView>>,
    /// What the newest reply was planned to say, for whoever wants it in other words.
    pub planned: Option<(MessageId, Box<Planned>)>,
    /// Work that no reply waits for: transcripts that are being understood, reads that are tried again.
    pub beside: JoinSet<()>,
    /// The last event that the followers were told.
    pub told: u64,
    /// What is in memory may differ from what is stored: read it again before the next decision.
    pub stale: bool,
    /// Its server goes down.
    pub leaving: Leaving,
    /// It was deleted: there is nothing to show and nothing to do any more.
    pub gone: bool,
    /// A reply that is being written may be one that this actor began and could not go on with.
    pub adrift: bool,
}

/// What was decided: events that are applied but not yet stored, and what is to be done once they are.
#[derive(Default)]
pub(super) struct Decided {
    drafted: Option<Drafted>,
    pub(super) unfinished: Vec<Unfinished>,
    cancelled: Vec<Job>,
    pub(super) inputs: VecDeque<Input>,
}

/// Work that did not come to its end at once; its result comes back as an input.
pub(crate) struct Unfinished {
    pub job: Job,
    pub work: futures::future::BoxFuture<'static, Input>,
    /// The text of a reply as it is written.
    pub growth: Option<Growth>,
}

impl Live {
    /// Carries out a command to its end, or up to the first engine that takes its time.
    pub(crate) async fn command(
        &mut self,
        who: &Who,
        command: InterviewCommand,
    ) -> Result<(Outcome, Vec<Unfinished>), CommandFault> {
        for _ in 0..TRIES {
            self.refresh_if_stale().await?;
            self.look_around().await;
            let repeated = self.repeated_turn(&command);
            let streamed = self.streamed().cloned();
            let input = match streamed {
                streamed if goes_back(&self.interview.view, &command) => {
                    let (tenant, id) = (self.interview.tenant, self.interview.view.id);
                    let events = self.store.events(tenant, id, 0).await?;
                    let past = past(&self.interview, &events, &command).map(Box::new);
                    Input::Back { command: command.clone(), past, streamed }
                }
                None => Input::Command(command.clone()),
                Some(streamed) => Input::During { command: command.clone(), streamed },
            };
            let held = self.held();
            let Decided { drafted, unfinished, cancelled, .. } = self.decide(input)?;
            match self.commit_by(who, || told(&command), drafted).await {
                Ok(published) => {
                    // Not before it is stored: what could not be stopped goes on.
                    cancelled.into_iter().for_each(|job| self.working.cancel(job));
                    return Ok((self.outcome(published, repeated, held), unfinished));
                }
                Err(StoreFault::Conflict) => {}
                Err(fault) => return Err(fault.into()),
            }
        }
        Err(StoreFault::Conflict.into())
    }

    /// Goes on with another objective or version of it.
    pub(crate) async fn migrate(&mut self, who: &Who, target: &Target) -> Result<Outcome, CommandFault> {
        for _ in 0..TRIES {
            self.refresh_if_stale().await?;
            let held = self.held();
            let Decided { drafted, .. } = self.decide(Input::Migrate(Box::new(target.clone())))?;
            match self.commit_by(who, || json!({"type": "migrate"}), drafted).await {
                Ok(published) => return Ok(self.outcome(published, None, held)),
                Err(StoreFault::Conflict) => {}
                Err(fault) => return Err(fault.into()),
            }
        }
        Err(StoreFault::Conflict.into())
    }

    /// Takes the result of an effect. A result that no longer fits (stopped, answered elsewhere) is dropped.
    pub(crate) async fn done(&mut self, input: &Input) -> Result<Vec<Unfinished>, CommandFault> {
        for _ in 0..TRIES {
            match self.done_once(input).await {
                Err(CommandFault::Store(StoreFault::Conflict)) => {}
                result => return result,
            }
        }
        Err(StoreFault::Conflict.into())
    }

    /// The same, unless another node stores first.
    pub(super) async fn done_once(&mut self, input: &Input) -> Result<Vec<Unfinished>, CommandFault> {
        self.refresh_if_stale().await?;
        self.look_around().await;
        let Decided { drafted, unfinished, .. } = match self.decide(input.clone()) {
            Ok(decided) => decided,
            Err(refusal) => {
                tracing::debug!(%refusal, "the result of an effect came too late");
                return Ok(Vec::new());
            }
        };
        self.commit(drafted).await?;
        Ok(unfinished)
    }

    /// Another node stored up to `seq`: takes what is new.
    pub(crate) async fn catch_up(&mut self, seq: u64) -> Result<(), StoreFault> {
        if seq > self.interview.view.seq || self.stale { self.refresh().await } else { Ok(()) }
    }

    pub(crate) async fn join(&mut self, after: Option<u64>) -> Result<(Start, Subscription), CommandFault> {
        self.refresh_if_stale().await?;
        if after.is_some_and(|after| after > self.interview.view.seq) {
            // It was told of events on another node that this one has not heard of yet.
            self.refresh().await?;
        }
        let now = self.interview.view.seq;
        let start = match after {
            Some(after) if after == now => Start::Events(Vec::new()),
            Some(after) if after > 0 && after < now && now - after <= REPLAY => {
                let mut missed = self.store.events(self.interview.tenant, self.interview.view.id, after).await?;
                // What another node stored since then is published to all followers when it is read.
                missed.retain(|event| event.seq <= now);
                Start::Events(missed)
            }
            _ => Start::Snapshot(Arc::new(self.interview.view.clone())),
        };
        let so_far = self.so_far();
        Ok((start, self.followers.join(so_far)))
    }

    /// Decides an input and everything that follows from it at once; events are applied, not yet stored.
    fn decide(&mut self, input: Input) -> Result<Decided, CommandFault> {
        let ids = self.ids.clone();
        let stamp = Stamp { now: self.clock.now(), ids: ids.as_ref() };
        let decision = decide(&self.interview, input, &stamp)?;
        self.follow(decision, &stamp)
    }

    /// The first effects of an interview that was opened, or that was read back in the middle of a reply. One that rested is
    /// looked over.
    pub(crate) async fn resume(&mut self) -> Result<Vec<Unfinished>, CommandFault> {
        self.look_around().await;
        let ids = self.ids.clone();
        let stamp = Stamp { now: self.clock.now(), ids: ids.as_ref() };
        let Some(decision) = domain::interview::resume(&self.interview, &stamp) else {
            return if rested(self.interview.view.updated_at, stamp.now) {
                self.done_once(&Input::Revisited).await
            } else {
                Ok(Vec::new())
            };
        };
        let decided = self.follow(decision, &stamp)?;
        self.commit(decided.drafted).await?;
        Ok(decided.unfinished)
    }

    /// Applies a decision and whatever follows from it without waiting.
    fn follow(&mut self, first: Decision, stamp: &Stamp<'_>) -> Result<Decided, CommandFault> {
        let mut decided = Decided::default();
        let mut next = Some(first);
        while let Some(Decision { drafted, effects }) = next.take() {
            for event in &drafted.events {
                self.interview.view.apply(event);
            }
            decided.drafted = Some(match decided.drafted.take() {
                None => drafted,
                Some(earlier) => earlier.then(drafted),
            });
            for effect in effects {
                self.start(effect, stamp.now, &mut decided);
            }
            if let Some(input) = decided.inputs.pop_front() {
                next = Some(decide(&self.interview, input, stamp).inspect_err(|_| {
                    // What was applied before the refusal was never stored.
                    self.stale = true;
                })?);
            }
        }
        decided.drafted = decided.drafted.filter(|drafted| !drafted.events.is_empty());
        Ok(decided)
    }

    /// Takes up a reply that nobody was seen to work on, unless it came in the meantime.
    pub(crate) async fn take_up(&mut self, reply: MessageId) -> Result<Vec<Unfinished>, CommandFault> {
        self.refresh().await?;
        if self.interview.view.replying == Some(reply) { self.resume().await } else { Ok(Vec::new()) }
    }

    /// The reply that is being written without anybody here who works on it or waits for it.
    pub(crate) fn unattended(&self) -> Option<MessageId> {
        self.interview.view.replying.filter(|reply| !self.gone && !self.working.is_on(Job::Reply(*reply)))
    }

    fn start(&mut self, effect: Effect, now: protocol::Timestamp, decided: &mut Decided) {
        let (reply, work, growth) = match effect {
            Effect::Understand { reply } => match domain::interview::heard(&self.interview, now) {
                Some(heard) => (reply, self.engines.understanding(reply, heard), None),
                None => return,
            },
            Effect::Reply { reply, plan } => {
                self.planned = Some((reply, Planned::of(&plan)));
                let (work, growth) = self.engines.wording(reply, *plan);
                (reply, work, Some(growth))
            }
            Effect::Reword { reply, of, plan } => {
                let known = self.planned.take().filter(|(planned, _)| *planned == of);
                let plan = known.map_or_else(|| *plan.clone(), |(_, known)| known.again(&plan));
                self.planned = Some((reply, Planned::of(&plan)));
                let (work, growth) = self.engines.wording(reply, plan);
                (reply, work, Some(growth))
            }
            Effect::Cancel { reply } => {
                decided.cancelled.push(Job::Reply(reply));
                return;
            }
            Effect::Research { id } => return self.next_step(id, decided),
            Effect::Summarise { turns } => return decided.unfinished.extend(self.recall(turns)),
            Effect::Reevaluate => return decided.unfinished.extend(self.look_over()),
            Effect::StopResearch { id } => {
                decided.cancelled.push(Job::Research(id));
                return;
            }
        };
        match super::engine::at_once(work) {
            Ok(input) => decided.inputs.push_back(input),
            Err(work) => decided.unfinished.push(Unfinished { job: Job::Reply(reply), work, growth }),
        }
    }

    /// Stores what was applied, then tells the followers. When it cannot be stored, memory is read again before the next decision.
    pub(crate) async fn commit(&mut self, drafted: Option<Drafted>) -> Result<Arc<Published>, StoreFault> {
        self.commit_with(drafted, None).await
    }

    /// The same with a line of the audit.
    pub(super) async fn commit_with(
        &mut self,
        drafted: Option<Drafted>,
        deed: Option<AuditEntry>,
    ) -> Result<Arc<Published>, StoreFault> {
        let Some(drafted) = drafted else { return Ok(Arc::new(Published::new(Vec::new(), self.without_messages()))) };
        let published = Arc::new(Published::new(drafted.events.clone(), drafted.after.clone()));
        let append = Append { deed, ..projection::append(drafted, self.ids.as_ref()) };
        if let Err(fault) = self.store.append(append).await {
            self.stale = true;
            // It may be stored all the same, and with it the beginning of a reply.
            self.adrift |= !matches!(fault, StoreFault::Conflict);
            return Err(fault);
        }
        self.told = published.last_seq();
        self.followers.publish(&published);
        Ok(published)
    }

    pub(super) async fn refresh_if_stale(&mut self) -> Result<(), StoreFault> {
        if self.stale { self.refresh().await } else { Ok(()) }
    }

    /// Rebuilds from what is stored; followers are told what they have not seen.
    async fn refresh(&mut self) -> Result<(), StoreFault> {
        let (tenant, owner, id) = (self.interview.tenant, self.interview.owner, self.interview.view.id);
        let events = self.store.events(tenant, id, 0).await?;
        if events.is_empty() {
            self.gone = true;
            self.working.cancel_all();
            self.beside.abort_all();
            self.followers = Followers::default();
            return Err(StoreFault::Conflict);
        }
        let definition = self.interview.view.definition.clone();
        self.interview = Interview::from_events(tenant, owner, &events)
            .ok_or_else(|| StoreFault::Corrupt(format!("interview {id} has no beginning")))?;
        if *self.interview.view.definition == *definition {
            self.interview.view.definition = definition;
        }
        self.stale = false;
        // Stopped, answered or taken over on another node.
        let mut working = std::mem::take(&mut self.working);
        working.cancel_all_but(|job| match job {
            Job::Reply(reply) => self.interview.view.replying == Some(reply),
            Job::Research(id) => self.has(id),
            Job::Watch | Job::Summary(..) | Job::LookOver => true,
        });
        self.working = working;
        let new: Vec<_> = events.into_iter().filter(|event| event.seq > self.told).collect();
        if !new.is_empty() {
            self.told = self.interview.view.seq;
            self.followers.publish(&Arc::new(Published::new(new, self.without_messages())));
        }
        Ok(())
    }

    fn without_messages(&self) -> Arc<InterviewView> {
        Arc::new(self.interview.view.without_messages())
    }

    fn held(&self) -> HashMap<String, Value> {
        let of = |one: &Obligation| Some((one.key.clone(), one.value.clone()?));
        self.interview.view.obligations.iter().filter_map(of).collect()
    }

    fn outcome(&self, published: Arc<Published>, repeated: Option<u32>, held: HashMap<String, Value>) -> Outcome {
        Outcome {
            turn: repeated.unwrap_or(self.interview.view.turn_count),
            repeated: repeated.is_some(),
            finished: self.interview.view.replying.is_none(),
            seq: self.interview.view.seq,
            published,
            held,
        }
    }

    /// The turn of a message that was sent with the same id before.
    fn repeated_turn(&self, command: &InterviewCommand) -> Option<u32> {
        let InterviewCommand::Say { client_message_id: Some(id), .. } = command else { return None };
        let earlier = self
            .interview
            .view
            .messages
            .iter()
            .chain(self.interview.view.branches.iter().flat_map(|branch| &branch.messages))
            .find(|one| one.role == Author::User && one.client_message_id.as_ref() == Some(id))?;
        Some(earlier.turn)
    }
}
