//! Schedules of kept answers, what came of them and what they send: each firing and each attempt is one node's, and all goes with the
//! ask, the project and the person.

use crate::{
    asks::{ask, kept},
    ground::Ground,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, PageQuery},
    ask::{
        AskResultRow, AskScheduleRow, AskScheduleStore as _, AskStore as _, LastAskResult, MOST_RESULTS, Notice, PremiseState,
        SavedAsk, State,
    },
    live::StreamStore as _,
    models::SecretStore as _,
    runs::{Delivered, DeliveryState, Firing, Skipped, Starting, Webhook},
    tools::{ProjectRow, ProjectStore as _},
};
use protocol::{
    AskId, AskResultId, AskScheduleId, Timestamp,
    ask::{Answer, Verdict},
    work::WorkStatus,
};
use secrecy::SecretString;
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use store::{Keyring, Store};
use uuid::Uuid;

stories!(
    a_schedule_of_an_answer_is_kept_changed_listed_and_deleted,
    a_firing_of_an_answer_is_one_nodes,
    results_are_kept_and_the_last_answer_is_compared_with,
    an_attempt_to_tell_of_a_result_is_one_nodes,
    a_schedule_goes_with_its_ask_and_its_person_and_so_does_its_secret,
    a_schedule_of_a_project_in_the_trash_rests,
    another_tenant_neither_reads_nor_changes_answers
);

const PAGE: PageQuery = PageQuery { limit: 10, after: None };

