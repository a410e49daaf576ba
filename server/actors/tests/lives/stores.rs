//! Stores that fail, and actors that fall: the caller is told, nothing is shown that is not kept, and it goes on.

use crate::stage::{LIMITS, SECOND, Tab, by, on_stage, opening, pass, retitle, say, say_once};
use actors::CommandFault;
use domain::StoreFault;
use protocol::interview::{Author, InterviewCommand};
use testkit::{Counts, Failure, Pace, Research};
use uuid::Uuid;

fn store_faults() -> Vec<StoreFault> {
    let why = || "on purpose".to_owned();
    vec![StoreFault::Unavailable(why()), StoreFault::Full(why()), StoreFault::Corrupt(why()), StoreFault::Refused(why())]
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_stored_is_an_error_and_shows_nowhere() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        let mut before = node.seen(id).await;
        for (round, fault) in store_faults().into_iter().enumerate() {
            let told = fault.to_string();
            node.store.fail_next(Failure::Refused(fault));
            let answer = node.tell(id, say("goal: sell tea")).await.expect_err("not stored");
            assert!(matches!(&answer, CommandFault::Store(fault) if fault.to_string() == told), "{answer}");
            assert_eq!(node.agrees_with_the_store(id).await, before);
            assert_eq!(tab.take(), Ok(vec![]));
            node.tell(id, say("goal: sell tea")).await.expect("it goes on");
            assert_eq!(tab.take().expect("open").len(), 1);
            before = node.agrees_with_the_store(id).await;
            assert_eq!(tab.view, *before);
            assert_eq!(by(&before, Author::User).len(), round + 1);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_could_not_be_opened_leaves_nothing_and_may_be_opened_again() {
    on_stage(async |stage| {
        let node = stage.node().await;
        for fault in store_faults() {
            node.store.fail_next(Failure::Refused(fault));
            assert!(matches!(node.open(opening(1)).await, Err(CommandFault::Store(_))));
            assert_eq!(node.live(), 0);
        }
        let id = node.opened(1).await;
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn who_always_comes_second_is_told_so() {
    on_stage(async |stage| {
        // Its name has it wait for a while between two tries: without one it would try thousands of times before it gives up.
        let name = Uuid::from_u128(0x5555_5555_5555_5555_5555_5555_5555_5555);
        let node = stage.node_called(name, LIMITS, Research::default()).await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        let conflicts = |times| (0..times).for_each(|_| node.store.fail_next(Failure::Refused(StoreFault::Conflict)));
        conflicts(100);
        node.tell(id, say("goal: sell tea")).await.expect("it is decided again until it comes first");
        assert_eq!(tab.take().expect("open").len(), 1);
        let before = node.agrees_with_the_store(id).await;
        conflicts(20_000);
        let answer = node.tell(id, say("market: cafés")).await;
        node.store.fail_no_more();
        assert!(matches!(answer, Err(CommandFault::Store(StoreFault::Conflict))), "{answer:?}");
        assert_eq!(node.agrees_with_the_store(id).await, before);
        assert_eq!(tab.take(), Ok(vec![]));

        // A reply has nobody to be told: it is tried again.
        node.model.words(Pace::After(SECOND));
        node.tell(id, say("market: cafés")).await.expect("taken");
        conflicts(30);
        pass(10 * SECOND).await;
        tab.take().expect("open");
        let view = node.agrees_with_the_store(id).await;
        assert_eq!((&tab.view, view.replying), (&*view, None));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_stored_although_the_answer_got_lost_is_not_doubled() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        node.store.fail_next(Failure::AnswerLost);
        assert!(node.tell(id, say_once("goal: sell tea", "a")).await.is_err());
        assert_eq!(tab.take(), Ok(vec![]));
        let again = node.tell(id, say_once("goal: sell tea", "a")).await.expect("known");
        assert!(again.repeated && again.finished);
        assert_eq!(tab.take().expect("open").len(), 1, "now it is known and shown, once");
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!(by(&view, Author::User).len(), 1);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_answer_got_lost_is_answered_all_the_same() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.understands(Pace::After(SECOND));
        let mut tab = Tab::open(&node, id).await;
        node.store.fail_next(Failure::AnswerLost);
        assert!(node.tell(id, say_once("goal: sell tea", "a")).await.is_err());
        pass(10 * SECOND).await;
        tab.take().expect("open");
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, 2), "without another command");
        assert!(node.tell(id, say_once("goal: sell tea", "a")).await.expect("known").repeated);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_could_not_be_stored_comes_when_the_store_is_back() {
    on_stage(async |stage| {
        let node = stage.node().await;
        for (number, lost) in [false, true].into_iter().enumerate() {
            let id = node.opened(number as u128).await;
            node.model.words(Pace::After(SECOND));
            let mut tab = Tab::open(&node, id).await;
            let asked = node.model.counts();
            node.tell(id, say("goal: sell tea")).await.expect("taken");
            if lost {
                node.store.fail_next(Failure::AnswerLost);
            } else {
                node.store.cut();
            }
            pass(60 * SECOND).await;
            if !lost {
                assert!(matches!(node.view(crate::stage::WHO, id).await, Err(CommandFault::Store(_))), "stale: nothing is shown");
                node.store.mend();
                pass(2 * SECOND).await;
            }
            tab.take().expect("open");
            let view = node.agrees_with_the_store(id).await;
            assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, 2));
            assert_eq!(tab.view, *view);
            let counts = node.model.counts();
            assert_eq!((counts.understood, counts.worded), (asked.understood + 1, asked.worded + 1), "asked once");
            node.model.words(Pace::AtOnce);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_stop_that_could_not_be_stored_stops_nothing() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.words(Pace::After(5 * SECOND));
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        let reply = node.seen(id).await.replying.expect("a reply is being written");
        node.store.fail_next(Failure::Refused(StoreFault::Unavailable("on purpose".into())));
        assert!(node.tell(id, InterviewCommand::StopReply { message_id: reply }).await.is_err());
        assert_eq!(node.agrees_with_the_store(id).await.replying, Some(reply));
        pass(6 * SECOND).await;
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(view.messages.last().expect("a message").id, reply);
        assert_eq!(node.model.counts().dropped, 0);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_greeting_that_could_not_be_stored_comes_later() {
    on_stage(async |stage| {
        let node = stage.node().await;
        // Opening itself fails: there is nothing.
        node.store.fail_next(Failure::Refused(StoreFault::Unavailable("on purpose".into())));
        assert!(node.open(opening(1)).await.is_err());
        assert!(matches!(node.view(crate::stage::WHO, opening(1).id).await, Err(CommandFault::NotFound)));
        assert_eq!(node.live(), 0);
        // The greeting fails: it comes by itself.
        node.model.words(Pace::After(SECOND));
        let id = node.opened(2).await;
        node.store.cut();
        pass(10 * SECOND).await;
        node.store.mend();
        pass(2 * SECOND).await;
        let view = node.agrees_with_the_store(id).await;
        assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, 1));
        // Also where it fails before the interview is awake.
        node.model.words(Pace::AtOnce);
        node.store.cut();
        let opened = node.open(opening(3)).await;
        assert!(matches!(opened, Err(CommandFault::Store(StoreFault::Unavailable(_)))));
        node.store.mend();
        node.open(opening(3)).await.expect("opened");
        assert!(matches!(node.open(opening(3)).await, Err(CommandFault::Store(StoreFault::Conflict))), "only once");
        node.agrees_with_the_store(opening(3).id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn one_that_falls_takes_no_other_along_and_is_rebuilt() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let (falling, other) = (node.opened(1).await, node.opened(2).await);
        node.model.words(Pace::After(20 * SECOND));
        node.tell(falling, say("goal: sell tea")).await.expect("taken");
        node.tell(other, say("goal: sell tea")).await.expect("taken");
        let (mut tab, mut others) = (Tab::open(&node, falling).await, Tab::open(&node, other).await);
        node.store.fail_next(Failure::Panics);
        let answer = node.tell(falling, retitle("Tea")).await;
        assert!(matches!(answer, Err(CommandFault::Interrupted(_))), "{answer:?}");
        crate::stage::settle().await;
        assert_eq!(node.model.counts().dropped, 1, "its work ended with it");
        assert_eq!(tab.take(), Err(vec![]), "its followers have to join again");
        assert_eq!(tab.join_again(&node).await, Some(0));
        // Rebuilt, and the reply is written anew.
        assert_eq!(node.seen(falling).await.title, "Test objective");
        pass(21 * SECOND).await;
        tab.take().expect("open");
        let view = node.agrees_with_the_store(falling).await;
        assert_eq!((&tab.view, view.replying), (&*view, None));
        others.take().expect("the other goes on");
        assert_eq!(others.view, *node.agrees_with_the_store(other).await);
        assert_eq!(others.view.replying, None);
        assert_eq!(node.model.counts(), Counts { understood: 2, worded: 5, dropped: 1 });
        assert_eq!(node.live(), 2);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn whatever_goes_wrong_in_whatever_order_it_ends_equal() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        for round in 0..60_u32 {
            node.model.understands(if round % 3 == 0 { Pace::After(SECOND) } else { Pace::AtOnce });
            node.model.words(if round % 4 == 0 { Pace::After(SECOND) } else { Pace::AtOnce });
            match round % 5 {
                0 => node.store.fail_next(Failure::AnswerLost),
                1 => node.store.fail_next(Failure::Refused(StoreFault::Unavailable("on purpose".into()))),
                2 => node.store.fail_next(Failure::Panics),
                _ => {}
            }
            let command =
                if round % 2 == 0 { say_once("goal: sell tea", &round.to_string()) } else { retitle(&format!("{round}")) };
            let mut tries = 0;
            while let Err(fault) = node.tell(id, command.clone()).await {
                tries += 1;
                assert!(tries < 100, "round {round} ends: {fault}");
                pass(SECOND / 4).await;
            }
            if tab.take().is_err() {
                tab.join_again(&node).await;
            }
        }
        pass(20 * SECOND).await;
        if tab.take().is_err() {
            tab.join_again(&node).await;
        }
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!((view.replying, by(&view, Author::User).len()), (None, 30), "nothing lost, nothing doubled");
        assert_eq!(by(&view, Author::Agent).len(), 31);
    })
    .await;
}
