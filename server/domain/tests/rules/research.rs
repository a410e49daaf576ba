//! Research in an interview: what calls for it, its steps, and what it does to an answer (seed 000, Research System).

mod answers;
mod restructured;
mod several;
mod unsearchable;

use domain::{
    RefusalKind,
    interview::{Input, Interview, Manner, Move, Next, Remark, StepResult},
    research::Claim,
};
use protocol::{
    ResearchId, SourceId, Timestamp,
    interview::{
        Engine, InterviewCommand, InterviewEvent, ObjectiveDefinition, ObligationTemplate, Recorded, Source, Status, WidgetType,
    },
    research::{
        CANCELLED, Hit, LEASE, PageRead, ResearchTask, SearchOutcome, SearchProvider, SourceRef, Stance, Step, TaskStatus,
        TaskType, Trigger,
    },
};
use serde_json::{Value, json};
use testkit::{Shape, Talk, definition, saying, template};
use uuid::Uuid;

const NODE: Uuid = Uuid::from_u128(77);

fn objective() -> ObjectiveDefinition {
    let expert = ObligationTemplate { expertise_required: Some("data protection".into()), ..template("compliance") };
    let size = ObligationTemplate { widget_type: WidgetType::Number, ..template("market_size") };
    definition(vec![template("target_market"), template("offer"), size, expert, template("team"), template("risk")])
}

fn triggers(talk: &Talk) -> Vec<(&str, Trigger)> {
    talk.view().research.iter().map(|task| (task.asked.obligation_key.as_deref().unwrap_or(""), task.asked.trigger)).collect()
}

fn by_hand(key: &str) -> InterviewCommand {
    InterviewCommand::Research { key: Some(key.into()), task_type: None, query: None, priority: None }
}

fn last(talk: &Talk) -> &ResearchTask {
    talk.view().research.last().expect("a task")
}

fn take_up(talk: &mut Talk) -> Vec<ResearchId> {
    talk.researching.clear();
    talk.give(Input::TakeUpResearch { node: NODE, working: Vec::new(), lease: LEASE }).expect("always possible");
    talk.researching.clone()
}

fn give(talk: &mut Talk, id: ResearchId, result: StepResult) -> Vec<Recorded> {
    talk.give(Input::Researched { id, node: NODE, result }).expect("it is waited for")
}

fn source(host: &str) -> SourceRef {
    SourceRef {
        id: SourceId(Uuid::from_u128(host.bytes().fold(1, |id, byte| id * 31 + u128::from(byte)))),
        title: format!("Report of {host}"),
        url: Some(format!("https://{host}/report")),
        sha256: host.into(),
        accessed_at: Timestamp(0),
        published_at: None,
    }
}

fn found(hosts: &[&str]) -> SearchOutcome {
    let hit = |host: &&str| Hit {
        provider: SearchProvider::Brave,
        url: source(host).url,
        title: (*host).into(),
        snippet: "…".into(),
        raw: None,
        published_at: None,
        source: None,
    };
    let hits = hosts.iter().map(hit).collect();
    SearchOutcome { provider: SearchProvider::Brave, hits, notes: Vec::new(), failed: Vec::new() }
}

/// Everything up to the judgement.
fn read(talk: &mut Talk, hosts: &[&str]) -> ResearchId {
    let id = take_up(talk)[0];
    give(talk, id, StepResult::Searched(found(hosts)));
    for (place, host) in (0..).zip(hosts) {
        give(talk, id, StepResult::Read(PageRead { hit: place, source: Some(source(host)), fault: None }));
    }
    id
}

fn judged(about: u64, claims: &[(&str, Stance, Option<Value>, &str)]) -> StepResult {
    let claim = |(host, stance, value, quote): &(&str, Stance, Option<Value>, &str)| Claim {
        claim: "a claim".into(),
        quote: (*quote).into(),
        source: source(host).id,
        stance: *stance,
        value: value.clone(),
    };
    let claims = claims.iter().map(claim).collect();
    StepResult::Judged { summary: "So it is.".into(), claims, dropped: 1, engine: Engine::BuiltIn, fell_back: None, about }
}

/// The target market is known at this confidence, and is looked up.
fn looked_up(confidence: f64, hosts: &[&str]) -> (Talk, ResearchId, u64) {
    let mut talk = Talk::over(objective());
    talk.hear(saying("small businesses").found("target_market", "small businesses", confidence));
    talk.command(by_hand("target_market")).expect("possible");
    let about = talk.one("target_market").value_seq;
    let id = read(&mut talk, hosts);
    (talk, id, about)
}

