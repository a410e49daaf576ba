//! Engines that fail, hang or panic: the built-in one answers, and the message says which it was.

use crate::stage::{LIMITS, Node, SECOND, by, on_stage, pass, say};
use domain::{
    interview::EngineFault,
    models::{ModelFault, Usage},
};
use protocol::{
    SessionId,
    interview::{Author, Engine, Message},
    models::Task,
};
use testkit::Pace;

async fn last_reply(node: &Node, id: SessionId) -> Message {
    let view = node.agrees_with_the_store(id).await;
    assert_eq!(view.replying, None);
    (*by(&view, Author::Agent).last().expect("a reply")).clone()
}

fn faults() -> [EngineFault; 3] {
    [EngineFault::TimedOut, EngineFault::Unreachable("no route".into()), EngineFault::Malformed("no JSON".into())]
}

#[tokio::test(start_paused = true)]
async fn the_message_names_the_engine_that_wrote_it() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        assert_eq!(last_reply(&node, id).await.engine, Some(Engine::Model("model".into())));
        node.model.words(Pace::FailsAtOnce(EngineFault::TimedOut));
        node.tell(id, say("hm")).await.expect("taken");
        assert_eq!(last_reply(&node, id).await.engine, Some(Engine::BuiltIn));
        node.model.words(Pace::AtOnce);
        node.tell(id, say("hm")).await.expect("taken");
        assert_eq!(last_reply(&node, id).await.engine, Some(Engine::Model("model".into())));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_failing_engine_is_replaced_at_once_or_later() {
    on_stage(async |stage| {
        let node = stage.node().await;
        for (number, fault) in faults().into_iter().enumerate() {
            let id = node.opened(number as u128).await;
            let kind = fault.kind();
            for pace in [Pace::FailsAtOnce(fault.clone()), Pace::FailsAfter(SECOND, fault)] {
                let before = node.built_in.counts();
                node.model.understands(pace.clone());
                node.model.words(pace);
                node.tell(id, say("goal: sell tea")).await.expect("taken");
                pass(2 * SECOND).await;
                let reply = last_reply(&node, id).await;
                assert_eq!(reply.engine, Some(Engine::BuiltIn));
                let told = reply.fell_back.map(|fell_back| (fell_back.task, fell_back.reason));
                assert_eq!(told, Some((Task::Understand, kind.to_owned())));
                assert!(reply.content.starts_with("built-in, turn"), "{}", reply.content);
                assert_eq!(node.seen(id).await.obligation("goal").expect("known").value, Some("sell tea".into()));
                let after = node.built_in.counts();
                assert_eq!((after.understood, after.worded), (before.understood + 1, before.worded + 1));
            }
            node.model.understands(Pace::AtOnce);
            node.model.words(Pace::AtOnce);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn where_no_engine_is_chosen_the_built_in_one_answers_and_nothing_fell_back() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.is_chosen(false);
        let before = node.model.counts();
        assert!(node.tell(id, say("goal: sell tea")).await.expect("taken").finished, "at once");
        let reply = last_reply(&node, id).await;
        assert_eq!((reply.engine, reply.fell_back), (Some(Engine::BuiltIn), None));
        assert_eq!(node.model.counts(), before, "it is not asked");
        node.model.is_chosen(true);
        node.tell(id, say("market: cafés")).await.expect("taken");
        assert_eq!(last_reply(&node, id).await.engine, Some(Engine::Model("model".into())), "the choice holds for the next turn");
    })
    .await;
}

/// What the message was understood with is not forgotten when the process ends before its reply.
#[tokio::test(start_paused = true)]
async fn who_understood_in_whose_place_survives_a_restart() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let cut = ModelFault::Truncated { usage: Usage::default(), cost: None };
        node.model.understands(Pace::FailsAtOnce(EngineFault::Model(cut)));
        node.model.words(Pace::Never);
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        pass(SECOND).await;
        let view = node.seen(id).await;
        assert_eq!(view.fell_back.as_ref().map(|fell_back| fell_back.reason.as_str()), Some("truncated"));
        // Another node takes it up, and its model words it at once.
        let other = stage.node().await;
        let reply = last_reply(&other, id).await;
        let told = reply.fell_back.map(|fell_back| (fell_back.task, fell_back.reason));
        assert_eq!((reply.engine, told), (Some(Engine::Model("model".into())), Some((Task::Understand, "truncated".to_owned()))));
        other.tell(id, say("market: cafés")).await.expect("taken");
        pass(SECOND).await;
        assert_eq!(last_reply(&other, id).await.fell_back, None, "it is told of that turn alone");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_never_answers_is_given_up() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.understands(Pace::Never);
        node.model.words(Pace::Never);
        assert!(!node.tell(id, say("goal: sell tea")).await.expect("taken").finished);
        pass(LIMITS.patience - SECOND).await;
        assert_eq!(node.seen(id).await.obligation("goal").expect("known").value, None);
        pass(2 * SECOND).await;
        assert_eq!(node.seen(id).await.obligation("goal").expect("known").value, Some("sell tea".into()));
        assert_eq!(last_reply(&node, id).await.engine, Some(Engine::BuiltIn));
        let counts = node.model.counts();
        assert_eq!((counts.worded, counts.dropped), (1, 1), "its work is let go, and it words nothing but the greeting");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_limit_of_time_is_that_of_the_whole_turn() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.model.understands(Pace::After(LIMITS.patience / 2));
        node.model.words(Pace::Never);
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        pass(LIMITS.patience / 2 + SECOND).await;
        let view = node.seen(id).await;
        assert_eq!(view.obligation("goal").expect("known").value, Some("sell tea".into()), "it was understood");
        assert!(view.replying.is_some(), "and is being worded");
        pass(LIMITS.patience / 2).await;
        let reply = last_reply(&node, id).await;
        let told = reply.fell_back.map(|fell_back| (fell_back.task, fell_back.reason));
        assert_eq!((reply.engine, told), (Some(Engine::BuiltIn), Some((Task::Reply, "timed_out".to_owned()))));
        assert_eq!(node.model.counts().dropped, 1);
        let last = node.last_answer(crate::stage::TENANT).expect("somebody answered");
        assert_eq!((last.engine, last.fell_back), (Engine::BuiltIn, Some((Task::Reply, "timed_out"))));
        // The next turn has its own time.
        node.model.understands(Pace::AtOnce);
        node.model.words(Pace::AtOnce);
        node.tell(id, say("market: cafés")).await.expect("taken");
        let engine = Some(Engine::Model("model".into()));
        assert_eq!(last_reply(&node, id).await.engine, engine);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_panics_has_merely_failed() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        for pace in [Pace::Panics, Pace::PanicsAfter(SECOND)] {
            node.model.understands(pace.clone());
            node.model.words(pace);
            node.tell(id, say("goal: sell tea")).await.expect("taken");
            pass(3 * SECOND).await;
            assert_eq!(last_reply(&node, id).await.engine, Some(Engine::BuiltIn));
        }
        assert_eq!(node.seen(id).await.obligation("goal").expect("known").value, Some("sell tea".into()));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn even_when_both_engines_fail_there_is_a_reply() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        for pace in [Pace::FailsAtOnce(EngineFault::TimedOut), Pace::Panics, Pace::FailsAfter(SECOND, EngineFault::TimedOut)] {
            for engine in [&node.model, &node.built_in] {
                engine.understands(pace.clone());
                engine.words(pace.clone());
            }
            node.tell(id, say("goal: sell tea")).await.expect("taken");
            pass(5 * SECOND).await;
            let reply = last_reply(&node, id).await;
            assert!(!reply.content.is_empty());
            assert_eq!(reply.engine, Some(Engine::BuiltIn));
        }
    })
    .await;
}
