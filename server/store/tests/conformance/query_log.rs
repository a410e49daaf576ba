//! What was asked of databases: lines that go, and sums that stay.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    account::{AuditEntry, PageQuery, RetentionStore},
    tools::{QueryFilter, QueryLog, QueryOutcome, QueryRecord, QueryShare, QuerySum},
};
use protocol::{ProjectId, ProjectSourceId, live::Kind};
use uuid::Uuid;

stories!(
    lines_are_listed_and_days_summed,
    lines_go_after_a_while_and_sums_stay,
    lines_of_a_subject_are_found_and_have_their_own_quota
);

const ALL: PageQuery = PageQuery { limit: 100, after: None };

fn query_record(of: House, number: u32, outcome: QueryOutcome) -> QueryRecord {
    QueryRecord {
        id: Uuid::from_u128((9 << 100) + of.tenant.0.as_u128() + u128::from(number)),
        tenant: of.tenant,
        project: ProjectId(Uuid::from_u128(u128::from(number % 2))),
        source: Some(ProjectSourceId(Uuid::from_u128(5))),
        source_name: "shop".into(),
        user: Some(of.user),
        subject: None,
        sql: format!("SELECT {number}\0"),
        sha256: "ab".into(),
        outcome,
        rows: 3,
        bytes: 40,
        billed_bytes: (number == 1).then_some(1_000),
        took_ms: 7,
        detail: String::new(),
        at: later(i64::from(number)),
    }
}

async fn lines_are_listed_and_days_summed(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    for (number, outcome) in [(1, QueryOutcome::Done), (2, QueryOutcome::Refused), (3, QueryOutcome::Done)] {
        store.log_query(query_record(mine, number, outcome)).await.expect("written");
    }
    let lines = store.logged_queries(mine.tenant, QueryFilter::default(), ALL).await.expect("lines");
    let told: Vec<&str> = lines.iter().map(|line| line.sql.as_str()).collect();
    assert_eq!(told, ["SELECT 3\u{fffd}", "SELECT 2\u{fffd}", "SELECT 1\u{fffd}"]);
    assert_eq!((lines[1].outcome, lines[2].billed_bytes, lines[0].user), (QueryOutcome::Refused, Some(1_000), Some(mine.user)));
    let one = PageQuery { limit: 1, after: Some((lines[0].at, lines[0].id)) };
    assert_eq!(store.logged_queries(mine.tenant, QueryFilter::default(), one).await.expect("lines")[0].id, lines[1].id);
    let refused = QueryFilter { outcome: Some(QueryOutcome::Refused), ..QueryFilter::default() };
    assert_eq!(store.logged_queries(mine.tenant, refused, ALL).await.expect("lines").len(), 1);
    let odd = ProjectId(Uuid::from_u128(1));
    let of_project = QueryFilter { project: Some(odd), user: Some(mine.user), ..QueryFilter::default() };
    assert_eq!(store.logged_queries(mine.tenant, of_project, ALL).await.expect("lines").len(), 2);
    assert!(store.logged_queries(theirs.tenant, QueryFilter::default(), ALL).await.expect("lines").is_empty());

    let days = store.query_days(mine.tenant, None, None, 10).await.expect("days");
    let [QuerySum { day, queries: 3, failed: 1, rows: 9, bytes: 120, billed_bytes: 1_000, took_ms: 21 }] = days.as_slice() else {
        panic!("{days:?}");
    };
    assert_eq!(store.query_days(mine.tenant, Some(odd), None, 10).await.expect("days")[0].queries, 2);
    assert!(store.query_days(mine.tenant, None, Some(day.clone()), 10).await.expect("days").is_empty());
    assert!(store.query_days(theirs.tenant, None, None, 10).await.expect("days").is_empty());

    let shares = async |of: House, since, until| store.query_shares(of.tenant, since, until, 10).await.expect("shares");
    let share = |project, queries, failed| QueryShare {
        project: ProjectId(Uuid::from_u128(project)),
        user: Some(mine.user),
        queries,
        failed,
        rows: 3 * queries,
        took_ms: 7 * queries,
    };
    assert_eq!(shares(mine, None, None).await, [share(1, 2, 0), share(0, 1, 1)]);
    assert_eq!(shares(mine, Some(later(2)), Some(later(3))).await, [share(0, 1, 1)]);
    assert!(shares(theirs, None, None).await.is_empty());
    store.close().await;
}

async fn lines_go_after_a_while_and_sums_stay(ground: Ground) {
    const DAY: i64 = 86_400 * 1_000_000;
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    for of in [mine, theirs] {
        for number in 0..5 {
            store.log_query(query_record(of, number, QueryOutcome::Done)).await.expect("written");
        }
    }
    let left = async |of: House| store.logged_queries(of.tenant, QueryFilter::default(), ALL).await.expect("lines").len();
    let (now, before) = (protocol::Timestamp(NOON.0 + 10 * DAY), protocol::Timestamp(NOON.0 - DAY));
    assert_eq!(store.forget_queries(now, before, 3).await.expect("forgotten"), 4);
    assert_eq!((left(mine).await, left(theirs).await), (3, 3), "the newest of each tenant stay");
    let audit = AuditEntry {
        id: Uuid::from_u128(77),
        tenant: theirs.tenant,
        user: None,
        action: "retention.changed".into(),
        target: theirs.tenant.to_string(),
        about: None,
        detail: serde_json::json!({}),
        at: NOON,
    };
    assert!(store.set_retention(theirs.tenant, Some(5), audit).await.expect("set"));
    assert_eq!(store.forget_queries(now, before, 3).await.expect("forgotten"), 3);
    assert_eq!((left(mine).await, left(theirs).await), (3, 0), "a tenant says how long");
    assert_eq!(store.forget_queries(now, now, 3).await.expect("forgotten"), 3);
    assert_eq!(left(mine).await, 0);
    assert_eq!(store.query_days(mine.tenant, None, None, 10).await.expect("days")[0].queries, 5);
    store.close().await;
}

async fn lines_of_a_subject_are_found_and_have_their_own_quota(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let subject = (Kind::Pack, Uuid::from_u128(7));
    for number in 0..8 {
        let subject = (number >= 3).then_some(subject);
        let record = QueryRecord { subject, ..query_record(mine, number, QueryOutcome::Done) };
        store.log_query(record).await.expect("written");
    }
    let of_subject = QueryFilter { subject: Some(subject.1), ..QueryFilter::default() };
    let lines = store.logged_queries(mine.tenant, of_subject, ALL).await.expect("lines");
    assert_eq!((lines.len(), lines[0].subject), (5, Some(subject)));
    // Many queries of a run leave the lines of people alone.
    let long_ago = protocol::Timestamp(NOON.0 - 1);
    assert_eq!(store.forget_queries(NOON, long_ago, 3).await.expect("forgotten"), 2);
    let left = store.logged_queries(mine.tenant, QueryFilter::default(), ALL).await.expect("lines");
    assert_eq!(left.iter().filter(|line| line.subject.is_none()).count(), 3);
    assert_eq!(left.len(), 6);
    store.close().await;
}
