//! Lists come in pages, newest first, without gap or repetition.

use crate::{
    ground::Ground,
    samples::{append, house, later, objective, session, session_row, user},
    stories,
};
use domain::{
    account::AccountStore,
    interview::{Append, InterviewStore, ObjectiveStore, SessionQuery, SessionRow},
};
use protocol::{
    ObjectiveId, UserId,
    interview::{ContextType, SessionStatus},
};
use std::collections::HashSet;
use uuid::Uuid;

stories!(interviews_come_in_pages, interviews_are_filtered, the_newest_active_interview_goes_on, objectives_come_in_pages);

async fn interviews_come_in_pages(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    for number in 0..25_u32 {
        let mut append = append(house, session(house, number), 0, 1);
        // Three share each time, so that the id has to decide.
        append.session.updated_at = later(i64::from(number / 3));
        store.append(append).await.expect("stored");
    }
    let mut query = SessionQuery {
        tenant: house.tenant,
        user: None,
        context_type: None,
        status: None,
        place: None,
        words: String::new(),
        limit: 10,
        after: None,
    };
    let mut seen: Vec<SessionRow> = Vec::new();
    let mut pages = Vec::new();
    loop {
        let page = store.sessions(query.clone()).await.expect("a page");
        pages.push(page.len());
        let Some(last) = page.last() else { break };
        query.after = Some((last.updated_at, last.id));
        seen.extend(page);
    }
    assert_eq!(pages, [10, 10, 5, 0]);
    assert!(seen.is_sorted_by(|left, right| (left.updated_at, left.id) > (right.updated_at, right.id)));
    assert_eq!(seen.iter().map(|row| row.id).collect::<HashSet<_>>().len(), 25);
}

async fn interviews_are_filtered(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let guest = UserId(Uuid::from_u128(50));
    store.insert_user(user(house, guest, "guest@example.com")).await.expect("a user");
    for number in 0..12_u32 {
        let mut append = append(house, session(house, number), 0, 1);
        append.session.user = if number % 2 == 0 { guest } else { house.user };
        append.session.status = if number % 3 == 0 { SessionStatus::Completed } else { SessionStatus::Active };
        append.session.title = if number == 4 { "100% Wool_shop \\ Café".into() } else { "A wool shop".into() };
        append.session.context_type = if number < 6 { ContextType::IdeaDiscovery } else { ContextType::BusinessProfile };
        store.append(append).await.expect("stored");
    }
    let all = SessionQuery {
        tenant: house.tenant,
        user: None,
        context_type: None,
        status: None,
        place: None,
        words: String::new(),
        limit: 200,
        after: None,
    };
    let count = async |query| store.sessions(query).await.expect("a page").len();
    assert_eq!(count(all.clone()).await, 12);
    assert_eq!(count(SessionQuery { user: Some(guest), ..all.clone() }).await, 6);
    assert_eq!(count(SessionQuery { status: Some(SessionStatus::Completed), ..all.clone() }).await, 4);
    assert_eq!(count(SessionQuery { context_type: Some(ContextType::IdeaDiscovery), ..all.clone() }).await, 6);
    for (title, found) in [
        ("wool", 12),
        ("WOOL SHOP", 12),
        ("shop message", 12),
        ("message silk", 0),
        ("100%", 1),
        ("_", 1),
        ("\\", 1),
        ("%", 1),
        ("l_s", 1),
        ("silk", 0),
    ] {
        assert_eq!(count(SessionQuery { words: title.into(), ..all.clone() }).await, found, "{title}");
    }
    assert_eq!(store.session_counts(house.tenant, None).await.expect("counts"), (8, 4));
    assert_eq!(store.session_counts(house.tenant, Some(guest)).await.expect("counts"), (4, 2));
    let narrow = SessionQuery {
        user: Some(guest),
        status: Some(SessionStatus::Completed),
        context_type: Some(ContextType::BusinessProfile),
        ..all.clone()
    };
    assert_eq!(store.sessions(narrow).await.expect("a page").iter().map(|row| row.id).collect::<Vec<_>>(), [session(house, 6)]);
    assert_eq!(count(SessionQuery { limit: 0, ..all }).await, 1, "at least one");
}

async fn the_newest_active_interview_goes_on(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let active = async || {
        let found = store.active_session(house.tenant, house.user, ContextType::ProjectDiscovery).await;
        found.expect("no fault").map(|row| row.id)
    };
    assert_eq!(active().await, None);
    let begun = async |number: u32, seconds| {
        let mut append = append(house, session(house, number), 0, 1);
        append.session.created_at = later(seconds);
        store.append(append).await.expect("stored");
        session(house, number)
    };
    let (older, newer) = (begun(9, 10).await, begun(1, 20).await);
    assert_eq!(active().await, Some(newer));
    complete(&store, session_row(house, newer, 1)).await;
    assert_eq!(active().await, Some(older));
    let other = store.active_session(house.tenant, house.user, ContextType::IdeaDiscovery).await;
    assert_eq!(other.expect("no fault"), None);
}

async fn complete(store: &store::Store, mut session: SessionRow) {
    session.status = SessionStatus::Completed;
    let append = Append {
        expected: session.seq,
        events: Vec::new(),
        session,
        obligations: Vec::new(),
        audit: Vec::new(),
        summaries: Vec::new(),
        research: Vec::new(),
        feedback: Vec::new(),
        ended: Vec::new(),
        sole: false,
        audit_entry: None,
        wake_at: None,
    };
    store.append(append).await.expect("a row alone is stored too");
}

async fn objectives_come_in_pages(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    for number in 0..11_u32 {
        let mut row = objective(house, ObjectiveId(Uuid::from_u128(100 + u128::from(number))), false);
        row.created_at = later(i64::from(number / 4));
        store.insert_objective(row).await.expect("stored");
    }
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = store.objectives(house.tenant, 5, after).await.expect("a page");
        let Some(last) = page.last() else { break };
        after = Some((last.created_at, last.id));
        seen.extend(page.into_iter().map(|row| (row.created_at, row.id)));
    }
    assert_eq!(seen.len(), 12);
    assert!(seen.is_sorted_by(|left, right| left > right), "{seen:?}");
}
