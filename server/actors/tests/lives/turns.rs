//! One turn after the other, with engines that answer at once or take their time.

use crate::stage::{SECOND, Tab, by, on_stage, pass, refused, retitle, say, say_once, settle};
use domain::RefusalKind;
use protocol::interview::{Author, InterviewCommand, InterviewEvent};
use testkit::{Counts, Pace};

#[tokio::test(start_paused = true)]
async fn a_turn_that_needs_no_waiting_is_one_append_and_one_publication() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        assert_eq!(node.store.appends(), 2, "opened, greeted");
        let mut tab = Tab::open(&node, id).await;
        for (turn, text) in ["goal: sell tea", "market: cafés", "hm"].into_iter().enumerate() {
            let before = node.store.appends();
            let outcome = node.tell(id, say(text)).await.expect("taken");
            assert_eq!(node.store.appends(), before + 1);
            assert!(outcome.finished && !outcome.repeated);
            assert_eq!(outcome.turn as usize, turn + 1);
            assert_eq!(tab.take(), Ok(vec![outcome.published.events.len()]));
            assert_eq!(tab.view.seq, outcome.seq);
        }
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!(view.obligation("goal").expect("known").value, Some("sell tea".into()));
        assert_eq!(by(&view, Author::Agent).len(), 4);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_said_is_kept_and_shown_before_a_slow_engine_answers() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        node.model.understands(Pace::After(5 * SECOND));
        node.model.words(Pace::After(5 * SECOND));

        let outcome = node.tell(id, say("goal: sell tea")).await.expect("taken");
        assert!(!outcome.finished);
        assert_eq!(node.store.view(id).messages.last().expect("a message").content, "goal: sell tea");
        assert_eq!(tab.take().expect("open").len(), 1);
        assert!(tab.view.replying.is_some());

        // It still answers: to another tab, to a look, to a command.
        let mut second = Tab::open(&node, id).await;
        assert_eq!(second.view, tab.view);
        node.tell(id, retitle("Tea")).await.expect("taken");
        assert_eq!(node.seen(id).await.title, "Tea");

        pass(5 * SECOND).await;
        let view = node.seen(id).await;
        assert_eq!(view.obligation("goal").expect("known").value, Some("sell tea".into()), "understood");
        assert!(view.replying.is_some(), "not yet worded");
        pass(5 * SECOND).await;
        assert_eq!(tab.take().expect("open").len(), 3, "the title, what was understood, the reply");
        second.take().expect("open");
        let view = node.agrees_with_the_store(id).await;
        assert_eq!((&tab.view, &second.view), (&*view, &*view));
        assert_eq!(view.replying, None);
        assert_eq!(by(&view, Author::Agent).last().expect("a reply").content, "model, turn 1: what is market (attempt 1)?");
        assert_eq!(node.model.counts(), Counts { understood: 1, worded: 2, dropped: 0 });
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn stop_ends_the_work_and_no_reply_comes_later() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        for (round, (understanding, wording)) in
            [(Pace::After(SECOND), Pace::AtOnce), (Pace::AtOnce, Pace::After(SECOND)), (Pace::Never, Pace::AtOnce)]
                .into_iter()
                .enumerate()
        {
            node.model.understands(understanding);
            node.model.words(wording);
            let mut tab = Tab::open(&node, id).await;
            node.tell(id, say("goal: sell tea")).await.expect("taken");
            let reply = node.seen(id).await.replying.expect("a reply is being written");
            let stopped = node.tell(id, InterviewCommand::StopReply { message_id: reply }).await.expect("stopped");
            assert!(stopped.finished);
            settle().await;
            assert_eq!(node.model.counts().dropped, round + 1, "the engine's work was let go");
            tab.take().expect("open");
            let before = node.seen(id).await;
            pass(100 * SECOND).await;
            let after = node.agrees_with_the_store(id).await;
            assert_eq!(before, after);
            assert_eq!(tab.take(), Ok(vec![]), "nothing came later");
            assert_eq!(tab.view, *after);
            let again = node.tell(id, InterviewCommand::StopReply { message_id: reply }).await.expect("no harm");
            assert!(again.published.events.is_empty());
        }
        node.model.understands(Pace::AtOnce);
        assert!(node.tell(id, say("budget: 5")).await.expect("it goes on").finished);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_came_at_the_moment_of_stopping_is_either_there_or_not() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.words(Pace::After(SECOND));
        let mut tab = Tab::open(&node, id).await;
        for round in 0..20_u32 {
            node.tell(id, say("hm")).await.expect("taken");
            let reply = node.seen(id).await.replying.expect("a reply is being written");
            tokio::time::sleep(SECOND).await;
            for _ in 0..round {
                tokio::task::yield_now().await;
            }
            node.tell(id, InterviewCommand::StopReply { message_id: reply }).await.expect("no harm");
            pass(SECOND).await;
            tab.take().expect("open");
            let view = node.agrees_with_the_store(id).await;
            assert_eq!(tab.view, *view);
            let events = node.store.stream(id);
            let stops = events
                .iter()
                .filter(|one| matches!(one.event, InterviewEvent::ReplyStopped { message_id } if message_id == reply));
            let written = by(&view, Author::Agent).into_iter().filter(|message| message.id == reply && !message.stopped).count();
            assert_eq!(stops.count() + written, 1, "round {round}");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn two_answers_at_once_are_a_conflict_and_the_same_one_twice_is_none() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.words(Pace::After(SECOND));
        let first = node.tell(id, say_once("goal: sell tea", "a")).await.expect("taken");
        let appends = node.store.appends();
        let refusal = refused(node.tell(id, say("market: cafés")).await);
        assert_eq!(refusal.kind, RefusalKind::Conflict);
        let again = node.tell(id, say_once("goal: sell tea", "a")).await.expect("known");
        assert!(again.repeated && again.published.events.is_empty());
        assert_eq!((again.turn, again.finished), (first.turn, false));
        assert_eq!(node.store.appends(), appends, "neither changed anything");
        pass(SECOND).await;
        let again = node.tell(id, say_once("goal: sell tea", "a")).await.expect("known");
        assert!(again.repeated && again.finished);
        assert_eq!(refused(node.tell(id, say_once("other words", "a")).await).kind, RefusalKind::Conflict);
        assert_eq!(by(&*node.agrees_with_the_store(id).await, Author::User).len(), 1);
    })
    .await;
}
