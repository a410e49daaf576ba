//! Nodes on one store, people who follow, and the check that nothing is left.

use actors::{
    Clock, InterviewParts, Interviews, Library, Limits, Outcome, Who,
    live::{JoinStart as Start, Subscription},
};
use domain::{
    Refusal,
    interview::{Interview, Opening},
};
use protocol::{
    ObjectiveId, SessionId, TenantId, Timestamp, UserId,
    interview::{
        Author, ContextType, Engine, InterviewCommand, InterviewEvent, InterviewView, Message, ObjectiveDefinition, Piece,
        Recorded,
    },
};
use std::{
    ops::Deref,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};
use testkit::{CountedIds, MORNING, MemoryStreams, Research, Scripted, ScriptedAnalyst, definition, template};
use tokio::{runtime::Handle, sync::mpsc::error::TryRecvError, task::yield_now};
use uuid::Uuid;

pub(crate) const TENANT: TenantId = TenantId(Uuid::from_u128(7));
pub(crate) const PERSON: UserId = UserId(Uuid::from_u128(8));
pub(crate) const WHO: Who = Who { tenant: TENANT, only: Some(PERSON), user: Some(PERSON) };
pub(crate) const SECOND: Duration = Duration::from_secs(1);
pub(crate) const LIMITS: Limits = Limits {
    waiting: 8,
    idle: Duration::from_secs(120),
    drain: Duration::from_secs(10),
    patience: Duration::from_secs(60),
    lease: Duration::from_secs(180),
};

/// What all nodes of a test share.
pub(crate) struct Stage {
    store: MemoryStreams,
    ids: Arc<CountedIds>,
    clock: Arc<Ticking>,
    nodes: Mutex<Vec<Interviews>>,
}

/// One process.
pub(crate) struct Node {
    directory: Interviews,
    pub(crate) store: Arc<MemoryStreams>,
    pub(crate) model: Arc<Scripted>,
    pub(crate) built_in: Arc<Scripted>,
    pub(crate) analyst: Arc<ScriptedAnalyst>,
}

/// A second for every look at it.
struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.fetch_add(1_000_000, Ordering::Relaxed))
    }
}

/// Runs a test, ends its nodes and sees that nothing goes on after them.
pub(crate) async fn on_stage(test: impl AsyncFnOnce(&Stage)) {
    let stage = Stage {
        store: MemoryStreams::default(),
        ids: Arc::default(),
        clock: Arc::new(Ticking(AtomicI64::new(MORNING.0))),
        nodes: Mutex::default(),
    };
    test(&stage).await;
    let nodes = std::mem::take(&mut *stage.nodes.lock().expect("no panic"));
    for node in nodes {
        node.shutdown().await;
        assert_eq!(node.live(), 0, "no interview is left");
    }
    settle().await;
    assert_eq!(Handle::current().metrics().num_alive_tasks(), 0, "no actor and no work is left");
}

/// Lets everything run that needs no time to pass.
pub(crate) async fn settle() {
    for _ in 0..200 {
        yield_now().await;
    }
}

/// Lets time pass, and whatever was due in it happen.
pub(crate) async fn pass(time: Duration) {
    tokio::time::sleep(time).await;
    settle().await;
}

impl Stage {
    /// The clock on the wall goes forward.
    pub(crate) fn later(&self, time: Duration) {
        self.clock.0.fetch_add(i64::try_from(time.as_micros()).expect("not that long"), Ordering::Relaxed);
    }

    pub(crate) async fn node(&self) -> Node {
        self.node_within(LIMITS).await
    }

    pub(crate) async fn node_within(&self, limits: Limits) -> Node {
        self.node_called(Uuid::nil(), limits, Research::default()).await
    }

    /// A node with a name of its own, as where several work on the same interviews, and with what it looks things up with.
    pub(crate) async fn node_called(&self, node: Uuid, limits: Limits, research: Research) -> Node {
        let store = Arc::new(self.store.another_node());
        let model = Arc::new(Scripted::new(Engine::Model("model".into())));
        let built_in = Arc::new(Scripted::new(Engine::BuiltIn));
        let analyst = Arc::new(ScriptedAnalyst::default());
        let parts = InterviewParts {
            store: store.clone(),
            engine: model.clone(),
            built_in: built_in.clone(),
            turn: limits.patience,
            analyst: analyst.clone(),
            library: Library {
                search: Arc::new(research.clone()),
                pages: Arc::new(research.clone()),
                sources: Arc::new(research.clone()),
                researcher: Arc::new(research.clone()),
                built_in: Arc::new(research.clone()),
            },
            node,
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            limits,
        };
        let directory = Interviews::start(parts).await.expect("a directory");
        self.nodes.lock().expect("no panic").push(directory.clone());
        Node { directory, store, model, built_in, analyst }
    }
}

impl Deref for Node {
    type Target = Interviews;
    fn deref(&self) -> &Interviews {
        &self.directory
    }
}

