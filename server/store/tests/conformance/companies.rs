//! Searches for companies: one for each name of a person, what they were shown, what others may go on from, all gone with them.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, PageQuery, RetentionStore as _},
    companies::{CachedSearch, CompanyRating, CompanySearch, CompanyStore as _, SearchRow, SearchRows, SeenCompany},
    live::{Append, Rows, StoredEvent, StreamRow, StreamStore as _},
    runs::Kept,
};
use protocol::{
    CompanySearchId, Timestamp,
    companies::{CompanyRequest, CompanySearchEvent, SearchPlan},
    live::{Kind, Recorded},
    work::WorkStatus,
};
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(
    a_name_belongs_to_one_search_of_a_person,
    what_was_shown_keeps_its_newest_evidence,
    what_others_go_on_from_is_counted_and_expires,
    everything_goes_with_the_person_and_after_its_time
);

/// The first append of a search, over already.
fn search(of: House, number: u128, request_id: &str) -> Append {
    let id = CompanySearchId(Uuid::from_u128((21 << 100) + of.tenant.0.as_u128() + number));
    let request =
        CompanyRequest { query_text: "Companies in ADGM".into(), request_id: request_id.into(), ..CompanyRequest::default() };
    let plan = SearchPlan::default();
    let state = CompanySearch::new(of.tenant, of.user, id, request_id.into(), request.clone(), plan.clone());
    let event =
        CompanySearchEvent::Requested { id, by: of.user, request_id: request_id.into(), request: Box::new(request), plan };
    let row = SearchRow {
        status: WorkStatus::Completed,
        response: Some(json!({"success": true})),
        created_at: NOON,
        updated_at: NOON,
        ..SearchRow::new(&state)
    };
    let kept = vec![Kept { name: "synthesis".into(), value: json!({"queries": ["ADGM companies"]}) }];
    let event = StoredEvent::new(&Recorded { seq: 1, at: NOON, turn: 0, event }).expect("JSON");
    let stream = StreamRow {
        id: id.0,
        tenant: of.tenant,
        kind: Kind::Search,
        owner: Some(of.user),
        project: None,
        seq: 1,
        open: false,
        wake_at: None,
        updated_at: NOON,
    };
    let rows = SearchRows { row, kept, seen: Vec::new(), cached: None, used: None };
    Append { expected: 0, events: vec![event], stream, rows: Rows::Search(Box::new(rows)), audit: None }
}

fn rows(append: &mut Append) -> &mut SearchRows {
    match &mut append.rows {
        Rows::Search(rows) => rows,
        _ => panic!("rows of a search"),
    }
}

fn id(append: &Append) -> CompanySearchId {
    CompanySearchId(append.stream.id)
}

fn seen(of: House, at: Timestamp, date: Option<&str>) -> SeenCompany {
    SeenCompany {
        tenant: of.tenant,
        user: of.user,
        entity: "e-1".into(),
        name: "Waxworks".into(),
        place: "ADGM".into(),
        first_seen_at: at,
        last_seen_at: at,
        last_evidence_date: date.map(str::to_owned),
        last_evidence_url: date.map(|date| format!("https://news.example/{date}")),
    }
}

async fn listed(store: &Store, of: House) -> usize {
    let page = PageQuery { limit: 50, after: None };
    store.company_searches(of.tenant, Some(of.user), page).await.expect("no fault").len()
}

async fn a_name_belongs_to_one_search_of_a_person(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let first = search(mine, 1, "one");
    store.commit(first.clone()).await.expect("stored");
    assert!(matches!(store.commit(search(mine, 2, "one")).await, Err(StoreFault::Conflict)), "the name is taken");
    store.commit(search(mine, 3, "two")).await.expect("another name");
    store.commit(search(other, 1, "one")).await.expect("another person's");
    let found = store.company_search_named(mine.tenant, mine.user, "one").await.expect("no fault").expect("it is there");
    assert_eq!((found.id, found.response), (id(&first), Some(json!({"success": true}))));
    assert_eq!(store.company_search(other.tenant, id(&first)).await.expect("no fault"), None, "another tenant's is not there");
    assert!(store.company_trace(other.tenant, id(&first)).await.expect("no fault").is_empty());
    assert_eq!(store.company_trace(mine.tenant, id(&first)).await.expect("no fault").len(), 1);
    assert_eq!((listed(&store, mine).await, listed(&store, other).await), (2, 1));
    assert_eq!(store.company_searches_version(mine.tenant, mine.user).await.expect("no fault"), "2:2");
}

