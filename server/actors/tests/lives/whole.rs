//! Summing up and looking over beside the conversation: in the rules' words at once, in an engine's when they come.

use crate::stage::{LIMITS, Node, SECOND, Stage, on_stage, pass, say, settle};
use domain::interview::EngineFault;
use protocol::{
    SessionId,
    interview::{Engine, InterviewCommand, InterviewEvent, Status, Summary},
    research::Stance,
};
use serde_json::json;
use std::time::Duration;
use testkit::Research;
use uuid::Uuid;

/// Everything required is known, and the interview finished.
async fn finished(node: &Node, number: u128) -> SessionId {
    let id = node.opened(number).await;
    node.tell(id, say("goal: sell tea")).await.expect("taken");
    settle().await;
    for key in ["market", "budget", "deadline", "team", "risk"] {
        let command = InterviewCommand::SetValue { key: key.into(), value: json!(format!("{key} of tea")) };
        node.tell(id, command).await.expect("taken");
        settle().await;
    }
    node.tell(id, InterviewCommand::Complete).await.expect("everything is known");
    id
}

async fn last(node: &Node, id: SessionId) -> Summary {
    settle().await;
    node.agrees_with_the_store(id).await.summaries.last().expect("a summary").clone()
}

#[tokio::test(start_paused = true)]
async fn where_nobody_is_chosen_the_rules_words_stand() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = finished(&node, 1).await;
        let summary = last(&node, id).await;
        assert_eq!((summary.engine, summary.fell_back, node.analyst.requests().len()), (None, None, 0));
        assert_eq!(node.seen(id).await.reevaluated, None);
        assert_eq!(node.seen(id).await.summaries.len(), 1);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_engines_words_replace_them_when_they_come() {
    on_stage(async |stage| {
        let node = stage.node().await;
        node.analyst.recalls(&[("The goal is to sell tea.", "goal: sell tea"), ("The goal is to buy ships.", "we buy ships")]);
        let id = finished(&node, 1).await;
        let summary = last(&node, id).await;
        assert_eq!((summary.engine, summary.dropped), (Some(Engine::Model("analyst".into())), 1));
        assert!(summary.text.contains("The goal is to sell tea.") && !summary.text.contains("ships"), "{}", summary.text);
        assert!(summary.text.contains("budget of tea"), "what it left out is told: {}", summary.text);
        let told = |event: &InterviewEvent| match event {
            InterviewEvent::Summarised { summary } => Some(summary.engine.is_some()),
            _ => None,
        };
        let told: Vec<bool> = node.store.stream(id).iter().filter_map(|one| told(&one.event)).collect();
        assert_eq!(
            (told, node.seen(id).await.summaries.len()),
            (vec![false, true], 1),
            "first in the rules' words, and one in all"
        );
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_fails_or_makes_everything_up_leaves_them_and_it_is_said() {
    on_stage(async |stage| {
        for (number, reason) in [(1, "unreachable"), (2, "malformed")] {
            let node = stage.node().await;
            match number {
                1 => node.analyst.fails(EngineFault::Unreachable("no".into())),
                _ => node.analyst.recalls(&[("The goal is to buy ships.", "we buy ships")]),
            }
            let id = finished(&node, number).await;
            let built_in = node.seen(id).await.summaries[0].text.clone();
            let summary = last(&node, id).await;
            assert_eq!((summary.engine, summary.fell_back.as_deref()), (Some(Engine::BuiltIn), Some(reason)));
            assert_eq!(summary.text, built_in);
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn answers_are_looked_over_and_only_later_words_about_them_shake_them() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        settle().await;
        let goal = async || node.seen(id).await.obligation("goal").expect("known").clone();
        assert_eq!(goal().await.status, Status::Satisfied);
        let later = "we do not sell tea any more";
        for (quote, status) in
            [("goal: sell tea", Status::Satisfied), ("we sell coffee", Status::Satisfied), (later, Status::Partial)]
        {
            node.analyst.doubts(&[("goal", quote), ("nonsense", quote)]);
            if quote == later {
                node.tell(id, say(later)).await.expect("taken");
                settle().await;
            }
            node.tell(id, InterviewCommand::Reevaluate { key: None }).await.expect("possible");
            settle().await;
            assert_eq!(goal().await.status, status, "{quote}");
        }
        let view = node.agrees_with_the_store(id).await;
        let last = view.reevaluated.as_ref().expect("it was looked over");
        assert_eq!((last.doubted.as_slice(), last.dropped), (&["goal".to_owned()][..], 1));
        assert_eq!(goal().await.value, Some(json!("sell tea")), "the value stays");

        node.analyst.fails(EngineFault::TimedOut);
        node.tell(id, InterviewCommand::SetValue { key: "market".into(), value: json!("cafés") }).await.expect("taken");
        settle().await;
        node.tell(id, InterviewCommand::Reevaluate { key: None }).await.expect("possible");
        settle().await;
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(view.reevaluated.as_ref().and_then(|one| one.fell_back.as_deref()), Some("timed_out"));
    })
    .await;
}

/// How often the analyst looked over an interview.
fn looks(node: &Node) -> usize {
    node.analyst.looks()
}

/// Two satisfied answers, and an analyst that doubts nothing.
async fn begun(node: &Node, number: u128) -> SessionId {
    node.analyst.doubts(&[]);
    let id = node.opened(number).await;
    node.tell(id, say("goal: sell tea")).await.expect("taken");
    settle().await;
    node.tell(id, InterviewCommand::SetValue { key: "team".into(), value: json!("three") }).await.expect("taken");
    settle().await;
    assert_eq!(node.seen(id).await.obligation("goal").expect("known").status, Status::Satisfied);
    id
}

#[tokio::test(start_paused = true)]
async fn every_fifth_turn_the_answers_are_looked_over() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = begun(&node, 1).await;
        let mut after = vec![looks(&node)];
        for turn in 2..=10 {
            node.tell(id, say(&format!("remark {turn}"))).await.expect("taken");
            settle().await;
            after.push(looks(&node));
        }
        assert_eq!(after, [0, 0, 0, 0, 1, 1, 1, 1, 1, 2], "after each turn");
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(view.reevaluated.as_ref().map(|one| &one.engine), Some(&Engine::Model("analyst".into())));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_the_fifth_turn_shakes_is_asked_about_again() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = begun(&node, 1).await;
        let later = "we do not sell tea any more";
        node.analyst.doubts(&[("goal", later)]);
        for text in [later, "one", "two"] {
            node.tell(id, say(text)).await.expect("taken");
            settle().await;
            assert_eq!(node.seen(id).await.obligation("goal").expect("known").status, Status::Satisfied, "{text}");
        }
        node.tell(id, say("three")).await.expect("taken");
        settle().await;
        let view = node.agrees_with_the_store(id).await;
        assert_eq!(view.obligation("goal").expect("known").status, Status::Partial);
        assert_eq!(view.reevaluated.as_ref().map(|one| one.doubted.clone()), Some(vec!["goal".to_owned()]));
    })
    .await;
}

/// Something was looked up about the satisfied answer, and changed it if the sources do.
async fn looked_up(stage: &Stage, number: u128, stance: Stance) -> (usize, usize) {
    let research = Research::default();
    research.page("https://a.example/tea", "Tea", "The goal of most people is to sell tea.");
    research.says(stance, None);
    let node = stage.node_called(Uuid::nil(), LIMITS, research).await;
    let id = begun(&node, number).await;
    let before = looks(&node);
    let command = InterviewCommand::Research { key: Some("goal".into()), task_type: None, query: None, priority: None };
    node.tell(id, command).await.expect("taken");
    settle().await;
    assert!(node.agrees_with_the_store(id).await.research.iter().all(|task| task.status.is_over()));
    (before, looks(&node))
}

#[tokio::test(start_paused = true)]
async fn after_research_that_changed_an_answer_they_are_looked_over() {
    on_stage(async |stage| {
        assert_eq!(looked_up(stage, 1, Stance::Contradicts).await, (0, 1));
        assert_eq!(looked_up(stage, 2, Stance::Informs).await, (0, 0), "what only informs changes nothing");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_interview_that_rested_is_looked_over_when_it_is_opened_again() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = begun(&node, 1).await;
        // Put to sleep and opened again so much later on the wall's clock; each time looked over or not.
        for (number, (rest, expected)) in [(50, 0), (61, 1), (10, 1), (120, 2)].into_iter().enumerate() {
            pass(LIMITS.idle + SECOND).await;
            assert_eq!((node.sweep().await, node.live()), (1, 0), "it sleeps");
            stage.later(Duration::from_secs(rest * 60));
            node.seen(id).await;
            settle().await;
            assert_eq!(looks(&node), expected, "opened again after {rest} minutes");
            node.tell(id, InterviewCommand::Retitle { title: format!("Tea {number}") }).await.expect("taken");
        }
        let view = node.agrees_with_the_store(id).await;
        assert!(view.reevaluated.is_some());
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_the_look() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = begun(&node, 1).await;
        node.analyst.takes(30 * SECOND);
        for turn in 2..=5 {
            node.tell(id, say(&format!("remark {turn}"))).await.expect("taken");
            settle().await;
        }
        assert_eq!((looks(&node), node.seen(id).await.replying), (1, None), "the fifth reply is there");
        node.tell(id, say("market: cafés")).await.expect("taken");
        settle().await;
        assert_eq!(node.seen(id).await.reevaluated, None);
        // A second look is not begun beside the first.
        node.tell(id, InterviewCommand::Reevaluate { key: None }).await.expect("possible");
        pass(31 * SECOND).await;
        assert_eq!(looks(&node), 1);
        let view = node.agrees_with_the_store(id).await;
        assert!(view.reevaluated.is_some());
        assert_eq!(view.obligation("market").expect("known").status, Status::Satisfied);
    })
    .await;
}
