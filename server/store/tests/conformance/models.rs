//! What models were chosen, and what their calls came to.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later, session},
    stories,
};
use domain::models::{
    Admission, Budget, BudgetScope, CallBegun, CallCost, CallEnd, Caller, Choice, ModelFault, ModelName, ModelSettings,
    ModelStore, Outcome, Price, Provider, Strength, Subject, Task, Usage, UsageBy, UsageQuery, UsageRow, Usd,
};
use futures::future::join_all;
use protocol::{SessionId, Timestamp};
use std::time::Duration;
use store::Store;
use uuid::Uuid;

stories!(
    settings_are_kept_for_each_tenant,
    a_call_is_written_before_and_after,
    the_budget_holds_for_calls_at_the_same_time,
    usage_adds_up_by_everything_and_is_paged,
    a_deleted_interview_leaves_what_it_cost
);

async fn settings_are_kept_for_each_tenant(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let choice = Choice {
        provider: Provider::Compatible,
        model: "qwen3:8b".into(),
        base_url: Some("https://models.example/v1".into()),
        price: Some(Price { input: Usd::NOTHING, output: Usd::dollars(0.1) }),
    };
    let settings =
        ModelSettings { fast: Some(choice), strong: None, budget: Budget { day: Some(Usd::dollars(2.5)), session: None } };
    store.save_model_settings(mine.tenant, &ModelSettings::default(), mine.user, NOON).await.expect("kept");
    store.save_model_settings(mine.tenant, &settings, mine.user, later(1)).await.expect("changed");
    assert_eq!(store.model_settings(mine.tenant).await.expect("no fault"), Some(settings));
    assert_eq!(store.model_settings(theirs.tenant).await.expect("no fault"), None);
}

fn call(of: House, number: u128, session: Option<SessionId>, worst: Option<i64>, at: Timestamp) -> CallBegun {
    CallBegun {
        id: Uuid::from_u128((7 << 96) + of.tenant.0.as_u128() + number),
        caller: Caller {
            tenant: of.tenant,
            subject: session.map(Subject::interview),
            task: if number.is_multiple_of(2) { Task::Reply } else { Task::Understand },
        },
        strength: Strength::Fast,
        name: ModelName::new(Provider::OpenAi, "gpt-5-mini"),
        at,
        worst: worst.map(Usd),
    }
}

fn end(of: &CallBegun, outcome: Outcome, cost: Option<i64>) -> CallEnd {
    CallEnd {
        id: of.id,
        outcome,
        cost: CallCost { usage: Usage { input: 10, output: 5 }, estimated: outcome != Outcome::Done, cost: cost.map(Usd) },
        attempts: 2,
        took: Duration::from_millis(1_234),
        detail: if outcome == Outcome::Done { String::new() } else { "it \0 broke".into() },
    }
}

/// Begun and ended.
async fn made(store: &Store, call: CallBegun, outcome: Outcome, cost: Option<i64>) {
    let admission = store.begin_call(call.clone(), Budget::default()).await.expect("no fault");
    assert_eq!(admission, Admission::Admitted);
    store.end_call(end(&call, outcome, cost)).await.expect("no fault");
}

async fn a_call_is_written_before_and_after(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let begun = call(mine, 1, Some(session(mine, 1)), Some(500), NOON);
    store.begin_call(begun.clone(), Budget::default()).await.expect("no fault");
    let lines = store.calls(mine.tenant, 10, None).await.expect("lines");
    assert_eq!((lines[0].outcome.as_str(), lines[0].cost.cost, &lines[0].begun), ("running", None, &begun));

    store.end_call(end(&begun, Outcome::Failed("timed_out"), Some(90))).await.expect("no fault");
    // A second end changes nothing: what is written down stays.
    store.end_call(end(&begun, Outcome::Done, Some(1))).await.expect("no fault");
    let line = store.calls(mine.tenant, 10, None).await.expect("lines").remove(0);
    assert_eq!((line.outcome.as_str(), line.cost.cost, line.cost.estimated), ("timed_out", Some(Usd(90)), true));
    assert_eq!((line.attempts, line.took, line.detail.as_str()), (2, Duration::from_millis(1_234), "it \u{fffd} broke"));
    assert_eq!(line.begun, CallBegun { worst: None, ..begun });

    for number in 2..5 {
        made(&store, call(mine, number, None, None, later(1)), Outcome::Done, None).await;
    }
    let first = store.calls(mine.tenant, 2, None).await.expect("lines");
    let last = first.last().expect("two lines");
    let rest = store.calls(mine.tenant, 10, Some((last.begun.at, last.begun.id))).await.expect("lines");
    assert_eq!((first.len(), rest.len()), (2, 2));
    assert_eq!(rest[1].begun.at, NOON, "the oldest comes last");
    assert!(store.calls(theirs.tenant, 10, None).await.expect("lines").is_empty());
}

