//! A process that ends in the middle of a reply: the next one goes on with the first step that has no result.

use crate::stage::{SECOND, by, on_stage, pass, say, settle, times_asked};
use protocol::interview::Author;
use testkit::{Counts, Pace};

#[tokio::test(start_paused = true)]
async fn before_it_was_understood_it_is_understood() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.understands(Pace::Never);
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        node.shutdown().await;
        assert_eq!(times_asked(&node.store.stream(id), 1), 0);

        let next = stage.node().await;
        let view = next.agrees_with_the_store(id).await;
        assert_eq!(view.obligation("goal").expect("known").value, Some("sell tea".into()));
        assert_eq!((view.replying, by(&view, Author::User).len(), by(&view, Author::Agent).len()), (None, 1, 2));
        assert_eq!(times_asked(&next.store.stream(id), 1), 1);
        assert_eq!(next.model.counts(), Counts { understood: 1, worded: 1, dropped: 0 });
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn after_it_was_understood_it_is_only_worded() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.words(Pace::Never);
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        node.shutdown().await;
        let before = node.store.view(id);
        assert_eq!(before.obligation("goal").expect("known").value, Some("sell tea".into()));

        let next = stage.node().await;
        let view = next.agrees_with_the_store(id).await;
        assert_eq!(next.model.counts(), Counts { understood: 0, worded: 1, dropped: 0 });
        assert_eq!(times_asked(&next.store.stream(id), 1), 1, "asked once");
        assert_eq!(view.obligation("market").expect("known").attempts, before.obligation("market").expect("known").attempts);
        assert_eq!(by(&view, Author::Agent).last().expect("a reply").content, "model, turn 1: what is market (attempt 1)?");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn interrupted_as_often_as_there_are_steps_it_gives_the_same() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let (cut, whole) = (node.opened(1).await, node.opened(2).await);
        for text in ["goal: sell tea", "hm", "market: cafés"] {
            node.tell(whole, say(text)).await.expect("taken");
        }
        node.shutdown().await;
        for text in ["goal: sell tea", "hm", "market: cafés"] {
            let node = stage.node().await;
            node.model.understands(Pace::Never);
            node.tell(cut, say(text)).await.expect("taken");
            node.shutdown().await;
            for _ in 0..3 {
                let node = stage.node().await;
                node.model.understands(Pace::After(SECOND));
                node.model.words(Pace::Never);
                node.seen(cut).await;
                pass(2 * SECOND).await;
                node.shutdown().await;
            }
            let node = stage.node().await;
            node.model.words(Pace::After(SECOND));
            node.seen(cut).await;
            pass(2 * SECOND).await;
            assert_eq!(node.agrees_with_the_store(cut).await.replying, None);
            node.shutdown().await;
        }
        let node = stage.node().await;
        let (cut, whole) = (node.seen(cut).await, node.seen(whole).await);
        let words = |view: &protocol::interview::InterviewView| -> Vec<String> {
            view.messages.iter().map(|message| message.content.clone()).collect()
        };
        assert_eq!(words(&cut), words(&whole));
        assert_eq!(cut.completeness, whole.completeness);
        for (one, other) in cut.obligations.iter().zip(&whole.obligations) {
            assert_eq!(
                (&one.key, &one.value, one.status, one.attempts),
                (&other.key, &other.value, other.status, other.attempts)
            );
        }
        settle().await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_interview_that_was_never_greeted_is_greeted() {
    on_stage(async |stage| {
        let node = stage.node().await;
        node.model.words(Pace::Never);
        let id = node.opened(1).await;
        node.shutdown().await;
        assert!(by(&node.store.view(id), Author::Agent).is_empty());
        let next = stage.node().await;
        let view = next.agrees_with_the_store(id).await;
        assert_eq!((view.replying, by(&view, Author::Agent).len()), (None, 1));
    })
    .await;
}
