//! Something is settled beside the conversation: the agent goes on by itself, once, whatever happens meanwhile.

use crate::stage::{Node, SECOND, Tab, by, on_stage, pass, say};
use protocol::{
    SessionId,
    interview::{Author, InterviewCommand, InterviewView},
};
use testkit::{Counts, Pace};

fn defer(key: &str) -> InterviewCommand {
    InterviewCommand::Defer { key: key.into(), reason: None }
}

fn set(key: &str) -> InterviewCommand {
    InterviewCommand::SetValue { key: key.into(), value: "by hand".into() }
}

fn last(view: &InterviewView) -> &str {
    &by(view, Author::Agent).last().expect("a message").content
}

async fn replies(node: &Node, id: SessionId) -> usize {
    by(&*node.agrees_with_the_store(id).await, Author::Agent).len()
}

#[tokio::test(start_paused = true)]
async fn with_an_engine_that_answers_at_once_it_is_one_append() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        let before = node.store.appends();
        let outcome = node.tell(id, defer("goal")).await.expect("open");
        assert!(outcome.finished && !outcome.repeated);
        assert_eq!(node.store.appends(), before + 1, "the change and the reply are stored together");
        assert_eq!(tab.take(), Ok(vec![outcome.published.events.len()]));
        let view = node.agrees_with_the_store(id).await;
        assert_eq!((last(&view), tab.view.seq), ("model, turn 0: what is market (attempt 1)?", outcome.seq));
        node.tell(id, defer("goal")).await.expect("no harm");
        node.tell(id, set("risk")).await.expect("another one");
        assert_eq!(replies(&node, id).await, 2, "the greeting and one reply");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn with_an_engine_that_takes_its_time_the_answer_comes_before_the_reply() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.words(Pace::After(5 * SECOND));
        let mut tab = Tab::open(&node, id).await;
        let outcome = node.tell(id, set("goal")).await.expect("open");
        assert!(!outcome.finished);
        tab.take().expect("open");
        assert_eq!(tab.view.obligation("goal").expect("known").value, Some("by hand".into()));
        // Two more before it is written: each takes the place of the one before.
        node.tell(id, set("market")).await.expect("open");
        node.tell(id, set("budget")).await.expect("open");
        pass(6 * SECOND).await;
        let view = node.agrees_with_the_store(id).await;
        assert_eq!((by(&view, Author::Agent).len(), view.replying), (2, None));
        assert_eq!(last(&view), "model, turn 0: what is deadline (attempt 1)?");
        assert_eq!(node.model.counts(), Counts { understood: 0, worded: 4, dropped: 2 });
        tab.take().expect("open");
        assert_eq!(tab.view, *view);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_it_still_goes_on_and_only_once() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        node.model.words(Pace::Never);
        node.tell(id, defer("market")).await.expect("open");
        node.shutdown().await;
        for _ in 0..2 {
            let next = stage.node().await;
            let view = next.agrees_with_the_store(id).await;
            assert_eq!((by(&view, Author::Agent).len(), view.replying), (3, None));
            assert_eq!(last(&view), "model, turn 1: what is budget (attempt 1)?");
            assert_eq!(next.model.counts().understood, 0, "nothing is understood a second time");
            next.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn two_nodes_that_are_told_the_same_go_on_once() {
    on_stage(async |stage| {
        let (one, other) = (stage.node().await, stage.node().await);
        let id = one.opened(1).await;
        other.seen(id).await;
        let (first, second) = tokio::join!(one.tell(id, defer("goal")), other.tell(id, defer("goal")));
        first.expect("open");
        second.expect("no harm");
        pass(SECOND).await;
        assert_eq!(replies(&one, id).await, 2);
    })
    .await;
}
