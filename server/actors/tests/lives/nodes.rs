//! Two nodes on one store, the same interview awake in both.

use crate::stage::{LIMITS, Node, SECOND, Tab, by, on_stage, opening, pass, refused, retitle, say, say_once, settle};
use domain::{
    RefusalKind,
    live::{StreamChange, StreamStore},
};
use protocol::{
    SessionId,
    interview::{Author, InterviewCommand},
};
use testkit::Pace;

fn grown(node: &Node, id: SessionId) -> StreamChange {
    StreamChange::Grown { stream: id.0, seq: node.store.stream(id).len() as u64 }
}

#[tokio::test(start_paused = true)]
async fn the_loser_reads_again_and_decides_again() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        let (mut tab, mut far) = (Tab::open(&here, id).await, Tab::open(&there, id).await);
        there.tell(id, say("goal: sell tea")).await.expect("taken");
        let said = far.take().expect("open")[0];
        // Here nobody has heard of it yet.
        assert_eq!(tab.take(), Ok(vec![]));
        let outcome = here.tell(id, say("market: cafés")).await.expect("decided again");
        assert_eq!(outcome.turn, 2);
        assert_eq!(tab.take(), Ok(vec![said, outcome.published.events.len()]), "theirs first, then ours");
        let view = here.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!(view.obligation("goal").expect("known").value, Some("sell tea".into()));

        there.changed(grown(&there, id));
        there.changed(grown(&there, id));
        settle().await;
        assert_eq!(far.take(), Ok(vec![outcome.published.events.len()]), "exactly once");
        assert_eq!(far.view, *there.agrees_with_the_store(id).await);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_fits_no_more_after_reading_again_is_refused() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        there.seen(id).await;
        there.model.words(Pace::After(SECOND));
        there.tell(id, say_once("goal: sell tea", "a")).await.expect("taken");
        let mut tab = Tab::open(&here, id).await;
        let refusal = refused(here.tell(id, say("market: cafés")).await);
        assert_eq!(refusal.kind, RefusalKind::Conflict);
        assert_eq!(tab.take().expect("open").len(), 1, "and the reason is shown");
        assert!(here.tell(id, say_once("goal: sell tea", "a")).await.expect("known").repeated, "the same call on another node");
        pass(SECOND).await;
        here.changed(grown(&here, id));
        assert_eq!(here.agrees_with_the_store(id).await.replying, None);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn told_of_growth_or_of_a_gap_it_catches_up() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let ids = [here.opened(1).await, here.opened(2).await];
        let mut tabs = Vec::new();
        for id in ids {
            tabs.push(Tab::open(&here, id).await);
            there.tell(id, retitle("Tea")).await.expect("taken");
        }
        here.changed(grown(&there, ids[0]));
        settle().await;
        assert_eq!((tabs[0].take(), tabs[1].take()), (Ok(vec![1]), Ok(vec![])));
        let reads = here.store.reads();
        here.changed(grown(&there, ids[0]));
        settle().await;
        assert_eq!(here.store.reads(), reads, "what is known is not read again");
        there.tell(ids[0], retitle("Coffee")).await.expect("taken");
        here.changed(StreamChange::Missed);
        settle().await;
        assert_eq!((tabs[0].take(), tabs[1].take()), (Ok(vec![1]), Ok(vec![1])));
        for (tab, id) in tabs.iter().zip(ids) {
            assert_eq!(tab.view, *here.agrees_with_the_store(id).await);
        }
        // One that is not awake here is not awakened by it.
        let third = there.opened(3).await;
        here.changed(grown(&there, third));
        settle().await;
        assert_eq!(here.live(), 2);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn growth_told_while_an_interview_is_still_being_opened_is_not_missed() {
    on_stage(async |stage| {
        let here = stage.node().await;
        here.store.takes(SECOND);
        let id = opening(1).id;
        let telling = async {
            // It is stored, the answer is on its way, and another node has gone on with it.
            pass(SECOND / 2).await;
            here.changed(StreamChange::Grown { stream: id.0, seq: 100 });
        };
        let (opened, ()) = tokio::join!(here.open(opening(1)), telling);
        opened.expect("opened");
        assert!(here.store.reads() > 0, "it looks for what it was told of");
        here.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn growth_that_cannot_be_read_yet_is_read_later() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        let mut tab = Tab::open(&here, id).await;
        there.tell(id, retitle("Tea")).await.expect("taken");
        here.store.cut();
        for change in [grown(&there, id), StreamChange::Missed] {
            here.changed(change);
            pass(5 * SECOND).await;
        }
        assert_eq!(tab.take(), Ok(vec![]));
        here.store.mend();
        pass(2 * SECOND).await;
        assert_eq!(tab.take(), Ok(vec![1]), "nobody had to ask");
        let reads = here.store.reads();
        pass(10 * SECOND).await;
        assert_eq!(here.store.reads(), reads, "and that was the end of it");
        drop(tab);
        pass(LIMITS.idle).await;
        assert_eq!(here.sweep().await, 1);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn growth_that_is_told_while_it_awakens_is_not_lost() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = there.opened(1).await;
        here.store.answers_after(SECOND);
        let (mut tab, ()) = tokio::join!(Tab::open(&here, id), async {
            pass(SECOND / 2).await;
            there.tell(id, retitle("Tea")).await.expect("taken");
            here.changed(grown(&there, id));
        });
        pass(2 * SECOND).await;
        tab.take().expect("open");
        assert_eq!(tab.view.title, "Tea");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn joining_while_behind_gives_every_event_once() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        let mut tab = Tab::open(&here, id).await;
        here.tell(id, retitle("one")).await.expect("taken");
        there.tell(id, retitle("two")).await.expect("taken");
        // It has missed "one", and here nobody knows of "two".
        assert_eq!(tab.join_again(&here).await, Some(1));
        here.changed(grown(&there, id));
        settle().await;
        assert_eq!(tab.take(), Ok(vec![1]));
        assert_eq!(tab.view, *here.agrees_with_the_store(id).await);

        // It knows more than the node that it comes to.
        there.changed(StreamChange::Missed);
        let mut far = Tab::open(&there, id).await;
        there.tell(id, retitle("three")).await.expect("taken");
        far.take().expect("open");
        assert_eq!(far.join_again(&here).await, Some(0), "and is not set back");
        assert_eq!(far.view.title, "three");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn stopped_on_another_node_the_work_ends_here() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        there.seen(id).await;
        here.model.words(Pace::After(10 * SECOND));
        here.tell(id, say("goal: sell tea")).await.expect("taken");
        there.changed(grown(&here, id));
        let reply = there.seen(id).await.replying.expect("a reply is being written");
        there.tell(id, InterviewCommand::StopReply { message_id: reply }).await.expect("stopped");
        here.changed(grown(&there, id));
        settle().await;
        assert_eq!(here.model.counts().dropped, 1);
        pass(20 * SECOND).await;
        let view = here.agrees_with_the_store(id).await;
        assert_eq!(view, there.agrees_with_the_store(id).await);
        assert_eq!((view.replying, there.model.counts().worded), (None, 0));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_reply_begun_by_a_node_that_died_is_taken_up_by_another() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        let mut tab = Tab::open(&there, id).await;
        here.model.understands(Pace::Never);
        here.tell(id, say("goal: sell tea")).await.expect("taken");
        there.changed(grown(&here, id));
        settle().await;
        here.shutdown().await;
        pass(LIMITS.patience * 2).await;
        assert_eq!(there.model.counts().understood, 0, "the other has its time");
        pass(LIMITS.patience * 3).await;
        tab.take().expect("open");
        let view = there.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, 2));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn two_that_write_by_turns_and_at_once_end_equal() {
    on_stage(async |stage| {
        let (here, there) = (stage.node().await, stage.node().await);
        let id = here.opened(1).await;
        let (mut tab, mut far) = (Tab::open(&here, id).await, Tab::open(&there, id).await);
        let watching = async {
            let told = (here.store.clone(), there.store.clone());
            let (left, right) = ((*here).clone(), (*there).clone());
            let left = told.0.watch(Box::new(move |change| left.changed(change)));
            let right = told.1.watch(Box::new(move |change| right.changed(change)));
            tokio::join!(left, right)
        };
        let talking = async {
            for round in 0..30_u32 {
                let slow = if round % 3 == 0 { Pace::After(SECOND / 2) } else { Pace::AtOnce };
                here.model.words(slow.clone());
                there.model.understands(slow);
                let (one, two) = (format!("here-{round}"), format!("there-{round}"));
                let (said, answered, titled, untitled) = (
                    here.tell(id, say_once("goal: sell tea", &one)),
                    there.tell(id, say_once("market: cafés", &two)),
                    here.tell(id, retitle(&one)),
                    there.tell(id, retitle(&two)),
                );
                let (said, answered, titled, untitled) = tokio::join!(said, answered, titled, untitled);
                titled.expect("titles never conflict for good");
                untitled.expect("titles never conflict for good");
                for result in [said, answered] {
                    assert!(result.is_ok() || refused(result).kind == RefusalKind::Conflict);
                }
                pass(SECOND).await;
                tab.take().expect("open");
                far.take().expect("open");
            }
        };
        tokio::select! {
            _ = watching => panic!("watches for ever"),
            () = talking => {}
        }
        let view = here.agrees_with_the_store(id).await;
        assert_eq!(view, there.agrees_with_the_store(id).await);
        assert_eq!((&tab.view, &far.view), (&*view, &*view));
        let said = by(&view, Author::User).len();
        assert!(said >= 30, "{said}");
        assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, said + 1), "each is answered once");
    })
    .await;
}
