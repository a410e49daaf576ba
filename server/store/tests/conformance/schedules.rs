//! Schedules and what they send: each firing and each attempt is one node's.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, PageQuery},
    models::SecretStore as _,
    runs::{Delivered, DeliveryState, DueDelivery, Firing, ScheduleRow, ScheduleStore as _, Skipped, Starting, Webhook},
    tools::ProjectStore as _,
};
use protocol::{ProjectId, RunId, ScheduleId, Timestamp, run::RunRequest};
use secrecy::SecretString;
use store::{Keyring, Store};
use uuid::Uuid;

stories!(
    a_schedule_is_kept_changed_listed_and_deleted,
    a_firing_is_one_nodes,
    a_run_that_could_not_be_started_leaves_its_reason,
    an_attempt_is_one_nodes,
    a_secret_goes_with_what_named_it,
    another_tenant_neither_reads_nor_changes
);

const PAGE: PageQuery = PageQuery { limit: 10, after: None };

async fn ready(store: &Store, number: u8) -> (House, ProjectId) {
    let house = house(store, number).await;
    let project = project(house, 1);
    store.insert_project(project.clone()).await.expect("a project");
    (house, project.id)
}

fn schedule(of: House, project: ProjectId, number: u8) -> ScheduleRow {
    ScheduleRow {
        id: ScheduleId(Uuid::from_u128((11 << 100) + of.tenant.0.as_u128() + (u128::from(number) << 16))),
        tenant: of.tenant,
        project,
        created_by: Some(of.user),
        cron: "0 8 * * 1".into(),
        timezone: "Europe/Berlin".into(),
        enabled: true,
        discover: RunRequest { goal: "Why?".into(), max_steps: 7, ..RunRequest::default() },
        webhook: Some(Webhook { url: "https://hooks.example.com/".into(), secret_id: None }),
        next_run_at: Some(later(10)),
        starting: None,
        last_run: None,
        skipped: None,
        delivery: None,
        created_at: later(i64::from(number)),
        updated_at: later(i64::from(number)),
    }
}

fn run(number: u8) -> RunId {
    RunId(Uuid::from_u128((12 << 100) + u128::from(number)))
}

async fn read(store: &Store, row: &ScheduleRow) -> ScheduleRow {
    store.schedule(row.tenant, row.project, row.id).await.expect("no fault").expect("there")
}

async fn a_schedule_is_kept_changed_listed_and_deleted(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    let (one, two) = (schedule(mine, project, 1), schedule(mine, project, 2));
    for row in [&one, &two] {
        store.insert_schedule(row, None).await.expect("kept");
    }
    assert_eq!(read(&store, &one).await, one);
    assert_eq!(store.schedules(mine.tenant, project, PAGE).await.expect("no fault"), [two.clone(), one.clone()]);
    let after = PageQuery { limit: 1, after: Some((two.created_at, two.id.0)) };
    assert_eq!(store.schedules(mine.tenant, project, after).await.expect("no fault"), std::slice::from_ref(&one));
    assert_eq!(store.count_schedules(mine.tenant, project).await.expect("no fault"), 2);

    let changed = ScheduleRow {
        cron: "0 9 * * *".into(),
        enabled: false,
        webhook: None,
        next_run_at: None,
        updated_at: later(50),
        ..one.clone()
    };
    store.change_schedule(&changed, one.updated_at, false, None).await.expect("changed");
    assert_eq!(read(&store, &one).await, ScheduleRow { next_run_at: one.next_run_at, ..changed.clone() }, "its time stays");
    let late = store.change_schedule(&changed, one.updated_at, true, None).await;
    assert!(matches!(late, Err(StoreFault::Conflict)));
    store.change_schedule(&changed, changed.updated_at, true, None).await.expect("changed");
    assert_eq!(read(&store, &one).await, changed);

    assert!(store.delete_user(mine.tenant, mine.user).await.expect("no fault"));
    assert_eq!(read(&store, &one).await.created_by, None, "who is removed is named nowhere");
    assert!(store.delete_schedule(mine.tenant, project, one.id, None).await.expect("no fault"));
    assert!(!store.delete_schedule(mine.tenant, project, one.id, None).await.expect("no fault"));
    assert_eq!(store.count_schedules(mine.tenant, project).await.expect("no fault"), 1);
}

