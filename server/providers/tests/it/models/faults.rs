//! Every provider with every fault.

use super::stage::{ALL, KEY, Stage};
use domain::models::{ModelFault, Provider};
use std::time::{Duration, Instant};
use testkit::Behaviour;

fn status(status: u16, retry_after: Option<u32>) -> Behaviour {
    Behaviour::Status { status, retry_after }
}

fn describe(stage: &Stage) -> String {
    format!("{:?}", stage.provider)
}

#[tokio::test]
async fn what_passes_is_tried_again() {
    for provider in ALL {
        for fault in [status(529, None), status(500, None), status(429, Some(0)), Behaviour::Cut { after: String::new() }] {
            let stage = Stage::new(provider).await;
            stage.stub.next(fault.clone());
            let reply = stage.ask().await.unwrap_or_else(|lasting| panic!("{provider:?} after {fault:?}: {lasting}"));
            assert_eq!(reply.text, "ready");
            assert_eq!(stage.stub.requests().len(), 2, "{provider:?} after {fault:?}");
        }
    }
}

#[tokio::test]
async fn what_lasts_is_told_after_three_calls() {
    for provider in ALL {
        for (behaviour, expected) in [
            (status(529, None), ModelFault::Overloaded { retry_after: None }),
            (status(503, Some(0)), ModelFault::Overloaded { retry_after: Some(Duration::ZERO) }),
            (status(500, None), ModelFault::Provider { status: 500, detail: "the stub answers 500".into() }),
            (status(429, None), ModelFault::Limited { retry_after: None }),
        ] {
            let stage = Stage::new(provider).await;
            stage.stub.always(behaviour);
            assert_eq!(stage.ask().await, Err(expected.clone()), "{}", describe(&stage));
            assert_eq!(stage.stub.requests().len(), 3);
            assert_eq!(stage.outcomes().await, [expected.kind()]);
            let line = stage.kept.ledger().remove(0);
            assert_eq!((line.attempts, line.cost.cost.map(|cost| cost.0)), (3, Some(0)), "nothing was answered, nothing is owed");
        }
    }
}

#[tokio::test]
async fn retry_after_is_waited_for_and_a_longer_one_is_told_at_once() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.next(status(429, Some(1)));
        let began = Instant::now();
        stage.ask().await.expect("a reply");
        assert!(began.elapsed() >= Duration::from_secs(1), "{}", describe(&stage));

        let stage = Stage::new(provider).await;
        stage.stub.always(status(429, Some(3_600)));
        assert_eq!(stage.ask().await, Err(ModelFault::Limited { retry_after: Some(Duration::from_secs(3_600)) }));
        assert_eq!(stage.stub.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_stream_that_breaks_is_asked_for_again_unless_some_of_it_was_told() {
    for provider in ALL {
        let cut = Behaviour::Cut { after: "Half a ".into() };
        let stage = Stage::new(provider).await;
        stage.stub.next(cut.clone());
        assert_eq!(stage.ask().await.expect("the second call").text, "ready", "{}", describe(&stage));
        assert_eq!(stage.outcomes().await, ["unreachable", "done"], "each of the two has its line");
        assert!(stage.kept.ledger()[0].cost.cost.is_some_and(|cost| cost.0 > 0), "what was used is owed");

        let stage = Stage::new(provider).await;
        stage.stub.next(cut);
        let (heard, result) = stage.listen().await;
        assert_eq!(heard, ["Half a "]);
        assert!(matches!(result, Err(ModelFault::Unreachable(_))), "{}: {result:?}", describe(&stage));
        assert_eq!(stage.stub.requests().len(), 1);
    }
}

#[tokio::test]
async fn truncation_and_refusal_are_seen_before_the_text() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.next(Behaviour::Truncates(r#"{"whole": true}"#.into()));
        let result = stage.ask().await;
        let Err(ModelFault::Truncated { usage, cost }) = result else { panic!("{}: {result:?}", describe(&stage)) };
        stage.stub.next(Behaviour::Refuses);
        let result = stage.ask().await;
        assert!(matches!(result, Err(ModelFault::Refused(_))), "{}: {result:?}", describe(&stage));
        assert_eq!(stage.stub.requests().len(), 2, "neither is tried again");
        assert_eq!(stage.outcomes().await, ["truncated", "refused"]);
        let ledger = stage.kept.ledger();
        assert!(cost.is_some_and(|cost| cost.0 > 0) && usage.output > 0);
        assert_eq!((usage, cost), (ledger[0].cost.usage, ledger[0].cost.cost), "whoever asked learns what the ledger has");
    }
}

#[tokio::test]
async fn garbage_is_no_reply() {
    for provider in ALL {
        for behaviour in [Behaviour::Garbage, Behaviour::GarbageInStream { after: "Well".into() }] {
            let stage = Stage::new(provider).await;
            stage.stub.always(behaviour.clone());
            let result = stage.ask().await;
            assert!(
                matches!(result, Err(ModelFault::Malformed(_) | ModelFault::Unreachable(_))),
                "{} {behaviour:?}: {result:?}",
                describe(&stage)
            );
        }
    }
}

#[tokio::test]
async fn an_error_in_the_middle_of_a_stream_is_the_providers_own() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.next(Behaviour::Overloads { after: "I think".into() });
        let (heard, result) = stage.listen().await;
        assert_eq!(
            (heard.concat().as_str(), result),
            ("I think", Err(ModelFault::Overloaded { retry_after: None })),
            "{}",
            describe(&stage)
        );
    }
}

#[tokio::test]
async fn a_wrong_key_is_told_at_once_and_never_repeated() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(Behaviour::EchoesKey { status: 401 });
        let Err(ModelFault::Unauthorized(detail)) = stage.ask().await else { panic!("{}: no fault", describe(&stage)) };
        assert!(detail.contains("[key]") && !detail.contains(KEY), "{detail}");
        stage.outcomes().await;
        assert!(!format!("{:?}", stage.kept.ledger()).contains(KEY));
        stage.stub.always(Behaviour::EchoesKey { status: 400 });
        let fault = stage.ask().await.expect_err("a fault").to_string();
        assert!(fault.contains("400") && !fault.contains(KEY), "{fault}");
        assert_eq!(stage.stub.requests().len(), 2);
    }
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let stage = Stage::new(Provider::OpenAi).await;
    let Stage { stub, gateway, .. } = stage;
    drop(stub);
    // The port is free again once the listener is gone.
    tokio::time::sleep(Duration::from_millis(50)).await;
    use domain::models::LanguageModel;
    let result = gateway.ask(super::stage::request(), None).await;
    assert!(matches!(&result, Err(ModelFault::Unreachable(why)) if why.contains("no connection")), "{result:?}");
}
