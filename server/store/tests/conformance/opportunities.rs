//! Pipelines: each belongs to its project and works on one stage at a time; what people and receivers thought of it is known later.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, PageQuery},
    live::{Append, Rows, StoredEvent, StreamRow, StreamStore as _},
    opportunities::{CallRow, OpportunityRow, OpportunityStore as _, PipelineRow, PipelineRows, ValidationRow},
    runs::{FeedbackTarget, ProjectFeedback, RunStore as _},
    tools::{ProjectRow, ProjectStore as _},
};
use protocol::{
    OpportunityId, PipelineId, UserId,
    live::{Kind, Recorded},
    opportunities::{
        Agent, AgentCall, Boundary, CallOutcome, Decision, OpportunityStatus, PipelineCost, PipelineEvent, PipelineStatus,
        Purpose, Stage, StageStatus, StageView,
    },
};
use store::Store;
use uuid::Uuid;

stories!(
    a_pipeline_belongs_to_its_project,
    one_stage_is_active_at_a_time,
    another_pipelines_opportunity_is_not_written_over,
    calls_and_first_validations_are_counted,
    the_next_framing_hears_what_people_decided,
    it_goes_with_its_project_and_not_with_the_person
);

const PAGE: PageQuery = PageQuery { limit: 50, after: None };

fn pipeline(of: House, project: &ProjectRow, number: u32) -> PipelineRow {
    PipelineRow {
        id: PipelineId(Uuid::from_u128((24 << 100) + of.tenant.0.as_u128() + (u128::from(number) << 16))),
        tenant: of.tenant,
        project: project.id,
        user: of.user,
        experiment_of: None,
        source: "pasted".into(),
        status: PipelineStatus::Running,
        stage: Stage::Exploration,
        engine: "built_in".into(),
        error: Some("a\0b".into()),
        findings: 3,
        opportunities: 2,
        undecided: 2,
        warned: 1,
        usd: 0.25,
        created_at: later(i64::from(number)),
        finished_at: None,
        updated_at: later(i64::from(number)),
    }
}

fn opportunity(of: &PipelineRow, number: u32) -> OpportunityRow {
    OpportunityRow {
        id: OpportunityId(Uuid::from_u128((25 << 100) + of.id.0.as_u128() + u128::from(number))),
        tenant: of.tenant,
        project: of.project,
        pipeline: of.id,
        affected_area: format!("Checkout {number}"),
        status: OpportunityStatus::InReview,
        rank: Some(number),
        priority: None,
        is_warned: number == 2,
        decision: None,
        reasoning: None,
        updated_at: later(i64::from(number)),
    }
}

fn stage(stage: Stage, attempt: u32, status: StageStatus) -> StageView {
    let started_at = Some(NOON);
    StageView { started_at, tokens: 5_000_000_000, ..StageView::new(stage, attempt, status) }
}

/// The append after `expected`, without rows beside the pipeline's own.
fn append(row: PipelineRow, expected: u64) -> Append {
    let seq = expected + 1;
    let event = Recorded { seq, at: NOON, turn: 0, event: PipelineEvent::Started };
    let stream = StreamRow {
        id: row.id.0,
        tenant: row.tenant,
        kind: Kind::Pipeline,
        owner: None,
        project: Some(row.project),
        seq,
        open: true,
        wake_at: Some(NOON),
        updated_at: NOON,
    };
    let (stages, opportunities, calls, validations) = Default::default();
    let rows = PipelineRows { row, stages, opportunities, calls, validations };
    let events = vec![StoredEvent::new(&event).expect("JSON")];
    Append { expected, events, stream, rows: Rows::Pipeline(Box::new(rows)), audit: None }
}

fn with(mut append: Append, change: impl FnOnce(&mut PipelineRows)) -> Append {
    let Rows::Pipeline(rows) = &mut append.rows else { panic!("rows of a pipeline") };
    change(rows);
    append
}

async fn kept(store: &Store, of: House, number: u32) -> ProjectRow {
    let row = project(of, number);
    store.insert_project(row.clone()).await.expect("stored");
    row
}