#[test]
fn low_confidence_after_two_attempts() {
    let mut talk = Talk::over(definition(vec![template("target_market").priority(9)]));
    assert_eq!(talk.waited_for(), Some("target_market"));
    talk.hear(saying("small businesses").found("target_market", "small businesses", 0.4));
    assert!(triggers(&talk).is_empty(), "asked once");
    while talk.one("target_market").attempts < 2 {
        talk.hear(saying("hm"));
    }
    talk.hear(saying("small businesses, I said").found("target_market", "small businesses", 0.45));
    assert_eq!(triggers(&talk), [("target_market", Trigger::LowConfidence)]);
    let asked = &last(&talk).asked;
    assert_eq!((asked.task_type, asked.query.as_str()), (TaskType::MarketResearch, "small businesses Target market size"));
    assert_eq!((asked.priority, last(&talk).status), (9, TaskStatus::Pending), "as important as the answer");
    talk.hear(saying("hm"));
    assert_eq!(talk.view().research.len(), 1, "not the same twice");
}

#[test]
fn what_needs_an_expert_is_looked_up_once() {
    let mut talk = Talk::over(objective());
    talk.hear(saying("GDPR").found("compliance", "GDPR", 0.95));
    assert_eq!(triggers(&talk), [("compliance", Trigger::ComplexDomain)]);
    talk.hear(
        saying("no, HIPAA")
            .found("compliance", "HIPAA", 0.97)
            .manner(Manner::Corrected)
            .doing(Move::Correct { key: "compliance".into() }),
    );
    talk.hear(saying("ok"));
    assert_eq!(talk.view().research.len(), 1, "whatever becomes of the value");
}

#[test]
fn the_person_asks_in_words() {
    let mut talk = Talk::over(objective());
    let key = talk.waited_for().expect("a question").to_owned();
    let plan = talk.hear(saying("can you look that up?").doing(Move::AskResearch { key: None }));
    assert_eq!(plan.remarks, [Remark::Researching { key: key.clone() }]);
    assert!(!matches!(&plan.next, Next::Ask { key: next, .. } if *next == key), "meanwhile something else is asked");
    assert_eq!(triggers(&talk), [(key.as_str(), Trigger::UserRequest)]);
    assert_eq!(last(&talk).asked.priority, 8);
    let plan = talk.hear(saying("please research it").doing(Move::AskResearch { key: Some(key.clone()) }));
    assert_eq!(plan.remarks, [Remark::Researching { key }], "it goes on");
    assert_eq!(talk.view().research.len(), 1);
}

#[test]
fn vague_and_conflicting_answers() {
    let mut talk = Talk::over(objective());
    talk.hear(saying("some people").found("target_market", "some people", 0.5).manner(Manner::Vague));
    assert_eq!(triggers(&talk), [("target_market", Trigger::AmbiguousAnswer)]);

    let same_field = ObligationTemplate { field_path: "profile.offer".into(), ..template("product") };
    let mut talk = Talk::over(definition(vec![template("offer"), same_field]));
    talk.hear(saying("we sell tea").found("offer", "tea", 0.95));
    assert!(triggers(&talk).is_empty());
    talk.hear(saying("the product is coffee").found("product", "coffee", 0.95));
    assert_eq!(talk.view().conflicts.len(), 1);
    assert_eq!(triggers(&talk), [("offer", Trigger::AmbiguousAnswer), ("product", Trigger::AmbiguousAnswer)]);
}

#[test]
fn by_hand_within_limits() {
    let mut talk = Talk::over(objective());
    let wish = |key: Option<&str>, query: &str, priority| InterviewCommand::Research {
        key: key.map(str::to_owned),
        task_type: None,
        query: Some(query.into()).filter(|query: &String| !query.is_empty()),
        priority,
    };
    for (command, kind) in [
        (wish(None, "", None), RefusalKind::Invalid),
        (wish(None, "ab", None), RefusalKind::Invalid),
        (wish(None, &"x".repeat(301), None), RefusalKind::Invalid),
        (wish(None, "tea market", Some(0)), RefusalKind::Invalid),
        (wish(None, "tea market", Some(11)), RefusalKind::Invalid),
        (wish(Some("nonsense"), "tea market", None), RefusalKind::Unknown),
    ] {
        assert_eq!(talk.command(command.clone()).expect_err("refused").kind, kind, "{command:?}");
    }
    talk.command(wish(Some("offer"), "tea market", None)).expect("possible");
    assert_eq!((last(&talk).asked.priority, last(&talk).asked.trigger), (5, Trigger::ByHand));
    let again = talk.command(wish(Some("offer"), "the TEA market", Some(9))).expect_err("the same");
    assert!(again.kind == RefusalKind::Conflict && again.detail.contains("already"), "{again}");
    talk.command(wish(None, "tea market", None)).expect("about something else");
    for number in 2..12 {
        talk.command(wish(None, &format!("tea market {number}"), None)).expect("possible");
    }
    let thirteenth = talk.command(wish(None, "one more", None)).expect_err("enough");
    assert!(thirteenth.kind == RefusalKind::Conflict && thirteenth.detail.contains("12"), "{thirteenth}");
    assert_eq!(take_up(&mut talk).len(), 2, "two at once");
    assert!(take_up(&mut talk).len() == 2 && talk.view().research.iter().filter(|task| task.starts > 0).count() == 2);
}

