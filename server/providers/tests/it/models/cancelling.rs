//! Letting a call go closes the connection, and what is known of it is written down.

use super::stage::{ALL, Stage, request};
use domain::models::{Deltas, LanguageModel as _};
use std::{
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::Duration,
};
use testkit::Behaviour;

async fn wait_until(holds: impl Fn() -> bool) {
    while !holds() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn hung_up(stage: &Stage) {
    for _ in 0..1_000 {
        if stage.stub.hung_up() > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{:?}: the connection stayed open", stage.provider);
}

#[tokio::test]
async fn a_call_let_go_in_the_middle_of_its_stream_hangs_up() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(Behaviour::Drips { pieces: vec!["One more word, ".into(); 500], pause_ms: 10 });
        let heard = AtomicUsize::new(0);
        let take = |_: &str| {
            heard.fetch_add(1, Relaxed);
        };
        let take: &Deltas<'_> = &take;
        tokio::select! {
            result = stage.gateway.ask(request(), Some(take)) => panic!("{provider:?} was still talking: {result:?}"),
            () = wait_until(|| heard.load(Relaxed) > 2) => {}
        }
        hung_up(&stage).await;
        assert_eq!(stage.outcomes().await, ["cancelled"]);
        let line = stage.kept.ledger().remove(0);
        assert!(line.cost.estimated && line.cost.usage.output > 0, "{provider:?}: {line:?}");
        assert!(line.cost.cost.is_some_and(|cost| cost.0 > 0));
    }
}

#[tokio::test]
async fn a_call_let_go_before_its_first_word_hangs_up_too() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(Behaviour::Hangs);
        tokio::select! {
            result = stage.ask() => panic!("{provider:?} said nothing yet: {result:?}"),
            () = wait_until(|| !stage.stub.requests().is_empty()) => {}
        }
        hung_up(&stage).await;
        assert_eq!(stage.outcomes().await, ["cancelled"]);
    }
}