async fn a_firing_is_one_nodes(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    let row = schedule(mine, project, 1);
    store.insert_schedule(&row, None).await.expect("kept");
    assert_eq!(store.due_schedules(later(9), 10).await.expect("no fault"), []);
    let due = store.due_schedules(later(10), 10).await.expect("no fault");
    assert_eq!(due, std::slice::from_ref(&row));
    let firing = |number: u8| Firing::Start { run: run(number), delivery: Some(Uuid::from_u128(u128::from(number))) };
    // Two nodes found it due.
    let claims = [1, 2].map(|number| {
        let (store, row, firing) = (store.clone(), row.clone(), firing(number));
        tokio::spawn(async move { store.claim_firing(&row, Some(later(99)), &firing, later(11)).await.expect("no fault") })
    });
    let mut won = Vec::new();
    for claim in claims {
        won.push(claim.await.expect("it ends"));
    }
    assert_eq!(won.iter().filter(|won| **won).count(), 1, "{won:?}");
    assert_eq!(ground.rows("webhook_deliveries").await, 1);
    let claimed = read(&store, &row).await;
    let starting = claimed.starting.expect("a run is being started");
    assert_eq!((claimed.next_run_at, starting.since), (Some(later(99)), later(11)));
    assert_eq!(store.starting_schedules(later(11), 10).await.expect("no fault"), []);
    assert_eq!(store.starting_schedules(later(12), 10).await.expect("no fault"), std::slice::from_ref(&claimed));
    // It is due again before the run is known to be there.
    assert!(!store.claim_firing(&claimed, Some(later(200)), &firing(3), later(99)).await.expect("no fault"));

    store.settle_firing(&claimed, starting, None).await.expect("settled");
    let settled = read(&store, &row).await;
    assert_eq!((settled.starting, settled.last_run.map(|last| (last.id, last.at))), (None, Some((starting.run, later(11)))));
    assert_eq!(settled.delivery.map(|delivery| (delivery.state, delivery.attempts)), Some((DeliveryState::Pending, 0)));
    let skip = Firing::Skip("busy\0".into());
    assert!(store.claim_firing(&claimed, Some(later(200)), &skip, later(100)).await.expect("no fault"));
    let skipped = read(&store, &row).await;
    assert_eq!(skipped.skipped, Some(Skipped { at: later(100), why: "busy\u{fffd}".into() }));
    assert_eq!((skipped.enabled, skipped.next_run_at), (true, Some(later(200))));
    let disable = Firing::Disable("gone".into());
    assert!(store.claim_firing(&skipped, Some(later(300)), &disable, later(200)).await.expect("no fault"));
    let disabled = read(&store, &row).await;
    assert_eq!((disabled.enabled, disabled.next_run_at), (false, None));
}

async fn a_run_that_could_not_be_started_leaves_its_reason(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    let row = schedule(mine, project, 1);
    store.insert_schedule(&row, None).await.expect("kept");
    let firing = Firing::Start { run: run(1), delivery: Some(Uuid::from_u128(1)) };
    assert!(store.claim_firing(&row, None, &firing, later(11)).await.expect("no fault"));
    let starting = Starting { run: run(1), since: later(11) };
    store.settle_firing(&row, Starting { run: run(2), ..starting }, Some("not this one")).await.expect("nothing to do");
    store.settle_firing(&row, starting, Some("there is no such area")).await.expect("settled");
    let settled = read(&store, &row).await;
    assert_eq!((settled.starting, settled.last_run), (None, None));
    assert_eq!(settled.skipped, Some(Skipped { at: later(11), why: "there is no such area".into() }));
    assert_eq!(ground.rows("webhook_deliveries").await, 0, "there is nothing to tell");
}

/// A run that is over, as far as deliveries look at it.
async fn over(ground: &Ground, of: &ScheduleRow, id: RunId, status: &str) {
    let literal = |id: Uuid| if ground.is_postgres() { format!("'{id}'") } else { format!("X'{}'", id.simple()) };
    let at = if ground.is_postgres() { "now()" } else { "0" };
    ground
        .run(&format!(
            "INSERT INTO discovery_runs (id, tenant_id, project_id, request, status, phase, steps, insights, created_at, updated_at) \
             VALUES ({}, {}, {}, '{{}}', '{status}', 'saving', 0, 0, {at}, {at})",
            literal(id.0),
            literal(of.tenant.0),
            literal(of.project.0),
        ))
        .await;
}

async fn one_due(store: &Store, now: Timestamp) -> DueDelivery {
    let mut due = store.due_deliveries(now, 10).await.expect("no fault");
    assert_eq!(due.len(), 1);
    due.remove(0)
}