#[test]
fn each_step_has_its_event_before_the_next_begins() {
    let (mut talk, id, about) = looked_up(0.5, &["a.example", "b.example"]);
    assert_eq!(last(&talk).step(), Some(Step::Summarise));
    give(&mut talk, id, judged(about, &[("a.example", Stance::Supports, None, "small businesses are many")]));
    let steps: Vec<&str> = talk.pick_events(|event| match event {
        InterviewEvent::ResearchRequested { .. } => Some("requested"),
        InterviewEvent::ResearchStarted { .. } => Some("started"),
        InterviewEvent::ResearchSearched { .. } => Some("searched"),
        InterviewEvent::ResearchRead { .. } => Some("read"),
        InterviewEvent::ResearchSummarised { .. } => Some("summarised"),
        InterviewEvent::ResearchStored { .. } => Some("stored"),
        InterviewEvent::ConfidenceUpdated { source: Source::Research, .. } => Some("confidence"),
        InterviewEvent::ResearchCompleted { .. } => Some("completed"),
        _ => None,
    });
    assert_eq!(steps, ["requested", "started", "searched", "read", "read", "summarised", "stored", "confidence", "completed"]);
    let late = talk.give(Input::Researched { id, node: NODE, result: StepResult::Searched(found(&[])) });
    assert!(late.is_err(), "a result that nobody waits for changes nothing");
}

#[test]
fn cut_after_any_event_it_goes_on_without_repeating_a_step() {
    let (mut talk, id, about) = looked_up(0.5, &["a.example", "b.example"]);
    let support = judged(about, &[("a.example", Stance::Supports, None, "small businesses are many")]);
    give(&mut talk, id, support.clone());
    let whole = talk.view().clone();
    let begin = talk.events.iter().position(|one| one.event.research() == Some(id)).expect("requested");
    // What follows from a result by rule is stored together with it.
    let ends = |cut: &usize| talk.events[cut - 1].event.research() == Some(id) || *cut == talk.events.len();
    for cut in (begin + 1..=talk.events.len()).filter(ends) {
        let mut again = Talk::over(objective());
        again.events = talk.events[..cut].to_vec();
        again.wake();
        again.word();
        let had = last(&again).clone();
        let mut done = Vec::new();
        for _ in 0..10 {
            if !take_up(&mut again).contains(&id) {
                break;
            }
            let step = last(&again).step().expect("it is not over");
            done.push(step);
            let result = match step {
                Step::Search => StepResult::Searched(found(&["a.example", "b.example"])),
                Step::Read => {
                    let place = last(&again).reads.len();
                    let read = source(["a.example", "b.example"][place]);
                    StepResult::Read(PageRead { hit: u32::try_from(place).expect("small"), source: Some(read), fault: None })
                }
                _ => support.clone(),
            };
            give(&mut again, id, result);
        }
        let reads = 2 - had.reads.len();
        let expected = usize::from(had.search.is_none()) + reads + usize::from(had.report.is_none());
        assert_eq!(done.len(), expected, "after event {cut}: {done:?}");
        let task = last(&again);
        assert_eq!((task.status, task.findings().len()), (TaskStatus::Completed, 1), "after event {cut}");
        let held = |view: &protocol::interview::InterviewView| {
            let one = view.obligation("target_market").expect("known");
            (one.value.clone(), one.confidence, one.status)
        };
        assert_eq!(held(again.view()), held(&whole), "after event {cut}");
    }
}

