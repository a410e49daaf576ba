//! Many at once: group commit, and one that does not fit among many that do.

use crate::{
    ground::Ground,
    samples::{append, audit, house, opened, session},
    stories,
};
use domain::{
    StoreFault,
    interview::{InterviewStore, SessionQuery},
};
use futures::future::join_all;
use protocol::UserId;
use uuid::Uuid;

stories!(
    one_conflict_among_fifty,
    one_refusal_among_fifty,
    one_clash_of_rows_among_fifty,
    one_stream_takes_turns,
    whoever_stops_waiting_is_stored_all_the_same,
    closing_stores_what_waits,
    two_handles_never_share_a_number,
);

async fn one_conflict_among_fifty(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let known = opened(&store, house, 0).await;
    let mut all: Vec<_> = (1..=50).map(|number| append(house, session(house, number), 0, 3)).collect();
    all.insert(25, append(house, known, 1, 1));
    let outcomes = join_all(all.into_iter().map(|append| store.append(append))).await;
    assert!(matches!(outcomes[25], Err(StoreFault::Conflict)), "{:?}", outcomes[25]);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 50);
    assert_eq!(ground.rows("events").await, 2 + 50 * 3);
    assert_eq!(ground.rows("elicitation_sessions").await, 51);
}

async fn one_refusal_among_fifty(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let mut all: Vec<_> = (1..=51).map(|number| append(house, session(house, number), 0, 3)).collect();
    all[25].session.user = UserId(Uuid::from_u128(404));
    let outcomes = join_all(all.into_iter().map(|append| store.append(append))).await;
    assert!(matches!(outcomes[25], Err(StoreFault::Refused(_))), "{:?}", outcomes[25]);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 50);
    assert_eq!(ground.rows("events").await, 50 * 3);
}

/// Both fit their streams, so that only the database finds the clash, in the middle of the group.
async fn one_clash_of_rows_among_fifty(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let known = opened(&store, house, 0).await;
    let taken = audit(house, known, "goal", 2).id;
    let mut all: Vec<_> = (1..=51).map(|number| append(house, session(house, number), 0, 3)).collect();
    all[10].audit[0].id = taken;
    let outcomes = join_all(all.into_iter().map(|append| store.append(append))).await;
    assert!(matches!(outcomes[10], Err(StoreFault::Conflict)), "{:?}", outcomes[10]);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 50);
    assert_eq!(ground.rows("events").await, 2 + 50 * 3);
}

async fn one_stream_takes_turns(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    let in_order = join_all((0..20).map(|step| store.append(append(house, id, 2 + step, 1)))).await;
    assert!(in_order.iter().all(Result::is_ok), "{in_order:?}");
    let at_once = join_all((0..20).map(|_| store.append(append(house, id, 22, 1)))).await;
    assert_eq!(at_once.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    assert_eq!(at_once.iter().filter(|outcome| matches!(outcome, Err(StoreFault::Conflict))).count(), 19);
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events").len(), 23);
}

async fn whoever_stops_waiting_is_stored_all_the_same(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    for number in 0..20 {
        let append = store.append(append(house, session(house, number), 0, 2));
        let _ = tokio::time::timeout(std::time::Duration::ZERO, append).await;
    }
    store.close().await;
    let store = ground.open().await;
    assert_eq!(ground.rows("events").await, 40);
    let query = SessionQuery {
        tenant: house.tenant,
        user: None,
        context_type: None,
        status: None,
        place: None,
        words: String::new(),
        limit: 200,
        after: None,
    };
    assert_eq!(store.sessions(query).await.expect("sessions").len(), 20);
}

async fn closing_stores_what_waits(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let waiting: Vec<_> = (0..200)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.append(append(house, session(house, number), 0, 2)).await })
        })
        .collect();
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    store.close().await;
    let outcomes: Vec<_> = join_all(waiting).await.into_iter().map(|one| one.expect("no panic")).collect();
    let stored = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    let refused = outcomes.iter().filter(|outcome| matches!(outcome, Err(StoreFault::Unavailable(_)))).count();
    assert_eq!(stored + refused, 200, "{outcomes:?}");
    assert!(matches!(store.append(append(house, session(house, 999), 0, 2)).await, Err(StoreFault::Unavailable(_))));
    assert_eq!(ground.rows("elicitation_sessions").await, i64::try_from(stored).expect("small"));
}

/// As two nodes that hold the same interview: each number of the stream belongs to exactly one of them.
async fn two_handles_never_share_a_number(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let house = house(&one, 1).await;
    let id = session(house, 1);
    for expected in 0..40 {
        let (left, right) = tokio::join!(one.append(append(house, id, expected, 1)), two.append(append(house, id, expected, 1)));
        match (&left, &right) {
            (Ok(()), Err(StoreFault::Conflict)) | (Err(StoreFault::Conflict), Ok(())) => {}
            both => panic!("after {expected}: {both:?}"),
        }
    }
    assert_eq!(two.events(house.tenant, id, 0).await.expect("events").len(), 40);
    let all = join_all((0..40).flat_map(|number| {
        let append = append(house, session(house, 100 + number), 0, 2);
        [one.append(append.clone()), two.append(append)]
    }))
    .await;
    assert!(all.chunks(2).all(|pair| pair.iter().filter(|outcome| outcome.is_ok()).count() == 1), "{all:?}");
}