async fn an_attempt_is_one_nodes(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    let row = schedule(mine, project, 1);
    store.insert_schedule(&row, None).await.expect("kept");
    let firing = Firing::Start { run: run(1), delivery: Some(Uuid::from_u128(1)) };
    assert!(store.claim_firing(&row, None, &firing, later(11)).await.expect("no fault"));
    store.settle_firing(&row, Starting { run: run(1), since: later(11) }, None).await.expect("settled");
    assert_eq!(store.due_deliveries(later(99), 10).await.expect("no fault"), [], "there is no run yet");
    over(&ground, &row, run(1), "running").await;
    assert_eq!(store.due_deliveries(later(99), 10).await.expect("no fault"), [], "it is not over");
    ground.run("UPDATE discovery_runs SET status = 'failed'").await;
    ground.run(&format!("UPDATE projects SET deleted_at = {}", if ground.is_postgres() { "now()" } else { "0" })).await;
    assert_eq!(store.due_deliveries(later(99), 10).await.expect("no fault"), [], "its project is in the trash");
    ground.run("UPDATE projects SET deleted_at = NULL").await;

    let due = one_due(&store, later(99)).await;
    assert_eq!((due.run, due.attempts, &due.webhook), (run(1), 0, &row.webhook));
    assert!(store.claim_delivery(&due, later(150)).await.expect("no fault"));
    assert!(!store.claim_delivery(&due, later(150)).await.expect("no fault"), "another node makes it");
    assert_eq!(store.due_deliveries(later(149), 10).await.expect("no fault"), []);
    // The node that made it died: another one goes on.
    let due = one_due(&store, later(150)).await;
    assert_eq!(due.attempts, 1);
    assert!(store.claim_delivery(&due, later(200)).await.expect("no fault"));
    let again = Delivered::Again { why: "500".into(), at: later(160) };
    store.settle_delivery(&due, &again, later(155)).await.expect("settled");
    let shown = read(&store, &row).await.delivery.expect("a delivery");
    assert_eq!((shown.state, shown.attempts, shown.error.as_deref()), (DeliveryState::Pending, 2, Some("500")));
    let due = one_due(&store, later(160)).await;
    assert!(store.claim_delivery(&due, later(200)).await.expect("no fault"));
    store.settle_delivery(&due, &Delivered::Done, later(161)).await.expect("settled");
    assert_eq!(store.due_deliveries(later(999), 10).await.expect("no fault"), []);
    let shown = read(&store, &row).await.delivery.expect("a delivery");
    assert_eq!((shown.state, shown.attempts, shown.error, shown.at), (DeliveryState::Delivered, 3, None, later(161)));
}

async fn a_secret_goes_with_what_named_it(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    let key = SecretString::from("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
    let secrets = store.secrets(Keyring::parse(&key).expect("a key"));
    let id = |number: u8| format!("project/{project}/webhook/{number}");
    for number in 1..=4 {
        secrets.save_secret(mine.tenant, &id(number), &SecretString::from("sesame"), NOON).await.expect("sealed");
    }
    let has = async |number: u8| secrets.has_secret(mine.tenant, &id(number)).await.expect("no fault");
    let with = |row: ScheduleRow, number: u8| {
        let webhook = Webhook { url: "https://hooks.example.com/".into(), secret_id: Some(id(number)) };
        ScheduleRow { webhook: Some(webhook), ..row }
    };
    let (one, two) = (with(schedule(mine, project, 1), 1), with(schedule(mine, project, 2), 4));
    store.insert_schedule(&one, None).await.expect("kept");
    store.insert_schedule(&two, None).await.expect("kept");
    store.change_schedule(&one, one.updated_at, false, None).await.expect("changed");
    assert!(has(1).await, "the same stays");
    store.change_schedule(&with(one.clone(), 2), one.updated_at, false, None).await.expect("changed");
    assert_eq!((has(1).await, has(2).await), (false, true), "another takes its place");
    let late = store.change_schedule(&with(one.clone(), 3), later(77), false, None).await;
    assert!(matches!(late, Err(StoreFault::Conflict)) && has(2).await, "who comes late changes nothing");
    assert!(store.delete_schedule(mine.tenant, project, one.id, None).await.expect("no fault"));
    assert_eq!((has(2).await, has(4).await), (false, true));
    assert!(store.delete_project(mine.tenant, project).await.expect("no fault"));
    assert!(!has(4).await);
    assert_eq!(ground.rows("discovery_schedules").await, 0);
}

async fn another_tenant_neither_reads_nor_changes(ground: Ground) {
    let store = ground.open().await;
    let ((mine, project), (theirs, elsewhere)) = (ready(&store, 1).await, ready(&store, 2).await);
    let row = schedule(mine, project, 1);
    store.insert_schedule(&row, None).await.expect("kept");
    assert_eq!(store.schedule(theirs.tenant, project, row.id).await.expect("no fault"), None);
    assert_eq!(store.schedule(mine.tenant, elsewhere, row.id).await.expect("no fault"), None);
    assert_eq!(store.schedules(theirs.tenant, project, PAGE).await.expect("no fault"), []);
    assert_eq!(store.count_schedules(theirs.tenant, project).await.expect("no fault"), 0);
    let foreign = ScheduleRow { tenant: theirs.tenant, cron: "* * * * *".into(), ..row.clone() };
    assert!(matches!(store.change_schedule(&foreign, row.updated_at, true, None).await, Err(StoreFault::Conflict)));
    assert!(!store.delete_schedule(theirs.tenant, project, row.id, None).await.expect("no fault"));
    assert!(!store.claim_firing(&foreign, None, &Firing::Skip("x".into()), later(11)).await.expect("no fault"));
    assert_eq!(read(&store, &row).await, row);
}
