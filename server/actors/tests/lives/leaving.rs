//! A node that goes down gives back its research: another goes on at once, and nothing is asked for twice that came in time.

use crate::stage::{LIMITS, Node, SECOND, Stage, on_stage, pass, settle};
use domain::live::StreamChange;
use protocol::{
    ResearchId, SessionId,
    interview::{InterviewCommand, InterviewEvent},
    research::{ResearchTask, TaskStatus},
};
use std::time::Duration;
use testkit::Research;
use uuid::Uuid;

fn library(step: Duration) -> Research {
    let research = Research::default();
    research.page("https://a.example/tea", "Tea", "The goal of most people is to sell tea.");
    research.page("https://b.example/tea", "More tea", "To sell tea is a goal that many have.");
    research.takes(step);
    research
}

async fn node(stage: &Stage, name: u128, research: &Research) -> Node {
    stage.node_called(Uuid::from_u128(name), LIMITS, research.clone()).await
}

async fn asked_for(node: &Node, id: SessionId, query: &str) -> ResearchId {
    let command = InterviewCommand::Research { key: None, task_type: None, query: Some(query.into()), priority: None };
    let outcome = node.tell(id, command).await.expect("taken");
    outcome.published.events.iter().find_map(|one| one.event.research()).expect("a task")
}

fn task(node: &Node, session: SessionId, id: ResearchId) -> ResearchTask {
    node.store.view(session).research_task(id).expect("stored").clone()
}

/// As a server that is told to.
async fn ends(node: &Node) {
    node.leave().await;
    node.shutdown().await;
}

fn released(node: &Node, session: SessionId) -> usize {
    node.store.stream(session).iter().filter(|one| matches!(one.event, InterviewEvent::ResearchReleased { .. })).count()
}

#[tokio::test(start_paused = true)]
async fn in_the_middle_of_each_step_it_is_left_to_the_other_node_and_paid_once() {
    on_stage(async |stage| {
        for (number, until) in [1_u128, 11, 21, 31].into_iter().zip([3_u64, 9, 15, 21]) {
            let research = library(6 * SECOND);
            let (here, there) = (node(stage, number, &research).await, node(stage, number + 1, &research).await);
            let id = here.opened(number).await;
            let made = asked_for(&here, id, "sell tea").await;
            there.seen(id).await;
            pass(Duration::from_secs(until)).await;
            ends(&here).await;
            // The last step leaves nothing to give back.
            let last = until == 21;
            let left = task(&there, id, made);
            let expected = if last { TaskStatus::Completed } else { TaskStatus::Pending };
            assert_eq!(
                (left.status, left.lease, released(&there, id)),
                (expected, None, usize::from(!last)),
                "cut after {until} s"
            );
            assert_eq!(there.take_up().await.expect("no fault"), usize::from(!last), "no lease has to run out");
            pass(30 * SECOND).await;
            let whole = task(&there, id, made);
            assert_eq!((whole.status, whole.starts), (TaskStatus::Completed, 1), "cut after {until} s");
            let visits = research.visits();
            assert_eq!((visits.searches.len(), visits.pages.len(), visits.judged), (1, 2, 1), "cut after {until} s: {visits:?}");
            // As the database tells it.
            there.changed(StreamChange::Missed);
            there.agrees_with_the_store(id).await;
            there.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn however_often_servers_are_exchanged_a_task_is_not_given_up() {
    on_stage(async |stage| {
        let research = library(6 * SECOND);
        let first = node(stage, 1, &research).await;
        let id = first.opened(1).await;
        let made = asked_for(&first, id, "sell tea").await;
        // A step that takes longer than a server waits is begun anew each time.
        research.takes(60 * SECOND);
        ends(&first).await;
        for name in 2..12 {
            let node = node(stage, name, &research).await;
            assert_eq!(node.take_up().await.expect("no fault"), 1);
            pass(3 * SECOND).await;
            assert_eq!(task(&node, id, made).status, TaskStatus::Running, "{name}");
            ends(&node).await;
            assert_eq!((task(&node, id, made).status, task(&node, id, made).starts), (TaskStatus::Pending, 0), "{name}");
        }
        research.takes(SECOND);
        let last = node(stage, 12, &research).await;
        last.seen(id).await;
        pass(30 * SECOND).await;
        assert_eq!(task(&last, id, made).status, TaskStatus::Completed);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_waits_is_not_taken_up_by_a_node_that_goes_down() {
    on_stage(async |stage| {
        let research = library(6 * SECOND);
        let (here, there) = (node(stage, 1, &research).await, node(stage, 2, &research).await);
        let id = here.opened(1).await;
        let mut made = Vec::new();
        for query in ["sell tea", "sell honey", "sell wax"] {
            made.push(asked_for(&here, id, query).await);
        }
        pass(2 * SECOND).await;
        let going = here.leave();
        let ((), (searches, late)) = tokio::join!(going, async {
            settle().await;
            let late = asked_for(&here, id, "sell candles").await;
            pass(SECOND).await;
            (research.visits().searches.len(), late)
        });
        assert_eq!(searches, 2, "two at once, and none that was asked for since");
        made.push(late);
        here.shutdown().await;
        assert!(made.iter().all(|id_of| task(&there, id, *id_of).status == TaskStatus::Pending));
        there.seen(id).await;
        pass(120 * SECOND).await;
        assert!(made.iter().all(|id_of| task(&there, id, *id_of).status == TaskStatus::Completed));
        assert_eq!(research.visits().searches.len(), 4, "each once");
    })
    .await;
}