/// An ask of this number, and a schedule of it that is not stored yet.
async fn asked(store: &Store, of: House, project: &ProjectRow, number: u8) -> AskScheduleRow {
    let ask = ask(of, project, number.into());
    let id = ask.stream.id;
    store.commit(ask).await.expect("stored");
    AskScheduleRow {
        id: AskScheduleId(Uuid::from_u128((41 << 100) + of.tenant.0.as_u128() + (u128::from(number) << 16))),
        tenant: of.tenant,
        user: of.user,
        ask: AskId(id),
        project: project.id,
        question: format!("Question {number}"),
        name: "All ferries".into(),
        expected: Some(json!(5)),
        cron: "0 8 * * 1".into(),
        timezone: "Europe/Berlin".into(),
        enabled: true,
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

fn result_id(number: u32) -> AskResultId {
    AskResultId(Uuid::from_u128((42 << 100) + u128::from(number)))
}

fn result(of: &AskScheduleRow, number: u32, state: State) -> AskResultRow {
    AskResultRow {
        id: result_id(number),
        tenant: of.tenant,
        schedule: of.id,
        status: if state == State::Gone { WorkStatus::Failed } else { WorkStatus::Completed },
        due_at: later(10),
        at: later(100 + i64::from(number)),
        state,
        value: json!(number),
        text: "There are two.".into(),
        verdict: Some(Verdict::Proven),
        expected: Some(json!("two")),
        holds: Some(false),
        notice: Some(Notice::CheckFailed),
        premises: vec![PremiseState { id: "P1".into(), state: State::Changed, old: Some(json!(5)), new: Some(json!(2)) }],
        error: None,
    }
}

fn answer(text: &str) -> Answer {
    Answer { text: text.into(), ..Answer::default() }
}

async fn read(store: &Store, row: &AskScheduleRow) -> AskScheduleRow {
    store.ask_schedule(row.tenant, row.id).await.expect("no fault").expect("there")
}

async fn stored(store: &Store, of: House, number: u8) -> AskScheduleRow {
    let project = kept(store, of, u32::from(number)).await;
    let row = asked(store, of, &project, number).await;
    store.insert_ask_schedule(&row, None).await.expect("kept");
    row
}

async fn a_schedule_of_an_answer_is_kept_changed_listed_and_deleted(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let project = kept(&store, mine, 1).await;
    let (one, two) = (asked(&store, mine, &project, 1).await, asked(&store, mine, &project, 2).await);
    let version = async || store.ask_schedules_version(mine.tenant, mine.user).await.expect("no fault");
    let mut versions = vec![version().await];
    for row in [&one, &two] {
        store.insert_ask_schedule(row, None).await.expect("kept");
        versions.push(version().await);
    }
    assert_eq!(version().await, versions[2], "nothing happened");
    assert_eq!(read(&store, &one).await, one);
    assert_eq!(store.schedule_of_ask(mine.tenant, two.ask).await.expect("no fault").as_ref(), Some(&two));
    let saved = async |row: &AskScheduleRow| store.ask(mine.tenant, row.ask).await.expect("no fault").expect("there").saved;
    assert_eq!(saved(&one).await, Some(SavedAsk { name: "All ferries".into(), expected: Some(json!(5)) }));
    let twice = AskScheduleRow { id: AskScheduleId(Uuid::from_u128(9)), ..one.clone() };
    assert!(matches!(store.insert_ask_schedule(&twice, None).await, Err(StoreFault::Conflict)), "an ask has one");
    for whose in [Some(mine.user), None] {
        assert_eq!(store.ask_schedules(mine.tenant, whose, PAGE).await.expect("no fault"), [two.clone(), one.clone()]);
    }
    let after = PageQuery { limit: 1, after: Some((two.created_at, two.id.0)) };
    let rest = store.ask_schedules(mine.tenant, Some(mine.user), after).await.expect("no fault");
    assert_eq!(rest, std::slice::from_ref(&one));
    assert_eq!(store.count_ask_schedules(mine.tenant, mine.user).await.expect("no fault"), 2);

    let changed = AskScheduleRow {
        name: "Every day\0".into(),
        expected: None,
        cron: "0 9 * * *".into(),
        enabled: false,
        webhook: None,
        next_run_at: None,
        updated_at: later(50),
        ..one.clone()
    };
    store.change_ask_schedule(&changed, one.updated_at, false, None).await.expect("changed");
    versions.push(version().await);
    let changed = AskScheduleRow { name: "Every day\u{fffd}".into(), ..changed };
    assert_eq!(read(&store, &one).await, AskScheduleRow { next_run_at: one.next_run_at, ..changed.clone() }, "its time stays");
    assert_eq!(saved(&one).await, Some(SavedAsk { name: "Every day\u{fffd}".into(), expected: None }));
    let late = AskScheduleRow { name: "Late".into(), ..changed.clone() };
    assert!(matches!(store.change_ask_schedule(&late, one.updated_at, true, None).await, Err(StoreFault::Conflict)));
    assert_eq!(saved(&one).await.map(|saved| saved.name), Some("Every day\u{fffd}".into()), "the name neither");
    store.change_ask_schedule(&changed, changed.updated_at, true, None).await.expect("changed");
    assert_eq!(read(&store, &one).await, changed);

    store.add_ask_result(&result(&one, 1, State::Same), None).await.expect("kept");
    assert!(store.delete_ask_schedule(mine.tenant, one.id, None).await.expect("no fault"));
    assert!(!store.delete_ask_schedule(mine.tenant, one.id, None).await.expect("no fault"));
    versions.push(version().await);
    versions.dedup();
    assert_eq!(versions.len(), 5, "each of them is another: {versions:?}");
    assert_eq!(store.count_ask_schedules(mine.tenant, mine.user).await.expect("no fault"), 1);
    assert_eq!(ground.rows("ask_results").await, 0);
    assert!(saved(&one).await.is_some(), "the answer stays kept");
}

async fn a_firing_of_an_answer_is_one_nodes(ground: Ground) {
    let store = ground.open().await;
    let row = stored(&store, house(&store, 1).await, 1).await;
    assert_eq!(store.due_ask_schedules(later(9), 10).await.expect("no fault"), []);
    assert_eq!(store.due_ask_schedules(later(10), 10).await.expect("no fault"), std::slice::from_ref(&row));
    let firing = |number: u32| Firing::Start { run: result_id(number), delivery: Some(Uuid::from_u128(u128::from(number))) };
    // Two nodes found it due.
    let claims = [1, 2].map(|number| {
        let (store, row, firing) = (store.clone(), row.clone(), firing(number));
        tokio::spawn(async move { store.claim_ask_firing(&row, Some(later(99)), &firing, later(11)).await.expect("no fault") })
    });
    let mut won = 0;
    for claim in claims {
        won += usize::from(claim.await.expect("it ends"));
    }
    assert_eq!((won, ground.rows("ask_webhook_deliveries").await), (1, 1));
    let claimed = read(&store, &row).await;
    let starting = claimed.starting.expect("a result is being worked out");
    assert_eq!((claimed.next_run_at, starting.since, claimed.starting_due), (Some(later(99)), later(11), Some(later(10))));
    assert_eq!(store.starting_ask_schedules(later(11), 10).await.expect("no fault"), []);
    let forgotten = store.starting_ask_schedules(later(12), 10).await.expect("no fault");
    assert_eq!(forgotten, std::slice::from_ref(&claimed));
    assert!(!store.claim_ask_firing(&claimed, Some(later(200)), &firing(3), later(99)).await.expect("no fault"));

    let came = AskResultRow { id: starting.run, ..result(&row, 7, State::Changed) };
    store.add_ask_result(&came, Some(&answer("two"))).await.expect("kept");
    let heard = Arc::new(AtomicUsize::new(0));
    let (hears, owner) = (heard.clone(), row.user);
    store.tell_lists(move |whose| {
        if whose == Some(owner) {
            hears.fetch_add(1, Ordering::SeqCst);
        }
    });
    let version = async || store.ask_schedules_version(row.tenant, row.user).await.expect("no fault");
    let before = version().await;
    store.settle_ask_firing(&claimed, starting, None).await.expect("settled");
    assert_ne!(version().await, before, "its list is another");
    assert!(heard.load(Ordering::SeqCst) > 0, "and who looks at it hears of it");
    let settled = read(&store, &row).await;
    let last = LastAskResult {
        id: starting.run,
        status: WorkStatus::Completed,
        at: later(11),
        state: State::Changed,
        value: json!(7),
        holds: Some(false),
    };
    assert_eq!((settled.starting, settled.starting_due, settled.last), (None, None, Some(last)));
    assert_eq!(settled.delivery.map(|delivery| (delivery.state, delivery.attempts)), Some((DeliveryState::Pending, 0)));
    let skip = Firing::Skip("only reads".into());
    assert!(store.claim_ask_firing(&claimed, Some(later(200)), &skip, later(100)).await.expect("no fault"));
    let skipped = read(&store, &row).await;
    assert_eq!(skipped.skipped, Some(Skipped { at: later(100), why: "only reads".into() }));
    assert_eq!((skipped.enabled, skipped.next_run_at), (true, Some(later(200))));

    assert!(store.claim_ask_firing(&skipped, None, &firing(4), later(201)).await.expect("no fault"));
    let refused = Starting { run: result_id(4), since: later(201) };
    store.settle_ask_firing(&skipped, refused, Some("no more")).await.expect("settled");
    assert_eq!(read(&store, &row).await.skipped, Some(Skipped { at: later(201), why: "no more".into() }));
    assert_eq!(ground.rows("ask_webhook_deliveries").await, 1, "there is nothing to tell");
}

async fn results_are_kept_and_the_last_answer_is_compared_with(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = stored(&store, mine, 1).await;
    assert_eq!(store.last_answer(mine.tenant, row.id).await.expect("no fault"), None);
    let first = AskResultRow { text: "a\0b".into(), ..result(&row, 1, State::Same) };
    let bare = AskResultRow {
        value: Value::Null,
        verdict: None,
        expected: None,
        holds: None,
        notice: None,
        premises: Vec::new(),
        error: Some("The database is away.".into()),
        ..result(&row, 2, State::Gone)
    };
    store.add_ask_result(&first, Some(&answer("one"))).await.expect("kept");
    store
        .add_ask_result(&AskResultRow { value: json!("other"), ..first.clone() }, Some(&answer("other")))
        .await
        .expect("the first stays");
    store.add_ask_result(&bare, None).await.expect("kept");
    let first = AskResultRow { text: "a\u{fffd}b".into(), ..first };
    assert_eq!(store.ask_results(mine.tenant, row.id, PAGE).await.expect("no fault"), [bare.clone(), first.clone()]);
    assert_eq!(store.ask_result(mine.tenant, first.id).await.expect("no fault"), Some(first.clone()));
    let after = PageQuery { limit: 5, after: Some((bare.at, bare.id.0)) };
    assert_eq!(store.ask_results(mine.tenant, row.id, after).await.expect("no fault"), [first]);
    assert_eq!(store.last_answer(mine.tenant, row.id).await.expect("no fault"), Some(answer("one")), "what is gone is none");
    store.add_ask_result(&result(&row, 3, State::Changed), Some(&answer("three"))).await.expect("kept");
    assert_eq!(store.last_answer(mine.tenant, row.id).await.expect("no fault"), Some(answer("three")));
    // The newest ones are kept, and always the answer that is compared with.
    for number in 4..MOST_RESULTS + 10 {
        store.add_ask_result(&result(&row, number, State::Gone), None).await.expect("kept");
    }
    assert_eq!(ground.rows("ask_results").await, i64::from(MOST_RESULTS) + 1);
    assert_eq!(store.last_answer(mine.tenant, row.id).await.expect("no fault"), Some(answer("three")));
}

async fn an_attempt_to_tell_of_a_result_is_one_nodes(ground: Ground) {
    let store = ground.open().await;
    let row = stored(&store, house(&store, 1).await, 1).await;
    let firing = Firing::Start { run: result_id(1), delivery: Some(Uuid::from_u128(1)) };
    assert!(store.claim_ask_firing(&row, None, &firing, later(11)).await.expect("no fault"));
    assert_eq!(store.due_ask_deliveries(later(99), 10).await.expect("no fault"), [], "there is no result yet");
    store.add_ask_result(&result(&row, 1, State::Changed), None).await.expect("kept");
    store.settle_ask_firing(&row, Starting { run: result_id(1), since: later(11) }, None).await.expect("settled");
    let one_due = async |now: Timestamp| {
        let mut due = store.due_ask_deliveries(now, 10).await.expect("no fault");
        assert_eq!(due.len(), 1);
        due.remove(0)
    };
    ground.run(&format!("UPDATE projects SET deleted_at = {}", if ground.is_postgres() { "now()" } else { "0" })).await;
    assert_eq!(store.due_ask_deliveries(later(99), 10).await.expect("no fault"), [], "its project is in the trash");
    ground.run("UPDATE projects SET deleted_at = NULL").await;
    let due = one_due(later(99)).await;
    assert_eq!((due.schedule, due.run, due.attempts, &due.webhook), (row.id, result_id(1), 0, &row.webhook));
    assert!(store.claim_ask_delivery(&due, later(150)).await.expect("no fault"));
    assert!(!store.claim_ask_delivery(&due, later(150)).await.expect("no fault"), "another node makes it");
    let due = one_due(later(150)).await;
    let again = Delivered::Again { why: "500".into(), at: later(160) };
    store.settle_ask_delivery(&due, &again, later(155)).await.expect("settled");
    let due = one_due(later(160)).await;
    assert!(store.claim_ask_delivery(&due, later(200)).await.expect("no fault"));
    store.settle_ask_delivery(&due, &Delivered::Done, later(161)).await.expect("settled");
    assert_eq!(store.due_ask_deliveries(later(999), 10).await.expect("no fault"), []);
    let shown = read(&store, &row).await.delivery.expect("a delivery");
    assert_eq!((shown.state, shown.attempts, shown.error, shown.at), (DeliveryState::Delivered, 2, None, later(161)));
}

async fn a_schedule_goes_with_its_ask_and_its_person_and_so_does_its_secret(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let key = SecretString::from("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
    let secrets = store.secrets(Keyring::parse(&key).expect("a key"));
    let (one, two) = (stored(&store, mine, 1).await, stored(&store, mine, 2).await);
    let id = |of: &AskScheduleRow| format!("project/{}/webhook/1", of.project);
    let has = async |of: &AskScheduleRow| secrets.has_secret(mine.tenant, &id(of)).await.expect("no fault");
    for row in [&one, &two] {
        secrets.save_secret(mine.tenant, &id(row), &SecretString::from("sesame"), NOON).await.expect("sealed");
        let webhook = Some(Webhook { url: "https://hooks.example.com/".into(), secret_id: Some(id(row)) });
        let sealed = AskScheduleRow { webhook, ..row.clone() };
        store.change_ask_schedule(&sealed, row.updated_at, false, None).await.expect("changed");
        store.add_ask_result(&result(row, u32::from(row.id == two.id) + 1, State::Same), None).await.expect("kept");
    }
    store.delete_project(mine.tenant, one.project).await.expect("deleted");
    assert_eq!((has(&one).await, has(&two).await), (false, true));
    assert_eq!((ground.rows("ask_schedules").await, ground.rows("ask_results").await), (1, 1));
    assert!(store.delete_user(mine.tenant, mine.user).await.expect("no fault"));
    assert!(!has(&two).await);
    assert_eq!((ground.rows("ask_schedules").await, ground.rows("ask_results").await), (0, 0));
}

async fn a_schedule_of_a_project_in_the_trash_rests(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let row = stored(&store, mine, 1).await;
    assert!(store.trash_project(mine.tenant, row.project, later(1), None).await.expect("no fault"));
    assert_eq!(store.ask_schedules(mine.tenant, Some(mine.user), PAGE).await.expect("no fault"), []);
    assert_eq!(store.ask_schedule(mine.tenant, row.id).await.expect("no fault"), None);
    assert_eq!(store.due_ask_schedules(later(10), 10).await.expect("no fault"), []);
    assert!(store.restore_project(mine.tenant, row.project, later(2), None).await.expect("no fault"));
    assert_eq!(store.due_ask_schedules(later(10), 10).await.expect("no fault"), [row]);
}

async fn another_tenant_neither_reads_nor_changes_answers(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let row = stored(&store, mine, 1).await;
    let came = result(&row, 1, State::Same);
    store.add_ask_result(&came, Some(&answer("five"))).await.expect("kept");
    assert_eq!(store.ask_schedule(theirs.tenant, row.id).await.expect("no fault"), None);
    assert_eq!(store.schedule_of_ask(theirs.tenant, row.ask).await.expect("no fault"), None);
    assert_eq!(store.ask_schedules(theirs.tenant, None, PAGE).await.expect("no fault"), []);
    assert_eq!(store.ask_schedules(mine.tenant, Some(theirs.user), PAGE).await.expect("no fault"), []);
    assert_eq!(store.count_ask_schedules(theirs.tenant, mine.user).await.expect("no fault"), 0);
    assert_eq!(store.ask_result(theirs.tenant, came.id).await.expect("no fault"), None);
    assert_eq!(store.ask_results(theirs.tenant, row.id, PAGE).await.expect("no fault"), []);
    assert_eq!(store.last_answer(theirs.tenant, row.id).await.expect("no fault"), None);
    let foreign = AskScheduleRow { tenant: theirs.tenant, cron: "* * * * *".into(), ..row.clone() };
    assert!(matches!(store.change_ask_schedule(&foreign, row.updated_at, true, None).await, Err(StoreFault::Conflict)));
    assert!(!store.delete_ask_schedule(theirs.tenant, row.id, None).await.expect("no fault"));
    assert!(!store.claim_ask_firing(&foreign, None, &Firing::Skip("x".into()), later(11)).await.expect("no fault"));
    assert_eq!(read(&store, &row).await, row);
}
