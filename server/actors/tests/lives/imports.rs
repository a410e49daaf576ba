//! Transcripts: stored whole or not at all, and nobody has to wait for them.

use crate::stage::{LIMITS, Node, SECOND, Tab, WHO, by, on_stage, pass, retitle, say, settle};
use actors::CommandFault;
use domain::{RefusalKind, StoreFault};
use protocol::{
    SessionId,
    interview::{Author, Speaker, TranscriptTurn},
};
use testkit::{Failure, Pace};

fn transcript() -> Vec<TranscriptTurn> {
    [
        (Speaker::Agent, "What do you do?"),
        (Speaker::User, "goal: sell tea"),
        (Speaker::User, "hm"),
        (Speaker::User, "market: cafés"),
    ]
    .map(|(speaker, text)| TranscriptTurn { speaker, text: text.into() })
    .to_vec()
}

async fn import(node: &Node, id: SessionId) -> Result<usize, CommandFault> {
    node.import(WHO, id, transcript()).await.map(|imported| imported.len())
}

#[tokio::test(start_paused = true)]
async fn a_transcript_is_one_append_or_none() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        let before = node.seen(id).await;
        node.store.fail_next(Failure::Refused(StoreFault::Full("on purpose".into())));
        assert!(import(&node, id).await.is_err());
        assert_eq!(node.agrees_with_the_store(id).await, before);
        let appends = node.store.appends();
        assert_eq!(import(&node, id).await.expect("imported"), 3);
        assert_eq!((node.store.appends(), tab.take().expect("open").len()), (appends + 1, 1));
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(tab.view, *view);
        assert_eq!(view.obligation("market").expect("known").value, Some("cafés".into()));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_a_slow_import() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let mut tab = Tab::open(&node, id).await;
        node.built_in.understands(Pace::After(10 * SECOND));
        let (imported, ()) = tokio::join!(import(&node, id), async {
            pass(5 * SECOND).await;
            let begun = tokio::time::Instant::now();
            node.seen(id).await;
            node.tell(id, retitle("Tea")).await.expect("taken");
            assert!(begun.elapsed() < SECOND);
            assert_eq!(tab.take().expect("open").len(), 1);
        });
        assert_eq!(imported.expect("understood anew, as the interview went on meanwhile"), 3);
        assert_eq!(node.built_in.counts().understood, 6);
        let view = node.agrees_with_the_store(id).await;
        tab.take().expect("open");
        assert_eq!(tab.view, *view);
        assert_eq!((view.title.as_str(), by(&view, Author::User).len()), ("Tea", 3));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_import_that_fits_no_more_is_refused_and_one_that_never_fits_gives_up() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.built_in.understands(Pace::After(10 * SECOND));
        node.model.understands(Pace::After(10 * SECOND));
        let (imported, ()) = tokio::join!(import(&node, id), async {
            pass(29 * SECOND).await;
            node.tell(id, say("budget: 5")).await.expect("taken");
        });
        assert!(matches!(&imported, Err(CommandFault::Refused(no)) if no.kind == RefusalKind::Conflict), "{imported:?}");
        pass(20 * SECOND).await;
        let (imported, ()) = tokio::join!(import(&node, id), async {
            for number in 0..5 {
                pass(30 * SECOND - SECOND / 2).await;
                node.tell(id, retitle(&format!("{number}"))).await.expect("taken");
            }
        });
        assert!(matches!(imported, Err(CommandFault::Store(StoreFault::Conflict))), "{imported:?}");
        assert_eq!(by(&*node.agrees_with_the_store(id).await, Author::User).len(), 1);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_import_keeps_it_awake_and_ends_with_it() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.built_in.understands(Pace::After(50 * SECOND));
        let (imported, slept) = tokio::join!(import(&node, id), async {
            pass(LIMITS.idle).await;
            node.sweep().await
        });
        assert_eq!((imported.expect("imported"), slept), (3, 0));
        pass(LIMITS.idle).await;
        assert_eq!(node.sweep().await, 1);
        let before = node.seen(id).await;
        let (imported, ()) = tokio::join!(import(&node, id), async {
            settle().await;
            node.shutdown().await;
        });
        assert!(matches!(imported, Err(CommandFault::Interrupted(_))), "{imported:?}");
        assert_eq!(node.store.view(id), *before);
    })
    .await;
}
