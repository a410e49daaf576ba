//! Research beside the conversation: steps that are stored, crashes between them, two nodes, faults in words.

use crate::stage::{LIMITS, Node, SECOND, Stage, WHO, on_stage, pass, say, settle};
use actors::Limits;
use domain::{
    StoreFault,
    interview::EngineFault,
    research::{Claim, PageFault, SearchFault},
};
use protocol::{
    Confidence, ResearchId, SessionId, SourceId,
    interview::{Engine, InterviewCommand, InterviewEvent, Source},
    research::{ResearchTask, Stance, TaskStatus},
};
use serde_json::json;
use std::time::Duration;
use testkit::{Research, Visits};
use uuid::Uuid;

fn library() -> Research {
    let research = Research::default();
    research.page("https://a.example/tea", "Tea", "The goal of most people is to sell tea.");
    research.page("https://b.example/tea", "More tea", "To sell tea is a goal that many have.");
    research
}

async fn node(stage: &Stage, name: u128, research: &Research) -> Node {
    stage.node_called(Uuid::from_u128(name), LIMITS, research.clone()).await
}

async fn asked_for(node: &Node, id: SessionId) -> ResearchId {
    let query = Some("sell tea".to_owned());
    let command = InterviewCommand::Research { key: Some("goal".into()), task_type: None, query, priority: None };
    let outcome = node.tell(id, command).await.expect("taken");
    outcome.published.events.iter().find_map(|one| one.event.research()).expect("a task")
}

fn task(node: &Node, session: SessionId, id: ResearchId) -> ResearchTask {
    node.store.view(session).research_task(id).expect("stored").clone()
}