#[test]
fn what_was_found_leaves_with_the_interview() {
    let (mut talk, id, about) = looked_up(0.65, &["a.example"]);
    give(&mut talk, id, judged(about, &[("a.example", Stance::Supports, None, "small *businesses* are <many>")]));
    let paper = domain::interview::export::markdown(talk.view());
    let cited = "  > small \\*businesses\\* are &lt;many&gt; (Report of a.example, https://a.example/report, supports)";
    assert!(paper.contains("## Research\n\n- So it is.\n") && paper.contains(cited), "{paper}");
    let json = domain::interview::export::json(talk.view());
    assert_eq!(json["research"][0]["result"]["findings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn cancelled_failed_and_tried_again() {
    let (mut talk, id, _) = looked_up(0.5, &["a.example"]);
    talk.command(InterviewCommand::CancelResearch { id }).expect("possible");
    assert_eq!((last(&talk).status, last(&talk).error.as_deref()), (TaskStatus::Failed, Some(CANCELLED)));
    assert!(talk.researching.is_empty(), "whatever worked on it is stopped");
    assert!(talk.command(InterviewCommand::CancelResearch { id }).is_err());
    assert!(talk.give(Input::Researched { id, node: NODE, result: StepResult::Failed("late".into()) }).is_err());
    talk.command(InterviewCommand::RetryResearch { id }).expect("possible");
    assert_eq!(last(&talk).step(), Some(Step::Summarise), "what it has already is kept");
    assert!(talk.command(InterviewCommand::RetryResearch { id }).is_err(), "it did not fail");

    talk.command(by_hand("offer")).expect("possible");
    let id = last(&talk).id;
    take_up(&mut talk);
    give(&mut talk, id, StepResult::Searched(found(&["a.example"])));
    give(&mut talk, id, StepResult::Read(PageRead { hit: 0, source: None, fault: Some("the site answered 500".into()) }));
    let error = last(&talk).error.clone().unwrap_or_default();
    assert_eq!(error, "none of the 1 pages found could be read: the site answered 500");
    talk.command(InterviewCommand::RetryResearch { id }).expect("possible");
    assert_eq!(last(&talk).step(), Some(Step::Read), "the search was paid for");
}

#[test]
fn nothing_to_search_is_said_and_nothing_found_is_an_answer() {
    let mut talk = Talk::over(objective());
    talk.command(by_hand("offer")).expect("possible");
    let id = take_up(&mut talk)[0];
    let nothing = |provider| SearchOutcome { provider, hits: Vec::new(), notes: Vec::new(), failed: Vec::new() };
    give(&mut talk, id, StepResult::Searched(nothing(SearchProvider::Local)));
    let error = last(&talk).error.clone().unwrap_or_default();
    assert!(error.contains("SEARXNG_URL") && error.contains("add documents to a project"), "{error}");

    talk.command(InterviewCommand::RetryResearch { id }).expect("possible");
    take_up(&mut talk);
    give(&mut talk, id, StepResult::Searched(nothing(SearchProvider::Brave)));
    assert_eq!((last(&talk).status, last(&talk).findings().len()), (TaskStatus::Completed, 0));
}

#[test]
fn a_task_that_never_ends_is_given_up() {
    let mut talk = Talk::over(objective());
    talk.command(by_hand("offer")).expect("possible");
    for _ in 0..5 {
        assert_eq!(take_up(&mut talk).len(), 1);
    }
    assert!(take_up(&mut talk).is_empty());
    assert_eq!(last(&talk).error.as_deref(), Some("it was interrupted 5 times"));
}

#[test]
fn everything_follows_from_the_events() {
    let (mut talk, id, about) = looked_up(0.65, &["a.example"]);
    give(&mut talk, id, judged(about, &[("a.example", Stance::Supports, None, "small businesses are many")]));
    let (tenant, owner) = (talk.interview.tenant, talk.interview.owner);
    let read_back: Vec<Recorded> = talk
        .events
        .iter()
        .map(|event| serde_json::from_str(&serde_json::to_string(event).expect("JSON")).expect("an event"))
        .collect();
    let again = Interview::from_events(tenant, owner, &read_back).expect("an interview");
    assert_eq!(again, talk.interview);
}

#[test]
fn every_fifth_turn_and_after_a_rest_answers_are_reassessed() {
    let mut rests = template("offer");
    rests.dependencies = vec!["target_market".into()];
    let story = |talk: &mut Talk| {
        talk.hear(saying("Dentists").found("target_market", "Dentists", 0.95));
        talk.hear(saying("Drills").found("offer", "Drills", 0.95));
        let value = json!("Plumbers");
        talk.by_hand(InterviewCommand::SetValue { key: "target_market".into(), value }).expect("it fits");
    };
    let definition = definition(vec![template("target_market"), rests, template("team"), template("risk")]);
    let mut talk = Talk::over(definition.clone());
    story(&mut talk);
    assert_eq!(talk.status("offer"), Status::Satisfied, "a change by hand shakes nothing at once");
    while talk.view().turn_count < 5 {
        assert_eq!(talk.status("offer"), Status::Satisfied);
        talk.hear(saying("hm"));
    }
    assert_eq!(talk.status("offer"), Status::Partial);

    let mut talk = Talk::over(definition);
    story(&mut talk);
    talk.give(Input::Revisited).expect("always possible");
    assert_eq!(talk.status("offer"), Status::Partial);
    let events = talk.give(Input::Revisited).expect("always possible");
    assert!(events.is_empty(), "there is nothing more to say: {events:?}");
}
