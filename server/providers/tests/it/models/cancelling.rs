//! Letting a call go closes the connection, and what is known of it is written down.

use super::stage::{ALL, Stage};
use std::time::Duration;
use testkit::Behaviour;

async fn hung_up(stage: &Stage) {
    for _ in 0..200 {
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
        let let_go = tokio::time::timeout(Duration::from_millis(300), stage.listen()).await;
        assert!(let_go.is_err(), "{provider:?} was still talking");
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
        let let_go = tokio::time::timeout(Duration::from_millis(200), stage.ask()).await;
        assert!(let_go.is_err());
        hung_up(&stage).await;
        assert_eq!(stage.outcomes().await, ["cancelled"]);
    }
}