async fn a_pipeline_belongs_to_its_project(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let (first, second, foreign) = (kept(&store, mine, 1).await, kept(&store, mine, 2).await, kept(&store, other, 1).await);
    let (one, two) = (pipeline(mine, &first, 1), pipeline(mine, &second, 2));
    for row in [&one, &two, &pipeline(other, &foreign, 1)] {
        store.commit(append(row.clone(), 0)).await.expect("stored");
    }
    let listed = async |project, page| {
        let rows = store.pipelines(mine.tenant, project, page).await.expect("no fault");
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(None, PAGE).await, [two.id, one.id], "newest first");
    assert_eq!(listed(None, PageQuery { limit: 5, after: Some((two.created_at, two.id.0)) }).await, [one.id]);
    assert_eq!(listed(Some(first.id), PAGE).await, [one.id]);
    assert_eq!(listed(Some(foreign.id), PAGE).await, [], "another tenant's project has none here");
    assert_eq!(store.pipeline(other.tenant, one.id).await.expect("no fault"), None, "another tenant's is not there");
    assert_eq!(store.open_pipelines(mine.tenant).await.expect("no fault"), 2);

    let found = store.pipeline(mine.tenant, one.id).await.expect("no fault");
    assert_eq!(found, Some(PipelineRow { error: Some("a\u{fffd}b".into()), ..one.clone() }));
    assert_eq!(store.pipelines_version(mine.tenant, first.id).await.expect("no fault"), "1:1");
    let over = PipelineRow {
        status: PipelineStatus::Completed,
        stage: Stage::HumanReview,
        engine: "small".into(),
        error: None,
        undecided: 0,
        usd: 1.000_001,
        finished_at: Some(later(9)),
        updated_at: later(9),
        ..one
    };
    let mut last = append(over.clone(), 1);
    (last.stream.open, last.stream.wake_at) = (false, None);
    store.commit(last).await.expect("stored");
    assert_eq!(store.pipeline(mine.tenant, over.id).await.expect("no fault"), Some(over));
    assert_eq!(store.pipelines_version(mine.tenant, first.id).await.expect("no fault"), "1:2");
    assert_eq!(store.pipelines_version(other.tenant, first.id).await.expect("no fault"), "0:0");
    let mut waiting = append(two, 1);
    waiting.stream.wake_at = None;
    store.commit(waiting).await.expect("stored");
    assert_eq!(store.open_pipelines(mine.tenant).await.expect("no fault"), 0, "what waits for people is not worked on");
}

async fn one_stage_is_active_at_a_time(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let row = pipeline(of, &kept(&store, of, 1).await, 1);
    let (exploring, framing) = (Stage::Exploration, Stage::OpportunityFraming);
    let begun = with(append(row.clone(), 0), |rows| rows.stages.push(stage(exploring, 1, StageStatus::InProgress)));
    store.commit(begun).await.expect("stored");
    let both = with(append(row.clone(), 1), |rows| rows.stages.push(stage(framing, 1, StageStatus::InProgress)));
    assert!(store.commit(both).await.is_err(), "exploration is still in progress");
    assert_eq!(ground.rows("opportunity_stages").await, 1, "nothing of it was stored");

    // In whichever order they come.
    let next = with(append(row.clone(), 1), |rows| {
        rows.stages = vec![stage(framing, 1, StageStatus::InProgress), stage(exploring, 1, StageStatus::Completed)];
    });
    store.commit(next).await.expect("stored");
    let again = with(append(row, 2), |rows| {
        rows.stages = vec![stage(framing, 1, StageStatus::SentBack), stage(exploring, 2, StageStatus::InProgress)];
    });
    store.commit(again).await.expect("stored");
    assert_eq!(ground.rows("opportunity_stages WHERE status = 'in_progress' AND stage = 'exploration' AND attempt = 2").await, 1);
    assert_eq!(ground.rows("opportunity_stages WHERE tokens = 5000000000").await, 3);
}

