//! Bounded input, and the end that loses nothing.

use crate::stage::{LIMITS, SECOND, Tab, WHO, by, on_stage, opening, pass, refused, retitle, say, settle};
use actors::{CommandFault, Limits};
use domain::RefusalKind;
use futures::{
    FutureExt,
    future::{join_all, poll_immediate},
};
use protocol::interview::Author;
use testkit::Pace;

#[tokio::test(start_paused = true)]
async fn too_much_at_once_is_refused_and_the_rest_is_done() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let (id, other) = (node.opened(1).await, node.opened(2).await);
        node.store.takes(SECOND);
        let commands = (0..20).map(|number| node.tell(id, retitle(&format!("Title {number}"))).boxed());
        let (results, elsewhere) = tokio::join!(join_all(commands), node.tell(other, retitle("Tea")));
        elsewhere.expect("another interview has a queue of its own");
        let (done, refusals): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        assert_eq!((done.len(), refusals.len()), (8, 12));
        for refusal in refusals {
            assert_eq!(refused(refusal).kind, RefusalKind::Busy);
        }
        assert_eq!(node.agrees_with_the_store(id).await.title, "Title 7");
        node.tell(id, retitle("again")).await.expect("there is room again");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_goes_away_gives_the_place_back() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.store.takes(SECOND);
        for number in 0..5 {
            let title = format!("Title {number}");
            let mut waiting: Vec<_> = (0..8).map(|_| node.tell(id, retitle(&title)).boxed()).collect();
            for one in &mut waiting {
                assert!(poll_immediate(one).await.is_none());
            }
            assert_eq!(refused(node.tell(id, retitle(&title)).await).kind, RefusalKind::Busy);
            drop(waiting);
        }
        node.store.takes(std::time::Duration::ZERO);
        node.tell(id, retitle("free")).await.expect("there is room");
        pass(100 * SECOND).await;
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_end_carries_out_what_was_accepted_and_takes_no_more() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let (one, two) = (node.opened(1).await, node.opened(2).await);
        let mut tab = Tab::open(&node, one).await;
        node.store.takes(SECOND);
        let titles: Vec<String> = (0..5).map(|number| format!("Title {number}")).collect();
        let accepted = join_all(titles.iter().flat_map(|title| [one, two].map(|id| node.tell(id, retitle(title)).boxed())));
        let end = async {
            settle().await;
            let (end, refused) = tokio::join!(node.shutdown(), async {
                tokio::task::yield_now().await;
                node.tell(one, retitle("too late")).await
            });
            assert!(matches!(refused, Err(CommandFault::Interrupted(_))), "{refused:?}");
            end
        };
        let (results, ()) = tokio::join!(accepted, end);
        assert!(results.iter().all(Result::is_ok), "{results:?}");
        for id in [one, two] {
            assert_eq!(node.store.view(id).title, "Title 4");
        }
        assert_eq!(tab.take(), Err(vec![1; 5]));
        assert_eq!(node.live(), 0);
        for answer in [node.tell(one, say("hm")).await.err(), node.open(opening(3)).await.err(), node.view(WHO, two).await.err()]
        {
            assert!(matches!(answer, Some(CommandFault::Interrupted(_))), "{answer:?}");
        }
        assert_eq!(node.live(), 0);
        node.shutdown().await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_end_does_not_wait_for_an_engine_and_the_next_start_goes_on() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.understands(Pace::Never);
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        let begun = tokio::time::Instant::now();
        node.shutdown().await;
        assert!(begun.elapsed() < SECOND);
        let next = stage.node().await;
        let view = next.agrees_with_the_store(id).await;
        assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, 2));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_end_waits_only_so_long_for_a_store() {
    on_stage(async |stage| {
        let node = stage.node_within(Limits { drain: 5 * SECOND, ..LIMITS }).await;
        let id = node.opened(1).await;
        node.store.takes(1000 * SECOND);
        let begun = tokio::time::Instant::now();
        let (told, ()) = tokio::join!(node.tell(id, retitle("Tea")), async {
            settle().await;
            node.shutdown().await;
        });
        assert!(told.is_err());
        assert!(begun.elapsed() <= 11 * SECOND, "{:?}", begun.elapsed());
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_end_comes_while_interviews_awaken() {
    on_stage(async |stage| {
        for yields in 0..30 {
            let node = stage.node().await;
            let id = if yields == 0 { node.opened(1).await } else { opening(1).id };
            let (viewed, ()) = tokio::join!(node.view(WHO, id), async {
                for _ in 0..yields {
                    tokio::task::yield_now().await;
                }
                node.shutdown().await;
            });
            assert!(matches!(viewed, Ok(_) | Err(CommandFault::Interrupted(_))), "{viewed:?}");
            assert_eq!(node.live(), 0);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_end_waits_for_one_that_awakens_but_not_for_ever() {
    on_stage(async |stage| {
        let id = stage.node().await.opened(1).await;
        for (reading, waited) in [(4 * SECOND, 3 * SECOND), (1000 * SECOND, LIMITS.drain)] {
            let node = stage.node().await;
            node.store.answers_after(reading);
            let (viewed, ()) = tokio::join!(node.view(WHO, id), async {
                pass(SECOND).await;
                let begun = tokio::time::Instant::now();
                node.shutdown().await;
                assert_eq!(begun.elapsed().as_secs(), waited.as_secs());
                assert_eq!(node.live(), 0);
            });
            assert!(matches!(viewed, Ok(_) | Err(CommandFault::Interrupted(_))), "{viewed:?}");
        }
    })
    .await;
}
