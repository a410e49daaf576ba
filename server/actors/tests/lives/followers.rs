//! Following: a snapshot or what was missed, then everything, once and in order.

use crate::stage::{Node, SECOND, Tab, WHO, on_stage, pass, retitle, say};
use actors::live::{JoinStart as Start, snapshot_frame};
use domain::interview::Interview;
use protocol::{
    SessionId,
    frame::Frame,
    interview::{InterviewCommand, InterviewView},
    live::Topic,
};
use testkit::Pace;

/// Every kind of thing that happens, some of it slow.
async fn busy_day(node: &Node, id: SessionId) {
    node.model.words(Pace::After(SECOND));
    for (number, text) in ["goal: sell tea", "hm", "market: cafés", "goal: sell coffee", "budget: 5"].into_iter().enumerate() {
        node.tell(id, say(text)).await.expect("taken");
        node.tell(id, retitle(&format!("Title {number}"))).await.expect("taken");
        if number == 3 {
            let reply = node.seen(id).await.replying.expect("a reply is being written");
            node.tell(id, InterviewCommand::StopReply { message_id: reply }).await.expect("stopped");
        }
        pass(2 * SECOND).await;
    }
    node.tell(id, InterviewCommand::Defer { key: "team".into(), reason: None }).await.expect("taken");
    node.tell(id, InterviewCommand::SetValue { key: "market".into(), value: "hotels".into() }).await.expect("taken");
    node.tell(id, InterviewCommand::Undo { key: "market".into() }).await.expect("taken");
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_and_what_follows_give_the_view_from_any_point() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tabs: Vec<Tab> = Vec::new();
        let day = busy_day(&node, id);
        tokio::pin!(day);
        loop {
            tokio::select! {
                biased;
                () = &mut day => break,
                () = tokio::time::sleep(SECOND / 10) => tabs.push(Tab::open(&node, id).await),
            }
        }
        assert!(tabs.len() > 20, "joined at many points, also during a reply");
        let view = node.agrees_with_the_store(id).await;
        for tab in &mut tabs {
            tab.take().expect("open");
            assert_eq!(tab.view, *view);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn joining_after_any_event_gives_exactly_what_came_after_it() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        busy_day(&node, id).await;
        let (view, events) = (node.seen(id).await, node.store.stream(id));
        for after in 1..=view.seq {
            let joined = node.join(WHO, id, Some(after)).await.expect("joined");
            let Start::Events(missed) = joined.start else { panic!("events after {after}") };
            assert_eq!(missed, events[after as usize..]);
        }
        for after in [None, Some(0), Some(view.seq + 1), Some(u64::MAX)] {
            let joined = node.join(WHO, id, after).await.expect("joined");
            let Start::Snapshot(snapshot) = joined.start else { panic!("a snapshot after {after:?}") };
            assert_eq!(snapshot, view);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_follower_that_lags_is_let_go_and_comes_back_with_what_it_missed() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let (mut slow, mut quick) = (Tab::open(&node, id).await, Tab::open(&node, id).await);
        for number in 0..100 {
            node.tell(id, retitle(&format!("Title {number}"))).await.expect("taken");
            assert_eq!(quick.take(), Ok(vec![1]), "the others are not kept waiting");
        }
        let kept = slow.take().expect_err("its channel closed behind what it had");
        assert!(!kept.is_empty() && kept.len() < 100);
        assert_eq!(slow.view.title, format!("Title {}", kept.len() - 1));
        assert_eq!(slow.join_again(&node).await, Some(100 - kept.len()));
        let view = node.agrees_with_the_store(id).await;
        assert_eq!((&slow.view, &quick.view), (&*view, &*view));
        node.tell(id, retitle("after")).await.expect("taken");
        assert_eq!((slow.take(), quick.take()), (Ok(vec![1]), Ok(vec![1])));

        // Far behind, one snapshot is shorter.
        for number in 0..600 {
            node.tell(id, retitle(&format!("Later {number}"))).await.expect("taken");
        }
        slow.take().expect_err("let go again");
        assert_eq!(slow.join_again(&node).await, None);
        assert_eq!(slow.view, *node.seen(id).await);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_frame_holds_the_events_and_is_encoded_once() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let outcome = node.tell(id, say("goal: sell tea")).await.expect("taken");
        let (first, second) = (outcome.published.frame(), outcome.published.frame());
        assert_eq!(first.as_ptr(), second.as_ptr());
        let frame: Frame<InterviewView> = serde_json::from_slice(&first).expect("a frame");
        assert_eq!(
            frame,
            Frame::<InterviewView>::Events { topic: Topic::interview(id), events: outcome.published.events.clone() }
        );
        let view: InterviewView = (*node.seen(id).await).clone();
        let frame: Frame<InterviewView> = serde_json::from_slice(&snapshot_frame::<Interview>(&view)).expect("a frame");
        assert_eq!(frame, Frame::Snapshot { topic: Topic::interview(id), view: Box::new(view) });
    })
    .await;
}