async fn another_pipelines_opportunity_is_not_written_over(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let project = kept(&store, mine, 1).await;
    let (one, two) = (pipeline(mine, &project, 1), pipeline(mine, &project, 2));
    let (first, second) = (opportunity(&one, 1), opportunity(&one, 2));
    let begun = with(append(one.clone(), 0), |rows| rows.opportunities = vec![first.clone(), second.clone()]);
    store.commit(begun).await.expect("stored");
    assert_eq!(store.opportunity(mine.tenant, first.id).await.expect("no fault"), Some(first.clone()));
    assert_eq!(store.opportunity(other.tenant, first.id).await.expect("no fault"), None, "another tenant's is not there");

    let decided = OpportunityRow {
        affected_area: "Basket".into(),
        status: OpportunityStatus::InProgress,
        rank: None,
        priority: Some(1),
        is_warned: true,
        decision: Some(Decision::SentBack),
        reasoning: Some("too\0 wide".into()),
        updated_at: later(9),
        ..first.clone()
    };
    store.commit(with(append(one.clone(), 1), |rows| rows.opportunities.push(decided.clone()))).await.expect("stored");
    let decided = OpportunityRow { reasoning: Some("too\u{fffd} wide".into()), ..decided };
    assert_eq!(store.opportunity(mine.tenant, first.id).await.expect("no fault"), Some(decided.clone()));

    let stolen = with(append(two.clone(), 0), |rows| rows.opportunities.push(first.clone()));
    assert!(matches!(store.commit(stolen).await, Err(StoreFault::Refused(_))), "a row of another pipeline");
    let same = OpportunityRow { pipeline: two.id, ..first.clone() };
    store.commit(with(append(two, 0), |rows| rows.opportunities.push(same))).await.expect("stored");
    assert_eq!(store.opportunity(mine.tenant, first.id).await.expect("no fault"), Some(decided), "it stays the first one's");
    let mut wrong = append(one, 2);
    wrong.stream.project = Some(kept(&store, mine, 2).await.id);
    assert!(matches!(store.commit(wrong).await, Err(StoreFault::Refused(_))), "a row of another project");
}

fn call(number: u32) -> CallRow {
    let cost = PipelineCost { input_tokens: 900, output_tokens: 5_000_000_000, usd: 0.002 };
    let call = AgentCall {
        agent: Agent::TpmAgent,
        purpose: Purpose::Validate,
        engine: "small".into(),
        prompt_version: "9f2c".into(),
        items: 4,
        made: Vec::new(),
        item: (number == 2).then(|| OpportunityId(Uuid::from_u128(9))),
        outcome: CallOutcome::Malformed,
        error: Some("no JSON".into()),
        cost,
        elapsed_ms: 1_200,
    };
    CallRow { number, stage: Stage::Prioritization, attempt: 1, cycle: Some(2), at: later(i64::from(number)), call }
}

fn validation(boundary: Boundary, version: &str, cycle: u32, (items, rejected): (u32, u32)) -> ValidationRow {
    let stage = Stage::ALL.into_iter().find(|stage| stage.boundary() == Some(boundary)).expect("a stage");
    let (producer_engine, producer_version) = ("built_in".into(), version.into());
    ValidationRow { stage, attempt: 1, cycle, boundary, producer_engine, producer_version, items, rejected }
}

async fn calls_and_first_validations_are_counted(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let project = kept(&store, mine, 1).await;
    let (one, two) = (pipeline(mine, &project, 1), pipeline(mine, &project, 2));
    let (briefs, specs) = (Boundary::BriefToSolution, Boundary::SpecToRank);
    let first = with(append(one.clone(), 0), |rows| {
        rows.calls = (1..=3).map(call).collect();
        rows.validations = vec![validation(briefs, "a", 1, (8, 2)), validation(briefs, "a", 2, (2, 2))];
        let mut checked = stage(Stage::SolutionValidation, 1, StageStatus::Completed);
        checked.quality_flags.validation_retries = 2;
        rows.stages = vec![checked];
    });
    let second = with(append(two, 0), |rows| {
        rows.validations = vec![validation(briefs, "a", 1, (2, 1)), validation(specs, "b", 1, (2, 1))];
    });
    for append in [first, second] {
        store.commit(append).await.expect("stored");
    }
    let calls = async |tenant, after, limit| store.pipeline_calls(tenant, one.id, after, limit).await.expect("no fault");
    assert_eq!(calls(mine.tenant, 0, 50).await, [call(1), call(2), call(3)]);
    assert_eq!(calls(mine.tenant, 1, 1).await, [call(2)]);
    assert_eq!(calls(other.tenant, 0, 50).await, []);

    let quality = store.producer_quality(mine.tenant).await.expect("no fault");
    let sums: Vec<_> =
        quality.iter().map(|one| (one.boundary, one.prompt_version.as_str(), one.items, one.rejected, one.retries)).collect();
    assert_eq!(sums, [(specs, "b", 2, 1, 0), (briefs, "a", 10, 3, 2)], "first validations only, worst first");
    assert_eq!(store.producer_quality(other.tenant).await.expect("no fault"), []);
}

