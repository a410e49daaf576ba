//! Idle interviews go to sleep and cost nothing; the next word awakens them as they were.

use crate::stage::{LIMITS, SECOND, Tab, on_stage, opening, pass, retitle, say, settle};
use actors::CommandFault;
use std::{sync::Arc, time::Duration};
use testkit::Pace;
use tokio::{runtime::Handle, time::timeout};

#[tokio::test(start_paused = true)]
async fn an_idle_interview_sleeps_and_awakens_with_the_same_view() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        let before = node.seen(id).await;
        pass(LIMITS.idle - SECOND).await;
        assert_eq!((node.sweep().await, node.live()), (0, 1), "not yet");
        let tasks = Handle::current().metrics().num_alive_tasks();
        pass(SECOND).await;
        assert_eq!((node.sweep().await, node.live()), (1, 0));
        settle().await;
        assert_eq!(Handle::current().metrics().num_alive_tasks(), tasks - 1, "its actor ended");
        let appends = node.store.appends();
        assert_eq!(node.agrees_with_the_store(id).await, before);
        assert_eq!((node.store.appends(), node.live()), (appends, 1), "looking writes nothing");
        pass(LIMITS.idle).await;
        assert_eq!(node.sweep().await, 1);
        assert!(node.tell(id, say("market: cafés")).await.expect("it goes on").finished);
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_asks_keeps_it_awake() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        for _ in 0..5 {
            pass(LIMITS.idle - SECOND).await;
            node.seen(id).await;
            assert_eq!(node.sweep().await, 0);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_followed_interview_stays_awake() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let (followed, left) = (node.opened(1).await, node.opened(2).await);
        let mut tab = Tab::open(&node, followed).await;
        drop(Tab::open(&node, left).await);
        pass(LIMITS.idle * 3).await;
        assert_eq!((node.sweep().await, node.live()), (1, 1), "only the one that was left");
        node.tell(followed, retitle("Tea")).await.expect("taken");
        assert_eq!(tab.take(), Ok(vec![1]));
        drop(tab);
        pass(LIMITS.idle).await;
        assert_eq!((node.sweep().await, node.live()), (1, 0));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_working_interview_stays_awake() {
    on_stage(async |stage| {
        let node = stage.node_within(actors::Limits { idle: 10 * SECOND, ..LIMITS }).await;
        let id = node.opened(1).await;
        node.model.words(Pace::After(30 * SECOND));
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        pass(20 * SECOND).await;
        assert_eq!((node.sweep().await, node.live()), (0, 1));
        pass(11 * SECOND).await;
        assert_eq!((node.sweep().await, node.live()), (1, 0));
        assert_eq!(node.agrees_with_the_store(id).await.replying, None);
        assert_eq!(node.model.counts().dropped, 0);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn commands_and_sweeps_may_come_in_any_order() {
    on_stage(async |stage| {
        let node = stage.node_within(actors::Limits { idle: Duration::ZERO, ..LIMITS }).await;
        let id = node.opened(1).await;
        for number in 0..50 {
            let title = format!("Title {number}");
            let (told, _) = tokio::join!(node.tell(id, retitle(&title)), node.sweep());
            told.expect("taken");
            node.sweep().await;
        }
        assert_eq!(node.agrees_with_the_store(id).await.title, "Title 49");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_goes_away_while_it_awakens_leaves_nothing() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        pass(LIMITS.idle).await;
        assert_eq!(node.sweep().await, 1);
        // Gone before the store has answered.
        assert!(timeout(Duration::ZERO, node.seen(id)).await.is_err());
        assert_eq!(node.live(), 1);
        pass(LIMITS.idle).await;
        node.sweep().await;
        assert_eq!(node.live(), 0);
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_opened_a_moment_ago_is_not_read_back() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        assert_eq!((node.store.reads(), node.live()), (0, 1));
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn objectives_are_kept_once() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let (one, two) = (node.opened(1).await, node.opened(2).await);
        let first = node.seen(one).await.definition.clone();
        assert!(Arc::ptr_eq(&first, &node.seen(two).await.definition));
        // Also when one was asleep meanwhile, and when one was read anew after a store fault.
        let kept = Tab::open(&node, one).await;
        pass(LIMITS.idle).await;
        assert_eq!(node.sweep().await, 1);
        node.store.fail_next(testkit::Failure::AnswerLost);
        assert!(matches!(node.tell(one, retitle("Tea")).await, Err(CommandFault::Store(_))));
        assert!(Arc::ptr_eq(&first, &node.seen(two).await.definition));
        assert!(Arc::ptr_eq(&first, &node.seen(one).await.definition));
        drop(kept);

        // The same objective with other words is another.
        let mut edited = opening(3);
        let mut definition = (*edited.definition).clone();
        definition.description = "edited".into();
        edited.definition = Arc::new(definition);
        let third = node.open(edited).await.expect("opened").view;
        assert!(!Arc::ptr_eq(&first, &third.definition));
        assert_eq!(third.definition.description, "edited");
    })
    .await;
}