pub(crate) fn objective() -> ObjectiveDefinition {
    definition(["goal", "market", "budget", "deadline", "team", "risk"].map(template).to_vec())
}

pub(crate) fn opening(number: u128) -> Opening {
    Opening {
        id: SessionId(Uuid::from_u128(1000 + number)),
        tenant: TENANT,
        owner: PERSON,
        context_type: ContextType::IdeaDiscovery,
        objective_id: ObjectiveId(Uuid::from_u128(5)),
        objective_version: "1.0.0".into(),
        definition: Arc::new(objective()),
    }
}

pub(crate) fn say(text: &str) -> InterviewCommand {
    InterviewCommand::Say { text: text.into(), client_message_id: None, widget: None, spoken: None }
}

pub(crate) fn say_once(text: &str, id: &str) -> InterviewCommand {
    InterviewCommand::Say { text: text.into(), client_message_id: Some(id.into()), widget: None, spoken: None }
}

pub(crate) fn retitle(title: &str) -> InterviewCommand {
    InterviewCommand::Retitle { title: title.into() }
}

pub(crate) fn refused(result: Result<Outcome, actors::CommandFault>) -> Refusal {
    match result {
        Err(actors::CommandFault::Refused(refusal)) => refusal,
        other => panic!("a refusal, not {other:?}"),
    }
}

impl Node {
    /// Opens an interview and has it greet.
    pub(crate) async fn opened(&self, number: u128) -> SessionId {
        let id = opening(number).id;
        self.open(opening(number)).await.expect("opened");
        id
    }

    pub(crate) async fn tell(&self, id: SessionId, command: InterviewCommand) -> Result<Outcome, actors::CommandFault> {
        self.command(WHO, id, command).await
    }

    pub(crate) async fn seen(&self, id: SessionId) -> Arc<InterviewView> {
        self.view(WHO, id).await.expect("a view").view
    }

    /// What is in memory is what is stored, and how it came to be so breaks no rule.
    pub(crate) async fn agrees_with_the_store(&self, id: SessionId) -> Arc<InterviewView> {
        let seen = self.seen(id).await;
        let stream = self.store.stream(id);
        let stored = Interview::from_events(TENANT, PERSON, &stream).expect("begins with Opened");
        testkit::follows_the_rules(None, &stored.view, &stream);
        testkit::never_asked_too_often(&stored.view.definition, &stream);
        assert_eq!(*seen, stored.view, "memory and store agree");
        seen
    }
}

pub(crate) fn by(view: &InterviewView, author: Author) -> Vec<&Message> {
    view.messages.iter().filter(|message| message.role == author).collect()
}

pub(crate) fn times_asked(events: &[Recorded], turn: u32) -> usize {
    events.iter().filter(|one| one.turn == turn && matches!(one.event, InterviewEvent::Asked { .. })).count()
}

/// An open tab: it holds what it was given and applies what it is sent.
pub(crate) struct Tab {
    pub(crate) view: InterviewView,
    /// The pieces of replies that it was shown.
    pub(crate) pieces: Vec<Piece>,
    subscription: Subscription<Interview>,
}

impl Tab {
    pub(crate) async fn open(node: &Node, id: SessionId) -> Self {
        let joined = node.join(WHO, id, None).await.expect("joined");
        let Start::Snapshot(view) = joined.start else { panic!("begins with a snapshot") };
        Self { view: Arc::unwrap_or_clone(view), pieces: Vec::new(), subscription: joined.subscription }
    }

    /// Joins again after the last event that it has; gives how many it had missed, if not a snapshot.
    pub(crate) async fn join_again(&mut self, node: &Node) -> Option<usize> {
        let joined = node.join(WHO, self.view.id, Some(self.view.seq)).await.expect("joined");
        self.subscription = joined.subscription;
        match joined.start {
            Start::Snapshot(view) => {
                self.view = Arc::unwrap_or_clone(view);
                None
            }
            Start::Events(events) => {
                self.apply(&events);
                Some(events.len())
            }
        }
    }

    /// Takes what was sent so far, each publication as its number of events; `Err` when nothing more will come.
    pub(crate) fn take(&mut self) -> Result<Vec<usize>, Vec<usize>> {
        let mut taken = Vec::new();
        loop {
            match self.subscription.try_recv() {
                Ok(published) if published.progress.is_some() => {
                    assert!(published.events.is_empty());
                    self.pieces.extend(published.progress.clone());
                }
                Ok(published) => {
                    self.apply(&published.events);
                    assert_eq!(*published.after, self.view.without_messages(), "told together with where it leads");
                    taken.push(published.events.len());
                }
                Err(TryRecvError::Empty) => return Ok(taken),
                Err(TryRecvError::Disconnected) => return Err(taken),
            }
        }
    }

    fn apply(&mut self, events: &[Recorded]) {
        for event in events {
            assert_eq!(event.seq, self.view.seq + 1, "every event once and in order");
            self.view.apply(event);
        }
    }
}
