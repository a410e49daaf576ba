//! Schedules of searches and what they send: each firing and each attempt is one node's, and all goes with the person.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, PageQuery},
    companies::{CompanyScheduleRow, CompanyScheduleStore as _, DueCompanyDelivery, LastCompanySearch},
    models::SecretStore as _,
    runs::{Delivered, DeliveryState, Firing, Skipped, Starting, Webhook},
};
use protocol::{
    CompanyScheduleId, CompanySearchId, Timestamp,
    companies::{CompanyRequest, Constraints, NoveltyMode},
    work::WorkStatus,
};
use secrecy::SecretString;
use store::{Keyring, Store};
use uuid::Uuid;

stories!(
    a_schedule_of_searches_is_kept_changed_listed_and_deleted,
    a_firing_of_a_search_is_one_nodes,
    a_search_that_could_not_be_started_leaves_its_reason,
    an_attempt_to_tell_of_a_search_is_one_nodes,
    a_schedule_goes_with_its_person_and_so_does_its_secret,
    another_tenant_neither_reads_nor_changes_searches
);

const PAGE: PageQuery = PageQuery { limit: 10, after: None };

fn schedule(of: House, number: u8) -> CompanyScheduleRow {
    CompanyScheduleRow {
        id: CompanyScheduleId(Uuid::from_u128((31 << 100) + of.tenant.0.as_u128() + (u128::from(number) << 16))),
        tenant: of.tenant,
        user: of.user,
        name: "New in ADGM".into(),
        cron: "0 8 * * 1".into(),
        timezone: "Asia/Dubai".into(),
        enabled: true,
        request: CompanyRequest {
            query_text: "Find companies".into(),
            constraints: Constraints { area: Some("ADGM".into()), ..Constraints::default() },
            novelty: NoveltyMode::AllowNewEvidence,
            ..CompanyRequest::default()
        },
        webhook: Some(Webhook { url: "https://hooks.example.com/".into(), secret_id: None }),
        next_run_at: Some(later(10)),
        starting: None,
        starting_due: None,
        last: None,
        skipped: None,
        delivery: None,
        created_at: later(i64::from(number)),
        updated_at: later(i64::from(number)),
    }
}

fn search(number: u8) -> CompanySearchId {
    CompanySearchId(Uuid::from_u128((32 << 100) + u128::from(number)))
}

async fn read(store: &Store, row: &CompanyScheduleRow) -> CompanyScheduleRow {
    store.company_schedule(row.tenant, row.id).await.expect("no fault").expect("there")
}

async fn a_schedule_of_searches_is_kept_changed_listed_and_deleted(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let (one, two) = (schedule(mine, 1), schedule(mine, 2));
    for row in [&one, &two] {
        store.insert_company_schedule(row, None).await.expect("kept");
    }
    assert_eq!(read(&store, &one).await, one);
    for whose in [Some(mine.user), None] {
        assert_eq!(store.company_schedules(mine.tenant, whose, PAGE).await.expect("no fault"), [two.clone(), one.clone()]);
    }
    let after = PageQuery { limit: 1, after: Some((two.created_at, two.id.0)) };
    let rest = store.company_schedules(mine.tenant, Some(mine.user), after).await.expect("no fault");
    assert_eq!(rest, std::slice::from_ref(&one));
    assert_eq!(store.count_company_schedules(mine.tenant, mine.user).await.expect("no fault"), 2);

    let changed = CompanyScheduleRow {
        name: "Every day\0".into(),
        cron: "0 9 * * *".into(),
        enabled: false,
        request: CompanyRequest { query_text: "Banks".into(), ..CompanyRequest::default() },
        webhook: None,
        next_run_at: None,
        updated_at: later(50),
        ..one.clone()
    };
    store.change_company_schedule(&changed, one.updated_at, false, None).await.expect("changed");
    let changed = CompanyScheduleRow { name: "Every day\u{fffd}".into(), ..changed };
    assert_eq!(
        read(&store, &one).await,
        CompanyScheduleRow { next_run_at: one.next_run_at, ..changed.clone() },
        "its time stays"
    );
    let late = store.change_company_schedule(&changed, one.updated_at, true, None).await;
    assert!(matches!(late, Err(StoreFault::Conflict)));
    store.change_company_schedule(&changed, changed.updated_at, true, None).await.expect("changed");
    assert_eq!(read(&store, &one).await, changed);

    assert!(store.delete_company_schedule(mine.tenant, one.id, None).await.expect("no fault"));
    assert!(!store.delete_company_schedule(mine.tenant, one.id, None).await.expect("no fault"));
    assert_eq!(store.count_company_schedules(mine.tenant, mine.user).await.expect("no fault"), 1);
}