async fn the_next_framing_hears_what_people_decided(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let (project, elsewhere) = (kept(&store, mine, 1).await, kept(&store, mine, 2).await);
    let row = pipeline(mine, &project, 1);
    let decided = |number: u32, decision: Decision| OpportunityRow {
        decision: Some(decision),
        reasoning: (number != 2).then(|| format!("because {number}")),
        ..opportunity(&row, number)
    };
    let decisions = [
        decided(1, Decision::Accepted),
        decided(2, Decision::Rejected),
        decided(3, Decision::Deferred),
        decided(4, Decision::SentBack),
        decided(5, Decision::PriorityAdjusted),
        opportunity(&row, 6),
    ];
    store.commit(with(append(row.clone(), 0), |rows| rows.opportunities = decisions.to_vec())).await.expect("stored");
    let rating = |number: u128, target_type, project| ProjectFeedback {
        id: Uuid::from_u128(number),
        tenant: mine.tenant,
        project,
        user: mine.user,
        target_type,
        target: decisions[5].id.to_string(),
        name: "Checkout 6".into(),
        like: false,
        comment: Some("we know".into()),
        at: later(20),
    };
    for (number, target, project) in [
        (1, FeedbackTarget::Opportunity, project.id),
        (2, FeedbackTarget::Insight, project.id),
        (3, FeedbackTarget::Opportunity, elsewhere.id),
    ] {
        store.put_feedback(rating(number, target, project)).await.expect("kept");
    }
    let own = store.own_feedback(mine.tenant, project.id, mine.user).await.expect("no fault");
    assert!(own.contains(&rating(1, FeedbackTarget::Opportunity, project.id)));

    let past = async |tenant, limit| {
        let past = store.past_decisions(tenant, project.id, limit).await.expect("no fault");
        past.into_iter().map(|one| [one.affected_area, one.decision, one.reasoning].join(" | ")).collect::<Vec<_>>()
    };
    let all = [
        "Checkout 6 | dislike | we know", "Checkout 3 | deferred | because 3", "Checkout 2 | rejected | ",
        "Checkout 1 | accepted | because 1",
    ];
    assert_eq!(past(mine.tenant, 50).await, all);
    assert_eq!(past(mine.tenant, 2).await, all[..2]);
    assert!(past(other.tenant, 50).await.is_empty());
}

async fn it_goes_with_its_project_and_not_with_the_person(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let project = kept(&store, of, 1).await;
    let row = pipeline(of, &project, 1);
    let whole = with(append(row.clone(), 0), |rows| {
        rows.stages.push(stage(Stage::Exploration, 1, StageStatus::InProgress));
        rows.opportunities.push(opportunity(&row, 1));
        rows.calls.push(call(1));
        rows.validations.push(validation(Boundary::SolutionToSpec, "a", 1, (1, 0)));
    });
    store.commit(whole).await.expect("stored");
    assert!(store.delete_user(of.tenant, of.user).await.expect("no fault"));
    let left = store.pipeline(of.tenant, row.id).await.expect("no fault").expect("it is the project's");
    assert_eq!(left.user, UserId(Uuid::nil()));
    // It goes on without whoever began it.
    store.commit(append(row.clone(), 1)).await.expect("stored");

    assert!(store.delete_project(of.tenant, project.id).await.expect("deleted"));
    for table in [
        "opportunity_pipelines", "opportunity_stages", "opportunities", "opportunity_calls", "opportunity_validations",
        "streams", "events",
    ] {
        assert_eq!(ground.rows(table).await, 0, "{table}");
    }
    assert!(matches!(store.commit(append(row, 2)).await, Err(StoreFault::Conflict)), "it does not come back");
}
