//! A reply that is written piece by piece: followers see it grow, and what was shown stays when it is stopped.

use crate::stage::{Node, SECOND, Tab, WHO, by, on_stage, pass, say};
use actors::live::JoinStart as Start;
use domain::interview::EngineFault;
use protocol::interview::Piece;
use protocol::{
    MessageId, SessionId,
    interview::{Author, Engine, InterviewCommand},
};
use std::time::Duration;
use testkit::Pace;

const PIECES: [&str; 3] = ["Tea, ", "so. ", "And for whom?"];

fn slowly() -> Pace {
    Pace::InPieces(PIECES.to_vec(), SECOND)
}

/// Something was said and is answered piece by piece.
async fn answered(node: &Node, id: SessionId) -> MessageId {
    node.model.words(slowly());
    node.tell(id, say("goal: sell tea")).await.expect("taken");
    node.seen(id).await.replying.expect("a reply is being written")
}

fn describe(pieces: &[Piece]) -> Vec<(u32, &str)> {
    pieces.iter().map(|piece| (piece.from, piece.text.as_str())).collect()
}

#[tokio::test(start_paused = true)]
async fn followers_see_it_grow_and_then_whole() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        let reply = answered(&node, id).await;
        tab.take().expect("open");
        let appends = node.store.appends();
        pass(Duration::from_millis(2_500)).await;
        assert_eq!(tab.take(), Ok(vec![]), "pieces are no events");
        assert_eq!(describe(&tab.pieces), [(0, "Tea, "), (5, "so. ")]);
        assert!(tab.pieces.iter().all(|piece| piece.reply == reply));
        assert_eq!(node.store.appends(), appends, "and nothing is stored for them");

        // Who comes in the middle is given what there is.
        let mut late = Tab::open(&node, id).await;
        pass(SECOND).await;
        late.take().expect("open");
        assert_eq!(describe(&late.pieces), [(0, "Tea, so. "), (9, "And for whom?")]);
        pass(SECOND).await;
        tab.take().expect("open");
        let view = node.agrees_with_the_store(id).await;
        let message = *by(&view, Author::Agent).last().expect("a message");
        assert_eq!((message.id, message.content.as_str(), message.stopped), (reply, "Tea, so. And for whom?", false));
        assert_eq!(tab.view, *view);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn stopped_it_keeps_what_was_shown() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        for (after, kept) in [(500, None), (1_500, Some("Tea, ")), (3_500, Some("Tea, so. And for whom?"))] {
            let mut tab = Tab::open(&node, id).await;
            let reply = answered(&node, id).await;
            pass(Duration::from_millis(after)).await;
            let stopped = node.tell(id, InterviewCommand::StopReply { message_id: reply }).await.expect("stopped");
            assert!(stopped.finished);
            pass(10 * SECOND).await;
            let view = node.agrees_with_the_store(id).await;
            let message = view.messages.iter().find(|message| message.id == reply);
            assert_eq!(message.map(|message| (message.content.as_str(), message.stopped)), kept.map(|text| (text, true)));
            assert_eq!(message.and_then(|message| message.engine.clone()), kept.map(|_| Engine::Model("model".into())));
            tab.take().expect("open");
            assert_eq!(tab.view, *view);
        }
        assert_eq!(node.model.counts().dropped, 3);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_click_in_the_middle_keeps_what_was_shown_and_goes_on() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let reply = answered(&node, id).await;
        pass(Duration::from_millis(1_500)).await;
        let command = InterviewCommand::Defer { key: "market".into(), reason: None };
        node.tell(id, command).await.expect("open");
        node.model.words(Pace::AtOnce);
        pass(10 * SECOND).await;
        let view = node.agrees_with_the_store(id).await;
        let said: Vec<(bool, bool)> =
            by(&view, Author::Agent)[1..].iter().map(|message| (message.id == reply, message.stopped)).collect();
        assert_eq!(said, [(true, true), (false, false)], "what was shown, then the next question");
        assert_eq!(view.replying, None);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn when_the_engine_fails_in_the_middle_the_other_begins_anew() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        node.model.words(Pace::FailsInPieces(vec!["Tea is "], SECOND, EngineFault::TimedOut));
        node.built_in.words(slowly());
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        pass(10 * SECOND).await;
        tab.take().expect("open");
        assert_eq!(describe(&tab.pieces), [(0, "Tea is "), (0, "Tea, "), (5, "so. "), (9, "And for whom?")]);
        let view = node.agrees_with_the_store(id).await;
        let message = *by(&view, Author::Agent).last().expect("a message");
        assert_eq!((message.content.as_str(), &message.engine), ("Tea, so. And for whom?", &Some(Engine::BuiltIn)));
    })
    .await;
}

/// A follower that takes nothing is spared the pieces, so that it keeps its place for the events.
#[tokio::test(start_paused = true)]
async fn pieces_never_cost_a_follower_its_place() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut slow = Tab::open(&node, id).await;
        node.model.words(Pace::InPieces(vec!["word "; 500], Duration::from_millis(10)));
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        pass(60 * SECOND).await;
        slow.take().expect("it keeps its place");
        assert_eq!(slow.view, *node.agrees_with_the_store(id).await);
        assert!(slow.pieces.len() < 64, "{} pieces", slow.pieces.len());
        let Start::Events(missed) = node.join(WHO, id, Some(slow.view.seq)).await.expect("joined").start else {
            panic!("events")
        };
        assert!(missed.is_empty());
    })
    .await;
}