async fn the_budget_holds_for_calls_at_the_same_time(ground: Ground) {
    let (store, other_node) = (ground.open().await, ground.open().await);
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let (inside, day) = (Some(session(mine, 1)), |limit| Budget { day: Some(Usd(limit)), session: None });
    let begun = (0..12).map(|number| {
        let on = if number % 2 == 0 { &store } else { &other_node };
        on.begin_call(call(mine, number, inside, Some(300), NOON), day(1_000))
    });
    let admissions: Vec<_> = join_all(begun).await.into_iter().map(|one| one.expect("no fault")).collect();
    let admitted = admissions.iter().filter(|one| **one == Admission::Admitted).count();
    assert_eq!(admitted, 3, "{admissions:?}");
    let refused = Admission::Refused(ModelFault::BudgetSpent { scope: BudgetScope::Day, limit: Usd(1_000) });
    assert_eq!(admissions.iter().filter(|one| **one == refused).count(), 9);
    assert_eq!(ground.rows("model_calls").await, 3, "what is refused is not written");

    let admit = async |call: CallBegun, budget| store.begin_call(call, budget).await.expect("no fault") == Admission::Admitted;
    let tomorrow = later(86_400);
    assert!(admit(call(mine, 20, inside, Some(300), tomorrow), day(1_000)).await, "another day, another budget");
    assert!(admit(call(theirs, 1, None, Some(300), NOON), day(1_000)).await, "another tenant's");
    let unpriced = store.begin_call(call(mine, 21, inside, None, NOON), day(900_000)).await.expect("no fault");
    assert_eq!(unpriced, Admission::Refused(ModelFault::Unpriced), "no budget could hold");
    assert!(admit(call(mine, 21, inside, None, NOON), Budget::default()).await, "without a limit only tokens are counted");
    let in_session = Budget { day: None, session: Some(Usd(1_400)) };
    assert!(!admit(call(mine, 22, inside, Some(300), tomorrow), in_session).await, "all days of the interview count");
    assert!(admit(call(mine, 23, Some(session(mine, 2)), Some(300), tomorrow), in_session).await);
    assert!(admit(call(mine, 24, None, Some(9_999), tomorrow), in_session).await, "outside an interview only the day counts");
    assert!(admit(call(mine, 25, None, None, tomorrow), in_session).await, "so there is no limit for this one");

    let ended: Vec<_> = store.calls(mine.tenant, 50, None).await.expect("lines");
    for line in ended.iter().filter(|line| line.begun.at == NOON && line.begun.worst.is_some()) {
        store.end_call(end(&line.begun, Outcome::Done, Some(10))).await.expect("no fault");
    }
    assert!(admit(call(mine, 30, inside, Some(900), NOON), day(1_000)).await, "what was not spent is free again");
}

async fn usage_adds_up_by_everything_and_is_paged(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let (first, second) = (session(mine, 1), session(mine, 2));
    made(&store, call(mine, 1, Some(first), None, NOON), Outcome::Done, Some(100)).await;
    made(&store, call(mine, 2, Some(first), None, NOON), Outcome::Failed("refused"), Some(50)).await;
    made(&store, call(mine, 3, Some(second), None, later(86_400)), Outcome::Cancelled, Some(7)).await;
    made(&store, call(mine, 4, None, None, later(2 * 86_400)), Outcome::Done, None).await;
    made(&store, call(theirs, 1, None, None, NOON), Outcome::Done, Some(9_999)).await;
    let query = |by| UsageQuery { tenant: mine.tenant, by, from: None, to: None, limit: 10, after: None };
    let groups = |rows: &[UsageRow]| rows.iter().map(|row| (row.group.clone(), row.calls, row.cost.0)).collect::<Vec<_>>();

    let all = store.usage(query(UsageBy::Tenant)).await.expect("sums");
    let expected = UsageRow {
        group: mine.tenant.to_string(),
        calls: 4,
        failed: 1,
        usage: Usage { input: 40, output: 20 },
        cost: Usd(157),
        unpriced: 1,
        estimated: 2,
    };
    assert_eq!(all, [expected]);
    let days = store.usage(query(UsageBy::Day)).await.expect("sums");
    let days_expected = [("2026-02-04", 1, 0), ("2026-02-03", 1, 7), ("2026-02-02", 2, 150)];
    assert_eq!(groups(&days), days_expected.map(|(day, calls, cost)| (day.to_owned(), calls, cost)));
    let tasks = store.usage(query(UsageBy::Task)).await.expect("sums");
    assert_eq!(groups(&tasks), [("understand".to_owned(), 2, 107), ("reply".to_owned(), 2, 50)]);
    let models = store.usage(query(UsageBy::Model)).await.expect("sums");
    assert_eq!(groups(&models), [("openai/gpt-5-mini".to_owned(), 4, 157)]);
    let sessions = store.usage(query(UsageBy::Session)).await.expect("sums");
    assert_eq!(groups(&sessions), [(second.to_string(), 1, 7), (first.to_string(), 2, 150), (String::new(), 1, 0)]);

    for by in UsageBy::ALL {
        let whole = store.usage(query(by)).await.expect("sums");
        let (mut paged, mut after) = (Vec::new(), None);
        loop {
            let page = store.usage(UsageQuery { limit: 1, after: after.clone(), ..query(by) }).await.expect("sums");
            let Some(row) = page.into_iter().next() else { break };
            after = Some(row.group.clone());
            paged.push(row);
        }
        assert_eq!(paged, whole, "{by:?}");
    }
    let one_day = UsageQuery { from: Some(later(60)), to: Some(later(2 * 86_400)), ..query(UsageBy::Day) };
    assert_eq!(groups(&store.usage(one_day).await.expect("sums")), [("2026-02-03".to_owned(), 1, 7)]);
}

async fn a_deleted_interview_leaves_what_it_cost(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    made(&store, call(mine, 1, Some(session(mine, 1)), None, NOON), Outcome::Done, Some(100)).await;
    ground.run("DELETE FROM users; DELETE FROM elicitation_sessions").await;
    assert_eq!(ground.rows("model_calls").await, 1);
    ground.run("DELETE FROM tenants").await;
    let left = ground.rows("model_calls").await;
    assert!(!ground.is_postgres() || left == 0, "a tenant takes its ledger along");
}