#[tokio::test(start_paused = true)]
async fn from_the_wish_to_the_obligation() {
    on_stage(async |stage| {
        let research = library();
        research.says(Stance::Supports, None);
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        let before = node.seen(id).await.obligation("goal").expect("known").confidence;
        let made = asked_for(&node, id).await;
        settle().await;
        let task = task(&node, id, made);
        assert_eq!((task.status, task.findings().len(), task.sources().count()), (TaskStatus::Completed, 2, 2), "{task:?}");
        let pages = vec!["https://a.example/tea".to_owned(), "https://b.example/tea".to_owned()];
        assert_eq!(research.visits(), Visits { searches: vec!["sell tea".into()], pages, judged: 1 });
        let view = node.agrees_with_the_store(id).await;
        let goal = view.obligation("goal").expect("known");
        assert!(goal.confidence >= before, "{before} {}", goal.confidence);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_page_that_was_read_is_not_fetched_again_whatever_it_calls_itself() {
    on_stage(async |stage| {
        let research = library();
        research.all_call_themselves("https://a.example/");
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        let first = asked_for(&node, id).await;
        settle().await;
        let texts: Vec<String> = task(&node, id, first).findings().iter().map(|finding| finding.quote.clone()).collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        // A page with that address is another one.
        research.page("https://a.example/", "The shop", "Whoever comes here wants to sell tea.");
        let command = InterviewCommand::Research {
            key: Some("goal".into()),
            task_type: None,
            query: Some("tea again".to_owned()),
            priority: None,
        };
        let outcome = node.tell(id, command).await.expect("taken");
        let second = outcome.published.events.iter().find_map(|one| one.event.research()).expect("a task");
        settle().await;
        let all: Vec<String> = task(&node, id, second).findings().iter().map(|finding| finding.quote.clone()).collect();
        assert!(all.iter().any(|quote| quote.contains("comes here")) && texts.iter().all(|text| all.contains(text)), "{all:?}");
        let pages = ["https://a.example/tea", "https://b.example/tea", "https://a.example/"].map(str::to_owned);
        assert_eq!(research.visits().pages, pages, "each is fetched once");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_conversation_goes_on_meanwhile() {
    on_stage(async |stage| {
        let research = library();
        research.takes(10 * SECOND);
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        let made = asked_for(&node, id).await;
        node.tell(id, say("market: cafés")).await.expect("taken at once");
        assert_eq!(task(&node, id, made).status, TaskStatus::Running);
        pass(60 * SECOND).await;
        assert_eq!(task(&node, id, made).status, TaskStatus::Completed);
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn killed_between_any_two_steps_it_goes_on_and_pays_nothing_twice() {
    on_stage(async |stage| {
        for (number, until) in [1_u128, 11, 21, 31].into_iter().zip([5_u64, 15, 25, 35]) {
            let research = library();
            research.takes(10 * SECOND);
            let first = node(stage, 0, &research).await;
            let id = first.opened(number).await;
            let made = asked_for(&first, id).await;
            pass(Duration::from_secs(until)).await;
            let had = task(&first, id, made);
            first.shutdown().await;
            let paid = research.visits();

            let next = node(stage, 0, &research).await;
            assert_eq!(next.take_up().await.expect("no fault"), 1, "found by its row");
            pass(120 * SECOND).await;
            let whole = task(&next, id, made);
            assert_eq!((whole.status, whole.findings().len()), (TaskStatus::Completed, 2), "cut after {until} s");
            let all = research.visits();
            if had.search.is_some() {
                assert_eq!(all.searches, paid.searches, "a search with a result is not paid for again, cut after {until} s");
            }
            let read_again = all.pages.len() - 2;
            assert!(read_again <= 1, "only the page that was being read is read again, cut after {until} s");
            assert_eq!(next.take_up().await.expect("no fault"), 0);
            next.shutdown().await;
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn of_two_nodes_one_works_and_the_other_takes_over_when_it_is_gone() {
    on_stage(async |stage| {
        let research = library();
        research.takes(10 * SECOND);
        let (here, there) = (node(stage, 1, &research).await, node(stage, 2, &research).await);
        let id = here.opened(1).await;
        let made = asked_for(&here, id).await;
        there.seen(id).await;
        pass(5 * SECOND).await;
        assert_eq!(research.visits().searches.len(), 1, "one of them");
        here.shutdown().await;
        pass(60 * SECOND).await;
        assert_eq!(task(&there, id, made).status, TaskStatus::Running, "it may still live");
        stage.later(180 * SECOND);
        pass(400 * SECOND).await;
        assert_eq!(task(&there, id, made).status, TaskStatus::Completed, "taken over");
        there.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn cancelled_it_stops_and_deleted_it_is_gone() {
    on_stage(async |stage| {
        let research = library();
        research.takes(10 * SECOND);
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        let made = asked_for(&node, id).await;
        pass(5 * SECOND).await;
        node.tell(id, InterviewCommand::CancelResearch { id: made }).await.expect("taken");
        pass(60 * SECOND).await;
        assert_eq!(task(&node, id, made).error.as_deref(), Some("cancelled"));
        assert!(research.visits().pages.is_empty());
        node.tell(id, InterviewCommand::RetryResearch { id: made }).await.expect("taken");
        pass(5 * SECOND).await;
        node.store.delete(id);
        node.changed(domain::live::StreamChange::Gone { stream: id.0 });
        pass(120 * SECOND).await;
        assert!(node.view(WHO, id).await.is_err());
        assert!(research.visits().pages.is_empty(), "nobody goes on for an interview that was deleted");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn faults_are_told_in_words() {
    on_stage(async |stage| {
        let limited = |retry_after| SearchFault::Limited { retry_after, detail: "quota".into() };
        let broken = SearchFault::Failed { status: 500, detail: "oops".into() };
        for (number, faults, searches, error) in [
            (1, vec![broken.clone()], 2, None),
            (2, vec![limited(Some(20 * SECOND)), SearchFault::TimedOut], 3, None),
            (3, vec![broken.clone(); 3], 3, Some("it failed (500): oops")),
            (4, vec![limited(Some(600 * SECOND))], 1, Some("it takes no more searches now: quota")),
            (5, vec![SearchFault::Unauthorized("bad key".into())], 1, Some("it does not accept the key: bad key")),
        ] {
            let research = library();
            faults.into_iter().for_each(|fault| research.search_fails(fault));
            let node = node(stage, 0, &research).await;
            let id = node.opened(number).await;
            let made = asked_for(&node, id).await;
            pass(100 * SECOND).await;
            let task = task(&node, id, made);
            assert_eq!((task.error.as_deref(), research.visits().searches.len()), (error, searches), "{number}");
            assert_eq!(task.status, if error.is_some() { TaskStatus::Failed } else { TaskStatus::Completed });
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_page_that_cannot_be_read_is_left_out() {
    on_stage(async |stage| {
        let research = library();
        research.page_fails(PageFault::Robots);
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        let made = asked_for(&node, id).await;
        pass(60 * SECOND).await;
        let task = task(&node, id, made);
        assert_eq!((task.status, task.sources().count()), (TaskStatus::Completed, 1));
        assert_eq!(task.reads[0].fault.as_deref(), Some("the site asks robots not to read this page"));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_hiccup_of_the_store_is_no_fault_of_a_page() {
    on_stage(async |stage| {
        let research = library();
        for _ in 0..2 {
            research.store_fails(StoreFault::Unavailable("a moment".into()));
        }
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        let made = asked_for(&node, id).await;
        pass(60 * SECOND).await;
        let task = task(&node, id, made);
        assert_eq!((task.status, task.sources().count()), (TaskStatus::Completed, 2), "{:?}", task.reads);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_invented_quote_is_caught() {
    on_stage(async |stage| {
        let research = library();
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        node.tell(id, say("goal: sell tea")).await.expect("taken");
        let before = node.seen(id).await.obligation("goal").expect("known").clone();
        let invented = |source| Claim {
            claim: "Everybody agrees".into(),
            quote: "Everybody agrees that the goal is to sell tea.".into(),
            source,
            stance: Stance::Supports,
            value: Some(json!("sell tea")),
        };
        // Also under the name of a source that exists, which gets the first id that reading makes.
        research.claims((0..200).map(|number| invented(SourceId(Uuid::from_u128(number)))).collect());
        let made = asked_for(&node, id).await;
        pass(SECOND).await;
        let task = task(&node, id, made);
        let report = task.report.clone().expect("a report");
        assert_eq!((task.status, report.findings.len(), report.dropped), (TaskStatus::Completed, 0, 200));
        assert_eq!(*node.seen(id).await.obligation("goal").expect("known"), before, "nothing follows from it");
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn whoever_cannot_judge_is_stood_in_for_or_says_so() {
    on_stage(async |stage| {
        for (number, panics) in [(1, false), (2, true)] {
            let research = library();
            if panics {
                research.judging_panics();
            } else {
                research.judging_fails(EngineFault::Unreachable("no".into()));
            }
            let node = node(stage, 0, &research).await;
            let id = node.opened(number).await;
            let made = asked_for(&node, id).await;
            pass(10 * SECOND).await;
            assert_eq!(research.visits().judged, 2, "both were asked");
            let error = task(&node, id, made).error.expect("it failed");
            assert!(error.contains(if panics { "panicked" } else { "cannot be reached" }), "{error}");
            node.tell(id, say("goal: sell tea")).await.expect("the interview goes on");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_model_that_takes_too_long_leaves_the_built_in_engine_time_within_the_step() {
    on_stage(async |stage| {
        let research = library();
        research.judging_hangs();
        // A lease that is shorter than the patience with a model.
        let limits = Limits { lease: 20 * SECOND, ..LIMITS };
        let node = stage.node_called(Uuid::from_u128(1), limits, research.clone()).await;
        let id = node.opened(1).await;
        let made = asked_for(&node, id).await;
        pass(20 * SECOND).await;
        let task = task(&node, id, made);
        let report = task.report.clone().expect("it was judged");
        assert_eq!((task.status, report.engine, research.visits().judged), (TaskStatus::Completed, Engine::BuiltIn, 2));
        assert_eq!(report.fell_back.as_deref(), Some("timed_out"));
        assert_eq!(report.findings.len(), 2);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_found_is_proposed_and_said() {
    on_stage(async |stage| {
        let research = Research::default();
        research.page("https://a.example/tea", "Tea", "The goal is to sell tea.");
        research.says(Stance::Informs, Some(json!("sell tea")));
        let node = node(stage, 0, &research).await;
        let id = node.opened(1).await;
        asked_for(&node, id).await;
        settle().await;
        let view = node.agrees_with_the_store(id).await;
        let goal = view.obligation("goal").expect("known");
        assert_eq!((goal.value.clone(), goal.confidence), (Some(json!("sell tea")), Confidence::new(0.5)));
        let sources = node.store.stream(id).into_iter().filter_map(|one| match one.event {
            InterviewEvent::ValueExtracted { source, findings, .. } => Some((source, findings.len())),
            _ => None,
        });
        assert_eq!(sources.collect::<Vec<_>>(), [(Source::Research, 1)]);
        assert_eq!(view.replying, None);
    })
    .await;
}