async fn what_was_shown_keeps_its_newest_evidence(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    for (number, (at, date)) in
        (1..).zip([(NOON, Some("2025-01-08")), (later(1), Some("2025-01-06")), (later(2), None), (later(3), Some("2025-01-09"))])
    {
        let mut append = search(of, number, &number.to_string());
        rows(&mut append).seen.push(seen(of, at, date));
        store.commit(append).await.expect("stored");
        let all = store.seen_companies(of.tenant, of.user, 10, None).await.expect("no fault");
        let newest = if number == 4 { "2025-01-09" } else { "2025-01-08" };
        assert_eq!((all.len(), all[0].first_seen_at, all[0].last_seen_at), (1, NOON, at));
        assert_eq!(all[0].last_evidence_date.as_deref(), Some(newest));
        assert_eq!(all[0].last_evidence_url.as_deref(), Some(format!("https://news.example/{newest}").as_str()));
    }
    let some = store.seen_of(of.tenant, of.user, &["e-1".into(), "e-2".into()]).await.expect("no fault");
    assert_eq!(some.len(), 1);
}

async fn what_others_go_on_from_is_counted_and_expires(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let cached = |search: CompanySearchId, warmed: bool, expires_at: Timestamp| CachedSearch {
        tenant: of.tenant,
        key: "k".into(),
        search,
        warmed,
        created_at: NOON,
        expires_at,
        uses: 0,
    };
    let mut first = search(of, 1, "one");
    let of_first = id(&first);
    rows(&mut first).cached = Some(cached(of_first, false, later(60)));
    store.commit(first).await.expect("stored");
    let find = async |at| store.cached_search(of.tenant, "k", at).await.expect("no fault");
    assert_eq!(find(NOON).await.map(|found| (found.search, found.uses)), Some((of_first, 0)), "to look is no use");
    for number in 11..=12 {
        let mut use_of_it = search(of, number, &number.to_string());
        rows(&mut use_of_it).used = Some("k".into());
        store.commit(use_of_it).await.expect("stored");
    }
    assert_eq!(find(later(1)).await.map(|found| found.uses), Some(2));
    assert_eq!(find(later(61)).await, None, "it is too old");
    assert_eq!(store.popular_searches(2, NOON..later(61), 5).await.expect("no fault").len(), 1);
    assert!(store.popular_searches(3, NOON..later(61), 5).await.expect("no fault").is_empty());
    assert!(store.popular_searches(2, later(60)..later(90), 5).await.expect("no fault").is_empty(), "what is over is left");
    let mut second = search(of, 2, "two");
    let of_second = id(&second);
    rows(&mut second).cached = Some(cached(of_second, true, later(120)));
    store.commit(second).await.expect("stored");
    let found = find(later(61)).await.expect("it is there again");
    assert_eq!((found.search, found.warmed, found.uses), (of_second, true, 0));
}

async fn everything_goes_with_the_person_and_after_its_time(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    for of in [mine, other] {
        let mut append = search(of, 1, "one");
        let own = id(&append);
        rows(&mut append).seen.push(seen(of, NOON, None));
        rows(&mut append).cached = Some(CachedSearch {
            tenant: of.tenant,
            key: "k".into(),
            search: own,
            warmed: false,
            created_at: NOON,
            expires_at: later(60),
            uses: 0,
        });
        store.commit(append).await.expect("stored");
        let (tenant, user) = (of.tenant, of.user);
        let rating =
            CompanyRating { tenant, user, entity: "e-1".into(), name: "Waxworks".into(), like: false, comment: None, at: NOON };
        store.rate_company(rating.clone()).await.expect("stored");
        store.rate_company(CompanyRating { like: true, ..rating }).await.expect("in its place");
        assert_eq!(
            store.company_ratings(tenant, user).await.expect("no fault").iter().map(|one| one.like).collect::<Vec<_>>(),
            [true]
        );
    }
    assert!(store.delete_user(mine.tenant, mine.user).await.expect("no fault"));
    assert_eq!(listed(&store, mine).await, 0);
    assert!(store.seen_companies(mine.tenant, mine.user, 10, None).await.expect("no fault").is_empty());
    assert!(store.company_ratings(mine.tenant, mine.user).await.expect("no fault").is_empty());
    assert_eq!(store.cached_search(mine.tenant, "k", NOON).await.expect("no fault"), None);
    assert_eq!(listed(&store, other).await, 1, "the others keep theirs");

    let entry = |number: u128| domain::account::AuditEntry {
        id: Uuid::from_u128((22 << 100) + number),
        tenant: other.tenant,
        user: None,
        action: "searches.expired".into(),
        target: "t".into(),
        about: None,
        detail: json!({}),
        at: NOON,
    };
    let tenant = other.tenant;
    let gone = async |before, number| store.remove_searches(tenant, 30, before, 10, entry(number)).await.expect("no fault").len();
    assert!(store.set_retention(tenant, Some(30), entry(1)).await.expect("no fault"));
    assert_eq!(gone(NOON, 2).await, 0, "it is not old enough");
    assert_eq!(gone(later(1), 3).await, 1);
    assert_eq!(listed(&store, other).await, 0);
    assert_eq!(store.stored_events(tenant, search(other, 1, "one").stream.id, 0).await.expect("no fault"), []);
    assert_eq!(store.cached_search(tenant, "k", NOON).await.expect("no fault"), None);
}
