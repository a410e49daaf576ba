//! Work that one node does under the lease of its stream, with the drafting of packs as the machine and steps that end when a test lets
//! them.

use crate::stage::{LIMITS, SECOND, TENANT, pass, settle};
use actors::{
    Clock, CommandFault, Who,
    live::{Directory, Doer, JoinStart, Live, Parts, Start},
};
use domain::{
    live::{Machine as _, StreamChange, StreamStore},
    packs::{PackCommand, PackEffect, PackGeneration, PackInput, PackJob, Survey},
};
use protocol::{
    ProjectId, Timestamp,
    live::Live as _,
    pack::{PackStep, PackView},
    work::{Steps as _, WorkStatus},
};
use serde_json::json;
use std::sync::{Arc, Mutex};
use testkit::{CountedIds, MORNING, MemoryStreams};
use tokio::{runtime::Handle, sync::Semaphore, time::Instant};
use uuid::Uuid;

const PROJECT: ProjectId = ProjectId(Uuid::from_u128(77));
const WHO: Who = Who::server(TENANT);

/// The time of the test's own clock, from the morning.
struct TestTime(Instant);

impl Clock for TestTime {
    fn now(&self) -> Timestamp {
        Timestamp(MORNING.0 + i64::try_from(self.0.elapsed().as_micros()).expect("not that long"))
    }
}

/// Steps that wait until they may end.
#[derive(Clone)]
struct Steps {
    may_end: Arc<Semaphore>,
    begun: Arc<Mutex<Vec<PackStep>>>,
    panics: Arc<Mutex<bool>>,
}

impl Default for Steps {
    fn default() -> Self {
        Self { may_end: Arc::new(Semaphore::new(0)), begun: Arc::default(), panics: Arc::default() }
    }
}

impl Doer for Steps {
    type Machine = PackGeneration;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: PackEffect, _now: Timestamp) -> Start<Self> {
        let PackJob { generation, step } = match effect {
            PackEffect::Stop(job) => return Start::Cancel(job),
            PackEffect::Do(job) => job,
        };
        let steps = live.doer.clone();
        Start::later(PackJob { generation, step }, async move {
            steps.begun.lock().expect("no panic").push(step);
            let panics = std::mem::take(&mut *steps.panics.lock().expect("no panic"));
            assert!(!panics, "on purpose");
            steps.may_end.acquire().await.expect("open").forget();
            match step {
                PackStep::Survey => PackInput::Surveyed { generation, result: Ok(Survey::default()) },
                PackStep::Draft => PackInput::Drafted { generation, result: Ok(json!({"areas": []})), note: None },
            }
        })
    }

    async fn input(_live: &mut Live<Self>, command: &PackCommand) -> Result<(PackInput, ()), CommandFault> {
        Ok((PackInput::Command(*command), ()))
    }
}

struct Node {
    packs: Directory<Steps>,
    steps: Steps,
    store: Arc<MemoryStreams>,
}

impl Node {
    async fn start(name: u128, shared: &MemoryStreams, clock: &Arc<dyn Clock>) -> Self {
        let (steps, store) = (Steps::default(), Arc::new(shared.another_node()));
        let parts = Parts {
            store: store.clone() as Arc<dyn StreamStore>,
            doer: steps.clone(),
            node: Uuid::from_u128(name),
            clock: clock.clone(),
            ids: Arc::new(CountedIds::default()),
            limits: LIMITS,
        };
        Self { packs: Directory::start(parts).await.expect("a directory"), steps, store }
    }

    async fn request(&self) {
        let request = PackInput::Command(PackCommand::Request);
        self.packs.open(PackGeneration::new(TENANT, PROJECT), request, None).await.expect("opened");
        settle().await;
    }

    fn begun(&self) -> Vec<PackStep> {
        self.steps.begun.lock().expect("no panic").clone()
    }

    async fn seen(&self) -> PackView {
        PackView::clone(&*self.packs.view(WHO, PROJECT).await.expect("a view").view)
    }

    /// The node hears what was stored elsewhere.
    async fn hears(&self) {
        self.packs.changed(StreamChange::Grown { stream: PROJECT.0, seq: self.store.stored(PROJECT).len() as u64 });
        settle().await;
    }

    fn holder(&self) -> Option<Uuid> {
        self.store.row(PROJECT).and_then(|(_, lease)| lease).map(|(node, _)| node)
    }
}

/// Runs a test with two nodes, ends them, and sees that nothing goes on after them.
async fn on_two_nodes(test: impl AsyncFnOnce(&Node, &Node)) {
    let (shared, clock): (_, Arc<dyn Clock>) = (MemoryStreams::default(), Arc::new(TestTime(Instant::now())));
    let (one, two) = (Node::start(1, &shared, &clock).await, Node::start(2, &shared, &clock).await);
    test(&one, &two).await;
    for node in [one, two] {
        node.packs.leave().await;
        node.packs.shutdown().await;
        assert_eq!(node.packs.live(), 0, "none is left in memory");
    }
    settle().await;
    assert_eq!(Handle::current().metrics().num_alive_tasks(), 0, "no actor and no work is left");
}

