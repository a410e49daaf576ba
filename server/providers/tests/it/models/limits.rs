//! Time, size, how many at once, and leaving alone what is down.

use super::stage::{ALL, Stage, TENANT, model, quick, request};
use domain::models::{BreakerRule, Budget, LanguageModel, ModelFault, Provider, RetryRule, Strength};
use futures::future::join_all;
use providers::model::GatewayRule;
use std::time::{Duration, Instant};
use testkit::Behaviour;

#[tokio::test]
async fn a_question_has_its_time_and_no_more() {
    for provider in ALL {
        for behaviour in [Behaviour::Hangs, Behaviour::Drips { pieces: vec!["slow ".into(); 1_000], pause_ms: 20 }] {
            let rule = GatewayRule { time: Duration::from_millis(400), ..quick() };
            let stage = Stage::with(provider, rule, Budget::default()).await;
            stage.stub.always(behaviour);
            let began = Instant::now();
            assert_eq!(stage.ask().await, Err(ModelFault::TimedOut), "{provider:?}");
            assert!(began.elapsed() < Duration::from_secs(10), "{provider:?}");
            assert_eq!(stage.outcomes().await, ["timed_out"]);
        }
    }
}

#[tokio::test]
async fn a_reply_longer_than_was_permitted_is_dropped() {
    for provider in ALL {
        let stage = Stage::new(provider).await;
        stage.stub.always(Behaviour::Says("x".repeat(200_000)));
        let result = stage.ask().await;
        assert!(matches!(&result, Err(ModelFault::Malformed(why)) if why.contains("longer")), "{provider:?}: {result:?}");
    }
}

#[tokio::test]
async fn only_so_many_calls_run_at_once() {
    join_all(ALL.map(|provider| async move {
        let rule = GatewayRule { at_once: 2, ..quick() };
        let stage = Stage::with(provider, rule, Budget::default()).await;
        stage.stub.always(Behaviour::Drips { pieces: vec!["a".into()], pause_ms: 150 });
        let began = Instant::now();
        let replies = join_all((0..6).map(|_| stage.ask())).await;
        assert!(replies.iter().all(Result::is_ok), "{provider:?}: {replies:?}");
        assert!(began.elapsed() >= Duration::from_millis(440), "{provider:?}, three rounds of two: {:?}", began.elapsed());
    }))
    .await;
}

#[tokio::test]
async fn waiting_for_a_place_counts_as_time() {
    let rule = GatewayRule { at_once: 1, time: Duration::from_secs(3), ..quick() };
    let stage = Stage::with(Provider::Anthropic, rule, Budget::default()).await;
    stage.stub.always(Behaviour::Hangs);
    let results = join_all((0..2).map(|_| stage.ask())).await;
    assert_eq!(results, [Err(ModelFault::TimedOut), Err(ModelFault::TimedOut)]);
    assert_eq!(stage.stub.requests().len(), 1);
}

#[tokio::test]
async fn what_is_down_is_left_alone_and_a_test_reaches_it_all_the_same() {
    for provider in ALL {
        let breaker = BreakerRule { failures: 2, ..BreakerRule::default() };
        let retry = RetryRule { attempts: 1, ..RetryRule::default() };
        let stage = Stage::with(provider, GatewayRule { breaker, retry, ..quick() }, Budget::default()).await;
        stage.stub.always(Behaviour::Status { status: 500, retry_after: None });
        for _ in 0..2 {
            assert!(matches!(stage.ask().await, Err(ModelFault::Provider { status: 500, .. })), "{provider:?}");
        }
        assert!(matches!(stage.ask().await, Err(ModelFault::CircuitOpen { .. })), "{provider:?}");
        assert_eq!(stage.stub.requests().len(), 2);

        let (name, tested) = stage.gateway.test(TENANT, Strength::Fast).await;
        assert_eq!(name.map(|name| name.model).as_deref(), Some(model(provider)));
        assert!(matches!(tested, Err(ModelFault::Provider { status: 500, .. })), "{tested:?}");
        stage.stub.always(Behaviour::Says("ready".into()));
        let (_, tested) = stage.gateway.test(TENANT, Strength::Fast).await;
        assert_eq!(tested.expect("a reply").text, "ready");
        assert!(stage.ask().await.is_ok(), "a test that went well lets the others in again");
    }
}

#[tokio::test]
async fn a_test_does_not_end_the_probe_of_another_call() {
    // With no time at all what is left alone may be probed at once.
    let breaker = BreakerRule { failures: 1, pause: Duration::ZERO, ..BreakerRule::default() };
    let retry = RetryRule { attempts: 1, ..RetryRule::default() };
    let stage = Stage::with(Provider::Anthropic, GatewayRule { breaker, retry, ..quick() }, Budget::default()).await;
    stage.stub.always(Behaviour::Status { status: 500, retry_after: None });
    assert!(stage.ask().await.is_err());
    stage.stub.always(Behaviour::Hangs);
    let mut probe = Box::pin(stage.ask());
    let probing = async {
        while stage.stub.requests().len() < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await
        }
    };
    tokio::select! {
        result = &mut probe => panic!("it probes: {result:?}"),
        () = probing => {}
    }
    for behaviour in [Behaviour::Status { status: 401, retry_after: None }, Behaviour::Hangs] {
        stage.stub.always(behaviour);
        let test = stage.gateway.test(TENANT, Strength::Fast);
        // Refused, or let go by whoever asked.
        drop(tokio::time::timeout(Duration::from_millis(200), test).await);
        assert!(matches!(stage.ask().await, Err(ModelFault::CircuitOpen { .. })), "the probe is still on its way");
    }
}

#[tokio::test]
async fn addresses_inside_the_network_need_the_operators_leave() {
    let rule = GatewayRule { allow_private: false, ..quick() };
    let stage = Stage::with(Provider::Compatible, rule, Budget::default()).await;
    let result = stage.gateway.ask(request(), None).await;
    assert!(matches!(&result, Err(ModelFault::Unreachable(why)) if why.contains("DISCOVERY_ALLOW_PRIVATE_URLS")), "{result:?}");
    assert!(stage.stub.requests().is_empty());
}
