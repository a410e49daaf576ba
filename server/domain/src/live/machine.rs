//! A long-lived thing as a pure state machine.

use super::{Append, StoredEvent, StreamRow};
use crate::{IdSource, Refusal, Stamp, StoreFault};
use protocol::live::{Kind, Live, Recorded};
use serde::{Serialize, de::DeserializeOwned};
use std::{fmt::Debug, hash::Hash};

/// The state of one stream, everything in it following from its events. `decide` refuses or drafts events and names effects;
/// `apply` is total. Neither has a clock, randomness or I/O.
///
/// Nothing here asks for a copy of the state: a decision borrows it, and the drafted events are applied in place. When they
/// cannot be stored, the state is read anew from the stream.
pub trait Machine: Send + Sync + Sized + 'static {
    const KIND: Kind;
    /// What followers see, in the browser too.
    type View: Live<Event = Self::Event, Progress = Self::Progress> + Clone + Debug + Serialize + Send + Sync + 'static;
    type Event: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    type Progress: Clone + Debug + Serialize + Send + Sync + 'static;
    /// What somebody wants of it.
    type Command: Send + Sync + 'static;
    /// What reaches it: a command, or the result of an effect.
    type Input: Clone + Send + Sync + 'static;
    /// Work to be done outside; its result comes back as an input.
    type Effect: Send + 'static;
    /// What names work under way, so that it can be cancelled.
    type Job: Copy + Debug + Eq + Hash + Send + Sync + 'static;
    /// Events with whatever follows from them for the store.
    type Drafted: Drafted<Self::Event>;
    /// What followers are given beside the events.
    type After: Clone + Debug + Send + Sync + 'static;

    /// Rebuilt from stored events; `None` where they do not begin as they must.
    fn read(row: &StreamRow, events: &[Recorded<Self::Event>]) -> Option<Self>;
    fn view(&self) -> &Self::View;
    fn apply(&mut self, recorded: &Recorded<Self::Event>);
    /// # Errors
    /// A refusal in words; nothing follows from it.
    fn decide(&self, input: Self::Input, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal>;
    /// The same right after a decision whose events are applied and not yet stored. What that one holds of the state may be used
    /// up: the two become one, and the later one's counts.
    ///
    /// # Errors
    /// As [`Machine::decide`].
    fn decide_after(
        &self,
        _earlier: &mut Self::Drafted,
        input: Self::Input,
        stamp: &Stamp<'_>,
    ) -> Result<Decision<Self>, Refusal> {
        self.decide(input, stamp)
    }
    /// The work that was under way when this state was stored; `None` where there is none.
    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>>;
    /// Whether work that is under way still has a purpose. What has none is cancelled.
    fn wanted(&self, job: Self::Job) -> bool;
    /// What is given to followers beside these events, or where there are none.
    fn after(&self, drafted: Option<&Self::Drafted>) -> Self::After;
    /// What to store, `self` being the state after the events.
    ///
    /// # Errors
    /// An event that cannot be written as JSON.
    fn append(&self, drafted: Self::Drafted, ids: &dyn IdSource) -> Result<Append, StoreFault>;
}

/// Events to store and work to start.
#[derive(Clone, Debug)]
pub struct Decision<M: Machine> {
    pub drafted: M::Drafted,
    pub effects: Vec<M::Effect>,
}

/// What a decision came to: to be stored together.
pub trait Drafted<E>: Send + 'static {
    fn events(&self) -> &[Recorded<E>];
    /// Both, in this order, as one.
    #[must_use]
    fn then(self, later: Self) -> Self;
}

/// Events and nothing else, of a machine whose rows follow from its state.
#[derive(Clone, Debug)]
pub struct EventsDrafted<E>(pub Vec<Recorded<E>>);

impl<E> EventsDrafted<E> {
    /// Records events after `seq`.
    #[must_use]
    pub fn new(seq: u64, stamp: &Stamp<'_>, events: impl IntoIterator<Item = E>) -> Self {
        let recorded = |(seq, event)| Recorded { seq, at: stamp.now, turn: 0, event };
        Self((seq + 1..).zip(events).map(recorded).collect())
    }
}

impl<E: Serialize> EventsDrafted<E> {
    /// As they are stored.
    ///
    /// # Errors
    /// An event that cannot be written as JSON.
    pub fn stored(&self) -> Result<Vec<StoredEvent>, StoreFault> {
        self.0.iter().map(StoredEvent::new).collect()
    }
}

impl<E: Send + 'static> Drafted<E> for EventsDrafted<E> {
    fn events(&self) -> &[Recorded<E>] {
        &self.0
    }

    fn then(mut self, later: Self) -> Self {
        self.0.extend(later.0);
        self
    }
}