#[tokio::test(start_paused = true)]
async fn steps_follow_each_other_and_every_follower_sees_them() {
    on_two_nodes(async |one, _| {
        one.request().await;
        assert_eq!((one.begun(), one.holder()), (vec![PackStep::Survey], Some(Uuid::from_u128(1))));
        let joined = one.packs.join(WHO, PROJECT, None).await.expect("joined");
        let JoinStart::Snapshot(view) = joined.start else { panic!("begins with a snapshot") };
        let (mut tab, mut subscription) = (testkit::Tab::open(&*view), joined.subscription);
        one.steps.may_end.add_permits(2);
        settle().await;
        while let Ok(published) = subscription.try_recv() {
            tab.take(&published.events);
        }
        assert_eq!((tab.view.work.status, tab.view), (WorkStatus::Completed, one.seen().await));
        assert_eq!((one.begun(), one.holder()), (vec![PackStep::Survey, PackStep::Draft], None), "and it is given back");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_node_that_only_shows_it_begins_nothing_until_the_lease_is_over() {
    on_two_nodes(async |one, two| {
        one.request().await;
        assert_eq!(two.seen().await.work.status, WorkStatus::Running);
        two.hears().await;
        assert!(two.begun().is_empty(), "it is the other's");
        // Longer than a lease: the node that works renews it.
        for _ in 0..12 {
            pass(30 * SECOND).await;
        }
        assert_eq!((two.begun(), one.begun().len(), one.holder()), (vec![], 1, Some(Uuid::from_u128(1))));
        one.steps.may_end.add_permits(2);
        settle().await;
        two.hears().await;
        assert_eq!(two.seen().await, one.seen().await);
        assert!(two.begun().is_empty());
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_dead_nodes_work_goes_on_elsewhere_when_its_lease_is_over() {
    on_two_nodes(async |one, two| {
        one.request().await;
        one.steps.may_end.add_permits(1);
        settle().await;
        assert_eq!(one.begun(), [PackStep::Survey, PackStep::Draft]);
        // It reaches nothing any more, not even to renew its lease.
        one.store.cut();
        assert_eq!(two.packs.take_up().await.expect("no fault"), 0, "it still has it");
        for _ in 0..4 {
            pass(60 * SECOND).await;
        }
        assert_eq!(two.packs.take_up().await.expect("no fault"), 1);
        settle().await;
        assert_eq!(
            (two.begun(), two.holder()),
            (vec![PackStep::Draft], Some(Uuid::from_u128(2))),
            "what is stored is not done again"
        );
        two.steps.may_end.add_permits(1);
        settle().await;
        let done = two.seen().await;
        assert_eq!((done.work.status, done.work.starts), (WorkStatus::Completed, 2));
        // What the first one brings now comes too late.
        one.store.mend();
        one.steps.may_end.add_permits(1);
        pass(10 * SECOND).await;
        assert_eq!(one.seen().await, done);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_server_that_goes_down_gives_its_work_back_at_once() {
    on_two_nodes(async |one, two| {
        one.request().await;
        let leaving = one.packs.leave();
        let going_on = async {
            settle().await;
            // The step under way may come to its end, and no other begins.
            one.steps.may_end.add_permits(1);
        };
        tokio::join!(leaving, going_on);
        assert_eq!((one.begun(), one.holder()), (vec![PackStep::Survey], None));
        assert_eq!(two.packs.take_up().await.expect("no fault"), 1);
        settle().await;
        assert_eq!(two.begun(), [PackStep::Draft]);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_is_cancelled_on_another_node_ends_here() {
    on_two_nodes(async |one, two| {
        one.request().await;
        two.packs.command(WHO, PROJECT, PackCommand::Cancel).await.expect("cancelled");
        one.hears().await;
        one.steps.may_end.add_permits(1);
        settle().await;
        assert_eq!(one.steps.may_end.available_permits(), 1, "nobody waits for it any more");
        one.steps.may_end.forget_permits(1);
        assert_eq!((one.seen().await.work.status, one.seen().await), (WorkStatus::Cancelled, two.seen().await));
        // Asked for again, it begins on one of them.
        let again = two.packs.command(WHO, PROJECT, PackCommand::Request).await.expect("taken");
        assert_eq!(again.published.last_seq(), again.seq);
        one.hears().await;
        settle().await;
        assert_eq!((one.begun().len() + two.begun().len(), two.seen().await.work.generation), (2, 2));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn work_that_panics_is_tried_again_and_given_up_in_the_end() {
    on_two_nodes(async |one, _| {
        *one.steps.panics.lock().expect("no panic") = true;
        one.request().await;
        assert_eq!(one.begun().len(), 1);
        pass(61 * SECOND).await;
        assert_eq!((one.begun().len(), one.seen().await.work.status), (2, WorkStatus::Running));
        for _ in 0..5 {
            *one.steps.panics.lock().expect("no panic") = true;
            one.steps.may_end.add_permits(0);
            pass(61 * SECOND).await;
        }
        assert_eq!(one.begun().len(), 2, "the second one waits");
        one.steps.may_end.add_permits(2);
        pass(600 * SECOND).await;
        let seen = one.seen().await;
        assert!(seen.work.status.is_over() && seen.step().is_none(), "{seen:?}");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn another_tenant_sees_nothing_of_it() {
    on_two_nodes(async |one, _| {
        one.request().await;
        let stranger = Who::server(protocol::TenantId(Uuid::from_u128(99)));
        assert!(matches!(one.packs.view(stranger, PROJECT).await, Err(CommandFault::NotFound)));
        assert!(matches!(one.packs.command(stranger, PROJECT, PackCommand::Cancel).await, Err(CommandFault::NotFound)));
        assert!(matches!(one.packs.join(stranger, PROJECT, None).await, Err(CommandFault::NotFound)));
        assert_eq!(one.seen().await.topic().to_string(), format!("{}:{PROJECT}", PackGeneration::KIND));
    })
    .await;
}
