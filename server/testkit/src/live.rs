//! A stage for any machine of the live layer: it decides, stores as JSON, and shows whoever follows.

use crate::{CountedIds, MORNING};
use domain::{
    Refusal, Stamp,
    live::{Append, Decision, Drafted as _, Machine, StoredEvent, StreamRow},
};
use protocol::{
    Timestamp,
    live::{Live, Recorded},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// One stream of a machine. Whatever happens to it is stored, applied and followed; after each step the stored events give the same
/// view, and so does every tab.
pub struct Stage<M: Machine> {
    pub machine: M,
    /// The row of the stream; none before the first event.
    pub row: Option<StreamRow>,
    pub stored: Vec<StoredEvent>,
    tabs: Vec<Tab<M::View>>,
    now: i64,
    ids: CountedIds,
}

/// An open tab: it holds what it was given and applies what it is sent, both as JSON.
pub struct Tab<V> {
    pub view: V,
}

impl<V: Live + Serialize + DeserializeOwned> Tab<V>
where
    V::Event: Clone + Serialize + DeserializeOwned,
{
    /// # Panics
    /// When the view does not come back from JSON as it was.
    #[must_use]
    pub fn open(view: &V) -> Self {
        Self { view: through_json(view) }
    }

    /// # Panics
    /// When an event is missing or comes twice.
    pub fn take(&mut self, events: &[Recorded<V::Event>]) {
        self.apply(&Self::receive(events));
    }

    /// Events as they come over the wire: the same for every tab.
    fn receive(events: &[Recorded<V::Event>]) -> Vec<Recorded<V::Event>> {
        events.iter().map(through_json).collect()
    }

    fn apply(&mut self, received: &[Recorded<V::Event>]) {
        for event in received {
            assert_eq!(event.seq, self.view.seq() + 1, "every event once and in order");
            self.view.apply(event);
        }
    }
}

fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let text = serde_json::to_string(value).expect("plain data");
    protocol::read_json(&text).expect("what was written")
}

impl<M> Stage<M>
where
    M: Machine,
    M::View: DeserializeOwned,
{
    /// `empty` is a machine of which nothing is recorded yet.
    pub fn new(empty: M) -> Self {
        Self { machine: empty, row: None, stored: Vec::new(), tabs: Vec::new(), now: MORNING.0, ids: CountedIds::default() }
    }

    /// Decides an input, a second after what came before; answers what was stored and what is to be done.
    ///
    /// # Errors
    /// The machine's refusal; then nothing has changed.
    ///
    /// # Panics
    /// When the same does not follow for whoever reads it back or follows it.
    pub fn give(&mut self, input: M::Input) -> Result<(Append, Vec<M::Effect>), Refusal> {
        self.now += 1_000_000;
        let stamp = Stamp { now: Timestamp(self.now), ids: &self.ids };
        let decision = self.machine.decide(input, &stamp)?;
        Ok(self.follow(decision))
    }

    /// A server takes it up; `None` where nothing is to be done.
    ///
    /// # Panics
    /// Likewise.
    pub fn resume(&mut self) -> Option<(Append, Vec<M::Effect>)> {
        self.now += 1_000_000;
        let stamp = Stamp { now: Timestamp(self.now), ids: &self.ids };
        let decision = self.machine.resume(&stamp)?;
        Some(self.follow(decision))
    }

    /// Its server dies and another one reads it back.
    ///
    /// # Panics
    /// When it cannot be read.
    pub fn restart(&mut self) {
        self.machine = self.read_back();
    }

    fn follow(&mut self, Decision { drafted, effects }: Decision<M>) -> (Append, Vec<M::Effect>) {
        let events = drafted.events().to_vec();
        events.iter().for_each(|event| self.machine.apply(event));
        let append = self.machine.append(drafted, &self.ids).expect("plain data");
        assert_eq!(append.expected, self.stored.len() as u64, "after what is stored");
        assert_eq!(append.stream.seq, append.expected + append.events.len() as u64, "up to the row's seq");
        self.stored.extend(append.events.iter().cloned());
        self.row = Some(append.stream.clone());
        let (view, received) = (self.machine.view(), Tab::<M::View>::receive(&events));
        let text = as_text(view);
        for tab in &mut self.tabs {
            tab.apply(&received);
            check_same(&tab.view, view, &text, "a tab shows what the server has");
        }
        check_same(self.read_back().view(), view, &text, "what is stored gives what is shown");
        // Whoever joins now sees the same later.
        self.tabs.push(Tab::open(view));
        (append, effects)
    }

    fn read_back(&self) -> M {
        let events: Vec<_> = self.stored.iter().map(|event| event.read().expect("what was written")).collect();
        M::read(self.row.as_ref().expect("something is stored"), &events).expect("a beginning")
    }
}

/// Equal texts are of equal values, and sooner compared; where they differ, it may be the order of a map.
#[track_caller]
fn check_same<V: Serialize>(one: &V, view: &V, text: &str, what: &str) {
    if as_text(one) != text {
        assert_eq!(as_json(one), as_json(view), "{what}");
    }
}

fn as_text(view: &impl Serialize) -> String {
    serde_json::to_string(view).expect("plain data")
}

fn as_json(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("plain data")
}