async fn a_firing_of_a_search_is_one_nodes(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = schedule(mine, 1);
    store.insert_company_schedule(&row, None).await.expect("kept");
    assert_eq!(store.due_company_schedules(later(9), 10).await.expect("no fault"), []);
    assert_eq!(store.due_company_schedules(later(10), 10).await.expect("no fault"), std::slice::from_ref(&row));
    let firing = |number: u8| Firing::Start { run: search(number), delivery: Some(Uuid::from_u128(u128::from(number))) };
    // Two nodes found it due.
    let claims = [1, 2].map(|number| {
        let (store, row, firing) = (store.clone(), row.clone(), firing(number));
        tokio::spawn(
            async move { store.claim_company_firing(&row, Some(later(99)), &firing, later(11)).await.expect("no fault") },
        )
    });
    let mut won = 0;
    for claim in claims {
        won += usize::from(claim.await.expect("it ends"));
    }
    assert_eq!(won, 1);
    assert_eq!(ground.rows("company_webhook_deliveries").await, 1);
    let claimed = read(&store, &row).await;
    let starting = claimed.starting.expect("a search is being started");
    assert_eq!((claimed.next_run_at, starting.since), (Some(later(99)), later(11)));
    // It is named by when it was due, which is kept for a node that takes it up after this one died.
    assert_eq!(claimed.starting_due, Some(later(10)));
    assert_eq!(store.starting_company_schedules(later(11), 10).await.expect("no fault"), []);
    let forgotten = store.starting_company_schedules(later(12), 10).await.expect("no fault");
    assert_eq!(forgotten, std::slice::from_ref(&claimed));
    assert!(!store.claim_company_firing(&claimed, Some(later(200)), &firing(3), later(99)).await.expect("no fault"));

    over(&ground, &row, starting.run, "completed", 2).await;
    store.settle_company_firing(&claimed, starting, None).await.expect("settled");
    let settled = read(&store, &row).await;
    let last = LastCompanySearch { id: starting.run, status: WorkStatus::Completed, at: later(11), new_companies: 2 };
    assert_eq!((settled.starting, settled.starting_due, settled.last), (None, None, Some(last)));
    assert_eq!(settled.delivery.map(|delivery| (delivery.state, delivery.attempts)), Some((DeliveryState::Pending, 0)));
    let skip = Firing::Skip("busy\0".into());
    assert!(store.claim_company_firing(&claimed, Some(later(200)), &skip, later(100)).await.expect("no fault"));
    let skipped = read(&store, &row).await;
    assert_eq!(skipped.skipped, Some(Skipped { at: later(100), why: "busy\u{fffd}".into() }));
    assert_eq!((skipped.enabled, skipped.next_run_at), (true, Some(later(200))));
    // What is kept no longer is the last one no longer.
    ground.run("DELETE FROM company_searches").await;
    assert_eq!(read(&store, &row).await.last, None);
}

async fn a_search_that_could_not_be_started_leaves_its_reason(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = schedule(mine, 1);
    store.insert_company_schedule(&row, None).await.expect("kept");
    let firing = Firing::Start { run: search(1), delivery: Some(Uuid::from_u128(1)) };
    assert!(store.claim_company_firing(&row, None, &firing, later(11)).await.expect("no fault"));
    let starting = Starting { run: search(1), since: later(11) };
    store.settle_company_firing(&row, starting, Some("only reads")).await.expect("settled");
    let settled = read(&store, &row).await;
    assert_eq!((settled.starting, settled.last), (None, None));
    assert_eq!(settled.skipped, Some(Skipped { at: later(11), why: "only reads".into() }));
    assert_eq!(ground.rows("company_webhook_deliveries").await, 0, "there is nothing to tell");
}

/// A search as far as schedules look at it.
async fn over(ground: &Ground, of: &CompanyScheduleRow, id: CompanySearchId, status: &str, companies: u32) {
    let literal = |id: Uuid| if ground.is_postgres() { format!("'{id}'") } else { format!("X'{}'", id.simple()) };
    let (at, no) = if ground.is_postgres() { ("now()", "false") } else { ("0", "0") };
    ground
        .run(&format!(
            "INSERT INTO company_searches (id, tenant_id, user_id, request_id, request, status, queries, candidates, companies, \
             rejected, cached, warming, cost_micros, created_at, updated_at) \
             VALUES ({}, {}, {}, '{id}', '{{}}', '{status}', 0, 0, {companies}, 0, {no}, {no}, 0, {at}, {at})",
            literal(id.0),
            literal(of.tenant.0),
            literal(of.user.0),
        ))
        .await;
}

async fn one_due(store: &Store, now: Timestamp) -> DueCompanyDelivery {
    let mut due = store.due_company_deliveries(now, 10).await.expect("no fault");
    assert_eq!(due.len(), 1);
    due.remove(0)
}

async fn an_attempt_to_tell_of_a_search_is_one_nodes(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = schedule(mine, 1);
    store.insert_company_schedule(&row, None).await.expect("kept");
    let firing = Firing::Start { run: search(1), delivery: Some(Uuid::from_u128(1)) };
    assert!(store.claim_company_firing(&row, None, &firing, later(11)).await.expect("no fault"));
    store.settle_company_firing(&row, Starting { run: search(1), since: later(11) }, None).await.expect("settled");
    assert_eq!(store.due_company_deliveries(later(99), 10).await.expect("no fault"), [], "there is no search yet");
    over(&ground, &row, search(1), "running", 0).await;
    assert_eq!(store.due_company_deliveries(later(99), 10).await.expect("no fault"), [], "it is not over");
    ground.run("UPDATE company_searches SET status = 'completed'").await;

    let due = one_due(&store, later(99)).await;
    assert_eq!((due.schedule, due.run, due.attempts, &due.webhook), (row.id, search(1), 0, &row.webhook));
    assert!(store.claim_company_delivery(&due, later(150)).await.expect("no fault"));
    assert!(!store.claim_company_delivery(&due, later(150)).await.expect("no fault"), "another node makes it");
    let due = one_due(&store, later(150)).await;
    let again = Delivered::Again { why: "500".into(), at: later(160) };
    store.settle_company_delivery(&due, &again, later(155)).await.expect("settled");
    let shown = read(&store, &row).await.delivery.expect("a delivery");
    assert_eq!((shown.state, shown.attempts, shown.error.as_deref()), (DeliveryState::Pending, 1, Some("500")));
    let due = one_due(&store, later(160)).await;
    assert!(store.claim_company_delivery(&due, later(200)).await.expect("no fault"));
    store.settle_company_delivery(&due, &Delivered::NothingNew, later(161)).await.expect("settled");
    assert_eq!(store.due_company_deliveries(later(999), 10).await.expect("no fault"), []);
    let shown = read(&store, &row).await.delivery.expect("a delivery");
    assert_eq!((shown.state, shown.attempts, shown.error, shown.at), (DeliveryState::NothingNew, 1, None, later(161)));
}

async fn a_schedule_goes_with_its_person_and_so_does_its_secret(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let key = SecretString::from("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
    let secrets = store.secrets(Keyring::parse(&key).expect("a key"));
    let id = |number: u8| format!("company-schedule/x/webhook/{number}");
    for number in 1..=3 {
        secrets.save_secret(mine.tenant, &id(number), &SecretString::from("sesame"), NOON).await.expect("sealed");
    }
    let has = async |number: u8| secrets.has_secret(mine.tenant, &id(number)).await.expect("no fault");
    let with = |row: CompanyScheduleRow, number: u8| {
        let webhook = Webhook { url: "https://hooks.example.com/".into(), secret_id: Some(id(number)) };
        CompanyScheduleRow { webhook: Some(webhook), ..row }
    };
    let (one, two) = (with(schedule(mine, 1), 1), with(schedule(mine, 2), 3));
    store.insert_company_schedule(&one, None).await.expect("kept");
    store.insert_company_schedule(&two, None).await.expect("kept");
    store.change_company_schedule(&one, one.updated_at, false, None).await.expect("changed");
    assert!(has(1).await, "the same stays");
    store.change_company_schedule(&with(one.clone(), 2), one.updated_at, false, None).await.expect("changed");
    assert_eq!((has(1).await, has(2).await), (false, true), "another takes its place");
    assert!(store.delete_company_schedule(mine.tenant, one.id, None).await.expect("no fault"));
    assert_eq!((has(2).await, has(3).await), (false, true));
    assert!(store.delete_user(mine.tenant, mine.user).await.expect("no fault"));
    assert!(!has(3).await);
    assert_eq!(ground.rows("company_schedules").await, 0);
}

async fn another_tenant_neither_reads_nor_changes_searches(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let row = schedule(mine, 1);
    store.insert_company_schedule(&row, None).await.expect("kept");
    assert_eq!(store.company_schedule(theirs.tenant, row.id).await.expect("no fault"), None);
    assert_eq!(store.company_schedules(theirs.tenant, None, PAGE).await.expect("no fault"), []);
    assert_eq!(store.company_schedules(mine.tenant, Some(theirs.user), PAGE).await.expect("no fault"), []);
    assert_eq!(store.count_company_schedules(theirs.tenant, mine.user).await.expect("no fault"), 0);
    let foreign = CompanyScheduleRow { tenant: theirs.tenant, cron: "* * * * *".into(), ..row.clone() };
    assert!(matches!(store.change_company_schedule(&foreign, row.updated_at, true, None).await, Err(StoreFault::Conflict)));
    assert!(!store.delete_company_schedule(theirs.tenant, row.id, None).await.expect("no fault"));
    assert!(!store.claim_company_firing(&foreign, None, &Firing::Skip("x".into()), later(11)).await.expect("no fault"));
    assert_eq!(read(&store, &row).await, row);
}
